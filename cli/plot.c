/* plot.c - `simoom plot`: maps, sections, profiles and roses of results, spectra of time series. */
#include "cli/options/numbers.h"
#include "cli/options/options.h"
#include "cli/plot/arguments.h"
#include "cli/plot/names.h"
#include "cli/plot/spectrum.h"
#include <math.h>
#include <string.h>

static struct {
  const char *picture, *field, *unit, *height, *section, *receptor, *range, *size, *species, *scale,
      *spectrum, *at, *measured, *time, *minus, *title, *extent, *colormap;
  double corners[4];
  int vectors;
  bool all_times, no_vectors, streamlines, no_relief;
} values = {.vectors = -1};

enum { STREAMLINES_APART = 22 }; /* default spacing, pixels; --vectors changes it */

static const char field_words[] =
#define FIELD(ID, NAME, ...) NAME "|"
#include "simoom/fields.def"
#undef FIELD
    "altitude|age|speed";

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "PICTURE",
     .text = &values.picture,
     .help = "File to draw; .png, .svg or .pdf. Default: a .png beside FILE, named after it and "
             "what is drawn."},
    {.name = "field",
     .argument = "NAME",
     .text = &values.field,
     .words = field_words,
     .help = "What to draw. Of winds wind_speed (default), wind_from_direction, u, v, w, terrain, "
             "building_height, z0 and what the file has on cells: tke, uu, temperature (default "
             "with combustion) and so on. Of flows with scalars concentration (default). Of "
             "statistics wind_speed_mean (default), wind_speed_percentile:95, "
             "wind_speed_exceedance:5 (m/s), comfort_nen8100, danger_nen8100 and so on. Of a plume "
             "concentration (default), dose, concentration_maximum, arrival_time, "
             "arrival_time:1e-6 (kg/m3) or deposition. Of particle trajectories time (default), "
             "age, speed or altitude; of all particles at a time altitude (default), species, age, "
             "speed, diameter or mass. Of prisms the solution, phi (default), bottom and so on. Of "
             "tables columns. docs/files.md lists the fields."},
    {.name = "species",
     .argument = "NAME",
     .text = &values.species,
     .help = "Of a plume: which species. Default: the first; of trajectories all."},
    {.name = "unit",
     .argument = "UNIT",
     .text = &values.unit,
     .help = "Unit of what is shown, as kt, mph, degC or \"ug/m3\"; of concentrations of gases in "
             "a flow also ppm, ppb or ppt, shares of all molecules. Default: that of the file."},
    {.name = "minus",
     .argument = "FILE",
     .text = &values.minus,
     .help =
         "Draw the difference of two results: the field less that of this file, which is on the "
         "same grid, at the same time. Of wind_speed it is the difference of the two speeds, "
         "not the speed of the difference; directions differ by the shorter way round."},
    {.name = "height",
     .argument = "HEIGHT",
     .text = &values.height,
     .help =
         "Map at this height above the ground, in m or with a unit as in \"30 ft\"; of a section "
         "LOW,HIGH: what is drawn, above its lowest ground. Default: that of output.heights "
         "which is nearest to 10 m, or to 2 m of scalars of a flow or of fire, else just these; "
         "of statistics the first of theirs; of a plume the lowest boxes that have air."},
    {.name = "extent",
     .argument = "X0,Y0,X1,Y1",
     .text = &values.extent,
     .help = "Part of a map, in the file's coordinates: the cells that lie in it, all or in part."},
    {.name = "section",
     .argument = "LINE",
     .text = &values.section,
     .words = "ew|ns",
     .help = "Vertical section instead of a map, along x0,y0,x1,y1 in the file's coordinates, or "
             "ew or ns: west to east or south to north through the middle."},
    {.name = "at",
     .argument = "X,Y",
     .text = &values.at,
     .help = "Profile above this place, in the file's coordinates, instead of a map; of several "
             "files in one picture. --height is then how high it reaches, and --scale that of "
             "heights."},
    {.name = "measured",
     .argument = "TABLE",
     .text = &values.measured,
     .help = "Dots of what was measured, from a table (CSV): of a profile the columns z, m above "
             "the ground, and the name of the field; of a table in time columns of its names."},
    {.name = "receptor",
     .argument = "NAME",
     .text = &values.receptor,
     .help = "Wind rose at this receptor of a file of statistics, instead of a map."},
    {.name = "spectrum",
     .argument = "COLUMN",
     .text = &values.spectrum,
     .help = "Of a table in time, as those of probes: the power spectrum of a column, u_1 or so. "
             "With --range the power law between two frequencies, Hz, is fitted and printed."},
    {.name = "time",
     .argument = "N|DATE|all",
     .text = &values.time,
     .help = "Which time or interval: counted from 0, or a date (UTC) as 2026-05-01T12:00Z, or in "
             "files without dates seconds as in \"600 s\". Default: the last. all: a picture of "
             "each, with the same colours; of profiles a line of each."},
    {.name = "title",
     .argument = "TEXT",
     .text = &values.title,
     .help = "Title of the picture. Default: that of the case."},
    {.name = "range",
     .argument = "LOW,HIGH",
     .text = &values.range,
     .help = "Ends of the colour scale. Default: from the data."},
    {.name = "colormap",
     .argument = "NAME",
     .text = &values.colormap,
     .words = "viridis|plasma|inferno|magma|gray|viridis_r|plasma_r|inferno_r|magma_r|gray_r",
     .help = "Colours of what rises from low to high: viridis (default), plasma, inferno, magma or "
             "gray, and each reversed, as gray_r."},
    {.name = "scale",
     .argument = "KIND",
     .text = &values.scale,
     .words = "linear|log",
     .help = "linear or log. Default: log, over four decades, of concentrations, doses and "
             "deposition; else linear."},
    {.name = "size",
     .argument = "WIDTHxHEIGHT",
     .text = &values.size,
     .help = "Pixels of the picture. Default: 1200x900, or less high where what is drawn is."},
    {.name = "vectors",
     .argument = "PIXELS",
     .integer = &values.vectors,
     .min = 8,
     .max = 10000,
     .help = "Arrows of the wind, or streamlines, about this far apart."},
    {.name = "no-vectors", .flag = &values.no_vectors, .help = "No arrows."},
    {.name = "streamlines",
     .flag = &values.streamlines,
     .help = "Streamlines of the wind at the height, or along the section, in place of arrows."},
    {.name = "no-relief",
     .flag = &values.no_relief,
     .help = "Maps without shading and contours of the ground: colours are then those of the "
             "scale alone."},
    {0},
};

