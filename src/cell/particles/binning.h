/* cell/particles/binning.h - particle sorting by cells, and particle binning: mass in grid boxes,
 * in receptor boxes, and in the air. Integer sums, independent of the order. */
#ifndef SM_CELL_PARTICLES_BINNING_H
#define SM_CELL_PARTICLES_BINNING_H

#include "cell/particles/advance.h"
#include "cell/particles/particle_step.h"

/* Sorting, so that neighbours in memory read the same wind: counting sort over bins (blocks of
 * cells), with a prefix sum of the counts (backend.h: scan). The order within a bin is arbitrary;
 * nothing depends on it. Inactive particles come last. */

struct sm_particle_sort {
  int64_t count; /* number of particles; indices sm_particle_index */
  const struct sm_particle *particle;
  const struct sm_particle_tag *tag;
  const struct sm_particle_f64 *particle_f64;    /* may be NULL */
  const struct sm_turbulence_state *turbulence;  /* may be NULL */
  const struct sm_particle_daughters *daughters; /* may be NULL */
  struct sm_particle *particle_to;
  struct sm_particle_f64 *particle_f64_to;
  struct sm_particle_tag *tag_to;
  struct sm_turbulence_state *turbulence_to;
  struct sm_particle_daughters *daughters_to;
  int shift[3];   /* a bin is 2^shift cells wide */
  int n[3];       /* bins per axis; one more bin for inactive particles */
  uint32_t *bin;  /* per bin: counts, then starts */
  uint32_t *rank; /* rank of each particle in its bin */
};

SM_FN int64_t sm_sort_bin_count(const struct sm_particle_sort *s) {
  return (int64_t)s->n[0] * s->n[1] * s->n[2] + 1;
}

SM_FN int64_t sm_sort_bin(const struct sm_particle_sort *s, const struct sm_particle *m) {
  const int x = m->cell[0] >> s->shift[0], y = m->cell[1] >> s->shift[1];
  const int z = m->cell[2] >> s->shift[2];
  return m->kind == SM_KIND_INACTIVE ? sm_sort_bin_count(s) - 1
                                     : x + (int64_t)s->n[0] * (y + (int64_t)s->n[1] * z);
}

/* Counts the particles of a chunk (sm_particle_index of chunks); consecutive ones in the same bin
 * are counted at once. */
enum { SM_SORT_CHUNK = 16 };
SM_FN void sm_cell_sort_count(const struct sm_particle_sort *s, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_particle_index(i, j) * SM_SORT_CHUNK;
  const int64_t end = first + SM_SORT_CHUNK < s->count ? first + SM_SORT_CHUNK : s->count;
  int64_t from = first, bin = first < end ? sm_sort_bin(s, &s->particle[first]) : 0;
  for (int64_t p = first + 1; p <= end; p++) {
    const int64_t next = p < end ? sm_sort_bin(s, &s->particle[p]) : -1;
    if (next == bin) continue;
    uint32_t rank = SM_ADD_COUNT(s->bin + bin, (uint32_t)(p - from));
    for (; from < p; from++) s->rank[from] = rank++;
    bin = next;
  }
}

SM_FN void sm_cell_sort_move(const struct sm_particle_sort *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_particle_index(i, j);
  if (p >= s->count) return;
  const struct sm_particle m = s->particle[p];
  const int64_t to = (int64_t)s->bin[sm_sort_bin(s, &m)] + s->rank[p];
  s->particle_to[to] = m;
  s->tag_to[to] = s->tag[p];
  if (s->particle_f64) s->particle_f64_to[to] = s->particle_f64[p];
  if (s->turbulence) s->turbulence_to[to] = s->turbulence[p];
  if (s->daughters) s->daughters_to[to] = s->daughters[p];
}

enum { SM_BINNING_CHUNK = 16 }; /* particles per index, which are often in the same box */

struct sm_receptor_box {
  float low[3], high[3]; /* m */
};

