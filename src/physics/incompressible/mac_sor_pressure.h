/* mac_sor_pressure.h - pressure by red-black SOR, as Griebel, Dornseifer and Neunhoeffer (1998) and
 * the program of Niemeyer and Sung (2013) have it (docs/theory/incompressible-mac-sor.md). */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_MAC_SOR_PRESSURE_H
#define SM_PHYSICS_INCOMPRESSIBLE_MAC_SOR_PRESSURE_H

#include "physics/flow/fields.h"

/* How far SOR goes. */
struct sm_mac_sor_options {
  double omega;     /* NAN: the best (sm_mac_sor_omega) */
  bool by_open;     /* at walls: coefficients of open faces alone; else copies beyond the walls */
  double tolerance; /* of the residual's root mean square relative to that of the pressure before;
                       where that is below 1e-4 m2/s2, in 1/s2 */
  double most;      /* iterations */
  bool generic;     /* by the kernel that knows obstacles in any case */
};

struct sm_mac_sor_result {
  bool converged;
  int64_t iterations;
  double residual; /* root mean square, relative as the tolerance is */
  double seconds;
};

struct sm_mac_sor_pressure {
  struct sm_device *device; /* borrowed */
  struct sm_store store;
  struct sm_red_black layout;
  double per_width[3]; /* 1/m; 0 along an axis of one cell */
  double omega;
  int64_t air;   /* cells */
  bool plain;    /* all cells are air */
  uint8_t *open; /* device, at cell (0, 0, 0), as p and rhs */
  union sm_reals p, rhs;
  struct sm_mac_sor_options options;
  struct sm_mac_sor_state *clock; /* device */
  double *number;                 /* device */
  void *loop;                     /* see repeat in backend.h */
};

/* The best factor for a box of cells: that of the box with p = 0 beyond its sides, 2 / (1 + sin(pi
 * / n)) of n x n cells; by_open: that of the box with walls. Axes of one cell do not count. */
double sm_mac_sor_omega(const int n[3], const double per_width[3], bool by_open);

/* p = 0. open: as of sm_flow_open_faces; of all sides closed. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mac_sor_create(struct sm_context *ctx, struct sm_device *device,
                                            const int n[3], const double per_width[3],
                                            const uint8_t *open,
                                            const struct sm_mac_sor_options *options,
                                            struct sm_mac_sor_pressure *out);
void sm_mac_sor_free(struct sm_mac_sor_pressure *pressure);

/* Solves from p as it is. Not converging is no error. The red cells have one change more than the
 * black ones. Errors: ERR_DEVICE, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_mac_sor_solve(struct sm_context *ctx,
                                           struct sm_mac_sor_pressure *pressure,
                                           struct sm_mac_sor_result *result);

#endif
