/* Weighted sums of the records of a NetCDF variable. */
#include "input/netcdf/ncdata.h"

/* Sums some layers with NetCDF; memory: twice these layers. */
static enum sm_status sum_layers(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                                 const struct sm_ncdata_sum *sum, size_t first, size_t layers,
                                 double *memory) {
  const size_t ny = sum->size[1], nx = sum->size[2], count = layers * ny * nx;
  const int timeless = 4 - variable->rank; /* 1: without records */
  for (int s = 0; s < sum->count; s++) {
    const size_t start[4] = {sum->record[s], sum->from[0] + first, sum->from[1], sum->from[2]};
    const size_t part[4] = {1, layers, ny, nx};
    SM_TRY(sm_ncdata_read(file, variable, start + timeless, part + timeless, memory + count));
    sm_ncdata_add(s, sum->weight[s], count, memory + count, memory);
  }
#pragma omp parallel for schedule(static)
  for (size_t row = 0; row < layers * ny; row++)
    sum->take(sum->self, 0, row % ny, first + row / ny, nx, memory + row * nx);
  return SM_OK;
}

enum sm_status sm_ncdata_sum_rows(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                                  const struct sm_ncdata_sum *sum) {
  enum { LAYERS = 16 };
  const size_t item = sm_ncdata_item(variable), plane = sum->size[1] * sum->size[2];
  char place[SM_NCDATA_PLACE];
  SM_SCOPED double *memory = NULL;
  SM_TRY(sm_ncdata_check_numbers(file, variable));
  if (item > 0 && plane * sum->size[0] >= SM_CHUNKS_LARGE &&
      sm_chunks_sum(file->path, sm_ncdata_place(file, variable, place), variable, item, sum))
    return SM_OK;
  SM_TRY(sm_alloc(file->ctx, 2 * LAYERS, plane * sizeof *memory, "layers of a file", &memory));
  enum sm_status status = SM_OK;
  for (size_t k = 0; k < sum->size[0] && status == SM_OK; k += LAYERS) {
    const size_t left = sum->size[0] - k;
    status = sum_layers(file, variable, sum, k, left < LAYERS ? left : LAYERS, memory);
  }
  return status;
}
