#!/usr/bin/env python3
"""Makes a manylinux wheel of an installation of simoom: bundles the libraries, measures the glibc floor, writes the zip.

    assemble.py STAGE GDAL PYTHON_SOURCES OUT_FOLDER VERSION

STAGE: an installation (bin, lib, share) of a shared build. GDAL: what gdal.sh made. Files are in order and have the time of
SOURCE_DATE_EPOCH.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile

# Libraries of the system: the C library, and what PEP 600 lets every manylinux wheel expect.
SYSTEM = re.compile(r"(ld-linux|lib(c|m|dl|rt|pthread|resolv|util|gcc_s|stdc\+\+)\.so)")
# Several processes use the Open MPI of the system, of one version with its mpirun.
FOREIGN = re.compile(r"libmpi\.so")
COPYLEFT = re.compile(r"lib(poppler|jbig|x264|x265|readline|fftw3|gsl)[-.]")
LARGEST = 80e6  # bytes
FLOOR = (2, 35)  # glibc of Ubuntu 22.04
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "scripts"))
import make_sbom  # noqa: E402: beside the other scripts


def run(*command):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout


def needed(path):
    return run("patchelf", "--print-needed", path).split()


def resolved(path, first):
    """Where the linker of this machine finds the libraries of a file, by their names; those of the folder `first` first."""
    return dict(re.findall(r"^\s*(\S+) => (/\S+)", run("env", f"LD_LIBRARY_PATH={first}", "ldd", path), re.M))


def link_expat(library, copy):
    """Links Expat again from its static library of the same package, with a random generator that older glibc has too."""
    flags = ["-O2", "-fPIC", "-fvisibility=hidden", "-ffile-prefix-map=" + str(HERE) + "=."]
    run("cc", *flags, "-shared", "-o", copy, HERE / "random.c", "-Wl,--whole-archive", library.parent / "libexpat.a",
        "-Wl,--no-whole-archive,-soname," + copy.name)


class Bundle:
    """Libraries in the wheel, beside each other."""

    def __init__(self, native, gdal):
        self.gdal = gdal
        self.folder = native / "lib" / "bundled"
        self.folder.mkdir(parents=True)
        self.names = set()
        self.sources = set()

    def add(self, name, path):
        if name in self.names:
            return
        real = pathlib.Path(path).resolve()
        if COPYLEFT.match(real.name):
            sys.exit(f"{real}: is under the GPL and cannot be in the wheel")
        self.names.add(name)
        self.sources.add(real)
        copy = self.folder / name
        if name == "libexpat.so.1":
            link_expat(real, copy)
        else:
            shutil.copy(real, copy)
        copy.chmod(0o755)
        self.follow(copy, real, "$ORIGIN")

    def follow(self, copy, source, rpath):
        """Bundles what a file needs, and has it look for that in `rpath`."""
        places = resolved(source, self.gdal / "installed" / "lib")
        for name in needed(source):
            if SYSTEM.match(name) or FOREIGN.match(name) or name.startswith("libsimoom.so"):
                continue
            if name not in places:
                sys.exit(f"{source}: needs {name}, which is not on this machine")
            self.add(name, places[name])
        run("patchelf", "--set-rpath", rpath, copy)


def compiled_in(stage, lib):
    """Packages of headers that are compiled into the library."""
    version = subprocess.run([str(stage / "bin" / "simoom"), "--version"], check=True, capture_output=True, text=True,
                             env={**os.environ, "LD_LIBRARY_PATH": str(lib)}).stdout
    return ["libtomlplusplus-dev"] + (["libkissfft-dev"] if "KISS FFT" not in version else [])


def licences(sources, headers, gdal, folder):
    """The copyright files of the Debian packages that the bundled libraries are of, and of `headers`; those of GDAL and PROJ.
    Returns the packages with their versions."""
    folder.mkdir(parents=True)
    found_in = {package: make_sbom.debian_version(package) for package in headers}
    for name in ("gdal", "proj"):
        archive = next(gdal.glob(f"{name}_*.debian.tar.*"))
        found_in[name] = archive.name.removeprefix(f"{name}_").split(".debian.tar")[0]
        (folder / name).write_text(run("tar", "-xOf", archive, "debian/copyright"))
    sources = {source for source in sources if not source.is_relative_to(gdal)}
    for package in headers:
        copyright = pathlib.Path(f"/usr/share/doc/{package}/copyright")
        if not copyright.exists():
            sys.exit(f"{package}: not installed, and its licence is not known")
        shutil.copy(copyright, folder / package)
    for source in sorted(sources):
        names = [str(source), str(source).removeprefix("/usr")]
        found = [subprocess.run(["dpkg", "-S", name], capture_output=True, text=True).stdout for name in names]
        package = next((text.split(":")[0] for text in found if text), None)
        copyright = pathlib.Path(f"/usr/share/doc/{package}/copyright")
        if package is None or not copyright.exists():
            sys.exit(f"{source}: of no package whose licence is known")
        shutil.copy(copyright, folder / package)
        found_in[package] = make_sbom.debian_version(package)
    return found_in


def fill(native, stage, gdal):
    """The folder _native of the package. Returns the Debian packages of what is in it."""
    bundle = Bundle(native, gdal)
    lib = next(stage.glob("lib*/**/libsimoom.so.*.*.*")).parent
    soname = run("patchelf", "--print-soname", next(lib.glob("libsimoom.so.*.*.*"))).strip()
    files = [(stage / "bin" / "simoom", native / "bin" / "simoom", "$ORIGIN/../lib"),
             (lib / soname, native / "lib" / soname, "$ORIGIN/bundled")]
    for module in (lib / "simoom").rglob("*.so"):
        files.append((module, native / "lib" / module.relative_to(lib), "$ORIGIN/../../bundled"))
    drivers = pathlib.Path(run("pkg-config", "--variable=drvdir", "plplot").strip() or "/nowhere")
    if not drivers.is_dir():
        drivers = next(pathlib.Path("/usr/lib").glob("*-linux-gnu/plplot*/drivers"))
    files.append((drivers / "cairo.so", native / "lib" / "plplot" / "cairo.so", "$ORIGIN/../bundled"))
    for source, copy, rpath in files:
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source.resolve(), copy)
        copy.chmod(0o755)
        bundle.follow(copy, source, rpath)
        bundle.sources.update([source] if source.is_relative_to(drivers) else [])
    program = native / "bin" / "simoom"
    run("patchelf", "--set-rpath", "$ORIGIN/../lib:$ORIGIN/../lib/bundled", program)
    shutil.copy(drivers / "cairo.driver_info", native / "lib" / "plplot")
    share = native / "share"
    left_out = shutil.ignore_patterns("*.sh*", "*globe*", "ss", "DejaVu*Mono*", "DejaVu*Serif*", "DejaVu*Condensed*", "DejaVuMath*")
    for source, target in (("/usr/share/xml/udunits", "udunits"), ("/usr/share/fonts/truetype/dejavu", "fonts"),
                           (str(next(pathlib.Path("/usr/share").glob("plplot5*"))), "plplot")):
        shutil.copytree(source, share / target, ignore=left_out)
    # PROJ looks for its database beside the folder of the library that it is in, which is lib/bundled.
    (native / "lib" / "share" / "proj").mkdir(parents=True)
    shutil.copy(gdal / "installed" / "share" / "proj" / "proj.db", native / "lib" / "share" / "proj")
    # ecCodes: not the tables of BUFR, three quarters of all.
    shutil.copytree("/usr/share/eccodes/definitions", share / "eccodes", ignore=shutil.ignore_patterns("bufr"))
    (share / "fonts" / "fonts.conf").write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n'
        '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n<dir prefix="relative">.</dir>\n'
        '<cachedir prefix="xdg">fontconfig</cachedir>\n</fontconfig>\n')
    shutil.copytree(stage / "share" / "simoom", share / "simoom", ignore=shutil.ignore_patterns("python"))
    shutil.copytree(stage / "share" / "man", share / "man")
    return licences(bundle.sources, compiled_in(stage, lib), gdal, share / "licences")


def floor(native):
    """The newest versions of GLIBC and GLIBCXX that a file of the wheel asks for."""
    newest = {"GLIBC": (0, 0), "GLIBCXX": (0, 0)}
    for path in native.rglob("*"):
        if path.is_file() and path.open("rb").read(4) == b"\x7fELF":
            for kind, version in re.findall(r"\b(GLIBC|GLIBCXX)_([0-9.]+)", run("objdump", "-p", path)):
                newest[kind] = max(newest[kind], tuple(int(n) for n in version.split(".")))
    return newest


def metadata(python, version, tag):
    project = tomllib.loads((python / "pyproject.toml").read_text())["project"]
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}",
             f"Summary: {project['description']}", f"License: {project['license']['text']}",
             f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {name}" for name in project["dependencies"]]
    for extra, names in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {name}; extra == "{extra}"' for name in names]
    return {"METADATA": "\n".join(lines) + "\n\n" + (python / "README.md").read_text(),
            "WHEEL": f"Wheel-Version: 1.0\nGenerator: simoom\nRoot-Is-Purelib: false\nTag: {tag}\n"}


def write(tree, wheel):
    """The zip, in order and with the time of SOURCE_DATE_EPOCH, and the hashes of its files."""
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800))[:6]
    info = next(tree.glob("*.dist-info"))
    record = info / "RECORD"
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    rows = []
    for path in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
        rows.append(f"{path.relative_to(tree)},sha256={digest},{path.stat().st_size}")
    record.write_text("\n".join(rows + [f"{record.relative_to(tree)},,"]) + "\n")
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in files + [record]:
            entry = zipfile.ZipInfo(str(path.relative_to(tree)), date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            archive.writestr(entry, path.read_bytes(), compresslevel=9)


def main():
    stage, gdal, python, out = (pathlib.Path(p).resolve() for p in sys.argv[1:5])
    version = sys.argv[5]
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        shutil.copytree(python / "simoom", tree / "simoom", ignore=shutil.ignore_patterns("__pycache__"))
        contained = fill(tree / "simoom" / "_native", stage, gdal)
        newest = floor(tree / "simoom" / "_native")
        tag = f"py3-none-manylinux_{newest['GLIBC'][0]}_{newest['GLIBC'][1]}_{os.uname().machine}"
        info = tree / f"simoom-{version}.dist-info"
        info.mkdir()
        for name, text in metadata(python, version, tag).items():
            (info / name).write_text(text)
        shutil.copy(python.parent / "LICENSE", info / "LICENSE")
        make_sbom.write(info / "sboms" / "simoom.spdx.json",  # PEP 770
                        [make_sbom.package(name, number, "NOASSERTION", "NOASSERTION")
                         for name, number in sorted(contained.items())], [])
        scripts = tree / f"simoom-{version}.data" / "scripts"
        scripts.mkdir(parents=True)
        shutil.copy(HERE / "simoom", scripts)
        out.mkdir(parents=True, exist_ok=True)
        wheel = out / f"simoom-{version}-{tag}.whl"
        write(tree, wheel)
    size = wheel.stat().st_size
    print(f"{wheel}: {size / 1e6:.1f} MB, glibc {'.'.join(map(str, newest['GLIBC']))}, "
          f"libstdc++ GLIBCXX_{'.'.join(map(str, newest['GLIBCXX']))}")
    if newest["GLIBC"] > FLOOR:
        print(f"{wheel}: not for Ubuntu 22.04, whose glibc is {'.'.join(map(str, FLOOR))}; made on Debian 12 it is")
    if size > LARGEST:
        sys.exit(f"{wheel}: larger than {LARGEST / 1e6:.0f} MB")


main()
