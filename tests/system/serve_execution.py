"""Execution of processes by `simoom serve`, for check_serve.py: how a run is asked for, its inputs, outputs and their formats."""
import base64
import email.parser
import email.policy
import importlib.util
import pathlib
import re
import zlib

from service_client import CASE, EXCEPTION, GEOTIFF, RELATION, links_of

PARTICLES = """[particles]
step = 1
duration = 4
[[particles.species]]
name = "gas"
[[particles.source]]
position = [20, 45]
height = 5
count = 100
rate = 0.01
[particles.concentration]
interval = 4
"""
RELEASE = """[[weather.station]]
speed = 4
from = 250
[particles]
step = 1
duration = 20
[[particles.species]]
name = "ammonia"
[[particles.source]]
position = [20, 45]
height = 1
count = 2000
rate = 10
[particles.concentration]
interval = 10
"""
CASE_LIBRARY_TABLES = {"domain": {"size": [120, 90], "cell_size": 5, "height": 50},
                       "weather": {"library": {"directions": 4, "speeds": [3, 6]}}}


def check_async(s):
    # /req/core/process-execute-op, process-execute-request, process-execute-success-async
    answer = s.execute(outputs={"wind": {}})
    status = answer.json
    assert answer.headers["Location"] == f"{s.url}/jobs/{status['jobID']}"
    assert answer.headers["Preference-Applied"] == "respond-async"
    assert status["status"] in ("accepted", "running") and status["type"] == "process"
    assert status["processID"] == "run"  # /req/job-list/processID-mandatory
    # /req/core/job, /req/core/job-success
    job = status["jobID"]
    done = s.await_end(job)
    assert done["status"] == "successful" and done["progress"] == 100, done
    assert done["created"] <= done["started"] <= done["finished"] and done["created"].endswith("Z")
    result = links_of(done, RELATION + "results")[0]["href"]
    # /req/core/job-results, /req/core/job-results-async-raw-value-one
    answer = s.ask(result)
    assert answer.headers["Content-Type"] == "application/netcdf" and answer.body[1:4] == b"HDF"
    # /req/core/job-exception/no-such-job, /req/core/job-results-exception/no-such-job
    for path in ("/jobs/none", "/jobs/none/results", "/jobs/00000000-0000-4000-8000-000000000000"):
        assert s.ask(path, code=404).json["type"] == EXCEPTION + "no-such-job"
    return job


def parts_of(answer):
    head = b"Content-Type: " + answer.headers["Content-Type"].encode() + b"\r\n\r\n"
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + answer.body)
    return {part["Content-ID"]: part for part in message.iter_parts()}


