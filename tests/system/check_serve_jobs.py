"""Jobs of `simoom serve`: none is lost by a kill or a stop; queue, limits, token, and files of the server.

usage: check_serve_jobs.py PROGRAM FOLDER
"""
import http.client
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import urllib.request

from service_client import CASE, Service, runs_in

# A run of about two seconds, and one without an end.
SLOW = CASE.replace("cell_size = 5", "cell_size = 1.5").replace("[[weather", '[wind]\nmodel = "incompressible"\n'
                                                              "duration = 1\ninterval = 0.5\n[[weather")
ENDLESS = CASE.replace("[[weather", '[wind]\nmodel = "incompressible"\nduration = 1e6\ninterval = 1\n[[weather')
ALL = ("accepted", "running", "successful", "failed")


def states(s):
    jobs = s.ask("/jobs?limit=10000").json["jobs"]
    return {j["jobID"]: j["status"] for j in jobs}


def check_kill(program, folder):
    """kill -9 in the middle of several jobs, twice: all are done in the end."""
    s = Service(program, folder, "--jobs", "2")
    jobs = [s.execute(SLOW, outputs={"wind": {}}).json["jobID"] for _ in range(7)]
    zarr = {"format": {"mediaType": "application/vnd+zarr"}, "transmissionMode": "reference"}
    converted = s.execute(SLOW, outputs={"wind": zarr}).json["jobID"]
    jobs.append(converted)
    for _ in range(2):
        done = list(states(s).values()).count("successful")
        end = time.time() + 120
        while list(states(s).values()).count("successful") <= done and time.time() < end:
            time.sleep(0.05)
        before = states(s)
        assert set(before) == set(jobs)
        running = runs_in(folder)
        s.process.kill()
        s.process.wait()
        s = Service(program, folder, "--jobs", "2")
        assert not set(running) & set(runs_in(folder)), "runs of the killed service go on"
        after = states(s)
        assert set(after) == set(jobs), set(jobs) - set(after)
        for job, state in before.items():
            assert state != "successful" or after[job] == "successful", (job, state, after[job])
    assert sum(state != "successful" for state in states(s).values()) > 1, "killed too late to tell anything"
    for job in jobs:
        assert s.await_end(job)["status"] == "successful"
        if job != converted:
            assert s.ask(f"/jobs/{job}/results").body[1:4] == b"HDF"
    assert "_export.zarr" in s.ask(f"/jobs/{converted}/results", code=204).headers["Link"], "format lost by a kill"
    # what a kill left of a request that was not accepted is removed; what is not a job stays and is named
    s.process.kill()
    s.process.wait()
    begun, other = pathlib.Path(folder, "jobs/.new-1/case"), pathlib.Path(folder, "jobs/notes")
    begun.mkdir(parents=True)
    other.mkdir()
    s = Service(program, folder)
    assert not begun.exists() and other.exists() and "notes: warning" in s.log.read_text()
    assert set(states(s)) == set(jobs)
    # a second service is refused
    second = subprocess.run([program, "serve", folder, "--port", "0"], capture_output=True, text=True)
    assert second.returncode == 1 and "another service uses this folder" in second.stderr, second
    s.stop()


def check_stop(program, folder):
    """SIGTERM: runs end, their jobs wait for the next start; exit code 75, or 0 with none left."""
    s = Service(program, folder, "--jobs", "2")
    endless = [s.execute(ENDLESS).json["jobID"] for _ in range(3)]
    while list(states(s).values()).count("running") < 2:
        time.sleep(0.05)
    time.sleep(1)
    s.stop(75)
    assert "3 jobs go on when the service is started again" in s.log.read_text()
    assert not runs_in(folder)
    s = Service(program, folder, "--jobs", "2")
    assert set(states(s)) == set(endless)
    # DELETE of jobs that run and wait: their runs end, their files are removed
    while list(states(s).values()).count("running") < 2:
        time.sleep(0.05)
    for job in endless:
        assert s.ask(f"/jobs/{job}", method="DELETE").json["status"] == "dismissed"
    end = time.time() + 30
    while states(s) and time.time() < end:
        time.sleep(0.05)
    assert not states(s) and not runs_in(folder)
    assert not list(pathlib.Path(folder, "jobs").iterdir())
    # a client that waits while the service stops is told so
    told = []
    waiter = threading.Thread(target=lambda: told.append(s.execute(ENDLESS, wait=True, code=503).json["detail"]))
    waiter.start()
    while "running" not in states(s).values():
        time.sleep(0.05)
    s.stop(75)
    waiter.join(30)
    assert told and "goes on when it is started again" in told[0], told


