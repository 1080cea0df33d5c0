/* urban_scene.h - a wind over buildings with all building parameterisations, for tests. */
#ifndef TESTS_URBAN_SCENE_H
#define TESTS_URBAN_SCENE_H

#include "cell/urban/zone_list.h"
#include "domain_fixture.h"

/* n by n columns of `layers` cells of 2 m, and a wind from `from` deg; buildings are added next. */
static inline void urban_scene_begin(struct fixture *f, int n, int layers, double from) {
  fixture_create(f);
  f->c.domain.size[0] = f->c.domain.size[1] = 2 * n;
  f->c.domain.height = 2 * layers;
  for (int d = 0; d < 3; d++) f->c.domain.cell_size[d] = 2;
  f->reading.from = from;
  f->c.wind = (struct sm_case_wind){
      .alpha_ratio = 1, .tolerance = 1e-8, .max_iterations = 200, .omega = 1.78, .check_every = 1};
  f->c.zones = (struct sm_case_zones){.on = true,
                                      .upwind = SM_UPWIND_HIGH_RISE,
                                      .wake = SM_WAKE_MODIFIED,
                                      .canyon = SM_CANYON_VORTEX,
                                      .rooftop = SM_ROOFTOP_VORTEX,
                                      .downwash = true,
                                      .sidewall = true,
                                      .sheltering = true,
                                      .roughness = 0.1};
}

#endif
