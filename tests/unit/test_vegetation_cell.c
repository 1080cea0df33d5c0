/* Drag of plants on one face: exact values, limits, and elementary functions against the library's.
 */
#include "cell/cells.h"
#include "harness.h"

#include <math.h>

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.9g instead of %.9g", got, expected);
}

/* --- elementary functions --- */

START_TEST(exponential_and_logarithm_are_those_of_the_library) {
  for (double x = -40; x <= 40; x += 0.0137) {
    const float y = (float)x;
    near((double)sm_exp(y) / exp((double)y), 1, 3e-7);
    near((double)sm_tanh(y), tanh((double)y), 2e-7);
  }
  for (double x = 1e-6; x < 1e6; x *= 1.013) {
    const float y = (float)x;
    near((double)sm_log(y), log((double)y), 3e-7 * fmax(1, fabs(log((double)y))));
    near((double)sm_power(y, 0.19f) / pow((double)y, 0.19), 1, 2e-6);
  }
  ck_assert(sm_exp(0.0f) == 1.0f && sm_log(1.0f) == 0.0f && sm_tanh(0.0f) == 0.0f);
  ck_assert(isfinite(sm_exp(1e30f)) && sm_exp(-1e30f) >= 0.0f && sm_exp(-1e30f) < 1e-30f);
}
END_TEST

/* --- canopies --- */

static struct sm_plant_foliage foliage(double height, double attenuation, double z0) {
  const float h = (float)height, a = (float)attenuation, z = (float)z0;
  return (struct sm_plant_foliage){h, a, sm_canopy_displacement(h, a, z), z};
}

/* Cionco (1965): u(z) / u(H) = exp(a (z / H - 1)); above, the displaced logarithm. */
START_TEST(a_canopy_has_the_published_profile) {
  const double h = 10, a = 2, z0 = 0.1;
  const struct sm_plant_foliage f = foliage(h, a, z0);
  const double d = (double)f.displacement, top = log((h - d + z0) / z0);
  ck_assert(d > 0 && d < h);
  near(a * top, h / (h - d + z0), 1e-3); /* slopes match at the top */
  for (double z = 0.5; z < 10; z += 0.5)
    near((double)sm_canopy_factor(f, (float)z) * log((z + z0) / z0), top * exp(a * (z / h - 1)),
         2e-6 * top);
  for (double z = 10; z < 300; z *= 1.3)
    near((double)sm_canopy_factor(f, (float)z), log((z - d + z0) / z0) / log((z + z0) / z0), 2e-6);
}
END_TEST

START_TEST(below_the_foliage_of_a_canopy_the_factor_is_that_of_its_base) {
  const struct sm_plant_foliage f = foliage(20, 3, 0.1);
  const float ground = 7, base = 5;
  const struct sm_canopy s = {.ground = &ground,
                              .height = &f.height,
                              .base = &base,
                              .attenuation = &f.attenuation,
                              .displacement = &f.displacement,
                              .z0 = &f.z0};
  const float factor = sm_canopy_factor(f, 5);
  ck_assert(factor > sm_canopy_factor(f, 1) && factor < 1);
  for (float z = 0.5f; z < 5; z++) ck_assert(sm_canopy_column(&s, 0, ground + z) == factor);
  for (float z = 5.5f; z < 40; z++)
    ck_assert(sm_canopy_column(&s, 0, ground + z) == sm_canopy_factor(f, z));
  ck_assert(sm_canopy_column(&s, 0, ground - 1) == 1.0f);
}
END_TEST

START_TEST(a_canopy_slows_more_the_denser_it_is_and_never_speeds_up) {
  for (double z = 0.01; z < 40; z *= 1.3) {
    double before = 1;
    for (double a = 0; a <= 4; a += 0.5) {
      const double factor = (double)sm_canopy_factor(foliage(8, a, 0.05), (float)z);
      ck_assert(factor > 0 && factor <= 1);
      if (z > 2) ck_assert_double_le(factor, before + 1e-6);
      before = factor;
    }
  }
  near((double)sm_canopy_factor(foliage(8, 0.0, 0.05), 8), 1, 1e-6);
  near((double)sm_canopy_displacement(8.0f, 0.0f, 0.05f), 0, 1e-5);
}
END_TEST

