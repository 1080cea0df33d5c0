/* The keys of the flow solvers: what does not fit together. */
#include "flow_cases.h"
#include <math.h>

START_TEST(wrong_sides_are_refused) {
  static const char *const wrong[][2] = {
      {BASE SIDE "at = 'west'\nkind = 'periodic'\n",
       "c:14:8: error: 'flow.boundary': the west boundary is \"periodic\", but the east boundary "
       "is \"weather\""},
      {BASE SIDE "at = ['bottom']\nkind = 'periodic'\n", "but the top boundary is \"slip\""},
      {BASE SIDE "at = ['west', 'east']\nkind = 'slip'\n" SIDE "at = 'east'\nkind = 'outflow'\n",
       "c:16:6: error: 'flow.boundary.at': the east boundary is already set in line 12"},
      {BASE SIDE "at = []\nkind = 'slip'\n", "c:13:6: error: 'flow.boundary.at' is empty"},
      {BASE SIDE "kind = 'slip'\n", "'flow.boundary[1].at' is missing"},
      {BASE SIDE "at = 'up'\n", "expected a list of \"west\", \"east\""},
      {BASE SIDE "at = 'west'\nkind = 'open'\n", "found \"open\""},
      {BASE SIDE "at = 'top'\nkind = 'wall'\nvelocity = [1, 0, 0.5]\n",
       "c:15:12: error: 'flow.boundary.velocity': the velocity of the top wall must be tangential, "
       "but its w component is not 0"},
      {BASE SIDE "at = 'west'\nkind = 'wall'\nvelocity = [1, 0, 0]\n", "its u component is not 0"},
      {BASE SIDE "at = ['west', 'south']\nkind = 'wall'\nvelocity = [0, 1, 0]\n",
       "the velocity of the south wall must be tangential, but its v component is not 0"},
      {DOMAIN WIND CLOSED SIDE "at = 'west'\nkind = 'inflow'\n",
       "no inflow velocity at the west boundary"},
      {BASE SIDE "at = 'west'\nkind = 'inflow'\nvelocity = [-1, 0, 0]\n",
       "with u = -1 m/s there is no inflow at the west boundary"},
      {BASE SIDE "at = 'east'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n",
       "with u = 1 m/s there is no inflow at the east boundary"},
      {BASE SIDE "at = 'top'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n",
       "with w = 0 m/s there is no inflow"},
      {BASE SIDE "at = ['west', 'east']\nkind = 'inflow'\nvelocity = [0, 1, 0]\n",
       "with u = 0 m/s there is no inflow at the west boundary, nor at another"},
      {DOMAIN WIND,
       "c:6:2: error: the west boundary is of kind \"weather\", but the case has no weather"},
      {DOMAIN WIND SIDE "at = ['west', 'east']\nkind = 'slip'\n",
       "the south boundary is of kind \"weather\", but the case has no weather"},
      {BASE SIDE "at = 'bottom'\nkind = 'weather'\n", "the bottom cannot be of kind \"weather\""},
      {BASE "[terrain]\nfile = 'x.tif'\n" SIDE "at = ['bottom', 'top']\nkind = 'periodic'\n",
       "below terrain the bottom cannot be of kind \"periodic\""},
      {BASE SIDE "at = 'west'\nwall = 'smooth'\n",
       "'flow.boundary.wall' has no meaning at the west boundary of kind \"weather\""},
      {BASE SIDE "at = 'west'\nkind = 'slip'\nvelocity = [0, 1, 0]\n",
       "has no meaning at the west"},
      {BASE SIDE "at = 'top'\nroughness = 0.1\n",
       "c:14:13: error: 'flow.boundary.roughness' has no meaning at the top boundary of kind "
       "\"slip\""},
      {BASE SIDE "at = 'bottom'\nwall = 'smooth'\nroughness = 0.1\n",
       "'flow.boundary.roughness' requires wall = \"rough\""},
      {BASE SIDE "at = 'bottom'\nroughness = 0\n", "must be more than 0"},
      {BASE SIDE "at = 'bottom'\nturbulence = 0.1\n",
       "has no meaning at the bottom boundary of kind \"wall\""},
      {BASE SIDE "at = 'west'\nturbulence_length = 1\n",
       "c:14:21: error: 'flow.boundary.turbulence_length' requires 'turbulence' or "
       "'reynolds_stress'"},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nturbulence_length = [1, 2]\n",
       "expected a number or a list of three numbers in m"},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nturbulence_length = [1, 2, 0]\n",
       "c:15:28: error: 'flow.boundary[1].turbulence_length[3]' is 0 m, but must be more than 0"},
      {BASE SIDE "at = 'west'\nturbulence = -1\n", "must be 0 to 1"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 1, 1]\n",
       "expected a list of six numbers in m2/s2"},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nreynolds_stress = [1, 1, 1, 0, 0, 0]\n",
       "are mutually exclusive"},
      {BASE SIDE "at = 'west'\nrecycle = 10\nreynolds_stress = [1, 1, 1, 0, 0, 0]\n",
       "are mutually exclusive"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 1, -1, 0, 0, 0]\n",
       "c:14:19: error: 'flow.boundary.reynolds_stress': ww = -1 m2/s2 is less than 0"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 4, 1, 0, -1.5, 0]\n",
       "uw = -1.5 m2/s2 is larger than the root of uu ww, 1 m2/s2"},
      {BASE SIDE "at = 'west'\nreynolds_stress = [1, 1, 1, 0.8, 0.8, -0.8]\n",
       "uv, uw and vw (0.8, 0.8, -0.8 m2/s2) cannot be together"},
      {BASE SIDE "at = 'bottom'\nreynolds_stress = [1, 1, 1, 0, 0, 0]\n",
       "has no meaning at the bottom boundary of kind \"wall\""},
      {BASE SIDE "at = 'west'\nturbulence = 0.1\nrecycle = 10\n", "are mutually exclusive"},
      {BASE SIDE "at = 'west'\nrecycle = 220\n",
       "220 m from the west boundary is outside the domain, 220 m long there"},
      {BASE SIDE "at = 'bottom'\nrecycle = 20\n", "has no meaning at the bottom boundary"},
      {BASE SIDE "at = 'bottom'\nheat_flux = 0.1\n",
       "c:14:13: error: 'flow.boundary.heat_flux' requires [flow.heat]"},
      {BASE SIDE "at = 'bottom'\ntemperature = 300\n",
       "'flow.boundary.temperature' requires [flow.heat]"},
      {BASE "[flow.heat]\n" SIDE "at = 'bottom'\ntemperature = 300\nheat_flux = 0.1\n",
       "'flow.boundary[1].heat_flux' and 'temperature' are mutually exclusive"},
      {BASE "[flow.heat]\n" SIDE "at = 'west'\nheat_flux = 1\n",
       "has no meaning at the west boundary"},
      {BASE "[flow.heat]\n" SIDE "at = 'west'\ntemperature = 300\n", "has no meaning at the west"},
      {BASE FLOW "viscosity = 0\n" SIDE "at = 'bottom'\nwall = 'smooth'\n",
       "a \"smooth\" wall requires a 'flow.viscosity' above 0"},
      {DOMAIN WIND "[flow]\nboundary = 3\n", "expected a table [[flow.boundary]]"},
      {DOMAIN WIND "[flow]\nboundary = [1, { at = 'top' }]\n",
       "expected a table [[flow.boundary]]"},
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
      {BASE FLOW "gamma = 0.5\n",
       "c:13:9: error: 'flow.gamma' requires advection = \"donor-cell\""},
      {BASE FLOW "advection = 'donor-cell'\ngamma = 1.1\n", "must be 0 to 1"},
      {BASE FLOW "subgrid = 'none'\nsubgrid_constant = 0.1\n", "has no meaning with subgrid"},
      {BASE FLOW "subgrid_constant = 0.1\n", "requires 'subgrid'"},
      {BASE FLOW "courant = 0\n", "must be more than 0"},
      {BASE FLOW "courant = 0.5\ntime_step = 1\n", "are mutually exclusive"},
      {BASE FLOW "max_time_step = 0.5\ntime_step = 1\n", "are mutually exclusive"},
      {BASE FLOW "time_step = -1\n", "must be more than 0"},
      {BASE FLOW "time_step = 1e-8\n", "'flow.time_step' gives 6e+09 steps, but double precision"},
      {BASE FLOW "max_time_step = 1e-8\n",
       "'flow.max_time_step' gives 6e+09 steps, but double precision"},
      {BASE FLOW "divergence = 0\n", "must be more than 0"},
      {BASE FLOW "geostrophic = [10, 0]\n", "requires 'coriolis'"},
      {BASE FLOW "geostrophic = [10, 0]\ncoriolis = 0\n", "nonzero Coriolis parameter"},
      {BASE FLOW "coriolis = 'latitude'\n",
       "c:13:12: error: 'flow.coriolis': no latitude with the crs"},
      {BASE FLOW "perturbation = -1\n", "must be 0 to 100"},
      {BASE FLOW "sponge = 80\n", "'flow.sponge' is not less than the height of the domain, 80 m"},
      {BASE FLOW "mean_from = 60\n", "'flow.mean_from' is 60 s, after the end of the run"},
      {BASE FLOW "mean_from = -1\n", "must be at least 0"},
      {BASE FLOW "probes = [[0, 0]]\n", "expected a list of rows [m, m, m]"},
      {BASE "[flow.heat]\nprandtl = 0\n", "must be more than 0"},
      {BASE "[flow.heat]\ngravity = -9.81\n", "must be at least 0"},
      {BASE "[flow.heat]\nreference = 0\n", "must be 1 to 10000"},
      {BASE "[flow.heat]\nheat = 0\n", "unknown key 'flow.heat.heat'"},
      {BASE "[flow]\nsgs = 'none'\n", "unknown key 'flow.sgs'"},
      {DOMAIN WIND "[flow]\nheat = true\n", "expected a table [flow.heat]"},
      {DOMAIN WIND "flow = 3\n", "unknown key 'wind.flow'"},
      {"flow = 3\n" DOMAIN WIND, "'flow': expected a table [flow]"},
      {MAC_SOR FLOW "courant = 0.5\n",
       "c:15:1: error: 'flow.courant' has no meaning with [flow.mac_sor"},
      {DOMAIN WIND FLOW "courant = 0.5\n[flow.mac_sor]\n" CLOSED,
       "c:10:1: error: 'flow.courant' has no meaning with [flow.mac_sor]"},
      {DOMAIN WIND FLOW "subgrid = 'vreman'\n[flow.mac_sor]\n" CLOSED,
       "'flow.subgrid' has no meaning with"},
      {DOMAIN WIND FLOW "advection = 'weno'\n[flow.mac_sor]\n" CLOSED,
       "'flow.advection' has no meaning with"},
      {DOMAIN WIND FLOW "project_every_stage = true\n[flow.mac_sor]\n" CLOSED,
       "'flow.project_every_stage' has"},
      {DOMAIN WIND FLOW "divergence = 0.1\n[flow.mac_sor]\n" CLOSED,
       "'flow.divergence' has no meaning with"},
      {DOMAIN WIND FLOW "max_time_step = 1\n[flow.mac_sor]\n" CLOSED,
       "'flow.max_time_step' has no meaning with"},
      {DOMAIN WIND FLOW "coriolis = 1e-4\n[flow.mac_sor]\n" CLOSED,
       "'flow.coriolis' has no meaning with"},
      {DOMAIN WIND FLOW "sponge = 1\n[flow.mac_sor]\n" CLOSED, "'flow.sponge' has no meaning with"},
      {DOMAIN WIND FLOW "steady = 1\n[flow.mac_sor]\n" CLOSED, "'flow.steady' has no meaning with"},
      {BASE FLOW "steady = 0\n", "'flow.steady'"},
      {BASE FLOW "steady = 1e-6\n" SMOKE,
       "c:13:10: error: 'flow.steady' would end the run before the transport of scalars is steady"},
      {BASE FLOW "grid_sequencing = 2\n",
       "c:13:1: error: 'flow.grid_sequencing' requires 'steady'"},
      {BASE FLOW "steady = 1e-6\ngrid_sequencing = -1\n", "'flow.grid_sequencing'"},
      {BASE FLOW "steady = 1e-6\ngrid_sequencing = 2\n" SIDE
                 "at = 'west'\nkind = 'inflow'\nvelocity = [3, 0, 0]\nturbulence = 0.1\n",
       "c:14:19: error: 'flow.grid_sequencing': a flow with inflow turbulence is never steady"},
      {DOMAIN WIND FLOW "steady = 1\ngrid_sequencing = 1\n[flow.mac_sor]\n" CLOSED,
       "'flow.grid_sequencing' has no meaning with"},
      {DOMAIN WIND "zones = [1]\n" FLOW, "'wind.zones'"},
      {MAC_SOR "[flow.heat]\n", "'flow.heat' has no meaning with [flow.mac_sor]"},
      {MAC_SOR STATION, "'weather.station' has no meaning with [flow.mac_sor]"},
      {MAC_SOR "[roughness]\nz0 = 0.2\n", "'roughness' has no meaning with [flow.mac_sor], which"},
      {MAC_SOR "[wind.zones]\nroughness = 0.2\n", "'wind.zones.roughness' has no meaning with"},
      {MAC_SOR "[wind.zones]\non = false\n", "'wind.zones.on' has no meaning without weather"},
      {DOMAIN WIND "alpha = 2\n" FLOW CLOSED, "'wind.alpha' has no meaning without weather"},
      {DOMAIN WIND FLOW "walls = 'no-slip'\n[flow.mac_sor]\n" CLOSED,
       "'flow.walls' has no meaning with [flow.mac_sor]"},
      {MAC_SOR SMOKE, "'flow.scalar' has no meaning with [flow.mac_sor]"},
      {BASE "[flow.mac_sor]\n", "the west boundary is of kind \"weather\", which [flow.mac_sor]"},
      {DOMAIN WIND "[flow.mac_sor]\n" SIDE "at = ['west', 'east', 'south', 'north']\n"
                   "kind = 'slip'\n" SIDE "at = 'bottom'\nwall = 'rough'\n",
       "[flow.mac_sor] has no-slip walls only"},
      {DOMAIN WIND "[flow.mac_sor]\ntau = 0\nomega = 2\ntolerance = 0\nmax_iterations = 0\n" CLOSED,
       "c:13:18: error: 'flow.mac_sor.max_iterations'"},
      {DOMAIN WIND "[flow.mac_sor]\nomega = 2\n" CLOSED, "must be more than 0 and less than 2"},
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
  fails_with(text, "'flow.scalar': at most 128 scalars");
}
END_TEST

