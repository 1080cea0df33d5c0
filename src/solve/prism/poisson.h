/* poisson.h - Poisson solver for div(Gamma grad x) = f on the prisms of a sigma grid, after Uh
 * Zapata and Hernandez-Lopez: cell-centred finite volumes of second order. Method and choices:
 * docs/theory/prisms.md.
 *
 * A solver is made for a mesh and a device; Gamma, boundary conditions and f can be changed between
 * solves: a new f, and new values on a boundary, need no new preparation. By default Gamma is 1, f
 * is 0, and x is 0 on the whole boundary.
 *
 * Iterations have the precision of the device. In single precision they find corrections of x whose
 * residuals are computed in double (iterative refinement), to any tolerance that double reaches. */
#ifndef SM_SOLVE_PRISM_POISSON_H
#define SM_SOLVE_PRISM_POISSON_H

#include "device/device.h"
#include "domain/mesh/prisms.h"

enum { SM_PRISM_HISTORY = 4096 };

enum sm_prism_solver {
  SM_PRISM_KRYLOV,     /* stabilised biconjugate gradients with a multigrid cycle of the compact
                          operator */
  SM_PRISM_JACOBI,     /* Jacobi, as in the paper */
  SM_PRISM_SOR,        /* SOR, as in the paper: in the order of the cells; on a GPU by wavefronts */
  SM_PRISM_COLOUR_SOR, /* multicolour SOR, in parallel */
};

/* Memory access of Jacobi sweeps to read-only data, and who checks for the end: the three versions
 * of the paper. They give the same numbers; on a CPU there is only one. */
enum sm_prism_memory {
  SM_PRISM_RESIDENT,  /* read-only cache; the device checks */
  SM_PRISM_READ_ONLY, /* read-only cache; the host checks after every sweep */
  SM_PRISM_GLOBAL     /* no read-only cache; the host checks after every sweep */
};

enum sm_prism_weights_rule {
  SM_PRISM_LINEAR,  /* vertex weights by distance, corrected to reproduce linear fields */
  SM_PRISM_DISTANCE /* vertex weights by distance only, as in the paper */
};

struct sm_prism_options {
  enum sm_prism_solver solver;
  enum sm_prism_weights_rule weights;
  enum sm_prism_memory memory;
  double tolerance;  /* Krylov solver: 2-norm of the residual relative to that of the right-hand
                        side; sweeps: sum of the absolute changes in a sweep */
  double correction; /* Krylov solver in single precision: what a correction reduces the residual
                        to, relative, before that is computed in double again */
  int max_iterations;
  double omega; /* relaxation factor */
  int sweeps;   /* sweeps of the cycle on the finest level, before and after; 1 .. 4 */
};
struct sm_prism_options sm_prism_options_default(void);

enum sm_prism_kind {
  SM_PRISM_DIRICHLET, /* x is prescribed */
  SM_PRISM_NEUMANN,   /* the derivative of x along the outward normal is prescribed */
  SM_PRISM_ROBIN      /* surface only: x is 0 at a distance beyond it, which over the depth is the
                         number of the field; x decays this way in unbounded air */
};
/* Boundary parts: those of the outline, from 0 on, and: */
enum { SM_PRISM_BOTTOM = -1, SM_PRISM_SURFACE = -2 };

/* A field: an array with one number per prism, [triangle][layer], or a function of the position
 * (m), or, without both, a constant. */
struct sm_prism_field {
  const double *values;
  double (*at)(void *user, const double place[3]);
  void *user;
  double number;
};

struct sm_prism;

/* Borrows `prisms`, which must be joined. Errors: ERR_DATA (fewer than 2 layers), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_create(struct sm_context *ctx, struct sm_device *device,
                                          const struct sm_prisms *prisms,
                                          const struct sm_prism_options *options,
                                          struct sm_prism **out);
void sm_prism_destroy(struct sm_prism **prism);

/* Set Gamma, f and boundary conditions. Functions are called until the end of the next solve,
 * arrays are copied at once; on a boundary an array is not allowed. Gamma > 0; given as an array,
 * its boundary value is that of the adjacent prism. Errors: ERR_MEMORY, ERR_DATA (no such part,
 * Gamma not positive). */
SM_CHECKED enum sm_status sm_prism_set_gamma(struct sm_context *ctx, struct sm_prism *prism,
                                             const struct sm_prism_field *gamma);
SM_CHECKED enum sm_status sm_prism_set_source(struct sm_context *ctx, struct sm_prism *prism,
                                              const struct sm_prism_field *f);
SM_CHECKED enum sm_status sm_prism_set_boundary(struct sm_context *ctx, struct sm_prism *prism,
                                                int part, enum sm_prism_kind kind,
                                                const struct sm_prism_field *value);

struct sm_prism_result {
  bool converged;
  int iterations;
  double residual;  /* 2-norm relative to that of the right-hand side, for the final x */
  double change;    /* sweeps: sum of the absolute changes in the last one */
  double imbalance; /* if x is nowhere prescribed: net source relative to the gross one; f was
                       corrected by a constant to remove it. Else 0 */
  int corrections;  /* in single precision: corrections of x; in double 0 */
  double first_correction;          /* residual that the first of them left, as `residual` */
  double history[SM_PRISM_HISTORY]; /* first iterations: relative residuals, or changes */
  int history_count;
  int levels;             /* levels of the cycle */
  int64_t cells;          /* unknowns */
  double seconds;         /* time of the solve only */
  double prepared;        /* time of the preparation, s: coefficients, weights, coarse levels */
  size_t bytes;           /* device memory */
  double iteration_bytes; /* minimum memory traffic of an iteration */
};

/* Solves from x = 0. Failure to converge is not an error: see result->converged. If x is nowhere
 * prescribed, the mean of x is 0. Errors: ERR_MEMORY, ERR_DEVICE (also if the solver does not
 * support the device), ERR_STOPPED, ERR_DIVERGED (not finite). */
SM_CHECKED enum sm_status sm_prism_solve(struct sm_context *ctx, struct sm_prism *prism,
                                         struct sm_prism_result *result);

/* Fluxes of Gamma grad x through the faces of every prism, consistent with the operator: outward
 * through the sides, side[3*triangles][layers], and upward through the levels,
 * level[triangles][layers + 1]. 0 where the derivative is prescribed. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_find_fluxes(struct sm_context *ctx, struct sm_prism *prism,
                                               double *side, double *level);

/* x of every prism, [triangle][layer]. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_fetch(struct sm_context *ctx, struct sm_prism *prism, double *x);

/* Position of x and f: at mid-height of the layer over the centroid of the triangle, m. */
void sm_prism_centre(const struct sm_prisms *prisms, int triangle, int layer, double place[3]);

#endif
