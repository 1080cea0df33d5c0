/* compare.c - `simoom compare`: results against measurements. */
#include "cli/options/numbers.h"
#include "cli/options/options.h"
#include <math.h>
#include <stdlib.h>

static struct {
  const char *measured, *reference, *relative, *absolute, *directions, *picture;
  bool json;
} values;

static const struct cli_option own_options[] = {
    {.name = "measured",
     .argument = "FILE",
     .text = &values.measured,
     .help =
         "CSV table of measurements, one line a place: columns x, y (coordinates of the result) "
         "or lon, lat; z (m above the ground); speed (of the wind vector), wind_speed "
         "(horizontal), u, v or w, with units in brackets: speed [m/s]. Optional: direction "
         "(wind from, degrees), file (result), name, reference (m/s). [1] as the unit: ratios "
         "to the reference speed."},
    {.name = "reference",
     .argument = "SPEED",
     .text = &values.reference,
     .help = "Reference speed of ratios, m/s, where the table has no column reference."},
    {.name = "hit-relative",
     .argument = "D",
     .text = &values.relative,
     .help = "Relative deviation of a hit. Default: 0.25 (VDI 3783 part 9)."},
    {.name = "hit-absolute",
     .argument = "W",
     .text = &values.absolute,
     .help = "Absolute deviation of a hit, in the unit of the table. Default: 0.06 of the "
             "reference speed; 0 without one."},
    {.name = "directions",
     .argument = "LIST",
     .text = &values.directions,
     .help = "Direction of the wind of each result in turn, degrees, as in 0,22.5,45. Default: "
             "that of the mean wind in the highest layer of cells."},
    {.name = "plot",
     .argument = "FILE",
     .text = &values.picture,
     .named = true,
     .help = "Scatter plot of computed against measured values (.png, .svg, .pdf)."},
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

enum { DIRECTIONS = 1024 };

static bool read_one(const char *text, double least, double *out) {
  return text == NULL || (cli_read_numbers(text, ',', 1, out) && *out >= least);
}

/* Numbers separated by commas. */
static bool read_directions(double *out, size_t *count) {
  if (values.directions == NULL) return true;
  for (const char *text = values.directions; *count < DIRECTIONS; text++) {
    char *end;
    out[*count] = strtod(text, &end);
    if (end == text || !isfinite(out[(*count)++])) return false;
    text = end;
    if (*text == '\0') return true;
    if (*text != ',') return false;
  }
  return false;
}

/* Fills the options; returns an error text for the command line, or NULL. */
static const char *read_options(struct sm_compare_options *options) {
  static double direction[DIRECTIONS];
  if (values.measured == NULL) return "which measurements? --measured FILE names their table";
  options->measured = values.measured;
  options->picture = values.picture;
  if (!read_one(values.reference, 0, &options->reference) || options->reference <= 0)
    return "--reference is a speed above 0, m/s";
  if (!read_one(values.relative, 0, &options->hit_relative))
    return "--hit-relative is a number, 0 or more";
  if (!read_one(values.absolute, 0, &options->hit_absolute))
    return "--hit-absolute is a number, 0 or more";
  if (!read_directions(direction, &options->directions))
    return "--directions are degrees separated by commas, as in 0,22.5,45";
  if (options->directions > 0) options->direction = direction;
  return NULL;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_compare_options options = sm_compare_options_default();
  const char *problem = read_options(&options);
  if (problem != NULL)
    return cli_session_error(session, SM_ERR_USAGE, "%s\n  help: 'simoom help compare'", problem);
  char *text = NULL;
  const enum sm_status status =
      sm_compare_measured(session->ctx, (const char *const *)operands->item,
                          (size_t)operands->count, &options, values.json, &text);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_terminal_clear(&session->terminal);
  fputs(text, stdout);
  free(text);
  return 0;
}

const struct cli_command cli_command_compare = {
    .name = "compare",
    .operands = "FILE...",
    .operand_min = 1,
    .operand_max = CLI_OPERANDS,
    .summary = "compare results with measurements",
    .details =
        "Compares the winds of NetCDF files of simoom, at all their times, with a table of "
        "measurements: correlation r, FAC2, hit rate, fractional bias FB, NMSE, RMSE and bias, by "
        "result, by file and over all, and the ten largest differences with their places. A line "
        "of the table with a direction belongs to the results whose wind is from there, within 5 "
        "degrees; one without, to all. Values that are missing, in solids or outside the domain "
        "are left out, and counted.",
    .named = true,
    .options = {own_options, cli_common_options},
    .run = run,
};
