"""Write a game as the authors of other programs might: each in a shape of his own."""

import json
from collections.abc import Callable, Sequence
from typing import Any

Event = dict[str, Any]
NAMES = ("Anna", "Ben", "Clara", "Dirk")
SIDE = 4


def laid(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event["event"] == kind]


def hands(events: Sequence[Event]) -> list[list[int]]:
    placed = sorted(laid(events, "setup"), key=lambda event: (event["player"], event["cell"]))
    return [[e["clover"] for e in placed if e["player"] == p + 1] for p in range(events[0]["players"])]


def row(event: Event) -> int | None:
    return int(event["cell"][1]) - 1 if event.get("cell") else None


def column(event: Event) -> int | None:
    return "abcd".index(event["cell"][0]) if event.get("cell") else None


def winners(events: Sequence[Event], names: Sequence[Any]) -> Any:
    """Name who has won: one, a list of several, or None where nobody is named."""
    ends = laid(events, "end")
    won = [names[player - 1] for player in (ends[0].get("winners") or [])] if ends else []
    return won[0] if len(won) == 1 else won or None


def flat(events: Sequence[Event]) -> Any:
    """Give short keys and null for what is not there, all counted from 0."""
    moves = [
        {"p": e["player"] - 1, "tile": e["clover"], "from": "deck" if e["from"] == "pile" else "table", "r": row(e), "c": column(e), "swap": e.get("out"), "left": e["pile"], "table": e["middle"]}
        for e in laid(events, "turn")
    ]  # fmt: skip
    return {
        "players": events[0]["players"],
        "start": hands(events),
        "moves": moves,
        "winner": winners(events, range(4)),
    }


def camel(events: Sequence[Event]) -> Any:
    """Give names of many words, players nested and by name, rows and columns from 1."""
    players = [{"id": p, "name": NAMES[p], "startTiles": hand} for p, hand in enumerate(hands(events))]
    history = [
        {
            "turnNumber": number,
            "player": {"id": e["player"] - 1, "name": NAMES[e["player"] - 1]},
            "drawnTile": {"value": e["clover"], "color": "green"},
            "source": "DRAW_PILE" if e["from"] == "pile" else "FACE_UP",
            "action": {"place": "PLACE", "exchange": "REPLACE", "discard": "DISCARD"}[e["action"]],
            "position": {"row": int(e["cell"][1]), "column": "-abcd".index(e["cell"][0])} if e.get("cell") else None,
            "tilesRemaining": e["pile"],
            "faceUpTiles": [{"value": each, "color": "red"} for each in e["middle"]],
        }
        for number, e in enumerate(laid(events, "turn"), 1)
    ]  # fmt: skip
    return {
        "gameId": "x-17",
        "createdAt": "2026-01-02T03:04:05Z",
        "players": players,
        "history": history,
        "result": {"winner": winners(events, NAMES)},
    }


def texts(events: Sequence[Event]) -> Any:
    """Give a line of words for each move."""
    log = [f"P{e['player']} starts with {e['clover']} on {e['cell']}" for e in laid(events, "setup")]
    for e in laid(events, "turn"):
        verb = f"draws {e['clover']}" if e["from"] == "pile" else f"takes {e['clover']} from table"
        log.append(f"P{e['player']} {verb} -> {e.get('cell') or 'discard'}")
    won = winners(events, range(1, 5))
    log += [f"P{won} wins"] if isinstance(won, int) else []
    return {"title": "my game", "log": log}


def worded(events: Sequence[Event]) -> Any:
    """Give sentences, with names and with rows and columns in brackets."""
    log = []
    for e in laid(events, "turn"):
        who, where = NAMES[e["player"] - 1], "deck" if e["from"] == "pile" else "middle"
        if e.get("cell"):
            log.append(f"{who}: {e['clover']} ({where}) to ({row(e)},{column(e)})")
        else:
            log.append(f"{who}: discards {e['clover']}")
    return {"players": list(NAMES[: events[0]["players"]]), "initialHands": hands(events), "events": log}