/* --- trees --- */

static struct sm_plant_zone tree(double height, double base, double attenuation) {
  const float h = (float)height;
  return (struct sm_plant_zone){.form = SM_FORM_TREE,
                                .field = -1,
                                .along = {1, 0},
                                .height = h,
                                .base = (float)base,
                                .radius = 0.3f * h,
                                .friction = 0.08f,
                                .foliage = foliage(height, attenuation, 0.1)};
}

/* Margairaz et al. (2022): numbers worked out from the formulas. */
START_TEST(a_tree_has_the_published_wake) {
  const struct sm_plant_zone t = tree(10, 0, 4);
  const double middle = 5;
  near((double)sm_tree_wake_deficit(&t, 20, 0, (float)middle), 0.08 * (9.33 - 0.63 * 2), 1e-6);
  near((double)sm_tree_wake_deficit(&t, 100, 0, (float)middle), 0.08 * 90.68 * pow(10, -1.48),
       1e-6);
  const double b = 0.05 * 2 + 2.12, across = 10 * (b + 1.15), up = 10 * (b - 1.15);
  const double peak = 0.08 * (9.33 - 0.63 * 2);
  near((double)sm_tree_wake_deficit(&t, 20, 4, (float)middle),
       peak * exp(-16 / (0.083 * across * across)), 1e-6);
  near((double)sm_tree_wake_deficit(&t, 20, 0, (float)(middle + 3)),
       peak * exp(-9 / (0.083 * up * up)), 1e-6);
  ck_assert(sm_tree_wake_deficit(&t, 20, (float)(0.51 * across), (float)middle) == 0);
  ck_assert(sm_tree_wake_deficit(&t, 20, 0, (float)(middle + 0.51 * up)) == 0);
  ck_assert(sm_tree_wake_deficit(&t, -0.1f, 0, 5) == 0);
  ck_assert(sm_tree_wake_deficit(&t, 110.1f, 0, 5) == 0);
}
END_TEST

START_TEST(the_wake_goes_on_smoothly_where_its_formulas_change) {
  const struct sm_plant_zone t = tree(10, 0, 4);
  const double below = (double)sm_tree_wake_deficit(&t, 77.6f, 3, 6);
  const double above = (double)sm_tree_wake_deficit(&t, 77.8f, 3, 6);
  ck_assert_double_le(fabs(below / above - 1), 0.03);
}
END_TEST

START_TEST(a_tree_without_leaves_has_no_wake) {
  const struct sm_plant_zone t = tree(10, 0, 0);
  for (float x = 1; x < 110; x += 3) near((double)sm_tree_wake_deficit(&t, x, 0, 5), 0, 1e-7);
  near((double)sm_crown_deficit(&t, 5), 0, 1e-5);
}
END_TEST

START_TEST(a_crown_fades_out_at_twice_its_height) {
  const struct sm_plant_zone t = tree(10, 3, 2);
  const double top = (double)sm_crown_deficit(&t, 10);
  near(top, 1 - (double)sm_canopy_factor(t.foliage, 10), 1e-7);
  near((double)sm_crown_deficit(&t, 15), 0.5 * top, 1e-6);
  ck_assert(sm_crown_deficit(&t, 20) == 0 && sm_crown_deficit(&t, 30) == 0);
  near((double)sm_crown_deficit(&t, 1), (double)sm_crown_deficit(&t, 3), 1e-7);
}
END_TEST

/* --- barriers --- */

/* A fence along y from (0, 0) to (0, 20), the wind from the west. */
static struct sm_plant_zone fence(double open) {
  return (struct sm_plant_zone){.form = SM_FORM_BARRIER,
                                .along = {1, 0},
                                .height = 2,
                                .tangent = {0, 1},
                                .normal = {1, 0},
                                .cosine = 1,
                                .length = 20,
                                .thickness = 0.2f,
                                .open = (float)open,
                                .spread = 0.1f,
                                .rows = 1};
}

