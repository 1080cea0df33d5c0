/* terminal.h - log lines, errors and progress on stderr.
 *
 * On a terminal progress is a bar, redrawn in place and removed before anything else is written;
 * elsewhere (a file, a batch job) it is a line now and then. */
#ifndef CLI_SESSION_TERMINAL_H
#define CLI_SESSION_TERMINAL_H

#include <simoom/context.h>
#include <stdbool.h>
#include <stdio.h>

enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };

struct cli_terminal {
  FILE *stream;
  bool live; /* a terminal that can redraw a line */
  bool color;
  enum sm_log_level level; /* messages up to this level are shown, progress from SM_LOG_INFO on */
  double (*now)(void);     /* s, monotonic */
  bool bar;                /* a bar is on the screen */
  char phase[40];          /* what progress was last reported of */
  double fraction;         /* how far it was */
  double phase_start;      /* s */
  double phase_from;       /* how far it was then: a phase may go on after another */
  double shown;            /* s, when progress was last shown */
  /* Is told of progress too, at the time `now`; NULL: nobody. */
  void (*also)(void *user, double now, const char *phase, double fraction);
  void *also_user;
};

/* Starts writing to a stream; colours as NO_COLOR, TERM and the kind of stream suggest. */
void cli_terminal_open(struct cli_terminal *terminal, FILE *stream);

/* Applies the options --color, -q and -v. */
void cli_terminal_set(struct cli_terminal *terminal, enum cli_color color, enum sm_log_level level);

/* Callbacks of a context; `user` is the terminal. */
void cli_terminal_log(void *user, enum sm_log_level level, const char *text);
void cli_terminal_progress(void *user, const char *phase, double fraction);

/* Prints an error: as it is when a line says "error:" already, else after "simoom: error: ". */
void cli_terminal_error(struct cli_terminal *terminal, const char *text);

/* Removes the bar; to be called before writing to another stream. */
void cli_terminal_clear(struct cli_terminal *terminal);

/* Seconds on a clock that is never set back. */
double cli_clock(void);

#endif