def matrices(events: Sequence[Event]) -> list[list[Any]]:
    boards = [[[0] * SIDE for _ in range(SIDE)] for _ in range(events[0]["players"])]
    shown = []
    for e in events:
        if e["event"] in ("setup", "turn") and e.get("cell"):
            boards[e["player"] - 1][row(e) or 0][column(e) or 0] = e["clover"]
        if e["event"] in ("start", "turn"):
            shown.append(json.loads(json.dumps(boards)))
    return shown


def boards(events: Sequence[Event]) -> Any:
    """Give the whole table after each move, and no moves."""
    played = [e for e in events if e["event"] in ("start", "turn")]
    return {
        "states": [
            {"mover": e.get("player"), "boards": shown, "faceUp": e["middle"], "deckSize": e["pile"]}
            for e, shown in zip(played, matrices(events), strict=True)
        ]
    }


def moves_and_board(events: Sequence[Event]) -> Any:
    """Give each move with the garden of its player afterwards; cells counted row by row, -1 for none."""
    turns = laid(events, "turn")
    after = matrices(events)[1:]
    moves = [
        {"player": e["player"], "card": e["clover"], "fromDeck": e["from"] == "pile", "cell": (row(e) or 0) * SIDE + (column(e) or 0) if e.get("cell") else -1, "board": shown[e["player"] - 1]}
        for e, shown in zip(turns, after, strict=True)
    ]  # fmt: skip
    return {"num_players": events[0]["players"], "initial_boards": matrices(events)[0], "moves": moves}


def lines(events: Sequence[Event]) -> bytes:
    """Give JSON Lines: what is revealed and what is laid are events of their own."""
    told: list[Event] = [{"type": "game_start", "players": list(NAMES[: events[0]["players"]]), "hands": hands(events)}]
    for number, e in enumerate(laid(events, "turn"), 1):
        who = NAMES[e["player"] - 1]
        if e["from"] == "pile":
            told.append({"type": "draw", "t": number, "player": who, "tile": e["clover"]})
            if e.get("cell"):
                told.append(
                    {"type": "place", "t": number, "player": who, "tile": e["clover"], "pos": [row(e), column(e)]}
                )
            else:
                told.append({"type": "discard", "t": number, "player": who, "tile": e["clover"]})
        else:
            told.append({"type": "take", "t": number, "player": who, "tile": e["clover"], "pos": [row(e), column(e)]})
    if winners(events, NAMES):
        told.append({"type": "game_over", "winner": winners(events, NAMES)})
    return b"".join(json.dumps(each).encode() + b"\n" for each in told)


def rounds(events: Sequence[Event]) -> Any:
    """Give several moves in one entry, a round, with cells named and a word for no cell."""
    told: list[Event] = []
    for e in laid(events, "turn"):
        if not told or len(told[-1]["plays"]) == events[0]["players"]:
            told.append({"round": len(told) + 1, "plays": []})
        told[-1]["plays"].append(
            {"who": f"player{e['player']}", "number": e["clover"], "taken_from": "stack" if e["from"] == "pile" else "centre", "to": (e.get("cell") or "centre").upper() if e.get("cell") else "centre"}
        )  # fmt: skip
    return {"setup": {f"player{p}": hand for p, hand in enumerate(hands(events), 1)}, "rounds": told}


def tuples(events: Sequence[Event]) -> Any:
    """Give each move as a list, rows and columns from 0, -1 and -1 for none."""
    moves = [
        [e["player"] - 1, e["clover"], "pile" if e["from"] == "pile" else "middle", -1 if row(e) is None else row(e), -1 if column(e) is None else column(e)]
        for e in laid(events, "turn")
    ]  # fmt: skip
    return {"start": hands(events), "moves": moves}


