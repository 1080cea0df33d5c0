#include "plot_options.h"

#include "animation.h"
#include "arguments.h"
#include "cli/options/numbers.h"
#include <string.h>

struct cli_plot_values cli_plot_values = {.vectors = -1};

enum { STREAMLINES_APART = 22 }; /* default spacing, pixels; --vectors changes it */

static const char field_words[] =
#define FIELD(ID, NAME, ...) NAME "|"
#include "simoom/fields.def"
#undef FIELD
    "altitude|age|speed";

const struct cli_option cli_plot_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "PICTURE",
     .text = &cli_plot_values.picture,
     .named = true,
     .help = "File to draw; .png, .svg or .pdf; .gif or .mp4 is an animation of all times, which "
             "ffmpeg makes. Default: a .png beside FILE, named after it and what is drawn."},
    {.name = "fps",
     .argument = "N",
     .integer = &cli_plot_values.fps,
     .min = 1,
     .max = 60,
     .help = "Of an animation: pictures per second. Default: 5."},
    {.name = "field",
     .argument = "NAME",
     .text = &cli_plot_values.field,
     .words = field_words,
     .help = "What to draw. Of winds wind_speed (default), wind_from_direction, u, v, w, terrain, "
             "building_height, z0 and what the file has on cells: tke, uu, temperature (default "
             "with combustion) and so on. Of flows with scalars concentration (default). Of "
             "statistics wind_speed_mean (default), wind_speed_percentile:95, "
             "wind_speed_exceedance:5 (m/s), comfort_nen8100, danger_nen8100 and so on. Of a plume "
             "concentration (default), dose, concentration_maximum, arrival_time, "
             "arrival_time:1e-6 (kg/m3), deposition or wet_deposition. Of particle trajectories "
             "time (default), "
             "age, speed or altitude; of all particles at a time altitude (default), species, age, "
             "speed, diameter or mass. Of prisms the solution, phi (default), bottom and so on. Of "
             "tables columns. docs/files.md lists the fields."},
    {.name = "species",
     .argument = "NAME",
     .text = &cli_plot_values.species,
     .help = "Of a plume: which species. Default: the first; of trajectories all."},
    {.name = "unit",
     .argument = "UNIT",
     .text = &cli_plot_values.unit,
     .help =
         "Unit of what is shown, as kt, mph, degC or \"ug/m3\"; of concentrations of gases also "
         "ppm, ppb or ppt, shares of all molecules. Default: that of the file."},
    {.name = "minus",
     .argument = "FILE",
     .text = &cli_plot_values.minus,
     .help =
         "Draw the difference of two results: the field less that of this file, which is on the "
         "same grid, at the same time. Of wind_speed it is the difference of the two speeds, "
         "not the speed of the difference; directions differ by the shorter way round."},
    {.name = "height",
     .argument = "HEIGHT",
     .text = &cli_plot_values.height,
     .help =
         "Map at this height above the ground, in m or with a unit as in \"30 ft\"; of a section "
         "LOW,HIGH: what is drawn, above its lowest ground. Default: that of output.heights "
         "which is nearest to 10 m, or to 2 m of scalars of a flow or of fire, else just these; "
         "of statistics the first of theirs; of a plume the lowest boxes that have air."},
    {.name = "extent",
     .argument = "X0,Y0,X1,Y1",
     .text = &cli_plot_values.extent,
     .help = "Part of a map, in the file's coordinates: the cells that lie in it, all or in part."},
    {.name = "zoom",
     .argument = "FACTOR[,X,Y]",
     .text = &cli_plot_values.zoom,
     .help =
         "Part of a map or a section: 4 draws a quarter of the width and height of a map, or of "
         "the length of a section, centred on the domain or on X,Y in the file's coordinates."},
    {.name = "section",
     .argument = "LINE",
     .text = &cli_plot_values.section,
     .words = "ew|ns",
     .help = "Vertical section instead of a map, along x0,y0,x1,y1 in the file's coordinates, or "
             "ew or ns: west to east or south to north through the middle."},
    {.name = "at",
     .argument = "X,Y",
     .text = &cli_plot_values.at,
     .help = "Profile above this place, in the file's coordinates, instead of a map; of several "
             "files in one picture. --height is then how high it reaches, and --scale that of "
             "heights."},
    {.name = "measured",
     .argument = "TABLE",
     .text = &cli_plot_values.measured,
     .help = "Dots of what was measured, from a table (CSV): of a profile the columns z, m above "
             "the ground, and the name of the field; of a table in time columns of its names."},
    {.name = "receptor",
     .argument = "NAME",
     .text = &cli_plot_values.receptor,
     .help = "Wind rose at this receptor of a file of statistics, instead of a map."},
    {.name = "spectrum",
     .argument = "COLUMN",
     .text = &cli_plot_values.spectrum,
     .help = "Of a table in time, as those of probes: the power spectrum of a column, u_1 or so. "
             "With --range the power law between two frequencies, Hz, is fitted and printed."},
    {.name = "time",
     .argument = "N|DATE|all",
     .text = &cli_plot_values.time,
     .help = "Which time or interval: counted from 0, or a date (UTC) as 2026-05-01T12:00Z, of "
             "2026-05-01T12 or 2026-05-01 the first time in it, or in files without dates seconds "
             "as in \"600 s\". Default: the last. all: a picture of "
             "each, with the same colours; of profiles a line of each."},
    {.name = "title",
     .argument = "TEXT",
     .text = &cli_plot_values.title,
     .help = "Title of the picture. Default: that of the case."},
    {.name = "range",
     .argument = "LOW,HIGH",
     .text = &cli_plot_values.range,
     .help = "Ends of the colour scale. Default: from the data."},
    {.name = "colormap",
     .argument = "NAME",
     .text = &cli_plot_values.colormap,
     .words = "viridis|plasma|inferno|magma|gray|viridis_r|plasma_r|inferno_r|magma_r|gray_r",
     .help = "Colours of what rises from low to high: viridis (default), plasma, inferno, magma or "
             "gray, and each reversed, as gray_r."},
    {.name = "scale",
     .argument = "KIND",
     .text = &cli_plot_values.scale,
     .words = "linear|log",
     .help = "linear or log. Default: log, over four decades, of concentrations, doses and "
             "deposition; else linear."},
    {.name = "size",
     .argument = "WIDTHxHEIGHT",
     .text = &cli_plot_values.size,
     .help = "Pixels of the picture. Default: 1200x900, or less high where what is drawn is."},
    {.name = "vectors",
     .argument = "PIXELS",
     .integer = &cli_plot_values.vectors,
     .min = 8,
     .max = 10000,
     .help = "Arrows of the wind, or streamlines, about this far apart."},
    {.name = "no-vectors", .flag = &cli_plot_values.no_vectors, .help = "No arrows."},
    {.name = "streamlines",
     .flag = &cli_plot_values.streamlines,
     .help = "Streamlines of the wind at the height, or along the section, in place of arrows."},
    {.name = "no-relief",
     .flag = &cli_plot_values.no_relief,
     .help = "Maps without shading and contours of the ground: colours are then those of the "
             "scale alone."},
    {0},
};

