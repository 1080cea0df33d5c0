#!/usr/bin/env python3
"""kill -9: runs of flows, particles, both and chemistry are killed at random times and go on from
their checkpoints on another number of threads; what they leave in the end is what a run that nobody
killed leaves, number by number.

    kills.py PROGRAM SOURCE [--kills N] [--seed N] [--case NAME]... [--json FILE] [--add]

With --add the numbers in FILE are added to, until there are N kills in all."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from commands import CARRIED, FLOW

LONG_FLOW = FLOW.replace('"4 s"', '"20 s"').replace('"2 s"', '"5 s"').replace('"125 mm"', '"62.5 mm"')
LONG_CARRIED = (CARRIED.replace("duration = 12", "duration = 60").replace("count = 60", "count = 9000")
                .replace("step = 0.5", "step = 0.1"))
BOTH = """[particles]
step = 0.05
duration = 18
checkpoint = "1 s"
trajectories = 4
trajectory_step = 1
[[particles.source]]
position = [0.5, 0.25]
size = [0.2, 0.2, 0.2]
height = 0.5
count = 900
rate = 1
[output]
"""
CHEMISTRY = """[flow.chemistry]
mechanism = "no_no2_o3.eqn"
temperature = 298
pressure = 101325
[output]
"""
CASES = {"flow": LONG_FLOW, "particles": LONG_CARRIED}


def dump(path):
    """The numbers of a file, without who wrote it when."""
    if not path.endswith(".nc"):
        with open(path, "rb") as file:
            return file.read()
    text = subprocess.run(["ncdump", path], capture_output=True, check=True).stdout
    return re.sub(rb"\n[^\n]*:(history|simoom_device) [^\n]*", b"", text)


def contents(folder):
    """All results of a run but what it tells of itself."""
    names = [n for n in sorted(os.listdir(folder)) if not n.endswith("_run.json")]
    return {name: dump(os.path.join(folder, name)) for name in names}


class Trial:
    """A case, and what a run of it leaves that nobody kills."""

    def __init__(self, program, work, name, text):
        self.program, self.name, self.work = program, name, work
        self.case = os.path.join(work, name + ".toml")
        with open(self.case, "w", encoding="utf-8") as file:
            file.write(text)
        straight = os.path.join(work, name + "-straight")
        begun = time.monotonic()
        subprocess.run(self.line(straight, 1, False), check=True, stdout=subprocess.DEVNULL)
        self.seconds = time.monotonic() - begun
        self.wanted = contents(straight)

    def line(self, folder, threads, resume):
        """The command."""
        return [self.program, "run", self.case, "-o", folder, "-t", str(threads), "-q",
                "--resume" if resume else "--overwrite"]

    def checkpoint(self, folder):
        """Whether there is one to go on from."""
        return os.path.isdir(folder) and any(n.endswith("_checkpoint.nc") for n in os.listdir(folder))

    def once(self, rng, most):
        """A run killed up to `most` times: kills, resumes and what is wrong."""
        folder = os.path.join(self.work, self.name + "-killed")
        shutil.rmtree(folder, ignore_errors=True)
        kills = resumes = 0
        while True:
            resume = self.checkpoint(folder)
            resumes += resume
            begun = time.monotonic()
            process = subprocess.Popen(self.line(folder, rng.choice([1, 2]), resume),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            try:
                wait = rng.uniform(0, self.seconds) if kills < most else 120
                said = process.communicate(timeout=wait)[1]
                if not resume:  # the machine may be busier or idler than it was
                    self.seconds = time.monotonic() - begun
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
                continue
            if process.returncode != 0:
                return kills, resumes, f"{self.name}: exit code {process.returncode}: {said[-300:]}"
            break
        now = contents(folder)
        for name in sorted(now.keys() | self.wanted.keys()):
            if now.get(name) != self.wanted.get(name):
                return kills, resumes, f"{self.name}: {name} is not that of a run that nobody killed"
        return kills, resumes, None


def parse():
    """The options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("source", type=os.path.abspath)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", action="append")
    parser.add_argument("--json")
    parser.add_argument("--add", action="store_true")
    return parser.parse_args()


def cases(source, work):
    """The cases, and the mechanism that one of them reads."""
    shutil.copy(os.path.join(source, "tests/data/chem/no_no2_o3.eqn"), work)
    flow = LONG_FLOW
    scalars = "".join(f'[[flow.scalar]]\nname = "{n}"\ninitial = {v}\n'
                      for n, v in (("NO", "1e-7"), ("NO2", "1e-7"), ("O3", "1e-7")))
    return {**CASES, "both": flow.replace("[output]\n", BOTH),
            "chemistry": flow.replace("[output]\n", scalars + CHEMISTRY)}


def record(options, result):
    """Writes what was found so far."""
    if not options.json:
        return
    with open(options.json, "w", encoding="utf-8") as file:
        json.dump({"schema": "simoom.kills/1", "seed": options.seed, "goal": options.kills,
                   "kills": sum(r["kills"] for r in result.values()),
                   "failures": sum(len(r["failures"]) for r in result.values()),
                   "cases": result}, file, indent=1)
        file.write("\n")


def main():
    """Kills runs of all cases in turn until there were enough kills."""
    options = parse()
    rng = random.Random(options.seed)
    if shutil.which("ncdump") is None:
        print("skipped: no ncdump")
        sys.exit(77)
    work = tempfile.mkdtemp(prefix="simoom-kills-")
    trials = [Trial(options.program, work, name, text)
              for name, text in cases(options.source, work).items()
              if options.case is None or name in options.case]
    result = {t.name: {"runs": 0, "kills": 0, "resumes": 0, "failures": []} for t in trials}
    if options.add and os.path.exists(options.json):
        with open(options.json, encoding="utf-8") as file:
            result.update(json.load(file)["cases"])
    for n in range(10 * options.kills + len(trials)):
        trial = trials[n % len(trials)]
        left = options.kills - sum(r["kills"] for r in result.values())
        if left <= 0 and n >= len(trials):
            break
        kills, resumes, wrong = trial.once(rng, min(4, max(1, left)))
        own = result[trial.name]
        own["runs"] += 1
        own["kills"] += kills
        own["resumes"] += resumes
        if wrong is not None:
            own["failures"].append(wrong)
            print(wrong, flush=True)
        if n % 20 == 0:
            record(options, result)  # a long run may be interrupted itself
    shutil.rmtree(work)
    record(options, result)
    for name, own in result.items():
        print(f"{name}: {own['kills']} kills in {own['runs']} runs, {own['resumes']} resumes")
    sys.exit(1 if any(r["failures"] for r in result.values()) else 0)


if __name__ == "__main__":
    main()