def check_sync(s):
    # /req/core/process-execute-default-execution-mode: both modes, no Prefer: synchronous
    # /req/core/process-execute-sync-raw-value-one; /req/core/job-results-success-sync: Link, monitor
    answer = s.execute(wait=True, outputs={"summary": {}})
    assert answer.headers["Content-Type"] == "application/json" and answer.json["schema"] == "simoom.run/1"
    job = re.fullmatch(r'<(.*)>; rel="monitor"', answer.headers["Link"]).group(1)
    assert s.ask(job).json["status"] == "successful"
    # /req/core/process-execute-sync-raw-value-multi, process-execute-default-outputs: all of them
    answer = s.execute(wait=True)
    assert answer.headers["Content-Type"].startswith("multipart/related")
    parts = parts_of(answer)
    assert set(parts) == {"wind", "stac", "summary", "log"}, parts
    assert parts["wind"].get_content_type() == "application/netcdf"
    assert parts["wind"].get_payload(decode=True)[1:4] == b"HDF"
    # /req/core/process-execute-sync-raw-ref
    by_reference = {"transmissionMode": "reference"}
    answer = s.execute(wait=True, code=204, outputs={"wind": by_reference, "log": by_reference})
    links = [link for link in answer.headers.get_all("Link") if "monitor" not in link]
    assert len(links) == 2 and answer.body == b""
    assert s.ask(re.match("<(.*?)>", links[0]).group(1)).body[1:4] == b"HDF"
    # /req/core/process-execute-sync-raw-mixed-multi
    parts = parts_of(s.execute(wait=True, outputs={"wind": by_reference, "summary": {}}))
    assert parts["wind"]["Content-Location"].startswith(s.url + "/jobs/")
    assert not parts["wind"].get_payload(decode=True).strip() and b"simoom.run/1" in parts["summary"].get_payload(decode=True)
    # /req/core/process-execute-sync-document
    document = s.execute(wait=True, response="document", outputs={"wind": by_reference, "summary": {}, "log": {}}).json
    assert s.ask(document["wind"]["href"]).body[1:4] == b"HDF" and document["wind"]["type"] == "application/netcdf"
    assert document["summary"]["value"]["schema"] == "simoom.run/1" and isinstance(document["log"], str)
    document = s.execute(wait=True, response="document", outputs={"wind": {}}).json["wind"]
    assert document["encoding"] == "base64" and document["value"].startswith("iUhERg")  # \x89HDF
    # /req/core/process-execute-auto-execution-mode: other preferences are none for an asynchronous answer
    assert s.execute(prefer="return=minimal, wait=10", code=200, outputs={"log": {}}).body
    assert s.execute(prefer="wait=10, Respond-Async", outputs={"log": {}}).code == 201


def check_inputs(s, job):
    # /req/core/process-execute-inputs A; process-execute-input-inline-object: JSON in place of TOML
    case = {"domain": {"size": [120, 90], "cell_size": "5 m", "height": 50},
            "buildings": {"box": [{"corner": [50, 40], "size": [20, 20], "height": 20}]},
            "weather": {"station": [{"speed": 5, "from": 270.0}]}}
    for value in (case, {"value": case}):
        assert s.execute(value, wait=True, outputs={"summary": {}}).json["status"] == "ok"
    # /req/core/process-execute-input-array, process-execute-input-inline-binary
    rose = CASE[:CASE.index("[[weather")] + '[weather.rose]\nfile = "in/rose.csv"\ndirections = 4\n[statistics]\nheights = [10]\n'
    table = "from (deg),frequency (%),A (m/s),k\n0,25,3,2\n90,25,4,2\n180,25,5,2\n270,25,6,2\n"
    for files in ([{"name": "in/rose.csv", "content": table}],
                  [{"value": {"name": "in/rose.csv", "encoding": "base64", "content": base64.b64encode(table.encode()).decode()}}]):
        answer = s.execute(rose, wait=True, files=files, outputs={"statistics": {}})
        assert answer.body[1:4] == b"HDF"
    # /req/core/process-execute-inputs B: by reference, files of jobs of this service
    later = '[wind]\nmodel = "file"\n[wind.file]\nfiles = ["early.nc"]\n' + PARTICLES
    href = f"{s.url}/jobs/{job}/files/case.nc"
    s.execute(later, wait=True, files=[{"href": href, "name": "early.nc"}], outputs={"plume": {}})
    for wrong in ("http://192.0.2.1/a.nc", "file:///etc/passwd", f"{s.url}/jobs/{job}/files/../job.json",
                  f"{s.url}/jobs/{job}/job.json", "http://192.0.2.1" + href[len(s.url):]):
        s.execute(later, files=[{"href": wrong, "name": "early.nc"}], code=400)
    # /req/core/process-execute-input-validation, /req/ogc-process-description/input-def C
    for case, word in ((CASE.replace("cell_size", "cellsize"), "case.toml:3:1: error: unknown key"),
                       ("[domain", "case.toml:1"), ({"domain": {"size": None}}, "null"), (5, "neither")):
        assert word in s.execute(case, code=400).json["detail"], (case, word)
    for body, word in ((b"{", "not JSON"), (b"[]", "not JSON"), ({}, "inputs"), ({"inputs": {}}, "'case' is missing"),
                       ({"inputs": {"case": CASE, "more": 1}}, "'more'"),
                       ({"inputs": {"case": CASE}, "outputs": {"none": {}}}, "no output 'none'"),
                       ({"inputs": {"case": CASE}, "response": "all"}, "raw or document"),
                       ({"inputs": {"case": CASE}, "outputs": {"wind": {"format": {"mediaType": "image/gif"}}}}, "image/gif")):
        assert word in s.ask("/processes/run/execution", body, code=400).json["detail"], (body, word)
    s.ask("/processes/run/execution", b"{}", code=415, Content_Type="text/plain")


