/* cell/poisson/levels.h - levels of the multigrid cycle: coarsening, restriction, prolongation. */
#ifndef SM_CELL_POISSON_LEVELS_H
#define SM_CELL_POISSON_LEVELS_H

#include "cell/poisson/stencil.h"
#include "cell/port.h"

/* Coarsening for the multigrid Poisson solver: open face fractions of a coarse cell from those of
 * the finer level, and the byte of faces whose fraction need not be read. Done once per hierarchy.
 * Theory and choices: docs/theory/poisson.md. */

/* Open fractions of the next coarser level: area-weighted mean of the fine ones, where faces of
 * parts other than the main one (below) count as closed unless all are open. The box is the coarse
 * cells and one more in each axis, for the high boundary faces: (half + 1, n_y + 1, n_z + 1);
 * elements outside the level in another axis have no face and give 0. Half index h stands for the
 * coarse cells 2 h and 2 h + 1. */
struct sm_coarsen {
  struct sm_poisson_operator fine;
  int fine_n[3], coarse_n[3],
      is_periodic[3]; /* is_periodic: 1 for a periodic axis (cell/poisson/red_black.h) */
  ptrdiff_t coarse_sy, coarse_sz, coarse_colour;
  const int *start_x, *start_y, *start_z; /* coarse n + 1 entries */
  sm_half *cx, *cy, *cz;
};

/* Open fraction of the low face, in axis d, of fine cell (i, j, k), which may be the padding after
 * the last one of that axis. */
SM_FN float sm_open_fraction(const struct sm_poisson_operator *o, int n, int d, int i, int j,
                             int k) {
  const ptrdiff_t c = ((i + j + k) & 1) * o->colour + (i >> 1) + j * o->sy + k * o->sz;
  if (o->cx != NULL) return sm_half_to_float(d == 0 ? o->cx[c] : d == 1 ? o->cy[c] : o->cz[c]);
  if (o->fx != NULL) return d == 0 ? o->fx[c] : d == 1 ? o->fy[c] : o->fz[c];
  const int at = d == 0 ? i : d == 1 ? j : k;
  const int low = d == 0 ? SM_OPEN_WEST : d == 1 ? SM_OPEN_SOUTH : SM_OPEN_DOWN;
  const int bit = at < n ? low : d == 0 ? SM_GHOST_X : SM_GHOST;
  return o->open[c] & bit ? 1.0f : 0.0f;
}

/* Fine cells that a coarse cell represents. Open faces inside it connect fine cells to parts; it
 * represents the part with the largest open area, and parts of a single cell. Other parts are
 * not connected to it: in narrow, deep courtyards their links would join two spaces separated by
 * a wall, which no smoother could undo. Bit x + 2 y + 4 z stands for the fine cell (x, y, z)
 * within the coarse one; bit m of link[d] means that cell m is connected to the next along axis
 * d. */
struct sm_coarse_parts {
  int lo[3], n[3];
  int link[3];
};

/* Finds the links; returns whether all cells form a single part. */
SM_FN int sm_coarse_link_parts(const struct sm_coarsen *s, struct sm_coarse_parts *p) {
  int one = 1;
  p->link[0] = p->link[1] = p->link[2] = 0;
  for (int m = 0; m < 8; m++) {
    const int in[3] = {m & 1, m >> 1 & 1, m >> 2};
    if (in[0] >= p->n[0] || in[1] >= p->n[1] || in[2] >= p->n[2]) continue;
    for (int d = 0; d < 3; d++) {
      if (in[d] + 1 >= p->n[d]) continue;
      const int open =
          sm_open_fraction(&s->fine, s->fine_n[d], d, p->lo[0] + in[0] + (d == 0),
                           p->lo[1] + in[1] + (d == 1), p->lo[2] + in[2] + (d == 2)) > 0.0f;
      p->link[d] |= open << m;
      one &= open;
    }
  }
  return one;
}

