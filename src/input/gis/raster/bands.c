/* Selection of a raster band: the band of the case, the only band, or the only one whose
 * description fits. */
#include "input/gis/raster/internal.h"

#include <cpl_string.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words in a band description that identify a quantity. */
struct content {
  const char *name;          /* for messages */
  const char *const *sure;   /* prefixes of a word: sure match */
  const char *const *whole;  /* whole words: sure match */
  const char *const *likely; /* whole words: match if no other band fits better */
  const char *const *never;  /* prefixes that exclude a match */
};

static const char *const nothing[] = {NULL};
static const char *const elevation_sure[] = {"elev", "altitude", "orog", "topo", "terrain", NULL};
static const char *const elevation_whole[] = {"dem", "dtm", "dsm", "dgm", "dhm", NULL};
static const char *const elevation_likely[] = {"height", "heights", "hgt", "z",
                                               "alt",    "ground",  NULL};
static const char *const elevation_never[] = {
    "canopy", "tree", "build", "veg",    "cover",  "slope", "slp",    "asp",
    "fbfm",   "mask", "std",   "err",    "uncert", "count", "source", "qual",
    "shade",  "diff", "fuel",  "stddev", "flag",   NULL};
static const char *const canopy_whole[] = {"ch", "chm", "treeheight", "canopyheight", NULL};
static const char *const canopy_likely[] = {"height", "heights", "ht", "hgt", NULL};
static const char *const canopy_never[] = {"base", "bulk", "cover",  "mask", "std",
                                           "err",  "elev", "ground", NULL};
static const char *const base_sure[] = {"canopybase", "crownbase", NULL};
static const char *const base_whole[] = {"cbh", "base", NULL};
static const char *const base_never[] = {"bulk", "std", "err", "mask", "elev", NULL};
static const char *const cover_sure[] = {"canopycov", "crowncov", NULL};
static const char *const cover_whole[] = {"cc", NULL};
static const char *const cover_likely[] = {"cover", "cov", "closure", NULL};
static const char *const cover_never[] = {"base", "bulk", "height", "land", "cloud", "snow", "std",
                                          "err",  "mask", "shrub",  "herb", "type",  NULL};
static const char *const density_sure[] = {"bulk", NULL};
static const char *const density_whole[] = {"cbd", NULL};
static const char *const density_likely[] = {"density", NULL};
static const char *const density_never[] = {"height", "base", "std", "err", "mask", "popul", NULL};
static const char *const lai_whole[] = {"lai", NULL};
static const char *const lai_sure[] = {"leafarea", NULL};
static const char *const lai_likely[] = {"leaf", NULL};
static const char *const people_sure[] = {"popul", "people", "inhabitant", "resident", NULL};
static const char *const spread_never[] = {"std", "err", "qual", "mask", "flag", "count", NULL};
static const char *const ground_sure[] = {"landcover", "landuse", "rough", "class", NULL};
static const char *const ground_whole[] = {"lulc", "nlcd", "lc", "clc", "z", "zo", NULL};
static const char *const ground_likely[] = {"cover", "land", NULL};
static const char *const ground_never[] = {"canopy", "cloud", "qual",  "mask", "std",
                                           "err",    "elev",  "slope", NULL};

static struct content content_of(enum sm_raster_kind kind) {
  switch (kind) {
  case SM_RASTER_ELEVATION:
    return (struct content){"elevation", elevation_sure, elevation_whole, elevation_likely,
                            elevation_never};
  case SM_RASTER_CANOPY_HEIGHT:
    return (struct content){"height of the canopy", nothing, canopy_whole, canopy_likely,
                            canopy_never};
  case SM_RASTER_CANOPY_BASE_HEIGHT:
    return (struct content){"base height of the canopy", base_sure, base_whole, nothing,
                            base_never};
  case SM_RASTER_CANOPY_COVER:
    return (struct content){"canopy cover", cover_sure, cover_whole, cover_likely, cover_never};
  case SM_RASTER_CANOPY_BULK_DENSITY:
    return (struct content){"bulk density of the canopy", density_sure, density_whole,
                            density_likely, density_never};
  case SM_RASTER_LEAF_AREA:
    return (struct content){"leaf area index", lai_sure, lai_whole, lai_likely, spread_never};
  case SM_RASTER_POPULATION:
    return (struct content){"population", people_sure, nothing, nothing, spread_never};
  case SM_RASTER_ROUGHNESS:
  case SM_RASTER_CLASS: break;
  }
  return (struct content){"roughness or land cover", ground_sure, ground_whole, ground_likely,
                          ground_never};
}

const char *sm_band_description(GDALRasterBandH band) {
  static const char *const keys[] = {
      "NETCDF_VARNAME", "long_name",  "standard_name", "GRIB_COMMENT",
      "GRIB_ELEMENT",   "LAYER_NAME", "name"};
  const char *text = GDALGetDescription(band);
  for (size_t k = 0; k < sizeof keys / sizeof *keys && (text == NULL || text[0] == '\0'); k++)
    text = GDALGetMetadataItem(band, keys[k], NULL);
  return text != NULL ? text : "";
}

static bool has_word(const char *word, const char *const *list, bool begins) {
  for (; *list != NULL; list++)
    if (strncmp(word, *list, strlen(*list)) == 0 && (begins || word[strlen(*list)] == '\0'))
      return true;
  return false;
}

