/* The keys of the flow solvers: what they mean, and what does not fit together. */
#include "base/context.h"
#include "case/case.h"
#include "case/expression.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DOMAIN "[domain]\nsize = [200, 100]\ncell_size = 2\nheight = 80\nmargin = 10\n"
#define WIND "[wind]\nmodel = 'incompressible'\nduration = 60\n" /* lines 6 to 8 after DOMAIN */
#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"   /* lines 9 to 11 */
#define BASE DOMAIN WIND STATION
#define FLOW "[flow]\n" /* line 12 */
#define GAS "[wind]\nmodel = 'compressible'\nduration = 60\n" STATION "[flow.gas]\n"
#define SIDE "[[flow.side]]\n"
#define CLOSED                                                                                     \
  SIDE "at = ['west', 'east', 'south', 'north', 'bottom', 'top']\nkind = 'wall'\nwall = "          \
       "'no-slip'\n"
#define SMOKE "[[flow.scalar]]\nname = 'smoke'\n"
#define SOURCE "[[flow.scalar.source]]\nfrom = [10, 10, 0]\nrate = '1 g/s'\n"
#define GRIEBEL DOMAIN WIND "[flow.griebel]\n" CLOSED

static struct sm_context *ctx;

static enum sm_status try_case(const char *text, struct sm_case **c) {
  *c = NULL;
  return sm_case_parse(ctx, "c", text, strlen(text), NULL, false, c);
}

static struct sm_case *read_case(const char *text) {
  struct sm_case *c;
  ck_assert_msg(try_case(text, &c) == SM_OK, "%s: %s", text, sm_context_message(ctx));
  return c;
}

static void fails_with(const char *text, const char *message) {
  struct sm_case *c;
  const enum sm_status status = try_case(text, &c);
  ck_assert_msg(status == SM_ERR_CASE && strstr(sm_context_message(ctx), message) != NULL,
                "%s\nexpected: %s\nfound: %s", text, message,
                status == SM_OK ? "nothing wrong" : sm_context_message(ctx));
}

static void all_fail(const char *const (*wrong)[2], size_t count) {
  for (size_t i = 0; i < count; i++) fails_with(wrong[i][0], wrong[i][1]);
}
#define ALL_FAIL(wrong) all_fail(wrong, sizeof(wrong) / sizeof *(wrong))

static bool have_expressions(void) {
  struct sm_expression_facts facts;
  const bool have = sm_expression_read(ctx, "x", &facts) == SM_OK;
  if (!have) printf("skipped: built without muParser\n");
  return have;
}

static bool is_number(const struct sm_expression *e, double number) {
  return sm_expression_given(e) && e->text == NULL && e->number == number;
}

static bool is_absent(const struct sm_expression *e) {
  return !sm_expression_given(e) && e->text == NULL && isnan(e->number);
}

START_TEST(a_flow_needs_little) {
  struct sm_case *c = read_case(BASE);
  const struct sm_case_flow *f = &c->flow;
  ck_assert_int_eq(c->wind_source.model, SM_WIND_INCOMPRESSIBLE);
  ck_assert(c->wind_source.interval == 60 && c->wind_source.duration == 60);
  ck_assert(c->wind_source.spin_up == 0 && f->line == 0);
  for (int s = 0; s < SM_SIDES; s++) {
    const struct sm_case_side *side = &f->side[s];
    const enum sm_side_kind kind = s == SM_BOTTOM ? SM_SIDE_WALL
                                   : s == SM_TOP  ? SM_SIDE_SLIP
                                                  : SM_SIDE_WEATHER;
    ck_assert(side->kind == kind && side->law == SM_WALL_ROUGH && side->line == 0);
    for (int d = 0; d < 3; d++) ck_assert(is_absent(&side->velocity[d]));
    ck_assert(is_absent(&side->temperature) && isnan(side->roughness) && side->heat_flux == 0);
    ck_assert(is_absent(&side->turbulence) && isnan(side->recycle));
    for (int d = 0; d < 3; d++) ck_assert(is_absent(&side->length[d]));
    for (int m = 0; m < SM_STRESSES; m++) ck_assert(is_absent(&side->stress[m]));
  }
  ck_assert(f->viscosity == 1.46e-5 && f->advection == SM_ADVECTION_CENTRAL && isnan(f->gamma));
  ck_assert(!f->euler && !f->every_stage && f->courant == 0.9 && isnan(f->time_step));
  ck_assert(isinf(f->longest_step) && isnan(f->divergence));
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
  ck_assert(c->flow.line == 0 && !c->flow.euler && isnan(c->wind_source.interval));
  sm_case_destroy(&c);
  fails_with(DOMAIN STATION FLOW "viscosity = 1\n",
             "c:9:2: error: 'flow' has no meaning with wind.model = \"diagnostic\"");
  fails_with(DOMAIN "[wind]\nmodel = 'vortex'\n[wind.vortex]\nsize = 1\nstrength = 1\n" SIDE
                    "at = 'top'\n",
             "'flow' has no meaning with wind.model = \"vortex\"");
}
END_TEST

