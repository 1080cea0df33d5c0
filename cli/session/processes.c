#define _POSIX_C_SOURCE 200809L /* setenv */
#include "processes.h"

#include <errno.h>
#include <lab/processes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Settings of Open MPI's mpirun, unless the user has made them: more processes than processors,
 * threads on any of them, and no text after a failure, which simoom tells. Other launchers do not
 * know them. */
static const char *const settings[][2] = {
    {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
    {"OMPI_MCA_hwloc_base_binding_policy", "none"},
    {"OMPI_MCA_orte_execute_quiet", "1"},
};

/* Replaces this process by mpirun with the same arguments. */
static int start(struct cli_session *session, int ranks) {
  char number[16], program[4096];
  int count = 0;
  while (session->arguments[count] != NULL) count++;
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  char **all = malloc(((size_t)count + 4) * sizeof *all);
  if (all == NULL || length <= 0) {
    free(all);
    return cli_session_error(session, SM_ERR_MEMORY, "the arguments of mpirun");
  }
  program[length] = '\0';
  snprintf(number, sizeof number, "%d", ranks);
  all[0] = (char[]){"mpirun"};
  all[1] = (char[]){"-n"};
  all[2] = number;
  all[3] = program;
  memcpy(all + 4, session->arguments + 1, (size_t)count * sizeof *all);
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    setenv(settings[i][0], settings[i][1], 0);
  execvp(all[0], all);
  const int error = errno;
  free(all);
  return cli_session_error(session, SM_ERR_DATA,
                           "mpirun cannot be started: %s\n  help: install MPI (Debian: "
                           "openmpi-bin), or leave --ranks out",
                           strerror(error));
}

int cli_processes_begin(struct cli_session *session, int ranks) {
  const struct sm_launch launch = sm_launch_find();
  if (ranks > 1 && launch.count == 0) return start(session, ranks);
  session->terminal.silent = launch.rank > 0;
  const enum sm_status status = sm_processes_join(session->ctx, ranks);
  return status == SM_OK ? 0 : cli_processes_end(session, cli_session_fail(session, status));
}

bool cli_processes_is_worker(const struct cli_session *session) {
  return sm_processes_rank(session->ctx) > 0;
}

int cli_processes_end(struct cli_session *session, int code) {
  const bool worker = cli_processes_is_worker(session);
  cli_terminal_clear(&session->terminal);
  fflush(stdout);
  sm_processes_leave(session->ctx);
  return worker ? 0 : code;
}
