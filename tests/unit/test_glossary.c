/* The glossary: what words find, that the names in it exist, docs/glossary.md. */
#include "base/context.h"
#include "base/file.h"
#include "case/help/glossary.h"
#include "case/schema/schema.h"
#include "harness.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct sm_context *ctx;

/* The terms found and the keys named are in the help of a word, the best first. */
START_TEST(words_of_the_field_find_keys) {
  static const char *const asked[][3] = {
      {"emission", "source\n", "particles.source"},
      {"emissions", "source\n", "flow.scalar.source"},
      {"Source term", "source\n", "flow.reaction.release"},
      {"boundary condition", "boundary condition\n", "flow.boundary"},
      {"boundary-conditions", "boundary condition\n", "particles.lateral_boundary"},
      {"Lagrangian", "Lagrangian dispersion\n", "docs/theory/particles.md"},
      {"Eulerian", "Eulerian dispersion\n", "flow.scalar"},
      {"dispersion", "Lagrangian dispersion\n", "flow.scalar"},
      {"immersed boundary", "immersed boundary\n", "domain.solids"},
      {"CFL", "CFL number\n", "flow.courant"},
      {"body forces", "body force\n", "flow.acceleration"},
      {"inflow turbulence", "inflow turbulence\n", "flow.boundary.reynolds_stress"},
      {"parameterization", "building parameterisation\n", "wind.zones"},
      {"parametrisation", "building parameterisation\n", "docs/theory/urban.md"},
      {"fractional step", "fractional step\n", "flow.project_every_stage"},
      {"subgrid", "subgrid-scale model\n", "flow.subgrid"},
      {"LES", "large-eddy simulation\n", "flow.subgrid"},
      {"kinetics", "chemical kinetics\n", "simoom chem"},
      {"k-epsilon", "Reynolds-averaged", "wind.model"},
      {"CFD", "incompressible flow\n", "flow.compressible"},
      {"gas", "species\n", "particles.species"}, /* also the former name of a table */
      {"sight", "line of sight\n", "particles.line_of_sight"},
      {"turbulence", "sigma_along", "turbulence intensity\n"}, /* a table and a word in terms */
      {"albedo", "albedo in [slope_flow]", "default"},
      {"gif", "animation\n", "simoom plot"},
      {"MP4", "animation\n", "simoom plot"},
      {"animation", "animation\n", "docs/plot.md"},
      {"movie", "animation\n", "simoom plot"},
      {"knots", "unit\n", "simoom report"},
      {"kt", "unit\n", "simoom export"},
      {"mph", "unit\n", "simoom info"},
      {"km/h", "unit\n", "--unit"},
      {"ppm", "unit\n", "simoom plot"},
      {"ug/m3", "unit\n", "simoom view"},
      {"Fahrenheit", "unit\n", "docs/plot.md"},
      {"kmz", "GIS\n", "docs/export.md"},
      {"geotiff", "GIS\n", "simoom export"},
      {"GeoPackage", "GIS\n", "simoom export"},
      {"zarr", "NetCDF\n", "docs/export.md"},
      {"gust", "gust\n", "simoom info"},
      {"comfort", "pedestrian wind comfort\n", "statistics.comfort"},
      {"wake", "building parameterisation\n", "wind.zones"},
      {"mesh", "prism mesh\n", "docs/prisms.md"},
      {"smoke", "Lagrangian dispersion\n", "particles"},
      {"LPM", "Lagrangian dispersion\n", "particles"},
      {"bioaerosol", "species\n", "particles.species"},
      {"isopleth", "hazard level\n", "simoom hazard"},
      {"hydrogen", "combustion\n", "flow.reaction"},
      {"stack height", "plume rise\n", "particles.source"},
      {"Strouhal number", "force coefficient\n", "flow.body"},
      {"foehn", "storm\n", "Nearest:"},
      {"png", "picture\n", "simoom plot"},
      {"colormap", "picture\n", "simoom plot"},
      {"streamlines", "picture\n", "docs/plot.md"},
      {"contours", "picture\n", "docs/plot.md"},
      {"isosurface", "ParaView\n", "simoom view"},
      {"browser", "ParaView\n", "simoom view"},
      {"3D", "ParaView\n", "docs/view.md"},
      {"Excel", "table\n", "simoom export"},
      {"csv", "table\n", "simoom export"},
      {"json", "table\n", "docs/commands.md"},
      {"html", "report\n", "simoom report"},
      {"wildfire", "fire spread\n", "simoom export"},
      {"ember", "fire spread\n", "docs/export.md"},
      {"ELMFIRE", "fire spread\n", "--for MODEL"},
      {"lidar", "terrain\n", "docs/data.md"},
      {"WGS84", "coordinate reference system\n", "domain.crs"},
      {"odour", "species\n", "particles.species"},
      {"pollen", "species\n", "particles.species"},
      {"skyscraper", "buildings\n", "buildings.polygon"},
      {"evacuation", "hazard level\n", "simoom hazard"},
      {"diverged", "CFL number\n", "flow.courant"},
      {"accuracy", "validation\n", "simoom validate"},
      {"tutorial", "example\n", "simoom new"},
      {"install", "installation\n", "docs/install.md"},
      {"time zone", "date\n", "case.start"},
      {"rain", "which washes particles", "rate"},
      {"snow", "No model of snow", "Nearest:"},
      {"storm", "Storms are not predicted", "weather.model"},
      {"tornado", "storm\n", "Nearest:"},
      {"hurricane", "storm\n", "Nearest:"},
      {"fog", "clouds\n", "Nearest:"},
      {"humidity", "clouds\n", "Nearest:"},
      {"washout", "deposition\n", "scavenging_coefficient"},
      {"rate of spread", "fire behaviour\n", "simoom export"},
      {"fuel moisture", "fire behaviour\n", "Nearest:"},
      {"spotting", "fire behaviour\n", "Nearest:"},
      {"crown fire", "fire behaviour\n", "Nearest:"},
      {"AERMOD", "Gaussian plume model\n", "simoom release"},
      {"HYSPLIT", "Gaussian plume model\n", "Nearest:"},
      {"AQI", "health index\n", "Nearest:"},
      {"PM2.5", "species\n", "particles.species"},
      {"odor", "species\n", "particles.species"},
      {"traffic", "source\n", "particles.source"},
      {"exhaust", "source\n", "particles.source"},
      {"dirty bomb", "nuclear accident\n", "particles.species.daughter"},
      {"Bateman", "decay chain\n", "flow.scalar.daughter"},
      {"fallout", "nuclear accident\n", "Nearest:"},
      {"BLEVE", "blast\n", "Nearest:"},
      {"blast", "No blast", "Nearest:"},
      {"chlorine", "hazard level\n", "simoom hazard"},
      {"jet fire", "combustion\n", "flow.reaction"},
      {"drone", "rotor downwash\n", "wind.rotor"},
      {"tip vortex", "rotor downwash\n", "wind.rotor"},
      {"ship motion", "moving body\n", "Nearest:"},
      {"noise", "No noise prediction", "Nearest:"},
      {"overset grid", "moving body\n", "Nearest:"},
      {"free surface", "water\n", "Nearest:"},
      {"k-omega SST", "detached-eddy simulation\n", "Nearest:"},
      {"STL", "building information model\n", "buildings.file"},
      {"heat island", "No conduction", "Nearest:"},
      {"thermal comfort", "No radiation", "Nearest:"},
      {"ventilation", "indoor air\n", "Nearest:"},
      {"detonation", "blast\n", "Nearest:"},
      {"flamelet", "No turbulence-chemistry", "Nearest:"},
      {"spray", "Droplets do not evaporate", "Nearest:"},
      {"soot", "flamelet\n", "Nearest:"},
      {"licence", "installation\n", "docs/install.md"},
      {"flame speed", "combustion\n", "flow.reaction"},
      {"convective depth", "turbulence.boundary_layer_depth", "convective"}, /* of a key alone */
  };
  char *text = NULL;
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    ck_assert_msg(sm_case_help(ctx, asked[i][0], &text) == SM_OK, "%s", asked[i][0]);
    for (int n = 1; n < 3; n++)
      ck_assert_msg(strstr(text, asked[i][n]) != NULL, "%s: %s", asked[i][0], text);
    free(text);
  }
  ck_assert_int_eq(sm_case_help(ctx, "zzz boundary", &text), SM_ERR_USAGE);
}
END_TEST