START_TEST(every_key_of_the_flow_is_read) {
  struct sm_case *c =
      read_case(DOMAIN WIND "interval = '1 min'\nspin_up = '1 h'\n" STATION FLOW
                            "viscosity = '0.001 m2/s'\nadvection = 'donor-cell'\ngamma = 0.9\n"
                            "subgrid = 'amd'\nsubgrid_constant = 0.3\ntime_step = '10 ms'\n"
                            "every_stage = true\ndivergence = 1e-7\nacceleration = [1e-3, 0, -1]\n"
                            "bulk_velocity = [5, '2 kt']\ncoriolis = 1e-4\ngeostrophic = [10, 0]\n"
                            "initial = [1, '-2 m/s', 0]\nperturbation = 0.1\nsponge = '20 m'\n"
                            "mean_from = '30 s'\nprobes = [[0, 1, 2], ['-10 m', 110, 80]]\n");
  const struct sm_case_flow *f = &c->flow;
  ck_assert(c->wind_source.interval == 60 && c->wind_source.spin_up == 3600 && f->line == 14);
  ck_assert(f->viscosity == 0.001 && f->advection == SM_ADVECTION_DONOR_CELL && f->gamma == 0.9);
  ck_assert(f->subgrid == SM_SUBGRID_AMD && f->subgrid_constant == 0.3 && f->every_stage);
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
                          "longest_step = 1\nviscosity = 0\n");
  ck_assert(isnan(c->flow.gamma) && c->flow.courant == 0.5 && c->flow.longest_step == 1);
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

