/* heated.c - air in a box between a hot and a cold wall. */
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

/* Walls 1 m and 1 K apart, g times expansion 1 m/s2 K: the Rayleigh number sets the viscosity. */
static const double prandtl = 0.71;

static const char case_text[] = CLI_SLICE_TEXT(
    "heated", CLI_SLICE_LAYERS, "", "initial = [0, 0, 0]\n",
    CLI_NO_SLIP("\"west\"") "temperature = 300.5\n" CLI_NO_SLIP(
        "\"east\"") "temperature = 299.5\n" CLI_NO_SLIP("[\"bottom\", \"top\"]") "[flow.heat]"
                                                                                 "\nreference = "
                                                                                 "300\nexpansion = "
                                                                                 "1\n"
                                                                                 "gravity = "
                                                                                 "1\nprandtl = "
                                                                                 "0.71\n");

/* One run: its numbers as the benchmark has them, speeds over diffusivity. */
struct heated {
  double rayleigh;
  int n;
  double duration; /* s, until nothing changes */
};
enum { OF_EACH = 3 };
static const struct heated heated[] = {
    {1e3, 40, 30}, {1e4, 64, 60}, {1e5, 96, 120}, {1e6, 144, 200}};
enum { RUNS = (int)(sizeof heated / sizeof *heated) };

static enum cli_outcome run(struct cli_trial *trial, const struct heated *h) {
  char size[64], cell[64], viscosity[64], duration[64];
  const char *const settings[] = {size, cell, viscosity, duration, NULL};
  snprintf(size, sizeof size, "domain.size=[1,%.12f]", 1.0 / h->n);
  snprintf(cell, sizeof cell, "domain.cell_size=%.12f", 1.0 / h->n);
  snprintf(viscosity, sizeof viscosity, "flow.viscosity=%.12g", sqrt(prandtl / h->rayleigh));
  snprintf(duration, sizeof duration, "wind.duration=%g", h->duration);
  return cli_trial_run(trial, settings);
}

/* Mean flux of heat out of the hot wall over that of air at rest; the fastest wind along the lines
 * through the middle, upright and level, over diffusivity. */
static enum cli_outcome measure_run(struct cli_trial *trial, const struct heated *h, double *out) {
  static struct cli_probes beside, upright, level;
  static double warm[CLI_PAIRS];
  const double y = 0.5 / h->n, diffusivity = sqrt(prandtl / h->rayleigh) / prandtl;
  enum cli_outcome outcome = run(trial, h);
  if (outcome != CLI_MEASURED) return outcome;
  beside.count = upright.count = level.count = 0;
  for (int m = 0; m < h->n; m++) {
    const double place = (m + 0.5) / h->n;
    cli_probes_add(&beside, y, y, place, 0, 0, 0);
    cli_probes_add(&upright, 0.5, y, place, 0, 0, 0);
    cli_probes_add(&level, place, y, 0.5, 0, 0, 0);
  }
  const int last = 1;
  outcome = cli_trial_probe_variable(trial, last, "temperature", &beside, warm);
  if (outcome == CLI_MEASURED) outcome = cli_trial_probe(trial, last, &upright);
  if (outcome == CLI_MEASURED) outcome = cli_trial_probe(trial, last, &level);
  if (outcome != CLI_MEASURED) return outcome;
  out[0] = 0;
  for (int m = 0; m < h->n; m++) out[0] += 2 * (300.5 - warm[m]);
  out[1] = cli_probes_peak(&upright, 0, 1, NULL) / diffusivity;
  out[2] = cli_probes_peak(&level, 2, 1, NULL) / diffusivity;
  return CLI_MEASURED;
}

#define OF_RUN(RA, HEAT, LEVEL, UPRIGHT)                                                           \
  {"Nusselt number at Ra " RA, "", CLI_NO_GATE, CLI_NONE, HEAT, CLI_NONE},                         \
      {"its error at Ra " RA, "", CLI_AT_MOST, 0.01, CLI_NONE, CLI_NONE},                          \
      {"fastest level wind at Ra " RA, "", CLI_NO_GATE, CLI_NONE, LEVEL, CLI_NONE}, {              \
    "fastest upright wind at Ra " RA, "", CLI_NO_GATE, CLI_NONE, UPRIGHT, CLI_NONE                 \
  }
static const struct cli_quantity quantities[] = {
    OF_RUN("1e3", 1.118, 3.649, 3.697), OF_RUN("1e4", 2.243, 16.178, 19.617),
    OF_RUN("1e5", 4.519, 34.73, 68.59), OF_RUN("1e6", 8.8252, 64.83, 220.6)};

static enum cli_outcome measure(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int m = 0; m < RUNS && outcome == CLI_MEASURED; m++) {
    double found[OF_EACH] = {NAN, NAN, NAN}, *here = &trial->here[(OF_EACH + 1) * m];
    outcome = measure_run(trial, &heated[m], found);
    here[0] = found[0];
    here[1] = fabs(found[0] / quantities[(OF_EACH + 1) * m].published - 1);
    here[2] = found[1];
    here[3] = found[2];
  }
  return outcome;
}

const struct cli_entry cli_entry_heated = {
    .row = {.name = "heated",
            .case_file = "heated.toml",
            .remark = "a box between a hot and a cold wall: heat that the air carries across"},
    .published = "G. de Vahl Davis, Int. J. Numer. Methods Fluids 3 (1983) 249-264; at Ra 1e6 P. "
                 "Le Quere, Computers & Fluids 20 (1991) 29-41",
    .note = "A square of air, Pr 0.71, walls without slip, floor and lid let no heat through; 40, "
            "64, 96 and 144 cells a side. Winds are over diffusivity over width.",
    .quantity = quantities,
    .quantity_count = (int)(sizeof quantities / sizeof *quantities),
    .case_text = case_text,
    .measure = measure};
