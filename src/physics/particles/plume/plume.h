/* plume.h - concentrations of particles: mass in boxes and at receptors, and optical depth along
 * lines of sight, averaged over time intervals. */
#ifndef SM_PHYSICS_PARTICLES_PLUME_PLUME_H
#define SM_PHYSICS_PARTICLES_PLUME_PLUME_H

#include "physics/particles/set.h"

struct sm_plume;

/* Results of the last interval, and of all intervals so far. Volumes are [nz][ny][nx] of the
 * boxes. */
struct sm_plume_view {
  int n[3];
  const double *face[3]; /* m, n + 1 each: x, y from the south-west corner of the grid, z above its
                            origin[2] */
  const float *air;      /* air fraction of each box */
  int species;
  float *const *concentration;        /* [species] kg/m3, mean of the last interval; 0 in solids */
  struct sm_cell_range occupied;      /* boxes outside of it have no mass in the last interval */
  double *const *dose;                /* [species] kg s/m3 */
  float *const *maximum;              /* [species] largest mean so far, kg/m3 */
  float *const *arrival_time;         /* [species] [threshold] volumes, s; NAN: never exceeded */
  const double *received;             /* [receptor][species] kg/m3, mean of the last interval */
  const float *received_arrival_time; /* [receptor][species] s; NAN: never exceeded */
  const double *depth;                /* [line of sight] optical depth, mean of the last interval */
};

/* Columns of the concentration boxes of a case; 0: it has none. */
size_t sm_plume_box_columns(const struct sm_case *c, const struct sm_domain *domain);
size_t sm_plume_box_layers(const struct sm_case *c, const struct sm_domain *domain);

/* Makes a plume for at most `samples` samples per interval. Errors: ERR_CASE, ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_plume_create(struct sm_context *ctx,
                                          const struct sm_particle_set_plan *plan,
                                          const struct sm_releases *releases, int64_t samples,
                                          struct sm_particle_set *const *set,
                                          struct sm_plume **out);
void sm_plume_destroy(struct sm_plume **plume);

/* Bins the current particles; enqueued. `moment`: times of the previous
 * sample and of this one, as for an interval. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_plume_sample(struct sm_context *ctx, struct sm_plume *plume,
                                          struct sm_particle_set *const *set, double time,
                                          const double moment[2]);

/* Ends an interval between two times, s; backward runs pass them in descending order. Waits. */
SM_CHECKED enum sm_status sm_plume_end_interval(struct sm_context *ctx, struct sm_plume *plume,
                                                double from, double until);
struct sm_plume_view sm_plume_view_of(const struct sm_plume *plume);

/* Thresholds: first exceedance of each sum, and the concentrations of the last sample. */
struct sm_arrival_checkpoint {
  float *first, *last;
  size_t firsts, lasts;
};

/* For checkpoints: the state of a plume between two steps, on the host. _fetch reads it from the
 * devices; _restore writes it to the first of them, after the arrays have been filled. */
struct sm_plume_checkpoint {
  int64_t *sum, *cross_section, *received; /* quanta, in the current interval */
  size_t sums, cross_sections, receipts;
  int64_t samples;
  double *dose;
  float *maximum, *arrival_time;
  size_t doses, arrivals;       /* number of maxima equals that of doses */
  float *received_arrival_time; /* receipts */
  struct sm_arrival_checkpoint in_boxes, at_receptors;
};
SM_CHECKED enum sm_status sm_plume_fetch(struct sm_context *ctx, struct sm_plume *plume,
                                         struct sm_plume_checkpoint *out);
SM_CHECKED enum sm_status sm_plume_restore(struct sm_context *ctx, struct sm_plume *plume,
                                           int64_t samples);

#endif
