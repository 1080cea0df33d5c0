/* census.h - particles are counted: how much mass is in the boxes of a grid, in the boxes of
 * receptors, and in the air. Sums of integers, whatever the order. */
#ifndef SM_CELL_CENSUS_H
#define SM_CELL_CENSUS_H

#include "cell/carry.h"

enum { SM_CENSUS_CHUNK = 16 }; /* particles of one index, which often share a box */

struct sm_receptor_box {
  float low[3], high[3]; /* m */
};

struct sm_census {
  int64_t count; /* motes; sm_row_index of chunks */
  const struct sm_mote *mote;
  const struct sm_tag *tag;
  const struct sm_kind *kind;
  float time;            /* s of the run */
  const float *face[3];  /* m, of cells, on each axis */
  const float *width[3]; /* m */
  int columns[2];        /* cells along x and y */
  /* Boxes: of a uniform grid, or with inverse[0] = 0 the cells themselves. */
  int n[3];
  float low[3], inverse[3]; /* m, 1/m */
  int first[3];             /* cell that is the first box of an axis */
  int64_t *sum;             /* [species][nz][ny][nx] quanta; NULL: not wanted */
  int64_t *dimming;         /* [nz][ny][nx] quanta of m2; NULL: nobody looks */
  const float *area;        /* [species] quanta of m2 per quantum of mass and m2/kg */
  /* Receptors in a column of cells: receptor[start[c]] .. receptor[start[c + 1] - 1]. */
  const int *start; /* NULL: there are none */
  const int *receptor;
  const struct sm_receptor_box *box;
  int64_t *received; /* [receptor][species] quanta */
  int species;
  int shift;        /* sums are of quanta times 2^shift, so that those of many samples fit */
  int64_t *account; /* [species][SM_ACCOUNTS]; with sm_cell_tally */
};

SM_FN float sm_position(const struct sm_census *s, const struct sm_mote *m, int d) {
  return SM_READ(s->face[d], m->cell[d]) +
         sm_part_below(m->part[d]) * SM_READ(s->width[d], m->cell[d]);
}

/* Index of the box that holds a particle; -1: none does. */
SM_FN int64_t sm_box_of(const struct sm_census *s, const struct sm_mote *m) {
  int64_t at = 0;
  for (int d = 2; d >= 0; d--) {
    int c = m->cell[d] - s->first[d];
    if (s->inverse[0] > 0.0f) {
      const float x = (sm_position(s, m, d) - s->low[d]) * s->inverse[d];
      c = x >= 0.0f && x < (float)s->n[d] ? (int)x : -1;
    }
    if (c < 0 || c >= s->n[d]) return -1;
    at = at * s->n[d] + c;
  }
  return at;
}

/* Mass that is left of a particle now; 0 before its birth. */
SM_FN int64_t sm_mass_now(const struct sm_census *s, const struct sm_kind *kind,
                          const struct sm_tag *t) {
  if (t->wait > 0.0f) return 0;
  return sm_part_of_mass(t->mass, sm_undecayed(kind, s->time - t->born));
}

/* The same in the quanta of sums. */
SM_FN int64_t sm_mass_counted(const struct sm_census *s, const struct sm_kind *kind,
                              const struct sm_tag *t) {
  return (sm_mass_now(s, kind, t) + ((int64_t)1 << s->shift >> 1)) >> s->shift;
}

SM_FN void sm_receive(const struct sm_census *s, const struct sm_mote *m, int species,
                      int64_t mass) {
  const int64_t column = m->cell[0] + (int64_t)s->columns[0] * m->cell[1];
  const int end = SM_READ(s->start, column + 1);
  for (int r = SM_READ(s->start, column); r < end; r++) {
    const int receptor = SM_READ(s->receptor, r);
    const struct sm_receptor_box box = s->box[receptor];
    int inside = 1;
    for (int d = 0; d < 3; d++) {
      const float x = sm_position(s, m, d);
      inside &= x >= box.low[d] && x < box.high[d];
    }
    if (inside) SM_ADD_LONG(s->received + (int64_t)receptor * s->species + species, mass);
  }
}

