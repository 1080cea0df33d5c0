/* cell/particles/sort.h - particle sorting by cells, so that neighbours in memory read the same
 * wind: counting sort over bins (blocks of cells), with a prefix sum of the counts (backend.h:
 * scan). The order within a bin is arbitrary; nothing depends on it. Inactive particles come
 * last. */
#ifndef SM_CELL_PARTICLES_SORT_H
#define SM_CELL_PARTICLES_SORT_H

#include "cell/particles/advance.h"

struct sm_particle_sort {
  int64_t count; /* number of particles; indices sm_particle_index */
  const struct sm_particle *particle;
  const struct sm_particle_tag *tag;
  const struct sm_particle_f64 *particle_f64;   /* may be NULL */
  const struct sm_turbulence_state *turbulence; /* may be NULL */
  struct sm_particle *particle_to;
  struct sm_particle_f64 *particle_f64_to;
  struct sm_particle_tag *tag_to;
  struct sm_turbulence_state *turbulence_to;
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
}

#endif
