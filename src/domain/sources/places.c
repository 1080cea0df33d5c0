/* Positions of a case in grid coordinates, checked against terrain and buildings. */
#include "domain/positions.h"
#include "domain/sources/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

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

/* Converts a position of the case to m from the south-west corner of the grid. */
enum sm_status sm_place_convert(struct sm_place_check *job, const struct sm_placed *thing,
                                int position, const double from[2], double xy[2]) {
  const struct sm_domain_map map = sm_domain_map(job->c, &job->domain->crs, &job->domain->grid);
  const enum sm_status status =
      sm_position_on_grid(job->ctx, &map, sm_position_coordinates(position), from, xy);
  if (status == SM_OK) return SM_OK;
  return sm_fail_add(job->ctx, status, "%s:%d: of %s \"%.60s\"", job->c->path, thing->line,
                     thing->kind, thing->name);
}

enum sm_status sm_place_check_row(struct sm_place_check *job, const struct sm_placed *thing,
                                  size_t number, int position, const double from[2]) {
  const struct sm_domain_map map = sm_domain_map(job->c, &job->domain->crs, &job->domain->grid);
  const struct sm_case_location place = {.coordinates = sm_position_coordinates(position),
                                         .at = {from[0], from[1], (double)NAN},
                                         .in_domain = true};
  struct sm_position_problem problem;
  SM_TRY(sm_position_check(job->ctx, &map, &place, &problem));
  if (problem.text[0] != '\0')
    sm_place_report(job, thing, "at point %zu of its path %s\nhelp: %s%s", number, problem.text,
                    problem.help,
                    problem.degrees ? ", and coordinates = \"geographic\" is for degrees" : "");
  return SM_OK;
}

/* Reports a position outside the fluid; `what` names the end of a line: "begins ", "ends ". */
void sm_place_check_air(struct sm_place_check *job, const struct sm_placed *thing, const char *what,
                        const double xy[2], double height) {
  double level;
  switch (sm_point_locate_above(job->domain, xy, height, &level)) {
  case SM_POINT_OUTSIDE:
    sm_place_report(job, thing, "%soutside the domain%s", what,
                    job->c->wind_source.file.overview
                        ? "\nhelp: a coarse answer has whole coarse cells only; the full answer, "
                          "without --coarse, reaches to the ends of the library"
                        : "");
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
