/* flock.h - the particles of a run that are on one device: their records, their births, their
 * order, and what is counted of them. */
#ifndef SM_PHYSICS_FLOCK_H
#define SM_PHYSICS_FLOCK_H

#include "physics/carrier.h"
#include "physics/particle_sources.h"

/* What all flocks of a run have in common. */
struct sm_flock_plan {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_particle_sources *sources;
  const struct sm_particle_kinds *kinds;
  int64_t total;   /* particles of all sources */
  int flocks;      /* they take births in turns */
  bool turbulence; /* their records of eddies exist */
  bool restarts;   /* and those of how they began */
  bool rises;      /* plumes rise */
  int species;
};

struct sm_flock {
  const struct sm_flock_plan *plan;
  struct sm_device *device;
  int turn;            /* 0 .. flocks - 1 */
  int64_t room, count; /* records: that there is memory for, in use */
  int64_t births;      /* so far */
  int64_t sorted;      /* records that were in order, when they last were */
  struct sm_mote *mote, *other_mote;
  struct sm_tag *tag, *other_tag;
  struct sm_eddies *eddies, *other_eddies;
  struct sm_mote *start;
  uint32_t *rank, *bin;
  struct sm_bins bins; /* shape only */
  struct sm_kind *kind;
  struct sm_rise *rise; /* by source */
  int64_t *account, *tally, *deposit;
  float *place[3], *width[3]; /* m, of faces; of cells */
  struct sm_source_arrays arrays;
};

/* Device bytes of a flock that takes one of `flocks` turns. */
size_t sm_flock_bytes(const struct sm_flock_plan *plan);

/* Errors: ERR_MEMORY, ERR_DEVICE (with help: fewer particles). */
SM_CHECKED enum sm_status sm_flock_create(struct sm_context *ctx, const struct sm_flock_plan *plan,
                                          struct sm_device *device, int turn,
                                          struct sm_flock **out);
void sm_flock_destroy(struct sm_flock **flock);

/* Those of its turn that are born between two times; enqueued. Numbers: of each source, the first
 * one and how many are emitted in the batch, of all flocks. */
SM_CHECKED enum sm_status sm_flock_emit(struct sm_context *ctx, struct sm_flock *flock, double time,
                                        const int64_t *first, const int64_t *number, bool *any);

/* Puts particles into the order of their cells, those that are no more behind the others; enqueued.
 */
void sm_flock_sort(struct sm_flock *flock);

/* Drops those that are no more, when they were just put in order; waits. */
SM_CHECKED enum sm_status sm_flock_trim(struct sm_context *ctx, struct sm_flock *flock);

/* Takes records that a checkpoint has kept, `count` of them, as the only ones; eddies and start are
 * NULL where the plan has none. */
SM_CHECKED enum sm_status sm_flock_put(struct sm_context *ctx, struct sm_flock *flock,
                                       int64_t count, const struct sm_mote *mote,
                                       const struct sm_tag *tag, const struct sm_eddies *eddies,
                                       const struct sm_mote *start);

/* Moves all; enqueued. `carry` has the wind, the steps, and what becomes of particles. */
void sm_flock_move(struct sm_flock *flock, enum sm_way way, const struct sm_carry *carry);

/* A census of what all flocks agree on. */
struct sm_census sm_flock_census(const struct sm_flock *flock, double time);
void sm_flock_count(struct sm_flock *flock, const struct sm_census *census);

/* The ledger with what is in the air: [species][SM_ACCOUNTS], added to `out`; and the deposits,
 * [species][ny][nx] quanta, added to `deposit` unless NULL. */
SM_CHECKED enum sm_status sm_flock_balance(struct sm_context *ctx, struct sm_flock *flock,
                                           double time, int64_t *out, int64_t *deposit);

/* Box of so many particles, chunks or births. */
struct sm_box sm_flock_box(int64_t count);

#endif
