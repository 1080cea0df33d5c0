/* Completion of a case: defaults that depend on other keys, units, references. */
#include "case/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double radians = 3.14159265358979323846 / 180;

/* Corners of a box, counter-clockwise, rotated about its centre. */
static enum sm_status turn_box(struct sm_case_reader *r, const double corner[2],
                               const double size[2], double rotation, double (**out)[2]) {
  static const double corners[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
  const double c = cos(rotation * radians), s = sin(rotation * radians);
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, 4, sizeof **out, out));
  for (int i = 0; i < 4; i++) {
    const double x = corners[i][0] * size[0], y = corners[i][1] * size[1];
    (*out)[i][0] = corner[0] + 0.5 * size[0] + c * x - s * y;
    (*out)[i][1] = corner[1] + 0.5 * size[1] + s * x + c * y;
  }
  return SM_OK;
}

static enum sm_status finish_box(struct sm_case_reader *r, const struct sm_draft_box *box,
                                 struct sm_case_building *to) {
  SM_TRY(turn_box(r, box->corner, box->size, box->rotation, &to->vertex));
  to->vertex_count = 4;
  to->height = box->height;
  to->base = box->base;
  to->porosity = box->porosity;
  to->storey = box->storey;
  to->in_crs = box->in_crs != 0;
  to->line = box->line;
  return SM_OK;
}

/* Number of vertices of a ring without a repeated last vertex. */
static int open_ring(double (*v)[2], size_t n) {
  const bool closed = n > 1 && v[0][0] == v[n - 1][0] && v[0][1] == v[n - 1][1];
  return (int)(closed ? n - 1 : n);
}

static void finish_polygon(const struct sm_draft_polygon *polygon, struct sm_case_building *to) {
  to->vertex = polygon->vertex;
  to->vertex_count = open_ring(polygon->vertex, polygon->vertex_count);
  to->height = polygon->height;
  to->base = polygon->base;
  to->porosity = polygon->porosity;
  to->storey = polygon->storey;
  to->in_crs = polygon->in_crs != 0;
  to->line = polygon->line;
}

static enum sm_status finish_buildings(struct sm_case_reader *r, struct sm_case_draft *draft) {
  struct sm_case_buildings *buildings = &draft->c.buildings;
  const size_t count = draft->box_count + draft->polygon_count;
  struct sm_case_building *building = NULL;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, count, sizeof *building, &building));
  for (size_t i = 0; i < draft->box_count; i++) SM_TRY(finish_box(r, &draft->box[i], &building[i]));
  for (size_t i = 0; i < draft->polygon_count; i++)
    finish_polygon(&draft->polygon[i], &building[draft->box_count + i]);
  buildings->inline_building = building;
  buildings->inline_count = count;
  buildings->present = count > 0 || buildings->file[0] != '\0';
  return SM_OK;
}

static enum sm_status finish_plant(struct sm_case_reader *r, const struct sm_draft_plant *from,
                                   enum sm_plant_table table, struct sm_case_plant *to) {
  *to = (struct sm_case_plant){.kind = (enum sm_plant_kind)from->kind,
                               .vertex = from->vertex,
                               .is_line = table == SM_PLANT_LINES,
                               .traits = from->traits,
                               .in_crs = from->in_crs != 0,
                               .line = from->line};
  switch (table) {
  case SM_PLANT_TREES:
    to->kind = SM_PLANT_TREE;
    to->vertex_count = 1;
    SM_TRY(sm_arena_alloc(r->ctx, r->arena, 1, sizeof *to->vertex, &to->vertex));
    memcpy(to->vertex[0], from->corner, sizeof to->vertex[0]);
    break;
  case SM_PLANT_BOXES:
    to->vertex_count = 4;
    return turn_box(r, from->corner, from->size, from->rotation, &to->vertex);
  case SM_PLANT_POLYGONS: to->vertex_count = open_ring(from->vertex, from->vertex_count); break;
  case SM_PLANT_LINES:
    to->kind = (enum sm_plant_kind)(from->kind + SM_PLANT_WINDBREAK);
    to->vertex_count = (int)from->vertex_count;
    break;
  }
  return SM_OK;
}

static enum sm_status finish_vegetation(struct sm_case_reader *r, struct sm_case_draft *draft) {
  struct sm_case_vegetation *v = &draft->c.vegetation;
  size_t count = 0;
  for (int t = 0; t < SM_PLANT_TABLES; t++) count += draft->plants[t].count;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, count, sizeof *v->plant, &v->plant));
  for (int t = 0; t < SM_PLANT_TABLES; t++)
    for (size_t i = 0; i < draft->plants[t].count; i++)
      SM_TRY(finish_plant(r, &draft->plants[t].item[i], (enum sm_plant_table)t,
                          &v->plant[v->plant_count++]));
  v->fallback.base = 0;
  v->fallback.attenuation = v->fallback.width = v->fallback.spacing = (double)NAN;
  v->fallback.direction = 0;
  v->present =
      count > 0 || v->file[0] != '\0' || v->canopy_height[0] != '\0' || v->landscape[0] != '\0';
  return SM_OK;
}

