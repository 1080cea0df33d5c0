/* half.h - 16-bit floating point numbers: the upper half of a float (bfloat16), rounded to nearest
 * even.
 *
 * The range of float with 8 bits of precision: enough for the open fractions of coarse levels.
 * Arithmetic is always in float. */
#ifndef SM_CELL_HALF_H
#define SM_CELL_HALF_H

#include "cell/bits.h"

typedef uint16_t sm_half;

SM_FN float sm_half_to_float(sm_half h) { return sm_float_from_bits((uint32_t)h << 16); }

/* For infinities and NaNs only the sign bit is correct: rounding carries into the exponent. */
SM_FN sm_half sm_half_from_float(float x) {
  const uint32_t bits = sm_float_bits(x);
  return (sm_half)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

#endif
