/* Particles are counted: in boxes, in receptors, in the air; some are followed. */
#include "harness.h"
#include "random_numbers.h"

#include "cell/cells.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { N = 8, PARTICLES = 5003, KINDS = 3, SPECIES = 2, RECEPTORS = 2, BOXES = 5 };

static float face[N + 1], width[N];
static struct sm_particle particle[PARTICLES];
static struct sm_particle_tag tag[PARTICLES];
/* Two sizes of dust, and a gas that decays. */
static const struct sm_particle_kind kind[KINDS] = {{.extinction = 50, .species = 0},
                                                    {.extinction = 20, .species = 0},
                                                    {.decay = 0.1f, .species = 1}};
static const float area[SPECIES] = {0.25f, 1.0f};
static int64_t sum[SPECIES * N * N * N], cross_section[N * N * N], received[RECEPTORS * SPECIES];
static int64_t budget[SPECIES * SM_BUDGET_TERMS];

/* Cells grow; neighbours often share a cell. Some are inactive, some not yet released. */
static struct sm_binning fill(void) {
  for (int i = 0; i < N; i++) {
    width[i] = 1 + 0.25f * (float)i;
    face[i + 1] = face[i] + width[i];
  }
  for (int p = 0; p < PARTICLES; p++) {
    for (int d = 0; d < 3; d++) {
      particle[p].cell[d] = (uint16_t)(p % 3 > 0 ? particle[p - 1].cell[d] : (int)(any() * N));
      particle[p].part[d] = (uint32_t)(any() * 4294967295.0);
    }
    particle[p].kind = (uint16_t)(any() < 0.1 ? SM_KIND_INACTIVE : (int)(any() * KINDS));
    tag[p] = (struct sm_particle_tag){.id = (uint64_t)p,
                                      .mass = 1000000 + (int64_t)(any() * 1e6),
                                      .release_time = (float)(4 * any()),
                                      .release_delay = any() < 0.1 ? 0.1f : 0.0f};
  }
  memset(sum, 0, sizeof sum);
  memset(cross_section, 0, sizeof cross_section);
  memset(received, 0, sizeof received);
  memset(budget, 0, sizeof budget);
  return (struct sm_binning){.count = PARTICLES,
                             .particle = particle,
                             .tag = tag,
                             .kind = kind,
                             .time = 5,
                             .face = {face, face, face},
                             .width = {width, width, width},
                             .columns = {N, N},
                             .n = {N, N, N},
                             .sum = sum,
                             .cross_section = cross_section,
                             .area = area,
                             .species = SPECIES,
                             .budget = budget};
}

static double at(const struct sm_particle *m, int d) {
  return (double)face[m->cell[d]] + (double)width[m->cell[d]] * (m->part[d] + 0.5) / 4294967296.0;
}
static double left_of(int p) {
  return tag[p].release_delay > 0
             ? 0
             : (double)tag[p].mass *
                   exp(-(double)kind[particle[p].kind].decay * (5 - (double)tag[p].release_time));
}

static void count(const struct sm_binning *s) {
  for (int m = 0; m <= (PARTICLES - 1) / SM_BINNING_CHUNK; m++) sm_cell_binning(s, m, 0, 0);
}

/* Against a plain sum: within a quantum per particle. */
START_TEST(cells_hold_what_is_in_them) {
  const struct sm_binning s = fill();
  static double expected[SPECIES * N * N * N], dims[N * N * N];
  count(&s);
  for (int p = 0; p < PARTICLES; p++) {
    if (particle[p].kind == SM_KIND_INACTIVE) continue;
    const struct sm_particle_kind *own = &kind[particle[p].kind];
    const int c = particle[p].cell[0] + N * (particle[p].cell[1] + N * particle[p].cell[2]);
    expected[c + own->species * N * N * N] += left_of(p);
    dims[c] += left_of(p) * (double)own->extinction * (double)area[own->species];
  }
  for (int c = 0; c < SPECIES * N * N * N; c++)
    ck_assert_double_eq_tol((double)sum[c], expected[c], 2 + 1e-6 * expected[c]);
  for (int c = 0; c < N * N * N; c++)
    ck_assert_double_eq_tol((double)cross_section[c], dims[c], 20 + 1e-6 * dims[c]);
}
END_TEST