/* One that does not end, above ground of roughness 0.02 m, with the measured shelter behind it. */
static struct sm_plant_zone long_fence(double open) {
  struct sm_plant_zone b = fence(open);
  b.barrier_model = SM_BARRIER_PERERA;
  b.y = -500;
  b.length = 1000;
  b.friction = (float)(0.4 / log(2.02 / 0.02));
  b.foliage.z0 = 0.02f;
  return b;
}

static double factor_at(const struct sm_plant_zone *b, double x, double y, double z) {
  const struct sm_barrier_point p = sm_barrier_point_of(b, (float)x, (float)y);
  return (double)sm_barrier_factor(b, p, (float)z);
}

START_TEST(behind_a_fence_there_is_the_bleed_flow_then_the_wind_recovers) {
  const struct sm_plant_zone b = fence(0.4);
  near(factor_at(&b, 0, 10, 1), 0.4, 1e-6);   /* inside */
  near(factor_at(&b, 0.5, 10, 1), 0.4, 1e-5); /* next to it */
  near(factor_at(&b, 0, 10, 2.1), 1, 1e-6);   /* above it */
  near(factor_at(&b, -0.5, 10, 1), 1, 0);     /* upwind */
  near(factor_at(&b, 24, 10, 1), 1, 0);       /* beyond 11.5 H */
  const double x = 10, behind = x - 0.1, grown = 0.1 * behind, z = 1.5;
  const double p = 0.3 * tanh(1.5 * (z - 2) / grown) + 0.7;
  const double rest = 0.5 - 0.5 * tanh(behind / 2 - 9.5);
  near(factor_at(&b, x, 10, z), 1 - (1 - p) * rest, 1e-6);
  near(factor_at(&b, x, 10, 2), 1 - 0.3 * rest, 1e-6); /* the middle of the mixing layer */
}
END_TEST

START_TEST(the_ends_of_a_fence_let_wind_in) {
  struct sm_plant_zone b = fence(0.4);
  const double middle = factor_at(&b, 8, 10, 0.5), end = factor_at(&b, 8, 20, 0.5);
  near(1 - end, 0.5 * (1 - middle), 1e-6);
  near(factor_at(&b, 8, 30, 0.5), 1, 1e-6);
  near(factor_at(&b, 8, 4, 0.5), factor_at(&b, 8, 16, 0.5), 1e-6);
}
END_TEST

START_TEST(a_fence_with_nothing_in_it_changes_nothing) {
  const struct sm_plant_zone b = fence(1), far = long_fence(1);
  for (double x = -3; x < 30; x += 0.7)
    for (double z = 0.1; z < 5; z += 0.3) {
      near(factor_at(&b, x, 9, z), 1, 1e-6);
      near(factor_at(&far, x, 9, z), 1, 1e-6);
    }
}
END_TEST

/* Perera (1981), in a logarithmic wind. */
START_TEST(from_5_heights_on_a_fence_shelters_as_was_measured) {
  const struct sm_plant_zone b = long_fence(0.4);
  const double h = 2, z0 = 0.02, top = log((h + z0) / z0), k = 2 * 0.4 * 0.4 / top;
  for (double behind = 5; behind < 50; behind *= 1.2)
    for (double z = 0.1; z < 6; z += 0.3) {
      const double n = z / h * pow(k * behind, -1 / 2.14);
      const double taken = 9.75 * 0.6 / behind * n * exp(-0.67 * pow(n, 1.5));
      const double there = log((z + z0) / z0) / top;
      const double got = there * (1 - factor_at(&b, behind * h + 0.1001, 0, z));
      near(got, taken, n < 4.9 ? 2e-5 : 5e-3);
    }
  near(factor_at(&b, 50 * h + 0.2, 0, 1), 1, 0);
}
END_TEST

