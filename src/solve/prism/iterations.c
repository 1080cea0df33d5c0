/* solve/prism/iterations.c - iteration of each solver on prisms: enqueued kernels only, so that a
 * device can repeat them without the host. */
#include "solve/prism/internal.h"

static struct sm_box cells_of(const struct sm_prism *prism) {
  return sm_prism_box(prism->shape.layers, prism->shape.columns);
}

typedef void vertices_kernel(struct sm_device *, const struct sm_box *,
                             const struct sm_prism_vertices *);

static void run_vertices(const struct sm_prism *prism, vertices_kernel *kernel,
                         struct sm_prism_vertices s) {
  struct sm_box box = sm_prism_box(s.layers, prism->list_count);
  box.lo[0] = 1;
  kernel(prism->device, &box, &s);
  if (prism->kind[0] == SM_PRISM_NEUMANN) {
    s.shift = 1;
    box.lo[0] = 0;
    box.hi[0] = 1;
    kernel(prism->device, &box, &s);
  }
  if (prism->kind[1] != SM_PRISM_DIRICHLET) {
    s.shift = -1;
    box.lo[0] = s.layers;
    box.hi[0] = s.layers + 1;
    kernel(prism->device, &box, &s);
  }
}

void sm_prism_run_wide_vertices(struct sm_prism *prism) {
  struct sm_prism_vertices s = prism->wide.list;
  s.x.f64 = prism->wide.x;
  s.at.f64 = prism->wide.at;
  run_vertices(prism, prism->device->backend->prism_wide_vertices, s);
}

/* Vertices of x in the precision of the device. */
static void find_vertices(struct sm_prism *prism, union sm_reals x) {
  struct sm_prism_vertices s = prism->list;
  s.x = x;
  s.at = prism->at;
  run_vertices(prism, prism->device->backend->prism_vertices, s);
}

