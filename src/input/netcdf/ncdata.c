#define _POSIX_C_SOURCE 200809L
#include "input/netcdf/ncdata.h"
#include "case/toml/units.h"
#include "input/netcdf/classic_header.h"

#include <errno.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum sm_status explain_open(struct sm_context *ctx, const char *path, int code) {
  const char *fault = sm_ncclassic_fault(path);
  if (code == NC_ENOMEM)
    return sm_fail(ctx, SM_ERR_MEMORY, "%s: error: out of memory: HDF5 needs %d MB", path,
                   SM_NC_ROOM_MB);
  if (fault != NULL)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the NetCDF file is truncated or damaged: %s", path,
                   fault);
  char magic[4] = "";
  FILE *file = fopen(path, "rb");
  const size_t bytes = file != NULL ? fread(magic, 1, sizeof magic, file) : 0;
  if (file != NULL) fclose(file);
  if (bytes == sizeof magic &&
      (memcmp(magic, "\211HDF", 4) == 0 || (memcmp(magic, "CDF", 3) == 0 && code != NC_ENOTNC)))
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the NetCDF file is truncated or damaged: %s", path,
                   nc_strerror(code));
  return sm_fail(ctx, SM_ERR_DATA, "%s: error: not a NetCDF file: %s", path, nc_strerror(code));
}

enum sm_status sm_ncdata_open(struct sm_context *ctx, const char *path, struct sm_ncdata *out) {
  *out = (struct sm_ncdata){.ctx = ctx, .path = path};
  struct stat info;
  if (stat(path, &info) != 0)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: %s", path, strerror(errno));
  if (!S_ISREG(info.st_mode))
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: not a regular file", path);
  const int code = sm_nc_open_cut(path, NC_NOWRITE, &out->id);
  if (code != NC_NOERR) return explain_open(ctx, path, code);
  out->open = true;
  out->bytes = (double)info.st_size;
  out->file_id = out->id;
  if (nc_inq_nvars(out->id, &out->variable_count) != NC_NOERR)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: its variables cannot be listed", path);
  const double needed = sm_ncclassic_bytes(out->id);
  if (out->bytes >= needed) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: the NetCDF file is truncated: it has %.0f bytes, its values alone "
                 "%.0f",
                 path, out->bytes, needed);
}

enum sm_status sm_ncdata_open_group(struct sm_context *ctx, const char *path, const char *group,
                                    struct sm_ncdata *out) {
  SM_TRY(sm_ncdata_open(ctx, path, out));
  if (group == NULL || nc_inq_grp_ncid(out->file_id, group, &out->id) != NC_NOERR) return SM_OK;
  out->group = group;
  if (nc_inq_nvars(out->id, &out->variable_count) == NC_NOERR) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA, "%s: error: its variables cannot be listed", path);
}

bool sm_ncdata_can_hold(const struct sm_ncdata *file, double values) {
  const double densest = 2000, slack = 1e6; /* deflate compresses by at most 1032 */
  return values <= densest * file->bytes + slack;
}

void sm_ncdata_close(struct sm_ncdata *file) {
  if (file->open) sm_nc_close(file->path, false, file->file_id);
  file->open = false;
}

/* True when an attribute or variable exists; records read errors. */
static bool is_there(struct sm_ncdata *file, const char *name, int code) {
  if (code == NC_NOERR) return true;
  if (code == NC_ENOTATT || file->lost != NC_NOERR) return false;
  file->lost = code;
  snprintf(file->lost_name, sizeof file->lost_name, "%s", name);
  return false;
}

bool sm_ncdata_inquire(struct sm_ncdata *file, int i, struct sm_ncdata_variable *out) {
  *out = (struct sm_ncdata_variable){.id = i};
  if (!is_there(file, "variables", nc_inq_varndims(file->id, i, &out->rank)) ||
      !is_there(file, "variables", nc_inq_varname(file->id, i, out->name)))
    return false;
  if (out->rank > SM_NCDATA_RANK ||
      !is_there(file, out->name,
                nc_inq_var(file->id, i, NULL, &out->type, NULL, out->dimension, NULL)))
    return false;
  for (int d = 0; d < out->rank; d++)
    if (nc_inq_dimlen(file->id, out->dimension[d], &out->size[d]) != NC_NOERR) return false;
  out->numeric = out->type >= NC_BYTE && out->type <= NC_UINT64 && out->type != NC_CHAR;
  out->is_text = out->type == NC_CHAR || out->type == NC_STRING;
  out->factor = 1;
  out->offset = 0;
  sm_ncpacking_find(file->id, i, &out->packing);
  return true;
}

