/* cell/momentum/impulse.h - momentum from particles (cell/particles/coupling.h) given to the air:
 * velocity change of a face, over the mass of its control volume, from centre to centre. Faces on
 * walls are not changed: the wall takes up their momentum. */
#ifndef SM_CELL_MOMENTUM_IMPULSE_H
#define SM_CELL_MOMENTUM_IMPULSE_H

#include "cell/momentum/fields.h"

/* Accumulated momentum from particles on all faces; in the device's memory. */
struct sm_impulse_field {
  int64_t *component[3]; /* quanta of the component on the low face of cell (i, j, k), */
  ptrdiff_t sy, sz;      /* at i + j sy + k sz; one face more than cells per axis */
  size_t count;
  double quantum; /* momentum quantum over air density, kg m/s over kg/m3 */
};

/* Adds one component; box: its faces. */
struct sm_flow_impulse {
  ptrdiff_t sy, sz; /* strides of u */
  ptrdiff_t from_sy, from_sz;
  union sm_reals u;      /* m/s */
  const int64_t *from;   /* quanta */
  double quantum;        /* kg m/s over kg/m3 */
  union sm_reals per[3]; /* 1 / widths of the face's control volume, 1/m */
  const int32_t *faces;  /* faces.h */
  int bit;               /* bit of the face in the flags */
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_flow_impulse)(const struct sm_flow_impulse *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  const double per_volume =
      (double)SM_AT(s->per[0])[i] * (double)SM_AT(s->per[1])[j] * (double)SM_AT(s->per[2])[k];
  const double quanta = (double)s->from[i + j * s->from_sy + k * s->from_sz];
  const SM_REAL u = SM_AT(s->u)[c], to = (SM_REAL)((double)u + quanta * s->quantum * per_volume);
  SM_AT(s->u)[c] = (sm_closed_of(s->faces[c]) & s->bit) != 0 ? u : to;
}
#endif
