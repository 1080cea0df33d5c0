/* faces.h - face flags of the flow solvers: one word per cell with the kind of its six faces
 * and the reach of the advection schemes from them, six bits each, faces as in
 * cell/open_faces.h.
 *
 * 32 bits instead of bytes match the element size of the vectors: in loops that read bytes gcc
 * chooses the vector length for bytes, a half or a fourth of the widest. */
#ifndef SM_CELL_MOMENTUM_FACES_H
#define SM_CELL_MOMENTUM_FACES_H

#include "cell/open_faces.h"
#include "cell/port.h"

/* Lowest bit of each flag. */
enum {
  SM_FACES_CLOSED = 0,   /* walls for the velocity; all six: a solid */
  SM_FACES_SMOOTH = 6,   /* smooth, if they are walls */
  SM_FACES_REACH = 12,   /* reach across the low face on axis d: two cells on both sides are fluid
                            if bit 2 d is set, three if the next bit is */
  SM_FACES_NO_FLUX = 18, /* closed to scalars */
  SM_FACES_BITS = 24
};

/* The compressible solver needs no reach: these bits mark mirrored faces instead. Above the six
 * bits of each flag: whether a cell is solid, and, one bit per axis, low faces of cells next to a
 * side through which sound leaves. */
enum {
  SM_FACES_MIRROR = SM_FACES_REACH, /* no flux: walls, including slip walls */
  SM_FACES_SOLID = 1 << SM_FACES_BITS,
  SM_FACES_OUTFLOW = SM_FACES_SOLID << 1,
  SM_FACES_COMPRESSIBLE_BITS = SM_FACES_BITS + 4
};

SM_FN int sm_closed_of(int faces) { return faces >> SM_FACES_CLOSED & SM_OPEN_ALL; }
SM_FN int sm_smooth_of(int faces) { return faces >> SM_FACES_SMOOTH & SM_OPEN_ALL; }
/* Bits above the six are kept: callers use two of them only, and a mask would cost registers on a
 * GPU. */
SM_FN int sm_reach_of(int faces) { return faces >> SM_FACES_REACH; }
SM_FN int sm_no_flux_of(int faces) { return faces >> SM_FACES_NO_FLUX & SM_OPEN_ALL; }

#endif
