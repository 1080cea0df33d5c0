#define _POSIX_C_SOURCE 200809L
#include "signals.h"

#include "file.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t pipe_closed, stops;
static struct sm_context *stopped_context; /* set before the handler is installed */
static const char *stop_message;
static int stopped_code; /* exit code after a stop */
static bool silent;

static void on_closed_pipe(int number) {
  (void)number;
  pipe_closed = 1;
}

static enum { KEEPS, READS, KEEPS_NOTHING } keeping;
static volatile sig_atomic_t reading, child;

static void remove_unfinished(void) {
  cli_file_remove_unfinished();
  for (int n = 0; n < SM_RUN_UNFINISHED; n++) {
    const char *path = sm_run_unfinished(stopped_context, n);
    if (path[0] != '\0') unlink(path);
  }
}

static void on_alarm(int number) {
  static const char text[] = "simoom: stopped while the case was read and set up\n";
  (void)number;
  if (!reading) return; /* the call stops at its next safe point */
  remove_unfinished();
  if (!silent && write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(stopped_code);
  _exit(stopped_code);
}

static void on_stop(int number) {
  (void)number;
  if (stops++ > 0) {
    remove_unfinished();
    _exit(130);
  }
  sm_context_request_stop(stopped_context);
  if (child > 0) kill((pid_t)child, SIGKILL);
  if (reading) setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {.tv_usec = 500000}}, NULL);
  if (write(STDERR_FILENO, stop_message, strlen(stop_message)) < 0) return;
}

static void on_end(int number) {
  (void)number;
  remove_unfinished();
  if (write(STDERR_FILENO, stop_message, strlen(stop_message)) >= 0) _exit(stopped_code);
  _exit(stopped_code);
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void cli_signals_prepare(void) {
  handle(SIGPIPE, on_closed_pipe);
  handle(SIGXFSZ, SIG_IGN);
}

void cli_signals_catch_stop(struct cli_session *session) {
  stopped_context = session->ctx;
  stop_message = session->terminal.live
                     ? "\r\033[Ksimoom: stopping after this step; again to stop at once\n"
                     : "simoom: stopping after this step; again to stop at once\n";
  silent = session->terminal.silent;
  if (silent) stop_message = "";
  handle(SIGINT, on_stop);
  handle(SIGTERM, on_stop);
}

void cli_signals_catch_reading(struct cli_session *session, bool always) {
  keeping = always ? KEEPS_NOTHING : READS;
  reading = 1;
  stopped_code = sm_status_exit_code(SM_ERR_STOPPED);
  handle(SIGALRM, on_alarm);
  cli_signals_catch_stop(session);
}

/* Phases of a run that come before its first result. */
static bool is_before_results(const char *phase) {
  static const char *const before[] = {"domain", "mesh", "reading the weather", "set-up",
                                       "weather"};
  for (size_t n = 0; n < sizeof before / sizeof *before; n++)
    if (strcmp(phase, before[n]) == 0) return true;
  return false;
}

void cli_signals_phase(const char *phase) {
  if (keeping == READS && !is_before_results(phase)) reading = 0;
}

void cli_signals_catch_end(struct cli_session *session) {
  cli_signals_catch_stop(session);
  stop_message = "";
}

void cli_signals_end_at_once(struct cli_session *session) {
  stopped_context = session->ctx;
  stop_message = session->terminal.live ? "\r\033[Ksimoom: stopped\n" : "simoom: stopped\n";
  stopped_code = sm_status_exit_code(SM_ERR_STOPPED);
  handle(SIGINT, on_end);
  handle(SIGTERM, on_end);
}

void cli_signals_child(pid_t process) {
  child = (sig_atomic_t)process;
  if (process > 0 && stops > 0) kill(process, SIGKILL);
}

bool cli_signals_stopping(void) { return stops > 0; }

bool cli_signals_pipe_closed(void) { return pipe_closed != 0; }
