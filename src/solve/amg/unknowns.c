/* unknowns.c - algebraic multigrid: unknowns of a level and their matrix rows, on the host. */
#include "solve/amg/internal.h"

#include "base/list.h"

void sm_unknowns_at(const struct sm_unknowns *u, int i, int at[3]) {
  const uint32_t nx = (uint32_t)u->axes.layout.n[0], ny = (uint32_t)u->axes.layout.n[1];
  at[0] = (int)(u->box[i] % nx);
  at[1] = (int)(u->box[i] / nx % ny);
  at[2] = (int)(u->box[i] / nx / ny);
}

/* Area of the faces of a box across axis d. */
static double box_area(const struct sm_mg_level *axes, int d, const int at[3]) {
  double area = 1;
  for (int e = 0; e < 3; e++)
    if (e != d) area *= sm_mg_level_width(axes, e, at[e]);
  return area;
}

double sm_unknowns_gap(const struct sm_mg_level *axes, int d, int face) {
  return axes->centre[d][face] - axes->centre[d][face - 1];
}

static struct sm_matrix_row cell_row(const struct sm_unknowns *u, int i,
                                     struct sm_area_link room[6]) {
  const struct sm_mg_level *axes = &u->axes;
  const int *n = axes->layout.n;
  const int64_t step[3] = {1, n[0], (int64_t)n[0] * n[1]};
  struct sm_matrix_row row = {.link = room};
  int at[3];
  sm_unknowns_at(u, i, at);
  for (int f = 0; f < 6; f++) {
    const int d = f / 2, side = f % 2;
    int face[3] = {at[0], at[1], at[2]};
    face[d] += side;
    const double share = (double)sm_open_fraction(&u->op, n[d], d, face[0], face[1], face[2]);
    const double area = share * box_area(axes, d, at);
    const double value = area * (d == 2 ? u->eta : 1) / sm_unknowns_gap(axes, d, face[d]);
    const int other = at[d] + (side ? 1 : -1);
    if (!(value > 0)) continue;
    if (other < 0 || other >= n[d]) {
      row.own[d] += (float)value;
    } else {
      room[row.count++] = (struct sm_area_link){
          u->number[(int64_t)u->box[i] + (side ? step[d] : -step[d])], (float)value, (float)area};
    }
  }
  return row;
}

struct sm_matrix_row sm_unknowns_row(const struct sm_unknowns *u, int i,
                                     struct sm_area_link room[6]) {
  if (u->start == NULL) return cell_row(u, i, room);
  return (struct sm_matrix_row){u->link + u->start[i],
                                (int)(u->start[i + 1] - u->start[i]),
                                {u->own[i][0], u->own[i][1], u->own[i][2]}};
}

double sm_unknowns_volume(const struct sm_unknowns *u, int i) {
  if (u->volume != NULL) return (double)u->volume[i];
  int at[3];
  sm_unknowns_at(u, i, at);
  return box_area(&u->axes, 0, at) * sm_mg_level_width(&u->axes, 0, at[0]);
}

/* Numbers the cells that have an open face, in their natural order. */
static enum sm_status number_cells(struct sm_context *ctx, struct sm_unknowns *u) {
  const int *n = u->axes.layout.n;
  const int64_t rows = (int64_t)n[1] * n[2];
  SM_SCOPED int64_t *first = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)rows + 1, sizeof *first, "rows of air", &first));
#pragma omp parallel for schedule(static)
  for (int64_t row = 0; row < rows; row++)
    for (int i = 0; i < n[0]; i++)
      first[row + 1] += u->op.open[sm_red_black_index(&u->axes.layout, i, (int)(row % n[1]),
                                                      (int)(row / n[1]))] != 0;
  for (int64_t row = 0; row < rows; row++) first[row + 1] += first[row];
  if (first[rows] > INT32_MAX) {
    return sm_fail(ctx, SM_ERR_FAILED, "error: too many cells for algebraic multigrid");
  }
  u->count = (int)first[rows];
  SM_TRY(sm_alloc(ctx, (size_t)u->count, sizeof *u->box, "cells of air", &u->box));
  SM_TRY(sm_alloc(ctx, (size_t)(rows * n[0]), sizeof *u->number, "cells of air", &u->number));
#pragma omp parallel for schedule(static)
  for (int64_t row = 0; row < rows; row++) {
    int64_t next = first[row];
    for (int i = 0; i < n[0]; i++) {
      const bool air = u->op.open[sm_red_black_index(&u->axes.layout, i, (int)(row % n[1]),
                                                     (int)(row / n[1]))] != 0;
      if (air) u->box[next] = (uint32_t)(row * n[0] + i);
      u->number[row * n[0] + i] = air ? (int32_t)next++ : -1;
    }
  }
  return SM_OK;
}

enum sm_status sm_unknowns_finest(struct sm_context *ctx, const struct sm_poisson *poisson,
                                  struct sm_unknowns *out) {
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  *out = (struct sm_unknowns){.axes = {.layout = *s}, .eta = poisson->eta};
  for (int d = 0; d < 3; d++) {
    out->axes.face[d] = level->face[d];
    out->axes.centre[d] = level->centre[d];
  }
  if (s->size > UINT32_MAX)
    return sm_fail(ctx, SM_ERR_FAILED, "error: too many cells for algebraic multigrid");
  out->op =
      (struct sm_poisson_operator){.sy = s->sy, .sz = s->sz, .colour = s->colour, .nx = s->n[0]};
  SM_TRY(sm_alloc(ctx, s->size, 1, "open faces", &out->bytes));
  SM_TRY(sm_device_download(ctx, poisson->device, out->bytes, poisson->open, s->size));
  out->op.open = out->bytes + s->origin;
  if (level->part != NULL) {
    const size_t bytes = 3 * s->size * sizeof(float);
    SM_TRY(sm_alloc(ctx, bytes, 1, "open fractions", &out->fractions));
    SM_TRY(sm_device_download(ctx, poisson->device, out->fractions, level->part, bytes));
    out->op.fx = out->fractions + s->origin;
    out->op.fy = out->op.fx + s->size;
    out->op.fz = out->op.fy + s->size;
  }
  return number_cells(ctx, out);
}

void sm_unknowns_free(struct sm_unknowns *u) {
  SM_FREE_ALL(u->axes.host_axes, u->box, u->number, u->bytes, u->fractions, u->start, u->link,
              u->own, u->volume, u->part_start, u->part);
  *u = (struct sm_unknowns){.count = 0};
}
