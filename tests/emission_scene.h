/* emission_scene.h - a source of particles in a flat domain of 20 x 20 x 20 cells of 5 m. */
#ifndef SM_TESTS_EMISSION_SCENE_H
#define SM_TESTS_EMISSION_SCENE_H

#include "harness.h"

#include "cell/cells.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { N = 20, MANY = 64000, KINDS = 3 };

/* 20 x 20 x 20 cells of 5 m, flat, all air; a source at once. */
static double face[N + 1];
static float ground[N * N];
static uint8_t open[N * N * N];
static struct sm_particle particle[MANY];
static struct sm_particle_tag tag[MANY];
static int64_t budget[2 * SM_BUDGET_TERMS];
static double at[2], emitted[2] = {0, 1}, rate[2];
static const float share[KINDS] = {0.2f, 0.5f, 1.0f};

static struct sm_emission source(int shape) {
  for (int i = 0; i <= N; i++) face[i] = 5 * i;
  memset(ground, 0, sizeof ground);
  memset(open, SM_OPEN_ALL, sizeof open);
  memset(budget, 0, sizeof budget);
  return (struct sm_emission){
      .released = MANY,
      .stride = 1,
      .particle = particle,
      .tag = tag,
      .budget = budget,
      .source = 3,
      .total = MANY,
      .mass = 1000,
      .species = 1,
      .first_kind = 5,
      .kinds = KINDS,
      .share = share,
      .seed = 11,
      .at = at,
      .emitted = emitted,
      .rate = rate,
      .moments = 2,
      .geometry = {.shape = shape, .low = {50, 50, 10}, .size = {20, 30, 40}, .radius = 8},
      .grid = {1, 1, 1},
      .face = {face, face, face},
      .ground = ground,
      .above_ground = 1,
      .open = open,
      .n = {N, N, N}};
}

static void emit(const struct sm_emission *s) {
  for (int64_t p = 0; p < s->released; p++)
    sm_cell_emit(s, (int)(p % SM_PARTICLE_ROW), (int)(p / SM_PARTICLE_ROW), 0);
}

#endif
