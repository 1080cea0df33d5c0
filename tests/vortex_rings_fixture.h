/* vortex_rings_fixture.h - vortex rings and their velocities, for tests. */
#ifndef SM_TESTS_VORTEX_RINGS_FIXTURE_H
#define SM_TESTS_VORTEX_RINGS_FIXTURE_H

#include "harness.h"
#include "vortex_rings_wind.h"

static const double pi = 3.14159265358979323846;

/* --- several rings --- */

/* A helicopter of the class of an EC135. */
static struct sm_rotor helicopter(double height) {
  return (struct sm_rotor){.thrust = 29234,
                           .radius = 5.1,
                           .speed = 41.4,
                           .height = height,
                           .blades = 4,
                           .density = 1.225,
                           .viscosity = 1.46e-5};
}

static void let_no_more_leave(struct sm_vortex_rings *rings) { rings->due = 1e9; }

static double impulse(const struct sm_vortex_rings *rings) {
  double sum = 0;
  for (int i = 0; i < rings->count; i++)
    sum += rings->ring[i].circulation * rings->ring[i].radius * rings->ring[i].radius;
  return sum;
}

/* Two rings that slip through each other for a second, by steps of `step`. */
static struct sm_vortex_rings leapfrog(double step) {
  const struct sm_rotor rotor = helicopter(10);
  struct sm_vortex_rings rings;
  sm_vortex_rings_start(&rings, &rotor);
  let_no_more_leave(&rings);
  rings.count = 2;
  rings.ring[0] = (struct sm_vortex_ring){5, 1e5, -11, 0.06};
  rings.ring[1] = (struct sm_vortex_ring){5, 1e5 + 1, -11, 0.09};
  for (double time = 0; time < 1 - 0.5 * step; time += step) sm_vortex_rings_advance(&rings, step);
  return rings;
}

#endif
