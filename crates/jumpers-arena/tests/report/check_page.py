"""Reads a page on standard input and exits with a message unless it is well-formed and alone.

Well-formed: every element is closed where it must be, names of attributes and ids are unique, and
what refers to an id finds it. Alone: nothing in it asks for anything from elsewhere.
"""

import sys
from html.parser import HTMLParser

VOID = {"meta", "br", "hr"}
FORBIDDEN = {"script", "link", "img", "iframe", "object", "embed", "base", "image", "use", "form"}
NUMBERS = {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "viewbox", "d"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.ids = set()
        self.references = set()
        self.count = {}
        self.text = []
        self.styles = []

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag in FORBIDDEN:
            self.fail(f"<{tag}>")
        names = [name for name, _ in attributes]
        if len(names) != len(set(names)):
            self.fail(f"<{tag}> has an attribute twice: {names}")
        for name, value in attributes:
            if name.startswith("on") or name in ("src", "srcset", "style", "xlink:href"):
                self.fail(f"<{tag} {name}>")
            if name == "href" and not value.startswith("#"):
                self.fail(f"<{tag} href={value!r}>")
            if name in NUMBERS and any(word in value.lower() for word in ("nan", "inf")):
                self.fail(f"<{tag} {name}={value!r}>")
            if name == "id":
                if value in self.ids:
                    self.fail(f"id {value} twice")
                self.ids.add(value)
            if name in ("aria-labelledby", "aria-describedby"):
                self.references.update(value.split())
        if tag == "svg" and ("role", "img") in attributes and "aria-labelledby" not in names:
            self.fail("a plot without a title")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.fail(f"</{tag}> in {self.open[-1:]}")
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            self.styles.append(data)
        else:
            self.text.append(data)

    def fail(self, what):
        line, column = self.getpos()
        sys.exit(f"line {line}, column {column}: {what}")


page = Page()
source = sys.stdin.buffer.read().decode("utf-8")
if not source.startswith("<!DOCTYPE html>"):
    sys.exit("no doctype")
page.feed(source)
page.close()
if page.open:
    sys.exit(f"not closed: {page.open}")
if page.references - page.ids:
    sys.exit(f"no such ids: {page.references - page.ids}")
for word in ("url(", "@import", "http"):
    if word in "".join(page.styles):
        sys.exit(f"{word} in the style sheet")
print(" ".join(f"{tag}={count}" for tag, count in sorted(page.count.items())))
print("".join(page.text))