struct sm_binning {
  int64_t count; /* number of particles; sm_particle_index of chunks */
  const struct sm_particle *particle;
  const struct sm_particle_tag *tag;
  const struct sm_particle_kind *kind;
  const struct sm_particle_daughters *daughters; /* NULL, as chain: none */
  const struct sm_particle_chain *chain;         /* by kind */
  float time;                                    /* s of the run */
  const float *face[3];                          /* face positions of cells per axis, m */
  const float *width[3];                         /* m */
  int columns[2];                                /* number of cells along x and y */
  /* Boxes of a uniform grid; or, if inverse[0] = 0, domain cells. */
  int n[3];
  float low[3], inverse[3]; /* m, 1/m */
  int first[3];             /* first cell of the boxes per axis */
  int64_t *sum;             /* [species][nz][ny][nx] quanta; may be NULL */
  int64_t *cross_section;   /* [nz][ny][nx] area quanta; NULL: no lines of sight */
  const float *area;        /* [species] area quanta per mass quantum and m2/kg */
  /* Receptors that overlap a column of cells: receptor[start[c]] .. receptor[start[c + 1] - 1]. */
  const int *start; /* may be NULL */
  const int *receptor;
  const struct sm_receptor_box *box;
  int64_t *received; /* [receptor][species] quanta */
  int species;
  int shift;       /* sums are shifted right by this, so that many samples fit */
  int64_t *budget; /* [species][SM_BUDGET_TERMS]; for sm_cell_airborne_mass */
};

SM_FN float sm_binning_position(const struct sm_binning *s, const struct sm_particle *m, int d) {
  return SM_READ(s->face[d], m->cell[d]) +
         sm_fraction_below_f32(m->part[d]) * SM_READ(s->width[d], m->cell[d]);
}

/* Index of the box that contains a particle; -1: none. */
SM_FN int64_t sm_binning_box(const struct sm_binning *s, const struct sm_particle *m) {
  int64_t at = 0;
  for (int d = 2; d >= 0; d--) {
    int c = m->cell[d] - s->first[d];
    if (s->inverse[0] > 0.0f) {
      const float x = (sm_binning_position(s, m, d) - s->low[d]) * s->inverse[d];
      c = x >= 0.0f && x < (float)s->n[d] ? (int)x : -1;
    }
    if (c < 0 || c >= s->n[d]) return -1;
    at = at * s->n[d] + c;
  }
  return at;
}

/* Current mass of a particle after decay; 0 before its release. */
SM_FN int64_t sm_binning_mass(const struct sm_binning *s, const struct sm_particle_kind *kind,
                              const struct sm_particle_tag *t) {
  if (t->release_delay > 0.0f) return 0;
  return sm_mass_fraction(t->mass, sm_undecayed_fraction(kind, s->time - t->release_time));
}

/* A mass in the quanta of the sums. */
SM_FN int64_t sm_binning_quanta(const struct sm_binning *s, int64_t mass) {
  return (mass + ((int64_t)1 << s->shift >> 1)) >> s->shift;
}

SM_FN void sm_binning_receptors(const struct sm_binning *s, const struct sm_particle *m,
                                int species, int64_t mass) {
  const int64_t column = m->cell[0] + (int64_t)s->columns[0] * m->cell[1];
  const int end = SM_READ(s->start, column + 1);
  for (int r = SM_READ(s->start, column); r < end; r++) {
    const int receptor = SM_READ(s->receptor, r);
    const struct sm_receptor_box box = s->box[receptor];
    int inside = 1;
    for (int d = 0; d < 3; d++) {
      const float x = sm_binning_position(s, m, d);
      inside &= x >= box.low[d] && x < box.high[d];
    }
    if (inside) SM_ADD_LONG(s->received + (int64_t)receptor * s->species + species, mass);
  }
}

/* Cross section of a mass of a kind, in area quanta. */
SM_FN int64_t sm_binning_area(const struct sm_binning *s, const struct sm_particle_kind *kind,
                              int64_t mass) {
  const double scale = (double)kind->extinction * (double)SM_READ(s->area, kind->species);
  return (int64_t)((double)mass * scale + 0.5);
}

/* Bins the daughters of a particle in a box; -1: in none. */
SM_FN void sm_binning_daughters(const struct sm_binning *s, int64_t p, int64_t box) {
  const struct sm_particle m = s->particle[p];
  const struct sm_particle_chain *chain = &s->chain[m.kind];
  const int64_t boxes = (int64_t)s->n[0] * s->n[1] * s->n[2];
  if (s->tag[p].release_delay > 0.0f) return;
  for (int d = 1; d < chain->decay.members; d++) {
    const struct sm_particle_kind *kind = &s->kind[chain->kind[d]];
    const int64_t mass = sm_binning_quanta(s, s->daughters[p].mass[d - 1]);
    if (s->start) sm_binning_receptors(s, &m, kind->species, mass);
    if (box < 0 || mass == 0) continue;
    if (s->sum) SM_ADD_LONG(s->sum + box + kind->species * boxes, mass);
    if (s->cross_section && kind->extinction > 0.0f)
      SM_ADD_LONG(s->cross_section + box, sm_binning_area(s, kind, mass));
  }
}

