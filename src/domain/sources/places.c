/* Positions of a case in grid coordinates, checked against terrain and buildings. */
#include "domain/degrees.h"
#include "domain/sources/internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PROBLEMS = 20 };

void sm_place_report(struct sm_place_check *job, const struct sm_placed *thing, const char *format,
                     ...) {
  char text[440];
  va_list arguments;
  if (job->problems++ >= MOST_PROBLEMS) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  enum sm_status (*const tell)(struct sm_context *, enum sm_status, const char *, ...) =
      job->problems == 1 ? sm_fail : sm_fail_add;
  const bool named = thing->name != NULL;
  const char *before = named ? " \"" : "", *name = named ? thing->name : "";
  const char *after = named ? "\"" : "";
  tell(job->ctx, SM_ERR_CASE, "%s:%d: error: %s%s%.60s%s %s", job->c->path, thing->line,
       thing->kind, before, name, after, text);
}

/* Fails where a position in metres was given in degrees. */
static enum sm_status refuse_degrees(struct sm_place_check *job, const struct sm_placed *thing,
                                     const double place[2]) {
  const struct sm_grid *grid = &job->domain->grid;
  const struct sm_degrees_domain domain = {
      .crs = &job->domain->crs,
      .origin = {grid->origin[0], grid->origin[1]},
      .size = {sm_axis_length(&grid->axis[0]), sm_axis_length(&grid->axis[1])}};
  char who[400];
  snprintf(who, sizeof who, "%s:%d: error: %s \"%.60s\"", job->c->path, thing->line, thing->kind,
           thing->name);
  return sm_degrees_refuse(job->ctx, &domain, place, who);
}

/* Converts a position of the case to m from the south-west corner of the grid. */
enum sm_status sm_place_convert(struct sm_place_check *job, const struct sm_placed *thing,
                                int position, const double from[2], double xy[2]) {
  const double margin = job->c->domain.margin;
  const struct sm_grid *grid = &job->domain->grid;
  const bool local = position == (int)SM_POSITION_LOCAL;
  memcpy(xy, from, 2 * sizeof *xy);
  if (position == (int)SM_POSITION_NONE) return SM_OK;
  if (position == (int)SM_POSITION_LATLON) {
    const enum sm_status status = sm_gis_project(job->ctx, &job->domain->crs, from[0], from[1], xy);
    if (status != SM_OK)
      return sm_fail_add(job->ctx, status, "%s:%d: of %s \"%.60s\"", job->c->path, thing->line,
                         thing->kind, thing->name);
  }
  for (int d = 0; d < 2; d++) xy[d] += local ? margin : -grid->origin[d];
  return local ? refuse_degrees(job, thing, from) : SM_OK;
}

/* Hint for a position outside the domain; xy is relative to the corner of the margin. */
static const char *hint_of(const struct sm_place_check *job, const double xy[2]) {
  const double margin = job->c->domain.margin, place[2] = {xy[0] - margin, xy[1] - margin};
  return sm_degrees_hint(&job->domain->crs, place);
}

/* Reports a position outside the fluid; `what` names the end of a line: "begins ", "ends ". */
void sm_place_check_air(struct sm_place_check *job, const struct sm_placed *thing, const char *what,
                        const double xy[2], double height) {
  const struct sm_axis *axis = job->domain->grid.axis;
  double level;
  switch (sm_point_locate_above(job->domain, xy, height, &level)) {
  case SM_POINT_OUTSIDE:
    sm_place_report(
        job, thing,
        "%soutside of the domain: at x = %.6g m, y = %.6g m from the corner of its margin, of "
        "%.6g m by %.6g m%s",
        what, xy[0], xy[1], sm_axis_length(&axis[0]), sm_axis_length(&axis[1]), hint_of(job, xy));
    break;
  case SM_POINT_ABOVE_TOP:
    sm_place_report(
        job, thing,
        "%sabove the domain top: %.6g m above the ground, where the domain top is at %.6g m\n"
        "help: raise domain.height",
        what, height, sm_domain_top(job->domain) - sm_domain_ground(job->domain, xy[0], xy[1]));
    break;
  case SM_POINT_IN_BUILDING:
    sm_place_report(
        job, thing, "%sinside a building: %.6g m above the ground, where a roof is at %.6g m", what,
        height, (double)job->domain->building[sm_domain_column(job->domain, xy[0], xy[1])]);
    break;
  default: break;
  }
}

/* Reports a centre outside the lateral boundaries; solids are checked for the whole object. */
void sm_place_check_inside(struct sm_place_check *job, const struct sm_placed *thing,
                           const double xy[2]) {
  const struct sm_axis *axis = job->domain->grid.axis;
  double level;
  if (sm_point_locate_above(job->domain, xy, 0, &level) == SM_POINT_OUTSIDE)
    sm_place_report(
        job, thing,
        "has its middle outside of the domain: at x = %.6g m, y = %.6g m from the corner of its "
        "margin, of %.6g m by %.6g m%s",
        xy[0], xy[1], sm_axis_length(&axis[0]), sm_axis_length(&axis[1]), hint_of(job, xy));
}
