/* particles.h - particles of a case (Lagrangian dispersion) from release to removal, on one device
 * or several (docs/theory/particles.md).
 *
 * Winds are added in sequence, each at its time; between two of them the wind is interpolated
 * linearly. The caller advances the particles and handles the events between steps. Results do not
 * depend on the number of threads or devices, nor on interruptions of a run. */
#ifndef SM_PHYSICS_PARTICLES_PARTICLES_H
#define SM_PHYSICS_PARTICLES_PARTICLES_H

#include "physics/particles/plume/plume.h"

struct sm_particles;

/* Options of the particles of a run. */
struct sm_particles_options {
  struct sm_device *const *device; /* the first one is that of the wind's state, or of the same
                                      kind */
  int device_count;
  double last_wind; /* time of the last wind to come, s; 0: a single steady wind */
  const struct sm_parallel *parallel; /* processes that share the particles; NULL: this one alone */
};

/* Whether several processes, or devices, can share the particles of a case: not if they act on each
 * other or on the air. */
bool sm_particles_can_be_shared(const struct sm_case *c);

/* Message of process 0 to the others, which have created the same particles: the functions below
 * are called on process 0 alone, and send an order that the others obey. Kinds below 0 are those of
 * the caller. */
struct sm_particles_order {
  int kind;
  int64_t number;
  double time;
};

/* Does what process 0 has ordered. Errors: as the function that it calls, and those of others. */
SM_CHECKED enum sm_status sm_particles_obey(struct sm_context *ctx, struct sm_particles *particles,
                                            const struct sm_particles_order *order);

unsigned sm_particles_fields(const struct sm_case *c);

/* Estimated workload of a particle run. */
struct sm_particles_workload {
  double particles;
  double step, steps; /* step: s; exact if the case gives it */
  double moves;       /* particle steps */
  double columns;     /* of the boxes of concentrations */
  double boxes;       /* of concentrations */
  double intervals;   /* of their means */
};

/* Checks everything about the particles of a case that needs no wind, and estimates the work.
 * Errors: ERR_CASE, as sm_particles_create, and too many steps; ERR_DATA, ERR_MEMORY. */
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

/* Adds a source that starts after the current time; release must outlive the particles.
 * Errors: ERR_USAGE (not possible with trajectories, backward runs, reset of particles or plume
 * rise), ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_add_source(struct sm_context *ctx,
                                                  struct sm_particles *particles,
                                                  const struct sm_release *release);

/* Adds the wind at `time` s of the run, in the fields of a state of the first device's kind; times
 * increase.
 * Errors: ERR_DIVERGED (a wind that is not finite), ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particles_add_wind(struct sm_context *ctx,
                                                struct sm_particles *particles,
                                                const struct sm_state *state, double time);

/* Takes, on devices that count, all that the particles of a case may need in one of so many
 * processes: as if none left the air. Errors: as sm_particles_add_wind. */
SM_CHECKED enum sm_status sm_particles_reserve(struct sm_context *ctx,
                                               struct sm_particles *particles,
                                               const struct sm_state *state, int processes);

/* Events after a number of steps, in this order; samples and intervals at the end, too. */
enum sm_particle_event {
  SM_EVENT_SAMPLE,   /* sm_particles_sample */
  SM_EVENT_INTERVAL, /* sm_particles_end_interval; then means are ready: sm_particles_plume */
  SM_EVENT_TRAJECTORY,
  SM_EVENT_SNAPSHOT,
  SM_EVENT_CHECKPOINT,
  SM_PARTICLE_EVENTS,
  SM_PARTICLE_EVENTS_AT_END = SM_EVENT_TRAJECTORY
};

/* Whether the next wind must be added before the particles can be advanced. */
bool sm_particles_need_wind(const struct sm_particles *particles);

/* Advances to step `until`, or until the next wind is needed. With two-way coupling it is stopped
 * only where that is needed, or after the last one: flow and particles are then at one time.
 * Errors: ERR_DEVICE, ERR_MEMORY, ERR_STOPPED. */
SM_CHECKED enum sm_status sm_particles_advance(struct sm_context *ctx,
                                               struct sm_particles *particles, int64_t until);

