/* physics/particles/set.h - particle set on one device: records, release, sorting and binning. */
#ifndef SM_PHYSICS_PARTICLES_SET_H
#define SM_PHYSICS_PARTICLES_SET_H

#include "physics/particles/sources/sources.h"
#include "physics/particles/wind/wind_sampler.h"

/* Properties common to all sets of a run. */
struct sm_particle_set_plan {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_particle_sources *sources;
  const struct sm_particle_kinds *kinds;
  int64_t total;   /* particles of all sources */
  int sets;        /* number of sets of this process */
  int shares;      /* sets of all processes, which take released particles in turn */
  int first_share; /* index of the first set of this process among them */
  const struct sm_parallel *parallel; /* processes that share the particles; NULL: this one alone */
  bool turbulence;                    /* with turbulence records */
  bool restarts;                      /* with records of the initial state */
  bool rises;                         /* with plume rise */
  bool collides;                      /* with collisions */
  bool couples;                       /* two-way coupling */
  bool hindered;                      /* hindered settling */
  bool f64;                           /* positions and velocities in f64 */
  bool chains;                        /* with decay chains */
  struct sm_dense_gas dense;          /* that slumps */
  int species;
  int deposit_maps; /* maps of deposits: one per species, two with rain (dry, then wet) */
};

/* Device arrays of collisions: see struct sm_particle_collisions. */
struct sm_collision_arrays {
  struct sm_collision_grain *grain; /* per kind */
  float *per_volume;                /* per bin */
  int64_t *solids, *counts;
  int64_t capacity; /* capacity in records */
  uint32_t *bucket, *order;
};

/* Device arrays of two-way coupling and hindered settling: see struct sm_particle_coupling. */
struct sm_coupling_arrays {
  struct sm_coupled_grain *grain; /* per kind */
  float *per_volume;              /* per cell */
  int64_t *solids;
  int64_t *dropped;
  double *number; /* result of a reduction */
  struct sm_impulse_field impulse;
};

/* Device arrays of the shallow layer of a dense gas: see struct sm_dense_layer. */
struct sm_dense_arrays {
  float *bed, *rough;
  int *bottom;
  struct sm_layer_column *column[2]; /* current; of the next step */
  struct sm_layer_state *state;
  double *speed, *number;
  int64_t *released;
  uint8_t *source;
  double quantum;
};

struct sm_particle_set {
  const struct sm_particle_set_plan *plan;
  struct sm_device *device;
  struct sm_store store;   /* all arrays of the set but those of the sources */
  int turn;                /* index of the set: 0 .. shares - 1 */
  int64_t capacity, count; /* records: capacity, in use */
  int64_t released;        /* released so far */
  int64_t sorted;          /* number of records at the last sorting */
  struct sm_particle *particle, *other_particle;
  struct sm_particle_f64 *particle_f64, *other_particle_f64; /* in f64, else NULL */
  struct sm_particle_tag *tag, *other_tag;
  struct sm_turbulence_state *turbulence, *other_turbulence;
  struct sm_particle_daughters *daughters, *other_daughters; /* with decay chains, else NULL */
  struct sm_particle *start;
  uint32_t *rank, *bin;
  struct sm_particle_sort bins; /* shape only */
  struct sm_particle_kind *kind;
  struct sm_particle_kind_f64 *kind_f64; /* in f64, else NULL */
  struct sm_particle_chain *chain;       /* by kind; with decay chains, else NULL */
  double h;                              /* s, a time step */
  struct sm_plume_rise *rise;            /* by source */
  int64_t *budget, *airborne_mass, *deposit;
  float *place[3], *width[3]; /* m, face positions; cell widths */
  struct sm_particle_source_arrays arrays;
  struct sm_collision_arrays collisions;
  struct sm_coupling_arrays coupling;
  struct sm_dense_arrays dense;
};

/* Errors: ERR_MEMORY, ERR_DEVICE (with help: fewer particles). */
SM_CHECKED enum sm_status sm_particle_set_create(struct sm_context *ctx,
                                                 const struct sm_particle_set_plan *plan,
                                                 struct sm_device *device, int turn,
                                                 struct sm_particle_set **out);

/* Takes room for all that a set may have in the air at once. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particle_set_reserve(struct sm_context *ctx,
                                                  struct sm_particle_set *set);
void sm_particle_set_destroy(struct sm_particle_set **set);

/* Releases this set's particles between two times; enqueued. Per source, over all sets: first
 * particle number and how many are released in the batch. */
SM_CHECKED enum sm_status sm_particle_set_emit(struct sm_context *ctx, struct sm_particle_set *set,
                                               double time, const int64_t *first,
                                               const int64_t *number, bool *any);

/* Sorts particles by cell, inactive ones last; enqueued. */
void sm_particle_set_sort(struct sm_particle_set *set);

/* Drops inactive particles, just after sorting; waits. */
SM_CHECKED enum sm_status sm_particle_set_compact(struct sm_context *ctx,
                                                  struct sm_particle_set *set);

/* Particles on the host. */
struct sm_particle_records {
  size_t count;
  struct sm_particle *particle;
  struct sm_particle_f64 *particle_f64; /* NULL in f32 */
  struct sm_particle_tag *tag;
  struct sm_turbulence_state *turbulence;  /* NULL without turbulence */
  struct sm_particle_daughters *daughters; /* NULL without decay chains */
};

