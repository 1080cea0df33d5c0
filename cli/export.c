/* export.c - `simoom export`: writes maps of a result in formats of other programs. */
#include "cli/options/numbers.h"
#include "cli/options/options.h"
#include "cli/session/outputs.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
  const char *out, *field, *unit, *species, *height, *above, *utc_offset, *stations, *minus, *time,
      *program;
  struct cli_list at;
  int every;
} values;

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "FILE",
     .text = &values.out,
     .named = true,
     .help = "What to write; the ending chooses: .tif, .geojson, .gpkg, .kmz, .atm, "
             ".csv, .pvd, .vtr, .vti, .vtkhdf, .kml or .zarr."},
    {.name = "for",
     .argument = "MODEL",
     .text = &values.program,
     .help = "Winds for a fire spread model, a set of files beside FILE: elmfire (FILE_ws.tif, "
             "FILE_wd.tif), flammap (FILE_speed_N.tif, FILE_direction_N.tif), forefire (.nc)."},
    {.name = "field",
     .argument = "NAME",
     .text = &values.field,
     .help = "As of simoom plot. Default: of winds speed and direction, of a plume "
             "concentration. Of cells a variable of the file. Default: all of them."},
    {.name = "species",
     .argument = "NAME",
     .text = &values.species,
     .help = "Of a plume: which species. Default: the first."},
    {.name = "unit",
     .argument = "UNIT",
     .text = &values.unit,
     .help = "As of simoom plot, also of --above; not of .pvd, .vtr, .vti and .vtkhdf."},
    {.name = "minus",
     .argument = "FILE",
     .text = &values.minus,
     .help = "As of simoom plot: the difference of two results, of .tif, .geojson, .gpkg, .kmz and "
             ".csv, and of all cells."},
    {.name = "height",
     .argument = "HEIGHT",
     .text = &values.height,
     .help = "Above the ground, in m or with a unit as in \"30 ft\". Default: as of simoom plot; "
             "of .atm and --for 20 ft."},
    {.name = "time",
     .argument = "N|DATE|all",
     .text = &values.time,
     .help = "Which time, as of simoom plot. Default: all of them."},
    {.name = "above",
     .argument = "LEVELS",
     .text = &values.above,
     .help = "Areas above these levels, as in 1e-6,1e-5, in place of points; .geojson and .gpkg."},
    {.name = "every",
     .argument = "N",
     .integer = &values.every,
     .min = 1,
     .max = INT_MAX,
     .help = "Points every N columns. Default: so that there are at most 100 a side."},
    {.name = "at",
     .argument = "NAME=X,Y,HEIGHT",
     .list = &values.at,
     .help = "A place of .csv: in the file's coordinates, and the height above the ground, m. May "
             "be given several times."},
    {.name = "stations",
     .argument = "FILE",
     .text = &values.stations,
     .help = "More places of .csv, from a table whose first line is name,x,y,height or "
             "name,lon,lat,height."},
    {.name = "utc-offset",
     .argument = "HOURS",
     .text = &values.utc_offset,
     .help = "Hours that the local time of .atm is ahead of UTC. Default: 0."},
    {0},
};

enum { LEVELS = 64 };
static struct {
  double level[LEVELS], place[CLI_LIST_LENGTH][3];
  char name[CLI_LIST_LENGTH][64];
  const char *names[CLI_LIST_LENGTH];
} given;

static bool read_levels(struct sm_export_options *options) {
  for (const char *text = values.above;; text++) {
    char *end;
    if (options->levels == LEVELS) return false;
    given.level[options->levels] = strtod(text, &end);
    if (end == text || !isfinite(given.level[options->levels++])) return false;
    text = end;
    if (*text == '\0') break;
    if (*text != ',') return false;
  }
  options->level = given.level;
  return true;
}

static bool read_places(struct sm_export_options *options) {
  for (size_t n = 0; n < values.at.count; n++) {
    const char *text = values.at.item[n], *equals = strchr(text, '=');
    const size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof given.name[n] ||
        !cli_read_numbers(equals + 1, ',', 3, given.place[n]))
      return false;
    memcpy(given.name[n], text, length);
    given.names[n] = given.name[n];
  }
  options->place = (const double(*)[3])given.place;
  options->name = given.names;
  options->places = values.at.count;
  return true;
}

/* Fills the export options; returns an error text for the command line, or NULL. */
static const char *read_options(struct sm_export_options *options) {
  if (values.out == NULL) return "which file is to be written? -o FILE says it";
  options->field = values.field;
  options->species = values.species;
  options->unit = values.unit;
  options->minus = values.minus;
  options->every = values.every;
  options->stations = values.stations;
  options->program = values.program;
  if (values.height != NULL && !cli_read_height(values.height, &options->height))
    return "--height: expected a height above the ground such as 10, \"10 m\" or \"30 ft\"";
  if (values.above != NULL && !read_levels(options))
    return "--above: expected levels such as 1e-6,1e-5, 64 at most";
  if (!read_places(options)) return "--at: expected a place such as mast=431200,4507900,10";
  if (values.utc_offset != NULL &&
      (!cli_read_numbers(values.utc_offset, ',', 1, &options->utc_offset) ||
       fabs(options->utc_offset) > 14))
    return "--utc-offset: expected hours from -14 to 14";
  return NULL;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_export_options options = sm_export_options_default();
  const char *wrong = read_options(&options);
  if (wrong != NULL) return cli_session_error(session, SM_ERR_USAGE, "%s", wrong);
  const bool all = values.time == NULL || strcmp(values.time, "all") == 0;
  enum sm_status status = SM_OK;
  if (!all) status = sm_find_time(session->ctx, operands->item[0], values.time, &options.time);
  if (status == SM_OK)
    status = sm_export_file(session->ctx, operands->item[0], &options, values.out);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_outputs_add(session, values.out);
  return 0;
}

const struct cli_command cli_command_export = {
    .name = "export",
    .operands = "FILE",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "write a result for GIS, Google Earth, FARSITE, ParaView or a spreadsheet",
    .details =
        "Writes maps or cells of a NetCDF file of simoom; the ending of the file to write chooses: "
        ".tif GeoTIFF with a band for each time; .geojson and .gpkg points with the field, or with "
        "--above the areas above levels; .kmz pictures with a slider of time for Google Earth; "
        ".atm winds for FARSITE at 20 ft, with the grids that it names beside it; .csv the wind or "
        "a field at places in time; .pvd all cells for ParaView, a file for each time beside it, "
        ".vtkhdf all of them in one file, or of one time .vtr or .vti (cells of one size). "
        ".zarr is the whole file as a Zarr store, version 2, a new folder. "
        "Particle trajectories become lines in .geojson and .gpkg, tracks in time in .kml and "
        ".kmz, and samples in .csv; prisms wedges in .vtkhdf, triangles at a height in .geojson "
        "and .gpkg, and numbers at places in .csv.",
    .named = true,
    .options = {own_options, cli_outputs_options, cli_common_options},
    .run = run,
};
