/* terminal.h - log lines, errors and progress on stderr.
 *
 * On a terminal, progress is a bar that is redrawn in place and removed before other output;
 * otherwise (file, batch job) it is a line at intervals. */
#ifndef CLI_SESSION_TERMINAL_H
#define CLI_SESSION_TERMINAL_H

#include <simoom/context.h>
#include <stdbool.h>
#include <stdio.h>

enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };

struct cli_terminal {
  FILE *stream;
  bool live; /* terminal that supports redrawing of a line */
  bool color;
  bool silent;             /* prints nothing: another process does */
  enum sm_log_level level; /* maximum level of shown messages; progress from SM_LOG_INFO on */
  double (*now)(void);     /* monotonic clock, s */
  bool bar;                /* a bar is displayed */
  char phase[40];          /* current phase */
  double fraction;         /* progress of the phase, 0..1 */
  double phase_start;      /* start of the phase, s */
  double phase_from;       /* progress at phase_start; a phase can continue after another one */
  double shown;            /* time of the last display, s */
  /* Additional receiver of progress at the time `now`; may be NULL. */
  void (*also)(void *user, double now, const char *phase, double fraction);
  void *also_user;
};

/* Starts writing to a stream; colours depend on NO_COLOR, TERM and the type of the stream. */
void cli_terminal_open(struct cli_terminal *terminal, FILE *stream);

/* Applies the options --color, -q and -v. */
void cli_terminal_set(struct cli_terminal *terminal, enum cli_color color, enum sm_log_level level);

/* Callbacks of a context; `user` is the terminal. */
void cli_terminal_log(void *user, enum sm_log_level level, const char *text);
void cli_terminal_progress(void *user, const char *phase, double fraction);

/* Last line of progress in the log of a program without a terminal. False: none. */
bool cli_terminal_read_progress(const char *log, char phase[40], double *fraction);

/* Prints an error; adds "simoom: error: " unless a line already says "error:". */
void cli_terminal_error(struct cli_terminal *terminal, const char *text);

/* Removes the bar; call it before writing to another stream. */
void cli_terminal_clear(struct cli_terminal *terminal);

/* Monotonic clock, s. */
double cli_clock(void);

#endif
