"""Requirements of OGC API - Processes, Part 1: Core 1.0, of `simoom serve`: a function for each class.

usage: check_serve.py PROGRAM FOLDER [maps]    maps: GDAL is there
"""
import html.parser
import re
import sys

from serve_execution import (check_async, check_client, check_formats, check_inputs, check_missing_output, check_release,
                             check_sync, check_zarr)
from service_client import CASE, EDR, EXCEPTION, GEOTIFF, PART1, RELATION, Service, links_of


def check_core_pages(s):
    # /req/core/landingpage-op, /req/core/landingpage-success
    landing = s.ask("/").json
    assert landing["title"] and links_of(landing, "alternate")[0]["type"] == "text/html"
    for rel in ("service-desc", "data", RELATION + "conformance", RELATION + "processes", RELATION + "job-list"):
        assert links_of(landing, rel), rel
        for link in links_of(landing, rel):
            answer = s.ask(link["href"])
            assert answer.headers["Content-Type"] == link["type"], link
    # /req/core/conformance-op, /req/core/conformance-success
    classes = s.ask("/conformance").json["conformsTo"]
    assert set(classes) == {PART1 + "conf/" + name for name in (
        "core", "ogc-process-description", "json", "html", "oas30", "job-list", "dismiss")} | {
        EDR + "conf/" + name for name in ("core", "collections", "json", "covjson", "queries")}
    # /req/core/process-list, /req/core/process-list-success, /req/core/pl-links, /req/core/pl-limit-*
    processes = s.ask("/processes?limit=1").json
    assert [p["id"] for p in processes["processes"]] == ["run"] and links_of(processes, "self")
    assert [p["id"] for p in s.ask("/processes").json["processes"]] == ["run", "release"]
    for limit in (0, 10001):
        assert s.ask(f"/processes?limit={limit}", code=400).json["detail"] == "limit is a whole number from 1 to 10000"
    # HEAD as GET; other methods and paths
    assert s.ask("/", method="HEAD").body == b""
    assert s.ask("/conformance", b"{}", code=405).headers["Allow"] == "GET, HEAD"
    for path in ("/none", "/processes/run/none", "/jobs/", "/processes/"):
        s.ask(path, code=404)


class Page(html.parser.HTMLParser):
    """Links and headings of a page; its elements must be closed."""

    def __init__(self, text):
        super().__init__()
        self.links, self.open, self.text = [], [], ""
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name == "href"]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text += data


def check_html(s, job):
    # /req/html/definition, /req/html/content: every page of JSON, by Accept or f=html
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for path in ("/", "/api", "/conformance", "/processes", "/processes/run", "/processes/release", "/jobs", f"/jobs/{job}",
                 "/collections"):
        for answer in (s.ask(path, Accept=browser), s.ask(path + "?f=html")):
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8", path
            page = Page(answer.body.decode())
            assert "?f=json" in page.links
        for answer in (s.ask(path), s.ask(path, Accept="application/json, text/html"), s.ask(path + "?f=json", Accept=browser)):
            assert "json" in answer.headers["Content-Type"] and answer.headers["Vary"] == "Accept" and answer.json
    links = Page(s.ask("/", Accept=browser).body.decode()).links
    assert all(f"{s.url}/{name}" in links for name in ("processes", "jobs", "conformance", "collections"))
    # a text of a client is no markup
    status = s.await_end(s.execute(CASE.replace("[domain]", '[output]\nprefix = "<b>"\n[domain]'), code=None).json["jobID"])
    page = s.ask(f"/jobs/{status['jobID']}", Accept=browser).body
    assert b"<b>" not in page


def check_api_definition(s):
    # /req/core/api-definition-op, -success; /req/oas30/oas-definition-1, completeness
    api = s.ask("/api").json
    assert api["openapi"].startswith("3.0.") and api["info"]["title"] and api["info"]["version"]
    assert set(api["paths"]) == {"/", "/api", "/conformance", "/processes", "/processes/{processID}",
                                 "/processes/{processID}/execution", "/jobs", "/jobs/{jobID}",
                                 "/jobs/{jobID}/results", "/jobs/{jobID}/files/{name}", "/collections",
                                 "/collections/{collectionID}", "/collections/{collectionID}/position"}
    names = set()
    for path, operations in api["paths"].items():
        for method, operation in operations.items():
            names.add(operation["operationId"])
            given = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
            assert given == set(re.findall(r"\{(\w+)\}", path)), (path, given)
            assert all("schema" in p for p in operation["parameters"])
            assert all(r["description"] for r in operation["responses"].values()), (path, method)
    assert len(names) == sum(len(o) for o in api["paths"].values())


