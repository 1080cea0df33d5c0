/* mutate_netcdf.c - a mutator for libFuzzer that copies a NetCDF file through the library, with
 * other dimensions, types, attributes and values here and there: what comes out is a classic file.
 * Of classic files bytes are changed as well; HDF5 crashes over damaged files of its own form, and
 * is not what is tested here.
 */
#define _DEFAULT_SOURCE
#include "input/netcdf/classic_header.h"
#include "input_file.h"
#include "mutate.h"
#include <math.h>
#include <netcdf.h>

enum { TEXT = 4096, VALUES = 20000, MOST = 1 << 16, EMPTY = 48 };

/* A copy on its way; one thing in `rare` is changed. */
struct copy {
  int from, to;
  uint64_t *state;
  size_t rare;
};

static bool chance(struct copy *c) { return mutate_below(c->state, c->rare) == 0; }

static double odd_number(struct copy *c) {
  static const double numbers[] = {0,     -1,    1,    1e308, -1e20,    NAN,          INFINITY,
                                   -9999, 360,   1e-9, 32767, 9.96e+36, 4294967296.0, -0.0,
                                   1e6,   273.15};
  return numbers[mutate_below(c->state, sizeof numbers / sizeof *numbers)];
}

static const char *odd_text(struct copy *c) {
  static const char *const texts[] = {"",
                                      "m",
                                      "m s-1",
                                      "K",
                                      "degrees_north",
                                      "days since 2026-01-01",
                                      "seconds since 1970-01-01 00:00:00",
                                      "hours since 0000-00-00",
                                      "360_day",
                                      "true",
                                      "up",
                                      "time lat lon",
                                      "%s",
                                      "km h-1",
                                      "1"};
  return texts[mutate_below(c->state, sizeof texts / sizeof *texts)];
}

static int odd_type(struct copy *c) {
  static const int types[] = {NC_BYTE, NC_CHAR, NC_SHORT, NC_INT, NC_FLOAT, NC_DOUBLE};
  return types[mutate_below(c->state, sizeof types / sizeof *types)];
}

static void copy_attributes(struct copy *c, int from, int to, int count) {
  for (int a = 0; a < count; a++) {
    char name[NC_MAX_NAME + 1], text[TEXT];
    double number[16];
    int type;
    size_t length;
    if (nc_inq_attname(c->from, from, a, name) != NC_NOERR || name[0] == '_' ||
        nc_inq_att(c->from, from, name, &type, &length) != NC_NOERR || chance(c))
      continue;
    if (type == NC_CHAR && length < TEXT) {
      nc_get_att_text(c->from, from, name, text);
      const char *odd = chance(c) ? odd_text(c) : NULL;
      nc_put_att_text(c->to, to, name, odd != NULL ? strlen(odd) : length,
                      odd != NULL ? odd : text);
    } else if (type != NC_CHAR && length <= 16 &&
               nc_get_att_double(c->from, from, name, number) == NC_NOERR) {
      if (length > 0 && chance(c)) number[mutate_below(c->state, length)] = odd_number(c);
      nc_put_att_double(c->to, to, name, type <= NC_UINT64 ? type : NC_DOUBLE, length, number);
    }
  }
}

static void copy_values(struct copy *c, int v, int w, int type, const size_t *size, int rank) {
  static double value[VALUES];
  static char text[VALUES];
  size_t count = 1, start[NC_MAX_VAR_DIMS] = {0};
  int own = 0;
  for (int d = 0; d < rank && count <= VALUES; d++)
    count = size[d] <= VALUES ? count * size[d] : (size_t)VALUES + 1;
  if (count == 0 || count > VALUES || nc_inq_varndims(c->from, v, &own) != NC_NOERR || own != rank)
    return;
  if (type == NC_CHAR) {
    if (nc_get_vara_text(c->from, v, start, size, text) == NC_NOERR)
      nc_put_vara_text(c->to, w, start, size, text);
    return;
  }
  if (nc_get_vara_double(c->from, v, start, size, value) != NC_NOERR) return;
  while (chance(c)) value[mutate_below(c->state, count)] = odd_number(c);
  nc_put_vara_double(c->to, w, start, size, value);
}

/* Lengths of the dimensions of the copy, and whether they are those of the file. */
struct lengths {
  size_t length[64];
  int count;
};

static struct lengths copy_dimensions(struct copy *c) {
  struct lengths out = {.count = 0};
  int unlimited = -1, count = 0;
  nc_inq_ndims(c->from, &count);
  nc_inq_unlimdim(c->from, &unlimited);
  for (int d = 0; d < count && d < 64; d++) {
    char name[NC_MAX_NAME + 1];
    int id;
    nc_inq_dim(c->from, d, name, &out.length[d]);
    if (chance(c)) out.length[d] = 1 + mutate_below(c->state, 9);
    if (nc_def_dim(c->to, name, d == unlimited ? NC_UNLIMITED : out.length[d], &id) != NC_NOERR)
      break;
    out.count++;
  }
  return out;
}

