/* Unit of a raster's values (heights, canopy cover, bulk density), from its band, metadata and
 * vertical CRS. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
#include "input/gis/module.h"
#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Statement of a unit in the file, and its source. */
struct saying {
  const char *where;
  char text[128];
  enum sm_length_unit kind;
  double factor; /* to m, 1 or kg/m3 */
};

enum { SAYINGS = 4 };

struct sayings {
  enum sm_raster_kind quantity;
  struct saying item[SAYINGS];
  size_t count;
};

/* Parses a unit of the quantity. */
static enum sm_length_unit read_unit(enum sm_raster_kind quantity, const char *text,
                                     double *factor) {
  const enum sm_length_unit kind = sm_length_unit_read(text, factor);
  const bool cover = quantity == SM_RASTER_CANOPY_COVER;
  if (kind == SM_LENGTH_NONE || (!cover && quantity != SM_RASTER_CANOPY_BULK_DENSITY)) return kind;
  const bool known = cover ? sm_cover_unit_read(text, factor) : sm_density_unit_read(text, factor);
  return known ? SM_LENGTH_METRES : SM_LENGTH_OTHER;
}

static void add(struct sayings *all, const char *where, const char *text) {
  struct saying one = {.where = where};
  one.kind = read_unit(all->quantity, text, &one.factor);
  if (one.kind == SM_LENGTH_NONE || all->count == SAYINGS) return;
  snprintf(one.text, sizeof one.text, "%s", text);
  all->item[all->count++] = one;
}

static bool ends_in(const char *text, const char *ending) {
  const size_t length = strlen(text), own = strlen(ending);
  return length >= own && EQUAL(text + length - own, ending);
}

/* True for metadata names of a height unit; `own`: metadata of the band. */
static bool tells_unit(const char *name, bool own) {
  static const char *const names[] = {"z_unit",
                                      "z_units",
                                      "zunit",
                                      "zunits",
                                      "vertical_unit",
                                      "vertical_units",
                                      "elevation_unit",
                                      "elevation_units",
                                      "height_unit",
                                      "height_units",
                                      "vert_units",
                                      "elev_units",
                                      "vertical_unit_of_measure",
                                      NULL};
  for (size_t i = 0; names[i] != NULL; i++)
    if (EQUAL(name, names[i])) return true;
  return own && (EQUAL(name, "unit") || EQUAL(name, "units") || EQUAL(name, "unittype") ||
                 EQUAL(name, "unit_type") || ends_in(name, "_UNIT_NAME"));
}

/* Adds a unit that a landscape file states by a code without meaning: ITEM_UNIT without
 * ITEM_UNIT_NAME. */
static void add_code(struct sayings *all, char **items, const char *name, const char *value) {
  char partner[80];
  snprintf(partner, sizeof partner, "%s_NAME", name);
  if (!ends_in(name, "_UNIT") || CSLFetchNameValue(items, partner) != NULL || all->count == SAYINGS)
    return;
  struct saying *one = &all->item[all->count++];
  *one = (struct saying){.where = "its metadata", .kind = SM_LENGTH_OTHER, .factor = 1};
  snprintf(one->text, sizeof one->text, "%s = %s", name, value);
}

static void add_metadata(struct sayings *all, char **list, bool own) {
  for (char **items = list; items != NULL && *items != NULL; items++) {
    char *name = NULL;
    const char *value = CPLParseNameValue(*items, &name);
    const bool code = value != NULL && value[strspn(value, "0123456789")] == '\0';
    if (name != NULL && value != NULL && !code && tells_unit(name, own))
      add(all, "its metadata", value);
    if (name != NULL && value != NULL && code && own) add_code(all, list, name, value);
    CPLFree(name);
  }
}

/* Adds the unit of the upward axis in the text of a CRS;
 * *down: the axis points down. */
static void add_axis(struct sayings *all, OGRSpatialReferenceH srs, bool *down) {
  static const char unit[] = "LENGTHUNIT[\"";
  const char *const options[] = {"FORMAT=WKT2_2018", "MULTILINE=NO", NULL};
  char *text = NULL;
  *down = false;
  if (srs == NULL || OSRExportToWktEx(srs, &text, options) != OGRERR_NONE || text == NULL) {
    CPLFree(text);
    return;
  }
  const char *axis = strstr(text, "\",up");
  *down = axis == NULL && strstr(text, "\",down") != NULL;
  const char *length = axis != NULL ? strstr(axis, unit) : NULL;
  const char *name = length != NULL ? length + sizeof unit - 1 : NULL;
  const char *end = name != NULL ? strchr(name, '"') : NULL;
  if (end != NULL && end[1] == ',' && all->count < SAYINGS) {
    struct saying *one = &all->item[all->count];
    *one = (struct saying){.where = "the vertical part of its coordinate system",
                           .kind = SM_LENGTH_METRES,
                           .factor = strtod(end + 2, NULL)};
    snprintf(one->text, sizeof one->text, "%.*s", (int)(end - name), name);
    all->count += one->factor > 0 && isfinite(one->factor);
  }
  CPLFree(text);
}

static void add_geokeys(struct sayings *all, const char *path) {
  if (all->count == SAYINGS) return;
  struct saying *one = &all->item[all->count];
  *one = (struct saying){.where = "its GeoTIFF key of heights", .kind = SM_LENGTH_METRES};
  all->count += sm_geokeys_vertical_unit(path, one->text, sizeof one->text, &one->factor);
}

