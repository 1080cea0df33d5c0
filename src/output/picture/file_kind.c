/* output/picture/file_kind.c - kind of an input file, and its default field. */
#include "base/file.h"
#include "base/text.h"
#include "input/netcdf/ncdata.h"
#include "output/chart/chart.h"
#include "output/picture/plot.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct sm_plot_options sm_plot_options_default(void) {
  return (struct sm_plot_options){.kind = SM_PLOT_MAP,
                                  .field = NULL,
                                  .height = NAN,
                                  .from = {-INFINITY, NAN},
                                  .to = {INFINITY, NAN},
                                  .place = {NAN, NAN},
                                  .heights = {NAN, NAN},
                                  .time = -1,
                                  .low = NAN,
                                  .high = NAN,
                                  .width = 1200,
                                  .image_height = 0,
                                  .vectors = 40};
}

enum sm_status sm_plot_refuse_unit(struct sm_context *ctx, const char *path) {
  return sm_fail(
      ctx, SM_ERR_USAGE,
      "%s: error: another unit is of maps, sections, profiles and places of winds, statistics and "
      "plumes, and of tables in time\nhelp: other files, .vti, .vtr and .atm keep their units",
      path);
}

static enum sm_status check_options(struct sm_context *ctx, const struct sm_plot_options *o) {
  SM_TRY(sm_plot_check_size(ctx, o->width, o->image_height));
  if (o->vectors < 0 || (o->vectors > 0 && o->vectors < 8))
    return sm_fail(ctx, SM_ERR_USAGE, "error: arrows must be 8 pixels apart or more (0: none)");
  if (o->scale == SM_PLOT_SCALE_LOGARITHMIC && (o->low <= 0 || o->high <= 0))
    return sm_fail(ctx, SM_ERR_USAGE, "error: the numbers of a logarithmic scale are above 0");
  if (!isnan(o->heights[0]) && !(o->heights[0] < o->heights[1]))
    return sm_fail(ctx, SM_ERR_USAGE, "error: the heights of a section end at %g, below %g",
                   o->heights[1], o->heights[0]);
  if (isfinite(o->low) && isfinite(o->high) && !(o->low < o->high))
    return sm_fail(ctx, SM_ERR_USAGE, "error: the colour scale ends at %g, below its start at %g",
                   o->high, o->low);
  return SM_OK;
}

#include "output/netcdf/plume_file.h"

/* Default field of a plume file: the concentration, at its peak where no time is chosen. */
static enum sm_status plume_field(struct sm_context *ctx, const char *path, const char **out) {
  struct sm_plume_content content;
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open_any(ctx, path, &file));
  const enum sm_status status = sm_plume_read(file, &content);
  *out = sm_field_name(file->n[2] == 0    ? SM_FIELD_DEPOSITION
                       : file->times == 0 ? SM_FIELD_DOSE
                                          : SM_FIELD_CONCENTRATION);
  return status;
}

/* Default field of a wind file: temperature with combustion, concentration with scalars. */
static enum sm_status wind_field(struct sm_context *ctx, const char *path, const char **out) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  char carried[64];
  SM_TRY(sm_wind_file_open_any(ctx, path, &file));
  if (sm_plot_find_tracer(file, NULL, carried, sizeof carried))
    *out = sm_field_name(SM_FIELD_CONCENTRATION);
  if (sm_wind_file_has(file, sm_field_name(SM_FIELD_HEAT_RELEASE)) &&
      sm_wind_file_has(file, sm_field_name(SM_FIELD_TEMPERATURE)))
    *out = sm_field_name(SM_FIELD_TEMPERATURE);
  return SM_OK;
}

/* Default field of a prism file: wind speed, else the solution of the Poisson equation. */
static enum sm_status prism_field(struct sm_context *ctx, const char *path, const char **out) {
  struct sm_ncdata file;
  struct sm_ncdata_variable wind;
  const enum sm_status status = sm_ncdata_open(ctx, path, &file);
  const char *const speed = sm_field_name(SM_FIELD_WIND_SPEED);
  *out = status == SM_OK && sm_ncdata_find(&file, speed, &wind) ? speed : "phi";
  sm_ncdata_close(&file);
  return status;
}