/* Fills the plot options; returns an error text for the command line, or NULL. */
static const char *read_options(struct sm_plot_options *options) {
  double range[2];
  if (values.at != NULL && (values.section != NULL || values.receptor != NULL))
    return "--at cannot be combined with --section or --receptor";
  if (values.at != NULL && !cli_read_numbers(values.at, ',', 2, options->place))
    return "--at: expected a place X,Y";
  if (values.at != NULL) options->kind = SM_PLOT_PROFILE;
  values.all_times = values.time != NULL && strcmp(values.time, "all") == 0;
  if (values.receptor != NULL && (values.height != NULL || values.section != NULL))
    return "--receptor cannot be combined with --height or --section";
  if (values.no_vectors && (values.vectors >= 0 || values.streamlines))
    return "--no-vectors cannot be combined with --vectors or --streamlines";
  if (values.height != NULL && values.section != NULL) {
    if (!cli_plot_read_heights(values.height, options->heights))
      return "--height: of a section expected LOW,HIGH such as 0,200 or \"0,600 ft\"";
  } else if (values.height != NULL && !cli_read_height(values.height, &options->height)) {
    return "--height: expected a height above the ground such as 10, \"10 m\" or \"30 ft\"";
  }
  if (values.section != NULL && !cli_plot_read_section(values.section, options))
    return "--section: expected ew, ns or two different points x0,y0,x1,y1";
  if (values.extent != NULL && !cli_plot_read_extent(values.extent, values.corners))
    return "--extent: expected X0,Y0,X1,Y1 with X0 below X1 and Y0 below Y1";
  if (values.size != NULL && !cli_plot_read_size(values.size, options))
    return "--size: expected pixels such as 1200x900, each from 200 to 20000";
  if (values.range != NULL) {
    if (!cli_read_numbers(values.range, ',', 2, range) || !(range[0] < range[1]))
      return "--range: expected two increasing numbers LOW,HIGH";
    options->low = range[0];
    options->high = range[1];
  }
  if (values.scale != NULL) {
    const bool linear = strcmp(values.scale, "linear") == 0;
    if (!linear && strcmp(values.scale, "log") != 0) return "--scale: expected linear or log";
    options->scale = linear ? SM_PLOT_SCALE_LINEAR : SM_PLOT_SCALE_LOGARITHMIC;
  }
  options->species = values.species;
  options->unit = values.unit;
  options->colour_map = values.colormap;
  options->minus = values.minus;
  options->title = values.title;
  if (values.extent != NULL) options->extent = values.corners;
  if (values.receptor != NULL) {
    options->kind = SM_PLOT_ROSE;
    options->receptor = values.receptor;
  }
  if (values.field != NULL) options->field = values.field;
  options->streamlines = values.streamlines;
  options->no_relief = values.no_relief;
  if (values.streamlines) options->vectors = STREAMLINES_APART;
  if (values.vectors >= 0) options->vectors = values.vectors;
  if (values.no_vectors) options->vectors = 0;
  options->measured = values.measured;
  return NULL;
}