START_TEST(mixing_layers_pass_into_the_measured_shelter) {
  const struct sm_plant_zone b = long_fence(0.4);
  near(factor_at(&b, 0.11, 0, 1), 0.4, 5e-3); /* the bleed flow */
  for (double z = 0.05; z < 8; z += 0.25) {
    double before = factor_at(&b, 0.2, 0, z);
    for (double x = 0.25; x < 100; x += 0.05) {
      const double here = factor_at(&b, x, 0, z);
      ck_assert_msg(fabs(here - before) < 0.03, "at %g, %g: %g after %g", x, z, here, before);
      before = here;
    }
  }
}
END_TEST

/* The wake of a fence with ends widens; it neither grows nor shrinks by that. */
START_TEST(a_short_fence_takes_no_more_than_its_length_of_a_long_one) {
  struct sm_plant_zone b = fence(0.4);
  const struct sm_plant_zone unending = long_fence(0.4);
  b.friction = unending.friction;
  b.foliage = unending.foliage;
  b.barrier_model = SM_BARRIER_PERERA;
  for (b.length = 2; b.length < 50; b.length *= 3)
    for (double x = 4; x < 99; x += 19) {
      double sum = 0;
      for (double y = -80; y < 130; y += 0.1) sum += 0.1 * (1 - factor_at(&b, x, y, 1));
      near(sum / (double)b.length, 1 - factor_at(&unending, x, 0, 1), 4e-3);
    }
}
END_TEST

START_TEST(nothing_is_turned_round_behind_any_fence) {
  static const double roughness[] = {1e-5, 0.02, 0.5, 5};
  for (int r = 0; r < 4; r++)
    for (double open = 0; open <= 1; open += 0.25)
      for (double base = 0; base < 2; base += 0.9) {
        struct sm_plant_zone b = long_fence(open);
        const double z0 = roughness[r];
        b.base = (float)base;
        b.foliage.z0 = (float)z0;
        b.friction = (float)(0.4 / log((2 + z0) / z0));
        for (double x = 0.15; x < 110; x *= 1.1)
          for (double z = 0; z < 40; z += 0.37) {
            const double factor = factor_at(&b, x, 0, z);
            ck_assert_msg(factor >= 0 && factor <= 1, "%g at %g, %g", factor, x, z);
          }
      }
}
END_TEST

START_TEST(a_gap_below_a_hedge_weakens_its_far_shelter_by_its_moment) {
  struct sm_plant_zone b = long_fence(0.4);
  const double whole = 1 - factor_at(&b, 30, 0, 1);
  b.base = 1;
  near((1 - factor_at(&b, 30, 0, 1)) / whole, 0.75, 1e-5);
}
END_TEST

START_TEST(wind_passes_below_a_hedge_with_bare_stems) {
  struct sm_plant_zone b = fence(0.2);
  b.base = 1;
  near(factor_at(&b, 0, 10, 0.5), 1, 0);
  near(factor_at(&b, 0, 10, 1.5), 0.2, 1e-6);
  ck_assert_double_gt(factor_at(&b, 2, 10, 0.3), 0.9);
  ck_assert_double_lt(factor_at(&b, 2, 10, 1.5), 0.3);
}
END_TEST

START_TEST(the_wind_along_a_fence_is_not_stopped) {
  struct sm_plant_zone b = fence(0.2);
  b.along[0] = 0;
  b.along[1] = 1;
  b.cosine = 0;
  near(factor_at(&b, 1, 10, 1), 1, 0);
  near(factor_at(&b, 0, 10, 1), 0.2, 1e-6);
}
END_TEST

/* --- together --- */

/* Tiles of one column array with one tile. */
static double together(const struct sm_plant_zone *zone, uint32_t count, double x, double y,
                       double z, int *kind) {
  static const uint32_t order[4] = {0, 1, 2, 3};
  const uint32_t start[2] = {0, count};
  const struct sm_plant_tiles tiles = {
      .zone = zone, .start = start, .plant = order, .tiles_x = 1, .tiles_y = 1};
  return (double)sm_plants_factor(&tiles, 0, (float)x, (float)y, (float)z, kind);
}

