/* Vegetation in the first guess of a wind: symmetry, tiles, lines, terrain. */
#include "planted_wind.h"

#include "cell/cells.h"
#include "physics/vegetation/internal.h"

/* --- symmetry --- */

static struct wind garden(int quarters, bool mirror) {
  begin(SIDE, SIDE, 16, 2, 1.5);
  plant_garden(quarters, mirror);
  fixture_build(&f);
  double wind[2] = {4, mirror ? -1.5 : 1.5};
  turn_in_square(wind, 0, quarters);
  struct wind w = apply(64, wind[0], wind[1], 0.5);
  fixture_destroy(&f);
  return w;
}

START_TEST(a_turned_garden_has_a_turned_wind) {
  struct wind a = garden(0, false);
  for (int quarters = 1; quarters < 4; quarters++) {
    struct wind b = garden(quarters, false);
    ck_assert_double_lt(check_turned(&a, &b, quarters, SIDE, 16), 1.5);
    free_wind(&b);
  }
  free_wind(&a);
}
END_TEST

START_TEST(a_mirrored_garden_has_a_mirrored_wind) {
  struct wind a = garden(0, false), b = garden(0, true);
  check_mirrored(&a, &b, SIDE, 16);
  free_wind(&a);
  free_wind(&b);
}
END_TEST

START_TEST(every_model_flags_its_cells_and_slows_all_components_alike) {
  struct wind a = garden(0, false);
  int count[SM_ZONE_TURBINE_WAKE] = {0};
  for (int k = 0; k < 16; k++)
    for (int j = 0; j < SIDE; j++)
      for (int i = 0; i < SIDE; i++) {
        const uint8_t flag = a.flag[i + SIDE * (j + SIDE * k)];
        ck_assert_int_lt(flag, SM_ZONE_TURBINE_WAKE);
        count[flag]++;
        const double w = at(&a, 2, i, j, k), u = at(&a, 0, i, j, k);
        ck_assert(w > 0 && w <= 0.5 && u > 0 && u <= 4);
      }
  ck_assert_int_gt(count[SM_ZONE_NONE], 20);
  for (int m = SM_ZONE_CANOPY; m < SM_ZONE_TURBINE_WAKE; m++) ck_assert_int_gt(count[m], 20);
  free_wind(&a);
}
END_TEST

/* --- tiles --- */

static double random_between(double low, double high) {
  return low + (high - low) * rand() / RAND_MAX;
}

/* Trees and fences anywhere, and a field. */
static void plant_at_random(void) {
  static const double field[4][2] = {{30.1, 40.2}, {80.3, 44.7}, {76.6, 90.4}, {28.7, 84.9}};
  for (int p = 0; p < 24; p++) {
    const double place[1][2] = {{random_between(0, 120), random_between(0, 120)}};
    add(SM_PLANT_TREE, 1, place, random_between(3, 12));
  }
  for (int p = 0; p < 10; p++) {
    const double x = random_between(-10, 130), y = random_between(-10, 130);
    const double line[3][2] = {{x, y},
                               {x + random_between(-30, 30), y + random_between(-30, 30)},
                               {x + random_between(-30, 30), y + random_between(-30, 30)}};
    struct sm_case_plant *fence = add(p % 2 ? SM_PLANT_FENCE : SM_PLANT_WINDBREAK, 3, line, 2);
    fence->is_line = true;
    fence->traits.base = p % 3 == 0 ? 0.8 : 0;
  }
  add(SM_PLANT_ROWS, 4, field, 2.5)->traits.spacing = 3;
}

