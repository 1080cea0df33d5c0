"""Checks that a command's text and JSON hold the same values: check_facts.py TEXT JSON.

Every number of the text is a number of the JSON, rounded as the text rounds it, with the prefix of
its unit that follows it in the text (k, M, G, min, h, days), or a product of such, "2 x 3 = 6"; or
it is part of a text of the JSON or of a word.
"""

import json
import math
import re
import sys

SCALES = {"k": 1e-3, "M": 1e-6, "G": 1e-9, "min": 1 / 60, "h": 1 / 3600, "day": 1 / 86400, "days": 1 / 86400}
PRODUCT = re.compile(r"(\d+(?: x \d+)+) = (\d+)")
PREFIX = re.compile(r" ?(?:([kMG])(?![a-zA-Z]{2})|(min|h|days?)\b)")
NUMBER = re.compile(r"(?<![\w.:+-])[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=$|[^\w.:-]|\.\.|\.?$)")


def leaves(value):
    """Numbers and texts of a tree."""
    if isinstance(value, dict):
        for item in value.values():
            yield from leaves(item)
    elif isinstance(value, list):
        yield float(len(value))
        for item in value:
            yield from leaves(item)
    elif isinstance(value, (bool, type(None))):
        return
    else:
        yield value


def half_digit(token):
    """Half of the last digit that a token shows."""
    mantissa, _, exponent = token.partition("e")
    decimals = len(mantissa.partition(".")[2])
    trailing = len(mantissa) - len(mantissa.rstrip("0")) if not decimals else 0
    return 0.5000001 * 10.0 ** (int(exponent or 0) - decimals + min(trailing, 1))


def main(text_path, json_path):
    with open(json_path) as file:
        tree = list(leaves(json.load(file)))
    numbers = [abs(v) for v in tree if isinstance(v, (int, float))]
    texts = sorted((v for v in tree if isinstance(v, str) and re.search("[A-Za-z]", v)), key=len, reverse=True)
    seen = missing = 0
    with open(text_path) as file:
        for line in file:
            rest = line
            for known in texts:
                rest = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", rest)
            rest = PRODUCT.sub(lambda m: m[1] if math.prod(map(int, m[1].split(" x "))) == int(m[2]) else m[0], rest)
            for found in NUMBER.finditer(rest):
                seen += 1
                token, prefix = found[0], PREFIX.match(rest, found.end())
                scales = [1.0] + ([SCALES[prefix[1] or prefix[2]]] if prefix else [])
                value = abs(float(token))
                if not any(abs(n * s - value) <= half_digit(token) for n in numbers for s in scales):
                    missing += 1
                    print(f"{token} is not in the JSON: {line.rstrip()}")
    if seen == 0:
        print("the text has no numbers")
    return missing > 0 or seen == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
