"""`cloverproof report --rulebook`: decide the claims, then write."""

import sys
from pathlib import Path

import msgspec

from cli.folders import writable_folder
from cli.options import write_out
from cli.whole_files import write_with_folder
from models.games import GAMES
from reports.report.book_parts import BookPart, ClaimPart, book_rows
from reports.report.html import rulebook_html
from reports.report.markdown import rulebook_markdown
from reports.report.rulebook import book, claim_part, missing_claims
from reports.style import count_of
from verifier.prove_all import ClaimTask, Outcome, ProofRequest, run, tasks


def write_rulebook(out: Path, formats: list[str], jobs: int, key: str | None = None) -> int:
    """Write the report on all rule sheets, or on those of one game; 1 if a claim does not come out as we claim."""
    writable_folder(out)
    try:
        books = [book(game, decided(game.key, jobs)) for game in GAMES if key in (None, game.key)]
        names = write_books(out, formats, books)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    wrong = missing_claims(books)
    claims = sum(len(each.claims) for each in books)
    clauses = sum(len(each.clauses) for each in books)
    end = "each as we claim" if not wrong else f"not as we claim: {', '.join(wrong)}"
    write_out(f"{count_of(clauses, 'clause')}, {count_of(claims, 'claim')}: {end}\n")
    print(f"written to {out}: {', '.join(names)}", file=sys.stderr)
    return 1 if wrong else 0


def decided(key: str, jobs: int) -> list[ClaimPart]:
    """Decide the claims about a game, for the fewest players each is about."""
    game = next(game for game in GAMES if game.key == key)
    if not game.offers("proofs"):
        return []
    proofs = game.proofs()
    fewest: dict[str, ClaimTask] = {}
    for task in tasks(game, proofs.claims, ProofRequest(players=proofs.players)):
        fewest.setdefault(task.claim, task)
    done: list[Outcome] = []

    def watch(outcome: Outcome) -> None:
        done.append(outcome)
        if sys.stderr.isatty():
            end = "\n" if len(done) == len(fewest) else ""
            print(f"\r{len(done)} of {len(fewest)} claims decided   ", end=end, file=sys.stderr)

    return [claim_part(game, outcome) for outcome in run(list(fewest.values()), min(jobs, len(fewest)), watch)]


def write_books(out: Path, formats: list[str], books: list[BookPart]) -> list[str]:
    """Write the report in the forms asked for, and name the files."""
    names = []
    if "html" in formats:
        write_with_folder(out / "report.html", rulebook_html(books))
        names.append("report.html")
    if "md" in formats:
        write_with_folder(out / "report.md", rulebook_markdown(books))
        names.append("report.md")
    if "json" in formats:
        write_with_folder(out / "report.jsonl", b"".join(msgspec.json.encode(row) + b"\n" for row in book_rows(books)))
        names.append("report.jsonl")
    return names
