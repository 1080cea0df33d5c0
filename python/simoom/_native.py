"""The program and the libraries that a wheel of simoom carries; absent from a source tree and an installation."""

import os
import pathlib
import shutil
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "_native"


def set_environment() -> None:
    """Tells the libraries of the wheel where their data are; what the user has set stays."""
    share = FOLDER / "share"
    if share.is_dir():
        for name, place in (("UDUNITS2_XML_PATH", share / "udunits" / "udunits2.xml"), ("PLPLOT_LIB", share / "plplot"),
                            ("PLPLOT_DRV_DIR", FOLDER / "lib" / "plplot"),
                            ("ECCODES_DEFINITION_PATH", share / "eccodes"),
                            ("FONTCONFIG_FILE", share / "fonts" / "fonts.conf")):
            os.environ.setdefault(name, str(place))


def main() -> None:
    """The command simoom."""
    own = FOLDER / "bin" / "simoom"
    program = str(own) if own.exists() else shutil.which("simoom")
    if program is None:
        sys.exit("simoom: error: no program simoom in this Python package, nor in PATH\n"
                 "  help: docs/install.md lists packages that have it")
    set_environment()
    os.execv(program, ["simoom", *sys.argv[1:]])
