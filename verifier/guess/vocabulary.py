"""The words by which programs name the facts of a move, in several languages."""

# fmt: off
# Of each of our keys the names of fields, the most telling ones first.
NAMES = {
    "player": (
        "player", "p", "who", "actor", "by", "user", "seat", "turn", "pid", "mover", "owner", "active", "pl",
        "spieler", "joueur",
    ),
    "clover": (
        "clover", "tile", "number", "card", "value", "drawn", "drew", "n", "num", "chip", "token", "piece", "v",
        "zahl", "nummer", "karte", "kleeblatt", "plaettchen", "plättchen", "nombre", "chiffre", "trefle",
        "trèfle",
    ),
    "from": (
        "from", "source", "src", "origin", "via", "taken", "zone", "quelle", "herkunft", "von", "origine",
    ),
    "row": (
        "row", "r", "y", "i", "line", "rank", "zeile", "reihe", "ligne",
    ),
    "column": (
        "column", "col", "c", "x", "j", "file", "spalte", "colonne",
    ),
    "cell": (
        "cell", "pos", "position", "square", "field", "at", "to", "target", "place", "spot", "location",
        "coord", "coords", "slot", "space", "where", "index", "idx", "feld", "platz", "zelle", "case", "ort",
    ),
    "out": (
        "out", "swap", "swapped", "replaced", "removed", "old", "exchange", "exchanged", "returned",
        "displaced", "replaces", "replace", "prev", "previous", "kicked", "ejected", "getauscht", "tausch",
        "raus", "ersetzt", "verdrängt", "alt", "retire", "retiré", "remplace", "remplacé",
    ),
    "pile": (
        "pile", "left", "remaining", "deck", "stack", "bag", "down", "remain", "size", "count", "stapel",
        "rest", "uebrig", "übrig", "pioche",
    ),
    "middle": (
        "middle", "table", "open", "discard", "discards", "center", "centre", "up", "pool", "market", "display",
        "discarded", "faceup", "tisch", "mitte", "ablage", "offen", "milieu",
    ),
    "action": (
        "action", "act", "move", "type", "kind", "op", "result", "what", "do", "aktion", "art",
    ),
    "gardens": (
        "gardens", "boards", "grids", "players", "state",
    ),
    "garden": (
        "garden", "board", "grid",
    ),
}
# What says where a clover comes from.
PILE_WORDS = {
    "bag", "blind", "box", "closed", "deck", "down", "draw", "drawn", "drawpile", "draws", "drew", "facedown",
    "gezogen", "haufen", "hidden", "nachziehstapel", "pile", "pioche", "pioché", "reveal", "revealed",
    "reveals", "stack", "stapel", "stock", "supply", "verdeckt", "zieht",
}
MIDDLE_WORDS = {
    "auslage", "center", "centre", "discard", "discarded", "discards", "display", "faceup", "genommen", "grab",
    "grabs", "market", "middle", "milieu", "mitte", "nimmt", "offen", "open", "pick", "picked", "picks", "pool",
    "public", "table", "take", "taken", "takes", "tisch", "took", "up", "visible",
}
# What says what is done with it.
LEAVE_WORDS = {
    "-", "abgelegt", "ablegen", "abwerfen", "away", "back", "bin", "center", "discard", "discarded", "discards",
    "drop", "drops", "keins", "leave", "leaves", "left", "liegen", "middle", "milieu", "mitte", "no", "none",
    "off", "pass", "reject", "table", "throw", "tisch", "trash",
}
EXCHANGE_WORDS = {
    "ersetzt", "exchange", "exchanged", "exchanges", "getauscht", "replace", "replaced", "replaces", "swap",
    "swapped", "swaps", "tausch", "tauschen", "tauscht",
}
PLACE_WORDS = {
    "add", "adds", "gelegt", "laid", "lay", "lays", "legen", "legt", "move", "moves", "place", "placed",
    "places", "play", "plays", "pose", "position", "put", "puts", "set", "setzt", "step", "turn",
}
# fmt: on
