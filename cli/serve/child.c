/* child.c - run of a job: a process of this program in the folder of the job, with limits. */
#define _GNU_SOURCE
#include "internal.h"

#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

enum { ARGUMENTS = 20, TAIL = 1 << 16 };

/* All that the new process needs, made before the fork: after it only async-signal-safe calls are
 * allowed. */
struct plan {
  const char *argument[ARGUMENTS];
  char **environment;
  char folder[CLI_PATH];
  char threads[24];
  bool appends; /* to the log */
  int rules;
  rlim_t memory;
  pid_t parent;
};

/* The environment without what names folders of the server, and with what keeps GDAL to plain
 * files. The strings are not copied. */
static char **make_environment(void) {
  static const char *const without[] = {"SIMOOM_DATA=", "TMPDIR=", "GDAL_SKIP=", "OGR_SKIP="};
  static const char *const with[] = {"TMPDIR=out", "GDAL_SKIP=VRT,WMS,WCS,WMTS,HTTP,PLMOSAIC,EEDA",
                                     "OGR_SKIP=OGR_VRT,WFS,HTTP,OAPIF,CSW,PG,MySQL"};
  const size_t extra = sizeof with / sizeof *with;
  size_t count = 0, used = 0;
  while (environ[count] != NULL) count++;
  char **out = calloc(count + extra + 1, sizeof *out);
  for (size_t n = 0; n < count && out != NULL; n++) {
    bool left_out = false;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
      left_out = left_out || strncmp(environ[n], without[i], strlen(without[i])) == 0;
    if (!left_out) out[used++] = environ[n];
  }
  for (size_t n = 0; n < extra && out != NULL; n++) out[used++] = (char *)(uintptr_t)with[n];
  return out;
}

/* In the new process: never returns. */
static _Noreturn void become(const struct plan *plan, const char *program) {
  const struct rlimit memory = {plan->memory, plan->memory}, core = {0, 0};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setpgid(0, 0);                    /* Ctrl-C is for the service, which ends its runs */
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* no run outlives a killed service */
  const int in = open("/dev/null", O_RDONLY);
  bool good = getppid() == plan->parent && chdir(plan->folder) == 0;
  const int log = open("log", O_WRONLY | O_CREAT | (plan->appends ? O_APPEND : O_TRUNC), 0600);
  good = good && in >= 0 && log >= 0 && dup2(in, 0) == 0 && dup2(log, 1) == 1 && dup2(log, 2) == 2;
  good = good && setrlimit(RLIMIT_CORE, &core) == 0;
  if (plan->memory != RLIM_INFINITY) good = good && setrlimit(RLIMIT_DATA, &memory) == 0;
  if (plan->rules >= 0) good = good && cli_confine_enter(plan->rules);
  union { /* execve expects char *const[], but does not modify the arguments */
    const char *const *given;
    char *const *wanted;
  } argv = {plan->argument};
  if (good) execve(program, argv.wanted, plan->environment);
  _exit(127);
}

/* Whether a run that was stopped or killed has left a checkpoint. */
static bool has_checkpoint(const char *folder) {
  char prefix[CLI_PATH];
  return cli_find_ending(folder, "_checkpoint.nc", prefix, sizeof prefix);
}

static void set_arguments(const struct cli_service *service, const struct cli_job *job, bool resume,
                          struct plan *plan) {
  const struct cli_service_options *o = &service->options;
  int n = 0;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (cores < 1) cores = 1;
  const long share = cores / o->jobs > 1 ? cores / o->jobs : 1;
  snprintf(plan->threads, sizeof plan->threads, "%ld", o->threads > 0 ? o->threads : share);
  static const char *const fixed[] = {"simoom", "run", "case/case.toml", "-o", "out", "-t"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) plan->argument[n++] = fixed[i];
  plan->argument[n++] = plan->threads;
  if (o->device != NULL) plan->argument[n++] = "--device";
  if (o->device != NULL) plan->argument[n++] = o->device;
  if (resume) plan->argument[n++] = "--resume";
  for (int i = 0; i < cli_release_sets && job->kind == CLI_PROCESS_RELEASE; i++) {
    plan->argument[n++] = "--set";
    plan->argument[n++] = cli_release_set[i];
  }
}

/* Starts the process of a plan, whose arguments are set. */
static bool start(const struct cli_service *service, struct cli_job *job, struct plan *plan) {
  plan->parent = getpid();
  plan->memory = service->options.memory_megabytes > 0
                     ? (rlim_t)service->options.memory_megabytes << 20
                     : RLIM_INFINITY;
  cli_job_path(service, job, "", plan->folder, sizeof plan->folder);
  plan->environment = make_environment();
  if (plan->environment == NULL) return false;
  plan->rules = cli_confine_prepare(service->program, plan->folder);
  const pid_t process = fork();
  if (process == 0) become(plan, service->program);
  const int reason = errno;
  if (plan->rules >= 0) close(plan->rules);
  free(plan->environment);
  errno = reason;
  if (process < 0) return false;
  job->process = process;
  return true;
}

bool cli_child_start(const struct cli_service *service, struct cli_job *job) {
  struct plan plan = {.appends = false};
  char out[CLI_PATH];
  cli_job_path(service, job, "out", out, sizeof out);
  const bool resume = has_checkpoint(out);
  if (!resume) cli_scratch_remove(out); /* of an earlier start */
  if (!cli_folder_create(out)) return false;
  set_arguments(service, job, resume, &plan);
  job->converted = 0;
  return start(service, job, &plan);
}

bool cli_child_convert(const struct cli_service *service, struct cli_job *job, const char *from,
                       const char *to) {
  static const char areas[] = "_areas.geojson";
  const size_t length = strlen(to), end = strlen(areas);
  struct plan plan = {.argument = {"simoom", "export", from, "-o", to}, .appends = true};
  const struct plan hazard = {.argument = {"simoom", "hazard", from, "-o", to}, .appends = true};
  if (length > end && strcmp(to + length - end, areas) == 0) plan = hazard;
  return start(service, job, &plan);
}

/* The end of the log of a run; freed with free(). NULL: none. */
static char *read_tail(const struct cli_service *service, const struct cli_job *job) {
  char path[CLI_PATH];
  cli_job_path(service, job, "log", path, sizeof path);
  char *text = calloc(TAIL + 1, 1);
  const int file = text != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) {
    free(text);
    return NULL;
  }
  const off_t size = lseek(file, 0, SEEK_END);
  const ssize_t got = pread(file, text, TAIL, size > TAIL ? size - TAIL : 0);
  close(file);
  text[got > 0 ? got : 0] = '\0';
  return text;
}

void cli_child_complaint(const struct cli_service *service, const struct cli_job *job, char *out,
                         size_t size) {
  char *text = read_tail(service, job);
  out[0] = '\0';
  char *error = text != NULL ? strstr(text, "error:") : NULL;
  while (error != NULL && error > text && error[-1] != '\n') error--;
  if (error != NULL) {
    snprintf(out, size, "%s", error);
    for (size_t end = strlen(out); end > 0 && out[end - 1] == '\n'; end--) out[end - 1] = '\0';
  }
  free(text);
}

void cli_child_progress(const struct cli_service *service, const struct cli_job *job, char *out,
                        size_t size) {
  char *text = read_tail(service, job);
  out[0] = '\0';
  size_t end = text != NULL ? strlen(text) : 0;
  while (end > 0 && text[end - 1] == '\n') text[--end] = '\0';
  const char *last = end > 0 ? strrchr(text, '\n') : NULL;
  if (end > 0) snprintf(out, size, "%s", last != NULL ? last + 1 : text);
  free(text);
}
