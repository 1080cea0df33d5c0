/* mixture_case.h - cases of the compressible solver with the species of a mechanism of hydrogen. */
#ifndef SM_TESTS_MIXTURE_CASE_H
#define SM_TESTS_MIXTURE_CASE_H

#include "data_folder.h"
#include "physics/scalars/scalars.h"
#include "verify/compressible_run.h"

#define ROUND "'south', 'north', 'bottom', 'top'"
#define STILL "viscosity = 0\nsubgrid = 'none'\n"
#define GAS "[flow.compressible]\ngravity = 0\nbackground = 'isothermal'\ntemperature = 300\n"
#define BURKE                                                                                      \
  "[flow.reaction]\nmechanism = '%s/mechanisms/BurkeDryer/mechanism.inp'\n"                        \
  "thermo = '%s/mechanisms/BurkeDryer/therm.dat'\n"                                                \
  "transport = '%s/mechanisms/BurkeDryer/tran.dat'\n"

static char text[8192];

/* The text of a case with the mechanism; false: there are no data. */
static bool write_case(const char *domain, const char *flow, const char *reaction,
                       const char *rest) {
  const char *data = data_folder();
  char file[2048];
  if (data == NULL || !have_expressions()) return false;
  snprintf(file, sizeof file, BURKE, data, data, data);
  snprintf(text, sizeof text, "%s[flow]\n" STILL "%s" GAS "%s%s%s", domain, flow, file, reaction,
           rest);
  return true;
}

static const struct sm_mixture *mixture_of(const struct flow_run *r) {
  return model_of(r)->mixture;
}

/* A field of one of its blocks, in the layout of the flow; freed with free. */
static double *load_field(const struct flow_run *r, union sm_reals field) {
  const struct sm_flow *flow = model_of(r)->flow;
  double *host = calloc(flow->layout.size, sizeof *host);
  assert_good(r, sm_flow_download(r->ctx, flow, field, host));
  return host;
}
static double *load_species(const struct flow_run *r, const char *name) {
  const struct sm_mixture *m = mixture_of(r);
  const int32_t k = sm_mechanism_find_species(m->mechanism, name);
  return load_field(r, sm_flow_offset(m->flow, m->y, k * m->next));
}

/* Pressure over that of the background, Pa, and wind, m/s, of cell i of a pipe. */
static void look_at(const struct flow_run *r, double *const q[SM_CONSERVED_FIELDS], int i,
                    double *excess, double *u) {
  const ptrdiff_t c = cell(r, i, 0, 0);
  const double rho = model_of(r)->gas.rho[0] + q[SM_RHO][c];
  *u = q[SM_RHO_U][c] / rho;
  *excess = 0.4 * (q[SM_RHO_E][c] - 0.5 * rho * *u * *u);
}

#endif
