/* live.h - live status of a run for other programs: PREFIX_live.json beside its outputs, rewritten
 * about twice a second and removed at the end of the run. */
#ifndef CLI_VIEW_LIVE_H
#define CLI_VIEW_LIVE_H

#include <simoom/simoom.h>

enum { CLI_LIVE_TIMES = 500 };

/* Status of a computed wind. */
struct cli_live_time {
  double time, residual, divergence; /* as in sm_result_facts */
  int index, iterations;
};

struct cli_live {
  char path[4200]; /* path of the file; "": no file */
  const char *title;
  char phase[40];
  double fraction, phase_from; /* current progress, and progress at the start of the phase */
  double phase_start, seconds; /* s: start of the phase; last update of the file */
  double now;                  /* time of the last progress report, s */
  struct cli_live_time time[CLI_LIVE_TIMES]; /* the latest winds */
  int times;                                 /* total number of winds */
};

void cli_live_begin(struct cli_live *live, const struct sm_case *c, const char *folder);

/* Callbacks of a run for progress and winds. Write errors are ignored: the run continues. */
void cli_live_progress(void *user, double now, const char *phase, double fraction);
void cli_live_wind(void *user, const struct sm_result *result);

void cli_live_end(struct cli_live *live);

#endif
