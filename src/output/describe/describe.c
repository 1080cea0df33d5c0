#include "output/describe/describe.h"

#include "base/clock.h"
#include "output/analyse/analyse.h"
#include "output/netcdf/ncfile.h"
#include "simoom/output.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <netcdf.h>

enum { VARIABLES = 96 };

/* What the numbers of a variable are. */
struct range {
  char name[NC_MAX_NAME + 1], units[64];
  double least, most, mean;
  size_t values, missing, nan;
};

struct facts {
  struct sm_wind_file *file;
  struct range range[VARIABLES];
  int ranges;
  size_t types[4]; /* cells of air, building, terrain, canopy */
  struct sm_zone_counts zones;
  struct sm_wind_file_record_info *record;
  struct sm_file_mass_balance *balance; /* of each time; only with faces */
  struct sm_burnt *burnt;               /* of each time; only of air that burns */
  struct sm_plume_facts plume;          /* of a plume */
};

static const char *const type_names[4] = {"air", "building", "terrain", "canopy"};

/* Adds numbers to a range; `fill` marks what is missing. */
static void add_values(struct range *range, const double *value, size_t count, double fill) {
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

/* Reads a variable tile by tile: whole rows, at most 128 of them and 16 layers. */
static enum sm_status read_range(struct sm_wind_file *file, int id, int rank, const size_t *shape,
                                 struct range *range) {
  size_t at[4] = {0}, step[4], largest = 1;
  double fill = NAN, *value = NULL;
  for (int d = 0; d < rank; d++) {
    const int from_last = rank - 1 - d;
    const size_t most = from_last == 0   ? SIZE_MAX
                        : from_last == 1 ? SM_WIND_FILE_ROWS
                        : from_last == 2 ? SM_WIND_FILE_LAYERS
                                         : 1;
    step[d] = shape[d] < most ? shape[d] : most;
    largest *= step[d];
  }
  if (largest == 0) return SM_OK;
  const int code = sm_nc_number(file->id, id, "_FillValue", &fill);
  if (code != NC_NOERR) fill = NAN;
  if (code != NC_ENOTATT) sm_wind_file_set_error(file, range->name, code);
  if (file->status != SM_OK) return file->status;
  if (!sm_wind_file_is_unpacked(file, range->name)) fill = (double)NC_FILL_FLOAT;
  SM_TRY(sm_alloc(file->ctx, largest, sizeof *value, "part of a variable", &value));
  enum sm_status status = SM_OK;
  for (bool more = true; more && status == SM_OK;) {
    size_t count[4], values = 1;
    for (int d = 0; d < rank; d++) {
      count[d] = shape[d] - at[d] < step[d] ? shape[d] - at[d] : step[d];
      values *= count[d];
    }
    status = sm_wind_file_doubles(file, range->name, at, count, value);
    if (status == SM_OK) add_values(range, value, values, fill);
    more = false;
    for (int d = rank - 1; d >= 0 && !more; d--) {
      at[d] += step[d];
      more = at[d] < shape[d];
      if (!more) at[d] = 0;
    }
  }
  sm_free(value);
  return status;
}

/* True for maps and volumes of real numbers: all but coordinates and lists. */
static bool has_range(const struct sm_wind_file *file, int id, int rank, const int *dims) {
  char name[NC_MAX_NAME + 1] = "", last[NC_MAX_NAME + 1] = "";
  if (rank < 2 || rank > 4 || nc_inq_varname(file->id, id, name) != NC_NOERR ||
      nc_inq_dimname(file->id, dims[rank - 1], last) != NC_NOERR)
    return false;
  return sm_wind_file_is_real(file, name) && (last[0] == 'x' || strcmp(last, "ground_x") == 0);
}

static enum sm_status gather_ranges(struct facts *f) {
  struct sm_wind_file *file = f->file;
  int variables = 0;
  nc_inq_nvars(file->id, &variables);
  for (int id = 0; id < variables && f->ranges < VARIABLES; id++) {
    int rank = 0, dims[NC_MAX_VAR_DIMS];
    size_t shape[4];
    if (nc_inq_varndims(file->id, id, &rank) != NC_NOERR || rank > 4 ||
        nc_inq_vardimid(file->id, id, dims) != NC_NOERR || !has_range(file, id, rank, dims))
      continue;
    struct range *range = &f->range[f->ranges++];
    *range = (struct range){.least = INFINITY, .most = -INFINITY};
    nc_inq_varname(file->id, id, range->name);
    sm_wind_file_text(file, range->name, "units", range->units, sizeof range->units);
    for (int d = 0; d < rank; d++) nc_inq_dimlen(file->id, dims[d], &shape[d]);
    SM_TRY(read_range(file, id, rank, shape, range));
    range->mean = range->values > 0 ? range->mean / (double)range->values : (double)NAN;
    if (range->values == 0) range->least = range->most = NAN;
  }
  return SM_OK;
}

static enum sm_status gather_types(struct facts *f) {
  size_t count[256];
  SM_TRY(sm_wind_file_count(f->file, sm_field_name(SM_FIELD_CELL_TYPE), false, 0, count));
  for (int type = 0; type < 256; type++) f->types[type & 3] += count[type];
  return SM_OK;
}

static enum sm_status gather(struct facts *f) {
  struct sm_wind_file *file = f->file;
  SM_TRY(gather_ranges(f));
  if (file->plume) return sm_describe_plume_read(file, &f->plume);
  if (file->statistics) return SM_OK;
  SM_TRY(gather_types(f));
  SM_TRY(sm_zone_counts_read(file, &f->zones));
  SM_TRY(sm_alloc(file->ctx, file->times, sizeof *f->record, "times", &f->record));
  SM_TRY(sm_alloc(file->ctx, file->times, sizeof *f->balance, "times", &f->balance));
  if (sm_wind_file_has(file, sm_field_name(SM_FIELD_HEAT_RELEASE)) &&
      sm_wind_file_has(file, sm_field_name(SM_FIELD_TEMPERATURE)))
    SM_TRY(sm_alloc(file->ctx, file->times, sizeof *f->burnt, "times", &f->burnt));
  for (size_t t = 0; t < file->times; t++) {
    SM_TRY(sm_wind_file_read_record(file, t, &f->record[t]));
    if (file->has_faces) SM_TRY(sm_wind_file_balance(file, t, &f->balance[t]));
    if (f->burnt != NULL) SM_TRY(sm_wind_file_burnt(file, t, &f->burnt[t]));
  }
  return SM_OK;
}

static void time_text(const struct sm_wind_file *file, size_t t, char *out, size_t size) {
  if (file->has_calendar) {
    sm_clock_format(file->time[t], out, size);
  } else {
    snprintf(out, size, "%g", file->time[t]);
  }
}

static void bounds(const double *centre, const double *width, size_t n, double out[2]) {
  out[0] = centre[0] - 0.5 * width[0];
  out[1] = centre[n - 1] + 0.5 * width[n - 1];
}

static void least_most(const double *value, size_t n, double out[2]) {
  out[0] = out[1] = value[0];
  for (size_t i = 1; i < n; i++) {
    if (value[i] < out[0]) out[0] = value[i];
    if (value[i] > out[1]) out[1] = value[i];
  }
}

static void text_head(const struct facts *f, struct sm_text *out) {
  const struct sm_wind_file *file = f->file;
  const char *kind = file->statistics ? "statistics of winds"
                     : file->plume    ? "plume concentrations"
                                      : "wind";
  const char *cells = file->plume ? "boxes" : "cells";
  sm_text_add(out, "%s: %s, written by simoom %s\n", file->path, kind, file->version);
  sm_text_add(out, "  title    %s\n  case     %s\n  device   %s\n  map      %s\n", file->title,
              file->name, file->device, file->crs);
  if (file->weather[0] != '\0') sm_text_add(out, "  weather  %s\n", file->weather);
  if (sm_wind_file_axes(file) < 3)
    sm_text_add(out, "  grid     %zu x %zu columns\n", file->n[0], file->n[1]);
  else
    sm_text_add(out, "  grid     %zu x %zu x %zu = %zu %s\n", file->n[0], file->n[1], file->n[2],
                file->n[0] * file->n[1] * file->n[2], cells);
  for (int d = 0; d < sm_wind_file_axes(file); d++) {
    double edge[2], width[2];
    bounds(file->centre[d], file->width[d], file->n[d], edge);
    least_most(file->width[d], file->n[d], width);
    sm_text_add(out, "  %c        %.10g to %.10g m, %s of %.6g", "xyz"[d], edge[0], edge[1], cells,
                width[0]);
    if (width[1] - width[0] > 1e-9 * width[1]) sm_text_add(out, " to %.6g", width[1]);
    sm_text_add(out, " m\n");
  }
  if (file->statistics || file->plume) return;
  sm_text_add(out, "  cells   ");
  for (int type = 0; type < 4; type++)
    if (f->types[type] > 0 || type == 0)
      sm_text_add(out, " %s %zu%s", type_names[type], f->types[type],
                  type < 3 && f->types[type + 1] + f->types[3] > 0 ? "," : "");
  sm_text_add(out, "\n");
}

static void text_ranges(const struct facts *f, struct sm_text *out) {
  int wide[2] = {20, 7};
  for (int r = 0; r < f->ranges; r++) {
    wide[0] = (int)fmax(wide[0], (double)strlen(f->range[r].name));
    wide[1] = (int)fmax(wide[1], (double)strlen(f->range[r].units));
  }
  sm_text_add(out, "\n  %-*s %-*s %12s %12s %12s %10s\n", wide[0], "variable", wide[1], "unit",
              "least", "mean", "most", "missing");
  for (int r = 0; r < f->ranges; r++) {
    const struct range *range = &f->range[r];
    const double number[3] = {range->least, range->mean, range->most};
    sm_text_add(out, "  %-*s %-*s", wide[0], range->name, wide[1], range->units);
    for (int n = 0; n < 3; n++)
      if (isnan(number[n]))
        sm_text_add(out, " %12s", "-");
      else
        sm_text_add(out, " %12.6g", number[n]);
    sm_text_add(out, " %10zu\n", range->missing);
  }
  for (int r = 0; r < f->ranges; r++)
    if (f->range[r].nan > 0)
      sm_text_add(out, "  damaged: %s has %zu values that are not a number\n", f->range[r].name,
                  f->range[r].nan);
}

static void text_times(const struct facts *f, struct sm_text *out) {
  const struct sm_wind_file *file = f->file;
  sm_text_add(out, "\n  %-20s %-10s %10s %10s %12s", "time", "converged", "iterations", "residual",
              "|div u|h/U");
  if (file->has_faces) sm_text_add(out, " %12s %12s", "recomputed", "closed m3/s");
  if (f->burnt != NULL) sm_text_add(out, " %12s %10s", "heat W", "hottest K");
  sm_text_add(out, "\n");
  for (size_t t = 0; t < file->times; t++) {
    char when[32];
    time_text(file, t, when, sizeof when);
    const struct sm_wind_file_record_info *r = &f->record[t];
    sm_text_add(out, "  %-20s %-10s %10d %10.2e %12.2e", when, r->converged ? "yes" : "NO",
                r->iterations, r->residual, r->divergence);
    if (file->has_faces)
      sm_text_add(out, " %12.2e %12.2e", f->balance[t].divergence, f->balance[t].closed_flux);
    if (f->burnt != NULL) sm_text_add(out, " %12.4g %10.5g", f->burnt[t].heat, f->burnt[t].hottest);
    sm_text_add(out, "\n");
  }
  if (file->times == 0) sm_text_add(out, "  none\n");
  if (file->has_faces) {
    sm_text_add(out,
                "\n  recomputed: largest |div u| h / U of a cell of air, h its smallest edge, U "
                "the largest\n  velocity on a face; closed: largest flux through a closed face\n");
  } else {
    sm_text_add(out, "\n  The divergence cannot be recomputed: the file holds no velocities on "
                     "faces (output.faces = true).\n");
  }
}

static void json_head(const struct facts *f, struct sm_text *out) {
  const struct sm_wind_file *file = f->file;
  const struct {
    const char *key, *value;
  } texts[] = {{"file", file->path},      {"simoom_version", file->version}, {"case", file->name},
               {"title", file->title},    {"device", file->device},          {"crs", file->crs},
               {"weather", file->weather}};
  for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
    sm_describe_string(out, texts[n].key, texts[n].value);
    sm_text_add(out, ",");
  }
  sm_text_add(out, "\"nx\":%zu,\"ny\":%zu,\"nz\":%zu", file->n[0], file->n[1], file->n[2]);
  for (int d = 0; d < sm_wind_file_axes(file); d++) {
    double edge[2], width[2];
    bounds(file->centre[d], file->width[d], file->n[d], edge);
    least_most(file->width[d], file->n[d], width);
    sm_text_add(out, ",\"%c\":[%.17g,%.17g],\"%c_width\":[%.17g,%.17g]", "xyz"[d], edge[0], edge[1],
                "xyz"[d], width[0], width[1]);
  }
  if (file->plume) return;
  sm_text_add(out, ",\"cells\":{");
  for (int type = 0; type < 4; type++)
    sm_text_add(out, "%s\"%s\":%zu", type > 0 ? "," : "", type_names[type], f->types[type]);
  sm_text_add(out, "}");
}

