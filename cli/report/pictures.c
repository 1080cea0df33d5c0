#include "pictures.h"

#include "cli/session/outputs.h"
#include "cli/session/signals.h"
#include "cli/text/html.h"
#include "statistics.h"
#include "tables.h"
#include <errno.h>
#include <lab/facts.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1000, PLACE = CLI_RUN_PLACE };

/* Path of output i if its name has this ending: beside the record, else at the recorded path. */
static bool find_named(const struct cli_run_page *page, size_t i, const char *ending, char *out) {
  const struct sm_fact *outputs = sm_fact_at(page->run, "outputs");
  const char *said = sm_fact_text(sm_fact_item(outputs, i), "");
  const char *name = strrchr(said, '/'), *slash = strrchr(page->record, '/');
  const size_t length = strlen(said), own = strlen(ending);
  if (length <= own || strcmp(said + length - own, ending) != 0) return false;
  const int folder = slash != NULL ? (int)(slash - page->record) + 1 : 0;
  snprintf(out, PLACE, "%.*s%s", folder, page->record, name != NULL ? name + 1 : said);
  FILE *there = fopen(out, "rb");
  if (there == NULL) snprintf(out, PLACE, "%.4000s", said);
  if (there != NULL) fclose(there);
  return true;
}

bool cli_run_page_output(const struct cli_run_page *page, size_t i, char out[PLACE]) {
  return find_named(page, i, ".nc", out);
}

size_t cli_run_page_outputs(const struct cli_run_page *page) {
  return sm_fact_count(sm_fact_at(page->run, "outputs"));
}

