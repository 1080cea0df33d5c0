/* Incompressible flow between walls and under forces that are the same everywhere, against exact
 * solutions: of the equations, or of the scheme itself. */
#include "flow_run.h"
#include <math.h>

/* A column of a flow that is the same everywhere along x and y. */
enum { LEVELS = 256 };
struct column {
  int n;
  double z[LEVELS], width[LEVELS], u[LEVELS], v[LEVELS];
  double spread; /* m/s, largest difference within a level */
  double mean;   /* m/s, of u over the open faces of equal cells */
};

static double value(const struct sm_state *state, int d, int i, int j, int k) {
  const ptrdiff_t c = i + j * state->sy + k * state->sz;
  return state->device->bits == 64 ? state->field[d].f64[c] : (double)state->field[d].f32[c];
}

static void take(const struct sm_state *state, const struct sm_grid *grid, struct column *out) {
  out->n = grid->axis[2].n;
  out->spread = 0;
  double sum = 0;
  int faces = 0;
  for (int k = 0; k < out->n; k++) {
    out->z[k] = grid->axis[2].centre[k];
    out->width[k] = grid->axis[2].width[k];
    out->u[k] = value(state, 0, 0, 0, k);
    out->v[k] = value(state, 1, 0, 0, k);
    for (int i = 0; i < grid->axis[0].n; i++)
      out->spread = fmax(out->spread, fabs(value(state, 0, i, 0, k) - out->u[k]));
    for (int j = 0; j < grid->axis[1].n; j++)
      for (int i = 0; i < grid->axis[0].n; i++) {
        const double u = value(state, 0, i, j, k);
        faces += u < 0 || u > 0;
        sum += u;
      }
  }
  out->mean = sum / faces;
}

/* The wind at the last time of a case. */
static void run(const char *text, int bits, struct column *out) {
  struct flow_run r;
  flow_run_create(&r, text, 2, bits);
  take(r.state, &r.domain->grid, out);
  flow_run_destroy(&r);
}

#define PERIODIC "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n"
#define CHANNEL                                                                                    \
  "[domain]\ncrs = 'local'\nsize = [8, 8]\nheight = 16\ncell_size = [2, 2, 1]\nstretch = 1\n"
#define RUN "[wind]\nmodel = 'incompressible'\nduration = "

/* G / (2 nu) z (H - z) + G h^2 / (8 nu): what central differences make of a parabola. */
static void assert_parabola(const char *law, double tolerance) {
  char text[2000];
  struct column column;
  snprintf(text, sizeof text,
           CHANNEL RUN "4\n[flow]\nviscosity = 0.5\nsubgrid = 'none'\nadvection = 'central'\n"
                       "acceleration = [0.01, 0, 0]\n"
                       "initial = ['0.01 * z * (16 - z) + 0.0025', 0, 0]\n" PERIODIC
                       "[[flow.boundary]]\nat = ['bottom', 'top']\nkind = 'wall'\nwall = '%s'\n",
           law);
  run(text, 64, &column);
  for (int k = 0; k < column.n; k++) {
    const double z = column.z[k], exact = 0.01 * z * (16 - z) + 0.0025;
    ck_assert_double_eq_tol(column.u[k], exact, tolerance);
  }
  ck_assert_double_lt(column.spread, 1e-12);
}

START_TEST(a_laminar_channel_is_the_parabola_of_the_scheme) { assert_parabola("no-slip", 1e-12); }
END_TEST

START_TEST(smooth_walls_drag_slow_air_as_laminar_air_does) { assert_parabola("smooth", 1e-6); }
END_TEST

START_TEST(a_moving_wall_makes_a_line_also_where_layers_grow) {
  struct column column;
  run("[domain]\ncrs = 'local'\nsize = [8, 8]\nheight = 16\ncell_size = [2, 2, 0.5]\n"
      "stretch = 1.08\n" RUN "4\n[flow]\nviscosity = 0.5\nsubgrid = 'none'\n"
      "initial = ['z / 16', 0, 0]\n" PERIODIC
      "[[flow.boundary]]\nat = 'bottom'\nkind = 'wall'\nwall = 'no-slip'\n"
      "[[flow.boundary]]\nat = 'top'\nkind = 'wall'\nwall = 'no-slip'\nvelocity = [1, 0, 0]\n",
      64, &column);
  ck_assert_double_gt(column.width[column.n - 1], 1.2 * column.width[0]);
  for (int k = 0; k < column.n; k++) ck_assert_double_eq_tol(column.u[k], column.z[k] / 16, 1e-3);
}
END_TEST