bool sm_ncdata_find(struct sm_ncdata *file, const char *name, struct sm_ncdata_variable *out) {
  int id = -1;
  return nc_inq_varid(file->id, name, &id) == NC_NOERR && sm_ncdata_inquire(file, id, out);
}

bool sm_ncdata_find_any(struct sm_ncdata *file, const char *const *names,
                        struct sm_ncdata_variable *out) {
  for (; *names != NULL; names++)
    if (sm_ncdata_find(file, *names, out)) return true;
  return false;
}

void sm_ncdata_dimension_name(const struct sm_ncdata *file, int dimension,
                              char out[SM_NCDATA_NAME]) {
  out[0] = '\0';
  if (nc_inq_dimname(file->id, dimension, out) != NC_NOERR) out[0] = '\0';
}

/* Trims blanks and NULs from both ends of text[0..length]. */
static void trim(char *text, size_t length) {
  static const char blank[] = " \t\r\n";
  text[length] = '\0';
  size_t end = strlen(text);
  while (end > 0 && strchr(blank, text[end - 1]) != NULL) end--;
  text[end] = '\0';
  const size_t start = strspn(text, blank);
  memmove(text, text + start, end - start + 1);
}

enum sm_status sm_ncdata_check(const struct sm_ncdata *file) {
  const bool memory = file->lost == NC_ENOMEM;
  if (file->lost == NC_NOERR) return SM_OK;
  return sm_fail(file->ctx, memory ? SM_ERR_MEMORY : SM_ERR_DATA,
                 "%s: error: '%s' cannot be read: %s; %s", file->path, file->lost_name,
                 nc_strerror(file->lost),
                 memory ? "out of memory" : "the file is truncated or damaged");
}

/* Reads an attribute of type string, which the library allocates. */
static bool read_string(struct sm_ncdata *file, int variable, const char *name, size_t length,
                        char out[SM_NCDATA_TEXT]) {
  char *string = NULL;
  if (length != 1 || !is_there(file, name, nc_get_att_string(file->id, variable, name, &string)))
    return false;
  const size_t size = string != NULL ? strlen(string) : SM_NCDATA_TEXT;
  const bool fits = size < SM_NCDATA_TEXT;
  if (fits) {
    memcpy(out, string, size);
    trim(out, size);
  }
  nc_free_string(1, &string);
  return fits;
}

bool sm_ncdata_text(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                    const char *attribute, char out[SM_NCDATA_TEXT]) {
  const int id = variable != NULL ? variable->id : NC_GLOBAL;
  size_t length = 0;
  int type = 0;
  out[0] = '\0';
  if (!is_there(file, attribute, nc_inq_att(file->id, id, attribute, &type, &length))) return false;
  if (type == NC_STRING) return read_string(file, id, attribute, length, out);
  if (type != NC_CHAR || length >= SM_NCDATA_TEXT ||
      !is_there(file, attribute, nc_get_att_text(file->id, id, attribute, out))) {
    out[0] = '\0';
    return false;
  }
  trim(out, length);
  return true;
}

enum sm_status sm_ncdata_long_text(const struct sm_ncdata *file,
                                   const struct sm_ncdata_variable *variable, const char *attribute,
                                   struct sm_text *out) {
  const int id = variable != NULL ? variable->id : NC_GLOBAL;
  enum { MOST = 1 << 20 };
  size_t length = 0;
  int type = 0;
  char *text = NULL;
  int code = nc_inq_att(file->id, id, attribute, &type, &length);
  if (code == NC_ENOTATT || (code == NC_NOERR && (type != NC_CHAR || length == 0 || length > MOST)))
    return SM_OK;
  if (code == NC_NOERR) SM_TRY(sm_alloc(file->ctx, length, 1, "the text of an attribute", &text));
  if (code == NC_NOERR) code = nc_get_att_text(file->id, id, attribute, text);
  if (code == NC_NOERR) sm_text_add_bytes(out, text, length);
  sm_free(text);
  if (code != NC_NOERR)
    return sm_fail(file->ctx, code == NC_ENOMEM ? SM_ERR_MEMORY : SM_ERR_DATA,
                   "%s: error: attribute '%s' cannot be read: %s", file->path, attribute,
                   nc_strerror(code));
  return out->failed ? sm_fail(file->ctx, SM_ERR_MEMORY, "out of memory: attribute '%s' of %s",
                               attribute, file->path)
                     : SM_OK;
}