static int run_spectrum(struct cli_session *session, const char *table,
                        const struct sm_plot_options *options) {
  const struct cli_plot_spectrum request = {table,          values.spectrum,      values.title,
                                            values.picture, options->low,         options->high,
                                            options->width, options->image_height};
  if (values.range != NULL && !(options->low > 0))
    return cli_session_error(session, SM_ERR_USAGE,
                             "--range: with --spectrum the frequencies must be above 0");
  return cli_plot_draw_spectrum(session, &request);
}

/* Finds the time of --time in a file. */
static enum sm_status find_time(struct sm_context *ctx, const char *path,
                                struct sm_plot_options *options) {
  const bool chosen = values.time != NULL && !values.all_times;
  return chosen ? sm_find_time(ctx, path, values.time, &options->time) : SM_OK;
}

/* Draws one picture and prints its file name. */
static int draw(struct cli_session *session, const char *file,
                const struct sm_plot_options *options, const char *picture) {
  const enum sm_status status = sm_plot_file(session->ctx, file, options, picture);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_terminal_clear(&session->terminal);
  printf("%s\n", picture);
  return 0;
}

/* Fields, numbers of times and colour range of all files. */
struct plan {
  struct cli_file_plan {
    const char *field;
    int times;
  } file[CLI_OPERANDS];
  double range[2];
};

/* Of several files, as of out/..., leaves out those in which nothing is to be drawn. */
static void leave_others(struct cli_session *session, struct cli_operands *files) {
  int kept = 0;
  for (int n = 0; n < files->count; n++) {
    const bool drawn = cli_plot_is_result(files->item[n]);
    char text[4400];
    snprintf(text, sizeof text, "%s: not a result that is drawn: left out", files->item[n]);
    if (!drawn) cli_terminal_log(&session->terminal, SM_LOG_WARNING, text);
    if (drawn) files->item[kept++] = files->item[n];
  }
  if (kept > 0) files->count = kept; /* else the first one says what is wrong with it */
}

/* Determines a common colour range for all pictures of the same field. */
static enum sm_status make_plan(struct sm_context *ctx, const struct cli_operands *files,
                                const struct sm_plot_options *options, struct plan *plan) {
  bool same = true;
  plan->range[0] = plan->range[1] = NAN;
  for (int n = 0; n < files->count; n++) {
    struct cli_file_plan *file = &plan->file[n];
    enum sm_status status = SM_OK;
    file->field = options->field;
    file->times = 1;
    if (file->field == NULL) status = sm_plot_default_field(ctx, files->item[n], &file->field);
    if (status != SM_OK) return status;
    same = same && strcmp(file->field, plan->file[0].field) == 0;
    if (files->count == 1 && !values.all_times) continue;
    struct sm_plot_options own = *options;
    double range[2] = {NAN, NAN};
    own.field = file->field;
    status = sm_plot_times(ctx, files->item[n], &own, &file->times, same ? plan->range : range);
    if (status != SM_OK) return status;
  }
  if (!same) plan->range[0] = plan->range[1] = NAN;
  return SM_OK;
}

/* Draws one time or all times of a file. */
static int draw_file(struct cli_session *session, const char *path,
                     const struct cli_file_plan *plan, struct sm_plot_options *options) {
  char name[4096];
  const bool all = values.all_times && plan->times > 1;
  int code = 0;
  for (int t = 0; t < (all ? plan->times : 1) && code == 0; t++) {
    const int digits = all ? cli_plot_digits(plan->times) : 1;
    const char *picture = values.picture;
    bool fits = true;
    if (all) options->time = t;
    if (all && picture != NULL) fits = cli_plot_name_time(picture, t, digits, name, sizeof name);
    if (picture == NULL) fits = cli_plot_name(path, options, digits, name, sizeof name);
    if (!fits) return cli_session_error(session, SM_ERR_USAGE, "the name of the file is too long");
    code = draw(session, path, options, all || picture == NULL ? name : picture);
  }
  return code;
}

