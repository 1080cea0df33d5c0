/* Wind turbines of a case, placed in the domain. */
#include "domain/surface/vegetation/vegetation.h"

#include "base/list.h"
#include "domain/positions.h"
#include <math.h>
#include <string.h>

static const double least_cells = 3; /* across a rotor */
static const double radians = 3.14159265358979323846 / 180;

/* Attributes of a file, in the order of their values. */
enum { HUB, DIAMETER, VALUES };

/* Context of one call. */
struct job {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_horizontal_grid *plan;
  struct sm_domain *domain;
  struct sm_domain_map map;
  size_t capacity;
};

static bool is_inside(const struct sm_domain *domain, const double xy[2]) {
  for (int d = 0; d < 2; d++)
    if (!(xy[d] >= 0 && xy[d] <= sm_axis_length(&domain->grid.axis[d]))) return false;
  return true;
}

/* Rejects rotors that reach into the ground or above the domain top. */
static enum sm_status check_rotor(const struct job *job, const struct sm_turbine *t) {
  const double radius = 0.5 * t->diameter, ground = sm_domain_ground(job->domain, t->x, t->y);
  const double domain_top = sm_domain_top(job->domain) - ground;
  if (t->hub < radius)
    return sm_fail(job->ctx, SM_ERR_CASE,
                   "%s:%d: error: a turbine's hub is %.4g m above the ground, but its blades are "
                   "%.4g m long",
                   job->c->path, t->line, t->hub, radius);
  if (t->hub + radius > domain_top)
    return sm_fail(
        job->ctx, SM_ERR_CASE,
        "%s:%d: error: a turbine reaches %.4g m above the ground, but the domain top is at "
        "%.4g m there\nhelp: raise domain.height",
        job->c->path, t->line, t->hub + radius, domain_top);
  return SM_OK;
}

/* Adds a turbine if it is inside the domain. */
static enum sm_status add(struct job *job, const struct sm_case_turbine *from, const double xy[2],
                          double hub, double diameter) {
  struct sm_turbines *turbines = &job->domain->turbines;
  const double z0 = (double)job->domain->z0[sm_domain_column(job->domain, xy[0], xy[1])];
  struct sm_turbine t = {.x = xy[0],
                         .y = xy[1],
                         .hub = hub,
                         .diameter = diameter,
                         .thrust = from->thrust,
                         .curve = (const double(*)[2])from->curve,
                         .curve_count = from->curve_count,
                         .yaw = from->yaw * radians,
                         .intensity = from->intensity,
                         .expansion = from->expansion,
                         .line = from->line};
  if (isnan(t.intensity)) t.intensity = 1 / log(fmax(hub / z0, exp(2)));
  SM_TRY(check_rotor(job, &t));
  SM_TRY(sm_list_grow(job->ctx, turbines->count, sizeof *turbines->item, "the turbines",
                      &turbines->item, &job->capacity));
  turbines->item[turbines->count++] = t;
  return SM_OK;
}

static enum sm_status add_one(struct job *job, const struct sm_case_turbine *from) {
  double xy[2];
  SM_TRY(sm_position_on_grid(job->ctx, &job->map, sm_position_coordinates((int)from->position),
                             from->place, xy));
  return add(job, from, xy, from->hub_height, from->diameter);
}

/* --- files --- */

static enum sm_status read_points(const struct job *job, const struct sm_case_turbine *from,
                                  struct sm_features *out) {
  static const struct sm_attribute_rule hub[] = {{"hub_height", 1}, {"t_hh", 1}, {"height:hub", 1}};
  static const struct sm_attribute_rule diameter[] = {
      {"rotor_diameter", 1}, {"t_rd", 1}, {"rotor:diameter", 1}};
  static const char *const tags[] = {"generator:source"};
  const struct sm_horizontal_grid *plan = job->plan;
  const struct sm_feature_options options = {
      .layer = "",
      .assumed_crs = from->crs,
      .crs_key = "wind.turbine.crs",
      .value = {[HUB] = {hub, 3}, [DIAMETER] = {diameter, 3}},
      .value_count = VALUES,
      .word = "",
      .tag = tags,
      .tag_count = 1,
      .x = {plan->origin[0], plan->origin[0] + plan->n[0] * plan->cell[0]},
      .y = {plan->origin[1], plan->origin[1] + plan->n[1] * plan->cell[1]}};
  return sm_gis_read_features(job->ctx, from->file, &plan->crs, &options, out);
}

