/* stations_scene.h - a domain of 40 x 30 columns with three stations. */
#ifndef SM_TESTS_STATIONS_SCENE_H
#define SM_TESTS_STATIONS_SCENE_H

#include "harness.h"

#include "geometry.h"
#include "physics/diagnostic/objective_analysis.h"
#include <math.h>
#include <string.h>

enum { NX = 40, NY = 30, ROW = NX + 3, ROWS = NY + 2, PLACES = 20, MOST = 3 + PLACES };

static struct sm_context *ctx;
static struct geometry g;
static struct sm_station station[MOST];
static struct sm_station_reading reading[MOST];
static struct sm_domain domain;

static void put(int s, double x, double y) {
  reading[s] = (struct sm_station_reading){
      true, 3 + s, 1 - s, 10, (double)INFINITY, (double)NAN, (double)NAN, (double)NAN};
  station[s] = (struct sm_station){
      .x = x, .y = y, .radius = (double)INFINITY, .level_count = 1, .reading = &reading[s]};
}

/* Stations at three places, with readings of 3, 4 and 5 m/s to the east. */
static void set_up(void) {
  if (ctx == NULL) {
    ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
    g = geometry_create(ctx, (const int[3]){NX, NY, 4}, (const double[3]){10, 10, 10}, 1);
  }
  const double place[3][2] = {{55, 45}, {335, 95}, {205, 245}};
  for (int s = 0; s < 3; s++) put(s, place[s][0], place[s][1]);
  domain = (struct sm_domain){.grid = g.grid,
                              .weather = {.time_count = 1, .station = station, .station_count = 3}};
}

#endif
