/* Case of a WindNinja configuration: domain, terrain, roughness, model, outputs. */
#include "input/convert/internal.h"
#include "input/gis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Vegetation of WindNinja: roughness length, canopy height, displacement height, m. */
struct vegetation {
  const char *name;
  double z0, height, displacement;
};

static const struct vegetation plants[] = {
    {"grass", 0.01, 0, 0}, {"brush", 0.43, 2.3, 1.8}, {"trees", 1, 15.4, 12}};

/* A height in m above the vegetation as a height above the zero plane of the wind profile, from
 * which simoom counts. */
double sm_ninja_height(struct sm_ninja *n, double above) {
  const char *name = sm_ninja_text(n, "vegetation", "grass");
  for (size_t i = 0; i < sizeof plants / sizeof *plants; i++)
    if (strcmp(plants[i].name, name) == 0) return above + plants[i].height - plants[i].displacement;
  return above;
}

static void write_roughness(struct sm_ninja *n) {
  const struct sm_ninja_entry *entry = sm_ninja_find(n, "vegetation");
  const struct vegetation *plant = NULL;
  if (entry == NULL) return;
  for (size_t i = 0; i < sizeof plants / sizeof *plants; i++)
    if (strcmp(plants[i].name, entry->value) == 0) plant = &plants[i];
  if (plant == NULL) {
    sm_convert_wrong(n->c, entry->line, "vegetation is grass, brush or trees, not '%.60s'",
                     entry->value);
    return;
  }
  sm_convert_table(n->c, "[roughness]", NULL);
  char text[160];
  snprintf(text, sizeof text, "vegetation = %s in WindNinja", plant->name);
  sm_convert_number(n->c, "z0", plant->z0, text);
  if (plant->height > 0)
    sm_convert_comment(
        n->c,
        "WindNinja's %s are %g m high, with a displacement of %g m: heights above them "
        "are here heights above this zero plane, %g m more.",
        plant->name, plant->height, plant->displacement, plant->height - plant->displacement);
}

/* Extent of the elevation file in m; false: it cannot be read here. */
static bool extent_of(struct sm_convert *c, const char *file, double size[2]) {
  char path[4096];
  struct sm_map_extent extent;
  struct sm_crs crs = {.local = false};
  if (!sm_convert_find(c, file, path, sizeof path)) return false;
  if (sm_gis_extent(c->ctx, path, NULL, NULL, NULL, &extent) != SM_OK) return false;
  if (extent.has_crs) {
    if (sm_gis_crs_utm(c->ctx, extent.latitude, extent.longitude, &crs) != SM_OK) return false;
    const enum sm_status status = sm_gis_extent(c->ctx, path, NULL, NULL, &crs, &extent);
    sm_crs_free(&crs);
    if (status != SM_OK) return false;
  }
  size[0] = extent.x[1] - extent.x[0];
  size[1] = extent.y[1] - extent.y[0];
  return true;
}

/* Horizontal cell size, m, with the words for its comment. */
static double cell_size(struct sm_ninja *n, const char *file, char *words, size_t room) {
  const char *choice = sm_ninja_text(n, "mesh_choice", NULL);
  double resolution = sm_ninja_number(n, "mesh_resolution", NAN);
  if (isfinite(resolution)) {
    const char *unit = sm_ninja_unit(n, "units_mesh_resolution", "m");
    snprintf(words, room, "mesh_resolution = %g%s%s", resolution, unit[0] != '\0' ? " " : "", unit);
    return strcmp(unit, "ft") == 0 ? resolution * 0.3048 : resolution;
  }
  static const char *const names[] = {"coarse", "medium", "fine"};
  static const double cells[] = {4000, 10000, 20000};
  int mesh = choice != NULL ? -1 : 0;
  for (int i = 0; choice != NULL && i < 3; i++)
    if (strcmp(choice, names[i]) == 0) mesh = i;
  if (mesh < 0) {
    sm_convert_wrong(n->c, sm_ninja_find(n, "mesh_choice")->line,
                     "mesh_choice is coarse, medium or fine, not '%.60s'", choice);
    return 100;
  }
  double size[2];
  if (file == NULL || !extent_of(n->c, file, size)) {
    snprintf(
        words, room,
        "a guess: mesh_choice = %s is about %g columns, and the extent of the elevation file is "
        "not known here",
        names[mesh], cells[mesh]);
    return 100;
  }
  snprintf(words, room, "mesh_choice = %s: about %g columns over the elevation file", names[mesh],
           cells[mesh]);
  const double length = (size[0] + size[1]) / 2 / sqrt(cells[mesh]);
  return length > 10 ? round(length) : length;
}

