/* poisson.h - Poisson solver: sum over the faces of a cell of a (x - x_n) = b, with b in units of
 * x times length and a = c times open area / distance. Used for the diagnostic wind and for
 * pressure.
 *
 * Boundary conditions follow from the open faces: x = 0 one cell beyond an open face of the
 * domain's boundary (at the centre of a ghost cell of the same width), or a given distance above
 * the domain top; no flux through a closed face. Without any open face of the boundary x is
 * determined up to a constant and b must sum to 0; from a right-hand side given as an array the
 * mean is subtracted. The caller must close pockets of air without connection to the boundary
 * (domain/surface/buildings/enclosed_cavities.c). On a periodic axis cell 0 follows cell n - 1, at
 * the distance of their centres, and an open face between them is not a boundary face.
 *
 * A solver handles any number of right-hand sides in sequence: its hierarchy, and on a GPU its
 * recorded loop, are made once. Methods and their evidence: docs/theory/poisson.md. */
#ifndef SM_SOLVE_POISSON_H
#define SM_SOLVE_POISSON_H

#include "case/case.h"
#include "device/array_store.h"
#include "domain/domain.h"

enum { SM_MG_LEVELS = 48, SM_POISSON_HISTORY = 4096, SM_CG_NUMBERS = 3 };
static const float sm_mg_smoother_omega = 1.15f; /* relaxation factor of the sweeps of a cycle */

/* A level of the hierarchy; level 0 is the grid itself. Arrays are on the device. */
struct sm_mg_level {
  struct sm_red_black layout;
  int is_periodic[3];          /* 1 for a periodic axis */
  double *face[3], *centre[3]; /* host; centre[d][-1] and [n] are those of the ghosts */
  double *host_axes;           /* memory of face and centre */
  struct sm_poisson_operator op;
  float *part;           /* level 0 with cut cells: memory of op.fx, fy, fz; else NULL */
  sm_half *coarse;       /* other levels: memory of op.cx, cy, cz; NULL on level 0 */
  uint8_t *bytes;        /* other levels, `whole`: memory of op.open; NULL on level 0 */
  float *x, *b, *defect; /* cycle: correction, right-hand side, b - A x */
  int *rows;             /* start_x, start_y, start_z, parent_y, parent_z for the next level */
  int *host_rows;        /* host copy of rows */
  size_t row_count;
  const int *first_row, *parent_row; /* start_y and parent_y there */
  struct sm_mg_transfer transfer;    /* transfer to the next level */
  const int *start_x;
  bool pair;                 /* x is coarsened by pairs */
  struct sm_rows *cut;       /* of the processes that compute it together, or that compute its
                                  right-hand side; NULL: each computes the whole level */
  const struct sm_rows *own; /* cut, while only those of this process are computed; else NULL */
};

/* The cycle needs values of other processes before one of its steps: x of these colours next to the
 * rows of this one, or, colours 0, the whole right-hand side. */
struct sm_mg_pause {
  int step, level, colours;
};

/* Arrays of the direct solver in memory that the caller lends: their offsets, bytes; -1: they have
 * memory of their own. */
enum { SM_LENT_X, SM_LENT_B, SM_LENT_MODES, SM_LENT_ARRAYS };
struct sm_lent_memory {
  size_t size, used; /* bytes */
  ptrdiff_t at[SM_LENT_ARRAYS];
};

struct sm_amg;
struct sm_direct;

struct sm_poisson {
  struct sm_device *device; /* borrowed */
  struct sm_store store;    /* arrays of all levels on it */
  struct sm_mg_level level[SM_MG_LEVELS];
  int levels;
  double eta;
  struct sm_mg_level whole; /* layout, open faces and axes of level 0 with all rows */
  int64_t floating; /* number of fluid cells if no boundary face is open (x is determined up to a
                       constant); else 0 */
  uint8_t *open;    /* level 0 */
  double *x;    /* solution, level 0 layout; kept between solves; periodic ghosts are filled after
                   a solve */
  float *p, *q; /* vectors of conjugate gradients; p: also the correction of SOR; level[0].b:
                   residual */
  struct sm_solver_step *cycle; /* steps of a cycle */
  int cycle_count;
  struct sm_mg_pause *pause; /* of several processes; else none */
  int pauses;
  int parts;     /* number of levels that several processes compute in parts; 0: one process */
  bool own_rows; /* their arrays hold the rows of this process alone, and halos; else all rows */
  bool divided;  /* the caller computes its rows too, and needs no whole solution */
  double *scalars, *number, *history; /* SM_CG_COUNT, SM_CG_NUMBERS and SM_POISSON_HISTORY numbers,
                                         contiguous for a single copy to the host */
  void *loop;                         /* recorded loop of conjugate gradients: see repeat in
                                         backend.h */
  float *inverse;                     /* inverse of the coarsest level */
  int *place;
  int dense_count;
  struct sm_amg *amg; /* algebraic multigrid for complex geometry (solve/amg/amg.h); NULL until
                         needed */
  bool algebraic;     /* conjugate gradients use algebraic multigrid */
  struct sm_direct *direct; /* direct solver (solve/direct/direct.h) in place of multigrid, of which
                               only level 0 exists; NULL: none */
  struct sm_lent_memory lent;
};

