/* position.c - position query of OGC API - EDR: the wind of a job at a point, at heights above the
 * ground and times, as CoverageJSON or GeoJSON. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <math.h>
#include <simoom/output.h>
#include <stdlib.h>
#include <string.h>

enum { HEIGHTS = 200, TIMES = 1000 }; /* of an answer */

struct query {
  double longitude, latitude, x, y;
  double height[HEIGHTS]; /* m above the ground */
  int heights;
  int time[TIMES]; /* indices */
  double when[TIMES];
  int times;
  bool chosen[CLI_PARAMETERS];
  bool points; /* GeoJSON */
};

static const char bad_heights[] =
    "z is a height above the ground in m, a list \"2,10,50\", or \"Rn/lowest/step\"; 200 at most";

static bool read_point(const char *text, struct query *q) {
  int used = 0;
  return text != NULL &&
         sscanf(text, " POINT ( %lf %lf ) %n", &q->longitude, &q->latitude, &used) == 2 &&
         used > 0 && text[used] == '\0' && fabs(q->longitude) <= 360 && fabs(q->latitude) <= 90;
}

static bool read_heights(const char *text, struct query *q) {
  int count, used = 0;
  double lowest, step;
  if (text == NULL) text = "10";
  if (sscanf(text, "R%d/%lf/%lf%n", &count, &lowest, &step, &used) == 3 && text[used] == '\0') {
    if (count < 1 || count > HEIGHTS) return false;
    for (q->heights = 0; q->heights < count; q->heights++)
      q->height[q->heights] = lowest + step * q->heights;
  } else {
    for (const char *at = text;; at++) {
      char *end;
      if (q->heights == HEIGHTS) return false;
      q->height[q->heights] = strtod(at, &end);
      if (end == at || (*end != '\0' && *end != ',')) return false;
      q->heights++;
      at = end;
      if (*at == '\0') break;
    }
  }
  for (int n = 0; n < q->heights; n++)
    if (!(q->height[n] >= 0 && q->height[n] < 1e5)) return false;
  return true;
}

static bool read_parameters(const char *list, struct query *q) {
  char name[64];
  for (int n = 0; n < CLI_PARAMETERS; n++) q->chosen[n] = list == NULL;
  while (list != NULL) {
    const size_t length = strcspn(list, ",");
    int found = 0;
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), list);
    while (found < CLI_PARAMETERS && strcmp(cli_parameters[found].name, name) != 0) found++;
    if (found == CLI_PARAMETERS) return false;
    q->chosen[found] = true;
    list = list[length] == ',' ? list + length + 1 : NULL;
  }
  return true;
}

/* Takes the times from..to, or only one, into the query. False: more than an answer has. */
static bool take_times(const double *all, int count, int only, double from, double to,
                       struct query *q) {
  const double rounding = 5e-4; /* s; texts of times have whole milliseconds */
  for (int t = 0; t < count; t++) {
    if (only >= 0 ? t != only : all[t] < from - rounding || all[t] > to + rounding) continue;
    if (q->times == TIMES) return false;
    q->when[q->times] = all[t];
    q->time[q->times++] = t;
  }
  return true;
}

/* Times of the query: an instant, those of an interval, or all. False: the answer says why. */
static bool choose_times(struct cli_service *service, const char *path,
                         const struct sm_result_extent *e, const char *text, struct query *q,
                         struct cli_http_answer *answer) {
  double from = -HUGE_VAL, to = HUGE_VAL;
  int only = -1;
  const bool interval = text != NULL && strchr(text, '/') != NULL;
  if (interval && !cli_read_interval(text, &from, &to)) {
    cli_put_problem(answer, 400, NULL, "datetime is a time or an interval of RFC 3339");
    return false;
  }
  if (text != NULL && !interval && sm_find_time(service->ctx, path, text, &only) != SM_OK) {
    const char *why = strstr(sm_context_message(service->ctx), "error: ");
    cli_put_problem(answer, 400, NULL, "datetime: %s", why != NULL ? why + 7 : "no such time");
    return false;
  }
  double *all = calloc((size_t)e->times, sizeof *all);
  const bool good = all != NULL && sm_result_times(service->ctx, path, all, e->times) == SM_OK;
  if (good && !take_times(all, e->times, only, from, to, q))
    cli_put_problem(answer, 400, NULL, "more than %d times: choose some by datetime", TIMES);
  else if (good && q->times == 0)
    cli_put_problem(answer, 404, NULL, "the wind has no time of this interval");
  free(all);
  return good && answer->code == 0;
}

