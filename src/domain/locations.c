#include "domain/positions.h"

#include "base/list.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LISTED = 12 }; /* locations of a kind listed in the text output; the rest are counted */

struct list {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_location *item;
  size_t count, room;
  enum sm_status status;
};

static enum sm_location_role role_of(const char *kind) {
  static const char *const measure[] = {"station", "receptor", "probe", "line of sight"};
  static const char *const areas[] = {"building", "plant", "concentration"};
  for (size_t i = 0; i < sizeof measure / sizeof *measure; i++)
    if (strcmp(kind, measure[i]) == 0) return SM_LOCATION_MEASURES;
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    if (strcmp(kind, areas[i]) == 0) return SM_LOCATION_AREA;
  return SM_LOCATION_ACTS;
}

/* Adds a location: xy in m from the south-west corner of the grid, height in m above ground. */
static void put(struct list *l, const char *kind, const char *name, const double xy[2],
                double height) {
  if (l->status == SM_OK)
    l->status = sm_list_grow(l->ctx, l->count, sizeof *l->item, "places", &l->item, &l->room);
  if (l->status != SM_OK) return;
  struct sm_location *own = &l->item[l->count++];
  *own = (struct sm_location){
      .kind = kind, .role = role_of(kind), .x = xy[0], .y = xy[1], .height = height};
  snprintf(own->name, sizeof own->name, "%s", name);
}

/* Adds a location given in the coordinates of the case. */
static void put_at(struct list *l, const char *kind, const char *name, int coordinates,
                   const double place[2], double height) {
  double xy[2];
  const struct sm_domain_map map = sm_domain_map(l->c, &l->domain->crs, &l->domain->grid);
  if (l->status == SM_OK) l->status = sm_position_on_grid(l->ctx, &map, coordinates, place, xy);
  if (l->status == SM_OK) put(l, kind, name, xy, height);
}

/* Adds a location from keys "position", "latitude" or "easting": enum sm_position_kind. */
static void put_given(struct list *l, const char *kind, const char *name, int position,
                      const double place[2], double height) {
  if (position != (int)SM_POSITION_NONE)
    put_at(l, kind, name, sm_position_coordinates(position), place, height);
}

/* Adds the centre of the floor of a box. */
static void put_box(struct list *l, const char *kind, const char *name, const double from[3],
                    const double to[3]) {
  const double middle[2] = {0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])};
  put_at(l, kind, name, SM_COORDINATES_DOMAIN, middle, from[2]);
}

/* Adds the stations; skips model columns, wind roses and a
 * single station without a position. */
static void put_stations(struct list *l) {
  const struct sm_weather *w = &l->domain->weather;
  for (int s = 0; s < sm_weather_places(w); s++) {
    const struct sm_station *station = &w->station[s];
    double height = NAN;
    for (int n = 0; n < w->time_count * station->level_count && isnan(height); n++)
      if (station->reading[n].valid) height = station->reading[n].height;
    put(l, "station", station->name, (const double[2]){station->x, station->y}, height);
  }
}

static void put_source(struct list *l, const char *kind, const char *name,
                       const struct sm_case_source *s) {
  const bool moves = s->shape == SM_SOURCE_PATH;
  if (moves && s->path_count == 0) return; /* path from a file */
  const double *place = moves ? &s->path[0][1] : s->place;
  put_given(l, kind, name, s->position, place, moves ? s->path[0][3] : s->height);
  if (moves && s->path_count > 1)
    put_given(l, kind, "  its last place", s->position, &s->path[s->path_count - 1][1],
              s->path[s->path_count - 1][3]);
  if (s->shape == SM_SOURCE_LINE)
    put_given(l, kind, "  its other end", s->position, s->end, s->end_height);
}

static void put_sources(struct list *l) {
  const struct sm_case_particles *p = &l->c->particles;
  for (size_t n = 0; n < p->source_count; n++)
    put_source(l, "source", p->source[n].name, &p->source[n]);
}

