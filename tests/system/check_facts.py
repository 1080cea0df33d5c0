"""Checks that a command's text and JSON hold the same values: check_facts.py TEXT JSON.

Every number of the text is a number of the JSON, rounded as the text rounds it, perhaps with a
prefix of its unit (k, M, G, min, h, days); or it is part of a text of the JSON or of a word.
"""

import json
import re
import sys

SCALES = [1.0, 1e-3, 1e-6, 1e-9, 1 / 60, 1 / 3600, 1 / 86400]
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
    numbers = [abs(v) * s for v in tree if isinstance(v, (int, float)) for s in SCALES]
    texts = sorted((v for v in tree if isinstance(v, str) and re.search("[A-Za-z]", v)), key=len, reverse=True)
    seen = missing = 0
    with open(text_path) as file:
        for line in file:
            rest = line
            for known in texts:
                rest = rest.replace(known, " ")
            for token in NUMBER.findall(rest):
                seen += 1
                value = abs(float(token))
                if not any(abs(n - value) <= half_digit(token) for n in numbers):
                    missing += 1
                    print(f"{token} is not in the JSON: {line.rstrip()}")
    if seen == 0:
        print("the text has no numbers")
    return missing > 0 or seen == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