/* Reads the query; false: the answer says what is wrong. */
static bool read_query(struct cli_service *service, const struct cli_http_request *request,
                       const char *path, const struct sm_result_extent *e, struct query *q,
                       struct cli_http_answer *answer) {
  const char *format = cli_http_query(request, "f"), *crs = cli_http_query(request, "crs");
  const char *wrong = NULL;
  double xy[2];
  q->points = format != NULL && strcmp(format, "GeoJSON") == 0;
  if (!read_point(cli_http_query(request, "coords"), q))
    wrong = "coords is POINT(longitude latitude), in degrees (WGS 84)";
  else if (!read_heights(cli_http_query(request, "z"), q))
    wrong = bad_heights;
  else if (!read_parameters(cli_http_query(request, "parameter-name"), q))
    wrong = "parameter-name is a list of names in parameter_names of the collection";
  else if (format != NULL && !q->points && strcmp(format, "CoverageJSON") != 0)
    wrong = "f is CoverageJSON or GeoJSON";
  else if (crs != NULL && strcmp(crs, "CRS84") != 0 && strcmp(crs, CLI_CRS84) != 0)
    wrong = "crs is CRS84";
  if (wrong != NULL) {
    cli_put_problem(answer, 400, NULL, "%s", wrong);
    return false;
  }
  if (sm_result_place(service->ctx, path, q->longitude, q->latitude, xy) != SM_OK ||
      xy[0] < e->x[0] || xy[0] > e->x[1] || xy[1] < e->y[0] || xy[1] > e->y[1]) {
    cli_put_problem(answer, 404, NULL, "the point lies outside of the domain");
    return false;
  }
  q->x = xy[0];
  q->y = xy[1];
  return choose_times(service, path, e, cli_http_query(request, "datetime"), q, answer);
}

/* Values of the parameters for each time and height. */
static double *read_values(struct cli_service *service, const char *path,
                           const struct sm_result_extent *e, const struct query *q) {
  const size_t heights = (size_t)q->heights;
  double point[HEIGHTS][3], wind[HEIGHTS][3];
  double *values = calloc((size_t)q->times * heights * CLI_PARAMETERS, sizeof *values);
  for (int h = 0; h < q->heights; h++) {
    point[h][0] = q->x;
    point[h][1] = q->y;
    point[h][2] = q->height[h];
  }
  for (int t = 0; t < q->times && values != NULL; t++) {
    if (sm_probe_wind(service->ctx, path, q->time[t], heights, (const double(*)[3])point, wind) !=
        SM_OK) {
      free(values);
      return NULL;
    }
    for (size_t h = 0; h < heights; h++) {
      double *v = values + ((size_t)t * heights + h) * CLI_PARAMETERS;
      v[0] = hypot(wind[h][0], wind[h][1]);
      v[1] = sm_result_direction(wind[h][0], wind[h][1], e->convergence);
      for (int n = 0; n < 3; n++) v[2 + n] = wind[h][n];
    }
  }
  return values;
}

static void add_text_time(struct sm_facts *facts, const char *key, double when) {
  char text[64];
  cli_format_time(when, text, sizeof text);
  sm_facts_text(facts, key, text);
}

/* --- GeoJSON: a feature for each time and height --- */

static void put_features(const struct query *q, const struct sm_result_extent *e,
                         const double *values, struct cli_http_answer *answer) {
  const double place[2] = {q->longitude, q->latitude};
  struct sm_facts facts = {0};
  sm_facts_text(&facts, "type", "FeatureCollection");
  sm_facts_list(&facts, "features");
  for (int n = 0; n < q->times * q->heights; n++) {
    sm_facts_group(&facts, NULL);
    sm_facts_text(&facts, "type", "Feature");
    sm_facts_group(&facts, "geometry");
    sm_facts_text(&facts, "type", "Point");
    sm_facts_numbers(&facts, "coordinates", place, 2);
    sm_facts_close(&facts);
    sm_facts_group(&facts, "properties");
    if (e->has_calendar) add_text_time(&facts, "datetime", q->when[n / q->heights]);
    sm_facts_number(&facts, "height", q->height[n % q->heights]);
    for (int p = 0; p < CLI_PARAMETERS; p++)
      if (q->chosen[p])
        sm_facts_number(&facts, cli_parameters[p].name, values[n * CLI_PARAMETERS + p]);
    sm_facts_close(&facts);
    sm_facts_close(&facts);
  }
  sm_facts_close(&facts);
  cli_put_text(answer, 200, "application/geo+json", sm_facts_json(&facts, true));
  sm_facts_free(&facts);
}

/* --- CoverageJSON --- */

