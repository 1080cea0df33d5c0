/* output/describe/statistics.c - what a file of statistics holds beside the ranges of its maps. */
#include "output/describe/describe.h"

#include "output/netcdf/named_places.h"
#include "output/netcdf/wind_read.h"
#include "output/statistics/statistics.h"
#include <math.h>
#include <netcdf.h>

/* Its lists of numbers: their variables, the keys of JSON, and what people read. */
static const struct {
  const char *variable, *key, *words, *unit;
} lists[] = {{"height", "heights", "heights", "m above the ground"},
             {"percentile", "percentiles", "percentiles", "%"},
             {"threshold", "exceedance", "exceedance", "m/s"}};

/* Numbers of a list, at most `most`. */
static size_t read_list(struct sm_wind_file *file, const char *name, size_t most, double *out) {
  const size_t zero = 0;
  size_t count = 0;
  int id;
  if (nc_inq_dimid(file->id, name, &id) != NC_NOERR ||
      nc_inq_dimlen(file->id, id, &count) != NC_NOERR)
    return 0;
  count = count < most ? count : most;
  return sm_wind_file_doubles(file, name, &zero, &count, out) == SM_OK ? count : 0;
}

static void text_receptors(const struct sm_place *place, const double *mean, size_t count,
                           struct sm_text *out) {
  if (count > 0) sm_text_add(out, "\n  receptors\n");
  for (size_t n = 0; n < count; n++)
    sm_text_add(out, "  %-20s x %.10g, y %.10g, %.4g m above the ground, mean speed %.4g m/s\n",
                place[n].name, place[n].at[0], place[n].at[1], place[n].at[2], mean[n]);
}

static void json_receptors(const struct sm_place *place, const double *mean, size_t count,
                           struct sm_text *out) {
  static const char *const key[] = {"x", "y", "height"};
  sm_text_add(out, "],\"receptors\":[");
  for (size_t n = 0; n < count; n++) {
    sm_text_add(out, n > 0 ? ",{" : "{");
    sm_describe_string(out, "name", place[n].name);
    for (int d = 0; d < 3; d++) {
      sm_text_add(out, ",");
      sm_describe_number(out, key[d], place[n].at[d]);
    }
    sm_text_add(out, ",");
    sm_describe_number(out, "mean", mean[n]);
    sm_text_add(out, "}");
  }
  sm_text_add(out, "]}");
}

void sm_describe_statistics(struct sm_wind_file *file, bool json, struct sm_text *out) {
  enum { MOST = 64 };
  struct sm_place place[MOST];
  double number[MOST];
  int scales, there = 0;
  const struct sm_comfort_scale *scale = sm_comfort_scales(&scales);
  sm_text_add(out, json ? ",\"statistics\":{" : "\n");
  for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
    const size_t count = read_list(file, lists[l].variable, MOST, number);
    if (json) sm_text_add(out, "\"%s\":[", lists[l].key);
    if (!json && count > 0) sm_text_add(out, "  %-12s ", lists[l].words);
    for (size_t n = 0; n < count; n++)
      sm_text_add(out, json ? "%s%.17g" : "%s%.6g", n == 0 ? "" : json ? "," : ", ", number[n]);
    if (json) sm_text_add(out, "],");
    if (!json && count > 0) sm_text_add(out, " %s\n", lists[l].unit);
  }
  if (json) sm_text_add(out, "\"classes\":[");
  for (int s = 0; s < scales; s++) {
    if (!sm_wind_file_has(file, scale[s].variable)) continue;
    const char *before = there++ > 0 ? ", " : json ? "" : "  classes      ";
    sm_text_add(out, json ? "%s\"%s\"" : "%s%s", before, scale[s].variable);
  }
  if (!json && there > 0) sm_text_add(out, "\n");
  const size_t count = sm_places_read(file, "receptor", MOST, place);
  for (size_t n = 0; n < count; n++) {
    const size_t one = 1;
    if (sm_wind_file_doubles(file, "receptor_mean", &n, &one, &number[n]) != SM_OK ||
        !(number[n] < (double)NC_FILL_FLOAT))
      number[n] = NAN; /* no air there */
  }
  (json ? json_receptors : text_receptors)(place, number, count, out);
}
