/* flow.c - complete time steps of the incompressible solver: buildings, subgrid-scale model,
 * scalars, pressure projection. */
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>

#define HOUR 3600.0 /* s */
struct flow {
  double duration;       /* simulated time, s */
  const char *advection; /* "": default of the program */
  const char *station;   /* weather; NULL: that of the case */
  bool carries;          /* with a scalar from a source near the ground */
};

static const struct cli_key own_keys[] = {{"duration", "n!", NULL},
                                          {"advection", "t", NULL},
                                          {"station", "t", NULL},
                                          {"scalar", "b", NULL},
                                          {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  const char *advection = cli_node_text(row, "advection");
  *(struct flow *)out = (struct flow){.duration = cli_node_number(row, "duration"),
                                      .advection = advection != NULL ? advection : "",
                                      .station = cli_node_text(row, "station"),
                                      .carries = cli_node_flag(row, "scalar")};
  return NULL;
}

enum { TEXT = 256 };

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct flow *own = row->own;
  const char *more[CLI_MORE] = {NULL};
  char duration[TEXT], advection[TEXT];
  int count = cli_run_set(more, 0, "wind.model=\"incompressible\"");
  count = cli_run_set(more, count, "output.formats=[]");
  snprintf(duration, sizeof duration, "wind.duration=%.17g", own->duration);
  snprintf(advection, sizeof advection, "flow.advection=\"%s\"", own->advection);
  count = cli_run_set(more, count, duration);
  if (own->advection[0] != '\0') count = cli_run_set(more, count, advection);
  if (own->station != NULL) count = cli_run_set(more, count, own->station);
  if (own->carries)
    cli_run_set(more, count,
                "flow.scalar=[{name=\"gas\",source=[{position=[210,510],height=1,size=[20,20,4],"
                "rate=1}]}]");
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  cli_run_read_flow(&run, sample);
  double *figure = sample->figure;
  figure[CLI_FIGURE_HOUR] = figure[CLI_FIGURE_SOLVE] * HOUR / own->duration;
  if (own->duration < HOUR)
    snprintf(sample->note, sizeof sample->note, "%g of %g s of the flow, scaled", own->duration,
             HOUR);
  return outcome;
}

const struct cli_suite cli_suite_flow = {
    .name = "flow",
    .summary = "steps of the incompressible solver in a town of 1000 buildings",
    .keys = own_keys,
    .own_size = sizeof(struct flow),
    .read_own = read_own,
    .measure = measure,
};
