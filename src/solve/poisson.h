/* poisson.h - the Poisson solver: sum over the faces of a cell of a (x - x_n) = b, b in units of x
 * times length; a = c * open area / distance. One solver for the diagnostic wind and for pressure.
 *
 * Boundary conditions follow from the open faces: x = 0 one cell beyond an open face of the
 * domain's boundary (at the centre of a ghost cell of the same width), or a given distance above
 * the domain top; no flux through a closed face. Without any open face of the boundary x is free by
 * a constant, and what flows in must flow out; from a right-hand side given as an array the mean is
 * taken away. Pockets of air without a way to the boundary are the caller's to close
 * (domain/surface/buildings/enclosed_cavities.c). The ends of a periodic axis are joined: cell 0
 * follows cell n - 1, at the distance of their centres, and an open face between them is no face of
 * the boundary.
 *
 * A solver serves any number of right-hand sides, one after the other: its hierarchy, and on a GPU
 * its recorded loop, are made once. Methods and their evidence: docs/theory/poisson.md. */
#ifndef SM_SOLVE_POISSON_H
#define SM_SOLVE_POISSON_H

#include "case/case.h"
#include "device/device.h"
#include "domain/domain.h"

enum { SM_MG_LEVELS = 48, SM_POISSON_HISTORY = 4096, SM_CG_NUMBERS = 3 };
static const float sm_mg_smoother_omega = 1.15f; /* of the sweeps of a cycle */

/* One level of the hierarchy; level 0 is the grid itself. Arrays are on the device. */
struct sm_mg_level {
  struct sm_red_black layout;
  int is_periodic[3];          /* 1 where the ends of an axis are */
  double *face[3], *centre[3]; /* host; centre[d][-1] and [n] are the ghosts' */
  double *host_axes;           /* what they lie in */
  struct sm_poisson_operator op;
  float *metric; /* what op.metric lies in */
  size_t metric_size;
  float *part;           /* level 0 with cut cells: what op.fx, fy, fz lie in; else NULL */
  sm_half *coarse;       /* other levels: what op.cx, cy, cz lie in; NULL on level 0 */
  uint8_t *bytes;        /* other levels: what op.open lies in; NULL on level 0 */
  float *x, *b, *defect; /* of the cycle: correction, right-hand side, b - A x */
  int *rows;             /* start_x, start_y, start_z, parent_y, parent_z to the next level */
  size_t rows_size;
  struct sm_mg_transfer transfer; /* to the next level */
  const int *start_x;
  bool pair; /* x is coarsened */
};

struct sm_amg;

struct sm_poisson {
  struct sm_device *device; /* borrowed */
  struct sm_mg_level level[SM_MG_LEVELS];
  int levels;
  double eta;
  int64_t
      floating;  /* cells of air when no boundary face is open: x is free by a constant; else 0 */
  uint8_t *open; /* level 0 */
  double *x;     /* solution, level 0 layout; kept between solves; a solve leaves it wrapped */
  float *p, *q;  /* of conjugate gradients, p also the correction of SOR; level[0].b: residual */
  struct sm_solver_step *cycle; /* the steps of a cycle */
  int cycle_count;
  double *scalars, *number, *history; /* SM_CG_COUNT, SM_CG_NUMBERS and SM_POISSON_HISTORY numbers,
                                         one behind the other: a copy to the host takes several */
  void *loop;                         /* of conjugate gradients: see repeat in backend.h */
  float *inverse;                     /* of the coarsest level */
  int *place;
  int dense_count;
  struct sm_amg *amg; /* the cycle for hard geometry (solve/amg/amg.h), once it was needed */
  bool algebraic;     /* conjugate gradients use it */
};

struct sm_poisson_setup {
  const struct sm_grid *grid;
  double eta;          /* factor of vertical diffusion, > 0: (alpha1 / alpha2)^2 */
  const uint8_t *cell; /* open-face bits, [nz][ny][nx] (domain.h) */
  const struct sm_cut_cell *cut;
  int64_t cut_count;
  double above;     /* m above the domain top where x is 0; 0: half the last layer, as at the other
                       sides */
  bool periodic[3]; /* axes whose ends are joined; above does not count where z is. The open faces
                       at both ends must agree, cut cells too. */
};

/* Builds the hierarchy on the device. setup->grid is borrowed; the rest may go.
 * Errors: ERR_MEMORY, ERR_DEVICE, ERR_FAILED (the ends of a periodic axis do not agree). */
SM_CHECKED enum sm_status sm_poisson_create(struct sm_context *ctx, struct sm_device *device,
                                            const struct sm_poisson_setup *setup,
                                            struct sm_poisson **out);
void sm_poisson_destroy(struct sm_poisson **poisson);

/* The problem's side of a solve. */
struct sm_poisson_problem {
  /* Leaves the residual b - A (scale x), in float, in r and the sum of its squares in *sum; all on
   * the device. scale is 1 or 0. x is wrapped. */
  void (*residual)(void *user, const double *x, double scale, float *r, double *sum);
  /* Tells whether x, which meets the tolerance, is good enough; NULL: always. r: its residual;
   * measured: what `measure` has found of it, or NULL. */
  bool (*accept)(void *user, const float *r, const double *measured);
  /* Enqueues what accept wants to know of a residual, to *out on the device: so it needs no copy to
   * the host of its own. NULL: accept does so itself. */
  void (*measure)(void *user, const float *r, double *out);
  void *user;
};

/* What prepares conjugate gradients: the levels of the grid, or those that follow how the air is
 * connected; `auto` begins with the grid's and changes when they fail. With periodic axes it is
 * always the grid's. */
