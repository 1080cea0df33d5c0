/* particle_cases.h - cases of particles in a box of air with a known wind. For one test program at
 * a time. */
#ifndef SM_TESTS_PARTICLE_CASES_H
#define SM_TESTS_PARTICLE_CASES_H

#include "harness.h"
#include "particles_fixture.h"

/* Domain of 20 x 16 x 12 cells of 5 m; particle step of 0.5 s. */
#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"
#define GRID                                                                                       \
  STATION "[domain]\nsize = [100, 80]\ncell_size = 5\nheight = 60\nstretch = 1\n"                  \
          "[roughness]\nz0 = 0.1\n"
#define BASE GRID "[particles]\nstep = 0.5\n"
#define BLOCK "[[buildings.box]]\ncorner = [0, 30]\nsize = [10, 20]\nheight = 20\n"
#define SOURCE "[[particles.source]]\n"
#define GAS "[[particles.species]]\nname = 'gas'\n"
#define DUST "[[particles.species]]\nname = 'dust'\ndiameter = '30 um'\ndensity = 2650\n"

static inline void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

#define POINT SOURCE "position = [10, 40]\nheight = 12\ncount = 10\n"

#endif
