#!/usr/bin/env python3
"""Include cycles, rooms inside src/physics, sections of headers, folders of docs/architecture.md, files that pages name.

usage: check_cycles.py TREE

A source file X.c and its header X.h are one node of the include graph: a cycle means that two files
can only be understood together. Usual cause: a dispatcher that also lends helpers; a file below it
with the helpers, or types in the folder's internal.h, opens the cycle. Exit status 1: violations.
"""
import os
import re
import sys

SOURCES = (".c", ".h", ".cpp", ".cu", ".cuh", ".def")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"')
# A source file that a page names, with its path or by its name.
NAMED = re.compile(r"(?<![\w/.{}*-])(?:(?:src|include|cli|bench|validation|python|examples|scripts|tests)/[a-z0-9_/-]+"
                   r"|(?<=`)[a-z0-9_]+)\.(?:c|h|cu|cpp|def|py|sh)\b")
# The beginning of a section of a header: the file that implements it.
SECTION = re.compile(r"^/\* ([\w/]+\.(?:c|cpp|cu))\b")
FILES_PER_FOLDER = 24
# Inside src/physics: what a folder must not include.
FORBIDDEN = {
    "flow": ("incompressible", "compressible"),
    "incompressible": ("compressible",),
    "compressible": ("incompressible",),
}
# The model headers of the wind: for the table of models and the model's own folder only.
MODEL_FOLDERS = ("incompressible", "compressible", "published")
MODEL_TABLE = "src/physics/model.c"


def find_files(tree):
    """Paths of all sources below TREE/src, relative to TREE."""
    found = []
    for folder, _, names in os.walk(os.path.join(tree, "src")):
        found += [os.path.relpath(os.path.join(folder, n), tree) for n in names if n.endswith(SOURCES)]
    return sorted(found)


def read_includes(tree, files):
    """(file, line number, included file) of every include of a file of src."""
    known = set(files)
    for path in files:
        with open(os.path.join(tree, path), encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                for target in (os.path.join(os.path.dirname(path), match.group(1)), "src/" + match.group(1)):
                    if target in known:
                        yield path, number, target
                        break


def check_sections(tree, path, known):
    """Sections of a header that name a file which is not in its folder or, with a path, in src."""
    with open(os.path.join(tree, path), encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            match = SECTION.match(line)
            if match and not known & {os.path.join(os.path.dirname(path), match.group(1)), "src/" + match.group(1)}:
                yield f"{path}:{number}: a section of a file that does not exist: {match.group(1)}"


def node(path):
    """X.c and X.h are one node."""
    return path if path.endswith(".def") else os.path.splitext(path)[0]


def find_cycles(edges):
    """Cycles of a graph {node: set of nodes}, one for each strongly connected component (Tarjan 1972)."""
    index, low, stack, on_stack, cycles = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on_stack.add(v)
        for w in sorted(edges.get(v, ())):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on_stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            component = []
            while not component or component[-1] != v:
                component.append(stack.pop())
                on_stack.discard(component[-1])
            if len(component) > 1:
                cycles.append(shortest_cycle(edges, component))

    sys.setrecursionlimit(10000)
    for v in sorted(edges):
        if v not in index:
            visit(v)
    return cycles


def shortest_cycle(edges, component):
    """A shortest cycle through the first node of a component, as a list that ends where it begins."""
    start, inside = min(component), set(component)
    queue, before = [start], {}
    for v in queue:
        for w in sorted(edges.get(v, ())):
            if w == start:
                path = [v]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1] + [start]
            if w in inside and w not in before:
                before[w] = v
                queue.append(w)
    return component


def check_physics(path, number, target):
    """What is wrong with an include inside src/physics; None: nothing."""
    own, other = path.split("/"), target.split("/")
    if other[1] != "physics" or len(other) < 4:
        return None
    room = own[2] if own[1] == "physics" and len(own) > 3 else ""
    if other[2] in FORBIDDEN.get(room, ()):
        return f"{path}:{number}: physics/{room} may not include physics/{other[2]}: {target}"
    if other[2] in MODEL_FOLDERS and other[-1] == "model.h" and room != other[2] and path != MODEL_TABLE:
        return f"{path}:{number}: only the table of wind models may include {target}"
    return None


def check_folders(tree, files):
    """Folders with too many files, and folders that docs/architecture.md does not name."""
    counts, wrong = {}, []
    for path in files:
        counts[os.path.dirname(path)] = counts.get(os.path.dirname(path), 0) + 1
    page = os.path.join(tree, "docs", "architecture.md")
    text = open(page, encoding="utf-8").read() if os.path.exists(page) else None
    for folder, count in sorted(counts.items()):
        if count > FILES_PER_FOLDER:
            wrong.append(f"{folder}:1: {count} files, more than {FILES_PER_FOLDER} in one folder")
        name = os.path.basename(folder)
        if text is not None and not re.search(r"[`/ ]" + re.escape(name) + r"[`/]", text):
            wrong.append(f"{folder}:1: docs/architecture.md does not name this folder")
    return wrong


def check_pages(tree):
    """Source files that pages of docs, and README.md and CONTRIBUTING.md, name but that do not exist."""
    paths, names = set(), set()
    for folder, inner, files in os.walk(tree):
        inner[:] = [n for n in inner if n not in ("build", ".git", "shared")]
        paths.update(os.path.relpath(os.path.join(folder, n), tree) for n in files)
        names.update(files)
    for page in sorted(paths):
        if not page.endswith(".md") or not page.startswith("docs/") and page not in ("README.md", "CONTRIBUTING.md"):
            continue
        with open(os.path.join(tree, page), encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                for name in NAMED.findall(line):
                    if name not in (paths if "/" in name else names):
                        yield f"{page}:{number}: names a file that does not exist: {name}"


def check(tree):
    files = find_files(tree)
    edges, wrong = {}, []
    for path, number, target in read_includes(tree, files):
        problem = check_physics(path, number, target)
        if problem:
            wrong.append(problem)
        if node(path) != node(target):
            edges.setdefault(node(path), set()).add(node(target))
    known = set(files)
    for path in files:
        if path.endswith(".h"):
            wrong += check_sections(tree, path, known)
    wrong += [f"{cycle[0]}:1: include cycle: {' -> '.join(cycle)}" for cycle in find_cycles(edges)]
    wrong += check_folders(tree, files)
    wrong += check_pages(tree)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(check(sys.argv[1]))
