/* arguments_poisson.c - of smoothers, transfers, Krylov steps, graphs and the published solvers. */
#include "arguments.h"

static struct sm_poisson_metric metric(const struct pool *p, const struct shape *s) {
  const float *m = p->f[10] + s->fine.origin;
  const ptrdiff_t row = 256;
  return (struct sm_poisson_metric){
      {m, m + row}, {m + 2 * row, m + 3 * row}, m + 4 * row, m + 5 * row, m + 6 * row, m + 7 * row};
}

struct sm_poisson_operator operator_of(const struct pool *p, const struct shape *s) {
  struct sm_poisson_operator o = {.sy = s->fine.sy,
                                  .sz = s->fine.sz,
                                  .colour = s->fine.colour,
                                  .nx = s->n[0],
                                  .open = p->open + s->fine.origin,
                                  .metric = metric(p, s)};
  if (s->part) {
    o.fx = p->f[4] + s->fine.origin;
    o.fy = p->f[5] + s->fine.origin;
    o.fz = p->f[6] + s->fine.origin;
  }
  if (s->rough) {
    o.cx = p->h[4] + s->fine.origin;
    o.cy = p->h[5] + s->fine.origin;
    o.cz = p->h[6] + s->fine.origin;
  }
  return o;
}

struct sm_smooth make_smooth(const struct pool *p, const struct shape *s) {
  return (struct sm_smooth){
      operator_of(p, s), p->f[0] + s->fine.origin, p->f[1] + s->fine.origin, 1, 1.15f, 1.0f};
}
struct sm_sor_relax make_sor_relax(const struct pool *p, const struct shape *s) {
  return (struct sm_sor_relax){operator_of(p, s), p->f[0] + s->fine.origin,
                               p->f[1] + s->fine.origin, 1, 1.78f};
}
struct sm_defect make_defect(const struct pool *p, const struct shape *s) {
  return (struct sm_defect){operator_of(p, s), p->f[0] + s->fine.origin, p->f[1] + s->fine.origin,
                            p->f[2] + s->fine.origin};
}
struct sm_poisson_residual make_poisson_residual(const struct pool *p, const struct shape *s) {
  return (struct sm_poisson_residual){operator_of(p, s),
                                      p->d[0] + s->fine.origin,
                                      p->d[1] + s->fine.origin,
                                      p->f[2] + s->fine.origin,
                                      1,
                                      p->scalars,
                                      0.01};
}
static struct sm_cg_state cg_of(const struct pool *p) {
  return (struct sm_cg_state){p->scalars, p->d[1]};
}
struct sm_poisson_apply make_poisson_apply(const struct pool *p, const struct shape *s) {
  return (struct sm_poisson_apply){operator_of(p, s), p->f[0] + s->fine.origin,
                                   p->f[2] + s->fine.origin, cg_of(p)};
}
static struct sm_mg_transfer transfer_of(const struct pool *p, const struct shape *s) {
  return (struct sm_mg_transfer){s->fine.sy, s->fine.sz,      s->fine.colour, s->half.sy,
                                 s->half.sz, s->half.colour,  p->start + 256, p->start + 512,
                                 p->parent,  p->parent + 256, s->n[0],        s->n[1]};
}
struct sm_restriction make_restriction(const struct pool *p, const struct shape *s) {
  return (struct sm_restriction){transfer_of(p, s), p->f[0] + s->fine.origin,
                                 p->f[2] + s->fine.origin};
}
struct sm_prolongation make_prolongation(const struct pool *p, const struct shape *s) {
  return (struct sm_prolongation){transfer_of(p, s), p->f[0] + s->fine.origin,
                                  p->f[2] + s->fine.origin};
}
struct sm_dense make_dense(const struct pool *p, const struct shape *s) {
  return (struct sm_dense){p->f[3], p->f[0] + s->fine.origin, p->place, p->f[2] + s->fine.origin};
}
/* Colours that have changed, or count as 0, by the shape. */
struct sm_periodic_axes ends_of(const struct shape *s) {
  const struct sm_red_black *j = &s->periodic;
  return (struct sm_periodic_axes){
      {j->n[0], j->n[1], j->n[2]}, j->half,    j->sy, j->sz, j->colour, {0, 1, 2}, 3,
      1 + (s->n[0] + s->n[1]) % 3, s->n[2] % 4};
}
struct sm_periodic_copy make_periodic_copy(const struct pool *p, const struct shape *s) {
  return (struct sm_periodic_copy){ends_of(s), p->f[2] + s->periodic.origin};
}
struct sm_periodic_copy_double make_periodic_copy_double(const struct pool *p,
                                                         const struct shape *s) {
  return (struct sm_periodic_copy_double){ends_of(s), p->d[1] + s->periodic.origin};
}
struct sm_cg_direction make_cg_direction(const struct pool *p, const struct shape *s) {
  return (struct sm_cg_direction){
      s->fine.sy, s->fine.sz, s->fine.colour, p->f[0] + s->fine.origin, p->f[1] + s->fine.origin,
      cg_of(p)};
}
struct sm_cg_advance make_cg_advance(const struct pool *p, const struct shape *s) {
  const ptrdiff_t o = s->fine.origin;
  return (struct sm_cg_advance){s->fine.sy,  s->fine.sz,  s->fine.colour, p->d[0] + o,
                                p->f[0] + o, p->f[1] + o, p->f[2] + o,    cg_of(p)};
}
struct sm_cg_dot make_cg_dot(const struct pool *p, const struct shape *s) {
  return (struct sm_cg_dot){
      s->fine.sy, s->fine.sz, s->fine.colour, p->f[0] + s->fine.origin, p->f[1] + s->fine.origin,
      cg_of(p)};
}
struct sm_rhs_sum make_rhs_sum(const struct pool *p, const struct shape *s) {
  return (struct sm_rhs_sum){s->fine.sy, s->fine.sz, s->fine.colour, p->d[0] + s->fine.origin};
}
struct sm_mean_removal make_mean_removal(const struct pool *p, const struct shape *s) {
  return (struct sm_mean_removal){.sy = s->fine.sy,
                                  .sz = s->fine.sz,
                                  .colour = s->fine.colour,
                                  .open = p->open + s->fine.origin,
                                  .r = p->f[0] + s->fine.origin,
                                  .rhs_sum = p->scalars,
                                  .share = 0.01};
}
struct sm_add_correction make_add_correction(const struct pool *p, const struct shape *s) {
  return (struct sm_add_correction){s->fine.sy, s->fine.sz, s->fine.colour,
                                    p->d[0] + s->fine.origin, p->f[0] + s->fine.origin};
}
struct sm_correction_maximum make_correction_maximum(const struct pool *p, const struct shape *s) {
  return (struct sm_correction_maximum){s->fine.sy, s->fine.sz, s->fine.colour,
                                        p->f[0] + s->fine.origin};
}
struct sm_poisson_extrapolate make_poisson_extrapolate(const struct pool *p,
                                                       const struct shape *s) {
  return (struct sm_poisson_extrapolate){
      s->fine.sy, s->fine.sz, s->fine.colour, p->d[0] + s->fine.origin, p->d[1] + s->fine.origin,
      1.75,       -0.875};
}
struct sm_coarsen make_coarsen(const struct pool *p, const struct shape *s) {
  const ptrdiff_t o = s->half.origin;
  return (struct sm_coarsen){operator_of(p, s),
                             {s->n[0], s->n[1], s->n[2]},
                             {s->coarse[0], s->coarse[1], s->coarse[2]},
                             {s->n[0] % 2, s->n[1] % 2, s->n[2] % 2},
                             s->half.sy,
                             s->half.sz,
                             s->half.colour,
                             p->start,
                             p->start + 256,
                             p->start + 512,
                             p->h[1] + o,
                             p->h[2] + o,
                             p->h[3] + o};
}
struct sm_classify make_classify(const struct pool *p, const struct shape *s) {
  return (struct sm_classify){operator_of(p, s), p->open + s->fine.origin};
}

