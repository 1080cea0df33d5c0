/* Cases of QES-Winds: XML with simulationParameters, metParams, buildingsParams, vegetationParams.
 */
#include "input/convert/internal.h"
#include "input/gis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct reason {
  const char *name, *why;
};

/* Elements without a counterpart in a case, and what to do instead. */
static const struct reason reasons[] = {
    {"verticalStretching", "QES-Winds 2.3 reads and ignores it: layers are uniform"},
    {"dz_value", "QES-Winds 2.3 reads and ignores it: layers are uniform"},
    {"maxIterations", "iterations of SOR; the default here is multigrid"},
    {"tolerance",
     "largest change of a SOR iteration, wind.change_tolerance; here wind.tolerance, a "
     "relative residual of 1e-6"},
    {"residualReduction", "no element of QES-Winds 2.3"},
    {"useDiffusion", "no element of QES-Winds 2.3"},
    {"domainRotation", "QES-Winds 2.3 does not rotate the domain either; turn the map instead"},
    {"UTMZone", "no UTM zone with this letter: the place is that of a file, or local"},
    {"UTMZoneLetter", "no UTM zone with this letter: the place is that of a file, or local"},
    {"UTMX", "no element of QES-Winds 2.3, which reads UTMx"},
    {"UTMY", "no element of QES-Winds 2.3, which reads UTMy"},
    {"readCoefficientsFlag", "coefficients of the solver are not read from files"},
    {"COEFF", "coefficients of the solver are not read from files"},
    {"logLawFlag", "no correction after the solve, which would bring divergence back"},
    {"WRFSensorSample", "all columns of the weather model are used"},
    {"WRFCoupling", "no coupling with WRF-SFIRE"},
    {"z0_domain_flag", "a map of roughness lengths is [roughness] file"},
    {"numBuildings", "buildings are counted"},
    {"numPolygonNodes", "vertices are counted"},
    {"num_canopies", "canopies are counted"},
    {"method", "the mixing length is 0.4 times the distance to the nearest wall"},
    {"samples", "distances to walls are exact"},
    {"save", "option of the mixing length"},
    {"LMfile", "distances to walls are exact"},
    {"varname", "distances to walls are exact"},
    {"terrainWallFlag", "walls of the turbulence are treated in one way"},
    {"buildingWallFlag", "walls of the turbulence are treated in one way"},
    {"outputFlag", "files are [output] formats"},
    {"outputFields", "u, v, w, solids and terrain are always written"},
    {"outputTURBInputFile", "particles are in the same case"},
    {"massConservedFlag", "no element with an effect in QES-Winds 2.3"},
    {"sensorVelocityFlag", "no element with an effect in QES-Winds 2.3"},
    {"staggerdVelocityFlag", "output.faces = true writes velocities on faces"},
    {"zMaxLAI", "the leaf area is uniform over the crown"},
    {"understroyHeight", "no gap below a windbreak but base"},
    {"understoryHeight", "no gap below rows but base"},
    {"fetch", "no counterpart"},
    {"LAD_avg", "lai of the rows is LAD_eff times their height"},
    {"tkeMax", "no counterpart"},
    {"thinFence", "no counterpart"},
    {"upstreamSigmaW", "no counterpart"},
    {"upstreamUstar", "no counterpart"},
    {"displacementHeightParallel", "no counterpart"},
    {"invarianceTol", "stresses are realisable by construction"},
    {"CourantNumber", "particles.step = \"auto\" has its own limits"},
    {"C_0", "no element of QES-Plume 2.3; particles.structure_constant"},
    {"updateFrequency_particleLoop", "interval of messages"},
    {"updateFrequency_timeLoop", "interval of messages"},
    {"outputStartTime", "files of particles begin with the release"},
    {"outputEndTime", "files of particles go on to the end"},
    {"depositionFlag", "QES-Plume 2.3 reads and ignores it; here deposition_velocity of a species"},
    {"particleDensity",
     "QES-Plume 2.3 lets nothing settle: give [[particles.species]] a density and a diameter"},
    {"particleDiameter",
     "QES-Plume 2.3 lets nothing settle: give [[particles.species]] a density and a diameter"},
    {"doDepositions", "no element of QES-Plume 2.3; here deposition_velocity of a species"},
    {"c1", "constant of the deposition on plants"},
    {"c2", "constant of the deposition on plants"},
    {"particle_Tracer", "no element of QES-Plume 2.3"},
    {"particle_Small", "no element of QES-Plume 2.3: give [[particles.species]] a diameter"},
    {"particle_Large", "no element of QES-Plume 2.3: give [[particles.species]] a diameter"},
    {"particle_Heavy", "no element of QES-Plume 2.3: give [[particles.species]] a diameter"},
    {"fires", "no fire model of QES-Fire; heat is a source of the compressible flow"},
    {"hrrrInput", "give HRRR as GRIB: [weather.model] file"},
    {"localMixingParam", "no element of QES-Winds 2.3; turbulence is [turbulence]"},
};