enum sm_mg_cycle { SM_CYCLE_AUTO, SM_CYCLE_GEOMETRIC, SM_CYCLE_ALGEBRAIC };

struct sm_poisson_options {
  enum sm_wind_solver solver;
  double tolerance;        /* of the residual's 2-norm relative to b's */
  double change_tolerance; /* > 0: converged is what an iteration changes by no more, the largest
                              change of lambda = 2 x, m2/s (Bozorgmehr et al. 2021, eq. 7),
                              whatever the residual and `accept`; 0: the residual decides */
  bool measure_change;     /* notes changes also where they are not needed to stop */
  int max_iterations;      /* of multigrid at most SM_POISSON_HISTORY */
  double omega;            /* of SOR, NAN: the best (solve/sor/relaxation_factor.c) */
  int check_every; /* SOR: iterations between residuals, or (solve/sor/natural.c) between changes */
  enum sm_mg_cycle cycle;
  bool whole; /* goes on to its end where a stop is asked for: a step of a flow is made, or not */
  bool warm;  /* start from the x of the last solve, else from 0 */
  double reference; /* warm: 2-norm of a b like this one, to save its measure; 0: none is known */
};
struct sm_poisson_options sm_poisson_options_default(void);

struct sm_poisson_result {
  bool converged;
  int iterations;
  double residual;  /* relative, of x as it is left */
  double reference; /* 2-norm of b, to which that is relative */
  double change;    /* largest of the last iteration that was measured, of lambda = 2 x; NAN: none.
                       Red-black SOR and multigrid measure it only where the options ask for it. */
  double history[SM_POISSON_HISTORY]; /* relative residuals, one after every history_every
                                         iterations */
  int history_count, history_every;
  double changes[SM_POISSON_HISTORY]; /* as history */
  int change_count;
  enum sm_mg_cycle cycle; /* of the last iteration */
  double seconds;
  double iteration_bytes; /* minimum memory traffic of an iteration; NAN: unknown */
};

/* Solves; x stays in poisson->x. Not converging is no error: see result->converged.
 * Errors: ERR_DEVICE (also where the solver has no form for the device), ERR_STOPPED, ERR_DIVERGED
 * (residual not finite), ERR_FAILED (no form for periodic axes: the solvers of Bozorgmehr et al.,
 * and red-black SOR where one has an odd number of cells). */
SM_CHECKED enum sm_status sm_poisson_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                           const struct sm_poisson_problem *problem,
                                           const struct sm_poisson_options *options,
                                           struct sm_poisson_result *result);

/* change.c */

/* Whether an iteration's change is to be measured. */
bool sm_poisson_is_measured(const struct sm_poisson_options *options);

/* Largest |e| of the cells of level 0. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_poisson_correction_maximum(struct sm_context *ctx,
                                                        const struct sm_poisson *poisson,
                                                        const float *e, double *out);
/* Notes the largest change of x in an iteration. */
void sm_poisson_note_change(struct sm_poisson_result *result, double of_x);

/* A problem whose b is an array in double, level 0 layout, on the device. */
struct sm_poisson_array {
  struct sm_poisson *poisson;
  const double *b;
};
struct sm_poisson_problem sm_poisson_array_problem(struct sm_poisson_array *array);

/* Wraps an array of level 0, pointer at cell (0, 0, 0) of colour 0: its ghosts at both ends of the
 * periodic axes (cell/poisson/red_black.h) get the values of the other ends. Does nothing without
 * such axes. */
void sm_poisson_wrap(const struct sm_poisson *poisson, float *x);
void sm_poisson_wrap_double(const struct sm_poisson *poisson, double *x);

/* The periodic axes of a level, for its wraps; without any ends.axes is 0. changed: colours that
 * have new values, 1, 2 or 3; zero: those that count as 0. */
struct sm_periodic_axes sm_mg_level_periodic(const struct sm_mg_level *level, int changed,
                                             int zero);

/* Box of a level: all half indices of all rows. */
struct sm_box sm_mg_level_box(const struct sm_mg_level *level);
/* The same for kernels that leave 0 in the padding: on a CPU its rows are whole vectors. */
struct sm_box sm_mg_level_vector_box(const struct sm_poisson *poisson,
                                     const struct sm_mg_level *level);

/* Steps of a cycle over the levels; makes them in poisson->cycle, which has room for them. */
int sm_mg_cycle_steps(const struct sm_poisson *poisson);
void sm_mg_cycle_make(struct sm_poisson *poisson);

/* Approximates A x = b on level 0: level[0].x from level[0].b, by one V cycle. */
void sm_poisson_cycle(struct sm_poisson *poisson);

/* Bytes that an iteration of conjugate gradients with the grid's cycle reads and writes at the
 * least. */
double sm_poisson_iteration_bytes(const struct sm_poisson *poisson);

/* Records the loop of conjugate gradients with the cycle that is in use. */
void sm_poisson_record(struct sm_poisson *poisson);

/* multigrid/extrapolation.c */

/* The solution before the one that is in poisson->x. */
struct sm_extrapolation {
  struct sm_poisson *poisson; /* borrowed */
  double *before, *memory;    /* device: as poisson->x; what it lies in */
  size_t size;
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_extrapolation_create(struct sm_context *ctx,
                                                  struct sm_poisson *poisson,
                                                  struct sm_extrapolation **out);
void sm_extrapolation_destroy(struct sm_extrapolation **extrapolation);

/* Makes poisson->x into a times itself plus b times the solution before, and keeps what it was as
 * the new solution before. Enqueued like any kernel. */
void sm_extrapolation_make(const struct sm_extrapolation *extrapolation, double a, double b);

#endif