def check_limits(program, folder):
    s = Service(program, folder, "--queue", "2", "--job-time", "2", "--sync-time", "1", "--request-size", "1")
    running = s.execute(ENDLESS).json["jobID"]
    while s.status(running)["status"] != "running":
        time.sleep(0.02)
    # /req/core/job-results-exception/results-not-ready
    problem = s.ask(f"/jobs/{running}/results", code=404).json
    assert problem["type"].endswith("/result-not-ready"), problem
    for _ in range(2):
        s.execute(ENDLESS)
    refused = s.execute(ENDLESS, code=503)
    assert int(refused.headers["Retry-After"]) > 0
    # a body that is too large is refused by its header: it is not read
    connection = http.client.HTTPConnection(s.url[len("http://"):], timeout=30)
    connection.putrequest("POST", "/processes/run/execution")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(2 << 20))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    status = s.await_end(running)
    assert status["status"] == "failed" and "limit" in status["message"], status
    for job in states(s):
        s.ask(f"/jobs/{job}", method="DELETE")
    while states(s):
        time.sleep(0.05)
    problem = s.execute(ENDLESS, wait=True, code=500).json
    assert "limit of 1 s" in problem["detail"], problem
    s.stop()
    s = Service(program, folder + "-memory", "--job-memory", "64", "-t", "1")
    large = CASE.replace("cell_size = 5", "cell_size = 0.25")
    status = s.await_end(s.execute(large).json["jobID"])
    assert status["status"] == "failed" and "memory" in status["message"], status
    s.stop()


def check_files(program, folder):
    """A case reads no file of the server, by whatever way it names it; answers name no folder of it."""
    secret = pathlib.Path("secret.csv").resolve()
    secret.write_text("from (deg),frequency (%),A (m/s),k\n0,100,3,2\n")
    os.environ["SIMOOM_DATA"] = str(secret.parent)
    s = Service(program, folder)
    rose = CASE[:CASE.index("[[weather")] + '[statistics]\nheights = [10]\n[weather.rose]\ndirections = 4\nfile = '
    for name in (str(secret), "../../../../secret.csv", "$data/secret.csv", "./case.toml", "case.toml",
                 "a/../../secret.csv", "/vsicurl/http://192.0.2.1/a.tif", ""):
        detail = s.execute(f"{rose}'{name}'\n", code=400).json["detail"]
        assert str(pathlib.Path.cwd()) not in detail.replace(f'"{name}"', ""), detail
        assert "is not among the files of the request" in detail, (name, detail)
    detail = s.execute(f"[case]\ndata = '{secret.parent}'\n" + rose + "'$data/secret.csv'\n", code=400).json["detail"]
    assert "case.data" in detail
    for name in ("../a.csv", "/a.csv", ".a", "a/../b", "a//b", "a/", "case.toml", "a b", "a\u00e9", "x" * 300, "", "a:b"):
        s.execute(CASE, files=[{"name": name, "content": "1"}], code=400)
    s.execute(CASE, files=[{"name": "a", "content": "1"}, {"name": "a", "content": "2"}], code=400)
    s.execute(CASE, files=[{"name": "a", "content": "*", "encoding": "base64"}], code=400)
    job = s.execute(outputs={"log": {}}).json["jobID"]
    s.await_end(job)
    for name in ("../job.json", "..%2Fjob.json", "%2e%2e/job.json", "../../../secret.csv", "none.nc", ".", ""):
        s.ask(f"/jobs/{job}/files/{name}", code=404)
    for path in (f"/jobs/{job}", f"/jobs/{job}/files/log", f"/jobs/{job}/files/case_run.json"):
        assert str(pathlib.Path.cwd()).encode() not in s.ask(path).body, path
    # requests of pages of other sites, and of other hosts
    s.ask("/jobs", code=403, Origin="http://evil.example")
    s.ask("/jobs", code=403, Host="evil.example")
    s.stop()
    check_confined(program, folder + "-confined", secret)


def check_confined(program, folder, secret):
    """What files of the request name is not read either (Landlock): #INCLUDE of a KPP mechanism."""
    s = Service(program, folder)
    if "Landlock" in s.log.read_text():
        print("not checked: files that files name, without Landlock")
        s.stop()
        return
    case = CASE.replace("[[weather", '[wind]\nmodel = "incompressible"\nduration = 0.1\ninterval = 0.1\n[[flow.scalar]]\nname = "NO"\n'
                        '[flow.chemistry]\nmechanism = "a.kpp"\n[[weather')
    secret.write_text("#DEFVAR\nNO = IGNORE;\n#EQUATIONS\n<1> NO = NO : 1.0;\nsecret-word\n")
    status = s.await_end(s.execute(case, files=[{"name": "a.kpp", "content": f"#INCLUDE {secret}\n"}]).json["jobID"])
    log = s.ask(f"/jobs/{status['jobID']}/files/log").body
    assert status["status"] == "failed" and b"secret-word" not in log, (status, log)
    s.stop()


def check_token(program, folder):
    token = "0123456789abcdef0123456789abcdef"
    pathlib.Path("token").write_text(token + "\n")
    s = Service(program, folder, "--listen", "127.0.0.1", "--token-file", "token", "--url", "https://wind.example")
    for wrong in ("", "Bearer", "Bearer " + token[:-1], "Bearer " + token + "0", "Basic " + token, token):
        answer = s.ask("/", code=401, Authorization=wrong)
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        s.ask("/processes/run/execution", {"inputs": {"case": CASE}}, code=401, Authorization=wrong)
    s.token = token
    assert s.ask("/").json["links"][0]["href"] == "https://wind.example/"
    assert s.ask("/", Authorization="bearer " + token).code == 200
    assert s.execute(wait=True, outputs={"log": {}}).body
    s.stop()


def main(program, folder, *_):
    check_kill(program, folder + "-kill")
    check_stop(program, folder + "-stop")
    check_limits(program, folder + "-limits")
    check_files(program, folder + "-files")
    check_token(program, folder + "-token")


main(*sys.argv[1:])
