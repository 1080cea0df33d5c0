"""Writes a file of simoom anew as other programs pack it.

    check_packed.py IN.cdl OUT.cdl VARIABLE...    CDL of ncdump -p 9,17, which ncgen reads

Each variable of floats becomes shorts without sign, with a scale, an offset and a mark of its own for
missing values.
"""
import re
import sys

source, target, *names = sys.argv[1:]
with open(source) as file:
    text = file.read()
for name in names:
    data = re.search(rf"\n {name} =\n(.*?);\n", text, re.S)
    values = [None if word.strip() == "_" else float(word) for word in data.group(1).split(",")]
    known = [value for value in values if value is not None]
    scale, offset = (max(known) - min(known)) / 65000 or 1, min(known)
    words = []
    for value in values:
        number = 65535 if value is None else round((value - offset) / scale)
        words.append(str(number if number < 32768 else number - 65536))
    text = text.replace(data.group(0), f"\n {name} =\n" + ", ".join(words) + ";\n")
    text = re.sub(rf"\tfloat {name}\(", f"\tshort {name}(", text)
    text = re.sub(rf"\t\t{name}:(_FillValue|_[A-Z]\w*|valid_\w*) = [^;]*;\n", "", text)
    text = re.sub(rf"(\tshort {name}\([^;]*;\n)",
                  rf'\1\t\t{name}:scale_factor = {scale!r} ;\n\t\t{name}:add_offset = {offset!r} ;\n'
                  rf'\t\t{name}:_Unsigned = "true" ;\n\t\t{name}:_FillValue = -1s ;\n', text)
with open(target, "w") as file:
    file.write(text)
