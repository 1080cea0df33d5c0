/* output/picture/plume.c - selection of a map or section of a plume file. */
#include "output/picture/plot.h"

#include "output/netcdf/named_places.h"
#include "output/netcdf/plume_file.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { CONCENTRATION, DOSE, LARGEST, ARRIVAL, DEPOSITION, WET_DEPOSITION, KINDS };

static const struct {
  enum sm_field field;
  enum sm_plume_volume volume;
  bool logarithmic, levels; /* draw contour lines at the thresholds of the file */
} choices[KINDS] = {{SM_FIELD_CONCENTRATION, SM_PLUME_MEAN, true, true},
                    {SM_FIELD_DOSE, SM_PLUME_DOSE, true, false},
                    {SM_FIELD_CONCENTRATION_MAXIMUM, SM_PLUME_MAXIMUM, true, true},
                    {SM_FIELD_ARRIVAL_TIME, SM_PLUME_ARRIVAL_TIME, false, false},
                    {SM_FIELD_DEPOSITION, SM_PLUME_MEAN /* not looked at */, true, false},
                    {SM_FIELD_WET_DEPOSITION, SM_PLUME_MEAN, true, false}};

/* Selects the species of a field, with or without boxes. */
static enum sm_status choose_species(const struct sm_plot_job *job,
                                     const struct sm_plume_content *content, int *species) {
  const char *wanted = job->options->species;
  char have[600] = "";
  for (*species = 0; *species < content->layout.species_count; ++*species) {
    const char *name = content->layout.species[*species];
    if (wanted == NULL || strcmp(wanted, name) == 0) return SM_OK;
    sm_text_append(have, sizeof have, "%s'%s'", *species > 0 ? ", " : "", name);
  }
  return sm_fail(job->file->ctx, SM_ERR_USAGE, "%s: error: no species '%s'\nhelp: there are %s",
                 job->file->path, wanted, have);
}

/* Index of the threshold in "arrival_time:1e-6"; "arrival_time" selects the first one. */
static enum sm_status choose_threshold(struct sm_plot_job *job,
                                       const struct sm_plume_content *content) {
  const struct sm_plume_layout *l = &content->layout;
  const char *colon = job->options->field != NULL ? strchr(job->options->field, ':') : NULL;
  char *end = NULL, have[400] = "";
  const double wanted = colon != NULL ? strtod(colon + 1, &end) : (double)NAN;
  if (l->threshold_count == 0)
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "%s: error: the file has no thresholds, which arrival times refer to\n"
                   "help: particles.concentration.thresholds of a case makes them",
                   job->file->path);
  for (int n = 0; n < l->threshold_count; n++) {
    job->plume.index = n;
    if (colon == NULL) return SM_OK;
    if (end != colon + 1 && *end == '\0' &&
        fabs(content->threshold[n] - wanted) <= 1e-6 * fabs(wanted))
      return SM_OK;
    sm_text_append(have, sizeof have, "%s%g", n > 0 ? ", " : "", content->threshold[n]);
  }
  return sm_fail(job->file->ctx, SM_ERR_USAGE, "%s: error: no threshold of %s\nhelp: there are %s",
                 job->file->path, colon + 1, have);
}

/* Chooses an interval of the file: that of the options, or the one with most mass in the boxes. */
static enum sm_status choose_interval(struct sm_plot_job *job, bool of_time, int species) {
  const struct sm_wind_file *file = job->file;
  const int time = job->options->time;
  if (!of_time && time >= 0)
    return sm_fail(file->ctx, SM_ERR_USAGE, "error: '%s' is of the whole run: a time has no use",
                   job->options->field);
  if (of_time && file->times == 0)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: no interval was complete", file->path);
  if (of_time && time >= 0 && (size_t)time >= file->times)
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: no time %d: there are %zu, from 0",
                   file->path, time, file->times);
  job->time = of_time && time >= 0 ? (size_t)time : 0;
  job->plume.of_peak = of_time && time < 0 && file->times > 1;
  return job->plume.of_peak ? sm_plume_read_peak(job->file, species, &job->time) : SM_OK;
}

