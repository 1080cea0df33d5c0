/* particles.h - particles of a case (Lagrangian dispersion) from release to removal, on one device
 * or several (docs/theory/particles.md).
 *
 * Winds are given one after the other, each at its time; between two of them the wind changes
 * linearly. Who takes them through time sees to what comes between steps. Results do not depend on
 * the number of threads or devices, nor on whether a run was interrupted. */
#ifndef SM_PHYSICS_PARTICLES_PARTICLES_H
#define SM_PHYSICS_PARTICLES_PARTICLES_H

#include "physics/particles/plume/plume.h"

struct sm_particles;

/* Options of the particles of a run. */
struct sm_particles_options {
  struct sm_device *const *device; /* the first one is that of the wind's state, or like it */
  int device_count;
  double last_wind; /* s, of the last wind that will come; 0: there is one, steady */
};

/* Fields of the state that particles need, a bit per enum sm_field. */
unsigned sm_particles_fields(const struct sm_case *c);

/* Estimated workload of a particle run. */
struct sm_particles_workload {
  double particles;
  double step, steps; /* s; exact where the case gives the step */
  double moves;       /* of particles by a step */
};

/* All that can be found wrong with the particles of a case while there is no wind. Errors:
 * ERR_CASE, as sm_particles_create, and too many steps; ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particles_estimate(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_domain *domain, double last_wind,
                                                struct sm_particles_workload *out);

/* Errors: ERR_CASE (as in releases.h and physics/particles/sources/sources.h; no duration with a
 * steady wind, a wind rose, too many cells), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_create(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain,
                                              const struct sm_particles_options *options,
                                              struct sm_particles **out);
void sm_particles_destroy(struct sm_particles **particles);

/* One more source, which begins after what particles have reached; release must live as long.
 * Errors: ERR_USAGE (particles that are followed, go back in time, begin anew or rise have none),
 * ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_add_source(struct sm_context *ctx,
                                                  struct sm_particles *particles,
                                                  const struct sm_release *release);

/* The wind at `time` s of the run, in the fields of a state of the first device's kind; times rise.
 * Errors: ERR_DIVERGED (a wind that is not finite), ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particles_add_wind(struct sm_context *ctx,
                                                struct sm_particles *particles,
                                                const struct sm_state *state, double time);

/* Takes, on devices that count, all that the particles of a case may need: as if none left the air.
 * Errors: as sm_particles_add_wind. */
SM_CHECKED enum sm_status sm_particles_reserve(struct sm_context *ctx,
                                               struct sm_particles *particles,
                                               const struct sm_state *state);

/* What comes of particles every so many steps, in this order; samples and intervals at the end too.
 */
enum sm_particle_event {
  SM_EVENT_SAMPLE,   /* sm_particles_sample */
  SM_EVENT_INTERVAL, /* sm_particles_end_interval; means are ready then: sm_particles_plume */
  SM_EVENT_TRAJECTORY,
  SM_EVENT_SNAPSHOT,
  SM_EVENT_CHECKPOINT,
  SM_PARTICLE_EVENTS,
  SM_PARTICLE_EVENTS_AT_END = SM_EVENT_TRAJECTORY
};

/* Whether the next wind must be given before particles can go on. */
bool sm_particles_need_wind(const struct sm_particles *particles);

/* Goes on to step `until`, or until the next wind is needed. Errors: ERR_DEVICE, ERR_MEMORY,
 * ERR_STOPPED. */
SM_CHECKED enum sm_status sm_particles_advance(struct sm_context *ctx,
                                               struct sm_particles *particles, int64_t until);

/* Counts where particles are now; ends the interval of the means. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_sample(struct sm_context *ctx,
                                              struct sm_particles *particles);
SM_CHECKED enum sm_status sm_particles_end_interval(struct sm_context *ctx,
                                                    struct sm_particles *particles);

/* Before others look at particles: those that are no more go, and the devices are waited for. */
SM_CHECKED enum sm_status sm_particles_settle(struct sm_context *ctx,
                                              struct sm_particles *particles);

/* Where the march is. */
struct sm_particles_progress {
  double time, duration, step; /* s; backward, time is counted back from the start */
  double moment; /* s after the first wind: time; or, backward, so much before the last
                    wind, or before the end of a run in one wind */
  int64_t steps_done, steps;
  const int64_t *every;   /* steps, of each enum sm_particle_event; 0: never */
  double interval[2];     /* moments: of what has ended last, falling backward */
  int64_t particle_steps; /* moves of particles, about, since the run began or was resumed */
};
struct sm_particles_progress sm_particles_get_progress(const struct sm_particles *particles);

struct sm_plume_view sm_particles_plume(const struct sm_particles *particles);
const struct sm_releases *sm_particles_releases(const struct sm_particles *particles);

/* The budget of each species now, kg and numbers: [species][SM_BUDGET_TERMS]; and kg/m2 on columns
 * [species][ny][nx] unless NULL. Waits. */
SM_CHECKED enum sm_status sm_particles_budget(struct sm_context *ctx,
                                              struct sm_particles *particles, double *budget,
                                              double *deposition);

/* Tells how many collisions there were, and warns of those that a step was too long for. Waits. */
SM_CHECKED enum sm_status sm_particles_report_collisions(struct sm_context *ctx,
                                                         const struct sm_particles *particles);

/* The momentum that grains have lost to the air and that a flow has not taken yet; NULL: the case
 * has no two-way coupling, or there was no wind yet. */
const struct sm_impulse_field *sm_particles_impulse(const struct sm_particles *particles);

/* Tells how dense grains were where they feel each other, and warns where that is beyond the model.
 */
void sm_particles_report_coupling(struct sm_context *ctx, const struct sm_particles *particles);

/* All particles in the air, by id; freed with sm_particle_list_free. */
struct sm_particle_list {
  size_t count;
  double (*place)[3]; /* m: x, y from the south-west corner of the grid, z above its origin[2] */
  int64_t *id;
  int *species;
  float *diameter, *mass; /* m; kg, what is left of it */
  float (*velocity)[3];   /* m/s */
  float *age;             /* s */
};
SM_CHECKED enum sm_status sm_particles_list(struct sm_context *ctx, struct sm_particles *particles,
                                            struct sm_particle_list *out);
void sm_particle_list_free(struct sm_particle_list *list);

/* The particles that are followed: their ids, species and diameters, and where they are now; NAN
 * while they are not in the air. */
struct sm_particle_trajectories {
  size_t count;
  const int64_t *id;
  const int *species;
  const float *diameter;
  const double (*place)[3];
  const float *speed;
};
SM_CHECKED enum sm_status sm_particles_track(struct sm_context *ctx, struct sm_particles *particles,
                                             struct sm_particle_trajectories *out);

/* All that the rest of the run depends on, as arrays of bytes; freed with
 * sm_particles_free_checkpoint. A run of the same case, with any number of devices, goes on from it
 * as if it had never stopped.
 */
struct sm_particles_checkpoint_part {
  const char *name;
  void *data;
  size_t count, size;
};
enum { SM_PARTICLE_CHECKPOINT_PARTS = 19 };
/* Their names and the sizes of their items. */
void sm_particles_name_checkpoint(
    struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);

SM_CHECKED enum sm_status
sm_particles_save(struct sm_context *ctx, struct sm_particles *particles,
                  struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);
void sm_particles_free_checkpoint(
    struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);

/* Before the first wind, which then fails with ERR_DATA when parts do not fit: `part` as it was
 * saved; it must stay until then. */
void sm_particles_load(
    struct sm_particles *particles,
    const struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);

#endif
