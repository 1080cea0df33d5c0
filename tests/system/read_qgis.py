"""Reads files that simoom has exported as QGIS does: the coordinate system, names and units of bands, times as
times, and colours. Run by tests/system/qgis.sh in the folder of its files.
"""
import netCDF4
import numpy as np
from qgis.core import QgsApplication, QgsRasterLayer, QgsVectorLayer
from qgis.PyQt.QtCore import QDateTime

application = QgsApplication([], False)
application.initQgis()


def check_raster(path, bands, field):
    layer = QgsRasterLayer(path, "r")
    assert layer.isValid(), path
    assert layer.crs().authid() == "EPSG:32632", layer.crs().authid()
    e = layer.extent()
    assert (e.xMinimum(), e.yMinimum(), e.xMaximum(), e.yMaximum()) == (690000, 5240000, 690600, 5240400)
    assert [layer.bandName(b + 1).split(": ", 1)[1] for b in range(len(bands))] == bands
    assert layer.renderer().type() == "singlebandpseudocolor", layer.renderer().type()
    block = layer.dataProvider().block(1, e, layer.width(), layer.height())
    rows = [[np.nan if block.isNoData(j, i) else block.value(j, i) for i in range(layer.width())]
            for j in range(layer.height())]
    assert np.allclose(np.array(rows)[::-1], field, equal_nan=True), path
    shader = layer.renderer().shader().rasterShaderFunction()
    return [item.value for item in shader.colorRampItemList()]


def check_vector(path, crs, count, times):
    layer = QgsVectorLayer(path, "v", "ogr")
    assert layer.isValid() and layer.crs().authid() == crs, (path, layer.crs().authid())
    if path in ("winds.gpkg", "smoke.gpkg"):
        symbol = layer.renderer().symbol().symbolLayer(0)
        rules = symbol.dataDefinedProperties()
        kind = symbol.layerType()
        assert (kind, rules.isActive(symbol.PropertyFillColor)) == (
            "SimpleMarker" if "winds" in path else "SimpleFill", True), kind
    features = list(layer.getFeatures())
    assert len(features) == count, (path, len(features))
    for name in times:
        found = {feature[name] for feature in features}
        assert all(isinstance(time, QDateTime) for time in found), (path, found)
    return features


wind = netCDF4.Dataset("hill/hill.nc")
at = wind["height"][:].tolist().index(10)
speed = wind["wind_speed"][0, at].filled(np.nan)
plume = netCDF4.Dataset("hill/hill_plume.nc")
lowest = plume["concentration"][0, 0].filled(np.nan)
first, second = "2026-05-01T10:30:00Z", "2026-05-01T11:00:00Z"
scale = check_raster("winds.tif", [f"{what} at 10 m {time}" for time in (first, second)
                                   for what in ("horizontal wind speed", "wind from direction")], speed)
assert scale[0] == 0 and scale[-1] >= np.nanmax(wind["wind_speed"][:, at]), scale
check_raster("smoke.tif", ["gas concentration at 5 m 2026-05-01T10:30:15Z",
                           "gas concentration at 5 m 2026-05-01T10:30:45Z"], lowest)
for path, crs in ("winds.gpkg", "EPSG:32632"), ("winds.geojson", "EPSG:4326"):
    points = check_vector(path, crs, 2 * int((~np.isnan(speed)).sum()), ["time"])
    assert {p["time"].toString("hh:mm") for p in points} == {"10:30", "11:00"}
for path, crs in ("smoke.gpkg", "EPSG:32632"), ("smoke.geojson", "EPSG:4326"):
    areas = check_vector(path, crs, 4, ["time"])
    assert {(a["species"], a["unit"], a["threshold"]) for a in areas} == {
        ("gas", "kg/m3", 1e-6), ("gas", "kg/m3", 1e-7)}
ways = netCDF4.Dataset("hill/hill_trajectories.nc")
for path, crs in ("ways.gpkg", "EPSG:32632"), ("ways.geojson", "EPSG:4979"), ("ways.kml", "EPSG:4326"):
    check_vector(path, crs, len(ways["trajectory"]), ["begin", "end"])
check_vector("winds.kmz", "EPSG:4326", 4, ["begin", "end"])
application.exitQgis()
print("read")
