/* neutral.c - a neutral boundary layer over rough ground. */
#include "validation/runner/flow.h"
#include "validation/runner/plots.h"
#include <math.h>

/* 41000 steps of 0.8 million cells: 22 s at 1.5e9 cell steps per second; about a minute, because a
 * step of so few cells takes a GPU longer than that. */
static const struct cli_flow_grid grid = {{31.25, 31.25, 15.625}, 60000, 30000};
static const struct cli_flow_grid coarse = {{125, 125, 25}, 3000, 1000};

static const double karman = 0.4, roughness = 0.1, coriolis = 1e-4, geostrophic = 10;

/* The surface layer: a tenth of a boundary layer as deep as 0.3 u* / f, above three cells. */
static const double depth = 0.03;
enum { CELLS_BELOW = 3 };

enum { FRICTION, OVER, TURN, COUNT, LEAST, MOST, WORST, NUMBERS };

static const struct cli_quantity quantities[] = {
    [FRICTION] = {"friction velocity", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    [OVER] = {"the same over the geostrophic wind", "", CLI_NO_GATE, CLI_NONE, 0.042, CLI_NONE},
    [TURN] = {"turned from the geostrophic, lowest cell", "deg", CLI_NO_GATE, CLI_NONE, CLI_NONE,
              CLI_NONE},
    [COUNT] = {"heights of the surface layer that count", "", CLI_NO_GATE, CLI_NONE, CLI_NONE,
               CLI_NONE},
    [LEAST] = {"least phi_m there", "", CLI_NO_GATE, CLI_NONE, 1, CLI_NONE},
    [MOST] = {"largest phi_m there", "", CLI_NO_GATE, CLI_NONE, 1, CLI_NONE},
    [WORST] = {"largest difference from 1", "", CLI_AT_MOST, 0.15, 0, CLI_NONE},
};

/* phi_m at the face between layers k and k + 1: the slope of the wind over that of the logarithmic
 * law, between the same heights. */
static double phi_of(const struct cli_layers *u, const struct cli_layers *v, size_t k,
                     double friction) {
  const double du = u->mean[k + 1] - u->mean[k], dv = v->mean[k + 1] - v->mean[k];
  return karman * hypot(du, dv) / (friction * log(u->z[k + 1] / u->z[k]));
}

static enum cli_outcome measure(struct cli_trial *trial) {
  static struct cli_layers u, v;
  static struct cli_curves curves;
  double *here = trial->here;
  enum cli_outcome outcome = cli_trial_run_flow(trial, &grid, &coarse);
  if (outcome == CLI_MEASURED) outcome = cli_trial_layers(trial, "u", &u);
  if (outcome == CLI_MEASURED) outcome = cli_trial_layers(trial, "v", &v);
  if (outcome != CLI_MEASURED) return outcome;
  const double lowest = hypot(u.mean[0], v.mean[0]);
  const double friction = karman * lowest / log((u.z[0] + roughness) / roughness);
  here[FRICTION] = friction;
  here[OVER] = friction / geostrophic;
  here[TURN] = atan2(v.mean[0], u.mean[0]) * 180 / acos(-1.0);
  here[COUNT] = 0;
  here[LEAST] = INFINITY;
  here[MOST] = -INFINITY;
  curves.count = 0;
  for (size_t k = 0; k + 1 < u.count; k++) {
    const double phi = phi_of(&u, &v, k, friction), z = 0.5 * (u.z[k] + u.z[k + 1]);
    if (z < 0.25 * friction / coriolis) cli_curves_add(&curves, 0, z, 1, phi);
    if (k + 1 < CELLS_BELOW || z > depth * friction / coriolis) continue;
    here[COUNT] += 1;
    here[LEAST] = fmin(here[LEAST], phi);
    here[MOST] = fmax(here[MOST], phi);
  }
  here[WORST] = fmax(1 - here[LEAST], here[MOST] - 1);
  return cli_trial_curve(trial, "shear over that of the logarithmic law",
                         "height above the ground (m)", "phi_m", &curves);
}

const struct cli_entry cli_entry_neutral = {
    .row = {.name = "neutral-abl",
            .case_file = "../validation/neutral-abl/case.toml",
            .remark = "a neutral boundary layer over rough ground under the Earth's turning"},
    .published =
        "A. Andren et al., Quarterly Journal of the Royal Meteorological Society 120 (1994) "
        "1457-1484: the case, and friction velocities of 0.040 to 0.045 of the geostrophic "
        "wind; phi_m = 1 is the logarithmic law",
    .note = "Eddies by anisotropic minimum dissipation; means over the last 30000 of 60000 s. The "
            "surface layer is a tenth of 0.3 u* / f, above three cells.",
    .quantity = quantities,
    .quantity_count = NUMBERS,
    .measure = measure,
    .slow = true,
    .has_coarse = true,
};
