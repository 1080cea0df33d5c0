/* desk_run.h - runs of a desk: one `simoom release` at a time, as a child process. */
#ifndef CLI_VIEW_DESK_RUN_H
#define CLI_VIEW_DESK_RUN_H

#include "cli/child/child.h"
#include <lab/facts.h>

enum { CLI_DESK_PATH = CLI_CHILD_PATH + 64 };

enum cli_desk_state {
  CLI_DESK_IDLE, /* nothing has been asked for */
  CLI_DESK_RUNNING,
  CLI_DESK_DONE,
  CLI_DESK_FAILED,
  CLI_DESK_STOPPED
};

/* Runs in two folders in turn, so that the last result stays until the next one is there. */
struct cli_desk_run {
  char folder[CLI_CHILD_PATH]; /* of both; "": none yet */
  char program[CLI_CHILD_PATH];
  const char *library, *population; /* absolute paths; population NULL: none */
  enum cli_desk_state state;
  pid_t process;         /* 0: none */
  int number, result;    /* of the latest run, and of that whose result is there; 0: none */
  int slot;              /* folder of the result: 0 or 1 */
  double start, seconds; /* monotonic, s; s that the last one took */
  char message[4096];    /* why it failed */
};

/* Makes the folders; the paths stay the caller's. False with errno. */
bool cli_desk_run_open(struct cli_desk_run *run, const char *library, const char *population);

/* Ends a run that goes on and removes the folders. */
void cli_desk_run_close(struct cli_desk_run *run);

/* Starts the run of a case; an older one that goes on is stopped. False with errno. */
bool cli_desk_run_start(struct cli_desk_run *run, const char *text);

/* Stops a run that goes on. */
void cli_desk_run_stop(struct cli_desk_run *run);

/* Takes the end of a run; true: a new result is there. */
bool cli_desk_run_tick(struct cli_desk_run *run);

/* The last run counts as failed. */
void cli_desk_run_fail(struct cli_desk_run *run, const char *message);

/* Path of a file of the last result. */
void cli_desk_run_path(const struct cli_desk_run *run, const char *name, char out[CLI_DESK_PATH]);

/* Adds number, state, progress, seconds, message, and number of the result. */
void cli_desk_run_facts(const struct cli_desk_run *run, struct sm_facts *facts);

#endif
