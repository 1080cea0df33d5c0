/* cycle.c - the V(2,2) cycle: agglomeration multigrid with a red-black smoother. */
#include "solve/poisson.h"

enum { SWEEPS = 2 };
static const float smoother_omega = 1.15f;

struct sm_box sm_level_box(const struct sm_level *level) {
  return (struct sm_box){{0, 0, 0}, {level->split.half, level->split.n[1], level->split.n[2]}};
}

void sm_poisson_sweep(struct sm_poisson *poisson, int l, int first, float omega, bool zero) {
  const struct sm_level *level = &poisson->level[l];
  const struct sm_backend *be = poisson->device->backend;
  const struct sm_box box = sm_level_box(level);
  const bool open = level->op.fx == NULL;
  struct sm_smooth s = {level->op, level->x, level->b, first, omega, 1.0f};
  if (zero) {
    (open ? be->smooth_first_open : be->smooth_first_part)(poisson->device, &box, &s);
    s.keep = 0.0f;
  } else {
    (open ? be->smooth_open : be->smooth_part)(poisson->device, &box, &s);
  }
  s.colour = 1 - first;
  (open ? be->smooth_open : be->smooth_part)(poisson->device, &box, &s);
}

static void descend(struct sm_poisson *poisson, int l) {
  const struct sm_level *fine = &poisson->level[l], *coarse = fine + 1;
  const struct sm_backend *be = poisson->device->backend;
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    sm_poisson_sweep(poisson, l, 0, smoother_omega, sweep == 0);
  const struct sm_box all = sm_level_box(fine), half = sm_level_box(coarse);
  const struct sm_defect defect = {fine->op, fine->x, fine->b, fine->defect};
  (fine->op.fx == NULL ? be->defect_open : be->defect_part)(poisson->device, &all, &defect);
  struct sm_transfer down = fine->transfer;
  down.from = fine->defect;
  down.to = coarse->b;
  (fine->pair ? be->restrict_pair : be->restrict_single)(poisson->device, &half, &down);
}

static void ascend(struct sm_poisson *poisson, int l) {
  const struct sm_level *fine = &poisson->level[l], *coarse = fine + 1;
  const struct sm_backend *be = poisson->device->backend;
  const struct sm_box box = {{0, 0, 0}, {coarse->split.half, fine->split.n[1], fine->split.n[2]}};
  struct sm_transfer up = fine->transfer;
  up.from = coarse->x;
  up.to = fine->x;
  (fine->pair ? be->prolong_pair : be->prolong_single)(poisson->device, &box, &up);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    sm_poisson_sweep(poisson, l, 1, smoother_omega, false);
}

void sm_poisson_cycle(struct sm_poisson *poisson) {
  const int last = poisson->levels - 1;
  const struct sm_level *coarsest = &poisson->level[last];
  for (int l = 0; l < last; l++) descend(poisson, l);
  const struct sm_box cells = {{0, 0, 0}, {poisson->dense_count, 1, 1}};
  const struct sm_dense dense = {poisson->inverse, coarsest->b, poisson->place, coarsest->x};
  poisson->device->backend->dense(poisson->device, &cells, &dense);
  for (int l = last - 1; l >= 0; l--) ascend(poisson, l);
}
