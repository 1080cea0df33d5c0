#define _POSIX_C_SOURCE 200809L
#include "input/netcdf/classic_header.h"

#include "base/machine/machine.h"

#include <hdf5.h>
#include <math.h>
#include <netcdf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Tags of the lists (NetCDF classic format specification). */
enum { DIMENSIONS = 0xA, VARIABLES = 0xB, ATTRIBUTES = 0xC, MOST_RANK = 1024, LONGEST_NAME = 256 };

struct header {
  FILE *file;
  uint64_t left; /* bytes to the end of the file */
  int version;   /* 1, 2, 5 */
  uint64_t dimensions;
  const char *fault;
};

static void fail(struct header *h, const char *fault) {
  if (h->fault == NULL) h->fault = fault;
}

/* Reads a big-endian integer; 0 after a fault. */
static uint64_t take(struct header *h, int bytes) {
  unsigned char byte[8];
  uint64_t number = 0;
  if (h->fault != NULL) return 0;
  if (h->left < (uint64_t)bytes || fread(byte, 1, (size_t)bytes, h->file) != (size_t)bytes) {
    fail(h, "its header ends too early");
    return 0;
  }
  h->left -= (uint64_t)bytes;
  for (int b = 0; b < bytes; b++) number = number << 8 | byte[b];
  return number;
}

/* Reads a count in the width of the format. */
static uint64_t take_count(struct header *h) { return take(h, h->version == 5 ? 8 : 4); }

/* Skips bytes; few bytes are read, since fseeko discards the read-ahead buffer. */
static bool pass(struct header *h, uint64_t bytes) {
  char few[512];
  if (bytes <= sizeof few) return fread(few, 1, (size_t)bytes, h->file) == (size_t)bytes;
  return bytes <= INT64_MAX && fseeko(h->file, (off_t)bytes, SEEK_CUR) == 0;
}

static void skip(struct header *h, uint64_t bytes) {
  if (h->fault != NULL) return;
  if (bytes > h->left || !pass(h, bytes)) {
    fail(h, "its header has a text or a list that is longer than the file");
    return;
  }
  h->left -= bytes;
}

/* Skips values padded to a multiple of four bytes. */
static void skip_padded(struct header *h, uint64_t count, uint64_t size) {
  if (count > h->left / size) {
    fail(h, "its header has a text or a list that is longer than the file");
    return;
  }
  const uint64_t bytes = count * size;
  skip(h, bytes + (4 - bytes % 4) % 4);
}

static void take_name(struct header *h) {
  const uint64_t length = take_count(h);
  if (length > LONGEST_NAME) fail(h, "its header has a name of more than 256 letters");
  skip_padded(h, length, 1);
}

/* Reads the length of a dimension. NetCDF divides by zero where its product with a size overflows.
 */
static void take_length(struct header *h) {
  const uint64_t most = h->version == 5 ? INT64_MAX - 3 : INT32_MAX - 3;
  if (take_count(h) > most)
    fail(h, "its header has a dimension that is longer than the format allows");
}

/* Reads the tag and count of a list; each item has at least `least` bytes. */
static uint64_t take_list(struct header *h, uint64_t kind, uint64_t least) {
  const uint64_t mark = take(h, 4), count = take_count(h);
  if (h->fault != NULL) return 0;
  if (mark != kind && !(mark == 0 && count == 0))
    fail(h, "its header has no list of dimensions, attributes or variables where one must be");
  if (count > h->left / least) fail(h, "its header counts more things than the file can hold");
  return h->fault == NULL ? count : 0;
}

