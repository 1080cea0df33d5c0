/* plume_drawing.h - plume and trajectory files of a small case, and maps drawn of them. */
#ifndef SM_TESTS_PLUME_DRAWING_H
#define SM_TESTS_PLUME_DRAWING_H

#include "output/netcdf/trajectory_file.h"
#include "output/picture/plot.h"
#include "plplot_leaks.h"
#include "plume_hill.h"
#include "simoom/output.h"
#include <stdio.h>

enum { INTERVALS = 2 };

static const double thresholds[2] = {1e-6, 1e-5};

static const char *picture;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("file.nc");
  picture = scratch_path("a.png");
}

/* A case and what an engine would hand over: the value of a box is 1e-7 (n + 1), and ten times that
 * of the second species. */
struct scene {
  struct made m;
  struct sm_case c;
  struct sm_plume_grid grid;
  struct sm_plume_options options;
  struct sm_case_source chimney, everywhere;
  struct sm_release release[2];
  struct sm_releases releases;
  float air[BOXES], value[2][BOXES], arrival_time[2][2 * BOXES];
  double dose[2][BOXES], deposition[2][COLUMNS];
  bool gone; /* nothing is left in the air */
};

static float value_of(int k, int n) { return (float)((k == 0 ? 1e-7 : 1e-6) * (n + 1)); }

static void make_scene(struct scene *s, bool boxes) {
  memset(s, 0, sizeof *s);
  make_hill(true, &s->m, &s->c, &s->grid, s->air);
  s->c.title = "Smoke on a hill";
  make_arrival_times(s->arrival_time);
  for (int n = 0; n < BOXES; n++) {
    for (int k = 0; k < 2; k++) {
      s->value[k][n] = value_of(k, n);
      s->dose[k][n] = 60 * (double)value_of(k, n);
    }
  }
  for (int n = 0; n < COLUMNS; n++) s->deposition[0][n] = s->deposition[1][n] = 1e-3 * n;
  s->chimney = (struct sm_case_source){.name = (char *)"chimney", .position = SM_POSITION_LOCAL};
  s->everywhere = (struct sm_case_source){.name = (char *)"air", .shape = SM_SOURCE_DOMAIN};
  s->release[0] = (struct sm_release){.source = &s->chimney, .place = {10, 12}, .height = 7};
  s->release[1] = (struct sm_release){.source = &s->everywhere};
  s->releases = (struct sm_releases){.source = s->release, .source_count = 2};
  s->options = hill_options(&s->c, &s->m, boxes ? &s->grid : NULL, thresholds);
  s->options.releases = &s->releases;
}

static void write_plume(struct scene *s, double stopped) {
  const bool boxes = s->options.grid != NULL;
  const float *const concentration[2] = {s->value[0], s->value[1]};
  struct sm_plume_file *file = NULL;
  struct sm_plume_total total[2];
  for (int k = 0; k < 2; k++)
    total[k] = (struct sm_plume_total){
        .deposition = s->deposition[k],
        .dose = boxes ? s->dose[k] : NULL,
        .maximum = boxes ? s->value[k] : NULL,
        .arrival_time = boxes ? s->arrival_time[k] : NULL,
        .budget = {1 + k, s->gone ? 0 : 0.25, 0.5 + k, 0, 0.125, 0.0625, 0.0625, 1000, 3 * k}};
  ck_assert_int_eq(sm_plume_file_create(ctx, path, &s->options, &file), SM_OK);
  for (int t = 0; t < INTERVALS && boxes; t++) {
    const double ends[2] = {60 * t, 60 * t + 60};
    ck_assert_int_eq(sm_plume_file_write(ctx, file, ends, concentration, NULL), SM_OK);
  }
  ck_assert_int_eq(sm_plume_file_finish(ctx, &file, total, stopped), SM_OK);
}

static void write_trajectories(struct scene *s) {
  static const int64_t id[3] = {4, 8, 15};
  static const int kind[3] = {0, 1, 1};
  const struct sm_trajectory_options o = {.c = &s->c,
                                          .domain = &s->m.domain,
                                          .count = 3,
                                          .id = id,
                                          .species = kind,
                                          .names = species,
                                          .species_count = 2,
                                          .speed = true,
                                          .device = "cpu"};
  struct sm_trajectory_file *file = NULL;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &o, &file), SM_OK);
  for (int t = 0; t < 20; t++) {
    double place[3][3];
    float speed[3];
    for (int p = 0; p < 3; p++) {
      const bool there = t >= p && t < 18 - 2 * p;
      for (int d = 0; d < 3; d++) place[p][d] = there ? 2 * t + d + 3 * p : (double)NAN;
      speed[p] = (float)(1 + t % 4);
    }
    ck_assert_int_eq(sm_trajectory_file_add(ctx, file, 2.0 * t, (const double(*)[3])place, speed),
                     SM_OK);
  }
  ck_assert_int_eq(sm_trajectory_file_finish(ctx, &file, (double)NAN), SM_OK);
}

/* False where simoom was built without PLplot. */
static bool can_draw(void) {
  const struct sm_plot_options o = sm_plot_options_default();
  if (sm_plot_file(ctx, path, &o, picture) != SM_ERR_DATA) return true;
  printf("skipped: %s\n", sm_context_message(ctx));
  return false;
}

#endif
