#!/usr/bin/env python3
"""Draws what a command prints as an SVG of a terminal: docs/pictures/terminal.py OUT.svg COMMAND [ARGUMENT ...]

Every character stands in its own cell, so the picture does not depend on the viewer's fonts."""
import html
import shlex
import subprocess
import sys
import unicodedata

CELL, LINE, MARGIN = 8.4, 18, 18
COLOURS = {"●": "#e5534b", "○": "#e3b341", "█": "#539bf5", "·": "#545d68"}
BARS = "▏▎▍▌▋▊▉"


def width(char):
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def row(text, y, colour):
    spans, x = [], MARGIN
    for char in text:
        shade = COLOURS.get(char, COLOURS["█"] if char in BARS else colour)
        if char != " ":
            spans.append(f'<text x="{x:.1f}" y="{y}" fill="{shade}">{html.escape(char)}</text>')
        x += CELL * width(char)
    return "".join(spans)


def main():
    out, command = sys.argv[1], sys.argv[2:]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    shown = "yomi " + " ".join(shlex.quote(a) for a in command[1:])
    lines = [("$ " + shown, "#8ddb8c")] + [(line, "#cdd9e5") for line in printed.rstrip("\n").split("\n")]
    columns = max(sum(width(c) for c in line) for line, _ in lines)
    w, h = columns * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    body = "\n".join(row(line, MARGIN + LINE * (i + 0.75), colour) for i, (line, colour) in enumerate(lines))
    with open(out, "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0f}" height="{h:.0f}" '
            f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">\n'
            f'<rect width="100%" height="100%" rx="8" fill="#1c2128"/>\n{body}\n</svg>\n'
        )


main()
