/* physics/particles/sources/sources.h - particle sources of a case: number of particles released up
 * to a time, mass of a particle, and the data for releases on a device
 * (cell/particles/emission.h). */
#ifndef SM_PHYSICS_PARTICLES_SOURCES_SOURCES_H
#define SM_PHYSICS_PARTICLES_SOURCES_SOURCES_H

#include "base/context.h"
#include "case/case.h"
#include "cell/cells.h"
#include "device/array_store.h"
#include "domain/sources/releases.h"

/* kinds.c */

struct sm_particle_kinds {
  struct sm_particle_kind *kind;
  struct sm_particle_kind_f64 *kind_f64; /* particles in f64; else NULL */
  struct sm_particle_chain *chain;       /* NULL: no species has a daughter */
  double h;                              /* s, a time step */
  float *share;    /* cumulative mass fraction of its species up to and including each kind */
  float *diameter; /* m */
  int *first;      /* [species + 1] kind */
  int count;
  bool deposited; /* some kind deposits to the ground */
  bool friction;  /* deposition depends on the friction velocity */
};

/* Steps of h s. Errors: ERR_CASE (more than SM_KINDS_MAX), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_kinds_create(struct sm_context *ctx,
                                                   const struct sm_case_particles *p, double h,
                                                   struct sm_particle_kinds *out);
void sm_particle_kinds_free(struct sm_particle_kinds *kinds);

/* sources.c */

/* Time function of a source: cumulative fraction of its emission. */
struct sm_particle_source {
  const struct sm_release *release;
  int64_t total;   /* particles */
  int64_t mass;    /* mass of a particle in quanta; GROUND: of those released now */
  double kilogram; /* total mass, kg; GROUND: NAN, depends on the wind */
  int moments;
  double *at, *emitted, *rate; /* as in struct sm_emission */
  int grid[3];
};

struct sm_particle_sources {
  struct sm_particle_source *item;
  int count;
  double *quantum; /* kg, per species, the same for all members of a decay chain: the total emission
                      is 2^60 quanta; GROUND sources count as 1e7 kg each */
};

/* For a run of `duration` s. Errors: ERR_CASE (a release after the end, a source without mass, more
 * than 2^40 particles), ERR_MEMORY. */
SM_CHECKED enum sm_status
sm_particle_sources_create(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_releases *releases, const struct sm_domain *domain,
                           double duration, struct sm_particle_sources *out);
/* Adds a source; release must outlive the sources. Errors: ERR_CASE (as above, or more than 4 times
 * the mass of all sources of its species), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_sources_add(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_release *release,
                                                  const struct sm_domain *domain, double duration,
                                                  struct sm_particle_sources *sources);
void sm_particle_sources_free(struct sm_particle_sources *sources);

/* Number of particles that a source has released before `time`. */
int64_t sm_particle_source_count(const struct sm_particle_source *source, double time);

/* Arrays of all sources on a device. */
struct sm_particle_source_arrays {
  struct sm_store store;
  double **moments; /* per source: at, emitted, rate */
  double **path;    /* moving sources, else NULL */
  double **column;  /* GROUND sources, else NULL: cumulative fractions of the columns */
  float *share;     /* per kind */
  double *face[3];  /* cell faces, m */
  float *ground;    /* ground height of columns, m */
  uint8_t *open;    /* per cell */
};
SM_CHECKED enum sm_status sm_particle_source_upload(struct sm_context *ctx,
                                                    struct sm_device *device,
                                                    const struct sm_particle_sources *sources,
                                                    const struct sm_particle_kinds *kinds,
                                                    const struct sm_domain *domain,
                                                    struct sm_particle_source_arrays *out);
void sm_particle_source_release(struct sm_particle_source_arrays *arrays);

/* Emission parameters common to all releases of source s; the caller sets the rest. */
struct sm_emission sm_particle_emission(const struct sm_particle_sources *sources,
                                        const struct sm_particle_kinds *kinds,
                                        const struct sm_particle_source_arrays *arrays,
                                        const struct sm_domain *domain, uint64_t seed, int s);

#endif
