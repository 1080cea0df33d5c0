#include "output/vtk_cells.h"

#include "output/vtkhdf_file.h"

#ifdef SM_HAVE_HDF5

#include <stdint.h>

static void put_grid(struct sm_vtkhdf_file *f, const struct sm_vtk_cells *cells) {
  static const double direction[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  int64_t extent[6] = {0};
  for (int d = 0; d < 3; d++) extent[2 * d + 1] = (int64_t)cells->n[d];
  sm_vtkhdf_file_numbers(f, "WholeExtent", H5T_NATIVE_INT64, 6, extent);
  sm_vtkhdf_file_numbers(f, "Origin", H5T_NATIVE_DOUBLE, 3, cells->origin);
  sm_vtkhdf_file_numbers(f, "Spacing", H5T_NATIVE_DOUBLE, 3, cells->size);
  sm_vtkhdf_file_numbers(f, "Direction", H5T_NATIVE_DOUBLE, 9, direction);
}

static enum sm_status put_array(struct sm_vtkhdf_file *f, const struct sm_vtk_cells *cells, int a,
                                void *layer) {
  const struct sm_vtk_array *array = &cells->array[a];
  const hid_t type = array->bytes ? H5T_NATIVE_UINT8 : H5T_NATIVE_FLOAT;
  const hsize_t size[4] = {cells->n[2], cells->n[1], cells->n[0], (hsize_t)array->components};
  const hid_t id =
      sm_vtkhdf_file_array(f, f->cells, array->name, type, array->components > 1 ? 4 : 3, size);
  enum sm_status status = SM_OK;
  for (size_t k = 0; k < cells->n[2] && status == SM_OK && !f->failed; k++) {
    status = cells->layer(cells->self, a, k, layer);
    if (status == SM_OK) sm_vtkhdf_file_put(f, id, type, k, 1, layer);
  }
  sm_vtkhdf_file_close(f, id);
  return status;
}

enum sm_status sm_vtkhdf_write_image(struct sm_context *ctx, const char *path,
                                     const struct sm_vtk_cells *cells, int compression) {
  struct sm_vtkhdf_file f;
  const size_t plane = cells->n[0] * cells->n[1];
  size_t numbers = 0; /* of a cell, bytes */
  float *layer = NULL;
  for (int a = 0; a < cells->arrays; a++)
    numbers += (size_t)cells->array[a].components * (cells->array[a].bytes ? 1 : sizeof *layer);
  SM_TRY(sm_alloc(ctx, plane, 3 * sizeof *layer, "layer of the VTKHDF file", &layer));
  enum sm_status status = sm_vtkhdf_file_begin(ctx, path, "ImageData", compression,
                                               plane * cells->n[2] * numbers + 65536, &f);
  if (status == SM_OK) {
    put_grid(&f, cells);
    for (int a = 0; a < cells->arrays && status == SM_OK && !f.failed; a++)
      status = put_array(&f, cells, a, layer);
    status = sm_vtkhdf_file_end(&f, status);
  }
  sm_free(layer);
  return status;
}

#else

enum sm_status sm_vtkhdf_write_image(struct sm_context *ctx, const char *path,
                                     const struct sm_vtk_cells *cells, int compression) {
  (void)cells, (void)compression;
  return sm_vtkhdf_missing(ctx, path);
}

#endif
