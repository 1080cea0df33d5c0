/* export_zarr.c - export of a whole NetCDF file as a Zarr store, version 2: a folder with arrays in
 * chunks (zlib), their attributes as xarray reads them, and consolidated metadata. */
#define _XOPEN_SOURCE 700 /* for nftw */
#include "output/gis/export.h"

#include "base/encoding.h"
#include "base/text.h"
#include <errno.h>
#include <ftw.h>
#include <lab/facts.h>
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RANK = 8, PATH = 4200, CHUNK = 1 << 22 /* values of a chunk at most */ };

struct store {
  struct sm_context *ctx;
  const char *path, *out; /* out: "NAME.zarr.part" until the store is whole */
  int id;
  struct sm_deflater *deflater;
  struct sm_facts facts; /* consolidated metadata, "metadata" being open */
};

struct array {
  char name[NC_MAX_NAME + 1];
  int id, rank, attributes;
  nc_type type;
  size_t item, shape[RANK], chunk[RANK];
  char names[RANK][NC_MAX_NAME + 1];
};

static const struct kind {
  nc_type type;
  const char *name; /* of Zarr */
  size_t item;
} kinds[] = {{NC_BYTE, "|i1", 1},  {NC_UBYTE, "|u1", 1},  {NC_CHAR, "|S1", 1},
             {NC_SHORT, "<i2", 2}, {NC_USHORT, "<u2", 2}, {NC_INT, "<i4", 4},
             {NC_UINT, "<u4", 4},  {NC_INT64, "<i8", 8},  {NC_UINT64, "<u8", 8},
             {NC_FLOAT, "<f4", 4}, {NC_DOUBLE, "<f8", 8}};

static const struct kind *kind_of(nc_type type) {
  for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++)
    if (kinds[n].type == type) return &kinds[n];
  return NULL;
}

static enum sm_status write_bytes(const struct store *s, const char *key, const void *bytes,
                                  size_t size) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/%s", s->out, key);
  FILE *file = fopen(path, "wbx");
  bool good = file != NULL && fwrite(bytes, 1, size, file) == size;
  if (file != NULL) good = (fclose(file) == 0) && good;
  if (good) return SM_OK;
  return sm_fail(s->ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(errno));
}

static enum sm_status is_there(struct sm_context *ctx, const char *path) {
  return sm_fail(ctx, SM_ERR_USAGE,
                 "%s: error: is there already; a Zarr store is a new folder\nhelp: remove it, or "
                 "choose another name",
                 path);
}

static enum sm_status make_folder(const struct store *s, const char *name) {
  char path[PATH];
  snprintf(path, sizeof path, "%s%s%s", s->out, name[0] != '\0' ? "/" : "", name);
  if (mkdir(path, 0777) == 0) return SM_OK;
  if (errno == EEXIST) return is_there(s->ctx, path);
  return sm_fail(s->ctx, SM_ERR_IO, "%s: error: cannot be made: %s", path, strerror(errno));
}

/* --- metadata --- */

/* Adds a number; of those that JSON lacks the words that Zarr has for them. */
static void add_number(struct sm_facts *facts, const char *key, double value, bool whole) {
  if (isnan(value))
    sm_facts_text(facts, key, "NaN");
  else if (isinf(value))
    sm_facts_text(facts, key, value > 0 ? "Infinity" : "-Infinity");
  else if (whole)
    sm_facts_integer(facts, key, (int64_t)value);
  else
    sm_facts_number(facts, key, value);
}

static enum sm_status add_numbers(struct store *s, int variable, const char *name, const char *key,
                                  nc_type type, size_t length) {
  const bool whole = type != NC_FLOAT && type != NC_DOUBLE;
  double *value = NULL;
  SM_TRY(sm_alloc(s->ctx, length + 1, sizeof *value, "attribute", &value));
  const int code = nc_get_att_double(s->id, variable, name, value);
  if (code == NC_NOERR && length != 1) sm_facts_list(&s->facts, key);
  for (size_t n = 0; n < length && code == NC_NOERR; n++)
    add_number(&s->facts, length == 1 ? key : NULL, value[n], whole);
  if (code == NC_NOERR && length != 1) sm_facts_close(&s->facts);
  sm_free(value);
  if (code == NC_NOERR) return SM_OK;
  return sm_fail(s->ctx, SM_ERR_DATA, "%s: error: attribute '%s': %s", s->path, name,
                 nc_strerror(code));
}

