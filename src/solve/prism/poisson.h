/* poisson.h - the Poisson equation div(Gamma grad x) = f on the prisms of a sigma grid, after Uh
 * Zapata and Hernandez-Lopez: cell-centred finite volumes of second order. Method and choices:
 * docs/theory/prisms.md.
 *
 * A solver is made for a mesh and a device; Gamma, boundaries and f are given and may be given anew
 * between solves: a new f, and new values on a boundary, keep what was prepared. Without a word
 * Gamma is 1, f is 0, and x is 0 on the whole boundary. */
#ifndef SM_SOLVE_PRISM_POISSON_H
#define SM_SOLVE_PRISM_POISSON_H

#include "device/device.h"
#include "domain/mesh/prisms.h"

enum { SM_PRISM_HISTORY = 4096 };

enum sm_prism_solver {
  SM_PRISM_KRYLOV,     /* biconjugate gradients with a multigrid cycle of the compact operator */
  SM_PRISM_JACOBI,     /* of the paper */
  SM_PRISM_SOR,        /* of the paper: one cell after the other, on a CPU */
  SM_PRISM_COLOUR_SOR, /* over-relaxation by colours, in parallel */
};

/* How the sweeps of Jacobi read what they do not write, and who looks whether to go on: the three
 * versions of the paper. They give the same numbers; on a CPU there is one. */
enum sm_prism_memory {
  SM_PRISM_RESIDENT,  /* through the read-only cache; the device itself decides */
  SM_PRISM_READ_ONLY, /* through that cache; the host looks after every sweep */
  SM_PRISM_GLOBAL     /* past it; the host looks after every sweep */
};

enum sm_prism_weights_rule {
  SM_PRISM_LINEAR,  /* of vertices: by the distance, and so that fields linear in space are kept */
  SM_PRISM_DISTANCE /* by the distance alone, as in the paper */
};

struct sm_prism_options {
  enum sm_prism_solver solver;
  enum sm_prism_weights_rule weights;
  enum sm_prism_memory memory;
  double tolerance; /* of Krylov steps: of the residual's 2-norm relative to that of the right-hand
                       side; of sweeps: of the sum of the sizes of all changes of one of them */
  int max_iterations;
  double omega; /* of over-relaxation */
  int sweeps;   /* of the cycle on the finest level, before and after; 1 .. 4 */
};
struct sm_prism_options sm_prism_options_default(void);

enum sm_prism_kind {
  SM_PRISM_DIRICHLET, /* x is given */
  SM_PRISM_NEUMANN,   /* the derivative of x along the outward normal is given */
  SM_PRISM_ROBIN      /* of the surface alone: x is 0 beyond it, at a distance over the depth that
                         the number of the field gives; x decays so in unbounded air */
};
/* A part of the boundary: one of the outline's, from 0 on, or: */
enum { SM_PRISM_BOTTOM = -1, SM_PRISM_SURFACE = -2 };

/* A field: an array of one number per prism, [triangle][layer], or a function of the place (m), or,
 * without both, a number. */
struct sm_prism_field {
  const double *values;
  double (*at)(void *user, const double place[3]);
  void *user;
  double number;
};

struct sm_prism;

/* `prisms` is borrowed, and must be joined. Errors: ERR_DATA (fewer than 2 layers), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_create(struct sm_context *ctx, struct sm_device *device,
                                          const struct sm_prisms *prisms,
                                          const struct sm_prism_options *options,
                                          struct sm_prism **out);
void sm_prism_destroy(struct sm_prism **prism);

/* What is given. Functions are called until the next solve has ended, arrays are copied at once; on
 * a boundary an array has no meaning. Gamma > 0; as an array it is taken on the boundary as in the
 * prism there. Errors: ERR_MEMORY, ERR_DATA (no such part, Gamma not above 0). */
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
  double residual;  /* 2-norm relative to that of the right-hand side, of x as it is left */
  double change;    /* of sweeps: sum of the sizes of the last one's changes */
  double imbalance; /* where x is nowhere given: what flows in and has no sink, relative to all that
                       does; f was changed by a constant to take it away. Else 0 */
  double history[SM_PRISM_HISTORY]; /* of the first iterations: relative residuals, or changes */
  int history_count;
  int levels;             /* of the cycle */
  int64_t cells;          /* unknowns */
  double seconds;         /* of the solve alone */
  double prepared;        /* s, of what came before it: coefficients, weights, coarse levels */
  size_t bytes;           /* on the device */
  double iteration_bytes; /* minimum memory traffic of an iteration */
};

/* Solves from x = 0. Not converging is no error: see result->converged. Without a part where x is
 * given, x is that of mean 0. Errors: ERR_MEMORY, ERR_DEVICE (also where the solver has no form for
 * the device), ERR_STOPPED, ERR_DIVERGED (not finite). */
SM_CHECKED enum sm_status sm_prism_solve(struct sm_context *ctx, struct sm_prism *prism,
                                         struct sm_prism_result *result);

/* Fluxes of Gamma grad x through the faces of every prism, as the operator has them: outward
 * through the sides, side[3 * triangles][layers], and upward through the levels,
 * level[triangles][layers + 1]. 0 where the derivative is given. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_find_fluxes(struct sm_context *ctx, struct sm_prism *prism,
                                               double *side, double *level);

/* x of every prism, [triangle][layer]. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_fetch(struct sm_context *ctx, struct sm_prism *prism, double *x);

/* Where x and f are taken: half-way between the faces, over the centroid of the triangle, m. */
void sm_prism_centre(const struct sm_prisms *prisms, int triangle, int layer, double place[3]);

#endif