def placements(events: Sequence[Event]) -> Any:
    """Give the set-up among the moves, x and y, and a flag for the source."""
    moves = [
        {"seat": e["player"], "num": e["clover"], "x": None if column(e) is None else (column(e) or 0) + 1, "y": None if row(e) is None else (row(e) or 0) + 1, **({"drawn": e["from"] == "pile"} if e["event"] == "turn" else {})}
        for e in events
        if e["event"] in ("setup", "turn")
    ]  # fmt: skip
    return {"seats": events[0]["players"], "log": moves}


def ordered(events: Sequence[Event]) -> Any:
    """Name no player at all: whose turn it is follows from the order."""
    moves = [
        {"tile": e["clover"], "src": "bag" if e["from"] == "pile" else "pool", "at": e.get("cell")}
        for e in laid(events, "turn")
    ]
    return {"hands": hands(events), "turns": moves}


def two_keys(events: Sequence[Event]) -> Any:
    """Say by the key where a clover came from."""
    moves = [
        {"player": e["player"], ("draw" if e["from"] == "pile" else "take"): e["clover"], "place": e.get("cell")}
        for e in laid(events, "turn")
    ]
    return {"start": hands(events), "moves": moves}


def games(events: Sequence[Event]) -> Any:
    """Give a list of games in one file."""
    return {"program": "x", "games": [flat(events), flat(events)]}


def game_lines(events: Sequence[Event]) -> bytes:
    """Give a whole game in each line."""
    return (json.dumps(flat(events)).encode() + b"\n") * 2


def numbered(events: Sequence[Event]) -> Any:
    """Give an object of moves by their numbers, cells as texts of two numbers."""
    moves = {
        str(number): {"pl": f"player {e['player']}", "tile": e["clover"], "from": "bag" if e["from"] == "pile" else "open", "pos": f"{row(e)},{column(e)}" if e.get("cell") else ""}
        for number, e in enumerate(laid(events, "turn"), 1)
    }  # fmt: skip
    return {"setup": {f"player {p}": hand for p, hand in enumerate(hands(events), 1)}, "moves": moves}


def steps(events: Sequence[Event]) -> Any:
    """Give the parts of a turn as steps in it."""
    told: list[Event] = []
    for e in laid(events, "turn"):
        first = {"kind": "drawTile" if e["from"] == "pile" else "takeTile", "tile": e["clover"]}
        last = {"kind": "placeTile", "row": row(e), "col": column(e)} if e.get("cell") else {"kind": "discardTile"}
        told.append({"player": e["player"] - 1, "steps": [first, last]})
    return {"startingTiles": hands(events), "turns": told}


def snapshots(events: Sequence[Event]) -> bytes:
    """Give the whole state in each line, the gardens in the players."""
    played = [e for e in events if e["event"] in ("start", "turn")]
    shown = [
        {"n": n, "players": [{"name": NAMES[p], "grid": [[each or None for each in line] for line in grid]} for p, grid in enumerate(grids)], "discardPile": e["middle"], "remaining": e["pile"], "lastMover": NAMES[e["player"] - 1] if "player" in e else None}
        for n, (e, grids) in enumerate(zip(played, matrices(events), strict=True))
    ]  # fmt: skip
    return b"".join(json.dumps(each).encode() + b"\n" for each in shown)


def hands_first(events: Sequence[Event]) -> bytes:
    """Give JSON Lines with what each player gets in a line of his own."""
    told: list[Event] = [{"event": "setup", "player": NAMES[p], "tiles": hand} for p, hand in enumerate(hands(events))]
    told += [
        {"event": "move", "player": NAMES[e["player"] - 1], "tile": e["clover"], "fromPile": e["from"] == "pile", "square": e.get("cell"), "kicked": e.get("out")}
        for e in laid(events, "turn")
    ]  # fmt: skip
    return b"".join(json.dumps(each).encode() + b"\n" for each in told)