/* Particles of a chunk: what falls into the same box is added at once. */
SM_FN void sm_cell_census(const struct sm_census *s, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_row_index(i, j) * SM_CENSUS_CHUNK;
  const int64_t last = first + SM_CENSUS_CHUNK < s->count ? first + SM_CENSUS_CHUNK : s->count;
  const int64_t boxes = (int64_t)s->n[0] * s->n[1] * s->n[2];
  int64_t at = -1, mass = 0, dim_at = -1, dim = 0;
  for (int64_t p = first; p < last; p++) {
    const struct sm_mote m = s->mote[p];
    if (m.kind == SM_GONE) continue;
    const struct sm_kind *kind = &s->kind[m.kind];
    const struct sm_tag t = s->tag[p];
    const int64_t own = sm_mass_counted(s, kind, &t), box = sm_box_of(s, &m);
    if (s->start) sm_receive(s, &m, kind->species, own);
    if (box < 0) continue;
    const int64_t to = box + kind->species * boxes;
    if (s->sum) {
      if (to != at && mass != 0) SM_ADD_LONG(s->sum + at, mass);
      mass = to == at ? mass + own : own;
      at = to;
    }
    if (s->dimming && kind->extinction > 0.0f) {
      const double scale = (double)kind->extinction * (double)SM_READ(s->area, kind->species);
      const int64_t area = (int64_t)((double)own * scale + 0.5);
      if (box != dim_at && dim != 0) SM_ADD_LONG(s->dimming + dim_at, dim);
      dim = box == dim_at ? dim + area : area;
      dim_at = box;
    }
  }
  if (mass != 0) SM_ADD_LONG(s->sum + at, mass);
  if (dim != 0) SM_ADD_LONG(s->dimming + dim_at, dim);
}

/* What is in the air, into the ledger; what has decayed of it as well. */
SM_FN void sm_cell_tally(const struct sm_census *s, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_row_index(i, j) * SM_CENSUS_CHUNK;
  const int64_t last = first + SM_CENSUS_CHUNK < s->count ? first + SM_CENSUS_CHUNK : s->count;
  int species = -1;
  int64_t mass = 0, decayed = 0, number = 0;
  for (int64_t p = first; p <= last; p++) {
    int own_species = -1;
    int64_t own = 0, all = 0;
    if (p < last && s->mote[p].kind != SM_GONE) {
      const struct sm_kind *kind = &s->kind[s->mote[p].kind];
      const struct sm_tag t = s->tag[p];
      own_species = kind->species;
      all = t.mass;
      own = t.wait > 0.0f ? all : sm_mass_now(s, kind, &t);
    } else if (p < last) {
      continue;
    }
    if (own_species != species && species >= 0) {
      int64_t *row = s->account + (ptrdiff_t)species * SM_ACCOUNTS;
      SM_ADD_LONG(row + SM_AIRBORNE, mass);
      if (decayed != 0) SM_ADD_LONG(row + SM_DECAYED, decayed);
      SM_ADD_LONG(row + SM_COUNT_AIRBORNE, number);
      mass = decayed = number = 0;
    }
    species = own_species;
    mass += own;
    decayed += all - own;
    number += own_species >= 0;
  }
}

/* Some particles of every source are followed, evenly chosen. */
struct sm_track {
  SM_WHOLE struct sm_mote mote;
  uint32_t here; /* 1: in the air */
  uint32_t unused[3];
};

struct sm_tracks {
  int64_t count; /* motes; indices sm_row_index */
  const struct sm_mote *mote;
  const struct sm_tag *tag;
  const double *total;  /* [source] particles */
  const int64_t *first; /* [source + 1] of its tracks */
  struct sm_track *track;
};

/* Of `tracks`, not more than the `total` particles of a source, track m is this number of them. */
SM_FN int64_t sm_track_number(double total, int64_t tracks, int64_t m) {
  return (int64_t)((double)m * (total / (double)tracks));
}

/* The track that number n is; -1: none. */
SM_FN int64_t sm_track_of(double total, int64_t tracks, int64_t number) {
  const int64_t near = (int64_t)((double)number * ((double)tracks / total));
  for (int64_t m = near > 0 ? near - 1 : 0; m <= near + 1 && m < tracks; m++)
    if (sm_track_number(total, tracks, m) == number) return m;
  return -1;
}

SM_FN void sm_cell_follow(const struct sm_tracks *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_row_index(i, j);
  if (p >= s->count) return;
  const struct sm_mote m = s->mote[p];
  if (m.kind == SM_GONE) return;
  const uint64_t id = s->tag[p].id;
  const int source = (int)(id >> SM_ID_BITS);
  const int64_t number = (int64_t)(id & (((uint64_t)1 << SM_ID_BITS) - 1));
  const int64_t first = s->first[source];
  const int64_t track = sm_track_of(s->total[source], s->first[source + 1] - first, number);
  if (track < 0 || s->tag[p].wait > 0.0f) return;
  s->track[first + track].mote = m;
  s->track[first + track].here = 1u;
}

#endif
