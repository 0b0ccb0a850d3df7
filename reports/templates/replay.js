"use strict";
const $ = (id) => document.getElementById(id);
const all = (which, within = document) => [...within.querySelectorAll(which)];
const copy = (id) => $(id).content.firstElementChild.cloneNode(true);
const on = (target, event, act) => target?.addEventListener(event, act);
const { games: data, lines: sentences, said: words } = JSON.parse($("data").textContent);
const sections = all("section.game");
const lists = sections.map((section) => all(".events > li", section));
const stage = $("stage"), range = $("range"), said = $("said"), play = $("play"), before = $("before");
let game = -1, at = 0, earlier = false, timer = 0, grids = [], rows = [], touched = null;

// The table after an event: what lies on each cell, in each row of pieces, and the lines below.
function table(upto) {
  const shown = { cells: [], kinds: [], pieces: [], added: [], lines: [] };
  for (const frame of data[game].f.slice(0, upto + 1)) {
    for (const [cell, text, kind] of frame.c ?? []) { shown.cells[cell] = text; shown.kinds[cell] = kind; }
    shown.added = [];
    for (const row in frame.s) {
      const [first, count, come] = frame.s[row];
      const gone = (shown.pieces[row] ??= []).splice(first, count, ...come);
      shown.added[row] = come.flatMap((piece, place) => {
        const same = gone.indexOf(piece);
        if (same >= 0) gone.splice(same, 1);
        return same < 0 ? [first + place] : [];
      });
    }
    shown.lines = frame.l ?? shown.lines;
  }
  return shown;
}

function make(tag, kind, ...content) {
  const made = document.createElement(tag);
  made.className = kind;
  made.append(...content);
  return made;
}

// The drawings of a game are made once, from those on the page.
function build() {
  stage.replaceChildren();
  for (const event of lists[game]) event.querySelector("a").href = "#" + event.id;
  let from = 0;
  grids = data[game].g.map(([title, blank]) => {
    const drawing = copy("blank-" + blank);
    const cells = all("g", drawing), grid = { title, drawing, cells, from };
    stage.append(make("figure", "", make("figcaption", "", title), drawing));
    from += cells.length;
    return grid;
  });
  rows = data[game].r.map((title) => {
    const row = make("div", "pieces");
    row.setAttribute("role", "img");
    stage.append(make("figure", "row", make("figcaption", "", title), row));
    return { title, row };
  });
}

function drawGrid({ title, drawing, cells, from }, shown, marks) {
  const across = Math.sqrt(cells.length), lie = [], notes = [], named = drawing.querySelector(".edge");
  cells.forEach((cell, number) => {
    const mark = marks.get(from + number), text = shown.cells[from + number], [square, piece, label] = cell.children;
    const kind = mark?.kind ?? shown.kinds[from + number] ?? "";
    cell.setAttribute("class", text ? "taken" : "free");
    square.setAttribute("class", "cell " + kind);
    piece.setAttribute("class", "clover " + kind);
    label.textContent = mark?.text || text || (kind === "legal" ? "\u2022" : "");
    const name = named ? "abcdefghi"[number % across] + (Math.floor(number / across + 1)) : number + 1;
    if (text) lie.push(`${name} ${text}`);
    if (kind) notes.push(`${name} ${words[kind]}${mark?.text ? ` (${mark.text})` : ""}`);
  });
  drawing.setAttribute("aria-label", `${title}: ${[lie.join(", ") || "empty", ...notes].join("; ")}`);
}

function drawRow({ title, row }, lie, kinds) {
  const names = lie.map((piece, place) => $("piece-" + piece).dataset.words +
    (kinds[place] ? ` (${words[kinds[place]]})` : ""));
  row.replaceChildren(...lie.map((piece, place) => {
    const drawing = copy("piece-" + piece);
    if (kinds[place]) drawing.firstElementChild.classList.add(kinds[place]);
    return drawing;
  }));
  if (!lie.length) row.textContent = "nothing";
  row.setAttribute("aria-label", `${title}: ${names.join("; ") || "nothing"}`);
}

function draw() {
  const frame = data[game].f[at], shown = table(earlier ? at - 1 : at), marks = new Map();
  if (!earlier && at) for (const [cell, text] of frame.c ?? []) if (text) marks.set(cell, { kind: "moved" });
  const [inCells, inRows] = earlier ? [frame.b, frame.w] : [frame.m, frame.x];
  for (const kind in inCells)
    for (const each of inCells[kind]) { const [cell, text] = [each].flat(); marks.set(cell, { kind, text }); }
  for (const grid of grids) drawGrid(grid, shown, marks);
  rows.forEach((row, number) => {
    const [first, gone, come, marked] = inRows?.[number] ?? [0, 0, [], {}];
    const lie = shown.pieces[number] ?? [], kinds = [];
    if (!earlier && at) for (const place of shown.added[number] ?? []) kinds[place] = "moved";
    for (const kind in marked) for (const place of marked[kind]) kinds[place] = kind;
    lie.splice(first, gone, ...come);
    drawRow(row, lie, kinds);
  });
  const worth = all(".worth", lists[game][at]).map((each) => each.textContent);
  $("lines").textContent = [...earlier ? worth : [], ...shown.lines.map((line) => sentences[line])].join(" \u00b7 ");
  before.disabled = !at;
  before.setAttribute("aria-pressed", earlier);
}

