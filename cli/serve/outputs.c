/* outputs.c - outputs of the process `run`: files that a run leaves, by the ends of their names. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

static const char netcdf[] = "application/netcdf";

const struct cli_output cli_outputs[] = {
    {"wind", ".nc", netcdf, "wind and fields on the grid at all times"},
    {"mean", "_mean.nc", netcdf, "means over time of a flow"},
    {"statistics", "_statistics.nc", netcdf, "statistics of a wind rose or a series of winds"},
    {"plume", "_plume.nc", netcdf, "concentrations, doses and deposition of particles"},
    {"trajectories", "_trajectories.nc", netcdf, "trajectories of particles"},
    {"summary", "_run.json", "application/json", "summary of the run"},
    {"log", NULL, "text/plain", "messages of the run, warnings among them"},
};
const int cli_output_count = sizeof cli_outputs / sizeof *cli_outputs;

/* Prefix of the output files: that of <prefix>_run.json, which every run leaves. */
static bool find_prefix(const char *folder, char *out, size_t size) {
  static const char ending[] = "_run.json";
  const size_t end = strlen(ending);
  bool found = false;
  DIR *all = opendir(folder);
  if (all == NULL) return false;
  for (const struct dirent *one = readdir(all); one != NULL && !found; one = readdir(all)) {
    const size_t length = strlen(one->d_name);
    found = length > end && strcmp(one->d_name + length - end, ending) == 0 && length - end < size;
    if (found) snprintf(out, size, "%.*s", (int)(length - end), one->d_name);
  }
  closedir(all);
  return found;
}

bool cli_output_file(const struct cli_service *service, const struct cli_job *job, int output,
                     char *out, size_t size) {
  char folder[CLI_PATH], path[CLI_PATH + 256], prefix[256];
  const char *ending = cli_outputs[output].ending;
  if (ending == NULL) {
    snprintf(out, size, "log");
    return true;
  }
  cli_job_path(service, job, "out", folder, sizeof folder);
  if (!find_prefix(folder, prefix, sizeof prefix)) return false;
  snprintf(out, size, "out/%s%s", prefix, ending);
  snprintf(path, sizeof path, "%s/%s%s", folder, prefix, ending);
  return access(path, R_OK) == 0;
}

const char *cli_media_type(const char *name) {
  static const char *const types[][2] = {{".nc", netcdf},
                                         {".json", "application/json"},
                                         {".geojson", "application/geo+json"},
                                         {".tif", "image/tiff"},
                                         {".csv", "text/csv"},
                                         {".png", "image/png"},
                                         {".txt", "text/plain"},
                                         {".qml", "application/xml"},
                                         {".vti", "application/xml"},
                                         {".pvd", "application/xml"}};
  const size_t length = strlen(name);
  for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
    const size_t end = strlen(types[n][0]);
    if (length > end && strcmp(name + length - end, types[n][0]) == 0) return types[n][1];
  }
  return "application/octet-stream";
}