def german(events: Sequence[Event]) -> Any:
    """Give the words of another language, and the hands by name."""
    moves = [
        {"spieler": NAMES[e["player"] - 1], "zahl": e["clover"], "quelle": "Stapel" if e["from"] == "pile" else "Tisch", "zeile": int(e["cell"][1]) if e.get("cell") else None, "spalte": "-abcd".index(e["cell"][0]) if e.get("cell") else None}
        for e in laid(events, "turn")
    ]  # fmt: skip
    names = NAMES[: events[0]["players"]]
    return {"spieler": names, "startaufstellung": dict(zip(names, hands(events), strict=True)), "zuege": moves}


def letters(events: Sequence[Event]) -> Any:
    """Give letters for everything."""
    moves = [
        {"side": "ABCD"[e["player"] - 1], "t": e["clover"], "o": "D" if e["from"] == "pile" else "T", "sq": (e.get("cell") or "-").upper()}
        for e in laid(events, "turn")
    ]  # fmt: skip
    return {"moves": moves, "init": {"ABCD"[p]: hand for p, hand in enumerate(hands(events))}}


def two_lists(events: Sequence[Event]) -> Any:
    """Give the set-up in a list of its own, written as the moves are."""
    keys = ("player", "clover", "from", "cell")
    setup, turns = (
        [{key: e[key] for key in keys if key in e} for e in laid(events, kind)] for kind in ("setup", "turn")
    )
    return {"placements": setup, "turns": turns}


def from_below(events: Sequence[Event]) -> Any:
    """Count the rows from below."""
    moves = [
        {"p": e["player"], "tile": e["clover"], "src": e["from"], "row": 5 - int(e["cell"][1]) if e.get("cell") else None, "col": e["cell"][0] if e.get("cell") else None}
        for e in laid(events, "turn")
    ]  # fmt: skip
    return {"start": hands(events), "moves": moves}


def one_word(events: Sequence[Event]) -> Any:
    """Give one word for adding and exchanging, with what lay there in a key of its own; 0 and 0 are no cell."""
    moves = [
        {"player": e["player"], "tile": e["clover"], "from": e["from"], "action": "discard" if e["action"] == "discard" else "place", "row": (-1 if row(e) is None else row(e) or 0) + 1, "col": (-1 if column(e) is None else column(e) or 0) + 1, "replaced": e.get("out")}
        for e in laid(events, "turn")
    ]  # fmt: skip
    return {"players": events[0]["players"], "start": hands(events), "moves": moves}


def keyed_rounds(events: Sequence[Event]) -> Any:
    """Give rounds with a move for each player, by name."""
    told: list[Event] = []
    for e in laid(events, "turn"):
        who = NAMES[e["player"] - 1]
        if not told or who in told[-1]:
            told.append({})
        told[-1][who] = {"tile": e["clover"], "from": e["from"], "at": e.get("cell")}
    return {"start": dict(zip(NAMES, hands(events), strict=False)), "rounds": told}


def keyed_moves(events: Sequence[Event]) -> Any:
    """Give the moves of each player in a list of his own."""
    told: dict[str, list[Event]] = {}
    for e in laid(events, "turn"):
        move = {"tile": e["clover"], "from": e["from"], "at": e.get("cell")}
        told.setdefault(str(e["player"] - 1), []).append(move)
    return {"start": hands(events), "moves": told}


Shape = Callable[[Sequence[Event]], Any]
SHAPES: dict[str, Shape] = {
    shape.__name__: shape
    for shape in (
        flat,
        camel,
        texts,
        worded,
        boards,
        moves_and_board,
        lines,
        rounds,
        tuples,
        placements,
        ordered,
        two_keys,
        games,
        game_lines,
        numbered,
        steps,
        snapshots,
        hands_first,
        german,
        letters,
        two_lists,
        from_below,
        one_word,
        keyed_rounds,
        keyed_moves,
    )
}


def written(shape: Shape, events: Sequence[Event]) -> bytes:
    record = shape(events)
    return record if isinstance(record, bytes) else json.dumps(record).encode()