bool cli_run_page_find(const struct cli_run_page *page, const char *ending, char out[PLACE]) {
  for (size_t i = 0; i < cli_run_page_outputs(page); i++)
    if (find_named(page, i, ending, out)) return true;
  return false;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

void cli_run_page_note(const struct cli_run_page *page, const char *what, const char *why) {
  fputs("<p class=\"soft\">", page->out);
  cli_html_text(page->out, what);
  fputs(": ", page->out);
  cli_html_text(page->out, why);
  fputs("</p>\n", page->out);
}

/* Warns that a picture is missing, as the page does, if files were the cause. */
static void warn(const struct cli_run_page *page, enum sm_status status, const char *why) {
  char text[1200];
  if (status != SM_ERR_IO && status != SM_ERR_DATA && status != SM_ERR_FAILED) return;
  snprintf(text, sizeof text, "warning: a part of the page is missing: %.1100s", why);
  cli_outputs_warn(page->session, text);
}

/* Draws in the first of the units that fits, else in that of the file. */
static enum sm_status draw(struct cli_run_page *page, const char *file,
                           struct sm_plot_options *options, const char *picture) {
  for (size_t n = 0; n < page->units->count; n++) {
    options->unit = page->units->unit[n];
    const enum sm_status status = sm_plot_file(page->session->ctx, file, options, picture);
    if (status == SM_OK) page->units->used[n] = true;
    if (status != SM_ERR_USAGE) return status;
  }
  options->unit = NULL;
  return sm_plot_file(page->session->ctx, file, options, picture);
}

bool cli_run_page_draw(struct cli_run_page *page, const char *file, struct sm_plot_options *options,
                       const char *alternative, const char *caption) {
  char picture[PLACE];
  if (cli_signals_stopping()) {
    errno = EINTR;
    return false;
  }
  snprintf(picture, sizeof picture, "%s/picture.png", page->scratch);
  options->width = WIDTH;
  const enum sm_status status = draw(page, file, options, picture);
  if (status == SM_ERR_MEMORY) { /* a page without its pictures is not acceptable */
    errno = ENOMEM;
    return false;
  }
  if (status != SM_OK) {
    cli_run_page_note(page, caption, sm_context_message(page->session->ctx));
    warn(page, status, sm_context_message(page->session->ctx));
    return true;
  }
  const bool good = cli_html_picture(page->out, picture, alternative, caption);
  remove(picture);
  return good;
}

bool cli_run_page_open_files(struct cli_run_page *page) {
  char file[PLACE];
  page->info = calloc(cli_run_page_outputs(page) + 1, sizeof *page->info);
  if (page->info == NULL) return false;
  for (size_t i = 0; page->info != NULL && i < cli_run_page_outputs(page); i++) {
    if (!cli_run_page_output(page, i, file)) continue;
    const enum sm_status status =
        sm_describe_facts(page->session->ctx, file, page->units, &page->info[i]);
    if (status != SM_OK) warn(page, status, sm_context_message(page->session->ctx));
    if (status != SM_ERR_MEMORY) continue;
    errno = ENOMEM;
    return false;
  }
  return page->info != NULL;
}

void cli_run_page_close_files(struct cli_run_page *page) {
  for (size_t i = 0; i < cli_run_page_outputs(page); i++) sm_facts_free(&page->info[i]);
  free(page->info);
}

/* Whether a file is a wind file. */
static bool is_wind(const struct sm_fact *info) {
  return info != NULL && sm_fact_text(info, "kind")[0] == '\0';
}

bool cli_run_page_is_slice(const struct sm_fact *info) {
  return sm_fact_number(info, "nx") <= 2 || sm_fact_number(info, "ny") <= 2;
}

/* --- results --- */

/* Whether a field of a wind file is of general interest (temperature, smoke, turbulent kinetic
 * energy), not an auxiliary field. */
static bool is_key_field(const char *name) {
  const enum sm_field field = sm_field_find(name);
  if (field == SM_FIELD_TKE || field == SM_FIELD_TKE_RESOLVED || field == SM_FIELD_TKE_SGS ||
      field == SM_FIELD_TEMPERATURE || field == SM_FIELD_POTENTIAL_TEMPERATURE ||
      field == SM_FIELD_HEAT_RELEASE)
    return true;
  return field == SM_FIELD_COUNT && strstr(name, "_variance") == NULL &&
         strstr(name, "_maximum") == NULL;
}

/* Display name of a field: "tke" is "turbulent kinetic energy"; "wind_speed_percentile:95" is
   followed by its number. */
const char *cli_run_page_words(const char *field, char out[CLI_FIELD_WORDS]) {
  char name[CLI_FIELD_WORDS];
  const size_t length = strcspn(field, ":");
  snprintf(name, sizeof name, "%.*s", (int)length, field);
  const enum sm_field listed = sm_field_find(name);
  snprintf(out, CLI_FIELD_WORDS, "%.80s%s%.16s",
           listed < SM_FIELD_COUNT ? sm_field_get(listed)->long_name : name,
           field[length] == ':' ? ": " : "", field[length] == ':' ? field + length + 1 : "");
  for (char *c = out; *c != '\0'; c++)
    if (*c == '_') *c = ' ';
  return out;
}

/* Draws a section from west to east through the middle. */
static bool put_section(struct cli_run_page *page, const char *file, const char *field) {
  char alternative[200], caption[PLACE], words[CLI_FIELD_WORDS];
  struct sm_plot_options options = sm_plot_options_default();
  options.kind = SM_PLOT_SECTION;
  options.field = field;
  snprintf(caption, sizeof caption, "%.2000s: section of %s from west to east through the middle",
           base_name(file), cli_run_page_words(field, words));
  snprintf(alternative, sizeof alternative,
           "Vertical section: %s as colours, ground and buildings solid, arrows along the wind.",
           words);
  return cli_run_page_draw(page, file, &options, alternative, caption);
}

/* Draws sections of the speed and of the first key fields; for a two-dimensional case without those
   already drawn. */
static bool put_sections(struct cli_run_page *page, const char *file, const struct sm_fact *info,
                         const char *there) {
  const bool slice = cli_run_page_is_slice(info);
  const struct sm_fact *variables = sm_fact_at(info, "variables");
  bool good = (slice && strcmp(there, sm_field_name(SM_FIELD_WIND_SPEED)) == 0) ||
              put_section(page, file, sm_field_name(SM_FIELD_WIND_SPEED));
  int left = 4;
  for (size_t v = 0; v < sm_fact_count(variables) && good && left > 0; v++) {
    const char *field = sm_fact_text(sm_fact_item(variables, v), "name");
    if (!is_key_field(field) || (slice && strcmp(field, there) == 0)) continue;
    good = put_section(page, file, field);
    left--;
  }
  return good;
}

/* Draws the default picture of a file. */
static bool put_map(struct cli_run_page *page, const char *file, const struct sm_fact *info,
                    const char *field) {
  const bool trajectories = strcmp(sm_fact_text(info, "kind"), "trajectories") == 0;
  char alternative[240], caption[PLACE], words[CLI_FIELD_WORDS];
  struct sm_plot_options options = sm_plot_options_default();
  options.field = field;
  snprintf(caption, sizeof caption, "%.2000s: %s %s%s", base_name(file),
           trajectories                  ? "particle trajectories, coloured by"
           : cli_run_page_is_slice(info) ? "section of"
                                         : "map of",
           cli_run_page_words(field, words),
           is_wind(info) ? ", at the last time"
           : strcmp(field, sm_field_name(SM_FIELD_CONCENTRATION)) == 0
               ? ", in the interval with most in the boxes"
               : "");
  snprintf(alternative, sizeof alternative, "%s %s as colours over the domain%s",
           trajectories                  ? "Particle trajectories from above, with their"
           : cli_run_page_is_slice(info) ? "Section of"
                                         : "Map of",
           words, trajectories ? "." : "; the table below has its range.");
  return cli_run_page_draw(page, file, &options, alternative, caption);
}

/* True if a file has a variable of a name, or of one that begins with it and '_' (a species). */
static bool has_variable(const struct sm_fact *info, const char *name) {
  const struct sm_fact *variables = sm_fact_at(info, "variables");
  const size_t length = strlen(name);
  for (size_t v = 0; v < sm_fact_count(variables); v++) {
    const char *own = sm_fact_text(sm_fact_item(variables, v), "name");
    if (strncmp(own, name, length) == 0 && (own[length] == '\0' || own[length] == '_')) return true;
  }
  return false;
}

/* Draws the maps of a plume over the whole run: maximum, dose, arrival time, deposition. */
static bool put_plume_maps(struct cli_run_page *page, const char *file, const struct sm_fact *info,
                           const char *there) {
  static const enum sm_field fields[] = {SM_FIELD_CONCENTRATION_MAXIMUM, SM_FIELD_DOSE,
                                         SM_FIELD_ARRIVAL_TIME, SM_FIELD_DEPOSITION,
                                         SM_FIELD_WET_DEPOSITION};
  bool good = true;
  for (size_t n = 0; n < sizeof fields / sizeof *fields && good; n++) {
    const char *field = sm_field_name(fields[n]);
    if (has_variable(info, field) && strcmp(field, there) != 0)
      good = put_map(page, file, info, field);
  }
  return good;
}

/* Draws the probabilities of an ensemble: of each level that may be exceeded. */
static bool put_ensemble_maps(struct cli_run_page *page, const char *file,
                              const struct sm_fact *info) {
  const char *stem = sm_field_name(SM_FIELD_EXCEEDANCE_PROBABILITY);
  const struct sm_fact *variables = sm_fact_at(info, "variables");
  bool good = true;
  for (size_t v = 0; v < sm_fact_count(variables) && good; v++) {
    const struct sm_fact *own = sm_fact_item(variables, v);
    const char *field = sm_fact_text(own, "name");
    if (strncmp(field, stem, strlen(stem)) == 0 && sm_fact_number(own, "most") > 0)
      good = put_map(page, file, info, field);
  }
  return good;
}

static bool put_file(struct cli_run_page *page, const char *file, const struct sm_fact *info) {
  const char *field;
  bool good = true;
  fputs("<h3>", page->out);
  cli_html_text(page->out, base_name(file));
  fputs("</h3>\n", page->out);
  const enum sm_status status = sm_plot_default_field(page->session->ctx, file, &field);
  if (status == SM_ERR_MEMORY) {
    errno = ENOMEM;
    return false;
  }
  if (status != SM_OK) {
    cli_run_page_note(page, "Not shown", sm_context_message(page->session->ctx));
    warn(page, status, sm_context_message(page->session->ctx));
  } else if (strcmp(sm_fact_text(info, "kind"), "statistics") == 0) {
    good = cli_run_page_statistics(page, file, base_name(file), info);
  } else if (strcmp(sm_fact_text(info, "kind"), "ensemble") == 0) {
    good = put_ensemble_maps(page, file, info);
  } else {
    good = put_map(page, file, info, field);
    if (is_wind(info) && !cli_run_page_is_slice(info) && good &&
        strcmp(field, sm_field_name(SM_FIELD_WIND_SPEED)) != 0)
      good = put_map(page, file, info, sm_field_name(SM_FIELD_WIND_SPEED));
    if (is_wind(info) && good) good = put_sections(page, file, info, field);
    if (strcmp(sm_fact_text(info, "kind"), "plume") == 0 && good)
      good = put_plume_maps(page, file, info, field);
  }
  cli_run_page_ranges(page, info, base_name(file));
  return good;
}

/* Draws all particles of the last snapshot. */
static bool put_particles(struct cli_run_page *page) {
  struct sm_plot_options options = sm_plot_options_default();
  char file[PLACE];
  if (!cli_run_page_find(page, "_particles.pvd", file)) return true;
  return cli_run_page_draw(page, file, &options,
                           "Particles from above as dots, coloured by their altitude.",
                           "Particles at the last snapshot, from above");
}

bool cli_run_page_results(struct cli_run_page *page) {
  char file[PLACE];
  bool good = true, any = false;
  cli_html_section(page->out, "results", "Results");
  for (size_t i = 0; i < cli_run_page_outputs(page) && good; i++) {
    if (!cli_run_page_output(page, i, file)) continue;
    any = true;
    good = put_file(page, file, page->info[i].root);
  }
  if (!any) cli_run_page_note(page, "Nothing is shown", "the run left no NetCDF file");
  if (good) good = put_particles(page);
  if (good) good = cli_run_page_tables(page);
  cli_html_section_end(page->out);
  return good;
}

/* --- residuals --- */

/* Whether a solver reported residuals at any time: not for means, nor for flows without them. */
static bool is_solved(const struct sm_fact *times) {
  for (size_t t = 0; t < sm_fact_count(times); t++)
    if (sm_fact_number(sm_fact_item(times, t), "iterations") > 0) return true;
  return false;
}

void cli_run_page_times(struct cli_run_page *page) {
  static const char *const heads[] = {"Time",     "Converged",     "Iterations",
                                      "Residual", "|div u| h / U", NULL};
  char file[PLACE], caption[PLACE];
  for (size_t i = 0; i < cli_run_page_outputs(page); i++) {
    if (!cli_run_page_output(page, i, file)) continue;
    const struct sm_fact *times = sm_fact_at(page->info[i].root, "times");
    const bool wind = is_wind(page->info[i].root) && is_solved(times);
    snprintf(caption, sizeof caption, "Every time of %.2000s", base_name(file));
    if (wind) cli_html_table(page->out, caption, heads);
    for (size_t t = 0; wind && t < sm_fact_count(times); t++) {
      const struct sm_fact *own = sm_fact_item(times, t);
      char index[32];
      snprintf(index, sizeof index, "%zu", t);
      const char *when = sm_fact_text(own, "time");
      fputs("<tr><th scope=\"row\">", page->out);
      cli_html_text(page->out, when[0] != '\0' ? when : index);
      fputs("</th>", page->out);
      cli_html_cell(page->out, sm_fact_number(own, "converged") > 0 ? "yes" : "no");
      cli_html_number(page->out, "%.0f", sm_fact_number(own, "iterations"));
      cli_html_number(page->out, "%.2e", sm_fact_number(own, "residual"));
      cli_html_number(page->out, "%.2e", sm_fact_number(own, "divergence"));
      fputs("</tr>\n", page->out);
    }
    if (wind) cli_html_table_end(page->out);
  }
}

void cli_run_page_heat_release(struct cli_run_page *page) {
  struct sm_display hottest = {0};
  char head[64];
  const char *const heads[] = {"Time", "Heat released, W", head, NULL};
  bool open = false;
  for (size_t i = 0; i < cli_run_page_outputs(page); i++) {
    const struct sm_fact *times = sm_fact_at(page->info[i].root, "times");
    for (size_t t = 0; t < sm_fact_count(times); t++) {
      const struct sm_fact *own = sm_fact_item(times, t);
      if (!isfinite(sm_fact_number(own, "total_heat_release"))) continue;
      if (!open) {
        hottest = sm_display_find(page->session->ctx, page->units, "K");
        snprintf(head, sizeof head, "Hottest, %.40s", hottest.unit);
        cli_html_table(page->out, "Heat release, at the times of the file", heads);
      }
      open = true;
      fputs("<tr><th scope=\"row\">", page->out);
      cli_html_text(page->out, sm_fact_text(own, "time"));
      fputs("</th>", page->out);
      cli_html_number(page->out, "%.4g", sm_fact_number(own, "total_heat_release"));
      cli_html_number(page->out, "%.5g",
                      sm_display_value(&hottest, sm_fact_number(own, "temperature_maximum")));
      fputs("</tr>\n", page->out);
    }
  }
  if (open) cli_html_table_end(page->out);
}

bool cli_run_page_residuals(struct cli_run_page *page) {
  const struct sm_fact *values = sm_fact_at(page->run, "solver.residuals");
  const size_t count = sm_fact_count(values);
  char alternative[160];
  struct sm_plot_options options = sm_plot_options_default();
  if (count < 2) return true;
  snprintf(alternative, sizeof alternative,
           "The relative residual against iterations: from %.2g at first to %.2g after %.0f.",
           sm_fact_number(sm_fact_item(values, 0), ""),
           sm_fact_number(sm_fact_item(values, count - 1), ""),
           sm_fact_number(page->run, "solver.residual_every") * (double)count);
  return cli_run_page_draw(page, page->record, &options, alternative,
                           "How the residual of the last time fell");
}
