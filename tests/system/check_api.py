#!/usr/bin/env python3
"""Compares the rows of python/simoom/_api.py with the headers: structures, functions, enums.

  check_api.py SOURCE
"""
import ctypes
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(source / "python"))
from simoom import _api  # noqa: E402

text = "\n".join(p.read_text() for p in sorted((source / "include/simoom").glob("*.h")))
text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
text = re.sub(r"^[ \t]*#.*(\\\n.*)*$", "", text, flags=re.M)
text = re.sub(r"SM_(PUBLIC|CHECKED|FORMAT\([^)]*\))", " ", text)

PLAIN = {"void": None, "bool": ctypes.c_bool, "char": ctypes.c_char, "int": ctypes.c_int,
         "int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64,
         "size_t": ctypes.c_size_t, "double": ctypes.c_double, "float": ctypes.c_float}
wrong = []


def pointer_to(kind):
    """What a pointer is in rows: texts c_char_p, what is opaque c_void_p, else POINTER."""
    if kind is None or kind == "opaque":
        return ctypes.c_void_p
    return ctypes.c_char_p if kind is ctypes.c_char else ctypes.POINTER(kind)


def type_of(words, stars):
    words = [w for w in words.split() if w not in ("const", "restrict")]
    if words[0] == "enum":
        kind = ctypes.c_int
    elif words[0] == "struct":
        kind = getattr(_api, words[1], "opaque")
    else:
        kind = PLAIN[words[0]]
    mutable_text = kind is ctypes.c_char and stars == 2
    for _ in range(stars):
        kind = pointer_to(kind)
    return ctypes.POINTER(ctypes.c_void_p) if mutable_text and "const" not in words else kind


def declarations(body, end):
    """(name, ctypes type) of "int a, *b, c[3]" and pointers to functions, ended by `end` each."""
    for part in filter(None, map(str.strip, body.split(end))):
        function = re.match(r"([\w ]+?[\s*]*)\(\*\s*(\w+)\)\s*\((.*)\)$", part, re.S)
        if function:
            result, name, arguments = function.groups()
            yield name, ctypes.CFUNCTYPE(kind_of(result), *[k for _, k in parameters(arguments)])
            continue
        rows = re.match(r"const double \(\*(\w+)\)\[\d+\]$", part)
        if rows:
            yield rows[1], ctypes.POINTER(ctypes.c_double)
            continue
        base, rest = re.match(r"((?:const |struct |enum |unsigned )*\w+)(.*)$", part, re.S).groups()
        for item in rest.split(","):
            # the texts of a list are constant pointers: const char *const *set
            stars, name, sizes = re.match(r"\s*([\s*]*(?:const)?[\s*]*)(\w+)?((?:\[[^\]]*\])*)$",
                                          item).groups()
            constant = "const" in base or "const" in stars
            kind = type_of(base, stars.count("*"))
            if kind is ctypes.POINTER(ctypes.c_void_p) and constant and "char" in base:
                kind = ctypes.POINTER(ctypes.c_char_p)
            yield name, array_of(kind, re.findall(r"\[([^\]]*)\]", sizes), end)


def array_of(kind, sizes, end):
    if not sizes:
        return kind
    if end == ",":
        return ctypes.POINTER(kind)  # of parameters
    for size in reversed(sizes):
        kind = kind * (int(size) if size.isdigit() else len(_api.CHEM_METHOD))
    return kind


def kind_of(words):
    return type_of(words.replace("*", " "), words.count("*"))


def parameters(body):
    if body.strip() == "void":
        return []
    depth, parts = 0, [""]
    for c in body:
        depth += (c == "(") - (c == ")")
        parts[-1] += c
        if c == "," and depth == 0:
            parts[-1] = parts[-1][:-1]
            parts.append("")
    return [next(declarations(p.replace("\n", " "), ",")) for p in parts]


def compare(what, have, want):
    if have != want:
        wrong.append(f"{what}: the row has {have}, the header {want}")


structures = {n: b for n, b in re.findall(r"struct (sm_\w+)\s*\{(.*?)\};", text, re.S)}
for name in [n for n in vars(_api) if n.startswith("sm_")]:
    have = [(f[0], f[1]) for f in getattr(_api, name)._fields_]
    want = list(declarations(structures[name], ";"))
    compare(f"struct {name}, names", [n for n, _ in have], [n for n, _ in want])
    for (field, mine), (_, theirs) in zip(have, want):
        # Of what Python never looks into, the row may say just that; lists of texts are read here.
        opaque = mine is ctypes.c_void_p and issubclass(theirs, ctypes._Pointer)
        texts = (mine, theirs) == (ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_void_p))
        if not opaque and not texts:
            compare(f"struct {name}, {field}", mine, theirs)

prototypes = {}
for result, name, arguments in re.findall(
        r"((?:const |enum |struct )*\w+[\s*]+)(sm_\w+)\s*\(([^;{]*)\)\s*;", text):
    if name in _api.FUNCTIONS:
        prototypes[name] = (kind_of(result), [k for _, k in parameters(arguments)])
for name, (result, arguments) in _api.FUNCTIONS.items():
    if name not in prototypes:
        wrong.append(f"{name}: not in the headers")
        continue
    compare(name, (result, list(arguments)), prototypes[name])


def words_of(enum, prefix):
    body = re.search(r"enum " + enum + r"\s*\{(.*?)\}", text, re.S)[1]
    names = [n.strip() for n in body.split(",") if n.strip()]
    return [n[len(prefix):].lower() for n in names if not n.endswith(("METHODS", "PRECISION_DEFAULT"))]


statuses = re.findall(r"X\((\w+), \d+, \"",
                      (source / "include/simoom/status.h").read_text())
compare("STATUS", list(_api.STATUS), [s.replace("ERR_", "").lower() for s in statuses])
compare("PRECISION", [p for p in _api.PRECISION if p], words_of("sm_precision", "SM_"))
compare("ARRAY_TYPE", [f"{t[1]}{8 * int(t[2])}" for t in _api.ARRAY_TYPE],
        words_of("sm_array_type", "SM_ARRAY_"))
compare("CHEM_MODE", list(_api.CHEM_MODE), words_of("sm_chem_mode", "SM_CHEM_"))
compare("CHEM_METHOD", list(_api.CHEM_METHOD), words_of("sm_chem_method", "SM_CHEM_"))
compare("CHEM_PAIR", [p.lower() for p in _api.CHEM_PAIR], words_of("sm_chem_pair", "SM_CHEM_"))
version = re.search(r"project\(simoom VERSION (\S+)", (source / "CMakeLists.txt").read_text())[1]
compare("VERSION", _api.VERSION, version)
if wrong:
    sys.exit("\n".join(wrong))
print(f"check_api: {len(_api.FUNCTIONS)} functions and "
      f"{sum(n.startswith('sm_') for n in vars(_api))} structures are those of the headers")
