#include "names.h"

#include "cli/plot/plot_options.h"
#include "cli/session/file.h"
#include "lab/facts.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of a path without its extension. */
static int stem_of(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  return (int)(dot != NULL && (slash == NULL || dot > slash + 1) ? (size_t)(dot - path)
                                                                 : strlen(path));
}

/* Name suffix "_minus_flat" for "out/flat.nc"; "" without subtraction. */
static void name_minus(const char *minus, char *out, size_t size) {
  const char *slash = minus != NULL ? strrchr(minus, '/') : NULL;
  const char *name = slash != NULL ? slash + 1 : minus;
  out[0] = '\0';
  if (minus != NULL) snprintf(out, size, "_minus_%.*s", stem_of(name), name);
}

bool cli_plot_name(const char *file, const struct sm_plot_options *options, int digits, char *out,
                   size_t size) {
  static const char *const kinds[] = {"", "_section", "_rose", "_profile"};
  const int stem = stem_of(file);
  const char *part = options->extent != NULL ? "_extent" : "";
  if (cli_plot_values.zoom != NULL) part = "_zoom";
  char where[64] = "", when[32] = "", minus[128];
  const char *what = options->kind == SM_PLOT_ROSE ? options->receptor : options->field;
  const char *species = options->species != NULL ? options->species : "";
  if (strcmp(what, "series") == 0) what = ""; /* all columns of a table */
  snprintf(where, sizeof where, "%s", kinds[options->kind]);
  if (options->kind == SM_PLOT_MAP && !isnan(options->height))
    snprintf(where, sizeof where, "_%gm", options->height);
  if (options->time >= 0) snprintf(when, sizeof when, "_t%0*d", digits, options->time);
  name_minus(options->minus, minus, sizeof minus);
  const int length =
      snprintf(out, size, "%.*s%s%s%s%s%s%s%s%s.png", stem, file, minus, what[0] != '\0' ? "_" : "",
               what, species[0] != '\0' ? "_" : "", species, where, part, when);
  if (length < 0 || (size_t)length >= size) return false;
  for (char *c = out + stem; *c != '\0'; c++)
    if (strchr(":/, ", *c) != NULL)
      *c = '_'; /* for "wind_speed_percentile:95" or the name of a receptor */
  return true;
}

bool cli_plot_name_time(const char *picture, int time, int digits, char *out, size_t size) {
  const int stem = stem_of(picture);
  const int length =
      snprintf(out, size, "%.*s_t%0*d%s", stem, picture, digits, time, picture + stem);
  return length >= 0 && (size_t)length < size;
}

int cli_plot_digits(int count) {
  int digits = 1;
  for (int last = count - 1; last > 9; last /= 10) digits++;
  return digits;
}

/* Whether a summary of a run has residuals; true of a file that cannot be read, which is an error
 * later. */
static bool has_residuals(const char *path) {
  struct sm_facts facts = {0};
  const char *reason = NULL;
  char *text = cli_file_text(path);
  const bool good = text != NULL && sm_facts_read(&facts, text, &reason);
  const bool found = !good || sm_fact_at(facts.root, "solver.residuals") != NULL ||
                     sm_fact_at(facts.root, "solver.changes") != NULL;
  sm_facts_free(&facts);
  free(text);
  return found;
}

bool cli_plot_is_stream(const char *path) {
  static const char *const folders[] = {"/dev/fd/", "/dev/stdin", "/proc/self/fd/"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (strncmp(path, folders[i], strlen(folders[i])) == 0) return true;
  return strcmp(path, "-") == 0;
}

bool cli_plot_is_result(const char *path) {
  static const char *const endings[] = {".nc", ".csv", ".json", ".pvd", ".vtp"};
  const char *ending = strrchr(path, '.');
  for (size_t i = 0; ending != NULL && i < sizeof endings / sizeof *endings; i++)
    if (strcmp(ending, endings[i]) == 0) return strcmp(ending, ".json") != 0 || has_residuals(path);
  return false;
}
