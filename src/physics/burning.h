/* burning.h - the chemistry of a mixture (mixture.h): cells that are warm enough are handed to
 * chemistry in double precision and come back. */
#ifndef SM_PHYSICS_BURNING_H
#define SM_PHYSICS_BURNING_H

#include "chem/integrator.h"
#include "physics/mixture.h"

struct sm_burning {
  struct sm_mixture *m; /* borrowed */
  const char *base;     /* of files of cells that fail: folder and begin of the name */
  struct sm_store store;
  int64_t most, count; /* cells, at most and now */
  int64_t *row;        /* of each row of cells, where it begins in the list; here */
  int64_t *on_row;     /* on the device, as all that follow */
  int64_t *cell;       /* elements of the fields */
  int32_t *layer;
  double *warm, *warm_before; /* K */
  double *moles, *before;     /* [species][count], kmol/m3 */
  double *source, *energy;    /* of a constant source: kmol/(m3 s), W/m3 */
  struct sm_integrator integrator;
  int64_t failures; /* of the run */
};

/* base: as below; NULL: files lie where the program runs. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_burning_create(struct sm_context *ctx, struct sm_mixture *m,
                                            const char *base, struct sm_burning **out);
void sm_burning_destroy(struct sm_burning **burning);

/* Chemistry at constant volume for `span` s from time `time` on; without reactions nothing.
 * Errors: ERR_DIVERGED (a cell cannot be integrated, and the case does not go on: it is in a file),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_burning_react(struct sm_context *ctx, struct sm_burning *b,
                                           double time, double span);

/* The same in two parts around the flow of a step, whose changes are a source. */
SM_CHECKED enum sm_status sm_burning_begin(struct sm_context *ctx, struct sm_burning *b);
SM_CHECKED enum sm_status sm_burning_end(struct sm_context *ctx, struct sm_burning *b, double time,
                                         double span);

#endif
