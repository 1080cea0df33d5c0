/* output/describe/statistics.c - description of wind statistics files, except the ranges of
 * maps. */
#include "output/describe/describe.h"

#include "output/netcdf/named_places.h"
#include "output/netcdf/wind_file.h"
#include "output/statistics/statistics.h"
#include <math.h>
#include <netcdf.h>

enum { MOST = 64 };

/* Lists of numbers in the file: variables and names of their facts. */
static const struct {
  const char *variable, *key, *unit;
} lists[] = {{"height", "heights", "m above the ground"},
             {"percentile", "percentiles", "%"},
             {"threshold", "exceedance", "m/s"}};

/* Reads a list of at most `most` numbers. */
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

static const struct sm_fact *describe_receptors(struct sm_wind_file *file, struct sm_facts *out) {
  static const char *const key[] = {"x", "y", "height"};
  struct sm_place place[MOST];
  const size_t count = sm_places_read(file, "receptor", MOST, place), one = 1;
  const struct sm_fact *list = sm_facts_list(out, "receptors");
  for (size_t n = 0; n < count; n++) {
    double mean;
    if (sm_wind_file_doubles(file, "receptor_mean", &n, &one, &mean) != SM_OK ||
        !(mean < (double)NC_FILL_FLOAT))
      mean = NAN; /* no air there */
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", place[n].name);
    for (int d = 0; d < 3; d++) sm_facts_number(out, key[d], place[n].at[d]);
    sm_facts_number(out, "mean", mean);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  return list;
}

/* Receptors, one line each. */
static void note_receptors(const struct sm_fact *receptor, const struct sm_display *speed,
                           struct sm_facts *out) {
  if (receptor != NULL) sm_facts_note(out, "\n  receptors");
  for (; receptor != NULL; receptor = receptor->next)
    sm_facts_note(out, "  %-20s x %.10g, y %.10g, %.4g m above the ground, mean speed %.4g %s",
                  sm_fact_text(receptor, "name"), sm_fact_number(receptor, "x"),
                  sm_fact_number(receptor, "y"), sm_fact_number(receptor, "height"),
                  sm_display_value(speed, sm_fact_number(receptor, "mean")), speed->unit);
}

/* Limits of the classes, in the order of the classes. */
static void describe_limits(struct sm_wind_file *file, struct sm_facts *out) {
  int scales;
  const struct sm_comfort_scale *scale = sm_comfort_scales(&scales);
  sm_facts_list(out, "class_limits");
  for (int s = 0; s < scales; s++) {
    char limits[512];
    if (!sm_wind_file_has(file, scale[s].variable)) continue;
    sm_comfort_describe(&scale[s], limits, sizeof limits);
    sm_facts_text(out, NULL, limits);
  }
  sm_facts_close(out);
}

void sm_describe_statistics(struct sm_wind_file *file, const struct sm_display_units *units,
                            struct sm_facts *out) {
  const struct sm_display speed = sm_display_find(file->ctx, units, "m/s");
  double number[MOST];
  int scales;
  const struct sm_comfort_scale *scale = sm_comfort_scales(&scales);
  sm_fact_show(sm_facts_group(out, "statistics"), "", NULL, NULL);
  for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
    const size_t count = read_list(file, lists[l].variable, MOST, number);
    sm_fact_show(sm_facts_numbers(out, lists[l].key, number, count), lists[l].key, lists[l].unit,
                 NULL);
  }
  sm_fact_show(sm_facts_list(out, "classes"), "classes", NULL, NULL);
  for (int s = 0; s < scales; s++)
    if (sm_wind_file_has(file, scale[s].variable)) sm_facts_text(out, NULL, scale[s].variable);
  sm_facts_close(out);
  describe_limits(file, out);
  const struct sm_fact *receptors = describe_receptors(file, out);
  sm_facts_close(out);
  note_receptors(receptors->first, &speed, out);
}
