/* Vertical unit of a raster, from its band, metadata and CRS. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
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
  double metres;
};

enum { SAYINGS = 4 };

struct sayings {
  struct saying item[SAYINGS];
  size_t count;
};

static void add(struct sayings *all, const char *where, const char *text) {
  struct saying one = {.where = where};
  one.kind = sm_length_unit_read(text, &one.metres);
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

static void add_metadata(struct sayings *all, char **items, bool own) {
  for (; items != NULL && *items != NULL; items++) {
    char *name = NULL;
    const char *value = CPLParseNameValue(*items, &name);
    const bool code = value != NULL && value[strspn(value, "0123456789")] == '\0';
    if (name != NULL && value != NULL && !code && tells_unit(name, own))
      add(all, "its metadata", value);
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
                           .metres = strtod(end + 2, NULL)};
    snprintf(one->text, sizeof one->text, "%.*s", (int)(end - name), name);
    all->count += one->metres > 0 && isfinite(one->metres);
  }
  CPLFree(text);
}

static void add_geokeys(struct sayings *all, const char *path) {
  if (all->count == SAYINGS) return;
  struct saying *one = &all->item[all->count];
  *one = (struct saying){.where = "its GeoTIFF key of heights", .kind = SM_LENGTH_METRES};
  all->count += sm_geokeys_vertical_unit(path, one->text, sizeof one->text, &one->metres);
}

/* Help text for a missing or wrong unit. */
static void write_help(const struct sm_raster_options *o, char *out, size_t size) {
  if (o->unit_key != NULL) {
    snprintf(out, size, "%s = \"m\", \"ft\" or \"us-ft\" says which it is", o->unit_key);
  } else {
    snprintf(out, size, "write the unit into the file (gdal_edit.py -units m)");
  }
}

/* Compares the unit in the case with the statements in the file. */
static enum sm_status compare(struct sm_gis_session *s, const struct sm_raster *raster,
                              const struct sm_raster_options *o, const struct sayings *all,
                              double *metres) {
  char help[160];
  const struct saying *first = &all->item[0];
  write_help(o, help, sizeof help);
  for (size_t i = 0; i < all->count; i++) {
    const struct saying *one = &all->item[i];
    const bool length = one->kind == SM_LENGTH_METRES;
    if (o->unit > 0 && (!length || !sm_length_unit_same(one->metres, o->unit))) {
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
    if (!sm_length_unit_same(one->metres, first->metres))
      return sm_gis_session_fail(s, SM_ERR_DATA,
                                 "%s: error: the unit of its values is not clear: \"%s\" (%s), or "
                                 "\"%s\" (%s)\nhelp: %s",
                                 raster->path, first->text, first->where, one->text, one->where,
                                 help);
  }
  *metres = o->unit > 0 ? o->unit : all->count > 0 ? first->metres : 1;
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

enum sm_status sm_height_unit_find(struct sm_gis_session *s, const struct sm_raster *raster,
                                   const struct sm_raster_options *options, double *metres) {
  struct sayings all = {.count = 0};
  bool down = false;
  OGRSpatialReferenceH srs = GDALGetSpatialRef(raster->data);
  *metres = 1;
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
  const enum sm_status status = compare(s, raster, options, &all, metres);
  if (status == SM_OK && all.count == 0 && options->unit <= 0 &&
      options->kind == SM_RASTER_ELEVATION)
    warn_of_map(s, raster, options, srs);
  return status;
}
