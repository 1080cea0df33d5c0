/* odour.c - odour hours: peaks of a breath from means over the intervals of a plume file, and the
 * share of the intervals in which they exceed the odour threshold (docs/hazard.md). */
#include "output/hazard/hazard.h"

#include "base/context.h"
#include "base/list.h"
#include "output/netcdf/named_places.h"
#include <math.h>
#include <stdio.h>

enum { LIMITS = 3, RECEPTORS = 1000 };
static const double limit[LIMITS] = {2, 10, 15}; /* % */

struct odour {
  struct sm_hazard_maps maps;
  float *share, *peak; /* [columns] %; in odour thresholds; NAN: no air */
  struct sm_hazard_area area[LIMITS];
  struct sm_place *receptor;
  size_t receptors;
  double factor[2]; /* smallest and largest peak-to-mean factor of the intervals */
};

double sm_peak_to_mean(double mean_time, double peak_time, double exponent) {
  return mean_time > peak_time ? pow(mean_time / peak_time, exponent) : 1;
}

double sm_exposure_odour_hours(const struct sm_exposure *e, const struct sm_hazard_options *o,
                               double *peak) {
  double above = 0;
  *peak = 0;
  for (size_t t = 0; t < e->count; t++) {
    const double length = e->time[t + 1] - e->time[t];
    const double own = (double)e->value[t] * sm_peak_to_mean(length, o->peak_time, o->exponent);
    if (own > o->odour) above += length;
    *peak = fmax(*peak, own / o->odour);
  }
  return above / (e->time[e->count] - e->time[0]);
}

static enum sm_status refuse_options(struct sm_context *ctx, const struct sm_hazard_options *o) {
  const struct sm_hazard_options usual = sm_hazard_options_default();
  const bool other = o->substance != NULL || o->table != NULL || o->levels > 0 ||
                     !isnan(o->probit[0]) || o->shelter ||
                     fabs(o->temperature - usual.temperature) > 0 ||
                     fabs(o->pressure - usual.pressure) > 0;
  if (!other) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: odour hours have no hazard levels: --species, --population, --air-changes "
                 "and --output remain beside --odour");
}

static enum sm_status find_shares(struct odour *r) {
  const struct sm_hazard_maps *m = &r->maps;
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *r->share, "odour hours", &r->share));
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *r->peak, "odour hours", &r->peak));
  r->factor[0] = INFINITY;
  for (size_t t = 0; t < m->times; t++) {
    const double own =
        sm_peak_to_mean(m->time[t + 1] - m->time[t], m->options->peak_time, m->options->exponent);
    r->factor[0] = fmin(r->factor[0], own);
    r->factor[1] = fmax(r->factor[1], own);
  }
#pragma omp parallel for schedule(static)
  for (size_t c = 0; c < m->columns; c++) {
    const struct sm_exposure e = {m->times, m->time, m->value + c * m->times};
    double peak;
    const double share = sm_exposure_odour_hours(&e, m->options, &peak);
    r->share[c] = isnan(e.value[0]) ? NAN : (float)(100 * share);
    r->peak[c] = isnan(e.value[0]) ? NAN : (float)peak;
  }
  return SM_OK;
}

static void make_areas(struct odour *r) {
  static const double never[2] = {NAN, NAN};
  const struct sm_hazard_maps *m = &r->maps;
  for (int n = 0; n < LIMITS; n++) {
    struct sm_hazard_area *a = &r->area[n];
    *a = (struct sm_hazard_area){.level = {.unit = "%", .value = limit[n]},
                                 .map = r->share,
                                 .people = m->people != NULL ? 0 : (double)NAN,
                                 .distance = isnan(m->source[0]) ? (double)NAN : 0,
                                 .from = NAN,
                                 .until = NAN};
    snprintf(a->label, sizeof a->label, "odour hours, %g %%", limit[n]);
    for (size_t c = 0; c < m->columns; c++) {
      if (!isnan(r->share[c])) a->maximum = fmax(a->maximum, (double)r->share[c]);
      if ((double)r->share[c] > limit[n]) sm_hazard_area_add(m, c, never, a);
    }
  }
}

static void warn(const struct odour *r) {
  const struct sm_hazard_maps *m = &r->maps;
  if (r->factor[0] <= 1 && m->options->exponent > 0)
    sm_warn(m->ctx,
            "%s: warning: intervals are not longer than the peaks of %g s, whose concentration is "
            "taken for that of the interval\nhelp: particles.concentration.interval = \"1 h\"",
            m->file->path, m->options->peak_time);
  if (r->area[0].at_side)
    sm_warn(m->ctx,
            "%s: warning: the area of \"%s\" reaches a side of the boxes: it goes on beyond\n"
            "help: a larger domain.size or particles.concentration.size",
            m->file->path, r->area[0].label);
  if (m->content.stopped[0] != '\0')
    sm_warn(m->ctx, "%s: warning: the run was stopped %s: odour hours of the part until then",
            m->file->path, m->content.stopped);
}