/* The arrays in natural order lie in both kinds of arrays of floats; change is the last. */
struct sm_sor_arrays make_sor_arrays(const struct pool *p, const struct shape *s) {
  struct sm_sor_arrays l;
  size_t size;
  ptrdiff_t o;
  sm_sor_arrays_layout(&l, s->n, &size, &o);
  l.e = p->f[4] + o;
  l.f = p->f[5] + o;
  l.g = p->f[6] + o;
  l.h = p->f[7] + o;
  l.m = p->f[8] + o;
  l.n = p->f[9] + o;
  l.r = p->f[0] + o;
  l.lambda = p->f[1] + o;
  l.old = p->f[2] + o;
  l.line = p->f[3];
  l.scratch = p->f[12];
  l.change = p->f[13];
  l.omega = 1.78f;
  l.colour = 1;
  return l;
}
struct sm_sor_transfer make_sor_transfer(const struct pool *p, const struct shape *s) {
  return (struct sm_sor_transfer){operator_of(p, s), make_sor_arrays(p, s),
                                  p->f[13] + s->fine.origin, p->d[0] + s->fine.origin};
}
/* Unknowns of a graph: all elements of the arrays; those of the first half have links to
 * the others only. */
static struct sm_csr make_rows(const struct pool *p) {
  return (struct sm_csr){p->row, p->link, p->f[4]};
}
struct sm_csr_smooth make_csr_smooth(const struct pool *p, const struct shape *s) {
  const int64_t firsts = (int64_t)s->size / 2;
  return (struct sm_csr_smooth){make_rows(p), p->f[0], p->f[1], 0, firsts, 1.15f};
}
struct sm_csr_chebyshev make_csr_chebyshev(const struct pool *p, const struct shape *s) {
  return (struct sm_csr_chebyshev){make_rows(p),     p->f[0], p->f[1], p->f[2],
                                   (int64_t)s->size, 0.3f,    1.2f,    0};
}
struct sm_csr_defect make_csr_defect(const struct pool *p, const struct shape *s) {
  return (struct sm_csr_defect){make_rows(p), p->f[0], p->f[1], p->f[2], (int64_t)s->size};
}
struct sm_csr_restrict make_csr_restrict(const struct pool *p, const struct shape *s) {
  return (struct sm_csr_restrict){p->row,  p->part, p->f[0],
                                  p->f[2], p->f[1], (int64_t)s->size / DEGREE};
}
struct sm_csr_prolong make_csr_prolong(const struct pool *p, const struct shape *s) {
  return (struct sm_csr_prolong){p->row, p->part, p->f[0], p->f[2], (int64_t)s->size / DEGREE};
}
struct sm_csr_dense make_csr_dense(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_csr_dense){p->f[3], p->f[0], p->f[2], SM_POISSON_DENSE};
}

void mark_parts(struct pool *p, const struct shape *s) {
  for (int i = 4; i <= 6; i++)
    for (size_t m = 0; m < s->size; m++)
      if (random_count() % 40 > 0) p->f[i][m] = random_count() % 3 > 0;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const int side[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        int byte = 0;
        for (int m = 0; m < 6; m++) {
          const int *next = side[m / 2], high = m % 2;
          const float f =
              p->f[4 + m / 2]
                  [s->fine.origin + sm_red_black_index(&s->fine, i + high * next[0],
                                                       j + high * next[1], k + high * next[2])];
          byte |= (f > 0 ? 1 << m : 0) | (f > 0 && f != 1 ? SM_OPEN_PART : 0);
        }
        p->open[s->fine.origin + sm_red_black_index(&s->fine, i, j, k)] = (uint8_t)byte;
      }
}