static enum sm_status add_point(struct job *job, const struct sm_case_turbine *from,
                                const struct sm_feature *point) {
  const double hub = point->value[HUB] > 0 ? point->value[HUB] : from->hub_height;
  const double diameter = point->value[DIAMETER] > 0 ? point->value[DIAMETER] : from->diameter;
  double xy[2];
  if (!(hub > 0 && isfinite(hub)) || !(diameter > 0 && isfinite(diameter)))
    return sm_fail(job->ctx, SM_ERR_DATA,
                   "%s: error: feature %ld is a turbine with no %s\n"
                   "help: give it an attribute, or [[wind.turbine]] of the file %s = ...",
                   from->file, point->feature, hub > 0 ? "rotor diameter" : "hub height",
                   hub > 0 ? "rotor_diameter" : "hub_height");
  if (hub > SM_CASE_MAX_HEIGHT || diameter > SM_CASE_MAX_HEIGHT)
    return sm_fail(job->ctx, SM_ERR_DATA,
                   "%s: error: feature %ld is a turbine with a hub at %g m and a rotor of %g m: "
                   "none is larger than %g m",
                   from->file, point->feature, hub, diameter, SM_CASE_MAX_HEIGHT);
  for (int d = 0; d < 2; d++) xy[d] = point->vertex[0][d] - job->plan->origin[d];
  return is_inside(job->domain, xy) ? add(job, from, xy, hub, diameter) : SM_OK;
}

/* True for a point feature; in OpenStreetMap data only for generators driven by wind. */
static bool is_turbine(const struct sm_feature *f) {
  return f->form == SM_FEATURE_POINT && (!f->tagged || strcmp(f->word, "wind") == 0);
}

static enum sm_status add_file(struct job *job, const struct sm_case_turbine *from) {
  const size_t before = job->domain->turbines.count;
  SM_SCOPED_BY(sm_features_free) struct sm_features points = {0};
  enum sm_status status = SM_OK;
  SM_TRY(read_points(job, from, &points));
  for (size_t f = 0; f < points.count; f++)
    if (is_turbine(&points.item[f])) SM_TRY(add_point(job, from, &points.item[f]));
  if (job->domain->turbines.count == before) {
    status = sm_degrees_tell_file(job->ctx, &job->map, from->file, "", from->crs, "point");
  }
  return status;
}

/* Warns of cells too coarse to resolve a wake. */
static void warn_of_cells(const struct job *job) {
  const struct sm_turbines *turbines = &job->domain->turbines;
  const struct sm_axis *axis = job->domain->grid.axis;
  size_t coarse = 0;
  for (size_t t = 0; t < turbines->count; t++) {
    const struct sm_turbine *turbine = &turbines->item[t];
    const double hub = sm_domain_ground(job->domain, turbine->x, turbine->y) + turbine->hub;
    const double layer = axis[2].width[sm_axis_nearest(&axis[2], hub)];
    const double cell = fmax(fmax(axis[0].width[0], axis[1].width[0]), layer);
    coarse += turbine->diameter < least_cells * cell;
  }
  if (coarse > 0)
    sm_warn(job->ctx,
            "%s:%d: warning: turbines with fewer than %g cells across the rotor: %zu; their wakes "
            "are coarse\nhelp: a smaller domain.cell_size",
            job->c->path, turbines->item[0].line, least_cells, coarse);
}

enum sm_status sm_turbines_read(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_horizontal_grid *plan, struct sm_domain *domain) {
  struct job job = {.ctx = ctx, .c = c, .plan = plan, .domain = domain, .map = sm_plan_map(plan)};
  bool curves = false;
  for (size_t t = 0; t < c->turbines.count; t++) {
    const struct sm_case_turbine *from = &c->turbines.item[t];
    curves = curves || from->curve_count > 0;
    SM_TRY(from->file[0] != '\0' ? add_file(&job, from) : add_one(&job, from));
  }
  warn_of_cells(&job);
  if (curves && c->weather.rose.wind.present)
    sm_warn(
        ctx,
        "%s:%d: warning: with a wind rose turbines have at all speeds the thrust coefficient of "
        "the speed that is computed, weather.rose.speed",
        c->path, c->turbines.item[0].line);
  return SM_OK;
}
