/* Particle sources, receptors and lines of sight of a case, and checks of the concentration
 * grid. */
#include "base/list.h"
#include "domain/sources/internal.h"
#include <math.h>

/* Converts a point of the case to x, y and z. */
static enum sm_status take_spot(struct sm_place_check *job, const struct sm_placed *thing,
                                int position, const double place[2], double height,
                                struct sm_named_location *to) {
  to->name = thing->name;
  SM_TRY(sm_place_convert(job, thing, position, place, to->place));
  to->place[2] = sm_domain_ground(job->domain, to->place[0], to->place[1]) + height;
  return SM_OK;
}

static enum sm_status take_receptor(struct sm_place_check *job,
                                    const struct sm_case_particle_receptor *from,
                                    struct sm_named_location *to) {
  const struct sm_placed thing = {"receptor", from->name, from->line};
  const int before = job->problems;
  double level;
  SM_TRY(take_spot(job, &thing, from->position, from->place, from->height, to));
  if (job->problems > before) return SM_OK;
  const double share = sm_box_fluid_fraction(job->domain, to->place, from->size);
  if (share == 0)
    sm_place_report(job, &thing, "has no air of the domain in its box");
  else if (sm_point_locate_above(job->domain, to->place, from->height, &level) ==
           SM_POINT_IN_BUILDING)
    sm_warn(
        job->ctx,
        "%s:%d: warning: receptor \"%.60s\" is inside a building, with a roof at %.6g m: its "
        "values are of the air outdoors in its box, %.2g %% of it\n"
        "help: 'simoom hazard --air-changes' is for indoors; 'size' is that of the box",
        job->c->path, from->line, from->name,
        (double)job->domain->building[sm_domain_column(job->domain, to->place[0], to->place[1])],
        100 * share);
  return SM_OK;
}

static enum sm_status take_line_of_sight(struct sm_place_check *job,
                                         const struct sm_case_line_of_sight *from,
                                         struct sm_named_location to[2]) {
  const struct sm_placed thing = {"line of sight", from->name, from->line};
  const int before = job->problems;
  SM_TRY(take_spot(job, &thing, from->position, from->place, from->height, &to[0]));
  SM_TRY(take_spot(job, &thing, from->position, from->end, from->end_height, &to[1]));
  sm_place_check_air(job, &thing, "begins ", to[0].place, from->height);
  sm_place_check_air(job, &thing, "ends ", to[1].place, from->end_height);
  if (job->problems == before &&
      sm_line_fluid_fraction(job->domain, false, to[0].place, to[1].place) < 1)
    sm_warn(job->ctx, "%s:%d: warning: ground or buildings are in the line of sight \"%.60s\"",
            job->c->path, from->line, from->name);
  return SM_OK;
}

/* Warns of hills above the concentration grid, whose height is relative to the lowest ground. */
static void check_hills(const struct sm_place_check *job) {
  const struct sm_case_concentration *k = &job->c->particles.concentration;
  const struct sm_axis *x = &job->domain->grid.axis[0], *y = &job->domain->grid.axis[1];
  double all = 0, hidden = 0;
  for (int j = 0; j < y->n; j++)
    for (int i = 0; i < x->n; i++) {
      const double east = x->centre[i] - job->c->domain.margin - k->origin[0];
      const double north = y->centre[j] - job->c->domain.margin - k->origin[1];
      if (east < 0 || east > k->size[0] || north < 0 || north > k->size[1]) continue;
      all++;
      hidden += (double)job->domain->terrain[(size_t)i + (size_t)x->n * (size_t)j] >= k->height;
    }
  if (hidden > 0)
    sm_warn(
        job->ctx,
        "%s:%d: warning: the ground of %.2g %% of [particles.concentration] is above its boxes: "
        "'height' is above the lowest ground",
        job->c->path, k->line, 100 * hidden / all);
}

/* Warns of what is asked for beyond the top of the domain and the end of the run. */
static void tell_cut(const struct sm_place_check *job) {
  const struct sm_case_particles *p = &job->c->particles;
  const struct sm_case_concentration *k = &p->concentration;
  const double top = sm_axis_length(&job->domain->grid.axis[2]), slack = 1 + 1e-6;
  if (k->height > slack * top)
    sm_warn(job->ctx,
            "%s:%d: warning: particles.concentration.height is %.6g m, and the domain ends at "
            "%.6g m above its lowest ground: no gas is followed above it",
            job->c->path, k->line, k->height, top);
  if (k->interval > slack * p->duration)
    sm_warn(job->ctx,
            "%s:%d: warning: particles.concentration.interval is %.6g s, and the run %.6g s long: "
            "the mean is over the run",
            job->c->path, k->line, k->interval, p->duration);
}