/* Replaces the columns of the boxes by those of the ground. */
static enum sm_status use_ground(struct sm_plot_job *job) {
  static const char *const names[2] = {"ground_x", "ground_y"}, *const widths[2] = {
                                                                    "ground_x_width",
                                                                    "ground_y_width"};
  struct sm_wind_file *file = job->file;
  struct sm_plot_plume *p = &job->plume;
  for (int d = 0; d < 2; d++) {
    const size_t zero = 0;
    double *centre = NULL, *width = NULL;
    size_t n = 0;
    int id;
    if (nc_inq_dimid(file->id, names[d], &id) != NC_NOERR ||
        nc_inq_dimlen(file->id, id, &n) != NC_NOERR || n == 0)
      return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: dimension '%s' is missing", file->path,
                     names[d]);
    p->box_n[d] = file->n[d];
    SM_TRY(sm_plot_alloc(job, file->n[d], sizeof(double), &p->box_centre[d]));
    SM_TRY(sm_plot_alloc(job, file->n[d], sizeof(double), &p->box_width[d]));
    memcpy(p->box_centre[d], file->centre[d], file->n[d] * sizeof(double));
    memcpy(p->box_width[d], file->width[d], file->n[d] * sizeof(double));
    SM_TRY(sm_alloc(file->ctx, n, sizeof *centre, "axis", &centre));
    sm_free(file->centre[d]);
    file->centre[d] = centre;
    file->n[d] = n;
    SM_TRY(sm_alloc(file->ctx, n, sizeof *width, "axis", &width));
    sm_free(file->width[d]);
    file->width[d] = width;
    SM_TRY(sm_wind_file_doubles(file, names[d], &zero, &n, centre));
    SM_TRY(sm_wind_file_doubles(file, widths[d], &zero, &n, width));
  }
  return SM_OK;
}

/* Column of boxes that contains a position; outside the nearest one. */
static size_t box_at(const struct sm_plot_plume *p, int d, double place) {
  size_t i = 0;
  while (i + 1 < p->box_n[d] && p->box_centre[d][i] + 0.5 * p->box_width[d][i] <= place) i++;
  return i;
}

enum sm_status sm_plot_plume_ground(struct sm_plot_job *job, const char *variable, float *out) {
  const struct sm_plot_plume *p = &job->plume;
  struct sm_wind_file *file = job->file;
  const size_t zero[2] = {0, 0}, own[2] = {file->n[1], file->n[0]},
               box[2] = {p->box_n[1], p->box_n[0]};
  float *map = NULL;
  if (!p->other_columns) return sm_wind_file_floats(file, variable, zero, own, out);
  SM_TRY(sm_plot_alloc(job, box[0] * box[1], sizeof *map, &map));
  SM_TRY(sm_wind_file_floats(file, variable, zero, box, map));
  for (size_t j = 0; j < own[0]; j++) {
    const size_t row = box_at(p, 1, file->centre[1][j]);
    for (size_t i = 0; i < own[1]; i++)
      out[i + own[1] * j] = map[box_at(p, 0, file->centre[0][i]) + box[1] * row];
  }
  return SM_OK;
}

/* Formats a threshold in four digits: "1e-7", where %g writes "1e-07". */
static const char *threshold_text(double value, char out[32]) {
  snprintf(out, 32, "%.4g", value);
  char *e = strchr(out, 'e');
  if (e != NULL && e[2] == '0') memmove(e + 2, e + 3, strlen(e + 2));
  return out;
}

/* Averaging time of a file as text: "5 min", "20 s"; "" where intervals differ or are unknown. */
static enum sm_status averaging_time(struct sm_wind_file *file, char out[32]) {
  double ends[2], length = 0;
  out[0] = '\0';
  for (size_t t = 0; t<file->times; t += file->times> 1 ? file->times - 1 : 1) {
    SM_TRY(sm_plume_read_interval(file, t, ends));
    if (t > 0 && fabs(fabs(ends[1] - ends[0]) - length) > 1e-3 * length) return SM_OK;
    length = fabs(ends[1] - ends[0]);
  }
  const double unit = length >= 7200 ? 3600 : length >= 120 ? 60 : 1;
  if (length > 0)
    snprintf(out, 32, "%.3g %s", length / unit, unit > 60 ? "h" : unit > 1 ? "min" : "s");
  return SM_OK;
}

