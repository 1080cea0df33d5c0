/* Keys that are wrong together, and wrong turbines and plants: every message names the place. */
#define _POSIX_C_SOURCE 200809L
#include "wrong_case.h"
#include <stdlib.h>

#define SIZE "hub_height = 90\nrotor_diameter = 100\n"
#define TURBINE(text) MINIMAL "[[wind.turbine]]\n" text
#define ROTOR(text) TURBINE("position = [10, 10]\n" SIZE text)

START_TEST(wrong_turbines_are_errors) {
  fails_with(TURBINE(SIZE "thrust_coefficient = 0.8\n"), "error: this turbine has no position");
  fails_with(TURBINE("position = [10, 10]\nthrust_coefficient = 0.8\n"),
             "'wind.turbine.hub_height' is missing");
  fails_with(TURBINE("position = [10, 10]\nthrust_coefficient = 0.8\nhub_height = 90\n"),
             "'wind.turbine.rotor_diameter' is missing");
  fails_with(ROTOR(""), "case.toml:7:1: error: this turbine has no thrust coefficient");
  fails_with(ROTOR("thrust_coefficient = 1.3\n"), "0 to 1.2");
  fails_with(ROTOR("thrust_coefficient = -0.1\n"), "0 to 1.2");
  fails_with(ROTOR("thrust_coefficient = 'nan'\n"), "thrust_coefficient");
  fails_with(ROTOR("thrust_coefficient = 0.8\nthrust_curve = [[4, 0.8], [20, 0.1]]\n"),
             "thrust_curve");
  fails_with(ROTOR("thrust_curve = 0.8\n"), "'wind.turbine[1].thrust_curve'");
  fails_with(ROTOR("thrust_curve = []\n"), "needs two points or more");
  fails_with(ROTOR("thrust_curve = [[4, 0.8]]\n"), "case.toml:11:16: error: "
                                                   "'wind.turbine.thrust_curve' needs two points");
  fails_with(ROTOR("thrust_curve = [[4, 0.8], 5]\n"), "thrust_curve");
  fails_with(ROTOR("thrust_curve = [[4, 0.8], [4, 0.7]]\n"),
             "case.toml:11:27: error: "
             "'wind.turbine.thrust_curve': speeds must increase from 0 on");
  fails_with(ROTOR("thrust_curve = [[-1, 0.8], [4, 0.7]]\n"), "must increase from 0 on");
  fails_with(ROTOR("thrust_curve = [[4, 0.8], [9, 1.4]]\n"), "must be 0 to 1.2, found 1.4");
  fails_with(ROTOR("thrust_coefficient = 0.8\nyaw = 60\n"), "-45 to 45 deg");
  fails_with(ROTOR("thrust_coefficient = 0.8\nturbulence_intensity = 0\n"), "more than 0");
  fails_with(ROTOR("thrust_coefficient = 0.8\nwake_expansion = 0.6\n"), "less than 0.5");
  fails_with(ROTOR("thrust_coefficient = 0.8\nwake_expansion = 0.05\nturbulence_intensity = 0.1\n"),
             "turbulence_intensity");
  fails_with(ROTOR("thrust_coefficient = 0.8\nlatitude = 40\nlongitude = 5\n"), "latitude");
  fails_with(TURBINE("latitude = 40\nlongitude = 5\n" SIZE "thrust_coefficient = 0.8\n"),
             "the crs of the domain is \"local\"");
  fails_with(TURBINE("file = 'park.geojson'\nposition = [1, 2]\nthrust_coefficient = 0.8\n"),
             "position");
  fails_with(TURBINE("position = [1, 2]\ncrs = 'EPSG:4326'\n" SIZE "thrust_coefficient = 0.8\n"),
             "'file'");
  fails_with(
      TURBINE("position = [1, 2]\nhub_height = 40\nrotor_diameter = 90\n"
              "thrust_coefficient = 0.8\n"),
      "case.toml:9:14: error: 'wind.turbine.hub_height' is less than the radius of the rotor");
  fails_with(TURBINE("position = [1, 2]\nhub_heigth = 40\n"), "did you mean 'hub_height'?");
  fails_with(MINIMAL "[wind]\nturbine = 3\n", "turbine");
  fails_with(MINIMAL "[wind]\nturbine = [3]\n", "turbine");
}
END_TEST

#define PLANTS(text) MINIMAL "[vegetation]\n" text

