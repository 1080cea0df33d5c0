/* device/cpu/wavefront.h - wavefront execution of consecutive steps on one level (temporal
 * blocking): all steps pass over a plane while it is in the cache. For device/cpu/backend.c only.
 *
 * A sweep or a defect at row (j, k) needs the previous step at the neighbouring rows, and the
 * previous step must not pass there again afterwards. So step m may advance as far as step m - 1,
 * less one row and one plane: planes of a tile of rows are visited in turn, each step one plane
 * behind the previous one; successive tiles of step m are shifted by m rows. Threads share the
 * rows: each first computes its interior rows, m fewer at an inner edge in step m, and after a
 * barrier the 2 m rows of step m at its lower edge. The arithmetic of a cell is the same in any
 * order. */
#ifndef SM_DEVICE_CPU_WAVEFRONT_H
#define SM_DEVICE_CPU_WAVEFRONT_H

enum {
  WAVEFRONT_STEPS = 16,         /* maximum number of steps */
  WAVEFRONT_CACHE = 512 * 1024, /* bytes per wavefront: half of the L2 cache of a core */
  WAVEFRONT_CELL = 13           /* bytes per cell read and written by its steps */
};

/* Fine-level array that a step modifies; NULL: not suitable for a wavefront. */
static const float *wavefront_array(const struct sm_solver_step *s) {
  switch (s->kind) {
  case SM_STEP_smooth_open:
  case SM_STEP_smooth_part:
  case SM_STEP_smooth_coarse:
  case SM_STEP_smooth_first_open:
  case SM_STEP_smooth_first_part:
  case SM_STEP_smooth_first_coarse: return s->args.smooth.x;
  case SM_STEP_defect_open:
  case SM_STEP_defect_part:
  case SM_STEP_defect_coarse: return s->args.defect.x;
  case SM_STEP_prolong_pair:
  case SM_STEP_prolong_single: return s->args.prolongation.to;
  default: return NULL;
  }
}

static bool is_restriction(const struct sm_solver_step *s) {
  return s->kind == SM_STEP_restrict_pair || s->kind == SM_STEP_restrict_single;
}

/* Whether `next` can follow `step` in the same wavefront. */
static bool may_follow(const struct sm_solver_step *step, const struct sm_solver_step *next) {
  const bool defect = step->kind == SM_STEP_defect_open || step->kind == SM_STEP_defect_part ||
                      step->kind == SM_STEP_defect_coarse;
  if (is_restriction(next)) return defect && next->args.restriction.from == step->args.defect.r;
  const bool first = next->kind == SM_STEP_prolong_pair || next->kind == SM_STEP_prolong_single;
  return !first && wavefront_array(next) != NULL && wavefront_array(next) == wavefront_array(step);
}

/* First of `count` coarse rows whose last fine row is not before `fine`. */
static int coarse_row(const int *start, int count, int fine) {
  int low = 0, high = count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (start[middle + 1] > fine)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* Rows lo <= j < hi of a plane; a coarse row is identified by its last fine row. */
static void run_rows(const struct sm_solver_step *s, int lo, int hi, int plane) {
  struct sm_box b = {{s->box.lo[0], lo, plane}, {s->box.hi[0], hi, plane + 1}};
  if (is_restriction(s)) {
    const struct sm_mg_transfer *t = &s->args.restriction.t;
    b.lo[1] = coarse_row(t->start_y, s->box.hi[1], lo);
    b.hi[1] = coarse_row(t->start_y, s->box.hi[1], hi);
    b.lo[2] = coarse_row(t->start_z, s->box.hi[2], plane);
    b.hi[2] = coarse_row(t->start_z, s->box.hi[2], plane + 1);
  }
  switch (s->kind) {
#define STEP(NAME, ARGS)                                                                           \
  case SM_STEP_##NAME:                                                                             \
    for (int k = b.lo[2]; k < b.hi[2]; k++)                                                        \
      for (int j = b.lo[1]; j < b.hi[1]; j++) ROW_OF(NAME)(&b, &s->args.ARGS, j, k);               \
    break;
#define FEW_STEP STEP
#include "device/kernels_only_steps.h"

#include "cell/kernels.def"
#include "device/kernels_undef.h"
  }
}

struct wavefront {
  const struct sm_solver_step *step;
  int count, rows, planes, tile; /* tile: rows per tile */
};

/* Runs rows lo[m] <= j < hi[m] of step m in all planes. */
static void run_planes(const struct wavefront *w, const int lo[WAVEFRONT_STEPS],
                       const int hi[WAVEFRONT_STEPS]) {
  for (int t = 0; t < w->planes + w->count - 1; t++)
    for (int m = 0; m < w->count; m++)
      if (t >= m && t - m < w->planes) run_rows(&w->step[m], lo[m], hi[m], t - m);
}

static int at_least(int x, int least) { return x > least ? x : least; }
static int at_most(int x, int most) { return x < most ? x : most; }

/* Runs rows begin <= j < end except those that depend on rows beyond an inner edge. */
static void run_own_rows(const struct wavefront *w, int begin, int end) {
  for (int y = begin; y - (w->count - 1) < end; y += w->tile) {
    int lo[WAVEFRONT_STEPS], hi[WAVEFRONT_STEPS];
    for (int m = 0; m < w->count; m++) {
      lo[m] = at_least(y - m, begin > 0 ? begin + m : 0);
      hi[m] = at_most(y + w->tile - m, end < w->rows ? end - m : end);
    }
    run_planes(w, lo, hi);
  }
}

static void run_edge(const struct wavefront *w, int edge) {
  int lo[WAVEFRONT_STEPS], hi[WAVEFRONT_STEPS];
  for (int m = 0; m < w->count; m++) {
    lo[m] = edge - m;
    hi[m] = edge + m;
  }
  run_planes(w, lo, hi);
}

/* Runs the wavefront that begins at this step; returns the number of its steps, 0: no wavefront,
 * as of rows after those of other processes. */
static int run_wavefront(struct sm_device *device, const struct sm_solver_step *step, int count) {
  const int ny = step->box.hi[1], nz = step->box.hi[2], threads = device->threads;
  const ptrdiff_t row = 2 * (ptrdiff_t)step->box.hi[0];
  if (device->profile != NULL || step->box.lo[1] > 0 || wavefront_array(step) == NULL ||
      row * ny * nz < device->wave_least)
    return 0;
  const int most = at_most(at_most(count, WAVEFRONT_STEPS), threads > 1 ? ny / threads / 2 : count);
  int length = 1;
  while (length < most && may_follow(&step[length - 1], &step[length])) length++;
  if (length < 2) return 0;
  const ptrdiff_t tile = WAVEFRONT_CACHE / (row * WAVEFRONT_CELL * (length + 2));
  const struct wavefront w = {step, length, ny, nz, tile > ny ? ny : at_least((int)tile, 4)};
#pragma omp parallel num_threads(threads)
  {
    const int all = omp_get_num_threads(), t = omp_get_thread_num();
    const int begin = (int)((int64_t)ny * t / all), end = (int)((int64_t)ny * (t + 1) / all);
    run_own_rows(&w, begin, end);
#pragma omp barrier
    if (t > 0) run_edge(&w, begin);
  }
  return length;
}

#endif
