/* The keys of the flow solvers: what they mean. */
#include "flow_cases.h"
#include <math.h>

START_TEST(a_flow_needs_little) {
  struct sm_case *c = read_case(BASE);
  const struct sm_case_flow *f = &c->flow;
  ck_assert_int_eq(c->wind_source.model, SM_WIND_INCOMPRESSIBLE);
  ck_assert(c->wind_source.interval == 60 && c->wind_source.duration == 60);
  ck_assert(c->wind_source.spin_up == 0 && f->line == 0);
  for (int s = 0; s < SM_SIDES; s++) {
    const struct sm_case_boundary *side = &f->boundary[s];
    const enum sm_boundary_kind kind = s == SM_BOTTOM ? SM_BOUNDARY_WALL
                                       : s == SM_TOP  ? SM_BOUNDARY_SLIP
                                                      : SM_BOUNDARY_WEATHER;
    ck_assert(side->kind == kind && side->law == SM_WALL_ROUGH && side->line == 0);
    for (int d = 0; d < 3; d++) ck_assert(is_absent(&side->velocity[d]));
    ck_assert(is_absent(&side->temperature) && isnan(side->roughness) && side->heat_flux == 0);
    ck_assert(is_absent(&side->turbulence) && isnan(side->recycle));
    for (int d = 0; d < 3; d++) ck_assert(is_absent(&side->length[d]));
    for (int m = 0; m < SM_STRESSES; m++) ck_assert(is_absent(&side->stress[m]));
  }
  ck_assert(f->viscosity == 1.46e-5 && f->advection == SM_ADVECTION_CENTRAL && isnan(f->gamma));
  ck_assert(!f->mac_sor && !f->project_every_stage && f->courant == 0.9 && isnan(f->time_step));
  ck_assert(isinf(f->max_time_step) && isnan(f->divergence));
  ck_assert(f->subgrid == SM_SUBGRID_VREMAN && isnan(f->subgrid_constant));
  ck_assert(f->acceleration[0] == 0 && f->acceleration[2] == 0 && isnan(f->bulk_velocity[0]));
  ck_assert(f->coriolis == 0 && isnan(f->geostrophic[0]) && f->sponge == 0);
  for (int d = 0; d < 3; d++) ck_assert(is_absent(&f->initial[d]));
  ck_assert(f->perturbation == 0 && !f->heat && f->scalar_count == 0 && f->probe_count == 0);
  ck_assert(isnan(f->mean_from));
  sm_case_destroy(&c);
}
END_TEST

START_TEST(other_models_have_no_flow) {
  struct sm_case *c = read_case(DOMAIN STATION);
  ck_assert(c->flow.line == 0 && !c->flow.mac_sor && isnan(c->wind_source.interval));
  sm_case_destroy(&c);
  fails_with(DOMAIN STATION FLOW "viscosity = 1\n",
             "c:9:2: error: 'flow' has no meaning with wind.model = \"diagnostic\"");
  fails_with(DOMAIN "[wind]\nmodel = 'vortex'\n[wind.vortex]\nsize = 1\nstrength = 1\n" SIDE
                    "at = 'top'\n",
             "'flow' has no meaning with wind.model = \"vortex\"");
}
END_TEST

