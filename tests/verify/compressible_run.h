/* verify/compressible_run.h - runs of the compressible solver: texts of their cases, and final
 * results. */
#ifndef SM_VERIFY_COMPRESSIBLE_RUN_H
#define SM_VERIFY_COMPRESSIBLE_RUN_H

#include "flow_run.h"
#include "physics/compressible/model.h"
#include <math.h>

#define BOX(SIZE, HEIGHT, CELL)                                                                    \
  "[domain]\ncrs = 'local'\nsize = [" SIZE "]\nheight = " HEIGHT "\ncell_size = " CELL             \
  "\nstretch = 1\n"
#define SIDES(AT, KIND) "[[flow.boundary]]\nat = [" AT "]\nkind = '" KIND "'\n"
#define WIND(DURATION) "[wind]\nmodel = 'compressible'\nduration = " DURATION "\n"
#define ALL_SIDES "'west', 'east', 'south', 'north', 'bottom', 'top'"

static inline const struct sm_compressible *model_of(const struct flow_run *r) { return r->self; }

/* Loads a field of the flow in its layout; freed with free. */
static inline double *load(const struct flow_run *r, int field) {
  const struct sm_compressible *m = model_of(r);
  double *host = calloc(m->flow->layout.size, sizeof *host);
  assert_good(r, sm_flow_download(r->ctx, m->flow, m->gas.q[0][field], host));
  return host;
}

static inline ptrdiff_t cell(const struct flow_run *r, int i, int j, int k) {
  const struct sm_flow_layout *s = &model_of(r)->flow->layout;
  return s->origin + i + j * s->step[1] + k * s->step[2];
}

/* Maximum absolute value of a field in the domain. */
static inline double largest(const struct flow_run *r, int field) {
  const int *n = model_of(r)->flow->layout.n;
  double *q = load(r, field), most = 0;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) most = fmax(most, fabs(q[cell(r, i, j, k)]));
  free(q);
  return most;
}

#endif
