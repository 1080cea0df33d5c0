"""Client of `simoom serve` for its tests: urllib alone, no code of simoom."""
import atexit
import json
import pathlib
import subprocess
import time
import urllib.error
import urllib.request

PART1 = "http://www.opengis.net/spec/ogcapi-processes-1/1.0/"
EDR = "http://www.opengis.net/spec/ogcapi-edr-1/1.1/"
EXCEPTION = "http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0/"
RELATION = "http://www.opengis.net/def/rel/ogc/1.0/"
GEOTIFF = "image/tiff; application=geotiff; profile=cloud-optimized"
CASE = """[domain]
size = [120, 90]
cell_size = 5
height = 50
[[buildings.box]]
corner = [50, 40]
size = [20, 20]
height = 20
[[weather.station]]
speed = 5
from = 270
"""


def links_of(document, rel):
    return [link for link in document["links"] if link["rel"] == rel]


class Answer:
    def __init__(self, response):
        self.code, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def json(self):
        return json.loads(self.body)


class Service:
    """A service in a folder, started with options; `log` gets what it says."""

    def __init__(self, program, folder, *options, token=None, port=0):
        self.log, self.token = pathlib.Path(f"{folder}.said"), token
        self.process = subprocess.Popen([program, "serve", folder, "--port", str(port), *options], text=True,
                                        stdout=subprocess.PIPE, stderr=self.log.open("a"))
        atexit.register(self.process.kill)  # of a test that fails
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url, self.log.read_text()

    def ask(self, path, body=None, method=None, code=200, **headers):
        """An answer, which must have the code. The body is sent as JSON."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        if self.token:
            headers.setdefault("Authorization", "Bearer " + self.token)
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        url = path if path.startswith("http") else self.url + path
        request = urllib.request.Request(url, body, headers, method=method)
        try:
            answer = Answer(urllib.request.urlopen(request, timeout=120))
        except urllib.error.HTTPError as error:
            answer = Answer(error)
            if error.code >= 400 and method != "HEAD":
                problem = answer.json  # RFC 7807, whatever is wrong
                assert answer.headers["Content-Type"] == "application/problem+json", answer.headers
                assert problem["status"] == error.code and problem["type"] and problem["title"], problem
                assert "/jobs/" not in problem["detail"] or "http://" in problem["detail"], problem
        assert answer.code == code, (path, answer.code, answer.body[:2000])
        return answer

    def execute(self, case=CASE, wait=False, code=None, files=None, prefer="respond-async", **members):
        body = {"inputs": {"case": case, **({"files": files} if files is not None else {})}, **members}
        headers = {} if wait else {"Prefer": prefer}
        return self.ask("/processes/run/execution", body, code=code or (200 if wait else 201), **headers)

    def status(self, job):
        return self.ask(f"/jobs/{job}").json

    def await_end(self, job, seconds=120):
        end = time.time() + seconds
        while time.time() < end:
            status = self.status(job)
            if status["status"] in ("successful", "failed", "dismissed"):
                return status
            time.sleep(0.1)
        raise AssertionError(f"the job has not ended: {status}")

    def stop(self, code=0):
        self.process.terminate()
        assert self.process.wait(60) == code, (self.process.returncode, self.log.read_text())


def runs_in(folder):
    """Processes whose working folder is in this one."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if str((entry / "cwd").resolve()).startswith(str(pathlib.Path(folder).resolve()) + "/"):
                found.append(int(entry.name))
        except OSError:
            pass
    return found
