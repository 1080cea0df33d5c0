/* Axes, and the layers between ground and lid. */
#include "domain/grid/grid.h"
#include "harness.h"
#include <math.h>

static struct sm_context *ctx;

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void end(void) { sm_context_destroy(&ctx); }

START_TEST(a_grid_knows_its_cells) {
  begin();
  const double x[] = {10, 12, 14, 16}, y[] = {0, 1, 3}, z[] = {5, 6};
  const int n[3] = {3, 2, 1};
  const double *const face[3] = {x, y, z}, origin[3] = {1, 2, 3};
  struct sm_grid grid;
  ck_assert_int_eq(sm_grid_create(ctx, n, face, origin, &grid), SM_OK);
  ck_assert_int_eq(sm_grid_cells(&grid), 6);
  ck_assert(grid.axis[0].uniform && !grid.axis[1].uniform && grid.axis[2].uniform);
  ck_assert_double_eq(grid.axis[0].face[0], 0);
  ck_assert_double_eq(sm_axis_length(&grid.axis[0]), 6);
  ck_assert_double_eq(grid.axis[1].centre[1], 2);
  ck_assert_double_eq(grid.axis[1].width[1], 2);
  ck_assert_double_eq(grid.origin[2], 3);
  sm_grid_free(&grid);
  sm_grid_free(&grid);
  end();
}
END_TEST

START_TEST(a_grid_is_merged_into_a_coarser_one) {
  begin();
  const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 7}, z[] = {0, 1, 3, 6, 10, 15, 21};
  const int n[3] = {4, 1, 6}, odd[3] = {3, 1, 6}, two[3] = {4, 1, 2};
  const double *const face[3] = {x, y, z}, origin[3] = {1, 2, 3};
  struct sm_grid fine, coarse;
  ck_assert_int_eq(sm_grid_create(ctx, n, face, origin, &fine), SM_OK);
  ck_assert_int_eq(sm_grid_coarsen(ctx, &fine, &coarse), SM_OK);
  ck_assert_int_eq(coarse.axis[0].n, 2);
  ck_assert_int_eq(coarse.axis[1].n, 1);
  ck_assert_int_eq(coarse.axis[2].n, 3);
  for (int k = 0; k <= 3; k++) ck_assert_double_eq(coarse.axis[2].face[k], z[2 * k]);
  ck_assert_double_eq(coarse.axis[1].width[0], 7);
  ck_assert_double_eq(coarse.origin[2], 3);
  sm_grid_free(&coarse);
  sm_grid_free(&fine);
  const int *const wrong[] = {odd, two};
  for (int m = 0; m < 2; m++) {
    ck_assert_int_eq(sm_grid_create(ctx, wrong[m], face, origin, &fine), SM_OK);
    ck_assert_int_eq(sm_grid_coarsen(ctx, &fine, &coarse), SM_ERR_CASE);
    sm_grid_free(&fine);
  }
  end();
}
END_TEST

START_TEST(positions_are_found) {
  begin();
  const double face[] = {0, 1, 3, 6};
  struct sm_axis axis;
  ck_assert_int_eq(sm_axis_create(ctx, 3, face, &axis), SM_OK);
  const double at[] = {0, 0.5, 1, 2.9, 3, 6, -0.1, 6.1, NAN};
  const int found[] = {0, 0, 1, 1, 2, 2, -1, -1, -1}, nearest[] = {0, 0, 1, 1, 2, 2, 0, 2};
  for (int i = 0; i < 9; i++) ck_assert_int_eq(sm_axis_find(&axis, at[i]), found[i]);
  for (int i = 0; i < 8; i++) ck_assert_int_eq(sm_axis_nearest(&axis, at[i]), nearest[i]);
  ck_assert_int_eq(sm_axis_centres_below(&axis, 0.5), 0);
  ck_assert_int_eq(sm_axis_centres_below(&axis, 2.01), 2);
  ck_assert_int_eq(sm_axis_centres_below(&axis, 100), 3);
  sm_axis_free(&axis);
  end();
}
END_TEST

