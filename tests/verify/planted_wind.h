/* planted_wind.h - winds with plants, without the solver and with it. */
#ifndef SM_TESTS_PLANTED_WIND_H
#define SM_TESTS_PLANTED_WIND_H

#include "turned_wind.h"

#include "physics/vegetation/vegetation.h"

static struct fixture f;
enum { MOST_PLANTS = 40 };
static struct sm_case_plant plant[MOST_PLANTS];
static double vertex[MOST_PLANTS][8][2];

/* Drag of plants in a uniform wind, without the solver. */
static struct wind apply(int bits, double u, double v, double w) {
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_vegetation *vegetation = NULL;
  struct wind out = {.u = {NULL, NULL, NULL}};
  const double wind[3] = {u, v, w};
  open_state(&f, bits, &device, &state);
  fill_wind(state, wind, 1);
  ck_assert_int_eq(sm_vegetation_create(f.ctx, &f.c, f.domain, state, &vegetation), SM_OK);
  for (int twice = 0; twice < 2; twice++) { /* a second time with more or less to do */
    ck_assert_int_eq(sm_vegetation_canopy(f.ctx, vegetation), SM_OK);
    ck_assert_int_eq(sm_vegetation_wakes(f.ctx, vegetation), SM_OK);
    if (twice == 0) {
      copy_wind(state, &out);
      fill_wind(state, wind, -1);
    }
  }
  out.flag = calloc((size_t)sm_grid_cells(&f.domain->grid), 1);
  ck_assert_int_eq(sm_vegetation_map(f.ctx, vegetation, out.flag), SM_OK);
  sm_vegetation_destroy(&vegetation);
  close_state(&device, &state);
  return out;
}

static void begin(int nx, int ny, int nz, double cell, double layer) {
  fixture_create(&f);
  f.c.vegetation.shelter = SM_BARRIER_PERERA;
  f.c.domain.size[0] = nx * cell;
  f.c.domain.size[1] = ny * cell;
  f.c.domain.height = nz * layer;
  f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = cell;
  f.c.domain.cell_size[2] = layer;
  f.c.wind = (struct sm_case_wind){
      .alpha_ratio = 1, .tolerance = 1e-6, .max_iterations = 200, .omega = 1.78, .check_every = 1};
}

/* Adds plants whose points are given. */
static struct sm_case_plant *add(enum sm_plant_kind kind, int count, const double (*points)[2],
                                 double height) {
  const size_t p = f.c.vegetation.plant_count++;
  memcpy(vertex[p], points, (size_t)count * sizeof *points);
  f.c.vegetation.plant = plant;
  plant[p] = fixture_plant(&f, kind, vertex[p], count, height);
  return &plant[p];
}

/* One of everything on 120 m x 120 m, turned by quarters and mirrored; no face lies exactly on an
 * edge of a zone, where rounding would decide. */
static void plant_garden(int quarters, bool mirror) {
  static const double trees[2][2] = {{33.3, 71.4}, {47.6, 68.2}};
  static const double hedge[3][2] = {{20, 20}, {24, 60}, {22, 95}};
  static const double field[4][2] = {{60.2, 70.3}, {100.1, 74.7}, {96.6, 110.4}, {58.7, 104.9}};
  static const double wood[4][2] = {{70.3, 10.2}, {110.1, 14.7}, {104.4, 44.1}, {76.6, 40.9}};
  add(SM_PLANT_TREE, 1, &trees[0], 11);
  add(SM_PLANT_TREE, 1, &trees[1], 8)->traits.base = 2;
  struct sm_case_plant *p = add(SM_PLANT_WINDBREAK, 3, hedge, 4);
  p->is_line = true;
  p = add(SM_PLANT_ROWS, 4, field, 3);
  p->traits.spacing = 5;
  p->traits.direction = (mirror ? -27 : 27) - 90.0 * quarters;
  add(SM_PLANT_CANOPY, 4, wood, 12);
  for (size_t q = 0; q < f.c.vegetation.plant_count; q++)
    for (int v = 0; v < plant[q].vertex_count; v++) {
      double *at_vertex = plant[q].vertex[v];
      if (mirror) at_vertex[1] = 120 - at_vertex[1];
      turn_in_square(at_vertex, 120, quarters);
    }
}

enum { SIDE = 60 }; /* cells of 2 m on each side of the garden */

#endif
