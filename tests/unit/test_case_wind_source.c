/* Cases whose wind is not computed from weather: what they hold, and what is refused. */
#include "base/context.h"
#include "case/case.h"
#include "harness.h"
#include <math.h>
#include <string.h>

#define DOMAIN "[domain]\nsize = 200\ncell_size = 2\n"
#define VORTEX "[wind]\nmodel = 'vortex'\n[wind.vortex]\nstrength = 40\nsize = 7.5\n"
#define TIMES "[wind]\nmodel = 'rotor'\ninterval = '20 ms'\nduration = 50\n"
#define DISK                                                                                       \
  "[[wind.rotor]]\nposition = [1, 2]\nheight = 5\nradius = 5.1\nrotor_speed = '395 rpm'\n"         \
  "blades = 4\n"
#define FORCE "[[wind.rotor]]\nposition = [1, 2]\nheight = 5\nradius = 5.1\nmass = 3\n"
#define AIR "[wind]\nmodel = 'incompressible'\nduration = 50\n"
#define ROTOR TIMES DISK "mass = 1000\n"

static struct sm_context *ctx;

static struct sm_case *read_case(const char *text) {
  struct sm_case *c = NULL;
  ck_assert_msg(sm_case_parse(ctx, "c", text, strlen(text), NULL, false, &c) == SM_OK, "%s: %s",
                text, sm_context_message(ctx));
  return c;
}

static void fails_with(const char *text, const char *message) {
  struct sm_case *c = NULL;
  const enum sm_status status = sm_case_parse(ctx, "c", text, strlen(text), NULL, false, &c);
  ck_assert_msg(status == SM_ERR_CASE && strstr(sm_context_message(ctx), message) != NULL,
                "%s\nexpected: %s\nfound: %s", text, message, sm_context_message(ctx));
}

START_TEST(a_case_without_a_model_has_the_diagnostic_one) {
  struct sm_case *c = read_case(DOMAIN "[[weather.station]]\nspeed = 5\nfrom = 270\n");
  ck_assert_int_eq(c->wind_source.model, SM_WIND_DIAGNOSTIC);
  ck_assert(!c->wind_source.grid_of_file && c->wind_source.rotor_count == 0);
  sm_case_destroy(&c);
}
END_TEST

#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"

/* A case of the diagnostic wind whose model is replaced is computed with defaults; with several
 * times the duration is asked for. */
START_TEST(a_large_eddy_simulation_has_default_times_and_inflow_turbulence) {
  struct sm_case *c = read_case(DOMAIN STATION "[wind]\nmodel = 'incompressible'\n");
  ck_assert(c->wind_source.duration > 1799 && c->wind_source.duration < 1801);
  ck_assert(c->flow.mean_from > 599 && c->flow.mean_from < 601);
  ck_assert(c->flow.boundary[SM_WEST].surface_layer && c->flow.boundary[SM_NORTH].surface_layer);
  ck_assert(!c->flow.boundary[SM_TOP].surface_layer);
  sm_case_destroy(&c);
  c = read_case(DOMAIN STATION AIR);
  ck_assert(isnan(c->flow.mean_from) && !c->flow.boundary[SM_WEST].surface_layer);
  sm_case_destroy(&c);
  c = read_case(DOMAIN STATION AIR "[flow]\ninflow_turbulence = 'surface-layer'\n");
  ck_assert(c->flow.boundary[SM_WEST].surface_layer);
  sm_case_destroy(&c);
  fails_with(DOMAIN "[[weather.station]]\nreadings = [{time = 2026-05-01T10:00:00Z, speed = 4, "
                    "from = 270}, {time = 2026-05-01T11:00:00Z, speed = 5, from = 200}]\n"
                    "[wind]\nmodel = 'incompressible'\n",
             "'wind.duration' is missing");
}
END_TEST