def check_missing_output(s):
    job = s.execute(outputs={"plume": {}}).json["jobID"]
    assert s.await_end(job)["status"] == "successful"
    assert "'plume'" in s.ask(f"/jobs/{job}/results", code=404).json["detail"]
    document = s.execute(wait=True, response="document", outputs={"plume": {}, "log": {}}).json
    assert set(document) == {"log"}


def check_formats(s):
    # formats of outputs: NetCDF, cloud-optimised GeoTIFF, GeoJSON; STAC item
    located = CASE.replace("height = 50", 'height = 50\ncrs = "EPSG:32632"\norigin = [590100, 5240100]')
    located = "[case]\nstart = 2026-05-01T12:00:00Z\n" + located
    answer = s.execute(located, wait=True, outputs={"wind": {"format": {"mediaType": "image/tiff"}}})
    assert answer.headers["Content-Type"] == GEOTIFF and answer.body[:4] == b"II*\0"
    asked = {"wind": {"format": {"mediaType": "application/geo+json"}}, "stac": {}}
    document = s.execute(located, wait=True, outputs=asked, response="document").json
    points = document["wind"]["value"]
    assert points["type"] == "FeatureCollection" and points["features"][0]["properties"]["wind_speed"] > 0
    x, y = points["features"][0]["geometry"]["coordinates"][:2]
    item = document["stac"]["value"]
    west, south, east, north = item["bbox"]
    assert west < x < east and south < y < north and 10.19 < west < east < 10.20 and 47.3 < south < north < 47.4
    assert item["type"] == "Feature" and item["stac_version"] == "1.0.0" and item["geometry"]["type"] == "Polygon"
    ring = item["geometry"]["coordinates"][0]
    assert ring[0] == ring[-1] and len(ring) == 5
    assert item["properties"]["datetime"] == "2026-05-01T12:00:00.000Z", item["properties"]
    assert {"case.nc", "case_run.json", "case_export.geojson"} <= set(item["assets"]) and "links" in item
    base = f"{s.url}/jobs/{item['id']}/files/"
    assert s.ask(base + item["assets"]["case.nc"]["href"][2:]).body[1:4] == b"HDF"
    assert s.ask(base + "case_stac.json").headers["Content-Type"] == "application/geo+json"
    # what has no such format, or no place on the globe
    s.execute(outputs={"summary": {"format": {"mediaType": "image/tiff"}}}, code=400)
    assert parts_of(s.execute(wait=True, outputs=asked))["wind"].get_content_type() == "application/geo+json"
    assert s.execute(wait=True, outputs={"stac": {}}).json["geometry"] is None


def check_zarr(s):
    kind = {"mediaType": "application/vnd+zarr"}
    detail = s.execute(outputs={"wind": {"format": kind}}, code=400).json["detail"]
    assert "by" in detail and "reference" in detail, detail
    answer = s.execute(wait=True, code=204, outputs={"wind": {"format": kind, "transmissionMode": "reference"}})
    store = re.match("<(.*?)>", [x for x in answer.headers.get_all("Link") if "item" in x][0]).group(1)
    metadata = s.ask(store).json["metadata"]
    for key in (".zgroup", ".zattrs", "u/.zarray", "u/.zattrs"):
        assert s.ask(f"{store}/{key}").json == metadata[key], key
    values = zlib.decompress(s.ask(f"{store}/u/0.0.0.0").body)
    shape = metadata["u/.zarray"]["shape"]
    assert len(values) == 4 * shape[0] * shape[1] * shape[2] * shape[3]
    for wrong in ("/none/.zarray", "/../../job.json", "/.hidden", "/u/../../case_run.json", "/u", "x/.zgroup"):
        s.ask(store + wrong, code=404)