/* Samples the concentrations; ends the averaging interval. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_sample(struct sm_context *ctx,
                                              struct sm_particles *particles);
SM_CHECKED enum sm_status sm_particles_end_interval(struct sm_context *ctx,
                                                    struct sm_particles *particles);

/* Removes inactive particles and waits for the devices, before particles are read. */
SM_CHECKED enum sm_status sm_particles_settle(struct sm_context *ctx,
                                              struct sm_particles *particles);

/* Progress of the run. */
struct sm_particles_progress {
  double time, duration, step; /* s; in backward runs, time is counted back from the start */
  double moment; /* s after the first wind: time or, in backward runs, last wind minus time
                    (end of the run minus time in a single wind) */
  int64_t steps_done, steps;
  const int64_t *every;   /* steps, of each enum sm_particle_event; 0: never */
  double interval[2];     /* moments of the last completed interval, decreasing in backward runs */
  int64_t particle_steps; /* approximate number of particle steps since the start or restart */
};
struct sm_particles_progress sm_particles_get_progress(const struct sm_particles *particles);

/* Largest speed of the last wind, m/s; there was one. */
double sm_particles_fastest_wind(const struct sm_particles *particles);

struct sm_plume_view sm_particles_plume(const struct sm_particles *particles);
const struct sm_releases *sm_particles_releases(const struct sm_particles *particles);

/* Current budget of each species, kg and numbers: [species][SM_BUDGET_TERMS]; and kg/m2 on columns
 * [map][ny][nx] unless NULL: dry deposition of each species, then, with rain, wet deposition.
 * Waits. */
SM_CHECKED enum sm_status sm_particles_budget(struct sm_context *ctx,
                                              struct sm_particles *particles, double *budget,
                                              double *deposition);

/* Reports the number of collisions, and warns if the step was too long for some. Waits. */
SM_CHECKED enum sm_status sm_particles_report_collisions(struct sm_context *ctx,
                                                         const struct sm_particles *particles);

/* Momentum that grains have lost to the air and that the flow has not taken yet; NULL: no two-way
 * coupling, or no wind yet. */
const struct sm_impulse_field *sm_particles_impulse(const struct sm_particles *particles);

/* Reports the volume fraction of coupled grains, and warns where it exceeds the range of the model.
 */
void sm_particles_report_coupling(struct sm_context *ctx, const struct sm_particles *particles);

/* All active particles, by id; freed with sm_particle_list_free. */
struct sm_particle_list {
  size_t count;
  double (*place)[3]; /* m: x, y from the south-west corner of the grid, z above its origin[2] */
  int64_t *id;
  int *species;
  float *diameter, *mass; /* m; remaining mass, kg */
  float (*velocity)[3];   /* m/s */
  float *age;             /* s */
};
SM_CHECKED enum sm_status sm_particles_list(struct sm_context *ctx, struct sm_particles *particles,
                                            struct sm_particle_list *out);
void sm_particle_list_free(struct sm_particle_list *list);

/* Particles with trajectories: ids, species, diameters and current positions; NAN while not
 * active. */
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

/* Complete state of the particles as arrays of bytes; freed
 * with sm_particles_free_checkpoint. A run of the same case,
 * with any number of devices, continues from it without a
 * difference. */
struct sm_particles_checkpoint_part {
  const char *name;
  void *data;
  size_t count, size;
};
enum { SM_PARTICLE_CHECKPOINT_PARTS = 23 };
/* Sets the names of the parts and the sizes of their items. */
void sm_particles_name_checkpoint(
    struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);

SM_CHECKED enum sm_status
sm_particles_save(struct sm_context *ctx, struct sm_particles *particles,
                  struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);
void sm_particles_free_checkpoint(
    struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);

/* Call before the first wind, which then fails with ERR_DATA if parts do not match. `part`: as
 * saved; it must stay valid until then. The winds that follow: the first one, whose speed
 * determines the step, and those before and after the checkpoint; with two-way coupling only that
 * at its time. */
void sm_particles_load(
    struct sm_particles *particles,
    const struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]);

#endif
