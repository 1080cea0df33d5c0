"""Requirements of OGC API - Environmental Data Retrieval 1.1 of `simoom serve`: collections and position queries.

usage: check_serve_edr.py PROGRAM FOLDER maps    maps: GDAL is there, without which no result has a place on the globe
"""
import math
import pathlib
import subprocess
import sys

from service_client import CASE, Service

CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
PLACE = (10.1937, 47.3121)  # in the domain, west of the house
LOCATED = CASE.replace("height = 50", 'height = 50\ncrs = "EPSG:32632"\norigin = [590200, 5240500]').replace(
    "[[weather.station]]\nspeed = 5\nfrom = 270\n",
    "[[weather.station]]\nreadings = [{ time = 2026-05-01T12:00:00Z, speed = 5, from = 270 }, { time = 2026-05-01T13:00:00Z, speed = 3, from = 200 }]\n")


def check_collections(s, job):
    # /req/collections/rc-md-op, rc-md-success: jobs with a place on the globe and dates
    collections = s.ask("/collections").json
    assert [c["id"] for c in collections["collections"]] == [job]
    assert [link["rel"] for link in collections["links"]] == ["self"]
    # /req/collections/src-md-op, src-md-success C: the same as in the list
    collection = s.ask(f"/collections/{job}").json
    assert collection == collections["collections"][0]
    # /req/core/rc-extent; /req/edr/rc-collection-info
    west, south, east, north = collection["extent"]["spatial"]["bbox"][0]
    assert west < PLACE[0] < east and south < PLACE[1] < north and collection["extent"]["spatial"]["crs"] == CRS84
    assert collection["extent"]["temporal"]["interval"] == [["2026-05-01T12:00:00.000Z", "2026-05-01T13:00:00.000Z"]]
    assert collection["crs"] == ["CRS84"] and set(collection["output_formats"]) == {"CoverageJSON", "GeoJSON"}
    # /req/core/rc-collection-info-links, rc-md-query-links
    assert {"self", "data"} <= {link["rel"] for link in collection["links"]}
    assert all(link["type"] for link in collection["links"])
    # /req/edr/rc-data-queries, rc-common-query-type, rc-common-variables
    link = collection["data_queries"]["position"]["link"]
    assert link["href"] == f"{s.url}/collections/{job}/position" and link["rel"] == "data"
    assert link["variables"]["query_type"] == "position" and link["variables"]["crs_details"][0]["wkt"]
    # /req/edr/rc-parameters
    for parameter in collection["parameter_names"].values():
        assert parameter["type"] == "Parameter" and parameter["observedProperty"]["label"]["en"]
        assert parameter["observedProperty"]["id"] and parameter["unit"]["symbol"]["value"]
    # /req/core/rc-bbox-definition, rc-bbox-response, rc-time-*
    for query, count in ((f"bbox={west - 1},{south - 1},{east + 1},{north + 1}", 1), (f"bbox={PLACE[0]},{PLACE[1]},11,48", 1),
                         ("bbox=0,0,1,1", 0), ("datetime=2026-05-01T12:30:00Z", 1), ("datetime=2026-05-01T13:00:00Z/..", 1),
                         ("datetime=../2026-05-01T11:59:59Z", 0)):
        assert len(s.ask("/collections?" + query).json["collections"]) == count, query
    for wrong in ("bbox=1,2,3", "bbox=2,0,1,1", "bbox=a,b,c,d", "datetime=noon"):
        s.ask("/collections?" + wrong, code=400)
    s.ask("/collections/none", code=404)