/* Adds an attribute of the open group of facts. */
static enum sm_status add_attribute(struct store *s, int variable, const char *name) {
  nc_type type;
  size_t length = 0;
  if (nc_inq_att(s->id, variable, name, &type, &length) != NC_NOERR)
    return sm_fail(s->ctx, SM_ERR_DATA, "%s: error: attribute '%s' cannot be read", s->path, name);
  if (type != NC_CHAR && kind_of(type) == NULL)
    return sm_fail(s->ctx, SM_ERR_DATA,
                   "%s: error: attribute '%s' has a type that Zarr stores here do not have",
                   s->path, name);
  if (type != NC_CHAR) return add_numbers(s, variable, name, name, type, length);
  SM_SCOPED char *text = NULL;
  SM_TRY(sm_alloc(s->ctx, length + 1, sizeof *text, "attribute", &text));
  const int code = nc_get_att_text(s->id, variable, name, text);
  text[code == NC_NOERR ? length : 0] = '\0';
  sm_facts_text(&s->facts, name, text);
  return SM_OK;
}

/* Adds "KEY/.zattrs": the attributes of a variable, or of the file. */
static enum sm_status add_attributes(struct store *s, const char *key, const struct array *a) {
  const int variable = a != NULL ? a->id : NC_GLOBAL;
  int count = 0;
  char name[NC_MAX_NAME + 1];
  sm_facts_group(&s->facts, key);
  if (a != NULL) {
    sm_facts_list(&s->facts, "_ARRAY_DIMENSIONS");
    for (int d = 0; d < a->rank; d++) sm_facts_text(&s->facts, NULL, a->names[d]);
    sm_facts_close(&s->facts);
  }
  if (nc_inq_varnatts(s->id, variable, &count) != NC_NOERR) count = 0;
  for (int n = 0; n < count; n++) {
    if (nc_inq_attname(s->id, variable, n, name) != NC_NOERR) continue;
    if (a != NULL && strcmp(name, "_FillValue") == 0) continue; /* is in .zarray */
    SM_TRY(add_attribute(s, variable, name));
  }
  sm_facts_close(&s->facts);
  return SM_OK;
}

static void add_sizes(struct sm_facts *facts, const char *key, const size_t *size, int rank) {
  sm_facts_list(facts, key);
  for (int d = 0; d < rank; d++) sm_facts_integer(facts, NULL, (int64_t)size[d]);
  sm_facts_close(facts);
}

/* Adds "NAME/.zarray". */
static enum sm_status add_array(struct store *s, const struct array *a) {
  char key[PATH];
  size_t length = 0;
  nc_type type;
  snprintf(key, sizeof key, "%s/.zarray", a->name);
  sm_facts_group(&s->facts, key);
  sm_facts_integer(&s->facts, "zarr_format", 2);
  add_sizes(&s->facts, "shape", a->shape, a->rank);
  add_sizes(&s->facts, "chunks", a->chunk, a->rank);
  sm_facts_text(&s->facts, "dtype", kind_of(a->type)->name);
  sm_facts_group(&s->facts, "compressor");
  sm_facts_text(&s->facts, "id", "zlib");
  sm_facts_integer(&s->facts, "level", 1);
  sm_facts_close(&s->facts);
  if (a->type != NC_CHAR && nc_inq_att(s->id, a->id, "_FillValue", &type, &length) == NC_NOERR &&
      length == 1)
    SM_TRY(add_numbers(s, a->id, "_FillValue", "fill_value", type, 1));
  else
    sm_facts_null(&s->facts, "fill_value");
  sm_facts_text(&s->facts, "order", "C");
  sm_facts_null(&s->facts, "filters");
  sm_facts_close(&s->facts);
  snprintf(key, sizeof key, "%s/.zattrs", a->name);
  return add_attributes(s, key, a);
}

