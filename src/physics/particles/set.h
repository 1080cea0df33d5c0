/* physics/particles/set.h - particle set on one device: records, release, sorting and binning. */
#ifndef SM_PHYSICS_PARTICLES_SET_H
#define SM_PHYSICS_PARTICLES_SET_H

#include "physics/particles/sources/sources.h"
#include "physics/particles/wind/wind_sampler.h"

/* What all sets of a run have in common. */
struct sm_particle_set_plan {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_particle_sources *sources;
  const struct sm_particle_kinds *kinds;
  int64_t total;   /* particles of all sources */
  int sets;        /* they take births in turns */
  bool turbulence; /* their records of eddies exist */
  bool restarts;   /* and those of how they began */
  bool rises;      /* plumes rise */
  bool collides;   /* grains collide */
  bool couples;    /* two-way coupling */
  bool hindered;   /* hindered settling */
  int species;
};

/* What collisions need on a device: see struct sm_particle_collisions. */
struct sm_collision_arrays {
  struct sm_collision_grain *grain; /* of kinds */
  float *per_volume;                /* of bins */
  int64_t *solids, *tally;
  int64_t capacity; /* records that there is memory for */
  uint32_t *bucket, *order;
};

/* What two-way coupling and hindered settling need: see struct sm_particle_coupling. */
struct sm_coupling_arrays {
  struct sm_coupled_grain *grain; /* of kinds */
  float *per_volume;              /* of cells */
  int64_t *solids;
  int64_t *dropped;
  double *number; /* of a reduction */
  struct sm_impulse_field impulse;
};

struct sm_particle_set {
  const struct sm_particle_set_plan *plan;
  struct sm_device *device;
  int turn;                /* 0 .. sets - 1 */
  int64_t capacity, count; /* records: that there is memory for, in use */
  int64_t released;        /* so far */
  int64_t sorted;          /* records that were in order, when they last were */
  struct sm_particle *particle, *other_particle;
  struct sm_particle_tag *tag, *other_tag;
  struct sm_turbulence_state *turbulence, *other_turbulence;
  struct sm_particle *start;
  uint32_t *rank, *bin;
  struct sm_particle_sort bins; /* shape only */
  struct sm_particle_kind *kind;
  struct sm_plume_rise *rise; /* by source */
  int64_t *budget, *airborne_mass, *deposit;
  float *place[3], *width[3]; /* m, of faces; of cells */
  struct sm_particle_source_arrays arrays;
  struct sm_collision_arrays collisions;
  struct sm_coupling_arrays coupling;
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

/* Those of its turn that are born between two times; enqueued. Numbers: of each source, the first
 * one and how many are emitted in the batch, of all sets. */
SM_CHECKED enum sm_status sm_particle_set_emit(struct sm_context *ctx, struct sm_particle_set *set,
                                               double time, const int64_t *first,
                                               const int64_t *number, bool *any);

/* Puts particles into the order of their cells, those that are no more behind the others; enqueued.
 */
void sm_particle_set_sort(struct sm_particle_set *set);

/* Drops those that are no more, when they were just put in order; waits. */
SM_CHECKED enum sm_status sm_particle_set_compact(struct sm_context *ctx,
                                                  struct sm_particle_set *set);

/* Takes records that a checkpoint has kept, `count` of them, as the only ones; eddies and start are
 * NULL where the plan has none. */
SM_CHECKED enum sm_status sm_particle_set_load(struct sm_context *ctx, struct sm_particle_set *set,
                                               int64_t count, const struct sm_particle *particle,
                                               const struct sm_particle_tag *tag,
                                               const struct sm_turbulence_state *turbulence,
                                               const struct sm_particle *start);

/* Moves all; enqueued. `carry` has the wind, the steps, and what becomes of particles. */
void sm_particle_set_advance(struct sm_particle_set *set, enum sm_wind_sampling sampling,
                             const struct sm_particle_advance *advance);

/* A binning of what all sets agree on. */
struct sm_binning sm_particle_set_binning(const struct sm_particle_set *set, double time);
void sm_particle_set_bin(struct sm_particle_set *set, const struct sm_binning *binning);

/* The budget with what is in the air: [species][SM_BUDGET_TERMS], added to `out`; and the deposits,
 * [species][ny][nx] quanta, added to `deposit` unless NULL. */
SM_CHECKED enum sm_status sm_particle_set_budget(struct sm_context *ctx,
                                                 struct sm_particle_set *set, double time,
                                                 int64_t *out, int64_t *deposit);

/* collisions.c */

/* Unless the plan has collisions, these do nothing. The masses of grains follow from the sources,
 * which may become more. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_collisions_create(struct sm_context *ctx, struct sm_particle_set *set);
SM_CHECKED enum sm_status sm_collisions_set_grains(struct sm_context *ctx,
                                                   struct sm_particle_set *set);
void sm_collisions_release(struct sm_particle_set *set);

/* Lists of as many as the records of the set. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_collisions_reserve(struct sm_context *ctx,
                                                struct sm_particle_set *set);

/* Puts particles in order; those of each bin collide in a step of h s; enqueued. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particle_set_collide(struct sm_context *ctx,
                                                  struct sm_particle_set *set, int64_t step,
                                                  double h);

/* contact.c */

/* Whether all particles of a case are single grains that fit into its cells, where collisions are
 * of such. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_contacts_check(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            const struct sm_particle_sources *sources);

/* Of particles in order: those that meet in a step of h s collide; enqueued. */
void sm_particle_set_meet(struct sm_particle_set *set, double h);

/* What has been counted of collisions so far; waits. */
SM_CHECKED enum sm_status sm_particle_set_collisions(struct sm_context *ctx,
                                                     const struct sm_particle_set *set,
                                                     int64_t tally[SM_COLLISION_COUNTS]);

/* coupling.c */

/* Unless the plan has two-way coupling or hindered settling, these do nothing. The masses of
 * parcels follow from the sources, which may become more. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_coupling_create(struct sm_context *ctx, struct sm_particle_set *set);
SM_CHECKED enum sm_status sm_coupling_set_grains(struct sm_context *ctx,
                                                 struct sm_particle_set *set);
void sm_coupling_release(struct sm_particle_set *set);

/* Moves all by the one step of `advance`, which is that of this set; enqueued. */
void sm_particle_set_couple(struct sm_particle_set *set, const struct sm_particle_advance *advance);

/* Largest volume fraction of grains at the start of the last step, and how many impulses were
 * dropped so far; waits. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_coupling_measure(struct sm_context *ctx,
                                              const struct sm_particle_set *set, double *densest,
                                              int64_t *dropped);

/* Box of so many particles, chunks or births. */
struct sm_box sm_particle_set_box(int64_t count);

#endif
