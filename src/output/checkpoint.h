/* checkpoint.h - checkpoint: exact state of a run, for a restart with identical results.
 *
 * A NetCDF-4 file of bytes with checksums, written under a temporary name;
 * the run defines its contents. It can be read on a machine of the same byte
 * order by the same version of simoom. */
#ifndef SM_OUTPUT_CHECKPOINT_H
#define SM_OUTPUT_CHECKPOINT_H

#include "base/context.h"
#include "case/case.h"
#include <stdint.h>

/* Array of count items of `size` bytes. */
struct sm_checkpoint_part {
  const char *name; /* letters, digits, _ */
  void *data;       /* only read by sm_checkpoint_write */
  size_t count, size;
};

/* State of the run at the checkpoint. */
struct sm_checkpoint_mark {
  int64_t step;
  double time;       /* s after the start of the run */
  uint64_t likeness; /* hash of everything that affects results but is not in the case (grid, maps,
                      * winds, precision); 0: not checked */
};

/* Writes all parts. Errors: ERR_IO, ERR_MEMORY; ERR_DATA (built without NetCDF). */
SM_CHECKED enum sm_status sm_checkpoint_write(struct sm_context *ctx, const char *path,
                                              const struct sm_case *c,
                                              const struct sm_checkpoint_mark *mark,
                                              const struct sm_checkpoint_part *parts, int count);

struct sm_checkpoint;

/* Opens a checkpoint of the case. mark: `likeness` is compared, unless 0; all members are set.
 * Errors: ERR_DATA (not a checkpoint, truncated, of another case - with the first different line,
 * blanks and comments ignored -, of another version, byte order or likeness), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_checkpoint_open(struct sm_context *ctx, const char *path,
                                             const struct sm_case *c,
                                             struct sm_checkpoint_mark *mark,
                                             struct sm_checkpoint **out);

/* Number of items of a part, of `size` bytes each. Errors: ERR_DATA (no such part, other size). */
SM_CHECKED enum sm_status sm_checkpoint_count(struct sm_context *ctx,
                                              const struct sm_checkpoint *checkpoint,
                                              const char *name, size_t size, size_t *count);

/* Reads parts into their `data`. Errors: ERR_DATA (no such part, other count or size, damaged). */
SM_CHECKED enum sm_status sm_checkpoint_read(struct sm_context *ctx,
                                             const struct sm_checkpoint *checkpoint,
                                             const struct sm_checkpoint_part *parts, int count);

void sm_checkpoint_close(struct sm_checkpoint **checkpoint); /* accepts NULL */

#endif