START_TEST(wrong_scalars_are_refused) {
  static const char *const wrong[][2] = {
      {BASE SMOKE SMOKE, "c:15:8: error: 'flow.scalar.name': \"smoke\" is already in use"},
      {BASE "[[flow.scalar]]\nname = 'kinematic_pressure'\n",
       "\"kinematic_pressure\" is the name of another output"},
      {BASE "[[flow.scalar]]\n", "'flow.scalar[1].name' is missing"},
      {BASE "[[flow.scalar]]\nname = ''\n", "must not be empty"},
      {BASE SMOKE "diffusivity = -1\n", "must be at least 0"},
      {BASE SMOKE "turbulent_schmidt = 0\n", "must be more than 0"},
      {BASE SMOKE "half_life = 0\n", "must be more than 0"},
      {BASE SMOKE "half_life = 1\ndaughter = 'fog'\n", "'flow.scalar.daughter': none is called"},
      {BASE SMOKE "half_life = 1\ndaughter = 'b'\n[[flow.scalar]]\nname = 'b'\n"
                  "[[flow.scalar]]\nname = 'c'\nhalf_life = 1\ndaughter = 'b'\n",
       "\"b\" already forms of \"smoke\""},
      {BASE SMOKE "deposition_velocity = -1\n", "must be 0 to 100"},
      {BASE SMOKE "inflow = -1\n", "must be at least 0"},
      {BASE SMOKE "initial = -1\n", "must be at least 0"},
      {BASE SMOKE "[[flow.scalar.source]]\nrate = 1\n", "this source has no position"},
      {BASE SMOKE "[[flow.scalar.source]]\nposition = [1, 1]\n",
       "'flow.scalar.source.rate' is missing"},
      {BASE SMOKE SOURCE "from = [5, 12, 3]\n", "now called 'flow.scalar.source.position'"},
      {BASE SMOKE SOURCE "to = [5, 12, 3]\n", "now called 'flow.scalar.source.size'"},
      {BASE SMOKE SOURCE "size = [0, 0]\n", "'flow.scalar.source.size': the box has no size"},
      {BASE SMOKE SOURCE "height = -1\n", "must be at least 0"},
      {BASE SMOKE SOURCE "mass = 1\n", "source[1].mass' and 'rate' are mutually"},
      {BASE SMOKE SOURCE "radius = 2\nend = [3, 4]\n",
       "'flow.scalar.source.radius' has no meaning for a source whose shape is \"line\""},
      {BASE SMOKE SOURCE "shape = 'ground'\n", "only particles are lifted from the ground"},
      {BASE SMOKE SOURCE "count = 5\n", "unknown key"},
      {BASE SMOKE SOURCE "rate = -1\n", "redefine"},
      {BASE SMOKE "[[flow.scalar.source]]\nposition = [0, 0]\nrate = -1\n", "must be more than 0"},
      {BASE SMOKE SOURCE "start = 10\nstop = 10\n", "a release at a rate requires a duration"},
      {BASE SMOKE SOURCE "start = 60\n", "starts at 60 s, after the end of the run"},
      {BASE "[flow]\nscalar = 3\n", "expected a table [[flow.scalar]]"},
      {BASE SMOKE "source = [1]\n", "expected a table [[flow.scalar.source]]"},
  };
  ALL_FAIL(wrong);
}
END_TEST

