/* physics/particles/internal.h - particles of a run: state, time steps, checkpoint, plume rise,
 * dust emission. */
#ifndef SM_PHYSICS_PARTICLES_INTERNAL_H
#define SM_PHYSICS_PARTICLES_INTERNAL_H

#include "physics/particles/particles.h"

/* state.c */

/* Particles with trajectories: on the host, and an array on every device. */
struct sm_particle_tracking {
  size_t count;
  int64_t *first; /* [source + 1] */
  int64_t *id;
  int *species;
  float *diameter; /* m */
  double (*place)[3];
  float *speed;
  struct sm_trajectory_point *host;
  struct sm_trajectory_point **trajectory; /* per set */
  double **total;
  int64_t **device_first;
};

struct sm_particles {
  struct sm_particle_set_plan plan;
  struct sm_releases *releases;
  struct sm_particle_sources sources;
  struct sm_particle_kinds kinds;
  struct sm_particle_set **set;
  struct sm_wind_sampler **sampler; /* per set */
  struct sm_device **set_device;    /* borrowed */
  struct sm_plume *plume;
  struct sm_particle_tracking tracking;
  enum sm_wind_sampling way;
  double duration, h;                /* s */
  int64_t steps, step;               /* total; completed */
  int64_t every[SM_PARTICLE_EVENTS]; /* interval of each event in steps; 0: never */
  double step_time;                  /* time of the current step, s */
  double interval[2];                /* last completed interval, s */
  double sampled;                    /* time of the last sample, s */
  int64_t sorted_step;
  int64_t moves, moves_before; /* particle steps; those before a restart */
  double last_wind, wind[2];   /* s: time of the last wind to come; times of the two levels */
  int winds;                   /* winds added so far */
  bool begun;                  /* the step is chosen and the sets exist */
  bool warned;                 /* about air too fast for the step */
  double densest;              /* largest volume fraction of grains in coupling so far */
  bool warned_stiff;           /* about grains too heavy for the air of a cell */
  int64_t *first, *number;     /* of a batch, see sm_particle_set_emit */
  const struct sm_particles_checkpoint_part
      *saved; /* checkpoint to resume from at the first wind; may be NULL */
  struct sm_particles_checkpoint_part received[SM_PARTICLE_CHECKPOINT_PARTS]; /* from process 0 */
  enum sm_status failed; /* of a batch, in a process other than 0, until it tells */
};

/* shares.c */

/* Orders of process 0 to the others, which call the function of the same name. */
enum sm_particles_order_kind {
  SM_ORDER_ADD_WIND,
  SM_ORDER_BATCH,
  SM_ORDER_END_ADVANCE,
  SM_ORDER_SAMPLE,
  SM_ORDER_END_INTERVAL,
  SM_ORDER_SETTLE,
  SM_ORDER_BUDGET,
  SM_ORDER_RECORDS,
  SM_ORDER_TRACK,
  SM_ORDER_SAVE
};

/* Sends an order, on process 0. */
void sm_particles_order(const struct sm_particles *p, enum sm_particles_order_kind kind,
                        int64_t number, double time);

/* Ends an order: fails on all processes if it failed on one. */
SM_CHECKED enum sm_status sm_particles_agree(struct sm_context *ctx, const struct sm_particles *p,
                                             enum sm_status status);

/* Ends an advance whose batches ended with `status`. */
SM_CHECKED enum sm_status sm_particles_end_advance(struct sm_context *ctx, struct sm_particles *p,
                                                   enum sm_status status);

/* Collisions and two-way coupling need all grains of a cell on one device. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_particles_check_devices(struct sm_context *ctx,
                                                     const struct sm_case *c, int devices);

/* Copies the checkpoint to resume from to all processes. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particles_share_saved(struct sm_context *ctx, struct sm_particles *p);

/* Whether a set of this process has the particle of an id. */
bool sm_particles_is_own(const struct sm_particles *p, uint64_t id, int *f);

/* advance.c: a wind that is in the first sampler of process 0 (state: NULL in another process); a
 * batch of steps. */
SM_CHECKED enum sm_status sm_particles_take_wind(struct sm_context *ctx, struct sm_particles *p,
                                                 const struct sm_state *state, double time);
SM_CHECKED enum sm_status sm_particles_advance_batch(struct sm_context *ctx, struct sm_particles *p,
                                                     int steps);