/* Replaces all particles by those of a checkpoint; start is NULL if the plan has none. */
SM_CHECKED enum sm_status sm_particle_set_load(struct sm_context *ctx, struct sm_particle_set *set,
                                               const struct sm_particle_records *records,
                                               const struct sm_particle *start);

/* Advances all particles; enqueued. `advance` has the wind, the steps, and the boundary
 * conditions. Errors: of dense gas, those of sm_particle_set_slump. */
SM_CHECKED enum sm_status sm_particle_set_advance(struct sm_context *ctx,
                                                  struct sm_particle_set *set,
                                                  enum sm_wind_sampling sampling,
                                                  const struct sm_particle_advance *advance);

/* Binning parameters common to all sets. */
struct sm_binning sm_particle_set_binning(const struct sm_particle_set *set, double time);
void sm_particle_set_bin(struct sm_particle_set *set, const struct sm_binning *binning);

/* Columns of the domain. */
size_t sm_particle_set_columns(const struct sm_particle_set_plan *plan);

/* set_budget.c: Budget including active particles: [species][SM_BUDGET_TERMS], added to `out`; and
 * deposits, [deposit_maps][ny][nx] quanta, added to `deposit` unless NULL. */
SM_CHECKED enum sm_status sm_particle_set_budget(struct sm_context *ctx,
                                                 struct sm_particle_set *set, double time,
                                                 int64_t *out, int64_t *deposit);

/* shares.c: Particles shared among processes: process 0 has the sums, as the first set has those of
 * several devices. Agrees on errors before messages, so that none waits for one that has failed. */

/* Whether another process has the sums. */
bool sm_particle_share_is_remote(const struct sm_particle_set_plan *plan);

/* Number of processes that share the particles, and that of this one. */
int sm_particle_processes(const struct sm_particle_set_plan *plan);
int sm_particle_process(const struct sm_particle_set_plan *plan);

/* Part of `count` sums that a process compares with thresholds. */
struct sm_sum_part {
  size_t first, count;
};
struct sm_sum_part sm_particle_part(const struct sm_particle_set_plan *plan, int process,
                                    size_t count);

/* Gets this process's part of the sums of all others on a device, one after another. host: work
 * space for all of both, if the device has no messages of its own. Errors: those of another
 * process, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particle_share_sums(struct sm_context *ctx,
                                                 const struct sm_particle_set_plan *plan,
                                                 struct sm_device *device, int64_t *sum,
                                                 size_t count, int64_t *others, int64_t *host);

/* Completes `count` numbers of process 0, each of which has its part of them. Errors: those of
 * another process. */
SM_CHECKED enum sm_status sm_particle_collect_parts(struct sm_context *ctx,
                                                    const struct sm_particle_set_plan *plan,
                                                    float *number, size_t count);

/* Adds numbers of all processes on process 0. Errors: those of another process. */
SM_CHECKED enum sm_status sm_particle_sum_processes(struct sm_context *ctx,
                                                    const struct sm_particle_set_plan *plan,
                                                    int64_t *number, size_t count);

/* collisions.c */

/* Do nothing unless the plan has collisions. The masses of grains depend on the sources, which may
 * be extended. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_collisions_create(struct sm_context *ctx, struct sm_particle_set *set);
SM_CHECKED enum sm_status sm_collisions_set_grains(struct sm_context *ctx,
                                                   struct sm_particle_set *set);

/* Lists of as many as the records of the set. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_collisions_reserve(struct sm_context *ctx,
                                                struct sm_particle_set *set);

/* Sorts the particles and collides those of each bin for a step of h s; enqueued. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particle_set_collide(struct sm_context *ctx,
                                                  struct sm_particle_set *set, int64_t step,
                                                  double h);

/* contact.c */

/* With contact collisions: checks that all particles are single grains and fit into the cells.
 * Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_contacts_check(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            const struct sm_particle_sources *sources);

/* Contact collisions of sorted particles in a step of h s; enqueued. */
void sm_particle_set_meet(struct sm_particle_set *set, double h);

/* Collision counts so far; waits. */
SM_CHECKED enum sm_status sm_particle_set_collisions(struct sm_context *ctx,
                                                     const struct sm_particle_set *set,
                                                     int64_t counts[SM_COLLISION_COUNTS]);

/* coupling.c */

/* Do nothing unless the plan has two-way coupling or hindered settling. The masses of parcels
 * depend on the sources, which may be extended. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_coupling_create(struct sm_context *ctx, struct sm_particle_set *set);
SM_CHECKED enum sm_status sm_coupling_set_grains(struct sm_context *ctx,
                                                 struct sm_particle_set *set);

/* Advances all particles by the single step of `advance`, with coupling; enqueued. */
void sm_particle_set_couple(struct sm_particle_set *set, const struct sm_particle_advance *advance);

/* dense_layer.c */

/* Do nothing unless the plan has a dense gas. Sources may be added. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_dense_layer_create(struct sm_context *ctx,
                                                struct sm_particle_set *set);
SM_CHECKED enum sm_status sm_dense_layer_set_sources(struct sm_context *ctx,
                                                     struct sm_particle_set *set);

/* Advances the layer by the single step of `advance`, and the particles in it, which then sit out
 * that step. Waits. Errors: ERR_DEVICE, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_particle_set_slump(struct sm_context *ctx, struct sm_particle_set *set,
                                                enum sm_wind_sampling sampling,
                                                const struct sm_particle_advance *advance);

/* One-dimensional box of `count` particles, chunks or releases. */
struct sm_box sm_particle_set_box(int64_t count);

#endif
