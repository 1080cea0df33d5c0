/* Wind at scattered points: files, bounding box, interpolation to the faces of the grid. */
#include "domain/domain.h"

#include "domain/positions.h"
#include "domain/scattered/internal.h"
#include "input/points/points.h"
#include <math.h>
#include <string.h>

enum { FEWEST_POINTS = 10 }; /* number of terms of a polynomial of degree 2 in three dimensions */

struct sm_scattered_wind {
  const struct sm_case *c;
  struct sm_wind_points points; /* points of the open file */
  int is_open;
  double low[3], high[3]; /* bounding box of the first file, m */
  long long told;         /* faces outside the points in the last warning; -1: none */
};

static const char *path_of(const struct sm_scattered_wind *w, int level) {
  return w->c->wind_source.points.files.item[level];
}

/* Rejects points that do not determine a polynomial. */
static enum sm_status check_points(struct sm_context *ctx, const struct sm_scattered_wind *w) {
  const struct sm_wind_points *p = &w->points;
  if (p->count < FEWEST_POINTS)
    return sm_fail(
        ctx, SM_ERR_DATA,
        "%s: error: %zu points at different places are too few: a polynomial of degree 2 "
        "needs %d",
        path_of(w, w->is_open), p->count, FEWEST_POINTS);
  for (int d = 0; d < 3; d++)
    if (!(w->high[d] > w->low[d]))
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: all points are in the plane %c = %.9g m; the wind between them is "
                     "not known in three dimensions",
                     path_of(w, w->is_open), "xyz"[d], w -> low[d]);
  return SM_OK;
}

static enum sm_status open_level(struct sm_context *ctx, struct sm_scattered_wind *w, int level) {
  if (level == w->is_open) return SM_OK;
  sm_wind_points_free(&w->points);
  w->is_open = -1;
  SM_TRY(sm_wind_points_read(ctx, path_of(w, level), &w->points));
  w->is_open = level;
  for (int d = 0; d < 3; d++) {
    w->low[d] = w->high[d] = w->points.x[0][d];
    for (size_t i = 1; i < w->points.count; i++) {
      w->low[d] = fmin(w->low[d], w->points.x[i][d]);
      w->high[d] = fmax(w->high[d], w->points.x[i][d]);
    }
  }
  if (w->points.merged > 0)
    sm_warn(ctx,
            "%s: warning: %zu points are at the place of another one with the same wind, and "
            "count once",
            path_of(w, level), w->points.merged);
  return check_points(ctx, w);
}

enum sm_status sm_scattered_wind_open(struct sm_context *ctx, const struct sm_case *c,
                                      struct sm_scattered_wind **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the winds of points", out));
  **out = (struct sm_scattered_wind){.c = c, .is_open = -1, .told = -1};
  const enum sm_status status = open_level(ctx, *out, 0);
  if (status != SM_OK) sm_scattered_wind_close(out);
  return status;
}

void sm_scattered_wind_close(struct sm_scattered_wind **w) {
  if (*w == NULL) return;
  sm_wind_points_free(&(*w)->points);
  sm_free(*w);
  *w = NULL;
}

void sm_scattered_wind_describe(const struct sm_scattered_wind *w, struct sm_text *text) {
  sm_text_add(text, "%s: %zu points, x %.6g to %.6g m, y %.6g to %.6g m, z %.6g to %.6g m",
              path_of(w, 0), w->points.count, w->low[0], w->high[0], w->low[1], w->high[1],
              w->low[2], w->high[2]);
}

/* --- a level --- */

struct job {
  const struct sm_domain *domain;
  const struct sm_cell_list *list;
  const double (*wind)[3];
  double *const *u;
  ptrdiff_t sy, sz;
};

/* Counts of faces by kind of fit, and the first face outside the points. */
struct face_counts {
  long long fits[3];
  double first[3]; /* m, on the grid */
};

/* Converts coordinates of the file to those of the grid, in place. */
static enum sm_status to_grid(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_domain *domain, double (*x)[3], size_t count) {
  const int coordinates = c->wind_source.points.coordinates;
  const bool local = coordinates == (int)SM_COORDINATES_DOMAIN;
  const struct sm_domain_map map = sm_domain_map(c, &domain->crs, &domain->grid);
  for (size_t i = 0; i < count; i++) {
    double xy[2];
    SM_TRY(sm_position_on_grid(ctx, &map, coordinates, x[i], xy));
    memcpy(x[i], xy, sizeof xy);
    x[i][2] -= local ? 0 : domain->grid.origin[2];
  }
  return SM_OK;
}

