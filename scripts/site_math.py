"""Markdown extension: equations in TeX, $...$ in a line and $$...$$ apart, are left to KaTeX (web/src/math.js)."""
from markdown import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString
from xml.etree.ElementTree import Element


class Equation(InlineProcessor):
    def __init__(self, pattern, name):
        super().__init__(pattern)
        self.name = name

    def handleMatch(self, match, data):
        element = Element('span', {'class': self.name})
        element.text = AtomicString(match[1].strip())
        return element, match.start(0), match.end(0)


class Equations(Extension):
    """Below code in backticks (priority 190), above escapes (180) and emphasis."""
    def extendMarkdown(self, md):
        md.inlinePatterns.register(Equation(r'\$\$([^$]+)\$\$', 'equation'), 'equation', 186)
        md.inlinePatterns.register(Equation(r'(?<![\\\w])\$(?! )([^$]+?)(?<! )\$(?!\w)', 'formula'), 'formula', 185)


def makeExtension(**options):
    return Equations(**options)