static void put_receptors(struct list *l) {
  const struct sm_case_particles *p = &l->c->particles;
  const struct sm_case_statistics *s = &l->c->statistics;
  for (size_t n = 0; n < p->receptor_count; n++)
    put_given(l, "receptor", p->receptor[n].name, p->receptor[n].position, p->receptor[n].place,
              p->receptor[n].height);
  for (size_t n = 0; n < s->receptor_count; n++)
    put_given(l, "receptor", s->receptor[n].name, (int)s->receptor[n].position,
              s->receptor[n].place, s->receptor[n].height);
  for (size_t n = 0; n < p->line_of_sight_count; n++) {
    const struct sm_case_line_of_sight *line_of_sight = &p->line_of_sight[n];
    put_given(l, "line of sight", line_of_sight->name, line_of_sight->position,
              line_of_sight->place, line_of_sight->height);
    put_given(l, "line of sight", "  its end", line_of_sight->position, line_of_sight->end,
              line_of_sight->end_height);
  }
}

static void put_flow(struct list *l) {
  const struct sm_case_flow *f = &l->c->flow;
  char name[32];
  for (size_t s = 0; s < f->scalar_count; s++)
    for (size_t n = 0; n < f->scalar[s].source_count; n++)
      put_source(l, "scalar source", f->scalar[s].name, &f->scalar[s].source[n]);
  for (size_t n = 0; n < f->reaction.release_count; n++) {
    snprintf(name, sizeof name, "release %zu", n + 1);
    put_source(l, "gas release", name, &f->reaction.release[n].source);
  }
  for (size_t n = 0; n < f->body_count; n++)
    put_box(l, "body", f->body[n].name, f->body[n].from, f->body[n].to);
  for (size_t n = 0; n < f->probe_count; n++) {
    snprintf(name, sizeof name, "probe %zu", n + 1);
    put_at(l, "probe", name, f->probe_coordinates, f->probe[n], f->probe[n][2]);
  }
}

static void put_turbines(struct list *l) {
  const struct sm_case_wind_source *wind = &l->c->wind_source;
  char name[32];
  for (size_t n = 0; n < l->domain->turbines.count; n++) {
    const struct sm_turbine *t = &l->domain->turbines.item[n];
    snprintf(name, sizeof name, "turbine %zu", n + 1);
    put(l, "turbine", name, (const double[2]){t->x, t->y}, t->hub);
  }
  for (size_t n = 0; n < wind->rotor_count; n++) {
    snprintf(name, sizeof name, "rotor %zu", n + 1);
    put_given(l, "rotor", name, SM_POSITION_LOCAL, wind->rotor[n].place, wind->rotor[n].height);
  }
}

/* Adds a polygon by the mean of its corners. */
static void put_shape(struct list *l, const char *kind, const char *what, int line, bool in_crs,
                      const double (*vertex)[2], int count, double height) {
  char name[48];
  double middle[2] = {0, 0};
  for (int v = 0; v < count; v++)
    for (int d = 0; d < 2; d++) middle[d] += vertex[v][d] / count;
  snprintf(name, sizeof name, "%s%sline %d", what, what[0] != '\0' ? ", " : "", line);
  if (count > 0)
    put_at(l, kind, name, in_crs ? SM_COORDINATES_CRS : SM_COORDINATES_DOMAIN, middle, height);
}

/* Inline buildings and plants of the case, with their heights. */
static void put_shapes(struct list *l) {
  static const char *const kinds[] = {[SM_PLANT_CANOPY] = "canopy",
                                      [SM_PLANT_WINDBREAK] = "windbreak",
                                      [SM_PLANT_FENCE] = "fence",
                                      [SM_PLANT_ROWS] = "rows",
                                      [SM_PLANT_TREE] = "tree"};
  const struct sm_case_buildings *b = &l->c->buildings;
  const struct sm_case_vegetation *v = &l->c->vegetation;
  for (size_t n = 0; n < b->inline_count; n++) {
    const struct sm_case_building *own = &b->inline_building[n];
    put_shape(l, "building", "", own->line, own->in_crs, (const double(*)[2])own->vertex,
              own->vertex_count, own->height);
  }
  for (size_t n = 0; n < v->plant_count; n++) {
    const struct sm_case_plant *own = &v->plant[n];
    put_shape(l, "plant", kinds[own->kind], own->line, own->in_crs, (const double(*)[2])own->vertex,
              own->vertex_count, own->traits.height);
  }
}

