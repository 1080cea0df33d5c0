/* physics/particles/plume/internal.h - plume: arrays of binned mass, their creation and reading. */
#ifndef SM_PHYSICS_PARTICLES_PLUME_INTERNAL_H
#define SM_PHYSICS_PARTICLES_PLUME_INTERNAL_H

#include "physics/particles/plume/plume.h"

/* Times of the first exceedance of thresholds, on the first device; each process finds those of its
 * part of the sums. */
struct sm_plume_arrival_times {
  struct sm_store store;
  struct sm_arrival_times memory; /* of the part of this process */
  size_t total;                   /* sums of all parts; 0: not requested */
  int64_t *others;                /* sums of the other devices, of other processes; NULL: none */
  int64_t *host;                  /* work space to add or to send them; may be NULL */
  size_t at;                      /* offset of the sums in struct sm_plume_counters */
  float *first, *last;            /* of all, on the host of process 0: [threshold][sum]; [sum], for
                                     checkpoints */
};

/* Binned sums on one device. */
struct sm_plume_counters {
  struct sm_store store;
  int64_t *sum, *cross_section, *received;
  int *start, *receptor;
  struct sm_receptor_box *box;
  float *area;
};

struct sm_plume {
  const struct sm_particle_set_plan *plan;
  const struct sm_releases *releases;
  int n[3], first[3]; /* boxes; first cell, if boxes are cells */
  bool boxes, cells;  /* whether boxes are binned; whether they are domain cells */
  double *face[3];
  float *air;
  float *volume;      /* air volume, m3 */
  size_t size;        /* boxes */
  double *box_volume; /* air volume of receptors, m3 */
  int *start, *receptor;
  size_t listed; /* list length over all columns */
  struct sm_receptor_box *box;
  float *area;         /* see struct sm_binning */
  double area_quantum; /* m2 */
  int64_t samples;
  int shift;                          /* see struct sm_binning */
  struct sm_plume_counters *counters; /* per set */
  struct sm_plume_arrival_times in_boxes, at_receptors;
  int sets;
  struct sm_device **device;
  int64_t *sum, *cross_section, *received; /* on the host */
  struct sm_cell_range occupied;           /* boxes outside of it have no concentration */
  float **concentration, **maximum, **arrival_time;
  double **dose;
  double *received_mean, *depth;
  float *received_arrival_time; /* as received_mean: s; NAN: not yet */
};

/* --- how many there are --- */

static inline size_t sm_plume_sums(const struct sm_plume *plume) {
  return plume->size * (size_t)plume->plan->species;
}
static inline size_t sm_plume_receptor_sums(const struct sm_plume *plume) {
  return plume->plan->c->particles.receptor_count * (size_t)plume->plan->species;
}
static inline size_t sm_plume_columns(const struct sm_plume *plume) {
  const struct sm_grid *grid = &plume->plan->domain->grid;
  return (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
}
/* Whether the case has lines of sight. */
static inline bool sm_plume_has_sight_lines(const struct sm_plume *plume) {
  return plume->plan->c->particles.line_of_sight_count > 0;
}

/* Makes the concentration boxes, if the case has any. Errors: ERR_CASE (too many, or none),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_create_boxes(struct sm_context *ctx, struct sm_plume *plume);

/* Makes the boxes of receptors, and lists which of them each domain column overlaps. Error:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_create_receptors(struct sm_context *ctx, struct sm_plume *plume);

/* Allocates the arrival times of thresholds. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_plume_create_arrivals(struct sm_context *ctx, struct sm_plume *plume);
void sm_plume_destroy_arrivals(struct sm_plume *plume);

/* Compares all sums with the thresholds after a sample. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_plume_find_arrivals(struct sm_context *ctx, struct sm_plume *plume,
                                                 const double moment[2]);
/* At the end of an interval: copies the arrival times to the host, and starts the next interval. */
SM_CHECKED enum sm_status sm_plume_fetch_arrivals(struct sm_context *ctx, struct sm_plume *plume);
void sm_plume_clear_arrivals(struct sm_plume *plume);

/* For checkpoints: like sm_plume_fetch and sm_plume_restore. */
SM_CHECKED enum sm_status sm_plume_save_arrivals(struct sm_context *ctx, struct sm_plume *plume,
                                                 struct sm_plume_checkpoint *out);
SM_CHECKED enum sm_status sm_plume_restore_arrivals(struct sm_context *ctx,
                                                    const struct sm_plume *plume);

/* Adds the counts of all devices, and clears them there if `clear`. Waits. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_plume_gather(struct sm_context *ctx, struct sm_plume *plume,
                                          bool clear);

#endif
