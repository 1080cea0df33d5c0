/* wind.c - the wind of a case, end to end: the program is started as a user starts it. */
#include "bench/runner/run_case.h"

#define PAPER "B. Bozorgmehr et al., Environmental Modelling & Software 137 (2021) 104958, table 2"
#define PAPER_3                                                                                    \
  "B. Bozorgmehr et al., Environmental Modelling & Software 137 (2021) 104958, table 3"
#define WINDNINJA "WindNinja at b7c44b1a, built from source, timed on one core of an AMD EPYC"
#define QES_PUBLIC "QES-Public at e562b8db, built from source, timed on one core of an AMD EPYC"

/* Of the cube with 1 million cells. */
#define XEON "QES-Winds 2021, 500 SOR iterations, Xeon Gold 6130"
#define QES "QES-Winds 2.3.0, 500 SOR iterations"
#define TITAN "QES-Winds 2021, 496 SOR iterations, TITAN V"

static const struct cli_row table[] = {
    {.name = "big-butte-60m",
     .case_file = "big-butte/case-60m.toml",
     .data = "big-butte/big_butte.tif",
     .remark = "terrain, uniform wind, to a residual of 1e-4; one thread of the CPU",
     .devices = CLI_ON_CPU | CLI_ON_CUDA,
     .one_thread = true,
     .reference = {{CLI_FIGURE_CPU, CLI_ON_CPU, 10.5, "WindNinja 3.12, 2.09 M nodes, to 1e-1",
                    WINDNINJA},
                   {CLI_FIGURE_PEAK, CLI_ON_CPU, 1198e6, "WindNinja 3.12, 2.09 M nodes, to 1e-1",
                    WINDNINJA},
                   {CLI_FIGURE_CPU, CLI_ON_CPU, 2, "goal", NULL},
                   {CLI_FIGURE_PEAK, CLI_ON_CPU, 150e6, "goal", NULL}}},
    {.name = "cube-1m",
     .case_file = "cube/case.toml",
     .remark = "the cube of Bozorgmehr et al. 2021 to 1e-6; one thread of the CPU",
     .devices = CLI_ON_CPU | CLI_ON_CUDA,
     .one_thread = true,
     .reference = {{CLI_FIGURE_SOLVE, CLI_ON_CPU, 30.10, XEON, PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CPU, 3.2, QES, QES_PUBLIC},
                   {CLI_FIGURE_SOLVE, CLI_ON_CUDA, 0.54,
                    "QES-Winds 2021, 498 SOR iterations, TITAN V", PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CPU, 0.4, "goal", NULL}}},
    {.name = "cube-1m-sor",
     .case_file = "cube/case.toml",
     .set = {"wind.solver=\"sor\"", "wind.max_iterations=20000"},
     .remark = "the same by the paper's serial SOR, to 1e-6",
     .devices = CLI_ON_CPU,
     .one_thread = true,
     .reference = {{CLI_FIGURE_ITERATION, CLI_ON_CPU, 6.02e-2, XEON, PAPER_3},
                   {CLI_FIGURE_ITERATION, CLI_ON_CPU, 3.2 / 500, QES, QES_PUBLIC}}},
    {.name = "cube-1m-red-black",
     .case_file = "cube/case.toml",
     .set = {"wind.solver=\"red-black-sor\"", "wind.max_iterations=20000"},
     .remark = "the same by red-black SOR, to 1e-6; one thread of the CPU",
     .devices = CLI_ON_CPU | CLI_ON_CUDA,
     .one_thread = true,
     .reference = {{CLI_FIGURE_ITERATION, CLI_ON_CPU, 6.02e-2, XEON, PAPER_3},
                   {CLI_FIGURE_ITERATION, CLI_ON_CPU, 3.2 / 500, QES, QES_PUBLIC},
                   {CLI_FIGURE_ITERATION, CLI_ON_CUDA, 1.08e-3,
                    "QES-Winds 2021, dynamic parallelism, TITAN V", PAPER_3}}},
    {.name = "town",
     .case_file = "town/case.toml",
     .remark = "terrain, buildings and stations at three times; all threads",
     .devices = CLI_ON_CPU | CLI_ON_CUDA},
    {.name = "askervein",
     .case_file = "askervein/case.toml",
     .data = "askervein/askervein.tif",
     .remark = "a hill; all threads",
     .devices = CLI_ON_CPU | CLI_ON_CUDA},
    {.name = "oklahoma-city",
     .case_file = "oklahoma-city/case.toml",
     .data = "oklahoma-city/OKCSmallDomainJU2003.shp",
     .remark = "172 buildings at 2 m; all threads",
     .devices = CLI_ON_CPU | CLI_ON_CUDA},
    {.name = "blocks",
     .case_file = "blocks/case.toml",
     .set = {"output.formats=[]"},
     .remark = "a made-up town of 1000 buildings, 14.5 M cells; nothing written; all threads",
     .devices = CLI_ON_CPU | CLI_ON_CUDA},
    {.name = "blocks-145m",
     .case_file = "blocks/case.toml",
     .set = {"domain.cell_size=[\"2 m\", \"2 m\", \"0.8 m\"]", "output.formats=[]"},
     .remark = "the same with 145 M cells; nothing written",
     .devices = CLI_ON_CUDA,
     .also = CLI_ON_CPU,
     .reference = {{CLI_FIGURE_ZONES, CLI_ON_CUDA, 0.5, "goal", NULL}}},
    {.name = "cube-145m",
     .case_file = "cube/cube-145m.toml",
     .remark = "the largest cube of Bozorgmehr et al. 2021, to 1e-6, from case file to NetCDF",
     .devices = CLI_ON_CUDA,
     .also = CLI_ON_CPU,
     .reference = {{CLI_FIGURE_SOLVE, CLI_ON_CUDA, 37.43, TITAN, PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CPU | CLI_ON_CUDA, 4824.57, XEON, PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CUDA, 0.3, "goal", NULL},
                   {CLI_FIGURE_WALL, CLI_ON_CUDA, 20, "goal", NULL}}},
    {.name = "cube-145m-rough",
     .case_file = "cube/cube-145m.toml",
     .set = {"wind.max_iterations=3", "output.formats=[]"},
     .remark =
         "the same, 3 iterations: as near to the converged wind as 500 of SOR; nothing written",
     .devices = CLI_ON_CUDA,
     .limited = true,
     .reference = {{CLI_FIGURE_SOLVER, CLI_ON_CUDA, 0.04, "goal", NULL}}},
    {.name = "cube-145m-fine",
     .case_file = "cube/cube-145m.toml",
     .set = {"wind.tolerance=1e-8", "output.formats=[]"},
     .remark = "the same to 1e-8; nothing written",
     .devices = CLI_ON_CUDA,
     .reference = {{CLI_FIGURE_SOLVER, CLI_ON_CUDA, 0.1, "goal", NULL}}},
    {.name = "cube-1m-fine",
     .case_file = "cube/case.toml",
     .set = {"wind.tolerance=1e-8", "output.formats=[]"},
     .remark = "1 M cells to 1e-8; nothing written",
     .devices = CLI_ON_CUDA,
     .reference = {{CLI_FIGURE_SOLVER, CLI_ON_CUDA, 0.002, "goal", NULL}}},
    {.name = "cube-1560m",
     .case_file = "cube/case.toml",
     .set = {"domain.cell_size=[\"0.16 m\", \"0.16 m\", \"0.1 m\"]", "output.formats=[]"},
     .remark = "1250 x 1250 x 1000 cells to 1e-6; nothing written",
     .devices = CLI_ON_CUDA,
     .reference = {{CLI_FIGURE_DEVICE_MEMORY, CLI_ON_CUDA, 80e9, "goal", NULL}}},
};

static const struct cli_row *rows(size_t *count) {
  *count = sizeof table / sizeof *table;
  return table;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const enum cli_outcome outcome = cli_run_case(bench, row, device, NULL, &run, reason);
  cli_run_read(&run, sample);
  return row->limited && outcome == CLI_NOT_CONVERGED ? CLI_MEASURED : outcome;
}

const struct cli_suite cli_suite_wind = {
    .name = "wind",
    .summary =
        "the wind of a case, from its file to the results, the start of the program included",
    .rows = rows,
    .measure = measure,
};