/* Flags that mean the same here when they are 0. */
static const char *const switches[] = {"verticalStretching",   "domainRotation",     "logLawFlag",
                                       "readCoefficientsFlag", "z0_domain_flag",     "WRFCoupling",
                                       "massConservedFlag",    "sensorVelocityFlag", "save",
                                       "staggerdVelocityFlag", "useDiffusion"};

static bool is_off(const struct sm_xml_node *node) {
  double value = 1;
  if (strcmp(node->text, "false") != 0 && !(sm_convert_parse(node->text, &value) && value == 0))
    return false;
  for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
    if (strcmp(switches[i], node->name) == 0) return true;
  return false;
}

void sm_qes_list_left(struct sm_convert *c, const struct sm_xml_node *node) {
  for (; node != NULL; node = node->next) {
    const char *why = "given twice, or no element of QES";
    c->keys += node->child == NULL;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
      if (strcmp(reasons[i].name, node->name) == 0) why = reasons[i].why;
    if (!node->used && node->child != NULL) c->keys++;
    if (is_off(node)) continue;
    if (!node->used)
      sm_convert_leave(c, node->line, node->name, "%s", why);
    else
      sm_qes_list_left(c, node->child);
  }
}

double sm_qes_x(const struct sm_qes *q, double x, int axis) { return x + q->shift[axis]; }

void sm_qes_rectangle(struct sm_qes *q, const double start[2], const double size[2],
                      double rotation) {
  const double angle = rotation * 3.14159265358979323846 / 180, s = sin(angle), t = cos(angle);
  const double middle[2] = {start[0] + (size[0] * t - size[1] * s) / 2,
                            start[1] + (size[0] * s + size[1] * t) / 2};
  double corner[2];
  for (int i = 0; i < 2; i++) {
    corner[i] = sm_qes_x(q, middle[i] - size[i] / 2, i);
    if (fabs(corner[i]) < 1e-9) corner[i] = 0;
  }
  sm_convert_numbers(q->c, "corner", corner, 2,
                     rotation != 0 ? "xStart, yStart turned back about the centre" : NULL);
  sm_convert_numbers(q->c, "size", size, 2, NULL);
  if (rotation != 0)
    sm_convert_number(q->c, "rotation", rotation,
                      "about the centre, counter-clockwise; in QES about xStart, yStart");
}

