/* physics/particles/internal.h - particles of a run: state, time steps, checkpoint, plume rise,
 * dust emission. */
#ifndef SM_PHYSICS_PARTICLES_INTERNAL_H
#define SM_PHYSICS_PARTICLES_INTERNAL_H

#include "physics/particles/particles.h"

/* state.c */

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
  double densest;              /* largest volume fraction of grains that coupling has seen */
  bool warned_stiff;           /* that the air is too light for the drag of grains */
  int64_t *first, *number;     /* of a batch: see sm_particle_set_emit */
  const struct sm_particles_checkpoint_part
      *saved; /* to begin with, until the first wind; NULL: nothing */
};

SM_CHECKED enum sm_status sm_particle_tracking_create(struct sm_context *ctx,
                                                      struct sm_particles *p);
void sm_particle_tracking_free(struct sm_particles *p);

/* records.c */

/* Those in the air, of all sets, one after the other. */
struct sm_particle_records {
  size_t count;
  struct sm_particle *particle;
  struct sm_particle_tag *tag;
  struct sm_turbulence_state *turbulence; /* NULL without turbulence */
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particle_records_fetch(struct sm_context *ctx,
                                                    const struct sm_particles *p,
                                                    struct sm_particle_records *out);
void sm_particle_records_free(struct sm_particle_records *records);

/* checkpoint.c */

/* Fills sets and plume from `saved`, once the step is known. Errors: ERR_DATA (parts do not fit),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_resume(struct sm_context *ctx, struct sm_particles *p);

/* time_steps.c */

/* Whether the case, its domain and the times of its winds fit each other. `last_wind` as in struct
 * sm_particles_options. Errors: ERR_CASE (no duration with one wind, a wind rose, fates that
 * contradict each other, too many cells). */
SM_CHECKED enum sm_status sm_particles_check_run(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain, double last_wind,
                                                 double *duration);

/* With the first wind: sets h, steps and every. Errors: ERR_CASE (too many steps). */
SM_CHECKED enum sm_status sm_particle_steps_set(struct sm_context *ctx, struct sm_particles *p);

/* With every wind: warns, once, when the air has become too fast for the steps. */
void sm_particle_steps_check(struct sm_context *ctx, struct sm_particles *p);

/* coupling.c */

/* After steps of two-way coupling or hindered settling: measures how dense grains are, and warns,
 * once, when the exchange with the air is too rare to be stable. Errors: ERR_DEVICE, ERR_CASE (an
 * impulse beyond the range of numbers). */
SM_CHECKED enum sm_status sm_particle_coupling_check(struct sm_context *ctx,
                                                     struct sm_particles *p);

/* sources/dust_emission.c */

/* By the friction velocities of the last wind: what columns emit, for all sources of shape GROUND:
 * the mass of a particle, and where they are born, of all devices. */
SM_CHECKED enum sm_status sm_dust_emission_update(struct sm_context *ctx, struct sm_particles *p);

/* sources/plume_rise.c */

/* Any source is a stack. */
bool sm_plume_rises(const struct sm_case_particles *p);

/* The rise of a stack's plume in the wind at its mouth (Briggs 1969, 1975, as in the Industrial
 * Source Complex model): buoyancy F = g v d^2 / 4 (1 - Ta / Ts) lifts it as 1.6 (F / u)^(1/3)
 * t^(2/3), until 49 F^(5/8) m downwind, or 119 F^(2/5) from F = 55 m4/s3 on; or, where that is
 * more, momentum does to 3 d v / u. wind: m/s; ambient: K. */
struct sm_plume_rise sm_plume_rise_of(double velocity, double temperature, double diameter,
                                      double wind, double ambient, double gravity);

/* By the wind of a state at the mouths of all stacks. */
SM_CHECKED enum sm_status sm_plume_rise_update(struct sm_context *ctx, struct sm_particles *p,
                                               const struct sm_state *state);

#endif