SM_FN int sm_coarse_grow_part(int part, const int link[3]) {
  int before;
  do {
    before = part;
    for (int d = 0; d < 3; d++) part |= (part & link[d]) << (1 << d) | (part >> (1 << d) & link[d]);
  } while (part != before);
  return part;
}

/* Sum of the open fractions of a fine cell's faces. */
SM_FN float sm_coarse_open_sum(const struct sm_coarsen *s, int i, int j, int k) {
  float sum = 0.0f;
  for (int d = 0; d < 3; d++)
    sum += sm_open_fraction(&s->fine, s->fine_n[d], d, i, j, k) +
           sm_open_fraction(&s->fine, s->fine_n[d], d, i + (d == 0), j + (d == 1), k + (d == 2));
  return sum;
}

/* Fine cells that coarse cell (i, j, k) represents; all, outside of the level. */
SM_FN int sm_coarse_main_part(const struct sm_coarsen *s, int i, int j, int k) {
  const int at[3] = {i, j, k}, all = 255;
  const int *const start[3] = {s->start_x, s->start_y, s->start_z};
  struct sm_coarse_parts p;
  for (int d = 0; d < 3; d++) {
    if (at[d] < 0 || at[d] >= s->coarse_n[d]) return all;
    p.lo[d] = start[d][at[d]];
    p.n[d] = start[d][at[d] + 1] - p.lo[d];
  }
  if (sm_coarse_link_parts(s, &p)) return all;
  int seen = 0, single = 0, main_part = 0;
  float most = 0.0f;
  for (int m = 0; m < 8; m++) {
    if (seen >> m & 1) continue;
    const int part = sm_coarse_grow_part(1 << m, p.link);
    seen |= part;
    if (part == 1 << m) {
      single |= part;
      continue;
    }
    float sum = 0.0f;
    for (int c = m; c < 8; c++)
      if (part >> c & 1)
        sum += sm_coarse_open_sum(s, p.lo[0] + (c & 1), p.lo[1] + (c >> 1 & 1), p.lo[2] + (c >> 2));
    if (sum > most) {
      most = sum;
      main_part = part;
    }
  }
  return main_part | single;
}

/* Open fraction of the fine faces lo .. hi of a coarse cell's low face in axis d that belong to the
 * parts `here` and `there`, in the previous cell; the neighbour of cell m there is m + across.
 * *some: they are neither all open nor all closed. */
SM_FN float sm_coarse_faces_fraction(const struct sm_coarsen *s, int d, const int lo[3],
                                     const int hi[3], int here, int there, int across, int *some) {
  const struct sm_poisson_metric *m = &s->fine.metric;
  float open = 0.0f, area = 0.0f;
  int whole = 1, closed = 1;
  for (int z = lo[2]; z < hi[2]; z++)
    for (int y = lo[1]; y < hi[1]; y++)
      for (int x = lo[0]; x < hi[0]; x++) {
        const float hx = d == 0 ? 1.0f : m->hx[x & 1][x >> 1];
        const float part = hx * (d == 1 ? 1.0f : m->hy[y]) * (d == 2 ? 1.0f : m->hz[z]);
        const int c = x - lo[0] + 2 * (y - lo[1]) + 4 * (z - lo[2]);
        const int counts = here >> c & there >> (c + across) & 1;
        const float fraction = counts ? sm_open_fraction(&s->fine, s->fine_n[d], d, x, y, z) : 0.0f;
        area += part;
        open += part * fraction;
        whole &= fraction == 1.0f;
        closed &= fraction == 0.0f;
      }
  *some = !whole && !closed;
  return open / area;
}

