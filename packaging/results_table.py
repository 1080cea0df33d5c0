#!/usr/bin/env python3
"""Rows of the table in docs/install.md from bench/results/packages/roots.json, which scripts/check_packages.sh writes.

    results_table.py PACKAGES.json
"""
import json
import sys

RELEASES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
KINDS = {"deb": "`simoom`, `libsimoom0.2`", "deb-maps": "and what they recommend: maps, GRIB", "wheel": "wheel, with CUDA",
         "container": "container, its image by gzip"}


def seconds(row, key):
    return f"{row[key]} s" if key in row else "-"


for row in json.load(open(sys.argv[1])):
    others = f"{row['installed_packages']} packages, {row['fetched_MB']:.1f} MB" if "fetched_MB" in row else "none"
    own = f"{row['package_MB']:.1f} MB" if row["package_MB"] else "-"
    times = " | ".join(seconds(row, key) for key in ("install_s", "picture_s", "processor_s"))
    print(f"| {RELEASES.get(row['suite'], row['suite'])}, glibc {row['glibc']} | {KINDS[row['what']]} | {own} | {others} "
          f"| {times} | {row['same_values']} |")
