/* cmd_plot.c - draws a map or a section of a result, or the spectrum of a table in time. */
#include "numbers.h"
#include "options.h"
#include "plot_spectrum.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
  const char *picture, *field, *height, *section, *receptor, *range, *size, *species, *scale,
      *spectrum;
  int time, vectors;
  bool no_vectors, streamlines, no_relief;
} values = {.time = -1, .vectors = -1};

enum { STREAMLINES_APART = 22 }; /* pixels, unless --vectors says otherwise */

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
     .help =
         "What to draw: speed (default), direction, u, v, w, terrain, building or z0. Of "
         "statistics also percentile:95, exceedance:5 (m/s) and comfort_nen8100, "
         "danger_nen8100 and so on; speed is then the mean. Of what the wind carries "
         "concentration (default), dose, largest, arrival, arrival:1e-6 (kg/m3) or deposition. "
         "Of ways of particles time (default), age, speed or altitude. Of flows and their means "
         "any other variable on cells: pressure, uu and so on."},
    {.name = "species",
     .argument = "NAME",
     .text = &values.species,
     .help = "Of what the wind carries: which species. Default: the first; of ways all."},
    {.name = "height",
     .argument = "HEIGHT",
     .text = &values.height,
     .help = "Map at this height above the ground, in m or with a unit as in \"30 ft\". Default: "
             "10 m; of statistics the first of theirs; of what the wind carries the lowest "
             "boxes that have air."},
    {.name = "section",
     .argument = "LINE",
     .text = &values.section,
     .help = "Vertical section instead of a map, along x0,y0,x1,y1 in the file's coordinates, or "
             "ew or ns: west to east or south to north through the middle."},
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
     .argument = "N",
     .integer = &values.time,
     .min = 0,
     .max = INT_MAX,
     .help = "Which time or interval, counted from 0. Default: the last."},
    {.name = "range",
     .argument = "LOW,HIGH",
     .text = &values.range,
     .help = "Ends of the colour scale. Default: from the data."},
    {.name = "scale",
     .argument = "KIND",
     .text = &values.scale,
     .help = "linear or log. Default: log, over four decades, of concentrations, doses and "
             "deposition; else linear."},
    {.name = "size",
     .argument = "WIDTHxHEIGHT",
     .text = &values.size,
     .help = "Pixels of the picture. Default: 1200x900."},
    {.name = "vectors",
     .argument = "PIXELS",
     .integer = &values.vectors,
     .min = 4,
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

static bool read_section(const char *text, struct sm_plot_options *options) {
  options->kind = SM_PLOT_SECTION;
  const bool ns = strcmp(text, "ns") == 0;
  if (ns || strcmp(text, "ew") == 0) { /* through the middle, from one edge to the other */
    options->from[!ns] = options->to[!ns] = NAN;
    options->from[ns] = -INFINITY;
    options->to[ns] = INFINITY;
    return true;
  }
  double line[4];
  if (!cli_read_numbers(text, ',', 4, line)) return false;
  memcpy(options->from, line, sizeof options->from);
  memcpy(options->to, line + 2, sizeof options->to);
  return line[0] < line[2] || line[0] > line[2] || line[1] < line[3] || line[1] > line[3];
}

static bool read_size(const char *text, struct sm_plot_options *options) {
  double size[2];
  if (!cli_read_numbers(text, 'x', 2, size)) return false;
  for (int i = 0; i < 2; i++)
    if (size[i] < 100 || size[i] > 20000 || size[i] > floor(size[i])) return false;
  options->width = (int)size[0];
  options->image_height = (int)size[1];
  return true;
}

/* Fills the options of the library; returns what is wrong with the command line, or NULL. */
static const char *read_options(struct sm_plot_options *options) {
  double range[2];
  if (values.height != NULL && values.section != NULL)
    return "--height is for a map and --section for a section: give one of them";
  if (values.receptor != NULL && (values.height != NULL || values.section != NULL))
    return "--receptor draws a wind rose: --height and --section have no use";
  if (values.no_vectors && (values.vectors >= 0 || values.streamlines))
    return "--no-vectors: --vectors and --streamlines have no use";
  if (values.height != NULL && !cli_read_height(values.height, &options->height))
    return "--height: a height above the ground such as 10, \"10 m\" or \"30 ft\" is wanted";
  if (values.section != NULL && !read_section(values.section, options))
    return "--section: ew, ns or two different points x0,y0,x1,y1 are wanted";
  if (values.size != NULL && !read_size(values.size, options))
    return "--size: pixels such as 1200x900 are wanted, each from 100 to 20000";
  if (values.range != NULL) {
    if (!cli_read_numbers(values.range, ',', 2, range) || !(range[0] < range[1]))
      return "--range: two rising numbers LOW,HIGH are wanted";
    options->low = range[0];
    options->high = range[1];
  }
  if (values.scale != NULL) {
    const bool linear = strcmp(values.scale, "linear") == 0;
    if (!linear && strcmp(values.scale, "log") != 0) return "--scale: linear or log is wanted";
    options->scale = linear ? SM_PLOT_SCALE_LINEAR : SM_PLOT_SCALE_LOGARITHMIC;
  }
  options->species = values.species;
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
  options->time = values.time;
  return NULL;
}

/* Name of the picture: "out/town.nc" becomes "out/town_speed.png", or "out/town_speed_2m.png" when
 * a height was asked for. */
static bool name_picture(const char *file, const struct sm_plot_options *options, char *out,
                         size_t size) {
  const char *slash = strrchr(file, '/');
  const char *dot = strrchr(file, '.');
  const size_t stem =
      dot != NULL && (slash == NULL || dot > slash + 1) ? (size_t)(dot - file) : strlen(file);
  char where[64] = "", when[32] = "", species[80] = "";
  const char *what = options->kind == SM_PLOT_ROSE ? options->receptor : options->field;
  if (options->kind == SM_PLOT_ROSE) snprintf(where, sizeof where, "_rose");
  if (options->kind == SM_PLOT_SECTION) snprintf(where, sizeof where, "_section");
  if (options->kind == SM_PLOT_MAP && !isnan(options->height))
    snprintf(where, sizeof where, "_%gm", options->height);
  if (options->species != NULL) snprintf(species, sizeof species, "_%s", options->species);
  if (options->time >= 0) snprintf(when, sizeof when, "_t%d", options->time);
  const int length =
      snprintf(out, size, "%.*s_%s%s%s%s.png", (int)stem, file, what, species, where, when);
  if (length < 0 || (size_t)length >= size) return false;
  for (char *c = out + stem; *c != '\0'; c++)
    if (strchr(":/ ", *c) != NULL) *c = '_'; /* of "percentile:95", or a receptor's name */
  return true;
}

static int run_spectrum(struct cli_session *session, const char *table,
                        const struct sm_plot_options *options) {
  const struct cli_plot_spectrum request = {
      table,         values.spectrum, values.picture,       options->low,
      options->high, options->width,  options->image_height};
  if (values.range != NULL && !(options->low > 0))
    return cli_session_error(session, SM_ERR_USAGE,
                             "--range: frequencies above 0 are wanted with --spectrum");
  return cli_plot_spectrum(session, &request);
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_plot_options options = sm_plot_options_default();
  const char *problem = read_options(&options);
  if (problem != NULL)
    return cli_session_error(session, SM_ERR_USAGE, "%s\n  help: 'simoom help plot'", problem);
  if (values.spectrum != NULL) return run_spectrum(session, operands->item[0], &options);
  char name[4096];
  const char *picture = values.picture;
  if (options.field == NULL) {
    const enum sm_status status = sm_plot_field(session->ctx, operands->item[0], &options.field);
    if (status != SM_OK) return cli_session_fail(session, status);
  }
  if (picture == NULL) {
    if (!name_picture(operands->item[0], &options, name, sizeof name))
      return cli_session_error(session, SM_ERR_USAGE, "the name of the file is too long");
    picture = name;
  }
  const enum sm_status status = sm_plot(session->ctx, operands->item[0], &options, picture);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_terminal_clear(&session->terminal);
  printf("%s\n", picture);
  return 0;
}

const struct cli_command cli_command_plot = {
    .name = "plot",
    .operands = "FILE",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "draw a map or a section of a result",
    .details =
        "Draws a NetCDF file of simoom as a map at a height above the ground, or as a vertical "
        "section, with colours, axes, buildings and arrows of the wind; or the wind rose at a "
        "receptor. Of what the wind carries, the thresholds are lines and the sources crosses; "
        "ways "
        "of particles are drawn from above, or from the side with --section. A table of "
        "probes is drawn as a spectrum. The name of the picture is printed.",
    .options = {own_options, cli_common_options},
    .run = run,
};