/* Help text for a missing or wrong unit. */
static void write_help(const struct sm_raster_options *o, char *out, size_t size) {
  if (o->unit_key != NULL) {
    const char *words = o->unit_words != NULL ? o->unit_words : "\"m\", \"ft\" or \"us-ft\"";
    snprintf(out, size, "%s = %s says which it is", o->unit_key, words);
  } else {
    snprintf(out, size, "write the unit into the file (gdal_edit.py -units m)");
  }
}

/* Compares the unit in the case with the statements in the file. */
static enum sm_status compare(struct sm_gis_session *s, const struct sm_raster *raster,
                              const struct sm_raster_options *o, const struct sayings *all,
                              double *unit) {
  char help[160];
  const struct saying *first = &all->item[0];
  write_help(o, help, sizeof help);
  for (size_t i = 0; i < all->count; i++) {
    const struct saying *one = &all->item[i];
    const bool length = one->kind == SM_LENGTH_METRES;
    if (o->unit > 0 && (!length || !sm_length_unit_same(one->factor, o->unit))) {
      sm_gis_session_warn(s,
                          "%s: warning: %s says the unit \"%s\", but %s another one, which counts",
                          raster->path, one->where, one->text, o->unit_key);
      continue;
    }
    if (o->unit > 0) continue;
    if (!length)
      return sm_gis_session_fail(
          s, SM_ERR_DATA,
          "%s: error: the unit \"%s\" of its values is not known (%s says so)\n"
          "help: %s",
          raster->path, one->text, one->where, help);
    if (!sm_length_unit_same(one->factor, first->factor))
      return sm_gis_session_fail(s, SM_ERR_DATA,
                                 "%s: error: the unit of its values is not clear: \"%s\" (%s), or "
                                 "\"%s\" (%s)\nhelp: %s",
                                 raster->path, first->text, first->where, one->text, one->where,
                                 help);
  }
  *unit = o->unit > 0 ? o->unit : all->count > 0 ? first->factor : 1;
  return SM_OK;
}

/* Unit of a band that states none: that of LANDFIRE's products by the band's name, or 1. */
static enum sm_status assume(struct sm_gis_session *s, const struct sm_raster *raster,
                             const struct sm_raster_options *o, double *unit) {
  const char *name = sm_band_description(raster->band);
  char help[160];
  const double landfire = sm_landfire_unit(o->kind, name);
  write_help(o, help, sizeof help);
  if (landfire > 0) {
    *unit = landfire;
    sm_gis_session_warn(s,
                        SM_GIS_NOTE "%s: band '%s' states no unit: that of LANDFIRE, %s, is taken",
                        raster->path, name,
                        o->kind == SM_RASTER_CANOPY_COVER          ? "percent"
                        : o->kind == SM_RASTER_CANOPY_BULK_DENSITY ? "kg/m3 x 100"
                                                                   : "m x 10");
  } else if (o->unit_required) {
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "%s: error: band %d, '%s', does not state the unit of its values\n"
                               "help: %s",
                               raster->path, GDALGetBandNumber(raster->band), name, help);
  }
  return SM_OK;
}

/* Warns of heights without a unit on a map in feet, which may be in feet too. */
static void warn_of_map(struct sm_gis_session *s, const struct sm_raster *raster,
                        const struct sm_raster_options *o, OGRSpatialReferenceH srs) {
  char help[160], *name = NULL;
  if (srs == NULL || !OSRIsProjected(srs)) return;
  if (sm_length_unit_same(OSRGetLinearUnits(srs, &name), 1)) return;
  write_help(o, help, sizeof help);
  sm_gis_session_warn(
      s,
      "%s: warning: the file does not say the unit of its heights, and its map is in "
      "%s: metres taken for the heights\nhelp: %s",
      raster->path, name != NULL ? name : "another unit", help);
}

enum sm_status sm_raster_unit_find(struct sm_gis_session *s, const struct sm_raster *raster,
                                   const struct sm_raster_options *options, double *unit) {
  struct sayings all = {.quantity = options->kind};
  bool down = false;
  OGRSpatialReferenceH srs = GDALGetSpatialRef(raster->data);
  *unit = 1;
  add(&all, "its band", GDALGetRasterUnitType(raster->band));
  if (all.count == 0) add_metadata(&all, GDALGetMetadata(raster->band, NULL), true);
  if (all.count == 0) add_metadata(&all, GDALGetMetadata(raster->data, NULL), false);
  if (options->kind == SM_RASTER_ELEVATION) add_axis(&all, srs, &down);
  if (options->kind == SM_RASTER_ELEVATION && all.count == 0) add_geokeys(&all, raster->path);
  sm_gis_session_clear(s);
  if (down && options->unit <= 0)
    return sm_gis_session_fail(
        s, SM_ERR_DATA,
        "%s: error: its vertical coordinate system counts depths, downwards\n"
        "help: turn the values into heights (gdal_calc.py --calc=-A), or, if "
        "they are, give a coordinate system of heights (gdal_edit.py -a_srs)",
        raster->path);
  const enum sm_status status = compare(s, raster, options, &all, unit);
  if (status != SM_OK || all.count > 0 || options->unit > 0) return status;
  if (options->kind == SM_RASTER_ELEVATION) warn_of_map(s, raster, options, srs);
  return assume(s, raster, options, unit);
}
