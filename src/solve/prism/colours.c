/* solve/prism/colours.c - colours of the columns for multicolour sweeps. */
#include "solve/prism/internal.h"

int sm_prism_choose_colours(int columns, const uint32_t *start, const int32_t *to, int *colour) {
  int colours = 0;
  for (int c = 0; c < columns; c++) {
    uint32_t used = 0;
    int first = 0;
    for (uint32_t e = start[c]; e < start[c + 1]; e++)
      if (to[e] < c) used |= 1u << colour[to[e]];
    while (first < 31 && (used >> first & 1)) first++;
    colour[c] = first;
    colours = first >= colours ? first + 1 : colours;
  }
  return colours;
}

/* Colours of the triangles for multicolour sweeps: a pass updates the layers of a column whose
 * index plus colour match it. */
enum sm_status sm_prism_put_colours(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t columns = (size_t)s->columns;
  SM_SCOPED uint32_t *start = NULL;
  SM_SCOPED int *colour = NULL;
  SM_TRY(sm_alloc(ctx, columns + 1, sizeof *start, "colours", &start));
  SM_TRY(sm_alloc(ctx, columns, sizeof *colour, "colours", &colour));
  for (size_t c = 0; c <= columns; c++) start[c] = (uint32_t)(3 * c);
  prism->colours = sm_prism_choose_colours(s->columns, start, s->neighbour, colour);
  if (prism->colours < 2) prism->colours = 2;
  return sm_store_put(ctx, &prism->store, colour, columns, sizeof *colour, &prism->colour);
}
