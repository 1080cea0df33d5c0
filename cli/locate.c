/* locate.c - `simoom locate`: source estimation from sensor readings. */
#include "cli/options/case_options.h"
#include "cli/options/numbers.h"
#include "cli/options/options.h"
#include "cli/session/signals.h"
#include <lab/source_estimation.h>
#include <limits.h>
#include <stdlib.h>

static struct {
  const char *library, *map, *areas, *species, *model_error, *rate, *start, *height, *next_height;
  int likelihood, sources, particles, iterations, seed, next;
  bool json;
} values = {.sources = 1, .particles = 10000, .iterations = 10000};

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "FILE",
     .text = &values.map,
     .named = true,
     .help = "Also write the probability of each column, and with --next the information gain, as "
             "NetCDF."},
    {.name = "areas",
     .argument = "FILE",
     .text = &values.areas,
     .named = true,
     .help =
         "Also write the credible regions, and those of --next, as polygons: .geojson, .gpkg or "
         ".kmz."},
    {.name = "library",
     .argument = "FILE",
     .text = &values.library,
     .help = "Winds of a library, as in 'simoom release'. Default: those of the case."},
    {.name = "sources",
     .argument = "N",
     .integer = &values.sources,
     .min = 1,
     .max = 3,
     .help = "Number of sources. Default: 1."},
    {.name = "species",
     .argument = "NAME",
     .text = &values.species,
     .help = "Species of the case, for its decay and deposition. Default: the first."},
    {.name = "likelihood",
     .argument = "log-normal|gaussian",
     .choice = &values.likelihood,
     .help = "Distribution of readings about the mean. Default: log-normal."},
    {.name = "model-error",
     .argument = "R",
     .text = &values.model_error,
     .help = "Relative standard deviation of the model. Default: 0.3."},
    {.name = "rate",
     .argument = "MIN,MAX",
     .text = &values.rate,
     .help = "Range of the rate, kg/s; its logarithm is uniform there. Default: 1e-9,1e3."},
    {.name = "start",
     .argument = "S",
     .text = &values.start,
     .help = "Earliest release, s after the start of the run. Default: 0."},
    {.name = "height",
     .argument = "M",
     .text = &values.height,
     .help = "Height of the source above the ground. Default: the lowest boxes with air."},
    {.name = "particles",
     .argument = "N",
     .integer = &values.particles,
     .min = 100,
     .max = 100000000,
     .help = "Particles of each reading. Default: 10000."},
    {.name = "iterations",
     .argument = "N",
     .integer = &values.iterations,
     .min = 100,
     .max = 1000000,
     .help = "Iterations of the sampler, at most. Default: 10000."},
    {.name = "seed",
     .argument = "N",
     .integer = &values.seed,
     .min = 0,
     .max = 1000000000,
     .help = "Seed of the sampler. Default: 0."},
    {.name = "next",
     .argument = "N",
     .integer = &values.next,
     .min = 1,
     .max = INT_MAX,
     .help = "Also the N best places for further sensors, by the expected information gain. "
             "Averaging time, detection limit and error are those of the last line of SENSORS."},
    {.name = "next-height",
     .argument = "M",
     .text = &values.next_height,
     .help = "Height of a further sensor above the ground. Default: that of the last line of "
             "SENSORS."},
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

struct operands {
  struct cli_session *session;
  const char *file;
  struct cli_library library;
};

static enum sm_status load(void *user, const char *const *set, size_t count, struct sm_case **out) {
  const struct operands *o = user;
  const char *all[16];
  size_t n = 0;
  for (size_t i = 0; i < o->library.count; i++) all[n++] = o->library.set[i];
  for (size_t i = 0; i < count && n < sizeof all / sizeof *all; i++) all[n++] = set[i];
  return cli_case_load(o->session, o->file, all, n, out);
}

/* Fills the options; returns an error text for the command line, or NULL. */
static const char *read_options(struct sm_source_options *o) {
  o->run = cli_case_run_options();
  o->map = values.map;
  o->areas = values.areas;
  o->species = values.species;
  o->sources = values.sources;
  o->likelihood = (enum sm_source_likelihood)values.likelihood;
  o->particles = values.particles;
  o->iterations = values.iterations;
  o->seed = values.seed;
  o->next = values.next;
  if (values.model_error != NULL &&
      (!cli_read_numbers(values.model_error, ',', 1, &o->model_error) ||
       !(o->model_error >= 0 && o->model_error <= 10)))
    return "--model-error: expected a number from 0 to 10";
  if (values.rate != NULL && (!cli_read_numbers(values.rate, ',', 2, o->rate) ||
                              !(o->rate[0] > 0) || !(o->rate[1] > o->rate[0])))
    return "--rate: expected two rising numbers MIN,MAX above 0, kg/s";
  if (values.start != NULL && !cli_read_numbers(values.start, ',', 1, &o->start))
    return "--start: expected a number of seconds";
  if (values.height != NULL &&
      (!cli_read_numbers(values.height, ',', 1, &o->height) || !(o->height >= 0)))
    return "--height: expected a number of metres, at least 0";
  if (values.next_height != NULL && values.next == 0)
    return "--next-height is the height of further sensors: it needs --next N";
  if (values.next_height != NULL &&
      (!cli_read_numbers(values.next_height, ',', 1, &o->next_height) || !(o->next_height > 0)))
    return "--next-height: expected a number of metres above 0";
  return NULL;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_source_options options = sm_source_options_default();
  struct operands own = {.session = session, .file = operands->item[0]};
  char *text = NULL;
  const char *wrong = read_options(&options);
  if (wrong != NULL) return cli_session_error(session, SM_ERR_USAGE, "%s", wrong);
  const int code = cli_library_find(session, values.library, &own.library);
  if (code != 0) return code;
  options.load = load;
  options.user = &own;
  cli_signals_catch_reading(session, true);
  const enum sm_status status =
      sm_source_estimate(session->ctx, operands->item[1], &options, values.json, &text);
  cli_terminal_clear(&session->terminal);
  if (text != NULL) fputs(text, stdout);
  fflush(stdout);
  free(text);
  return status != SM_OK ? cli_session_fail(session, status) : 0;
}

const struct cli_command cli_command_locate = {
    .name = "locate",
    .operands = "CASE SENSORS",
    .operand_min = 2,
    .operand_max = 2,
    .summary = "source estimation: place, rate and times of a release from sensor readings",
    .details =
        "Source term estimation (inverse dispersion): follows particles backward from every sensor "
        "of the CSV file SENSORS through the wind of CASE, and samples the places, rates and times "
        "of a release that explain the readings (Bayesian estimate by Markov chain Monte Carlo). "
        "With --next it says where the next sensor should stand. "
        "CASE needs [particles] with [particles.concentration], whose columns are the possible "
        "places; its own sources count for nothing. Readings below the detection limit count. "
        "Formats and equations: docs/source-estimation.md.",
    .options = {own_options, cli_case_options, cli_common_options},
    .run = run,
};