/* Quality of a match: 2, 1, or 0 for none. Words are runs of letters. */
static int fit_of(const struct content *content, const char *text) {
  char word[32];
  size_t n = 0;
  int fit = 0;
  for (;; text++) {
    if (isalpha((unsigned char)*text)) {
      if (n + 1 < sizeof word) word[n++] = (char)tolower((unsigned char)*text);
      continue;
    }
    word[n] = '\0';
    n = 0;
    if (has_word(word, content->never, true)) return 0;
    if (word[0] != '\0' &&
        (has_word(word, content->sure, true) || has_word(word, content->whole, false)))
      fit = 2;
    if (fit == 0 && has_word(word, content->likely, false)) fit = 1;
    if (*text == '\0') return fit;
  }
}

/* True for a description that names another quantity, such as a slope. */
static bool denies(const struct content *content, const char *text) {
  const struct content other = {
      .sure = content->never, .whole = nothing, .likely = nothing, .never = nothing};
  const struct content own = {
      .sure = content->sure, .whole = content->whole, .likely = nothing, .never = nothing};
  return fit_of(&other, text) > 0 && fit_of(&own, text) == 0;
}

static bool holds_values(GDALRasterBandH band) {
  return GDALGetRasterColorInterpretation(band) != GCI_AlphaBand;
}

/* Lists the bands: "1 'US_SLPD', 2 'US_ELEV'", truncated to `size`. */
static void list_bands(GDALDatasetH data, char *out, size_t size) {
  size_t used = 0;
  const int count = GDALGetRasterCount(data);
  out[0] = '\0';
  for (int b = 1; b <= count && used + 1 < size; b++) {
    const char *text = sm_band_description(GDALGetRasterBand(data, b));
    if (b > 20) {
      snprintf(out + used, size - used, " ...");
      return;
    }
    const int more = snprintf(out + used, size - used, "%s%d%s%.60s%s", b == 1 ? "" : ", ", b,
                              text[0] != '\0' ? " '" : "", text, text[0] != '\0' ? "'" : "");
    used += more > 0 ? (size_t)more : 0;
  }
}

static enum sm_status fail(struct sm_gis_session *s, const struct sm_raster *raster,
                           const struct sm_raster_options *o, const char *what) {
  char bands[1200], help[200];
  list_bands(raster->data, bands, sizeof bands);
  if (o->band_key != NULL) {
    snprintf(help, sizeof help, "say which is meant: %s = NUMBER or \"DESCRIPTION\"", o->band_key);
  } else {
    snprintf(help, sizeof help, "copy the one that is meant into a file (gdal_translate -b)");
  }
  return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: %s; the bands are %s\nhelp: %s",
                             raster->path, what, bands, help);
}

/* Band with the number or description in the case; 0: none. */
static int named_band(const struct sm_raster *raster, const char *name) {
  const int count = GDALGetRasterCount(raster->data);
  char *end = NULL;
  const long number = strtol(name, &end, 10);
  if (*end == '\0' && number >= 1 && number <= count) return (int)number;
  for (int b = 1; b <= count; b++)
    if (EQUAL(sm_band_description(GDALGetRasterBand(raster->data, b)), name)) return b;
  return 0;
}

/* The band with the best description; 0: none or several. `hits` counts those. */
static int described_band(const struct sm_raster *raster, const struct content *content,
                          int *hits) {
  const int count = GDALGetRasterCount(raster->data);
  for (int fit = 2; fit > 0; fit--) {
    int found = 0;
    *hits = 0;
    for (int b = 1; b <= count; b++) {
      GDALRasterBandH band = GDALGetRasterBand(raster->data, b);
      if (!holds_values(band) || fit_of(content, sm_band_description(band)) != fit) continue;
      found = b;
      ++*hits;
    }
    if (*hits > 0) return *hits == 1 ? found : 0;
  }
  return 0;
}

enum sm_status sm_bands_choose(struct sm_gis_session *s, const struct sm_raster_options *options,
                               struct sm_raster *raster) {
  const struct content content = content_of(options->kind);
  const int count = GDALGetRasterCount(raster->data);
  char what[200];
  int values = 0, band = 0, hits = 0;
  if (options->band != NULL && options->band[0] != '\0') {
    band = named_band(raster, options->band);
    snprintf(what, sizeof what, "there is no band \"%.80s\"", options->band);
    if (band == 0) return fail(s, raster, options, what);
    raster->band = GDALGetRasterBand(raster->data, band);
    return SM_OK;
  }
  if (GDALGetRasterColorInterpretation(GDALGetRasterBand(raster->data, 1)) == GCI_RedBand)
    return sm_gis_session_fail(
        s, SM_ERR_DATA, "%s: error: this is a picture (red, green, blue), not a map of values",
        raster->path);
  for (int b = count; b > 0; b--)
    if (holds_values(GDALGetRasterBand(raster->data, b))) {
      values++;
      band = b;
    }
  if (values != 1 || options->optional) band = described_band(raster, &content, &hits);
  if (band == 0 && hits == 0 && options->optional) return SM_OK; /* raster->band stays NULL */
  snprintf(what, sizeof what, "it is not clear which of %d bands is the %s", count, content.name);
  if (band == 0) return fail(s, raster, options, what);
  raster->band = GDALGetRasterBand(raster->data, band);
  const char *const text = sm_band_description(raster->band);
  if (options->kind != SM_RASTER_ELEVATION || !denies(&content, text)) return SM_OK;
  snprintf(what, sizeof what, "its only band is described as '%.80s', not as elevation", text);
  return fail(s, raster, options, what);
}