SM_FN float sm_coarse_fraction(const struct sm_coarsen *s, int d, int i, int j, int k) {
  int at[3] = {i, j, k};
  const int all = 255;
  const int *const start[3] = {s->start_x, s->start_y, s->start_z};
  int lo[3], hi[3], before[3];
  for (int a = 0; a < 3; a++) {
    if (at[a] > s->coarse_n[a] || (at[a] == s->coarse_n[a] && a != d)) return 0.0f;
    if (s->is_periodic[a] && at[a] == s->coarse_n[a]) at[a] = 0; /* same face, two indices */
    lo[a] = start[a][at[a]];
    hi[a] = a == d ? lo[a] + 1 : start[a][at[a] + 1];
    before[a] = at[a] - (a == d);
  }
  if (s->is_periodic[d] && at[d] == 0) before[d] = s->coarse_n[d] - 1;
  int some;
  float open = sm_coarse_faces_fraction(s, d, lo, hi, all, all, 0, &some);
  if (some) {
    const int b = before[d];
    const int across = b >= 0 && start[d][b + 1] - start[d][b] > 1 ? 1 << d : 0;
    int parts[2]; /* of this cell and of the previous one */
    for (int m = 0; m < 2; m++)
      parts[m] = m ? sm_coarse_main_part(s, before[0], before[1], before[2])
                   : sm_coarse_main_part(s, at[0], at[1], at[2]);
    open = sm_coarse_faces_fraction(s, d, lo, hi, parts[0], parts[1], across, &some);
  }
  return open;
}

/* Common byte of all fine cells of a coarse cell; -1: they differ, or the coarse cell is outside
 * the level. */
SM_FN int sm_coarse_same_byte(const struct sm_coarsen *s, int i, int j, int k) {
  if (i >= s->coarse_n[0] || j >= s->coarse_n[1] || k >= s->coarse_n[2]) return -1;
  const struct sm_poisson_operator *o = &s->fine;
  int low = 255, high = 0;
  for (int z = s->start_z[k]; z < s->start_z[k + 1]; z++)
    for (int y = s->start_y[j]; y < s->start_y[j + 1]; y++)
      for (int x = s->start_x[i]; x < s->start_x[i + 1]; x++) {
        const int byte = o->open[((x + y + z) & 1) * o->colour + (x >> 1) + y * o->sy + z * o->sz];
        low &= byte;
        high |= byte;
      }
  return low == high ? low : -1;
}

SM_FN void sm_cell_coarsen(const struct sm_coarsen *s, int h, int j, int k) {
  for (int m = 0; m < 2; m++) {
    const int i = 2 * h + m;
    if (i > s->coarse_n[0]) continue;
    const ptrdiff_t c =
        ((i + j + k) & 1) * s->coarse_colour + h + j * s->coarse_sy + k * s->coarse_sz;
    const int byte = sm_coarse_same_byte(s, i, j, k);
    for (int d = 0; d < 3; d++) {
      sm_half *fraction = d == 0 ? s->cx : d == 1 ? s->cy : s->cz;
      fraction[c] = sm_half_from_float(byte == SM_OPEN_ALL ? 1.0f
                                       : byte == 0         ? 0.0f
                                                           : sm_coarse_fraction(s, d, i, j, k));
    }
  }
}

/* Bytes of coarse cells, both colours, from their fractions: a GPU then need not read the fractions
 * of most cells. */
struct sm_classify {
  struct sm_poisson_operator op;
  uint8_t *open;
};
SM_FN int sm_coarse_byte(const struct sm_poisson_operator *o, int colour, int h, int j, int k) {
  const int e = (j + k + colour) & 1;
  const ptrdiff_t c = h + j * o->sy + k * o->sz;
  const ptrdiff_t own = colour * o->colour + c, other = (1 - colour) * o->colour + c;
  const float f[6] = {sm_half_to_float(o->cx[own]), sm_half_to_float(o->cx[other + e]),
                      sm_half_to_float(o->cy[own]), sm_half_to_float(o->cy[other + o->sy]),
                      sm_half_to_float(o->cz[own]), sm_half_to_float(o->cz[other + o->sz])};
  int open = 0;
  for (int m = 0; m < 6; m++) open |= f[m] == 1.0f ? 1 << m : f[m] == 0.0f ? 0 : SM_OPEN_PART;
  return 2 * h + e < o->nx ? open : 0;
}
SM_FN void sm_cell_classify(const struct sm_classify *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->op.sy + k * s->op.sz;
  s->open[c] = (uint8_t)sm_coarse_byte(&s->op, 0, h, j, k);
  s->open[c + s->op.colour] = (uint8_t)sm_coarse_byte(&s->op, 1, h, j, k);
}