/* --- facts --- */

/* Column of a place in map coordinates; -1: outside. */
static long column_at(const struct sm_hazard_maps *m, const double at[2]) {
  long index[2] = {-1, -1};
  for (int d = 0; d < 2; d++)
    for (size_t i = 0; i < m->file->n[d]; i++)
      if (fabs(at[d] - m->file->centre[d][i]) <= 0.5 * m->file->width[d][i]) index[d] = (long)i;
  return index[0] < 0 || index[1] < 0 ? -1 : index[0] + (long)m->file->n[0] * index[1];
}

static void describe_areas(const struct odour *r, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {{"share", "odour hours above, %", "%.3g", -22},
                                                  {"area", "area, m2", "%.0f", 10},
                                                  {"distance", "distance, m", "%.0f", 12},
                                                  {"people", "people", "%.0f", 8},
                                                  {0}};
  const struct sm_fact *list = sm_facts_list(out, "areas");
  for (int n = 0; n < LIMITS; n++) {
    const struct sm_hazard_area *a = &r->area[n];
    sm_facts_group(out, NULL);
    sm_facts_number(out, "share", limit[n]);
    sm_facts_number(out, "area", a->area);
    sm_facts_number(out, "distance", a->distance);
    if (!isnan(a->people)) sm_facts_number(out, "people", a->people);
    sm_facts_flag(out, "reaches_side", a->at_side);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  sm_facts_table(out, list, NULL, columns);
}

static void describe_receptors(const struct odour *r, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {{"name", "receptor", NULL, -22},
                                                  {"share", "hours, %", "%.3g", 10},
                                                  {"peak", "largest peak", "%.3g", 14},
                                                  {0}};
  const struct sm_fact *list = sm_facts_list(out, "receptors");
  for (size_t n = 0; n < r->receptors; n++) {
    const long c = column_at(&r->maps, r->receptor[n].at);
    if (c < 0 || isnan(r->share[c])) continue;
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", r->receptor[n].name);
    sm_facts_number(out, "share", (double)r->share[c]);
    sm_facts_number(out, "peak", (double)r->peak[c]);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  if (sm_fact_count(list) > 0) sm_facts_table(out, list, NULL, columns);
}

static enum sm_status describe(const struct odour *r, int json, char **out) {
  const struct sm_hazard_maps *m = &r->maps;
  const struct sm_hazard_options *o = m->options;
  struct sm_facts facts = {0};
  sm_facts_schema(&facts, "odour");
  sm_fact_show(sm_facts_text(&facts, "file", m->file->path), "file", NULL, NULL);
  sm_fact_show(sm_facts_text(&facts, "species", m->content.layout.species[m->species]), "species",
               NULL, NULL);
  sm_fact_show(sm_facts_number(&facts, "threshold", o->odour), "odour threshold", "kg/m3", NULL);
  sm_facts_integer(&facts, "intervals", (int64_t)m->times);
  sm_facts_number(&facts, "peak_time", o->peak_time);
  sm_facts_number(&facts, "peak_exponent", o->exponent);
  sm_fact_show(sm_facts_number(&facts, "peak_to_mean", r->factor[1]), "peak to mean", NULL, NULL);
  sm_fact_show(sm_facts_number(&facts, "largest_share", r->area[0].maximum), "largest share", "%",
               NULL);
  describe_areas(r, &facts);
  describe_receptors(r, &facts);
  sm_facts_note(&facts,
                "  odour hours: share of the %zu intervals whose peak of %g s exceeds the "
                "threshold, in the lowest boxes;\n  largest peak: in odour thresholds",
                m->times, o->peak_time);
  return sm_hazard_print(m->ctx, &facts, json, out);
}

static enum sm_status make(struct odour *r, const char *path) {
  struct sm_hazard_maps *m = &r->maps;
  SM_TRY(refuse_options(m->ctx, m->options));
  SM_TRY(sm_hazard_maps_read(m, path));
  SM_TRY(find_shares(r));
  make_areas(r);
  SM_TRY(sm_alloc(m->ctx, RECEPTORS, sizeof *r->receptor, "receptors", &r->receptor));
  r->receptors = sm_places_read(m->file, "receptor", RECEPTORS, r->receptor);
  SM_TRY(m->file->status);
  warn(r);
  return SM_OK;
}

enum sm_status sm_hazard_odour(struct sm_context *ctx, const char *path,
                               const struct sm_hazard_options *options, int json, char **out) {
  struct odour r = {.maps = {.ctx = ctx, .options = options}};
  enum sm_status status = make(&r, path);
  if (status == SM_OK) status = describe(&r, json, out);
  if (status == SM_OK && options->areas != NULL)
    status = sm_hazard_areas_write(&r.maps, r.area, LIMITS);
  SM_FREE_ALL(r.share, r.peak, r.receptor);
  sm_hazard_maps_free(&r.maps);
  return status;
}
