/* boxes.c - concentration boxes of a plume: the grid, and the boxes of receptors. */
#include "physics/particles/plume/internal.h"

#include <math.h>

/* --- boxes --- */

/* Volume of the air in the part of a box that the cells from .. to hold, m3. */
static double air_of_cells(const struct sm_domain *domain, const double low[3],
                           const double high[3], const int from[3], const int to[3]) {
  const struct sm_grid *grid = &domain->grid;
  double sum = 0;
  for (int k = from[2]; k <= to[2]; k++)
    for (int j = from[1]; j <= to[1]; j++)
      for (int i = from[0]; i <= to[0]; i++) {
        const int at[3] = {i, j, k};
        const int64_t c = i + (int64_t)grid->axis[0].n * (j + (int64_t)grid->axis[1].n * k);
        if ((domain->cell[c] & SM_OPEN_ALL) == 0) continue;
        double part = 1;
        for (int d = 0; d < 3; d++) {
          const double *face = grid->axis[d].face + at[d];
          const double a = low[d] > face[0] ? low[d] : face[0];
          const double b = high[d] < face[1] ? high[d] : face[1];
          part *= b > a ? b - a : 0;
        }
        /* an overview has many cells that are partly solid */
        sum += domain->library != NULL ? part * sm_domain_fluid_fraction(domain, i, j, k) : part;
      }
  return sum;
}

/* Volume of the air in a box, m3, including fractions of cells. */
static double air_in(const struct sm_domain *domain, const double low[3], const double high[3]) {
  int from[3], to[3];
  for (int d = 0; d < 3; d++) {
    from[d] = sm_axis_nearest(&domain->grid.axis[d], low[d]);
    to[d] = sm_axis_nearest(&domain->grid.axis[d], high[d]);
  }
  return air_of_cells(domain, low, high, from, to);
}

static bool wants_boxes(const struct sm_case_particles *p) {
  return p->concentration.present || p->line_of_sight_count > 0;
}

/* Range of the concentration grid on an axis, m. */
static void range_of(const struct sm_case *c, const struct sm_domain *domain, int d,
                     double range[2]) {
  const struct sm_case_concentration *wanted = &c->particles.concentration;
  range[0] = 0;
  range[1] = sm_axis_length(&domain->grid.axis[d]);
  if (!wanted->present) return;
  if (d < 2 && !isnan(wanted->origin[d])) range[0] = wanted->origin[d] + c->domain.margin;
  if (d < 2 && !isnan(wanted->size[d])) range[1] = range[0] + wanted->size[d];
  if (d == 2 && !isnan(wanted->height)) range[1] = wanted->height;
}

/* Boxes along an axis: domain cells from `first` on, or uniform boxes. */
struct extent {
  int n, first;
  double low, size; /* uniform boxes, m */
};

static bool are_cells(const struct sm_case *c) {
  return !c->particles.concentration.present || isnan(c->particles.concentration.cell_size[0]);
}

static struct extent extent_of(const struct sm_case *c, const struct sm_domain *domain, int d) {
  const struct sm_axis *axis = &domain->grid.axis[d];
  struct extent e = {.size = c->particles.concentration.cell_size[d]};
  double range[2];
  range_of(c, domain, d, range);
  e.low = range[0];
  if (are_cells(c)) {
    const double slack = 1e-6 * axis->width[0]; /* tolerance: faces belong to both sides */
    e.first = sm_axis_nearest(axis, range[0] + slack);
    e.n = sm_axis_nearest(axis, range[1] - slack) - e.first + 1;
  } else {
    e.n = (int)ceil((range[1] - range[0]) / e.size - 1e-6);
  }
  return e;
}

size_t sm_plume_box_columns(const struct sm_case *c, const struct sm_domain *domain) {
  if (!wants_boxes(&c->particles)) return 0;
  return (size_t)extent_of(c, domain, 0).n * (size_t)extent_of(c, domain, 1).n;
}

size_t sm_plume_box_layers(const struct sm_case *c, const struct sm_domain *domain) {
  return wants_boxes(&c->particles) ? (size_t)extent_of(c, domain, 2).n : 0;
}

static enum sm_status create_faces(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_domain *domain = plume->plan->domain;
  for (int d = 0; d < 3; d++) {
    const size_t faces = (size_t)plume->n[d] + 1;
    const struct extent e = extent_of(plume->plan->c, domain, d);
    SM_TRY(sm_alloc(ctx, faces, sizeof *plume->face[d], "boxes", &plume->face[d]));
    for (size_t i = 0; i < faces; i++)
      plume->face[d][i] = plume->cells ? domain->grid.axis[d].face[(size_t)e.first + i]
                                       : e.low + (double)i * e.size;
  }
  return SM_OK;
}