/* Writes facts as JSON in ASCII, which Zarr 2 asks for: other characters as UTF-16 in \\u. */
static enum sm_status write_facts(const struct store *s, const char *key,
                                  const struct sm_facts *facts) {
  struct sm_text ascii = {0};
  char *text = sm_facts_json(facts, true);
  for (const char *at = text; at != NULL && *at != '\0';) {
    const int length = sm_utf8_length(at);
    uint32_t code = (unsigned char)*at & (length == 1 ? 0x7Fu : 0xFFu >> (length + 1));
    for (int i = 1; i < length; i++) code = code << 6 | ((unsigned char)at[i] & 0x3Fu);
    if (length == 1)
      sm_text_add_bytes(&ascii, at, 1);
    else if (code < 0x10000)
      sm_text_add(&ascii, "\\u%04x", code);
    else
      sm_text_add(&ascii, "\\u%04x\\u%04x", 0xD800 + ((code - 0x10000) >> 10),
                  0xDC00 + ((code - 0x10000) & 0x3FF));
    at += length;
  }
  const bool good = text != NULL && !ascii.failed;
  const enum sm_status status = good ? write_bytes(s, key, ascii.data, strlen(ascii.data))
                                     : sm_fail(s->ctx, SM_ERR_MEMORY, "out of memory");
  free(text);
  sm_text_free(&ascii);
  return status;
}

/* Writes the facts of each key as a file, and all of them as .zmetadata. */
static enum sm_status write_metadata(struct store *s) {
  enum sm_status status = SM_OK;
  const struct sm_fact *all = sm_fact_at(s->facts.root, "metadata");
  for (struct sm_fact *key = all != NULL ? all->first : NULL; key != NULL && status == SM_OK;
       key = key->next) {
    const struct sm_facts one = {.root = key};
    status = write_facts(s, key->key, &one);
  }
  return status == SM_OK ? write_facts(s, ".zmetadata", &s->facts) : status;
}

/* --- arrays --- */

/* Whole trailing dimensions, as many as a chunk holds, of the next one a part, of others one: the
 * part of a chunk that is inside the array is its beginning. */
static void choose_chunks(struct array *a) {
  size_t values = 1;
  for (int d = a->rank; d-- > 0;) {
    const size_t most = CHUNK / values, side = a->shape[d] > 0 ? a->shape[d] : 1;
    a->chunk[d] = side < most ? side : most;
    const bool time = d == 0 && strcmp(a->names[0], "time") == 0 && a->rank > 1;
    if (time) a->chunk[d] = 1;
    values = a->chunk[d] == side || time ? values * a->chunk[d] : CHUNK;
  }
}

static enum sm_status read_array(const struct store *s, int id, struct array *a) {
  int dimension[NC_MAX_VAR_DIMS];
  *a = (struct array){.id = id};
  int code = nc_inq_var(s->id, id, a->name, &a->type, &a->rank, NULL, NULL);
  if (code == NC_NOERR && a->rank <= RANK) code = nc_inq_vardimid(s->id, id, dimension);
  for (int d = 0; d < a->rank && d < RANK && code == NC_NOERR; d++)
    code = nc_inq_dim(s->id, dimension[d], a->names[d], &a->shape[d]);
  if (code != NC_NOERR || a->rank > RANK || kind_of(a->type) == NULL)
    return sm_fail(s->ctx, SM_ERR_DATA,
                   "%s: error: '%s' has a type or dimensions that Zarr stores "
                   "here do not have",
                   s->path, a->name);
  a->item = kind_of(a->type)->item;
  choose_chunks(a);
  return SM_OK;
}

/* Writes the chunk at an index of chunks. */
static enum sm_status write_chunk(const struct store *s, const struct array *a, const size_t *index,
                                  unsigned char *bytes, size_t size, void *packed, size_t room) {
  size_t start[RANK + 1] = {0}, part[RANK + 1] = {0};
  char key[PATH];
  bool whole = true;
  int length = snprintf(key, sizeof key, "%s/", a->name);
  for (int d = 0; d < a->rank; d++) {
    start[d] = index[d] * a->chunk[d];
    part[d] = a->shape[d] - start[d] < a->chunk[d] ? a->shape[d] - start[d] : a->chunk[d];
    whole = whole && part[d] == a->chunk[d];
    length += snprintf(key + length, sizeof key - (size_t)length, d > 0 ? ".%zu" : "%zu", index[d]);
  }
  if (a->rank == 0) snprintf(key + length, sizeof key - (size_t)length, "0");
  if (!whole) memset(bytes, 0, size);
  const int code = nc_get_vara(s->id, a->id, start, part, bytes);
  if (code != NC_NOERR)
    return sm_fail(s->ctx, SM_ERR_DATA, "%s: error: '%s' cannot be read: %s", s->path, a->name,
                   nc_strerror(code));
  return write_bytes(s, key, packed, sm_deflater_run(s->deflater, bytes, size, packed, room));
}