static int draw_files(struct cli_session *session, const struct cli_operands *given,
                      const struct sm_plot_options *options) {
  struct cli_operands chosen = *given;
  const struct cli_operands *files = &chosen;
  struct plan plan;
  if (given->count > 1) leave_others(session, &chosen);
  const enum sm_status status = make_plan(session->ctx, files, options, &plan);
  int code = status != SM_OK ? cli_session_fail(session, status) : 0;
  if (values.picture != NULL && files->count > 1)
    return cli_session_error(session, SM_ERR_USAGE, "-o: %d files cannot be drawn into one picture",
                             files->count);
  for (int n = 0; n < files->count && code == 0; n++) {
    struct sm_plot_options own = *options;
    own.field = plan.file[n].field;
    if (isnan(own.low)) own.low = plan.range[0];
    if (isnan(own.high)) own.high = plan.range[1];
    const enum sm_status found = find_time(session->ctx, files->item[n], &own);
    code = found != SM_OK ? cli_session_fail(session, found)
                          : draw_file(session, files->item[n], &plan.file[n], &own);
  }
  return code;
}

/* Finds the time of --time, which has the same index in all files of a picture of profiles. */
static int find_common_time(struct cli_session *session, const struct cli_operands *files,
                            struct sm_plot_options *options) {
  enum sm_status status = SM_OK;
  for (int n = 0; n < files->count && status == SM_OK; n++) {
    struct sm_plot_options own = *options;
    status = find_time(session->ctx, files->item[n], &own);
    if (n == 0) options->time = own.time;
    if (status == SM_OK && own.time != options->time)
      return cli_session_error(session, SM_ERR_USAGE,
                               "--time: '%s' is time %d of %s and %d of %s, and profiles in one "
                               "picture have one number",
                               values.time, options->time, files->item[0], own.time,
                               files->item[n]);
  }
  return status != SM_OK ? cli_session_fail(session, status) : 0;
}

/* Draws the profiles of all files in one picture. */
static int draw_profile(struct cli_session *session, const struct cli_operands *files,
                        struct sm_plot_options *options) {
  char name[4096];
  const char *picture = values.picture;
  const int code = find_common_time(session, files, options);
  enum sm_status status = SM_OK;
  if (code != 0) return code;
  if (options->field == NULL)
    status = sm_plot_default_field(session->ctx, files->item[0], &options->field);
  if (status != SM_OK) return cli_session_fail(session, status);
  if (picture == NULL) {
    if (!cli_plot_name(files->item[0], options, 1, name, sizeof name))
      return cli_session_error(session, SM_ERR_USAGE, "the name of the file is too long");
    picture = name;
  }
  if (values.all_times) options->time = SM_PLOT_ALL_TIMES;
  const char *paths[CLI_OPERANDS];
  for (int n = 0; n < files->count; n++) paths[n] = files->item[n];
  status = sm_plot_profiles(session->ctx, paths, (size_t)files->count, options, picture);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_terminal_clear(&session->terminal);
  printf("%s\n", picture);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_plot_options options = sm_plot_options_default();
  const char *problem = read_options(&options);
  if (problem == NULL && values.spectrum != NULL && operands->count > 1)
    problem = "--spectrum is of one table";
  const bool of_maps = values.minus != NULL || values.time != NULL || values.extent != NULL;
  if (problem == NULL && values.spectrum != NULL && of_maps)
    problem = "--spectrum cannot be combined with --minus, --time or --extent";
  if (problem != NULL)
    return cli_session_error(session, SM_ERR_USAGE, "%s\n  help: 'simoom help plot'", problem);
  if (values.spectrum != NULL) return run_spectrum(session, operands->item[0], &options);
  return options.kind == SM_PLOT_PROFILE ? draw_profile(session, operands, &options)
                                         : draw_files(session, operands, &options);
}

const struct cli_command cli_command_plot = {
    .name = "plot",
    .operands = "FILE...",
    .operand_min = 1,
    .operand_max = CLI_OPERANDS,
    .summary = "draw a map, a section, a profile or a series of a result",
    .details =
        "Draws a NetCDF file of simoom as a map at a height above the ground, or as a vertical "
        "section, with colours, axes, buildings and arrows of the wind; as a profile above a "
        "place; or the wind rose at a receptor. Of a plume, the thresholds are lines and the "
        "sources crosses; particle trajectories are drawn from above, or from the side with "
        "--section, and so are all particles at a time (.pvd, .vtp). Prisms are drawn with their "
        "mesh. A table in time (.csv) is drawn as lines or as a spectrum, the summary of a run "
        "(JSON) as its residuals. docs/plot.md has a table of what can be drawn of which file. "
        "The names of the pictures are printed.",
    .options = {own_options, cli_common_options},
    .run = run,
};
