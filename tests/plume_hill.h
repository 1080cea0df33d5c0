/* plume_hill.h - a small hill with a building, whose cells are the boxes of a plume file. */
#ifndef SM_TESTS_PLUME_HILL_H
#define SM_TESTS_PLUME_HILL_H

#include "output/netcdf/plume_file.h"
#include "scratch_folder.h"
#include "support_domain.h"
#include <math.h>

enum { NX = 12, NY = 7, NZ = 5, BOXES = NX * NY * NZ, COLUMNS = NX * NY };

static const char *const species[2] = {"SO2", "road dust"};

static struct sm_context *ctx;
static const char *path;

static inline void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* Domain, case and grid; air: 0 in solids, else 1. */
static inline void make_hill(bool utm, struct made *m, struct sm_case *c,
                             struct sm_plume_grid *grid, float air[BOXES]) {
  make_domain(m, &(struct made_options){.n = {NX, NY, NZ},
                                        .width = {4, 5, 3},
                                        .ratio = 1.2,
                                        .slope = 0.1,
                                        .building = {5, 7, 2, 4, 0, 3},
                                        .utm = utm});
  *c = (struct sm_case){
      .path = "hill/case.toml", .text = "[case]\nname = \"hill\"\n", .name = "hill", .title = ""};
  c->output.compression = 1;
  for (int d = 0; d < 3; d++) {
    grid->n[d] = m->domain.grid.axis[d].n;
    grid->face[d] = m->domain.grid.axis[d].face;
  }
  grid->air = air;
  for (int n = 0; n < BOXES; n++) air[n] = made_solid(m, n % NX, n / NX % NY, n / COLUMNS) ? 0 : 1;
}

/* Both species, and two thresholds. */
static inline struct sm_plume_options hill_options(const struct sm_case *c, const struct made *m,
                                                   const struct sm_plume_grid *grid,
                                                   const double thresholds[2]) {
  return (struct sm_plume_options){.c = c,
                                   .domain = &m->domain,
                                   .grid = grid,
                                   .species = species,
                                   .species_count = 2,
                                   .threshold = thresholds,
                                   .threshold_count = 2,
                                   .device = "cpu"};
}

/* Of the first threshold: a minute or two in most boxes; of the second: never. */
static inline void make_arrival_times(float arrival_time[2][2 * BOXES]) {
  for (int k = 0; k < 2; k++)
    for (int n = 0; n < BOXES; n++) {
      arrival_time[k][n] = n % 10 > 1 ? (float)(60 * (n % 3)) : (float)NAN;
      arrival_time[k][BOXES + n] = (float)NAN;
    }
}

#endif