START_TEST(of_overlapping_wakes_the_larger_deficit_counts) {
  struct sm_plant_zone zone[2] = {tree(10, 0, 4), tree(10, 0, 4)};
  int kind;
  zone[1].x = 30;
  zone[1].y = 2;
  zone[1].field = -2;
  for (double x = 1; x < 120; x += 7) {
    const double a = together(&zone[0], 1, x, 1, 6, &kind);
    const double b = together(&zone[1], 1, x, 1, 6, &kind);
    near(together(zone, 2, x, 1, 6, &kind), fmin(a, b), 1e-6);
  }
  together(zone, 2, 0, 0, 6, &kind);
  ck_assert_int_eq(kind, SM_ZONE_CROWN);
  together(zone, 2, 20, 0, 6, &kind);
  ck_assert_int_eq(kind, SM_ZONE_TREE_WAKE);
  near(together(zone, 2, -20, 0, 6, &kind), 1, 0);
  ck_assert_int_eq(kind, SM_ZONE_NONE);
}
END_TEST

START_TEST(rows_of_a_field_shelter_one_another) {
  struct sm_plant_zone zone[3];
  int kind;
  for (int r = 0; r < 3; r++) {
    zone[r] = fence(0.5);
    zone[r].x = 3.0f * (float)r;
    zone[r].spacing = 3;
    zone[r].rows = 3;
    zone[r].to_lee = 2 - r;
    zone[r].field = 7;
  }
  const double x = 7.5, z = 0.5;
  double product = 1;
  for (int r = 0; r < 3; r++) product *= factor_at(&zone[r], x, 10, z);
  near(together(zone, 3, x, 10, z, &kind), product, 1e-6);
  ck_assert_int_eq(kind, SM_ZONE_WINDBREAK);
  for (int r = 0; r < 3; r++) zone[r].rows = 1; /* the nearest one only */
  near(together(zone, 3, x, 10, z, &kind), factor_at(&zone[2], x, 10, z), 1e-6);
  near(together(zone, 3, 14, 10, z, &kind), factor_at(&zone[2], 14, 10, z), 1e-6);
}
END_TEST

START_TEST(wind_along_the_rows_of_a_field_is_slowed_as_in_a_canopy) {
  struct sm_plant_zone zone = fence(0.5);
  int kind;
  zone.spacing = 3;
  zone.cosine = 0;
  zone.foliage = foliage(2, 1.5, 0.05);
  near(together(&zone, 1, 1, 10, 1, &kind), exp(1.5 * (0.5 - 1)), 1e-6);
  near(together(&zone, 1, 1, 10, 3, &kind), 1, 1e-6);
  near(together(&zone, 1, 1.6, 10, 1, &kind), 1, 0); /* beside the field */
}
END_TEST

TEST_MAIN(exponential_and_logarithm_are_those_of_the_library, a_canopy_has_the_published_profile,
          below_the_foliage_of_a_canopy_the_factor_is_that_of_its_base,
          a_canopy_slows_more_the_denser_it_is_and_never_speeds_up, a_tree_has_the_published_wake,
          the_wake_goes_on_smoothly_where_its_formulas_change, a_tree_without_leaves_has_no_wake,
          a_crown_fades_out_at_twice_its_height,
          behind_a_fence_there_is_the_bleed_flow_then_the_wind_recovers,
          the_ends_of_a_fence_let_wind_in, a_fence_with_nothing_in_it_changes_nothing,
          from_5_heights_on_a_fence_shelters_as_was_measured,
          mixing_layers_pass_into_the_measured_shelter,
          a_short_fence_takes_no_more_than_its_length_of_a_long_one,
          nothing_is_turned_round_behind_any_fence,
          a_gap_below_a_hedge_weakens_its_far_shelter_by_its_moment,
          wind_passes_below_a_hedge_with_bare_stems, the_wind_along_a_fence_is_not_stopped,
          of_overlapping_wakes_the_larger_deficit_counts, rows_of_a_field_shelter_one_another,
          wind_along_the_rows_of_a_field_is_slowed_as_in_a_canopy)
