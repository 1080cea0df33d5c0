#include "domain/positions.h"

#include "case/toml/value.h"
#include <stdio.h>
#include <string.h>

static const double rounding = 1e-9; /* of a place on a side, part of the extent */
static const double doubtful = 20e3; /* m: degrees of few digits lie so far beside the domain */

/* Places in metres that may be degrees: the first, and how many. */
struct doubts {
  const struct sm_case_location *first;
  double degrees[2];
  int count;
};

/* Degrees in place of metres. */
static enum sm_status check_degrees(struct sm_context *ctx, const struct sm_domain_map *map,
                                    const struct sm_case_location *place,
                                    struct sm_position_problem *out) {
  bool found;
  double degrees[2], xy[2];
  char metres[72] = "";
  if (place->has_unit) return SM_OK;
  SM_TRY(sm_degrees_find(ctx, map, place->at, 0, &found, degrees, xy));
  if (!found) return SM_OK;
  snprintf(out->text, sizeof out->text,
           "is at %.8g m, %.8g m, but as degrees this is in the domain", place->at[0],
           place->at[1]);
  out->degrees = true;
  if (place->label != NULL) /* not of a table in another file, which has no units */
    snprintf(metres, sizeof metres, "; if they are metres write [\"%.8g m\", \"%.8g m\"]",
             place->at[0], place->at[1]);
  if (place->has_degrees)
    snprintf(out->help, sizeof out->help,
             "these look like degrees: give latitude = %.8g and longitude = %.8g%s", degrees[0],
             degrees[1], metres);
  else
    snprintf(out->help, sizeof out->help,
             "these look like degrees: in metres from the south-west corner of the domain it is "
             "[%.1f, %.1f]%s",
             xy[0] - map->margin, xy[1] - map->margin, metres);
  return SM_OK;
}

static void set_help(const struct sm_domain_map *map, const struct sm_case_location *place,
                     struct sm_position_problem *out) {
  const bool metres = place->coordinates == (int)SM_COORDINATES_DOMAIN;
  const char *help = "another place, or a larger domain.size or domain.margin";
  if (metres && sm_degrees_suspected(place->at))
    help = map->crs->local      ? "are these degrees? With crs = \"local\" places are in metres"
           : place->has_degrees ? "are these degrees? A position is in metres; latitude and "
                                  "longitude are keys of their own"
                                : "are these degrees? This place is in metres";
  snprintf(out->help, sizeof out->help, "%s", help);
}

static void check_sides(const struct sm_domain_map *map, const struct sm_case_location *place,
                        const double xy[2], struct sm_position_problem *out) {
  for (int d = 0; d < 2; d++) {
    const double slack = rounding * map->size[d], low = -map->margin;
    if (xy[d] >= -slack && xy[d] <= map->size[d] + slack) continue;
    snprintf(out->text, sizeof out->text,
             "is outside the domain: %c = %.6g m, but the domain is from %.6g to %.6g m", "xy"[d],
             xy[d] + low, 0 + low, map->size[d] + low);
    set_help(map, place, out);
    return;
  }
}

enum sm_status sm_position_check(struct sm_context *ctx, const struct sm_domain_map *map,
                                 const struct sm_case_location *place,
                                 struct sm_position_problem *out) {
  double xy[2];
  *out = (struct sm_position_problem){.degrees = false};
  if (place->coordinates == (int)SM_COORDINATES_DOMAIN) SM_TRY(check_degrees(ctx, map, place, out));
  if (out->text[0] != '\0' || !place->in_domain) return SM_OK;
  SM_TRY(sm_position_on_grid(ctx, map, place->coordinates, place->at, xy));
  check_sides(map, place, xy, out);
  return SM_OK;
}

/* The overview of a library of winds has whole coarse columns only. */
static void explain_overview(const struct sm_case *c, const struct sm_domain_map *map,
                             struct sm_position_problem *out) {
  if (c->wind_source.file.overview && out->text[0] != '\0' && !out->degrees)
    snprintf(out->help, sizeof out->help,
             "a coarse answer has whole coarse cells only and ends at x = %.6g m, y = %.6g m; the "
             "full answer, without --coarse, reaches to the ends of the library",
             map->size[0] - map->margin, map->size[1] - map->margin);
}

