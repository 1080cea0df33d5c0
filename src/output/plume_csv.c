#include "output/plume_csv.h"

#include "base/file.h"
#include "base/text.h"
#include <math.h>
#include <string.h>

/* Optical depth at the visibility limit (Koschmieder 1924): the contrast of a black object falls to
 * exp(-3.912) = 2 %. */
static const double koschmieder = 3.912;

/* Writes the text to the file and frees it. */
static enum sm_status finish(struct sm_context *ctx, const char *path, struct sm_text *text) {
  const enum sm_status status = text->failed
                                    ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s", path)
                                    : sm_file_write(ctx, path, text->data, text->size);
  sm_text_free(text);
  return status;
}

/* Concentration at a receptor in an interval. */
static double at(const struct sm_receptor_series *s, size_t interval, int receptor, int species) {
  const size_t row = interval * (size_t)s->receptor_count + (size_t)receptor;
  return s->concentration[row * (size_t)s->species_count + (size_t)species];
}

/* Fails on values that are not finite. */
static enum sm_status check(struct sm_context *ctx, const char *path,
                            const struct sm_receptor_series *s) {
  for (size_t n = 0; n < s->intervals; n++) {
    if (!isfinite(s->time[n][0]) || !isfinite(s->time[n][1]))
      return sm_fail(ctx, SM_ERR_FAILED, "%s: error: the time of interval %zu is not a number",
                     path, n + 1);
    for (int r = 0; r < s->receptor_count; r++)
      for (int k = 0; k < s->species_count; k++)
        if (!isfinite(at(s, n, r, k)))
          return sm_fail(ctx, SM_ERR_FAILED,
                         "%s: error: the concentration of '%s' at receptor '%s' from %g s to %g s "
                         "is not a finite number",
                         path, s->species[k], s->receptor[r], s->time[n][0], s->time[n][1]);
  }
  return SM_OK;
}

static double length_of(const double time[2]) { return fabs(time[1] - time[0]); }

enum sm_status sm_plume_csv_receptors(struct sm_context *ctx, const char *path,
                                      const struct sm_receptor_series *s) {
  const size_t places = (size_t)s->receptor_count * (size_t)s->species_count;
  struct sm_text text = {0};
  double *dose = NULL;
  SM_TRY(check(ctx, path, s));
  SM_TRY(sm_alloc(ctx, places, sizeof *dose, "doses of receptors", &dose));
  sm_text_add(&text, "time_start,time_end,name,species,concentration,dose\n");
  for (size_t n = 0; n < s->intervals; n++)
    for (int r = 0; r < s->receptor_count; r++)
      for (int k = 0; k < s->species_count; k++) {
        double *sum = &dose[r * s->species_count + k];
        *sum += at(s, n, r, k) * length_of(s->time[n]);
        sm_text_add(&text, "%.12g,%.12g,", s->time[n][0], s->time[n][1]);
        sm_text_add_csv(&text, s->receptor[r]);
        sm_text_add(&text, ",");
        sm_text_add_csv(&text, s->species[k]);
        sm_text_add(&text, ",%.9g,%.9g\n", at(s, n, r, k), *sum);
      }
  sm_free(dose);
  return finish(ctx, path, &text);
}

static void add_time(struct sm_text *text, double time) {
  sm_text_add(text, isnan(time) ? "," : ",%.12g", time);
}

/* Adds the line of a receptor and a species. */
static void add_summary(struct sm_text *text, const struct sm_receptor_series *s, int r, int k) {
  double dose = 0, maximum = 0, when = (double)NAN;
  for (size_t n = 0; n < s->intervals; n++) {
    const double is = at(s, n, r, k), end = s->time[n][1];
    dose += is * length_of(s->time[n]);
    if (is > maximum) {
      maximum = is;
      when = end;
    }
  }
  sm_text_add_csv(text, s->receptor[r]);
  sm_text_add(text, ",");
  sm_text_add_csv(text, s->species[k]);
  sm_text_add(text, ",%.9g,%.9g", dose, maximum);
  add_time(text, when);
  const double arrival_time = (double)s->arrival_time[r * s->species_count + k];
  sm_text_add(text, isnan(arrival_time) ? "," : ",%.7g", arrival_time);
  sm_text_add(text, "\n");
}

enum sm_status sm_plume_csv_summary(struct sm_context *ctx, const char *path,
                                    const struct sm_receptor_series *s) {
  struct sm_text text = {0};
  SM_TRY(check(ctx, path, s));
  sm_text_add(&text, "name,species,dose,concentration_maximum,time_of_maximum,arrival_time\n");
  for (int r = 0; r < s->receptor_count; r++)
    for (int k = 0; k < s->species_count; k++) add_summary(&text, s, r, k);
  return finish(ctx, path, &text);
}

enum sm_status sm_plume_csv_lines_of_sight(struct sm_context *ctx, const char *path,
                                           const struct sm_line_of_sight_series *s) {
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  sm_text_add(&text, "time,name,optical_depth,contrast,visibility\n");
  for (size_t n = 0; n < s->samples; n++)
    for (int k = 0; k < s->line_of_sight_count; k++) {
      const double depth = s->depth[n * (size_t)s->line_of_sight_count + (size_t)k];
      if (!isfinite(s->time[n]) || !(depth >= 0) || isinf(depth))
        return sm_fail(ctx, SM_ERR_FAILED,
                       "%s: error: the optical depth of line of sight '%s' at %g s is %g", path,
                       s->line_of_sight[k], s->time[n], depth);
      sm_text_add(&text, "%.12g,", s->time[n]);
      sm_text_add_csv(&text, s->line_of_sight[k]);
      sm_text_add(&text, ",%.9g,%.9g", depth, exp(-depth));
      add_time(&text, depth > 0 ? koschmieder * s->length[k] / depth : (double)NAN);
      sm_text_add(&text, "\n");
    }
  return finish(ctx, path, &text);
  return SM_OK;
}
