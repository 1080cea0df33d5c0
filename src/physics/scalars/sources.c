#include "physics/scalars/sources.h"

#include "domain/locations.h"
#include "physics/scalars/merged_cells.h"
#include <math.h>

/* Part of cell i that lies between two places of an axis; of places that are one, 1 for the cell
 * that holds them. */
static double part_of(const struct sm_axis *axis, int i, double from, double to) {
  const double low = axis->face[i], high = axis->face[i + 1];
  if (!(to > from)) {
    const bool last = i == axis->n - 1 && from >= high;
    const bool first = i == 0 && from < low;
    return (from >= low && from < high) || last || first ? 1 : 0;
  }
  const double covered = fmin(high, to) - fmax(low, from);
  return covered > 0 ? covered / (high - low) : 0;
}

struct cells {
  const struct sm_domain *domain;
  const struct sm_flow *flow; /* NULL: the cells are only counted */
  const struct sm_case_scalar_source *c;
  double low[2], high[2]; /* m from the corner of the grid, of the box */
  int64_t count;
  int64_t *cell; /* NULL: only counted */
  double *per;
  double volume; /* m3, that the box takes of the air */
};

static void find_column(struct cells *s, int i, int j, double part) {
  const struct sm_domain *domain = s->domain;
  const struct sm_axis *axis = domain->grid.axis;
  const double ground = (double)domain->terrain[i + (int64_t)axis[0].n * j];
  for (int k = 0; k < axis[2].n; k++) {
    const double of = sm_scalar_fluid_fraction(domain, i, j, k) * part *
                      part_of(&axis[2], k, s->c->from[2] + ground, s->c->to[2] + ground);
    if (!(of > 0)) continue;
    s->volume += of * axis[0].width[i] * axis[1].width[j] * axis[2].width[k];
    if (s->cell != NULL) {
      const ptrdiff_t *step = s->flow->layout.step;
      s->cell[s->count] = i + j * step[1] + k * step[2];
      s->per[s->count] = of;
    }
    s->count++;
  }
}

static void find_cells(struct cells *s) {
  const struct sm_axis *axis = s->domain->grid.axis;
  s->count = 0;
  s->volume = 0;
  for (int j = 0; j < axis[1].n; j++) {
    const double y = part_of(&axis[1], j, s->low[1], s->high[1]);
    for (int i = 0; i < axis[0].n && y > 0; i++) {
      const double x = part_of(&axis[0], i, s->low[0], s->high[0]);
      if (x > 0) find_column(s, i, j, x * y);
    }
  }
}

static enum sm_status count_cells(struct sm_context *ctx, const struct sm_case *c, const char *name,
                                  struct cells *s) {
  double from[2], to[2];
  bool outside = false;
  SM_TRY(sm_location_on_grid(ctx, c, s->domain, s->c->coordinates, s->c->from, from));
  SM_TRY(sm_location_on_grid(ctx, c, s->domain, s->c->coordinates, s->c->to, to));
  for (int d = 0; d < 2; d++) {
    const struct sm_axis *axis = &s->domain->grid.axis[d];
    s->low[d] = fmin(from[d], to[d]);
    s->high[d] = fmax(from[d], to[d]);
    outside = outside || s->high[d] < axis->face[0] || s->low[d] > axis->face[axis->n];
  }
  if (outside)
    return sm_fail(
        ctx, SM_ERR_CASE,
        "%s:%d: error: the source of \"%s\" is outside of the domain: from [%.6g, %.6g] m "
        "to [%.6g, %.6g] m from the corner of its margin",
        c->path, s->c->line, name, s->low[0], s->low[1], s->high[0], s->high[1]);
  find_cells(s);
  if (s->count > 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: the source of \"%s\" lies in no air", c->path,
                 s->c->line, name);
}

enum sm_status sm_scalar_source_check(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain, const char *name,
                                      const struct sm_case_scalar_source *box) {
  struct cells s = {.domain = domain, .c = box};
  return count_cells(ctx, c, name, &s);
}

enum sm_status sm_scalar_sources_check(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain) {
  const struct sm_case_reaction *reaction = &c->flow.reaction;
  for (size_t n = 0; n < c->flow.scalar_count; n++) {
    const struct sm_case_scalar *scalar = &c->flow.scalar[n];
    for (size_t m = 0; m < scalar->source_count; m++)
      SM_TRY(sm_scalar_source_check(ctx, c, domain, scalar->name, &scalar->source[m]));
  }
  for (size_t m = 0; m < reaction->release_count; m++)
    SM_TRY(
        sm_scalar_source_check(ctx, c, domain, "flow.reaction.release", &reaction->release[m].box));
  return SM_OK;
}

enum sm_status sm_scalar_source_make(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow *flow,
                                     const struct sm_case_scalar *scalar,
                                     struct sm_scalar_source *source) {
  struct cells s = {.domain = flow->domain, .flow = flow, .c = source->c};
  enum sm_status status = SM_OK;
  SM_TRY(count_cells(ctx, c, scalar->name, &s));
  source->count = s.count;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)s.count, sizeof *s.cell, "a source", &s.cell));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)s.count, sizeof *s.per, "a source", &s.per));
  find_cells(&s);
  for (int64_t m = 0; m < s.count; m++) s.per[m] /= s.volume;
  SM_TRY_DONE(
      sm_flow_put(ctx, flow, s.cell, (size_t)s.count, sizeof *s.cell, "a source", &source->cell));
  SM_TRY_DONE(
      sm_flow_put(ctx, flow, s.per, (size_t)s.count, sizeof *s.per, "a source", &source->per));
done:
  sm_free(s.cell);
  sm_free(s.per);
  return status;
}

enum sm_status sm_scalar_add_source(struct sm_context *ctx, const struct sm_scalars *scalars,
                                    struct sm_scalar *item, const struct sm_case_scalar_source *c) {
  const size_t count = item->source_count;
  struct sm_scalar_source *grown = NULL;
  SM_TRY(sm_flow_host(ctx, scalars->flow, count + 1, sizeof *grown, "sources", &grown));
  grown[count].c = c;
  SM_TRY(sm_scalar_source_make(ctx, scalars->c, scalars->flow, item->c, &grown[count]));
  for (size_t m = 0; m < count; m++) grown[m] = item->source[m];
  item->source = grown;
  item->source_count = count + 1;
  return SM_OK;
}

double sm_scalar_source_active(const struct sm_case_scalar_source *c, double time, double step) {
  const double active = fmin(time + step, c->stop) - fmax(time, c->start);
  return fmax(active, 0);
}