bool sm_qes_vertices(struct sm_qes *q, struct sm_xml_node *node) {
  struct sm_xml_node *x = sm_xml_find(node, "xVertex"), *y = sm_xml_find(node, "yVertex");
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  int count = 0;
  if (x == NULL || y == NULL) return false;
  for (; x != NULL && y != NULL; x = sm_xml_again(x), y = sm_xml_again(y), count++) {
    double at[2] = {0, 0};
    if (!sm_convert_parse(x->text, &at[0]) || !sm_convert_parse(y->text, &at[1]))
      sm_convert_wrong(q->c, x->line, "vertex '%.40s', '%.40s' is not a pair of numbers", x->text,
                       y->text);
    sm_text_add(&text, "%s[%.10g, %.10g]", count > 0 ? ", " : "[", sm_qes_x(q, at[0], 0),
                sm_qes_x(q, at[1], 1));
  }
  if ((x == NULL) != (y == NULL) || count < 3)
    sm_convert_wrong(q->c, node->line, "%s: as many xVertex as yVertex are needed, at least three",
                     node->name);
  sm_text_add(&text, "]");
  q->c->failed = q->c->failed || text.failed;
  sm_convert_key(q->c, "vertices", sm_text_string(&text), NULL);
  return true;
}

/* Three numbers of an element; false: not given, or wrong. */
static bool read_three(struct sm_convert *c, struct sm_xml_node *parent, const char *name,
                       double out[3]) {
  const struct sm_xml_node *node = sm_xml_find(parent, name);
  char rest[2];
  if (node != NULL && sscanf(node->text, "%lf %lf %lf %1s", &out[0], &out[1], &out[2], rest) == 3 &&
      out[0] > 0 && out[1] > 0 && out[2] > 0 && out[0] < 1e9 && out[1] < 1e9 && out[2] < 1e9)
    return true;
  sm_convert_wrong(c, node != NULL ? node->line : parent->line,
                   "%s: three numbers above 0 are needed", name);
  return false;
}

/* South-west corner of a file in its UTM zone, or its own coordinates; *epsg 0: it has no CRS. */
static bool corner_of(struct sm_qes *q, const char *file, double corner[2], int *epsg) {
  char path[4096];
  struct sm_map_extent extent;
  struct sm_crs crs = {.local = false};
  *epsg = 0;
  if (file == NULL || !sm_convert_find(q->c, file, path, sizeof path)) return false;
  if (sm_gis_extent(q->c->ctx, path, NULL, NULL, NULL, &extent) != SM_OK) return false;
  if (extent.has_crs) {
    if (sm_gis_crs_utm(q->c->ctx, extent.latitude, extent.longitude, &crs) != SM_OK) return false;
    *epsg = crs.epsg;
    const enum sm_status status = sm_gis_extent(q->c->ctx, path, NULL, NULL, &crs, &extent);
    sm_crs_free(&crs);
    if (status != SM_OK) return false;
  }
  corner[0] = extent.x[0];
  corner[1] = extent.y[0];
  return true;
}

/* EPSG code of UTMZone and UTMZoneLetter; 0: they are none. */
static int zone_code(struct sm_qes *q, struct sm_xml_node *parameters) {
  struct sm_xml_node *zone = sm_xml_find(parameters, "UTMZone");
  struct sm_xml_node *letter = sm_xml_find(parameters, "UTMZoneLetter");
  double number = 0;
  if (zone == NULL) return 0;
  const bool good = sm_convert_parse(zone->text, &number) && number >= 1 && number <= 60 &&
                    number == floor(number) && letter != NULL && letter->text[0] != '\0' &&
                    letter->text[1] == '\0' && strchr("CDEFGHJKLMNPQRSTUVWX", letter->text[0]) &&
                    q->utm[0] >= 1e5 && q->utm[0] <= 9e5 && q->utm[1] >= 0;
  if (good) return (letter->text[0] >= 'N' ? 32600 : 32700) + (int)number;
  zone->used = false;
  if (letter != NULL) letter->used = false;
  return 0;
}

