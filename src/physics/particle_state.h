/* particle_state.h - inside of physics/particles.h: what a run of particles holds. */
#ifndef SM_PHYSICS_PARTICLE_STATE_H
#define SM_PHYSICS_PARTICLE_STATE_H

#include "physics/particles.h"

/* What happens every so many steps. */
enum sm_every {
  SM_EVERY_SAMPLE,
  SM_EVERY_INTERVAL,
  SM_EVERY_SNAPSHOT,
  SM_EVERY_TRACK,
  SM_EVERY_CHECKPOINT,
  SM_EVERY_COUNT
};

/* Particles that are followed: on the host, and an array of every device. */
struct sm_followed {
  size_t count;
  int64_t *first; /* [source + 1] */
  int64_t *id;
  int *species;
  float *diameter; /* m */
  double (*place)[3];
  float *speed;
  struct sm_track *host;
  struct sm_track **track; /* of flocks */
  double **total;
  int64_t **device_first;
};

struct sm_particles {
  struct sm_flock_plan plan;
  struct sm_releases *releases;
  struct sm_particle_sources sources;
  struct sm_particle_kinds kinds;
  struct sm_flock **flock;
  struct sm_carrier **carrier;       /* of flocks */
  struct sm_device **carrier_device; /* borrowed */
  struct sm_plume *plume;
  struct sm_followed followed;
  enum sm_way way;
  double duration, h;            /* s */
  int64_t steps, step;           /* of the run; done */
  int64_t every[SM_EVERY_COUNT]; /* steps; 0: never */
  double step_time;              /* s: step h */
  double interval[2];            /* s, that has ended last */
  double sampled;                /* s, of the last sample */
  int64_t sorted_step;
  int64_t moves, moves_before;           /* of particles by a step; until a run was stopped */
  double last_wind, wind[2];             /* s: of the last that will come; of the levels */
  int winds;                             /* taken so far */
  bool begun;                            /* the step is chosen, flocks exist */
  bool warned;                           /* that the air is too fast for it */
  int64_t *first, *number;               /* of a batch: see sm_flock_emit */
  const struct sm_particles_part *saved; /* to begin with, until the first wind; NULL: nothing */
};

SM_CHECKED enum sm_status sm_particle_tracks_create(struct sm_context *ctx, struct sm_particles *p);
void sm_particle_tracks_free(struct sm_particles *p);

#endif
