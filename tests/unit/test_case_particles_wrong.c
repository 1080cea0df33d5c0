/* The keys of particles: what does not fit together. */
#include "particle_key_cases.h"

START_TEST(keys_that_do_not_fit_together_are_reported) {
  static const char *const lines[][2] = {
      {BASE PARTICLES, "case.toml:7:2: error: [particles] has no [[particles.source]]"},
      {BASE DUST, "has no [[particles.source]]"},
      {BASE PARTICLES "source = []\n", "has no [[particles.source]]"},
      {BASE "[[particles]]\n", "'particles': expected a table"},
      {BASE PARTICLES "durations = 5\n" POINT, "did you mean 'duration'?"},
      {BASE PARTICLES "duration = 0\n" POINT, "must be more than 0 s"},
      {BASE PARTICLES "step = -1\n" POINT, "'particles.step' is -1 s"},
      {BASE PARTICLES "step = 'quick'\n" POINT, "'quick' does not start with a number"},
      {BASE PARTICLES "scheme = 'midpiont'\n" POINT, "did you mean \"midpoint\"?"},
      {BASE PARTICLES "scheme = 'semi-implicit'\n" POINT,
       "case.toml:8:10: error: 'particles.scheme'"},
      {BASE PARTICLES "scheme = 'etd4'\n" POINT, "this one has kinks at faces of cells"},
      {BASE PARTICLES "scheme = 'etd4'\ninterpolation = 'bspline'\n" POINT DUST,
       "order 4 with Stokes drag only"},
      {BASE PARTICLES "turbulence = true\n" POINT, "requires a turbulence model"},
      {BASE MODEL PARTICLES "interpolation = 'bspline'\n" POINT, "stresses are"},
      {BASE PARTICLES "direction = 'backward'\n" POINT DUST, "cannot be followed backward"},
      {BASE PARTICLES "direction = 'backward'\n" POINT "height = 9\nexit_velocity = 1\n"
                      "exit_temperature = 300\nexit_diameter = 1\n",
       "cannot rise backward"},
      {BASE PARTICLES POINT "[particles.collisions]\n", "gas does not collide"},
      {BASE PARTICLES POINT DUST "[particles.collisions]\nrestitution = 1.1\n",
       "'particles.collisions.restitution' is 1.1"},
      {BASE PARTICLES POINT DUST "[particles.collisions]\nfriction = -0.1\n", "friction"},
      {BASE PARTICLES POINT DUST "[particles.collisions]\nmodel = 'soft'\n", "model"},
      {BASE PARTICLES POINT "dense_gas = true\nheight = 2\n", "the layer is on the ground"},
      {BASE PARTICLES POINT "dense_gas = true\n[wind]\nmodel = 'incompressible'\nduration = 1\n",
       "cannot be combined with: wind of a flow"},
      {BASE PARTICLES "direction = 'backward'\n" POINT "dense_gas = true\n",
       "run backward in time"},
      {BASE PARTICLES "precision = 'f64'\n" POINT "dense_gas = true\n", "particles in f64"},
      {BASE PARTICLES POINT "temperature = 200\n", "requires 'dense_gas'"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT DUST,
       "this wind is not a flow and takes no momentum"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT DUST
                      "[wind]\nmodel = 'compressible'\nduration = 1\n",
       "compressible flow takes no momentum"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT DUST
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n[flow.mac_sor]\n",
       "the scheme of [flow.mac_sor] takes no momentum"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n",
       "gas has no drag"},
      {BASE PARTICLES "coupling = 'two-way'\ninterpolation = 'trilinear'\n" POINT DUST
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n",
       "requires the wind between the faces"},
      {BASE PARTICLES "coupling = 'two-way'\ncheckpoint = 1\n" POINT DUST
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n",
       "saved together"},
      {BASE PARTICLES "precision = 'f64'\n[particles.collisions]\n" POINT DUST,
       "'particles.precision': [particles.collisions] is in f32 only"},
      {BASE PARTICLES "precision = 'f64'\nhindered_settling = 'di-felice'\n" POINT DUST,
       "'particles.precision': 'particles.hindered_settling' is in f32 only"},
      {BASE PARTICLES "precision = 'double'\n" POINT, "precision"},
      {BASE PARTICLES "hindered_settling = 'di-felice'\nscheme = 'etd2'\n" POINT DUST,
       "a scheme that takes the wind once"},
      {BASE MODEL PARTICLES "hindered_settling = 'di-felice'\n" POINT DUST,
       "cannot be combined with the turbulence"},
      {BASE PARTICLES "hindered_settling = 'stokes'\n" POINT DUST, "hindered_settling"},
      {BASE PARTICLES "seed = 1.5\n" POINT, "'particles.seed': 1.5 is not a whole number"},
      {BASE PARTICLES "seed = -1\n" POINT, "'particles.seed' is -1"},
      {BASE PARTICLES "trajectories = 1.5\n" POINT,
       "'particles.trajectories': 1.5 is not a whole number"},
      {BASE PARTICLES "trajectory_step = 1\n" POINT, "requires 'trajectories'"},
      {BASE PARTICLES "structure_constant = 0.5\n" POINT, "must be 1 to 10"},
      {BASE PARTICLES "structure_constant = 5\n" POINT,
       "'particles.structure_constant' has no meaning with turbulence.model = \"none\""},
      {BASE PARTICLES "top = 'deposit'\n" POINT, "\"delete\", \"reflect\" or \"reset\""},
      {BASE PARTICLES "ground = 'delete'\n" POINT, "\"reflect\", \"deposit\" or \"reset\""},
      {BASE PARTICLES "restitution = 1.1\n" POINT, "must be 0 to 1"},
      {BASE PARTICLES "diameter = 1\n" POINT, "'diameter' belongs to [particles.species]"},
      {BASE POINT "[particles.concentration]\ncell_size = 0\n", "must be more than 0 m"},
      {BASE POINT "[particles.concentration]\norigin = [0, 0]\n", "requires 'size'"},
      {BASE POINT "[particles.concentration]\ncell_size = 5\norigin = [0, 0]\nsize = [4, 9]\n",
       "is larger than the size"},
      {BASE POINT "[particles.concentration]\ncell_size = 5\nheight = 4\n", "is higher than"},
      {BASE POINT "[particles.concentration]\ninterval = 5\nsample = 6\n", "is longer than"},
      {BASE POINT "[particles.concentration]\nthresholds = [0]\n", "must be more than 0 kg/m3"},
      {BASE POINT "[[particles.receptor]]\n",
       "case.toml:10:1: error: this receptor has no position"},
      {BASE POINT "[[particles.receptor]]\nlatitude = 4\nlongitude = 5\n",
       "this receptor has map coordinates"},
      {BASE POINT "[[particles.receptor]]\nposition = [1, 2]\nheight = 0\n",
       "more than 0 and at most"},
      {BASE POINT "[[particles.receptor]]\nname = 'a'\nposition = [1, 2]\n"
                  "[[particles.receptor]]\nname = 'a'\nposition = [3, 4]\n",
       "'particles.receptor.name': \"a\" is already in use"},
      {BASE POINT "[[particles.line_of_sight]]\nname = 'a'\nposition = [1, 2]\nend = [5, 6]\n"
                  "[[particles.line_of_sight]]\nname = 'a'\nposition = [3, 4]\nend = [7, 8]\n",
       "'particles.line_of_sight.name': \"a\" is already in use"},
      {BASE PARTICLES "lateral_boundary = 'reflect'\nwalls = 'deposit'\n" POINT,
       "with a reflecting lateral boundary"},
      {BASE PARTICLES "top = 'reflect'\nwalls = 'reset'\n" POINT,
       "with a reflecting lateral boundary"},
      {BASE POINT "[[particles.line_of_sight]]\nend = [1, 2]\n",
       "this line of sight has no position"},
      {BASE POINT "[[particles.line_of_sight]]\nposition = [1, 2]\n",
       "'particles.line_of_sight[1].end' is missing"},
      {BASE POINT "[[particles.line_of_sight]]\nposition = [1, 2]\nend = [1, 2]\n",
       "'particles.line_of_sight.end' is the start of the line"},
      {EARTH POINT "[[particles.line_of_sight]]\nlatitude = 47\nlongitude = 10\nend = [500, 2]\n",
       "'particles.line_of_sight[1].end': 500, 2 is not a latitude and longitude in degrees"},
  };
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) fails_with(lines[n][0], lines[n][1]);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(wrong_species_are_reported) {
  static const char *const lines[][2] = {
      {"diameter = 0\ndensity = 1000\n",
       "'particles.species[1].diameter' is 0 m, but must be more"},
      {"diameter = -1\ndensity = 1000\n", "must be more than 0 and at most 1 m"},
      {"diameter = 1e30\ndensity = 1000\n", "must be more than 0 and at most 1 m"},
      {"diameter = '10 um'\n", "case.toml:7:1: error: 'particles.species.density' is missing"},
      {"diameters = [[1e-5, 1]]\n", "'particles.species.density' is missing"},
      {"median_diameter = 1e-5\ngeometric_deviation = 2\n", "required with a diameter"},
      {"diameter = '10 um'\ndensity = 1\n", "must be denser than the air, 1.225 kg/m3"},
      {"density = 1000\n", "a species without a diameter is a gas"},
      {"diameter = 1e-5\ndiameters = [[1e-5, 1]]\ndensity = 9\n", "are mutually exclusive"},
      {"diameter = 1e-5\nmedian_diameter = 1e-5\ngeometric_deviation = 2\ndensity = 9\n",
       "are mutually exclusive"},
      {"median_diameter = 1e-5\ndensity = 9\n", "requires 'geometric_deviation'"},
      {"geometric_deviation = 2\ndensity = 9\n", "requires 'median_diameter'"},
      {"median_diameter = 1e-5\ngeometric_deviation = 1\ndensity = 9\n", "must be more than 1"},
      {"classes = 3\n", "requires 'median_diameter'"},
      {"diameter = 1e-5\ndensity = 9\nschmidt_number = 2\n", "are mutually exclusive"},
      {"diameters = []\ndensity = 9\n", "is empty"},
      {"diameters = [[1e-5, 0.5], [2e-5, 0.4]]\ndensity = 9\n",
       "case.toml:8:13: error: 'particles.species.diameters': the mass fractions must add up to 1, "
       "but their sum is 0.9"},
      {"diameters = [[1e-5, 0.5], [0, 0.5]]\ndensity = 9\n",
       "case.toml:8:27: error: 'particles.species.diameters': a diameter must be more than 0"},
      {"diameters = [[1e-5, 1.5], [1e-5, -0.5]]\ndensity = 9\n",
       "a mass fraction must be more than 0"},
      {"diameters = [[1e-5]]\ndensity = 9\n", "expected a list of rows [m, 1], found a list of 1"},
      {"diameters = [['5 kg', 1]]\ndensity = 9\n", "cannot turn 'kg' into 'm'"},
      {"diameters = 5\ndensity = 9\n", "expected a list of rows [m, 1]"},
      {"half_life = 0\n", "must be at least 1e-06 s"},
      {"daughter = 'b'\n", "requires 'half_life'"},
      {"branching_fraction = 0.5\n", "requires 'daughter'"},
      {"half_life = 1\nbranching_fraction = 1.5\ndaughter = 'a'\n", "at most 1"},
      {"half_life = 1\nname = 'rn'\ndaughter = 'pp'\n[[particles.species]]\nname = 'po'\n",
       "'particles.species.daughter': none is called \"pp\"\n"},
      {"half_life = 1\nname = 'a'\ndaughter = 'a'\n", "the chain of \"a\" leads back to it"},
      {"half_life = 1\nname = 'a'\ndaughter = 'b'\n[[particles.species]]\nname = 'b'\n"
       "half_life = 1\ndaughter = 'a'\n",
       "the chain of \"a\" leads back to it"},
      {"half_life = 1\nname = 'a'\ndaughter = 'b'\n[[particles.species]]\nname = 'b'\n"
       "half_life = 1\ndaughter = 'c'\n[[particles.species]]\nname = 'c'\nhalf_life = 1\n"
       "daughter = 'd'\n[[particles.species]]\nname = 'd'\nhalf_life = 1\ndaughter = 'e'\n"
       "[[particles.species]]\nname = 'e'\n",
       "the chain of \"a\" has more than 4 members"},
      {"half_life = 1\nname = 'a'\ndaughter = 'b'\n[[particles.species]]\nname = 'b'\n"
       "diameters = [[1e-6, 0.5], [2e-6, 0.5]]\ndensity = 2000\n",
       "\"b\" has 2 sizes, its parent 1"},
      {"half_life = '30 year'\nname = 'a'\ndaughter = 'b'\n[[particles.species]]\nname = 'b'\n"
       "half_life = 1\n",
       "is 1.1e-09 of that of its parent"},
      {"deposition_velocity = -1\n", "must be 0 to 100 m/s"},
      {"deposition_velocity = 'resistence'\n", "does not start with a number"},
      {"name = 'a/b'\n", "must not be empty"},
      {"name = 'a'\n[[particles.species]]\nname = 'a'\n", "\"a\" is already in use"},
  };
  char text[1000];
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
    snprintf(text, sizeof text, "%s%s%s", BASE SPECIES, lines[n][0], POINT);
    fails_with(text, lines[n][1]);
  }
  fails_with(BASE "[[particles.species]]\nname = 'smoke'\n" POINT "species = 'smok'\n",
             "case.toml:12:11: error: 'particles.source.species': no species is called \"smok\"\n");
  fails_with(BASE "[[particles.species]]\nname = 'smoke'\n" POINT "species = 'smok'\n",
             "did you mean \"smoke\"?");
  fails_with(BASE POINT "species = 'tracer'\n", "no species is called \"tracer\"");
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(wrong_sources_are_reported) {
  static const char *const lines[][2] = {
      {"", "case.toml:7:1: error: this source has no position"},
      {"height = 3\n", "this source has no position"},
      {"position = [1, 2]\nlatitude = 4\nlongitude = 5\n", "are mutually exclusive"},
      {"latitude = 4\n", "requires 'longitude'"},
      {"latitude = 4\nlongitude = 5\n", "map coordinates, but the crs of the domain is \"local\""},
      {"position = [1, 2]\nheight = -1\n", "must be at least 0 m"},
      {"position = [1]\n", "expected a list of two numbers in m"},
      {"position = [1, 2]\nshape = 'cube'\n", "expected \"point\", \"line\""},
      {"position = [1, 2]\nshape = 'line'\n", "'particles.source.end' is missing"},
      {"position = [1, 2]\nshape = 'box'\n", "'particles.source.size' is missing"},
      {"position = [1, 2]\nshape = 'disk'\n", "'particles.source.radius' is missing"},
      {"position = [1, 2]\nradius = 3\nplacement = 'uniform'\n",
       "'particles.source.placement' has no meaning for a source whose shape is"},
      {"position = [1, 2]\nshape = 'path'\n", "has no path or path_file"},
      {"shape = 'point'\n", "this source has no position"},
      {"end = [1, 2]\n", "this source has no position"},
      {"position = [1, 2]\nshape = 'domain'\n",
       "case.toml:9:12: error: 'particles.source.position' has no meaning for a source whose shape "
       "is \"domain\""},
      {"position = [1, 2]\nend = [3, 4]\nradius = 5\n",
       "'particles.source.radius' has no meaning for a source whose shape is \"line\""},
      {"position = [1, 2]\nsize = [3, 4]\nend = [5, 6]\n", "'particles.source.size' has no"},
      {"position = [1, 2]\nshape = 'point'\nsize = [1, 2]\n", "'particles.source.size' has no"},
      {"position = [1, 2]\nend = [1, 2]\n", "'particles.source.end' is the start of the line"},
      {"position = [1, 2]\nend_height = 3\n", "requires 'end'"},
      {"position = [1, 2]\nsize = [0, 0]\n", "the box has no size"},
      {"position = [1, 2]\nsize = [-1, 1]\n", "must be at least 0 m"},
      {"position = [1, 2]\nsize = [1, 1, 1, 1]\n", "expected a list of two or three numbers"},
      {"position = [1, 2]\nsize = 5\n", "expected a list of two or three numbers"},
      {"position = [1, 2]\nradius = 0\n", "must be more than 0 m"},
      {"position = [1, 2]\nradius = 3\ninner_radius = 3\n", "must be less than the radius"},
      {"position = [1, 2]\ninner_radius = 3\n", "requires 'radius'"},
      {"position = [1, 2]\nshape = 'sphere'\nradius = 3\nheight = 2\n",
       "this sphere reaches below the ground: its radius is 3 m, its middle 2 m above"},
      {"position = [1, 2]\nshape = 'sphere'\nradius = 3\n", "reaches below the ground"},
      {"position = [1, 2]\nplacement = 'uniform'\n", "'particles.source.placement' has no meaning"},
      {"position = [1, 2]\nradius = 3\nplacement = 'published-random'\n",
       "requires shape = \"box\""},
      {"position = [1, 2]\nstop = 5\nstart = 6\n", "is before the start of the release, 6 s"},
      {"position = [1, 2]\nstart = -1\n", "must be at least 0 s"},
      {"position = [1, 2]\nstart = 100\n",
       "case.toml:10:9: error: this release starts at 100 s, after the end of the run at 100 s"},
      {"position = [1, 2]\nrates = [[100, 1], [200, 2]]\n", "this release starts at 100 s"},
      {"path = [[100, 1, 2, 3], [200, 1, 2, 3]]\n", "this release starts at 100 s"},
      {"position = [1, 2]\nrate = 1\nmass = 1\n", "mass' and 'rate' are mutually exclusive"},
      {"position = [1, 2]\nrate = 1\nrates = [[0, 1], [1, 2]]\n", "are mutually exclusive"},
      {"position = [1, 2]\nrate = 0\n", "must be more than 0 and at most 1e+15 kg/s"},
      {"position = [1, 2]\nrates = [[0, 1], [9, 1e300]]\n", "a rate must be at most 1e15"},
      {"position = [1, 2]\nmass = '5 m'\n", "cannot turn 'm' into 'kg'"},
      {"position = [1, 2]\nrate = 1\nstop = 0\n",
       "a release at a rate requires a duration above 0"},
      {"position = [1, 2]\nrates = [[0, 1], [9, 1]]\nstop = 5\n", "are mutually exclusive"},
      {"position = [1, 2]\nrate_file = 'a'\nstart = 5\n", "are mutually exclusive"},
      {"position = [1, 2]\nrates = [[0, 1]]\n", "needs two points or more"},
      {"position = [1, 2]\nrates = []\n", "needs two points or more"},
      {"position = [1, 2]\nrates = [[0, 0], [1, 0]]\n", "are all 0"},
      {"position = [1, 2]\nrates = [[0, 1], [0, 2]]\n",
       "case.toml:10:18: error: 'particles.source.rates': times must increase from 0 on"},
      {"position = [1, 2]\nrates = [[-1, 1], [0, 2]]\n", "times must increase from 0 on"},
      {"position = [1, 2]\nrates = [[0, 1], [1, -2]]\n", "a rate must not be negative"},
      {"position = [1, 2]\nrates = [[0, 1, 2], [1, 2]]\n", "expected a list of rows [s, kg/s]"},
      {"path = [[0, 1, 2, 3]]\n", "'particles.source.path' needs two points or more"},
      {"path = [[0, 1, 2, 3], [0, 2, 3, 4]]\n", "times must increase from 0 on"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, -4]]\n", "heights above the ground"},
      {"path = [[0, 1, 2, 3], [1, 2, 3]]\n", "expected a list of rows [s, m, m, m]"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, nan]]\n", "must be a finite number"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, 4]]\nposition = [1, 2]\n", "has no meaning for a source"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, 4]]\ncoordinates = 'crs'\n", "path has map coordinates"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, 4]]\npath_file = 'a'\n", "are mutually exclusive"},
      {"position = [1, 2]\ncoordinates = 'crs'\n", "'particles.source.coordinates' has no meaning"},
      {"position = [1, 2]\nexit_velocity = 1\n", "requires 'exit_temperature'"},
      {"position = [1, 2]\nexit_temperature = 300\n", "requires 'exit_diameter'"},
      {"position = [1, 2]\nexit_diameter = 1\n", "requires 'exit_velocity'"},
      {"position = [1, 2]\nradius = 1\nexit_velocity = 1\nexit_temperature = 300\n"
       "exit_diameter = 1\n",
       "'particles.source.exit_velocity' has no meaning"},
      {"position = [1, 2]\nexit_velocity = 1\nexit_temperature = 300\nexit_diameter = 1\n"
       "velocity = [0, 0, 0]\n",
       "'exit_velocity' are mutually exclusive"},
      {"position = [1, 2]\nvelocity = [0, 0]\n", "expected a list of three numbers in m/s"},
      {"shape = 'ground'\n", "its species is a gas"},
      {"shape = 'ground'\nmass = 1\n", "'particles.source.mass' has no meaning"},
      {"shape = 'ground'\nradius = 1\n", "this part of the ground has no position"},
      {"shape = 'ground'\nposition = [1, 2]\n", "but no radius or size"},
      {"shape = 'ground'\nposition = [1, 2]\nradius = 1\nsize = [1, 1]\n",
       "are mutually exclusive"},
      {"position = [1, 2]\nclay = 0.1\n", "'particles.source.clay' has no meaning"},
      {"shape = 'ground'\nclay = 0.3\n", "must be 0 to 0.2"},
  };
  char text[1000];
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
    snprintf(text, sizeof text, "%s%s%s", BASE SOURCE, lines[n][0],
             "[particles]\nduration = 100\n");
    fails_with(text, lines[n][1]);
  }
  fails_with(EARTH SOURCE "path = [[0, 47, 10, 1], [1, 97, 10, 1]]\ncoordinates = 'geographic'\n",
             "'particles.source[1].path': 97, 10 is not a latitude and longitude in degrees");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\n",
             "'particles.source[1].count' is missing");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\ncount = 0\n", "'particles.source[1]."
                                                                          "count' is 0, but must");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\ncount = 1099511627777\n",
             "but must be 1 to 1.0995116e+12");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\ncount = 1.5\n", "a whole number");
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(all_errors_are_reported_at_once) {
  const char *text = BASE SOURCE "species = 'x'\nrate = 1\nmass = 1\n" PARTICLES
                                 "turbulence = true\nseed = 0.5\n" SPECIES "diameter = 0\n";
  fails_with(text, "7:1: error: this source has no position");
  fails_with(text, "no species is called \"x\"");
  fails_with(text, "are mutually exclusive");
  fails_with(text, "requires a turbulence model");
  fails_with(text, "0.5 is not a whole number");
  fails_with(text, "must be more than 0 and at most 1 m");
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(one_mistake_gives_one_message) {
  static const char *const texts[] = {
      BASE PARTICLES
      "scheme = 'semi-implicit'\n[[particles.species]]\ndiameter = 0\ndensity = 9\n" POINT,
      BASE "[[particles.species]]\ndiameter = 'x'\ndensity = 9\n" SOURCE "shape = 'ground'\n",
      BASE "[[particles.species]]\ndiameters = [[1e-5, 1, 2]]\ndensity = 9\n" POINT,
      BASE "[[particles.species]]\ndiameter = 1e-5\ndensity = -9\n" POINT,
      BASE SOURCE "position = 5\nend = [5, 6]\n",
      BASE SOURCE "position = [5, 6]\nend = 5\n",
      BASE SOURCE "position = [5, 6]\nshape = 5\nradius = 5\n",
      BASE SOURCE "position = [5, 6]\nsize = ['x', 5]\n",
      BASE SOURCE "position = [5, 6]\nradius = -1\ninner_radius = 1\n",
      BASE SOURCE "path = [[0, 1, 2, 3], [1, 2, 3, 'x']]\n",
      BASE SOURCE "position = [5, 6]\nrates = [[0, 1], 5]\n",
      BASE "[[particles.source]]\nposition = [5, 6]\ncount = 'many'\n",
      BASE "[particles]\nsource = 5\n",
      BASE "[particles]\nsource = [5]\n",
      BASE "[particles]\nspecies = 5\n" POINT,
      BASE "[particles]\nspecies = [5]\n" POINT,
      BASE POINT "[[particles.line_of_sight]]\nposition = [5, 6]\nend = 7\n",
      BASE POINT "[particles]\nreceptor = 3\n",
      BASE POINT "[particles]\nconcentration = 3\n",
      BASE POINT "[[particles.concentration]]\n",
  };
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
    struct sm_case *c = NULL;
    int count = 0;
    ck_assert_int_eq(sm_case_parse(ctx, "case.toml", texts[n], strlen(texts[n]), NULL, false, &c),
                     SM_ERR_CASE);
    for (const char *at = sm_context_message(ctx); (at = strstr(at, ": error: ")) != NULL; at++)
      count++;
    ck_assert_msg(count == 1, "%s\n%s", sm_context_message(ctx), texts[n]);
  }
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(every_allocation_may_fail) {
  static const char text[] =
      BASE "[[particles.species]]\ndiameters = [[1e-5, 0.5], [2e-5, 0.5]]\ndensity = 2000\n" SOURCE
           "path = [[0, 1, 2, 3], [1, 2, 3, 4]]\nname = 'a'\n" POINT
           "rates = [[0, 1], [1, 2]]\n[[particles.receptor]]\nposition = [1, 2]\n"
           "[[particles.line_of_sight]]\nposition = [1, 2]\nend = [3, 4]\n";
  struct sm_case *c = NULL;
  enum sm_status status = SM_ERR_MEMORY;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (long n = 1; status == SM_ERR_MEMORY; n++) {
    sm_context_fail_allocation(ctx, n);
    status = sm_case_parse(ctx, "c", text, sizeof text - 1, NULL, false, &c);
    ck_assert_msg((status == SM_OK) == (c != NULL), "%s", sm_context_message(ctx));
  }
  sm_context_fail_allocation(ctx, 0);
  ck_assert_ptr_nonnull(c);
  finish(&c);
}
END_TEST

TEST_MAIN(keys_that_do_not_fit_together_are_reported, wrong_species_are_reported,
          wrong_sources_are_reported, all_errors_are_reported_at_once,
          one_mistake_gives_one_message, every_allocation_may_fail)
