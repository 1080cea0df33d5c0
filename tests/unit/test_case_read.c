/* Case files that are right: what they mean. */
#define _POSIX_C_SOURCE 200809L
#include "case_reading.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

START_TEST(a_short_case_has_defaults) {
  struct sm_case *c = parse(MINIMAL);
  ck_assert_str_eq(sm_case_name(c), "case"); /* the folder does not exist */
  ck_assert_str_eq(c->path, "town/case.toml");
  ck_assert_str_eq(c->text, MINIMAL);
  ck_assert(!c->has_start);
  ck_assert_int_eq(c->domain.crs, SM_CRS_LOCAL);
  ck_assert(!c->domain.has_center && !c->domain.has_origin);
  ck_assert(c->domain.size[0] == 200 && c->domain.size[1] == 200);
  for (int i = 0; i < 3; i++) ck_assert(c->domain.cell_size[i] == 2);
  ck_assert(c->domain.margin == 0 && isnan(c->domain.height));
  ck_assert(c->domain.stretch == 1.08 && isinf(c->domain.max_cell_z));
  ck_assert_int_eq(c->domain.line, 1);
  ck_assert(!c->terrain.present && c->terrain.files.count == 0 && c->terrain.elevation == 0);
  ck_assert_str_eq(c->terrain.crs, "");
  ck_assert(!c->buildings.present && isnan(c->buildings.default_height));
  ck_assert_uint_ge(c->buildings.height.count, 7);
  ck_assert_str_eq(c->buildings.height.item[5].attribute, "building:levels");
  ck_assert(c->buildings.height.item[5].factor == 3 && c->buildings.height.item[0].factor == 0);
  ck_assert_int_eq(c->domain.solids, SM_SOLIDS_STAIR);
  ck_assert(c->roughness.z0 == 0.1 && c->roughness.class_count == 0);
  ck_assert(isnan(c->weather.start) && isnan(c->weather.end) && isnan(c->weather.interpolate));
  ck_assert_uint_eq(c->weather.station_count, 1);
  const struct sm_case_station *s = c->weather.station;
  ck_assert_str_eq(s->name, "station 1");
  ck_assert_int_eq(s->position, SM_POSITION_NONE);
  ck_assert_int_eq(s->profile, SM_PROFILE_LOG);
  ck_assert(isinf(s->radius) && isnan(s->z0));
  ck_assert_int_eq(s->line, 4);
  ck_assert_uint_eq(s->reading_count, 1);
  ck_assert(!s->reading->has_time && s->reading->speed == 5 && s->reading->from == 270);
  ck_assert(s->reading->height == 10 && isinf(s->reading->obukhov));
  ck_assert(isnan(s->reading->temperature) && isnan(s->reading->cloud));
  ck_assert(c->wind.alpha_ratio == 1 && c->wind.tolerance == 1e-6 && c->wind.omega == 1.78);
  ck_assert_int_eq(c->wind.solver, SM_SOLVER_MULTIGRID);
  ck_assert_int_eq(c->wind.max_iterations, 200);
  ck_assert_int_eq(c->wind.check_every, 20);
  ck_assert(c->wind.top == SM_TOP_UNBOUNDED && c->wind.stability_class == SM_CLASS_NONE);
  ck_assert(c->wind.lee == SM_LEE_NONE && c->wind.lee_slope == 0.3);
  ck_assert(!c->slope_flow.present && isnan(c->domain.latitude) && isnan(c->domain.longitude));
  ck_assert(c->weather.temperature == 288.15 && c->weather.cloud == 0);
  ck_assert_str_eq(c->output.prefix, "case");
  ck_assert(c->output.netcdf && !c->output.vtk && !c->output.geotiff && !c->output.faces);
  ck_assert(c->output.height_count == 0 && c->output.compression == 1);
  sm_case_destroy(&c);
  ck_assert_ptr_null(c);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(plants_reach_the_case) {
  struct sm_case *c =
      parse(MINIMAL
            "[vegetation]\nfile = 'trees.gpkg'\nlayer = 'parks'\ncrs = 'EPSG:32614'\n"
            "kind = 'windbreak'\nheight = ['top', 'feet * 0.3048']\ndefault_height = '20 ft'\n"
            "crown = 'wide'\nlai = 4\nporosity = '40 %'\nwakes = false\n"
            "[[vegetation.box]]\nkind = 'rows'\ncorner = [10, 20]\nsize = [30, 40]\nheight = 2\n"
            "spacing = 2.5\ndirection = 45\n"
            "[[vegetation.line]]\nkind = 'fence'\nvertices = [[0, 0], [5, 0], [5, 5]]\n"
            "height = 3\nwidth = '10 cm'\n"
            "[[vegetation.polygon]]\nvertices = [[0, 0], [5, 0], [5, 5], [0, 0]]\nheight = 9\n"
            "attenuation = 1.2\ncoordinates = 'crs'\n"
            "[[vegetation.tree]]\nposition = [7, 8]\nheight = 12\ncrown = 6\nbase = 2\nlai = 2\n");
  const struct sm_case_vegetation *v = &c->vegetation;
  ck_assert(v->present && !v->wakes);
  ck_assert_str_eq(v->file, "town/trees.gpkg");
  ck_assert_str_eq(v->layer, "parks");
  ck_assert_str_eq(v->crs, "EPSG:32614");
  ck_assert_int_eq(v->kind, SM_PLANT_WINDBREAK);
  ck_assert_uint_eq(v->height.count, 2);
  ck_assert_str_eq(v->crown.item[0].attribute, "wide");
  ck_assert(fabs(v->fallback.height - 6.096) < 1e-12 && v->fallback.lai == 4);
  ck_assert(v->fallback.porosity == 0.4 && isnan(v->fallback.crown) && v->fallback.base == 0);
  ck_assert_uint_eq(v->plant_count, 4); /* trees, boxes, polygons, lines */
  const struct sm_case_plant *tree = v->plant, *box = tree + 1, *polygon = tree + 2;
  const struct sm_case_plant *line = tree + 3;
  ck_assert(tree->kind == SM_PLANT_TREE && tree->vertex_count == 1 && tree->vertex[0][1] == 8);
  ck_assert(tree->traits.crown == 6 && tree->traits.base == 2 && tree->traits.lai == 2);
  ck_assert(isnan(tree->traits.attenuation));
  ck_assert(box->kind == SM_PLANT_ROWS && box->vertex_count == 4 && box->vertex[2][1] == 60);
  ck_assert(box->traits.spacing == 2.5 && box->traits.direction == 45 && isnan(box->traits.lai));
  ck_assert(polygon->kind == SM_PLANT_CANOPY && polygon->vertex_count == 3 && polygon->in_crs);
  ck_assert(polygon->traits.attenuation == 1.2 && !polygon->is_line);
  ck_assert(line->kind == SM_PLANT_FENCE && line->is_line && line->vertex_count == 3);
  ck_assert(fabs(line->traits.width - 0.1) < 1e-12 && isnan(line->traits.porosity));
  sm_case_destroy(&c);
  c = parse(MINIMAL);
  ck_assert(!c->vegetation.present && c->vegetation.plant_count == 0 && c->vegetation.wakes);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(turbines_reach_the_case) {
  struct sm_case *c = parse(
      MINIMAL "[[wind.turbine]]\nposition = [200, 300]\nhub_height = '300 ft'\n"
              "rotor_diameter = 100\nthrust_coefficient = 0.8\nyaw = -10\n"
              "[[wind.turbine]]\nfile = 'park.geojson'\ncrs = 'EPSG:4326'\nhub_height = 80\n"
              "thrust_curve = [[4, 0.9], [12.5, 0.5]]\nturbulence_intensity = '8 %'\n"
              "[[wind.turbine]]\nposition = ['1 km', 0]\nhub_height = 80\nrotor_diameter = 60\n"
              "thrust_coefficient = 0\nwake_expansion = 0.04\n");
  const struct sm_case_turbine *t = c->turbines.item;
  ck_assert_uint_eq(c->turbines.count, 3);
  ck_assert(t[0].position == SM_POSITION_LOCAL && t[0].place[0] == 200 && t[0].place[1] == 300);
  ck_assert(fabs(t[0].hub_height - 91.44) < 1e-9 && t[0].diameter == 100 && t[0].thrust == 0.8);
  ck_assert(t[0].yaw == -10 && t[0].curve_count == 0 && isnan(t[0].intensity));
  ck_assert(t[0].file[0] == '\0' && t[0].line > 0 && isnan(t[0].expansion));
  ck_assert(t[1].position == SM_POSITION_NONE && isnan(t[1].diameter) && isnan(t[1].thrust));
  ck_assert_str_eq(t[1].file, "town/park.geojson");
  ck_assert_str_eq(t[1].crs, "EPSG:4326");
  ck_assert(t[1].curve_count == 2 && t[1].curve[1][0] == 12.5 && t[1].curve[1][1] == 0.5);
  ck_assert(t[1].intensity == 0.08 && t[1].yaw == 0);
  ck_assert(t[2].place[0] == 1000 && t[2].thrust == 0 && t[2].expansion == 0.04);
  sm_case_destroy(&c);
  c = parse(MINIMAL);
  ck_assert_uint_eq(c->turbines.count, 0);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(every_table_reaches_the_case) {
  unsetenv("SIMOOM_DATA"); /* it would win over case.data */
  struct sm_case *c = parse(
      "format = 1\n"
      "case = { name = 'town', title = 'A town', start = 2026-05-01T14:00:00+02:00, data = 'd' }\n"
      "[domain]\ncrs = 'epsg:32614'\norigin = [500000, 4.0e6]\nsize = ['1 km', 500]\n"
      "cell_size = ['2 m', '1 ft']\nmargin = '50 m'\nheight = 300\nstretch = 1\n"
      "stretch_from = 20\nmax_cell_z = 9\nsolids = 'cut'\nlatitude = 40\nlongitude = -100\n"
      "[terrain]\nfiles = ['a.tif', '/b.tif', '$data/c.tif']\ncrs = 'EPSG:4326'\n"
      "fill = 'interpolate'\nsmooth = 2\n"
      "[buildings]\nfile = '$data/houses.shp'\nlayer = 'x'\ncrs = 'EPSG:4326'\n"
      "height = ['H', ' storeys*10 ft']\ndefault_height = '20 ft'\n"
      "base = 'B'\nporosity = ['open', 'percent * 0.01']\n"
      "[roughness]\nz0 = '3 cm'\nfile = 'z.tif'\nclasses = { 10 = 0.5, '-2' = '20 cm' }\n"
      "[weather]\nstart = 2026-05-01\nend = '2026-05-02 06:00'\ninterpolate = '10 min'\n"
      "temperature = '10 degC'\ncloud = 1\n"
      "[[weather.station]]\nfile = 's.csv'\nobukhov_length = -50\n"
      "[[weather.station]]\nname = 'b'\nlatitude = 40\nlongitude = -100\nradius = '5 km'\n"
      "speed = '10 kt'\nfrom = 0\nheight = '2 m'\nprofile = 'power'\nexponent = 0.2\n"
      "temperature = '20 degC'\ncloud = '50 %'\nz0 = 0.05\n"
      "[[weather.station]]\neasting = 1\nnorthing = 2\nspeed = 1\nfrom = 360\n"
      "profile = 'canopy'\ncanopy_height = 4\ncanopy_attenuation = 2\nobukhov_length = 'neutral'\n"
      "[wind]\nmodel = 'diagnostic'\nalpha = 'stability'\nsolver = 'sor'\ntolerance = 1e-9\n"
      "omega = 1.5\nhistory = true\ncheck_every = 7\ntop = 'zero'\nlee = 'separated'\n"
      "lee_slope = 0.25\n"
      "[slope_flow]\nalbedo = '10 %'\nbowen = 2\nstorage = 0.3\ndepth = 0.1\n"
      "downslope_drag = 0.001\ndownslope_entrainment = 0.02\nupslope_drag = 0.3\n"
      "upslope_entrainment = 0\nshadows = false\n"
      "[output]\nprefix = 'p'\nformats = ['vtk', 'geotiff']\nfaces = true\n"
      "heights = ['10 m', '20 ft']\ncompression = 0\n");
  ck_assert_str_eq(sm_case_name(c), "town");
  ck_assert_str_eq(c->title, "A town");
  ck_assert(c->has_start && c->start == 1777636800.0);
  ck_assert_int_eq(c->domain.crs, SM_CRS_EPSG);
  ck_assert_int_eq(c->domain.epsg, 32614);
  ck_assert(c->domain.has_origin && !c->domain.has_center && c->domain.origin[1] == 4e6);
  ck_assert(c->domain.size[0] == 1000 && c->domain.size[1] == 500);
  ck_assert(c->domain.cell_size[0] == 2 && c->domain.cell_size[1] == 2);
  ck_assert(c->domain.cell_size[2] == 0.3048 && c->domain.margin == 50);
  ck_assert(c->domain.height == 300 && c->domain.stretch == 1);
  ck_assert(c->domain.stretch_from == 20 && c->domain.max_cell_z == 9);
  ck_assert(c->terrain.present && c->terrain.files.count == 3 && c->terrain.smooth == 2);
  ck_assert_str_eq(c->terrain.files.item[0], "town/a.tif");
  ck_assert_str_eq(c->terrain.files.item[1], "/b.tif");
  ck_assert_str_eq(c->terrain.files.item[2], "town/d/c.tif");
  ck_assert_str_eq(c->terrain.crs, "EPSG:4326");
  ck_assert_int_eq(c->terrain.fill, SM_FILL_INTERPOLATE);
  ck_assert_str_eq(c->buildings.file, "town/d/houses.shp");
  ck_assert_str_eq(c->buildings.layer, "x");
  ck_assert_uint_eq(c->buildings.height.count, 2);
  ck_assert_str_eq(c->buildings.height.item[1].attribute, "storeys");
  ck_assert_double_eq_tol(c->buildings.height.item[1].factor, 3.048, 1e-12);
  ck_assert_double_eq_tol(c->buildings.default_height, 6.096, 1e-12);
  ck_assert(c->buildings.base.count == 1 && c->buildings.base.item[0].factor == 0);
  ck_assert(c->buildings.porosity.count == 2 && c->buildings.porosity.item[1].factor == 0.01);
  ck_assert_uint_eq(c->buildings.storey.count, 0);
  ck_assert_int_eq(c->domain.solids, SM_SOLIDS_CUT);
  ck_assert_double_eq_tol(c->roughness.z0, 0.03, 1e-15);
  ck_assert_uint_eq(c->roughness.class_count, 2);
  ck_assert(c->roughness.class_table[1].value == -2 && c->roughness.class_table[1].z0 == 0.2);
  ck_assert(c->weather.start == 1777593600.0);
  ck_assert(c->weather.end == 1777701600.0 && c->weather.interpolate == 600);
  const struct sm_case_station *s = c->weather.station;
  ck_assert_uint_eq(c->weather.station_count, 3);
  ck_assert_str_eq(s[0].file, "town/s.csv");
  ck_assert(s[0].reading_count == 0 && s[0].obukhov == -50);
  ck_assert_int_eq(s[1].position, SM_POSITION_LATLON);
  ck_assert(s[1].place[0] == 40 && s[1].place[1] == -100 && s[1].radius == 5000);
  ck_assert_double_eq_tol(s[1].reading->speed, 5.14444444, 1e-8);
  ck_assert(s[1].reading->has_time && s[1].reading->time == c->start);
  ck_assert(s[1].reading->height == 2 && s[1].reading->temperature == 293.15);
  ck_assert(s[1].reading->cloud == 0.5 && s[1].exponent == 0.2 && s[1].z0 == 0.05);
  ck_assert_int_eq(s[2].position, SM_POSITION_CRS);
  ck_assert_int_eq(s[2].profile, SM_PROFILE_CANOPY);
  ck_assert(s[2].canopy_height == 4 && s[2].canopy_attenuation == 2);
  ck_assert(isnan(c->wind.alpha_ratio) && c->wind.tolerance == 1e-9 && c->wind.history);
  ck_assert_int_eq(c->wind.solver, SM_SOLVER_SOR);
  ck_assert_int_eq(c->wind.max_iterations, 100000);
  ck_assert(c->wind.top == SM_TOP_ZERO);
  ck_assert(c->wind.lee == SM_LEE_SEPARATED && c->wind.lee_slope == 0.25);
  const struct sm_case_slope_flow *flow = &c->slope_flow;
  ck_assert(flow->present && flow->bowen == 2 && flow->storage == 0.3 && flow->depth == 0.1);
  ck_assert_double_eq_tol(flow->albedo, 0.1, 1e-12);
  ck_assert(flow->downslope_drag == 0.001 && flow->downslope_entrainment == 0.02);
  ck_assert(flow->upslope_drag == 0.3 && flow->upslope_entrainment == 0 && !flow->shadows);
  ck_assert(c->domain.latitude == 40 && c->domain.longitude == -100);
  ck_assert(c->weather.temperature == 283.15 && c->weather.cloud == 1);
  ck_assert_str_eq(c->output.prefix, "p");
  ck_assert(!c->output.netcdf && c->output.vtk && c->output.geotiff && c->output.faces);
  ck_assert(c->output.height_count == 2 && c->output.heights[1] == 20 * 0.3048);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(texts_keep_characters_beyond_ascii) {
  struct sm_case *c = parse("[case]\ntitle = \"\"\"a\\\n  \u00e9\\\"\u3041\\u00e9\"\"\"\n" MINIMAL);
  ck_assert_str_eq(c->title, "a\u00e9\"\u3041\u00e9");
  sm_case_destroy(&c);
}
END_TEST

START_TEST(boxes_and_polygons_become_buildings) {
  struct sm_case *c =
      parse(MINIMAL "[[buildings.polygon]]\n"
                    "vertices = [[0, 0], ['10 m', 0], [0, 10], [0, 0]]\nheight = 5\n"
                    "[[buildings.box]]\ncorner = [10, 20]\nsize = [4, 2]\nheight = 3\n"
                    "base = 1\nrotation = 90\ncoordinates = 'crs'\n");
  ck_assert(c->buildings.present && c->buildings.inline_count == 2);
  const struct sm_case_building *box = &c->buildings.inline_building[0], *polygon = box + 1;
  static const double corners[4][2] = {{13, 19}, {13, 23}, {11, 23}, {11, 19}};
  ck_assert(box->vertex_count == 4 && box->in_crs && box->height == 3 && box->base == 1);
  for (int i = 0; i < 4; i++) {
    ck_assert_double_eq_tol(box->vertex[i][0], corners[i][0], 1e-12);
    ck_assert_double_eq_tol(box->vertex[i][1], corners[i][1], 1e-12);
  }
  ck_assert(polygon->vertex_count == 3 && !polygon->in_crs && polygon->base == 0);
  ck_assert(polygon->vertex[1][0] == 10 && polygon->line == 7);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(readings_are_sorted_and_completed) {
  struct sm_case *c =
      parse("[domain]\nsize = 200\ncell_size = 2\n[weather.station]\nprofile = 'tower'\n"
            "height = 10\nobukhov_length = 100\nreadings = [\n"
            "{ time = 2026-05-01T13:00:00Z, speed = 3, from = 1 },\n"
            "{ time = 2026-05-01T12:00:00Z, speed = 2, from = 1, height = 20 },\n"
            "{ time = 2026-05-01T12:00:00Z, speed = 1, from = 1, obukhov_length = -7 },\n]\n");
  const struct sm_case_station *s = c->weather.station;
  ck_assert_uint_eq(s->reading_count, 3);
  for (int i = 0; i < 3; i++) ck_assert(s->reading[i].has_time && s->reading[i].speed == i + 1);
  ck_assert(s->reading[0].height == 10 && s->reading[1].height == 20);
  ck_assert(s->reading[0].obukhov == -7 && s->reading[1].obukhov == 100);
  ck_assert(s->reading[2].time - s->reading[0].time == 3600);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(crs_follows_the_place) {
  static const struct {
    const char *lines;
    enum sm_crs_kind crs;
  } cases[] = {
      {"", SM_CRS_LOCAL},
      {"center = [40, -100]\n", SM_CRS_AUTO_UTM},
      {"center = [-17.6, 181]\n", SM_CRS_AUTO_UTM},
      {"crs = 'local'\ncenter = [4000, -1e6]\n", SM_CRS_LOCAL},
      {"crs = 'EPSG:32614'\ncenter = [5e5, 4e6]\n", SM_CRS_EPSG},
      {"[terrain]\nfile = 'x.tif'\n", SM_CRS_AUTO_UTM},
      {"[buildings]\nfile = 'x.shp'\n", SM_CRS_AUTO_UTM},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    snprintf(text, sizeof text,
             "[[weather.station]]\nspeed = 5\nfrom = 270\n"
             "[domain]\nsize = 200\ncell_size = 2\n%s",
             cases[i].lines);
    struct sm_case *c = parse(text);
    ck_assert_int_eq(c->domain.crs, cases[i].crs);
    sm_case_destroy(&c);
  }
}
END_TEST

START_TEST(a_weather_model_needs_no_station) {
  static const char domain[] = "[domain]\ncell_size = 2\nsize = 200\ncenter = [47, 8]\n";
  char text[400];
  snprintf(text, sizeof text, "%s[weather.model]\nfiles = ['b.nc', '/data/a.nc']\n", domain);
  struct sm_case *c = parse(text);
  const struct sm_case_model *model = &c->weather.model;
  ck_assert_uint_eq(c->weather.station_count, 0);
  ck_assert_uint_eq(model->files.count, 2);
  ck_assert_str_eq(model->files.item[0], "town/b.nc");
  ck_assert_str_eq(model->files.item[1], "/data/a.nc");
  ck_assert_int_eq(model->components, SM_COMPONENTS_AUTO);
  ck_assert(!model->fluxes && !model->model_z0 && isnan(model->ground));
  ck_assert_int_eq(model->line, 5);
  sm_case_destroy(&c);
  snprintf(text, sizeof text,
           "%s[weather.model]\nfile = 'a.nc'\ncomponents = 'earth'\nstability = 'fluxes'\n"
           "roughness = 'model'\nground = '100 ft'\n[[weather.station]]\nspeed = 3\nfrom = 9\n"
           "position = [1, 2]\n",
           domain);
  c = parse(text);
  model = &c->weather.model;
  ck_assert_uint_eq(c->weather.station_count, 1);
  ck_assert_uint_eq(model->files.count, 1);
  ck_assert_int_eq(model->components, SM_COMPONENTS_EARTH);
  ck_assert(model->fluxes && model->model_z0 && fabs(model->ground - 30.48) < 1e-9);
  sm_case_destroy(&c);
}
END_TEST

CONTEXT_TEST_MAIN(a_short_case_has_defaults, every_table_reaches_the_case, plants_reach_the_case,
                  turbines_reach_the_case, texts_keep_characters_beyond_ascii,
                  boxes_and_polygons_become_buildings, readings_are_sorted_and_completed,
                  crs_follows_the_place, a_weather_model_needs_no_station)