START_TEST(a_reynolds_averaged_wind_has_its_own_turbulence) {
  struct sm_case *c = read_case(DOMAIN STATION "[wind]\nmodel = 'rans'\n");
  ck_assert_int_eq(c->wind_source.model, SM_WIND_RANS);
  ck_assert_int_eq(c->turbulence.model, SM_TURBULENCE_K_EPSILON);
  ck_assert(c->rans.production == 0 && c->rans.max_iterations == 3000);
  ck_assert(fabs(c->rans.tolerance - 0.001) < 1e-12);
  sm_case_destroy(&c);
  fails_with(DOMAIN STATION "[wind]\nmodel = 'diagnostic'\n[rans]\ntolerance = 0.1\n",
             "'rans' has no meaning with wind.model = \"diagnostic\"");
  fails_with(DOMAIN STATION "[wind]\nmodel = 'rans'\n[output]\nturbulence = ['mixing_length']\n",
             "has no mixing_length");
}
END_TEST

#define RANS DOMAIN STATION "[wind]\nmodel = 'rans'\n"
#define SCALAR "[[flow.scalar]]\nname = 'a'\n"
#define SOURCE "[[flow.scalar.source]]\nposition = [9, 9]\n"

/* Steady scalars: what is not steady, and all of [flow] besides, is refused. */
START_TEST(a_reynolds_averaged_wind_has_steady_scalars) {
  static const char *const not_steady[] = {"mass = 1", "rate = 1\nstart = 5", "rate = 1\nstop = 5",
                                           "rates = [[0, 1], [9, 1]]"};
  static const char *const other[] = {"initial = 1", "half_life = 9\ndaughter = 'b'",
                                      "density = 2"};
  char text[1000];
  struct sm_case *c = read_case(RANS SCALAR "half_life = 9\ndeposition_velocity = 0.1\ninflow = 1\n"
                                            "turbulent_schmidt = 0.9\n" SOURCE "rate = 1\n");
  ck_assert(c->flow.scalar_count == 1 && c->flow.scalar[0].source[0].rate == 1);
  ck_assert(c->rans.scalar_tolerance == 0.001);
  sm_case_destroy(&c);
  for (size_t i = 0; i < sizeof not_steady / sizeof *not_steady; i++) {
    snprintf(text, sizeof text, RANS SCALAR SOURCE "%s\n", not_steady[i]);
    fails_with(text, "wind.model = \"rans\" has steady concentrations\n");
    fails_with(text, "rate = \"1 g/s\", constant");
  }
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    snprintf(text, sizeof text, RANS SCALAR "%s\n" SOURCE "rate = 1\n", other[i]);
    fails_with(text, "has no meaning with wind.model = \"rans\"");
  }
  fails_with(RANS SCALAR SOURCE, "'flow.scalar.source.rate' is missing");
  fails_with(RANS "[[flow.scalar]]\nname = 'tke'\n", "is the name of another output");
  fails_with(RANS "[flow]\nprobes = [[9, 9, 9]]\n",
             "'flow.probes' has no meaning with wind.model = \"rans\"");
  fails_with(RANS "[[flow.boundary]]\nat = ['west']\n",
             "'flow.boundary' has no meaning with wind.model = \"rans\"");
  fails_with(RANS "[flow.heat]\n", "'flow.heat' has no meaning with wind.model = \"rans\"");
  fails_with(RANS "[flow.chemistry]\n",
             "'flow.chemistry' has no meaning with wind.model = \"rans\"");
}
END_TEST

/* A large-eddy simulation whose model is replaced: keys of that model are ignored, others are not.
 */
