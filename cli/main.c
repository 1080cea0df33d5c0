/* main.c - main function of simoom: finds the command, parses its options, runs it. */
#define _POSIX_C_SOURCE 200809L
#include "cli/options/options.h"
#include "cli/session/outputs.h"
#include "cli/session/signals.h"
#include "cli/session/waiting.h"
#include "cli/text/facts.h"
#include "cli/text/format.h"
#include <lab/processes.h>
#include <lab/warnings.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct cli_command *const cli_commands[] = {
    &cli_command_new,
    &cli_command_convert,
    &cli_command_check,
    &cli_command_run,
    &cli_command_info,
    &cli_command_compare,
    &cli_command_cross_validate,
    &cli_command_plot,
    &cli_command_view,
    &cli_command_serve,
    &cli_command_export,
    &cli_command_report,
    &cli_command_release,
    &cli_command_hazard,
    &cli_command_locate,
    &cli_command_chem,
    &cli_command_devices,
    &cli_command_bench,
    &cli_command_validate,
    &cli_command_completion,
    &cli_command_help,
    &cli_command_version,
    NULL,
};

const struct cli_command *cli_command_find(const char *name) {
  for (const struct cli_command *const *command = cli_commands; *command != NULL; command++)
    if (strcmp((*command)->name, name) == 0) return *command;
  return NULL;
}

const struct cli_command *cli_command_nearest(const char *name) {
  const char *names[sizeof cli_commands / sizeof *cli_commands];
  size_t count = 0;
  for (; cli_commands[count] != NULL; count++) names[count] = cli_commands[count]->name;
  const char *nearest = cli_nearest(name, names, count);
  return nearest != NULL ? cli_command_find(nearest) : NULL;
}

/* Command of the first argument; `--version` and `--help` are aliases of two commands. */
static const struct cli_command *choose(const char *argument) {
  if (strcmp(argument, "--version") == 0 || strcmp(argument, "-V") == 0)
    return &cli_command_version;
  if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) return &cli_command_help;
  return cli_command_find(argument);
}

/* Command for a file that was given in place of a command; NULL where none is obvious. */
static const char *command_of_file(const char *argument) {
  const char *ending = strrchr(argument, '.');
  if (ending == NULL || access(argument, F_OK) != 0) return NULL;
  if (strcmp(ending, ".toml") == 0) return "run";
  return strcmp(ending, ".nc") == 0 ? "plot" : NULL;
}

static int refuse(struct cli_session *session, const char *argument) {
  const char *command = command_of_file(argument);
  if (command != NULL)
    return cli_session_error(session, SM_ERR_USAGE,
                             "a command comes before the file\n  help: simoom %s %s", command,
                             argument);
  const struct cli_command *nearest = cli_command_nearest(argument);
  if (nearest != NULL)
    return cli_session_error(session, SM_ERR_USAGE,
                             "unknown command '%s'\n  help: did you mean '%s'?", argument,
                             nearest->name);
  return cli_session_error(session, SM_ERR_USAGE,
                           "unknown command '%s'\n  help: 'simoom help' lists the commands",
                           argument);
}

/* Of a command that one process runs, the others of a launcher would overwrite the files. */
static int refuse_processes(struct cli_session *session, const struct cli_command *command,
                            const struct sm_launch *launch) {
  session->terminal.silent = launch->rank > 0;
  return cli_session_error(session, SM_ERR_USAGE,
                           "'simoom %s' runs in one process, and the launcher started %d\n"
                           "  help: run it without mpirun or srun",
                           command->name, launch->count);
}

static int run_command(struct cli_session *session, int argc, char **argv) {
  if (argc < 2)
    return cli_session_error(session, SM_ERR_USAGE,
                             "which command?\n  help: 'simoom help' lists the commands");
  const struct cli_command *command = choose(argv[1]);
  if (command == NULL) return refuse(session, argv[1]);
  const struct sm_launch launch = sm_launch_find();
  if (launch.count > 1 && !command->distributed) return refuse_processes(session, command, &launch);
  struct cli_operands operands;
  char message[512];
  if (!cli_options_parse(command, argc - 1, argv + 1, &operands, message, sizeof message))
    return cli_session_error(session, SM_ERR_USAGE, "%s", message);
  const enum sm_log_level talk = cli_common.verbose ? SM_LOG_DEBUG : SM_LOG_INFO;
  cli_terminal_set(&session->terminal, (enum cli_color)cli_common.color,
                   cli_common.quiet ? SM_LOG_WARNING : talk);
  if (cli_common.help) {
    cli_options_print(stdout, command);
    return EXIT_SUCCESS;
  }
  cli_signals_end_at_once(session);
  const int code = command->run(session, &operands);
  cli_outputs_end(session, command->name, code);
  return code;
}

/* How often a warning came that was told once. */
static void tell_repeated_warnings(struct cli_session *session) {
  for (int i = 0; i < sm_context_warning_count(session->ctx); i++) {
    char text[160];
    const char *line = sm_context_warning(session->ctx, i);
    const int times = sm_context_warning_times(session->ctx, i), length = (int)strcspn(line, "\n");
    if (times < 2) continue;
    snprintf(text, sizeof text, "warning: came %d times: %.*s%s", times,
             length < 100 ? length : 100, line, length > 100 ? " ..." : "");
    cli_terminal_log(&session->terminal, SM_LOG_WARNING, text);
  }
}

static void on_progress(void *user, const char *phase, double fraction) {
  cli_signals_phase(phase);
  cli_terminal_progress(user, phase, fraction);
}

int main(int argc, char **argv) {
  cli_waiting_choose(argc, argv);
  struct cli_session session = {.start = cli_clock(), .arguments = argv};
  cli_terminal_open(&session.terminal, stderr);
  cli_signals_prepare();
  const struct sm_context_options options = {.size = sizeof options,
                                             .log = cli_terminal_log,
                                             .progress = on_progress,
                                             .user = &session.terminal};
  const enum sm_status status = sm_context_create(&options, &session.ctx);
  int code = status == SM_OK ? run_command(&session, argc, argv)
                             : cli_session_error(&session, status, "%s", sm_status_text(status));
  cli_terminal_clear(&session.terminal);
  if (status == SM_OK) tell_repeated_warnings(&session);
  const bool lost = ferror(stdout) != 0;
  if ((fclose(stdout) != 0 || lost) && !cli_signals_pipe_closed()) {
    const int write_code = cli_session_error(&session, SM_ERR_IO, "cannot write to stdout");
    if (code == EXIT_SUCCESS) code = write_code;
  }
  if (cli_facts_lost() && code == EXIT_SUCCESS) code = sm_status_exit_code(SM_ERR_MEMORY);
  sm_context_destroy(&session.ctx);
  return code;
}