static void json_body(const struct facts *f, struct sm_text *out) {
  const struct sm_wind_file *file = f->file;
  sm_text_add(out, ",\"variables\":[");
  for (int r = 0; r < f->ranges; r++) {
    const struct range *range = &f->range[r];
    sm_text_add(out, r > 0 ? ",{" : "{");
    sm_describe_string(out, "name", range->name);
    sm_text_add(out, ",");
    sm_describe_string(out, "units", range->units);
    sm_text_add(out, ",");
    sm_describe_number(out, "least", range->least);
    sm_text_add(out, ",");
    sm_describe_number(out, "mean", range->mean);
    sm_text_add(out, ",");
    sm_describe_number(out, "most", range->most);
    sm_text_add(out, ",\"missing\":%zu,\"nan\":%zu}", range->missing, range->nan);
  }
  sm_text_add(out, "]");
  if (file->plume) {
    sm_describe_plume_json(file, &f->plume, out);
    return;
  }
  sm_text_add(out, ",\"zones\":");
  sm_zone_counts_json(&f->zones, out);
  sm_text_add(out, ",\"times\":[");
  for (size_t t = 0; t < file->times; t++) {
    char when[32];
    const struct sm_wind_file_record_info *record = &f->record[t];
    time_text(file, t, when, sizeof when);
    sm_text_add(out, t > 0 ? ",{" : "{");
    sm_describe_string(out, "time", when);
    sm_text_add(out, ",\"converged\":%s,\"iterations\":%d,", record->converged ? "true" : "false",
                record->iterations);
    sm_describe_number(out, "residual", record->residual);
    sm_text_add(out, ",");
    sm_describe_number(out, "divergence", record->divergence);
    sm_text_add(out, ",");
    sm_describe_number(out, "recomputed_divergence",
                       file->has_faces ? f->balance[t].divergence : (double)NAN);
    sm_text_add(out, ",");
    sm_describe_number(out, "closed_flux",
                       file->has_faces ? f->balance[t].closed_flux : (double)NAN);
    if (f->burnt != NULL) {
      sm_text_add(out, ",");
      sm_describe_number(out, sm_field_name(SM_FIELD_HEAT_RELEASE), f->burnt[t].heat);
      sm_text_add(out, ",");
      sm_describe_number(out, "hottest", f->burnt[t].hottest);
    }
    sm_text_add(out, "}");
  }
  sm_text_add(out, "]");
}