START_TEST(what_the_model_cannot_use_is_refused) {
  static const char *const wrong[][2] = {
      {DOMAIN "solids = 'cut'\n" WIND STATION "[flow.mac_sor]\n" CLOSED,
       "c:6:10: error: 'domain.solids': [flow.mac_sor] has no cut cells"},
      {DOMAIN "[wind]\nmodel = 'compressible'\n" STATION, "'wind.duration' is missing"},
      {DOMAIN WIND "interval = 61\n" STATION, "'wind.interval' is longer than 'wind.duration'"},
      {DOMAIN WIND "interval = 1e-5\n" STATION, "gives more than a million outputs"},
      {DOMAIN WIND "ambient = [1, 0]\n" STATION, "'wind.ambient' has no meaning"},
      {DOMAIN GAS "background = 'stratified'\n", "= \"stratified\" requires"},
      {DOMAIN GAS "background = 'stratified'\nstability = 0.01\ngravity = 0\n",
       "'flow.compressible.gravity' must be above 0 with background = \"stratified\""},
      {DOMAIN GAS "background = 'neutral'\nstability = 0.01\n",
       "'flow.compressible.stability' has no meaning with background = \""},
      {DOMAIN GAS "stability = 0.01\n", "requires 'background'"},
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
      {AIR "subgrid = 'smagorinsky'\n[flow.forward_euler]\n",
       "'flow.subgrid' has no meaning with [flow.forward_euler]"},
      {DOMAIN
       "[wind]\nmodel = 'compressible'\nduration = 60\n[roughness]\n[flow.forward_euler]\n" CLOSED,
       "'roughness' has no meaning with flow.forward_euler.solids = \"zero-velocity\", which has"},
      {AIR "[flow.compressible]\nprandtl = 1\n[flow.forward_euler]\n",
       "'flow.compressible.prandtl' has no meaning with [flow.forward_euler]"},
      {AIR "subgrid = 'none'\n" SMOKE "turbulent_schmidt = 1\n",
       "'flow.scalar.turbulent_schmidt' has no meaning with flow.subgrid = \"none\""},
      {AIR "[flow.forward_euler]\n" SMOKE,
       "'flow.scalar' requires flow.forward_euler.solids = \"no-flux\""},
      {AIR "walls = 'smooth'\n[flow.forward_euler]\n",
       "'flow.walls' requires flow.forward_euler.solids = \"no-flux\""},
      {AIR SIDE "at = 'bottom'\nroughness = 0.1\n[flow.forward_euler]\n",
       "'flow.boundary.roughness' requires flow.forward_euler.solids = \"no-flux\""},
      {AIR SIDE "at = 'bottom'\nwall = 'smooth'\n[flow.forward_euler]\n",
       "'flow.boundary.wall' requires flow.forward_euler.solids = \"no-flux\""},
      {AIR WARM "[flow.forward_euler]\n",
       "c:15:1: error: 'flow.boundary.heat_flux' has no meaning with [flow.forward_euler]"},
      {AIR SIDE "at = 'bottom'\ntemperature = 290\n[flow.compressible]\nbackground = 'none'\n",
       "c:15:15: error: 'flow.boundary.temperature' is potential, which has no meaning without"},
      {AIR SIDE "at = 'top'\nkind = 'outflow'\nheat_flux = 0.1\n",
       "'flow.boundary.heat_flux' has no meaning at the top boundary"},
      {BASE FLOW WARM, "'flow.boundary.heat_flux' requires [flow.heat]"},
  };
  ALL_FAIL(wrong);
  struct sm_case *c =
      read_case(AIR "subgrid = 'tke'\n" WARM SIDE
                    "at = 'west'\nkind = 'inflow'\ntemperature = 290\n" SMOKE SOURCE);
  ck_assert_int_eq(c->flow.subgrid, SM_SUBGRID_TKE);
  ck_assert_uint_eq(c->flow.scalar_count, 1);
  ck_assert(is_number(&c->flow.boundary[SM_WEST].temperature, 290));
  ck_assert_double_eq(c->flow.boundary[SM_BOTTOM].heat_flux, 0.1);
  sm_case_destroy(&c);
}
END_TEST

