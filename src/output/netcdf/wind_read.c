#define _POSIX_C_SOURCE 200809L
#include "base/text.h"
#include "input/netcdf/classic_header.h"
#include "output/netcdf/wind_file.h"

#include "output/netcdf/ncfile.h"

#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Fails with the reason why NetCDF cannot open a file. */
static enum sm_status explain_open(struct sm_context *ctx, const char *path, int code) {
  struct stat info;
  char magic[4] = "";
  if (code == NC_ENOMEM)
    return sm_fail(ctx, SM_ERR_MEMORY, "%s: error: out of memory: HDF5 needs %d MB", path,
                   SM_NC_ROOM_MB);
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: is a folder, not a NetCDF file\n"
                   "help: the results in it are *.nc; 'simoom report' shows all of a run",
                   path);
  FILE *file = fopen(path, "rb");
  const size_t bytes = file != NULL ? fread(magic, 1, sizeof magic, file) : 0;
  if (file != NULL) fclose(file);
  if (file != NULL && bytes == sizeof magic &&
      (code == NC_ETRUNC || memcmp(magic, "\211HDF", sizeof magic) == 0))
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the NetCDF file is truncated or damaged", path);
  if (file != NULL && code == NC_ENOTNC)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: not a NetCDF file%s", path,
                   sm_text_ends_with(path, ".toml")
                       ? "\nhelp: a case; 'simoom run' computes its results"
                       : "");
  return sm_fail(ctx, SM_ERR_DATA, "%s: error: cannot be read: %s", path, nc_strerror(code));
}

enum sm_status sm_wind_file_damaged(struct sm_wind_file *file, const char *variable, int code) {
  return sm_fail(file->ctx, SM_ERR_DATA,
                 "%s: error: variable '%s' cannot be read: %s; the file is truncated or damaged",
                 file->path, variable, nc_strerror(code));
}

void sm_wind_file_set_error(struct sm_wind_file *file, const char *variable, int code) {
  if (file->status == SM_OK && code != NC_NOERR)
    file->status = sm_wind_file_damaged(file, variable, code);
}

bool sm_wind_file_variable(const struct sm_wind_file *file, const char *variable, int *id) {
  const int component = (int)sm_field_find(variable) - SM_FIELD_U;
  if (file->only_faces && component >= 0 && component < 3)
    variable = sm_field_name((enum sm_field)(SM_FIELD_U_FACE + component));
  return nc_inq_varid(file->id, variable, id) == NC_NOERR;
}

bool sm_wind_file_has(const struct sm_wind_file *file, const char *variable) {
  int id;
  return sm_wind_file_variable(file, variable, &id);
}

/* An open file. */
struct reading {
  struct sm_context *ctx;
  const char *path;
  int id;
};

/* Reads a text attribute, truncated to the buffer; "": absent. */
static enum sm_status read_text(const struct reading *from, int variable, const char *name,
                                char *out, size_t size) {
  nc_type type;
  size_t length;
  out[0] = '\0';
  int code = nc_inq_att(from->id, variable, name, &type, &length);
  if (code == NC_ENOTATT || (code == NC_NOERR && type != NC_CHAR)) return SM_OK;
  char *text = NULL;
  if (code == NC_NOERR) SM_TRY(sm_alloc(from->ctx, length + 1, 1, name, &text));
  if (code == NC_NOERR) code = nc_get_att_text(from->id, variable, name, text);
  if (code == NC_NOERR) snprintf(out, size, "%s", text);
  sm_free(text);
  if (code == NC_NOERR) return SM_OK;
  const char *why = code == NC_ENOMEM ? "out of memory" : "the file is truncated or damaged";
  return sm_fail(from->ctx, code == NC_ENOMEM ? SM_ERR_MEMORY : SM_ERR_DATA,
                 "%s: error: attribute '%s' cannot be read: %s; %s", from->path, name,
                 nc_strerror(code), why);
}

