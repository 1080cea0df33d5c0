/* physics/compressible/combustion.h - the chemistry of a mixture (mixture.h): cells that are warm
 * enough are handed to chemistry in double precision and come back. */
#ifndef SM_PHYSICS_COMPRESSIBLE_COMBUSTION_H
#define SM_PHYSICS_COMPRESSIBLE_COMBUSTION_H

#include "chem/integrate/device_integrator.h"
#include "physics/compressible/mixture.h"

struct sm_combustion {
  struct sm_mixture *m; /* borrowed */
  const char *base;     /* of files of cells that fail: folder and begin of the name */
  int64_t most, count;  /* cells, at most and now */
  int64_t *row;         /* of each row of cells, where it begins in the list; here */
  int64_t *on_row;      /* on the device, as all that follow */
  int64_t *cell;        /* elements of the fields */
  int32_t *layer;
  double *warm, *warm_before; /* K */
  double *moles, *before;     /* [species][count], kmol/m3 */
  double *source, *energy;    /* of a constant source: kmol/(m3 s), W/m3 */
  struct sm_chem_integrator integrator;
  int64_t failures; /* of the run */
};

/* base: as below; NULL: files lie where the program runs. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_combustion_create(struct sm_context *ctx, struct sm_mixture *m,
                                               const char *base, struct sm_combustion **out);
void sm_combustion_destroy(struct sm_combustion **burning);

/* Chemistry at constant volume for `span` s from time `time` on; without reactions nothing.
 * Errors: ERR_DIVERGED (a cell cannot be integrated, and the case does not go on: it is in a file),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_combustion_react(struct sm_context *ctx, struct sm_combustion *b,
                                              double time, double span);

/* The same in two parts around the flow of a step, whose changes are a source. */
SM_CHECKED enum sm_status sm_combustion_source_begin(struct sm_context *ctx,
                                                     struct sm_combustion *b);
SM_CHECKED enum sm_status sm_combustion_source_end(struct sm_context *ctx, struct sm_combustion *b,
                                                   double time, double span);

#endif
