"""Write games in the forms of other programs, apart from the readers of these forms, to compare them with."""

import json
import random
from collections.abc import Sequence
from typing import Any

Event = dict[str, Any]


def clover(number: int) -> Event:
    return {"color": 1, "number": number}


def cell(name: str | None) -> Event:
    return (
        {"row": -1, "column": -1} if name is None else {"row": int(name[1:]) - 1, "column": "abcdefghi".index(name[0])}
    )


def game_park(events: Sequence[Event], rng: random.Random, *, server: bool, follows: bool = False) -> Event:
    """Give a game that shows its pile and middle as Game Park would record it.

    Clovers for everyone are revealed by an action, or `follows`: the first ones are dealt, the others are revealed as a
    consequence of the placement before.
    """
    header, revealed = events[0], [e["clover"] for e in events if e.get("from") == "pile"]
    actions: list[tuple[int, Event]] = []
    everybody = header["players"]
    placed = [e["clover"] for e in events if e["event"] == "setup"]
    michael = header.get("setup") == "michael"
    for number, event in enumerate(e for e in events if e["event"] in ("setup", "turn", "concede")):
        player = event["player"]
        if event["event"] == "concede":
            actions.append((player, {"type": 3, "playerId": player}))
            continue
        if event["event"] == "setup" and michael and number % everybody == 0:
            drawn = list(map(clover, placed[number:][:everybody]))
            actions.append((player, {"type": 2} if server else {"type": 2, "clover": drawn}))
        if event.get("from") == "pile":
            actions.append((player, {"type": 0} if server else {"type": 0, "clover": clover(event["clover"])}))
        move = {"type": 1, "playerId": player, "clover": clover(event["clover"]), **cell(event.get("cell"))}
        actions.append((player, move))
    record: Event = {"note": "a game", "actions": [{"playerId": who, "move": move} for who, move in actions]}
    if follows:
        record["actions"] = following(record["actions"])
    if not server:
        return record
    unseen = list(range(1, 21)) * everybody
    for number in placed + revealed:
        unseen.remove(number)
    if follows:
        placed = placed[everybody:]
    rng.shuffle(unseen)
    bruno = bool(header.get("variants"))
    hands = [[e["clover"] for e in events if e["event"] == "setup" and e["player"] == p + 1] for p in range(everybody)]
    state = {
        "players": [
            {"garden": [], "clovers": list(map(clover, hand[:follows] if michael else hand))} for hand in hands
        ],
        "faceDownClovers": list(map(clover, (placed if michael else []) + revealed + unseen)),
        "faceUpClovers": [],
        "isBrunoVariant": bruno,
        "isMichaelVariant": michael,
    }
    last = [e for e in events if "middle" in e][-1]
    final = {"faceDownClovers": list(map(clover, unseen)), "faceUpClovers": list(map(clover, last["middle"]))}
    return {"initialState": state, "finalState": final, **record}


def following(actions: Sequence[Event]) -> list[Event]:
    """Give the actions without those that reveal a clover for everyone; each but the first follows from another one."""
    kept: list[Event] = []
    for action in actions:
        if action["move"]["type"] != 2:
            kept.append(action | {"consequences": []})
        elif kept:
            kept[-1]["consequences"].append(action["move"])
    return kept


def minified(record: Any) -> bytes:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()


def archive(events: Sequence[Event], names: Sequence[str]) -> Event:
    """Give a game as an archive of packets, its notifications named as in docs/examples/archive.toml."""
    packets: list[Event] = []
    for number, event in enumerate(e for e in events if e["event"] in ("setup", "turn", "end")):
        if event["event"] == "end":
            sent = [{"type": "result", "args": {"winners": [names[player - 1] for player in event["winners"]]}}]
        else:
            who, what = names[event["player"] - 1], {"number": str(event["clover"])}
            args: Event = {"player_id": who, "clover": what}
            sent = [{"type": "revealed", "args": args}] if event.get("from") == "pile" else []
            if event.get("cell") is None:
                sent.append({"type": "left", "args": {"player_id": who}})
            else:
                at = cell(event["cell"])
                sent.append({"type": "laid", "args": args | {"x": str(at["column"]), "y": str(at["row"])}})
        sent.insert(0, {"type": "clock", "log": "", "args": []})
        packets.append({"packet_id": str(number), "move_id": str(number), "data": sent})
    return {"status": 1, "data": {"logs": packets}}
