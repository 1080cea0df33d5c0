/* output/view/box.c - finer cells in a box of a field, for close-up views in the page. */
#include "output/view/view.h"

#include "output/netcdf/ncfile.h"

#include <stdio.h>

/* Reads "/X0-X1,Y0-Y1,Z0-Z1": first cell and end (exclusive) along each axis of a level. */
static bool read_box(const char *text, const size_t n[3], struct sm_view_cell_box *box) {
  size_t cells = 1;
  int end = 0;
  if (sscanf(text, "/%zu-%zu,%zu-%zu,%zu-%zu%n", &box->from[0], &box->to[0], &box->from[1],
             &box->to[1], &box->from[2], &box->to[2], &end) != 6 ||
      text[end] != '\0')
    return false;
  for (int d = 0; d < 3; d++) {
    if (box->from[d] >= box->to[d] || box->to[d] > n[d]) return false;
    cells *= box->to[d] - box->from[d];
    if (cells > SM_VIEW_CELLS) return false;
  }
  return true;
}

static enum sm_status make(struct sm_context *ctx, struct sm_view *view,
                           const struct sm_view_block_request *want,
                           const struct sm_view_cell_box *box, void **out, size_t *size) {
  const struct sm_view_source *source = view->source[want->source];
  const struct sm_view_field *field = &source->field[want->field];
  struct sm_view_read_request request = {
      .record = field->along[0] != '\0' ? (long)want->record : -1,
      .factors = sm_view_level_factors(source->file->n, want->level)};
  struct sm_view_values values = {
      .components = field->components, .count = 1, .logarithmic = field->logarithmic};
  float *value[SM_VIEW_COMPONENTS] = {NULL};
  enum sm_status status = SM_OK;
  for (int d = 0; d < 3; d++) {
    const size_t to = box->to[d] * request.factors.by[d], n = source->file->n[d];
    request.box.from[d] = box->from[d] * request.factors.by[d];
    request.box.to[d] = to < n ? to : n;
    values.count *= box->to[d] - box->from[d];
  }
  for (int c = 0; c < field->components; c++) {
    request.variable =
        field->components == 3 ? sm_field_name((enum sm_field)(SM_FIELD_U + (int)c)) : field->name;
    SM_TRY_DONE(sm_alloc(ctx, values.count, sizeof(float), "cells of a page", &value[c]));
    SM_TRY_DONE(sm_view_read(source->file, &request, value[c]));
    sm_view_convert_units(field, value[c], values.count);
    values.value[c] = value[c];
  }
  SM_TRY_DONE(sm_view_encode(ctx, &values, want->bits, want->effort, out, size));
done:
  for (int c = 0; c < SM_VIEW_COMPONENTS; c++) sm_free(value[c]);
  return status;
}

enum sm_status sm_view_box(struct sm_context *ctx, struct sm_view *view, const char *name,
                           void **out, size_t *size) {
  struct sm_view_block_request want = {.bits = 16, .effort = 1};
  struct sm_view_cell_box box;
  size_t n[3];
  const char *rest = sm_view_find(view, name, &want);
  *out = NULL;
  *size = 0;
  sm_ncfile_silence_hdf5();
  const struct sm_view_source *source = rest != NULL ? view->source[want.source] : NULL;
  bool good = rest != NULL && source->kind == SM_VIEW_GRID && !source->field[want.field].map &&
              want.level >= 0 && want.level <= source->coarsest;
  if (good) {
    const struct sm_view_coarsening factors = sm_view_level_factors(source->file->n, want.level);
    for (int d = 0; d < 3; d++) n[d] = sm_view_coarse(source->file->n[d], factors.by[d]);
    good = read_box(rest, n, &box);
  }
  if (!good)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: there is no box '%s'\nhelp: SOURCE/NAME/RECORD/LEVEL/X0-X1,Y0-Y1,Z0-Z1, "
                   "cells of the level, at most %d of them",
                   name, SM_VIEW_CELLS);
  return make(ctx, view, &want, &box, out, size);
}
