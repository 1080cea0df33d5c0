/* differences_particles.c - differences between the particles of two pools. */
#include "arguments.h"
#include <math.h>

/* The difference of values that must be equal: infinite if they are not. */
static void same(double *worst, bool equal) {
  if (!equal) *worst = INFINITY;
}
static void wider(double *worst, double a, double b) {
  const double d = a == b ? 0 : fabs(a - b) / (1 + fabs(b));
  if (!(d <= *worst)) *worst = d; /* a NaN stays */
}
static void wider_longs(double *worst, const int64_t *a, const int64_t *b, size_t count) {
  for (size_t m = 0; m < count; m++) wider(worst, (double)a[m], (double)b[m]);
}

/* Sums of numbers of both signs: of the largest. */
static void wider_sums(double *worst, const int64_t *a, const int64_t *b, size_t count) {
  double most = 1;
  for (size_t m = 0; m < count; m++) most = fmax(most, fabs((double)b[m]));
  for (size_t m = 0; m < count; m++) wider(worst, (double)a[m] / most, (double)b[m] / most);
}

static void compare_particles(double *worst, const struct sm_particle *a,
                              const struct sm_particle *b) {
  same(worst, a->kind == b->kind);
  for (int d = 0; d < 3; d++) { /* in a cell, or just beyond its face */
    wider(worst, a->cell[d] + a->part[d] / 4294967296.0, b->cell[d] + b->part[d] / 4294967296.0);
    wider(worst, (double)a->v[d], (double)b->v[d]);
  }
}
static void compare_particles_f64(double *worst, const struct sm_particle_f64 *a,
                                  const struct sm_particle_f64 *b) {
  wider(worst, a->release_delay, b->release_delay);
  for (int d = 0; d < 3; d++) {
    wider(worst, a->v[d], b->v[d]);
    wider(worst, ldexp(a->part[d], -52), ldexp(b->part[d], -52));
  }
}
static void compare_tags(double *worst, const struct sm_particle_tag *a,
                         const struct sm_particle_tag *b) {
  same(worst, a->id == b->id && a->slot == b->slot && a->source == b->source);
  wider(worst, (double)a->mass, (double)b->mass);
  wider(worst, (double)a->release_time, (double)b->release_time);
  wider(worst, (double)a->release_delay, (double)b->release_delay);
}
static void compare_turbulence(double *worst, const struct sm_turbulence_state *a,
                               const struct sm_turbulence_state *b) {
  for (int d = 0; d < 3; d++) {
    wider(worst, (double)a->q[d], (double)b->q[d]);
    wider(worst, (double)a->seen[d], (double)b->seen[d]);
    if (d < 2) wider(worst, (double)a->slow[d], (double)b->slow[d]);
  }
}

double particle_difference(const struct pool *first, const struct pool *second,
                           const struct shape *s) {
  const struct particles *a = &first->particles, *b = &second->particles;
  double worst = 0;
  for (int m = 0; m < PARTICLES + BATCH; m++) {
    compare_particles(&worst, &a->particle[m], &b->particle[m]);
    compare_particles(&worst, &a->particle_to[m], &b->particle_to[m]);
    compare_particles_f64(&worst, &a->particle_f64[m], &b->particle_f64[m]);
    compare_particles_f64(&worst, &a->particle_f64_to[m], &b->particle_f64_to[m]);
    compare_tags(&worst, &a->tag[m], &b->tag[m]);
    compare_tags(&worst, &a->tag_to[m], &b->tag_to[m]);
    compare_turbulence(&worst, &a->turbulence[m], &b->turbulence[m]);
    compare_turbulence(&worst, &a->turbulence_to[m], &b->turbulence_to[m]);
    wider_longs(&worst, a->daughters[m].mass, b->daughters[m].mass, SM_CHAIN_MEMBERS);
    wider_longs(&worst, a->daughters_to[m].mass, b->daughters_to[m].mass, SM_CHAIN_MEMBERS);
    same(&worst, a->rank[m] == b->rank[m]);
    same(&worst, a->bucket[m] == b->bucket[m] && a->order[m] == b->order[m]);
  }
  for (int m = 0; m < TRAJECTORIES; m++) {
    same(&worst, a->trajectory[m].here == b->trajectory[m].here);
    compare_particles(&worst, &a->trajectory[m].particle, &b->trajectory[m].particle);
  }
  for (size_t c = 0; c <= cells_of(s); c++) same(&worst, a->bin[c] == b->bin[c]);
  for (int m = 0; m < SPECIES * SM_BUDGET_TERMS; m++)
    if (m % SM_BUDGET_TERMS >= SM_BUDGET_COUNT_EMITTED) same(&worst, a->budget[m] == b->budget[m]);
  wider_longs(&worst, a->budget, b->budget, SPECIES * SM_BUDGET_TERMS);
  wider_longs(&worst, a->deposit, b->deposit, 2 * SPECIES * (size_t)columns_of(s));
  wider_longs(&worst, a->sum, b->sum, SPECIES * cells_of(s));
  wider_longs(&worst, a->cross_section, b->cross_section, cells_of(s));
  wider_longs(&worst, a->received, b->received, SPECIES * RECEPTORS);
  wider_sums(&worst, a->impulse, b->impulse, 3 * impulses_of(s));
  return worst;
}
