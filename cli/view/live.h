/* live.h - live status of a run for other programs: PREFIX_live.json beside its outputs, rewritten
 * about twice a second and removed when the run ends. */
#ifndef CLI_VIEW_LIVE_H
#define CLI_VIEW_LIVE_H

#include <simoom/simoom.h>

enum { CLI_LIVE_TIMES = 500 };

/* A wind that is there. */
struct cli_live_time {
  double time, residual, divergence; /* as of sm_result_facts */
  int index, iterations;
};

struct cli_live {
  char path[4200]; /* "": nothing is written */
  const char *title;
  char phase[40];
  double fraction, phase_from; /* how far it is, and was when the phase began */
  double phase_start, seconds; /* s: when the phase began; when the file was last written */
  double now;                  /* s, of the last progress */
  struct cli_live_time time[CLI_LIVE_TIMES]; /* the last ones */
  int times;                                 /* that there were */
};

void cli_live_begin(struct cli_live *live, const struct sm_case *c, const char *folder);

/* Callbacks of a run for progress and winds. Write errors are ignored: the run goes on. */
void cli_live_progress(void *user, double now, const char *phase, double fraction);
void cli_live_wind(void *user, const struct sm_result *result);

void cli_live_end(struct cli_live *live);

#endif