/* A height beyond a domain whose height the case tells. */
static void check_height(const struct sm_case *c, const struct sm_case_location *place,
                         struct sm_position_problem *out) {
  const double top = c->domain.height, z = place->at[2];
  if (out->text[0] != '\0' || !place->in_domain || !(z < 0 || z > top)) return;
  snprintf(out->text, sizeof out->text, "is outside the domain: z = %.6g m", z);
  snprintf(out->help, sizeof out->help,
           z < 0 ? "a height above the ground" : "raise domain.height");
}

/* Counts a place in metres whose numbers, as degrees, are not in the domain but not far from it:
 * degrees rounded to one or two decimals, or of a neighbouring place. */
static enum sm_status doubt(struct sm_context *ctx, const struct sm_domain_map *map,
                            const struct sm_case_location *place, struct doubts *out) {
  bool found;
  double degrees[2], xy[2];
  if (place->coordinates != (int)SM_COORDINATES_DOMAIN || place->has_unit ||
      !sm_degrees_suspected(place->at))
    return SM_OK;
  SM_TRY(sm_degrees_find(ctx, map, place->at, doubtful, &found, degrees, xy));
  if (!found || out->count++ > 0) return SM_OK;
  out->first = place;
  memcpy(out->degrees, degrees, sizeof degrees);
  return SM_OK;
}

static void warn_of_doubts(struct sm_context *ctx, const struct sm_case *c,
                           const struct doubts *doubts) {
  const struct sm_case_location *p = doubts->first;
  char where[256], number[24] = "", more[64] = "";
  if (doubts->count == 0) return;
  if (p->number > 0) snprintf(number, sizeof number, "[%zu]", p->number);
  if (p->span.source > 0)
    snprintf(where, sizeof where, "--set %.240s", c->set[p->span.source - 1]);
  else
    snprintf(where, sizeof where, "%.200s:%d:%d", c->path, p->span.line, p->span.column);
  if (doubts->count > 1)
    snprintf(more, sizeof more, ", and %d more positions with the same fault", doubts->count - 1);
  sm_warn(
      ctx,
      "%s: warning: '%s%s' is taken as %.8g m, %.8g m from the south-west corner of the domain; "
      "as latitude %.8g and longitude %.8g it would be within %g km of the domain%s\n"
      "help: %s",
      where, p->label, number, p->at[0], p->at[1], doubts->degrees[0], doubts->degrees[1],
      doubtful * 1e-3, more,
      p->has_degrees ? "if these are degrees: latitude and longitude are keys of their own"
                     : "if these are degrees: this place is in metres");
}

enum sm_status sm_positions_check(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain_map *map) {
  SM_SCOPED_BY(sm_report_free)
  struct sm_problem_report report = {
      .name = c->path, .text = c->text, .size = strlen(sm_case_text(c)), .set = c->set};
  struct doubts doubts = {0};
  enum sm_status status = SM_OK;
  for (const struct sm_case_location *p = c->location; p != NULL && status == SM_OK; p = p->next) {
    struct sm_position_problem problem;
    char number[24] = "";
    status = sm_position_check(ctx, map, p, &problem);
    if (status != SM_OK) status = sm_fail_add(ctx, status, "%s: of '%s'", c->path, p->label);
    if (status == SM_OK) explain_overview(c, map, &problem);
    if (status == SM_OK) check_height(c, p, &problem);
    if (status == SM_OK && problem.text[0] == '\0') status = doubt(ctx, map, p, &doubts);
    if (status != SM_OK || problem.text[0] == '\0') continue;
    if (p->number > 0) snprintf(number, sizeof number, "[%zu]", p->number);
    sm_report_add(&report, &p->span, problem.help, "'%s%s' %s", p->label, number, problem.text);
  }
  warn_of_doubts(ctx, c, &doubts);
  if (status == SM_OK) status = sm_report_close(ctx, &report);
  return status;
}
