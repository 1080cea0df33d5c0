/* Incompressible flow between walls that go through cells, aslant: channels of slope 1 : 2 in a
 * periodic box, against exact solutions. */
#include "flow_run.h"
#include "slanted.h"
#include <math.h>

struct error {
  double root_mean_square, largest, divergence;
};

/* Compares the wind of a run with `speed` along the channel, away from its walls. */
static struct error compare(const struct sm_state *state, const struct sm_grid *grid,
                            double (*speed)(double)) {
  struct error e = {.largest = 0};
  int count = 0;
  for (int j = 0; j < grid->axis[1].n; j++)
    for (int i = 0; i < grid->axis[0].n; i++)
      for (int d = 0; d < 2; d++) {
        const double x = d == 0 ? grid->axis[0].face[i] : grid->axis[0].centre[i];
        const double y = d == 1 ? grid->axis[1].face[j] : grid->axis[1].centre[j];
        const double from = distance(x, y), h = grid->axis[0].width[0];
        if (fabs(from) > HALF * along[0] - 0.5 * h) continue;
        const double here = state->field[d].f64[i + j * state->sy];
        const double off = fabs(here - speed(from) * along[d]);
        e.root_mean_square += off * off;
        if (!(off <= e.largest)) e.largest = off;
        count++;
      }
  e.root_mean_square = sqrt(e.root_mean_square / count);
  return e;
}

static struct error run(int cells, double viscosity, const char *initial, double duration,
                        double (*speed)(double)) {
  char text[4000], walls[1200];
  struct flow_run r;
  const double h = 1.0 / cells, half = HALF * along[0];
  const double push = 2 * viscosity / (half * half);
  write_walls(h, walls, sizeof walls);
  snprintf(
      text, sizeof text,
      "[domain]\ncrs = 'local'\nsize = [2, 1]\nheight = %.17g\ncell_size = %.17g\nstretch = 1\n"
      "solids = 'cut'\n%s[wind]\nmodel = 'incompressible'\nduration = %g\n"
      "[flow]\nviscosity = %g\nadvection = 'central'\nsubgrid = 'none'\nwalls = 'no-slip'\n"
      "acceleration = [%.17g, %.17g, 0]\ninitial = ['(%s) * %.17g', '(%s) * %.17g', 0]\n"
      "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n"
      "[[flow.boundary]]\nat = ['bottom', 'top']\nkind = 'slip'\n",
      h, h, walls, duration, viscosity, push * along[0], push * along[1], initial, along[0],
      initial, along[1]);
  flow_run_create(&r, text, 2, 64);
  ck_assert_int_gt(r.domain->cut_count, 0);
  struct error e = compare(r.state, &r.domain->grid, speed);
  e.divergence = r.report.divergence;
  flow_run_destroy(&r);
  return e;
}

static double one(double from) {
  (void)from;
  return 1;
}
static double parabola(double from) {
  const double part = from / (HALF * along[0]);
  return 1 - part * part;
}

START_TEST(air_without_friction_goes_on_along_a_slanted_wall) {
  const struct error e = run(16, 0, "1", 2, one);
  ck_assert_double_le(e.largest, 1e-9);
  ck_assert_double_le(e.divergence, 1e-10);
}
END_TEST

START_TEST(a_slanted_channel_has_the_parabola_to_second_order) {
  double before = 0;
  for (int cells = 8; cells <= 32; cells *= 2) {
    const struct error e = run(
        cells, 0.05, "1 - 16 * 0.8 * (y - 0.513 - x / 2 - rint(y - 0.513 - x / 2))^2", 2, parabola);
    ck_assert_double_le(e.divergence, 1e-10);
    if (before > 0) ck_assert_double_ge(before / e.root_mean_square, 3.2);
    printf("%d cells: %.3g m/s off\n", cells, e.root_mean_square);
    before = e.root_mean_square;
  }
  ck_assert_double_le(before, 0.0025);
}
END_TEST

TEST_MAIN(air_without_friction_goes_on_along_a_slanted_wall,
          a_slanted_channel_has_the_parabola_to_second_order)
