/* mac_sor_pressure.h - pressure by red-black SOR, as in Griebel, Dornseifer and Neunhoeffer (1998)
 * and the program of Niemeyer and Sung (2013) (docs/theory/incompressible-mac-sor.md). */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_MAC_SOR_PRESSURE_H
#define SM_PHYSICS_INCOMPRESSIBLE_MAC_SOR_PRESSURE_H

#include "physics/flow/fields.h"

/* Parameters of SOR. */
struct sm_mac_sor_options {
  double omega;     /* relaxation factor; NAN: optimum (sm_mac_sor_omega) */
  bool by_open;     /* wall treatment: coefficients of open faces only; else ghost copies beyond the
                       walls */
  double tolerance; /* rms residual relative to the rms of the previous pressure; if that is below
                       1e-4 m2/s2, in 1/s2 */
  double most;      /* maximum number of iterations */
  bool generic;     /* always use the kernel with obstacles */
};

struct sm_mac_sor_result {
  bool converged;
  int64_t iterations;
  double residual; /* rms residual, relative as for the tolerance */
  double seconds;
};

struct sm_mac_sor_pressure {
  struct sm_device *device; /* borrowed */
  struct sm_store store;
  struct sm_red_black layout;
  double per_width[3]; /* 1/m; 0 along an axis with one cell */
  double omega;
  int64_t air;   /* cells */
  bool plain;    /* no obstacles */
  uint8_t *open; /* device, at cell (0, 0, 0), as p and rhs */
  union sm_reals p, rhs;
  struct sm_mac_sor_options options;
  struct sm_mac_sor_state *clock; /* device */
  double *number;                 /* device */
  void *loop;                     /* see repeat in backend.h */
};

/* Optimal relaxation factor for a box of cells: for p = 0 beyond its sides, 2 / (1 + sin(pi / n))
 * for n x n cells; by_open: for a box with walls. Axes with one cell do not count. */
double sm_mac_sor_omega(const int n[3], const double per_width[3], bool by_open);

/* Starts with p = 0. open: as from sm_flow_open_faces, with all sides closed. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mac_sor_create(struct sm_context *ctx, struct sm_device *device,
                                            const int n[3], const double per_width[3],
                                            const uint8_t *open,
                                            const struct sm_mac_sor_options *options,
                                            struct sm_mac_sor_pressure *out);
void sm_mac_sor_free(struct sm_mac_sor_pressure *pressure);

/* Solves from the current p. Failure to converge is not an error. Red cells are updated once more
 * than black ones. Errors: ERR_DEVICE, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_mac_sor_solve(struct sm_context *ctx,
                                           struct sm_mac_sor_pressure *pressure,
                                           struct sm_mac_sor_result *result);

#endif
