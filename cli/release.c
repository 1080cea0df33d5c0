/* release.c - `simoom release`: plume of a release in a library of winds, and its hazard areas. */
#define _POSIX_C_SOURCE 200809L
#include "cli/options/case_options.h"
#include "cli/options/options.h"
#include "cli/run.h"
#include "cli/session/file.h"
#include <errno.h>
#include <lab/hazard.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  struct cli_run_values run;
  const char *areas, *probability_areas, *population, *hazard;
  bool coarse;
} values;

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "DIR",
     .text = &values.run.folder,
     .named = true,
     .help = "Folder of the outputs; made when missing. Default: the current one."},
    {.name = "overwrite",
     .flag = &values.run.overwrite,
     .help = "Replace outputs of an earlier run; else they are an error."},
    {.name = "resume",
     .flag = &values.run.resume,
     .help = "Go on from the checkpoint that a release of the same case has left in the folder of "
             "the outputs, as if it had not been stopped."},
    {.name = "areas",
     .argument = "FILE",
     .text = &values.areas,
     .named = true,
     .help = "Also write the hazard areas as polygons: .geojson, .gpkg or .kmz."},
    {.name = "population",
     .argument = "FILE",
     .text = &values.population,
     .help = "Raster with the number of people in each of its cells, to count those inside the "
             "hazard areas."},
    {.name = "hazard-json",
     .argument = "FILE",
     .text = &values.hazard,
     .help = "Write the table of hazard areas as JSON, as of simoom hazard --json, instead of "
             "printing it."},
    {.name = "probability-areas",
     .argument = "FILE",
     .text = &values.probability_areas,
     .named = true,
     .help = "Also write the areas in which a level is exceeded with a probability of 10, 50 and "
             "90 %, of a CASE with [ensemble]."},
    {.name = "coarse",
     .flag = &values.coarse,
     .help = "A first answer in a moment, from the overview in the library: larger cells, in which "
             "narrow streets are partly open, and no file of the wind."},
    {.name = "profile",
     .flag = &values.run.profile,
     .help = "Tell how often each kernel of the device ran and how long it took."},
    {.name = "json",
     .argument = "FILE",
     .text = &values.run.json,
     .help = "Write a summary of the run as JSON, also when it fails."},
    {0},
};

/* Tells why there are no hazard areas: an error where their file was asked for. */
static int without_areas(struct cli_session *session, const char *why) {
  char text[4400];
  if (values.areas != NULL || values.hazard != NULL)
    return cli_session_error(session, SM_ERR_USAGE, "error: %s", why);
  const char *word = strstr(why, "error: ");
  snprintf(text, sizeof text, "warning: no hazard areas: %s",
           word != NULL ? word + strlen("error: ") : why);
  cli_terminal_log(&session->terminal, SM_LOG_WARNING, text);
  return 0;
}

/* Path of a file that the run wrote. False: the path is too long, or the run has no such file. */
static bool find_file(const struct sm_case *c, const char *ending, char path[4096]) {
  const char *folder = values.run.folder != NULL ? values.run.folder : ".";
  const int length = snprintf(path, 4096, "%s/%s%s", folder, sm_case_prefix(c), ending);
  return length > 0 && length < 4096 && access(path, F_OK) == 0;
}

static void print_text(struct cli_session *session, char *text) {
  cli_terminal_clear(&session->terminal);
  if (text != NULL) printf("\n%s", text);
  fflush(stdout);
  free(text);
}

/* Writes the table of hazard areas to its file and frees it; returns the exit code. */
static int write_hazard(struct cli_session *session, char *text) {
  struct cli_file file;
  bool good = cli_file_open(&file, values.hazard);
  if (good) {
    fputs(text, file.stream);
    good = cli_file_close(&file);
  }
  free(text);
  if (good) return 0;
  return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be written: %s", values.hazard,
                           strerror(errno));
}

/* Prints the hazard areas of the plume that the run has left; returns the exit code. */
static int print_hazard(struct cli_session *session, const struct sm_case *c) {
  struct sm_hazard_options options = sm_hazard_options_default();
  char path[4096], *text = NULL;
  options.areas = values.areas;
  options.population = values.population;
  if (!find_file(c, "_plume.nc", path))
    return without_areas(session,
                         "the release has no plume file\n"
                         "help: [particles.concentration], and \"netcdf\" in output.formats");
  const bool json = values.hazard != NULL;
  const enum sm_status status = sm_hazard_file(session->ctx, path, &options, json, &text);
  if (status == SM_ERR_USAGE && values.areas == NULL && !json)
    return without_areas(session, sm_context_message(session->ctx));
  if (json && text != NULL) {
    const int code = write_hazard(session, text);
    if (code != 0) return code;
  } else
    print_text(session, text);
  return status != SM_OK ? cli_session_fail(session, status) : 0;
}

/* Prints the areas of the probabilities of the ensemble; returns the exit code. */
static int print_probabilities(struct cli_session *session, const struct sm_case *c) {
  struct sm_hazard_options options = sm_hazard_options_default();
  char path[4096], *text = NULL;
  options.areas = values.probability_areas;
  options.population = values.population;
  if (!sm_case_has_ensemble(c)) return 0;
  if (!find_file(c, "_ensemble.nc", path))
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be read", path);
  const enum sm_status status = sm_hazard_file(session->ctx, path, &options, 0, &text);
  print_text(session, text);
  return status != SM_OK ? cli_session_fail(session, status) : 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct cli_library library;
  struct sm_case *c = NULL;
  int code = cli_library_find(session, operands->item[0], &library);
  if (values.coarse && code == 0 && library.in_time)
    code =
        cli_session_error(session, SM_ERR_USAGE,
                          "%s: error: --coarse is of a library of winds; these are winds in time, "
                          "without an overview",
                          operands->item[0]);
  if (values.coarse && code == 0) cli_library_coarse(&library);
  values.run.set = library.set;
  values.run.sets = library.count;
  if (code == 0) code = cli_run_command(session, operands->item[1], &values.run, &c);
  if (code == 0 && values.probability_areas != NULL && !sm_case_has_ensemble(c))
    code = cli_session_error(session, SM_ERR_USAGE,
                             "error: --probability-areas is of a case with [ensemble]");
  if (code == 0) code = print_hazard(session, c);
  if (code == 0) code = print_probabilities(session, c);
  sm_case_destroy(&c);
  return code;
}

const struct cli_command cli_command_release = {
    .name = "release",
    .operands = "LIBRARY CASE",
    .operand_min = 2,
    .operand_max = 2,
    .summary = "plume of a release in a library of winds made before, and its hazard areas",
    .details =
        "LIBRARY is the file of winds of a run with [weather.library]. CASE has the release: "
        "[[weather.station]] with the wind, [particles], [turbulence] and [output], by the keys "
        "of any case; grid, ground, buildings and roughness are those of the library. The wind is "
        "interpolated between the directions, speeds and stabilities of the library "
        "(docs/wind-library.md). LIBRARY may also be the winds of the hours of a forecast, of a "
        "run with [weather.model] and output.faces: then CASE has no [weather]. The run writes "
        "what 'simoom run' writes. At the end the hazard areas of the first species are printed, "
        "as by 'simoom hazard'. With [ensemble] in CASE "
        "members with other winds and rates follow, and the areas in which the levels are exceeded "
        "with a probability of 10, 50 and 90 %.",
    .options = {own_options, cli_case_options, cli_common_options},
    .run = run,
};
