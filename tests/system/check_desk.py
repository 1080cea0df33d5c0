"""The server of simoom view --release: right and wrong requests, one run at a time, a run that is killed, a token.

usage: check_desk.py PROGRAM LIBRARY TOKEN_FILE [RASTER]
"""
import concurrent.futures
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

program, library, token_file = sys.argv[1:4]
RELEASE = {"substance": "ammonia", "x": 100, "y": 190, "height": 1, "rate": 0.5, "duration": 60, "length": 120, "speed": 3,
           "from": 270, "wind_height": 10, "inverse_length": 0.005, "particles": 2000,
           "sensors": [{"name": "school, \u00e9cole", "x": 320, "y": 190, "height": 1.75}]}
LONG = {**RELEASE, "particles": 500000, "length": 3600}


@contextlib.contextmanager
def desk(*options):
    """A desk with its address; it must end well, and take the run that goes on with it."""
    process = subprocess.Popen([program, "view", library, "--release", "--no-browser", *options],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip(), process
    finally:
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=20)[1]
    assert process.returncode == 0, said


def ask(address, path, body=None, method=None, **headers):
    """(code, answer) of a request; a dictionary is sent as JSON."""
    data = json.dumps(body).encode() if isinstance(body, (dict, list)) else body
    headers = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    request = urllib.request.Request(address + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def finish(address, run):
    """The state in which a run ends."""
    for _ in range(600):
        state = json.loads(ask(address, "state.json")[1])
        if state["run"] != run or state["state"] != "running":
            return state
        time.sleep(0.05)
    raise SystemExit("the run never ends")


def without(key):
    return {k: v for k, v in RELEASE.items() if k != key}


def sensor(**changes):
    return {**RELEASE, "sensors": [{**RELEASE["sensors"][0], **changes}]}


WRONG = [  # request, code, a word of the answer
    (b"", 400, "JSON"), (b"{", 400, "JSON"), (b"[]", 400, "JSON"), (b"{}", 400, "JSON"), (b"\x00{}", 400, "byte 0"),
    (b'{"x": 1, "x": 2}', 400, "twice"), ({**RELEASE, "file": "/etc/passwd"}, 400, "no member"),
    (without("x"), 400, "place of the source"), ({**RELEASE, "x": -1}, 400, "from 0 to 600"), ({**RELEASE, "y": 401}, 400, "from 0 to 400"),
    ({**RELEASE, "x": "100"}, 400, "number"), (json.dumps(RELEASE).replace("190,", "1e999,").encode(), 400, "JSON"),
    (json.dumps(RELEASE).replace("190,", "NaN,").encode(), 400, "JSON"), ({**RELEASE, "rate": -1}, 400, "rate"), ({**RELEASE, "mass": 3}, 400, "not both"),
    (without("rate"), 400, "a rate or a mass"), ({**RELEASE, "duration": 0}, 400, "duration"), ({**RELEASE, "length": 1e9}, 400, "time that is computed"),
    ({**RELEASE, "speed": 0}, 400, "wind speed"), ({**RELEASE, "from": 361}, 400, "wind direction"),
    ({**RELEASE, "inverse_length": 0.1}, 400, "stability"), ({**RELEASE, "particles": 1e9}, 400, "particles"),
    ({**RELEASE, "substance": "gold"}, 400, "substance"), ({**RELEASE, "substance": 'ammonia"\n[case]'}, 400, "substance"),
    ({**RELEASE, "sensors": 3}, 400, "sensors"), (sensor(name=""), 400, "name"), (sensor(name="a" * 41), 400, "name"),
    (sensor(name='a"\n[[particles.source]]'), 400, "name"), (sensor(name="a\nb"), 400, "name"), (sensor(name="a\\"), 400, "name"), (sensor(name="\u0085"), 400, "name"),
    (sensor(x=700), 400, "place of a sensor"), (sensor(size=3), 400, "no member"), ({**RELEASE, "sensors": RELEASE["sensors"] * 2}, 400, "same name"),
    ({**RELEASE, "sensors": [{**RELEASE["sensors"][0], "name": str(n)} for n in range(31)]}, 400, "at most 30"), ([1] * 40000, 413, "larger"),
]


def check_wrong(address):
    for body, code, word in WRONG:
        got, text = ask(address, "release", body, "POST")
        assert got == code and word in json.loads(text)["message"], (str(body)[:200], got, text)
    for path, options, code in (
            ("release", {"body": RELEASE, "Content_Type": "text/plain"}, 415), ("release", {}, 405), ("site.json", {"body": RELEASE}, 405), ("stop", {}, 405),
            ("release", {"body": RELEASE, "Origin": "http://a.example"}, 403), ("site.json", {"Host": "a.example"}, 403), ("none", {}, 404),
            ("result/../../site.toml", {}, 404), ("result/hazard.json", {}, 404), ("result/log", {}, 404), ("map/block/0/none/0/0", {}, 404),
            ("scene/block/0/wind/0/0", {}, 404), ("map/../state.json", {}, 404), ("release", {"body": b"", "method": "DELETE"}, 405)):
        got, text = ask(address, path, **options)
        assert got == code, (path, options, got, text)
    assert json.loads(ask(address, "state.json")[1])["state"] == "idle", "a wrong request has started a run"


def check_right(address):
    code, text = ask(address, "release", RELEASE)
    assert code == 202, text
    state = finish(address, json.loads(text)["run"])
    assert state["state"] == "done" and state["result"] == state["run"], state
    hazard = json.loads(ask(address, "result/hazard.json")[1])
    levels = {level["level"]: level for level in hazard["levels"]}
    assert levels["AEGL-1, 10 min"]["area"] > 0 and hazard["substance"] == "ammonia"
    areas = json.loads(ask(address, "result/areas.geojson")[1])
    assert any(f["properties"]["label"] == "AEGL-1, 10 min" for f in areas["features"])
    assert '"school, \u00e9cole"' in ask(address, "result/receptors.csv")[1]
    case = ask(address, "result/release.toml")[1]
    assert "obukhov_length = 200" in case and case.count("[[particles.source]]") == 1
    manifest = json.loads(ask(address, "scene/manifest.json")[1])
    assert manifest["sources"][0]["what"] == "plume"
    code, text = ask(address, "release", {**without("rate"), "mass": 20, "duration": 0, "substance": "7782-50-5"})
    assert finish(address, json.loads(text)["run"])["state"] == "done"
    assert json.loads(ask(address, "result/hazard.json")[1])["substance"] == "chlorine"


def children(process):
    return [int(p) for p in pathlib.Path(f"/proc/{process.pid}/task").glob("*/children") for p in p.read_text().split()]


def check_runs(address, process):
    """One run at a time, the newest; one that is killed or stopped is told, and the result before stays."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda n: ask(address, "release", {**LONG, "height": n}), (1, 2)))
    assert [code for code, _ in answers] == [202, 202], answers
    newest = max(json.loads(text)["run"] for _, text in answers)
    time.sleep(0.3)
    state = json.loads(ask(address, "state.json")[1])
    assert state["run"] == newest and state["state"] == "running" and len(children(process)) == 1, (state, children(process))
    os.kill(children(process)[0], signal.SIGKILL)
    state = finish(address, newest)
    assert state["state"] == "failed" and "signal 9" in state["message"], state
    assert json.loads(ask(address, "result/hazard.json")[1])["substance"] == "chlorine"
    newest = json.loads(ask(address, "release", LONG)[1])["run"]
    assert json.loads(ask(address, "stop", b"", "POST")[1])["state"] == "stopped" and not children(process)
    # an error of the case itself, in the words of the program
    code, text = ask(address, "release", {**RELEASE, "x": 215, "y": 190, "height": 1})
    state = finish(address, json.loads(text)["run"])
    assert state["state"] == "done" or "error" in state["message"], state
    ask(address, "release", LONG)  # goes on at the end of the desk, which stops it


with desk() as (url, server):
    check_wrong(url)
    check_right(url)
    check_runs(url, server)
    left = children(server)
assert not any(pathlib.Path(f"/proc/{p}").exists() for p in left), "a run outlives its desk"

secret = pathlib.Path(token_file).read_text().split()[0]
with desk("--listen", "127.0.0.1", "--token-file", token_file) as (url, _):
    for page in ("", "scene/"):
        assert ask(url, page)[0] == 200, "the page asks for the token"
    for headers in ({}, {"Authorization": "Bearer " + "0" * 16}, {"Authorization": secret}):
        assert ask(url, "site.json", **headers)[0] == 401 and ask(url, "release", RELEASE, **headers)[0] == 401
    assert ask(url, "site.json", Authorization="Bearer " + secret)[0] == 200
    assert ask(url, "site.json", Authorization="Bearer " + secret, Origin="http://a.example")[0] == 403
if len(sys.argv) > 4:
    with desk("--population", sys.argv[4]) as (url, _):
        assert json.loads(ask(url, "site.json")[1])["population"] is True
        assert finish(url, json.loads(ask(url, "release", RELEASE)[1])["run"])["state"] == "done"
        people = [level["people"] for level in json.loads(ask(url, "result/hazard.json")[1])["levels"]]
        assert max(people) > 0, people
print("the desk answers as it should")
