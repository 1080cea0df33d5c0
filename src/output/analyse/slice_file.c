/* output/analyse/slice_file.c - slice of a file at a height
 * above the ground, for library users. */
#include "simoom/output.h"

#include "output/analyse/analyse.h"

static enum sm_status slice(struct sm_wind_file *file, const char *variable, int time,
                            double height, size_t count, float *out) {
  const size_t columns = file->n[0] * file->n[1], wanted = columns * (variable == NULL ? 3 : 1);
  const size_t last = file->times - 1;
  if (time < -1 || (time >= 0 && (size_t)time > last))
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: there is no time %d: there are %zu",
                   file->path, time, file->times);
  if (count != wanted)
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: room for %zu numbers, not %zu, is wanted",
                   file->path, wanted, count);
  const size_t t = time < 0 ? last : (size_t)time;
  if (variable == NULL)
    return sm_wind_file_slice(file, t, height, out, out + columns, out + 2 * columns);
  if (!sm_wind_file_has(file, variable))
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: the file contains no '%s'", file->path,
                   variable);
  return sm_wind_file_slice_of(file, t, variable, false, height, out);
}

enum sm_status sm_height_slice(struct sm_context *ctx, const char *path, const char *variable,
                               int time, double height, size_t count, float *out) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open(ctx, path, &file));
  return slice(file, variable, time, height, count, out);
}
