/* faces.h - face flags of the flow solvers: one word per cell for the kind of its six faces and the
 * reach of the advection schemes from them, six bits each, faces as in cell/open_faces.h.
 *
 * 32 bits, and not a byte for each, because that is what the numbers of a vector have: where a loop
 * reads bytes gcc takes the vectors that it thinks best for bytes, a half or a fourth of the widest
 * ones. */
#ifndef SM_CELL_MOMENTUM_FACES_H
#define SM_CELL_MOMENTUM_FACES_H

#include "cell/open_faces.h"
#include "cell/port.h"

/* The lowest bit of each. */
enum {
  SM_FACES_CLOSED = 0,   /* walls to the wind; all: a solid */
  SM_FACES_SMOOTH = 6,   /* smooth where they are walls */
  SM_FACES_REACH = 12,   /* on both sides of the low face across axis d two cells are air where bit
                            2 d is set, three where the next is */
  SM_FACES_NO_FLUX = 18, /* closed to scalars */
  SM_FACES_BITS = 24
};

/* Where the air is compressible no scheme asks for the reach: other walls are there, and above the
 * six bits of each is whether a cell is solid, and low faces, one bit for each axis, of cells
 * beside a side through which sound leaves. */
enum {
  SM_FACES_MIRROR = SM_FACES_REACH, /* nothing goes through them: walls that slip too */
  SM_FACES_SOLID = 1 << SM_FACES_BITS,
  SM_FACES_OUTFLOW = SM_FACES_SOLID << 1,
  SM_FACES_COMPRESSIBLE_BITS = SM_FACES_BITS + 4
};

SM_FN int sm_closed_of(int faces) { return faces >> SM_FACES_CLOSED & SM_OPEN_ALL; }
SM_FN int sm_smooth_of(int faces) { return faces >> SM_FACES_SMOOTH & SM_OPEN_ALL; }
/* What is above its six bits stays: who asks for two of them takes no others, and a mask would cost
 * a GPU registers. */
SM_FN int sm_reach_of(int faces) { return faces >> SM_FACES_REACH; }
SM_FN int sm_no_flux_of(int faces) { return faces >> SM_FACES_NO_FLUX & SM_OPEN_ALL; }

#endif