/* Kind and default field of a NetCDF file. */
static enum sm_status netcdf_source(struct sm_context *ctx, const char *path,
                                    enum sm_plot_source *out, const char **field) {
  char kind[32];
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  *out = strcmp(kind, "trajectories") == 0 ? SM_PLOT_TRAJECTORIES : SM_PLOT_GRID;
  *field = *out == SM_PLOT_TRAJECTORIES ? "time" : sm_field_name(SM_FIELD_WIND_SPEED);
  if (strcmp(kind, "statistics") == 0) *field = sm_field_name(SM_FIELD_WIND_SPEED_MEAN);
  if (strcmp(kind, "ensemble") == 0) *field = sm_field_name(SM_FIELD_EXCEEDANCE_PROBABILITY);
  if (strcmp(kind, "prisms") == 0) {
    *out = SM_PLOT_PRISMS;
    return prism_field(ctx, path, field);
  }
  if (strcmp(kind, "checkpoint") == 0)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: a checkpoint, from which a run goes on\n"
                   "help: of the same run, the .nc file without '_checkpoint' is drawn",
                   path);
  if (strcmp(kind, "plume") == 0) return plume_field(ctx, path, field);
  return *out == SM_PLOT_GRID && kind[0] == '\0' ? wind_field(ctx, path, field) : SM_OK;
}

/* Rejects output files for other programs. */
static enum sm_status refuse_foreign(struct sm_context *ctx, const char *path) {
  static const char *const others[][2] = {
      {".vti", "ParaView"}, {".vtr", "ParaView"}, {".hdf", "ParaView"},     {".tif", "QGIS"},
      {".geojson", "QGIS"}, {".gpkg", "QGIS"},    {".kmz", "Google Earth"}, {".atm", "FARSITE"}};
  for (size_t n = 0; n < sizeof others / sizeof *others; n++)
    if (sm_text_ends_with(path, others[n][0]))
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: a file for %s\n"
                     "help: of the same run, the .nc file is drawn",
                     path, others[n][1]);
  return SM_OK;
}

enum sm_status sm_plot_find_source(struct sm_context *ctx, const char *path,
                                   enum sm_plot_source *out, const char **field) {
  char head[64] = "";
  *out = SM_PLOT_TABLE;
  *field = "series";
  if (sm_file_is_stream(path)) return SM_OK; /* read once, as a table */
  FILE *file = fopen(path, "rb");
  const size_t size = file != NULL ? fread(head, 1, sizeof head - 1, file) : 0;
  const bool readable = file != NULL && !ferror(file);
  const int reason = errno;
  if (file != NULL) fclose(file);
  if (!readable && reason == EISDIR)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: a folder, and pictures are of files\n"
                   "help: simoom plot %s/*.nc draws those in it, simoom report all of a run",
                   path, path);
  if (!readable)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: cannot be read: %s", path, strerror(reason));
  if (size == 0) return sm_fail(ctx, SM_ERR_DATA, "%s: error: the file is empty", path);
  *out = SM_PLOT_PARTICLES;
  *field = "altitude";
  if (sm_text_ends_with(path, ".vtp") || sm_text_ends_with(path, ".pvd")) return SM_OK;
  SM_TRY(refuse_foreign(ctx, path));
  const char *text = head + strspn(head, " \t\r\n");
  *out = SM_PLOT_TABLE;
  *field = "series";
  if (sm_text_ends_with(path, ".csv")) return SM_OK;
  *out = SM_PLOT_SUMMARY;
  *field = "residuals";
  if (text[0] == '{') return SM_OK;
  return netcdf_source(ctx, path, out, field);
}

enum sm_status sm_plot_default_field(struct sm_context *ctx, const char *path, const char **out) {
  enum sm_plot_source source;
  return sm_plot_find_source(ctx, path, &source, out);
}

enum sm_status sm_plot_times(struct sm_context *ctx, const char *path,
                             const struct sm_plot_options *options, int *count, double range[2]) {
  struct sm_plot_options own = *options;
  enum sm_plot_source source;
  const char *usual;
  SM_TRY(check_options(ctx, options));
  SM_TRY(sm_plot_find_source(ctx, path, &source, &usual));
  if (own.field == NULL) own.field = usual;
  *count = 1;
  if (source == SM_PLOT_PARTICLES) return sm_plot_particles_times(ctx, path, &own, count, range);
  return source == SM_PLOT_GRID ? sm_plot_grid_times(ctx, path, &own, count, range) : SM_OK;
}