static void copy_variables(struct copy *c, const struct lengths *l) {
  int count = 0, made[256] = {0};
  nc_inq_nvars(c->from, &count);
  for (int v = 0; v < count && v < 256; v++) {
    char name[NC_MAX_NAME + 1];
    int type, rank, dimension[NC_MAX_VAR_DIMS], attributes;
    made[v] = -1;
    nc_inq_var(c->from, v, name, &type, &rank, dimension, &attributes);
    if (chance(c)) continue;
    if (type > NC_UINT64) continue; /* CDF-5 has none of these */
    if (chance(c)) type = odd_type(c);
    if (rank > 0 && chance(c)) rank--;
    if (rank > 1 && chance(c)) dimension[0] = dimension[rank - 1];
    if (nc_def_var(c->to, name, type, rank, dimension, &made[v]) != NC_NOERR) made[v] = -1;
    if (made[v] >= 0) copy_attributes(c, v, made[v], attributes);
  }
  nc_enddef(c->to);
  for (int v = 0; v < count && v < 256; v++) {
    int type, rank, dimension[NC_MAX_VAR_DIMS];
    size_t size[NC_MAX_VAR_DIMS];
    if (made[v] < 0 || nc_inq_var(c->to, made[v], NULL, &type, &rank, dimension, NULL) != NC_NOERR)
      continue;
    for (int d = 0; d < rank; d++) size[d] = dimension[d] < l->count ? l->length[dimension[d]] : 0;
    copy_values(c, v, made[v], type, size, rank);
  }
}

/* rare: of so many things one is changed. */
static bool copy_file(const char *from, const char *to, uint64_t *state, size_t rare) {
  struct copy c = {.state = state, .rare = rare};
  int count = 0;
  if (sm_nc_open(from, NC_NOWRITE, &c.from) != NC_NOERR) return false;
  const bool good = nc_create(to, NC_CLOBBER | NC_64BIT_DATA, &c.to) == NC_NOERR;
  if (good) {
    nc_set_fill(c.to, NC_NOFILL, NULL);
    nc_inq_natts(c.from, &count);
    copy_attributes(&c, NC_GLOBAL, NC_GLOBAL, count);
    const struct lengths lengths = copy_dimensions(&c);
    copy_variables(&c, &lengths);
    nc_close(c.to);
  }
  nc_close(c.from);
  return good;
}

/* The bytes of a copy; 0: there is none, or it has no room. */
static size_t copy_bytes(const uint8_t *data, size_t size, uint8_t *out, size_t most,
                         uint64_t *state, size_t rare) {
  static struct input_file source, copy;
  const char *from = input_file(&source, data, size, ".nc");
  const char *to = input_file(&copy, data, 0, ".nc");
  if (from == NULL || to == NULL || !copy_file(from, to, state, rare)) return 0;
  const ssize_t made = pread(copy.descriptor, out, most, 0);
  uint8_t more;
  return made > 0 && pread(copy.descriptor, &more, 1, made) == 0 ? (size_t)made : 0;
}

/* HDF5 takes a hundred times as long to open, and simoom opens it in a process of its own first:
 * classic copies of such inputs, which are few, are kept. */
static const uint8_t *classic_copy(const uint8_t *data, size_t size, size_t *length) {
  static struct {
    uint8_t *from, *to;
    size_t size, length;
  } kept[16];
  static size_t next;
  for (size_t k = 0; k < 16; k++)
    if (kept[k].size == size && size > 0 && memcmp(kept[k].from, data, size) == 0) {
      *length = kept[k].length;
      return kept[k].to;
    }
  const size_t k = next++ % 16;
  uint64_t state = 1;
  free(kept[k].from);
  free(kept[k].to);
  kept[k].size = 0;
  kept[k].from = malloc(size + 1);
  kept[k].to = malloc(MOST);
  if (kept[k].from == NULL || kept[k].to == NULL) return NULL;
  memcpy(kept[k].from, data, size);
  kept[k].size = size;
  *length = kept[k].length = copy_bytes(data, size, kept[k].to, MOST, &state, SIZE_MAX);
  return kept[k].to;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  static uint8_t copy[MOST];
  uint64_t state = seed;
  const uint8_t *from = data;
  size_t length = size;
  const bool classic = size > 3 && memcmp(data, "CDF", 3) == 0;
  if (classic && (size > MOST || mutate_below(&state, 4) == 0))
    return LLVMFuzzerMutate(data, size, most);
  if (!classic) from = classic_copy(data, size, &length);
  const size_t rare = 4 + mutate_below(&state, 100), room = most < MOST ? most : MOST;
  const size_t made =
      from != NULL && length > 0 ? copy_bytes(from, length, copy, room, &state, rare) : 0;
  if (made > 0) {
    memcpy(data, copy, made);
    return made;
  }
  if (!classic) { /* that cannot be opened: a file without anything */
    size = EMPTY < most ? EMPTY : most;
    memset(data, 0, size);
    memcpy(data, "CDF\5", size < 4 ? size : 4);
  }
  return LLVMFuzzerMutate(data, size, most);
}

/* NetCDF keeps its list of files, of half a megabyte, while one is open. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  int id;
  (void)argc, (void)argv;
  sm_nc_disable_atexit();
  return nc_create("simoom-fuzz", NC_DISKLESS | NC_CLOBBER, &id) == NC_NOERR ? 0 : 1;
}