const char *cli_plot_read_options(struct sm_plot_options *options) {
  double range[2];
  if (cli_plot_values.at != NULL &&
      (cli_plot_values.section != NULL || cli_plot_values.receptor != NULL))
    return "--at cannot be combined with --section or --receptor";
  if (cli_plot_values.at != NULL && !cli_read_numbers(cli_plot_values.at, ',', 2, options->place))
    return "--at: expected a place X,Y";
  if (cli_plot_values.at != NULL) options->kind = SM_PLOT_PROFILE;
  const bool animated =
      cli_plot_values.picture != NULL && cli_plot_is_animation(cli_plot_values.picture);
  cli_plot_values.all_times =
      cli_plot_values.time != NULL ? strcmp(cli_plot_values.time, "all") == 0 : animated;
  if (animated && (!cli_plot_values.all_times || cli_plot_values.at != NULL ||
                   cli_plot_values.spectrum != NULL))
    return "-o: an animation (.gif, .mp4) is of all times of a map or a section, without --time N, "
           "--at and --spectrum";
  if (cli_plot_values.fps > 0 && !animated) return "--fps is of an animation: -o NAME.gif or .mp4";
  if (cli_plot_values.receptor != NULL &&
      (cli_plot_values.height != NULL || cli_plot_values.section != NULL))
    return "--receptor cannot be combined with --height or --section";
  if (cli_plot_values.no_vectors && (cli_plot_values.vectors >= 0 || cli_plot_values.streamlines))
    return "--no-vectors cannot be combined with --vectors or --streamlines";
  if (cli_plot_values.height != NULL && cli_plot_values.section != NULL) {
    if (!cli_plot_read_heights(cli_plot_values.height, options->heights))
      return "--height: of a section expected LOW,HIGH such as 0,200 or \"0,600 ft\"";
  } else if (cli_plot_values.height != NULL &&
             !cli_read_height(cli_plot_values.height, &options->height)) {
    return "--height: expected a height above the ground such as 10, \"10 m\" or \"30 ft\"";
  }
  if (cli_plot_values.section != NULL && !cli_plot_read_section(cli_plot_values.section, options))
    return "--section: expected ew, ns or two different points x0,y0,x1,y1";
  if (cli_plot_values.extent != NULL &&
      !cli_plot_read_extent(cli_plot_values.extent, cli_plot_values.corners))
    return "--extent: expected X0,Y0,X1,Y1 with X0 below X1 and Y0 below Y1";
  if (cli_plot_values.zoom != NULL &&
      !cli_plot_read_zoom(cli_plot_values.zoom, cli_plot_values.window))
    return "--zoom: expected a factor from 1, as 4, or a factor and a place, 4,X,Y";
  if (cli_plot_values.zoom != NULL &&
      (cli_plot_values.extent != NULL || cli_plot_values.at != NULL ||
       cli_plot_values.receptor != NULL || cli_plot_values.spectrum != NULL))
    return "--zoom cannot be combined with --extent, --at, --receptor or --spectrum";
  if (cli_plot_values.size != NULL && !cli_plot_read_size(cli_plot_values.size, options))
    return "--size: expected pixels such as 1200x900, each from 200 to 20000";
  if (cli_plot_values.range != NULL) {
    if (!cli_read_numbers(cli_plot_values.range, ',', 2, range) || !(range[0] < range[1]))
      return "--range: expected two increasing numbers LOW,HIGH";
    options->low = range[0];
    options->high = range[1];
  }
  if (cli_plot_values.scale != NULL) {
    const bool linear = strcmp(cli_plot_values.scale, "linear") == 0;
    if (!linear && strcmp(cli_plot_values.scale, "log") != 0)
      return "--scale: expected linear or log";
    options->scale = linear ? SM_PLOT_SCALE_LINEAR : SM_PLOT_SCALE_LOGARITHMIC;
  }
  options->species = cli_plot_values.species;
  options->unit = cli_plot_values.unit;
  options->colour_map = cli_plot_values.colormap;
  options->minus = cli_plot_values.minus;
  options->title = cli_plot_values.title;
  if (cli_plot_values.extent != NULL) options->extent = cli_plot_values.corners;
  if (cli_plot_values.receptor != NULL) {
    options->kind = SM_PLOT_ROSE;
    options->receptor = cli_plot_values.receptor;
  }
  if (cli_plot_values.field != NULL) options->field = cli_plot_values.field;
  options->streamlines = cli_plot_values.streamlines;
  options->no_relief = cli_plot_values.no_relief;
  if (cli_plot_values.streamlines) options->vectors = STREAMLINES_APART;
  if (cli_plot_values.vectors >= 0) options->vectors = cli_plot_values.vectors;
  if (cli_plot_values.no_vectors) options->vectors = 0;
  options->measured = cli_plot_values.measured;
  return NULL;
}
