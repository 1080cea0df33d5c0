#include "output/hdf5/chunks.h"

#include "base/encoding.h"

#include "output/netcdf/ncfile.h"
#include <errno.h>
#include <hdf5.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
  ARRAYS = SM_CHUNKS_ARRAYS,
  ALIGN = 64,        /* bytes */
  MOST_THREADS = 32, /* maximum number of threads; more would wait for the writer */
};

/* Buffers of one thread. */
struct room {
  unsigned char *plain, *shuffled, *packed;
  struct sm_deflater *deflater;
};

struct job {
  const struct sm_chunk_array *arrays;
  hid_t dataset[ARRAYS];
  size_t chunks[ARRAYS]; /* number of chunks of each array */
  int count;
  size_t record;
  int level;
  struct room *room; /* [threads] */
  size_t threads;
  size_t packed_size;             /* size of room.packed, bytes */
  const struct sm_context *stops; /* whose stop ends the writing; NULL: none */
  bool stopped;
  int failed; /* set and read by all threads */
  int reason; /* errno of the failure, 0: none */
};

void sm_chunks_sides(const size_t shape[3], size_t chunk[3]) {
  static const size_t longest[3] = {16, 128, 128};
  for (int d = 0; d < 3; d++) {
    const size_t parts = (shape[d] + longest[d] - 1) / longest[d];
    chunk[d] = parts > 1 ? (shape[d] + parts - 1) / parts : shape[d];
  }
}

static int thread_count(void) {
  return omp_get_max_threads() < MOST_THREADS ? omp_get_max_threads() : MOST_THREADS;
}

static size_t parts(size_t length, size_t part) { return (length + part - 1) / part; }

static size_t chunk_bytes(const struct sm_chunk_array *a) {
  return a->chunk[0] * a->chunk[1] * a->chunk[2] * a->item;
}

/* Box of chunk n of an array, in the layout of a full chunk. */
static struct sm_cell_slab chunk_slab(const struct sm_chunk_array *a, size_t n) {
  const size_t across = parts(a->shape[2], a->chunk[2]), along = parts(a->shape[1], a->chunk[1]);
  const size_t index[3] = {n / across / along, n / across % along, n % across};
  struct sm_cell_slab slab = {.row = a->chunk[2], .plane = a->chunk[2] * a->chunk[1]};
  for (int d = 0; d < 3; d++) {
    slab.start[d] = index[d] * a->chunk[d];
    const size_t left = a->shape[d] - slab.start[d];
    slab.count[d] = left < a->chunk[d] ? left : a->chunk[d];
  }
  return slab;
}

/* Byte shuffle as in the HDF5 filter: first bytes of all values, then all second bytes, ... */
static void shuffle(const unsigned char *from, size_t values, size_t size, unsigned char *to) {
  for (size_t byte = 0; byte < size; byte++)
    for (size_t i = 0; i < values; i++) to[byte * values + i] = from[i * size + byte];
}

size_t sm_chunks_count(const struct sm_chunk_array *a) {
  return parts(a->shape[0], a->chunk[0]) * parts(a->shape[1], a->chunk[1]) *
         parts(a->shape[2], a->chunk[2]);
}

void sm_chunks_free_kept(struct sm_kept_chunk *kept, size_t count) {
  for (size_t n = 0; kept != NULL && n < count; n++) free(kept[n].packed);
  sm_free(kept);
}

/* Fills and compresses a chunk. Returns its bytes, NULL on failure. */
static const void *pack_new(const struct job *job, const struct sm_chunk_array *a,
                            const struct sm_cell_slab *slab, const struct room *room,
                            size_t *size) {
  const size_t bytes = chunk_bytes(a);
  const bool whole = slab->count[0] == a->chunk[0] && slab->count[1] == a->chunk[1] &&
                     slab->count[2] == a->chunk[2];
  if (!whole) memset(room->plain, 0, bytes); /* reproducible padding of partial chunks */
  a->fill(a, slab, room->plain);
  *size = bytes;
  if (job->level == 0) return room->plain;
  if (a->item > 1) shuffle(room->plain, bytes / a->item, a->item, room->shuffled);
  *size = sm_deflater_run(room->deflater, a->item > 1 ? room->shuffled : room->plain, bytes,
                          room->packed, job->packed_size);
  return *size > 0 ? room->packed : NULL;
}