/* Hands the text over, or frees it. */
static enum sm_status hand_over(struct sm_context *ctx, enum sm_status status, struct sm_text *text,
                                char **out) {
  if (status == SM_OK && text->failed) status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
  if (status == SM_OK)
    *out = text->data; /* the caller's now */
  else
    sm_text_free(text);
  return status;
}

enum sm_status sm_describe_file(struct sm_context *ctx, const char *path, int json, char **out) {
  struct facts f = {0};
  struct sm_text text = {0};
  char kind[32];
  *out = NULL;
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  if (strcmp(kind, "trajectories") == 0)
    return hand_over(ctx, sm_describe_trajectories(ctx, path, json, &text), &text, out);
  if (strcmp(kind, "checkpoint") == 0)
    return hand_over(ctx, sm_describe_checkpoint(ctx, path, json, &text), &text, out);
  if (strcmp(kind, "prisms") == 0)
    return hand_over(ctx, sm_describe_prisms(ctx, path, json, &text), &text, out);
  SM_TRY(sm_wind_file_open_any(ctx, path, &f.file));
  enum sm_status status = gather(&f);
  if (status == SM_OK && json) {
    sm_text_add(&text, "{\"schema\":\"simoom-info-1\",%s",
                f.file->plume        ? "\"kind\":\"plume\","
                : f.file->statistics ? "\"kind\":\"statistics\","
                                     : "");
    json_head(&f, &text);
    json_body(&f, &text);
    if (f.file->statistics) sm_describe_statistics(f.file, true, &text);
    sm_text_add(&text, "}\n");
  } else if (status == SM_OK) {
    text_head(&f, &text);
    text_ranges(&f, &text);
    sm_zone_counts_print(&f.zones, &text);
    if (f.file->plume)
      sm_describe_plume_text(f.file, &f.plume, &text);
    else if (f.file->statistics)
      sm_describe_statistics(f.file, false, &text);
    else
      text_times(&f, &text);
  }
  if (status == SM_OK) status = f.file->status;
  status = hand_over(ctx, status, &text, out);
  sm_describe_plume_free(&f.plume);
  sm_zone_counts_free(&f.zones);
  sm_free(f.record);
  sm_free(f.balance);
  sm_free(f.burnt);
  sm_wind_file_close(&f.file);
  return status;
}