struct sm_poisson_setup {
  const struct sm_grid *grid;
  double eta;          /* factor of vertical diffusion, positive: (alpha1 / alpha2)^2 */
  const uint8_t *cell; /* open-face bits, [nz][ny][nx] (domain.h) */
  const struct sm_cut_cell *cut;
  int64_t cut_count;
  double above;     /* distance above the domain top at which x is 0, m; 0: half the last layer, as
                       at the other sides */
  bool periodic[3]; /* periodic axes; with a periodic z `above` is ignored. The open faces at both
                       ends must agree, also for cut cells. */
  bool direct;      /* solve directly where that can be done: see sm_direct_obstacle */
  size_t lent;      /* bytes of memory that the caller lends to the direct solver for each solve
                       (sm_direct_lend), which holds the arrays that fit; 0: none */
  bool own_rows;    /* several processes hold their rows alone; not with periodic axes, nor for the
                       solvers of Bozorgmehr et al. */
};

/* Whether the lent memory has room for an array, which is then in it. */
bool sm_poisson_borrow(struct sm_poisson *poisson, int array, size_t bytes);

/* Builds the hierarchy on the device. setup->grid is borrowed; the rest is not needed afterwards.
 * Errors: ERR_MEMORY, ERR_DEVICE, ERR_FAILED (the ends of a periodic axis do not agree). */
SM_CHECKED enum sm_status sm_poisson_create(struct sm_context *ctx, struct sm_device *device,
                                            const struct sm_poisson_setup *setup,
                                            struct sm_poisson **out);
void sm_poisson_destroy(struct sm_poisson **poisson);

/* Callbacks of the problem that is solved. */
struct sm_poisson_problem {
  /* Computes the residual b - A (scale x), in float, in r and the sum of its squares in *sum; all
   * on the device. scale is 1 or 0. The periodic ghosts of x are filled. */
  void (*residual)(void *user, const double *x, double scale, float *r, double *sum);
  /* Decides whether x, which meets the tolerance, is accepted; NULL: always. r: its residual;
   * measured: result of `measure` for it, or NULL. */
  bool (*accept)(void *user, const float *r, const double *measured);
  /* Enqueues a measure of a residual for `accept`, to *out on the device, which saves a copy to the
   * host. NULL: `accept` does it itself. */
  void (*measure)(void *user, const float *r, double *out);
  void *user;
};

/* Preconditioner of conjugate gradients: geometric multigrid, or algebraic multigrid along the
 * connectivity of the air; `auto` starts with the former and changes if it converges slowly. With
 * periodic axes always geometric. */
enum sm_mg_cycle { SM_CYCLE_AUTO, SM_CYCLE_GEOMETRIC, SM_CYCLE_ALGEBRAIC };

struct sm_poisson_options {
  enum sm_wind_solver solver;
  double tolerance;        /* 2-norm of the residual relative to that of b */
  double change_tolerance; /* > 0: stop when the largest change of lambda = 2 x in an iteration is
                              at most this, m2/s (Bozorgmehr et al. 2021, eq. 7), regardless of the
                              residual and `accept`; 0: stop by the residual */
  bool measure_change;     /* records changes even if not needed to stop */
  int max_iterations;      /* for multigrid at most SM_POISSON_HISTORY */
  double omega;            /* SOR: relaxation factor; NAN: optimum
                              (solve/sor/relaxation_factor.c) */
  int check_every; /* SOR: iterations between residuals, or (solve/sor/natural.c) between measured
                      changes */
  enum sm_mg_cycle cycle;
  bool whole; /* completes the solve even if a stop is requested: a flow step is not interrupted */
  bool warm;  /* start from the x of the last solve, else from 0 */
  double reference; /* warm: 2-norm of a similar b, which saves its computation; 0: unknown */
};
struct sm_poisson_options sm_poisson_options_default(void);