/* As pack_new, once for a chunk that is constant. */
static const void *pack(const struct job *job, const struct sm_chunk_array *a, size_t chunk,
                        const struct room *room, size_t *size) {
  const struct sm_cell_slab slab = chunk_slab(a, chunk);
  if (job->level == 0 || a->is_constant == NULL || !a->is_constant(a, &slab))
    return pack_new(job, a, &slab, room, size);
  struct sm_kept_chunk *kept = &a->kept[chunk];
  if (kept->packed == NULL) {
    const void *data = pack_new(job, a, &slab, room, size);
    kept->packed = data != NULL ? malloc(*size) : NULL;
    if (kept->packed == NULL) return data;
    memcpy(kept->packed, data, *size);
    kept->size = *size;
  }
  *size = kept->size;
  return kept->packed;
}

/* Array and chunk with the running number `n`. */
static void find_chunk(const struct job *job, size_t n, int *array, size_t *chunk) {
  *array = 0;
  while (n >= job->chunks[*array]) n -= job->chunks[(*array)++];
  *chunk = n;
}

static void put(struct job *job, int array, const struct sm_cell_slab *slab, const void *data,
                size_t size) {
  const hsize_t offset[4] = {job->record, slab->start[0], slab->start[1], slab->start[2]};
  const int skip = job->arrays[array].has_time ? 0 : 1;
  if (job->failed) return;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* HDF5 stores this setting per thread */
  errno = 0;
  if (data == NULL ||
      H5Dwrite_chunk(job->dataset[array], H5P_DEFAULT, 0, offset + skip, size, data) < 0) {
    job->reason = errno;
#pragma omp atomic write
    job->failed = 1;
  }
}

static void write_chunks(struct job *job) {
  size_t total = 0;
  for (int a = 0; a < job->count; a++) total += job->chunks[a];
#pragma omp parallel for ordered schedule(dynamic, 1) num_threads((int)job->threads)
  for (size_t n = 0; n < total; n++) {
    int array, failed;
    size_t chunk, size = 0;
    find_chunk(job, n, &array, &chunk);
    const struct sm_chunk_array *a = &job->arrays[array];
    const struct sm_cell_slab slab = chunk_slab(a, chunk);
    const void *data = NULL;
#pragma omp atomic read
    failed = job->failed;
    failed |= job->stops != NULL && sm_stop_requested(job->stops);
    if (!failed) data = pack(job, a, chunk, &job->room[omp_get_thread_num()], &size);
#pragma omp ordered
    if (failed)
      job->stopped = !job->failed;
    else
      put(job, array, &slab, data, size);
  }
}

/* Extends a dataset to hold a record; existing data stay. */
static bool grow(hid_t dataset, const struct sm_chunk_array *a, size_t record) {
  hsize_t is[4] = {0}, shape[4] = {record + 1, a->shape[0], a->shape[1], a->shape[2]};
  const hid_t space = H5Dget_space(dataset);
  const bool known = space >= 0 && H5Sget_simple_extent_dims(space, is, NULL) == 4;
  if (space >= 0) H5Sclose(space);
  return known && (is[0] > record || H5Dset_extent(dataset, shape) >= 0);
}

/* Opens the datasets and extends them for the record. */
static bool open_arrays(struct job *job, hid_t file) {
  for (int a = 0; a < job->count; a++) {
    const struct sm_chunk_array *array = &job->arrays[a];
    job->chunks[a] = sm_chunks_count(array);
    job->dataset[a] = H5Dopen2(file, array->variable, H5P_DEFAULT);
    if (job->dataset[a] < 0) return false;
    if (array->has_time && !grow(job->dataset[a], array, job->record)) return false;
  }
  return true;
}

