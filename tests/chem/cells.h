/* cells.h - cells filled with gas on a device, for tests and measurements of chemistry. */
#ifndef SM_TESTS_CHEM_CELLS_H
#define SM_TESTS_CHEM_CELLS_H

#include "chem/generate/generate.h"
#include "chem/group/device_tables.h"
#include "mechanisms.h"

struct test_cells {
  struct sm_store store;
  struct sm_chem_kernel_cells own, kept; /* kept: initial states */
  struct sm_reacting_cells reacting;
  double *rates, *first;
  double *source, *energy; /* set by make_sources */
  int32_t *steps, *rejected, *order;
  uint32_t *bins;
  unsigned long long *next;
  double *workspace; /* for large mechanisms */
  int32_t species;
};

/* Creates cells with random gas: 1000 to 2600 K, 1 atm, a tenth of the species absent; different
 * for each seed. burning: fuel and air near stoichiometry instead, with temperatures and radicals
 * as on both sides of a flame. */
SM_CHECKED enum sm_status make_cells(struct sm_context *ctx, struct sm_device *device,
                                     const struct read_mechanism *m, int64_t count, uint64_t seed,
                                     bool burning, struct test_cells *out);
/* Restores the initial states. */
SM_CHECKED enum sm_status reset_cells(struct sm_context *ctx, struct test_cells *cells);
void free_cells(struct test_cells *cells);

/* Creates sources that change a cell by some thousandths in a microsecond. */
SM_CHECKED enum sm_status make_sources(struct sm_context *ctx, struct test_cells *cells);

/* Arguments of an integration of the cells through dt by tables, with these tolerances. */
struct sm_reacting_advance_args advance_of(const struct test_cells *cells, int method, int mode,
                                           double dt, double rtol, double atol);

/* Copies states to the host; freed with sm_free. */
SM_CHECKED enum sm_status fetch(struct sm_context *ctx, struct sm_device *device, const void *from,
                                size_t count, size_t size, void *out_pointer);

#endif