/* Whether several processes divide the work of a solver: not that of Bozorgmehr et al. */
bool sm_poisson_is_divided(enum sm_wind_solver solver);

struct sm_poisson_result {
  bool converged;
  int iterations;
  double residual;  /* relative residual of the final x */
  double reference; /* 2-norm of b, the reference of the residual */
  double change;    /* largest change of lambda = 2 x in the last measured iteration; NAN: none.
                       Red-black SOR and multigrid measure it only if the options ask for it. */
  double history[SM_POISSON_HISTORY]; /* relative residuals, one every history_every
                                         iterations */
  int history_count, history_every;
  double changes[SM_POISSON_HISTORY]; /* changes, like history */
  int change_count;
  enum sm_mg_cycle cycle; /* cycle of the last iteration */
  double seconds;
  double iteration_bytes; /* minimum memory traffic of an iteration; NAN: unknown */
};

/* Solves; the solution is in poisson->x. Failure to converge is not an error: see
 * result->converged.
 * Errors: ERR_DEVICE (also if the solver does not support the device), ERR_STOPPED, ERR_DIVERGED
 * (residual not finite), ERR_FAILED (no support for periodic axes: the solvers of Bozorgmehr et
 * al., and red-black SOR with an odd number of cells on one). */
SM_CHECKED enum sm_status sm_poisson_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                           const struct sm_poisson_problem *problem,
                                           const struct sm_poisson_options *options,
                                           struct sm_poisson_result *result);

/* Recomputes the true residual, its norm and the last number of the history, and checks the
 * stopping criterion. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_poisson_look_anew(struct sm_context *ctx, struct sm_poisson *poisson,
                                               const struct sm_poisson_problem *problem,
                                               const struct sm_poisson_options *options,
                                               double reference, struct sm_poisson_result *result,
                                               double *norm);

/* change.c */

/* Whether the change of an iteration must be measured. */
bool sm_poisson_is_measured(const struct sm_poisson_options *options);

/* Largest |e| over the cells of level 0. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_poisson_correction_maximum(struct sm_context *ctx,
                                                        const struct sm_poisson *poisson,
                                                        const float *e, double *out);
/* Records the largest change of x in an iteration. */
void sm_poisson_note_change(struct sm_poisson_result *result, double of_x);

/* A problem with b as an array in double, level 0 layout, on the device. */
struct sm_poisson_array {
  struct sm_poisson *poisson;
  const double *b;
};
struct sm_poisson_problem sm_poisson_array_problem(struct sm_poisson_array *array);

/* Fills the periodic ghosts of an array of level 0
 * (cell/poisson/red_black.h), pointer at cell (0, 0, 0) of colour 0. Does
 * nothing without periodic axes. */
void sm_poisson_wrap(const struct sm_poisson *poisson, float *x);
void sm_poisson_wrap_double(const struct sm_poisson *poisson, double *x);

/* Arguments of the periodic copies of a level; without periodic axes ends.axes is 0. changed:
 * colours with new values, 1, 2 or 3; zero: those that count as 0. */
struct sm_periodic_axes sm_mg_level_periodic(const struct sm_mg_level *level, int changed,
                                             int zero);

/* Box of a level: all half indices of the rows that this process computes, which are all rows
 * except in a solve by several processes. */
struct sm_box sm_mg_level_box(const struct sm_mg_level *level);
/* The same for kernels that write 0 to the padding: on a CPU its rows are whole vectors. */
struct sm_box sm_mg_level_vector_box(const struct sm_poisson *poisson,
                                     const struct sm_mg_level *level);

/* Number of steps of a cycle over the levels; makes them in poisson->cycle, which has room for
 * them. */
int sm_mg_cycle_steps(const struct sm_poisson *poisson);
void sm_mg_cycle_make(struct sm_poisson *poisson);

/* Approximates A x = b on level 0 by one V cycle: level[0].x from level[0].b. */
void sm_poisson_cycle(struct sm_poisson *poisson);

/* Minimum memory traffic of an iteration of conjugate gradients with the geometric cycle,
 * bytes. */
