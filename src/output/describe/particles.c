/* Particle trajectories, and checkpoints. */
#include "output/describe/describe.h"

#include "base/clock.h"
#include "output/netcdf/ncfile.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

static void read_text(struct sm_ncfile *file, const char *variable, const char *name, char *out,
                      size_t size) {
  out[0] = '\0';
  if (file->status == SM_OK) sm_ncfile_check(file, sm_nc_text(file->id, variable, name, out, size));
}

static size_t length_of(struct sm_ncfile *file, const char *dimension) {
  int id;
  size_t length = 0;
  if (file->status == SM_OK) sm_ncfile_check(file, nc_inq_dimid(file->id, dimension, &id));
  if (file->status == SM_OK) sm_ncfile_check(file, nc_inq_dimlen(file->id, id, &length));
  return length;
}

enum { NAME, TITLE, VERSION, DEVICE, STOPPED, TEXTS };
static const char *const text_keys[TEXTS] = {"case", "title", "simoom_version", "device",
                                             "stopped"};

/* Facts of a file of particle trajectories. */
struct trajectories {
  char text[TEXTS][256], meanings[8192];
  size_t count, samples, places; /* places: of particles that were on their way */
  bool has_calendar, has_speed;
  double span[5][2]; /* of time, x, y, z, speed */
  int species_of[128];
};

static const char *const spans[5] = {"time", "x", "y", "z", "speed"};

/* Smallest and largest number of a variable of samples, particle by particle. */
static enum sm_status read_span(struct sm_ncfile *file, struct trajectories *w, int v,
                                double *row) {
  int id;
  size_t there = 0;
  w->span[v][0] = INFINITY;
  w->span[v][1] = -INFINITY;
  sm_ncfile_check(file, nc_inq_varid(file->id, spans[v], &id));
  for (size_t p = 0; p < w->count && file->status == SM_OK; p++) {
    const size_t start[2] = {p, 0}, count[2] = {1, w->samples};
    sm_ncfile_check(file, sm_ncfile_values(file->id, id, start, count, w->samples, row));
    for (size_t t = 0; t < w->samples && file->status == SM_OK; t++) {
      if (isnan(row[t])) continue;
      there++;
      w->span[v][0] = fmin(w->span[v][0], row[t]);
      w->span[v][1] = fmax(w->span[v][1], row[t]);
    }
  }
  w->places = there;
  if (there == 0) w->span[v][0] = w->span[v][1] = NAN;
  return file->status;
}

static enum sm_status read_species(struct sm_ncfile *file, struct trajectories *w) {
  signed char *species = NULL;
  int id;
  SM_TRY(sm_alloc(file->ctx, w->count, 1, "trajectories", &species));
  sm_ncfile_check(file, nc_inq_varid(file->id, "species", &id));
  if (file->status == SM_OK) sm_ncfile_check(file, nc_get_var_schar(file->id, id, species));
  for (size_t p = 0; p < w->count && file->status == SM_OK; p++)
    if (species[p] >= 0) w->species_of[species[p]]++;
  sm_free(species);
  return file->status;
}

static enum sm_status read_trajectories(struct sm_ncfile *file, struct trajectories *w) {
  static const char *const keys[TEXTS] = {"simoom_name", "title", "simoom_version", "simoom_device",
                                          "simoom_stopped"};
  double *row = NULL;
  char units[64];
  int id;
  for (int n = 0; n < TEXTS; n++) read_text(file, NULL, keys[n], w->text[n], sizeof w->text[n]);
  read_text(file, "species", "flag_meanings", w->meanings, sizeof w->meanings);
  read_text(file, "time", "units", units, sizeof units);
  w->has_calendar = strncmp(units, "seconds since 1970", 18) == 0;
  w->has_speed = nc_inq_varid(file->id, "speed", &id) == NC_NOERR;
  w->count = length_of(file, "trajectory");
  w->samples = length_of(file, "obs");
  if (file->status == SM_OK) file->status = read_species(file, w);
  if (file->status == SM_OK)
    file->status = sm_alloc(file->ctx, w->samples, sizeof *row, "samples", &row);
  for (int v = 0; v < (w->has_speed ? 5 : 4) && file->status == SM_OK; v++)
    file->status = read_span(file, w, v, row);
  sm_free(row);
  return file->status;
}

static void trajectories_text(const char *path, const struct trajectories *w, struct sm_text *out) {
  char from[48], to[48];
  sm_text_add(out, "%s: particle trajectories, written by simoom %s\n", path, w->text[VERSION]);
  sm_text_add(out, "  title    %s\n  case     %s\n  device   %s\n", w->text[TITLE], w->text[NAME],
              w->text[DEVICE]);
  sm_text_add(out, "  count    %zu, sampled %zu times: %zu places\n", w->count, w->samples,
              w->places);
  const char *word = w->meanings;
  for (int k = 0; k < 128 && *word != '\0'; k++) {
    const size_t length = strcspn(word, " ");
    sm_text_add(out, "  species  %.*s: %d trajectories\n", (int)length, word, w->species_of[k]);
    word += length + strspn(word + length, " ");
  }
  if (w->places > 0 && w->has_calendar) {
    sm_clock_format(w->span[0][0], from, sizeof from);
    sm_clock_format(w->span[0][1], to, sizeof to);
    sm_text_add(out, "  time     %s to %s\n", from, to);
  } else if (w->places > 0) {
    sm_text_add(out, "  time     %g to %g s\n", w->span[0][0], w->span[0][1]);
  }
  for (int v = 1; v < (w->has_speed ? 5 : 4) && w->places > 0; v++)
    sm_text_add(out, "  %-8s %.10g to %.10g %s\n", spans[v], w->span[v][0], w->span[v][1],
                v < 4 ? "m" : "m/s");
  sm_text_add(out, "\n  %s%s\n",
              w->text[STOPPED][0] != '\0' ? "stopped " : "The run went to its end.",
              w->text[STOPPED]);
}

