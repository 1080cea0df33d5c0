/* cell/bits.h - bits of a floating-point number, and the number of given bits (IEEE 754). */
#ifndef SM_CELL_BITS_H
#define SM_CELL_BITS_H

#include "cell/port.h"
#include <stdint.h>

SM_FN uint32_t sm_float_bits(float x) {
  union {
    float x;
    uint32_t bits;
  } u;
  u.x = x;
  return u.bits;
}

SM_FN float sm_float_from_bits(uint32_t bits) {
  union {
    uint32_t bits;
    float x;
  } u;
  u.bits = bits;
  return u.x;
}

SM_FN uint64_t sm_double_bits(double x) {
  union {
    double x;
    uint64_t bits;
  } u;
  u.x = x;
  return u.bits;
}

SM_FN double sm_double_from_bits(uint64_t bits) {
  union {
    uint64_t bits;
    double x;
  } u;
  u.bits = bits;
  return u.x;
}

/* 16-bit floating point numbers: the upper half of a float (bfloat16), rounded to nearest even.
 *
 * The range of float with 8 bits of precision: enough for the open fractions of coarse levels.
 * Arithmetic is always in float. */

typedef uint16_t sm_half;

SM_FN float sm_half_to_float(sm_half h) { return sm_float_from_bits((uint32_t)h << 16); }

/* For infinities and NaNs only the sign bit is correct: rounding carries into the exponent. */
SM_FN sm_half sm_half_from_float(float x) {
  const uint32_t bits = sm_float_bits(x);
  return (sm_half)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

#endif