/* Bins the particles of a chunk; consecutive ones in the same box are added at once. */
SM_FN void sm_cell_binning(const struct sm_binning *s, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_particle_index(i, j) * SM_BINNING_CHUNK;
  const int64_t last = first + SM_BINNING_CHUNK < s->count ? first + SM_BINNING_CHUNK : s->count;
  const int64_t boxes = (int64_t)s->n[0] * s->n[1] * s->n[2];
  int64_t at = -1, mass = 0, dim_at = -1, dim = 0;
  for (int64_t p = first; p < last; p++) {
    const struct sm_particle m = s->particle[p];
    if (m.kind == SM_KIND_INACTIVE) continue;
    const struct sm_particle_kind *kind = &s->kind[m.kind];
    const struct sm_particle_tag t = s->tag[p];
    const int64_t own = sm_binning_quanta(s, sm_binning_mass(s, kind, &t));
    const int64_t box = sm_binning_box(s, &m);
    if (s->start) sm_binning_receptors(s, &m, kind->species, own);
    if (s->chain) sm_binning_daughters(s, p, box);
    if (box < 0) continue;
    const int64_t to = box + kind->species * boxes;
    if (s->sum) {
      if (to != at && mass != 0) SM_ADD_LONG(s->sum + at, mass);
      mass = to == at ? mass + own : own;
      at = to;
    }
    if (s->cross_section && kind->extinction > 0.0f) {
      const int64_t area = sm_binning_area(s, kind, own);
      if (box != dim_at && dim != 0) SM_ADD_LONG(s->cross_section + dim_at, dim);
      dim = box == dim_at ? dim + area : area;
      dim_at = box;
    }
  }
  if (mass != 0) SM_ADD_LONG(s->sum + at, mass);
  if (dim != 0) SM_ADD_LONG(s->cross_section + dim_at, dim);
}

/* Adds the airborne mass of the daughters of a particle to the budget. */
SM_FN void sm_airborne_daughters(const struct sm_binning *s, int64_t p) {
  const struct sm_particle_chain *chain = &s->chain[s->particle[p].kind];
  for (int d = 1; d < chain->decay.members; d++) {
    const int species = s->kind[chain->kind[d]].species;
    SM_ADD_LONG(s->budget + (ptrdiff_t)species * SM_BUDGET_TERMS + SM_BUDGET_AIRBORNE,
                s->daughters[p].mass[d - 1]);
  }
}

/* Adds airborne and decayed mass to the budget. */
SM_FN void sm_cell_airborne_mass(const struct sm_binning *s, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_particle_index(i, j) * SM_BINNING_CHUNK;
  const int64_t last = first + SM_BINNING_CHUNK < s->count ? first + SM_BINNING_CHUNK : s->count;
  int species = -1;
  int64_t mass = 0, decayed = 0, number = 0;
  for (int64_t p = first; p <= last; p++) {
    int own_species = -1;
    int64_t own = 0, all = 0;
    if (p < last && s->particle[p].kind != SM_KIND_INACTIVE) {
      const struct sm_particle_kind *kind = &s->kind[s->particle[p].kind];
      const struct sm_particle_tag t = s->tag[p];
      own_species = kind->species;
      all = t.mass;
      own = t.release_delay > 0.0f ? all : sm_binning_mass(s, kind, &t);
      if (s->chain) sm_airborne_daughters(s, p);
    } else if (p < last) {
      continue;
    }
    if (own_species != species && species >= 0) {
      int64_t *row = s->budget + (ptrdiff_t)species * SM_BUDGET_TERMS;
      SM_ADD_LONG(row + SM_BUDGET_AIRBORNE, mass);
      if (decayed != 0) SM_ADD_LONG(row + SM_BUDGET_DECAYED, decayed);
      SM_ADD_LONG(row + SM_BUDGET_COUNT_AIRBORNE, number);
      mass = decayed = number = 0;
    }
    species = own_species;
    mass += own;
    decayed += all - own;
    number += own_species >= 0;
  }
}

/* Trajectories of some particles of every source, evenly chosen. */
struct sm_trajectory_point {
  SM_WHOLE struct sm_particle particle;
  uint32_t here;    /* 1: active */
  uint32_t part[3]; /* as in struct sm_particle_f64; in f32 0 */
};

