/* random_numbers.h - random numbers by Knuth's multiplicative generator, the same in every run. */
#ifndef SM_TESTS_RANDOM_NUMBERS_H
#define SM_TESTS_RANDOM_NUMBERS_H

#include <stdint.h>

static uint64_t seed = 1;

/* 0..1 */
static inline double any(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

static inline double between(double low, double high) { return low + (high - low) * any(); }

#endif
