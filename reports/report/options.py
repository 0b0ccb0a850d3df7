"""What was asked of a report, as far as it repeats it."""

from msgspec import Struct


class ReportOptions(Struct, frozen=True):
    """What was asked for, as far as a report repeats it; files and forms as the user named them, None for the usual."""

    edition: str | None = None
    equal_exchange: bool = True
    strict: bool = False
    dialect: str | None = None
    mapping: str | None = None
    tiles: str | None = None
    max_line: int | None = None
    max_unpacked: int | None = None
    require: tuple[str, ...] = ()
    infer: bool | None = None
    seconds: float | None = None

    @property
    def flags(self) -> list[str]:
        """The options of `cloverproof validate` that judge alike."""
        found = ["--edition", self.edition] if self.edition else []
        found += [] if self.equal_exchange else ["--no-equal-exchange"]
        for name in ("dialect", "mapping", "tiles"):
            value = getattr(self, name)
            found += [f"--{name}", value] if value else []
        for name, limit in (("--max-line", self.max_line), ("--max-unpacked", self.max_unpacked)):
            found += [name, str(limit)] if limit is not None else []
        found += ["--require", ",".join(self.require)] if self.require else []
        found += [] if self.infer is None else ["--infer" if self.infer else "--no-infer"]
        found += [] if self.seconds is None else ["--time", f"{self.seconds:g}"]
        return [*found, *(["--strict"] if self.strict else [])]

    @property
    def words(self) -> tuple[str, ...]:
        """What differs from the usual, in words."""
        found = [f"judged by the edition {self.edition}, whatever the logs name"] if self.edition else []
        found += [] if self.equal_exchange else ["judged by the strict reading: no clover replaces an equal one"]
        found += [f"a log that never records {' or '.join(self.require)} cannot be read"] if self.require else []
        found += ["records with facts missing are not explained"] if self.infer is False else []
        return (*found, *(["what is outside the edition counts as a breach"] if self.strict else []))
