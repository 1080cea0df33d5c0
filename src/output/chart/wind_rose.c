/* output/chart/wind_rose.c - wind rose at a receptor of a statistics file. */
#include "output/picture/plot.h"

#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 400 }; /* maximum length of a list of names in a message, bytes */

static enum sm_status read_length(const struct sm_wind_file *file, const char *name, size_t *out) {
  int id;
  if (nc_inq_dimid(file->id, name, &id) == NC_NOERR &&
      nc_inq_dimlen(file->id, id, out) == NC_NOERR && *out > 0)
    return SM_OK;
  return sm_fail(file->ctx, SM_ERR_USAGE,
                 "%s: error: the file has no receptors\n"
                 "help: [[statistics.receptor]] of a case makes them",
                 file->path);
}

/* Index of a receptor by name; on failure the message lists all receptors. */
static enum sm_status find_receptor(struct sm_plot_job *job, const char *wanted, size_t *index) {
  const struct sm_wind_file *file = job->file;
  size_t count, length;
  char *names = NULL, have[NAMES] = "";
  int id;
  SM_TRY(read_length(file, "receptor", &count));
  SM_TRY(read_length(file, "name_length", &length));
  SM_TRY(sm_plot_alloc(job, count, length + 1, &names));
  if (nc_inq_varid(file->id, "receptor_name", &id) != NC_NOERR)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: 'receptor_name' is missing", file->path);
  for (*index = 0; *index < count; ++*index) {
    const size_t start[2] = {*index, 0}, part[2] = {1, length};
    char *name = names + *index * (length + 1);
    if (nc_get_vara_text(file->id, id, start, part, name) != NC_NOERR)
      return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: 'receptor_name' is damaged", file->path);
    if (wanted != NULL && strcmp(name, wanted) == 0) return SM_OK;
    sm_text_append(have, sizeof have, "%s'%s'", *index > 0 ? ", " : "", name);
  }
  return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: no receptor '%s'\nhelp: there are %s",
                 file->path, wanted != NULL ? wanted : "", have);
}

/* Merges rare high speed classes of [sectors][all] into the last class drawn. */
static void join_rare(struct sm_plot_wind_rose *rose, double *share, int all) {
  const double seen = 0.1; /* % */
  for (int n = 0; n < rose->sectors; n++)
    for (int c = rose->classes; c < all; c++)
      if (share[n * all + c] > seen) rose->classes = c + 1;
  for (int n = 0; n < rose->sectors; n++) {
    double *to = share + n * rose->classes;
    const double *from = share + n * all;
    double rest = 0;
    for (int c = rose->classes; c < all; c++) rest += from[c];
    memmove(to, from, (size_t)rose->classes * sizeof *to);
    to[rose->classes - 1] += rest;
  }
}

/* Chooses a round ring spacing (%), with 3 to 6 rings up to the longest wedge. */
static void choose_rings(struct sm_plot_wind_rose *rose) {
  static const double steps[] = {0.5, 1, 2, 2.5, 5, 10, 20, 25};
  double longest = 0;
  size_t s = 0;
  for (int n = 0; n < rose->sectors; n++) {
    double sum = 0;
    for (int c = 0; c < rose->classes; c++) sum += rose->share[n * rose->classes + c];
    longest = fmax(longest, sum);
  }
  while (s + 1 < sizeof steps / sizeof *steps && longest > 5 * steps[s]) s++;
  rose->ring = steps[s];
  rose->most = rose->ring * fmax(ceil(longest / rose->ring - 1e-6), 1);
}

enum sm_status sm_plot_rose(struct sm_plot_job *job) {
  struct sm_wind_file *file = job->file;
  struct sm_plot_wind_rose *rose = &job->rose;
  size_t receptor = 0, sectors, classes;
  double *share = NULL, *from = NULL, height, calm = 100;
  if (!file->statistics)
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "%s: error: the file holds winds: receptors are in those of statistics",
                   file->path);
  SM_TRY(find_receptor(job, job->options->receptor, &receptor));
  SM_TRY(read_length(file, "sector", &sectors));
  SM_TRY(read_length(file, "speed_class", &classes));
  const size_t zero = 0, start[3] = {receptor, 0, 0}, count[3] = {1, sectors, classes};
  SM_TRY(sm_plot_alloc(job, sectors * classes, sizeof *share, &share));
  SM_TRY(sm_plot_alloc(job, classes, sizeof *from, &from));
  SM_TRY(sm_wind_file_doubles(file, "receptor_rose", start, count, share));
  SM_TRY(sm_wind_file_doubles(file, "speed_class", &zero, &classes, from));
  SM_TRY(sm_wind_file_doubles(file, "receptor_height", start, count, &height));
  if (share[0] > 100)
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: there is no air at receptor '%s'",
                   file->path, job->options->receptor);
  for (size_t n = 0; n < sectors * classes; n++) calm -= share[n];
  *rose = (struct sm_plot_wind_rose){
      .sectors = (int)sectors, .classes = 1, .share = share, .from = from};
  join_rare(rose, share, (int)classes);
  choose_rings(rose);
  job->picture.rose = rose;
  job->picture.colours = SM_COLOURS_RISING;
  snprintf(job->bar_label, sizeof job->bar_label, "Wind speed (m/s)");
  snprintf(job->subtitle, sizeof job->subtitle,
           "Frequency of wind directions and speeds at %.100s, %.10g m above ground; calm %.2g %% "
           "of the time",
           job->options->receptor, sm_plot_round(height), calm < 0.01 ? 0 : calm);
  return SM_OK;
}