static void add_axis(struct sm_facts *facts, const char *name, const double *values, int count) {
  sm_facts_group(facts, name);
  sm_facts_numbers(facts, "values", values, (size_t)count);
  sm_facts_close(facts);
}

/* Reference system of axes. */
static void add_system(struct sm_facts *facts, const char *first, const char *second,
                       const char *type, const char *key, const char *value) {
  sm_facts_group(facts, NULL);
  sm_facts_list(facts, "coordinates");
  sm_facts_text(facts, NULL, first);
  if (second != NULL) sm_facts_text(facts, NULL, second);
  sm_facts_close(facts);
  sm_facts_group(facts, "system");
  sm_facts_text(facts, "type", type);
  sm_facts_text(facts, key, value);
  sm_facts_close(facts);
  sm_facts_close(facts);
}

static void add_domain(struct sm_facts *facts, const struct query *q,
                       const struct sm_result_extent *e) {
  sm_facts_group(facts, "domain");
  sm_facts_text(facts, "type", "Domain");
  sm_facts_text(facts, "domainType", "Grid");
  sm_facts_group(facts, "axes");
  add_axis(facts, "x", &q->longitude, 1);
  add_axis(facts, "y", &q->latitude, 1);
  add_axis(facts, "z", q->height, q->heights);
  if (e->has_calendar) {
    sm_facts_group(facts, "t");
    sm_facts_list(facts, "values");
    for (int t = 0; t < q->times; t++) add_text_time(facts, NULL, q->when[t]);
    sm_facts_close(facts);
    sm_facts_close(facts);
  }
  sm_facts_close(facts);
  sm_facts_list(facts, "referencing");
  add_system(facts, "x", "y", "GeographicCRS", "id", CLI_CRS84);
  add_system(facts, "z", NULL, "VerticalCRS", "description", "height above the ground, m");
  if (e->has_calendar) add_system(facts, "t", NULL, "TemporalRS", "calendar", "Gregorian");
  sm_facts_close(facts);
  sm_facts_close(facts);
}

static void add_range(struct sm_facts *facts, const struct query *q,
                      const struct sm_result_extent *e, const double *values, int parameter) {
  static const char *const axes[] = {"t", "z", "y", "x"};
  const int64_t shape[] = {q->times, q->heights, 1, 1};
  sm_facts_group(facts, cli_parameters[parameter].name);
  sm_facts_text(facts, "type", "NdArray");
  sm_facts_text(facts, "dataType", "float");
  sm_facts_list(facts, "axisNames");
  for (int n = e->has_calendar ? 0 : 1; n < 4; n++) sm_facts_text(facts, NULL, axes[n]);
  sm_facts_close(facts);
  sm_facts_list(facts, "shape");
  for (int n = e->has_calendar ? 0 : 1; n < 4; n++) sm_facts_integer(facts, NULL, shape[n]);
  sm_facts_close(facts);
  sm_facts_list(facts, "values");
  for (int n = 0; n < q->times * q->heights; n++)
    sm_facts_number(facts, NULL, values[n * CLI_PARAMETERS + parameter]);
  sm_facts_close(facts);
  sm_facts_close(facts);
}

static void put_coverage(const struct query *q, const struct sm_result_extent *e,
                         const double *values, struct cli_http_answer *answer) {
  struct sm_facts facts = {0};
  sm_facts_text(&facts, "type", "Coverage");
  add_domain(&facts, q, e);
  cli_add_parameters(&facts, "parameters", q->chosen);
  sm_facts_group(&facts, "ranges");
  for (int p = 0; p < CLI_PARAMETERS; p++)
    if (q->chosen[p]) add_range(&facts, q, e, values, p);
  sm_facts_close(&facts);
  cli_put_text(answer, 200, CLI_COVERAGE, sm_facts_json(&facts, true));
  sm_facts_free(&facts);
}

void cli_get_position(struct cli_service *service, const struct cli_http_request *request,
                      struct cli_job *job, struct cli_http_answer *answer) {
  char path[CLI_PATH];
  const struct sm_result_extent *e = cli_collection(service, job, path, sizeof path);
  struct query *q = calloc(1, sizeof *q);
  double *values = NULL;
  if (e == NULL)
    cli_put_problem(answer, 404, NULL, "the job has no wind with a place on the globe and dates");
  else if (q != NULL && read_query(service, request, path, e, q, answer))
    values = read_values(service, path, e, q);
  if (values != NULL && q->points)
    put_features(q, e, values, answer);
  else if (values != NULL)
    put_coverage(q, e, values, answer);
  else if (answer->code == 0)
    cli_put_problem(answer, 500, NULL, "the wind cannot be read");
  free(values);
  free(q);
}
