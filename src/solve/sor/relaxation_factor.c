/* Optimal relaxation factor of SOR. */
#include "solve/sor/sor.h"

#include "solve/multigrid/coarsening.h"
#include <math.h>

/* One axis of the box: sum of g (u - u_n) = lambda h u. */
struct axis {
  int n;
  double *g, *h;      /* 1 / distance of the centres, n + 1, 0 at closed sides; cell widths */
  double *u, *row[2]; /* lowest mode; scratch of the elimination */
  bool open[2];       /* low and high side have open faces */
  bool is_periodic;   /* periodic axis */
};

/* Finds the sides of the box with open faces. */
static enum sm_status find_open_sides(struct sm_context *ctx, const struct sm_poisson *poisson,
                                      bool open[3][2]) {
  const struct sm_red_black *s = &poisson->whole.layout;
  SM_SCOPED uint8_t *host = NULL;
  SM_TRY(sm_alloc(ctx, s->size, 1, "open faces", &host));
  enum sm_status status =
      sm_device_download(ctx, poisson->device, host, poisson->whole.bytes, s->size);
  for (int side = 0; side < 6 && status == SM_OK; side++) {
    const int d = side / 2, last = s->n[d] - 1;
    int lo[3] = {0, 0, 0}, hi[3] = {s->n[0] - 1, s->n[1] - 1, s->n[2] - 1};
    lo[d] = hi[d] = side % 2 ? last : 0;
    int bits = 0;
    for (int k = lo[2]; k <= hi[2]; k++)
      for (int j = lo[1]; j <= hi[1]; j++)
        for (int i = lo[0]; i <= hi[0]; i++)
          bits |= host[s->origin + sm_red_black_index(s, i, j, k)];
    open[d][side % 2] = (bits >> side & 1) != 0;
  }
  return status;
}

static void fill_axis(const struct sm_mg_level *level, int d, double factor, const bool open[2],
                      double *memory, struct axis *a) {
  const int n = level->layout.n[d];
  const bool is_periodic = level->is_periodic[d] != 0;
  *a = (struct axis){n,
                     memory,
                     memory + n + 1,
                     memory + 2 * n + 1,
                     {memory + 3 * n + 1, memory + 4 * n + 1},
                     {open[0] && !is_periodic, open[1] && !is_periodic},
                     is_periodic};
  for (int i = 0; i <= n; i++) a->g[i] = factor / sm_mg_level_spacing(level, d, i);
  if (!open[0] || (is_periodic && n == 1)) a->g[0] = 0;
  if (!open[1] || (is_periodic && n == 1)) a->g[n] = 0;
  for (int i = 0; i < n; i++) {
    a->h[i] = sm_mg_level_width(level, d, i);
    a->u[i] = 1;
  }
}

/* u = inverse of the axis matrix times h u, scaled to a maximum of 1. */
static void invert(const struct axis *a) {
  double *c = a->row[0], *b = a->row[1], largest = 0;
  for (int i = 0; i < a->n; i++) {
    const double before = i > 0 ? a->g[i] * c[i - 1] : 0, carried = i > 0 ? a->g[i] * b[i - 1] : 0;
    const double pivot = a->g[i] + a->g[i + 1] - before;
    c[i] = a->g[i + 1] / pivot;
    b[i] = (a->h[i] * a->u[i] + carried) / pivot;
  }
  for (int i = a->n - 1; i >= 0; i--) {
    a->u[i] = b[i] + (i + 1 < a->n ? c[i] * a->u[i + 1] : 0);
    largest = fmax(largest, fabs(a->u[i]));
  }
  for (int i = 0; i < a->n; i++) a->u[i] /= largest;
}

/* Adds (u, A u) / (u, h u) and (u, D u) / (u, h u) of the lowest mode, found by inverse iteration:
 * each pass reduces the other modes by a factor of at least 4. On a periodic axis it is
 * constant. */
static void add_axis(const struct axis *a, double *work, double *diagonal) {
  enum { TURNS = 30 };
  if (a->open[0] || a->open[1])
    for (int turn = 0; turn < TURNS; turn++) invert(a);
  double w = 0, d = 0, m = 0;
  for (int i = 0; i <= a->n; i++) {
    const double here = i < a->n ? a->u[i] : 0, below = i > 0 ? a->u[i - 1] : 0;
    if (!a->is_periodic) w += a->g[i] * (here - below) * (here - below);
    d += a->g[i] * (here * here + below * below);
    if (i < a->n) m += a->h[i] * here * here;
  }
  *work += w / m;
  *diagonal += d / m;
}

enum sm_status sm_jacobi_spectral_radius(struct sm_context *ctx, const struct sm_poisson *poisson,
                                         double *mu) {
  const struct sm_mg_level *level = &poisson->level[0];
  double work = 0, diagonal = 0;
  bool open[3][2];
  SM_TRY(find_open_sides(ctx, poisson, open));
  for (int d = 0; d < 3; d++) {
    double *memory = NULL;
    const size_t n = (size_t)level->layout.n[d];
    SM_TRY(sm_alloc(ctx, 5 * n + 1, sizeof *memory, "modes of an axis", &memory));
    struct axis axis;
    fill_axis(level, d, d == 2 ? poisson->eta : 1, open[d], memory, &axis);
    add_axis(&axis, &work, &diagonal);
    sm_free(memory);
  }
  *mu = diagonal > 0 ? 1 - work / diagonal : 1;
  return SM_OK;
}

enum sm_status sm_sor_optimal_omega(struct sm_context *ctx, const struct sm_poisson *poisson,
                                    double given, double *omega) {
  *omega = given;
  if (!isnan(given)) return SM_OK;
  double mu;
  SM_TRY(sm_jacobi_spectral_radius(ctx, poisson, &mu));
  *omega = fmin(1.999, 2 / (1 + sqrt(fmax(0, 1 - mu * mu))));
  return SM_OK;
}