START_TEST(every_key_of_the_flow_is_read) {
  struct sm_case *c = read_case(
      DOMAIN WIND "interval = '1 min'\nspin_up = '1 h'\n" STATION FLOW
                  "viscosity = '0.001 m2/s'\nadvection = 'donor-cell'\ngamma = 0.9\n"
                  "subgrid = 'amd'\nsubgrid_constant = 0.3\ntime_step = '10 ms'\n"
                  "project_every_stage = true\ndivergence = 1e-7\nacceleration = [1e-3, 0, -1]\n"
                  "bulk_velocity = [5, '2 kt']\ncoriolis = 1e-4\ngeostrophic = [10, 0]\n"
                  "initial = [1, '-2 m/s', 0]\nperturbation = 0.1\nsponge = '20 m'\n"
                  "mean_from = '30 s'\nprobes = [[0, 1, 2], ['-10 m', 110, 80]]\n");
  const struct sm_case_flow *f = &c->flow;
  ck_assert(c->wind_source.interval == 60 && c->wind_source.spin_up == 3600 && f->line == 14);
  ck_assert(f->viscosity == 0.001 && f->advection == SM_ADVECTION_DONOR_CELL && f->gamma == 0.9);
  ck_assert(f->subgrid == SM_SUBGRID_AMD && f->subgrid_constant == 0.3 && f->project_every_stage);
  ck_assert(f->time_step == 0.01 && isnan(f->courant) && f->divergence == 1e-7);
  ck_assert(f->acceleration[0] == 1e-3 && f->acceleration[2] == -1);
  ck_assert(f->bulk_velocity[0] == 5 && fabs(f->bulk_velocity[1] - 1.028888) < 1e-5);
  ck_assert(f->coriolis == 1e-4 && f->geostrophic[0] == 10 && f->geostrophic[1] == 0);
  ck_assert(is_number(&f->initial[0], 1) && is_number(&f->initial[1], -2));
  ck_assert(is_number(&f->initial[2], 0) && f->initial[1].line == 27);
  ck_assert_str_eq(f->initial[1].label, "flow.initial[2]");
  ck_assert(f->perturbation == 0.1 && f->sponge == 20 && f->mean_from == 30);
  ck_assert(f->probe_count == 2 && f->probe[0][2] == 2 && f->probe[1][0] == -10);
  sm_case_destroy(&c);
  c = read_case(BASE FLOW "gamma = 'stable'\nadvection = 'donor-cell'\ncourant = 0.5\n"
                          "max_time_step = 1\nviscosity = 0\n");
  ck_assert(isnan(c->flow.gamma) && c->flow.courant == 0.5 && c->flow.max_time_step == 1);
  ck_assert(c->flow.viscosity == 0);
  sm_case_destroy(&c);
  c = read_case("[domain]\nsize = 200\ncell_size = 2\ncenter = [47, 11]\n" WIND STATION FLOW
                "coriolis = 'latitude'\n");
  ck_assert(isnan(c->flow.coriolis));
  sm_case_destroy(&c);
  static const char *const advection[] = {"central", "upwind", "weno", "donor-cell"};
  static const char *const subgrid[] = {"none", "smagorinsky", "vreman", "amd", "tke"};
  for (int i = 0; i < 5; i++) {
    char text[400];
    snprintf(text, sizeof text, "%s%sadvection = '%s'\nsubgrid = '%s'\n", BASE, FLOW,
             advection[i % 4], subgrid[i]);
    c = read_case(text);
    ck_assert_int_eq((int)c->flow.advection, i % 4);
    ck_assert_int_eq((int)c->flow.subgrid, i);
    sm_case_destroy(&c);
  }
}
END_TEST