function show(which, place, move = true, note = "") {
  if (which !== game) {
    game = which;
    sections.forEach((section, number) => { section.hidden = number !== game && "until-found"; });
    if ($("game")) $("game").value = game;
    $("breach").href = breach(game);
    $("breach").hidden = !breach(game);
    build();
  }
  const events = lists[game], event = events[at = Math.max(0, Math.min(events.length - 1, place))];
  $("theatre").hidden = !event;
  if (!event) return stop();
  earlier = false;
  range.max = events.length - 1;
  range.value = at;
  for (const each of all(".now")) each.classList.remove("now");
  for (const each of all("[aria-current]")) each.removeAttribute("aria-current");
  const list = event.parentElement, link = event.querySelector("a"), found = event.querySelector(".finding p");
  event.classList.add("now");
  link.setAttribute("aria-current", "step");
  said.textContent = note + link.textContent + (found ? ` \u2014 ${found.textContent}` : "");
  said.classList.toggle("wrong", found);
  range.setAttribute("aria-valuetext", link.textContent);
  $("first").disabled = $("previous").disabled = !at;
  $("next").disabled = $("last").disabled = at === events.length - 1;
  if ($("last").disabled) stop();
  list.scrollTop = event.offsetTop - list.clientHeight / 3;
  const point = sections[game].querySelector(`.values a[href="#${event.id}"]`), curve = point?.closest("figure");
  point?.setAttribute("aria-current", "step");
  if (curve) curve.scrollLeft = point.getBBox().x - curve.clientWidth / 2;
  if (move) history.replaceState(null, "", "#" + event.id);
  draw();
}

function stop() {
  timer = clearInterval(timer);
  play.textContent = "Play";
}

function toggle() {
  if (timer) return stop();
  if ($("last").disabled) show(game, 0);
  timer = setInterval(() => show(game, at + 1), 900);
  play.textContent = "Pause";
}

// A browser goes to the event in the list; the table is what is to be seen.
const settle = () => requestAnimationFrame(() => { scrollTo(0, 0); seen(); });

function seen() {
  const { top, bottom } = $("theatre").getBoundingClientRect();
  if (top > innerHeight / 2 || bottom < innerHeight / 2) $("theatre").scrollIntoView();
}

// A game opens where its rules are first broken, if they are.
const breach = (which) => sections[which].querySelector(".first")?.hash ?? "";
const open = (which, move) => show(which, lists[which].indexOf($(breach(which).slice(1))), move);

function follow() {
  const name = location.hash.slice(1).replace(/^g1-|\b0+(?=\d)/g, ""), named = $(name);
  const event = named?.closest(".events > li"), beyond = named ? null : /^(?:g(\d+)-)?turn-(\d+)$/.exec(name);
  const which = beyond ? (beyond[1] ?? 1) - 1 : sections.indexOf(named?.closest(".game"));
  if (!lists[which]) return false;
  if (beyond) show(which, Infinity, true, `There is no turn ${beyond[2]}; the end: `);
  else if (event) show(which, lists[which].indexOf(event));
  else open(which, false);
  return true;
}

const go = { first: () => 0, previous: () => at - 1, next: () => at + 1, last: () => Infinity };
const step = (name) => { stop(); show(game, go[name]()); };
for (const name in go) on($(name), "click", () => step(name));
on(play, "click", toggle);
on(before, "click", () => { stop(); earlier = !earlier; draw(); });
on(range, "input", () => { stop(); show(game, +range.value); });
on($("game"), "change", (event) => { stop(); open(+event.target.value); });
on(window, "hashchange", () => { stop(); if (follow()) settle(); });
on(window, "load", () => { if (named) settle(); });
on(window, "beforeprint", () => { for (const each of all("details", sections[game])) each.open = true; });
on(document, "click", (event) => {
  const place = lists[game].indexOf($(event.target.closest("a")?.getAttribute("href")?.slice(1)));
  if (place >= 0) { stop(); show(game, place); event.preventDefault(); seen(); }
});
sections.forEach((section, number) => on(section, "beforematch", () => show(number, 0, false)));
on(document, "keydown", (event) => {
  const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
  if (event.key === "b") before.click();
  if (name) step(name);
  else if (event.key === " " && !event.target.closest("button, a, summary, .events")) toggle();
  else return;
  event.preventDefault();
});
on(stage, "touchstart", ({ touches }) => { touched = touches[1] ? null : touches[0]; });
on(stage, "touchend", ({ changedTouches: [end] }) => {
  const x = touched ? end.clientX - touched.clientX : 0;
  if (Math.abs(x) > 45 && Math.abs(x) > 2 * Math.abs(end.clientY - touched.clientY)) step(x < 0 ? "next" : "previous");
  touched = null;
});
document.documentElement.classList.add("script");
const named = follow();
if (!named) open(Math.max(0, lists.findIndex((_, which) => breach(which))), false);
