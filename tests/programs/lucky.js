// Lucky Numbers, played over standard input and output; `--mistake` makes the program wrong in one way.
"use strict";
const readline = require("node:readline");

const CAN = ["deal", "table", "legal", "refuse", "result", "concede", "again", "play"];
const MISTAKES = [
  "LN103: any cell will do",
  "LN201: anti-clockwise",
  "LN204: a clover taken from the middle may be put back",
  "LN207: option B also costs a face-down clover",
  "LN301: equal numbers pass",
  "LN301: only direct neighbours are compared",
  "LN303: the old clover vanishes",
  "LN402: play goes on for ever",
  "LN403: a tie has no winner",
];

class Refused extends Error {}

function refuseIf(wrong, why) {
  if (wrong) throw new Refused(why);
}

/** Give numbers from 0 to 1, always the same ones for a seed. */
function randomFrom(seed) {
  let state = Number(seed) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const sameNumbers = (one, other) => {
  const [a, b] = [one, other].map((numbers) => [...numbers].sort((x, y) => x - y));
  return a.length === b.length && a.every((number, place) => number === b[place]);
};

function removeOne(numbers, number) {
  const place = numbers.indexOf(number);
  refuseIf(place < 0, `there is no ${number}`);
  numbers.splice(place, 1);
}

/** One game after another. Players and cells are counted from 0; 0 is an empty cell. */
class LuckyNumbers {
  constructor(wrong, side, top) {
    Object.assign(this, { wrong: new Set(wrong), side, top });
    this.cells = Array.from({ length: side * side }, (_, cell) => cell);
    this.names = this.cells.map((cell) => String.fromCharCode(97 + (cell % side)) + (Math.floor(cell / side) + 1));
    this.lines = this.cells.map((cell) => this.cells.filter((other) => this.inLine(cell, other)));
    this.open(2, 0);
  }

  inLine(cell, other) {
    const right = Math.abs((cell % this.side) - (other % this.side));
    const down = Math.abs(Math.floor(cell / this.side) - Math.floor(other / this.side));
    const far = this.wrong.has("LN301: only direct neighbours are compared") ? 1 : this.side;
    return (right === 0) !== (down === 0) && right + down <= far;
  }

  open(players, seed) {
    const each = (what) => Array.from({ length: players }, what);
    Object.assign(this, { players, random: randomFrom(seed), pile: [], middle: [], winners: [] });
    Object.assign(this, { gardens: each(() => this.cells.map(() => 0)), hands: each(() => []), placed: each(() => 0) });
    Object.assign(this, { michael: false, playing: false, over: false, lastRevealed: false, held: 0, source: "" });
    this.conceded = new Set();
    this.toMove = this.choose([...this.gardens.keys()]);
  }

  choose(things) {
    return things[Math.floor(this.random() * things.length)];
  }

  deal({ players, setup, seed, hands, pile }) {
    refuseIf(![2, 3, 4].includes(players), "2 to 4 can play");
    this.open(players, seed);
    this.michael = setup === "michael";
    const whole = Array.from({ length: players * this.top }, (_, place) => (place % this.top) + 1);
    for (let last = whole.length - 1; last > 0; last--) {
      const place = Math.floor(this.random() * (last + 1));
      [whole[last], whole[place]] = [whole[place], whole[last]];
    }
    if (pile) refuseIf(!sameNumbers([...(hands || []).flat(), ...pile], whole), "these are not whole sets");
    this.hands = hands || this.hands.map(() => whole.splice(0, this.side));
    if (hands && !pile) hands.flat().forEach((clover) => removeOne(whole, clover));
    this.pile = pile || whole;
  }

  lay(player, clover, cell) {
    const [hand, garden] = [this.hands[player], this.gardens[player]];
    refuseIf(!hand.includes(clover), `player ${player + 1} has no ${clover} to place`);
    refuseIf(this.michael && this.placed[player] > Math.min(...this.placed), "the others come first");
    const marked = cell % (this.side + 1) === 0 || this.wrong.has("LN103: any cell will do");
    refuseIf(!marked, "not on the diagonal");
    refuseIf(garden[cell], "that cell is taken");
    removeOne(hand, clover);
    garden[cell] = clover;
    this.placed[player] += 1;
    this.playing = Math.min(...this.placed) === this.side;
  }

  table({ players, gardens, middle, pile, to_move: toMove }) {
    this.open(players, 0);
    const read = (text) => text.split(/[ /]/).map((field) => (field === "." ? 0 : Number(field)));
    Object.assign(this, { gardens: gardens.map(read), middle, pile, toMove: toMove - 1, playing: true });
    refuseIf(this.gardens.some((garden) => garden.length !== this.cells.length), `not gardens of ${this.side} rows`);
    if (this.gardens.some((garden) => !garden.includes(0))) this.finish();
  }

  fits(player, cell, clover) {
    const garden = this.gardens[player];
    return this.lines[cell].every((other) => {
      const there = garden[other];
      if (!there || (there === clover && this.wrong.has("LN301: equal numbers pass"))) return true;
      return other < cell ? there < clover : there > clover;
    });
  }

  checkTurn(player) {
    refuseIf(this.over, "play is over");
    refuseIf(!this.playing, "the set-up is not done");
    refuseIf(player !== this.toMove, `it is the turn of player ${this.toMove + 1}`);
  }

  take(player, source, clover) {
    this.checkTurn(player);
    refuseIf(this.held, `the ${this.held} must be placed or left first`);
    if (source === "middle") {
      removeOne(this.middle, clover);
      if (this.wrong.has("LN207: option B also costs a face-down clover")) this.pile.pop();
    } else {
      refuseIf(!this.pile.length, "no clover lies face down any more");
      clover = this.pile.shift();
      this.lastRevealed = !this.pile.length;
    }
    Object.assign(this, { held: clover, source });
    return clover;
  }

  mayLeave() {
    return this.source === "pile" || this.wrong.has("LN204: a clover taken from the middle may be put back");
  }

  put(player, clover, cell) {
    this.checkTurn(player);
    refuseIf(!this.held || clover !== this.held, "that clover is not in hand");
    if (cell === null) {
      refuseIf(!this.mayLeave(), "it must be placed");
      this.middle.push(clover);
    } else {
      refuseIf(!this.fits(player, cell, clover), `${clover} does not ascend there`);
      const old = this.gardens[player][cell];
      if (old && !this.wrong.has("LN303: the old clover vanishes")) this.middle.push(old);
      this.gardens[player][cell] = clover;
    }
    this.held = 0;
    this.toMove = this.next(player);
    const full = this.gardens.some((garden) => !garden.includes(0));
    if (full || (this.lastRevealed && !this.wrong.has("LN402: play goes on for ever"))) this.finish();
  }

  next(player) {
    const step = this.wrong.has("LN201: anti-clockwise") ? this.players - 1 : 1;
    do player = (player + step) % this.players;
    while (this.conceded.has(player));
    return player;
  }

  empty() {
    return this.gardens.map((garden) => garden.filter((clover) => !clover).length);
  }

  finish() {
    const [empty, everybody] = [this.empty(), [...this.gardens.keys()]];
    const staying = everybody.filter((player) => !this.conceded.has(player));
    const fewest = Math.min(...staying.map((player) => empty[player]));
    this.over = true;
    this.winners = staying.filter((player) => empty[player] === fewest);
    if (this.winners.length > 1 && this.wrong.has("LN403: a tie has no winner")) this.winners = [];
  }

  concede(player) {
    refuseIf(this.over || !this.playing || this.held || this.conceded.has(player), "nobody can give up now");
    this.conceded.add(player);
    if (this.players - this.conceded.size === 1) this.finish();
    else if (player === this.toMove) this.toMove = this.next(player);
  }

  legal() {
    if (!this.playing) return null;
    if (this.over) return [];
    const fitting = (clover) => this.cells.filter((cell) => this.fits(this.toMove, cell, clover));
    if (this.held) return [...fitting(this.held).map((cell) => this.names[cell]), ...(this.mayLeave() ? ["-"] : [])];
    const takes = [...new Set(this.middle)].flatMap((clover) =>
      fitting(clover).map((cell) => `take ${clover} ${this.names[cell]}`),
    );
    return [...(this.pile.length ? ["draw"] : []), ...takes];
  }

  /** Let the program have its turn: it reveals a clover, and adds it if it can. */
  play(player) {
    if (!this.playing && this.hands[player].length) {
      const free = this.cells.filter((cell) => cell % (this.side + 1) === 0 && !this.gardens[player][cell]);
      return this.lay(player, this.hands[player][0], this.choose(free));
    }
    const clover = this.take(player, "pile");
    const cells = this.cells.filter((cell) => !this.gardens[player][cell] && this.fits(player, cell, clover));
    return this.put(player, clover, cells.length ? this.choose(cells) : null);
  }

  shows() {
    const rows = (garden) => Array.from({ length: this.side }, (_, row) => garden.slice(row * this.side, (row + 1) * this.side));
    const text = (garden) => rows(garden).map((row) => row.map((clover) => clover || ".").join(" ")).join("/");
    return {
      pile: this.pile.length,
      middle: this.middle,
      gardens: this.gardens.map(text),
      ...(this.playing ? { held: this.held || null } : { hands: this.hands }),
      to_move: this.playing && !this.over ? this.toMove + 1 : null,
      over: this.over,
    };
  }
}

/** What the protocol asks, put to the game. */
class Adapter {
  constructor(game, can) {
    Object.assign(this, { game, can, own: [] });
  }

  answer(request) {
    const does = request.do;
    if (CAN.includes(does) && !this.can.includes(does)) return { ok: false, cannot: `${does} is not offered` };
    try {
      return this[`on_${does}`](request);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, [this.can.includes("refuse") ? "why" : "cannot"]: error.message };
      return { error: String(error) };
    }
  }

  done(more) {
    return { ok: true, ...more, shows: this.game.shows() };
  }

  player({ player }) {
    refuseIf(!(player >= 1 && player <= this.game.players), `there is no player ${player}`);
    return player - 1;
  }

  on_hello() {
    const { side, top } = this.game;
    const size = { ...(side === 4 ? {} : { side }), ...(top === 20 ? {} : { top }) };
    const what = { name: "Lucky Numbers in JavaScript", players: [2, 3, 4], setups: ["standard", "michael"] };
    return { ...what, diagonal: "players", can: this.can, ...size };
  }

  on_new(request) {
    this.own = request.own || [];
    refuseIf((request.variants || []).length, "no house rules");
    this.game.deal(request);
    return this.done();
  }

  on_table(request) {
    this.game.table(request);
    return this.done();
  }

  on_take(request) {
    return this.done({ clover: this.game.take(this.player(request), request.from, request.clover) });
  }

  on_put(request) {
    const { game } = this;
    const cell = request.cell === null ? null : game.names.indexOf(request.cell);
    refuseIf(cell === -1, `there is no cell ${request.cell}`);
    refuseIf(cell === null && !game.playing, "the set-up is not done");
    if (game.playing) game.put(this.player(request), request.clover, cell);
    else game.lay(this.player(request), request.clover, cell);
    return this.done();
  }

  on_play(request) {
    refuseIf(!this.own.includes(request.player), `player ${request.player} is not the program's own`);
    this.game.play(this.player(request));
    return this.done();
  }

  on_concede(request) {
    this.game.concede(this.player(request));
    return this.done();
  }

  on_legal() {
    return { moves: this.game.legal() };
  }

  on_result() {
    const { over, winners } = this.game;
    return over ? { over, winners: winners.map((player) => player + 1), empty: this.game.empty() } : { over };
  }
}

function main(words) {
  const told = { side: "4", top: "20", can: CAN.join(","), mistake: [] };
  if (words[0] === "--list-mistakes") {
    console.log(JSON.stringify(Object.fromEntries(MISTAKES.map((mistake) => [mistake, null]))));
    return;
  }
  for (let place = 0; place < words.length; place += 2) {
    const [name, value] = [words[place].slice(2), words[place + 1]];
    if (!(name in told) || value === undefined) throw new Error(`unknown option ${words[place]}`);
    if (name === "mistake" && !MISTAKES.includes(value)) throw new Error(`unknown mistake ${value}`);
    told[name] = name === "mistake" ? [...told.mistake, value] : value;
  }
  const game = new LuckyNumbers(told.mistake, Number(told.side), Number(told.top));
  const adapter = new Adapter(game, told.can.split(",").filter(Boolean));
  const lines = readline.createInterface({ input: process.stdin, terminal: false });
  lines.on("line", (line) => process.stdout.write(JSON.stringify(adapter.answer(JSON.parse(line))) + "\n"));
}

main(process.argv.slice(2));