static int compare_readings(const void *a, const void *b) {
  const struct sm_case_reading *p = a, *q = b;
  if (p->has_time && q->has_time && p->time != q->time) return p->time < q->time ? -1 : 1;
  return (p->height > q->height) - (p->height < q->height);
}

/* Completes a reading from its station, then from the case. */
static void complete_reading(struct sm_case_reading *reading, const struct sm_case_reading *station,
                             double start) {
  if (isnan(reading->time)) reading->time = start;
  if (isnan(reading->height)) reading->height = station->height;
  if (isnan(reading->obukhov)) reading->obukhov = station->obukhov;
  if (isnan(reading->temperature)) reading->temperature = station->temperature;
  if (isnan(reading->cloud)) reading->cloud = station->cloud;
  reading->has_time = !isnan(reading->time);
}

enum sm_position_kind sm_finish_place(const struct sm_draft_place *from, double place[2]) {
  const double choice[4][2] = {[SM_POSITION_NONE] = {0, 0},
                               [SM_POSITION_LOCAL] = {from->position[0], from->position[1]},
                               [SM_POSITION_LATLON] = {from->latitude, from->longitude},
                               [SM_POSITION_CRS] = {from->easting, from->northing}};
  const enum sm_position_kind kind = !isnan(from->position[0]) ? SM_POSITION_LOCAL
                                     : !isnan(from->latitude)  ? SM_POSITION_LATLON
                                     : !isnan(from->easting)   ? SM_POSITION_CRS
                                                               : SM_POSITION_NONE;
  memcpy(place, choice[kind], sizeof choice[kind]);
  return kind;
}

enum sm_status sm_finish_name(struct sm_case_reader *r, const char *kind, size_t index,
                              char **name) {
  char text[40];
  if ((*name)[0] != '\0') return SM_OK;
  snprintf(text, sizeof text, "%s %zu", kind, index + 1);
  return sm_arena_copy(r->ctx, r->arena, text, strlen(text), name);
}

static enum sm_status finish_station(struct sm_case_reader *r, struct sm_case_draft *draft,
                                     size_t index, struct sm_case_station *to) {
  struct sm_draft_station *from = &draft->station[index];
  *to = from->station;
  to->obukhov = from->only.obukhov;
  SM_TRY(sm_finish_name(r, "station", index, &to->name));
  to->position = sm_finish_place(&from->place, to->place);
  if (to->reading_count == 0 && to->file[0] == '\0') {
    SM_TRY(sm_arena_alloc(r->ctx, r->arena, 1, sizeof *to->reading, &to->reading));
    to->reading[0] = from->only;
    to->reading[0].time = (double)NAN;
    to->reading_count = 1;
  }
  for (size_t i = 0; i < to->reading_count; i++)
    complete_reading(&to->reading[i], &from->only, draft->c.start);
  if (to->reading_count > 1)
    qsort(to->reading, to->reading_count, sizeof *to->reading, compare_readings);
  return SM_OK;
}

static enum sm_status finish_weather(struct sm_case_reader *r, struct sm_case_draft *draft) {
  struct sm_case_weather *weather = &draft->c.weather;
  weather->station_count = draft->station_count;
  weather->model.fluxes = draft->model_stability != 0;
  weather->model.model_z0 = draft->model_z0 != 0;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, draft->station_count, sizeof *weather->station,
                        &weather->station));
  for (size_t i = 0; i < draft->station_count; i++)
    SM_TRY(finish_station(r, draft, i, &weather->station[i]));
  return SM_OK;
}

/* Directions of a rose or library: a list, or a single number that is their number; `absent`: that
 * number without the key. */
static void finish_directions(const struct sm_toml_node *root, const char *table, int absent,
                              struct sm_case_reference_wind *wind) {
  const struct sm_toml_node *node = sm_toml_get(sm_toml_get(root, "weather"), table);
  const struct sm_toml_node *directions = sm_toml_get(node, "directions");
  const bool listed = directions != NULL && directions->type == SM_TOML_ARRAY;
  wind->present = node != NULL;
  if (listed) return;
  wind->even_count = directions == NULL ? absent : (int)wind->direction[0];
  wind->direction_count = 0;
}

static enum sm_status finish_turbines(struct sm_case_reader *r, struct sm_case_draft *draft) {
  struct sm_case_turbines *turbines = &draft->c.turbines;
  turbines->count = draft->turbine_count;
  SM_TRY(
      sm_arena_alloc(r->ctx, r->arena, turbines->count, sizeof *turbines->item, &turbines->item));
  for (size_t i = 0; i < turbines->count; i++) {
    const struct sm_draft_turbine *from = &draft->turbine[i];
    struct sm_case_turbine *to = &turbines->item[i];
    *to = from->turbine;
    to->position = sm_finish_place(&from->place, to->place);
  }
  return SM_OK;
}

