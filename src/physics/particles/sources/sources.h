/* physics/particles/sources/sources.h - the sources of a case: how many particles each has had at a
 * time, how much mass one of them stands for, and what a device must know to make them
 * (cell/particles/emission.h). */
#ifndef SM_PHYSICS_PARTICLES_SOURCES_SOURCES_H
#define SM_PHYSICS_PARTICLES_SOURCES_SOURCES_H

#include "base/context.h"
#include "case/case.h"
#include "cell/cells.h"
#include "device/device.h"
#include "domain/sources/releases.h"

/* kinds.c */

struct sm_particle_kinds {
  struct sm_particle_kind *kind;
  float *share;    /* of each kind: the part of its species' mass in it and the sizes before it */
  float *diameter; /* m */
  int *first;      /* [species + 1] kind */
  int count;
  bool deposited; /* some are taken from the air next to the ground */
  bool friction;  /* and that depends on the wind there */
};

/* Steps are h s. Errors: ERR_CASE (more than SM_KINDS_MAX), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_kinds_create(struct sm_context *ctx,
                                                   const struct sm_case_particles *p, double h,
                                                   struct sm_particle_kinds *out);
void sm_particle_kinds_free(struct sm_particle_kinds *kinds);

/* sources.c */

/* Moments of a source: how much of its mass it has emitted. */
struct sm_particle_source {
  const struct sm_release *release;
  int64_t total;   /* particles */
  int64_t mass;    /* quanta of one; of GROUND: of those that are born now */
  double kilogram; /* of all; of GROUND NAN: the wind tells */
  int moments;
  double *at, *emitted, *rate; /* as in struct sm_emission */
  int grid[3];
};

struct sm_particle_sources {
  struct sm_particle_source *item;
  int count;
  double *quantum; /* kg, of species: all that is emitted is 2^60 of them; GROUND sources have
                      room for 1e7 kg each */
};

/* The run lasts `duration` s. Errors: ERR_CASE (a release after the end, a source without mass,
 * more than 2^40 particles), ERR_MEMORY. */
SM_CHECKED enum sm_status
sm_particle_sources_create(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_releases *releases, const struct sm_domain *domain,
                           double duration, struct sm_particle_sources *out);
/* One more source; release must live as long. Errors: ERR_CASE (as above, or more than 4 times the
 * mass of all sources of its species), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_sources_add(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_release *release,
                                                  const struct sm_domain *domain, double duration,
                                                  struct sm_particle_sources *sources);
void sm_particle_sources_free(struct sm_particle_sources *sources);

/* Particles that a source has emitted before `time`. */
int64_t sm_particle_source_count(const struct sm_particle_source *source, double time);

/* The arrays of all sources on a device. */
struct sm_particle_source_arrays {
  struct sm_device *device;
  int count;
  double **moments; /* of each: at, emitted, rate */
  double **path;    /* of moving ones, else NULL */
  double **column;  /* of GROUND, else NULL: shares of columns */
  float *share;     /* of kinds */
  double *face[3];  /* m, of cells */
  float *ground;    /* m, of columns */
  uint8_t *open;    /* of cells */
};
SM_CHECKED enum sm_status sm_particle_source_upload(struct sm_context *ctx,
                                                    struct sm_device *device,
                                                    const struct sm_particle_sources *sources,
                                                    const struct sm_particle_kinds *kinds,
                                                    const struct sm_domain *domain,
                                                    struct sm_particle_source_arrays *out);
void sm_particle_source_release(struct sm_particle_source_arrays *arrays,
                                const struct sm_domain *domain,
                                const struct sm_particle_sources *sources,
                                const struct sm_particle_kinds *kinds);

/* What all births of source s have in common; the rest is the caller's. */
struct sm_emission sm_particle_emission(const struct sm_particle_sources *sources,
                                        const struct sm_particle_kinds *kinds,
                                        const struct sm_particle_source_arrays *arrays,
                                        const struct sm_domain *domain, uint64_t seed, int s);

#endif
