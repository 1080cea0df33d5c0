#include "output/hdf5/chunks.h"

#ifdef SM_HAVE_NETCDF

#include "output/hdf5/parallel_chunks.h"
#include "output/netcdf/ncfile.h"
#include <errno.h>
#include <netcdf.h>

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

void sm_chunks_sides(const size_t shape[3], size_t chunk[3]) {
  static const size_t longest[3] = {16, 128, 128};
  for (int d = 0; d < 3; d++) {
    const size_t parts = (shape[d] + longest[d] - 1) / longest[d];
    chunk[d] = parts > 1 ? (shape[d] + parts - 1) / parts : shape[d];
  }
}

/* Writes one array in rows of whole chunks. */
static void put_rows(struct sm_ncfile *file, const struct sm_chunk_array *a, size_t record,
                     void *buffer) {
  int variable = -1;
  sm_ncfile_check(file, nc_inq_varid(file->id, a->variable, &variable));
  for (size_t z = 0; z < a->shape[0] && file->status == SM_OK; z += a->chunk[0]) {
    for (size_t y = 0; y < a->shape[1] && file->status == SM_OK; y += a->chunk[1]) {
      struct sm_cell_slab slab = {
          {z, y, 0},
          {least(a->chunk[0], a->shape[0] - z), least(a->chunk[1], a->shape[1] - y), a->shape[2]},
          a->shape[2],
          0};
      slab.plane = slab.row * slab.count[1];
      a->fill(a, &slab, buffer);
      const size_t start[4] = {record, z, y, 0};
      const size_t count[4] = {1, slab.count[0], slab.count[1], slab.count[2]};
      const int skip = a->has_time ? 0 : 1;
      sm_ncfile_check(file, nc_put_vara(file->id, variable, start + skip, count + skip, buffer));
    }
  }
}

static enum sm_status write_with_netcdf(struct sm_context *ctx, const char *path, const char *name,
                                        size_t record, const struct sm_chunk_array *arrays,
                                        int count) {
  size_t bytes = 0;
  for (int a = 0; a < count; a++) {
    const size_t row =
        arrays[a].chunk[0] * arrays[a].chunk[1] * arrays[a].shape[2] * arrays[a].item;
    if (row > bytes) bytes = row;
  }
  void *buffer = NULL;
  SM_TRY(sm_alloc(ctx, bytes, 1, "buffer of the NetCDF file", &buffer));
  struct sm_ncfile file;
  sm_ncfile_open(ctx, path, name, true, &file);
  for (int a = 0; a < count && file.status == SM_OK; a++)
    put_rows(&file, &arrays[a], record, buffer);
  sm_free(buffer);
  return sm_ncfile_close(&file);
}

enum sm_status sm_chunks_write(struct sm_context *ctx, const char *path, const char *name,
                               enum sm_chunk_method way, size_t record, int level,
                               const struct sm_chunk_array *arrays, int count) {
  if (way == SM_CHUNKS_BEST && sm_chunks_hdf5_available())
    return sm_chunks_hdf5_write(ctx, path, name, record, level, arrays, count);
  return write_with_netcdf(ctx, path, name, record, arrays, count);
}

#endif
