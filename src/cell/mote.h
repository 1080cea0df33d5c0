/* mote.h - what is known of a particle.
 *
 * Three records, in the order of how often they are touched: a mote by every step, eddies by every
 * step in turbulence, a tag when a particle begins, ends, or is counted. Each is two words of 16
 * bytes, one sector of a GPU's memory, and is moved as a whole when particles are sorted.
 * This header and those on top of it come after the cells in float: cells.h includes them. */
#ifndef SM_CELL_MOTE_H
#define SM_CELL_MOTE_H

#include "cell/drag.h"
#include "cell/gather.h"

enum {
  SM_GONE = 0xffff,            /* kind of a mote that is no more */
  SM_MOST_KINDS = SM_GONE - 1, /* sizes of all species together */
  SM_MOST_ACROSS = 0xffff      /* cells of an axis */
};

struct sm_mote {
  SM_WHOLE uint16_t cell[3];
  uint16_t kind;
  uint32_t part[3]; /* of the cell, as in struct sm_place */
  float v[3];       /* m/s; v[0] SM_AS_WIND: that of the wind, when it first moves */
};

#define SM_AS_WIND 1e30f
#define SM_ID_BITS 40 /* of an id: the number in the source */

struct sm_tag {
  SM_WHOLE uint64_t id; /* of the run: source and number in it, whatever device it is on */
  int64_t mass;         /* quanta of its species, without decay */
  float born;           /* s of the run */
  float wait;           /* s from the start of the batch to its birth; 0: it lives */
  uint32_t slot;        /* of its device, in the order of birth */
  uint32_t source;
};

struct sm_eddies {
  SM_WHOLE float q[3]; /* fluctuation over its scale (langevin.h) */
  float seen[3];       /* m/s, wind and fluctuation of the last step */
  float slow[2];       /* along x and y, of large slow eddies, over their scale */
};

/* Particles of one size of a species. */
struct sm_kind {
  struct sm_grain_f32 grain;
  struct sm_relaxation_f32 relaxed; /* of a whole step, with Stokes drag and of tracers */
  float settling;                   /* m/s, in still air */
  float decay;                      /* 1/s */
  float formation;  /* 1/s, of what turns into it on its way; 0: it is there from the begin */
  float deposition; /* m/s; SM_BY_RESISTANCE; 0: none */
  float laminar;    /* resistance of the laminar layer times u*, without impaction */
  float impaction;  /* s2/m2, Stokes number over u*^2; 0: of a gas */
  float extinction; /* m2/kg */
  int species;
};

#define SM_BY_RESISTANCE (-1.0f)

/* What random numbers are drawn for (struct sm_draw). */
enum { SM_DRAW_EDDIES, SM_DRAW_FIRST_EDDIES, SM_DRAW_PLACE, SM_DRAW_MEANDER };

/* Ledger of a species: quanta, and how many particles. Integers: sums do not depend on the order.
 */
enum sm_account {
  SM_EMITTED,
  SM_LEFT,      /* through the sides or the top */
  SM_DEPOSITED, /* on ground and walls */
  SM_DECAYED,
  SM_LOST, /* where no particle may be, or not a number */
  SM_AIRBORNE,
  SM_LEFT_WEST, /* of what left, by the side: west, east, south, north, top */
  SM_LEFT_TOP = SM_LEFT_WEST + 4,
  SM_COUNT_EMITTED,
  SM_COUNT_LEFT,
  SM_COUNT_DEPOSITED,
  SM_COUNT_LOST,
  SM_COUNT_AIRBORNE,
  SM_ACCOUNTS
};

SM_FN struct sm_place sm_mote_place(const struct sm_mote *m) {
  const struct sm_place at = {{m->cell[0], m->cell[1], m->cell[2]},
                              {m->part[0], m->part[1], m->part[2]}};
  return at;
}
SM_FN void sm_mote_put(struct sm_mote *m, const struct sm_place *at) {
  for (int d = 0; d < 3; d++) {
    m->cell[d] = (uint16_t)at->cell[d];
    m->part[d] = at->part[d];
  }
}

/* Number of a particle from its index in a box of rows (sm_rows_of). */
enum { SM_ROW = 1024 };
SM_FN int64_t sm_row_index(int i, int j) { return (int64_t)j * SM_ROW + i; }

#endif
