/* Grid sequencing: a flow that begins on coarser grids ends as it does without them, in fewer steps
 * of fewer cells. */
#include "flow_run.h"
#include "physics/flow/view.h"
#include "physics/incompressible/model.h"
#include <math.h>

struct flow_cost {
  double cell_steps, coarse;
};

static struct flow_cost cost_of(const struct flow_run *r) {
  struct sm_flow_view view;
  r->model->look(r->self, &view);
  ck_assert(view.steady);
  return (struct flow_cost){view.coarse_cell_steps +
                                (double)sm_grid_cells(&r->domain->grid) * (double)view.steps,
                            view.coarse_cell_steps};
}

static double element(const struct flow_run *r, int d, int i, int j, int k) {
  const ptrdiff_t c = i + j * r->state->sy + k * r->state->sz;
  return r->state->device->bits == 64 ? r->state->field[d].f64[c]
                                      : (double)r->state->field[d].f32[c];
}

/* Largest difference of two winds, m/s. */
static double difference(const struct flow_run *a, const struct flow_run *b) {
  const struct sm_axis *axis = a->domain->grid.axis;
  double most = 0;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < axis[2].n; k++)
      for (int j = 0; j < axis[1].n; j++)
        for (int i = 0; i < axis[0].n; i++) {
          const double off = fabs(element(a, d, i, j, k) - element(b, d, i, j, k));
          if (!(off <= most)) most = off;
        }
  return most;
}

/* format: a case, with a place for the number of coarser grids. */
static void assert_same(const char *name, const char *format, int grids, int bits, double tolerance,
                        double most_cost) {
  char text[4000];
  struct flow_run plain, sequenced;
  snprintf(text, sizeof text, format, 0);
  flow_run_create(&plain, text, 2, bits);
  snprintf(text, sizeof text, format, grids);
  flow_run_create(&sequenced, text, 2, bits);
  const struct flow_cost without = cost_of(&plain), with = cost_of(&sequenced);
  const double off = difference(&plain, &sequenced);
  printf("%s: %.3g m/s apart; %.4g cell steps, with %d coarser grids %.4g, %.3g of these on "
         "them\n",
         name, off, without.cell_steps, grids, with.cell_steps, with.coarse);
  ck_assert_double_eq(without.coarse, 0);
  ck_assert_double_gt(with.coarse, 0);
  ck_assert_double_le(off, tolerance);
  ck_assert_double_le(with.cell_steps, most_cost * without.cell_steps);
  flow_run_destroy(&plain);
  flow_run_destroy(&sequenced);
}

#define WALLS(AT) "[[flow.boundary]]\nat = " AT "\nkind = 'wall'\nwall = 'no-slip'\n"
#define SLIPPERY(AT) "[[flow.boundary]]\nat = " AT "\nkind = 'slip'\n"

/* Re 400. What is missing is the tolerance over the slowest rate, about 0.2/s here. */
#define LID                                                                                        \
  "[domain]\ncrs = 'local'\nsize = [1, 0.03125]\nheight = 1\ncell_size = 0.03125\nstretch = 1\n"   \
  "[wind]\nmodel = 'incompressible'\nduration = 100\n"                                             \
  "[flow]\nviscosity = 0.0025\nadvection = 'central'\nsubgrid = 'none'\ninitial = [0, 0, 0]\n"     \
  "steady = 1e-5\ngrid_sequencing = %d\n" WALLS("['west', 'east', 'bottom']")                      \
      WALLS("'top'") "velocity = [1, 0, 0]\n" SLIPPERY("['south', 'north']")

START_TEST(a_lid_drives_the_same_flow) {
  assert_same("lid, f64", LID, 1, 64, 1e-4, 0.95);
  assert_same("lid, f32", LID, 1, 32, 1e-4, 0.95);
}
END_TEST

START_TEST(warm_air_rises_to_the_same_flow) {
  assert_same(
      "heated",
      "[domain]\ncrs = 'local'\nsize = [1, 0.03125]\nheight = 1\ncell_size = 0.03125\n"
      "stretch = 1\n[wind]\nmodel = 'incompressible'\nduration = 200\n"
      "[flow]\nviscosity = 0.0266\nadvection = 'central'\nsubgrid = 'none'\n"
      "initial = [0, 0, 0]\nsteady = 1e-5\ngrid_sequencing = %d\n"
      "[flow.heat]\nreference = 300\nexpansion = 1\ngravity = 1\nprandtl = 0.71\n" WALLS(
          "'west'") "temperature = 300.5\n" WALLS("'east'") "temperature = 299.5\n" WALLS("['"
                                                                                          "bottom',"
                                                                                          " 'top']")
          SLIPPERY("['south', 'north']"),
      1, 64, 1e-4, 1);
}
END_TEST

/* A block in a duct, in layers that grow. */
START_TEST(a_block_has_the_same_wake) {
  assert_same("block",
              "[domain]\ncrs = 'local'\nsize = [24, 12]\nheight = 8\ncell_size = 0.5\n"
              "stretch = 1.05\n[[buildings.box]]\ncorner = [6, 4]\nsize = [2, 4]\nheight = 3\n"
              "[wind]\nmodel = 'incompressible'\nduration = 400\n"
              "[flow]\nviscosity = 0.1\nadvection = 'upwind'\nsubgrid = 'none'\n"
              "walls = 'no-slip'\ninitial = [1, 0, 0]\nsteady = 1e-4\ngrid_sequencing = %d\n"
              "[[flow.boundary]]\nat = 'west'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n"
              "[[flow.boundary]]\nat = 'east'\nkind = 'outflow'\n" WALLS("'bottom'")
                  SLIPPERY("['south', 'north', 'top']"),
              1, 32, 3e-3, 0.95);
}
END_TEST

/* Plates, whose air a force keeps at a mean speed: the force goes over too. */
START_TEST(a_bulk_velocity_needs_the_same_force) {
  assert_same("plates",
              "[domain]\ncrs = 'local'\nsize = [1, 0.5]\nheight = 1\ncell_size = 0.0625\n"
              "stretch = 1\n[wind]\nmodel = 'incompressible'\nduration = 100\n"
              "[flow]\nviscosity = 0.1\nadvection = 'central'\nsubgrid = 'none'\n"
              "initial = [1, 0, 0]\nbulk_velocity = [1, 0]\nsteady = 1e-7\n"
              "grid_sequencing = %d\n" WALLS(
                  "['bottom', 'top']") "[[flow.boundary]]\nat = ['west', 'east', "
                                       "'south', 'north']\nkind = 'periodic'\n",
              1, 64, 1e-6, 1.5);
}
END_TEST

TEST_MAIN(a_lid_drives_the_same_flow, warm_air_rises_to_the_same_flow, a_block_has_the_same_wake,
          a_bulk_velocity_needs_the_same_force)
