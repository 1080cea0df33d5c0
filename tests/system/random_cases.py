"""Cases drawn by chance from the schema: neither check nor run may crash, hang or disagree.

    random_cases.py PROGRAM KEYS COUNT SEED [ONE]

KEYS: what list_keys prints. Each case has a base that runs, and keys drawn from it and from two or
three more tables. With ONE only the case of this number is made; it is printed with what was said.
A case that fails is made as small as still fails alike, and printed. SIMOOM_RANDOM_JSON names a file
to add the numbers of cases to, SIMOOM_RANDOM_BUILD what the program was built with, SIMOOM_RANDOM_JOBS
the number of processes.
"""
import json
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from random_values import PATHS, TIMES, value

# What a table is of no use without.
COMPANIONS = {
    "particles": [["particles.source", {"position": "[3, 10]", "height": "3", "count": "50"}]],
    "statistics": [["statistics", {"heights": "[2, 10]"}]],
    "flow.chemistry": [["flow.scalar", {"name": '"NO"', "initial": "1e-8"}],
                       ["flow.scalar", {"name": '"NO2"', "initial": "1e-8"}],
                       ["flow.scalar", {"name": '"O3"', "initial": "1e-7"}]],
    "flow.reaction": [["flow.reaction", {"mechanism": '"hydrogen.inp"'}]],
    "weather.rose": [["weather.rose", {"file": '"rose.csv"'}]],
}
FILES = {
    "stations.csv": "Station_Name,Lat/YCoord,Lon/XCoord,Height,Height_Units,Speed,Speed_Units,"
                    "Direction,date_time\nridge,5,5,10,meters,4,mps,236,2018-06-25T12:00:00Z\n",
    "rose.csv": "direction,frequency,A,k\n0,25,5,2\n90,25,6,2\n180,25,5,2.2\n270,25,7,1.9\n",
    "path.csv": "time,x,y,height\n0,5,5,2\n2,20,20,4\n",
    "rate.csv": "time,rate\n0,1\n1,0.5\n3,0\n",
}


class Schema:
    def __init__(self, lines):
        self.tables, self.many = {}, {}
        for line in lines:
            key = json.loads(line)
            self.tables.setdefault(key["table"], {})[key["key"]] = key
            self.many[key["table"]] = key["many"]

    def parents(self, path):
        parts = path.split(".")
        paths = [".".join(parts[:n]) for n in range(1, len(parts))]
        return [p for p in paths if p in self.tables and self.many[p]]


def add_keys(rng, schema, table, entry, count):
    """Adds keys that are required, and some others, with what they need."""
    keys = schema.tables[table]
    names = [n for n in keys if keys[n]["required"]] + rng.sample(list(keys), min(count, len(keys)))
    for name in names:
        key = keys[name]
        full = f"{table}.{name}"
        if name in entry or "path" in key["type"] and full not in PATHS and rng.random() < 0.9:
            continue
        barred = any(name in keys[n]["excludes"].split() or n in key["excludes"].split()
                     for n in entry if n in keys)
        if barred and rng.random() < 0.93:
            continue
        entry[name] = value(rng, key)
        needed = key["needs"].split()
        while needed and not any(n in entry for n in needed) and rng.random() < 0.95:
            entry[needed[0]] = value(rng, keys[needed[0]])
            needed = keys[needed[0]]["needs"].split()


def base(rng):
    """Tables of a case that runs, as [path, keys]."""
    chance = rng.random()
    if chance < 0.07:
        return [["mesh", {"block": "[4, 3]"}], ["prisms", {"layers": "3", "surface": "1"}]]
    cells = rng.choice([5, 5, 5, 4, 7])
    domain = {"crs": '"local"', "size": f"[{cells * rng.choice([1, 4, 5, 6, 8])}, {cells * rng.choice([4, 4, 5, 7])}]",
              "cell_size": str(cells), "height": str(cells * rng.randint(4, 8)), "stretch": "1"}
    tables = [["domain", domain]]
    if rng.random() < 0.3:
        domain.update(latitude="50", longitude="10")
    if rng.random() < 0.3:
        tables.append(["case", {"start": TIMES[0]}])
    if chance < 0.92:
        tables.append(["weather.station", {"position": "[3, 9]", "speed": rng.choice(["4", "0", "7"]),
                                           "from": rng.choice(["270", "200", "0"])}])
    run = {"duration": rng.choice(["0.3", "0.6"]), "interval": "0.3"}
    if chance < 0.32:
        pass
    elif chance < 0.58:
        tables.append(["wind", dict(run, model='"incompressible"')])
    elif chance < 0.86:
        tables.append(["wind", dict(run, model='"compressible"')])
    elif chance < 0.92:
        tables.append(["wind", {"model": '"file"'}])
    elif chance < 0.96:
        tables.append(["wind", {"model": '"vortex"'}])
        tables.append(["wind.vortex", {"strength": "50", "size": "20"}])
    else:
        tables.append(["wind", dict(run, model='"rotor"')])
        tables.append(["wind.rotor", {"position": "[2, 10]", "height": "8", "radius": "4",
                                      "thrust": "2000", "rotor_speed": "30", "blades": "2"}])
    return tables