#define BURNS AIR "[flow.reaction]\n"
#define HYDROGEN "mechanism = 'h2.inp'\nmixture = 'H2:2, O2:1'\n"
#define BODY "[[flow.body]]\nname = 'a'\nfrom = [1, 1, 1]\nto = [5, 5, 5]\n"

START_TEST(what_reacting_air_cannot_use_is_refused) {
  static const char *const wrong[][2] = {
      {BURNS "mixture = 'O2:1'\n", "'flow.reaction.mechanism' is missing"},
      {BURNS HYDROGEN "[flow.compressible]\nbackground = 'none'\n",
       "'flow.compressible.background': a reacting flow requires one"},
      {BURNS HYDROGEN "[flow.compressible]\ndensity = 1\n",
       "'flow.compressible.density' has no meaning with [flow.reaction]"},
      {BURNS HYDROGEN "[flow.compressible]\npotential_temperature = 300\n",
       "'flow.compressible.potential_temperature' has no meaning with [flow.reaction]"},
      {BURNS HYDROGEN "lewis = 0.9\ndiffusion = 'mixture-averaged'\n",
       "'flow.reaction.lewis' has no meaning with diffusion = \"mixture-averaged\""},
      {BURNS HYDROGEN "lewis = 0.9\ndiffusion = 'mixture-averaged'\n",
       "help: diffusion = \"unity-lewis\""},
      {BURNS HYDROGEN "reduction_threshold = 0.01\n",
       "'flow.reaction.reduction_threshold' has no meaning with reduction = \"none\""},
      {BURNS HYDROGEN "reduction = 'drgep'\n", "'flow.reaction.reduction_targets' is missing"},
      {BURNS HYDROGEN "reduction = 'drgep'\nreduction_targets = ['H2']\nsplitting = 'source'\n",
       "'flow.reaction.splitting': transport would be a source of frozen species"},
      {BURNS HYDROGEN "reduction = 'drgep'\nreduction_targets = ['H2']\nmethod = 'rkc2'\n",
       "'flow.reaction.method': a mechanism is reduced step by step, by auto, rkck45, "
       "rodas3 or rodas4"},
      {BURNS HYDROGEN "[[flow.reaction.zone]]\nfrom = [0, 0, 0]\nto = [5, 5, 5]\n",
       "'flow.reaction.zone' has the gas of its surroundings"},
      {BURNS HYDROGEN "[[flow.reaction.release]]\nposition = [5, 5]\nradius = 1\nrate = 1\n"
                      "inner_radius = 2\nmixture = 'H2:1'\n",
       "'flow.reaction.release.inner_radius' must be less than the radius"},
      {BURNS HYDROGEN "[[flow.reaction.release]]\nposition = [5, 5]\nsize = [4, 4, 4]\nrate = 1\n"
                      "mixture = 'H2:1'\nstart = 9\nstop = 3\n",
       "'flow.reaction.release.stop' is before the start of the release, 9 s"},
      {AIR SIDE "at = 'west'\nkind = 'inflow'\nmixture = 'N2:1'\n",
       "'flow.boundary.mixture' requires [flow.reaction]"},
      {BURNS HYDROGEN WARM, "'flow.boundary.heat_flux': walls of a reacting flow are adiabatic"},
      {BURNS HYDROGEN SIDE "at = 'bottom'\ntemperature = 290\n",
       "'flow.boundary.temperature': walls of a reacting flow are adiabatic"},
  };
  ALL_FAIL(wrong);
}
END_TEST

