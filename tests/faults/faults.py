#!/usr/bin/env python3
"""Fault injection: the n-th allocation of simoom's own code, and the n-th write, fsync, close,
rename, read and open of a file, fail in small commands, one n after the other.

    faults.py PROGRAM SOURCE INJECT.so [--command NAME]... [--kind KIND]... [--every N]
              [--most N] [--from N] [--to N] [--on] [--signal] [--jobs N] [--json FILE] [--keep]

Whatever fails: no crash, no hang; exit code 0 only when all results are there, bit for bit as
without the fault, else a documented code and an error on stderr; earlier results whole, and nothing
begun left behind. With --signal the call succeeds, but SIGTERM comes before it: exit code 75 and
nothing begun left behind, or 0 with all results; the largest number of calls that follow is told."""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading

from commands import COMMANDS, prepare

KINDS = ["alloc", "write", "sync", "close", "rename", "read", "open"]
LAYOUT = struct.Struct("<7QQQQQ256s256s7Q")
PASSING = re.compile(r"_live\.(json|nc)|\.lock( \(deleted\))?$")  # files that tell of a run while it goes on
GROWING = ("_probes.csv", "_series.csv", "_forces.csv")  # tables of a flow, read while they grow
CODES = {1, 2, 3, 4, 5, 6}


class Report:
    """What inject.c has left."""

    def __init__(self, path):
        with open(path, "rb") as file:
            values = LAYOUT.unpack(file.read(LAYOUT.size))
        self.count = dict(zip(KINDS, values[:7]))
        self.hits, self.offset, self.own, self.output = values[7:11]
        self.path, self.module = (v.split(b"\0")[0].decode(errors="replace") for v in values[11:13])
        self.later = dict(zip(KINDS, values[13:]))

    def where(self):
        """The call that failed."""
        module = os.path.basename(self.module)
        return f"{module}+{self.offset:#x}" + (f" ({os.path.basename(self.path)})" if self.path else "")

    def symbol(self):
        """Its function, where the module has names."""
        found = subprocess.run(["addr2line", "-f", "-e", self.module, hex(self.offset - 1)],
                               capture_output=True, text=True, check=False)
        return found.stdout.split("\n")[0]


def steady(name, data):
    """The bytes of a result without those that tell how long it took."""
    if name.endswith((".json", ".html")) or name.startswith("<"):
        data = re.sub(rb"-?\d+(\.\d+)?(e[-+]?\d+)?( [kMG](?= ))?", b"0", data)
    return data


def snapshot(folder):
    """All files of a folder and their bytes."""
    files = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = file.read()
    return files


def restore(folder, wanted):
    """Makes a folder hold these files again, and no others."""
    now = snapshot(folder)
    for name in now.keys() - wanted.keys():
        os.remove(os.path.join(folder, name))
    for name, data in wanted.items():
        if now.get(name) != data:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
    for at, folders, names in os.walk(folder, topdown=False):
        if at != folder and not folders and not names:
            os.rmdir(at)


