/* physics/particles/state.h - inside of physics/particles/particles.h: what a run of particles
 * holds. */
#ifndef SM_PHYSICS_PARTICLES_STATE_H
#define SM_PHYSICS_PARTICLES_STATE_H

#include "physics/particles/particles.h"

/* Particles that are followed: on the host, and an array of every device. */
struct sm_particle_tracking {
  size_t count;
  int64_t *first; /* [source + 1] */
  int64_t *id;
  int *species;
  float *diameter; /* m */
  double (*place)[3];
  float *speed;
  struct sm_trajectory_point *host;
  struct sm_trajectory_point **trajectory; /* of sets */
  double **total;
  int64_t **device_first;
};

struct sm_particles {
  struct sm_particle_set_plan plan;
  struct sm_releases *releases;
  struct sm_particle_sources sources;
  struct sm_particle_kinds kinds;
  struct sm_particle_set **set;
  struct sm_wind_sampler **sampler; /* of sets */
  struct sm_device **set_device;    /* borrowed */
  struct sm_plume *plume;
  struct sm_particle_tracking tracking;
  enum sm_wind_sampling way;
  double duration, h;                /* s */
  int64_t steps, step;               /* of the run; done */
  int64_t every[SM_PARTICLE_EVENTS]; /* steps; 0: never */
  double step_time;                  /* s: step h */
  double interval[2];                /* s, that has ended last */
  double sampled;                    /* s, of the last sample */
  int64_t sorted_step;
  int64_t moves, moves_before; /* of particles by a step; until a run was stopped */
  double last_wind, wind[2];   /* s: of the last that will come; of the levels */
  int winds;                   /* taken so far */
  bool begun;                  /* the step is chosen, sets exist */
  bool warned;                 /* that the air is too fast for it */
  int64_t *first, *number;     /* of a batch: see sm_particle_set_emit */
  const struct sm_particles_checkpoint_part
      *saved; /* to begin with, until the first wind; NULL: nothing */
};

SM_CHECKED enum sm_status sm_particle_tracking_create(struct sm_context *ctx,
                                                      struct sm_particles *p);
void sm_particle_tracking_free(struct sm_particles *p);

#endif
