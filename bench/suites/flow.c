/* flow.c - steps of the incompressible solver with all that belongs to them: buildings,
 * eddies, what the air carries, the projection. */
#include "bench/runner/json_find.h"
#include "bench/runner/run_case.h"
#include <math.h>
#include <stdio.h>

#define TOWN "blocks/case.toml"
#define BOTH (CLI_ON_CPU | CLI_ON_CUDA)
#define HOUR 3600.0 /* s */
#define GOAL_RATE                                                                                  \
  { CLI_FIGURE_RATE, CLI_ON_CUDA, 1e9, "goal", NULL }

struct flow {
  double duration;       /* s of the air that are computed */
  const char *advection; /* "" that of the program */
  const char *station;   /* the weather; NULL: that of the case */
  bool carries;          /* a scalar from a source near the ground */
};

static const struct flow small = {60, "", NULL, true};
static const struct flow step = {4, "", NULL, true}, upwind = {4, "upwind", NULL, true},
                         alone = {4, "", NULL, false};
static const struct flow hour = {
    120, "", "weather.station=[{speed=\"10 m/s\",from=250,height=\"10 m\",profile=\"log\"}]",
    false};

static const struct cli_row table[] = {
    {.name = "town-2m",
     .case_file = TOWN,
     .set = {"domain.cell_size=[\"8 m\",\"8 m\",\"4 m\"]"},
     .remark = "1000 buildings, 1.8 M cells, eddies and a scalar, a minute of the air; all threads",
     .devices = BOTH,
     .own = &small},
    {.name = "town-256m",
     .case_file = TOWN,
     .set = {"domain.cell_size=[\"1.6 m\",\"1.6 m\",\"0.7 m\"]"},
     .remark = "1000 buildings, eddies and a scalar, 4 s of the air",
     .devices = CLI_ON_CUDA,
     .own = &step,
     .reference = {GOAL_RATE}},
    {.name = "town-256m-upwind",
     .case_file = TOWN,
     .set = {"domain.cell_size=[\"1.6 m\",\"1.6 m\",\"0.7 m\"]"},
     .remark = "the same, upwind of fifth order",
     .devices = CLI_ON_CUDA,
     .own = &upwind,
     .reference = {GOAL_RATE}},
    {.name = "town-256m-wind-alone",
     .case_file = TOWN,
     .set = {"domain.cell_size=[\"1.6 m\",\"1.6 m\",\"0.7 m\"]"},
     .remark = "the first without a scalar",
     .devices = CLI_ON_CUDA,
     .own = &alone,
     .reference = {GOAL_RATE}},
    {.name = "town-100m-hour",
     .case_file = TOWN,
     .set = {"domain.cell_size=\"2 m\"", "domain.height=\"344 m\""},
     .remark = "cells of 2 m, 10 m/s at 10 m, two minutes of the air",
     .devices = CLI_ON_CUDA,
     .own = &hour,
     .reference = {{CLI_FIGURE_HOUR, CLI_ON_CUDA, 90 * 60.0, "goal", NULL}}},
};

static const struct cli_row *rows(size_t *count) {
  *count = sizeof table / sizeof *table;
  return table;
}

enum { TEXT = 256 };

/* Adds a setting to the program's arguments. */
static int set(const char **more, int count, const char *setting) {
  more[count++] = "--set";
  more[count++] = setting;
  return count;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct flow *own = row->own;
  const char *more[CLI_MORE] = {NULL};
  char duration[TEXT], advection[TEXT];
  int count = set(more, 0, "wind.model=\"incompressible\"");
  count = set(more, count, "output.formats=[]");
  snprintf(duration, sizeof duration, "wind.duration=%.17g", own->duration);
  snprintf(advection, sizeof advection, "flow.advection=\"%s\"", own->advection);
  count = set(more, count, duration);
  if (own->advection[0] != '\0') count = set(more, count, advection);
  if (own->station != NULL) count = set(more, count, own->station);
  if (own->carries)
    set(more, count,
        "flow.scalar=[{name=\"gas\",source=[{from=[200,500,1],to=[220,520,5],rate=1}]}]");
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  const double steps = cli_json_find_number(run.json, "flow.steps");
  const double cell_steps = cli_json_find_number(run.json, "flow.cell_steps");
  double *figure = sample->figure;
  figure[CLI_FIGURE_ITERATION] = NAN;
  figure[CLI_FIGURE_STEP] = figure[CLI_FIGURE_SOLVE] / steps;
  figure[CLI_FIGURE_RATE] = cell_steps / figure[CLI_FIGURE_SOLVE];
  figure[CLI_FIGURE_HOUR] = figure[CLI_FIGURE_SOLVE] * HOUR / own->duration;
  if (own->duration < HOUR)
    snprintf(sample->note, sizeof sample->note, "%g of %g s of the flow, scaled", own->duration,
             HOUR);
  return outcome;
}

const struct cli_suite cli_suite_flow = {
    .name = "flow",
    .summary = "steps of the incompressible solver in a town of 1000 buildings",
    .rows = rows,
    .measure = measure,
};