START_TEST(sides_are_told_several_at_a_time) {
  struct sm_case *c =
      read_case(BASE "[flow.heat]\n" SIDE "at = ['south', 'north']\nkind = 'periodic'\n" SIDE
                     "at = 'west'\nkind = 'inflow'\nvelocity = [3, 0.5, 0]\nturbulence = '10 %'\n"
                     "turbulence_length = 5\ntemperature = '20 degC'\n" SIDE
                     "at = ['east']\nkind = 'outflow'\n" SIDE
                     "at = 'bottom'\nroughness = '3 cm'\nheat_flux = 0.1\n" SIDE
                     "at = 'top'\nkind = 'wall'\nwall = 'smooth'\nvelocity = ['2 km/h', 1, 0]\n");
  const struct sm_case_side *s = c->flow.side;
  ck_assert(s[SM_SOUTH].kind == SM_SIDE_PERIODIC && s[SM_NORTH].kind == SM_SIDE_PERIODIC);
  ck_assert(s[SM_WEST].kind == SM_SIDE_INFLOW && s[SM_EAST].kind == SM_SIDE_OUTFLOW);
  ck_assert(is_number(&s[SM_WEST].velocity[0], 3) && is_number(&s[SM_WEST].velocity[1], 0.5));
  ck_assert(is_number(&s[SM_WEST].turbulence, 0.1));
  for (int d = 0; d < 3; d++) ck_assert(is_number(&s[SM_WEST].length[d], 5));
  ck_assert(is_number(&s[SM_WEST].temperature, 293.15));
  ck_assert(s[SM_BOTTOM].kind == SM_SIDE_WALL && s[SM_BOTTOM].law == SM_WALL_ROUGH);
  ck_assert(s[SM_BOTTOM].roughness == 0.03 && s[SM_BOTTOM].heat_flux == 0.1);
  ck_assert(s[SM_TOP].kind == SM_SIDE_WALL && s[SM_TOP].law == SM_WALL_SMOOTH);
  ck_assert(fabs(s[SM_TOP].velocity[0].number - 1 / 1.8) < 1e-12);
  ck_assert(s[SM_SOUTH].line == 13 && s[SM_NORTH].line == 13 && s[SM_WEST].line == 16);
  sm_case_destroy(&c);
  /* a velocity may lead out where it leads in elsewhere */
  c = read_case(BASE SIDE "at = ['west', 'east']\nkind = 'inflow'\nvelocity = [3, 0, 0]\n");
  ck_assert(c->flow.side[SM_EAST].kind == SM_SIDE_INFLOW);
  sm_case_destroy(&c);
  c = read_case(BASE SIDE "at = ['west', 'north']\nrecycle = '100 m'\nkind = 'weather'\n");
  ck_assert(c->flow.side[SM_WEST].recycle == 100);
  sm_case_destroy(&c);
  c = read_case(BASE SIDE "at = 'west'\nreynolds_stress = [0.4, 0.3, '0.2 m2/s2', 0, -0.1, 0]\n"
                          "turbulence_length = ['20 m', 5, 4]\n");
  static const double stress[SM_STRESSES] = {0.4, 0.3, 0.2, 0, -0.1, 0}, length[3] = {20, 5, 4};
  for (int m = 0; m < SM_STRESSES; m++)
    ck_assert(is_number(&c->flow.side[SM_WEST].stress[m], stress[m]));
  for (int d = 0; d < 3; d++) ck_assert(is_number(&c->flow.side[SM_WEST].length[d], length[d]));
  sm_case_destroy(&c);
  c = read_case(DOMAIN WIND CLOSED);
  for (int i = 0; i < SM_SIDES; i++)
    ck_assert(c->flow.side[i].kind == SM_SIDE_WALL && c->flow.side[i].law == SM_WALL_NO_SLIP);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(heat_and_scalars_are_read) {
  struct sm_case *c = read_case(
      BASE "[weather]\ntemperature = 300\n[flow.heat]\n" SMOKE SOURCE "to = [20, 12, '3 m']\n"
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
  const struct sm_case_scalar_source *source = smoke->source;
  ck_assert(source[0].from[0] == 10 && source[0].to[2] == 3 && fabs(source[0].rate - 1e-3) < 1e-18);
  ck_assert(source[0].start == -60 && source[0].stop == 30 && source[0].line == 17);
  ck_assert(memcmp(source[1].from, source[1].to, sizeof source[1].to) == 0);
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
  struct sm_case *c = read_case(GRIEBEL);
  const struct sm_case_flow *f = &c->flow;
  ck_assert(f->euler && f->courant == 0.5 && f->omega == 1.7 && f->sor_tolerance == 1e-3);
  ck_assert(f->sor_iterations == 10000000 && f->advection == SM_ADVECTION_DONOR_CELL);
  ck_assert(f->subgrid == SM_SUBGRID_NONE && isnan(f->gamma));
  ck_assert(f->sor_walls == SM_SOR_COPIES && !f->sor_generic);
  sm_case_destroy(&c);
  c = read_case(DOMAIN WIND FLOW "gamma = 0.9\nsubgrid = 'none'\nadvection = 'donor-cell'\n"
                                 "time_step = 0.01\n[flow.griebel]\ntau = 1\nomega = 'optimal'\n"
                                 "tolerance = 1e-6\niterations = 100\nwalls = 'coefficients'\n"
                                 "generic = true\n" SIDE
                                 "at = ['west', 'east', 'south', 'north', 'bottom', 'top']\n"
                                 "kind = 'wall'\n");
  f = &c->flow;
  ck_assert(f->euler && f->gamma == 0.9 && isnan(f->omega) && f->sor_tolerance == 1e-6);
  ck_assert(f->sor_walls == SM_SOR_COEFFICIENTS && f->sor_generic);
  ck_assert(f->sor_iterations == 100 && f->time_step == 0.01 && isnan(f->courant));
  ck_assert_int_eq(f->side[SM_TOP].law, SM_WALL_NO_SLIP);
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
  ck_assert(is_number(&f->side[SM_TOP].temperature, 290));
  ck_assert_str_eq(f->side[SM_BOTTOM].velocity[0].text, "sin(x)");
  static const double point[][3] = {{3, 5, 100}};
  double out;
  ck_assert_int_eq(sm_expression_at(ctx, c->path, &f->temperature, 1, point, &out), SM_OK);
  ck_assert_double_eq_tol(out, 291, 1e-12);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(wrong_expressions_are_told_at_their_place) {
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

START_TEST(wrong_sides_are_refused) {
  static const char *const wrong[][2] = {
      {BASE SIDE "at = 'west'\nkind = 'periodic'\n",
       "c:14:8: error: 'flow.side': the west side is \"periodic\", but the east side is "
       "\"weather\""},
      {BASE SIDE "at = ['bottom']\nkind = 'periodic'\n", "but the top side is \"slip\""},
      {BASE SIDE "at = ['west', 'east']\nkind = 'slip'\n" SIDE "at = 'east'\nkind = 'outflow'\n",
       "c:16:6: error: 'flow.side.at': what is at the east side stands in line 12 already"},
      {BASE SIDE "at = []\nkind = 'slip'\n", "c:13:6: error: 'flow.side.at' is empty"},
      {BASE SIDE "kind = 'slip'\n", "'flow.side[1].at' is missing"},
      {BASE SIDE "at = 'up'\n", "expected a list of \"west\", \"east\""},
      {BASE SIDE "at = 'west'\nkind = 'open'\n", "found \"open\""},
      {BASE SIDE "at = 'top'\nkind = 'wall'\nvelocity = [1, 0, 0.5]\n",
       "c:15:12: error: 'flow.side.velocity': the wall at the top side can move along itself only, "
       "but its w component is not 0"},
      {BASE SIDE "at = 'west'\nkind = 'wall'\nvelocity = [1, 0, 0]\n", "its u component is not 0"},
      {BASE SIDE "at = ['west', 'south']\nkind = 'wall'\nvelocity = [0, 1, 0]\n",
       "the wall at the south side can move along itself only, but its v component is not 0"},
      {DOMAIN WIND CLOSED SIDE "at = 'west'\nkind = 'inflow'\n",
       "how fast the air flows in at the west side is not known"},
      {BASE SIDE "at = 'west'\nkind = 'inflow'\nvelocity = [-1, 0, 0]\n",
       "with u = -1 m/s no air flows in at the west side"},
      {BASE SIDE "at = 'east'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n",
       "with u = 1 m/s no air flows in at the east side"},
      {BASE SIDE "at = 'top'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n", "with w = 0 m/s no air"},
      {BASE SIDE "at = ['west', 'east']\nkind = 'inflow'\nvelocity = [0, 1, 0]\n",
       "with u = 0 m/s no air flows in at the west side, nor at another"},
      {DOMAIN WIND,
       "c:6:2: error: the west side has the wind of the weather, but the case has none"},
      {DOMAIN WIND SIDE "at = ['west', 'east']\nkind = 'slip'\n",
       "the south side has the wind of the weather, but the case has none"},
      {BASE SIDE "at = 'bottom'\nkind = 'weather'\n", "no weather comes from the bottom"},
      {BASE "[terrain]\nfile = 'x.tif'\n" SIDE "at = ['bottom', 'top']\nkind = 'periodic'\n",
       "below the terrain no air can be \"periodic\""},
      {BASE SIDE "at = 'west'\nwall = 'smooth'\n",
       "'flow.side.wall' has no meaning at the west side, \"weather\""},
      {BASE SIDE "at = 'west'\nkind = 'slip'\nvelocity = [0, 1, 0]\n",
       "has no meaning at the west"},
      {BASE SIDE "at = 'top'\nroughness = 0.1\n",
       "c:14:13: error: 'flow.side.roughness' has no meaning at the top side, \"slip\""},
      {BASE SIDE "at = 'bottom'\nwall = 'smooth'\nroughness = 0.1\n",
       "'flow.side.roughness' is that of a \"rough\" wall"},
      {BASE SIDE "at = 'bottom'\nroughness = 0\n", "must be more than 0"},
      {BASE SIDE "at = 'bottom'\nturbulence = 0.1\n",
       "has no meaning at the bottom side, \"wall\""},
      {BASE SIDE "at = 'west'\nturbulence_length = 1\n",
       "c:14:21: error: 'flow.side.turbulence_length' needs 'turbulence' or 'reynolds_stress'"},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nturbulence_length = [1, 2]\n",
       "expected a number or a list of three numbers in m"},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nturbulence_length = [1, 2, 0]\n",
       "c:15:28: error: 'flow.side[1].turbulence_length[3]' is 0 m, but must be more than 0"},
      {BASE SIDE "at = 'west'\nturbulence = -1\n", "must be 0 to 1"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 1, 1]\n",
       "expected a list of six numbers in m2/s2"},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nreynolds_stress = [1, 1, 1, 0, 0, 0]\n",
       "cannot both be given"},
      {BASE SIDE "at = 'west'\nrecycle = 10\nreynolds_stress = [1, 1, 1, 0, 0, 0]\n",
       "cannot both be given"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 1, -1, 0, 0, 0]\n",
       "c:14:19: error: 'flow.side.reynolds_stress': ww = -1 m2/s2 is less than 0"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 4, 1, 0, -1.5, 0]\n",
       "uw = -1.5 m2/s2 is larger than the root of uu ww, 1 m2/s2"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 1, 1, 0.8, 0.8, -0.8]\n",
       "uv, uw and vw (0.8, 0.8, -0.8 m2/s2) cannot be together"},
      {BASE SIDE "at = 'bottom'\nreynolds_stress = [1, 1, 1, 0, 0, 0]\n",
       "has no meaning at the bottom side, \"wall\""},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nrecycle = 10\n", "cannot both be given"},
      {BASE SIDE "at = 'west'\nrecycle = 220\n",
       "220 m from the west side is outside of the domain, which is 220 m long there"},
      {BASE SIDE "at = 'bottom'\nrecycle = 20\n", "has no meaning at the bottom side"},
      {BASE SIDE "at = 'bottom'\nheat_flux = 0.1\n",
       "c:14:13: error: 'flow.side.heat_flux': this case computes no heat"},
      {BASE SIDE "at = 'bottom'\ntemperature = 300\n",
       "'flow.side.temperature': this case computes"},
      {BASE "[flow.heat]\n" SIDE "at = 'bottom'\ntemperature = 300\nheat_flux = 0.1\n",
       "'flow.side[1].heat_flux' and 'temperature' cannot both be given"},
      {BASE "[flow.heat]\n" SIDE "at = 'west'\nheat_flux = 1\n", "has no meaning at the west side"},
      {BASE "[flow.heat]\n" SIDE "at = 'west'\ntemperature = 300\n", "has no meaning at the west"},
      {BASE FLOW "viscosity = 0\n" SIDE "at = 'bottom'\nwall = 'smooth'\n",
       "a \"smooth\" wall needs a 'flow.viscosity' above 0"},
      {DOMAIN WIND "[flow]\nside = 3\n", "expected a table [[flow.side]]"},
      {DOMAIN WIND "[flow]\nside = [1, { at = 'top' }]\n", "expected a table [[flow.side]]"},
  };
  ALL_FAIL(wrong);
  if (have_expressions())
    fails_with(BASE SIDE "at = 'top'\nkind = 'wall'\nvelocity = [1, 0, 'x']\n",
               "its w component is not 0");
}
END_TEST