START_TEST(a_term_fits_better_than_its_synonyms) {
  const struct sm_glossary_term term = {
      "wind rose", "climate, Weibull distribution", "Frequencies of directions.", "", "", ""};
  ck_assert_int_eq(sm_glossary_fit(&term, "Wind Roses"), SM_GLOSSARY_TERM);
  ck_assert_int_eq(sm_glossary_fit(&term, "weibull-distributions"), SM_GLOSSARY_SYNONYM);
  ck_assert_int_eq(sm_glossary_fit(&term, "rose"), SM_GLOSSARY_IN_NAMES);
  ck_assert_int_eq(sm_glossary_fit(&term, "frequency of the wind"), SM_GLOSSARY_NO_FIT);
  ck_assert_int_eq(sm_glossary_fit(&term, "wind direction frequencies"), SM_GLOSSARY_IN_MEANING);
  ck_assert_int_eq(sm_glossary_fit(&term, ""), SM_GLOSSARY_NO_FIT);
}
END_TEST

/* Calls `check` with every name of a list that blanks separate. */
static void each_name(const char *names, void (*check)(const char *name, const void *with),
                      const void *with) {
  char one[128];
  int used = 0;
  for (; sscanf(names, "%127s%n", one, &used) == 1; names += used) check(one, with);
}

