#!/usr/bin/env python3
"""A report of a run: well-formed, whole, readable without eyes or a network.

  check_report.py PAGE PICTURES
"""
import base64
import html.parser
import sys

VOID = {"meta", "img", "br"}
SECTIONS = ["run", "inputs", "results", "convergence", "balance", "validity", "timings", "case"]


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.labels, self.heads = [], [], [], [], []
        self.pictures = self.tables = self.captions = 0
        self.parents = []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert "script" != tag, "a script"
        for name in ("src", "href"):
            link = attrs.get(name)
            assert link is None or link[0] == "#" or link.startswith("data:image/png;base64,"), link
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if attrs.get("href", "")[:1] == "#":
            self.links.append(attrs["href"][1:])
        if "aria-labelledby" in attrs:
            self.labels.append(attrs["aria-labelledby"])
        if tag == "img":
            assert len(attrs["alt"]) > 20, attrs["alt"]
            picture = base64.b64decode(attrs["src"].split(",", 1)[1], validate=True)
            assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[-8:-4] == b"IEND"
            self.pictures += 1
        if tag == "html":
            assert attrs["lang"] == "en"
        if tag == "th":
            assert attrs["scope"] in ("row", "col")
        self.tables += tag == "table"
        self.captions += tag == "caption"
        if tag in ("h1", "h2", "h3"):
            self.heads.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.getpos())


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
page.close()
assert text.startswith("<!DOCTYPE html>\n") and text.endswith("</html>\n") and not page.open
assert page.ids == SECTIONS and page.links == SECTIONS and page.labels == SECTIONS, page.ids
assert page.tables == page.captions > 2
assert page.heads[0] == 1 and page.heads.count(1) == 1
assert all(b - a <= 1 for a, b in zip(page.heads, page.heads[1:])), page.heads
assert "prefers-color-scheme:dark" in text and "@media print" in text
assert page.pictures == int(sys.argv[2]), f"{page.pictures} pictures"
assert len(text) < 4e6