/* Largest difference from Ekman's spiral, m/s, with layers of so many m. */
static double ekman_error(int layer) {
  char text[2000];
  struct column column;
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\nsize = [400, 400]\nheight = 1200\n"
           "cell_size = [100, 100, %d]\nstretch = 1\n" RUN
           "3000\n[flow]\nviscosity = 1\nsubgrid = 'none'\ncoriolis = 1e-4\n"
           "geostrophic = [10, 0]\n"
           "initial = ['10 * (1 - exp(-z / 141.4213562) * cos(z / 141.4213562))', "
           "'10 * exp(-z / 141.4213562) * sin(z / 141.4213562)', 0]\n" PERIODIC
           "[[flow.boundary]]\nat = 'bottom'\nkind = 'wall'\nwall = 'no-slip'\n",
           layer);
  run(text, 64, &column);
  double off = 0;
  for (int k = 0; k < column.n; k++) {
    const double depth = sqrt(2e4), s = column.z[k] / depth;
    off = fmax(off, fabs(column.u[k] - 10 * (1 - exp(-s) * cos(s))));
    off = fmax(off, fabs(column.v[k] - 10 * exp(-s) * sin(s)));
  }
  return off;
}

START_TEST(the_wind_turns_above_the_ground_as_ekman_says) {
  const double coarse = ekman_error(20), fine = ekman_error(10);
  printf("ekman: %.3g and %.3g m/s of 10\n", coarse, fine);
  ck_assert_double_lt(fine, 0.02);
  ck_assert_double_gt(coarse / fine, 3.5);
}
END_TEST

START_TEST(a_bulk_velocity_is_kept_against_the_ground) {
  struct column column;
  run(CHANNEL RUN "60\n[flow]\nviscosity = 1e-5\nsubgrid = 'smagorinsky'\n"
                  "bulk_velocity = [3, -1]\ninitial = [2, 0, 0]\n" PERIODIC
                  "[[flow.boundary]]\nat = 'bottom'\nkind = 'wall'\nroughness = 0.01\n",
      64, &column);
  double u = 0, v = 0;
  for (int k = 0; k < column.n; k++) {
    u += column.u[k] / column.n;
    v += column.v[k] / column.n;
  }
  printf("bulk: %.3g, %.3g m/s off\n", u - 3, v + 1);
  ck_assert_double_eq_tol(u, 3, 3e-6);
  ck_assert_double_eq_tol(v, -1, 3e-6);
  ck_assert_double_lt(column.u[0], 0.9 * column.u[column.n - 1]);
}
END_TEST

/* The momentum loss by pressure on a building is known from the steps before. */
START_TEST(a_bulk_velocity_is_kept_against_a_building) {
  struct column column;
  run("[domain]\ncrs = 'local'\nsize = [32, 16]\nheight = 16\ncell_size = 2\nstretch = 1\n" RUN
      "60\n[flow]\nviscosity = 0.2\nsubgrid = 'none'\nadvection = 'upwind'\n"
      "bulk_velocity = [3, 0]\ninitial = [3, 0, 0]\n" PERIODIC
      "[[flow.boundary]]\nat = 'bottom'\nkind = 'wall'\nroughness = 0.01\n"
      "[[buildings.box]]\ncorner = [12, 4]\nsize = [8, 8]\nheight = 8\n",
      64, &column);
  printf("building: %.3g m/s off\n", column.mean - 3);
  ck_assert_double_eq_tol(column.mean, 3, 3e-3);
}
END_TEST

/* u*^2 = G H = 0.16 m2/s2 at the ground, whatever mixes; above it the law of the wall. Cells wide
 * enough that the distance from the ground is the length of the eddies. */
static void assert_log_law(const char *subgrid, int wide) {
  char text[2000];
  struct column column;
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\nsize = [%d, %d]\nheight = 64\ncell_size = [%d, %d, 2]\n"
           "stretch = 1\n" RUN "3000\n[flow]\nviscosity = 1e-5\nsubgrid = %s\n"
           "acceleration = [0.0025, 0, 0]\n"
           "initial = ['log((z + 0.1) / 0.1)', 0, 0]\n" PERIODIC
           "[[flow.boundary]]\nat = 'bottom'\nkind = 'wall'\nroughness = 0.1\n",
           4 * wide, 4 * wide, wide, wide, subgrid);
  run(text, 64, &column);
  const double friction = 0.4, law = log((1 + 0.1) / 0.1);
  const double first = column.u[0] * 0.4 / law, rise = (column.u[1] - column.u[0]) * 0.4 / friction;
  printf("column: u* %.4f, of %.4f; rise over log law %.3f, %.3f\n", first, friction,
         rise / log(3.1 / 1.1), (column.u[2] - column.u[1]) / log(5.1 / 3.1));
  ck_assert_double_eq_tol(first, friction, 0.02 * friction);
  ck_assert_double_eq_tol(rise / log(3.1 / 1.1), 1, 0.25);
}

START_TEST(a_column_over_rough_ground_has_the_stress_that_drives_it) {
  assert_log_law("'smagorinsky'\nsubgrid_constant = 1", 16);
  assert_log_law("'tke'", 208); /* (208^2 2)^(1/3) m times 0.181: 8 m */
}
END_TEST

TEST_MAIN(a_laminar_channel_is_the_parabola_of_the_scheme,
          smooth_walls_drag_slow_air_as_laminar_air_does,
          a_moving_wall_makes_a_line_also_where_layers_grow,
          the_wind_turns_above_the_ground_as_ekman_says, a_bulk_velocity_is_kept_against_the_ground,
          a_bulk_velocity_is_kept_against_a_building,
          a_column_over_rough_ground_has_the_stress_that_drives_it)
