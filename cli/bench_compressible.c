/* bench_compressible.c - steps of the compressible solver: the runs that Arkhipov times (his table
 * of 50^3, 64^3 and 100^3 cells, 100 000 steps), and steps of 400^3 cells by his scheme and by the
 * default one. */
#include "bench_json.h"
#include "bench_run.h"
#include <math.h>
#include <stdio.h>

#define CASE "arkhipov/case.toml"
#define DEFAULT "arkhipov/default.toml"
#define BOTH (CLI_ON_CPU | CLI_ON_CUDA)
#define PAPER_CPU "Arkhipov's program, one core"
#define PAPER_CUDA "Arkhipov's program, a GPU of about 2012"
#define PAPER "A. L. Arkhipov, Computer simulation of air flows in urban areas using NVIDIA CUDA"

enum { STEPS = 100000 }; /* of the paper */

struct air {
  int side;  /* cells */
  bool ours; /* the default scheme, with eddies */
  const char *precision;
  double cpu, cuda; /* steps that are made */
};

static const struct air paper_50 = {50, false, "f64", 200, STEPS},
                        paper_64 = {64, false, "f64", 100, STEPS},
                        paper_100 = {100, false, "f64", 40, STEPS},
                        single_100 = {100, false, "f32", 60, STEPS};
static const struct air his_f32 = {400, false, "f32", 4, 200},
                        his_f64 = {400, false, "f64", 4, 150}, ours_f32 = {400, true, "f32", 2, 60},
                        ours_f64 = {400, true, "f64", 2, 40};
static const struct air core_f64 = {100, false, "f64", 40, 40};
static const struct air most = {1063, true, "f32", 2, 8};

#define TABLE(NAME, OWN, REMARK, CPU, CUDA, ...)                                                   \
  {                                                                                                \
    .name = NAME, .case_file = CASE, .remark = REMARK, .devices = BOTH, .one_thread = true,        \
    .own = &(OWN), .reference = {                                                                  \
      {CLI_FIGURE_WHOLE, CLI_ON_CPU, CPU, PAPER_CPU, PAPER},                                       \
      {CLI_FIGURE_WHOLE, CLI_ON_CUDA, CUDA, PAPER_CUDA, PAPER},                                    \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define GOAL(NAME, FILE, OWN, REMARK, DEVICES, VALUE)                                              \
  {                                                                                                \
    .name = NAME, .case_file = FILE, .remark = REMARK, .devices = (DEVICES),                       \
    .one_thread = (DEVICES) == CLI_ON_CPU, .own = &(OWN), .reference = {                           \
      {CLI_FIGURE_RATE, DEVICES, VALUE, "goal", NULL}                                              \
    }                                                                                              \
  }

static const struct cli_row table[] = {
    TABLE("arkhipov-50", paper_50, "50 x 50 x 50 cells, 100 000 steps, f64; on a CPU one thread",
          10000, 180, {0}),
    TABLE("arkhipov-64", paper_64, "64 x 64 x 64 cells", 20900, 344, {0}),
    TABLE("arkhipov-100", paper_100, "100 x 100 x 100 cells", 70900, 1331, {0}),
    TABLE("arkhipov-100-f32", single_100, "the same in f32", 70900, 1331,
          {CLI_FIGURE_WHOLE, CLI_ON_CUDA, 30, "goal", NULL}),
    GOAL("arkhipov-core", CASE, core_f64, "his scheme on one core, 100 x 100 x 100 cells, f64",
         CLI_ON_CPU, 8e6),
    GOAL("arkhipov-400", CASE, his_f32, "his scheme, 400 x 400 x 400 cells, f32", CLI_ON_CUDA, 8e9),
    GOAL("arkhipov-400-f64", CASE, his_f64, "the same in f64", CLI_ON_CUDA, 5e9),
    GOAL("default-400", DEFAULT, ours_f32,
         "the default scheme with buildings and eddies, 400 x 400 x 400 cells, f32", CLI_ON_CUDA,
         2e9),
    GOAL("default-400-f64", DEFAULT, ours_f64, "the same in f64", CLI_ON_CUDA, 1.2e9),
    {.name = "default-1063",
     .case_file = DEFAULT,
     .remark = "what 80 GB have to hold: 1.2 G cells, 1063 x 1063 x 1063, f32",
     .devices = CLI_ON_CUDA,
     .own = &most},
};

static const struct cli_row *rows(size_t *count) {
  *count = sizeof table / sizeof *table;
  return table;
}

enum { TEXT = 200 };

struct settings {
  char size[TEXT], height[TEXT], cell[TEXT], duration[TEXT];
};

static int set(const char **more, int count, const char *setting) {
  more[count++] = "--set";
  more[count++] = setting;
  return count;
}

/* In the paper's table the cube stays and its cells shrink; larger runs have cells of 1 m. */
static int choose(const struct air *own, bool cuda, struct settings *s, const char **more) {
  const double steps = cuda ? own->cuda : own->cpu,
               width = own->side <= 100 ? 100.0 / own->side : 1;
  const double dt = own->ours ? 9e-4 : 1e-4; /* s; ours is as long as a step of cells of 1 m is */
  snprintf(s->size, TEXT, "domain.size=[%.17g,%.17g]", width * own->side, width * own->side);
  snprintf(s->height, TEXT, "domain.height=%.17g", width * own->side);
  snprintf(s->cell, TEXT, "domain.cell_size=%.17g", width);
  snprintf(s->duration, TEXT, "wind.duration=%.17g", steps * dt);
  int count = set(more, 0, s->size);
  count = set(more, count, s->height);
  count = set(more, count, s->cell);
  count = set(more, count, s->duration);
  more[count++] = "--precision";
  more[count++] = own->precision;
  return count;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct air *own = row->own;
  const char *more[CLI_MORE] = {NULL};
  struct settings s;
  int count = choose(own, cli_device_kind(device) == CLI_ON_CUDA, &s, more);
  count = set(more, count, "output.formats=[]");
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  const double steps = cli_json_find_number(run.json, "flow.steps");
  const double cell_steps = cli_json_find_number(run.json, "flow.cell_steps");
  double *figure = sample->figure;
  figure[CLI_FIGURE_ITERATION] = NAN;
  figure[CLI_FIGURE_STEP] = figure[CLI_FIGURE_SOLVE] / steps;
  figure[CLI_FIGURE_RATE] = cell_steps / figure[CLI_FIGURE_SOLVE];
  figure[CLI_FIGURE_WHOLE] = figure[CLI_FIGURE_STEP] * STEPS;
  if (steps < STEPS) snprintf(sample->note, sizeof sample->note, "of %.0f steps", steps);
  return outcome;
}

const struct cli_suite cli_suite_compressible = {
    .name = "compressible",
    .summary = "steps of the compressible solver: Arkhipov's runs, and larger ones",
    .rows = rows,
    .measure = measure,
};