/* Description of the drawn field for titles: quantity, substance, averaging time. */
static enum sm_status set_words(struct sm_plot_job *job, const struct sm_plume_content *content,
                                enum kind kind, int species) {
  struct sm_plot_plume *p = &job->plume;
  static const char *const words[KINDS] = {
      " concentration", " dose", " concentration", NULL, " dry deposition", " wet deposition"};
  const char *name = content->layout.species[species];
  char level[32], average[32];
  job->field = sm_plot_quantity_of(choices[kind].field);
  if (kind == ARRIVAL)
    snprintf(p->words, sizeof p->words, "arrival time of %s above %s kg/m3", name,
             threshold_text(content->threshold[p->index], level));
  else if (content->backward)
    snprintf(p->words, sizeof p->words, "sensitivity to %s sources (backward%s)", name,
             words[kind]);
  else
    snprintf(p->words, sizeof p->words, "%s%s", name, words[kind]);
  job->field.longer = p->words;
  if (kind != LARGEST) return SM_OK;
  SM_TRY(averaging_time(job->file, average));
  sm_text_append(p->words, sizeof p->words, ", largest mean%s%s", average[0] != '\0' ? " of " : "",
                 average);
  return SM_OK;
}

static enum sm_status no_such_field(const struct sm_plot_job *job, const char *name) {
  return sm_fail(job->file->ctx, SM_ERR_USAGE,
                 "error: no field '%s'\n"
                 "help: fields of a plume are concentration, dose, concentration_maximum, "
                 "arrival_time, deposition, wet_deposition; terrain, building_height, z0",
                 name);
}

/* True when `name` is `field`, alone or followed by a colon. */
static bool is_called(const char *name, const char *field) {
  const size_t length = strlen(field);
  return strncmp(name, field, length) == 0 &&
         (name[length] == '\0' ||
          (name[length] == ':' && strcmp(field, sm_field_name(SM_FIELD_ARRIVAL_TIME)) == 0));
}

enum sm_status sm_plot_plume_choose(struct sm_plot_job *job, const char *name) {
  struct sm_plume_content content;
  int kind = 0, species;
  if (sm_plot_quantity_find(name, &job->field) && job->field.map) return SM_OK; /* ground field */
  while (kind < KINDS && !is_called(name, sm_field_name(choices[kind].field))) kind++;
  if (kind == KINDS) return no_such_field(job, name);
  SM_TRY(sm_plume_read(job->file, &content));
  if (kind < DEPOSITION && job->file->n[2] == 0)
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "%s: error: the file has no boxes, only deposition\n"
                   "help: [particles.concentration] of a case makes them",
                   job->file->path);
  SM_TRY(choose_species(job, &content, &species));
  SM_TRY(choose_interval(job, kind == CONCENTRATION, species));
  struct sm_plot_plume *p = &job->plume;
  p->index = kind == CONCENTRATION ? (long)job->time : -1;
  if (kind == ARRIVAL) SM_TRY(choose_threshold(job, &content));
  p->variable = kind >= DEPOSITION
                    ? sm_plume_deposition_name(&content.layout, kind == WET_DEPOSITION, species)
                    : sm_plume_volume_name(&content.layout, choices[kind].volume, species);
  if (kind == WET_DEPOSITION && !sm_wind_file_has(job->file, p->variable.name))
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "%s: error: no wet deposition: the case has no [rain]", job->file->path);
  p->species = species;
  snprintf(p->name, sizeof p->name, "%s", content.layout.species[species]);
  p->columns = kind >= DEPOSITION;
  p->other_columns = p->columns && content.layout.other_columns;
  p->logarithmic = choices[kind].logarithmic;
  p->of_interval = kind == CONCENTRATION;
  if (choices[kind].levels) {
    job->picture.levels = content.layout.threshold_count;
    memcpy(p->level, content.threshold, sizeof p->level);
    job->picture.level = p->level;
  }
  snprintf(p->stopped, sizeof p->stopped, "%s", content.stopped);
  SM_TRY(set_words(job, &content, (enum kind)kind, species));
  return p->other_columns ? use_ground(job) : SM_OK;
}

/* --- maps --- */

