/* Values of the variables of a wind file, unpacked (output/netcdf/wind_file.h). */
#include "input/netcdf/ncdata.h"
#include "output/netcdf/wind_file.h"
#include <limits.h>
#include <math.h>
#include <netcdf.h>
#include <string.h>

/* True when stored numbers differ from the values, as in files packed by other programs; simoom
 * files have no scale factor and use the default fill value. */
static bool is_packed(const struct sm_ncpacking *p) {
  if (p->factor != 1 || p->offset != 0 || p->bits != 0 || p->fault[0] != '\0') return true;
  for (int m = 0; m < p->missing_count && !p->is_integer; m++)
    if (p->missing[m] < 0.99 * (double)NC_FILL_FLOAT) return true;
  return false;
}

bool sm_wind_file_is_unpacked(const struct sm_wind_file *file, const char *variable) {
  struct sm_ncpacking packing;
  int id;
  if (!sm_wind_file_variable(file, variable, &id)) return true;
  sm_ncpacking_find(file->id, id, &packing);
  return !is_packed(&packing);
}

bool sm_wind_file_is_real(const struct sm_wind_file *file, const char *variable) {
  nc_type type = NC_NAT;
  int id;
  if (!sm_wind_file_variable(file, variable, &id) ||
      nc_inq_vartype(file->id, id, &type) != NC_NOERR)
    return false;
  return type == NC_FLOAT || type == NC_DOUBLE ||
         nc_inq_att(file->id, id, "scale_factor", NULL, NULL) == NC_NOERR;
}

/* Reads unpacked values of a variable; missing ones become our fill value. *count: their number. */
static enum sm_status unpack(struct sm_wind_file *file, const char *variable, int id,
                             const struct sm_ncpacking *packing, const size_t *start,
                             const size_t *part, double **out, size_t *count) {
  int rank = 0;
  *out = NULL;
  *count = 1;
  if (packing->fault[0] != '\0')
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s': %s", file->path, variable,
                   packing->fault);
  int code = nc_inq_varndims(file->id, id, &rank);
  for (int d = 0; d < rank; d++) *count *= part[d];
  SM_TRY(sm_alloc(file->ctx, *count, sizeof **out, "a packed variable", out));
  if (code == NC_NOERR) code = nc_get_vara_double(file->id, id, start, part, *out);
  if (code != NC_NOERR) {
    sm_free(*out);
    return sm_wind_file_damaged(file, variable, code);
  }
  sm_ncpacking_undo(packing, *count, *out);
  for (size_t i = 0; i < *count; i++)
    if (isnan((*out)[i])) (*out)[i] = (double)NC_FILL_FLOAT;
  return SM_OK;
}

static void store(const double *value, size_t count, nc_type type, void *out) {
  for (size_t i = 0; i < count; i++)
    if (type == NC_DOUBLE)
      ((double *)out)[i] = value[i];
    else if (type == NC_FLOAT)
      ((float *)out)[i] = (float)value[i];
    else
      ((uint8_t *)out)[i] = (uint8_t)value[i];
}

/* Component of the wind at cell centres in a library, which has those on faces: the mean of two
 * faces; the fill value in solids. */
static enum sm_status read_centres(struct sm_wind_file *file, int component, const size_t *start,
                                   const size_t *count, nc_type type, void *out) {
  const size_t cells = count[0] * count[1] * count[2] * count[3];
  size_t faces[4] = {count[0], count[1], count[2], count[3]}, step[4] = {0, 0, 0, 1};
  faces[3 - component]++;
  for (int d = 3; d > 0; d--) step[d - 1] = step[d] * faces[d];
  SM_SCOPED double *face = NULL, *value = NULL;
  SM_SCOPED uint8_t *solid = NULL;
  SM_TRY(sm_alloc(file->ctx, step[0] * faces[0], sizeof *face, "a library", &face));
  SM_TRY(sm_alloc(file->ctx, cells, sizeof *value, "a library", &value));
  SM_TRY(sm_alloc(file->ctx, cells, 1, "a library", &solid));
  SM_TRY(sm_wind_file_doubles(file, sm_field_name((enum sm_field)(SM_FIELD_U_FACE + component)),
                              start, faces, face));
  SM_TRY(sm_wind_file_bytes(file, sm_field_name(SM_FIELD_CELL_TYPE), start + 1, count + 1, solid));
  for (size_t n = 0; n < cells; n++) {
    const size_t x = n % count[3], y = n / count[3] % count[2], z = n / count[3] / count[2];
    const size_t of_time = z / count[1] * step[0], at = z % count[1] * step[1] + y * step[2] + x;
    const size_t cell = n % (count[1] * count[2] * count[3]);
    const double *low = face + of_time + at;
    value[n] = solid[cell] == 1 || solid[cell] == 2 ? (double)NC_FILL_FLOAT
                                                    : 0.5 * (low[0] + low[step[3 - component]]);
  }
  store(value, cells, type, out);
  return SM_OK;
}

