#include "base/encoding.h"
#include "input/netcdf/classic_header.h"
#include "input/netcdf/ncdata.h"

#include <hdf5.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_THREADS = 32,
  MOST_CHUNK = 64 << 20
}; /* maximum number of threads; of bytes per chunk */

/* Buffers of one thread. */
struct room {
  unsigned char *packed, *plain;
  struct sm_inflater *inflater;
};

struct sm_chunks_reader {
  hid_t file, dataset;
  int skip;                   /* 1: with a record dimension */
  size_t item;                /* bytes per value */
  size_t shape[3], chunk[3];  /* z y x */
  size_t values, packed_room; /* per chunk; size of room.packed, bytes */
  bool shuffled, deflated;
  unsigned char fill[sizeof(double)]; /* of cells that were never written */
  int threads;
  struct room room[MOST_THREADS];
};

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Native type of an item size; -1: none. */
static hid_t native_type(size_t item) {
  return item == sizeof(float)    ? H5T_NATIVE_FLOAT
         : item == sizeof(double) ? H5T_NATIVE_DOUBLE
         : item == 1              ? H5T_NATIVE_SCHAR
                                  : (hid_t)-1;
}

/* Checks that the variable holds chunked values of the native type of its item size. */
static bool read_layout(struct sm_chunks_reader *r) {
  hsize_t shape[4] = {0}, chunk[4] = {0};
  const hid_t type = H5Dget_type(r->dataset), space = H5Dget_space(r->dataset);
  const int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : 0;
  const hid_t list = H5Dget_create_plist(r->dataset);
  const hid_t native = native_type(r->item);
  bool good = type >= 0 && list >= 0 && native >= 0 && H5Tequal(type, native) > 0 &&
              (rank == 3 || rank == 4) && H5Sget_simple_extent_dims(space, shape, NULL) == rank &&
              H5Pget_layout(list) == H5D_CHUNKED && H5Pget_chunk(list, rank, chunk) == rank;
  r->skip = rank - 3;
  good = good && (r->skip == 0 || chunk[0] == 1) && H5Pget_fill_value(list, native, r->fill) >= 0;
  r->values = 1;
  for (int d = 0; d < 3 && good; d++) {
    r->shape[d] = (size_t)shape[d + r->skip];
    r->chunk[d] = (size_t)chunk[d + r->skip];
    r->values *= r->chunk[d];
    good = r->values > 0 && r->values <= MOST_CHUNK / r->item;
  }
  const int filters = good ? H5Pget_nfilters(list) : 0;
  for (int n = 0; n < filters && good; n++) {
    size_t none = 0;
    unsigned flags, config;
    const H5Z_filter_t filter =
        H5Pget_filter2(list, (unsigned)n, &flags, &none, NULL, 0, NULL, &config);
    if (filter == H5Z_FILTER_SHUFFLE && n == 0)
      r->shuffled = true;
    else if (filter == H5Z_FILTER_DEFLATE && n == filters - 1)
      r->deflated = true;
    else
      good = false;
  }
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  if (list >= 0) H5Pclose(list);
  return good;
}

static bool make_rooms(struct sm_chunks_reader *r) {
  const size_t bytes = r->values * r->item;
  r->packed_room = sm_deflater_bound(bytes);
  for (int t = 0; t < r->threads; t++) {
    r->room[t] = (struct room){malloc(r->packed_room), malloc(bytes), sm_inflater_create()};
    if (r->room[t].packed == NULL || r->room[t].plain == NULL || r->room[t].inflater == NULL)
      return false;
  }
  return true;
}

struct sm_chunks_reader *sm_chunks_reader_open(const char *path, const char *variable,
                                               size_t item) {
  struct sm_chunks_reader *r = calloc(1, sizeof *r);
  if (r == NULL) return NULL;
  sm_nc_disable_atexit();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* HDF5 stores this setting per thread */
  r->threads = omp_get_max_threads() < MOST_THREADS ? omp_get_max_threads() : MOST_THREADS;
  r->item = item;
  r->dataset = -1;
  r->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (r->file >= 0) r->dataset = H5Dopen2(r->file, variable, H5P_DEFAULT);
  if (r->dataset >= 0 && read_layout(r) && make_rooms(r)) return r;
  sm_chunks_reader_close(r);
  return NULL;
}

void sm_chunks_reader_close(struct sm_chunks_reader *r) {
  if (r == NULL) return;
  if (r->dataset >= 0) H5Dclose(r->dataset);
  if (r->file >= 0) H5Fclose(r->file);
  for (int t = 0; t < r->threads; t++) {
    free(r->room[t].packed);
    free(r->room[t].plain);
    sm_inflater_destroy(r->room[t].inflater);
  }
  free(r);
}

void sm_chunks_reader_sides(const struct sm_chunks_reader *reader, size_t chunk[3]) {
  memcpy(chunk, reader->chunk, sizeof reader->chunk);
}

