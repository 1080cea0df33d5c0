/* Times of winds that are prescribed or read from files. */
#include "domain/weather/internal.h"

#include "base/text.h"
#include "domain/domain.h"
#include "domain/weather/weather.h"
#include <math.h>

static enum sm_status allocate(struct sm_context *ctx, int count, struct sm_weather *w) {
  w->time_count = count;
  return sm_alloc(ctx, (size_t)count, sizeof *w->time, "the times", &w->time);
}

/* Time of the steady vortex wind. */
static enum sm_status of_vortex(struct sm_context *ctx, const struct sm_case *c,
                                struct sm_weather *w, struct sm_text *source) {
  const struct sm_case_vortex *vortex = &c->wind_source.vortex;
  SM_TRY(allocate(ctx, 1, w));
  w->time[0] = c->has_start ? c->start : (double)NAN;
  sm_text_add(source, "vortex of Miglio et al. (2016), %s: strength %.4g m2/s, size %.4g m",
              vortex->solenoidal ? "without divergence" : "as printed", vortex->strength,
              vortex->size);
  return SM_OK;
}

/* An unsteady wind. */
static enum sm_status of_itself(struct sm_context *ctx, const struct sm_case *c,
                                struct sm_weather *w) {
  w->relative = !c->has_start;
  return sm_times_evolve(ctx, c, c->has_start ? c->start : 0, &w->time, &w->time_count);
}

/* Fails when no point of the path of a rotor is in the domain. */
static enum sm_status check_path(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain, const struct sm_case_rotor *r) {
  const struct sm_axis *axis = domain->grid.axis;
  for (size_t i = 0; i < r->path_count; i++) {
    const double x = r->path[i][1] + c->domain.margin, y = r->path[i][2] + c->domain.margin;
    if (x >= 0 && x <= sm_axis_length(&axis[0]) && y >= 0 && y <= sm_axis_length(&axis[1]))
      return SM_OK;
  }
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: no point of the path of the rotor is in the domain\n"
                 "help: positions are in m from the south-west corner of the domain",
                 c->path, r->line);
}

/* Fails when the rotor disk is outside the fluid. */
static enum sm_status check_rotor(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain, const struct sm_case_rotor *r) {
  if (r->path_count > 0) return check_path(ctx, c, domain, r);
  if (r->height < sm_domain_top(domain)) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: the rotor, at %.6g m, is not below the domain top, at %.6g m\n"
                 "help: raise domain.height",
                 c->path, r->line, r->height, sm_domain_top(domain));
}

static enum sm_status check_rotors(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain) {
  const struct sm_case_wind_source *from = &c->wind_source;
  for (size_t r = 0; r < from->rotor_count; r++)
    SM_TRY(check_rotor(ctx, c, domain, &from->rotor[r]));
  return SM_OK;
}

static enum sm_status of_rotors(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_domain *domain, struct sm_weather *w,
                                struct sm_text *source) {
  const struct sm_case_wind_source *from = &c->wind_source;
  SM_TRY(check_rotors(ctx, c, domain));
  SM_TRY(of_itself(ctx, c, w));
  size_t flying = 0;
  for (size_t r = 0; r < from->rotor_count; r++) flying += from->rotor[r].path_count > 0;
  sm_text_add(source, "%zu %srotor%s", from->rotor_count, flying > 0 ? "" : "hovering ",
              from->rotor_count == 1 ? "" : "s");
  if (from->wake == SM_WAKE_FREE) sm_text_add(source, " with a free wake");
  if (from->ambient[0] != 0 || from->ambient[1] != 0)
    sm_text_add(source, " in a wind of [%.4g, %.4g] m/s", from->ambient[0], from->ambient[1]);
  return SM_OK;
}

static enum sm_status of_files(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_wind_levels *levels, struct sm_weather *w,
                               struct sm_text *source) {
  const struct sm_string_list *files = &c->wind_source.file.files;
  const bool timed = levels->count > 1 || levels->has_calendar;
  SM_TRY(allocate(ctx, levels->count, w));
  const double start = levels->has_calendar || !c->has_start ? 0 : c->start;
  for (int t = 0; t < levels->count; t++) w->time[t] = start + levels->time[t];
  if (!timed) w->time[0] = c->has_start ? c->start : (double)NAN;
  w->relative = timed && !levels->has_calendar && !c->has_start;
  sm_text_add(source, "%s", files->item[0]);
  if (files->count > 1) sm_text_add(source, " and %zu more files", files->count - 1);
  return SM_OK;
}

static enum sm_status of_points(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_domain *domain, struct sm_weather *w,
                                struct sm_text *source) {
  const struct sm_case_wind_points *points = &c->wind_source.points;
  const bool timed = points->files.count > 1;
  SM_TRY(allocate(ctx, (int)points->files.count, w));
  for (int t = 0; t < w->time_count; t++)
    w->time[t] = (c->has_start ? c->start : 0) + (points->time_count > 0 ? points->times[t] : 0);
  if (!timed) w->time[0] = c->has_start ? c->start : (double)NAN;
  w->relative = timed && !c->has_start;
  sm_scattered_wind_describe(domain->scattered, source);
  if (timed) sm_text_add(source, ", and %zu more files", points->files.count - 1);
  return SM_OK;
}

enum sm_status sm_wind_times_find(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_domain *domain) {
  struct sm_weather *w = &domain->weather;
  struct sm_text source = {0};
  enum sm_status status = SM_OK;
  if (c->wind_source.model == SM_WIND_VORTEX) status = of_vortex(ctx, c, w, &source);
  if (c->wind_source.model == SM_WIND_ROTOR) status = of_rotors(ctx, c, domain, w, &source);
  if (c->wind_source.model == SM_WIND_FILE) status = of_files(ctx, c, domain->levels, w, &source);
  if (c->wind_source.model == SM_WIND_POINTS) status = of_points(ctx, c, domain, w, &source);
  if (sm_wind_is_flow(c->wind_source.model)) {
    sm_text_add(&source, "the sides and the first wind of the case");
    status = check_rotors(ctx, c, domain);
    if (status == SM_OK) status = of_itself(ctx, c, w);
  }
  w->source = source.data;
  if (status == SM_OK && source.failed)
    status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the source of the wind");
  return status;
}
