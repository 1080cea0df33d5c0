/* Members of the ensemble in weather files. */
#include "input/grib.h"
#include "input/weather/internal.h"

#include <stdlib.h>

enum { MOST_MEMBERS = 1000 };

static int rising(const void *a, const void *b) {
  const long p = *(const long *)a, q = *(const long *)b;
  return (p > q) - (p < q);
}

/* Lists the members along the dimension of a wind of a NetCDF file. */
static enum sm_status list_members(struct sm_weather_file *file, long *out, int *count) {
  const struct sm_weather_field *u = &file->layer[0].u;
  *count = 0;
  for (int l = 1; l < file->layer_count && u->member < 0; l++) u = &file->layer[l].u;
  if (u->member < 0) return SM_OK;
  const size_t size = u->variable.size[u->member];
  if (size > MOST_MEMBERS)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: more than %d members", file->data.path,
                   MOST_MEMBERS);
  for (size_t n = 0; n < size; n++) {
    double number;
    SM_TRY(sm_weather_member_number(file, u->variable.dimension[u->member], n, &number));
    if (!(number >= 0 && number <= 1e9 && number == (double)(long)number))
      return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: member %zu has the number %g",
                     file->data.path, n + 1, number);
    out[(*count)++] = (long)number;
  }
  return SM_OK;
}

enum sm_status sm_weather_members_find(struct sm_context *ctx,
                                       const struct sm_weather_request *request, long **out,
                                       int *count) {
  struct sm_weather_request any = *request;
  struct sm_weather_file file;
  *out = NULL;
  *count = 0;
  any.member = SM_MEMBER_ANY;
  for (size_t f = 0; f < request->path_count && *count == 0; f++) {
    if (!sm_grib_is(request->paths[f]) && sm_weather_is_grid_file(ctx, request->paths[f])) continue;
    SM_TRY(sm_weather_file_open(ctx, &any, request->paths[f], true, &file));
    enum sm_status status = SM_OK;
    if (*out == NULL)
      status = sm_alloc(ctx, MOST_MEMBERS, sizeof **out, "the members of the weather", out);
    if (status == SM_OK)
      status = file.grib != NULL ? sm_weather_grib_members(&file, *out, MOST_MEMBERS, count)
                                 : list_members(&file, *out, count);
    sm_weather_file_close(&file);
    SM_TRY(status);
  }
  if (*count > 1) qsort(*out, (size_t)*count, sizeof **out, rising);
  return SM_OK;
}