/* Restriction and prolongation between levels of the multigrid cycle, and the solve on the
 * coarsest level. */

/* Transfer between a level and the next coarser one. A coarse cell combines 1 or 2 layers of fine
 * cells per axis: those of j are start_y[J] .. start_y[J + 1] - 1, and parent_y[j] is J. One coarse
 * half index H stands for the coarse cells I = 2 H (in colour (J + K) & 1) and 2 H + 1 (in the
 * other). With `pair`, coarse cell I is fine half index h = I, both colours; with `single`, the
 * axis is not coarsened and coarse cell I is fine cell i = I. */
struct sm_mg_transfer {
  ptrdiff_t fine_sy, fine_sz, fine_colour, coarse_sy, coarse_sz, coarse_colour;
  const int *start_y, *start_z;   /* coarse n + 1 entries */
  const int *parent_y, *parent_z; /* fine n entries */
  int fine_nx, fine_ny;
};
struct sm_restriction {
  struct sm_mg_transfer t;
  const float *from; /* fine defect */
  float *to;         /* coarse right-hand side */
};
struct sm_prolongation {
  struct sm_mg_transfer t;
  const float *from; /* coarse correction */
  float *to;         /* fine solution, updated */
};

/* A fine row that belongs to a coarse one; missing rows point at the first with weight 0. */
struct sm_mg_fine_row {
  ptrdiff_t offset;
  int colour; /* of the row's cell i = 0 */
  float weight;
};
SM_FN struct sm_mg_fine_row sm_mg_fine_row_of(const struct sm_mg_transfer *t, int j, int k, int dy,
                                              int dz) {
  const int y0 = t->start_y[j], z0 = t->start_z[k];
  const int inside = (y0 + dy < t->start_y[j + 1]) & (z0 + dz < t->start_z[k + 1]);
  const int y = y0 + inside * dy, z = z0 + inside * dz; /* else the first row, with no weight */
  struct sm_mg_fine_row row;
  row.offset = y * t->fine_sy + z * t->fine_sz;
  row.colour = (y + z) & 1;
  row.weight = inside ? 1.0f : 0.0f;
  return row;
}

/* Sum of the fine defect of a row in coarse cell 2 h + second. */
SM_FN float sm_mg_fine_sum(const struct sm_restriction *s, const struct sm_mg_fine_row *row, int h,
                           int second, int pair) {
  const ptrdiff_t colour = s->t.fine_colour;
  if (pair)
    return s->from[row->offset + (2 * h + second)] +
           s->from[colour + row->offset + (2 * h + second)];
  return s->from[(second ? 1 - row->colour : row->colour) * colour + row->offset + h];
}

/* Coarse b = sum of the fine defect. Box: (coarse half, n_y, n_z). */
SM_FN void sm_restrict(const struct sm_restriction *s, int h, int j, int k, int pair) {
  const struct sm_mg_transfer *t = &s->t;
  const struct sm_mg_fine_row r0 = sm_mg_fine_row_of(t, j, k, 0, 0);
  const struct sm_mg_fine_row r1 = sm_mg_fine_row_of(t, j, k, 1, 0);
  const struct sm_mg_fine_row r2 = sm_mg_fine_row_of(t, j, k, 0, 1);
  const struct sm_mg_fine_row r3 = sm_mg_fine_row_of(t, j, k, 1, 1);
  const float sum0 =
      (sm_mg_fine_sum(s, &r0, h, 0, pair) + r1.weight * sm_mg_fine_sum(s, &r1, h, 0, pair)) +
      (r2.weight * sm_mg_fine_sum(s, &r2, h, 0, pair) +
       r3.weight * sm_mg_fine_sum(s, &r3, h, 0, pair));
  const float sum1 =
      (sm_mg_fine_sum(s, &r0, h, 1, pair) + r1.weight * sm_mg_fine_sum(s, &r1, h, 1, pair)) +
      (r2.weight * sm_mg_fine_sum(s, &r2, h, 1, pair) +
       r3.weight * sm_mg_fine_sum(s, &r3, h, 1, pair));
  const ptrdiff_t c = h + j * t->coarse_sy + k * t->coarse_sz;
  const int colour = (j + k) & 1;
  s->to[colour * t->coarse_colour + c] = sum0;
  s->to[(1 - colour) * t->coarse_colour + c] = sum1;
}
SM_FN void sm_cell_restrict_pair(const struct sm_restriction *s, int h, int j, int k) {
  sm_restrict(s, h, j, k, 1);
}
SM_FN void sm_cell_restrict_single(const struct sm_restriction *s, int h, int j, int k) {
  sm_restrict(s, h, j, k, 0);
}

