/* Polygons: conversion of any geometry to valid simple polygons in domain coordinates. */
#include "input/gis/vector/internal.h"

#include <math.h>

/* Adds copies of all polygons in a geometry to a multipolygon, 2-D and without curves. */
static void gather(OGRGeometryH geometry, OGRGeometryH multi) {
  switch (wkbFlatten(OGR_G_GetGeometryType(geometry))) {
  case wkbPolygon:
  case wkbTriangle: {
    OGRGeometryH copy = OGR_G_ForceToPolygon(OGR_G_Clone(geometry));
    OGR_G_FlattenTo2D(copy);
    if (OGR_G_AddGeometryDirectly(multi, copy) != OGRERR_NONE) OGR_G_DestroyGeometry(copy);
    break;
  }
  case wkbCurvePolygon: {
    OGRGeometryH straight = OGR_G_GetLinearGeometry(geometry, 0, NULL);
    if (straight != NULL) gather(straight, multi);
    OGR_G_DestroyGeometry(straight);
    break;
  }
  case wkbMultiPolygon:
  case wkbMultiSurface:
  case wkbGeometryCollection:
  case wkbPolyhedralSurface:
  case wkbTIN:
    for (int i = 0; i < OGR_G_GetGeometryCount(geometry); i++)
      gather(OGR_G_GetGeometryRef(geometry, i), multi);
    break;
  default: break;
  }
}

bool sm_shape_is_finite(OGRGeometryH geometry) {
  for (int p = 0; p < OGR_G_GetPointCount(geometry); p++)
    if (!isfinite(OGR_G_GetX(geometry, p)) || !isfinite(OGR_G_GetY(geometry, p))) return false;
  for (int i = 0; i < OGR_G_GetGeometryCount(geometry); i++)
    if (!sm_shape_is_finite(OGR_G_GetGeometryRef(geometry, i))) return false;
  return true;
}

static bool is_large(OGRGeometryH polygon) { return OGR_G_Area(polygon) >= SM_SHAPE_MIN_AREA; }

/* Adds the valid parts of a polygon that have an area; destroys the polygon. */
static void add_valid(OGRGeometryH polygon, OGRGeometryH out, bool *repaired) {
  if (OGR_G_IsValid(polygon)) {
    if (is_large(polygon)) OGR_G_AddGeometry(out, polygon);
    OGR_G_DestroyGeometry(polygon);
    return;
  }
  OGRGeometryH valid = OGR_G_MakeValid(polygon), parts = OGR_G_CreateGeometry(wkbMultiPolygon);
  if (valid != NULL) gather(valid, parts);
  for (int i = 0; i < OGR_G_GetGeometryCount(parts); i++) {
    OGRGeometryH part = OGR_G_GetGeometryRef(parts, i);
    if (!is_large(part)) continue;
    OGR_G_AddGeometry(out, part);
    *repaired = true;
  }
  OGR_G_DestroyGeometry(parts);
  OGR_G_DestroyGeometry(valid);
  OGR_G_DestroyGeometry(polygon);
}

/* Outline of a 3-D surface seen from above; destroys `faces`. */
static OGRGeometryH unite(OGRGeometryH faces) {
  OGRGeometryH one = OGR_G_UnionCascaded(faces), multi = OGR_G_CreateGeometry(wkbMultiPolygon);
  if (one != NULL) gather(one, multi);
  OGR_G_DestroyGeometry(one);
  OGR_G_DestroyGeometry(faces);
  return multi;
}

OGRGeometryH sm_shape_create(struct sm_gis_session *s, OGRGeometryH geometry,
                             OGRCoordinateTransformationH change, bool *repaired) {
  *repaired = false;
  OGRGeometryH raw = OGR_G_CreateGeometry(wkbMultiPolygon);
  OGRGeometryH out = OGR_G_CreateGeometry(wkbMultiPolygon);
  gather(geometry, raw);
  const bool placed = sm_shape_is_finite(raw) &&
                      (change == NULL || OGR_G_Transform(raw, change) == OGRERR_NONE) &&
                      sm_shape_is_finite(raw);
  sm_gis_session_clear(s);
  while (placed && OGR_G_GetGeometryCount(raw) > 0) {
    OGRGeometryH polygon = OGR_G_Clone(OGR_G_GetGeometryRef(raw, 0));
    OGR_G_RemoveGeometry(raw, 0, 1);
    add_valid(polygon, out, repaired);
  }
  OGR_G_DestroyGeometry(raw);
  const OGRwkbGeometryType type = wkbFlatten(OGR_G_GetGeometryType(geometry));
  if (type == wkbTIN || type == wkbPolyhedralSurface) out = unite(out);
  if (OGR_G_GetGeometryCount(out) > 0) return out;
  OGR_G_DestroyGeometry(out);
  return NULL;
}
