#!/usr/bin/env python3
"""Runs the targets of a package of scripts/fuzz.sh --package in many processes at once.

usage: fuzz_processes.py SECONDS PROCESSES RESULT.tar.xz [READER]...

Lies in the unpacked package, whose plan.json says what is left of each reader. Readers with the most
work left get the most processes, each with its own seed and its own folder of inputs. RESULT holds
the executions of this call, inputs that were found, and those that crash, leak or take too long:
scripts/fuzz.sh --add RESULT counts them in. A later call in the same folder goes on from there.
"""
import ctypes
import hashlib
import io
import json
import math
import os
import re
import signal
import subprocess
import sys
import tarfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SLOT, FIRST = 60, 10  # s of one run of a process, and of the first of each reader, which measures its speed
MARGIN = 20  # s at the end for the result
PARTS = (4, 2, 1, 0)  # of processes in turn: inputs of a quarter, a half, all of the short length; 0: of any length
SHORT = ("-use_counters=0",)  # how often an edge is reached guides whole inputs: it takes a third of the time of short ones
MOST = {"grib": 5000}  # executions of one process: ecCodes keeps each name of a table that a message asks for
TRIES = 12  # runs of a reader that may end in a crash
FIXED_ADDRESSES = 0x0040000  # ADDR_NO_RANDOMIZE: clang 14's sanitizer fails with more random bits


class Reader:
    """What is left of one reader, and what this call has done."""

    def __init__(self, plan):
        self.name, self.goal, self.done = plan["reader"], plan["goal"], plan["executions"]
        self.short = plan["short"]
        self.rate = 0
        self.executions = self.seconds = self.ended = self.edges = 0
        self.active, self.lanes = 0, []

    def left(self):
        return max(self.goal - self.done - self.executions, 0)

    def need(self):
        """CPU seconds that are left, of one process more; without a measured speed one process runs first."""
        if self.ended >= TRIES or self.left() == 0:
            return 0
        if self.rate == 0:
            return 0 if self.active > 0 else math.inf
        return self.left() / self.rate / (self.active + 1)

    def folder(self, lane):
        place = os.path.join(HERE, "run", self.name, str(lane))
        for name in ("corpus", "artifacts"):
            os.makedirs(os.path.join(place, name), exist_ok=True)
        return place

    def add(self, log, status, seconds):
        units = re.findall(r"stat::number_of_executed_units: (\d+)", log)
        last = re.findall(r"^#(\d+)\s.*?cov: (\d+)", log, re.M)
        executions = int(units[-1]) if units else int(last[-1][0]) if last else 0
        self.executions += executions
        self.seconds += seconds
        self.ended += status != 0
        self.edges = max([self.edges] + [int(cov) for _, cov in last])
        self.rate = max(self.executions, 1) / max(self.seconds, 1)


def environment(plan):
    values = {name: text.replace("@", HERE) for name, text in plan["environment"].items()}
    return {**os.environ, **values}


def command(plan, name, arguments):
    return [os.path.join(HERE, "lib", "ld-linux-x86-64.so.2"), "--library-path", os.path.join(HERE, "lib"),
            os.path.join(HERE, "bin", "fuzz_" + name), *plan["arguments"], *arguments]


