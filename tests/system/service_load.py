"""`simoom serve` under many jobs and SIGKILL: no accepted job is lost, all results are those of `simoom run`.

    service_load.py PROGRAM FOLDER [--requests N] [--json FILE]

Sixteen clients send N small winds (default 1000) of sixteen kinds and fetch their results. The service, with two runs at a time,
is killed when half of the requests are accepted, while others are on their way, and again when half of the jobs are done. A request
without an answer is sent again: its job may be there twice. FILE: bench/results/trust/service.json.
"""
import argparse
import collections
import concurrent.futures
import http.client
import json
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import threading
import time

from service_client import CASE, Service

CLIENTS = 16
WIND = {"wind": {}}


def case_of(kind):
    return CASE.replace("speed = 5", f"speed = {3 + kind % 4}").replace("from = 270", f"from = {22.5 * kind}")


def numbers(path):
    """The numbers of a NetCDF file, without who wrote it when; empty where it is damaged."""
    text = subprocess.run(["ncdump", path], capture_output=True, check=False).stdout
    text = re.sub(rb"\n[^\n]*:(history|simoom_device) [^\n]*", b"", text)
    return text[text.find(b"{"):]


def expected(program, folder, kind):
    work = pathlib.Path(f"{folder}-run-{kind}/case")
    work.mkdir(parents=True)
    (work / "case.toml").write_text(case_of(kind))
    subprocess.run([program, "run", "case.toml", "-o", ".", "-t", "1", "-q"], cwd=work, check=True, capture_output=True)
    return numbers(work / "case.nc")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Load:
    """Requests of the clients, and what they were answered."""

    def __init__(self, program, folder, requests):
        self.program, self.folder, self.requests, self.port = program, folder, requests, free_port()
        self.expected = [expected(program, folder, kind) for kind in range(CLIENTS)]
        assert all(self.expected)
        self.lock, self.kinds, self.seconds = threading.Lock(), {}, collections.defaultdict(list)
        self.wrong, self.unanswered, self.memory, self.restarts = [], 0, 0, []
        self.start()

    def start(self):
        self.service = Service(self.program, self.folder, "--jobs", "2", "--queue", str(2 * self.requests), "-t", "1", port=self.port)

    def answer(self, what, *arguments, **members):
        """An answer; a request that a kill left without one is sent again."""
        again = False
        while True:
            begun = time.monotonic()
            try:
                answer = getattr(self.service, "execute" if what == "acceptance" else "ask")(*arguments, **members)
            except (OSError, http.client.HTTPException):
                again = True
                time.sleep(0.1)
                continue
            with self.lock:
                self.seconds[what].append(time.monotonic() - begun)
                self.unanswered += again
            return answer

    def send(self, number):
        kind = number % CLIENTS
        job = self.answer("acceptance", case_of(kind), outputs=WIND).json["jobID"]
        with self.lock:
            self.kinds[job] = kind

    def states(self):
        return {j["jobID"]: j["status"] for j in self.answer("list", "/jobs?limit=10000").json["jobs"]}

    def kill(self, wait_until):
        """Kills the service when it is time, and starts it again; jobs that were accepted before must be there."""
        while not wait_until():
            time.sleep(0.2 if self.restarts else 0.02)
        status = pathlib.Path(f"/proc/{self.service.process.pid}/status").read_text()
        self.memory = max(self.memory, int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1024)
        with self.lock:
            accepted = dict(self.kinds)
        self.service.process.kill()
        self.service.process.wait()
        begun = time.monotonic()
        self.start()
        self.restarts.append(time.monotonic() - begun)
        return set(accepted) - set(self.states())

    def check(self, job):
        """Fetches the results of a job and compares them."""
        state = "accepted"
        while state in ("accepted", "running"):
            state = self.answer("status", f"/jobs/{job}").json["status"]
            if state in ("accepted", "running"):
                time.sleep(0.5)
        path = pathlib.Path(f"{self.folder}-{job}.nc")
        if state == "successful":
            path.write_bytes(self.answer("results", f"/jobs/{job}/results").body)
        if state != "successful" or numbers(path) != self.expected[self.kinds[job]]:
            with self.lock:
                self.wrong.append((job, state))
        else:
            path.unlink()

    def resent(self):
        """Jobs of requests whose answer a kill took, by their case."""
        more = set(self.states()) - set(self.kinds)
        for job in more:
            text = next(pathlib.Path(self.folder, "jobs", job).rglob("case.toml")).read_text()
            self.kinds[job] = [case_of(kind) for kind in range(CLIENTS)].index(text)
        return more


def measure(load):
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        sent = [clients.submit(load.send, number) for number in range(load.requests)]
        lost = load.kill(lambda: len(load.kinds) >= load.requests // 2)
        for one in sent:
            one.result()
        accepted = time.monotonic() - begun
        done = [clients.submit(load.check, job) for job in set(load.kinds) - lost]
        lost |= load.kill(lambda: list(load.states().values()).count("successful") >= load.requests // 2)
        for one in done:
            one.result()
        for one in [clients.submit(load.check, job) for job in load.resent()]:
            one.result()
    states = load.states()
    return {"jobs": len(states), "accepted_s": round(accepted, 2), "seconds": round(time.monotonic() - begun, 1),
            "lost": len(lost | set(load.kinds) - set(states)),
            "not_successful": sum(state != "successful" for state in states.values()), "wrong": len(load.wrong)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--json")
    options = parser.parse_args()
    load = Load(options.program, options.folder, options.requests)
    result = measure(load)
    load.service.stop()
    version = subprocess.run([options.program, "version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    answers = {what: {"number": len(times), "median_ms": round(1000 * statistics.median(times), 1),
                      "largest_ms": round(1000 * max(times), 1)} for what, times in load.seconds.items()}
    result = {"schema": "simoom.trust-service/1", "program": version, "requests": options.requests, "clients": CLIENTS, "runs_at_a_time": 2,
              "kills": len(load.restarts), **result, "unanswered": load.unanswered,
              "restart_s": [round(s, 2) for s in load.restarts], "memory_mb": round(load.memory, 1), "answers": answers}
    print(json.dumps(result, indent=1))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(result, indent=1) + "\n")
    sys.exit(1 if result["lost"] or result["not_successful"] or result["wrong"] or result["jobs"] < options.requests else 0)


if __name__ == "__main__":
    main()
