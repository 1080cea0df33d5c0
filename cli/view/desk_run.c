#define _POSIX_C_SOURCE 200809L
#include "desk_run.h"

#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

static double monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Folder of a run: that of the result, or the other one. */
static void slot_path(const struct cli_desk_run *run, int slot, const char *name,
                      char out[CLI_DESK_PATH]) {
  snprintf(out, CLI_DESK_PATH, "%s/%d%s%s", run->folder, slot, name[0] != '\0' ? "/" : "", name);
}

void cli_desk_run_path(const struct cli_desk_run *run, const char *name, char out[CLI_DESK_PATH]) {
  slot_path(run, run->slot, name, out);
}

bool cli_desk_run_open(struct cli_desk_run *run, const char *library, const char *population) {
  *run = (struct cli_desk_run){.library = library, .population = population};
  if (!cli_child_program(run->program, sizeof run->program)) return false;
  if (cli_scratch_create("simoom-desk", run->folder, sizeof run->folder)) return true;
  run->folder[0] = '\0';
  return false;
}

void cli_desk_run_close(struct cli_desk_run *run) {
  cli_desk_run_stop(run);
  if (run->folder[0] != '\0') cli_scratch_remove(run->folder);
}

static bool write_text(const char *path, const char *text) {
  struct cli_file file;
  if (!cli_file_open(&file, path)) return false;
  fputs(text, file.stream);
  return cli_file_close(&file);
}

/* Starts the process in the folder that holds no result. */
static pid_t start(const struct cli_desk_run *run, const char *folder) {
  char beside[CLI_CHILD_PATH] = ""; /* files beside a raster belong to it */
  const char *argument[16] = {"simoom", "release", run->library, "release.toml", "-o", "out"};
  const char *const fixed[] = {"--areas", "out/areas.geojson", "--hazard-json", "out/hazard.json"};
  const char *readable[] = {run->library, run->population != NULL ? beside : NULL, NULL};
  int n = 6;
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) argument[n++] = fixed[i];
  if (run->population != NULL) {
    snprintf(beside, sizeof beside, "%s", run->population);
    dirname(beside);
    argument[n++] = "--population";
    argument[n++] = run->population;
  }
  const struct cli_child child = {
      .program = run->program, .folder = folder, .argument = argument, .readable = readable};
  return cli_child_start(&child);
}

bool cli_desk_run_start(struct cli_desk_run *run, const char *text) {
  char folder[CLI_DESK_PATH], path[CLI_DESK_PATH];
  cli_desk_run_stop(run);
  slot_path(run, !run->slot, "", folder);
  cli_scratch_remove(folder);
  slot_path(run, !run->slot, "out", path);
  if (!cli_folder_create(path)) return false;
  slot_path(run, !run->slot, "release.toml", path);
  if (!write_text(path, text)) return false;
  const pid_t process = start(run, folder);
  if (process < 0) return false;
  run->process = process;
  run->number++;
  run->state = CLI_DESK_RUNNING;
  run->start = monotonic();
  run->seconds = 0;
  run->message[0] = '\0';
  return true;
}

void cli_desk_run_stop(struct cli_desk_run *run) {
  if (run->process == 0) return;
  cli_child_signal(run->process, SIGKILL); /* its folder is removed: nothing to put in order */
  while (waitpid(run->process, NULL, 0) < 0 && errno == EINTR) continue;
  run->process = 0;
  run->state = CLI_DESK_STOPPED;
}

void cli_desk_run_fail(struct cli_desk_run *run, const char *message) {
  run->state = CLI_DESK_FAILED;
  snprintf(run->message, sizeof run->message, "%s", message);
}

bool cli_desk_run_tick(struct cli_desk_run *run) {
  char folder[CLI_DESK_PATH];
  int status;
  if (run->process == 0 || waitpid(run->process, &status, WNOHANG) != run->process) return false;
  run->process = 0;
  run->seconds = monotonic() - run->start;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    run->slot = !run->slot;
    run->state = CLI_DESK_DONE;
    run->result = run->number;
    return true;
  }
  run->state = CLI_DESK_FAILED;
  slot_path(run, !run->slot, "", folder);
  cli_child_complaint(folder, run->message, sizeof run->message);
  if (WIFSIGNALED(status))
    snprintf(run->message, sizeof run->message, "the run was ended by signal %d", WTERMSIG(status));
  else if (run->message[0] == '\0')
    snprintf(run->message, sizeof run->message, "the run ended with exit code %d",
             WEXITSTATUS(status));
  return false;
}

void cli_desk_run_facts(const struct cli_desk_run *run, struct sm_facts *facts) {
  static const char *const names[] = {"idle", "running", "done", "failed", "stopped"};
  char folder[CLI_DESK_PATH], line[256] = "";
  const bool running = run->state == CLI_DESK_RUNNING;
  slot_path(run, !run->slot, "", folder);
  if (running) cli_child_progress(folder, line, sizeof line);
  sm_facts_integer(facts, "run", run->number);
  sm_facts_text(facts, "state", names[run->state]);
  sm_facts_text(facts, "progress", line);
  sm_facts_number(facts, "seconds", running ? monotonic() - run->start : run->seconds);
  sm_facts_text(facts, "message", run->message);
  sm_facts_integer(facts, "result", run->result);
}