size_t sm_ncdata_numbers(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                         const char *attribute, double *out, size_t most) {
  const int id = variable != NULL ? variable->id : NC_GLOBAL;
  size_t length = 0;
  int type = 0;
  if (!is_there(file, attribute, nc_inq_att(file->id, id, attribute, &type, &length)) ||
      type == NC_CHAR || type == NC_STRING || length > most ||
      !is_there(file, attribute, nc_get_att_double(file->id, id, attribute, out)))
    return 0;
  return length;
}

/* Unit spellings of weather centres that UDUNITS lacks, and frequent units, for which its database
 * need not be read. */
static const char *usual_unit(const char *unit) {
  static const char *const usual[][2] = {
      {"gpm", "m"},
      {"(0 - 1)", "1"},
      {"0 - 1", "1"},
      {"-", "1"},
      {"none", "1"},
      {"fraction", "1"},
      {"proportion", "1"},
      {"dimensionless", "1"},
      {"Degree true", "degree"},
      {"degrees_north", "degree"},
      {"degree_north", "degree"},
      {"degrees_east", "degree"},
      {"degree_east", "degree"},
      {"m s**-1", "m s-1"},
      {"W m**-2", "W m-2"},
      {"W/m^2", "W m-2"},
      {"m**2 s**-2", "m2 s-2"},
  };
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (strcmp(unit, usual[i][0]) == 0) return usual[i][1];
  return unit;
}

enum sm_status sm_ncdata_unit(struct sm_context *ctx, const char *text, const char *unit,
                              double *factor, double *offset) {
  const char *from = usual_unit(text);
  double change[2];
  SM_TRY(sm_units_conversion(ctx, from, unit, change));
  *factor = change[0];
  *offset = change[1];
  return SM_OK;
}

enum sm_status sm_ncdata_convert(struct sm_ncdata *file, struct sm_ncdata_variable *variable,
                                 const char *unit) {
  char text[SM_NCDATA_TEXT], reason[SM_NCDATA_TEXT];
  if (!sm_ncdata_text(file, variable, "units", text) || text[0] == '\0')
    return sm_ncdata_check(file);
  double factor, offset;
  const enum sm_status status = sm_ncdata_unit(file->ctx, text, unit, &factor, &offset);
  if (status == SM_ERR_CASE) {
    snprintf(reason, sizeof reason, "%s", sm_context_message(file->ctx));
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s': %s", file->path,
                   variable->name, reason);
  }
  SM_TRY(status);
  variable->factor *= factor;
  variable->offset = variable->offset * factor + offset;
  return SM_OK;
}

/* Makes doubles of bytes or floats at the start of their memory, from the last half to the first
 * value: what a half becomes lies behind the values that are still to be read. */
static void widen(double *out, size_t count, size_t item) {
  for (size_t end = count; end > 0;) {
    const size_t begin = end > 1 ? (end + 1) / 2 : 0;
#pragma omp parallel for schedule(static) if (end - begin >= SM_CHUNKS_LARGE)
    for (size_t i = begin; i < end; i++) {
      signed char byte;
      float single;
      const char *at = (const char *)out + i * item;
      memcpy(item == 1 ? (void *)&byte : (void *)&single, at, item);
      out[i] = item == 1 ? (double)byte : (double)single;
    }
    end = begin;
  }
}

size_t sm_ncdata_item(const struct sm_ncdata_variable *variable) {
  return variable->type == NC_FLOAT    ? sizeof(float)
         : variable->type == NC_DOUBLE ? sizeof(double)
         : variable->type == NC_BYTE   ? 1
                                       : 0;
}

const char *sm_ncdata_place(const struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                            char out[SM_NCDATA_PLACE]) {
  if (file->group == NULL) return variable->name;
  snprintf(out, SM_NCDATA_PLACE, "%s/%s", file->group, variable->name);
  return out;
}

/* Reads a block as doubles with all threads, where sm_chunks_read can. */
static bool read_chunks(const struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                        const size_t *start, const size_t *count, size_t total, double *out) {
  const size_t item = sm_ncdata_item(variable);
  char place[SM_NCDATA_PLACE];
  if (item == 0 || total < SM_CHUNKS_LARGE) return false;
  const bool done = sm_chunks_read(file->path, sm_ncdata_place(file, variable, place),
                                   variable->rank, item, start, count, out);
  if (done && item < sizeof(double)) widen(out, total, item);
  return done;
}