/* Reads the raw bytes of a chunk. Returns their number, 0 for a missing chunk, -1 on failure.
 * Called by one thread at a time. */
static long fetch(const struct sm_chunks_reader *r, size_t record, const size_t start[3],
                  unsigned char *to) {
  const hsize_t at[4] = {record, start[0], start[1], start[2]}, *offset = at + 1 - r->skip;
  hsize_t size = 0;
  uint32_t left_out = 0;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  if (H5Dget_chunk_storage_size(r->dataset, offset, &size) < 0) return 0; /* never written */
  if (size == 0) return 0;
  if (size > r->packed_room || H5Dread_chunk(r->dataset, H5P_DEFAULT, offset, &left_out, to) < 0 ||
      left_out != 0)
    return -1;
  return (long)size;
}

/* Intersection of a chunk with the requested box. */
struct part {
  size_t start[3];       /* start of the chunk in the array */
  size_t first[3], n[3]; /* cells of the chunk inside the box */
  unsigned char *out;    /* output of the first of these cells */
  size_t row, plane;     /* strides of `out`, bytes */
};

/* A row of values out of the byte shuffle: first bytes of all values, then all second bytes, ... */
static void unshuffle(const unsigned char *from, size_t values, size_t item, size_t count,
                      unsigned char *to) {
  if (item == sizeof(uint32_t)) {
    for (size_t i = 0; i < count; i++) {
      const uint32_t bits = (uint32_t)from[i] | (uint32_t)from[i + values] << 8 |
                            (uint32_t)from[i + 2 * values] << 16 |
                            (uint32_t)from[i + 3 * values] << 24;
      memcpy(to + i * sizeof bits, &bits, sizeof bits);
    }
    return;
  }
  for (size_t byte = 0; byte < item; byte++)
    for (size_t i = 0; i < count; i++) to[i * item + byte] = from[byte * values + i];
}

/* Copies the part; plain NULL: the fill value. */
static void put(const struct sm_chunks_reader *r, const struct part *p,
                const unsigned char *plain) {
  for (size_t k = 0; k < p->n[0]; k++)
    for (size_t j = 0; j < p->n[1]; j++) {
      unsigned char *to = p->out + k * p->plane + j * p->row;
      const size_t at =
          ((k + p->first[0]) * r->chunk[1] + j + p->first[1]) * r->chunk[2] + p->first[2];
      if (plain == NULL)
        for (size_t i = 0; i < p->n[2]; i++) memcpy(to + i * r->item, r->fill, r->item);
      else if (r->shuffled)
        unshuffle(plain + at, r->values, r->item, p->n[2], to);
      else
        memcpy(to, plain + at * r->item, p->n[2] * r->item);
    }
}

/* Reads and inflates a chunk; *plain NULL: it was never written. False on failure. */
static bool read_plain(const struct sm_chunks_reader *r, size_t record, const size_t start[3],
                       const struct room *room, const unsigned char **plain) {
  const size_t bytes = r->values * r->item;
  long size;
  *plain = NULL;
#pragma omp critical(sm_chunks_fetch)
  size = fetch(r, record, start, room->packed);
  if (size <= 0) return size == 0;
  *plain = r->deflated ? room->plain : room->packed;
  if (!r->deflated) return (size_t)size == bytes;
  return sm_inflater_run(room->inflater, room->packed, (size_t)size, room->plain, bytes);
}

/* Chunks that a box intersects. */
struct range {
  const size_t *from, *count;
  size_t first[3], across[3], total;
};

static bool find_range(const struct sm_chunks_reader *r, const size_t from[3],
                       const size_t count[3], struct range *out) {
  *out = (struct range){.from = from, .count = count, .total = 1};
  for (int d = 0; d < 3; d++) {
    if (count[d] == 0 || from[d] + count[d] > r->shape[d]) return false;
    out->first[d] = from[d] / r->chunk[d];
    out->across[d] = (from[d] + count[d] - 1) / r->chunk[d] - out->first[d] + 1;
    out->total *= out->across[d];
  }
  return true;
}

/* Chunk n of a range. */
static struct part find_part(const struct sm_chunks_reader *r, const struct range *range, size_t n,
                             void *out) {
  const size_t *count = range->count, *from = range->from, *across = range->across;
  const size_t index[3] = {n / across[2] / across[1], n / across[2] % across[1], n % across[2]};
  struct part p = {.row = r->item * count[2], .plane = r->item * count[1] * count[2], .out = out};
  const size_t step[3] = {p.plane, p.row, r->item};
  for (int d = 0; d < 3; d++) {
    p.start[d] = (range->first[d] + index[d]) * r->chunk[d];
    const size_t begin = p.start[d] > from[d] ? p.start[d] : from[d];
    p.first[d] = begin - p.start[d];
    p.n[d] = least(p.start[d] + r->chunk[d], from[d] + count[d]) - begin;
    if (out != NULL) p.out += (begin - from[d]) * step[d];
  }
  return p;
}

