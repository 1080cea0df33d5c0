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

#endif