/* Boxes across cells; what is outside of all of them is not counted. */
START_TEST(boxes_of_their_own_hold_what_is_in_them) {
  struct sm_binning s = fill();
  static double expected[SPECIES * BOXES * BOXES * BOXES];
  for (int d = 0; d < 3; d++) {
    s.n[d] = BOXES;
    s.low[d] = 1.5f;
    s.inverse[d] = 0.5f;
  }
  count(&s);
  for (int p = 0; p < PARTICLES; p++) {
    if (particle[p].kind == SM_KIND_INACTIVE) continue;
    int c = 0, step = 1;
    bool inside = true;
    for (int d = 0; d < 3; d++, step *= BOXES) {
      const double x = (at(&particle[p], d) - 1.5) / 2;
      inside = inside && x >= 0 && x < BOXES;
      c += step * (int)x;
    }
    if (inside) expected[c + kind[particle[p].kind].species * BOXES * BOXES * BOXES] += left_of(p);
  }
  for (int c = 0; c < SPECIES * BOXES * BOXES * BOXES; c++)
    ck_assert_double_eq_tol((double)sum[c], expected[c], 2 + 1e-6 * expected[c]);
}
END_TEST

/* Two that overlap; every column knows both. */
START_TEST(receptors_hold_what_is_in_their_boxes) {
  struct sm_binning s = fill();
  static int start[N * N + 1], receptor[2 * N * N];
  static const struct sm_receptor_box box[RECEPTORS] = {{{2, 2, 0}, {9, 7, 3}},
                                                        {{5, 5, 1}, {30, 30, 30}}};
  for (int c = 0; c <= N * N; c++) start[c] = 2 * c;
  for (int c = 0; c < 2 * N * N; c++) receptor[c] = c % 2;
  s.start = start;
  s.receptor = receptor;
  s.box = box;
  s.received = received;
  s.sum = s.cross_section = NULL;
  count(&s);
  for (int r = 0; r < RECEPTORS; r++) {
    double expected[SPECIES] = {0};
    for (int p = 0; p < PARTICLES; p++) {
      bool inside = particle[p].kind != SM_KIND_INACTIVE;
      for (int d = 0; d < 3; d++)
        inside = inside && at(&particle[p], d) >= (double)box[r].low[d] &&
                 at(&particle[p], d) < (double)box[r].high[d];
      if (inside) expected[kind[particle[p].kind].species] += left_of(p);
    }
    for (int m = 0; m < SPECIES; m++) {
      ck_assert(expected[m] > 1e6);
      ck_assert_double_eq_tol((double)received[SPECIES * r + m], expected[m],
                              1000 + 1e-6 * expected[m]);
    }
  }
}
END_TEST

START_TEST(the_air_holds_all_that_is_left) {
  const struct sm_binning s = fill();
  int64_t mass[SPECIES] = {0}, number[SPECIES] = {0};
  double left[SPECIES] = {0};
  for (int m = 0; m <= (PARTICLES - 1) / SM_BINNING_CHUNK; m++) sm_cell_airborne_mass(&s, m, 0, 0);
  for (int p = 0; p < PARTICLES; p++) {
    if (particle[p].kind == SM_KIND_INACTIVE) continue;
    const int own = kind[particle[p].kind].species;
    mass[own] += tag[p].mass;
    number[own]++;
    left[own] += tag[p].release_delay > 0 ? (double)tag[p].mass : left_of(p);
  }
  for (int m = 0; m < SPECIES; m++) {
    const int64_t *row = budget + (ptrdiff_t)m * SM_BUDGET_TERMS;
    ck_assert_int_eq(row[SM_BUDGET_AIRBORNE] + row[SM_BUDGET_DECAYED], mass[m]);
    ck_assert_int_eq(row[SM_BUDGET_COUNT_AIRBORNE], number[m]);
    ck_assert_double_eq_tol((double)row[SM_BUDGET_AIRBORNE] / left[m], 1, 1e-6);
  }
}
END_TEST

/* Each track is one particle, whatever the numbers are. */
START_TEST(every_track_is_one_particle) {
  for (int way = 0; way < 400; way++) {
    const int64_t total = 1 + (int64_t)(any() * (way < 300 ? 50 : 100000));
    const int64_t wanted = 1 + (int64_t)(any() * (double)total);
    const int64_t trajectories = way % 7 == 0 || wanted > total ? total : wanted;
    int64_t next = 0;
    for (int64_t n = 0; n < total; n++) {
      const int64_t trajectory = sm_trajectory_of((double)total, trajectories, n);
      if (trajectory < 0) continue;
      ck_assert_int_eq(trajectory, next);
      next++;
    }
    ck_assert_msg(next == trajectories, "%d tracks of %d instead of %d", (int)next, (int)total,
                  (int)trajectories);
  }
}
END_TEST

TEST_MAIN(cells_hold_what_is_in_them, boxes_of_their_own_hold_what_is_in_them,
          receptors_hold_what_is_in_their_boxes, the_air_holds_all_that_is_left,
          every_track_is_one_particle)