void sm_ncdata_unpack(const struct sm_ncdata_variable *variable, size_t count, double *value) {
  sm_ncpacking_undo(&variable->packing, count, value);
#pragma omp parallel for schedule(static) if (count >= SM_CHUNKS_LARGE)
  for (size_t i = 0; i < count; i++) value[i] = variable->factor * value[i] + variable->offset;
}

enum sm_status sm_ncdata_check_numbers(const struct sm_ncdata *file,
                                       const struct sm_ncdata_variable *variable) {
  SM_TRY(sm_ncdata_check(file));
  if (!variable->numeric)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s' contains no numbers",
                   file->path, variable->name);
  if (variable->packing.fault[0] != '\0')
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s': %s", file->path,
                   variable->name, variable->packing.fault);
  return SM_OK;
}

enum sm_status sm_ncdata_read(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                              const size_t *start, const size_t *count, double *out) {
  SM_TRY(sm_ncdata_check_numbers(file, variable));
  size_t total = 1;
  for (int d = 0; d < variable->rank; d++) total *= count[d];
  const bool done = read_chunks(file, variable, start, count, total, out);
  const int code = done ? NC_NOERR : nc_get_vara_double(file->id, variable->id, start, count, out);
  if (code != NC_NOERR)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s' cannot be read: %s",
                   file->path, variable->name, nc_strerror(code));
  sm_ncdata_unpack(variable, total, out);
  return SM_OK;
}

int sm_ncdata_text_rank(const struct sm_ncdata_variable *variable) {
  return variable->type == NC_CHAR && variable->rank > 0 ? variable->rank - 1 : variable->rank;
}

/* Reads a string allocated by the library. */
static int read_one_string(const struct sm_ncdata *file, int variable, const size_t *start,
                           char *out, size_t size) {
  const size_t count[SM_NCDATA_RANK] = {1, 1, 1, 1, 1, 1, 1, 1};
  char *string = NULL;
  const int code = nc_get_vara_string(file->id, variable, start, count, &string);
  if (code != NC_NOERR) return code;
  if (string != NULL) snprintf(out, size, "%s", string);
  nc_free_string(1, &string);
  return code;
}

enum sm_status sm_ncdata_read_text(struct sm_ncdata *file,
                                   const struct sm_ncdata_variable *variable, size_t n, char *out,
                                   size_t size) {
  SM_TRY(sm_ncdata_check(file));
  const int rank = sm_ncdata_text_rank(variable);
  const bool characters = variable->type == NC_CHAR;
  size_t start[SM_NCDATA_RANK] = {0}, count[SM_NCDATA_RANK] = {1, 1, 1, 1, 1, 1, 1, 1};
  size_t length = 1;
  out[0] = '\0';
  if (!variable->is_text)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s' is not a list of texts",
                   file->path, variable->name);
  for (int d = rank - 1; d >= 0; d--) {
    start[d] = variable->size[d] > 0 ? n % variable->size[d] : 0;
    n = variable->size[d] > 0 ? n / variable->size[d] : 0;
  }
  if (characters && variable->rank > 0) {
    length = variable->size[rank] < size - 1 ? variable->size[rank] : size - 1;
    count[rank] = length;
  }
  const int code = characters ? nc_get_vara_text(file->id, variable->id, start, count, out)
                              : read_one_string(file, variable->id, start, out, size);
  if (code != NC_NOERR)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s' cannot be read: %s",
                   file->path, variable->name, nc_strerror(code));
  trim(out, characters ? length : strlen(out));
  return SM_OK;
}

enum sm_status sm_ncdata_absent(struct sm_ncdata *file, const char *what, const char *sought) {
  enum { MOST = 40 };
  SM_SCOPED_BY(sm_text_free) struct sm_text names = {0};
  int listed = 0;
  SM_TRY(sm_ncdata_check(file));
  for (int i = 0; i < file->variable_count && listed < MOST; i++) {
    struct sm_ncdata_variable variable;
    if (!sm_ncdata_inquire(file, i, &variable)) continue;
    sm_text_add(&names, "%s%s", listed++ > 0 ? ", " : "", variable.name);
  }
  if (listed == MOST && file->variable_count > MOST) sm_text_add(&names, " ...");
  return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: no %s; looked for %s\nhelp: the file has %s",
                 file->path, what, sought, listed > 0 ? sm_text_string(&names) : "no variables");
}
