/* Values and lists of numbers of a GRIB field. */
#define _POSIX_C_SOURCE 200809L
#include "input/grib/internal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double missing = -1e100; /* mark of missing values, outside of all data */

/* Open field: bytes of its message and handle. */
struct opened {
  void *bytes, *copy;
  codes_handle *handle;
};

static void close_field(struct opened *field) {
  if (field->handle != NULL) codes_handle_delete(field->handle);
  free(field->copy);
  free(field->bytes);
}

/* Whether the data section holds the packed values; ecCodes would read beyond it. Only simple
 * packing has a fixed number of bits per value. */
static bool holds_values(const codes_handle *handle) {
  char packing[64] = "";
  size_t size = sizeof packing;
  long edition = 0, values = 0, bits = 0, length = 0;
  const int fault = codes_get_string(handle, "packingType", packing, &size);
  if (fault != CODES_SUCCESS || strcmp(packing, "grid_simple") != 0) return true;
  if (codes_get_long(handle, "edition", &edition) != CODES_SUCCESS ||
      codes_get_long(handle, "numberOfCodedValues", &values) != CODES_SUCCESS ||
      codes_get_long(handle, "bitsPerValue", &bits) != CODES_SUCCESS ||
      codes_get_long(handle, edition == 1 ? "section4Length" : "section7Length", &length) !=
          CODES_SUCCESS)
    return true;
  return (double)values * (double)bits <= 8 * (double)length;
}

static enum sm_status open_field(const char *path, const struct sm_grib_message *field,
                                 struct opened *out, char *message, size_t size) {
  *out = (struct opened){0};
  message[0] = '\0';
  sm_grib_quiet();
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    snprintf(message, size, "%s", strerror(errno));
    return SM_ERR_DATA;
  }
  const size_t length = (size_t)field->bytes;
  out->bytes = malloc(length);
  const bool read = out->bytes != NULL && fseeko(file, (off_t)field->offset, SEEK_SET) == 0 &&
                    fread(out->bytes, 1, length, file) == length;
  fclose(file);
  if (read) out->handle = sm_grib_part_open(out->bytes, length, field->part, &out->copy);
  if (out->handle != NULL && holds_values(out->handle)) return SM_OK;
  snprintf(message, size,
           out->handle == NULL ? "the GRIB message at byte %.0f cannot be read again"
                               : "the GRIB message at byte %.0f is shorter than its values",
           field->offset);
  close_field(out);
  *out = (struct opened){0};
  return SM_ERR_DATA;
}

static enum sm_status explain(const struct sm_grib_message *field, int fault, size_t count,
                              size_t wanted, char *message, size_t size) {
  if (fault == CODES_SUCCESS && count == wanted) return SM_OK;
  if (fault != CODES_SUCCESS)
    snprintf(message, size, "'%s' at byte %.0f cannot be decoded: %s", field->name, field->offset,
             codes_get_error_message(fault));
  else
    snprintf(message, size, "'%s' at byte %.0f has %zu numbers, not %zu", field->name,
             field->offset, count, wanted);
  return SM_ERR_DATA;
}

enum sm_status sm_grib_values(const char *path, const struct sm_grib_message *field, double *out,
                              char *message, size_t size) {
  struct opened opened;
  size_t count = 0;
  SM_TRY(open_field(path, field, &opened, message, size));
  int fault = codes_set_double(opened.handle, "missingValue", missing);
  if (fault == CODES_SUCCESS) fault = codes_get_size(opened.handle, "values", &count);
  if (fault == CODES_SUCCESS && count == field->values)
    fault = codes_get_double_array(opened.handle, "values", out, &count);
  const enum sm_status status = explain(field, fault, count, field->values, message, size);
  close_field(&opened);
  for (size_t n = 0; n < count && status == SM_OK; n++)
    if (!(out[n] > missing)) out[n] = NAN;
  return status;
}

enum sm_status sm_grib_vertical(const char *path, const struct sm_grib_message *field, double *out,
                                char *message, size_t size) {
  struct opened opened;
  size_t count = (size_t)field->parameters;
  SM_TRY(open_field(path, field, &opened, message, size));
  const int fault = codes_get_double_array(opened.handle, "pv", out, &count);
  close_field(&opened);
  return explain(field, fault, count, (size_t)field->parameters, message, size);
}

enum sm_status sm_grib_rows(const char *path, const struct sm_grib_message *field, long *out,
                            char *message, size_t size) {
  struct opened opened;
  size_t count = 0;
  SM_TRY(open_field(path, field, &opened, message, size));
  int fault = codes_get_size(opened.handle, "pl", &count);
  if (fault == CODES_SUCCESS && count == (size_t)field->grid.nj)
    fault = codes_get_long_array(opened.handle, "pl", out, &count);
  close_field(&opened);
  return explain(field, fault, count, (size_t)field->grid.nj, message, size);
}

long sm_grib_fewest_in_row(const char *type) { return strcmp(type, "reduced_ll") == 0 ? 0 : 1; }

/* Whether the rows of a reduced grid hold its values: ecCodes writes beyond them otherwise. */
static bool has_rows(const struct opened *opened, const struct sm_grib_message *field) {
  size_t count = 0, sum = 0;
  if (strncmp(field->grid.type, "reduced_", 8) != 0) return true;
  if (field->grid.nj < 1 || codes_get_size(opened->handle, "pl", &count) != CODES_SUCCESS ||
      count != (size_t)field->grid.nj)
    return false;
  long *row = malloc(count * sizeof *row);
  bool good =
      row != NULL && codes_get_long_array(opened->handle, "pl", row, &count) == CODES_SUCCESS;
  for (size_t n = 0; n < count && good; n++) {
    good =
        row[n] >= sm_grib_fewest_in_row(field->grid.type) && (size_t)row[n] <= field->values - sum;
    sum += good ? (size_t)row[n] : 0;
  }
  free(row);
  return good && sum == field->values;
}

enum sm_status sm_grib_places(const char *path, const struct sm_grib_message *field,
                              double *latitude, double *longitude, char *message, size_t size) {
  static const char *const key[2] = {"latitudes", "longitudes"};
  double *const place[2] = {latitude, longitude};
  struct opened opened;
  enum sm_status status = SM_OK;
  SM_TRY(open_field(path, field, &opened, message, size));
  if (!has_rows(&opened, field)) {
    snprintf(message, size, "the rows of '%s' at byte %.0f do not hold its values", field->name,
             field->offset);
    status = SM_ERR_DATA;
  }
  for (int n = 0; n < 2 && status == SM_OK; n++) {
    size_t count = 0;
    int fault = codes_get_size(opened.handle, key[n], &count);
    if (fault == CODES_SUCCESS && count == field->values)
      fault = codes_get_double_array(opened.handle, key[n], place[n], &count);
    status = explain(field, fault, count, field->values, message, size);
  }
  close_field(&opened);
  return status;
}

enum sm_status sm_grib_latitudes(long gauss, double *out, char *message, size_t size) {
  sm_grib_quiet();
  const int fault = codes_get_gaussian_latitudes(gauss, out);
  if (fault == CODES_SUCCESS) return SM_OK;
  snprintf(message, size, "no Gaussian latitudes for N = %ld: %s", gauss,
           codes_get_error_message(fault));
  return SM_ERR_DATA;
}