START_TEST(wrong_schemes_and_forces_are_refused) {
  static const char *const wrong[][2] = {
      {BASE FLOW "viscosity = -1\n", "'flow.viscosity' is -1 m2/s, but must be at least 0 m2/s"},
      {BASE FLOW "gamma = 0.5\n", "c:13:9: error: 'flow.gamma' is that of \"donor-cell\""},
      {BASE FLOW "advection = 'donor-cell'\ngamma = 1.1\n", "must be 0 to 1"},
      {BASE FLOW "subgrid = 'none'\nsubgrid_constant = 0.1\n", "no model of smaller eddies"},
      {BASE FLOW "subgrid_constant = 0.1\n", "needs 'subgrid' beside it"},
      {BASE FLOW "courant = 0\n", "must be more than 0"},
      {BASE FLOW "courant = 0.5\ntime_step = 1\n", "cannot both be given"},
      {BASE FLOW "longest_step = 0.5\ntime_step = 1\n", "cannot both be given"},
      {BASE FLOW "time_step = -1\n", "must be more than 0"},
      {BASE FLOW "time_step = 1e-8\n",
       "'flow.time_step' makes 6e+09 steps, but 1e+09 are the most"},
      {BASE FLOW "longest_step = 1e-8\n",
       "'flow.longest_step' makes 6e+09 steps, but 1e+09 are the most"},
      {BASE FLOW "divergence = 0\n", "must be more than 0"},
      {BASE FLOW "geostrophic = [10, 0]\n", "needs 'coriolis' beside it"},
      {BASE FLOW "geostrophic = [10, 0]\ncoriolis = 0\n", "Coriolis parameter that is not 0"},
      {BASE FLOW "coriolis = 'latitude'\n", "c:13:12: error: 'flow.coriolis': the domain's crs"},
      {BASE FLOW "perturbation = -1\n", "must be 0 to 100"},
      {BASE FLOW "sponge = 80\n", "'flow.sponge' is as deep as the domain is high, 80 m"},
      {BASE FLOW "mean_from = 60\n", "'flow.mean_from': at 60 s the run is over"},
      {BASE FLOW "mean_from = -1\n", "must be at least 0"},
      {BASE FLOW "probes = [[0, 0, 1], [211, 0, 1]]\n",
       "c:13:22: error: 'flow.probes': x = 211 m is outside of the domain"},
      {BASE FLOW "probes = [[0, -11, 1]]\n", "y = -11 m is outside"},
      {BASE FLOW "probes = [[0, 0, 81]]\n", "z = 81 m is outside"},
      {BASE FLOW "probes = [[0, 0, -1]]\n", "z = -1 m is outside"},
      {BASE FLOW "probes = [[0, 0]]\n", "expected a list of rows [m, m, m]"},
      {BASE "[flow.heat]\nprandtl = 0\n", "must be more than 0"},
      {BASE "[flow.heat]\ngravity = -9.81\n", "must be at least 0"},
      {BASE "[flow.heat]\nreference = 0\n", "must be 1 to 10000"},
      {BASE "[flow.heat]\nheat = 0\n", "unknown key 'flow.heat.heat'"},
      {BASE "[flow]\nsgs = 'none'\n", "unknown key 'flow.sgs'"},
      {DOMAIN WIND "[flow]\nheat = true\n", "expected a table [flow.heat]"},
      {DOMAIN WIND "flow = 3\n", "unknown key 'wind.flow'"},
      {"flow = 3\n" DOMAIN WIND, "'flow': expected a table [flow]"},
      {GRIEBEL FLOW "courant = 0.5\n", "c:15:11: error: 'flow.courant' is none of the scheme of"},
      {DOMAIN WIND FLOW "courant = 0.5\n[flow.griebel]\n" CLOSED,
       "c:10:11: error: 'flow.courant' is none of the scheme of [flow.griebel]"},
      {DOMAIN WIND FLOW "subgrid = 'vreman'\n[flow.griebel]\n" CLOSED, "'flow.subgrid' is none of"},
      {DOMAIN WIND FLOW "advection = 'weno'\n[flow.griebel]\n" CLOSED, "'flow.advection' is none"},
      {DOMAIN WIND FLOW "every_stage = true\n[flow.griebel]\n" CLOSED, "'flow.every_stage' is"},
      {DOMAIN WIND FLOW "divergence = 0.1\n[flow.griebel]\n" CLOSED, "'flow.divergence' is none"},
      {DOMAIN WIND FLOW "longest_step = 1\n[flow.griebel]\n" CLOSED, "'flow.longest_step' is none"},
      {DOMAIN WIND FLOW "coriolis = 1e-4\n[flow.griebel]\n" CLOSED, "'flow.coriolis' is none of"},
      {DOMAIN WIND FLOW "sponge = 1\n[flow.griebel]\n" CLOSED, "'flow.sponge' is none of"},
      {DOMAIN WIND FLOW "steady = 1\n[flow.griebel]\n" CLOSED, "'flow.steady' is none of"},
      {BASE FLOW "steady = 0\n", "'flow.steady'"},
      {BASE FLOW "steady = 1e-6\n" SMOKE,
       "c:13:10: error: 'flow.steady' would end the run while scalars are still on their way"},
      {BASE FLOW "grid_sequencing = 2\n",
       "c:13:1: error: 'flow.grid_sequencing' needs 'steady' beside"},
      {BASE FLOW "steady = 1e-6\ngrid_sequencing = -1\n", "'flow.grid_sequencing'"},
      {BASE FLOW "steady = 1e-6\ngrid_sequencing = 2\n" SIDE
                 "at = 'west'\nkind = 'inflow'\nvelocity = [3, 0, 0]\nturbulence = 0.1\n",
       "c:14:19: error: 'flow.grid_sequencing': air that flows in turbulent is never steady"},
      {DOMAIN WIND FLOW "steady = 1\ngrid_sequencing = 1\n[flow.griebel]\n" CLOSED,
       "'flow.grid_sequencing' is none of"},
      {GRIEBEL "[flow.heat]\n", "'flow.heat' is none of the scheme of [flow.griebel]"},
      {GRIEBEL SMOKE, "'flow.scalar' is none of the scheme of [flow.griebel]"},
      {BASE "[flow.griebel]\n", "the west side has the wind of the weather, which [flow.griebel]"},
      {DOMAIN WIND "[flow.griebel]\n" SIDE "at = ['west', 'east', 'south', 'north']\n"
                   "kind = 'slip'\n" SIDE "at = 'bottom'\nwall = 'rough'\n",
       "[flow.griebel] knows walls without slip only"},
      {DOMAIN WIND "[flow.griebel]\ntau = 0\nomega = 2\ntolerance = 0\niterations = 0\n" CLOSED,
       "c:13:14: error: 'flow.griebel.iterations'"},
      {DOMAIN WIND "[flow.griebel]\nomega = 2\n" CLOSED, "must be more than 0 and less than 2"},
  };
  ALL_FAIL(wrong);
}
END_TEST

