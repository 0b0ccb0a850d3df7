"""What pictures have in common: their head with the styles, and text in them."""

from html import escape

Point = tuple[float, float]
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" '
    'height="{high:.0f}" role="img" aria-label="{title}">\n'
    "<style>\n"
    "  text {{ font-family: sans-serif; font-size: 13px; fill: #222; text-anchor: middle; }}\n"
    "  .small {{ font-family: monospace; font-size: 11px; text-anchor: start; white-space: pre; }}\n"
    "  .title {{ font-size: 18px; font-weight: bold; }}\n"
    "  .clause {{ font-size: 10px; fill: #2d6a3a; font-weight: bold; }}\n"
    "  .turn {{ font-family: monospace; font-size: 10px; fill: #555; }}\n"
    "  .box {{ fill: #fff; stroke: #444; stroke-width: 1.2; }}\n"
    "  .moment {{ fill: #f3f8ee; }}\n"
    "  .question {{ fill: #fff8dc; }}\n"
    "  .end {{ fill: #dcefdc; stroke-width: 2.4; }}\n"
    "  .next {{ fill: #eef2f8; }}\n"
    "  .edge {{ fill: none; stroke: #666; stroke-width: 1.2; }}\n"
    "  .chance {{ stroke-dasharray: 5 3; }}\n"
    "  .halo {{ fill: #fff; opacity: 0.9; }}\n"
    "</style>\n"
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
    'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#666"/></marker></defs>\n'
    '<rect width="100%" height="100%" fill="#fff"/>\n'
)


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Write words at a place, in one of the styles."""
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{attribute}>{escape(words)}</text>\n'


def halo(x: float, y: float, wide: float, high: float) -> str:
    """Make room for words: what is drawn below shines through a little."""
    return f'<rect class="halo" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>\n'