/* Place of the domain: keys crs and origin. */
static void write_place(struct sm_qes *q, struct sm_xml_node *root,
                        struct sm_xml_node *parameters) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *buildings = sm_xml_find(root, "buildingsParams");
  const char *dem = sm_xml_text(parameters, "DEM", NULL);
  const char *shapes = sm_xml_text(buildings, "SHPFile", NULL);
  const bool by_utm = sm_xml_number(c, parameters, "originFlag", 0) == 1;
  q->utm[0] = sm_xml_number(c, parameters, "UTMx", 0);
  q->utm[1] = sm_xml_number(c, parameters, "UTMy", 0);
  double distance[2] = {sm_xml_number(c, parameters, "DEMDistancex", 0),
                        sm_xml_number(c, parameters, "DEMDistancey", 0)};
  const bool has_utm = q->utm[0] != 0 && q->utm[1] != 0;
  const int zone = zone_code(q, parameters);
  double origin[2] = {q->utm[0], q->utm[1]}, corner[2] = {0, 0};
  int epsg = 0;
  const bool found = corner_of(q, dem != NULL ? dem : shapes, corner, &epsg);
  const char *comment = "UTMx, UTMy";
  if (!(dem != NULL ? by_utm : has_utm)) {
    for (int i = 0; i < 2; i++) origin[i] = corner[i] + (dem != NULL ? distance[i] : 0);
    comment = dem != NULL ? "south-west corner of the DEM plus DEMDistancex, DEMDistancey"
                          : "south-west corner of the box of the buildings, as in QES";
  }
  if (epsg == 0) epsg = zone;
  q->local = epsg == 0;
  char crs[32];
  snprintf(crs, sizeof crs, "EPSG:%d", epsg);
  sm_convert_string(c, "crs", q->local ? "local" : crs,
                    q->local    ? "QES coordinates are m from the south-west corner of the domain"
                    : zone != 0 ? "UTMZone"
                                : "UTM zone of the file");
  if ((dem != NULL || shapes != NULL) && !found && !has_utm) {
    sm_convert_comment(
        c, "The place of the domain is that of a file that could not be read here: give "
           "its south-west corner as origin = [x, y].");
    return;
  }
  if (!q->local || dem != NULL || shapes != NULL) {
    for (int i = 0; i < 2; i++) origin[i] -= q->shift[i];
    sm_convert_numbers(c, "origin", origin, 2, comment);
  }
}

static void write_domain(struct sm_qes *q, struct sm_xml_node *root) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *parameters = sm_xml_find(root, "simulationParameters");
  if (parameters == NULL) {
    sm_convert_wrong(c, root->line, "no simulationParameters");
    return;
  }
  double cells[3] = {1, 1, 1}, halo[2];
  for (int i = 0; i < 3; i++) q->cell[i] = 1;
  const char *const wrf = sm_xml_text(parameters, "WRF", NULL);
  if (!read_three(c, parameters, "domain", cells)) return;
  if (!read_three(c, parameters, "cellSize", q->cell)) return;
  halo[0] = sm_xml_number(c, parameters, "halo_x", 0);
  halo[1] = sm_xml_number(c, parameters, "halo_y", 0);
  const bool margin = halo[0] == halo[1] && halo[0] > 0;
  for (int i = 0; i < 2; i++) {
    q->size[i] = cells[i] * q->cell[i] - (margin ? 2 * halo[i] : 0);
    q->shift[i] = margin ? 0 : halo[i];
    q->margin = margin ? halo[i] : 0;
    if (!(q->size[i] > 0)) {
      sm_convert_wrong(c, parameters->line, "the halo is larger than the domain");
      return;
    }
  }
  sm_convert_table(c, "[domain]", NULL);
  write_place(q, root, parameters);
  sm_convert_numbers(c, "size", q->size, 2,
                     margin ? "cells of domain times cellSize, less the halo on both sides"
                            : "cells of domain times cellSize");
  sm_convert_numbers(c, "cell_size", q->cell, 3,
                     q->cell[2] == 1
                         ? "cellSize"
                         : "cellSize; QES-Winds 2.3 conserves mass with cells 1 m high only");
  if (margin)
    sm_convert_number(c, "margin", halo[0], "halo_x, halo_y; its ground is that of the map");
  if (!margin && (halo[0] > 0 || halo[1] > 0))
    sm_convert_comment(c,
                       "halo_x and halo_y differ: the halo is part of the size, and added to all "
                       "positions below.");
  sm_convert_number(c, "height", cells[2] * q->cell[2], "cells of domain times cellSize");
  sm_convert_number(c, "stretch", 1, "uniform layers, as in QES");
  const bool cut = sm_xml_number(c, parameters, "meshTypeFlag", 0) == 1;
  sm_convert_string(c, "solids", cut ? "cut" : "stair", "meshTypeFlag");
  const char *dem = sm_xml_text(parameters, "DEM", NULL);
  q->terrain = dem != NULL;
  if (dem != NULL) {
    sm_convert_table(c, "[terrain]", NULL);
    sm_convert_file(c, "file", dem, "DEM");
  }
  if (wrf != NULL) {
    sm_convert_table(c, "[weather.model]", NULL);
    sm_convert_file(c, "file", wrf, "WRF; its own terrain is not read: give a DEM");
  }
}

