/* collections.c - collections of OGC API - Environmental Data Retrieval: winds of finished jobs
 * that have a place on the globe and dates. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char json[] = "application/json";
static const char *const formats[] = {"CoverageJSON", "GeoJSON"};

const struct cli_parameter cli_parameters[CLI_PARAMETERS] = {
    {"wind_speed", "Wind speed, horizontal", "m/s"},
    {"wind_from_direction", "Direction that the wind comes from, from true north", "deg"},
    {"x_wind", "Wind along x of the grid", "m/s"},
    {"y_wind", "Wind along y of the grid", "m/s"},
    {"upward_air_velocity", "Upward wind", "m/s"},
};

const struct sm_result_extent *cli_collection(struct cli_service *service, struct cli_job *job,
                                              char *path, size_t size) {
  char name[512];
  if (job->status != CLI_JOB_SUCCESSFUL || job->removed ||
      !cli_output_file(service, job, 0, CLI_FORMAT_OWN, name, sizeof name))
    return NULL;
  cli_job_path(service, job, name, path, size);
  if (job->extent == NULL) {
    job->extent = calloc(1, sizeof *job->extent);
    if (job->extent == NULL) return NULL;
    if (sm_result_extent(service->ctx, path, job->extent) != SM_OK) job->extent->located = false;
  }
  const struct sm_result_extent *e = job->extent;
  return e->located && e->times > 0 && (e->has_calendar || e->times == 1) ? e : NULL;
}

void cli_add_parameters(struct sm_facts *facts, const char *key,
                        const bool chosen[CLI_PARAMETERS]) {
  char id[128];
  sm_facts_group(facts, key);
  for (int n = 0; n < CLI_PARAMETERS; n++) {
    const struct cli_parameter *p = &cli_parameters[n];
    if (!chosen[n]) continue;
    sm_facts_group(facts, p->name);
    sm_facts_text(facts, "type", "Parameter");
    sm_facts_group(facts, "observedProperty");
    snprintf(id, sizeof id, "http://vocab.nerc.ac.uk/standard_name/%s/", p->name);
    sm_facts_text(facts, "id", id);
    sm_facts_group(facts, "label");
    sm_facts_text(facts, "en", p->label);
    sm_facts_close(facts);
    sm_facts_close(facts);
    sm_facts_group(facts, "unit");
    sm_facts_group(facts, "symbol");
    sm_facts_text(facts, "value", p->unit);
    sm_facts_text(facts, "type", "http://www.opengis.net/def/uom/UCUM/");
    sm_facts_close(facts);
    sm_facts_close(facts);
    sm_facts_close(facts);
  }
  sm_facts_close(facts);
}

static void add_extent(struct sm_facts *facts, const struct sm_result_extent *e) {
  char first[64], last[64];
  sm_facts_group(facts, "extent");
  sm_facts_group(facts, "spatial");
  sm_facts_list(facts, "bbox");
  sm_facts_numbers(facts, NULL, e->bounds, 4);
  sm_facts_close(facts);
  sm_facts_text(facts, "crs", CLI_CRS84);
  sm_facts_close(facts);
  if (e->has_calendar) {
    cli_format_time(e->first, first, sizeof first);
    cli_format_time(e->last, last, sizeof last);
    sm_facts_group(facts, "temporal");
    sm_facts_list(facts, "interval");
    sm_facts_list(facts, NULL);
    sm_facts_text(facts, NULL, first);
    sm_facts_text(facts, NULL, last);
    sm_facts_close(facts);
    sm_facts_close(facts);
    sm_facts_text(facts, "trs", "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian");
    sm_facts_close(facts);
  }
  sm_facts_close(facts);
}

static void add_formats(struct sm_facts *facts, const char *key) {
  sm_facts_list(facts, key);
  for (size_t n = 0; n < sizeof formats / sizeof *formats; n++)
    sm_facts_text(facts, NULL, formats[n]);
  sm_facts_close(facts);
}

/* The query "position" and what it takes. */
static void add_queries(struct sm_facts *facts, const char *base, const char *id) {
  char href[CLI_PATH];
  snprintf(href, sizeof href, "%.2000s/collections/%s/position", base, id);
  sm_facts_group(facts, "data_queries");
  sm_facts_group(facts, "position");
  sm_facts_group(facts, "link");
  sm_facts_text(facts, "href", href);
  sm_facts_text(facts, "rel", "data");
  sm_facts_group(facts, "variables");
  sm_facts_text(facts, "title", "wind at a position");
  sm_facts_text(facts, "query_type", "position");
  add_formats(facts, "output_formats");
  sm_facts_text(facts, "default_output_format", formats[0]);
  sm_facts_list(facts, "crs_details");
  sm_facts_group(facts, NULL);
  sm_facts_text(facts, "crs", "CRS84");
  sm_facts_text(facts, "wkt",
                "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,"
                "298.257223563]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\","
                "0.0174532925199433]]");
  sm_facts_close(facts);
  sm_facts_close(facts);
  for (int n = 0; n < 4; n++) sm_facts_close(facts);
}

