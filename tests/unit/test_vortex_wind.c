/* The analytic wind on a grid: values of the field, divergence, closed faces, both precisions. */
#include "harness.h"
#include "wind_source_fixture.h"

#include "physics/prescribed/internal.h"
#include <math.h>

#define BOX(cell)                                                                                  \
  "[domain]\nsize = [20, 24]\nheight = 10\nstretch = 1\ncell_size = " cell "\n"                    \
  "[wind]\nmodel = 'vortex'\n[wind.vortex]\nstrength = 40\nsize = 7.5\n"

static double divergence_of(const char *text) {
  struct blown b;
  blow_open(&b, text, &sm_model_vortex, 2, 64);
  blow_step(&b, 0);
  const double divergence = b.report.divergence;
  blow_end(&b);
  return divergence;
}

START_TEST(faces_have_the_wind_in_their_middles) {
  struct blown b;
  blow_open(&b, BOX("[2, 1]") "center = [4, 7]\nreverse = true\n", &sm_model_vortex, 2, 64);
  ck_assert_int_eq(b.domain->weather.time_count, 1);
  ck_assert(isnan(b.domain->weather.time[0]) && b.domain->weather.station_count == 0);
  blow_step(&b, 0);
  const struct sm_vortex_field_f64 field = {-40, 7.5, 0};
  for (int d = 0; d < 3; d++) {
    const double x[3] = {2 * (3 + (d == 0 ? 0 : 0.5)) - 4, 2 * (5 + (d == 1 ? 0 : 0.5)) - 7,
                         6 + (d == 2 ? 0 : 0.5)};
    double u[3];
    sm_vortex_wind_f64(field, x, u);
    near(blow_get(&b, d, 3, 5, 6), u[d], 1e-12);
  }
  near(blow_get(&b, 2, 3, 5, 0), 0, 0); /* the ground */
  ck_assert(fabs(blow_get(&b, 0, 10, 5, 6)) > 0.1 && fabs(blow_get(&b, 2, 3, 5, 10)) > 0.1);
  blow_end(&b);
}
END_TEST

START_TEST(the_axis_is_in_the_middle_and_the_margin_counts) {
  struct blown b;
  double axis[2];
  blow_open(&b, BOX("2") "center = [4, 7]\n[roughness]\nz0 = 0.01\n", &sm_model_vortex, 1, 32);
  sm_vortex_field_of(b.c, b.domain, axis);
  ck_assert(axis[0] == 4 && axis[1] == 7);
  blow_end(&b);
  blow_open(&b,
            "[domain]\nmargin = 10\nsize = [20, 24]\nheight = 10\ncell_size = 2\n[wind]\nmodel = "
            "'vortex'\n[wind.vortex]\nstrength = 4\nsize = 5\n",
            &sm_model_vortex, 1, 32);
  sm_vortex_field_of(b.c, b.domain, axis);
  ck_assert(axis[0] == 20 && axis[1] == 22);
  b.c->wind_source.vortex.center[0] = 4;
  sm_vortex_field_of(b.c, b.domain, axis);
  ck_assert(axis[0] == 14 && axis[1] == 22);
  blow_end(&b);
}
END_TEST

START_TEST(the_form_without_divergence_has_some_that_falls_with_the_cells) {
  const double coarse = divergence_of(BOX("1") "form = 'solenoidal'\n"),
               fine = divergence_of(BOX("0.5") "form = 'solenoidal'\n"),
               printed = divergence_of(BOX("0.5"));
  /* times h: of third order */
  ck_assert_msg(coarse / fine > 7 && coarse / fine < 9, "%g, %g", coarse, fine);
  ck_assert_msg(fine < 2e-4 && printed > 0.1, "%g, %g", fine, printed);
}
END_TEST

START_TEST(single_precision_rounds_it) {
  struct blown a, b;
  blow_open(&a, BOX("1"), &sm_model_vortex, 1, 64);
  blow_open(&b, BOX("1"), &sm_model_vortex, 2, 32);
  blow_step(&a, 0);
  blow_step(&b, 0);
  for (int d = 0; d < 3; d++)
    for (int k = 0; k <= 10; k++) {
      const double exact = blow_get(&a, d, 7, 9, k);
      ck_assert(blow_get(&b, d, 7, 9, k) == (double)(float)exact);
    }
  blow_end(&a);
  blow_end(&b);
}
END_TEST

START_TEST(turbulence_is_made_of_it) {
  struct blown b;
  blow_open(&b, BOX("1") "[turbulence]\nmodel = 'local'\n", &sm_model_vortex, 2, 32);
  blow_step(&b, 0);
  const float *energy = b.state->field[SM_FIELD_TKE].f32;
  ck_assert(energy != NULL && energy[10 + 12 * b.state->sy + b.state->sz] > 0);
  blow_end(&b);
}
END_TEST

TEST_MAIN(faces_have_the_wind_in_their_middles, the_axis_is_in_the_middle_and_the_margin_counts,
          the_form_without_divergence_has_some_that_falls_with_the_cells,
          single_precision_rounds_it, turbulence_is_made_of_it)
