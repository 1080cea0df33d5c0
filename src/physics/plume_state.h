/* plume_state.h - inside of physics/plume.h: what a plume holds, and how it is made and read. */
#ifndef SM_PHYSICS_PLUME_STATE_H
#define SM_PHYSICS_PLUME_STATE_H

#include "physics/plume.h"

/* What is counted on one device. */
struct sm_plume_counters {
  int64_t *sum, *dimming, *received;
  int *start, *receptor;
  struct sm_receptor_box *box;
  float *area;
};

struct sm_plume {
  const struct sm_flock_plan *plan;
  const struct sm_releases *releases;
  int n[3], first[3]; /* boxes; the first cell, where they are cells */
  bool boxes, cells;  /* boxes are counted; they are the cells of the domain */
  double *face[3];
  float *air;
  float *volume; /* m3, of air */
  size_t size;   /* boxes */
  double *room;  /* m3, of receptors' air */
  int *start, *receptor;
  size_t listed; /* in all columns */
  struct sm_receptor_box *box;
  float *area;         /* see struct sm_census */
  double area_quantum; /* m2 */
  int64_t samples;
  int shift;                          /* see struct sm_census */
  struct sm_plume_counters *counters; /* of flocks */
  int flocks;
  struct sm_device **device;
  int64_t *sum, *dimming, *received; /* on the host */
  float **concentration, **largest, **arrival;
  double **dose;
  double *received_mean, *depth;
};

/* --- how many there are --- */

static inline size_t sm_plume_sums(const struct sm_plume *plume) {
  return plume->size * (size_t)plume->plan->species;
}
static inline size_t sm_plume_receipts(const struct sm_plume *plume) {
  return plume->plan->c->particles.receptor_count * (size_t)plume->plan->species;
}
static inline size_t sm_plume_columns(const struct sm_plume *plume) {
  const struct sm_grid *grid = &plume->plan->domain->grid;
  return (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
}
/* Light is dimmed for somebody. */
static inline bool sm_plume_dims(const struct sm_plume *plume) {
  return plume->plan->c->particles.sight_count > 0;
}

/* The boxes that concentrations are counted in, if any are wanted. Errors: ERR_CASE (too many, or
 * none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_create_boxes(struct sm_context *ctx, struct sm_plume *plume);

/* The boxes of receptors, and which of them each column of the domain meets. Error: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_create_receptors(struct sm_context *ctx, struct sm_plume *plume);

/* Adds up what all devices have counted, and clears it there if asked to. Waits. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_plume_gather(struct sm_context *ctx, struct sm_plume *plume,
                                          bool clear);

#endif