START_TEST(there_is_room_for_so_many_scalars) {
  char text[8000] = BASE;
  struct sm_case *c;
  for (int m = 0; m <= SM_FLOW_SCALARS; m++) {
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "[[flow.scalar]]\nname = 's%d'\n", m);
    if (m + 1 < SM_FLOW_SCALARS) continue;
    if (m + 1 > SM_FLOW_SCALARS) break;
    c = read_case(text);
    ck_assert_uint_eq(c->flow.scalar_count, SM_FLOW_SCALARS);
    sm_case_destroy(&c);
  }
  fails_with(text, "'flow.scalar': there may be at most 128 of them");
}
END_TEST

START_TEST(wrong_scalars_are_refused) {
  static const char *const wrong[][2] = {
      {BASE SMOKE SMOKE, "c:15:8: error: 'flow.scalar.name': \"smoke\" is taken"},
      {BASE "[[flow.scalar]]\nname = 'pressure'\n", "\"pressure\" is another output"},
      {BASE "[[flow.scalar]]\n", "'flow.scalar[1].name' is missing"},
      {BASE "[[flow.scalar]]\nname = ''\n", "must not be empty"},
      {BASE SMOKE "diffusivity = -1\n", "must be at least 0"},
      {BASE SMOKE "turbulent_schmidt = 0\n", "must be more than 0"},
      {BASE SMOKE "half_life = 0\n", "must be more than 0"},
      {BASE SMOKE "deposition_velocity = -1\n", "must be 0 to 100"},
      {BASE SMOKE "inflow = -1\n", "must be at least 0"},
      {BASE SMOKE "initial = -1\n", "must be at least 0"},
      {BASE SMOKE "[[flow.scalar.source]]\nrate = 1\n", "source[1].from' is missing"},
      {BASE SMOKE "[[flow.scalar.source]]\nfrom = [1, 1, 1]\n", "source[1].rate' is missing"},
      {BASE SMOKE SOURCE "to = [5, 12, 3]\n",
       "c:17:6: error: 'flow.scalar.source.to': no coordinate may be below that of 'from'"},
      {BASE SMOKE SOURCE "to = [20, 120, 3]\n", "'flow.scalar.source.to': y = 120 m is outside"},
      {BASE SMOKE "[[flow.scalar.source]]\nfrom = [0, 0, -1]\nrate = 1\n", "z = -1 m is outside"},
      {BASE SMOKE SOURCE "rate = -1\n", "redefine"},
      {BASE SMOKE "[[flow.scalar.source]]\nfrom = [0, 0, 0]\nrate = -1\n", "must be at least 0"},
      {BASE SMOKE SOURCE "start = 10\nstop = 10\n", "it ends at 10 s, before it begins"},
      {BASE SMOKE SOURCE "start = 60\n", "at 60 s the run is over"},
      {BASE "[flow]\nscalar = 3\n", "expected a table [[flow.scalar]]"},
      {BASE SMOKE "source = [1]\n", "expected a table [[flow.scalar.source]]"},
  };
  ALL_FAIL(wrong);
}
END_TEST

