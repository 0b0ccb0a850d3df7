"""Options and files of pictures, for every command that speaks of positions."""

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import typer

from cli.folders import writable_folder
from cli.options import refuse
from reports.style import count_of

SVG = typer.Option(None, "--svg", metavar="FILE", help="Draw the position into a file.")
PNG = typer.Option(None, "--png", metavar="FILE", help="The same as PNG (needs the extra `pictures`).")
SVG_FOLDER = typer.Option(
    None, "--svg", metavar="DIR", help="Draw each kind of finding once; a single one into FILE.svg."
)
PNG_FOLDER = typer.Option(None, "--png", metavar="DIR", help="The same as PNG (needs the extra `pictures`).")


class PictureFiles:
    """The files that a user wants a picture in; what cannot be written is refused before any work is done."""

    def __init__(self, svg: Path | None, png: Path | None) -> None:
        need_png(png)
        self.svg, self.png = svg, png
        for path, ending, other in ((svg, "svg", "png"), (png, "png", "svg")):
            if path is not None and path.suffix.lower() == f".{other}":
                refuse(f"--{ending} {path} names a .{other} file", f"write --{other} {path}")
        wanted = [path for path in (svg, png) if path is not None]
        if wanted:
            from cli.whole_files import writable

            writable(wanted)

    def __bool__(self) -> bool:
        return (self.svg, self.png) != (None, None)

    def write(self, picture: str, shown: str = "") -> None:
        """Write a picture into every file that is asked for, and tell what it shows."""
        for path in (self.svg, self.png):
            if path is not None:
                write_picture(path, picture, png=path is self.png)
                print(f"written: {path} {shown}".rstrip(), file=sys.stderr)


class SeveralPictures:
    """Where a user wants several pictures: in folders, or with the ending of a picture in files.

    One picture goes into the file that is named, of several each into one beside it (`FILE-LN301-breach.svg`).
    """

    def __init__(self, svg: Path | None, png: Path | None) -> None:
        need_png(png)
        self.svg, self.png = svg, png
        named = PictureFiles(*(path if path is not None and _is_file(path) else None for path in (svg, png)))
        for folder in {svg, png} - {None, named.svg, named.png}:
            assert folder is not None
            writable_folder(folder)

    def __bool__(self) -> bool:
        return (self.svg, self.png) != (None, None)

    def write(self, pictures: Sequence[tuple[str, Callable[[], str]]], lacking: str) -> None:
        """Write pictures by their names, and tell where they are; `lacking` says why there is none."""
        written: dict[Path, list[Path]] = {}
        for name, draw in pictures:
            picture = draw()
            for place, ending in ((self.svg, ".svg"), (self.png, ".png")):
                if place is not None:
                    path = _path_of(place, name, ending, alone=len(pictures) == 1)
                    write_picture(path, picture, png=ending == ".png")
                    written.setdefault(place, []).append(path)
        for place, paths in written.items():
            folder = f" ({count_of(len(paths), 'picture')})" if not _is_file(place) else ""
            told = f"{place}{folder}" if folder else ", ".join(map(str, paths))
            print(f"written: {told}", file=sys.stderr)
        if not pictures:
            print(f"nothing to draw: {lacking}", file=sys.stderr)


def _is_file(path: Path) -> bool:
    """Tell whether a name is that of one picture, and no folder has it."""
    return path.suffix.lower() in (".svg", ".png") and not path.is_dir()


def _path_of(place: Path, name: str, ending: str, *, alone: bool) -> Path:
    if not _is_file(place):
        return place / f"{name}{ending}"
    return place if alone else place.with_name(f"{place.stem}-{name}{place.suffix}")


def need_png(wanted: object) -> None:
    """Refuse to make PNG where the library for it is not installed."""
    if wanted is not None and find_spec("resvg_py") is None:
        refuse("PNG needs resvg-py", "install cloverproof with its extra: pip install 'cloverproof[pictures]'")


def write_picture(path: Path, picture: str, *, png: bool) -> None:
    """Write one picture; say which file cannot be written, and why."""
    from cli.whole_files import write_with_folder
    from reports.pictures.files import png_file

    write_with_folder(path, png_file(picture) if png else picture)
