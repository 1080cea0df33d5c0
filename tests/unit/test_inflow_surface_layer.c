/* Inflow turbulence of a neutral surface layer: Reynolds stresses and lengths at the side. */
#include "inflow_rig.h"

/* A logarithmic wind of 0.4 m/s friction velocity, that blows obliquely through the west. */
START_TEST(the_surface_layer_has_the_stresses_of_its_friction_velocity) {
  static const char text[] =
      "[domain]\nsize = [40, 40]\nheight = 100\ncell_size = [4, 4, 2]\nstretch = 1\n"
      "[roughness]\nz0 = 0.1\n" WIND "initial = [5, 0, 0]\n" SIDE WEST
      "velocity = ['0.8 * log(z / 0.1 + 1)', '0.6 * log(z / 0.1 + 1)', 0]\nturbulence = 0.1\n" SIDE
          EAST SIDE "['south', 'north']\nkind = 'slip'\n" SIDE "'bottom'\nkind = 'wall'\n" SIDE
      "'top'\nkind = 'slip'\n";
  const double c = 0.8, s = 0.6, friction = 0.4, along = 2.39 * 2.39, across = 1.92 * 1.92;
  struct rig r = {.c = NULL};
  struct sm_expression_facts facts;
  if (sm_expression_read(ctx, "x", &facts) != SM_OK) return; /* built without expressions */
  assert_good(sm_case_parse(ctx, "c", text, strlen(text), NULL, true, &r.c));
  r.c->flow.boundary[SM_WEST].surface_layer = true;
  build(&r, 64, 1);
  const struct sm_inflow_turbulence_side *west = &r.gusts.side[SM_WEST];
  const ptrdiff_t row = r.flow->layout.n[1] + SM_FLOW_PLANE_GHOSTS;
  const double uu = along * c * c + across * s * s, vv = along * s * s + across * c * c;
  for (int k = 0; k < 50; k++) {
    const ptrdiff_t m = SM_FLOW_GHOSTS + 3 + (SM_FLOW_GHOSTS + k) * row;
    const double z = 2 * k + 1, length = fmin(2.2 * (z + 0.1), 25);
    const double speed = log(z / 0.1 + 1);
    double v = 0;
    for (int e = 0; e < 2; e++) v += pow((double)west->amplitude[1][e][m], 2);
    ck_assert_double_le(fabs((double)west->amplitude[0][0][m] / (friction * sqrt(uu)) - 1), 0.01);
    ck_assert_double_le(fabs(v / (friction * friction * vv) - 1), 0.02);
    ck_assert_double_le(fabs((double)(west->amplitude[2][0][m] * west->amplitude[0][0][m]) /
                                 (-friction * friction * c) -
                             1),
                        0.02);
    ck_assert_double_le(fabs((double)west->rate[m] * length / speed - 1), 0.01);
  }
  destroy(&r);
}
END_TEST

CONTEXT_TEST_MAIN(the_surface_layer_has_the_stresses_of_its_friction_velocity)
