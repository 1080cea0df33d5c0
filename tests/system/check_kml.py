#!/usr/bin/env python3
"""Wants the elements of KML files, or of the doc.kml of KMZ, in the order in which the schema of KML 2.2 (OGC
07-147r2) has them: Google Earth passes over what comes too late. Pictures must be in the archive.

usage: check_kml.py FILE...
"""
import sys
import xml.etree.ElementTree as xml
import zipfile

KML, GX = "{http://www.opengis.net/kml/2.2}", "{http://www.google.com/kml/ext/2.2}"
FEATURE = ["name", "visibility", "open", "description", "TimeSpan", "styleUrl", "Style"]
ORDER = {
    "kml": ["Document"],
    "Document": FEATURE + ["Schema", "ScreenOverlay", "GroundOverlay", "Folder", "Placemark"],
    "Folder": FEATURE + ["Placemark"],
    "Placemark": FEATURE + ["ExtendedData", "Point", "LineString", "Polygon", "MultiGeometry", "gx:Track"],
    "Point": ["extrude", "altitudeMode", "coordinates"],
    "MultiGeometry": ["LineString", "Polygon"],
    "ScreenOverlay": FEATURE + ["color", "drawOrder", "Icon", "overlayXY", "screenXY", "rotationXY", "size"],
    "GroundOverlay": FEATURE + ["color", "drawOrder", "Icon", "altitude", "altitudeMode", "LatLonBox"],
    "TimeSpan": ["begin", "end"],
    "Icon": ["href"],
    "LatLonBox": ["north", "south", "east", "west", "rotation"],
    "Style": ["IconStyle", "LabelStyle", "LineStyle", "PolyStyle"],
    "IconStyle": ["color", "colorMode", "scale", "heading", "Icon"],
    "LabelStyle": ["color", "colorMode", "scale"],
    "LineStyle": ["color", "colorMode", "width"],
    "PolyStyle": ["color", "colorMode", "fill", "outline"],
    "Schema": ["SimpleField"],
    "ExtendedData": ["SchemaData"],
    "SchemaData": ["SimpleData"],
    "Polygon": ["extrude", "tessellate", "altitudeMode", "outerBoundaryIs", "innerBoundaryIs"],
    "outerBoundaryIs": ["LinearRing"],
    "innerBoundaryIs": ["LinearRing"],
    "LinearRing": ["extrude", "tessellate", "altitudeMode", "coordinates"],
    "LineString": ["extrude", "tessellate", "altitudeMode", "coordinates"],
    "gx:Track": ["altitudeMode", "when", "gx:coord"],
}


def tag_of(element):
    return element.tag.replace(KML, "").replace(GX, "gx:")


def check(element):
    order, last = ORDER.get(tag_of(element), []), 0
    for child in element:
        tag = tag_of(child)
        assert tag in order, f"<{tag}> has no place in <{tag_of(element)}>"
        assert order.index(tag) >= last, f"<{tag}> comes too late in <{tag_of(element)}>"
        last = order.index(tag)
        check(child)


def check_ground(root):
    styles = {style.get("id") for style in root.iter(KML + "Style")}
    for url in root.iter(KML + "styleUrl"):
        assert url.text[1:] in styles, f"no style {url.text}"
    for box in root.iter(KML + "LatLonBox"):
        north, south, east, west = (float(box.find(KML + side).text) for side in ("north", "south", "east", "west"))
        assert -90 <= south < north <= 90 and -180 <= west < east <= 180, (north, south, east, west)


for name in sys.argv[1:]:
    try:
        names = []
        if name.endswith(".kmz"):
            with zipfile.ZipFile(name) as archive:
                names, text = archive.namelist(), archive.read("doc.kml")
        else:
            with open(name, "rb") as file:
                text = file.read()
        root = xml.fromstring(text)
        assert root.tag == KML + "kml", root.tag
        check(root)
        check_ground(root)
        for href in root.iter(KML + "href"):
            assert href.text in names, f"{href.text} is not in the archive"
    except (AssertionError, KeyError, xml.ParseError, zipfile.BadZipFile) as error:
        sys.exit(f"{name}: {error}")
