/* hazard.c - `simoom hazard`: areas of a plume above hazard levels. */
#include "cli/options/numbers.h"
#include "cli/options/options.h"
#include <lab/hazard.h>
#include <stdlib.h>

static struct {
  const char *species, *substance, *table, *population, *air_changes, *temperature, *pressure,
      *probit, *areas, *odour, *peak_time, *peak_exponent;
  struct cli_list level;
  bool shelter, json;
} values;

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "FILE",
     .text = &values.areas,
     .named = true,
     .help = "Also write the areas as polygons: .geojson, .gpkg or .kmz."},
    {.name = "species",
     .argument = "NAME",
     .text = &values.species,
     .help = "Species of the file. Default: the first."},
    {.name = "substance",
     .argument = "NAME",
     .text = &values.substance,
     .help = "Substance in the table of levels, by name or CAS number. Default: the name of the "
             "species."},
    {.name = "level",
     .argument = "NAME",
     .list = &values.level,
     .help = "Level, such as AEGL-2, or \"AEGL-2, 30 min\". May be given several times. Default: "
             "all of the substance."},
    {.name = "table",
     .argument = "FILE",
     .text = &values.table,
     .help = "CSV of further levels (docs/hazard.md)."},
    {.name = "population",
     .argument = "FILE",
     .text = &values.population,
     .help = "Raster with the number of people in each of its cells, to count those inside."},
    {.name = "air-changes",
     .argument = "N",
     .text = &values.air_changes,
     .help = "Concentrations in rooms with so many air changes an hour. Default: outdoors."},
    {.name = "shelter",
     .flag = &values.shelter,
     .help = "Where to shelter in place, and until when, and where to evacuate, and before when. "
             "Default of --air-changes then: 0.5, windows closed."},
    {.name = "temperature",
     .argument = "DEGREES",
     .text = &values.temperature,
     .help = "Of the air, degrees Celsius, for ppm. Default: 20."},
    {.name = "pressure",
     .argument = "HPA",
     .text = &values.pressure,
     .help = "Of the air, hPa, for ppm. Default: 1013.25."},
    {.name = "probit",
     .argument = "A,B,N",
     .text = &values.probit,
     .help = "Fraction of people affected, of the probit A + B ln(integral of C^N dt), ppm and "
             "min."},
    {.name = "odour",
     .argument = "KG/M3",
     .text = &values.odour,
     .help = "Odour hours in place of levels: share of the intervals whose peak exceeds this odour "
             "threshold. 1, where sources have odour units a second in place of kg/s."},
    {.name = "peak-time",
     .argument = "SECONDS",
     .text = &values.peak_time,
     .help = "Averaging time of odour peaks, a breath. Default: 5."},
    {.name = "peak-exponent",
     .argument = "U",
     .text = &values.peak_exponent,
     .help = "Peak over mean is (interval / peak time)^U, by stability (docs/hazard.md). Default: "
             "0.35."},
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

/* Options of odour hours; returns an error text, or NULL. */
static const char *read_odour(struct sm_hazard_options *o) {
  if (values.odour == NULL)
    return values.peak_time != NULL || values.peak_exponent != NULL
               ? "--peak-time and --peak-exponent need --odour"
               : NULL;
  if (!cli_read_numbers(values.odour, ',', 1, &o->odour) || !(o->odour > 0))
    return "--odour: expected a concentration above 0, kg/m3";
  if (values.peak_time != NULL &&
      (!cli_read_numbers(values.peak_time, ',', 1, &o->peak_time) || !(o->peak_time > 0)))
    return "--peak-time: expected seconds above 0";
  if (values.peak_exponent != NULL &&
      (!cli_read_numbers(values.peak_exponent, ',', 1, &o->exponent) ||
       !(o->exponent >= 0 && o->exponent <= 1)))
    return "--peak-exponent: expected a number from 0 to 1";
  return NULL;
}

/* Fills the options; returns an error text for the command line, or NULL. */
static const char *read_options(struct sm_hazard_options *o) {
  double number;
  o->species = values.species;
  o->substance = values.substance;
  o->level = values.level.item;
  o->levels = values.level.count;
  o->table = values.table;
  o->population = values.population;
  o->areas = values.areas;
  o->shelter = values.shelter;
  if (values.shelter) o->air_changes = 0.5;
  if (values.air_changes != NULL) {
    if (!cli_read_numbers(values.air_changes, ',', 1, &o->air_changes) || !(o->air_changes > 0))
      return "--air-changes: expected a number above 0, per hour";
  }
  if (values.temperature != NULL) {
    if (!cli_read_numbers(values.temperature, ',', 1, &number) || !(number > -100 && number < 100))
      return "--temperature: expected degrees Celsius from -100 to 100";
    o->temperature = number + 273.15;
  }
  if (values.pressure != NULL) {
    if (!cli_read_numbers(values.pressure, ',', 1, &number) || !(number >= 300 && number <= 1100))
      return "--pressure: expected hPa from 300 to 1100";
    o->pressure = 100 * number;
  }
  if (values.probit != NULL && (!cli_read_numbers(values.probit, ',', 3, o->probit) ||
                                !(o->probit[1] > 0) || !(o->probit[2] > 0)))
    return "--probit: expected three numbers A,B,N, the last two above 0";
  if (values.shelter && values.probit != NULL)
    return "--shelter compares levels: --probit is another command";
  return read_odour(o);
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_hazard_options options = sm_hazard_options_default();
  char *text = NULL;
  const char *wrong = read_options(&options);
  if (wrong != NULL) return cli_session_error(session, SM_ERR_USAGE, "%s", wrong);
  const enum sm_status status =
      operands->count == 0
          ? sm_hazard_list(session->ctx, &options, values.json, &text)
          : sm_hazard_file(session->ctx, operands->item[0], &options, values.json, &text);
  cli_terminal_clear(&session->terminal);
  if (text != NULL) fputs(text, stdout);
  fflush(stdout);
  free(text);
  return status != SM_OK ? cli_session_fail(session, status) : 0;
}

const struct cli_command cli_command_hazard = {
    .name = "hazard",
    .operands = "[FILE]",
    .operand_min = 0,
    .operand_max = 1,
    .summary = "areas of a plume above hazard levels (AEGL, ERPG, PAC, IDLH, LEL), people inside",
    .details =
        "Compares the concentrations of a plume file, in the lowest boxes with air, with the "
        "hazard levels of its substance: for each level the largest running mean over its "
        "averaging time, the area above it, how far from the source it reaches, from when until "
        "when, and the people inside. Running means slide over the intervals of the file "
        "continuously. Toxic loads (integral of C^n dt) are compared with dangerous toxic loads, "
        "and --probit computes the fraction of people affected. Of the file of an ensemble "
        "(<prefix>_ensemble.nc) it prints the areas in which the levels are exceeded with a "
        "probability of 10, 50 and 90 %. --shelter compares rooms with the air outdoors, --odour "
        "prints odour hours. Without FILE the table of levels is listed, with its sources.",
    .named = true,
    .options = {own_options, cli_common_options},
    .run = run,
};
