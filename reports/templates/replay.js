"use strict";
const $ = (id) => document.getElementById(id);
const { games: data, lines: sentences } = JSON.parse($("data").textContent);
const sections = [...document.querySelectorAll("section.game")];
const lists = sections.map((section) => [...section.querySelectorAll(".events > li")]);
const stage = $("stage"), range = $("range"), said = $("said"), play = $("play"), before = $("before");
const letters = "abcdefghi";
let game = -1, at = 0, earlier = false, timer = 0, grids = [], rows = [];

// The table after an event: what lies on each cell, in each row of pieces, and the lines below.
function table(which, upto) {
  const cells = [], kinds = [], pieces = [];
  let lines = [], added = [];
  for (const frame of data[which].f.slice(0, upto + 1)) {
    for (const [cell, text, kind] of frame.c ?? []) { cells[cell] = text; kinds[cell] = kind; }
    added = [];
    for (const [row, [first, count, come]] of Object.entries(frame.s ?? {})) {
      const gone = (pieces[row] ??= []).splice(first, count, ...come);
      added[row] = come.flatMap((piece, place) => {
        const same = gone.indexOf(piece);
        if (same >= 0) gone.splice(same, 1);
        return same < 0 ? [first + place] : [];
      });
    }
    lines = frame.l ?? lines;
  }
  return { cells, kinds, pieces, added, lines: lines.map((line) => sentences[line]) };
}

// The drawings of a game are made once, of those that stand ready on the page.
function build() {
  stage.replaceChildren();
  for (const event of lists[game]) event.querySelector("a").href = "#" + event.id;
  let first = 0;
  grids = data[game].g.map(([title, blank], number) => {
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    const drawing = $("blank-" + blank).content.firstElementChild.cloneNode(true);
    caption.textContent = title;
    figure.append(caption, drawing);
    stage.append(figure);
    const cells = [...drawing.querySelectorAll("g")], from = first;
    first += cells.length;
    return { title, drawing, cells, from, named: drawing.querySelector("text.edge") !== null };
  });
  rows = data[game].r.map((title) => {
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    const row = document.createElement("div");
    figure.className = "row";
    row.className = "pieces";
    row.setAttribute("role", "img");
    caption.textContent = title;
    figure.append(caption, row);
    stage.append(figure);
    return { title, row };
  });
}

const SAID = { moved: "placed", against: "speaks against it", legal: "legal", better: "better",
  open: "not known for certain", forced: "not recorded, but certain" };

function drawGrid(grid, shown, marks) {
  const across = Math.round(Math.sqrt(grid.cells.length)), words = [], notes = [];
  grid.cells.forEach((cell, number) => {
    const slot = grid.from + number, mark = marks.get(slot), text = shown.cells[slot] ?? "";
    const kind = mark?.kind ?? shown.kinds[slot] ?? "", [square, piece, label] = cell.children;
    cell.setAttribute("class", text ? "taken" : "free");
    square.setAttribute("class", "cell " + kind);
    piece.setAttribute("class", "clover " + kind);
    label.textContent = mark?.text || text || (kind === "legal" ? "\u2022" : "");
    const name = grid.named ? letters[number % across] + (1 + Math.floor(number / across)) : String(number + 1);
    words.push(text ? `${name} ${text}` : "");
    if (kind) notes.push(`${name} ${SAID[kind] ?? kind}${mark?.text ? ` (${mark.text})` : ""}`);
  });
  const lie = words.filter(Boolean).join(", ") || "empty";
  grid.drawing.setAttribute("aria-label", `${grid.title}: ${lie}${notes.length ? "; " + notes.join(", ") : ""}`);
}

function drawRow({ title, row }, lie, added) {
  const names = [];
  row.replaceChildren(...(lie ?? []).map((piece, place) => {
    const ready = $("piece-" + piece), drawing = ready.content.firstElementChild.cloneNode(true);
    if (added?.includes(place)) drawing.firstElementChild.classList.add("moved");
    names.push(ready.dataset.words + (added?.includes(place) ? " (new)" : ""));
    return drawing;
  }));
  if (!names.length) row.textContent = "\u2013";
  row.setAttribute("aria-label", `${title}: ${names.join("; ") || "nothing"}`);
}

function draw() {
  const frame = data[game].f[at], shown = table(game, earlier ? at - 1 : at);
  const moved = earlier || at === 0 ? [] : (frame.c ?? []).filter((change) => change[1]).map(([slot]) => [slot, "moved"]);
  const marks = new Map([...moved, ...((earlier ? frame.b : frame.m) ?? [])].map(([slot, kind, text]) =>
    [slot, { kind, text }]));
  for (const grid of grids) drawGrid(grid, shown, marks);
  rows.forEach((row, number) => drawRow(row, shown.pieces[number], earlier || at === 0 ? null : shown.added[number]));
  $("lines").textContent = shown.lines.join(" \u00b7 ");
  before.hidden = !frame.b?.length;
  before.setAttribute("aria-pressed", String(earlier));
  before.textContent = earlier ? "Show it as played" : "Show the table before";
}