static enum sm_status write_chunks(const struct store *s, const struct array *a) {
  size_t index[RANK] = {0}, count[RANK], values = 1, chunks = 1;
  SM_SCOPED unsigned char *bytes = NULL, *packed = NULL;
  for (int d = 0; d < a->rank; d++) {
    values *= a->chunk[d];
    count[d] = (a->shape[d] + a->chunk[d] - 1) / a->chunk[d];
    chunks *= count[d];
  }
  const size_t size = values * a->item, room = sm_deflater_bound(size);
  SM_TRY(sm_alloc(s->ctx, size, 1, "chunk", &bytes));
  enum sm_status status = sm_alloc(s->ctx, room, 1, "chunk", &packed);
  for (size_t n = 0; n < chunks && status == SM_OK; n++) {
    if (sm_stop_requested(s->ctx)) status = sm_fail(s->ctx, SM_ERR_STOPPED, "stopped");
    if (status != SM_OK) break;
    status = write_chunk(s, a, index, bytes, size, packed, room);
    for (int d = a->rank - 1; d >= 0 && ++index[d] == count[d]; d--) index[d] = 0;
  }
  return status;
}

static enum sm_status write_arrays(struct store *s) {
  struct array a;
  int count = 0;
  if (nc_inq_nvars(s->id, &count) != NC_NOERR) count = 0;
  sm_facts_integer(&s->facts, "zarr_consolidated_format", 1);
  sm_facts_group(&s->facts, "metadata");
  sm_facts_group(&s->facts, ".zgroup");
  sm_facts_integer(&s->facts, "zarr_format", 2);
  sm_facts_close(&s->facts);
  SM_TRY(add_attributes(s, ".zattrs", NULL));
  for (int id = 0; id < count; id++) {
    SM_TRY(read_array(s, id, &a));
    SM_TRY(add_array(s, &a));
    SM_TRY(make_folder(s, a.name));
    SM_TRY(write_chunks(s, &a));
  }
  sm_facts_close(&s->facts);
  return SM_OK;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info;
  (void)kind;
  (void)where;
  return remove(path);
}

/* Writes the store beside its name, which it gets when it is whole; nothing is left otherwise. */
static enum sm_status write_store(struct store *s, const char *out) {
  SM_TRY(make_folder(s, ""));
  enum sm_status status = write_arrays(s);
  if (status == SM_OK) status = write_metadata(s);
  if (status == SM_OK && rename(s->out, out) != 0)
    status = sm_fail(s->ctx, SM_ERR_IO, "%s: error: cannot be made: %s", out, strerror(errno));
  if (status != SM_OK) nftw(s->out, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  return status;
}

enum sm_status sm_export_zarr(struct sm_context *ctx, const char *path,
                              const struct sm_export_options *options, const char *out) {
  char part[PATH / 2];
  struct stat info;
  struct store s = {.ctx = ctx, .path = path, .out = part};
  if (options->field != NULL || options->time >= 0 || options->minus != NULL ||
      options->species != NULL || options->unit != NULL || !isnan(options->height) ||
      options->levels > 0 || options->places > 0)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: a Zarr store is the whole file; options that choose a part of it or "
                   "convert it have no use",
                   out);
  if ((size_t)snprintf(part, sizeof part, "%s.part", out) >= sizeof part)
    return sm_fail(ctx, SM_ERR_USAGE, "%.80s...: error: the name is too long", out);
  if (lstat(out, &info) == 0) return is_there(ctx, out);
  if (nc_open(path, NC_NOWRITE, &s.id) != NC_NOERR)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: is no NetCDF file", path);
  s.deflater = sm_deflater_create(1);
  const enum sm_status status =
      s.deflater != NULL ? write_store(&s, out) : sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
  sm_deflater_destroy(s.deflater);
  sm_facts_free(&s.facts);
  nc_close(s.id);
  return status;
}