static enum sm_status finish_wind_source(struct sm_case_reader *r, const struct sm_toml_node *root,
                                         struct sm_case_draft *draft) {
  static const double gravity = 9.80665;
  struct sm_case_wind_source *source = &draft->c.wind_source;
  source->grid_of_file = sm_check_grid_of_file(root, draft);
  if (draft->vortex_reverse) source->vortex.strength = -source->vortex.strength;
  source->rotor_count = draft->rotor_count;
  SM_TRY(
      sm_arena_alloc(r->ctx, r->arena, source->rotor_count, sizeof *source->rotor, &source->rotor));
  for (size_t i = 0; i < source->rotor_count; i++) {
    struct sm_case_rotor *rotor = &source->rotor[i];
    *rotor = draft->rotor[i].rotor;
    if (!isnan(draft->rotor[i].mass)) rotor->thrust = gravity * draft->rotor[i].mass;
    if (rotor->thrust_count > 0) rotor->thrust = rotor->thrusts[0][1];
    if (rotor->path_count == 0) continue;
    memcpy(rotor->place, &rotor->path[0][1], sizeof rotor->place);
    rotor->height = rotor->path[0][3];
  }
  return SM_OK;
}

static enum sm_status finish_statistics(struct sm_case_reader *r, const struct sm_toml_node *root,
                                        struct sm_case_draft *draft) {
  struct sm_case_statistics *statistics = &draft->c.statistics;
  statistics->present = sm_toml_get(root, "statistics") != NULL;
  draft->c.ensemble.present = sm_toml_get(root, "ensemble") != NULL;
  statistics->receptor_count = draft->receptor_count;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, draft->receptor_count, sizeof *statistics->receptor,
                        &statistics->receptor));
  for (size_t i = 0; i < draft->receptor_count; i++) {
    const struct sm_draft_receptor *from = &draft->receptor[i];
    struct sm_case_receptor *to = &statistics->receptor[i];
    *to = from->receptor;
    SM_TRY(sm_finish_name(r, "receptor", i, &to->name));
    to->position = sm_finish_place(&from->place, to->place);
  }
  return SM_OK;
}

/* Sets domain top and lowest layer if the case gives all layers. */
static void finish_layers(struct sm_case_domain *domain) {
  if (domain->layer_count == 0) return;
  domain->height = domain->layer[domain->layer_count - 1];
  domain->cell_size[2] = domain->layer[1];
}

enum sm_status sm_finish_draft(struct sm_case_reader *r, const struct sm_toml_node *root,
                               const char *name, struct sm_case_draft *draft) {
  struct sm_case *c = &draft->c;
  c->domain.crs = sm_check_crs(root, draft);
  c->domain.epsg = draft->crs.epsg;
  c->domain.has_center = !isnan(c->domain.center[0]);
  c->domain.has_origin = !isnan(c->domain.origin[0]);
  finish_layers(&c->domain);
  c->mesh.present = sm_toml_get(root, "mesh") != NULL;
  c->has_start = !isnan(c->start);
  c->weather.nest.times[0] = c->weather.nest.times[1] = (double)NAN; /* all */
  c->terrain.present = sm_toml_get(root, "terrain") != NULL;
  c->slope_flow.present = sm_toml_get(root, "slope_flow") != NULL;
  c->rain.present = sm_toml_get(root, "rain") != NULL;
  if (c->wind.max_iterations == 0)
    c->wind.max_iterations = c->wind.solver == SM_SOLVER_MULTIGRID ? 200 : 100000;
  if (c->wind.check_every == 0) c->wind.check_every = c->wind.solver < SM_SOLVER_SOR ? 20 : 1;
  if (c->turbulence.model == SM_TURBULENCE_NONE)
    memset(c->output.turbulence, 0, sizeof c->output.turbulence);
  if (c->name[0] == '\0') SM_TRY(sm_arena_copy(r->ctx, r->arena, name, strlen(name), &c->name));
  if (c->output.prefix[0] == '\0') c->output.prefix = c->name;
  finish_directions(root, "rose", 0, &c->weather.rose.wind);
  finish_directions(root, "library", 36, &c->weather.library.wind);
  if (c->weather.library.wind.present) c->output.faces = true; /* part of the file */
  if (sm_toml_get(sm_toml_get(root, "output"), "members") == NULL)
    c->output.members = !c->weather.rose.wind.present && !sm_case_all_members(&c->weather.model);
  SM_TRY(finish_buildings(r, draft));
  SM_TRY(finish_vegetation(r, draft));
  SM_TRY(finish_weather(r, draft));
  SM_TRY(finish_turbines(r, draft));
  SM_TRY(finish_wind_source(r, root, draft));
  SM_TRY(finish_statistics(r, root, draft));
  SM_TRY(sm_finish_flow(r, root, draft));
  return sm_finish_particles(r, root, draft);
}
