#!/usr/bin/env python3
"""Seconds from SIGTERM to the end of the program, while it reads, sets up and computes large cases on one thread.

    signal_latency.py PROGRAM [--json FILE] [--only NAME]... [--signals N] [--note TEXT]

Each case runs N times, and gets the signal at moments spread over its reading and set-up, or over steps and
iterations. Of flows and particles also the last part, in which the state is written; and the processor time from
the signal on, on which other programs have little influence. Required: exit code 75, no unfinished file. Exit
code 1: a run ended otherwise.
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from large_inputs import houses

BOXES = "[buildings]\nbox = [" + ",".join(
    f"{{corner = [{x}, {y}], size = [40, 40], height = {20 + (x * y) % 37}}}"
    for x in range(200, 1800, 100) for y in range(200, 1800, 100)) + "]\n"
TOWN = '[domain]\ncrs = "local"\nsize = [2000, 2000]\nheight = 300\nstretch = 1\ncell_size = [{side}, {side}, {layer}]\n'
STATION = "[[weather.station]]\nspeed = 5\nfrom = 270\n"
FLOW = '[wind]\nmodel = "{model}"\nduration = 1000\n'
PARTICLES = """[turbulence]
model = "local"
[particles]
duration = 3600
[[particles.source]]
position = [100, 1000]
height = 10
mass = 1
count = 2000000
"""


def terrain(folder):
    """Hills of 6 million heights in an ASCII grid, under 26 million cells."""
    with open(os.path.join(folder, "hills.asc"), "w", encoding="utf-8") as file:
        file.write("ncols 2500\nnrows 2500\nxllcorner 600000\nyllcorner 5200000\ncellsize 4\n")
        for j in range(2500):
            file.write(" ".join(str(100 + (i * i // 97 + j * j // 89) % 60) for i in range(2500)) + "\n")
    return ('[domain]\ncrs = "EPSG:32632"\norigin = [600000, 5200000]\nsize = [4800, 4800]\nheight = 400\n'
            'cell_size = [6, 6, 5]\nstretch = 1\n[terrain]\nfile = "hills.asc"\ncrs = "EPSG:32632"\n' + STATION)


def town(side, layer, more):
    """How the case of a town is made."""
    return lambda folder: TOWN.format(side=side, layer=layer) + BOXES + more


def smog(folder):
    """The example of chemistry in a flow, with 0.3 million cells."""
    example = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cases", "smog")
    for name in ("cbm4.def", "photolysis.txt"):
        shutil.copy(os.path.join(example, name), folder)
    with open(os.path.join(example, "case.toml"), encoding="utf-8") as file:
        return file.read().replace('cell_size = "1 m"', 'cell_size = "0.2 m"')


# name: (what, millions of cells, maker, what it says before the first signal; None: the signals are spread over the time
# until it says `done: ` or `solve: `)
CASES = {
    "houses": ("reading and set-up, 100 000 houses in GeoJSON", None, lambda folder: houses(folder, 100000), None),
    "terrain": ("reading and set-up, terrain of 6 million heights", 26, terrain, None),
    "wind": ("diagnostic wind, iterations", 25, town(4, 3, STATION), "solve: "),
    "les": ("incompressible flow, steps", 25, town(4, 3, FLOW.format(model="incompressible") + STATION), "step 1: "),
    "compressible": ("compressible flow, steps", 25, town(4, 3, FLOW.format(model="compressible") + STATION), "step 1: "),
    "rans": ("RANS, iterations", 3.8, town(8, 5, '[wind]\nmodel = "rans"\n' + STATION), "iteration 10: "),
    "particles": ("2 million particles", None, town(20, 10, STATION + PARTICLES), "particles: "),
    "chemistry": ("incompressible flow, chemistry of 32 species, steps", 0.3, smog, "step 1: "),
}


class Run:
    """One run that gets a signal."""

    def __init__(self, program, folder, text):
        self.folder = folder
        self.out = os.path.join(folder, "out")
        self.said = os.path.join(folder, "said")
        shutil.rmtree(self.out, ignore_errors=True)
        with open(os.path.join(folder, "case.toml"), "w", encoding="utf-8") as file:
            file.write(text)
        with open(self.said, "w", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                [program, "run", os.path.join(folder, "case.toml"), "-o", self.out, "-t", "1", "-v", "--set", "output.prefix=a"],
                stdout=subprocess.DEVNULL, stderr=said)
        self.begun = time.monotonic()

    def wait_for(self, words, most):
        """Until it says one of the words, ends, or has run so long; the seconds since it began."""
        while self.process.poll() is None and time.monotonic() < self.begun + most:
            with open(self.said, encoding="utf-8") as said:
                text = said.read()
            if any(word in text for word in words):
                break
            time.sleep(0.02)
        return time.monotonic() - self.begun

    def processor_time(self):
        """Of the process so far, s."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        """Seconds to the end after a signal, of them those in which the state was written, and processor time."""
        state = os.path.join(self.out, "a_checkpoint.nc.part")
        begun, used, writes, ended = time.monotonic(), self.processor_time(), None, 0
        self.process.send_signal(signal.SIGTERM)
        while ended == 0:
            if writes is None and os.path.exists(state):
                writes = time.monotonic()
            time.sleep(0.002)
            ended, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        end = time.monotonic()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return end - begun, end - writes if writes is not None else 0, usage.ru_utime + usage.ru_stime - used


def measure(program, name, signals):
    """Latencies of a case."""
    what, millions, make, word = CASES[name]
    draw = random.Random(1)
    seconds, writing, working, wrong = [], [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        text = make(folder)
        whole = 0
        if word is None:
            first = Run(program, folder, text)
            whole = first.wait_for(("solve: ", "done: "), 600)
            first.process.kill()
            first.process.wait()
        for n in range(signals):
            one = Run(program, folder, text)
            if word is None:
                one.wait_for((), whole * (n + 0.5) / signals)
            else:
                one.wait_for((word,), 600)
                time.sleep(draw.uniform(0, 5))
            if one.process.poll() is not None:
                with open(one.said, encoding="utf-8") as said:
                    print(f"{name}: ended too early\n{said.read()[-600:]}", file=sys.stderr)
                wrong += 1
                continue
            took, wrote, worked = one.stop()
            seconds.append(took)
            writing.append(wrote)
            working.append(worked)
            left = [f for f in os.listdir(one.out) if f.endswith((".part", ".lock"))] if os.path.isdir(one.out) else []
            wrong += one.process.returncode != 75 or bool(left)
            print(f"{name}: {took:.2f} s, {wrote:.2f} of them for the state, processor {worked:.2f} s", flush=True)
    if not seconds:
        return {"what": what, "signals": 0, "wrong": wrong}
    seconds.sort()
    return {"what": what, "million_cells": millions, "signals": len(seconds), "wrong": wrong,
            "median": round(seconds[len(seconds) // 2], 2), "largest": round(seconds[-1], 2),
            "state": round(max(writing), 2), "processor": round(max(working), 2)}


def main():
    """Measures the cases and writes the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--only", metavar="NAME", action="append", choices=CASES)
    parser.add_argument("--signals", metavar="N", type=int, default=8)
    parser.add_argument("--note", default="nothing else ran on the machine", help="what else the machine did, for the page")
    options = parser.parse_args()
    cases = {name: measure(os.path.abspath(options.program), name, options.signals) for name in options.only or CASES}
    version = subprocess.run([options.program, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"schema": "simoom.signal-latency/1", "program": version, "threads": 1, "note": options.note, "cases": cases}, file, indent=1)
            file.write("\n")
    return 1 if any(one["wrong"] for one in cases.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