/* Rejects concentration grids with too many boxes or with boxes beyond the domain. */
static void check_concentration(struct sm_place_check *job) {
  static const double most_boxes = 4e9;
  const struct sm_case_concentration *k = &job->c->particles.concentration;
  const struct sm_placed thing = {"[particles.concentration]", NULL, k->line};
  double boxes = 1;
  for (int d = 0; d < 3; d++) {
    const double given = d < 2 ? k->size[d] : k->height;
    const double whole = sm_axis_length(&job->domain->grid.axis[d]);
    if (k->cell_size[d] > whole)
      sm_place_report(job, &thing,
                      "has boxes of %.3g m in a domain of %.3g m: 'cell_size' must be smaller",
                      k->cell_size[d], whole);
    if (k->cell_size[d] > 0) boxes *= (given < whole ? given : whole) / k->cell_size[d];
  }
  if (k->present && !(boxes < most_boxes))
    sm_place_report(job, &thing, "has %.3g boxes: 'cell_size' must be larger", boxes);
  if (k->present && k->height < sm_axis_length(&job->domain->grid.axis[2])) check_hills(job);
  if (k->present) tell_cut(job);
  if (!k->present || isnan(k->origin[0])) return;
  for (int d = 0; d < 2; d++) {
    const struct sm_axis *axis = &job->domain->grid.axis[d];
    const double first = k->origin[d] + job->c->domain.margin, last = first + k->size[d];
    const double slack = 1e-6 * axis->width[0], length = sm_axis_length(axis);
    if (!(last <= length + slack))
      sm_place_report(job, &thing,
                      "reaches beyond the domain: along %s from %.6g to %.6g m, of %.6g m",
                      d == 0 ? "x" : "y", first, last, length);
  }
}

static enum sm_status take_all(struct sm_place_check *job, struct sm_releases *to) {
  const struct sm_case_particles *p = &job->c->particles;
  for (size_t i = 0; i < p->source_count; i++)
    SM_TRY(sm_release_take(job, &p->source[i], &to->source[i]));
  for (size_t i = 0; i < p->receptor_count; i++)
    SM_TRY(take_receptor(job, &p->receptor[i], &to->receptor[i]));
  for (size_t i = 0; i < p->line_of_sight_count; i++)
    SM_TRY(take_line_of_sight(job, &p->line_of_sight[i], to->line_of_sight[i]));
  check_concentration(job);
  return job->problems > 0 ? SM_ERR_CASE : SM_OK;
}

static enum sm_status allocate(struct sm_context *ctx, const struct sm_case_particles *p,
                               struct sm_releases *to) {
  SM_TRY(sm_alloc(ctx, p->source_count, sizeof *to->source, "the sources", &to->source));
  SM_TRY(sm_alloc(ctx, p->receptor_count, sizeof *to->receptor, "the receptors", &to->receptor));
  SM_TRY(sm_alloc(ctx, p->line_of_sight_count, sizeof *to->line_of_sight, "the lines of sight",
                  &to->line_of_sight));
  to->source_count = p->source_count;
  to->receptor_count = p->receptor_count;
  to->line_of_sight_count = p->line_of_sight_count;
  return SM_OK;
}

enum sm_status sm_releases_create(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain, struct sm_releases **out) {
  struct sm_place_check job = {
      .ctx = ctx, .c = c, .domain = domain, .duration = c->particles.duration};
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the sources", out));
  enum sm_status status = allocate(ctx, &c->particles, *out);
  if (status == SM_OK) status = take_all(&job, *out);
  if (status != SM_OK) sm_releases_destroy(out);
  return status;
}

void sm_releases_destroy(struct sm_releases **releases) {
  struct sm_releases *r = *releases;
  if (r == NULL) return;
  for (size_t i = 0; i < r->source_count; i++) sm_release_free(&r->source[i]);
  SM_FREE_ALL(r->source, r->receptor, r->line_of_sight, r);
  *releases = NULL;
}