def check_position(s, job, program, folder):
    # /req/queries/position; /req/edr/coords-*, point-coords-response
    path = f"/collections/{job}/position?coords=POINT({PLACE[0]}%20{PLACE[1]})"
    answer = s.ask(path)
    assert answer.headers["Content-Type"] == "application/prs.coverage+json"
    coverage = answer.json
    # /req/covjson/content
    assert coverage["type"] == "Coverage" and coverage["domain"]["type"] == "Domain"
    axes = coverage["domain"]["axes"]
    assert (axes["x"]["values"], axes["y"]["values"], axes["z"]["values"]) == ([PLACE[0]], [PLACE[1]], [10])
    assert axes["t"]["values"] == ["2026-05-01T12:00:00.000Z", "2026-05-01T13:00:00.000Z"]
    assert {r["system"]["type"] for r in coverage["domain"]["referencing"]} == {"GeographicCRS", "VerticalCRS", "TemporalRS"}
    assert set(coverage["ranges"]) == set(coverage["parameters"]) == set(s.ask(f"/collections/{job}").json["parameter_names"])
    for values in coverage["ranges"].values():
        assert values["type"] == "NdArray" and values["axisNames"] == ["t", "z", "y", "x"]
        assert values["shape"] == [2, 1, 1, 1] and len(values["values"]) == 2
    # the numbers are those of simoom export at this place
    pathlib.Path("masts.csv").write_text(f"name,lon,lat,height\na,{PLACE[0]},{PLACE[1]},10\n")
    subprocess.run([program, "export", f"{folder}/jobs/{job}/out/case.nc", "-o", "point.csv", "--stations", "masts.csv"],
                   check=True, capture_output=True)
    head, *rows = [line.split(",") for line in open("point.csv", encoding="utf-8").read().splitlines() if not line.startswith("#")]
    for name, unit_of in (("wind_speed", "speed"), ("wind_from_direction", "from")):
        column = next(i for i, title in enumerate(head) if unit_of in title)
        for row, value in zip(rows, coverage["ranges"][name]["values"]):
            assert math.isclose(float(row[column]), value, rel_tol=1e-3), (name, row, value)
    speed = [math.hypot(u, v) for u, v in zip(coverage["ranges"]["x_wind"]["values"], coverage["ranges"]["y_wind"]["values"])]
    assert all(math.isclose(a, b) for a, b in zip(speed, coverage["ranges"]["wind_speed"]["values"]))
    # /req/edr/REQ_rc-parameter-name-definition, parameter-name-response; /req/edr/z-*: a list, a sequence
    some = s.ask(path + "&parameter-name=wind_speed&z=2,5,20&datetime=2026-05-01T13:00:00.000Z").json
    assert set(some["ranges"]) == {"wind_speed"} and some["ranges"]["wind_speed"]["shape"] == [1, 3, 1, 1]
    assert some["ranges"]["wind_speed"]["values"] == sorted(some["ranges"]["wind_speed"]["values"])
    assert s.ask(path + "&z=R4/2/3").json["domain"]["axes"]["z"]["values"] == [2, 5, 8, 11]
    # /req/core/rc-time-response: an interval
    assert len(s.ask(path + "&datetime=2026-05-01T12:30:00Z/..").json["domain"]["axes"]["t"]["values"]) == 1
    # /req/edr/rc-f-*, rc-crs-*
    points = s.ask(path + "&f=GeoJSON&crs=CRS84&z=2,5").json
    assert points["type"] == "FeatureCollection" and len(points["features"]) == 4
    assert points["features"][0]["geometry"] == {"type": "Point", "coordinates": list(PLACE)}
    assert points["features"][3]["properties"]["height"] == 5 and points["features"][3]["properties"]["wind_speed"] > 0
    # above the domain there is no wind
    assert s.ask(path + "&z=10000").json["ranges"]["wind_speed"]["values"] == [None, None]
    for wrong in ("&z=-1", "&z=a", "&z=2/10", "&z=R0/1/1", "&z=nan", "&parameter-name=none", "&f=netCDF", "&crs=EPSG:32632", "&datetime=noon",
                  "&datetime=2027-01-01T00:00:00Z"):
        s.ask(path + wrong, code=400)
    s.ask(path + "&datetime=2027-01-01T00:00:00Z/..", code=404)
    position = f"/collections/{job}/position"
    for wrong in ("", "?coords=", "?coords=POINT(1)", "?coords=POLYGON((0%200,1%201,0%201,0%200))", "?coords=POINT(nan%200)", "?coords=POINT(1%202)x"):
        s.ask(position + wrong, code=400)
    s.ask(position + "?coords=POINT(0%200)", code=404)
    s.ask(position, method="DELETE", code=405)


def main(program, folder, maps=""):
    if not maps:
        print("not checked: EDR, without GDAL")
        return
    s = Service(program, folder)
    local = s.execute().json["jobID"]
    job = s.execute(LOCATED).json["jobID"]
    for one in (local, job):
        assert s.await_end(one)["status"] == "successful"
    check_collections(s, job)
    check_position(s, job, program, folder)
    s.ask(f"/collections/{local}", code=404)
    s.ask(f"/jobs/{job}", method="DELETE")
    assert s.ask("/collections").json["collections"] == []
    s.stop()


main(*sys.argv[1:])