static void write_domain(struct sm_ninja *n) {
  struct sm_convert *c = n->c;
  char words[240];
  const struct sm_ninja_entry *file = sm_ninja_find(n, "elevation_file");
  const double dx = cell_size(n, file != NULL ? file->value : NULL, words, sizeof words);
  const double cells[2] = {dx, fmin(dx, 20)};
  sm_convert_table(c, "[domain]", NULL);
  if (file == NULL) {
    sm_convert_comment(c, "No elevation_file in the configuration: a flat square stands here.");
    sm_convert_string(c, "crs", "local", NULL);
    sm_convert_number(c, "size", 60 * dx, "a guess");
  }
  sm_convert_comment(c, "Cells across: %s.", words);
  sm_convert_comment(
      c, "Cells up: WindNinja has 20 layers that follow the ground, up to 1.6 times the "
         "width of a cell above the highest ground; simoom has level layers and a top "
         "that depends on the hills.");
  sm_convert_numbers(c, "cell_size", cells, 2, "m, across and up");
  sm_convert_number(c, "stretch", 1.2, "layers grow upwards,");
  sm_convert_number(c, "stretch_from", 100, "from this height above the highest ground, m,");
  sm_convert_number(c, "max_cell_z", fmax(400, cells[1]), "up to this thickness, m");
  const bool momentum = sm_ninja_is(n, "momentum_flag", false);
  sm_convert_string(c, "solids", momentum ? "stair" : "cut",
                    momentum ? "the ground is of steps: cut cells are of the diagnostic wind only"
                             : "the ground is smooth, as in WindNinja");
  if (file == NULL) return;
  sm_convert_table(c, "[terrain]", NULL);
  sm_convert_file(c, "file", file->value,
                  "the domain is its extent, in the UTM zone of its centre");
  const char *ending = strrchr(file->value, '.');
  if (ending != NULL && (strcmp(ending, ".lcp") == 0 || strcmp(ending, ".LCP") == 0)) {
    sm_convert_number(c, "band", 1, "elevation in a landscape file");
    sm_convert_comment(
        c, "WindNinja takes the roughness from the fuel and canopy of a landscape file; "
           "simoom does not: [roughness] is uniform, or a raster.");
  }
}

static void write_model(struct sm_ninja *n) {
  struct sm_convert *c = n->c;
  const bool momentum = sm_ninja_is(n, "momentum_flag", false);
  sm_convert_table(c, "[wind]", NULL);
  if (momentum)
    sm_convert_string(c, "model", "rans",
                      "momentum_flag: steady k-epsilon equations, in WindNinja by OpenFOAM");
  else
    sm_convert_string(c, "model", "diagnostic", "mass-consistent, as in WindNinja");
  const bool stability = sm_ninja_is(n, "non_neutral_stability", false);
  const double alpha = sm_ninja_number(n, "alpha_stability", NAN);
  if (stability && isfinite(alpha))
    sm_convert_number(c, "alpha", alpha, "alpha_stability, the same ratio alphaH/alphaV");
  else if (stability)
    sm_convert_string(c, "stability_class", "weather",
                      "non_neutral_stability: from the sun, clouds and wind, as in WindNinja");
  else if (isfinite(alpha))
    sm_convert_leave(c, sm_ninja_find(n, "alpha_stability")->line, "alpha_stability",
                     "has no effect without non_neutral_stability");
  if (sm_ninja_is(n, "turbulence_output_flag", false) && !momentum)
    sm_convert_leave(c, sm_ninja_find(n, "turbulence_output_flag")->line, "turbulence_output_flag",
                     "only of the momentum solver; [turbulence] model = \"local\" is another one");
}

static void write_slope_flow(struct sm_ninja *n) {
  static const char *const keys[][2] = {
      {"downslope_drag_coefficient", "downslope_drag"},
      {"downslope_entrainment_coefficient", "downslope_entrainment"},
      {"upslope_drag_coefficient", "upslope_drag"},
      {"upslope_entrainment_coefficient", "upslope_entrainment"},
  };
  if (!sm_ninja_is(n, "diurnal_winds", false)) return;
  if (sm_ninja_is(n, "momentum_flag", false)) {
    sm_convert_leave(
        n->c, sm_ninja_find(n, "diurnal_winds")->line, "diurnal_winds",
        "slope flow is only of the diagnostic wind: set wind.model = \"diagnostic\" and "
        "add [slope_flow], or leave it out");
    return;
  }
  sm_convert_table(n->c, "[slope_flow]", "diurnal_winds; the constants are those of WindNinja");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const double value = sm_ninja_number(n, keys[i][0], NAN);
    if (isfinite(value)) sm_convert_number(n->c, keys[i][1], value, NULL);
  }
}

static void write_output(struct sm_ninja *n) {
  struct sm_convert *c = n->c;
  const bool ascii = sm_ninja_is(n, "write_ascii_output", false);
  const bool maps = sm_ninja_is(n, "write_geotiff_output", false) || ascii;
  const bool vtk = sm_ninja_is(n, "write_vtk_output", false);
  char formats[64];
  snprintf(formats, sizeof formats, "[\"netcdf\"%s%s]", maps ? ", \"geotiff\"" : "",
           vtk ? ", \"vtk\"" : "");
  sm_convert_table(c, "[output]", NULL);
  sm_convert_key(c, "formats", formats,
                 ascii ? "write_ascii_output: GeoTIFF; gdal_translate -of AAIGrid makes .asc"
                       : NULL);
  const double above = sm_ninja_number(n, "output_wind_height", NAN);
  if (isnan(above)) return;
  const char *unit = sm_ninja_unit(n, "units_output_wind_height", "m");
  const double meters = strcmp(unit, "ft") == 0 ? above * 0.3048 : above;
  char value[64], words[160];
  if (sm_ninja_height(n, 0) > 0) {
    snprintf(value, sizeof value, "[%.10g]", sm_ninja_height(n, meters));
    snprintf(words, sizeof words, "m: output_wind_height is %g %s above the vegetation", above,
             unit[0] != '\0' ? unit : "m");
  } else {
    snprintf(value, sizeof value, unit[0] != '\0' ? "[\"%.10g %s\"]" : "[%.10g]", above, unit);
    snprintf(words, sizeof words, "output_wind_height");
  }
  sm_convert_key(c, "heights", value, words);
}

void sm_ninja_write_case(struct sm_ninja *n) {
  sm_ninja_write_start(n);
  write_domain(n);
  write_roughness(n);
  sm_ninja_write_weather(n);
  write_model(n);
  write_slope_flow(n);
  write_output(n);
}
