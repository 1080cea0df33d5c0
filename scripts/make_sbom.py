#!/usr/bin/env python3
"""Software bill of materials (SBOM) of simoom as SPDX 2.3 JSON: the program, what its web page contains, and the
libraries that a build is linked with, with their versions and Debian packages.

    make_sbom.py BUILD_DIR [OUT.json]      default: build/simoom.spdx.json

That of a wheel, whose libraries are in it, is written by packaging/wheel/assemble.py.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent


def output(*command):
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout


def version():
    return re.search(r"project\(simoom VERSION (\S+)", (root / "CMakeLists.txt").read_text())[1]


def package(name, number, licence, place, purpose="LIBRARY"):
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": number,
            "downloadLocation": place, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", "filesAnalyzed": False, "primaryPackagePurpose": purpose}


def debian_version(name):
    """Version of an installed Debian package; NOASSERTION if it is not there."""
    return (output("dpkg-query", "-W", "-f", "${Version}\n", name).splitlines() or ["NOASSERTION"])[0]


def libraries(build):
    """Debian package and version of every library that the program or a module is linked with."""
    names = ("simoom", "simoom_gis.so", "simoom_grib.so", "simoom_mpi.so", "simoom_plot.so")
    files = [build / name for name in names if (build / name).exists()]
    if not files:
        sys.exit(f"{build}: no program of simoom")
    paths = {path for file in files for path in re.findall(r"=> (/\S+)", output("ldd", str(file)))}
    found = {}
    for path in sorted(paths):
        real = os.path.realpath(path)
        owner = output("dpkg", "-S", real) or output("dpkg", "-S", real.removeprefix("/usr"))
        if owner:
            name = owner.split(":")[0]
            found[name] = debian_version(name)
        elif not path.startswith(str(build)):
            found[os.path.basename(path)] = "NOASSERTION"
    return found


def headers(build):
    """Libraries that are headers alone, which are compiled into simoom: name, version, licence."""
    cache = (build / "CMakeCache.txt").read_text() if (build / "CMakeCache.txt").exists() else ""
    found = []
    for name, key, debian, licence in (("toml++", "TOMLPLUSPLUS_INCLUDE", "libtomlplusplus-dev", "MIT"),
                                       ("KISS FFT", "KISSFFT_FOUND", "libkissfft-dev", "BSD-3-Clause")):
        if re.search(rf"^{key}:\w+=.*[^D\n]$", cache, re.M):
            found.append(package(name, debian_version(debian), licence, "NOASSERTION"))
    return found


def write(out, contained, linked):
    """Writes the SBOM with packages that are in simoom, those of its web page included, and packages that it is linked with."""
    page = json.loads((root / "web/package.json").read_text())["dependencies"]
    simoom = package("simoom", version(), "BSD-3-Clause", "NOASSERTION", "APPLICATION")
    scripts = []
    for name, number in sorted(page.items()):
        scripts.append(package(name, number, "MIT", "NOASSERTION"))
        scripts[-1]["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                        "referenceLocator": f"pkg:npm/{name}@{number}"}]
    packages = [simoom] + scripts + linked + contained
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-simoom"}]
    relations += [{"spdxElementId": "SPDXRef-simoom", "relatedSpdxElement": p["SPDXID"],
                   "relationshipType": "DYNAMIC_LINK" if p in linked else "CONTAINS"} for p in packages[1:]]
    date = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", str(root), "log", "-1", "--format=%ct") or 0)
    digest = hashlib.sha256(json.dumps(packages).encode()).hexdigest()[:32]
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
                "name": f"simoom-{version()}", "documentNamespace": f"https://spdx.org/spdxdocs/simoom-{version()}-{digest}",
                "creationInfo": {"created": datetime.datetime.fromtimestamp(date, datetime.timezone.utc)
                                 .strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: make_sbom.py"]},
                "packages": packages, "relationships": relations}
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(document, indent=1) + "\n")
    return len(packages)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    out = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else root / "build/simoom.spdx.json")
    linked = [package(name, number, "NOASSERTION", "NOASSERTION") for name, number in sorted(libraries(build).items())]
    print(f"{out}: {write(out, headers(build), linked)} packages")


if __name__ == "__main__":
    main()