/* The wind is as if every face had looked at every plant. */
START_TEST(tiles_lose_no_plant) {
  srand(11);
  for (int turn = 0; turn < 8; turn++) {
    const int barrier_model = turn % 2 == 0 ? SM_BARRIER_PERERA : SM_BARRIER_MIXING_LAYER;
    begin(SIDE, SIDE, 12, 2, 1.5);
    f.c.vegetation.shelter = barrier_model;
    plant_at_random();
    fixture_build(&f);
    const double angle = 0.3 + 1.1 * turn, u = 4 * cos(angle), v = 4 * sin(angle);
    const float wind[2] = {(float)u, (float)v};
    struct wind w = apply(64, u, v, 0);
    const uint32_t count = (uint32_t)sm_plant_count(f.domain), start[2] = {0, count};
    struct sm_plant_zone *zone = calloc(count, sizeof *zone);
    uint32_t *order = calloc(count, sizeof *order);
    for (uint32_t p = 0; p < count; p++) {
      zone[p] = sm_plant_zone_of(f.domain, p, barrier_model, wind);
      order[p] = p;
    }
    const struct sm_plant_tiles all = {
        .zone = zone, .start = start, .plant = order, .tiles_x = 1, .tiles_y = 1};
    for (int k = 0; k < 12; k++)
      for (int j = 0; j < SIDE; j++)
        for (int i = 0; i <= SIDE; i++) {
          int kind;
          const float x = (float)(2 * i), y = (float)(2 * j + 1), z = (float)(1.5 * (k + 0.5));
          const double factor = (double)sm_plants_factor(&all, 0, x, y, z, &kind);
          ck_assert_msg(fabs(at(&w, 0, i, j, k) - factor * u) < 3e-5, "%d, %d, %d: %g, not %g", i,
                        j, k, at(&w, 0, i, j, k) / u, factor);
        }
    free(zone);
    free(order);
    free_wind(&w);
    fixture_destroy(&f);
  }
}
END_TEST

/* --- lines --- */

/* The wind behind a line of `count` points, from the west. */
static struct wind behind_line(const double (*points)[2], int count, int barrier_model) {
  begin(SIDE, SIDE, 12, 2, 1.5);
  f.c.vegetation.shelter = barrier_model;
  add(SM_PLANT_FENCE, count, points, 3)->is_line = true;
  fixture_build(&f);
  struct wind w = apply(64, 4, 0.9, 0);
  fixture_destroy(&f);
  return w;
}

/* Largest difference of u from that of the least of two other winds. */
static double unlike(const struct wind *w, const struct wind *a, const struct wind *b) {
  double most = 0;
  for (int k = 0; k < 12; k++)
    for (int j = 0; j < SIDE; j++)
      for (int i = 0; i <= SIDE; i++) {
        const double least = fmin(at(a, 0, i, j, k), at(b, 0, i, j, k));
        most = fmax(most, fabs(at(w, 0, i, j, k) - least));
      }
  return most;
}

START_TEST(a_fence_drawn_with_more_points_shelters_alike) {
  static const double whole[2][2] = {{20.3, 40.1}, {29.3, 76.1}};
  static const double pieces[5][2] = {
      {20.3, 40.1}, {20.8, 42.1}, {21.3, 44.1}, {26.3, 64.1}, {29.3, 76.1}};
  static const double turned[3][2] = {{29.3, 76.1}, {26.3, 64.1}, {20.3, 40.1}};
  for (int barrier_model = 0; barrier_model < 2; barrier_model++) {
    struct wind a = behind_line(whole, 2, barrier_model), b = behind_line(pieces, 5, barrier_model);
    struct wind c = behind_line(turned, 3, barrier_model);
    ck_assert_double_lt(unlike(&b, &a, &a), 2e-3);
    ck_assert_double_lt(unlike(&c, &a, &a), 2e-3);
    free_wind(&a);
    free_wind(&b);
    free_wind(&c);
  }
}
END_TEST

/* Of both sides of a court the one counts that takes most; those along the wind take nothing. The
 * sides are as long as the court is wide, however the line goes round. */
