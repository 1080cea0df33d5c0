"""Decodes the blocks of a page of `simoom view`, or of its server, and compares them with the files: shares no code with simoom."""
import base64
import json
import pathlib
import re
import struct
import sys
import urllib.error
import urllib.request
import zlib

import netCDF4
import numpy as np

page, folder = sys.argv[1], pathlib.Path(sys.argv[2])
served = page.startswith("http:")


def get(url, **headers):
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers)).read()


if served:
    assert b"<canvas" in get(page)
    for url in (page, page + "manifest.json", page + "live.json"):
        told = urllib.request.urlopen(url).headers
        policy = told["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "connect-src 'self'" in policy, (url, policy)
        assert "frame-ancestors 'none'" in policy and told["X-Content-Type-Options"] == "nosniff", url
    manifest = json.loads(get(page + "manifest.json"))
    for url, headers, code in ((page + "none", {}, 404), (page + "block/0/none/0/0", {}, 404),
                               (page + "block/../manifest", {}, 404), (page, {"Host": "a.example"}, 403)):
        try:
            get(url, **headers)
            raise SystemExit(f"{url} {headers} was answered")
        except urllib.error.HTTPError as error:
            assert error.code == code, (url, error.code)
else:
    text = open(page, encoding="utf-8").read()
    assert len(text) < 25e6
    assert not re.search(r'(src|href)="(?!data:)', text), "the page asks for other files"
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\';' in text
    manifest = json.loads(re.search(r'id="simoom-manifest">(.*?)</script>', text, re.S).group(1))
    blocks = dict(re.findall(r'data-block="([^"]+)">([^<]*)<', text))


def block(name, route="block/"):
    raw = zlib.decompress(get(page + route + name) if served else base64.b64decode(blocks[name]))
    assert raw[:2] == b"SV"
    bits, components, count = raw[2], raw[3], struct.unpack_from("<I", raw, 4)[0]
    most, out, at = 2**bits - 1, [], 8 + 16 * components
    if bits == 32:
        planes = np.frombuffer(raw, np.uint8, count * 4, at).reshape(4, count).astype(np.int64)
        return [(np.cumsum(sum(plane << 8 * b for b, plane in enumerate(planes))) & most, 0)]
    for c in range(components):
        low, high = struct.unpack_from("<2d", raw, 8 + 16 * c)
        planes = np.frombuffer(raw, np.uint8, count * bits // 8, at).reshape(bits // 8, count).astype(np.int64)
        at += count * bits // 8
        codes = np.cumsum(sum(plane << 8 * b for b, plane in enumerate(planes))) & most
        value = low + (codes - 1) / (most - 1) * (high - low)
        value[codes == 0] = np.nan
        out.append((value, (high - low) / (most - 1)))
    assert at == len(raw)
    return out


def particles(path):
    """The arrays of a .vtp as simoom writes it."""
    raw = path.read_bytes()
    head, data = raw.split(b'encoding="raw">', 1)
    head, data = head.decode(), data[data.index(b"_") + 1:]
    kinds, out = {"Int64": "<i8", "Int32": "<i4", "Float32": "<f4", "Float64": "<f8"}, {}
    for tag in re.findall("<DataArray[^>]*>", head):
        name, kind, offset = (re.search(f' {key}="([^"]*)"', tag).group(1) for key in ("Name", "type", "offset"))
        size = struct.unpack_from("<Q", data, int(offset))[0]
        out[name] = np.frombuffer(data, kinds[kind], size // int(kinds[kind][2:]), int(offset) + 8).astype(float)
        if name in ("Points", "velocity"):
            out[name] = out[name].reshape(-1, 3)
    return out


def check_particles(number, source):
    """All particles of small files, at each time."""
    path = folder / source["file"]
    files = [path] if path.suffix == ".vtp" else [folder / f for f in re.findall('file="([^"]*)"', path.read_text())]
    times = [0] if path.suffix == ".vtp" else [float(t) for t in re.findall('timestep="([^"]*)"', path.read_text())]
    assert source["times"] == times and source["every"] == 1
    count = 0
    for field in source["fields"]:
        for record in field["records"]:
            file, got = particles(files[record]), block(f"{number}/{field['name']}/{record}/{source['level']}")
            assert source["numbers"][record] == len(file["Points"])
            wanted = {"places": file["Points"].T, "speed": [np.sqrt((file["velocity"]**2).sum(1))]}.get(field["name"])
            for (value, step), own in zip(got, wanted if wanted is not None else [file[field["name"]]]):
                assert np.abs(value - own).max() <= 0.51 * step + 1e-6 * np.abs(own).max(), field["name"]
                count += 1
    return count


def check_boxes(number, source, nc):
    """A part of the cells of the file; what is no such part is refused, and the server goes on."""
    n = source["n"]
    box = [(n[0] // 3, n[0]), (0, n[1] // 2), (1, n[2])]
    name = f"{number}/wind/0/0/"
    for (value, step), component in zip(block(name + ",".join(f"{a}-{b}" for a, b in box), "box/"), "uvw"):
        part = nc[component][0, box[2][0]:box[2][1], box[1][0]:box[1][1], box[0][0]:box[0][1]]
        wanted = np.ma.filled(part.astype(float), np.nan).ravel()
        assert value.size == wanted.size and (np.isnan(value) == np.isnan(wanted)).all()
        assert np.nanmax(np.abs(value - wanted)) <= 0.51 * step + 1e-6 * np.nanmax(np.abs(wanted))
    for wrong in ("", name, name + "0-1", name + "5-5,0-1,0-1", name + f"0-{n[0] + 1},0-1,0-1", name + "0-1,0-1,-1-2",
                  name + "0-1,0-1,0-1/..", "7/wind/0/0/0-1,0-1,0-1", f"{number}/wind/0/33/0-1,0-1,0-1", name + "%" * 3000):
        try:
            get(page + "box/" + wrong)
            raise SystemExit(f"box {wrong} was answered")
        except urllib.error.HTTPError as error:
            assert error.code == 400, (wrong, error.code)


def check_places(source, nc):
    """Points with names: those of the file."""
    wanted = []
    for kind in ("station", "receptor", "probe", "turbine", "source"):
        if kind in nc.dimensions:
            names = netCDF4.chartostring(nc[kind + "_name"][:])
            at = np.transpose([nc[f"{kind}_{part}"][:] for part in ("x", "y", "height")])
            wanted += [{"kind": kind, "name": str(name), "at": list(place)} for name, place in zip(names, at)]
    assert source["places"] == wanted, (source["places"], wanted)


compared, places = 0, set()
for number, source in enumerate(manifest["sources"]):
    if source["kind"] == "particles":
        compared += check_particles(number, source)
        continue
    nc = netCDF4.Dataset(folder / source["file"])
    level = source["levels"][0] if source["kind"] == "grid" else None
    if level:
        assert level["by"] == [1, 1, 1], "a small file is shown as it is"
    if source["kind"] == "grid":
        check_places(source, nc)
        places |= {p["name"] for p in source["places"]}
    if served and any(f["name"] == "wind" for f in source["fields"]):
        check_boxes(number, source, nc)
    for field in source["fields"]:
        for record in field["records"]:
            where = level["level"] if level and not field["map"] else 0
            values = block(f"{number}/{field['name']}/{record}/{where}")
            names = {"wind": "uvw", "places": "xyz"}.get(field["name"], [field["name"]])
            for (value, step), name in zip(values, names):
                wanted = nc[name][record] if field["along"] else nc[name][:]
                wanted = np.ma.filled(wanted.astype(float), np.nan).ravel()
                assert value.size == wanted.size, (name, value.size, wanted.size)
                if field["log"]:
                    there = wanted > 0
                    high = np.log10(wanted[there]).max() if there.any() else -30
                    wanted = np.where(np.isnan(wanted), np.nan,
                                      np.maximum(np.log10(np.maximum(wanted, 1e-300)), high - 6))
                assert (np.isnan(value) == np.isnan(wanted)).all(), name
                error = np.nanmax(np.abs(value - wanted), initial=0)
                assert error <= 0.51 * step + 1e-6 * np.nanmax(np.abs(wanted), initial=0), (name, error, step)
                compared += 1
if "small_plume.nc" in (s["file"] for s in manifest["sources"]) and "small.nc" in (s["file"] for s in manifest["sources"]):
    assert places == {"mast", "<window>", "source 1"}, places
print(f"{compared} arrays agree with the files")
