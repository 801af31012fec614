#!/usr/bin/env python3
"""Makes a page of the web site of a document in the subset of Markdown that README.md uses.

usage: page.py TITLE [--figure=FILE=TEXT]... < DOCUMENT > PAGE

Headings, paragraphs, fenced and indented code, tables, `code`.  A figure is put behind the first
block of code.  Anything else is text.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import html
import re
import sys

NAVIGATION = [("index.html", "leakcheck"), ("manual/First-steps.html", "Tour"),
              ("manual/index.html", "Manual"), ("manual/Figures.html", "Figures"),
              ("report.html", "A report")]


def inline(text):
    """The text with `code` marked."""
    parts = text.split("`")
    return "".join("<code>%s</code>" % html.escape(part) if i % 2 else html.escape(part)
                   for i, part in enumerate(parts))


def table(lines):
    """The rows of a table; the second line only separates."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    out = ["<table>"]
    for number, row in enumerate(rows):
        if number == 1:
            continue
        kind = "td" if number else "th"
        out.append("<tr>%s</tr>" % "".join("<%s>%s</%s>" % (kind, inline(cell), kind)
                                           for cell in row))
    return "\n".join(out + ["</table>"])


def blocks(document):
    """The kinds and lines of the document's blocks."""
    kind, lines = "", []
    for line in document.splitlines() + [""]:
        if kind == "fence":
            if line.startswith("```"):
                yield "code", lines
                kind, lines = "", []
            else:
                lines.append(line)
            continue
        new = ("fence" if line.startswith("```") else "code" if line.startswith("    ")
               else "table" if line.startswith("|") else "head" if line.startswith("#")
               else "text" if line.strip() else "")
        if new != kind or new == "head":
            if kind:
                yield kind, lines
            kind, lines = new, []
        if new not in ("", "fence"):
            lines.append(line[4:] if new == "code" else line)


def main():
    title = sys.argv[1]
    figures = [argument.split("=", 2)[1:] for argument in sys.argv[2:]]
    out = []
    for kind, lines in blocks(sys.stdin.read()):
        if kind == "head":
            marks, text = re.match(r"(#+)\s+(.*)", lines[0]).groups()
            out.append("<h%d>%s</h%d>" % (len(marks), inline(text), len(marks)))
        elif kind == "table":
            out.append(table(lines))
        elif kind == "code":
            out.append("<pre>%s</pre>" % html.escape("\n".join(lines)))
            for name, text in figures if sum(o.startswith("<pre") for o in out) == 2 else []:
                out.append('<figure><a href="report.html"><img src="%s" alt="%s"></a>'
                           "<figcaption>%s</figcaption></figure>"
                           % (name, html.escape(text), html.escape(text)))
        else:
            out.append("<p>%s</p>" % inline(" ".join(lines)))
    links = "\n".join('<a href="%s">%s</a>' % link for link in NAVIGATION)
    print("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<nav>
%s
</nav>
<main>
%s
</main>
</body>
</html>""" % (html.escape(title), links, "\n".join(out)))


main()