/* Turbulence; a plume needs one. */
static void write_turbulence(struct sm_qes *q, struct sm_xml_node *root, bool needed) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *node = sm_xml_find(root, "turbParams");
  double sigma[3];
  if (node == NULL && !needed) return;
  sm_convert_table(c, "[turbulence]",
                   node != NULL ? "turbParams" : "no turbParams, but a plume needs turbulence");
  sm_convert_string(c, "model", "local", "mixing length and shear, as in QES-Turb");
  if (node != NULL && sm_xml_find(node, "sigmaConst") != NULL &&
      read_three(c, node, "sigmaConst", sigma)) {
    sm_convert_number(c, "sigma_along", sigma[0], "sigmaConst");
    sm_convert_number(c, "sigma_across", sigma[1], "sigmaConst");
    sm_convert_number(c, "sigma_up", sigma[2], "sigmaConst");
  }
  const double bound = sm_xml_number(c, node, "turbUpperBound", NAN);
  if (!isnan(bound)) sm_convert_number(c, "upper_bound", bound, "turbUpperBound");
  const double background = sm_xml_number(c, node, "backgroundMixing", NAN);
  if (!isnan(background)) sm_convert_number(c, "background", background, "backgroundMixing, m/s");
  const char *wakes = sm_xml_text(node, "nonLocalMixing", "0");
  if (strcmp(wakes, "1") == 0 || strcmp(wakes, "true") == 0)
    sm_convert_number(c, "wake_friction", 0.4, "nonLocalMixing: Singh (2005)");
  else
    sm_convert_number(c, "wake_friction", 0, "nonLocalMixing off");
}

enum sm_status sm_convert_qes(struct sm_convert *c, const struct sm_convert_input *winds,
                              const struct sm_convert_input *plume) {
  struct sm_qes q = {.c = c};
  struct sm_xml_node *root = NULL, *plume_root = NULL;
  c->path = winds->name;
  SM_TRY(sm_xml_read(c, winds->text, winds->size, &root));
  if (root == NULL) return SM_OK;
  write_domain(&q, root);
  SM_TRY(sm_qes_write_weather(&q, root));
  sm_qes_write_buildings(&q, root);
  sm_qes_write_vegetation(&q, root);
  write_turbulence(&q, root, plume != NULL);
  sm_xml_find(root, "fileOptions");
  sm_qes_list_left(c, root->child);
  if (plume == NULL) return SM_OK;
  c->path = plume->name;
  SM_TRY(sm_xml_read(c, plume->text, plume->size, &plume_root));
  if (plume_root != NULL) sm_qes_write_plume(&q, plume_root);
  if (plume_root != NULL) sm_qes_list_left(c, plume_root->child);
  c->path = winds->name;
  return SM_OK;
}
