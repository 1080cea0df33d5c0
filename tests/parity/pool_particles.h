/* pool_particles.h - where the arguments of kernels of particles lie in the pool. */
#ifndef SM_PARITY_POOL_PARTICLES_H
#define SM_PARITY_POOL_PARTICLES_H

#include "arguments.h"

enum { STEPS = 3, WIDTH = 4, INVERSE = 7, PLACE = 10, FRICTION = 13 };   /* floats */
enum { EMITTED = 2, RATE = 3, PATH = 4, PATHS = 6, COLUMN = 5, AT = 6 }; /* doubles */
enum { WIDTH_F64 = 0, INVERSE_F64 = 3, PLACE_F64 = 6 }; /* the same ones, of a step in f64 */

static inline int scheme_of(const struct shape *s) {
  return s->n[0] == 37   ? SM_SCHEME_MIDPOINT
         : s->n[0] == 70 ? SM_SCHEME_PAPER
         : s->n[0] == 1  ? SM_SCHEME_EULER
                         : SM_SCHEME_ETD2;
}

/* All cells of some axes are alike. */
static inline bool is_even(const struct shape *s, int d) { return (s->n[0] + d) % 2 == 0; }

#endif