/* Rejects options that do not apply to the kind of file. */
static enum sm_status check_unsupported(struct sm_context *ctx, const char *path,
                                        const struct sm_plot_options *o,
                                        enum sm_plot_source source) {
  const bool lines = source == SM_PLOT_TABLE || source == SM_PLOT_SUMMARY;
  if (o->unit != NULL && source != SM_PLOT_GRID && source != SM_PLOT_TABLE)
    return sm_plot_refuse_unit(ctx, path);
  if (o->extent != NULL && source != SM_PLOT_GRID) return sm_plot_refuse_extent(ctx, path);
  if (o->minus != NULL && source != SM_PLOT_GRID && source != SM_PLOT_PRISMS)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: only winds, statistics, plumes and prisms, NetCDF files, can be "
                   "subtracted from one another",
                   path);
  if (o->measured != NULL && source != SM_PLOT_TABLE)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: measurements lie beside profiles and tables in time, not in this "
                   "picture\nhelp: --at X,Y draws a profile",
                   path);
  if (lines && (o->kind != SM_PLOT_MAP || !isnan(o->height) || o->time >= 0 || o->species != NULL))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: of numbers in lines there are no sections, roses, heights, times or "
                   "species to choose from\nhelp: --field chooses columns",
                   path);
  if (lines && o->colour_map != NULL) return sm_plot_refuse_colour_map(ctx);
  if (source != SM_PLOT_GRID && !isnan(o->heights[0]))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: heights are chosen in sections of winds and plumes alone", path);
  if (source == SM_PLOT_SUMMARY && o->field != NULL && strcmp(o->field, "residuals") != 0)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: of the summary of a run the residuals are drawn, and no fields\n"
                   "help: they are in the .nc files beside it",
                   path);
  if (source != SM_PLOT_GRID && o->streamlines)
    return sm_fail(ctx, SM_ERR_USAGE, SM_PLOT_NO_WIND, path);
  return SM_OK;
}

/* Adds the profile of every file as a line, and measurements as dots. */
static enum sm_status add_profiles(struct sm_context *ctx, const char *const *path, size_t count,
                                   const struct sm_plot_options *options,
                                   struct sm_plot_profile *profile) {
  struct sm_plot_options own = *options;
  for (size_t n = 0; n < count; n++) {
    enum sm_plot_source source;
    const char *usual;
    SM_TRY(sm_plot_find_source(ctx, path[n], &source, &usual));
    if (source != SM_PLOT_GRID)
      return sm_fail(ctx, SM_ERR_USAGE, "%s: error: the file has no profiles", path[n]);
    if (own.field == NULL) own.field = usual;
    SM_TRY(sm_plot_profile_add(ctx, path[n], &own, count > 1, profile));
  }
  if (own.measured != NULL && own.minus != NULL)
    return sm_fail(ctx, SM_ERR_USAGE, "%s: error: measurements are not differences", own.measured);
  return own.measured != NULL ? sm_plot_profile_measured(ctx, &own, profile) : SM_OK;
}

enum sm_status sm_plot_profiles(struct sm_context *ctx, const char *const *path, size_t count,
                                const struct sm_plot_options *options, const char *picture) {
  struct sm_plot_profile profile = {.title = ""};
  enum sm_plot_format format;
  SM_TRY(check_options(ctx, options));
  SM_TRY(sm_plot_choose_format(ctx, picture, &format));
  enum sm_status status = add_profiles(ctx, path, count, options, &profile);
  if (status == SM_OK) status = sm_plot_profile_draw(ctx, options, &profile, picture);
  sm_plot_lines_free(&profile.lines);
  return status;
}

enum sm_status sm_plot_file(struct sm_context *ctx, const char *path,
                            const struct sm_plot_options *options, const char *picture) {
  struct sm_plot_options own = *options;
  enum sm_plot_source source;
  enum sm_plot_format format;
  const char *usual;
  SM_TRY(check_options(ctx, options));
  SM_TRY(sm_plot_choose_format(ctx, picture, &format));
  SM_TRY(sm_plot_find_source(ctx, path, &source, &usual));
  if (own.field == NULL) own.field = usual;
  if (own.kind == SM_PLOT_PROFILE) return sm_plot_profiles(ctx, &path, 1, options, picture);
  SM_TRY(check_unsupported(ctx, path, options, source));
  switch (source) {
  case SM_PLOT_TRAJECTORIES: return sm_plot_trajectories(ctx, path, &own, picture);
  case SM_PLOT_PARTICLES: return sm_plot_particles(ctx, path, &own, picture);
  case SM_PLOT_PRISMS: return sm_plot_prisms(ctx, path, &own, picture);
  case SM_PLOT_TABLE: return sm_plot_series(ctx, path, &own, picture);
  case SM_PLOT_SUMMARY: return sm_plot_history(ctx, path, &own, picture);
  case SM_PLOT_GRID: break;
  }
  return sm_plot_grid(ctx, path, &own, picture);
}