function show(which, place, move = true) {
  if (which !== game) {
    game = which;
    sections.forEach((section, number) => {
      if (number === game) section.removeAttribute("hidden"); else section.setAttribute("hidden", "until-found");
    });
    if ($("game")) $("game").value = String(game);
    build();
  }
  const events = lists[game];
  $("theatre").hidden = !events.length;
  if (!events.length) return stop();
  at = Math.max(0, Math.min(events.length - 1, place));
  earlier = false;
  range.max = String(events.length - 1);
  range.value = String(at);
  document.querySelectorAll(".now").forEach((event) => event.classList.remove("now"));
  document.querySelectorAll("a[aria-current]").forEach((link) => link.removeAttribute("aria-current"));
  const event = events[at], list = event.parentElement, link = event.querySelector("a");
  event.classList.add("now");
  link.setAttribute("aria-current", "step");
  const found = event.querySelector(".finding strong");
  said.textContent = link.textContent + (found ? ` \u2014 ${found.parentElement.textContent}` : "");
  said.classList.toggle("wrong", found !== null);
  range.setAttribute("aria-valuetext", link.textContent);
  for (const id of ["first", "previous"]) $(id).disabled = at === 0;
  for (const id of ["next", "last"]) $(id).disabled = at === events.length - 1;
  if (at === events.length - 1) stop();
  list.scrollTop = event.offsetTop - list.offsetTop - list.clientHeight / 3;
  if (move) history.replaceState(null, "", "#" + event.id);
  draw();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = "Play";
  play.setAttribute("aria-pressed", "false");
}

function toggle() {
  if (timer) return stop();
  if (at === lists[game].length - 1) show(game, 0);
  timer = setInterval(() => show(game, at + 1), 900);
  play.textContent = "Pause";
  play.setAttribute("aria-pressed", "true");
}

// A browser goes to the event in the list; the table is what is to be seen.
function settle() {
  requestAnimationFrame(() => {
    scrollTo(0, 0);
    if ($("theatre").getBoundingClientRect().top > innerHeight / 2) $("theatre").scrollIntoView({ block: "start" });
  });
}

function follow() {
  const named = $(decodeURIComponent(location.hash.slice(1)));
  const event = named?.closest(".events > li"), section = named?.closest("section.game");
  const which = sections.indexOf(section);
  if (which < 0) return false;
  show(which, event ? lists[which].indexOf(event) : 0, event !== null && event !== undefined);
  return true;
}

const go = { first: () => show(game, 0), previous: () => show(game, at - 1), next: () => show(game, at + 1),
  last: () => show(game, lists[game].length - 1) };
for (const [id, action] of Object.entries(go)) $(id).addEventListener("click", () => { stop(); action(); });
play.addEventListener("click", toggle);
before.addEventListener("click", () => { stop(); earlier = !earlier; draw(); });
range.addEventListener("input", () => { stop(); show(game, Number(range.value)); });
$("game")?.addEventListener("change", (event) => { stop(); show(Number(event.target.value), 0); });
addEventListener("hashchange", () => { stop(); if (follow()) settle(); });
addEventListener("load", () => { if (location.hash) settle(); });
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]'), named = link && $(link.getAttribute("href").slice(1));
  const place = named ? lists[game].indexOf(named) : -1;
  if (place >= 0) { stop(); show(game, place); event.preventDefault(); }
});
sections.forEach((section, number) => section.addEventListener("beforematch", () => show(number, 0)));
document.addEventListener("keydown", (event) => {
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
  if (event.key in keys) { stop(); go[keys[event.key]](); event.preventDefault(); }
  if (event.key === " " && !event.target.closest("button, a, summary, .events")) { toggle(); event.preventDefault(); }
  if (event.key === "b" && !before.hidden) before.click();
});
let touched = null;
stage.addEventListener("touchstart", (event) => { touched = event.touches.length === 1 ? event.touches[0] : null; },
  { passive: true });
stage.addEventListener("touchend", (event) => {
  const end = event.changedTouches[0], x = touched ? end.clientX - touched.clientX : 0;
  if (touched && Math.abs(x) > 45 && Math.abs(x) > 2 * Math.abs(end.clientY - touched.clientY)) {
    stop();
    if (x < 0) go.next(); else go.previous();
  }
  touched = null;
}, { passive: true });
document.documentElement.classList.add("script");
if (!follow()) show(0, 0, false);