/* Reads values as numbers of a type: NC_DOUBLE, NC_FLOAT or NC_UBYTE. */
static enum sm_status read_values(struct sm_wind_file *file, const char *variable,
                                  const size_t *start, const size_t *count, nc_type type,
                                  void *out) {
  struct sm_ncpacking packing;
  SM_SCOPED double *value = NULL;
  size_t values;
  int id;
  if (file->status != SM_OK) return file->status;
  const int component = (int)sm_field_find(variable) - SM_FIELD_U;
  if (file->only_faces && component >= 0 && component < 3)
    return read_centres(file, component, start, count, type, out);
  int code = nc_inq_varid(file->id, variable, &id);
  if (code != NC_NOERR) return sm_wind_file_damaged(file, variable, code);
  sm_ncpacking_find(file->id, id, &packing);
  if (!is_packed(&packing)) {
    int rank = 0, of = NC_NAT;
    const bool known = nc_inq_var(file->id, id, NULL, &of, &rank, NULL, NULL) == NC_NOERR;
    const size_t item = type == NC_DOUBLE ? sizeof(double) : sizeof(float);
    if (known && of == type && type != NC_UBYTE &&
        sm_chunks_read(file->path, variable, rank, item, start, count, out))
      return SM_OK;
    code = type == NC_DOUBLE  ? nc_get_vara_double(file->id, id, start, count, out)
           : type == NC_FLOAT ? nc_get_vara_float(file->id, id, start, count, out)
                              : nc_get_vara_ubyte(file->id, id, start, count, out);
    return code == NC_NOERR ? SM_OK : sm_wind_file_damaged(file, variable, code);
  }
  SM_TRY(unpack(file, variable, id, &packing, start, count, &value, &values));
  store(value, values, type, out);
  return SM_OK;
}

enum sm_status sm_wind_file_doubles(struct sm_wind_file *file, const char *variable,
                                    const size_t *start, const size_t *count, double *out) {
  return read_values(file, variable, start, count, NC_DOUBLE, out);
}

enum sm_status sm_wind_file_bytes(struct sm_wind_file *file, const char *variable,
                                  const size_t *start, const size_t *count, uint8_t *out) {
  return read_values(file, variable, start, count, NC_UBYTE, out);
}

enum sm_status sm_wind_file_floats(struct sm_wind_file *file, const char *variable,
                                   const size_t *start, const size_t *count, float *out) {
  return read_values(file, variable, start, count, NC_FLOAT, out);
}

enum sm_status sm_wind_file_count(struct sm_wind_file *file, const char *variable, bool has_time,
                                  size_t time, size_t count[256]) {
  const size_t plane = file->n[0] * file->n[1];
  const size_t layers = file->n[2] < SM_WIND_FILE_LAYERS ? file->n[2] : SM_WIND_FILE_LAYERS;
  SM_SCOPED uint8_t *value = NULL;
  memset(count, 0, 256 * sizeof *count);
  SM_TRY(sm_alloc(file->ctx, layers * plane, 1, "cells", &value));
  enum sm_status status = SM_OK;
  for (size_t k = 0; k < file->n[2] && status == SM_OK; k += layers) {
    const size_t left = file->n[2] - k;
    const size_t start[4] = {time, k, 0, 0},
                 part[4] = {1, left < layers ? left : layers, file->n[1], file->n[0]};
    status = sm_wind_file_bytes(file, variable, start + !has_time, part + !has_time, value);
    for (size_t i = 0; i < part[1] * plane && status == SM_OK; i++) count[value[i]]++;
  }
  return status;
}

enum sm_status sm_wind_file_whole(struct sm_wind_file *file, const char *variable, size_t at,
                                  double least, double most, int64_t *out) {
  const size_t one = 1;
  double number = (double)NAN;
  SM_TRY(sm_wind_file_doubles(file, variable, &at, &one, &number));
  if (!(number >= least && number <= most))
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: '%s' holds %g, which is not between %g and %g", file->path, variable,
                   number, least, most);
  *out = (int64_t)number;
  return SM_OK;
}

enum sm_status sm_wind_file_read_record(struct sm_wind_file *file, size_t time,
                                        struct sm_wind_file_record_info *out) {
  const size_t one = 1;
  double converged;
  int64_t iterations = 0;
  SM_TRY(sm_wind_file_doubles(file, "converged", &time, &one, &converged));
  SM_TRY(sm_wind_file_whole(file, "iterations", time, INT_MIN, INT_MAX, &iterations));
  SM_TRY(sm_wind_file_doubles(file, "residual", &time, &one, &out->residual));
  SM_TRY(sm_wind_file_doubles(file, "divergence", &time, &one, &out->divergence));
  out->converged = converged > 0;
  out->iterations = (int)iterations;
  return SM_OK;
}