class Call:
    """All processes of this call."""

    def __init__(self, plan, seconds, readers):
        self.plan, self.readers = plan, readers
        self.end = time.monotonic() + seconds - MARGIN
        self.lock = threading.Condition()
        self.environment = environment(plan)

    def take(self):
        """The reader with the most work left, and a lane of it that is free. While all wait for a speed: later."""
        with self.lock:
            reader = max(self.readers, key=Reader.need)
            while reader.need() <= 0 and any(r.active > 0 for r in self.readers):
                self.lock.wait()
                reader = max(self.readers, key=Reader.need)
            if self.end - time.monotonic() < 3 or reader.need() <= 0:
                return None, 0, 0
            lane = next(i for i in range(len(reader.lanes) + 1) if i not in reader.lanes)
            runs = max(min(reader.left() // (reader.active + 1), MOST.get(reader.name, reader.goal)), 1)
            reader.lanes.append(lane)
            reader.active += 1
            return reader, lane, runs

    def work(self):
        while True:
            reader, lane, runs = self.take()
            if reader is None:
                return
            place, began = reader.folder(lane), time.monotonic()
            log, status = self.run(reader, lane, place, runs)
            with self.lock:
                reader.add(log, status, time.monotonic() - began)
                reader.active -= 1
                reader.lanes.remove(lane)
                self.lock.notify_all()

    def run(self, reader, lane, place, runs):
        limit = int(max(min(SLOT if reader.rate > 0 else FIRST, self.end - time.monotonic()), 2))
        seeds = os.path.join(HERE, "seeds", reader.name)
        part = PARTS[lane % len(PARTS)]
        size = [f"-max_len={reader.short // part}", *SHORT] if reader.short and part else []
        arguments = [*size, f"-runs={runs}", f"-max_total_time={limit}", f"-artifact_prefix={place}/artifacts/",
                     os.path.join(place, "corpus"), seeds]
        with open(os.path.join(place, "log"), "w+b") as log:
            with subprocess.Popen(command(self.plan, reader.name, arguments), stdout=log, stderr=log,
                                  env=self.environment, cwd=place) as process:
                status = wait(process, limit + 10)
            log.seek(0)
            return log.read().decode(errors="replace"), status


def wait(process, seconds):
    """Its exit code; asked to end after some seconds, when it tells what it has done."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(how)
            seconds = 5
    process.wait()
    return 0


def inputs(reader, kind):
    """Files of a kind of all lanes, each once."""
    found, place = {}, os.path.join(HERE, "run", reader.name)
    for lane in sorted(os.listdir(place)) if os.path.isdir(place) else []:
        folder = os.path.join(place, lane, kind)
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            prefix = name.rsplit("-", 1)[0] + "-" if kind == "artifacts" else ""
            found[prefix + hashlib.sha1(data).hexdigest()] = data
    return found


def write(path, call):
    told = [{"reader": r.name, "goal": r.goal, "executions": r.executions, "seconds": round(r.seconds),
             "ended": r.ended, "edges": r.edges} for r in call.readers if r.executions > 0]
    with tarfile.open(path, "w:xz", preset=1) as out:
        def put(name, data):
            about = tarfile.TarInfo(name)
            about.size = len(data)
            out.addfile(about, io.BytesIO(data))
        put("result.json", json.dumps(told, indent=1).encode())
        for reader in call.readers:
            for kind in ("corpus", "artifacts"):
                for name, data in inputs(reader, kind).items():
                    put(f"{reader.name}/{kind}/{name}", data)
            if reader.ended > 0:
                for lane in os.listdir(os.path.join(HERE, "run", reader.name)):
                    with open(os.path.join(HERE, "run", reader.name, lane, "log"), "rb") as file:
                        put(f"{reader.name}/logs/{lane}", file.read()[-65536:])


def main(seconds, processes, result, names):
    with open(os.path.join(HERE, "plan.json"), encoding="utf-8") as file:
        plan = json.load(file)
    readers = [Reader(one) for one in plan["readers"] if not names or one["reader"] in names]
    call = Call(plan, seconds, readers)
    ctypes.CDLL(None).personality(FIXED_ADDRESSES)  # of the processes to be started
    threads = [threading.Thread(target=call.work) for _ in range(processes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    write(result, call)
    for reader in readers:
        kept = next(one for one in plan["readers"] if one["reader"] == reader.name)
        kept["executions"] += reader.executions
        kept["seconds"] += reader.seconds
        print(f"{reader.name}: {reader.executions} executions in {reader.seconds:.0f} s of processes,"
              f" {reader.left()} left, {reader.ended} ended in an error,"
              f" {len(inputs(reader, 'artifacts'))} inputs to be looked at")
    with open(os.path.join(HERE, "plan.json"), "w", encoding="utf-8") as file:
        json.dump(plan, file, indent=1)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(float(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