enum sm_status sm_plot_plume_read(struct sm_plot_job *job, float *value, float *air) {
  struct sm_wind_file *file = job->file;
  const size_t zero[2] = {0, 0}, count[2] = {file->n[1], file->n[0]};
  const size_t columns = count[0] * count[1];
  const struct sm_plot_plume *p = &job->plume;
  int *layer = NULL, lowest = (int)file->n[2], highest = -1;
  bool any = false;
  job->height = job->options->height;
  if (p->columns && !isnan(job->height))
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "error: 'deposition' is on the ground: a height has no use");
  for (size_t c = 0; c < columns; c++) air[c] = NAN; /* draw all buildings */
  if (p->columns) {
    SM_TRY(sm_wind_file_floats(file, p->variable.name, zero, count, value));
    for (size_t c = 0; c < columns; c++)
      if (value[c] >= NC_FILL_FLOAT) value[c] = NAN;
    return SM_OK;
  }
  SM_TRY(sm_plot_alloc(job, columns, sizeof *layer, &layer));
  SM_TRY(sm_plume_read_map(file, p->variable.name, p->index, job->height, value, layer));
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_BUILDING_HEIGHT), zero, count, air));
  for (size_t c = 0; c < columns; c++) {
    const double reach = isnan(job->height) ? 0.5 * file->width[2][0] : job->height;
    any = any || layer[c] >= 0;
    air[c] = layer[c] >= 0 && !((double)air[c] > reach) ? 0 : (float)NAN;
    if (isnan(air[c]) && !job->whole) value[c] = NAN; /* hidden by the building */
    if (isnan(air[c])) continue;
    lowest = layer[c] < lowest ? layer[c] : lowest;
    highest = layer[c] > highest ? layer[c] : highest;
  }
  job->plume.depth = lowest == highest ? file->width[2][lowest] : 0;
  if (any) return SM_OK;
  return sm_fail(file->ctx, SM_ERR_USAGE,
                 "%s: error: there is no box with air at %g m above the ground", file->path,
                 job->height);
}

void sm_plot_plume_marks(struct sm_plot_job *job, const double offset[2]) {
  struct sm_plume_source source[SM_PLOT_MARKS];
  const int count = sm_plume_read_sources(job->file, SM_PLOT_MARKS, source);
  struct sm_plot_picture *picture = &job->picture;
  for (int n = 0; n < count; n++) {
    struct sm_plot_mark *mark = &job->mark[picture->marks];
    if (source[n].species != job->plume.species) continue;
    mark->x = source[n].x - offset[0];
    mark->y = source[n].y - offset[1];
    memcpy(mark->name, source[n].name, sizeof mark->name); /* SM_PLUME_NAME, too */
    picture->marks++;
  }
  struct sm_place receptor[SM_PLOT_MARKS];
  const size_t receptors =
      sm_places_read(job->file, "receptor", (size_t)(SM_PLOT_MARKS - picture->marks), receptor);
  for (size_t n = 0; n < receptors; n++) {
    struct sm_plot_mark *mark = &job->mark[picture->marks++];
    *mark = (struct sm_plot_mark){
        .x = receptor[n].at[0] - offset[0], .y = receptor[n].at[1] - offset[1], .ring = true};
    snprintf(mark->name, sizeof mark->name, "%.63s", receptor[n].name);
  }
  picture->mark = job->mark;
}

/* --- words --- */

bool sm_plot_is_connected(const struct sm_plot_picture *p, double level) {
  long above = 0, sides = 0;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++) {
      const float *at = p->value + (size_t)i + (size_t)p->nx * (size_t)j;
      if (!((double)*at >= level)) continue;
      above++;
      sides += (i > 0 && (double)at[-1] < level) + (i + 1 < p->nx && (double)at[1] < level) +
               (j > 0 && (double)at[-p->nx] < level) + (j + 1 < p->ny && (double)at[p->nx] < level);
    }
  return above < SM_PLOT_FEW || sides <= above;
}

/* Removes threshold lines that would hide the map. */
static void drop_levels(struct sm_plot_picture *picture, double *level) {
  int kept = 0;
  for (int n = 0; n < picture->levels; n++)
    if (sm_plot_is_connected(picture, level[n])) level[kept++] = level[n];
  picture->levels = kept;
}

