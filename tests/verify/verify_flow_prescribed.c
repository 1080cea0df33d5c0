/* A flow whose velocity is given on all sides, also where air leaves: that of Kovasznay (1948). */
#include "flow_run.h"
#include <math.h>

static double exact(int d, double x, double z) {
  const double rate = -0.963740, turn = 2 * acos(-1), wave = exp(rate * (x - 0.5));
  return d == 0 ? 1 - wave * cos(turn * (z - 0.5)) : rate / turn * wave * sin(turn * (z - 0.5));
}

/* Root of the mean square of the difference of u and w, m/s. */
static double difference(const struct sm_state *state, const struct sm_grid *grid) {
  const struct sm_axis *x = &grid->axis[0], *z = &grid->axis[2];
  double sum = 0;
  for (int k = 0; k < z->n; k++)
    for (int i = 0; i < x->n; i++) {
      const ptrdiff_t c = i + k * state->sz;
      const double u = state->field[SM_FIELD_U].f64[c] - exact(0, x->face[i], z->centre[k]);
      const double w = state->field[SM_FIELD_W].f64[c] - exact(1, x->centre[i], z->face[k]);
      sum += u * u + w * w;
    }
  return sqrt(sum / (x->n * z->n));
}

/* Of the steady flow, on cells of so many m. */
static double error_of(const char *advection, double cell) {
  char text[2000];
  static const char *const u = "'1 - exp(-0.963740 * (x - 0.5)) * cos(2 * pi * (z - 0.5))'";
  static const char *const w =
      "'-0.963740 / (2 * pi) * exp(-0.963740 * (x - 0.5)) * sin(2 * pi * (z - 0.5))'";
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\nsize = [1.5, %g]\nheight = 1.75\ncell_size = %g\nstretch = 1\n"
           "[wind]\nmodel = 'incompressible'\nduration = 8\n"
           "[flow]\nviscosity = 0.025\nsubgrid = 'none'\nadvection = '%s'\n"
           "initial = [%s, 0, %s]\n"
           "[[flow.boundary]]\nat = ['west', 'east', 'bottom', 'top']\nkind = 'inflow'\n"
           "velocity = [%s, 0, %s]\n"
           "[[flow.boundary]]\nat = ['south', 'north']\nkind = 'slip'\n",
           cell, cell, advection, u, w, u, w);
  struct flow_run r;
  flow_run_create(&r, text, 2, 64);
  ck_assert_double_le(r.report.divergence, 1e-10);
  const double error = difference(r.state, &r.domain->grid);
  flow_run_destroy(&r);
  return error;
}

static void assert_order(const char *advection, double least) {
  const double coarse = error_of(advection, 0.0625), fine = error_of(advection, 0.03125);
  printf("kovasznay, %s: %.3g and %.3g m/s, order %.2f\n", advection, coarse, fine,
         log2(coarse / fine));
  ck_assert_double_ge(log2(coarse / fine), least);
}

START_TEST(a_flow_given_on_all_sides_is_of_second_order) {
  if (!have_expressions()) return;
  assert_order("central", 1.9);
  assert_order("upwind", 1.9);
}
END_TEST

/* Inflow and outflow in single precision differ by rounding. */
START_TEST(rounding_of_what_flows_in_does_not_stop_the_solver) {
  static const int heights[] = {264, 288};
  for (int m = 0; m < 2; m++) {
    char text[512];
    snprintf(text, sizeof text,
             "[domain]\ncrs = \"local\"\nsize = [400, 400]\nheight = %d\ncell_size = 8\n"
             "stretch = 1\n[roughness]\nz0 = 0.3\n[[weather.station]]\nspeed = 5\nfrom = 250\n"
             "height = 10\nprofile = \"log\"\n[wind]\nmodel = \"incompressible\"\n"
             "duration = 2\n",
             heights[m]);
    struct flow_run r;
    flow_run_create(&r, text, 1, 32);
    ck_assert_double_lt(r.report.divergence, 1e-5);
    ck_assert_int_le(r.report.iterations, 16); /* of four steps */
    flow_run_destroy(&r);
  }
}
END_TEST

TEST_MAIN(rounding_of_what_flows_in_does_not_stop_the_solver,
          a_flow_given_on_all_sides_is_of_second_order)