def check_release(s):
    # the process release: a library of winds by a link and by value; hazard areas
    library = CASE[:CASE.index("[[weather")] + "[weather.library]\ndirections = 4\nspeeds = [3, 6]\n"
    job = s.execute(library).json["jobID"]
    assert s.await_end(job)["status"] == "successful"
    href = f"{s.url}/jobs/{job}/files/case.nc"
    body = {"inputs": {"case": RELEASE, "library": {"href": href}}, "outputs": {"plume": {}, "areas": {}, "log": {}},
            "response": "document"}
    document = s.ask("/processes/release/execution", body).json
    areas = document["areas"]["value"]
    assert areas["type"] == "FeatureCollection" and areas["features"] and document["plume"]["encoding"] == "base64"
    assert "AEGL-2, 10 min" in document["log"]
    content = base64.b64encode(s.ask(href).body).decode()
    body["inputs"]["library"] = {"encoding": "base64", "content": content}
    assert s.ask("/processes/release/execution", body).json["areas"]["value"]["features"] == areas["features"]
    for inputs, word in (({"case": RELEASE}, "'library' is missing"),
                         ({"case": RELEASE, "library": {"href": "http://192.0.2.1/a.nc"}}, "is not that of a file"),
                         ({"case": RELEASE, "library": 5}, "'library' is an object"),
                         ({"case": RELEASE, "library": {"content": "no library"}}, "library.nc")):
        detail = s.ask("/processes/release/execution", {"inputs": inputs}, code=400).json["detail"]
        assert word in detail and str(pathlib.Path.cwd()) not in detail, (inputs, detail)
    body["inputs"] = {"case": CASE, "library": {"href": href}}
    detail = s.ask("/processes/run/execution", body, code=400).json["detail"]
    assert "'library' is unknown" in detail, detail
    assert {j["processID"] for j in s.ask("/jobs?processID=release").json["jobs"]} == {"release"}
    assert set(s.ask("/processes/release").json["inputs"]) == {"case", "library", "files"}


def check_client(s):
    # simoom.service, which docs/serve.md describes
    where = pathlib.Path(__file__).parents[2] / "python/simoom/service.py"  # alone, as it needs no library
    spec = importlib.util.spec_from_file_location("simoom_service", where)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    client, Problem = module.Service(s.url), module.Problem
    case = pathlib.Path("client")
    case.mkdir()
    (case / "case.toml").write_text(CASE)
    (case / "unused.csv").write_text("1")
    job = client.run(case)
    assert job.wait(60, 0.1)["status"] == "successful" and job.id in [j.id for j in client.jobs(status="successful")]
    job.save("wind", "client/wind.nc")
    job.save("summary", "client/run.json")
    assert (case / "wind.nc").read_bytes()[1:4] == b"HDF" and "simoom.run/1" in (case / "run.json").read_text()
    assert job.dismiss()["status"] == "dismissed"
    winds = client.run(CASE_LIBRARY_TABLES)
    winds.wait(60, 0.1)
    (case / "release.toml").write_text(RELEASE)
    plume = client.release(f"{s.url}/jobs/{winds.id}/files/case.nc", case / "release.toml", files={})
    assert plume.wait(60, 0.1)["processID"] == "release"
    for wrong in (lambda: client.run({"domain": {}}), lambda: job.status):
        try:
            wrong()
        except Problem as problem:
            assert problem.status in (400, 404) and str(problem), problem
        else:
            raise AssertionError("a problem was expected")
