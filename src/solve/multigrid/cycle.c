/* cycle.c - V cycle: agglomeration multigrid with a red-black smoother, as a list of steps that is
 * made once. */
#include "parallel/rows.h"
#include "solve/poisson.h"

static double count_cells(const struct sm_mg_level *level) {
  const int *n = level->layout.n;
  return (double)n[0] * n[1] * n[2];
}

/* Number of sweeps before and after the correction of a level. Courtyards and alleys are too narrow
 * for coarse levels and need several sweeps: levels that resolve them and have few cells get
 * more. */
static int count_sweeps(const struct sm_poisson *poisson, int l) {
  const double share = count_cells(&poisson->level[l]) / count_cells(&poisson->level[0]);
  if (share > 0.2 || share < 0.003) return 2;
  return share > 0.04 ? 3 : 4;
}

struct sm_box sm_mg_level_box(const struct sm_mg_level *level) {
  const struct sm_red_black *s = &level->layout;
  const struct sm_rows *own = level->own;
  return (struct sm_box){{0, own != NULL ? own->first : 0, 0},
                         {s->half, own != NULL ? own->end : s->n[1], s->n[2]}};
}

struct sm_box sm_mg_level_vector_box(const struct sm_poisson *poisson,
                                     const struct sm_mg_level *level) {
  struct sm_box box = sm_mg_level_box(level);
  if (sm_device_is_host(poisson->device))
    box.hi[0] = (box.hi[0] + SM_RED_BLACK_VECTOR - 1) / SM_RED_BLACK_VECTOR * SM_RED_BLACK_VECTOR;
  return box;
}

/* --- joined ends --- */

struct sm_periodic_axes sm_mg_level_periodic(const struct sm_mg_level *level, int changed,
                                             int zero) {
  const struct sm_red_black *s = &level->layout;
  struct sm_periodic_axes ends = {.n = {s->n[0], s->n[1], s->n[2]},
                                  .half = s->half,
                                  .sy = s->sy,
                                  .sz = s->sz,
                                  .colour = s->colour,
                                  .changed = changed,
                                  .zero = zero};
  for (int d = 0; d < 3; d++)
    if (level->is_periodic[d]) ends.axis[ends.axes++] = d;
  return ends;
}

void sm_poisson_wrap(const struct sm_poisson *poisson, float *x) {
  sm_mg_share_halo(poisson, &poisson->level[0], x, 3);
  const struct sm_periodic_copy periodic_copy = {sm_mg_level_periodic(&poisson->level[0], 3, 0), x};
  const struct sm_box box = sm_periodic_box(&periodic_copy.ends);
  if (periodic_copy.ends.axes > 0)
    poisson->device->backend->wrap_periodic(poisson->device, &box, &periodic_copy);
}

void sm_poisson_wrap_double(const struct sm_poisson *poisson, double *x) {
  sm_mg_share_halo_double(poisson, x);
  const struct sm_periodic_copy_double periodic_copy = {
      sm_mg_level_periodic(&poisson->level[0], 3, 0), x};
  const struct sm_box box = sm_periodic_box(&periodic_copy.ends);
  if (periodic_copy.ends.axes > 0)
    poisson->device->backend->wrap_periodic_double(poisson->device, &box, &periodic_copy);
}

/* Whether cells of one colour are neighbours across periodic sides. */
static bool is_odd(const struct sm_mg_level *level) {
  for (int d = 0; d < 3; d++)
    if (level->is_periodic[d] && level->layout.n[d] % 2 == 1 && level->layout.n[d] > 1) return true;
  return false;
}

/* --- steps --- */

static struct sm_solver_step *add(struct sm_poisson *poisson, enum sm_solver_step_kind kind,
                                  struct sm_box box) {
  struct sm_solver_step *step = &poisson->cycle[poisson->cycle_count++];
  step->kind = kind;
  step->box = box;
  return step;
}

