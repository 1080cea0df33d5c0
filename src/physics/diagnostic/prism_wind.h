/* physics/diagnostic/prism_wind.h - mass-consistent wind on terrain-following prisms: the nearest
 * wind to a first guess whose fluxes through the faces of every prism balance
 * (docs/theory/diagnostic.md, "On prisms"). */
#ifndef SM_PHYSICS_DIAGNOSTIC_PRISM_WIND_H
#define SM_PHYSICS_DIAGNOSTIC_PRISM_WIND_H

#include "domain/domain.h"
#include "solve/prism/poisson.h"

/* First guess above a point: wind (m/s, along x and y) at `count` heights (m above the ground
 * there). Called by several threads. */
struct sm_prism_guess {
  void (*column)(const void *user, const double at[2], int count, const double *height,
                 double (*wind)[2]);
  const void *user;
};

struct sm_prism_wind_options {
  double alpha; /* alpha1 / alpha2 of the Sasaki functional */
  double above; /* m above the surface at which the potential is 0; 0: at the surface */
  double tolerance;
  int max_iterations;
  /* Potential at the sides and the surface, m2/s; NULL: 0 at the sides, and as `above` says at the
   * top. */
  double (*potential)(void *user, const double place[3]);
};

struct sm_prism_wind;

/* Borrows `prisms`. The ground is closed. Errors: ERR_DATA, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_wind_create(struct sm_context *ctx, struct sm_device *device,
                                               const struct sm_prisms *prisms,
                                               const struct sm_prism_wind_options *options,
                                               struct sm_prism_wind **out);
void sm_prism_wind_destroy(struct sm_prism_wind **wind);

struct sm_prism_wind_report {
  struct sm_prism_result solver;
  double speed;      /* maximum speed, m/s */
  double divergence; /* maximum of |div u| h / U: h the cube root of the prism volume, U the
                        speed */
  double guessed;    /* the same for the first guess */
};

/* Computes the wind from a first guess: u, v, w, each [triangles][layers], m/s, means over the
 * prisms.
 * Errors: those of sm_prism_solve. */
SM_CHECKED enum sm_status sm_prism_wind_make(struct sm_context *ctx, struct sm_prism_wind *wind,
                                             const struct sm_prism_guess *guess,
                                             double *const component[3],
                                             struct sm_prism_wind_report *report);

/* point_guess.c: First guess at any point: the same analysis and profiles as on the grid, without
 * tables. */

struct sm_point_guess;

/* Point guess for a time of the weather; domain is borrowed. internal_boundary_layers: behind
 * changes of roughness the wind adapts over a fetch. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_point_guess_create(struct sm_context *ctx,
                                                const struct sm_domain *domain, int time,
                                                bool internal_boundary_layers,
                                                struct sm_point_guess **out);
void sm_point_guess_destroy(struct sm_point_guess **guess);

/* Horizontal wind (m/s, grid directions) above a point (m from the south-west corner of the domain)
 * at `count` heights (m above the ground there): wind[count][2]. The roughness is that of the
 * domain's column. May be called by any thread of the OpenMP team size at creation. */
void sm_point_guess_column(const struct sm_point_guess *guess, const double at[2], int count,
                           const double *height, double (*wind)[2]);

#endif