def apt(schema, tables):
    """The tables that go with the base: chance takes others too, but seldom."""
    wind = next((keys.get("model", "") for path, keys in tables if path == "wind"), '"diagnostic"')
    if any(path == "mesh" for path, _ in tables):
        return [t for t in schema.tables if t.split(".")[0] in ("mesh", "prisms", "poisson", "output", "case")]
    barred = {"mesh", "prisms", "poisson", "", "weather.rose"}
    if wind not in ('"incompressible"', '"compressible"'):
        barred |= {"flow"}
    if wind != '"compressible"':
        barred |= {"flow.compressible", "flow.forward_euler", "flow.reaction"}
    if wind != '"incompressible"':
        barred |= {"flow.mac_sor", "flow.heat", "flow.chemistry"}
    if wind != '"rotor"':
        barred.add("wind.rotor")
    if wind != '"vortex"':
        barred.add("wind.vortex")
    if wind != '"file"':
        barred.add("wind.file")
    within = lambda t, b: t == b or (b != "" and t.startswith(b + "."))
    return [t for t in schema.tables if not any(within(t, b) for b in barred)]


def make(schema, seed, index):
    """The tables of case `index`: parents before children."""
    rng = random.Random(f"{seed} {index}")
    tables = base(rng)
    likely = apt(schema, tables)
    for _ in range(rng.randint(1, 4)):
        path = rng.choice(likely if rng.random() < 0.95 else list(schema.tables))
        entry = next((keys for p, keys in tables if p == path and (not schema.many[p] or rng.random() < 0.5)), None)
        if entry is None:
            for parent in schema.parents(path):
                if all(p != parent for p, _ in tables):
                    above = {}
                    add_keys(rng, schema, parent, above, rng.randint(0, 1))
                    tables.append([parent, above])
            entry = {}
            tables.append([path, entry])
        add_keys(rng, schema, path, entry, rng.randint(0, 5))
    return completed(tables)


def completed(tables):
    for head, companions in COMPANIONS.items():
        if not any(path == head or path.startswith(head + ".") for path, _ in tables):
            continue
        for path, keys in companions:
            found = next((k for p, k in tables if p == path), None)
            if found is None or path == "flow.scalar":
                tables.append([path, dict(keys)])
            elif path in ("statistics", "flow.reaction", "weather.rose"):
                for name, drawn in keys.items():
                    found.setdefault(name, drawn)
    return tables


def laid_out(schema, tables):
    """Lines of the case, and of each (table, key) that it comes from; key None: the head."""
    lines, origins = [], []
    for entry in sorted(tables, key=lambda t: (t[0] != "", t[0])):
        path, keys = entry
        if path:
            lines.append(f"[[{path}]]" if schema.many[path] else f"[{path}]")
            origins.append((entry, None))
        for name, drawn in keys.items():
            lines.append(f"{name} = {drawn}")
            origins.append((entry, name))
    return lines, origins


def text(schema, tables):
    return "\n".join(laid_out(schema, tables)[0]) + "\n"


def repaired(schema, tables, said):
    """Without the keys that check refused; None where it names no line that can go."""
    _, origins = laid_out(schema, tables)
    wrong = {int(n) - 1 for n in re.findall(r"^case\.toml:(\d+):.*error:", said, re.M)}
    gone = False
    for at in wrong:
        if at >= len(origins):
            continue
        entry, name = origins[at]
        if name is not None and name in entry[1]:
            del entry[1][name]
            gone = True
        elif name is None and entry in tables and entry[0] != "domain":
            tables = [t for t in tables if t is not entry]
            gone = True
    return tables if gone else None


LIMIT = float(os.environ.get("SIMOOM_RANDOM_LIMIT", "60"))  # s


def execute(program, folder, command):
    environment = dict(os.environ, OMP_NUM_THREADS="1", UBSAN_OPTIONS="halt_on_error=1:exitcode=99",
                       ASAN_OPTIONS="exitcode=99:detect_leaks=1:allocator_may_return_null=1")
    try:
        done = subprocess.run([program, *command], cwd=folder, env=environment, timeout=LIMIT,
                              stdin=subprocess.DEVNULL, capture_output=True)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stderr.decode(errors="replace") + done.stdout.decode(errors="replace")


def place(said, sanitized):
    """What tells this report from others: the place in the program."""
    for line in said.splitlines():
        if "runtime error:" in line:
            return line.split("/src/")[-1].split("/cli/")[-1]
    frames = [line.split(" in ")[1].split("/")[0] for line in said.splitlines()
              if line.strip().startswith("#") and " in " in line and ("/src/" in line or "/cli/" in line)]
    return " < ".join(frames[:2]) if sanitized else ""


def write_files(folder, case):
    for name, content in dict(FILES, **{"case.toml": case}).items():
        with open(f"{folder}/{name}", "w") as file:
            file.write(content)
    source = os.path.dirname(os.path.abspath(__file__)) + "/../.."
    for name in ("tests/data/chem/no_no2_o3.eqn", "cases/flame/hydrogen.inp"):
        shutil.copy(f"{source}/{name}", folder)


