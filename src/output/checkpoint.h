/* checkpoint.h - checkpoint: the exact state of a run, for a restart with identical results.
 *
 * A NetCDF-4 file of bytes with checksums, made under a temporary name: what it holds is known to
 * the engine alone. It is read on a machine of the same byte order by the same version of simoom.
 */
#ifndef SM_OUTPUT_CHECKPOINT_H
#define SM_OUTPUT_CHECKPOINT_H

#include "base/context.h"
#include "case/case.h"
#include <stdint.h>

/* An array: count items of `size` bytes. */
struct sm_checkpoint_part {
  const char *name; /* letters, digits, _ */
  void *data;       /* only read by sm_checkpoint_write */
  size_t count, size;
};

/* Where the run was. */
struct sm_checkpoint_mark {
  int64_t step;
  double time;       /* s after the start of the run */
  uint64_t likeness; /* of all that results depend on and the case does not tell (grid, maps, winds,
                        precision), as the engine reckons it; 0: not looked at */
};

/* Writes all parts. Errors: ERR_IO, ERR_MEMORY; ERR_DATA without NetCDF. */
SM_CHECKED enum sm_status sm_checkpoint_write(struct sm_context *ctx, const char *path,
                                              const struct sm_case *c,
                                              const struct sm_checkpoint_mark *mark,
                                              const struct sm_checkpoint_part *parts, int count);

struct sm_checkpoint;

/* Opens a checkpoint of the case. mark: `likeness` goes in, unless 0, and all comes out. Errors:
 * ERR_DATA (no checkpoint, truncated, of another case - with the line that differs, apart from
 * blanks and comments -, of another version, byte order or likeness), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_checkpoint_open(struct sm_context *ctx, const char *path,
                                             const struct sm_case *c,
                                             struct sm_checkpoint_mark *mark,
                                             struct sm_checkpoint **out);

/* Items of a part, of `size` bytes each. Errors: ERR_DATA (no such part, other size). */
SM_CHECKED enum sm_status sm_checkpoint_count(struct sm_context *ctx,
                                              const struct sm_checkpoint *checkpoint,
                                              const char *name, size_t size, size_t *count);

/* Reads parts into their `data`. Errors: ERR_DATA (no such part, other count or size, damaged). */
SM_CHECKED enum sm_status sm_checkpoint_read(struct sm_context *ctx,
                                             const struct sm_checkpoint *checkpoint,
                                             const struct sm_checkpoint_part *parts, int count);

void sm_checkpoint_close(struct sm_checkpoint **checkpoint); /* accepts NULL */

#endif