/* Corner of the concentration grid, centre of a vortex. */
static void put_others(struct list *l) {
  const struct sm_case_concentration *k = &l->c->particles.concentration;
  const struct sm_case_vortex *vortex = &l->c->wind_source.vortex;
  if (k->present && !isnan(k->origin[0]))
    put_at(l, "concentration", "south-west", SM_COORDINATES_DOMAIN, k->origin, 0);
  if (vortex->line > 0 && !isnan(vortex->center[0]))
    put_at(l, "vortex", "", SM_COORDINATES_DOMAIN, vortex->center, 0);
}

enum sm_status sm_locations_list(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain, struct sm_location **out,
                                 size_t *count) {
  struct list l = {.ctx = ctx, .c = c, .domain = domain};
  put_stations(&l);
  put_sources(&l);
  put_receptors(&l);
  put_flow(&l);
  put_turbines(&l);
  put_others(&l);
  put_shapes(&l);
  *out = l.item;
  *count = l.count;
  return l.status;
}

/* Adds a location to the facts; of_kind: number of locations of its kind so far. */
static enum sm_status add(struct sm_context *ctx, const struct sm_case *c,
                          const struct sm_domain *domain, const struct sm_location *own,
                          size_t of_kind, struct sm_facts *out) {
  const double *origin = domain->grid.origin;
  const double at[2] = {own->x + origin[0], own->y + origin[1]};
  double latitude = NAN, longitude = NAN;
  if (!domain->crs.local) SM_TRY(sm_gis_unproject(ctx, &domain->crs, at, &latitude, &longitude));
  struct sm_fact *row = sm_facts_group(out, NULL);
  row->hidden = of_kind > LISTED;
  sm_facts_text(out, "kind", own->kind);
  sm_facts_text(out, "name", own->name);
  sm_facts_number(out, "x", own->x - c->domain.margin);
  sm_facts_number(out, "y", own->y - c->domain.margin);
  sm_facts_number(out, "height", own->height);
  sm_facts_number(out, "latitude", latitude);
  sm_facts_number(out, "longitude", longitude);
  sm_facts_close(out);
  return SM_OK;
}

/* Prints the locations: m from the south-west corner of the domain, height above ground. */
static void show(struct sm_facts *out, const struct sm_fact *places) {
  static const struct sm_fact_column columns[] = {{"kind", "place", NULL, -14},
                                                  {"name", "name", NULL, -16},
                                                  {"x", "x, m", "%.1f", 10},
                                                  {"y", "y, m", "%.1f", 10},
                                                  {"height", "height, m", "%.1f", 9},
                                                  {"latitude", "latitude", "%.6f", 11},
                                                  {"longitude", "longitude", "%.6f", 11},
                                                  {0}};
  size_t hidden = 0;
  if (places->first == NULL) return;
  sm_facts_table(out, places, NULL, columns);
  for (const struct sm_fact *row = places->first; row != NULL; row = row->next)
    hidden += row->hidden;
  sm_facts_note(out,
                "  x and y from the south-west corner of the domain, height above the ground%s",
                hidden > 0 ? "; of each kind the first places" : "");
  if (hidden > 0) sm_facts_note(out, "  --json has %zu more", hidden);
}

enum sm_status sm_locations_describe(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain, struct sm_facts *out) {
  SM_SCOPED struct sm_location *item = NULL;
  size_t count = 0, of_kind = 0;
  enum sm_status status = sm_locations_list(ctx, c, domain, &item, &count);
  const struct sm_fact *places = sm_facts_list(out, "places");
  for (size_t n = 0; n < count && status == SM_OK; n++) {
    of_kind = n > 0 && strcmp(item[n - 1].kind, item[n].kind) == 0 ? of_kind + 1 : 1;
    status = add(ctx, c, domain, &item[n], of_kind, out);
  }
  sm_facts_close(out);
  show(out, places);
  return status;
}
