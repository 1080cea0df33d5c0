/* stac.c - STAC item (SpatioTemporal Asset Catalog 1.0.0) of the results of a job. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/session/file.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Place and times of the first file of maps that the run has left; false: none has them. Those of
 * the wind are kept with the job. */
static bool read_extent(struct cli_service *service, struct cli_job *job,
                        struct sm_result_extent *out) {
  char name[512], path[CLI_PATH];
  for (int output = 0; output < cli_output_count; output++) {
    if (!cli_outputs[output].formats[CLI_FORMAT_GEOTIFF] ||
        !cli_output_file(service, job, output, CLI_FORMAT_OWN, name, sizeof name))
      continue;
    cli_job_path(service, job, name, path, sizeof path);
    if (sm_result_extent(service->ctx, path, out) != SM_OK) continue;
    if (output == 0 && job->extent == NULL) job->extent = malloc(sizeof *job->extent);
    if (output == 0 && job->extent != NULL) *job->extent = *out;
    return true;
  }
  return false;
}

/* Outline as a polygon, and its box; without a place on the globe null. */
static void add_geometry(struct sm_facts *facts, const struct sm_result_extent *e) {
  if (e == NULL || !e->located) {
    sm_facts_null(facts, "geometry");
    return;
  }
  sm_facts_group(facts, "geometry");
  sm_facts_text(facts, "type", "Polygon");
  sm_facts_list(facts, "coordinates");
  sm_facts_list(facts, NULL);
  for (int n = 0; n <= 4; n++) sm_facts_numbers(facts, NULL, e->corner[n % 4], 2);
  sm_facts_close(facts);
  sm_facts_close(facts);
  sm_facts_close(facts);
  sm_facts_numbers(facts, "bbox", e->bounds, 4);
}

static void add_time(struct sm_facts *facts, const char *key, double seconds) {
  char text[64];
  cli_format_time(seconds, text, sizeof text);
  sm_facts_text(facts, key, text);
}

/* Times of the results; of a case without a date the time of the run. */
static void add_properties(struct sm_facts *facts, const struct cli_job *job,
                           const struct sm_result_extent *e) {
  const bool dated = e != NULL && e->has_calendar && e->times > 0;
  const bool several = dated && e->times > 1;
  sm_facts_group(facts, "properties");
  if (several) {
    sm_facts_null(facts, "datetime");
    add_time(facts, "start_datetime", e->first);
    add_time(facts, "end_datetime", e->last);
  } else {
    add_time(facts, "datetime", dated ? e->first : cli_now());
  }
  add_time(facts, "created", cli_now());
  sm_facts_text(facts, "simoom:version", sm_version());
  sm_facts_text(facts, "simoom:job", job->id);
  if (e != NULL && e->crs[0] != '\0') sm_facts_text(facts, "simoom:crs", e->crs);
  sm_facts_close(facts);
}

/* Adds a file as an asset, with an address relative to that of the item. */
static void add_asset(struct sm_facts *facts, const char *name) {
  char href[300];
  const char *type = cli_media_type(name);
  snprintf(href, sizeof href, "./%s", name);
  sm_facts_group(facts, name);
  sm_facts_text(facts, "href", href);
  sm_facts_text(facts, "type", type);
  sm_facts_list(facts, "roles");
  sm_facts_text(facts, NULL, strcmp(type, "application/json") == 0 ? "metadata" : "data");
  sm_facts_close(facts);
  sm_facts_close(facts);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_assets(struct sm_facts *facts, const char *folder) {
  char **names = NULL;
  size_t count = 0;
  DIR *all = opendir(folder);
  sm_facts_group(facts, "assets");
  for (const struct dirent *one = all != NULL ? readdir(all) : NULL; one != NULL;
       one = readdir(all)) {
    char **larger = realloc(names, (count + 1) * sizeof *names);
    if (larger == NULL) break;
    names = larger;
    if (cli_file_name_is_good(one->d_name) && (names[count] = strdup(one->d_name)) != NULL) count++;
  }
  if (all != NULL) closedir(all);
  if (count > 0) qsort(names, count, sizeof *names, by_name);
  for (size_t n = 0; n < count; n++) {
    add_asset(facts, names[n]);
    free(names[n]);
  }
  free(names);
  sm_facts_close(facts);
}

static void add_item(struct sm_facts *facts, const struct cli_job *job,
                     const struct sm_result_extent *e, const char *folder) {
  sm_facts_text(facts, "type", "Feature");
  sm_facts_text(facts, "stac_version", "1.0.0");
  sm_facts_text(facts, "id", job->id);
  add_geometry(facts, e);
  add_properties(facts, job, e);
  sm_facts_list(facts, "links");
  sm_facts_close(facts);
  add_assets(facts, folder);
}

void cli_stac_write(struct cli_service *service, struct cli_job *job) {
  char folder[CLI_PATH], name[512] = "", path[CLI_PATH];
  struct sm_result_extent extent;
  struct sm_facts facts = {0};
  struct cli_file file;
  int stac = 0;
  while (strcmp(cli_outputs[stac].name, "stac") != 0) stac++;
  cli_job_path(service, job, "out", folder, sizeof folder);
  cli_output_file(service, job, stac, CLI_FORMAT_OWN, name, sizeof name);
  if (name[0] == '\0') return; /* no summary, and so no results */
  cli_job_path(service, job, name, path, sizeof path);
  add_item(&facts, job, read_extent(service, job, &extent) ? &extent : NULL, folder);
  char *text = sm_facts_json(&facts, true);
  sm_facts_free(&facts);
  errno = ENOMEM;
  bool good = text != NULL && cli_file_open(&file, path);
  if (good) good = (fputs(text, file.stream) >= 0) & cli_file_close(&file);
  if (!good)
    cli_session_error(service->session, SM_ERR_IO, "%s: error: cannot be written: %s", path,
                      strerror(errno));
  free(text);
}
