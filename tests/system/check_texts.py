"""Text files as editors and spreadsheets leave them: every reader takes the same values from each
variant of a file, or tells the cause.

    check_texts.py PROGRAM SOURCE     in an empty folder
"""
import json
import os
import subprocess
import sys

program, source = sys.argv[1:]
data = os.path.join(source, "tests", "data", "chem")
failures = 0


def fail(text):
    global failures
    failures += 1
    print("FAILED:", text)


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def of(*path):
    with open(os.path.join(source, *path), "rb") as file:
        return file.read().decode()


def plain_variants(text):
    """Name, bytes, and what the error says, None: the same is read."""
    mark = "\ufeff"
    crlf = text.replace("\n", "\r\n")
    yield "byte order mark", (mark + text).encode(), None
    yield "CRLF", crlf.encode(), None
    yield "byte order mark, CRLF", (mark + crlf).encode(), None
    yield "trailing blanks", text.replace("\n", "  \n").encode(), None
    yield "UTF-16 LE", (mark + text).encode("utf-16-le"), "UTF-16"
    yield "UTF-16 BE", (mark + text).encode("utf-16-be"), "UTF-16"
    yield "UTF-16 without mark", text.encode("utf-16-le"), "UTF-16"


def table_variants(text):
    yield from plain_variants(text)
    yield "tabs", text.replace(",", "\t").encode(), None
    yield "semicolons", text.replace(",", ";").encode(), None
    yield "sep=", ("sep=;\n" + text.replace(",", ";")).encode(), None
    yield "byte order mark, sep=", ("\ufeffsep=;\n" + text.replace(",", ";")).encode(), None
    yield "decimal commas", text.replace(",", ";").replace(".", ",").encode(), None
    yield "tabs, decimal commas", text.replace(",", "\t").replace(".", ",").encode(), None


def check(reader, text, name, *arguments, variants=plain_variants, result=None):
    """Runs the program on all variants of a file; result: tells what was read, where stdout does not."""
    def outcome():
        code, out, err = run(*arguments)
        return code, result() if result and code == 0 else out, err

    with open(name, "wb") as file:
        file.write(text.encode())
    code, right, err = outcome()
    if code != 0:
        fail(f"{reader}: exit code {code}: {err}")
        return
    for variant, content, cause in variants(text):
        with open(name, "wb") as file:
            file.write(content)
        code, out, err = outcome()
        if cause is None and (code, out) != (0, right):
            fail(f"{reader}, {variant}: exit code {code}, {'the same' if out == right else 'other values'}: {err}")
        if cause is not None and (code == 0 or cause not in err):
            fail(f"{reader}, {variant}: exit code {code}, no {cause} in: {err}")


case = """[domain]
crs = "local"
size = [200, 200]
cell_size = 20
height = 100
[output]
formats = []
"""
weather = '[[weather.station]]\nspeed = 5\nfrom = 250\n'


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def read_stations():
    with open("stations.json") as file:
        return [tuple(station.values()) for station in json.load(file)["stations"]]


def describe(path):
    code, out, err = run("info", path, "--json")
    assert code == 0, err
    return out


def take(path):
    with open(path, "rb") as file:
        content = file.read()
    os.remove(path)
    return content


# Cases, and mechanisms in every form.
check("case", case + weather, "case.toml", "check", "case.toml")
thermo = os.path.join(data, "allforms.therm")
check("CHEMKIN", of("tests/data/chem/allforms.inp"), "m.inp", "chem", "check", "m.inp", "--thermo", thermo,
      "--list", "reactions")
check("thermodynamic data", of("tests/data/chem/allforms.therm"), "m.therm", "chem", "check",
      os.path.join(data, "allforms.inp"), "--thermo", "m.therm", "--list", "species")
check("Cantera", of("tests/data/chem/allforms.yaml"), "m.yaml", "chem", "check", "m.yaml", "--list", "reactions",
      variants=lambda text: (v for v in plain_variants(text)))
check("KPP", of("tests/data/chem/no_no2_o3.eqn"), "m.eqn", "chem", "check", "m.eqn", "--list", "reactions")
for part in ("def", "spc", "eqn"):
    write(f"pollu.{part}", of(f"tests/data/chem/pollu.{part}"))