/* Size of a value of an external type, bytes; 0: unknown type. */
static uint64_t size_of(uint64_t type, int version) {
  static const unsigned char size[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
  return type < (version == 5 ? sizeof size : 7) ? size[type] : 0;
}

static void take_attributes(struct header *h) {
  const uint64_t count = take_list(h, ATTRIBUTES, 12);
  for (uint64_t a = 0; a < count && h->fault == NULL; a++) {
    take_name(h);
    const uint64_t size = size_of(take(h, 4), h->version), values = take_count(h);
    if (size == 0) fail(h, "its header has an attribute of a type that does not exist");
    if (h->fault == NULL) skip_padded(h, values, size);
  }
}

static void take_variable(struct header *h) {
  take_name(h);
  const uint64_t rank = take_count(h);
  if (rank > MOST_RANK) fail(h, "its header has a variable of more than 1024 dimensions");
  for (uint64_t d = 0; d < rank && h->fault == NULL; d++)
    if (take_count(h) >= h->dimensions) fail(h, "its header has a dimension that does not exist");
  take_attributes(h);
  if (size_of(take(h, 4), h->version) == 0)
    fail(h, "its header has a variable of a type that does not exist");
  take_count(h);
  take(h, h->version == 1 ? 4 : 8);
}

static void take_header(struct header *h) {
  take_count(h); /* records */
  h->dimensions = take_list(h, DIMENSIONS, 8);
  for (uint64_t d = 0; d < h->dimensions && h->fault == NULL; d++) {
    take_name(h);
    take_length(h);
  }
  take_attributes(h);
  const uint64_t variables = take_list(h, VARIABLES, 28);
  for (uint64_t v = 0; v < variables && h->fault == NULL; v++) take_variable(h);
}

const char *sm_ncclassic_fault(const char *path) {
  struct header h = {.file = fopen(path, "rb")};
  char magic[4];
  if (h.file == NULL) return NULL;
  const bool classic = fread(magic, 1, sizeof magic, h.file) == sizeof magic &&
                       memcmp(magic, "CDF", 3) == 0 &&
                       (magic[3] == 1 || magic[3] == 2 || magic[3] == 5);
  if (classic && fseeko(h.file, 0, SEEK_END) == 0) {
    const off_t size = ftello(h.file);
    h.version = magic[3];
    h.left = size > (off_t)sizeof magic ? (uint64_t)size - sizeof magic : 0;
    if (fseeko(h.file, (off_t)sizeof magic, SEEK_SET) == 0) take_header(&h);
  }
  fclose(h.file);
  return h.fault;
}

void sm_nc_disable_atexit(void) { H5dont_atexit(); }

int sm_nc_open_cut(const char *path, int mode, int *id) {
  sm_nc_disable_atexit();
  if (sm_ncclassic_fault(path) != NULL) return NC_ETRUNC;
  if (!sm_memory_has_room((size_t)SM_NC_ROOM_MB << 20)) return NC_ENOMEM;
  const int code = sm_ncprobe(path);
  return code == NC_NOERR ? nc_open(path, mode, id) : code;
}

double sm_ncclassic_bytes(int id) {
  int format, count = 0;
  double bytes = 0;
  if (nc_inq_format_extended(id, &format, NULL) != NC_NOERR || format != NC_FORMATX_NC3 ||
      nc_inq_nvars(id, &count) != NC_NOERR)
    return 0;
  for (int v = 0; v < count; v++) {
    int type = 0, rank = 0, dimension[NC_MAX_VAR_DIMS];
    size_t size = 0;
    if (nc_inq_var(id, v, NULL, &type, &rank, dimension, NULL) != NC_NOERR ||
        nc_inq_type(id, type, NULL, &size) != NC_NOERR)
      continue;
    double values = 1;
    for (int d = 0; d < rank; d++) {
      size_t length = 0;
      if (nc_inq_dimlen(id, dimension[d], &length) == NC_NOERR) values *= (double)length;
    }
    bytes += values * (double)size;
  }
  return bytes;
}

/* Length of the longest dimension of a classic file; 0 for others. */
static double longest_dimension(int id) {
  int format, count = 0;
  size_t length, longest = 0;
  if (nc_inq_format_extended(id, &format, NULL) != NC_NOERR || format != NC_FORMATX_NC3 ||
      nc_inq_ndims(id, &count) != NC_NOERR)
    return 0;
  for (int d = 0; d < count; d++)
    if (nc_inq_dimlen(id, d, &length) == NC_NOERR && length > longest) longest = length;
  return (double)longest;
}

int sm_nc_open(const char *path, int mode, int *id) {
  struct stat info;
  const int code = sm_nc_open_cut(path, mode, id);
  if (code != NC_NOERR || stat(path, &info) != 0 ||
      (double)info.st_size >= fmax(sm_ncclassic_bytes(*id), longest_dimension(*id)))
    return code;
  nc_close(*id);
  return NC_ETRUNC;
}

int sm_nc_close(const char *path, bool writing, int id) {
  /* A second handle keeps the file open in HDF5, whose errors at the final close are seen here. */
  hid_t own = -1;
  herr_t closed = 0;
  int format;
  if (nc_inq_format_extended(id, &format, NULL) != NC_NOERR || format == NC_FORMATX_NC_HDF5) {
    H5E_BEGIN_TRY { own = H5Fopen(path, writing ? H5F_ACC_RDWR : H5F_ACC_RDONLY, H5P_DEFAULT); }
    H5E_END_TRY;
  }
  const int code = nc_close(id);
  if (own >= 0) closed = H5Fclose(own);
  return code == NC_NOERR && closed < 0 && writing ? NC_EHDFERR : code;
}
