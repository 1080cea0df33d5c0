/* output/view/block.h - numbers for the page of `simoom view`: quantised, and compressed.
 *
 * A block, before it is compressed, is little-endian:
 *   "SV", bits (8, 16 or 32), components, number of values of a component (4 bytes);
 *   of each component the numbers of codes 1 and 2^bits - 1 (8 bytes each, doubles);
 *   of each component its codes as differences from the one before, modulo 2^bits: all their low
 *   bytes, then all the next ones.
 * Code 0: no value. Of 32 bits the codes are whole numbers themselves. */
#ifndef SM_OUTPUT_VIEW_BLOCK_H
#define SM_OUTPUT_VIEW_BLOCK_H

#include "base/context.h"
#include <stddef.h>
#include <stdint.h>

enum { SM_VIEW_COMPONENTS = 3, SM_VIEW_DECADES = 6 };

/* What a block is made of. One of value and number is given. */
struct sm_view_values {
  int components;
  size_t count;                            /* values of a component */
  const float *value[SM_VIEW_COMPONENTS];  /* NAN: none */
  const double *exact[SM_VIEW_COMPONENTS]; /* the same in double precision */
  const int32_t *number;                   /* whole numbers, of one component */
  bool logarithmic; /* codes are of log10, over SM_VIEW_DECADES decades; 0 and less: the lowest */
};

/* The code of a number, and back. most: the largest code, 2^bits - 1. */
unsigned sm_view_quantise(double value, double low, double high, unsigned most);
double sm_view_restore(unsigned code, double low, double high, unsigned most);

/* Makes a block of 8 or 16 bits (32 of whole numbers), compressed at `level` (zlib's format).
 * *out is freed with free(). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_view_encode(struct sm_context *ctx,
                                         const struct sm_view_values *values, int bits, int level,
                                         void **out, size_t *size);

#endif
