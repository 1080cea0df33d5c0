/* Initial guess of the Poisson solver from the solutions of earlier times. */
#include "physics/diagnostic/internal.h"

#include "solve/poisson.h"
#include <math.h>

struct sm_warm_start {
  const struct sm_domain *domain;
  struct sm_extrapolation *earlier; /* NULL: only the last solution is available */
  int solved;                       /* number of times solved */
  int last, before;                 /* indices of the latest two */
};

enum { FEWEST_TIMES = 3 }; /* fewest times for which two solutions are stored: by one process */

enum sm_status sm_warm_start_create(struct sm_context *ctx, const struct sm_domain *domain,
                                    struct sm_poisson *poisson, struct sm_warm_start **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "earlier solutions", out));
  (*out)->domain = domain;
  if (domain->weather.time_count < FEWEST_TIMES || poisson->own_rows) return SM_OK;
  const enum sm_status status = sm_extrapolation_create(ctx, poisson, &(*out)->earlier);
  if (status != SM_OK) sm_warm_start_destroy(out);
  return status;
}

void sm_warm_start_destroy(struct sm_warm_start **start) {
  if (*start == NULL) return;
  sm_extrapolation_destroy(&(*start)->earlier);
  sm_free(*start);
  *start = NULL;
}

void sm_warm_start_forget(struct sm_warm_start *start) { start->solved = 0; }

/* Scalar product of the winds of two times, summed over the stations. False if a station has a
 * reading at only one of them. */
static bool multiply(const struct sm_weather *w, int s, int t, double *sum) {
  *sum = 0;
  for (int n = 0; n < w->station_count; n++) {
    const struct sm_station *station = &w->station[n];
    for (int l = 0; l < station->level_count; l++) {
      const struct sm_station_reading *p = &station->reading[s * station->level_count + l];
      const struct sm_station_reading *q = &station->reading[t * station->level_count + l];
      if (p->valid != q->valid) return false;
      if (p->valid) *sum += p->u * q->u + p->v * q->v;
    }
  }
  return true;
}

/* Least-squares factors of the last solution and of the one before; 1 and 0 (the last solution
 * alone) if the fit is degenerate. */
static void find_factors(const struct sm_warm_start *start, int time, double *a, double *b) {
  const struct sm_weather *w = &start->domain->weather;
  const double parallel = 1e-9, most = 4; /* larger factors amplify the remaining residual */
  double xx, xy, yy, xz, yz;
  *a = 1;
  *b = 0;
  if (!multiply(w, start->last, start->last, &xx) || !multiply(w, start->last, time, &xz)) return;
  if (!(xx > 0)) return;
  *a = fmin(fmax(xz / xx, -most), most);
  if (start->solved < 2 || !multiply(w, start->last, start->before, &xy) ||
      !multiply(w, start->before, start->before, &yy) || !multiply(w, start->before, time, &yz))
    return;
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > parallel * xx * yy)) return;
  const double p = (xz * yy - yz * xy) / determinant, q = (yz * xx - xz * xy) / determinant;
  if (fabs(p) + fabs(q) > most) return;
  *a = p;
  *b = q;
}

bool sm_warm_start_prepare(struct sm_warm_start *start, int time) {
  const bool warm = start->solved > 0;
  double a, b;
  if (warm && start->earlier != NULL) {
    find_factors(start, time, &a, &b);
    sm_extrapolation_make(start->earlier, a, b);
  }
  start->before = start->last;
  start->last = time;
  start->solved++;
  return warm;
}