START_TEST(what_the_model_cannot_use_is_refused) {
  static const char *const wrong[][2] = {
      {DOMAIN "solids = 'cut'\n" WIND STATION "[flow.griebel]\n" CLOSED,
       "c:6:10: error: 'domain.solids': the scheme of [flow.griebel] does not know parts of cells"},
      {DOMAIN "[wind]\nmodel = 'incompressible'\n" STATION, "'wind.duration' is missing"},
      {DOMAIN WIND "interval = 61\n" STATION, "'wind.interval' is longer than 'wind.duration'"},
      {DOMAIN WIND "interval = 1e-5\n" STATION, "makes more than a million winds"},
      {DOMAIN WIND "ambient = [1, 0]\n" STATION, "'wind.ambient' has no meaning"},
      {DOMAIN GAS "background = 'stratified'\n", "a \"stratified\" one needs its"},
      {DOMAIN GAS "background = 'stratified'\nstability = 0.01\ngravity = 0\n",
       "'flow.gas.gravity': without it nothing is \"stratified\""},
      {DOMAIN GAS "background = 'neutral'\nstability = 0.01\n",
       "'flow.gas.stability' is that of a \"stratified\" background"},
      {DOMAIN GAS "stability = 0.01\n", "needs 'background' beside it"},
      {BASE "[wind.vortex]\nsize = 1\n", "'wind.vortex' has no meaning"},
      {BASE "[slope_flow]\n", "c:12:2: error: 'slope_flow' has no meaning with wind.model"},
      {BASE "[[wind.turbine]]\nposition = [1, 1]\nhub_height = 50\ndiameter = 20\nthrust = 0.7\n",
       "c:12:8: error: 'wind.turbine' has no meaning with wind.model = \"incompressible\""},
      {BASE "[weather]\ninterpolate = 60\n", "'weather.interpolate' has no meaning"},
      {BASE "[weather]\nend = 2026-01-01\n", "'weather.end' has no meaning"},
      {DOMAIN WIND "[weather.rose]\nfile = 'rose.csv'\n", "'weather.rose' has no meaning"},
  };
  ALL_FAIL(wrong);
  struct sm_case *c =
      read_case(DOMAIN "solids = 'stair'\n" WIND "alpha = 2\nsolver = 'sor'\n" STATION
                       "[wind.zones]\non = false\n[weather]\ntemperature = 280\n"
                       "[[vegetation.tree]]\nposition = [1, 1]\nheight = 10\n");
  sm_case_destroy(&c);
}
END_TEST

