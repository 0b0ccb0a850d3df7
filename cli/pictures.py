"""Options and files of pictures, for every command that speaks of positions."""

import os
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import typer

from cli.options import refuse
from reports.style import count_of

SVG = typer.Option(None, "--svg", metavar="FILE", help="Draw the position into a file.")
PNG = typer.Option(None, "--png", metavar="FILE", help="The same as PNG (needs the extra `pictures`).")
SVG_FOLDER = typer.Option(None, "--svg", metavar="DIR", help="Draw each kind of finding once, into a folder.")
PNG_FOLDER = typer.Option(None, "--png", metavar="DIR", help="The same as PNG (needs the extra `pictures`).")


class PictureFiles:
    """The files that a user wants a picture in; what cannot be written is refused before any work is done."""

    def __init__(self, svg: Path | None, png: Path | None) -> None:
        from cli.solve_files import writable

        need_png(png)
        self.svg, self.png = svg, png
        for path, ending, other in ((svg, "svg", "png"), (png, "png", "svg")):
            if path is not None and path.suffix.lower() == f".{other}":
                refuse(f"--{ending} {path} names a .{other} file", f"write --{other} {path}")
        writable([path for path in (svg, png) if path is not None])

    def __bool__(self) -> bool:
        return (self.svg, self.png) != (None, None)

    def write(self, picture: str, shown: str = "") -> None:
        """Write a picture into every file that is asked for, and tell what it shows."""
        for path in (self.svg, self.png):
            if path is not None:
                write_picture(path, picture, png=path is self.png)
                print(f"written: {path} {shown}".rstrip(), file=sys.stderr)


class PictureFolders:
    """The folders that a user wants several pictures in."""

    def __init__(self, svg: Path | None, png: Path | None) -> None:
        from cli.prove_files import ready

        need_png(png)
        self.svg, self.png = svg, png
        for folder in (svg, png):
            if folder is not None:
                ready(folder)

    def __bool__(self) -> bool:
        return (self.svg, self.png) != (None, None)

    def write(self, pictures: Sequence[tuple[str, Callable[[], str]]]) -> None:
        """Write pictures by their names, and tell how many there are."""
        for name, draw in pictures:
            picture = draw()
            for folder, ending in ((self.svg, ".svg"), (self.png, ".png")):
                if folder is not None:
                    write_picture(folder / f"{name}{ending}", picture, png=ending == ".png")
        for folder in (self.svg, self.png):
            if folder is not None:
                print(f"written: {folder} ({count_of(len(pictures), 'picture')})", file=sys.stderr)


def need_png(wanted: object) -> None:
    """Refuse to make PNG where the library for it is not installed."""
    if wanted is not None and find_spec("resvg_py") is None:
        refuse("PNG needs resvg-py", "install cloverproof with its extra: pip install 'cloverproof[pictures]'")


def write_picture(path: Path, picture: str, *, png: bool) -> None:
    """Write one picture; say which file cannot be written, and why."""
    from reports.pictures.files import png_file

    content = png_file(picture) if png else picture.encode("utf-8")
    try:
        path.write_bytes(content)
    except OSError as fault:
        refuse(f"cannot write {path}: {os.strerror(fault.errno) if fault.errno else fault}")