struct sm_trajectory_sampling {
  int64_t count; /* number of particles; indices sm_particle_index */
  const struct sm_particle *particle;
  const struct sm_particle_f64 *particle_f64; /* may be NULL */
  const struct sm_particle_tag *tag;
  const double *total;  /* [source] number of particles */
  const int64_t *first; /* [source + 1] first trajectory of each */
  struct sm_trajectory_point *trajectory;
};

/* Particle number of trajectory m, out of `trajectories` for `total` particles of a source. */
SM_FN int64_t sm_trajectory_number(double total, int64_t trajectories, int64_t m) {
  return (int64_t)((double)m * (total / (double)trajectories));
}

/* Trajectory of particle `number`; -1: none. */
SM_FN int64_t sm_trajectory_of(double total, int64_t trajectories, int64_t number) {
  const int64_t near = (int64_t)((double)number * ((double)trajectories / total));
  for (int64_t m = near > 0 ? near - 1 : 0; m <= near + 1 && m < trajectories; m++)
    if (sm_trajectory_number(total, trajectories, m) == number) return m;
  return -1;
}

SM_FN void sm_cell_trajectory_sample(const struct sm_trajectory_sampling *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_particle_index(i, j);
  if (p >= s->count) return;
  const struct sm_particle m = s->particle[p];
  if (m.kind == SM_KIND_INACTIVE) return;
  const uint64_t id = s->tag[p].id;
  const int source = (int)(id >> SM_PARTICLE_ID_BITS);
  const int64_t number = (int64_t)(id & (((uint64_t)1 << SM_PARTICLE_ID_BITS) - 1));
  const int64_t first = s->first[source];
  const int64_t trajectory =
      sm_trajectory_of(s->total[source], s->first[source + 1] - first, number);
  if (trajectory < 0 || s->tag[p].release_delay > 0.0f) return;
  struct sm_trajectory_point *point = &s->trajectory[first + trajectory];
  point->particle = m;
  for (int d = 0; d < 3; d++) point->part[d] = s->particle_f64 ? s->particle_f64[p].part[d] : 0u;
  point->here = 1u;
}

/* Arrival time: when a concentration first exceeds a threshold, by linear interpolation between
 * two samples of the binned mass. */

/* Boxes, each with a sum for every species. */
struct sm_arrival_times {
  int64_t count;         /* number of sums; sm_particle_index */
  const int64_t *sum;    /* accumulated quanta of all samples */
  const int64_t *others; /* [other][sum]: those of other devices or processes */
  int64_t other_count;
  int64_t offset;                /* first of these sums among all */
  int64_t *before;               /* the same at the previous sample */
  float *last;                   /* concentration at the previous sample, kg/m3 */
  float *first;                  /* [threshold][sum] s; NAN: not yet */
  const float *box_volume;       /* air volume, m3 */
  const double *quantum;         /* [species] kg */
  const double *threshold;       /* kg/m3, ascending with the index; or one per box */
  int64_t box_stride, box_count; /* of all, sum n belongs to box n / box_stride % box_count */
  int64_t species_stride, species;
  int thresholds, threshold_per_box;
  double from, until; /* s, of the two samples */
};

SM_FN void sm_cell_arrival_time(const struct sm_arrival_times *s, int i, int j, int k) {
  (void)k;
  const int64_t n = sm_particle_index(i, j);
  if (n >= s->count) return;
  int64_t sum = SM_READ(s->sum, n);
  for (int64_t p = 0; p < s->other_count; p++) sum += SM_READ(s->others, p * s->count + n);
  const int64_t own = sum - s->before[n];
  const float last = s->last[n];
  if (own == 0 && last == 0.0f) return;
  const int64_t of_all = s->offset + n, at = of_all / s->box_stride % s->box_count;
  const double box_volume = (double)SM_READ(s->box_volume, at);
  const double mass = (double)own * SM_READ(s->quantum, of_all / s->species_stride % s->species);
  const double now = box_volume > 0 ? mass / box_volume : 0, was = (double)last;
  s->before[n] = sum;
  s->last[n] = (float)now;
  for (int t = 0; t < s->thresholds; t++) {
    const double threshold = SM_READ(s->threshold, s->threshold_per_box ? at : t);
    float *first = s->first + t * s->count + n;
    if (!(now > threshold) || *first == *first) continue;
    const double part = was < threshold ? (threshold - was) / (now - was) : 0;
    *first = (float)(s->from + part * (s->until - s->from));
  }
}

#endif
