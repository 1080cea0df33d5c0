/* Warning of concentrations above the density of the pure gas. */
#include "run/dispersion/dispersion.h"

#include "domain/sources/terms/terms.h"

static const double least_density = 0.05; /* kg/m3, below that of any pure gas in air */

/* Finds the maximum concentration of a species, averaged over the interval; false: no gas. */
static bool find_largest(const struct sm_plume_view *view, size_t species, size_t *box) {
  const float *mean = view->concentration[species];
  const struct sm_cell_range *in = &view->occupied;
  bool any = false;
  for (int k = in->low[2]; k < in->high[2]; k++)
    for (int j = in->low[1]; j < in->high[1]; j++)
      for (int i = in->low[0]; i < in->high[0]; i++) {
        const size_t at =
            (size_t)i + (size_t)view->n[0] * ((size_t)j + (size_t)view->n[1] * (size_t)k);
        if (any && !(mean[at] > mean[*box])) continue;
        any = true;
        *box = at;
      }
  return any;
}

static void warn(struct sm_context *ctx, const struct sm_dispersion *dispersion,
                 const struct sm_plume_view *view, size_t species, size_t box, double pure) {
  const struct sm_particles_progress now = sm_particles_get_progress(dispersion->particles);
  const size_t nx = (size_t)view->n[0], ny = (size_t)view->n[1];
  const size_t at[3] = {box % nx, box / nx % ny, box / nx / ny};
  double place[3];
  for (int d = 0; d < 3; d++) place[d] = 0.5 * (view->face[d][at[d]] + view->face[d][at[d] + 1]);
  sm_warn(ctx,
          "%s: warning: %s has %.4g kg/m3 at x %.6g, y %.6g, z %.6g m in the mean from %.6g to "
          "%.6g s, more than the pure gas, %.4g kg/m3\n"
          "help: a source without volume of its own does not push the air aside: a larger source "
          "or larger boxes of [particles.concentration]; near the source concentrations are too "
          "high",
          dispersion->c->path, dispersion->species[species],
          (double)view->concentration[species][box], place[0], place[1], place[2], now.interval[0],
          now.interval[1], pure);
}

enum sm_status sm_dispersion_check_pure(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  const struct sm_plume_view view = sm_particles_plume(dispersion->particles);
  if (!p->concentration.present || p->backward || dispersion->above_pure) return SM_OK;
  for (size_t s = 0; s < p->species_count && !dispersion->above_pure; s++) {
    size_t box;
    double pure = 0;
    if (p->species[s].density > 0 || !find_largest(&view, s, &box)) continue;
    const double largest = (double)view.concentration[s][box];
    if (!(largest > least_density)) continue;
    SM_TRY(sm_substance_gas_density(ctx, p->species[s].name, &pure));
    if (!(pure > 0) || !(largest > pure)) continue;
    warn(ctx, dispersion, &view, s, box, pure);
    dispersion->above_pure = true;
  }
  return SM_OK;
}