#define AIR DOMAIN "[wind]\nmodel = 'compressible'\nduration = 60\n" STATION FLOW
#define WARM SIDE "at = 'bottom'\nheat_flux = 0.1\n"

START_TEST(the_compressible_solver_carries_and_heats) {
  static const char *const wrong[][2] = {
      {AIR "[flow.heat]\n", "'flow.heat' has no meaning with wind.model = \"compressible\""},
      {AIR "[flow.arkhipov]\n" SMOKE,
       "c:14:1: error: 'flow.scalar' is none of the scheme of [flow.arkhipov]"},
      {AIR WARM "[flow.arkhipov]\n",
       "c:15:13: error: 'flow.side.heat_flux' is none of the scheme of [flow.arkhipov]"},
      {AIR SIDE "at = 'bottom'\ntemperature = 290\n[flow.gas]\nbackground = 'none'\n",
       "c:15:15: error: 'flow.side.temperature' is potential, which has no meaning without"},
      {AIR SIDE "at = 'top'\nkind = 'outflow'\nheat_flux = 0.1\n",
       "'flow.side.heat_flux' has no meaning at the top side"},
      {BASE FLOW WARM, "'flow.side.heat_flux': this case computes no heat"},
  };
  ALL_FAIL(wrong);
  struct sm_case *c =
      read_case(AIR "subgrid = 'tke'\n" WARM SIDE
                    "at = 'west'\nkind = 'inflow'\ntemperature = 290\n" SMOKE SOURCE);
  ck_assert_int_eq(c->flow.subgrid, SM_SUBGRID_TKE);
  ck_assert_uint_eq(c->flow.scalar_count, 1);
  ck_assert(is_number(&c->flow.side[SM_WEST].temperature, 290));
  ck_assert_double_eq(c->flow.side[SM_BOTTOM].heat_flux, 0.1);
  sm_case_destroy(&c);
}
END_TEST

