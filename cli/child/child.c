/* child.c - run of this program as a child process, with limits. */
#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

enum { TAIL = 1 << 16 };

/* All that the new process needs, made before the fork: after it only async-signal-safe calls are
 * allowed. */
struct plan {
  const struct cli_child *child;
  char **environment;
  int rules;
  rlim_t memory;
  pid_t parent;
};

/* The environment without what names folders of the parent, and with what keeps GDAL to plain
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
static _Noreturn void become(const struct plan *plan) {
  const struct cli_child *child = plan->child;
  const struct rlimit memory = {plan->memory, plan->memory}, core = {0, 0};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setpgid(0, 0);                    /* Ctrl-C is for the parent, which ends its runs */
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* no run outlives a killed parent */
  const int in = open("/dev/null", O_RDONLY);
  bool good = getppid() == plan->parent && chdir(child->folder) == 0;
  const int log = open("log", O_WRONLY | O_CREAT | (child->appends ? O_APPEND : O_TRUNC), 0600);
  good = good && in >= 0 && log >= 0 && dup2(in, 0) == 0 && dup2(log, 1) == 1 && dup2(log, 2) == 2;
  good = good && setrlimit(RLIMIT_CORE, &core) == 0;
  if (plan->memory != RLIM_INFINITY) good = good && setrlimit(RLIMIT_DATA, &memory) == 0;
  if (plan->rules >= 0) good = good && cli_confine_enter(plan->rules);
  union { /* execve expects char *const[], but does not modify the arguments */
    const char *const *given;
    char *const *wanted;
  } argv = {child->argument};
  if (good) execve(child->program, argv.wanted, plan->environment);
  _exit(127);
}

bool cli_child_program(char *out, size_t size) {
  const ssize_t length = readlink("/proc/self/exe", out, size - 1);
  if (length <= 0) return false;
  out[length] = '\0';
  return true;
}

pid_t cli_child_start(const struct cli_child *child) {
  struct plan plan = {.child = child, .parent = getpid()};
  plan.memory = child->memory_megabytes > 0 ? (rlim_t)child->memory_megabytes << 20 : RLIM_INFINITY;
  plan.environment = make_environment();
  if (plan.environment == NULL) return -1;
  plan.rules = cli_confine_prepare(child->program, child->folder, child->readable);
  const pid_t process = fork();
  if (process == 0) become(&plan);
  const int reason = errno;
  if (plan.rules >= 0) close(plan.rules);
  free(plan.environment);
  errno = reason;
  return process;
}

void cli_child_signal(pid_t process, int number) {
  if (kill(-process, number) != 0) kill(process, number);
}

/* The end of the log of a run; freed with free(). NULL: none. */
static char *read_tail(const char *folder) {
  char path[CLI_CHILD_PATH];
  snprintf(path, sizeof path, "%s/log", folder);
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

void cli_child_complaint(const char *folder, char *out, size_t size) {
  char *text = read_tail(folder);
  out[0] = '\0';
  char *error = text != NULL ? strstr(text, "error:") : NULL;
  while (error != NULL && error > text && error[-1] != '\n') error--;
  if (error != NULL) {
    snprintf(out, size, "%s", error);
    for (size_t end = strlen(out); end > 0 && out[end - 1] == '\n'; end--) out[end - 1] = '\0';
  }
  free(text);
}

void cli_child_progress(const char *folder, char *out, size_t size) {
  char *text = read_tail(folder);
  out[0] = '\0';
  size_t end = text != NULL ? strlen(text) : 0;
  while (end > 0 && text[end - 1] == '\n') text[--end] = '\0';
  const char *last = end > 0 ? strrchr(text, '\n') : NULL;
  if (end > 0) snprintf(out, size, "%s", last != NULL ? last + 1 : text);
  free(text);
}