START_TEST(a_court_shelters_as_its_sides) {
  static const double court[5][2] = {
      {20.3, 40.1}, {11.3, 80.1}, {51.3, 89.1}, {60.3, 49.1}, {20.3, 40.1}};
  struct wind all = behind_line(court, 5, SM_BARRIER_PERERA);
  struct wind front = behind_line(court, 2, SM_BARRIER_PERERA);
  struct wind back = behind_line(court + 2, 2, SM_BARRIER_PERERA);
  double most = 0;
  for (int k = 0; k < 2; k++)
    for (int j = 30; j < 38; j++) /* across the middle of the court and behind it */
      for (int i = 11; i <= SIDE; i++)
        most = fmax(
            most, fabs(at(&all, 0, i, j, k) - fmin(at(&front, 0, i, j, k), at(&back, 0, i, j, k))));
  ck_assert_double_lt(most, 0.02);
  free_wind(&all);
  free_wind(&front);
  free_wind(&back);
}
END_TEST

/* --- terrain --- */

static double terrace(double x, double y) {
  (void)y;
  return x < 60 ? 0 : 24;
}

/* The same garden 24 m higher. */
START_TEST(wakes_follow_the_ground) {
  static const double low[1][2] = {{20, 40}}, high[1][2] = {{80, 40}};
  static const double fences[2][2][2] = {{{10, 10}, {10, 30}}, {{70, 10}, {70, 30}}};
  begin(60, 30, 40, 2, 1.5);
  fixture_terrain(&f, terrace, 0, 120, 0, 60);
  add(SM_PLANT_TREE, 1, low, 6);
  add(SM_PLANT_TREE, 1, high, 6);
  add(SM_PLANT_WINDBREAK, 2, fences[0], 3)->is_line = true;
  add(SM_PLANT_WINDBREAK, 2, fences[1], 3)->is_line = true;
  fixture_build(&f);
  struct wind w = apply(64, 3, 0, 0);
  for (int k = 0; k < 12; k++)
    for (int j = 0; j < 30; j++)
      for (int i = 0; i < 25; i++) {
        const double below = at(&w, 0, i, j, k), above = at(&w, 0, i + 30, j, k + 16);
        if (i < 3) continue;
        ck_assert_msg(above <= below + 1e-5, "%d, %d, %d: %g and %g", i, j, k, below, above);
      }
  ck_assert_double_eq_tol(at(&w, 0, 8, 10, 0), at(&w, 0, 38, 10, 16), 1e-5);
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

/* --- nothing there --- */

START_TEST(plants_without_effect_change_nothing) {
  static const double place[1][2] = {{50, 40}};
  static const double box[4][2] = {{20, 20}, {60, 20}, {60, 60}, {20, 60}};
  for (int what = 0; what < 3; what++) {
    begin(50, 40, 10, 2, 2);
    if (what == 0) add(SM_PLANT_TREE, 1, place, 9);
    if (what == 1) add(SM_PLANT_FENCE, 4, box, 3)->traits.porosity = 1;
    if (what == 2) add(SM_PLANT_CANOPY, 4, box, 3)->traits.attenuation = 0;
    if (what == 0) f.c.vegetation.wakes = false;
    fixture_build(&f);
    struct wind w = apply(64, 3, -2, 1);
    const double limit = what == 0 ? 0 : 1e-5;
    for (int k = 0; k < 10; k++)
      for (int j = 0; j < 40; j++)
        for (int i = 0; i < 50; i++) {
          ck_assert_double_le(fabs(at(&w, 0, i, j, k) - 3), limit);
          ck_assert_double_le(fabs(at(&w, 1, i, j, k) + 2), limit);
        }
    free_wind(&w);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(a_calm_stays_a_calm) {
  begin(SIDE, SIDE, 16, 2, 1.5);
  plant_garden(0, false);
  fixture_build(&f);
  struct wind w = apply(32, 0, 0, 0);
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < 16; k++)
      for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) ck_assert(at(&w, d, i, j, k) == 0);
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(a_turned_garden_has_a_turned_wind, a_mirrored_garden_has_a_mirrored_wind,
          every_model_flags_its_cells_and_slows_all_components_alike, tiles_lose_no_plant,
          a_fence_drawn_with_more_points_shelters_alike, a_court_shelters_as_its_sides,
          wakes_follow_the_ground, plants_without_effect_change_nothing, a_calm_stays_a_calm)
