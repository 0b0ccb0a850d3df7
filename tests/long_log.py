"""A legal game of as many turns as are wanted: two players exchange what lies in the middle for its equal."""

import sys
from collections.abc import Iterator

HEAD = (
    b'{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2,"side":2}',
    b'{"event":"setup","player":1,"clover":1,"cell":"a1"}',
    b'{"event":"setup","player":1,"clover":5,"cell":"b2"}',
    b'{"event":"setup","player":2,"clover":2,"cell":"a1"}',
    b'{"event":"setup","player":2,"clover":4,"cell":"b2"}',
    b'{"event":"start","first":1,"pile":36,"middle":[]}',
    b'{"event":"turn","player":1,"from":"pile","clover":5,"action":"discard","pile":35,"middle":[5]}',
    b'{"event":"turn","player":2,"from":"pile","clover":4,"action":"discard","pile":34,"middle":[5,4]}',
)
ROUND = [
    b'{"event":"turn","player":1,"from":"middle","clover":5,"action":"exchange","cell":"b2","out":5,"pile":34,"middle":[4,5]}',
    b'{"event":"turn","player":2,"from":"middle","clover":4,"action":"exchange","cell":"b2","out":4,"pile":34,"middle":[5,4]}',
]


def blocks(turns: int) -> Iterator[list[bytes]]:
    """Give the lines of a game, a thousand turns at a time."""
    yield list(HEAD)
    for _ in range(turns // 1000):
        yield ROUND * 500


if __name__ == "__main__":
    for block in blocks(int(sys.argv[1])):
        sys.stdout.buffer.write(b"\n".join(block) + b"\n")
