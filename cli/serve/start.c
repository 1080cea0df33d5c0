/* start.c - run of a job: a child process in the folder of the job, with limits. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/child/child.h"
#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS = 20 };

struct arguments {
  const char *item[ARGUMENTS];
  char threads[24];
};

/* Whether a run that was stopped or killed has left a checkpoint. */
static bool has_checkpoint(const char *folder) {
  char prefix[CLI_PATH];
  return cli_find_ending(folder, "_checkpoint.nc", prefix, sizeof prefix);
}

static void set_arguments(const struct cli_service *service, const struct cli_job *job, bool resume,
                          struct arguments *out) {
  const struct cli_service_options *o = &service->options;
  int n = 0;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (cores < 1) cores = 1;
  const long share = cores / o->jobs > 1 ? cores / o->jobs : 1;
  snprintf(out->threads, sizeof out->threads, "%ld", o->threads > 0 ? o->threads : share);
  static const char *const fixed[] = {"simoom", "run", "case/case.toml", "-o", "out", "-t"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) out->item[n++] = fixed[i];
  out->item[n++] = out->threads;
  if (o->device != NULL) out->item[n++] = "--device";
  if (o->device != NULL) out->item[n++] = o->device;
  if (resume) out->item[n++] = "--resume";
  for (int i = 0; i < cli_release_sets && job->kind == CLI_PROCESS_RELEASE; i++) {
    out->item[n++] = "--set";
    out->item[n++] = cli_release_set[i];
  }
}

static bool start(const struct cli_service *service, struct cli_job *job,
                  const char *const *argument, bool appends) {
  char folder[CLI_PATH];
  cli_job_path(service, job, "", folder, sizeof folder);
  const struct cli_child child = {.program = service->program,
                                  .folder = folder,
                                  .argument = argument,
                                  .appends = appends,
                                  .memory_megabytes = service->options.memory_megabytes};
  const pid_t process = cli_child_start(&child);
  if (process < 0) return false;
  job->process = process;
  return true;
}

bool cli_job_start(const struct cli_service *service, struct cli_job *job) {
  struct arguments arguments = {{NULL}, ""};
  char out[CLI_PATH];
  cli_job_path(service, job, "out", out, sizeof out);
  const bool resume = has_checkpoint(out);
  if (!resume) cli_scratch_remove(out); /* of an earlier start */
  if (!cli_folder_create(out)) return false;
  set_arguments(service, job, resume, &arguments);
  job->converted = 0;
  return start(service, job, arguments.item, false);
}

bool cli_job_convert(const struct cli_service *service, struct cli_job *job, const char *from,
                     const char *to) {
  static const char areas[] = "_areas.geojson";
  const size_t length = strlen(to), end = strlen(areas);
  const bool hazard = length > end && strcmp(to + length - end, areas) == 0;
  const char *const argument[] = {"simoom", hazard ? "hazard" : "export", from, "-o", to, NULL};
  return start(service, job, argument, true);
}
