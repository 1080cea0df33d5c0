
#include "output/netcdf/ncfile.h"

#include "base/list.h"
#include "base/text.h"
#include "input/netcdf/classic_header.h"
#include "output/netcdf/trajectory_file.h"
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum sm_status sm_ncfile_crs(struct sm_context *ctx, int id, const char *path, struct sm_crs *out) {
  size_t length = 0;
  int crs;
  *out = (struct sm_crs){.local = nc_inq_varid(id, "crs", &crs) != NC_NOERR};
  if (out->local) return SM_OK;
  int code = nc_inq_attlen(id, crs, "crs_wkt", &length);
  if (code == NC_ENOTATT)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: no 'crs_wkt' tells the coordinate system", path);
  if (code == NC_NOERR) out->wkt2 = calloc(length + 1, 1);
  if (code == NC_NOERR && out->wkt2 == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: CRS");
  if (code == NC_NOERR) code = nc_get_att_text(id, crs, "crs_wkt", out->wkt2);
  if (code == NC_NOERR) return SM_OK;
  return sm_fail(ctx, code == NC_ENOMEM ? SM_ERR_MEMORY : SM_ERR_DATA,
                 "%s: error: 'crs_wkt' cannot be read: %s", path, nc_strerror(code));
}

static enum sm_status damaged(const struct sm_trajectories *w, const char *what, int code) {
  const bool memory = code == NC_ENOMEM;
  return sm_fail(w->ctx, memory ? SM_ERR_MEMORY : SM_ERR_DATA,
                 "%s: error: '%s' cannot be read: %s; %s", w->path, what, nc_strerror(code),
                 memory ? "out of memory" : "the file is truncated or damaged");
}

struct text {
  const char *variable, *attribute; /* may be NULL: global attribute */
  char *out;
  size_t size;
};

static enum sm_status read_texts(const struct sm_trajectories *w, const struct text *texts,
                                 size_t count) {
  for (size_t n = 0; n < count; n++) {
    const struct text *t = &texts[n];
    const int code = sm_nc_text(w->id, t->variable, t->attribute, t->out, t->size);
    if (code != NC_NOERR) return damaged(w, t->attribute, code);
  }
  return SM_OK;
}

static enum sm_status read_length(struct sm_trajectories *w, const char *name, size_t *out) {
  const int code = sm_nc_length(w->id, w->path, name, out);
  return code == NC_NOERR ? SM_OK : damaged(w, name, code);
}

static enum sm_status read_particles(struct sm_trajectories *w) {
  int id;
  SM_TRY(sm_alloc(w->ctx, w->count, 1, "trajectories", &w->species));
  SM_TRY(sm_alloc(w->ctx, w->count, sizeof *w->number, "trajectories", &w->number));
  int code = nc_inq_varid(w->id, "species", &id);
  if (code == NC_NOERR) code = nc_get_var_schar(w->id, id, w->species);
  if (code != NC_NOERR) return damaged(w, "species", code);
  code = nc_inq_varid(w->id, "trajectory", &id);
  if (code == NC_NOERR) code = nc_get_var_longlong(w->id, id, w->number);
  if (code != NC_NOERR) return damaged(w, "trajectory", code);
  if (nc_inq_varid(w->id, "diameter", &id) != NC_NOERR) return SM_OK;
  SM_TRY(sm_alloc(w->ctx, w->count, sizeof *w->diameter, "trajectories", &w->diameter));
  code = nc_get_var_float(w->id, id, w->diameter);
  return code == NC_NOERR ? SM_OK : damaged(w, "diameter", code);
}

static enum sm_status read_samples(struct sm_trajectories *w) {
  static const char *const names[SM_TRAJECTORY_VALUES] = {"time", "x", "y", "z", "speed"};
  const size_t start[2] = {0, 0}, count[2] = {w->count, w->samples}, all = w->count * w->samples;
  for (int v = 0; v < SM_TRAJECTORY_VALUES; v++) {
    int id;
    int code = nc_inq_varid(w->id, names[v], &id);
    if (v == SM_TRAJECTORY_SPEED && code != NC_NOERR) continue;
    SM_TRY(sm_alloc(w->ctx, all, sizeof(double), "trajectories", &w->value[v]));
    if (code == NC_NOERR) code = sm_ncfile_values(w->id, id, start, count, all, w->value[v]);
    if (code != NC_NOERR) return damaged(w, names[v], code);
  }
  return SM_OK;
}

static enum sm_status read_all(struct sm_trajectories *w) {
  char units[64], comment[64];
  SM_TRY(read_length(w, "trajectory", &w->count));
  SM_TRY(read_length(w, "obs", &w->samples));
  SM_TRY(read_particles(w));
  SM_TRY(read_samples(w));
  const struct text texts[] = {{NULL, "title", w->title, sizeof w->title},
                               {NULL, "simoom_stopped", w->stopped, sizeof w->stopped},
                               {"z", "comment", comment, sizeof comment},
                               {"time", "units", units, sizeof units},
                               {"species", "flag_meanings", w->words, sizeof w->words}};
  SM_TRY(read_texts(w, texts, sizeof texts / sizeof *texts));
  const int code = sm_nc_number(w->id, NC_GLOBAL, "simoom_convergence", &w->convergence);
  if (code == NC_ENOTATT) w->convergence = 0;
  if (code != NC_NOERR && code != NC_ENOTATT) return damaged(w, "simoom_convergence", code);
  w->flat = strcmp(comment, SM_TRAJECTORY_FLAT) == 0;
  w->has_calendar = strncmp(units, "seconds since 1970", 18) == 0;
  for (char *word = w->words; *word != '\0' && w->names < 128;) {
    const size_t length = strcspn(word, " ");
    const bool last = word[length] == '\0';
    w->name[w->names++] = word;
    word[length] = '\0';
    word += length + (last ? 0 : 1);
  }
  for (size_t n = 0; n < w->count; n++)
    if (w->species[n] < 0 || w->species[n] >= w->names)
      return sm_fail(w->ctx, SM_ERR_DATA, "%s: error: particle %lld is of species %d of %d",
                     w->path, w->number[n], w->species[n], w->names);
  return sm_ncfile_crs(w->ctx, w->id, w->path, &w->crs);
}

enum sm_status sm_trajectories_open(struct sm_context *ctx, const char *path,
                                    struct sm_trajectories *out) {
  *out = (struct sm_trajectories){.ctx = ctx, .path = path, .id = -1};
  const int code = sm_nc_open(path, NC_NOWRITE, &out->id);
  if (code != NC_NOERR) {
    out->id = -1;
    return damaged(out, "trajectory", code);
  }
  return read_all(out);
}

enum sm_status sm_trajectories_find_species(const struct sm_trajectories *w, const char *name,
                                            int *out) {
  *out = -1;
  if (name == NULL) return SM_OK;
  SM_SCOPED_BY(sm_text_free) struct sm_text all = {0};
  for (int n = 0; n < w->names; n++) {
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s", name);
    for (char *c = wanted; *c != '\0'; c++)
      if (*c == ' ') *c = '_';
    if (strcmp(wanted, w->name[n]) == 0) *out = n;
    sm_text_add(&all, " %s", w->name[n]);
  }
  return *out >= 0 ? SM_OK
                   : sm_fail(w->ctx, SM_ERR_USAGE, "%s: error: no species '%s'\nhelp: there are%s",
                             w->path, name, sm_text_string(&all));
}

void sm_trajectories_close(struct sm_trajectories *trajectories) {
  if (trajectories->id >= 0) sm_nc_close(trajectories->path, false, trajectories->id);
  for (int v = 0; v < SM_TRAJECTORY_VALUES; v++) sm_free(trajectories->value[v]);
  SM_FREE_ALL(trajectories->number, trajectories->species, trajectories->diameter);
  free(trajectories->crs.wkt2);
}