static void take_face(const struct job *job, int d, const int cell[3], struct face_counts *t) {
  const struct sm_axis *axis = job->domain->grid.axis;
  double x[3];
  double *out = &job->u[d][cell[0] + cell[1] * job->sy + cell[2] * job->sz];
  *out = 0;
  for (int e = 0; e < 3; e++)
    if (e != d && cell[e] == axis[e].n) return;
  if (!sm_domain_face_is_open(job->domain, d, cell[0], cell[1], cell[2])) return;
  for (int e = 0; e < 3; e++) x[e] = e == d ? axis[e].face[cell[e]] : axis[e].centre[cell[e]];
  const enum sm_fit found = sm_local_fit(job->list, job->wind, d, x, out);
  if (found == SM_FIT_OUTSIDE && t->fits[SM_FIT_OUTSIDE] == 0) memcpy(t->first, x, sizeof x);
  t->fits[found]++;
}

/* Interpolates all components in one layer of faces. */
static struct face_counts take_layer(const struct job *job, int k) {
  const struct sm_axis *axis = job->domain->grid.axis;
  struct face_counts t = {0};
  for (int j = 0; j <= axis[1].n; j++)
    for (int i = 0; i <= axis[0].n; i++)
      for (int d = 0; d < 3; d++) take_face(job, d, (const int[3]){i, j, k}, &t);
  return t;
}

static struct face_counts take_faces(const struct job *job, struct face_counts *layer) {
  const int layers = job->domain->grid.axis[2].n + 1;
  struct face_counts all = {0};
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < layers; k++) layer[k] = take_layer(job, k);
  for (int k = 0; k < layers; k++) {
    const bool first = all.fits[SM_FIT_OUTSIDE] == 0 && layer[k].fits[SM_FIT_OUTSIDE] > 0;
    if (first) memcpy(all.first, layer[k].first, sizeof all.first);
    for (int f = 0; f < 3; f++) all.fits[f] += layer[k].fits[f];
  }
  return all;
}

/* Warns of faces outside the points when their number differs from the last file. */
static enum sm_status tell(struct sm_context *ctx, struct sm_scattered_wind *w,
                           const struct face_counts *t) {
  const long long all = t->fits[0] + t->fits[1] + t->fits[2], outside = t->fits[SM_FIT_OUTSIDE];
  const char *path = path_of(w, w->is_open), *local = w->c->path;
  const double margin = w->c->domain.margin;
  if (all > 0 && outside == all)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s:%d: error: no face of the grid lies between the points of %s: they are in x "
                   "%.6g to %.6g m, y %.6g to %.6g m, z %.6g to %.6g m\n"
                   "help: see wind.points.coordinates and the domain",
                   local, w->c->wind_source.points.line, path, w->low[0], w->high[0], w->low[1],
                   w->high[1], w->low[2], w->high[2]);
  if (outside == w->told) return SM_OK;
  w->told = outside;
  if (outside > 0)
    sm_warn(ctx,
            "%s: warning: %lld of %lld faces of the grid (%.2g %%) are not between points and have "
            "the wind of the nearest one; the first is at x %.6g m, y %.6g m, %.6g m above the "
            "lowest ground",
            path, outside, all, 100.0 * (double)outside / (double)all, t->first[0] - margin,
            t->first[1] - margin, t->first[2]);
  if (t->fits[SM_FIT_LOWER] > 0)
    sm_warn(ctx,
            "%s: warning: at %lld of %lld faces of the grid the nearest points lie in planes, and "
            "the wind is linear between them, not of degree 2",
            path, t->fits[SM_FIT_LOWER], all);
  return SM_OK;
}

static enum sm_status interpolate(struct sm_context *ctx, struct sm_scattered_wind *w,
                                  const struct job *job, double (*x)[3]) {
  SM_SCOPED_BY(sm_cell_list_free) struct sm_cell_list list = {0};
  SM_SCOPED struct face_counts *layer = NULL;
  struct face_counts all;
  const size_t layers = (size_t)job->domain->grid.axis[2].n + 1;
  SM_TRY(to_grid(ctx, w->c, job->domain, x, w->points.count));
  enum sm_status status = sm_alloc(ctx, layers, sizeof *layer, "layers of faces", &layer);
  if (status == SM_OK)
    status = sm_cell_list_create(ctx, (const double(*)[3])x, w->points.count, &list);
  if (status == SM_OK) {
    struct job whole = *job;
    whole.list = &list;
    all = take_faces(&whole, layer);
    status = tell(ctx, w, &all);
  }
  return status;
}

enum sm_status sm_scattered_wind_read(struct sm_context *ctx, const struct sm_domain *domain,
                                      int level, double *const u[3], ptrdiff_t sy, ptrdiff_t sz) {
  struct sm_scattered_wind *w = domain->scattered;
  double(*x)[3] = NULL;
  SM_TRY(open_level(ctx, w, level));
  struct job job = {
      .domain = domain, .wind = (const double(*)[3])w->points.u, .u = u, .sy = sy, .sz = sz};
  SM_TRY(sm_alloc(ctx, w->points.count, sizeof *x, "the points of a wind", &x));
  memcpy(x, w->points.x, w->points.count * sizeof *x);
  const enum sm_status status = interpolate(ctx, w, &job, x);
  sm_free(x);
  return status;
}