START_TEST(wrong_plants_are_errors) {
  fails_with(PLANTS("[[vegetation.tree]]\nheight = 5\n"),
             "'vegetation.tree[1].position' is missing");
  fails_with(PLANTS("[[vegetation.tree]]\nposition = [1, 2]\n"),
             "'vegetation.tree[1].height' is missing");
  fails_with(PLANTS("[[vegetation.tree]]\nposition = [1, 2]\nheight = 5\nbase = 6\n"),
             "case.toml:11:8: error: 'vegetation.tree.base': 6 m is not below the top");
  fails_with(PLANTS("[[vegetation.tree]]\nposition = [1, 2]\nheight = -5\n"), "more than 0");
  fails_with(PLANTS("[[vegetation.tree]]\nposition = [1, 2]\nheight = 5\nspacing = 2\n"),
             "unknown key 'vegetation.tree[1].spacing'");
  fails_with(PLANTS("[[vegetation.box]]\nkind = 'rows'\ncorner = [0, 0]\nsize = 9\nheight = 2\n"),
             "'vegetation.box': kind = \"rows\" requires 'spacing'");
  fails_with(PLANTS("[[vegetation.box]]\ncorner = [0, 0]\nsize = 9\nheight = 2\nspacing = 3\n"),
             "'vegetation.box.spacing' has no meaning with kind = \"canopy\"");
  fails_with(PLANTS("[[vegetation.box]]\nkind = 'rows'\ncorner = [0, 0]\nsize = 9\nheight = 2\n"
                    "spacing = 3\nwidth = 3\n"),
             "'vegetation.box.width' is not less than the spacing");
  fails_with(PLANTS("[[vegetation.box]]\nkind = 'tree'\ncorner = [0, 0]\nsize = 9\nheight = 2\n"),
             "\"canopy\"");
  fails_with(PLANTS("[[vegetation.polygon]]\nvertices = [[0, 0], [1, 0]]\nheight = 2\n"),
             "'vegetation.polygon.vertices': a polygon requires at least 3 vertices, this has 2");
  fails_with(PLANTS("[[vegetation.polygon]]\nvertices = [[0, 0], [1, 0], [2, 0]]\nheight = 2\n"),
             "'vegetation.polygon.vertices': the polygon has no area");
  fails_with(PLANTS("[[vegetation.line]]\nvertices = [[0, 0]]\nheight = 2\n"),
             "a line requires at least 2 points, this has 1");
  fails_with(PLANTS("[[vegetation.line]]\nvertices = [[0, 0], [4, 4], [4, 4]]\nheight = 2\n"),
             "points 2 and 3 coincide");
  fails_with(
      PLANTS("[[vegetation.line]]\nkind = 'canopy'\nvertices = [[0, 0], [4, 4]]\nheight = 2\n"),
      "\"windbreak\"");
  fails_with(PLANTS("porosity = 1.5\n"), "'vegetation.porosity'");
  fails_with(PLANTS("lai = -1\n"), "'vegetation.lai'");
  fails_with(PLANTS("canopy_lai = 'a.tif'\n"), "'vegetation.canopy_lai' requires a canopy");
  fails_with(PLANTS("layer = 'trees'\n"), "'vegetation.layer' requires 'file'");
  fails_with(PLANTS("file = 'a.shp'\nheight = '* 3'\n"), "is not a rule;");
}
END_TEST