def accepted(program, schema, tables):
    """The case without what check refuses in it, as far as its messages tell where that stands; and
    how the last check of it ended, None where the case is another."""
    for _ in range(8):
        with tempfile.TemporaryDirectory() as folder:
            write_files(folder, text(schema, tables))
            checked = execute(program, folder, ["check", "case.toml"])
        less = repaired(schema, tables, checked[1]) if checked[0] == 3 else None
        if less is None:
            return tables, checked
        tables = less
    return tables, None


def fault(program, case, checked=None):
    """What is wrong with how a case is treated: (kind, what was said), or None."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(folder, case)
        codes = {}
        for command in (["check", "case.toml"], ["run", "case.toml", "-o", "out"]):
            name = command[0]
            code, said = checked if name == "check" and checked else execute(program, folder, command)
            if code is None:
                return f"{name} hangs", "", codes
            if code < 0 or code == 99:
                return f"{name} crashes ({code}) {place(said, True)}", said, codes
            if code != 0 and "error:" not in said:
                return f"{name} says nothing ({code})", said, codes
            codes[name] = (code, said)
        check, run = codes["check"], codes["run"]
        # What check cannot know: whether a solver converges, and the devices of other machines.
        if check[0] != run[0] and not (check[0] == 0 and run[0] in (5, 6)):
            error = re.search("error: (.*)", run[1] + check[1])
            told = re.sub(r"-?[\d.]+(e[-+]\d+)?", "N", error.group(1)) if error else ""
            return f"check {check[0]}, run {run[0]}: {told}", check[1] + run[1], codes
    return None, "", codes


def smaller(program, schema, tables, kind):
    """As few tables and keys as still fail alike."""
    going = True
    while going:
        going = False
        for at in range(len(tables) - 1, -1, -1):
            less = tables[:at] + tables[at + 1:]
            if fault(program, text(schema, less))[0] == kind:
                tables, going = less, True
                continue
            for name in list(tables[at][1]):
                keys = {n: v for n, v in tables[at][1].items() if n != name}
                less = tables[:at] + [[tables[at][0], keys]] + tables[at + 1:]
                if fault(program, text(schema, less))[0] == kind:
                    tables, going = less, True
    return tables


def judge(work):
    program, schema, seed, index = work
    tables, checked = final(program, schema, seed, index)
    return index, tables, fault(program, text(schema, tables), checked)


def final(program, schema, seed, index):
    """Nine of ten cases are mended until check takes them, as most that are drawn are wrong."""
    tables = make(schema, seed, index)
    return accepted(program, schema, tables) if index % 10 else (tables, None)


def record(count, seed, ended, kinds):
    """Adds to the numbers of earlier seeds, where that was asked for; what is open is of this one."""
    path = os.environ.get("SIMOOM_RANDOM_JSON")
    if path is None:
        return
    data = {"schema": "simoom.trust-random/1", "build": os.environ.get("SIMOOM_RANDOM_BUILD", ""),
            "goal": 3000, "cases": 0, "seeds": [], "exit_codes": {}}
    if os.path.exists(path):
        with open(path) as file:
            data.update(json.load(file))
    data["cases"] += count
    data["seeds"] += [seed]
    for code, n in sorted(ended.items()):
        data["exit_codes"][str(code)] = data["exit_codes"].get(str(code), 0) + n
    data["open"] = {kind: len(cases) for kind, cases in kinds.items()}
    with open(path, "w") as file:
        json.dump(data, file, indent=1)
        file.write("\n")


def main():
    program, keys, count, seed = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
    with open(keys) as file:
        schema = Schema(file)
    if len(sys.argv) > 5:
        case = text(schema, final(program, schema, seed, int(sys.argv[5]))[0])
        kind, said, codes = fault(program, case)
        print(case, codes, said, kind, sep="\n")
        return 1 if kind else 0
    kinds, ended = {}, {}
    with multiprocessing.Pool(int(os.environ.get("SIMOOM_RANDOM_JOBS", "2"))) as pool:
        work = ((program, schema, seed, index) for index in range(count))
        for index, tables, (kind, said, codes) in pool.imap_unordered(judge, work, 4):
            if kind is None:
                ended[codes["run"][0]] = ended.get(codes["run"][0], 0) + 1
            else:
                kinds.setdefault(kind, []).append((index, tables))
    for kind, cases in kinds.items():
        print(f"== {kind}: {len(cases)} cases of seed {seed}: {[index for index, _ in cases[:8]]}")
        for index, tables in cases[:int(os.environ.get("SIMOOM_RANDOM_SHOWN", "3"))]:
            print(f"-- case {index}")
            if "hangs" not in kind:
                tables = smaller(program, schema, tables, kind)
            print(text(schema, tables))
            print("\n".join(fault(program, text(schema, tables))[1].splitlines()[:25]))
    print(f"{count} cases, exit codes of those without fault: {dict(sorted(ended.items()))}")
    record(count, seed, ended, kinds)
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