static void is_key(const char *name, const void *unused) {
  char path[128];
  (void)unused;
  if (sm_schema_find_table(name) != NULL) return;
  snprintf(path, sizeof path, "%s", name);
  char *dot = strrchr(path, '.');
  ck_assert_msg(dot != NULL, "no table %s", name);
  *dot = '\0';
  const struct sm_schema_table *table = sm_schema_find_table(path);
  ck_assert_msg(table != NULL && sm_schema_find_key(table, dot + 1) != NULL, "no key %s", name);
}

static void is_command(const char *name, const void *commands) {
  char mark[128];
  snprintf(mark, sizeof mark, "<!-- simoom help %s -->", name);
  ck_assert_msg(strstr(commands, mark) != NULL, "no command %s", name);
}

static void is_page(const char *name, const void *unused) {
  char path[160];
  (void)unused;
  snprintf(path, sizeof path, "docs/%s", name);
  ck_assert_msg(access(path, R_OK) == 0, "no page %s", path);
}

START_TEST(every_key_command_and_page_exists) {
  char *commands = NULL;
  size_t size = 0;
  ck_assert_int_eq(sm_file_read(ctx, "docs/commands.md", &commands, &size), SM_OK);
  const struct sm_glossary_term *term;
  for (size_t i = 0; (term = sm_glossary_term_at(i)) != NULL; i++) {
    each_name(term->keys, is_key, NULL);
    each_name(term->commands, is_command, commands);
    each_name(term->pages, is_page, NULL);
    ck_assert_msg(term->keys[0] + term->commands[0] + term->pages[0] != 0, "%s", term->term);
  }
  sm_free(commands);
}
END_TEST

START_TEST(the_page_has_the_terms) {
  struct sm_text page = {0};
  char *committed = NULL;
  size_t size = 0;
  sm_document_glossary(&page);
  ck_assert(!page.failed);
  if (getenv("SIMOOM_WRITE_DOCS") != NULL)
    ck_assert_int_eq(sm_file_write(ctx, "docs/glossary.md", page.data, page.size), SM_OK);
  ck_assert_int_eq(sm_file_read(ctx, "docs/glossary.md", &committed, &size), SM_OK);
  ck_assert_msg(strcmp(committed, page.data) == 0,
                "docs/glossary.md is not that of the terms; run SIMOOM_WRITE_DOCS=1 test_glossary");
  sm_free(committed);
  sm_text_free(&page);
}
END_TEST

CONTEXT_TEST_MAIN(words_of_the_field_find_keys, a_term_fits_better_than_its_synonyms,
                  every_key_command_and_page_exists, the_page_has_the_terms)