/* Adds the coarse cell's correction to the fine x. Box: (coarse half, fine n_y, fine n_z). */
SM_FN void sm_cell_prolong_pair(const struct sm_prolongation *s, int h, int j, int k) {
  const struct sm_mg_transfer *t = &s->t;
  const int jc = t->parent_y[j], kc = t->parent_z[k], colour = (jc + kc) & 1, e = (j + k) & 1;
  const ptrdiff_t c = h + jc * t->coarse_sy + kc * t->coarse_sz;
  const float x0 = s->from[colour * t->coarse_colour + c];
  const float x1 = s->from[(1 - colour) * t->coarse_colour + c];
  float *x = s->to + j * t->fine_sy + k * t->fine_sz + 2 * h;
  float *y = x + t->fine_colour;
  const float a0 = x[0] + (4 * h + e < t->fine_nx ? x0 : 0.0f);
  const float a1 = x[1] + (4 * h + 2 + e < t->fine_nx ? x1 : 0.0f);
  const float b0 = y[0] + (4 * h + 1 - e < t->fine_nx ? x0 : 0.0f);
  const float b1 = y[1] + (4 * h + 3 - e < t->fine_nx ? x1 : 0.0f);
  x[0] = a0;
  x[1] = a1;
  y[0] = b0;
  y[1] = b1;
}

SM_FN void sm_cell_prolong_single(const struct sm_prolongation *s, int h, int j, int k) {
  const struct sm_mg_transfer *t = &s->t;
  const int jc = t->parent_y[j], kc = t->parent_z[k], colour = (jc + kc) & 1, fine = (j + k) & 1;
  const ptrdiff_t c = h + jc * t->coarse_sy + kc * t->coarse_sz;
  const ptrdiff_t f = h + j * t->fine_sy + k * t->fine_sz;
  const float x0 = s->from[colour * t->coarse_colour + c];
  const float x1 = s->from[(1 - colour) * t->coarse_colour + c];
  float *a = s->to + fine * t->fine_colour + f, *b = s->to + (1 - fine) * t->fine_colour + f;
  const float a0 = *a + x0;
  const float b0 = *b + (2 * h + 1 < t->fine_nx ? x1 : 0.0f);
  *a = a0;
  *b = b0;
}

/* Coarsest level, at most SM_POISSON_DENSE cells, solved with its stored inverse: x = inverse b.
 * Cell m has element place[m]; the inverse is symmetric, SM_POISSON_DENSE x SM_POISSON_DENSE, 0
 * beyond the level's cells, whose place is that of cell 0. Box: 0 .. number of cells. */
enum { SM_POISSON_DENSE = 64 };
struct sm_dense {
  const float *inverse, *b;
  const int *place;
  float *x;
};
SM_FN void sm_cell_dense(const struct sm_dense *d, int i, int j, int k) {
  (void)j;
  (void)k;
  float sum = 0.0f;
  for (int m = 0; m < SM_POISSON_DENSE; m++)
    sum += d->inverse[m * SM_POISSON_DENSE + i] * d->b[d->place[m]];
  d->x[d->place[i]] = sum;
}

#endif