double sm_poisson_iteration_bytes(const struct sm_poisson *poisson);

/* Records the loop of conjugate gradients with the current cycle. */
void sm_poisson_record(struct sm_poisson *poisson);

/* multigrid/share.c: Domain decomposition of the solver. Of a device with a group of processes each
 * computes its rows of fine levels in a solve, and the whole of coarse levels. Arrays of fine
 * levels are those of the whole grid, or of own rows (own_rows.c). */

/* Divides the rows between processes, once the axes of all levels are known. Errors: ERR_USAGE (too
 * many processes), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mg_share_create(struct sm_context *ctx, struct sm_poisson *poisson);
void sm_mg_share_destroy(struct sm_poisson *poisson);

/* Between them kernels and sums are those of several processes. `end` gets the whole solution if
 * `complete`. All do nothing for one process. Errors: that of a process which did not come so
 * far. */
SM_CHECKED enum sm_status sm_mg_share_begin(struct sm_context *ctx, struct sm_poisson *poisson);
void sm_mg_share_end(struct sm_poisson *poisson, bool complete);

/* Computes only the rows of this process also between solves, from now on or no longer; and gets
 * the whole solution then. */
void sm_mg_share_divide(struct sm_poisson *poisson, bool divided);
void sm_mg_share_complete(struct sm_poisson *poisson);

/* In a solve, computes only the rows of this process, or all of them, from now on. */
void sm_mg_share_rows(struct sm_poisson *poisson, bool parts);

/* Between solves: sums over the level are of the rows of all processes, from now on or no longer.
 * Does nothing where each process has all rows. */
void sm_mg_share_sums(struct sm_poisson *poisson, bool all);

/* In a solve, gets the rows next to those of this process, of colours (mask) of an array of a
 * level. */
void sm_mg_share_halo(const struct sm_poisson *poisson, const struct sm_mg_level *level, float *x,
                      int colours);
void sm_mg_share_halo_double(const struct sm_poisson *poisson, double *x);

/* In a solve, gets the right-hand side of a level from all processes. */
void sm_mg_share_gather(const struct sm_poisson *poisson, const struct sm_mg_level *level);

/* Rows of a colour of an array of a level; number: bytes of an element. */
struct sm_row_array sm_mg_share_array(const struct sm_mg_level *level, void *x, size_t number,
                                      int colour);

/* multigrid/own_rows.c: Arrays of the rows of this process, and of halos of SM_MG_HALO rows. */
enum { SM_MG_HALO = 2 };

/* Sets the layouts of the levels that are computed in parts to those of own rows. */
void sm_mg_own_rows(struct sm_poisson *poisson);

/* Box of a level whose open fractions are made from those of own rows: the rows of this process. */
struct sm_box sm_mg_own_faces(const struct sm_poisson *poisson, int l);

/* Gets the open fractions that other processes made: of halos, or of a level that is whole. */
void sm_mg_own_fractions(const struct sm_poisson *poisson, int l);

/* Copies the rows that this process holds of a level between host arrays of two layouts. */
void sm_mg_own_copy(const struct sm_mg_level *level, const struct sm_red_black *from,
                    const struct sm_red_black *to, size_t element, const void *source, void *out);

/* In a solve: level 0 holds all rows from now on, for a method that needs them; without memory for
 * them on a process nothing changes. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mg_own_end(struct sm_context *ctx, struct sm_poisson *poisson);

/* In a solve, whether it is so on any process. */
bool sm_mg_share_any(const struct sm_poisson *poisson, bool value);

/* In a solve, whether a stop is requested: the same on all processes. */
bool sm_mg_share_stop(struct sm_context *ctx, const struct sm_poisson *poisson);

/* multigrid/extrapolation.c */

/* Stores the solution before the one in poisson->x. */
struct sm_extrapolation {
  struct sm_poisson *poisson; /* borrowed */
  double *before, *memory;    /* device: as poisson->x; its memory */
  size_t size;
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_extrapolation_create(struct sm_context *ctx,
                                                  struct sm_poisson *poisson,
                                                  struct sm_extrapolation **out);
void sm_extrapolation_destroy(struct sm_extrapolation **extrapolation);

/* Sets poisson->x to a times itself plus b times the previous solution, and stores its old value as
 * the previous solution. Enqueued like any kernel. */
void sm_extrapolation_make(const struct sm_extrapolation *extrapolation, double a, double b);

#endif