START_TEST(what_schemes_and_bodies_cannot_be_is_refused) {
  static const char *const wrong[][2] = {
      {AIR "[flow.compressible]\nflux = 'rusanov'\n[flow.forward_euler]\n",
       "'flow.compressible.flux' has no meaning with [flow.forward_euler]"},
      {AIR "time_step = 1\n", "'flow.time_step': the acoustic CFL number "},
      {BASE FLOW "gamma = 0.5\n", "'flow.gamma' requires advection = \"donor-cell\""},
      {BASE FLOW "subgrid = 'none'\nsubgrid_constant = 0.1\n",
       "'flow.subgrid_constant' has no meaning with subgrid = \"none\""},
      {BASE FLOW "subgrid = 'tke'\nsubgrid_constant = 0.1\n",
       "'flow.subgrid_constant' has no meaning with"},
      {BASE FLOW "walls = 'smooth'\nviscosity = 0\n",
       "'flow.walls': \"smooth\" walls require a 'flow.viscosity' above 0"},
      {BASE FLOW BODY BODY, "'flow.body.name': \"a\" is already in use"},
      {BASE FLOW "[[flow.body]]\nname = 'a'\nfrom = [1, 1, 1]\nto = [5, 1, 5]\n",
       "'flow.body.to': every coordinate must be above that of 'from'"},
  };
  ALL_FAIL(wrong);
}
END_TEST

CONTEXT_TEST_MAIN(wrong_sides_are_refused, wrong_schemes_and_forces_are_refused,
                  there_is_room_for_so_many_scalars, wrong_scalars_are_refused,
                  what_the_model_cannot_use_is_refused, what_reacting_air_cannot_use_is_refused,
                  what_schemes_and_bodies_cannot_be_is_refused,
                  the_compressible_solver_carries_and_heats)
