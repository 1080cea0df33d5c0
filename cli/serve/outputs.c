/* outputs.c - processes and their outputs: files that a run leaves, by the ends of their names. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

static const char netcdf[] = "application/netcdf", geojson[] = "application/geo+json";
static const char zarr[] = "application/vnd+zarr";
static const char geotiff[] = "image/tiff; application=geotiff; profile=cloud-optimized";

#define MAPS                                                                                       \
  { true, true, true, true }
#define OWN                                                                                        \
  { true, false, false, false }
const struct cli_output cli_outputs[] = {
    {"wind", ".nc", netcdf, "wind and fields on the grid at all times", MAPS},
    {"mean", "_mean.nc", netcdf, "means over time of a flow", MAPS},
    {"statistics", "_statistics.nc", netcdf, "statistics of a wind rose or a series of winds",
     MAPS},
    {"plume", "_plume.nc", netcdf, "concentrations, doses and deposition of particles", MAPS},
    {"ensemble", "_ensemble.nc", netcdf, "probability of exceedance of an ensemble of a release",
     MAPS},
    {"trajectories",
     "_trajectories.nc",
     netcdf,
     "trajectories of particles",
     {true, false, true, true}},
    {"areas", "_areas.geojson", geojson, "hazard areas of the plume, by 'simoom hazard'", OWN},
    {"stac", "_stac.json", geojson, "STAC item with the files of the run as assets", OWN},
    {"summary", "_run.json", "application/json", "summary of the run", OWN},
    {"log", NULL, "text/plain", "messages of the run, warnings among them", OWN},
};
const int cli_output_count = sizeof cli_outputs / sizeof *cli_outputs;

const struct cli_process_text cli_processes[CLI_PROCESSES] = {
    [CLI_PROCESS_RUN] = {"run", "run of a case",
                         "Computes the wind, flow or dispersion of a case, as 'simoom run' does"},
    [CLI_PROCESS_RELEASE] = {"release", "release in a library of winds",
                             "Plume of a release in a library of winds that an earlier run has "
                             "made, as 'simoom release' computes it"}};

enum cli_process cli_process_find(const char *name) {
  int n = 0;
  while (n < CLI_PROCESSES && strcmp(cli_processes[n].name, name) != 0) n++;
  return (enum cli_process)n;
}

const char *const cli_release_set[] = {"wind.model=library", "wind.library.file=" CLI_LIBRARY};
const int cli_release_sets = sizeof cli_release_set / sizeof *cli_release_set;

int cli_output_find(const char *name) {
  for (int n = 0; n < cli_output_count; n++)
    if (strcmp(cli_outputs[n].name, name) == 0) return n;
  return -1;
}

const char *cli_output_type(int output, enum cli_format format) {
  return format == CLI_FORMAT_GEOTIFF   ? geotiff
         : format == CLI_FORMAT_GEOJSON ? geojson
         : format == CLI_FORMAT_ZARR    ? zarr
                                        : cli_outputs[output].type;
}

int cli_output_format(int output, const char *type) {
  const size_t length = strcspn(type, "; ");
  for (int f = 0; f < CLI_FORMATS; f++) {
    const char *own = cli_output_type(output, (enum cli_format)f);
    if (cli_outputs[output].formats[f] && strcspn(own, ";") == length &&
        strncmp(own, type, length) == 0)
      return f;
  }
  return -1;
}

bool cli_find_ending(const char *folder, const char *ending, char *prefix, size_t size) {
  const size_t end = strlen(ending);
  bool found = false;
  DIR *all = opendir(folder);
  if (all == NULL) return false;
  for (const struct dirent *one = readdir(all); one != NULL && !found; one = readdir(all)) {
    const size_t length = strlen(one->d_name);
    found = length > end && strcmp(one->d_name + length - end, ending) == 0 && length - end < size;
    if (found) snprintf(prefix, size, "%.*s", (int)(length - end), one->d_name);
  }
  closedir(all);
  return found;
}

bool cli_output_file(const struct cli_service *service, const struct cli_job *job, int output,
                     enum cli_format format, char *out, size_t size) {
  static const char *const endings[CLI_FORMATS] = {"", "_export.tif", "_export.geojson",
                                                   "_export.zarr"};
  char folder[CLI_PATH], path[CLI_PATH + 512], prefix[256], name[400];
  const char *ending = cli_outputs[output].ending;
  if (ending == NULL) {
    snprintf(out, size, "log");
    return true;
  }
  cli_job_path(service, job, "out", folder, sizeof folder);
  if (!cli_find_ending(folder, "_run.json", prefix, sizeof prefix)) return false;
  const size_t length = strlen(ending) - (format != CLI_FORMAT_OWN ? strlen(".nc") : 0);
  snprintf(name, sizeof name, "%s%.*s%s", prefix, (int)length, ending, endings[format]);
  snprintf(out, size, "out/%s", name);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return access(path, R_OK) == 0;
}

const char *cli_media_type(const char *name) {
  static const char *const types[][2] = {{".nc", netcdf},
                                         {"_stac.json", geojson},
                                         {".json", "application/json"},
                                         {".geojson", geojson},
                                         {".tif", geotiff},
                                         {".csv", "text/csv"},
                                         {".zarr", zarr},
                                         {".png", "image/png"},
                                         {".txt", "text/plain"},
                                         {".qml", "application/xml"},
                                         {".vti", "application/xml"},
                                         {".vtr", "application/xml"},
                                         {".pvd", "application/xml"}};
  const size_t length = strlen(name);
  for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
    const size_t end = strlen(types[n][0]);
    if (length > end && strcmp(name + length - end, types[n][0]) == 0) return types[n][1];
  }
  return "application/octet-stream";
}
