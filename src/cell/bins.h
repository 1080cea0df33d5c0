/* bins.h - particles are put in the order of the cells they are in, so that neighbours read the
 * same wind: they are counted by bins, blocks of cells, the counts are summed (backend.h: scan),
 * and each moves to its place. Their order within a bin is any; nothing depends on it. Those that
 * are no more come last. */
#ifndef SM_CELL_BINS_H
#define SM_CELL_BINS_H

#include "cell/carry.h"

struct sm_bins {
  int64_t count; /* motes; indices sm_row_index */
  const struct sm_mote *mote;
  const struct sm_tag *tag;
  const struct sm_eddies *eddies; /* NULL: none */
  struct sm_mote *mote_to;
  struct sm_tag *tag_to;
  struct sm_eddies *eddies_to;
  int shift[3];   /* a bin is 2^shift cells wide */
  int n[3];       /* bins; one more is that of the dead */
  uint32_t *bin;  /* of bins: counts, then where each begins */
  uint32_t *rank; /* of motes, in their bin */
};

SM_FN int64_t sm_bins_count(const struct sm_bins *s) {
  return (int64_t)s->n[0] * s->n[1] * s->n[2] + 1;
}

SM_FN int64_t sm_bin_of(const struct sm_bins *s, const struct sm_mote *m) {
  const int x = m->cell[0] >> s->shift[0], y = m->cell[1] >> s->shift[1];
  const int z = m->cell[2] >> s->shift[2];
  return m->kind == SM_GONE ? sm_bins_count(s) - 1
                            : x + (int64_t)s->n[0] * (y + (int64_t)s->n[1] * z);
}

/* Particles of a chunk (sm_row_index of chunks): those that follow each other in one bin are
 * counted at once. */
enum { SM_BIN_CHUNK = 16 };
SM_FN void sm_cell_bin_count(const struct sm_bins *s, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_row_index(i, j) * SM_BIN_CHUNK;
  const int64_t end = first + SM_BIN_CHUNK < s->count ? first + SM_BIN_CHUNK : s->count;
  int64_t from = first, bin = first < end ? sm_bin_of(s, &s->mote[first]) : 0;
  for (int64_t p = first + 1; p <= end; p++) {
    const int64_t next = p < end ? sm_bin_of(s, &s->mote[p]) : -1;
    if (next == bin) continue;
    uint32_t rank = SM_ADD_COUNT(s->bin + bin, (uint32_t)(p - from));
    for (; from < p; from++) s->rank[from] = rank++;
    bin = next;
  }
}

SM_FN void sm_cell_bin_move(const struct sm_bins *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_row_index(i, j);
  if (p >= s->count) return;
  const struct sm_mote m = s->mote[p];
  const int64_t to = (int64_t)s->bin[sm_bin_of(s, &m)] + s->rank[p];
  s->mote_to[to] = m;
  s->tag_to[to] = s->tag[p];
  if (s->eddies) s->eddies_to[to] = s->eddies[p];
}

#endif