START_TEST(keys_that_do_not_fit_together_are_refused) {
#define PLACED "[domain]\nsize = 200\ncell_size = 2\ncenter = [40, -100]\n"
#define POLYGON(v) MINIMAL "[[buildings.polygon]]\nheight = 3\nvertices = " v "\n"
  static const char *const lines[][2] = {
      {PLACED "origin = [40, -100]\n", "'domain.center' and 'origin' are mutually exclusive"},
      {DOMAIN "crs = 'auto-utm'\n", "requires a place on Earth"},
      {DOMAIN "crs = 'EPSG:32614'\n", "requires a place on Earth"},
      {DOMAIN "center = [4000, 5000]\n", "'domain.center' must be [latitude, longitude]"},
      {DOMAIN "center = [-17, 361]\n", "longitudes go from -180 to 360"},
      {DOMAIN "origin = [-111.9, 40.7]\n", "'domain.origin' must be [latitude, longitude]"},
      {"[domain]\ncell_size = 2\n", "'domain.size' is missing"},
      {STATION, "case.toml: error: 'domain.cell_size' is missing"},
      {DOMAIN "height = 1\n", "the lowest layer is thicker"},
      {DOMAIN "max_cell_z = 1\n", "thicker than 'domain.max_cell_z'"},
      {DOMAIN "layers = [0, 1]\nheight = 3\n",
       "'domain.layers' and 'height' are mutually exclusive"},
      {DOMAIN "layers = [0, 1]\nstretch = 1.1\n", "'domain.layers' and 'stretch' are mutually"},
      {DOMAIN "layers = []\n", "'domain.layers': at least two heights are required"},
      {DOMAIN "layers = [0]\n", "'domain.layers': at least two heights are required"},
      {DOMAIN "layers = [1, 2]\n", "'domain.layers': the first height must be 0"},
      {DOMAIN "layers = [0, 2,\n 1, 3]\n",
       "case.toml:5:2: error: 'domain.layers': 1 m is not above 2 m"},
      {DOMAIN "layers = [0, 'x']\n", "'domain.layers"},
      {"[domain]\nsize = 5\ncell_size = [6, 1]\n", "larger than the domain"},
      {MINIMAL "[terrain]\nfile = 'a'\nfiles = ['b']\n", "'terrain.file' and 'files' are mutually"},
      {MINIMAL "[terrain]\nfile = 'a'\nelevation = 3\n", "are mutually exclusive"},
      {MINIMAL "[buildings]\nfile = 'a'\nheight = []\n", "no rule, and 'default_h"},
      {MINIMAL "[buildings]\nlayer = 'a'\n", "'buildings.layer' requires 'file'"},
      {MINIMAL "[[buildings.box]]\ncorner = [1, 2]\nheight = 3\n", "'buildings.box[1].size' is m"},
      {MINIMAL "[[buildings.box]]\nsize = [0, 2]\n", "'buildings.box[1].size' is 0 m"},
      {MINIMAL "[[buildings.box]]\nheight = \"99999 m\"\n",
       "'buildings.box[1].height' is 99999 m, but must be more than 0 and at most 2000 m"},
      {POLYGON("[[0, 0], [1, 1]]"), "at least 3 vertices, this has 2"},
      {POLYGON("[[0, 0], [1, 1], [0, 0]]"), "at least 3 vertices, this has 2"},
      {POLYGON("[]"), "at least 3 vertices, this has 0"},
      {POLYGON("[[0, 0], [1, 1], [2, 2]]"), "the polygon has no area"},
      {DOMAIN, "the case has no [[weather.station]]"},
      {DOMAIN "[weather]\nstation = []\n", "the case has no [[weather.station]]"},
      {DOMAIN "[weather.model]\n", "'weather.model' names no file"},
      {DOMAIN "[weather.model]\nstability = 'fluxes'\n", "'weather.model' names no file"},
      {DOMAIN "[weather.model]\nfile = 'a.nc'\n", "but the crs of the domain is \"local\""},
      {DOMAIN "[weather.model]\nfile = 'a.nc'\nfiles = ['b.nc']\n", "are mutually exclusive"},
      {DOMAIN "[weather.model]\nfiles = []\n", "'weather.model.files' is empty"},
      {DOMAIN "[weather.model]\nfile = 'a.nc'\ncomponents = 'gird'\n", "did you mean \"grid\"?"},
      {DOMAIN "[weather.model]\nfile = 'a.nc'\nground = 'high'\n", "does not start with a number"},
      {DOMAIN "[weather.model]\nfile = 'a.nc'\nmargin = 5\n", "unknown key 'weather.model.margin'"},
      {DOMAIN "[[weather.model]]\nfile = 'a.nc'\n", "'weather.model': expected a table"},
      {MINIMAL "[weather.model]\nfile = 'a.nc'\n", "this station has no position"},
      {MINIMAL "[roughness]\nclasses = { 1 = 1 }\n", "'roughness.classes' requires 'file'"},
      {MINIMAL "[wind]\nstability_class = 'A'\nalpha = 2\n", "are mutually exclusive"},
      {MINIMAL "[wind]\nlee_slope = 0.2\n", "'wind.lee_slope' has no meaning with lee = \"none\""},
      {MINIMAL "[wind]\nomega = 1.5\n", "'wind.omega' has no meaning with solver = \"multigrid\""},
      {MINIMAL "[wind]\ncheck_every = 5\n", "'wind.check_every' has no meaning with solver"},
      {MINIMAL "[turbulence]\nsigma_up = 1.4\n",
       "'turbulence.sigma_up' has no meaning with model = \"none\""},
      {MINIMAL "[turbulence]\nmodel = 'local'\nmeander_time = 9\n",
       "'turbulence.meander_time' requires 'meander'"},
      {MINIMAL "[turbulence]\nmodel = 'local'\nbackground_length = 9\n", "requires 'background'"},
      {MINIMAL "[terrain]\nsmooth = 2\n", "'terrain.smooth' requires 'file' or 'files'"},
      {MINIMAL "[buildings]\ndefault_height = 9\n", "'buildings.default_height' requires 'file'"},
      {MINIMAL "[vegetation]\ncrs = 'EPSG:4326'\n", "requires 'file' or 'canopy_height'"},
      {MINIMAL "exponent = 0.2\n",
       "'weather.station.exponent' has no meaning with profile = \"log\""},
      {MINIMAL "canopy_height = 4\n",
       "'weather.station.canopy_height' has no meaning with profile"},
      {MINIMAL "[wind.zones]\nintersection = 'blend'\n", "did you mean \"blended\"?"},
      {MINIMAL "[wind.zones]\nintersection = 'blended'\ncanyon = 'none'\n",
       "case.toml:8:16: error: 'wind.zones.intersection' requires a 'canyon'"},
      {MINIMAL "[slope_flow]\nshadow = true\n", "did you mean 'shadows'?"},
      {MINIMAL "[output]\nformats = ['geotiff']\n", "\"geotiff\" requires 'output.heights'"},
      {MINIMAL "[slope_flow]\n", "[slope_flow] requires the position of the sun"},
      {MINIMAL "[wind]\nstability_class = 'weather'\n",
       "'wind.stability_class' requires the position of the sun"},
      {DOMAIN "[weather]\nstart = 2026-05-02\nend = 2026-05-01\n", "is before 'weather.start'"},
      {DOMAIN "[weather.station]\nspeed = 1\n", "'weather.station[1].speed' requires 'from'"},
      {DOMAIN "[weather.station]\n", "this station has no wind"},
      {DOMAIN "[weather.station]\nprofile = 'tower'\nspeed = 1\nfrom = 2\n", "a tower needs read"},
      {DOMAIN "[weather.station]\nreadings = []\n", "list of readings is empty"},
      {MINIMAL "[output]\nformats = ['geojson']\n",
       "'output.formats': \"geojson\" requires 'particles.concentration.thresholds'"},
      {MINIMAL "[output]\nturbulence = ['tke']\n",
       "'output.turbulence' requires a turbulence model"},
      {MINIMAL "[output]\nturbulence = ['tke']\n[turbulence]\nmodel = 'none'\n",
       "'output.turbulence' requires a turbulence model"},
      {MINIMAL "[output]\nturbulence = ['k']\n[turbulence]\nmodel = 'local'\n", "\"tke\""},
      {MINIMAL "[turbulence]\nmodel = 'k-epsilon'\n", "\"none\" or \"local\""},
      {MINIMAL "[turbulence]\nsigma_up = 1\n", "'turbulence.sigma_up' is 1"},
      {MINIMAL "[turbulence]\nupper_bound = 0\n", "'turbulence.upper_bound' is 0"},
      {MINIMAL "[turbulence]\nbackground = '-1 m/s'\n", "'turbulence.background' is -1 m/s"},
      {MINIMAL "file = 'a'\n", "'weather.station[1].file' and 'speed' are mutually exclusive"},
      {MINIMAL "readings = []\n", "'weather.station[1].speed' and 'readings' are mutually"},
      {MINIMAL "latitude = 1\n", "'weather.station[1].latitude' requires 'longitude'"},
      {MINIMAL "latitude = 1\nlongitude = 2\n", "the crs of the domain is \"local\""},
      {MINIMAL "easting = 1\nnorthing = 2\n", "the crs of the domain is \"local\""},
      {MINIMAL STATION, "this station has no position"},
      {MINIMAL "height = 0.1\n", "not above the roughness length, 0.1 m"},
      {DOMAIN "[weather.station]\nreadings = [{speed = 1, from = 1}, {speed = 2, from = 1}]\n",
       "have the same time, or none"},
      {DOMAIN "[weather.station]\nreadings = [{speed = 1, from = 1, time = 2026-05-01}, {speed = "
              "2, from = 1}]\n",
       "this reading has no time, but others have"},
      {DOMAIN "[weather.station]\nprofile = 'tower'\nreadings = [{speed = 1, from = 1}, {speed = "
              "2, from = 1, height = 10}]\n",
       "the same time and height"},
      {DOMAIN "[weather.station]\nreadings = [{speed = 1}]\n", "readings[1].from' is missing"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) fails_with(lines[i][0], lines[i][1]);
}
END_TEST

CONTEXT_TEST_MAIN(wrong_plants_are_errors, wrong_turbines_are_errors,
                  keys_that_do_not_fit_together_are_refused)
