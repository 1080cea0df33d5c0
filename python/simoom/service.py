"""Client of `simoom serve` (OGC API - Processes); the standard library alone.

    service = simoom.service.Service("http://127.0.0.1:8080")
    job = service.run("cases/town")         # a case file, or a folder with a case.toml, and its files
    job.wait()
    job.save("wind", "town.nc")

docs/serve.md describes the service.
"""

from __future__ import annotations

import base64
import json
import pathlib
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    import http.client
    import os
    from collections.abc import Iterable, Mapping

    Path = Union[str, os.PathLike[str]]

__all__ = ["Job", "Problem", "Service"]

_OUTPUTS = ("wind", "mean", "statistics", "plume", "trajectories", "stac", "summary", "log")
_ENDED = ("successful", "failed", "dismissed")


def _sent(path: Path) -> dict[str, str]:
    """A file as an input: by reference, an address, or by value."""
    if str(path).startswith(("http://", "https://")):
        return {"href": str(path)}
    return {"encoding": "base64", "content": base64.b64encode(pathlib.Path(path).read_bytes()).decode()}


class Problem(Exception):
    """What the service answers in place of a result (RFC 7807): `status` is the HTTP code, `type` the
    exception of the standard, `retry_after` the seconds after which a full service may be asked again."""

    def __init__(self, error: urllib.error.HTTPError) -> None:
        try:
            told = json.loads(error.read())
        except ValueError:
            told = {}
        super().__init__(told.get("detail") or str(error))
        self.status, self.type = error.code, told.get("type", "about:blank")
        self.retry_after = float(error.headers.get("Retry-After") or 0)


class Job:
    """Job of a service, by its identifier."""

    def __init__(self, service: Service, identifier: str) -> None:
        self.service, self.id = service, identifier

    def __repr__(self) -> str:
        return f"Job({self.id!r})"

    @property
    def status(self) -> dict[str, Any]:
        """statusInfo of the standard: a dict with "status", "message", "created" and more."""
        told: dict[str, Any] = self.service.get(f"/jobs/{self.id}")
        return told

    def wait(self, timeout: float | None = None, interval: float = 1.0) -> dict[str, Any]:
        """Waits until the job has ended; its statusInfo. A job that failed is a RuntimeError."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            status = self.status
            if status["status"] == "failed":
                raise RuntimeError(status.get("message", "failed"))
            if status["status"] in _ENDED:
                return status
            if end is not None and time.monotonic() > end:
                raise TimeoutError(f"the job is {status['status']}")
            time.sleep(interval)

    @property
    def results(self) -> dict[str, Any]:
        """Results as a document: an output is a value, or a dict with its address, "href"."""
        told: dict[str, Any] = self.service.get(f"/jobs/{self.id}/results")
        return told

    def save(self, output: str, path: Path) -> None:
        """Writes an output, as "wind", to a file."""
        result = self.results[output]
        with self.service.open(result["href"]) as source, open(path, "wb") as target:
            while block := source.read(1 << 20):
                target.write(block)

    def dismiss(self) -> dict[str, Any]:
        """Ends the job and removes its files."""
        told: dict[str, Any] = json.load(self.service.open(f"/jobs/{self.id}", method="DELETE"))
        return told


class Service:
    """Service at an address; `token` is that of its --token-file."""

    def __init__(self, url: str = "http://127.0.0.1:8080", token: str | None = None) -> None:
        self.url, self.token = url.rstrip("/"), token

    def open(self, path: str, body: bytes | None = None, method: str | None = None,
             headers: Mapping[str, str] | None = None) -> http.client.HTTPResponse:
        """Answer of the service as a file; raises Problem."""
        sent = dict(headers or {})
        if self.token:
            sent["Authorization"] = "Bearer " + self.token
        url = path if path.startswith("http") else self.url + path
        try:
            answer: http.client.HTTPResponse = urllib.request.urlopen(
                urllib.request.Request(url, body, sent, method=method))
        except urllib.error.HTTPError as error:
            raise Problem(error) from None
        return answer

    def get(self, path: str) -> Any:
        """Answer of the service, of JSON."""
        with self.open(path) as answer:
            return json.load(answer)

    def run(self, case: Path | dict[str, Any], files: Mapping[str, Path] | None = None,
            outputs: Iterable[str] | dict[str, str] = _OUTPUTS) -> Job:
        """Starts a run and returns its Job.

        case: a case file, or a folder with a case.toml, whose other files are sent with it; or a dict of
        tables and keys. files: {name in the case: path}, in place of all files of the folder; in place of a
        path the address of a file of an earlier job, "http://.../jobs/ID/files/case.nc". outputs:
        names, or {name: media type}, as {"wind": "image/tiff"}; those that the run does not leave are none.
        """
        return self._start("run", case, files, outputs)

    def release(self, library: Path, case: Path | dict[str, Any], files: Mapping[str, Path] | None = None,
                outputs: Iterable[str] | dict[str, str] = _OUTPUTS) -> Job:
        """Starts a release in a library of winds and returns its Job.

        library: the address of the winds of an earlier job, "http://.../jobs/ID/files/case.nc", or the path of
        a file that is sent. The rest as of run(); the output "areas" is the hazard areas.
        """
        return self._start("release", case, files, outputs, library=_sent(library))

    def _start(self, process: str, case: Path | dict[str, Any], files: Mapping[str, Path] | None,
               outputs: Iterable[str] | dict[str, str], **inputs: dict[str, str]) -> Job:
        if not isinstance(case, dict):
            path = pathlib.Path(case)
            path = path / "case.toml" if path.is_dir() else path
            case = path.read_text(encoding="utf-8")
            if files is None:
                files = {str(p.relative_to(path.parent)): p for p in path.parent.rglob("*")
                         if p.is_file() and p.suffix not in (".toml", ".md")}
        sent = [{"name": name, **_sent(p)} for name, p in (files or {}).items()]
        body: dict[str, Any] = {"inputs": {"case": case, "files": sent, **inputs}, "response": "document"}
        types = outputs if isinstance(outputs, dict) else dict.fromkeys(outputs)
        body["outputs"] = {name: {"transmissionMode": "reference", **({"format": {"mediaType": kind}} if kind else {})}
                           for name, kind in types.items()}
        with self.open(f"/processes/{process}/execution", json.dumps(body).encode(), headers={
                "Content-Type": "application/json", "Prefer": "respond-async"}) as answer:
            return Job(self, json.load(answer)["jobID"])

    def jobs(self, limit: int = 100, **filters: str | int) -> list[Job]:
        """Jobs, the latest first; filters as status="running" or processID="run"."""
        query = "".join(f"&{name}={value}" for name, value in filters.items())
        return [Job(self, job["jobID"]) for job in self.get(f"/jobs?limit={limit}{query}")["jobs"]]