enum sm_status sm_plume_create_boxes(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_domain *domain = plume->plan->domain;
  const struct sm_case_particles *p = &plume->plan->c->particles;
  plume->boxes = wants_boxes(p);
  if (!plume->boxes) return SM_OK;
  plume->cells = are_cells(plume->plan->c);
  for (int d = 0; d < 3; d++) {
    const struct extent e = extent_of(plume->plan->c, domain, d);
    plume->n[d] = e.n;
    plume->first[d] = e.first;
  }
  const double size = (double)plume->n[0] * plume->n[1] * plume->n[2];
  if (!(plume->n[0] > 0 && plume->n[1] > 0 && plume->n[2] > 0 && size < 4e9))
    return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: 'particles.concentration': %.3g boxes",
                   plume->plan->c->path, p->concentration.line, size);
  plume->size = (size_t)plume->n[0] * (size_t)plume->n[1] * (size_t)plume->n[2];
  SM_TRY(create_faces(ctx, plume));
  SM_TRY(sm_alloc(ctx, plume->size, sizeof *plume->air, "boxes", &plume->air));
  SM_TRY(sm_alloc(ctx, plume->size, sizeof *plume->volume, "boxes", &plume->volume));
#pragma omp parallel for schedule(dynamic) collapse(2)
  for (int k = 0; k < plume->n[2]; k++)
    for (int j = 0; j < plume->n[1]; j++)
      for (int i = 0; i < plume->n[0]; i++) {
        const double low[3] = {plume->face[0][i], plume->face[1][j], plume->face[2][k]};
        const double high[3] = {plume->face[0][i + 1], plume->face[1][j + 1],
                                plume->face[2][k + 1]};
        const double all = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
        const size_t at =
            (size_t)i + (size_t)plume->n[0] * ((size_t)j + (size_t)plume->n[1] * (size_t)k);
        const int cell[3] = {plume->first[0] + i, plume->first[1] + j, plume->first[2] + k};
        const double air =
            plume->cells ? air_of_cells(domain, low, high, cell, cell) : air_in(domain, low, high);
        plume->volume[at] = air > 1e-9 * all ? (float)air : 0.0f;
        plume->air[at] = air > 1e-9 * all ? (float)(air / all) : 0.0f;
      }
  return SM_OK;
}

/* --- receptors --- */

static int column_range(const struct sm_axis *axis, double low, double high, int *last) {
  *last = sm_axis_nearest(axis, high);
  return sm_axis_nearest(axis, low);
}

enum sm_status sm_plume_create_receptors(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_case_particles *p = &plume->plan->c->particles;
  const struct sm_grid *grid = &plume->plan->domain->grid;
  const size_t count = p->receptor_count;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, count, sizeof *plume->box, "receptors", &plume->box));
  SM_TRY(sm_alloc(ctx, count, sizeof *plume->box_volume, "receptors", &plume->box_volume));
  SM_TRY(sm_alloc(ctx, columns + 1, sizeof *plume->start, "receptors", &plume->start));
  for (size_t r = 0; r < count; r++) {
    double low[3], high[3];
    for (int d = 0; d < 3; d++) {
      low[d] = plume->releases->receptor[r].place[d] - 0.5 * p->receptor[r].size[d];
      high[d] = low[d] + p->receptor[r].size[d];
      plume->box[r].low[d] = (float)low[d];
      plume->box[r].high[d] = (float)high[d];
    }
    plume->box_volume[r] = air_in(plume->plan->domain, low, high);
  }
  for (int pass = 0; pass < 2; pass++) { /* first pass counts, second pass fills the lists */
    for (size_t r = 0; r < count; r++) {
      int i1, j1;
      const int i0 = column_range(&grid->axis[0], (double)plume->box[r].low[0],
                                  (double)plume->box[r].high[0], &i1);
      const int j0 = column_range(&grid->axis[1], (double)plume->box[r].low[1],
                                  (double)plume->box[r].high[1], &j1);
      for (int j = j0; j <= j1; j++)
        for (int i = i0; i <= i1; i++) {
          const size_t c = (size_t)i + (size_t)grid->axis[0].n * (size_t)j;
          if (pass == 0)
            plume->start[c + 1]++;
          else
            plume->receptor[plume->start[c]++] = (int)r;
        }
    }
    if (pass == 1) break;
    for (size_t c = 0; c < columns; c++) plume->start[c + 1] += plume->start[c];
    plume->listed = (size_t)plume->start[columns];
    SM_TRY(sm_alloc(ctx, plume->listed, sizeof *plume->receptor, "receptors", &plume->receptor));
  }
  /* Filling has moved each start to the next one; shift them back. */
  for (size_t c = columns; c > 0; c--) plume->start[c] = plume->start[c - 1];
  plume->start[0] = 0;
  return SM_OK;
}