static void trajectories_json(const char *path, const struct trajectories *w, struct sm_text *out) {
  sm_text_add(out, "{\"schema\":\"simoom-info-1\",\"kind\":\"trajectories\",");
  sm_describe_string(out, "file", path);
  for (int n = 0; n < TEXTS; n++) {
    sm_text_add(out, ",");
    if (n == STOPPED && w->text[n][0] == '\0')
      sm_text_add(out, "\"stopped\":null");
    else
      sm_describe_string(out, text_keys[n], w->text[n]);
  }
  sm_text_add(out, ",\"trajectories\":%zu,\"samples\":%zu,\"places\":%zu,\"species\":[", w->count,
              w->samples, w->places);
  const char *word = w->meanings;
  for (int k = 0; k < 128 && *word != '\0'; k++) {
    char name[256];
    const size_t length = strcspn(word, " ");
    snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), word);
    sm_text_add(out, k > 0 ? ",{" : "{");
    sm_describe_string(out, "name", name);
    sm_text_add(out, ",\"trajectories\":%d}", w->species_of[k]);
    word += length + strspn(word + length, " ");
  }
  sm_text_add(out, "]");
  for (int v = 0; v < (w->has_speed ? 5 : 4); v++) {
    if (isnan(w->span[v][0]))
      sm_text_add(out, ",\"%s\":null", spans[v]);
    else
      sm_text_add(out, ",\"%s\":[%.17g,%.17g]", spans[v], w->span[v][0], w->span[v][1]);
  }
  sm_text_add(out, "}\n");
}

enum sm_status sm_describe_trajectories(struct sm_context *ctx, const char *path, bool json,
                                        struct sm_text *out) {
  struct sm_ncfile file;
  struct trajectories *w = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *w, "particle trajectories", &w));
  sm_ncfile_open(ctx, path, path, false, &file);
  enum sm_status status = file.status == SM_OK ? read_trajectories(&file, w) : file.status;
  if (status == SM_OK) (json ? trajectories_json : trajectories_text)(path, w, out);
  const enum sm_status closed = sm_ncfile_close(&file);
  sm_free(w);
  return status != SM_OK ? status : closed;
}

static const double item_most = 1e9; /* bytes */

/* The items of a part of a checkpoint, and the bytes of each. */
static void read_part(struct sm_ncfile *file, int id, char name[NC_MAX_NAME + 1], size_t *items,
                      size_t *size) {
  int rank = 0, dim = -1;
  size_t bytes = 0;
  double item = 1;
  sm_ncfile_check(file, nc_inq_varname(file->id, id, name));
  sm_ncfile_check(file, nc_inq_varndims(file->id, id, &rank));
  if (file->status == SM_OK && rank == 1 && nc_inq_vardimid(file->id, id, &dim) == NC_NOERR)
    sm_ncfile_check(file, nc_inq_dimlen(file->id, dim, &bytes));
  const int code = sm_nc_number(file->id, id, "item_size", &item);
  if (code != NC_ENOTATT) sm_ncfile_check(file, code);
  if (code != NC_NOERR || !(item >= 1 && item <= item_most)) item = 1;
  *size = (size_t)item;
  *items = bytes / *size;
}

enum sm_status sm_describe_checkpoint(struct sm_context *ctx, const char *path, bool json,
                                      struct sm_text *out) {
  struct sm_ncfile file;
  char version[64], order[32];
  double time = NAN;
  long long step = 0;
  int parts = 0;
  sm_ncfile_open(ctx, path, path, false, &file);
  if (file.status == SM_OK) {
    read_text(&file, NULL, "simoom_version", version, sizeof version);
    read_text(&file, NULL, "byte_order", order, sizeof order);
    sm_ncfile_check(&file, sm_nc_number(file.id, NC_GLOBAL, "time", &time));
    sm_ncfile_check(&file, sm_nc_integer(file.id, NC_GLOBAL, "step", &step));
    sm_ncfile_check(&file, nc_inq_nvars(file.id, &parts));
  }
  if (file.status == SM_OK && json) {
    sm_text_add(out, "{\"schema\":\"simoom-info-1\",\"kind\":\"checkpoint\",");
    sm_describe_string(out, "file", path);
    sm_text_add(out, ",");
    sm_describe_string(out, "simoom_version", version);
    sm_text_add(out, ",");
    sm_describe_string(out, "byte_order", order);
    sm_text_add(out, ",\"step\":%lld,\"time\":%.17g,\"parts\":[", step, time);
  } else if (file.status == SM_OK) {
    sm_text_add(out, "%s: checkpoint, written by simoom %s\n", path, version);
    sm_text_add(out, "  run      %.12g s after its start, %lld steps done\n", time, step);
    sm_text_add(out, "  bytes    %s-endian; 'simoom run CASE --resume' goes on from it\n\n", order);
    sm_text_add(out, "  %-24s %12s %12s\n", "part", "items", "bytes each");
  }
  for (int id = 0; id < parts && file.status == SM_OK; id++) {
    char name[NC_MAX_NAME + 1] = "";
    size_t items = 0, size = 1;
    read_part(&file, id, name, &items, &size);
    if (json) {
      sm_text_add(out, id > 0 ? ",{" : "{");
      sm_describe_string(out, "name", name);
      sm_text_add(out, ",\"items\":%zu,\"size\":%zu}", items, size);
    } else {
      sm_text_add(out, "  %-24s %12zu %12zu\n", name, items, size);
    }
  }
  if (file.status == SM_OK && json) sm_text_add(out, "]}\n");
  return sm_ncfile_close(&file);
}
