/* trial.h - running the case of an entry, and its wind at the points of the measurements. */
#ifndef VALIDATION_RUNNER_TRIAL_H
#define VALIDATION_RUNNER_TRIAL_H

#include "metrics.h"
#include "validate.h"

/* Points at which a wind was measured. */
struct cli_probes {
  double at[CLI_PAIRS][3];       /* x, y in the coordinates of the result, height above ground, m */
  double measured[CLI_PAIRS][3]; /* what the entry compares: u, v, w, or a speed, m/s */
  double wind[CLI_PAIRS][3];     /* u, v, w computed, m/s; NAN: none there */
  size_t count;
};

/* Adds a point, if there is room, with one component measured, or all three. */
void cli_probes_add(struct cli_probes *probes, double x, double y, double z, double u, double v,
                    double w);

enum { CLI_TRIAL_SETTINGS = 16 };

/* Runs the entry's case with more settings ("a.b=v", NULL after the last or NULL: none). The result
 * is in the temporary folder until the next run. */
enum cli_outcome cli_trial_run(struct cli_trial *trial, const char *const *settings);

/* The computed wind at the points, at a time (index) of the last run. */
enum cli_outcome cli_trial_probe(struct cli_trial *trial, int time, struct cli_probes *probes);

/* Likewise the mean over time of a flow. */
enum cli_outcome cli_trial_probe_mean(struct cli_trial *trial, struct cli_probes *probes);

/* Likewise another variable of the means, "uu", one number per point. */
enum cli_outcome cli_trial_probe_mean_variable(struct cli_trial *trial, const char *variable,
                                               const struct cli_probes *probes, double *value);

/* Of points along a line at even distances: the largest wind (sign 1) or the least (sign -1) of a
 * component, of the polynomial through the five nearest; *at, unless NULL: how many distances from
 * the first point. */
double cli_probes_peak(const struct cli_probes *line, int component, int sign, double *at);

/* The same of `count` numbers, five at least. */
double cli_peak(const double *value, int count, int sign, double *at);

/* Likewise another variable of the result, as sm_probe_variable takes it, one number per point. */
enum cli_outcome cli_trial_probe_variable(struct cli_trial *trial, int time, const char *variable,
                                          const struct cli_probes *probes, double *value);

/* The path of a file that the last run left. */
enum cli_outcome cli_trial_result(struct cli_trial *trial, const char *file, char *path,
                                  size_t size);

/* Names the columns of the entry's rows; adds a row, if there is room. */
void cli_trial_columns(struct cli_trial *trial, const char *const column[CLI_TABLE_COLUMNS]);
void cli_trial_row(struct cli_trial *trial, const double row[CLI_TABLE_COLUMNS]);

/* The text of a file of the entry's data, freed with free(); NULL and a reason when it cannot be
 * read. */
char *cli_trial_data(struct cli_trial *trial, const char *file);

/* Notes that what was measured is not as it should be. */
enum cli_outcome cli_trial_fail(struct cli_trial *trial, const char *format, ...) SM_FORMAT(2, 3);

/* The text of a laminar flow in x and z, of one cell along y, in a box 1 m high, by central
 * differences. LAYERS: keys of [domain], TIME: of [wind], FLOW: more keys of [flow], TABLES: sides
 * but south and north, which are number 1, and whatever else the case has. */
#define CLI_SLICE_TEXT(NAME, LAYERS, TIME, FLOW, TABLES)                                           \
  "[case]\nname = \"" NAME "\"\n[domain]\ncrs = \"local\"\n" LAYERS                                \
  "[wind]\nmodel = \"incompressible\"\n" TIME                                                      \
  "[flow]\nadvection = \"central\"\nsubgrid = \"none\"\n" FLOW                                     \
  "[[flow.boundary]]\nat = [\"south\", \"north\"]\nkind = \"slip\"\n" TABLES
#define CLI_SLICE_LAYERS "height = 1\nstretch = 1\n" /* all alike */
#define CLI_NO_SLIP(AT) "[[flow.boundary]]\nat = " AT "\nkind = \"wall\"\nwall = \"no-slip\"\n"

#endif