START_TEST(boundaries_share_a_table) {
  struct sm_case *c =
      read_case(BASE "[flow.heat]\n" SIDE "at = ['south', 'north']\nkind = 'periodic'\n" SIDE
                     "at = 'west'\nkind = 'inflow'\nvelocity = [3, 0.5, 0]\nturbulence = '10 %'\n"
                     "turbulence_length = 5\ntemperature = '20 degC'\n" SIDE
                     "at = ['east']\nkind = 'outflow'\n" SIDE
                     "at = 'bottom'\nroughness = '3 cm'\nheat_flux = 0.1\n" SIDE
                     "at = 'top'\nkind = 'wall'\nwall = 'smooth'\nvelocity = ['2 km/h', 1, 0]\n");
  const struct sm_case_boundary *s = c->flow.boundary;
  ck_assert(s[SM_SOUTH].kind == SM_BOUNDARY_PERIODIC && s[SM_NORTH].kind == SM_BOUNDARY_PERIODIC);
  ck_assert(s[SM_WEST].kind == SM_BOUNDARY_INFLOW && s[SM_EAST].kind == SM_BOUNDARY_OUTFLOW);
  ck_assert(is_number(&s[SM_WEST].velocity[0], 3) && is_number(&s[SM_WEST].velocity[1], 0.5));
  ck_assert(is_number(&s[SM_WEST].turbulence, 0.1));
  for (int d = 0; d < 3; d++) ck_assert(is_number(&s[SM_WEST].length[d], 5));
  ck_assert(is_number(&s[SM_WEST].temperature, 293.15));
  ck_assert(s[SM_BOTTOM].kind == SM_BOUNDARY_WALL && s[SM_BOTTOM].law == SM_WALL_ROUGH);
  ck_assert(s[SM_BOTTOM].roughness == 0.03 && s[SM_BOTTOM].heat_flux == 0.1);
  ck_assert(s[SM_TOP].kind == SM_BOUNDARY_WALL && s[SM_TOP].law == SM_WALL_SMOOTH);
  ck_assert(fabs(s[SM_TOP].velocity[0].number - 1 / 1.8) < 1e-12);
  ck_assert(s[SM_SOUTH].line == 13 && s[SM_NORTH].line == 13 && s[SM_WEST].line == 16);
  sm_case_destroy(&c);
  /* a velocity may lead out where it leads in elsewhere */
  c = read_case(BASE SIDE "at = ['west', 'east']\nkind = 'inflow'\nvelocity = [3, 0, 0]\n");
  ck_assert(c->flow.boundary[SM_EAST].kind == SM_BOUNDARY_INFLOW);
  sm_case_destroy(&c);
  c = read_case(BASE SIDE "at = ['west', 'north']\nrecycle = '100 m'\nkind = 'weather'\n");
  ck_assert(c->flow.boundary[SM_WEST].recycle == 100);
  sm_case_destroy(&c);
  c = read_case(BASE SIDE "at = 'west'\nreynolds_stress = [0.4, 0.3, '0.2 m2/s2', 0, -0.1, 0]\n"
                          "turbulence_length = ['20 m', 5, 4]\n");
  static const double stress[SM_STRESSES] = {0.4, 0.3, 0.2, 0, -0.1, 0}, length[3] = {20, 5, 4};
  for (int m = 0; m < SM_STRESSES; m++)
    ck_assert(is_number(&c->flow.boundary[SM_WEST].stress[m], stress[m]));
  for (int d = 0; d < 3; d++) ck_assert(is_number(&c->flow.boundary[SM_WEST].length[d], length[d]));
  sm_case_destroy(&c);
  c = read_case(DOMAIN WIND CLOSED);
  for (int i = 0; i < SM_SIDES; i++)
    ck_assert(c->flow.boundary[i].kind == SM_BOUNDARY_WALL &&
              c->flow.boundary[i].law == SM_WALL_NO_SLIP);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(heat_and_scalars_are_read) {
  struct sm_case *c = read_case(
      BASE "[weather]\ntemperature = 300\n[flow.heat]\n" SMOKE SOURCE "size = [10, 2, '3 m']\n"
           "start = '-1 min'\nstop = 30\n" SOURCE
           "[[flow.scalar]]\nname = 'radon'\ndiffusivity = '1e-5 m2/s'\nturbulent_schmidt = 0.9\n"
           "half_life = '3.8 day'\ndeposition_velocity = '1 cm/s'\ninitial = '1 mg/m3'\n"
           "inflow = 2e-6\n");
  const struct sm_case_flow *f = &c->flow;
  ck_assert(f->heat && f->reference == 300 && f->expansion == 1.0 / 300 && f->gravity == 9.81);
  ck_assert(f->prandtl == 0.71 && f->turbulent_prandtl == 0.7 && is_absent(&f->temperature));
  ck_assert_uint_eq(f->scalar_count, 2);
  const struct sm_case_scalar *smoke = &f->scalar[0], *radon = &f->scalar[1];
  ck_assert_str_eq(smoke->name, "smoke");
  ck_assert(smoke->diffusivity == 1.5e-5 && smoke->turbulent_schmidt == 0.7);
  ck_assert(isinf(smoke->half_life) && smoke->deposition == 0 && is_absent(&smoke->initial));
  ck_assert(smoke->inflow == 0 && smoke->source_count == 2 && radon->source_count == 0);
  const struct sm_case_source *source = smoke->source;
  ck_assert(source[0].place[0] == 10 && source[0].size[2] == 3 &&
            fabs(source[0].rate - 1e-3) < 1e-18);
  ck_assert(source[0].start == -60 && source[0].stop == 30 && source[0].line == 17);
  ck_assert(source[0].shape == SM_SOURCE_BOX && source[1].shape == SM_SOURCE_POINT);
  ck_assert(isinf(source[1].start) && source[1].start < 0 && isinf(source[1].stop));
  ck_assert(radon->diffusivity == 1e-5 && radon->turbulent_schmidt == 0.9 && radon->line == 26);
  ck_assert(radon->half_life == 3.8 * 86400 && radon->deposition == 0.01);
  ck_assert(fabs(radon->initial.number - 1e-6) < 1e-18 && radon->inflow == 2e-6);
  sm_case_destroy(&c);
  c = read_case(BASE "[flow.heat]\ntemperature = '17 degC'\nreference = 290\nexpansion = 0.01\n"
                     "gravity = 1\nprandtl = 1\nturbulent_prandtl = 0.4\n");
  f = &c->flow;
  ck_assert(is_number(&f->temperature, 290.15) && f->reference == 290 && f->expansion == 0.01);
  ck_assert(f->gravity == 1 && f->prandtl == 1 && f->turbulent_prandtl == 0.4);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(the_scheme_of_griebel_is_a_table) {
  struct sm_case *c = read_case(MAC_SOR);
  const struct sm_case_flow *f = &c->flow;
  ck_assert(f->mac_sor && f->courant == 0.5 && f->omega == 1.7 && f->sor_tolerance == 1e-3);
  ck_assert(f->sor_iterations == 10000000 && f->advection == SM_ADVECTION_DONOR_CELL);
  ck_assert(f->subgrid == SM_SUBGRID_NONE && isnan(f->gamma));
  ck_assert(f->sor_walls == SM_SOR_GHOST_CELLS && !f->sor_generic);
  sm_case_destroy(&c);
  c = read_case(DOMAIN WIND FLOW "gamma = 0.9\nsubgrid = 'none'\nadvection = 'donor-cell'\n"
                                 "time_step = 0.01\n[flow.mac_sor]\ntau = 1\nomega = 'optimal'\n"
                                 "tolerance = 1e-6\nmax_iterations = 100\nwalls = 'coefficients'\n"
                                 "generic = true\n" SIDE
                                 "at = ['west', 'east', 'south', 'north', 'bottom', 'top']\n"
                                 "kind = 'wall'\n");
  f = &c->flow;
  ck_assert(f->mac_sor && f->gamma == 0.9 && isnan(f->omega) && f->sor_tolerance == 1e-6);
  ck_assert(f->sor_walls == SM_SOR_COEFFICIENTS && f->sor_generic);
  ck_assert(f->sor_iterations == 100 && f->time_step == 0.01 && isnan(f->courant));
  ck_assert_int_eq(f->boundary[SM_TOP].law, SM_WALL_NO_SLIP);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(values_can_be_expressions_of_the_place) {
  if (!have_expressions()) return;
  struct sm_case *c = read_case(
      DOMAIN WIND "[flow]\ninitial = ['1 - exp(-0.96374 * x) * cos(2 * pi * y)', '2 * pi', 0]\n"
                  "[flow.heat]\ntemperature = '290 + 0.01 * z'\n" SMOKE
                  "initial = 'exp(-x^2)'\n" SIDE "at = ['west', 'east', 'south', 'north', "
                  "'top']\nkind = 'slip'\ntemperature = '300 - 10'\n" SIDE
                  "at = 'bottom'\nvelocity = ['sin(x)', 0.5, 0]\n");
  const struct sm_case_flow *f = &c->flow;
  ck_assert(isnan(f->initial[0].number) && sm_expression_given(&f->initial[0]));
  ck_assert_str_eq(f->initial[0].text, "1 - exp(-0.96374 * x) * cos(2 * pi * y)");
  ck_assert(f->initial[0].line == 10);
  ck_assert(is_number(&f->initial[1], 2 * acos(-1)));
  ck_assert_str_eq(f->temperature.text, "290 + 0.01 * z");
  ck_assert_str_eq(f->scalar[0].initial.text, "exp(-x^2)");
  ck_assert(is_number(&f->boundary[SM_TOP].temperature, 290));
  ck_assert_str_eq(f->boundary[SM_BOTTOM].velocity[0].text, "sin(x)");
  static const double point[][3] = {{3, 5, 100}};
  double out;
  ck_assert_int_eq(sm_expression_at(ctx, c->path, &f->temperature, 1, point, &out), SM_OK);
  ck_assert_double_eq_tol(out, 291, 1e-12);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(wrong_expressions_are_reported_at_their_place) {
  static const char *const wrong[][2] = {
      {BASE FLOW "initial = [0, 'sin(x', 0]\n", "c:13:20: error: 'flow.initial[2]': Missing"},
      {BASE FLOW "initial = [0, 'x + foo', 0]\n",
       "c:13:20: error: 'flow.initial[2]': Unexpected token \"foo\"\n"},
      {BASE FLOW "initial = [0, 0, '10 kg']\n",
       "c:13:18: error: 'flow.initial[3]': cannot turn 'kg' into"},
      {BASE FLOW "initial = ['2000', 0, 0]\n", "'flow.initial[1]' is 2000 m/s, but must be"},
      {BASE FLOW "initial = ['20 * 100', 0, 0]\n", "'flow.initial[1]' is 2000 m/s, but must be"},
      {BASE FLOW "initial = ['1/0', 0, 0]\n", "'flow.initial[1]': its value is infinite"},
      {BASE FLOW "initial = ['1,5', 0, 0]\n", "decimals follow a point"},
      {BASE FLOW "initial = ['x = 1', 0, 0]\n", "'=='"},
      {BASE FLOW "initial = ['', 0, 0]\n", "'flow.initial[1]': "},
      {BASE "[flow.heat]\ntemperature = '-5'\n", "'flow.heat.temperature' is -5 K, but must be"},
      {BASE SMOKE "initial = '1 - 2'\n", "'flow.scalar[1].initial' is -1 kg/m3, but must be"},
  };
  if (have_expressions()) ALL_FAIL(wrong);
  static const char *const types[][2] = {
      {BASE FLOW "initial = 3\n", "'flow.initial': expected a list of three numbers"},
      {BASE FLOW "initial = '3'\n", "'flow.initial': expected a list of three numbers"},
      {BASE FLOW "initial = [1, 2]\n", "'flow.initial': expected a list of three numbers"},
      {BASE FLOW "initial = [1, true, 3]\n", "'flow.initial[2]': expected a list of three"},
      {BASE FLOW "initial = [1, inf, 3]\n", "'flow.initial[2]' must be a finite number"},
      {BASE "[flow.heat]\ntemperature = [300]\n", "'flow.heat.temperature': expected a number"},
  };
  ALL_FAIL(types);
}
END_TEST

CONTEXT_TEST_MAIN(a_flow_needs_little, other_models_have_no_flow, every_key_of_the_flow_is_read,
                  boundaries_share_a_table, heat_and_scalars_are_read,
                  the_scheme_of_griebel_is_a_table, values_can_be_expressions_of_the_place,
                  wrong_expressions_are_reported_at_their_place)