bool sm_chunks_reader_read(struct sm_chunks_reader *r, size_t record, const size_t from[3],
                           const size_t count[3], void *out) {
  struct range range;
  int failed = 0;
  if (!find_range(r, from, count, &range)) return false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(r->threads)
  for (size_t n = 0; n < range.total; n++) {
    const struct part p = find_part(r, &range, n, out);
    const unsigned char *plain;
    if (read_plain(r, record, p.start, &r->room[omp_get_thread_num()], &plain)) {
      put(r, &p, plain);
      continue;
    }
#pragma omp atomic write
    failed = 1;
  }
  return failed == 0;
}

bool sm_chunks_read(const char *path, const char *variable, int rank, size_t item,
                    const size_t *start, const size_t *count, void *out) {
  const int skip = rank - 3;
  if (skip < 0 || skip > 1 || (skip == 1 && count[0] != 1)) return false;
  if (count[skip] * count[skip + 1] * count[skip + 2] < SM_CHUNKS_LARGE) return false;
  struct sm_chunks_reader *reader = sm_chunks_reader_open(path, variable, item);
  if (reader == NULL) return false;
  const bool done = reader->skip == skip && sm_chunks_reader_read(reader, skip == 1 ? start[0] : 0,
                                                                  start + skip, count + skip, out);
  sm_chunks_reader_close(reader);
  return done;
}

/* --- sums --- */

/* Values first .. first + count - 1 of a chunk as doubles; plain NULL: the fill value. */
static void widen(const struct sm_chunks_reader *r, const unsigned char *plain, size_t first,
                  size_t count, double *out) {
  unsigned char bytes[512 * sizeof(double)];
  for (size_t at = 0; at < count; at += 512) {
    const size_t n = least(count - at, 512);
    if (plain == NULL)
      for (size_t i = 0; i < n; i++) memcpy(bytes + i * r->item, r->fill, r->item);
    else if (r->shuffled)
      unshuffle(plain + first + at, r->values, r->item, n, bytes);
    else
      memcpy(bytes, plain + (first + at) * r->item, n * r->item);
    if (r->item == sizeof(double)) memcpy(out + at, bytes, n * sizeof *out);
    for (size_t i = 0; i < n && r->item == 1; i++) out[at + i] = (signed char)bytes[i];
    for (size_t i = 0; i < n && r->item == sizeof(float); i++) {
      float single;
      memcpy(&single, bytes + i * sizeof single, sizeof single);
      out[at + i] = (double)single;
    }
  }
}

/* Sums a chunk in room[values] and passes its rows on; room has space for a layer behind them. */
static bool sum_part(const struct sm_chunks_reader *r, const struct sm_ncdata_variable *variable,
                     const struct sm_ncdata_sum *sum, const struct part *p, const struct room *room,
                     double *total) {
  const size_t layer = r->chunk[1] * r->chunk[2];
  double *one = total + r->values;
  for (int s = 0; s < sum->count; s++) {
    const unsigned char *plain;
    if (!read_plain(r, sum->record[s], p->start, room, &plain)) return false;
    for (size_t k = p->first[0]; k < p->first[0] + p->n[0]; k++) {
      widen(r, plain, k * layer, layer, one);
      sm_ncdata_unpack(variable, layer, one);
      sm_ncdata_add(s, sum->weight[s], layer, one, total + k * layer);
    }
  }
  for (size_t k = 0; k < p->n[0]; k++)
    for (size_t j = 0; j < p->n[1]; j++)
      sum->take(sum->self, p->start[2] + p->first[2] - sum->from[2],
                p->start[1] + p->first[1] + j - sum->from[1],
                p->start[0] + p->first[0] + k - sum->from[0], p->n[2],
                total + (p->first[0] + k) * layer + (p->first[1] + j) * r->chunk[2] + p->first[2]);
  return true;
}

bool sm_chunks_sum(const char *path, const char *name, const struct sm_ncdata_variable *variable,
                   size_t item, const struct sm_ncdata_sum *sum) {
  struct sm_chunks_reader *r = sm_chunks_reader_open(path, name, item);
  struct range range;
  double *memory = NULL;
  int failed = 1;
  if (r != NULL && r->skip == variable->rank - 3 && find_range(r, sum->from, sum->size, &range))
    failed = 0;
  const size_t each = r != NULL ? r->values + r->chunk[1] * r->chunk[2] : 0;
  if (!failed) memory = malloc((size_t)r->threads * each * sizeof *memory);
  if (memory == NULL) failed = 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(failed ? 1 : r->threads)
  for (size_t n = 0; n < (memory == NULL ? 0 : range.total); n++) {
    const struct part p = find_part(r, &range, n, NULL);
    const int thread = omp_get_thread_num();
    if (sum_part(r, variable, sum, &p, &r->room[thread], memory + (size_t)thread * each)) continue;
#pragma omp atomic write
    failed = 1;
  }
  free(memory);
  sm_chunks_reader_close(r);
  return failed == 0;
}