/* Kernel variant for a level. */
#define FORM(level, NAME)                                                                          \
  ((level)->op.cx != NULL   ? SM_STEP_##NAME##_coarse                                              \
   : (level)->op.fx != NULL ? SM_STEP_##NAME##_part                                                \
                            : SM_STEP_##NAME##_open)

static void add_pause(struct sm_poisson *poisson, const struct sm_mg_level *level, int colours) {
  poisson->pause[poisson->pauses++] =
      (struct sm_mg_pause){poisson->cycle_count, (int)(level - poisson->level), colours};
}

/* changed, zero: see sm_mg_level_periodic. */
static void add_wrap(struct sm_poisson *poisson, const struct sm_mg_level *level, int changed,
                     int zero) {
  if (level->own != NULL) add_pause(poisson, level, changed & ~zero);
  const struct sm_periodic_copy periodic_copy = {sm_mg_level_periodic(level, changed, zero),
                                                 level->x};
  if (periodic_copy.ends.axes > 0)
    add(poisson, SM_STEP_wrap_periodic, sm_periodic_box(&periodic_copy.ends))->args.periodic_copy =
        periodic_copy;
}

/* Sweep over one colour and then the other; zero: x counts as 0 before. Neighbouring cells of the
 * same colour use each other's old values and must not be over-relaxed. */
static void add_sweep(struct sm_poisson *poisson, const struct sm_mg_level *level, int first,
                      bool zero) {
  const struct sm_box box = sm_mg_level_vector_box(poisson, level);
  const float omega = is_odd(level) ? 1.0f : sm_mg_smoother_omega;
  struct sm_smooth s = {level->op, level->x, level->b, first, omega, 1.0f};
  add(poisson, zero ? FORM(level, smooth_first) : FORM(level, smooth), box)->args.smooth = s;
  add_wrap(poisson, level, zero ? 3 : 1 << first, zero ? 2 >> first : 0);
  s.keep = zero ? 0.0f : 1.0f;
  s.colour = 1 - first;
  add(poisson, FORM(level, smooth), box)->args.smooth = s;
}

static void descend(struct sm_poisson *poisson, int l) {
  const struct sm_mg_level *fine = &poisson->level[l], *coarse = fine + 1;
  const int sweeps = count_sweeps(poisson, l);
  for (int sweep = 0; sweep < sweeps; sweep++) {
    add_sweep(poisson, fine, 0, sweep == 0);
    add_wrap(poisson, fine, 2, 0);
  }
  add(poisson, FORM(fine, defect), sm_mg_level_vector_box(poisson, fine))->args.defect =
      (struct sm_defect){fine->op, fine->x, fine->b, fine->defect};
  struct sm_box box = sm_mg_level_box(coarse);
  if (fine->own != NULL) {
    box.lo[1] = coarse->cut->first;
    box.hi[1] = coarse->cut->end;
  }
  add(poisson, fine->pair ? SM_STEP_restrict_pair : SM_STEP_restrict_single, box)
      ->args.restriction = (struct sm_restriction){fine->transfer, fine->defect, coarse->b};
  if (fine->own != NULL && coarse->own == NULL) add_pause(poisson, coarse, 0);
}

static void ascend(struct sm_poisson *poisson, int l) {
  const struct sm_mg_level *fine = &poisson->level[l], *coarse = fine + 1;
  struct sm_box box = sm_mg_level_box(fine);
  box.hi[0] = coarse->layout.half;
  add(poisson, fine->pair ? SM_STEP_prolong_pair : SM_STEP_prolong_single, box)->args.prolongation =
      (struct sm_prolongation){fine->transfer, coarse->x, fine->x};
  const int sweeps = count_sweeps(poisson, l);
  for (int sweep = 0; sweep < sweeps; sweep++) {
    add_wrap(poisson, fine, sweep == 0 ? 3 : 1, 0);
    add_sweep(poisson, fine, 1, false);
  }
}

/* Memory traffic of an iteration, bytes, each array once per pass: the sums at the end of an
 * iteration, the first sweep from 0, another sweep, a defect. Face fractions of coarse levels are
 * negligible. */
double sm_poisson_iteration_bytes(const struct sm_poisson *poisson) {
  double sum = 0;
  for (int l = 0; l < poisson->levels; l++) {
    const struct sm_mg_level *level = &poisson->level[l];
    const double sweeps = count_sweeps(poisson, l), real = sizeof(float), byte = 1;
    const double first = 2.5 * real + byte, sweep = 4 * real + byte, defect = 2 * real + byte;
    const double transfers = 2 * real; /* right-hand side written, correction read */
    const double conjugate = 11 * real + 2 * sizeof(double) + byte;
    double bytes = l == 0 ? conjugate : transfers;
    if (l < poisson->levels - 1) bytes += first + (2 * sweeps - 1) * sweep + defect;
    sum += bytes * count_cells(level);
  }
  return sum;
}

int sm_mg_cycle_steps(const struct sm_poisson *poisson) {
  int steps = 1;
  for (int l = 0; l < poisson->levels - 1; l++) {
    const int half_sweeps = 4 * count_sweeps(poisson, l);
    steps += 3 + half_sweeps;
    if (sm_mg_level_periodic(&poisson->level[l], 0, 0).axes > 0) steps += half_sweeps;
  }
  return steps;
}

void sm_mg_cycle_make(struct sm_poisson *poisson) {
  const int last = poisson->levels - 1;
  const struct sm_mg_level *coarsest = &poisson->level[last];
  poisson->cycle_count = poisson->pauses = 0;
  for (int l = 0; l < last; l++) descend(poisson, l);
  const struct sm_box cells = {{0, 0, 0}, {poisson->dense_count, 1, 1}};
  add(poisson, SM_STEP_dense, cells)->args.dense =
      (struct sm_dense){poisson->inverse, coarsest->b, poisson->place, coarsest->x};
  for (int l = last - 1; l >= 0; l--) ascend(poisson, l);
}

void sm_poisson_cycle(struct sm_poisson *poisson) {
  const struct sm_backend *be = poisson->device->backend;
  int done = 0;
  for (int m = 0; m < poisson->pauses; m++) {
    const struct sm_mg_pause *pause = &poisson->pause[m];
    const struct sm_mg_level *level = &poisson->level[pause->level];
    be->run(poisson->device, poisson->cycle + done, pause->step - done);
    done = pause->step;
    if (pause->colours != 0)
      sm_mg_share_halo(poisson, level, level->x, pause->colours);
    else
      sm_mg_share_gather(poisson, level);
  }
  be->run(poisson->device, poisson->cycle + done, poisson->cycle_count - done);
}
