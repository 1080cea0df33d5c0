/* plot.c - `simoom plot`: maps, sections, profiles and roses of results, spectra of time series. */
#include "cli/plot/animation.h"
#include "cli/plot/names.h"
#include "cli/plot/plot_options.h"
#include "cli/plot/spectrum.h"
#include "cli/session/outputs.h"
#include <math.h>
#include <string.h>

static int run_spectrum(struct cli_session *session, const char *table,
                        const struct sm_plot_options *options) {
  const struct cli_plot_spectrum request = {table,
                                            cli_plot_values.spectrum,
                                            cli_plot_values.title,
                                            cli_plot_values.picture,
                                            options->low,
                                            options->high,
                                            options->width,
                                            options->image_height};
  if (cli_plot_values.range != NULL && !(options->low > 0))
    return cli_session_error(session, SM_ERR_USAGE,
                             "--range: with --spectrum the frequencies must be above 0");
  return cli_plot_draw_spectrum(session, &request);
}

/* Finds the time of --time in a file. */
static enum sm_status find_time(struct sm_context *ctx, const char *path,
                                struct sm_plot_options *options) {
  const bool chosen = cli_plot_values.time != NULL && !cli_plot_values.all_times;
  return chosen ? sm_find_time(ctx, path, cli_plot_values.time, &options->time) : SM_OK;
}

/* Draws one picture and prints its file name. */
static int draw(struct cli_session *session, const char *file,
                const struct sm_plot_options *options, const char *picture) {
  const enum sm_status status = sm_plot_file(session->ctx, file, options, picture);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_outputs_add(session, picture);
  return 0;
}

/* Fields, numbers of times and colour range of all files. */
struct plan {
  struct cli_file_plan {
    const char *field;
    int times;
    struct sm_plot_options options; /* of this file */
    double extent[4];               /* of its zoom */
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
    if (!drawn) cli_outputs_warn(session, text);
    if (drawn) files->item[kept++] = files->item[n];
  }
  if (kept > 0) files->count = kept; /* else the first one says what is wrong with it */
}

/* Determines a common colour range for all pictures of the same field. */
static enum sm_status make_plan(struct sm_context *ctx, const struct cli_operands *files,
                                struct plan *plan) {
  bool same = true;
  plan->range[0] = plan->range[1] = NAN;
  for (int n = 0; n < files->count; n++) {
    struct cli_file_plan *file = &plan->file[n];
    enum sm_status status = SM_OK;
    file->field = file->options.field;
    file->times = 1;
    if (file->field == NULL) status = sm_plot_default_field(ctx, files->item[n], &file->field);
    if (status != SM_OK) return status;
    same = same && strcmp(file->field, plan->file[0].field) == 0;
    if (files->count == 1 && !cli_plot_values.all_times) continue;
    struct sm_plot_options own = file->options;
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
  const bool all = cli_plot_values.all_times && plan->times > 1;
  int code = 0;
  if (cli_plot_values.picture != NULL && cli_plot_is_animation(cli_plot_values.picture))
    return cli_plot_draw_animation(session, path, plan->times, options, cli_plot_values.picture,
                                   cli_plot_values.fps);
  for (int t = 0; t < (all ? plan->times : 1) && code == 0; t++) {
    const int digits = all ? cli_plot_digits(plan->times) : 1;
    const char *picture = cli_plot_values.picture;
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
  int code = 0;
  for (int n = 0; n < files->count && code == 0; n++) {
    struct cli_file_plan *file = &plan.file[n];
    file->options = *options;
    code = cli_plot_apply_zoom(session, files->item[n], &file->options, file->extent);
  }
  if (code != 0) return code;
  const enum sm_status status = make_plan(session->ctx, files, &plan);
  if (status != SM_OK) code = cli_session_fail(session, status);
  if (cli_plot_values.picture != NULL && files->count > 1)
    return cli_session_error(session, SM_ERR_USAGE, "-o: %d files cannot be drawn into one picture",
                             files->count);
  for (int n = 0; n < files->count && code == 0; n++) {
    struct sm_plot_options own = plan.file[n].options;
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
                               cli_plot_values.time, options->time, files->item[0], own.time,
                               files->item[n]);
  }
  return status != SM_OK ? cli_session_fail(session, status) : 0;
}

/* Draws the profiles of all files in one picture. */
static int draw_profile(struct cli_session *session, const struct cli_operands *files,
                        struct sm_plot_options *options) {
  char name[4096];
  const char *picture = cli_plot_values.picture;
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
  if (cli_plot_values.all_times) options->time = SM_PLOT_ALL_TIMES;
  const char *paths[CLI_OPERANDS];
  for (int n = 0; n < files->count; n++) paths[n] = files->item[n];
  status = sm_plot_profiles(session->ctx, paths, (size_t)files->count, options, picture);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_outputs_add(session, picture);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_plot_options options = sm_plot_options_default();
  const char *problem = cli_plot_read_options(&options);
  if (problem == NULL && cli_plot_values.spectrum != NULL && operands->count > 1)
    problem = "--spectrum is of one table";
  const bool of_maps = cli_plot_values.minus != NULL || cli_plot_values.time != NULL ||
                       cli_plot_values.extent != NULL;
  for (int n = 0; n < operands->count && problem == NULL; n++)
    if (cli_plot_values.picture == NULL && cli_plot_is_stream(operands->item[n]))
      problem = "a picture of standard input, or of a pipe, needs a name: -o PICTURE";
  if (problem == NULL && cli_plot_values.spectrum != NULL && of_maps)
    problem = "--spectrum cannot be combined with --minus, --time or --extent";
  if (problem != NULL)
    return cli_session_error(session, SM_ERR_USAGE, "%s\n  help: 'simoom help plot'", problem);
  if (cli_plot_values.spectrum != NULL) return run_spectrum(session, operands->item[0], &options);
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
    .options = {cli_plot_options, cli_outputs_options, cli_common_options},
    .run = run,
};