/* Height of the boxes of a map as text, with their depth where it is uniform. */
static void name_height(const struct sm_plot_job *job, char *out, size_t size) {
  const struct sm_wind_file *file = job->file;
  const double *z = file->centre[2];
  const size_t n = file->n[2];
  const double step = n > 1 ? z[1] - z[0] : (double)NAN;
  if (!isnan(job->height))
    snprintf(out, size, ", %.10g m above ground", sm_plot_round(job->height));
  else if (n > 1 && fabs(z[n - 1] - z[0] - (double)(n - 1) * step) < 1e-3 * step)
    snprintf(out, size, ", 0 to %.10g m above ground", sm_plot_round(step));
  else if (job->plume.depth > 0)
    snprintf(out, size, ", 0 to %.3g m above ground", job->plume.depth);
  else
    snprintf(out, size, ", lowest boxes");
}

enum sm_status sm_plot_plume_subtitle(struct sm_plot_job *job, const char *where) {
  const struct sm_plot_plume *p = &job->plume;
  struct sm_plot_picture *picture = &job->picture;
  char when[128] = "", lines[256] = "", height[64], level[32];
  double ends[2];
  drop_levels(picture, job->plume.level);
  if (p->of_interval) {
    SM_TRY(sm_plume_read_interval(job->file, job->time, ends));
    sm_plot_interval_text(job->file, ends, when, sizeof when);
    if (p->of_peak) sm_text_append(when, sizeof when, " (most in the boxes)");
  }
  if (!p->of_interval)
    snprintf(when, sizeof when, "of %s",
             p->stopped[0] != '\0' ? "a run stopped early" : "the whole run");
  for (int n = 0; n < picture->levels; n++)
    sm_text_append(lines, sizeof lines, "%s%s",
                   n == 0                     ? ", contours at "
                   : n + 1 == picture->levels ? " and "
                                              : ", ",
                   threshold_text(p->level[n], level));
  if (picture->levels > 0) sm_text_append(lines, sizeof lines, " %s", job->field.units);
  for (int n = 0; n < picture->levels; n++)
    snprintf(job->plume.level_name[n], sizeof job->plume.level_name[n], "%.15s %.15s",
             threshold_text(p->level[n], level), job->field.units);
  if (picture->is_map) picture->level_name = (const char(*)[32])job->plume.level_name;
  name_height(job, height, sizeof height);
  if (where == NULL) where = p->columns ? "" : height;
  snprintf(job->subtitle, sizeof job->subtitle, "%s%s%s%s%s%s", job->field.longer, where,
           when[0] != '\0' ? ", " : "", when, lines, job->file->local ? "" : ", ");
  if (!job->file->local) sm_text_append(job->subtitle, sizeof job->subtitle, "%s", job->file->crs);
  if (picture->contour != NULL)
    sm_text_append(job->subtitle, sizeof job->subtitle, ", terrain contours every %g m",
                   picture->contour_step);
  return SM_OK;
}

/* --- sections --- */

enum sm_status sm_plot_plume_section(struct sm_plot_job *job, size_t points, const size_t *column,
                                     float *value, uint8_t *type, float *ground) {
  struct sm_wind_file *file = job->file;
  const size_t cells = points * file->n[2];
  struct sm_plume_section s = {points, column, value, NULL, ground, NULL};
  if (job->plume.columns)
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "error: 'deposition' has no vertical section; a map shows it");
  SM_TRY(sm_plot_alloc(job, cells, sizeof *s.air, &s.air));
  SM_TRY(sm_plot_alloc(job, points, sizeof *s.building, &s.building));
  SM_TRY(sm_plume_read_section(file, job->plume.variable.name, job->plume.index, &s));
  for (size_t n = 0; n < cells; n++) {
    const size_t p = n % points, k = n / points;
    const double middle = file->centre[2][k], at = (double)ground[p];
    const double roof = at + (double)s.building[p] + 0.5 * file->width[2][k];
    const bool built = s.building[p] > 0 && middle >= at && middle < roof;
    type[n] = built && !(s.air[n] > 0.5F) ? 1 : middle < at && !(s.air[n] > 0) ? 2 : 0;
  }
  return SM_OK;
}
