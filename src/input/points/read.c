/* Reads wind at scattered points, by file format; merges points at one position. */
#include "input/points/points.h"

#include "base/file.h"
#include "base/list.h"
#include "input/netcdf/winds_file.h"
#include "input/points/internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum sm_status sm_wind_points_reserve(struct sm_context *ctx, struct sm_wind_points *p,
                                      size_t count) {
  double(*x)[3] = NULL, (*u)[3] = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *x, "the points of a wind", &x));
  const enum sm_status status = sm_alloc(ctx, count, sizeof *u, "the points of a wind", &u);
  if (status != SM_OK) {
    sm_free(x);
    return status;
  }
  if (p->count > 0) memcpy(x, p->x, p->count * sizeof *x);
  if (p->count > 0) memcpy(u, p->u, p->count * sizeof *u);
  SM_FREE_ALL(p->x, p->u);
  p->x = x;
  p->u = u;
  return SM_OK;
}

void sm_wind_points_free(struct sm_wind_points *p) {
  SM_FREE_ALL(p->x, p->u);
  *p = (struct sm_wind_points){0};
}

/* --- points at one place --- */

struct place {
  double x[3];
  size_t index;
};

static int by_place(const void *a, const void *b) {
  const struct place *p = a, *q = b;
  for (int d = 0; d < 3; d++)
    if (p->x[d] < q->x[d] || p->x[d] > q->x[d]) return p->x[d] < q->x[d] ? -1 : 1;
  return (p->index > q->index) - (p->index < q->index);
}

static bool same_place(const double a[3], const double b[3]) {
  return !(a[0] < b[0] || a[0] > b[0] || a[1] < b[1] || a[1] > b[1] || a[2] < b[2] || a[2] > b[2]);
}

static bool alike(const double a[3], const double b[3]) {
  for (int d = 0; d < 3; d++)
    if (!(fabs(a[d] - b[d]) <= 1e-5 * (1 + fabs(a[d])))) return false;
  return true;
}

static enum sm_status two_winds(struct sm_context *ctx, const char *name,
                                const struct sm_wind_points *p, size_t a, size_t b) {
  const double *x = p->x[a], *u = p->u[a], *v = p->u[b];
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: two winds at one place: points %zu and %zu at [%.9g, %.9g, %.9g] have "
                 "[%.6g, %.6g, %.6g] and [%.6g, %.6g, %.6g] m/s\n"
                 "help: one file has the winds of one time",
                 name, a + 1, b + 1, x[0], x[1], x[2], u[0], u[1], u[2], v[0], v[1], v[2]);
}

/* Keeps the first of several points at one position, in the order of the file. */
static enum sm_status merge(struct sm_context *ctx, const char *name, struct place *place,
                            struct sm_wind_points *p) {
  const size_t count = p->count;
  for (size_t i = 0; i < count; i++) {
    memcpy(place[i].x, p->x[i], sizeof place[i].x);
    place[i].index = i;
  }
  qsort(place, count, sizeof *place, by_place);
  for (size_t i = 1, first = 0; i < count; i++) {
    if (!same_place(place[i].x, place[first].x)) {
      first = i;
      continue;
    }
    const size_t a = place[first].index, b = place[i].index;
    if (!alike(p->u[a], p->u[b])) return two_winds(ctx, name, p, a, b);
    p->x[b][0] = (double)NAN;
    p->merged++;
  }
  p->count = 0;
  for (size_t i = 0; i < count; i++) {
    if (isnan(p->x[i][0])) continue;
    memmove(p->x[p->count], p->x[i], sizeof *p->x);
    memmove(p->u[p->count++], p->u[i], sizeof *p->u);
  }
  return SM_OK;
}

static enum sm_status check(struct sm_context *ctx, const char *name,
                            const struct sm_wind_points *p) {
  for (size_t i = 0; i < p->count; i++)
    for (int d = 0; d < 3; d++)
      if (!isfinite(p->x[i][d]) || !isfinite(p->u[i][d]))
        return sm_fail(ctx, SM_ERR_DATA, "%s: error: point %zu: its place or wind is not finite",
                       name, i + 1);
      else if (fabs(p->u[i][d]) > sm_wind_component_limit)
        return sm_fail(ctx, SM_ERR_DATA,
                       "%s: error: point %zu: %.6g m/s is no wind\n"
                       "help: another unit, or a code for missing values? Leave such points out",
                       name, i + 1, p->u[i][d]);
  return SM_OK;
}

static enum sm_status take(struct sm_context *ctx, const char *name, char *text, size_t size,
                           struct sm_wind_points *out) {
  const size_t first = strspn(text, " \t\r\n");
  SM_SCOPED struct place *place = NULL;
  if (first < size && text[first] == '<')
    SM_TRY(sm_wind_points_vtk(ctx, name, text, size, out));
  else
    SM_TRY(sm_wind_points_csv(ctx, name, text, size, out));
  if (out->count == 0) return sm_fail(ctx, SM_ERR_DATA, "%s: error: no points", name);
  SM_TRY(check(ctx, name, out));
  SM_TRY(sm_alloc(ctx, out->count, sizeof *place, "the order of points", &place));
  return merge(ctx, name, place, out);
}

enum sm_status sm_wind_points_parse(struct sm_context *ctx, const char *name, char *text,
                                    size_t size, struct sm_wind_points *out) {
  *out = (struct sm_wind_points){0};
  const enum sm_status status = take(ctx, name, text, size, out);
  if (status != SM_OK) sm_wind_points_free(out);
  return status;
}

enum sm_status sm_wind_points_read(struct sm_context *ctx, const char *path,
                                   struct sm_wind_points *out) {
  SM_SCOPED char *text = NULL;
  size_t size = 0;
  *out = (struct sm_wind_points){0};
  SM_TRY(sm_file_read(ctx, path, &text, &size));
  return sm_wind_points_parse(ctx, path, text, size, out);
}