START_TEST(a_replaced_model_drops_the_keys_of_the_other) {
  static const char text[] =
      DOMAIN STATION "[wind]\nmodel = 'incompressible'\nduration = 60\n[flow]\nsubgrid = 'vreman'\n"
                     "[[flow.boundary]]\nat = 'top'\nkind = 'wall'\n";
  static const char *const all[] = {"wind.model=rans", "wind.model=diagnostic"};
  for (int m = 0; m < 2; m++) {
    const struct sm_case_options options = {.size = sizeof options, .set = all + m, .set_count = 1};
    struct sm_case *c = NULL;
    ck_assert_msg(sm_case_parse(ctx, "c", text, strlen(text), &options, false, &c) == SM_OK, "%s",
                  sm_context_message(ctx));
    ck_assert_int_eq(c->wind_source.model, m == 0 ? SM_WIND_RANS : SM_WIND_DIAGNOSTIC);
    ck_assert_int_eq(c->flow.boundary[SM_TOP].kind, SM_BOUNDARY_SLIP);
    ck_assert_int_eq((int)c->weather.station_count, 1);
    sm_case_destroy(&c);
  }
}
END_TEST

START_TEST(a_vortex_needs_no_weather) {
  struct sm_case *c = read_case(DOMAIN VORTEX);
  const struct sm_case_vortex *v = &c->wind_source.vortex;
  ck_assert_int_eq(c->wind_source.model, SM_WIND_VORTEX);
  ck_assert(v->strength == 40 && v->size == 7.5 && v->solenoidal == 0 && isnan(v->center[0]));
  sm_case_destroy(&c);
  c = read_case(DOMAIN VORTEX "form = 'solenoidal'\nreverse = true\ncenter = ['1 km', -3]\n");
  v = &c->wind_source.vortex;
  ck_assert(v->strength == -40 && v->solenoidal == 1);
  ck_assert(v->center[0] == 1000 && v->center[1] == -3);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(rotors_carry_a_mass_or_have_a_thrust) {
  struct sm_case *c = read_case(DOMAIN TIMES DISK "mass = '2980 kg'\n" DISK "thrust = '30 kN'\n");
  const struct sm_case_wind_source *s = &c->wind_source;
  ck_assert(s->interval == 0.02 && s->duration == 50 && s->spin_up == 0);
  ck_assert(s->ambient[0] == 0 && s->ambient[1] == 0 && s->rotor_count == 2);
  ck_assert(fabs(s->rotor[0].thrust - 2980 * 9.80665) < 1e-9 && s->rotor[1].thrust == 30000);
  ck_assert(fabs(s->rotor[0].speed - 395 * 2 * acos(-1.0) / 60) < 1e-9);
  ck_assert(s->rotor[0].place[1] == 2 && s->rotor[1].blades == 4 && s->rotor[0].line == 8);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(what_a_model_does_not_know_is_refused) {
  static const char *const wrong[][2] = {
      {DOMAIN VORTEX "[[weather.station]]\nspeed = 5\nfrom = 270\n",
       "c:9:3: error: 'weather' has no meaning with wind.model = \"vortex\""},
      {DOMAIN VORTEX "[slope_flow]\n", "'slope_flow' has no meaning"},
      {DOMAIN VORTEX "[vegetation]\n", "'vegetation' has no meaning"},
      {DOMAIN VORTEX "[wind.zones]\non = true\n", "'wind.zones' has no meaning"},
      {DOMAIN VORTEX "[terrain]\nfile = 'x.tif'\n", "'terrain.file' has no meaning"},
      {DOMAIN VORTEX "[[buildings.box]]\ncorner = [1, 1]\nsize = [5, 5]\nheight = 4\n",
       "'buildings' has no meaning"},
      {DOMAIN VORTEX DISK "mass = 3\n", "'wind.rotor' has no meaning"},
      {DOMAIN "[wind]\nmodel = 'vortex'\nalpha = 2\n[wind.vortex]\nstrength = 1\nsize = 1\n",
       "c:6:1: error: 'wind.alpha' has no meaning"},
      {DOMAIN "[wind]\ninterval = 2\n[[weather.station]]\nspeed = 5\nfrom = 270\n",
       "'wind.interval' has no meaning with wind.model = \"diagnostic\""},
      {DOMAIN "[wind.vortex]\nsize = 2\n[[weather.station]]\nspeed = 5\nfrom = 270\n",
       "'wind.vortex' has no meaning with wind.model = \"diagnostic\""},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) fails_with(wrong[i][0], wrong[i][1]);
  struct sm_case *c = read_case(DOMAIN VORTEX "[terrain]\nelevation = 120\n");
  sm_case_destroy(&c);
}
END_TEST

START_TEST(what_a_model_needs_is_asked_for) {
  static const char *const wrong[][2] = {
      {DOMAIN "[wind]\nmodel = 'vortex'\n", "help: [wind.vortex] with strength, size"},
      {DOMAIN "[wind]\nmodel = 'vortex'\n[wind.vortex]\nstrength = 3\n",
       "c:6:7: error: 'wind.vortex.size' is missing"},
      {DOMAIN VORTEX "form = 'printed'\n", "expected \"divergent\" or \"solenoidal\""},
      {DOMAIN "[wind]\nmodel = 'vortex'\n[wind.vortex]\nstrength = 0\nsize = 1\n", "more than 0"},
      {DOMAIN "[wind]\nmodel = 'rotor'\n",
       "'wind.rotor' is missing: required with wind.model = \"rotor\""},
      {DOMAIN "[wind]\nmodel = 'rotor'\n" DISK "mass = 3\n", "'wind.interval' is missing"},
      {DOMAIN "[wind]\nmodel = 'rotor'\ninterval = 1\n" DISK "mass = 3\n",
       "'wind.duration' is missing"},
      {DOMAIN TIMES DISK, "c:8:1: error: this rotor has neither thrust nor mass"},
      {DOMAIN TIMES FORCE "blades = 4\n", "'wind.rotor.rotor_speed' is missing"},
      {DOMAIN TIMES FORCE "rotor_speed = 40\n", "'wind.rotor.blades' is missing"},
      {DOMAIN AIR FORCE "torque = 'ideal'\n", "'wind.rotor.rotor_speed' is missing"},
      {DOMAIN AIR FORCE "blades = 4\n", "'wind.rotor.blades' has no meaning"},
      {DOMAIN ROTOR "thrust = 3\n", "'wind.rotor[1].thrust' and 'mass' are mutually exclusive"},
      {DOMAIN TIMES "spin_up = -1\n" DISK "mass = 3\n",
       "'wind.spin_up' is -1 s, but must be 0 to 1000000 s"},
      {DOMAIN "[wind]\nmodel = 'rotor'\ninterval = 0.001\nduration = 2000\n" DISK "mass = 3\n",
       "gives more than a million outputs"},
      {VORTEX, "'domain.cell_size' is missing"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) fails_with(wrong[i][0], wrong[i][1]);
}
END_TEST

#define FREE "[wind]\nmodel = 'rotor'\nwake = 'free'\ninterval = '20 ms'\nduration = 50\n"
#define PLAIN "[[wind.rotor]]\nradius = 5.1\nrotor_speed = '395 rpm'\nblades = 4\n"
#define PATH "path = [[0, 1, 2, 30], ['10 s', 21, 2, 10]]\n"

START_TEST(rotors_fly) {
  struct sm_case *c =
      read_case(DOMAIN FREE PLAIN PATH
                "tilts = [[2, 10, -4], [6, -10, 0]]\nthrusts = [[0, '30 kN'], [10, 1]]\n"
                "torque = 'ideal'\nrotation = 'clockwise'\n");
  const struct sm_case_rotor *r = &c->wind_source.rotor[0];
  ck_assert(c->wind_source.wake == SM_WAKE_FREE && isinf(r->torque) && r->clockwise == 1);
  ck_assert(r->place[0] == 1 && r->height == 30 && r->thrust == 30000);
  struct sm_rotor_pose pose = sm_case_rotor_at(r, 5);
  ck_assert(pose.place[0] == 11 && pose.place[1] == 2 && pose.place[2] == 20);
  ck_assert(fabs(pose.tilt[0] + 5) < 1e-12 && fabs(pose.tilt[1] + 1) < 1e-12);
  ck_assert(fabs(pose.thrust - 15000.5) < 1e-9);
  pose = sm_case_rotor_at(r, -1);
  ck_assert(pose.place[2] == 30 && pose.tilt[0] == 10 && pose.thrust == 30000);
  pose = sm_case_rotor_at(r, 50);
  ck_assert(pose.place[0] == 21 && pose.tilt[0] == -10 && pose.thrust == 1);
  ck_assert(fabs(sm_rotor_lowest_edge(&pose, 5.1) - (10 - 5.1 * sin(acos(-1.0) / 18))) < 1e-12);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(flights_that_cannot_be_are_refused) {
  static const char *const wrong[][2] = {
      {DOMAIN TIMES PLAIN PATH "mass = 3\n",
       "c:12:8: error: 'wind.rotor.path' has no meaning with the axisymmetric wake"},
      {DOMAIN ROTOR "torque = 'ideal'\n", "help: wake = \"free\" in [wind]"},
      {DOMAIN FREE PLAIN "mass = 3\n", "this rotor has no position and no path"},
      {DOMAIN FREE PLAIN "position = [1, 2]\nmass = 3\n", "this rotor has no height and no path"},
      {DOMAIN FREE DISK PATH "mass = 3\n", "'wind.rotor[1].position' and 'path' are mutually"},
      {DOMAIN FREE PLAIN PATH "thrusts = [[0, 3]]\nmass = 3\n", "are mutually exclusive"},
      {DOMAIN FREE PLAIN PATH, "this rotor has neither thrust nor mass"},
      {DOMAIN FREE PLAIN "path = []\nmass = 3\n", "'wind.rotor.path' has no rows"},
      {DOMAIN FREE PLAIN "path = [[0, 1, 2, 3], [0, 2, 2, 3]]\nmass = 3\n", "times must increase"},
      {DOMAIN FREE PLAIN "path = [[0, 1, 2, 0]]\nmass = 3\n", "heights above the ground must be"},
      {DOMAIN FREE PLAIN PATH "mass = 3\ntilts = [[0, 61, 0]]\n", "within -60 to 60 deg"},
      {DOMAIN FREE PLAIN PATH "thrusts = [[0, 0]]\n", "a thrust must be more than 0"},
      {DOMAIN FREE PLAIN "path = [[0, 9, 9, 30], [5, 9, 9, 2]]\nmass = 3\ntilts = [[0, 30, 0]]\n",
       "at 5 s the lowest edge of this disk is 0.55 m below the ground"},
      {DOMAIN FREE DISK "mass = 3\nrotation = 'clockwise'\n",
       "'wind.rotor.rotation' needs a torque"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) fails_with(wrong[i][0], wrong[i][1]);
}
END_TEST

START_TEST(wrong_types_do_no_harm) {
  fails_with(DOMAIN "[wind]\nmodel = 'rotor'\nrotor = 3\n", "error");
  fails_with(DOMAIN "[wind]\nmodel = 'vortex'\nvortex = [1, 2]\n", "error");
  fails_with(DOMAIN "[[wind]]\nmodel = 'vortex'\n", "error");
  fails_with(DOMAIN "wind = 3\n", "error");
}
END_TEST

CONTEXT_TEST_MAIN(a_reynolds_averaged_wind_has_steady_scalars,
                  a_case_without_a_model_has_the_diagnostic_one,
                  a_reynolds_averaged_wind_has_its_own_turbulence,
                  a_large_eddy_simulation_has_default_times_and_inflow_turbulence,
                  a_replaced_model_drops_the_keys_of_the_other, a_vortex_needs_no_weather,
                  rotors_carry_a_mass_or_have_a_thrust, what_a_model_does_not_know_is_refused,
                  what_a_model_needs_is_asked_for, rotors_fly, flights_that_cannot_be_are_refused,
                  wrong_types_do_no_harm)
