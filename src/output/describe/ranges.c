/* ranges.c - value ranges of variables. */
#include "output/describe/describe.h"

#include "output/netcdf/ncfile.h"
#include <math.h>
#include <string.h>

#include <netcdf.h>

struct sm_value_range sm_value_range_begin(void) {
  return (struct sm_value_range){.least = INFINITY, .most = -INFINITY};
}

void sm_value_range_add(struct sm_value_range *range, const double *value, size_t count,
                        double fill) {
  for (size_t i = 0; i < count; i++) {
    if (isnan(value[i])) {
      range->nan++;
    } else if (value[i] == fill) {
      range->missing++;
    } else {
      if (value[i] < range->least) range->least = value[i];
      if (value[i] > range->most) range->most = value[i];
      range->mean += value[i];
      range->values++;
    }
  }
}

void sm_value_range_end(struct sm_value_range *range) {
  range->mean = range->values > 0 ? range->mean / (double)range->values : (double)NAN;
  if (range->values == 0) range->least = range->most = NAN;
}

void sm_describe_values(struct sm_facts *out, const char *name, const struct sm_display *display,
                        const struct sm_value_range *range) {
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", name);
  sm_facts_text(out, "units", display->unit);
  sm_facts_number(out, "least", sm_display_value(display, range->least));
  sm_facts_number(out, "mean", sm_display_value(display, range->mean));
  sm_facts_number(out, "most", sm_display_value(display, range->most));
  sm_facts_integer(out, "missing", (int64_t)range->missing);
  sm_facts_integer(out, "nan", (int64_t)range->nan);
  sm_facts_close(out);
}

void sm_describe_value_table(struct sm_facts *out, const struct sm_fact *list) {
  static const struct sm_fact_column columns[] = {{"name", "variable", NULL, -20},
                                                  {"units", "unit", NULL, -7},
                                                  {"least", "least", NULL, 12},
                                                  {"mean", "mean", NULL, 12},
                                                  {"most", "most", NULL, 12},
                                                  {"missing", "missing", NULL, 10},
                                                  {0}};
  sm_facts_table(out, list, NULL, columns);
  for (const struct sm_fact *row = list->first; row != NULL; row = row->next)
    if (sm_fact_number(row, "nan") > 0)
      sm_facts_note(out, "  damaged: %s has %.0f values that are not a number",
                    sm_fact_text(row, "name"), sm_fact_number(row, "nan"));
}

/* Fill value of a variable; NAN without one. */
static enum sm_status read_fill(struct sm_wind_file *file, int id, const char *name, double *fill) {
  const int code = sm_nc_number(file->id, id, "_FillValue", fill);
  if (code != NC_NOERR) *fill = NAN;
  if (code != NC_ENOTATT) sm_wind_file_set_error(file, name, code);
  if (!sm_wind_file_is_unpacked(file, name)) *fill = (double)NC_FILL_FLOAT;
  return file->status;
}

/* Maximum tile size along a dimension: complete rows, 128 rows, 16 layers. */
static size_t tile_size(int from_last) {
  return from_last == 0   ? SIZE_MAX
         : from_last == 1 ? SM_WIND_FILE_ROWS
         : from_last == 2 ? SM_WIND_FILE_LAYERS
                          : 1;
}

/* Reads the range of a variable tile by tile. */
static enum sm_status read_range(struct sm_wind_file *file, const char *name, double fill, int rank,
                                 const size_t *shape, struct sm_value_range *range) {
  size_t at[4] = {0}, step[4], largest = 1;
  SM_SCOPED double *value = NULL;
  for (int d = 0; d < rank; d++) {
    const size_t most = tile_size(rank - 1 - d);
    step[d] = shape[d] < most ? shape[d] : most;
    largest *= step[d];
  }
  if (largest == 0) return SM_OK;
  SM_TRY(sm_alloc(file->ctx, largest, sizeof *value, "part of a variable", &value));
  enum sm_status status = SM_OK;
  for (bool more = true; more && status == SM_OK;) {
    size_t count[4], values = 1;
    for (int d = 0; d < rank; d++) {
      count[d] = shape[d] - at[d] < step[d] ? shape[d] - at[d] : step[d];
      values *= count[d];
    }
    status = sm_wind_file_doubles(file, name, at, count, value);
    if (status == SM_OK) sm_value_range_add(range, value, values, fill);
    more = false;
    for (int d = rank - 1; d >= 0 && !more; d--) {
      at[d] += step[d];
      more = at[d] < shape[d];
      if (!more) at[d] = 0;
    }
  }
  return status;
}

/* True for maps and volumes of real numbers, false for coordinates and lists. */
static bool has_range(const struct sm_wind_file *file, int id, int rank, const int *dims) {
  char name[NC_MAX_NAME + 1] = "", last[NC_MAX_NAME + 1] = "";
  if (rank < 2 || rank > 4 || nc_inq_varname(file->id, id, name) != NC_NOERR ||
      nc_inq_dimname(file->id, dims[rank - 1], last) != NC_NOERR)
    return false;
  return sm_wind_file_is_real(file, name) && (last[0] == 'x' || strcmp(last, "ground_x") == 0);
}

static enum sm_status describe_variable(struct sm_wind_file *file, int id,
                                        const struct sm_display_units *units,
                                        struct sm_facts *out) {
  char name[NC_MAX_NAME + 1] = "", own[64] = "";
  int rank = 0, dims[NC_MAX_VAR_DIMS];
  size_t shape[4];
  double fill = NAN;
  struct sm_value_range range = sm_value_range_begin();
  if (nc_inq_varndims(file->id, id, &rank) != NC_NOERR || rank > 4 ||
      nc_inq_vardimid(file->id, id, dims) != NC_NOERR || !has_range(file, id, rank, dims))
    return SM_OK;
  nc_inq_varname(file->id, id, name);
  sm_wind_file_text(file, name, "units", own, sizeof own);
  for (int d = 0; d < rank; d++) nc_inq_dimlen(file->id, dims[d], &shape[d]);
  SM_TRY(read_fill(file, id, name, &fill));
  SM_TRY(read_range(file, name, fill, rank, shape, &range));
  sm_value_range_end(&range);
  const struct sm_display display = sm_describe_display(file, units, name, own);
  sm_describe_values(out, name, &display, &range);
  return SM_OK;
}

enum sm_status sm_describe_ranges(struct sm_wind_file *file, const struct sm_display_units *units,
                                  struct sm_facts *out) {
  int variables = 0;
  nc_inq_nvars(file->id, &variables);
  const struct sm_fact *list = sm_facts_list(out, "variables");
  for (int id = 0; id < variables; id++) SM_TRY(describe_variable(file, id, units, out));
  sm_facts_close(out);
  sm_describe_value_table(out, list);
  return SM_OK;
}