/* Kernel variant: Gamma = 1, or variable. */
#define OF_FAR(KERNEL)                                                                             \
  (prism->compact.gamma == NULL ? prism->device->backend->KERNEL##_constant_far                    \
                                : prism->device->backend->KERNEL##_gamma_far)
#define OF(KERNEL)                                                                                 \
  (prism->compact.gamma == NULL ? prism->device->backend->KERNEL##_constant                        \
                                : prism->device->backend->KERNEL##_gamma)

#define OF_SLOPES(KERNEL)                                                                          \
  (prism->compact.tilt == NULL    ? OF(KERNEL)                                                     \
   : prism->compact.gamma == NULL ? prism->device->backend->KERNEL##_constant_steep                \
                                  : prism->device->backend->KERNEL##_gamma_steep)

void sm_prism_run_residual(struct sm_prism *prism, double *y, double *sum) {
  const struct sm_box box = cells_of(prism);
  const struct sm_prism_wide *w = &prism->wide;
  const struct sm_prism_apply apply = {
      w->grid, {.f64 = w->x}, {.f64 = w->at}, {.f64 = w->b}, {.f64 = w->b}, {.f64 = y}, 1, 1, 1};
  OF(prism_wide_apply)(prism->device, &box, &apply, sum);
}

static void step(struct sm_prism *prism, enum sm_prism_stage stage, int colours) {
  const struct sm_box box = {{0, 0, 0}, {1, 1, 1}};
  const struct sm_prism_scalars s = {prism->number, prism->history, (int)stage, colours,
                                     SM_PRISM_HISTORY};
  prism->device->backend->prism_scalars(prism->device, &box, &s);
}

/* --- the cycle --- */

/* Measured: a fourth or a sixteenth of the spectrum needs one more iteration; on steep slopes two
 * sweeps over all but the lowest fourth take the least time. */
void sm_prism_choose_sweeps(struct sm_prism *prism) {
  const bool steep = prism->compact.tilt != NULL;
  prism->sweeps = steep && prism->options.sweeps > 2 ? 2 : prism->options.sweeps;
  sm_chebyshev_weights(steep ? 4 : 8, 4, prism->momentum, prism->weight);
}

/* Smoothing sweeps from z[from], which counts as 0 with `zero`; returns the index of the result. */
static int smooth(struct sm_prism *prism, const float *b, int from, bool zero) {
  const struct sm_box box = cells_of(prism);
  float *const *z = prism->vectors.z;
  struct sm_prism_smooth s = {.grid = prism->compact, .b = b};
  for (int sweep = 0; sweep < prism->sweeps; sweep++) {
    s.x = z[from];
    s.before = z[1 - from];
    s.keep = sweep > (zero ? 1 : 0) ? 1.0f : 0.0f;
    s.momentum = prism->momentum[sweep];
    s.weight = prism->weight[sweep];
    if (zero && sweep == 0)
      OF(prism_first)(prism->device, &box, &s);
    else
      OF_SLOPES(prism_smooth)(prism->device, &box, &s);
    from = 1 - from;
  }
  return from;
}

/* One cycle: vectors.z[0] becomes an approximate solution of the compact operator for b. */
static void run_cycle(struct sm_prism *prism, const float *b) {
  const struct sm_box box = cells_of(prism);
  float *const *z = prism->vectors.z;
  const int from = smooth(prism, b, 0, true);
  const struct sm_prism_defect defect = {prism->compact, z[from], b, z[1 - from]};
  OF_SLOPES(prism_defect)(prism->device, &box, &defect);
  sm_csr_levels_correct(prism->levels, z[1 - from], z[from]);
  smooth(prism, b, from, false);
}

/* --- Krylov --- */

/* e = M of p or r, for the preconditioner M; to = A e, with the sum of `to` times w. */
static void precondition(struct sm_prism *prism, union sm_reals from, union sm_reals to,
                         union sm_reals w, double *sum) {
  const struct sm_prism_vectors *v = &prism->vectors;
  const struct sm_box box = cells_of(prism);
  const bool narrow = sm_prism_is_narrow(prism);
  const struct sm_prism_krylov widen = {
      .layers = prism->shape.layers, .e = v->e, .z = v->z[0], .number = prism->number};
  run_cycle(prism, narrow ? from.f32 : v->b);
  if (!narrow) prism->device->backend->prism_correction(prism->device, &box, &widen);
  find_vertices(prism, v->e);
  const struct sm_prism_apply apply = {prism->grid, v->e, prism->at, prism->b, w, to, 0, -1, 0};
  OF(prism_apply)(prism->device, &box, &apply, sum);
}

static void product(struct sm_prism *prism, union sm_reals a, union sm_reals b, double *sum) {
  const struct sm_box box = cells_of(prism);
  const struct sm_prism_product p = {prism->shape.layers, a, b};
  prism->device->backend->prism_product(prism->device, &box, &p, sum);
}

static void iterate_bicgstab(void *user) {
  struct sm_prism *prism = user;
  const struct sm_backend *be = prism->device->backend;
  const struct sm_prism_vectors *v = &prism->vectors;
  const struct sm_box box = cells_of(prism);
  const struct sm_prism_krylov s = {
      prism->shape.layers, prism->x, v->r, v->p, v->e, v->v, v->t, v->b, v->z[0], prism->number};
  step(prism, SM_PRISM_STAGE_BETA, 0);
  be->prism_direction(prism->device, &box, &s);
  precondition(prism, v->p, v->v, v->shadow, &prism->number[SM_PRISM_SV]);
  step(prism, SM_PRISM_STAGE_ALPHA, 0);
  be->prism_half_step(prism->device, &box, &s);
  precondition(prism, v->r, v->t, v->r, &prism->number[SM_PRISM_TS]);
  product(prism, v->t, v->t, &prism->number[SM_PRISM_TT]);
  step(prism, SM_PRISM_STAGE_OMEGA, 0);
  be->prism_full_step(prism->device, &box, &s, &prism->number[SM_PRISM_RR]);
  product(prism, v->shadow, v->r, &prism->number[SM_PRISM_RHO]);
  step(prism, SM_PRISM_STAGE_COUNT, 0);
}

/* --- sweeps of the full operator; vertices have the values of the sweep before --- */

static struct sm_prism_relax relax(struct sm_prism *prism, union sm_reals x, union sm_reals to,
                                   double omega) {
  find_vertices(prism, x);
  return (struct sm_prism_relax){.grid = prism->grid,
                                 .x = x,
                                 .at = prism->at,
                                 .b = prism->b,
                                 .to = to,
                                 .omega = omega,
                                 .columns = prism->shape.triangles,
                                 .colour = prism->colour,
                                 .colours = prism->colours};
}

/* Two iterations: from x to y and back. */
static void iterate_jacobi(void *user) {
  struct sm_prism *prism = user;
  const struct sm_box box = cells_of(prism);
  for (int half = 0; half < 2; half++) {
    const union sm_reals from = half == 0 ? prism->x : prism->y;
    const union sm_reals to = half == 0 ? prism->y : prism->x;
    const struct sm_prism_relax s = relax(prism, from, to, 1);
    if (prism->options.memory == SM_PRISM_GLOBAL)
      OF_FAR(prism_jacobi)(prism->device, &box, &s, &prism->number[SM_PRISM_CHANGE]);
    else
      OF(prism_jacobi)(prism->device, &box, &s, &prism->number[SM_PRISM_CHANGE]);
    step(prism, SM_PRISM_STAGE_COUNT, 1);
  }
}

/* Serial sweep on a GPU: pass after pass of cells whose predecessors are done. */
static void iterate_waves(struct sm_prism *prism) {
  const struct sm_prism_wavefronts *w = &prism->waves;
  const int layers = prism->shape.layers, triangles = prism->shape.triangles;
  struct sm_prism_relax s = relax(prism, prism->x, prism->x, prism->options.omega);
  struct sm_box box = {{0, 0, 0}, {SM_PRISM_WAVE, 0, 1}};
  s.colour = w->level;
  s.order = w->order;
  s.changes = w->changes;
  for (s.turn = 0; s.turn < w->levels + layers - 1; s.turn++) {
    s.first = (int)w->start[s.turn < layers ? 0 : s.turn - layers + 1];
    s.last = (int)w->start[s.turn < w->levels ? s.turn + 1 : w->levels];
    box.hi[1] = (s.last - s.first + SM_PRISM_WAVE - 1) / SM_PRISM_WAVE;
    OF(prism_wave)(prism->device, &box, &s);
  }
  box.hi[1] = (triangles + SM_PRISM_WAVE - 1) / SM_PRISM_WAVE;
  prism->device->backend->prism_wave_change(prism->device, &box, &s,
                                            &prism->number[SM_PRISM_CHANGE]);
}

static void iterate_serial(struct sm_prism *prism) {
  const struct sm_box box = {{0, 0, 0}, {1, 1, 1}};
  struct sm_prism_relax s = relax(prism, prism->x, prism->x, prism->options.omega);
  s.sum = &prism->number[SM_PRISM_CHANGE];
  OF(prism_serial)(prism->device, &box, &s);
}

/* The same numbers on a CPU and on a GPU, but for rounding. */
static void iterate_sor(void *user) {
  struct sm_prism *prism = user;
  if (sm_device_is_host(prism->device))
    iterate_serial(prism);
  else
    iterate_waves(prism);
  step(prism, SM_PRISM_STAGE_COUNT, 1);
}

static void iterate_colours(void *user) {
  struct sm_prism *prism = user;
  struct sm_box box = cells_of(prism);
  struct sm_prism_relax s = relax(prism, prism->x, prism->x, prism->options.omega);
  box.hi[0] = (prism->shape.layers + prism->colours - 1) / prism->colours;
  for (s.turn = 0; s.turn < prism->colours; s.turn++)
    OF(prism_colour)(prism->device, &box, &s, &prism->number[SM_PRISM_CHANGE + s.turn]);
  step(prism, SM_PRISM_STAGE_COUNT, prism->colours);
}

void sm_prism_iterate(void *user) {
  const struct sm_prism *prism = user;
  void (*const turn[])(void *) = {iterate_bicgstab, iterate_jacobi, iterate_sor, iterate_colours};
  turn[prism->options.solver](user);
}