/* state.c: the mixing height must be within the domain. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_particles_check_lid(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain);

/* state.c: sums of all sets, in quanta, of all processes on process 0; deposit: NULL if not wanted.
 * Freed by the caller. */
SM_CHECKED enum sm_status sm_particles_budget_sums(struct sm_context *ctx, struct sm_particles *p,
                                                   int64_t **sum, int64_t **deposit);

SM_CHECKED enum sm_status sm_particle_tracking_create(struct sm_context *ctx,
                                                      struct sm_particles *p);
void sm_particle_tracking_free(struct sm_particles *p);

/* records.c */

/* Room for `count` records, of which none is there yet. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_records_create(struct sm_context *ctx,
                                                     const struct sm_particle_set_plan *plan,
                                                     size_t count, const char *what,
                                                     struct sm_particle_records *out);
/* Copies record `at` of `from` to the end of `to`, which has room for it. */
void sm_particle_records_append(struct sm_particle_records *to,
                                const struct sm_particle_records *from, size_t at);

/* Active particles of all sets, concatenated; on process 0 those of all processes. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particle_records_fetch(struct sm_context *ctx,
                                                    const struct sm_particles *p,
                                                    struct sm_particle_records *out);
void sm_particle_records_free(struct sm_particle_records *records);

/* checkpoint.c */

/* Fills sets and plume from `saved`, once the step is known. Errors: ERR_DATA (parts do not match),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_resume(struct sm_context *ctx, struct sm_particles *p);

/* Step of the run that is resumed, s; NAN: none is. */
double sm_particles_saved_step(const struct sm_particles *p);

/* time_steps.c */

/* Checks that the case, its domain and the times of its winds are consistent. `last_wind` as in
 * struct sm_particles_options. Errors: ERR_CASE (no duration with one wind, a wind rose,
 * contradictory boundary conditions, too many cells). */
SM_CHECKED enum sm_status sm_particles_check_run(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain, double last_wind,
                                                 double *duration);

/* At the first wind: sets h, steps and every. Errors: ERR_CASE (too many steps). */
SM_CHECKED enum sm_status sm_particle_steps_set(struct sm_context *ctx, struct sm_particles *p);

/* At every wind: warns, once, if the air has become too fast for the step. */
void sm_particle_steps_check(struct sm_context *ctx, struct sm_particles *p);

/* Steps until the wind changes, or `until`; 1 with collisions, coupling or hindered settling. The
 * wind of a batch is that of its middle. Batches are halved before velocities are written, so that
 * grains that follow the wind have that of half a step before. */
int sm_particle_steps_of_batch(const struct sm_particles *p, int64_t until);

/* coupling.c */

/* After steps of two-way coupling or hindered settling: measures the largest volume fraction, and
 * warns, once, if the exchange with the air is too rare to be stable. Errors: ERR_DEVICE, ERR_CASE
 * (an impulse beyond the range of numbers). */
SM_CHECKED enum sm_status sm_particle_coupling_check(struct sm_context *ctx,
                                                     struct sm_particles *p);

/* sources/dust_emission.c */

/* From the friction velocities of the last wind, for all sources of shape GROUND: emission of the
 * columns, mass of a particle, and release positions, on all devices. */
SM_CHECKED enum sm_status sm_dust_emission_update(struct sm_context *ctx, struct sm_particles *p);

/* sources/plume_rise.c */

/* Whether any source is a stack. */
bool sm_plume_rises(const struct sm_case_particles *p);

/* Plume rise of a stack in the wind at its mouth (Briggs 1969, 1975, as in the Industrial Source
 * Complex model). Buoyancy F = g v d^2 / 4 (1 - Ta / Ts) lifts the plume by 1.6 (F / u)^(1/3)
 * t^(2/3), until 49 F^(5/8) m downwind, or 119 F^(2/5) from F = 55 m4/s3 on; momentum lifts it to 3
 * d v / u where that is more. wind: m/s; ambient: K. */
struct sm_plume_rise sm_plume_rise_of(double velocity, double temperature, double diameter,
                                      double wind, double ambient, double gravity);

/* Plume rise of all stacks in the wind of a state; NULL: that of process 0. */
SM_CHECKED enum sm_status sm_plume_rise_update(struct sm_context *ctx, struct sm_particles *p,
                                               const struct sm_state *state);

#endif