#define BURNS AIR "[flow.reaction]\n"
#define HYDROGEN "mechanism = 'h2.inp'\nmixture = 'H2:2, O2:1'\n"
#define BODY "[[flow.body]]\nname = 'a'\nfrom = [1, 1, 1]\nto = [5, 5, 5]\n"

START_TEST(what_reacting_air_cannot_use_is_refused) {
  static const char *const wrong[][2] = {
      {BURNS "mixture = 'O2:1'\n", "'flow.reaction.mechanism' is missing"},
      {BURNS HYDROGEN "[flow.gas]\nbackground = 'none'\n",
       "'flow.gas.background': air that reacts needs one"},
      {BURNS HYDROGEN "[flow.gas]\ndensity = 1\n",
       "'flow.gas': the density of a mixture follows from its temperature"},
      {BURNS HYDROGEN "[flow.gas]\npotential_temperature = 300\n",
       "'flow.gas': the density of a mixture follows from its temperature"},
      {BURNS HYDROGEN "lewis = 0.9\ndiffusion = 'mixture-averaged'\n",
       "'flow.reaction.lewis' is that of diffusion = \"unity-lewis\""},
      {BURNS HYDROGEN "[[flow.reaction.zone]]\nfrom = [0, 0, 0]\nto = [5, 5, 5]\n",
       "'flow.reaction.zone': the gas there is no other"},
      {BURNS HYDROGEN "[[flow.reaction.release]]\nfrom = [5, 5, 5]\nto = [9, 4, 9]\nrate = 1\n"
                      "mixture = 'H2:1'\n",
       "'flow.reaction.release.to': no coordinate may be below that of 'from'"},
      {BURNS HYDROGEN "[[flow.reaction.release]]\nfrom = [5, 5, 5]\nto = [9, 9, 9]\nrate = 1\n"
                      "mixture = 'H2:1'\nstart = 9\nstop = 3\n",
       "'flow.reaction.release.stop': it ends at 3 s, before it begins"},
      {AIR SIDE "at = 'west'\nkind = 'inflow'\nmixture = 'N2:1'\n",
       "'flow.side.mixture': the air of this case is no mixture"},
      {BURNS HYDROGEN WARM, "'flow.side.heat_flux': walls give no heat to air that reacts"},
      {BURNS HYDROGEN SIDE "at = 'bottom'\ntemperature = 290\n",
       "'flow.side.temperature': walls give no heat to air that reacts"},
  };
  ALL_FAIL(wrong);
}
END_TEST

START_TEST(what_schemes_and_bodies_cannot_be_is_refused) {
  static const char *const wrong[][2] = {
      {AIR "[flow.gas]\nflux = 'rusanov'\n[flow.arkhipov]\n",
       "'flow.gas.flux' is given by the scheme of [flow.arkhipov]"},
      {AIR "time_step = 1\n", "'flow.time_step': sound crosses "},
      {BASE FLOW "gamma = 0.5\n", "'flow.gamma' is that of \"donor-cell\" advection"},
      {BASE FLOW "subgrid = 'none'\nsubgrid_constant = 0.1\n",
       "'flow.subgrid_constant': there is no model of smaller eddies"},
      {BASE FLOW "subgrid = 'tke'\nsubgrid_constant = 0.1\n",
       "'flow.subgrid_constant': an energy that is carried"},
      {BASE FLOW "walls = 'smooth'\nviscosity = 0\n",
       "'flow.walls': \"smooth\" walls need a 'flow.viscosity' above 0"},
      {BASE FLOW BODY BODY, "'flow.body.name': \"a\" is taken"},
      {BASE FLOW "[[flow.body]]\nname = 'a'\nfrom = [1, 1, 1]\nto = [5, 1, 5]\n",
       "'flow.body.to': every coordinate must be above that of 'from'"},
      {BASE FLOW "[[flow.body]]\nname = 'a'\nfrom = [1, 1, 1]\nto = [5, 5, 500]\n",
       "'flow.body.to': z = 500 m is outside of the domain"},
  };
  ALL_FAIL(wrong);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {a_flow_needs_little,
                                other_models_have_no_flow,
                                every_key_of_the_flow_is_read,
                                sides_are_told_several_at_a_time,
                                heat_and_scalars_are_read,
                                the_scheme_of_griebel_is_a_table,
                                values_can_be_expressions_of_the_place,
                                wrong_expressions_are_told_at_their_place,
                                wrong_sides_are_refused,
                                wrong_schemes_and_forces_are_refused,
                                there_is_room_for_so_many_scalars,
                                wrong_scalars_are_refused,
                                what_the_model_cannot_use_is_refused,
                                what_reacting_air_cannot_use_is_refused,
                                what_schemes_and_bodies_cannot_be_is_refused,
                                the_compressible_solver_carries_and_heats};
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  const int code = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
  sm_context_destroy(&ctx);
  return code;
}
