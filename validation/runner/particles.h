/* particles.h - what a run of the case of an entry left of its particles. */
#ifndef VALIDATION_RUNNER_PARTICLES_H
#define VALIDATION_RUNNER_PARTICLES_H

#include "trial.h"

/* Writes a file into the temporary folder; `own` is for the function. */
enum cli_outcome cli_trial_write(struct cli_trial *trial, const char *name,
                                 void (*write)(FILE *file, const void *own), const void *own);

/* Runs a case that cli_trial_write has written. */
enum cli_outcome cli_trial_run_written(struct cli_trial *trial, const char *name,
                                       const char *const *settings);

/* Doses (kg s/m3) of the receptors of the last run until its end, of one species. */
enum cli_outcome cli_trial_doses(struct cli_trial *trial, size_t receptors, double *dose);

/* Their concentrations (kg/m3) in its last interval. */
enum cli_outcome cli_trial_concentrations(struct cli_trial *trial, size_t receptors, double *mean);

struct cli_particle {
  double place[3]; /* in the coordinates of the result, m */
  double velocity[3];
};

/* A snapshot of the last run, by ids: source << 40 | number in it. Particles that are not in it
 * have NAN. */
enum cli_outcome cli_trial_snapshot(struct cli_trial *trial, double time, int source,
                                    size_t particles, struct cli_particle *out);

#endif
