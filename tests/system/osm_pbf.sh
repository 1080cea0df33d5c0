# Extracts of OpenStreetMap in the binary form (.osm.pbf): relations that lack members or are of
# another type are told as those of the XML form are. GIS files whose degrees have the latitude first.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "built without GIS files"
find_python struct

# A house; another as a relation, of whose ways one is missing; a third as a relation of type
# building; a wood that lacks all is not a loss.
"$python" - <<'PYTHON' || fail "the extract could not be written"
import struct


def varint(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def zigzag(n):
    return varint(n << 1 if n >= 0 else (-n << 1) - 1)


def number(field, value):
    return varint(field << 3) + value


def block(field, data):
    return varint(field << 3 | 2) + varint(len(data)) + data


strings = [b""]


def word(text):
    if text.encode() not in strings:
        strings.append(text.encode())
    return varint(strings.index(text.encode()))


def tags(pairs):
    if not pairs:
        return b""
    return (block(2, b"".join(word(k) for k in pairs)) +
            block(3, b"".join(word(v) for v in pairs.values())))


def deltas(ids):
    return b"".join(zigzag(b - a) for a, b in zip([0] + ids, ids))


def node(i, lat, lon):
    return number(1, zigzag(i)) + number(8, zigzag(round(lat * 1e7))) + \
        number(9, zigzag(round(lon * 1e7)))


def way(i, refs, pairs):
    return number(1, varint(i)) + tags(pairs) + block(8, deltas(refs))


def relation(i, members, pairs):
    return number(1, varint(i)) + tags(pairs) + block(8, b"".join(word(r) for _, r in members)) + \
        block(9, deltas([m for m, _ in members])) + block(10, b"\1" * len(members))


def square(first, lat, lon):
    return [node(first + n, lat + 2e-4 * (n in (2, 3)), lon + 2e-4 * (n in (1, 2)))
            for n in range(4)]


def ring(first):
    return [first, first + 1, first + 2, first + 3, first]


house = {"building": "yes", "height": "12"}
groups = [
    (1, square(1, 47.31, 10.20) + square(11, 47.3105, 10.20) + square(21, 47.3095, 10.20)),
    (3, [way(1, ring(1), house), way(2, ring(11), {}), way(3, ring(21), {})]),
    (4, [relation(6, [(3, "outline")], {"type": "building", **house}),
         relation(7, [(2, "outer"), (9, "inner")], {"type": "multipolygon", **house}),
         relation(8, [(9, "outer")], {"type": "multipolygon", "natural": "wood"})]),
]
body = b"".join(block(2, b"".join(block(kind, item) for item in items)) for kind, items in groups)
table = block(1, b"".join(block(1, s) for s in strings))
with open("town.osm.pbf", "wb") as file:
    for name, data in (("OSMHeader", block(4, b"OsmSchema-V0.6")), ("OSMData", table + body)):
        blob = block(1, data)
        head = block(1, name.encode()) + number(3, varint(len(blob)))
        file.write(struct.pack(">I", len(head)) + head + blob)
PYTHON
cat >town.toml <<'TOML'
[domain]
center = [47.31, 10.20]
size = [600, 600]
height = 100
cell_size = 10
[buildings]
file = "town.osm.pbf"
[[weather.station]]
speed = 5
from = 270
TOML
run 0 check town.toml
has stderr 'relations of another type than multipolygon: 1 (the first is feature 6)'
# What they are of is not known then: the wood is one of them.
has stderr 'perhaps buildings, of which the file lacks some ways, left out: 2 (the first is 7)'
matches stdout '^  buildings +1, up to 12 m tall'

# The latitude first: where it would be, and that it is the other way round.
square() {
  printf '{"type":"Polygon","coordinates":[[[%s,%s],[%s02,%s],[%s02,%s02],[%s,%s02],[%s,%s]]]}' \
    "$1" "$2" "$1" "$2" "$1" "$2" "$1" "$2" "$1" "$2"
}
feature() {
  printf '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"height":10},"geometry":%s}]}' \
    "$(square "$1" "$2")" >"$3"
}
feature 47.3100 10.2000 first.geojson
for table in buildings vegetation; do
  sed "s/\[buildings\]/[$table]/; s/town.osm.pbf/first.geojson/" town.toml >first.toml
  run 0 check first.toml
  has stderr 'read as longitude, latitude its middle is at latitude 10.2'
  has stderr 'the other way round it is in the domain'
  has stderr 'help: the file has the latitude first, and GIS files have the longitude first: write [10.2'
done
feature 11.3100 10.2000 first.geojson # another place, whichever way
run 0 check first.toml
has stderr 'no plant of this file lies in the domain: its middle is at latitude 10.2'
lacks stderr 'the other way round'
feature -42.3100 147.3100 first.geojson # no latitude is so large
sed 's/\[47.31, 10.20\]/[-42.31, 147.31]/; s/town.osm.pbf/first.geojson/' town.toml >south.toml
run 4 check south.toml
has stderr 'are not longitude and latitude, but the other way round they are'
has stderr 'help: GeoJSON has the longitude first: write [147.31, -42.31'
feature 147.3100 -42.3100 first.geojson
run 0 check south.toml
matches stdout '^  buildings +1, up to 10 m tall'
finish