static void add_collection(struct sm_facts *facts, const struct cli_job *job,
                           const struct sm_result_extent *e, const char *base) {
  static const bool every[CLI_PARAMETERS] = {true, true, true, true, true};
  char path[128], made[64];
  cli_format_time(job->finished, made, sizeof made);
  snprintf(path, sizeof path, "wind of the job that ended at %s", made);
  sm_facts_text(facts, "id", job->id);
  sm_facts_text(facts, "title", path);
  sm_facts_text(facts, "description", "Wind at a height above the ground; z in m, default 10");
  add_extent(facts, e);
  sm_facts_list(facts, "crs");
  sm_facts_text(facts, NULL, "CRS84");
  sm_facts_close(facts);
  add_formats(facts, "output_formats");
  add_queries(facts, base, job->id);
  cli_add_parameters(facts, "parameter_names", every);
  sm_facts_list(facts, "links");
  snprintf(path, sizeof path, "/collections/%s", job->id);
  cli_add_link(facts, base, path, "self", json, "this collection");
  snprintf(path, sizeof path, "/collections/%s/position", job->id);
  cli_add_link(facts, base, path, "data", CLI_COVERAGE,
               "wind at a position, with coords=POINT(...)");
  snprintf(path, sizeof path, "/jobs/%s", job->id);
  cli_add_link(facts, base, path, "via", json, "the job");
  sm_facts_close(facts);
}

void cli_get_collection(struct cli_service *service, struct cli_job *job, const char *base,
                        struct cli_http_answer *answer) {
  char path[CLI_PATH];
  struct sm_facts facts = {0};
  const struct sm_result_extent *e = cli_collection(service, job, path, sizeof path);
  if (e == NULL) {
    cli_put_problem(answer, 404, NULL, "the job has no wind with a place on the globe and dates");
    return;
  }
  add_collection(&facts, job, e, base);
  cli_put_facts(answer, 200, &facts);
}

/* Reads "west,south,east,north"; NULL is everything. */
static bool read_box(const char *text, double box[4]) {
  static const double all[4] = {-HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
  int used = 0;
  memcpy(box, all, sizeof all);
  return text == NULL ||
         (sscanf(text, "%lf,%lf,%lf,%lf%n", &box[0], &box[1], &box[2], &box[3], &used) == 4 &&
          text[used] == '\0' && box[0] <= box[2] && box[1] <= box[3]);
}

void cli_get_collections(struct cli_service *service, const struct cli_http_request *request,
                         const char *base, struct cli_http_answer *answer) {
  char path[CLI_PATH];
  double box[4], from = -HUGE_VAL, to = HUGE_VAL;
  struct sm_facts facts = {0};
  const char *time = cli_http_query(request, "datetime");
  if (!read_box(cli_http_query(request, "bbox"), box) ||
      (time != NULL && !cli_read_interval(time, &from, &to))) {
    cli_put_problem(answer, 400, NULL,
                    "bbox is west,south,east,north in degrees, datetime a time or an interval");
    return;
  }
  sm_facts_list(&facts, "collections");
  for (size_t n = service->jobs; n-- > 0;) {
    struct cli_job *job = service->job[n];
    const struct sm_result_extent *e = cli_collection(service, job, path, sizeof path);
    const bool inside = e != NULL && e->bounds[0] <= box[2] && e->bounds[2] >= box[0] &&
                        e->bounds[1] <= box[3] && e->bounds[3] >= box[1];
    if (!inside || (time != NULL && !(e->has_calendar && e->first <= to && e->last >= from)))
      continue;
    sm_facts_group(&facts, NULL);
    add_collection(&facts, job, e, base);
    sm_facts_close(&facts);
  }
  sm_facts_close(&facts);
  sm_facts_list(&facts, "links");
  cli_add_link(&facts, base, "/collections", "self", json, "this document");
  sm_facts_close(&facts);
  cli_put_facts(answer, 200, &facts);
}