static enum sm_status allocate(struct sm_context *ctx, struct job *job, unsigned char **memory) {
  size_t largest = 0;
  for (int a = 0; a < job->count; a++) {
    const size_t bytes = chunk_bytes(&job->arrays[a]);
    if (bytes > largest) largest = bytes;
  }
  job->packed_size = sm_deflater_bound(largest);
  largest = parts(largest, ALIGN) * ALIGN; /* aligned for the buffers of each thread */
  const size_t each = 2 * largest + parts(job->packed_size, ALIGN) * ALIGN;
  SM_TRY(sm_alloc(ctx, job->threads, sizeof *job->room, "buffers of the NetCDF file", &job->room));
  SM_TRY(sm_alloc(ctx, job->threads, each, "buffers of the NetCDF file", memory));
  for (size_t t = 0; t < job->threads; t++) {
    unsigned char *at = *memory + t * each;
    job->room[t] = (struct room){at, at + largest, at + 2 * largest, NULL};
    job->room[t].deflater = sm_deflater_create(job->level > 0 ? job->level : 1);
    if (job->room[t].deflater == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
  }
  return SM_OK;
}

enum sm_status sm_chunks_write(struct sm_context *ctx, const char *path, const char *name,
                               size_t record, int level, const struct sm_chunk_array *arrays,
                               int count, bool may_stop) {
  struct job job = {.arrays = arrays,
                    .count = count,
                    .record = record,
                    .level = level,
                    .stops = may_stop ? ctx : NULL,
                    .threads = (size_t)thread_count()};
  for (int a = 0; a < ARRAYS; a++) job.dataset[a] = -1;
  unsigned char *memory = NULL;
  hid_t file = -1;
  enum sm_status status = SM_OK;
  if (count > ARRAYS)
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: more than %d arrays at once", name, ARRAYS);
  SM_TRY_DONE(allocate(ctx, &job, &memory));
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  errno = 0;
  file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  if (file < 0 || !open_arrays(&job, file)) {
    job.failed = 1;
    job.reason = errno;
  } else {
    write_chunks(&job);
  }
done:
  if (job.failed) sm_ncfile_truncate(path);
  errno = 0;
  for (int a = 0; a < count; a++)
    if (job.dataset[a] >= 0 && H5Dclose(job.dataset[a]) < 0) job.failed = 1;
  if (file >= 0 && H5Fclose(file) < 0) job.failed = 1;
  if (job.failed && job.reason == 0) job.reason = errno;
  if (status == SM_OK && job.failed)
    status = sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name,
                     job.reason != 0 ? strerror(job.reason) : "HDF5 failed");
  if (status == SM_OK && job.stopped)
    status = sm_fail(ctx, SM_ERR_STOPPED, "%s: stopped while it was written", name);
  for (size_t t = 0; job.room != NULL && t < job.threads; t++)
    sm_deflater_destroy(job.room[t].deflater);
  sm_free(memory);
  sm_free(job.room);
  return status;
}

/* Shortens a dataset whose first dimension is unlimited. */
static bool shorten(hid_t dataset, size_t records) {
  hsize_t is[H5S_MAX_RANK], most[H5S_MAX_RANK];
  const hid_t space = H5Dget_space(dataset);
  const int rank = space >= 0 ? H5Sget_simple_extent_dims(space, is, most) : -1;
  if (space >= 0) H5Sclose(space);
  if (rank < 1 || most[0] != H5S_UNLIMITED || is[0] <= records) return rank >= 0;
  is[0] = records;
  return H5Dset_extent(dataset, is) >= 0;
}

static herr_t shorten_one(hid_t file, const char *name, const H5L_info_t *info, void *records) {
  (void)info;
  const hid_t object = H5Oopen(file, name, H5P_DEFAULT);
  const bool is_group = H5Iget_type(object) == H5I_GROUP;
  const bool done = is_group || (object >= 0 && shorten(object, *(const size_t *)records));
  return object >= 0 && H5Oclose(object) >= 0 && done ? 0 : -1;
}

enum sm_status sm_chunks_keep(struct sm_context *ctx, const char *path, const char *name,
                              size_t records) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  const bool done =
      file >= 0 && H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, shorten_one, &records) >= 0;
  if (file >= 0 && H5Fclose(file) >= 0 && done) return SM_OK;
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: HDF5 failed", name);
}