void sm_wind_file_text(struct sm_wind_file *file, const char *variable, const char *name, char *out,
                       size_t size) {
  const struct reading from = {file->ctx, file->path, file->id};
  int id = NC_GLOBAL;
  out[0] = '\0';
  if (file->status != SM_OK) return;
  if (variable == NULL || sm_wind_file_variable(file, variable, &id))
    file->status = read_text(&from, id, name, out, size);
}

/* Fails when the variable is missing or its
 * dimensions are not "time z y x". */
static enum sm_status check_dimensions(const struct sm_wind_file *file, const char *name,
                                       const char *dimensions) {
  int id, rank = 0, dims[NC_MAX_VAR_DIMS];
  char own[4 * (NC_MAX_NAME + 1)] = "";
  if (nc_inq_varid(file->id, name, &id) != NC_NOERR)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s' is missing", file->path, name);
  bool fits = nc_inq_varndims(file->id, id, &rank) == NC_NOERR && rank <= 4 &&
              nc_inq_vardimid(file->id, id, dims) == NC_NOERR;
  for (int d = 0; fits && d < rank; d++) {
    char dimension[NC_MAX_NAME + 1] = "";
    fits = nc_inq_dimname(file->id, dims[d], dimension) == NC_NOERR;
    snprintf(own + strlen(own), sizeof own - strlen(own), "%s%s", d > 0 ? " " : "", dimension);
  }
  if (fits && strcmp(own, dimensions) == 0) return SM_OK;
  return sm_fail(file->ctx, SM_ERR_DATA,
                 "%s: error: variable '%s' does not have the dimensions of simoom's files",
                 file->path, name);
}

static enum sm_status check_fields(const struct sm_wind_file *file, enum sm_field first,
                                   enum sm_field last) {
  for (enum sm_field f = first; f <= last; f++)
    SM_TRY(check_dimensions(file, sm_field_name(f), sm_field_get(f)->dimensions));
  return SM_OK;
}

static enum sm_status check_winds(struct sm_wind_file *file) {
  file->has_faces = sm_wind_file_has(file, sm_field_name(SM_FIELD_U_FACE));
  file->has_zones = sm_wind_file_has(file, sm_field_name(SM_FIELD_ZONE));
  file->only_faces = file->has_faces && sm_wind_file_has(file, "member_inverse_obukhov_length") &&
                     !sm_wind_file_has(file, sm_field_name(SM_FIELD_U));
  SM_TRY(check_dimensions(file, "z_width", "z"));
  if (!file->only_faces) SM_TRY(check_fields(file, SM_FIELD_U, SM_FIELD_W));
  SM_TRY(check_fields(file, SM_FIELD_CELL_TYPE, SM_FIELD_CELL_TYPE));
  if (file->has_faces) SM_TRY(check_fields(file, SM_FIELD_OPEN_FACES, SM_FIELD_W_FACE));
  return file->has_zones ? check_fields(file, SM_FIELD_ZONE, SM_FIELD_ZONE) : SM_OK;
}

static enum sm_status check_variables(struct sm_wind_file *file) {
  SM_TRY(check_dimensions(file, "x_width", "x"));
  SM_TRY(check_dimensions(file, "y_width", "y"));
  SM_TRY(check_fields(file, SM_FIELD_TERRAIN, SM_FIELD_Z0));
  if (file->statistics || file->ensemble) return SM_OK;
  if (!file->plume) return check_winds(file);
  SM_TRY(check_dimensions(file, "species_name", "species name_length"));
  if (!sm_wind_file_has(file, "z")) return SM_OK;
  SM_TRY(check_dimensions(file, "z_width", "z"));
  return check_dimensions(file, "time_bnds", "time nv");
}

