/* Description of particle trajectories and checkpoints. */
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

enum { NAME, TITLE, VERSION, DEVICE, STOPPED, TEXTS, SPECIES = 128 };

/* Facts of a trajectory file. */
struct trajectories {
  char text[TEXTS][256], meanings[8192];
  size_t count, samples, places; /* places: number of positions with active particles */
  bool has_calendar, has_speed;
  double span[5][2]; /* range of time, x, y, z, speed */
  int species_of[SPECIES];
};

static const char *const spans[5] = {"time", "x", "y", "z", "speed"};

/* Minimum and maximum of a sample variable, read particle by particle. */
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
  SM_SCOPED signed char *species = NULL;
  int id;
  SM_TRY(sm_alloc(file->ctx, w->count, 1, "trajectories", &species));
  sm_ncfile_check(file, nc_inq_varid(file->id, "species", &id));
  if (file->status == SM_OK) sm_ncfile_check(file, nc_get_var_schar(file->id, id, species));
  for (size_t p = 0; p < w->count && file->status == SM_OK; p++)
    if (species[p] >= 0) w->species_of[species[p]]++;
  return file->status;
}

static enum sm_status read_trajectories(struct sm_ncfile *file, struct trajectories *w) {
  static const char *const keys[TEXTS] = {"simoom_name", "title", "simoom_version", "simoom_device",
                                          "simoom_stopped"};
  SM_SCOPED double *row = NULL;
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
  return file->status;
}

static const struct sm_fact *describe_species(const struct trajectories *w, struct sm_facts *out) {
  const char *word = w->meanings;
  const struct sm_fact *list = sm_facts_list(out, "species");
  for (int k = 0; k < SPECIES && *word != '\0'; k++) {
    char name[256];
    const size_t length = strcspn(word, " ");
    snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), word);
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", name);
    sm_facts_integer(out, "trajectories", w->species_of[k]);
    sm_facts_close(out);
    word += length + strspn(word + length, " ");
  }
  sm_facts_close(out);
  return list;
}

static void describe_spans(const struct trajectories *w, struct sm_facts *out) {
  static const char *const units[5] = {"s", "m", "m", "m", "m/s"};
  for (int v = 0; v < (w->has_speed ? 5 : 4); v++) {
    char from[48], to[48];
    if (isnan(w->span[v][0])) {
      sm_facts_null(out, spans[v]);
      continue;
    }
    struct sm_fact *span = sm_facts_numbers(out, spans[v], w->span[v], 2);
    if (v > 0 || !w->has_calendar) {
      sm_fact_show(span, spans[v], units[v], v > 0 ? "%.10g" : "%g")->joint = " to ";
      continue;
    }
    sm_clock_format(w->span[v][0], from, sizeof from);
    sm_clock_format(w->span[v][1], to, sizeof to);
    sm_facts_line(out, spans[v], "%s to %s", from, to);
  }
}

static void describe_trajectories(const char *path, const struct trajectories *w,
                                  struct sm_facts *out) {
  sm_describe_origin(out, "trajectories", path, "particle trajectories", w->text[VERSION]);
  sm_fact_show(sm_facts_text(out, "title", w->text[TITLE]), "title", NULL, NULL);
  sm_fact_show(sm_facts_text(out, "case", w->text[NAME]), "case", NULL, NULL);
  sm_fact_show(sm_facts_text(out, "device", w->text[DEVICE]), "device", NULL, NULL);
  sm_facts_integer(out, "trajectories", (int64_t)w->count);
  sm_facts_integer(out, "samples", (int64_t)w->samples);
  sm_facts_integer(out, "places", (int64_t)w->places);
  sm_facts_line(out, "count", "%zu, sampled %zu times: %zu places", w->count, w->samples,
                w->places);
  const struct sm_fact *list = describe_species(w, out);
  for (const struct sm_fact *species = list->first; species != NULL; species = species->next)
    sm_facts_line(out, "species", "%s: %.0f trajectories", sm_fact_text(species, "name"),
                  sm_fact_number(species, "trajectories"));
  describe_spans(w, out);
  sm_describe_end(out, w->text[STOPPED]);
}

enum sm_status sm_describe_trajectories(struct sm_context *ctx, const char *path,
                                        struct sm_facts *out) {
  struct sm_ncfile file;
  SM_SCOPED struct trajectories *w = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *w, "particle trajectories", &w));
  sm_ncfile_open(ctx, path, path, false, &file);
  enum sm_status status = file.status == SM_OK ? read_trajectories(&file, w) : file.status;
  if (status == SM_OK) describe_trajectories(path, w, out);
  const enum sm_status closed = sm_ncfile_close(&file);
  return status != SM_OK ? status : closed;
}

static const double item_most = 1e9; /* bytes */

/* Number of items in a part of a checkpoint, and their size in bytes. */
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

static void describe_parts(struct sm_ncfile *file, int parts, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {{"name", "part", NULL, -24},
                                                  {"items", "items", NULL, 12},
                                                  {"size", "bytes each", NULL, 12},
                                                  {0}};
  const struct sm_fact *list = sm_facts_list(out, "parts");
  for (int id = 0; id < parts && file->status == SM_OK; id++) {
    char name[NC_MAX_NAME + 1] = "";
    size_t items = 0, size = 1;
    read_part(file, id, name, &items, &size);
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", name);
    sm_facts_integer(out, "items", (int64_t)items);
    sm_facts_integer(out, "size", (int64_t)size);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  sm_facts_table(out, list, "parts", columns);
}

enum sm_status sm_describe_checkpoint(struct sm_context *ctx, const char *path,
                                      struct sm_facts *out) {
  struct sm_ncfile file;
  char version[64] = "", order[32] = "";
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
  if (file.status == SM_OK) {
    sm_describe_origin(out, "checkpoint", path, "checkpoint", version);
    sm_facts_text(out, "byte_order", order);
    sm_facts_integer(out, "step", step);
    sm_facts_number(out, "time", time);
    sm_facts_line(out, "run", "%.12g s after its start, %lld steps done", time, step);
    sm_facts_line(out, "bytes", "%s-endian; 'simoom run CASE --resume' goes on from it", order);
    describe_parts(&file, parts, out);
  }
  return sm_ncfile_close(&file);
}