def check_description(s):
    # /req/core/process, /req/core/process-success; /req/ogc-process-description/inputs-def, outputs-def
    run = s.ask("/processes/run").json
    assert run["id"] == "run" and run["version"]
    assert set(run["jobControlOptions"]) == {"sync-execute", "async-execute", "dismiss"}
    assert set(run["outputTransmission"]) == {"value", "reference"}
    assert run["inputs"]["files"]["minOccurs"] == 0 and run["inputs"]["files"]["maxOccurs"] == "unbounded"
    # /req/ogc-process-description/input-def, input-mixed-type: schemas of the keys of a case
    text, case = run["inputs"]["case"]["schema"]["oneOf"]
    assert text["type"] == "string" and case["type"] == "object"
    domain = case["properties"]["domain"]["properties"]
    numbers = domain["cell_size"]["oneOf"]
    assert {"type": "number"} in numbers and {"type": "string"} in numbers
    model = case["properties"]["wind"]["properties"]["model"]
    assert "diagnostic" in model["enum"]
    assert case["properties"]["weather"]["properties"]["station"]["type"] == "array"
    # /req/ogc-process-description/output-def, output-mixed-type: the first format is the default
    for name, output in run["outputs"].items():
        for schema in output["schema"].get("oneOf", [output["schema"]]):
            assert schema["type"] in ("string", "object") and schema["contentMediaType"], name
    types = [schema["contentMediaType"] for schema in run["outputs"]["wind"]["schema"]["oneOf"]]
    assert types == ["application/netcdf", GEOTIFF, "application/geo+json", "application/vnd+zarr"]
    # /req/core/process-exception/no-such-process
    for path, body in (("/processes/none", None), ("/processes/none/execution", {})):
        assert s.ask(path, body, code=404).json["type"] == EXCEPTION + "no-such-process"


def check_job_list(s):
    # /req/job-list/job-list-op, job-list-success, links, limit-*
    jobs = s.ask("/jobs?limit=2").json
    assert len(jobs["jobs"]) == 2 and links_of(jobs, "self")
    following = s.ask(links_of(jobs, "next")[0]["href"]).json
    assert not {j["jobID"] for j in jobs["jobs"]} & {j["jobID"] for j in following["jobs"]}
    every = s.ask("/jobs?limit=10000").json["jobs"]
    assert len(every) == jobs["numberMatched"] and len(s.ask("/jobs").json["jobs"]) == 10
    for wrong, wants in (("limit=0", "from 1 to 10000"), ("limit=10001", "from 1 to 10000"), ("limit=a", "from 1 to 10000"),
                         ("datetime=yesterday", "2026-05-01T12:00:00Z"), ("minDuration=-1", "from 0 to 1000000000")):
        detail = s.ask("/jobs?" + wrong, code=400).json["detail"]
        assert detail.startswith(wrong.split("=")[0] + " is a ") and wants in detail, detail

    def count(query):
        return len(s.ask("/jobs?limit=10000&" + query).json["jobs"])

    # /req/job-list/type-*, processID-*, status-*
    assert count("type=process") == count("processID=run") == count("processID=none,run") == len(every)
    assert count("type=other") == count("processID=none") == 0
    states = {j["status"] for j in every}
    assert sum(count("status=" + state) for state in states) == len(every)
    assert count("status=" + ",".join(states)) == len(every) and count("status=accepted") == 0
    # /req/job-list/datetime-*: of the creation; one of them, from it on, up to it
    moment = sorted(j["created"] for j in every)[len(every) // 2]
    assert count(f"datetime={moment}/..") + count(f"datetime=../{moment}") == len(every) + 1
    assert count(f"datetime=2020-01-01T00:00:00Z/{moment}") == count(f"datetime=/{moment}")
    assert 1 <= count("datetime=" + moment) and count("datetime=2020-01-01T00:00:00%2B02:00") == 0
    # /req/job-list/duration-*
    assert count("minDuration=0&maxDuration=1000") == len(every) and count("minDuration=1000") == 0


def check_dismiss(s):
    # /req/dismiss/job-dismiss-op, job-dismiss-success
    job = s.execute(outputs={"log": {}}).json["jobID"]
    s.await_end(job)
    answer = s.ask(f"/jobs/{job}", method="DELETE").json
    assert answer["status"] == "dismissed" and answer["jobID"] == job
    s.ask(f"/jobs/{job}", code=404)
    s.ask(f"/jobs/{job}", method="DELETE", code=404)


def check_failure(s):
    # /req/core/job-results-failed
    case = CASE + '[wind]\nmax_iterations = 1\ntolerance = 1e-12\n'
    job = s.execute(case).json["jobID"]
    failed = s.await_end(job)
    assert failed["status"] == "failed" and "exit code 6" in failed["message"], failed
    assert links_of(failed, RELATION + "exceptions")
    s.ask(f"/jobs/{job}/results", code=500)
    assert s.ask(f"/jobs/{job}/files/log").body


def main(program, folder, maps=""):
    s = Service(program, folder, "--jobs", "2")
    check_core_pages(s)
    check_api_definition(s)
    check_description(s)
    job = check_async(s)
    check_sync(s)
    check_inputs(s, job)
    check_missing_output(s)
    if maps:
        check_formats(s)
    check_job_list(s)
    check_html(s, job)
    check_zarr(s)
    if maps:  # hazard areas as GeoJSON are written by GDAL
        check_release(s)
    check_dismiss(s)
    check_client(s)
    check_failure(s)
    s.stop()
    said = [line for line in s.log.read_text().splitlines() if "Landlock" not in line]  # which a system may lack
    assert not said, said


main(*sys.argv[1:])