static enum sm_status read_length(struct sm_wind_file *file, const char *name, size_t *length) {
  const int code = sm_nc_length(file->id, file->path, name, length);
  if (code == NC_EDIMSIZE)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: the file is damaged: it is too small for %zu items of '%s'",
                   file->path, *length, name);
  if (code != NC_NOERR)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: dimension '%s' is missing", file->path,
                   name);
  return SM_OK;
}

int sm_wind_file_axes(const struct sm_wind_file *file) {
  return file->statistics || file->ensemble || (file->plume && !sm_wind_file_has(file, "z")) ? 2
                                                                                             : 3;
}

static enum sm_status read_axes(struct sm_wind_file *file) {
  static const char *const names[3] = {"x", "y", "z"}, *const widths[3] = {"x_width", "y_width",
                                                                           "z_width"};
  const size_t zero = 0;
  const int axes = sm_wind_file_axes(file);
  for (int d = 0; d < axes; d++) {
    SM_TRY(read_length(file, names[d], &file->n[d]));
    if (file->n[d] == 0)
      return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: there are no cells", file->path);
    SM_TRY(sm_alloc(file->ctx, file->n[d], sizeof(double), "axis", &file->centre[d]));
    SM_TRY(sm_alloc(file->ctx, file->n[d], sizeof(double), "axis", &file->width[d]));
    SM_TRY(sm_wind_file_doubles(file, names[d], &zero, &file->n[d], file->centre[d]));
    SM_TRY(sm_wind_file_doubles(file, widths[d], &zero, &file->n[d], file->width[d]));
    for (size_t i = 0; i < file->n[d]; i++)
      if (!(file->width[d][i] > 0))
        return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' has a cell of size %g", file->path,
                       widths[d], file->width[d][i]);
  }
  if (axes < 3) return SM_OK;
  SM_TRY(read_length(file, "time", &file->times));
  SM_TRY(sm_alloc(file->ctx, file->times, sizeof(double), "times", &file->time));
  if (file->times > 0) SM_TRY(sm_wind_file_doubles(file, "time", &zero, &file->times, file->time));
  return SM_OK;
}

/* Name of the coordinate system: the first quoted text of its WKT. */
static void read_crs(struct sm_wind_file *file) {
  static const char *const attributes[] = {"crs_wkt", "spatial_ref", "grid_mapping_name"};
  char text[8192];
  int id;
  file->local = nc_inq_varid(file->id, "crs", &id) != NC_NOERR;
  snprintf(file->crs, sizeof file->crs, "local");
  if (file->local) return;
  text[0] = '\0';
  for (size_t a = 0; a < 3 && text[0] == '\0'; a++)
    sm_wind_file_text(file, "crs", attributes[a], text, sizeof text);
  const char *start = strchr(text, '"'), *end = start != NULL ? strchr(start + 1, '"') : NULL;
  if (end != NULL) {
    snprintf(file->crs, sizeof file->crs, "%.*s", (int)(end - start - 1), start + 1);
  } else {
    snprintf(file->crs, sizeof file->crs, "%.200s", text);
  }
}

static enum sm_status read_texts(struct sm_wind_file *file) {
  char units[64];
  sm_wind_file_text(file, NULL, "simoom_version", file->version, sizeof file->version);
  sm_wind_file_text(file, NULL, "simoom_name", file->name, sizeof file->name);
  sm_wind_file_text(file, NULL, "title", file->title, sizeof file->title);
  sm_wind_file_text(file, NULL, "simoom_device", file->device, sizeof file->device);
  sm_wind_file_text(file, NULL, "simoom_weather", file->weather, sizeof file->weather);
  const int code = sm_nc_number(file->id, NC_GLOBAL, "simoom_convergence", &file->convergence);
  if (code != NC_NOERR) file->convergence = 0;
  if (code != NC_ENOTATT) sm_wind_file_set_error(file, "simoom_convergence", code);
  sm_wind_file_text(file, "time", "units", units, sizeof units);
  file->has_calendar = strncmp(units, "seconds since 1970", 18) == 0;
  read_crs(file);
  return file->status;
}

