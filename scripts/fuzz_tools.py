#!/usr/bin/env python3
"""What scripts/fuzz.sh keeps of its runs: numbers, and inputs in packs.

usage: fuzz_tools.py pack PACK FOLDER WITHOUT     inputs of FOLDER that are not in WITHOUT
       fuzz_tools.py unpack PACK FOLDER
       fuzz_tools.py begin FOLDER JSON READER            counts on from what JSON says of a reader
       fuzz_tools.py note FOLDER LOG STATUS SECONDS  adds a run to FOLDER/runs.json
       fuzz_tools.py add RESULT KEPT              adds a result of fuzz_processes.py; tells its readers
       fuzz_tools.py executions FOLDER | summary FOLDER
       fuzz_tools.py record JSON                  from lines "READER GOAL FOLDER"
       fuzz_tools.py plan FILE ARGUMENT...        for fuzz_processes.py, from lines "READER GOAL BYTES FOLDER"

A pack is the inputs one after another, each after a line with its size; tests/fuzz/replay.c reads it.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile

KEPT = 32768  # bytes of an input in a pack at most
PACKED = 65536  # bytes of all inputs of a pack, the shortest first: packs are in the repository


def files(folder):
    """The bytes of every file of a folder, shortest first."""
    found = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found.append(file.read())
    return sorted(found, key=lambda data: (len(data), data))


def pack(path, folder, without):
    known = set(files(without))
    inputs = [data for data in files(folder) if data not in known and len(data) <= KEPT]
    if not inputs:
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        for data in inputs:
            if out.tell() + len(data) <= PACKED:
                out.write(b"%d\n%s\n" % (len(data), data))


def unpack(path, folder):
    if not os.path.exists(path):
        return
    with open(path, "rb") as source:
        while line := source.readline():
            data = source.read(int(line))
            source.read(1)
            name = os.path.join(folder, hashlib.sha1(data).hexdigest())
            with open(name, "wb") as out:
                out.write(data)


def runs(folder):
    try:
        with open(os.path.join(folder, "runs.json"), encoding="utf-8") as file:
            return json.load(file)
    except OSError:
        return {"executions": 0, "seconds": 0, "ended": 0, "edges": 0}


def keep(folder, total):
    with open(os.path.join(folder, "runs.json"), "w", encoding="utf-8") as file:
        json.dump(total, file)


def begin(folder, path, reader):
    if os.path.exists(os.path.join(folder, "runs.json")) or not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        known = [one for one in json.load(file)["readers"] if one["reader"] == reader]
    if known:
        keep(folder, {"ended": 0, **{k: known[0][k] for k in ("executions", "seconds", "edges")}})


def note(folder, log, status, seconds):
    total = runs(folder)
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    units = re.findall(r"stat::number_of_executed_units: (\d+)", text)
    last = re.findall(r"^#(\d+)\s.*?cov: (\d+)", text, re.M)
    executions = int(units[-1]) if units else int(last[-1][0]) if last else 0
    total["executions"] += executions
    total["seconds"] += int(seconds)
    total["ended"] += int(status) != 0
    total["edges"] = max([int(cov) for _, cov in last], default=total["edges"])  # of the present build
    keep(folder, total)


def add(path, kept):
    """Counts in a result of fuzz_processes.py, with its inputs."""
    with tarfile.open(path) as source:
        for member in source:
            data = source.extractfile(member).read()
            reader, *rest = member.name.split("/")
            if member.name == "result.json":
                told = json.loads(data)
            elif len(rest) == 2 and re.fullmatch(r"[\w.-]+", rest[1]) and rest[0] in ("corpus", "artifacts"):
                with open(os.path.join(kept, reader, *rest), "wb") as out:
                    out.write(data)
    for one in told:
        folder = os.path.join(kept, one["reader"])
        total = runs(folder)
        for key in ("executions", "seconds", "ended"):
            total[key] += one[key]
        total["edges"] = one["edges"] or total["edges"]
        keep(folder, total)
        print(one["reader"])


def plan(path, *arguments):
    """What fuzz_processes.py does."""
    readers = []
    for line in sys.stdin:
        reader, goal, *bytes_most, folder = line.rstrip("\n").split(" ", 3)
        total = runs(folder)
        readers.append({"reader": reader, "goal": int(goal), "short": int(bytes_most[0] or 0),
                        "executions": total["executions"], "seconds": total["seconds"]})
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"environment": dict(one.split("=", 1) for one in arguments if one[0] != "-"),
                   "arguments": [one for one in arguments if one[0] == "-"], "readers": readers}, file, indent=1)


def artifacts(folder):
    place = os.path.join(folder, "artifacts")
    return sorted(os.listdir(place)) if os.path.isdir(place) else []


def summary(folder):
    total = runs(folder)
    return "%d executions in %d s, %d edges, %d inputs to be looked at" % (
        total["executions"], total["seconds"], total["edges"], len(artifacts(folder)))


def record(path):
    """Replaces what the file says of these readers."""
    try:
        with open(path, encoding="utf-8") as file:
            known = {one["reader"]: one for one in json.load(file)["readers"]}
    except OSError:
        known = {}
    for line in sys.stdin:
        reader, goal, folder = line.split(maxsplit=2)
        folder = folder.rstrip("\n")
        total = runs(folder)
        if total["executions"] == 0:
            continue
        kinds = [name.split("-")[0] for name in artifacts(folder)]
        known[reader] = {
            "reader": reader, "goal": int(goal), "executions": total["executions"],
            "seconds": total["seconds"], "edges": total["edges"],
            "open": {kind: kinds.count(kind) for kind in ("crash", "leak", "oom", "timeout", "slow")}}
    if not known:
        return
    about = subprocess.run(["clang", "--version"], capture_output=True, text=True, check=False).stdout
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"schema": "simoom.trust-fuzz/1", "compiler": about.split("\n")[0],
                   "sanitizers": "address,undefined", "memory_limit_mb": 512, "time_limit_s": 1,
                   "readers": [known[name] for name in sorted(known)]}, out, indent=1)
        out.write("\n")


ACTIONS = {"pack": pack, "unpack": unpack, "begin": begin, "note": note, "record": record,
           "add": add, "plan": plan,
           "executions": lambda folder: print(runs(folder)["executions"]),
           "summary": lambda folder: print(summary(folder))}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ACTIONS:
        sys.exit(__doc__)
    ACTIONS[sys.argv[1]](*sys.argv[2:])
