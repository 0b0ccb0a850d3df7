"""What pictures have in common: their head with the styles, and text in them."""

from html import escape

Point = tuple[float, float]
STYLE = """
  .chart text { font-family: sans-serif; font-size: 13px; fill: #222; text-anchor: middle; }
  .chart .small { font-family: monospace; font-size: 11px; text-anchor: start; white-space: pre; }
  .chart .title { font-size: 18px; font-weight: bold; }
  .chart .clause { font-size: 10px; fill: #2d6a3a; font-weight: bold; }
  .chart .turn { font-family: monospace; font-size: 10px; fill: #555; }
  .chart .box { fill: #fff; stroke: #444; stroke-width: 1.2; }
  .chart .moment { fill: #f3f8ee; }
  .chart .question { fill: #fff8dc; }
  .chart .end { fill: #dcefdc; stroke-width: 2.4; }
  .chart .next { fill: #eef2f8; }
  .chart .edge { fill: none; stroke: #666; stroke-width: 1.2; }
  .chart .chance { stroke-dasharray: 5 3; }
  .chart .ground { fill: #fff; }
  .chart .halo { fill: #fff; opacity: 0.9; }
  @media screen and (prefers-color-scheme: dark) {
    .chart text { fill: #e8ece4; }
    .chart .clause { fill: #84d190; }
    .chart .turn { fill: #b3bbad; }
    .chart .box { fill: #1d2123; stroke: #9aa39a; }
    .chart .moment { fill: #22301d; }
    .chart .question { fill: #3a3213; }
    .chart .end { fill: #1f3a22; }
    .chart .next { fill: #1f2937; }
    .chart .edge { stroke: #9aa39a; }
    .chart .ground { fill: #15181a; }
    .chart .halo { fill: #15181a; }
  }
"""
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" '
    'height="{high:.0f}" role="img" aria-label="{title}" aria-describedby="words">\n'
    '<desc id="words">{words}</desc>\n'
    f"<style>{STYLE.replace('{', '{{').replace('}', '}}')}</style>\n"
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
    'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#808080"/></marker></defs>\n'
    '<rect class="ground" width="100%" height="100%"/>\n'
)


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Write words at a place, in one of the styles."""
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{attribute}>{escape(words)}</text>\n'


def halo(x: float, y: float, wide: float, high: float) -> str:
    """Make room for words: what is drawn below shines through a little."""
    return f'<rect class="halo" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>\n'