enum sm_status sm_wind_file_open(struct sm_context *ctx, const char *path,
                                 struct sm_wind_file **out) {
  SM_TRY(sm_wind_file_open_any(ctx, path, out));
  const char *what = (*out)->statistics ? "statistics"
                     : (*out)->ensemble ? "probabilities of exceedance"
                                        : "plume concentrations";
  if (!(*out)->statistics && !(*out)->ensemble && !(*out)->plume) return SM_OK;
  sm_wind_file_close(out);
  return sm_fail(ctx, SM_ERR_DATA, "%s: error: the file holds %s, and no winds", path, what);
}

/* Opens a file of simoom and reads its kind. */
static enum sm_status open_simoom_file(struct sm_context *ctx, const char *path, int *id,
                                       char kind[32]) {
  char version[64];
  const int code = sm_nc_open(path, NC_NOWRITE, id);
  if (code != NC_NOERR) return explain_open(ctx, path, code);
  const struct reading from = {ctx, path, *id};
  enum sm_status status = read_text(&from, NC_GLOBAL, "simoom_version", version, sizeof version);
  if (status == SM_OK) status = read_text(&from, NC_GLOBAL, "simoom_kind", kind, 32);
  if (status == SM_OK && version[0] != '\0') return SM_OK;
  sm_nc_close(path, false, *id);
  if (status != SM_OK) return status;
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: not a file of simoom (it has no attribute simoom_version)", path);
}

enum sm_status sm_wind_file_kind(struct sm_context *ctx, const char *path, char kind[32]) {
  int id;
  SM_TRY(open_simoom_file(ctx, path, &id, kind));
  sm_nc_close(path, false, id);
  return SM_OK;
}

enum sm_status sm_wind_file_open_any(struct sm_context *ctx, const char *path,
                                     struct sm_wind_file **out) {
  *out = NULL;
  int id;
  struct sm_wind_file *file = NULL;
  char kind[32];
  SM_TRY(open_simoom_file(ctx, path, &id, kind));
  enum sm_status status = sm_alloc(ctx, 1, sizeof *file, "NetCDF file", &file);
  if (status != SM_OK) {
    sm_nc_close(path, false, id);
    return status;
  }
  file->ctx = ctx;
  file->id = id;
  snprintf(file->path, sizeof file->path, "%s", path);
  file->statistics = strcmp(kind, "statistics") == 0;
  file->ensemble = strcmp(kind, "ensemble") == 0;
  file->plume = strcmp(kind, "plume") == 0;
  if (strcmp(kind, "trajectories") == 0 || strcmp(kind, "checkpoint") == 0 ||
      strcmp(kind, "prisms") == 0)
    status = sm_fail(ctx, SM_ERR_DATA, "%s: error: the file holds %s, and no maps", path,
                     kind[0] == 't'   ? "particle trajectories"
                     : kind[0] == 'c' ? "a checkpoint"
                                      : "prisms on triangles");
  if (strcmp(kind, "source_estimation") == 0)
    status = sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: the file holds probabilities of a source, and no wind or plume\n"
                     "help: programs that read NetCDF, such as QGIS, show it",
                     path);
  if (status == SM_OK) status = check_variables(file);
  if (status == SM_OK) status = read_axes(file);
  if (status == SM_OK) status = read_texts(file);
  if (status == SM_OK)
    *out = file;
  else
    sm_wind_file_close(&file);
  return status;
}

void sm_wind_file_close(struct sm_wind_file **file) {
  if (*file == NULL) return;
  sm_nc_close((*file)->path, false, (*file)->id);
  for (int d = 0; d < 3; d++) {
    sm_free((*file)->centre[d]);
    sm_free((*file)->width[d]);
  }
  sm_free((*file)->time);
  sm_wind_file_close(&(*file)->minus);
  sm_free(*file);
  *file = NULL;
}