for part in ("def", "spc", "eqn"):
    text = of(f"tests/data/chem/pollu.{part}")
    check(f"KPP, {part}", text, f"pollu.{part}", "chem", "check", "pollu.def", "--list", "reactions")
    write(f"pollu.{part}", text)

# Rates of photolysis, apart by blanks or as a table.
rows = [line.split() for line in of("cases/smog/photolysis.txt").split("\n") if line.strip() and line[0] != "!"]
mechanism = os.path.join(source, "cases", "smog", "cbm4.def")
for reader, gap, variants in (("photolysis", " ", plain_variants), ("photolysis, table", ",", table_variants)):
    check(reader, "".join(gap.join(row) + "\n" for row in rows), "photolysis.txt", "chem", "check", mechanism,
          "--photolysis", "photolysis.txt", "--list", "reactions", variants=variants)

# Meshes of gmsh.
write("prisms.toml", '[mesh]\nfile = "mesh.msh"\n[prisms]\nlayers = 4\nbottom = -10\nsurface = 0\n[poisson]\n')
check("gmsh 4.1", of("cases/prism/island.msh"), "mesh.msh", "check", "prisms.toml")
check("gmsh 2.2", of("tests/fuzz/corpus/msh/plane22.msh"), "mesh.msh", "check", "prisms.toml")
with open("mesh.msh", "wb") as file:
    file.write(of("cases/prism/island.msh").replace("1", "1\0", 40).encode())
code, out, err = run("check", "prisms.toml")
if code == 0 or "NUL" not in err:
    fail(f"gmsh, NUL: exit code {code}: {err}")

# Tables.
check("states", "T_K,p_Pa,Y_NO,Y_NO2,Y_O3\n300.5,101325.0,1.5e-8,2.5e-8,1e-8\n310.25,101325,1e-8,2e-8,1e-8\n",
      "states.csv", "chem", "rates", os.path.join(data, "no_no2_o3.eqn"), "--state", "states.csv", "--sun", "0.5",
      variants=table_variants)
write("stations.toml", case.replace("formats = []", "faces = true") + '[[weather.station]]\nfile = "stations.csv"\n')
check("stations",
      "Station_Name,Coord_Sys(PROJCS,GEOGCS),Datum(WGS84,NAD83,NAD27),Lat/YCoord,Lon/XCoord,Height,Height_Units,"
      "Speed,Speed_Units,Direction(degrees)\n"
      "a,PROJCS,WGS84,50.5,60.25,10.5,meters,5.25,mps,250.5\nb,PROJCS,WGS84,150.5,160.25,10,meters,6.5,mps,270\n",
      "stations.csv", "run", "stations.toml", "-o", "stations", "--overwrite", "--json", "stations.json",
      variants=table_variants, result=read_stations)
particles = case.replace("[]", '["netcdf"]') + weather + """[particles]
turbulence = false
duration = 20
[particles.concentration]
cell_size = [20, 20, 20]
[[particles.source]]
count = 100
"""
write("path.toml", particles + 'path_file = "path.csv"\nmass = 1\n')
check("path", "time,x,y,height\n0,10.5,20.5,3.0\n10.5,110.25,120.5,3.5\n", "path.csv", "run", "path.toml", "-o",
      "path", "--overwrite", variants=table_variants, result=lambda: describe("path/path_plume.nc"))
write("rates.toml", particles + 'position = [50, 50]\nheight = 3\nrate_file = "rates.csv"\n')
check("rates", "time,rate\n0,1.5\n10.5,2.25\n", "rates.csv", "run", "rates.toml", "-o", "rates", "--overwrite",
      variants=table_variants, result=lambda: describe("rates/rates_plume.nc"))
write("rose.toml", case + '[weather.rose]\nfile = "rose.csv"\n[statistics]\nheights = [10]\n')
check("wind rose", "from,frequency,A,k\n0,0.25,4.5,2.0\n90,0.25,5.5,2.5\n180,0.25,6.5,1.5\n270,0.25,7.5,2.0\n", "rose.csv",
      "check", "rose.toml", variants=table_variants)
check("places", "name,x,y,height\nmast,50.5,60.25,10.5\nroof,150.5,100,20\n", "places.csv", "export",
      "stations/stations.nc", "-o", "at.csv", "--stations", "places.csv", variants=table_variants,
      result=lambda: take("at.csv"))
sys.exit(failures > 0)
