/* particles.h - particle results of the case of an entry. */
#ifndef VALIDATION_RUNNER_PARTICLES_H
#define VALIDATION_RUNNER_PARTICLES_H

#include "trial.h"

/* Writes a file to the temporary folder; `own`: data of the function. */
enum cli_outcome cli_trial_write(struct cli_trial *trial, const char *name,
                                 void (*write)(FILE *file, const void *own), const void *own);

/* Runs a case written by cli_trial_write. */
enum cli_outcome cli_trial_run_written(struct cli_trial *trial, const char *name,
                                       const char *const *settings);

/* Doses (kg s/m3) at the receptors of the last run at its end, for one species. */
enum cli_outcome cli_trial_doses(struct cli_trial *trial, size_t receptors, double *dose);

/* Concentrations (kg/m3) at the receptors in the last interval. */
enum cli_outcome cli_trial_concentrations(struct cli_trial *trial, size_t receptors, double *mean);

/* Largest mean concentration (kg/m3) of all intervals at the receptors. */
enum cli_outcome cli_trial_highest(struct cli_trial *trial, size_t receptors, double *mean);

/* Remaining contrast along the lines of sight in the last interval. */
enum cli_outcome cli_trial_contrasts(struct cli_trial *trial, size_t lines, double *contrast);

struct cli_particle {
  double place[3]; /* in the coordinates of the result, m */
  double velocity[3];
};

/* Snapshot of the last run by particle ids: source << 40 | number in the source. Absent particles
 * are NAN. */
enum cli_outcome cli_trial_snapshot(struct cli_trial *trial, double time, int source,
                                    size_t particles, struct cli_particle *out);

#endif