class Command:
    """A command with a folder of its own, the files before it and after it."""

    def __init__(self, options, name, work, given):
        self.options, self.name, self.folder = options, name, os.path.join(work, name)
        self.report = os.path.join(work, name + ".report")
        self.line, other = COMMANDS[name]
        self.foreign, self.later = [], dict.fromkeys(KINDS, 0)
        shutil.copytree(given, self.folder)
        self.before = snapshot(self.folder)
        if other is not None:
            self.run(None, 0, self.line + other)
            self.before = snapshot(self.folder)
        kept = os.path.join(work, name + ".kept")
        os.mkdir(kept)
        self.code, self.out, self.err = self.run(None, 0, keep=kept)
        self.versions = {(n.split("-", 1)[1], d) for n, d in snapshot(kept).items()}
        self.after = snapshot(self.folder)
        self.count = Report(self.report).count
        if self.count["alloc"] == 0 or self.count["open"] == 0:
            sys.exit(f"{name}: no call was seen: {options.inject} does not stand before the others")
        if self.code != 0:
            sys.exit(f"{name} fails without a fault: {self.err}")

    def run(self, kind, at, line=None, keep=None):
        """The command with one fault: exit code, stdout and stderr."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SIMOOM_DEV")}
        environment.update(LD_PRELOAD=self.options.inject, FAULT_REPORT=self.report,
                           FAULT_ROOT=os.path.realpath(self.folder) + "/", OMP_NUM_THREADS="1",
                           FAULT_AT=str(at), LC_ALL="C",
                           SIMOOM_DEVICE="cpu")  # CUDA's runtime is no code of ours
        if kind is not None:
            environment["FAULT_KIND"] = kind
        if keep is not None:
            environment["FAULT_KEEP"] = keep
        if self.options.on:
            environment["FAULT_ON"] = "1"
        if self.options.signal:
            environment["FAULT_SIGNAL"] = "1"
        if os.path.exists(self.report):
            os.remove(self.report)
        try:
            done = subprocess.run([self.options.program, *(line or self.line)], cwd=self.folder,
                                  env=environment, capture_output=True, timeout=60,
                                  stdin=subprocess.DEVNULL, check=False)
        except subprocess.TimeoutExpired:
            return "timeout", b"", b""
        return done.returncode, done.stdout, done.stderr

    def succeeded(self, now, out, err, report):
        """What is wrong with a run that says that all is well."""
        for name in sorted(self.after.keys() | now.keys()):
            if name not in now:
                return f"exit code 0 without {name}"
            if name not in self.after:
                return f"exit code 0 and {name} left"
            if name.endswith(".html") and b"warning: a part of the page is missing" in err:
                continue
            if steady(name, now[name]) != steady(name, self.after[name]):
                return f"exit code 0 and another {name}"
        if steady("<out>", out) != steady("<out>", self.out):
            return "exit code 0 and another stdout"
        lost = report.hits > 0 and not self.options.signal and report.own and report.output and not PASSING.search(report.path)
        if lost and not report.path.endswith("/NUL"):
            return "exit code 0 though a file could not be closed or flushed"
        return None

    def failed(self, code, now, err, kind, report):
        """What is wrong with a run that failed."""
        if code not in CODES:
            return f"exit code {code}"
        if b"error" not in err and b"cannot" not in err and b"out of memory" not in err:
            return "no error on stderr"
        # Streams of C++, by which toml++ reads numbers, take no memory for a text that is no number.
        if kind == "alloc" and "libstdc++" not in report.module:
            if code != 1:
                return f"exit code {code} for memory"
            if b"memory" not in err:
                return "an error that does not name memory"
        return self.untouched(now, kind)

    def untouched(self, now, kind):
        """What is wrong with the files that a run without success leaves."""
        for name in sorted(self.before.keys() - now.keys()):
            return f"{name} of before is lost"
        changed = {n for n, d in self.before.items() if not n.endswith(".json") and self.after.get(n, d) != d}
        replaced = {n for n in changed if now[n] != self.before[n]}
        if kind != "rename" and replaced not in (set(), changed):
            return f"{min(replaced)} of before is replaced, {min(changed - replaced)} is not"
        for name, data in now.items():
            if data in (self.before.get(name), self.after.get(name)):
                continue
            if (os.path.basename(name), data) in self.versions:  # as at a checkpoint
                continue
            whole = name.removesuffix(".saved")
            if whole.endswith(GROWING) and self.after[whole].startswith(data):
                continue
            if name.endswith(".json") and name in self.after and json_whole(data):
                continue
            return f"{name} is left" if name not in self.before else f"{name} of before is damaged"
        return None

    def stopped(self, code, now, report):
        """What is wrong with a command that was told to stop."""
        if code != 75:
            return f"exit code {code}"
        for name in sorted(now):
            if name.endswith((".part", ".lock")):
                return f"{name} is left"
        for kind in KINDS:
            self.later[kind] = max(self.later[kind], report.later[kind])
        return self.untouched(now, "signal") if self.line[0] not in ("run", "release") else None

    def judge(self, kind, at):
        """Runs with one fault; a line on what is wrong, or None."""
        code, out, err = self.run(kind, at)
        report = Report(self.report) if os.path.exists(self.report) else None
        now = snapshot(self.folder)
        if code == "timeout":
            wrong = "hangs"
        elif code < 0 and is_foreign(kind, report):
            self.foreign.append(f"{kind} {at}: signal {-code} at {report.where()}")
            wrong = self.untouched({k: v for k, v in now.items() if not k.endswith((".part", ".lock"))}, kind)
        elif self.options.signal and code == -15 and now == self.before:
            wrong = None  # before simoom listens to signals
        elif code < 0:
            wrong = f"signal {-code}"
        elif code == 0:
            wrong = self.succeeded(now, out, err, report)
        elif self.options.signal:
            wrong = self.stopped(code, now, report)
        else:
            wrong = self.failed(code, now, err, kind, report)
        if now != self.before:
            restore(self.folder, self.before)
        if wrong is None:
            return None
        said = err.decode(errors="replace").strip().replace("\n", " | ")[-300:]
        where = f"{report.where()} in {report.symbol()}" if report and report.hits else "?"
        return f"{self.name} {kind} {at}: {wrong}; at {where}; stderr: {said}"


def json_whole(data):
    """Whether bytes are JSON."""
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def is_foreign(kind, report):
    """Whether a crash is that of a library: HDF5 1.10 frees what it never had when a read fails."""
    return kind == "read" and report is not None and "libhdf5" in report.module


def points(options, count):
    """The numbers of the calls that are let fail."""
    every = max(options.every, -(-count // options.most) if options.most else 1)
    last = min(options.to or count, count)
    return list(range(options.start if every == 1 else min(count, 1 + every // 2), last + 1, every))


def go(options, name, work, given, lock):
    """All faults of a command: numbers of calls and failures."""
    command = Command(options, name, work, given)
    restore(command.folder, command.before)
    result = {"command": "simoom " + " ".join(command.line), "calls": {}, "tried": {},
              "failures": []}
    for kind in options.kind or KINDS:
        count = command.count[kind]
        tried = points(options, count)
        result["calls"][kind], result["tried"][kind] = count, len(tried)
        for at in tried:
            wrong = command.judge(kind, at)
            if wrong is not None:
                result["failures"].append(wrong)
                with lock:
                    print(wrong, flush=True)
    result["crashes of libraries"] = command.foreign
    if options.signal:
        result["calls after the signal"] = command.later
    return result


def parse():
    """The options."""
    parser = argparse.ArgumentParser()
    for name in ("program", "source", "inject"):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("--command", action="append", choices=list(COMMANDS))
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--from", dest="start", type=int, default=1)
    parser.add_argument("--to", type=int, default=0)
    parser.add_argument("--on", action="store_true")
    parser.add_argument("--signal", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args()


def main():
    """Runs the commands that are asked for."""
    options = parse()
    work = tempfile.mkdtemp(prefix="simoom-faults-")
    given = os.path.join(work, "given")
    os.mkdir(given)
    options.inject = shutil.copy(options.inject, work)  # LD_PRELOAD ends a path at a blank
    prepare(options.program, options.source, given)
    lock, results = threading.Lock(), {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        names = options.command or list(COMMANDS)
        jobs = {name: pool.submit(go, options, name, work, given, lock) for name in names}
        for name, job in jobs.items():
            results[name] = job.result()
    if not options.keep:
        shutil.rmtree(work)
    failures = sum(len(r["failures"]) for r in results.values())
    tried = sum(sum(r["tried"].values()) for r in results.values())
    for name, result in results.items():
        calls = ", ".join(f"{k} {result['tried'][k]} of {n}" for k, n in result["calls"].items())
        print(f"{name}: {calls}: {len(result['failures'])} failures")
        if options.signal:
            print(f"{name}: at most these calls after the signal: {result['calls after the signal']}")
    print(f"{tried} faults in {len(results)} commands, {failures} failures")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"schema": "simoom.faults/1", "on": options.on, "signal": options.signal, "faults": tried,
                       "failures": failures, "commands": results}, file, indent=1)
            file.write("\n")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
