/* The code of a group of several lanes as a GPU runs it, each lane a thread here: what lanes hand
 * to each other, and when, is right where all give what one lane gives. With SM_GROUP_SPARSE
 * (test_chem_blocks.c) groups are blocks of several warps, and the matrix is sparse. */
#define _GNU_SOURCE /* barriers */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

/* GPU primitives made of threads: a barrier for the warp, and exchanges between two of them. */
enum { MOST_LANES = 64 };
static pthread_barrier_t warp;
static double exchanged[MOST_LANES];
static __thread int own_lane;

#ifdef SM_GROUP_SPARSE
enum { DENSE_SPECIES = 0 };
static void __syncthreads(void) { pthread_barrier_wait(&warp); }
#else
enum { DENSE_SPECIES = 100 };
static void __syncwarp(unsigned mask) {
  (void)mask;
  pthread_barrier_wait(&warp);
}
#endif

static double from_lane(double x, int lane) {
  exchanged[own_lane] = x;
  pthread_barrier_wait(&warp);
  const double there = exchanged[lane];
  pthread_barrier_wait(&warp);
  return there;
}

static double __shfl_xor_sync(unsigned mask, double x, int by, int width) {
  (void)mask;
  (void)width;
  return from_lane(x, own_lane ^ by);
}

#ifndef SM_GROUP_SPARSE
static double __shfl_sync(unsigned mask, double x, int lane, int width) {
  (void)mask;
  (void)width;
  return from_lane(x, lane);
}
#endif

#define __CUDA_ARCH__ 900
#define __device__
#define __forceinline__ inline
#define SM_STRICT
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "cell/chemistry/group_cells.h"
#undef __CUDA_ARCH__

#include "harness.h"

#include "chem_reference.h"

#include "chem/group/tables.h"
#include "device/reacting_cells.h"
#include <math.h>

static struct sm_context *ctx;
static struct chem_states states;

/* One cell through a time, by all lanes. */
struct work {
  struct sm_reacting_advance_args advance;
  int lanes;
  double *room;
};
struct lane {
  const struct work *work;
  int number;
};

static void *run_lane(void *user) {
  const struct lane *lane = user;
  const struct work *w = lane->work;
  const int kind = sm_reacting_kind_of(w->advance.method);
  const struct sm_reacting_room room = sm_reacting_room_at(&w->advance, kind, w->room);
  struct sm_thread_group group = {.lane = lane->number, .lanes = w->lanes};
#ifdef SM_GROUP_SPARSE
  static double fold[MOST_LANES / 32];
  group.fold = fold;
#endif
  own_lane = lane->number;
  sm_reacting_cell_advance(&w->advance, &group, kind, 0, &room);
  return NULL;
}

/* State 1 of the reference through dt, by so many lanes; the temperature comes last. */
static void advance(const struct sm_mechanism *m, const struct sm_group_tables *t, int lanes,
                    int method, double dt, double *state) {
  int32_t steps, rejected;
  double source[FIXTURE_MOST], energy = 1e9;
  for (int k = 0; k < t->species; k++) {
    state[k] = states.concentration[k][1];
    source[k] = (double)(k % 3) * state[k] * 1e3;
  }
  state[t->species] = states.temperature[1];
  struct work w = {.lanes = lanes};
  const struct sm_reacting_advance_args args = (struct sm_reacting_advance_args){
      .cells = {.tables = *t,
                .count = 1,
                .stride = 1,
                .concentrations = state,
                .temperature = state + t->species},
      .control = {.dt = dt, .rtol = 1e-3, .atol = 1e-8, .limit = 100},
      .mode = SM_GROUP_PRESSURE,
      .method = method,
      .explicit_below = 1,
      .stabilised_below = 2,
      .source = source,
      .energy = &energy,
      .steps = &steps,
      .rejected = &rejected};
  w.advance = sm_reacting_complete(&args);
  ck_assert_int_eq(sm_alloc(ctx,
                            sm_reacting_advance_doubles(&w.advance, sm_reacting_kind_of(method)),
                            sizeof *w.room, m->name, &w.room),
                   SM_OK);
  pthread_t thread[MOST_LANES];
  struct lane lane[MOST_LANES];
  ck_assert_int_eq(pthread_barrier_init(&warp, NULL, (unsigned)lanes), 0);
  for (int i = 0; i < lanes; i++) {
    lane[i] = (struct lane){&w, i};
    ck_assert_int_eq(pthread_create(&thread[i], NULL, run_lane, &lane[i]), 0);
  }
  for (int i = 0; i < lanes; i++) pthread_join(thread[i], NULL);
  pthread_barrier_destroy(&warp);
  ck_assert_int_gt(steps, 0);
  sm_free(w.room);
}

static void compare(const char *reference, int lanes, int method, double dt) {
  struct sm_mechanism *m = chem_reference_read(ctx, reference);
  if (m == NULL) return;
  struct sm_arena *arena;
  struct sm_group_host_tables host;
  double one[FIXTURE_MOST], all[FIXTURE_MOST], worst = 0;
  ck_assert(fixture_states(&states, reference, m));
  ck_assert_int_eq(sm_arena_create(ctx, &arena), SM_OK);
  ck_assert_int_eq(sm_group_tables_create(ctx, arena, m, DENSE_SPECIES, &host), SM_OK);
  advance(m, &host.tables, 1, method, dt, one);
  advance(m, &host.tables, lanes, method, dt, all);
  for (int k = 0; k <= m->species_count; k++) {
    const double off = fabs(all[k] - one[k]) / (fabs(one[k]) + 1e-12 * states.pressure[1] / 1e7);
    worst = fmax(worst, off);
  }
  printf("%s, %d lanes, method %d: off by %.2g\n", reference, lanes, method, worst);
  ck_assert(worst < 1e-12);
  sm_arena_destroy(&arena);
  sm_mechanism_destroy(&m);
}

#ifdef SM_GROUP_SPARSE
START_TEST(lanes_give_what_one_gives) {
  for (int method = SM_REACTING_AUTO; method <= SM_REACTING_RODAS4; method++)
    compare("yetter1991", 64, method, 1e-9);
  compare("burke2012", 64, SM_REACTING_RODAS4, 1e-10);
}
END_TEST
#else
START_TEST(lanes_give_what_one_gives) {
  for (int method = SM_REACTING_AUTO; method <= SM_REACTING_RODAS4; method++)
    compare("yetter1991", 8, method, 1e-9);
  compare("burke2012", 16, SM_REACTING_RODAS3, 1e-9);
  compare("burke2012", 16, SM_REACTING_AUTO, 1e-9);
  compare("gri30", 32, SM_REACTING_RODAS3, 1e-11);
}
END_TEST
#endif

CONTEXT_TEST_MAIN(lanes_give_what_one_gives)
