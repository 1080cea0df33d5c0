/* mutate.h - helpers of fuzz mutators: a random number generator, and text replacement in a buffer
 * of limited size. */
#ifndef SM_TESTS_MUTATE_H
#define SM_TESTS_MUTATE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Random number below n; splitmix64 (S. Vigna). */
static inline size_t mutate_below(uint64_t *state, size_t n) {
  uint64_t x = *state += 0x9E3779B97F4A7C15U;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return n > 0 ? (size_t)((x ^ x >> 31) % n) : 0;
}

/* Replaces data[from..to] by a text; returns the new size, or the old one if it would exceed
 * `most`. `with` must be outside data. */
static inline size_t mutate_replace(uint8_t *data, size_t size, size_t most, size_t from, size_t to,
                                    const void *with, size_t length) {
  const size_t grown = size - (to - from) + length;
  if (grown > most) return size;
  memmove(data + from + length, data + to, size - to);
  memcpy(data + from, with, length);
  return grown;
}

#endif