START_TEST(faces_that_do_not_rise_are_refused) {
  begin();
  struct sm_axis axis;
  const double same[] = {0, 1, 1}, nan[] = {0, NAN, 2}, infinite[] = {0, 1, INFINITY};
  ck_assert_int_eq(sm_axis_create(ctx, 2, same, &axis), SM_ERR_CASE);
  ck_assert_int_eq(sm_axis_create(ctx, 2, nan, &axis), SM_ERR_CASE);
  ck_assert_int_eq(sm_axis_create(ctx, 2, infinite, &axis), SM_ERR_CASE);
  ck_assert_int_eq(sm_axis_create(ctx, 0, same, &axis), SM_ERR_CASE);
  end();
}
END_TEST

static struct sm_layers_options layers(double dz, double domain_top, double stretch, double to) {
  return (struct sm_layers_options){dz, to, domain_top, stretch, INFINITY};
}

START_TEST(given_layers_are_taken_as_they_are) {
  static const double given[] = {0, 1, 2.5, 4, 9};
  begin();
  double *face;
  int n;
  ck_assert_int_eq(sm_layers_prescribed(ctx, given, 5, &n, &face), SM_OK);
  ck_assert_int_eq(n, 4);
  for (int k = 0; k <= n; k++) ck_assert(face[k] == given[k]);
  sm_free(face);
  end();
}
END_TEST

START_TEST(uniform_layers_round_the_top_outwards) {
  begin();
  int n;
  double *face;
  const struct sm_layers_options o = layers(3, 50, 1, 0);
  ck_assert_int_eq(sm_layers_create(ctx, &o, &n, &face), SM_OK);
  ck_assert_int_eq(n, 17);
  ck_assert_double_eq(face[17], 51);
  sm_free(face);
  const struct sm_layers_options tenths = layers(0.1, 30, 1, 0);
  ck_assert_int_eq(sm_layers_create(ctx, &tenths, &n, &face), SM_OK);
  ck_assert_int_eq(n, 300);
  sm_free(face);
  end();
}
END_TEST

/* All properties of stretched layers, over many combinations. */
START_TEST(stretched_layers_end_at_the_domain_top_and_change_smoothly) {
  begin();
  for (int q = 0; q < 4000; q++) {
    struct sm_layers_options o = layers(0.5 + q % 7, 20 + (q * 37) % 911 + 0.1 * (q % 13),
                                        1.01 + 0.03 * (q % 11), (q * 13) % 60);
    if (q % 3 == 0) o.thickest = 1.5 * o.thickness;
    int n;
    double *face;
    ck_assert_int_eq(sm_layers_create(ctx, &o, &n, &face), SM_OK);
    const double top = face[n];
    const bool grows =
        fmax(1, ceil(o.uniform_to / o.thickness - 1e-6)) * o.thickness < o.domain_top;
    if (grows)
      ck_assert_double_eq_tol(top, o.domain_top, 1e-9);
    else
      ck_assert(top >= o.domain_top && top < o.domain_top + o.thickness);
    for (int k = 0; k < n; k++) {
      const double layer = face[k + 1] - face[k];
      ck_assert(layer > 0);
      if (face[k + 1] <= o.uniform_to + 1e-9 && k + 1 < n)
        ck_assert_double_eq_tol(layer, o.thickness, 1e-9);
      ck_assert(layer <= fmax(o.thickest, 1.5 * o.thickness) + 1e-9);
      if (k == 0) continue;
      const double ratio = layer / (face[k] - face[k - 1]);
      ck_assert_msg(ratio >= 0.5 - 1e-9 && ratio <= fmax(o.stretch, 1.5) + 1e-9, "ratio %g", ratio);
    }
    sm_free(face);
  }
  end();
}
END_TEST

START_TEST(absurd_layers_are_refused) {
  begin();
  int n;
  double *face;
  const struct sm_layers_options o = layers(1e-9, 1e4, 1, 0);
  ck_assert_int_eq(sm_layers_create(ctx, &o, &n, &face), SM_ERR_CASE);
  end();
}
END_TEST

TEST_MAIN(a_grid_knows_its_cells, a_grid_is_merged_into_a_coarser_one, positions_are_found,
          faces_that_do_not_rise_are_refused, given_layers_are_taken_as_they_are,
          uniform_layers_round_the_top_outwards,
          stretched_layers_end_at_the_domain_top_and_change_smoothly, absurd_layers_are_refused)
