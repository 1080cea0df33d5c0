#define _DEFAULT_SOURCE /* for wait4 */
#include "child.h"

#include "cli/session/signals.h"
#include "cli/session/terminal.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

/* Starts the program; returns 0 or an errno. */
static int start(const char *const *arguments, const char *out, const char *err, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  const int create = O_WRONLY | O_CREAT | O_TRUNC;
  error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addopen(&actions, 1, out, create, 0600);
  if (error == 0) error = posix_spawn_file_actions_addopen(&actions, 2, err, create, 0600);
  union { /* posix_spawn expects char *const[], but does not modify the arguments */
    const char *const *given;
    char *const *wanted;
  } argv = {arguments};
  if (error == 0) error = posix_spawn(pid, "/proc/self/exe", &actions, NULL, argv.wanted, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/* Waits for the end of a program; returns false with errno. */
static bool wait_for(pid_t pid, const struct cli_child_watch *watch, int *status,
                     struct rusage *usage) {
  const struct timespec moment = {.tv_nsec = 100000000};
  pid_t ended;
  do {
    ended = wait4(pid, status, watch != NULL ? WNOHANG : 0, usage);
    if (ended != 0 || watch == NULL) continue;
    watch->look(watch->user);
    nanosleep(&moment, NULL);
  } while (ended == 0 || (ended < 0 && errno == EINTR));
  return ended > 0;
}

bool cli_child_run(const char *const *arguments, const char *out, const char *err,
                   const struct cli_child_watch *watch, struct cli_child *child) {
  *child = (struct cli_child){0};
  const double begin = cli_clock();
  pid_t pid;
  const int error = start(arguments, out, err, &pid);
  if (error != 0) {
    errno = error;
    return false;
  }
  int status;
  struct rusage usage;
  cli_signals_child(pid);
  const bool ended = wait_for(pid, watch, &status, &usage);
  cli_signals_child(0);
  if (!ended) return false;
  child->wall = cli_clock() - begin;
  child->cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  child->peak = (uint64_t)usage.ru_maxrss * 1024;
  child->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  child->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return true;
}
