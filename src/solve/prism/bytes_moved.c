/* solve/prism/bytes_moved.c - minimum memory traffic of an iteration on prisms: every array once
 * per kernel that reads or writes it. Arrays per column or layer are not counted. */
#include "solve/prism/internal.h"

enum { NARROW = sizeof(float) };

/* Bytes of a number that is iterated. */
static double wide_of(const struct sm_prism *p) {
  return sm_prism_is_narrow(p) ? (double)sizeof(float) : (double)sizeof(double);
}

/* Interpolation of x to the vertices. */
static double vertex_bytes(const struct sm_prism *p) {
  const double cells = (double)p->shape.triangles * p->shape.layers;
  return wide_of(p) * (cells + (double)p->list_count * p->shape.layers);
}

/* Operator that reads or writes `vectors` vectors besides x and vertices. */
static double operator_bytes(const struct sm_prism *p, int vectors) {
  const double cells = (double)p->shape.triangles * p->shape.layers;
  const double own = p->compact.gamma == NULL ? 1 : 2;
  return wide_of(p) * ((own + vectors) * cells + (double)p->list_count * p->shape.layers);
}

/* Finest level: all sweeps except the first read x, the previous x and b, and write x; then the
 * defect. */
static double cycle_bytes(const struct sm_prism *p) {
  const double cells = (double)p->shape.triangles * p->shape.layers;
  const double gamma = p->compact.gamma == NULL ? 0 : 1;
  const double sweeps = 2 * p->sweeps - 1;
  return NARROW * cells * (sweeps * (4 + gamma) + 2 + gamma + 3 + gamma) +
         sm_csr_levels_cycle_bytes(p->levels);
}

double sm_prism_iteration_bytes(const struct sm_prism *p) {
  const double cells = (double)p->shape.triangles * p->shape.layers;
  if (p->options.solver != SM_PRISM_KRYLOV) return vertex_bytes(p) + operator_bytes(p, 2);
  /* In single precision the cycle reads and writes the vectors themselves. */
  const bool narrow = sm_prism_is_narrow(p);
  const double wide = wide_of(p), copy = narrow ? 0 : NARROW;
  const double direction = 4 * wide + copy, half = 6 * wide + copy, advance = 6 * wide;
  const double products = 3 * wide, widen = narrow ? 0 : 2 * (wide + NARROW);
  return cells * (direction + half + advance + products + widen) +
         2 * (cycle_bytes(p) + vertex_bytes(p) + operator_bytes(p, 2));
}
