/* Thermodynamics (NASA-7, NASA-9) as generated source: heat capacities, enthalpies, Gibbs energies.
 */
#include "chem/generate/internal.h"

#include <math.h>

/* Index of the temperature limit at which range `i` of a species ends. */
static int32_t middle_of(const struct sm_generator *g, const struct sm_thermo *thermo, int32_t i) {
  int32_t n = 0;
  while (n < g->middle_count - 1 && g->middle[n] != thermo->ranges[i].high) n++;
  return n;
}

void sm_generate_ranges(struct sm_generator *g) {
  for (int32_t i = 0; i < g->middle_count; i++)
    sm_text_add(g->out, "  const int hot_%d = t > %a;\n  (void)hot_%d;\n", (int)i, g->middle[i],
                (int)i);
}

/* Coefficient j of the polynomials that make(a, .) forms from the NASA coefficients, selected by
 * temperature range: a number, or conditional expressions without branches. */
typedef void make_polynomial(const double a[9], double out[9]);
static bool everywhere(const struct sm_thermo *thermo, make_polynomial *make, int j, double value) {
  for (int32_t i = 0; i < thermo->range_count; i++) {
    double made[9];
    make(thermo->ranges[i].a, made);
    if (made[j] != value) return false;
  }
  return true;
}

static void add_number(struct sm_generator *g, const struct sm_thermo *thermo,
                       make_polynomial *make, int j) {
  double made[9];
  make(thermo->ranges[0].a, made);
  if (everywhere(thermo, make, j, made[j])) {
    sm_text_add(g->out, "%a", made[j]);
    return;
  }
  sm_text_add(g->out, "(");
  for (int32_t i = thermo->range_count - 1; i >= 0; i--) {
    make(thermo->ranges[i].a, made);
    if (i > 0)
      sm_text_add(g->out, "hot_%d ? %a : ", (int)middle_of(g, thermo, i - 1), made[j]);
    else
      sm_text_add(g->out, "%a)", made[j]);
  }
}

/* Sum of coefficient j times term j, without coefficients that are 0 in all ranges; terms `first`
 * to `last` are powers of t, evaluated by Horner's rule. */
static void add_sum(struct sm_generator *g, const struct sm_thermo *thermo, make_polynomial *make,
                    int last, const char *const term[9]) {
  while (last > 0 && everywhere(thermo, make, last, 0.0)) last--;
  int32_t open = 0;
  for (int j = last + 1; j < 9; j++) {
    if (everywhere(thermo, make, j, 0.0)) continue;
    sm_text_add(g->out, "SM_CHEM_FMA(");
    add_number(g, thermo, make, j);
    sm_text_add(g->out, ", %s, ", term[j]);
    open++;
  }
  for (int j = 0; j < last; j++) sm_text_add(g->out, "SM_CHEM_FMA(");
  add_number(g, thermo, make, last);
  for (int j = last - 1; j >= 0; j--) {
    sm_text_add(g->out, ", t, ");
    add_number(g, thermo, make, j);
    sm_text_add(g->out, ")");
  }
  for (; open > 0; open--) sm_text_add(g->out, ")");
}

/* s/R - h/RT - ln T: 1, t, ... t^4, ln T, 1/T, 1/T^2, ln T/T. */
static void make_gibbs(const double a[9], double out[9]) {
  const double made[9] = {a[8] - a[2], a[3] / 2,     a[4] / 6, a[5] / 12, a[6] / 20,
                          a[2] - 1,    -a[7] - a[1], a[0] / 2, -a[1]};
  for (int j = 0; j < 9; j++) out[j] = made[j];
}
static const char *const gibbs_term[9] = {
    "", "", "", "", "", "log_t", "per_t", "per_t * per_t", "per_t * log_t"};

static void add_potential(struct sm_generator *g, int32_t k) {
  const struct sm_thermo *thermo = &g->m->species[k].thermo;
  sm_text_add(g->out, "sm_chem_exp(%a + ", log(thermo->pressure / SM_GAS_CONSTANT));
  add_sum(g, thermo, make_gibbs, 4, gibbs_term);
  sm_text_add(g->out, ")");
}

void sm_generate_potentials(struct sm_generator *g) {
  sm_text_add(g->out, "SM_CHEM_FN void sm_chem_potentials(double t, int64_t stride, double *p) {\n"
                      "  const double log_t = sm_chem_log(t), per_t = sm_chem_inverse(t);\n"
                      "  (void)log_t;\n  (void)per_t;\n  (void)stride;\n  (void)p;\n");
  sm_generate_ranges(g);
  for (int32_t k = 0; k < g->m->species_count; k++) {
    if (!g->gibbs[k]) continue;
    sm_text_add(g->out, "  p[%d * stride] = ", (int)k);
    add_potential(g, k);
    sm_text_add(g->out, ";\n");
  }
  sm_text_add(g->out, "}\n\n");
}

enum sm_status sm_generate_gibbs(struct sm_generator *g) {
  for (int32_t k = 0; k < g->m->species_count; k++) {
    const struct sm_species *s = &g->m->species[k];
    if (!g->needed[k]) continue;
    if (!g->gibbs[k]) {
      sm_text_add(g->out, "  SM_CHEM_KEEP(%d)\n", (int)g->place[k]);
      continue;
    }
    if (s->thermo.range_count == 0)
      return sm_fail(g->ctx, SM_ERR_DATA,
                     "error: %s:%d: a reverse rate asks for the equilibrium of %s, which has no "
                     "thermodynamics\nhelp: give them, or the reverse rate (REV)",
                     s->place.file != NULL ? s->place.file : "", (int)s->place.line, s->name);
    sm_text_add(g->out, "  SM_CHEM_POTENTIAL(%d, ", (int)g->place[k]);
    if (g->given)
      sm_text_add(g->out, "p_%d", (int)k);
    else
      add_potential(g, k);
    sm_text_add(g->out, ")\n");
  }
  return SM_OK;
}

/* h/R: 1, t, ... t^5, -, ln T, 1/T. */
static void make_enthalpy(const double a[9], double out[9]) {
  const double made[9] = {a[7], a[2], a[3] / 2, a[4] / 3, a[5] / 4, a[6] / 5, 0, a[1], -a[0]};
  for (int j = 0; j < 9; j++) out[j] = made[j];
}
static const char *const enthalpy_term[9] = {"", "", "", "", "", "", "", "log_t", "per_t"};

/* cp/R: 1, t, ... t^4, -, -, 1/T, 1/T^2. */
static void make_capacity(const double a[9], double out[9]) {
  const double made[9] = {a[2], a[3], a[4], a[5], a[6], 0, 0, a[1], a[0]};
  for (int j = 0; j < 9; j++) out[j] = made[j];
}
static const char *const capacity_term[9] = {"", "", "", "", "", "", "", "per_t", "per_t * per_t"};

/* d(cp/R)/dT: 1, t, t^2, t^3, -, -, 1/T^2, 1/T^3. */
static void make_capacity_slope(const double a[9], double out[9]) {
  const double made[9] = {a[3], 2 * a[4], 3 * a[5], 4 * a[6], 0, 0, 0, -a[1], -2 * a[0]};
  for (int j = 0; j < 9; j++) out[j] = made[j];
}
static const char *const capacity_slope_term[9] = {
    "", "", "", "", "", "", "", "per_t * per_t", "per_t * per_t * per_t"};

void sm_generate_capacity(struct sm_generator *g, int32_t k) {
  add_sum(g, &g->m->species[k].thermo, make_capacity, 4, capacity_term);
}

/* Species by species, so that registers need not hold earlier results. */
void sm_generate_energies(struct sm_generator *g) {
  sm_text_add(g->out,
              "SM_CHEM_FN void sm_chem_energies(double t, double less, const double *y, const "
              "double *w,\n"
              "    int64_t stride, double *a, double *g, struct sm_chem_capacities *sum) {\n"
              "  const double log_t = sm_chem_log(t), per_t = sm_chem_inverse(t);\n"
              "  double capacity = 0.0, made = 0.0, slope = 0.0, heat = 0.0, moles = 0.0, more = "
              "0.0;\n"
              "  (void)log_t;\n  (void)per_t;\n");
  sm_generate_ranges(g);
  for (int32_t k = 0; k < g->m->species_count; k++) {
    const struct sm_thermo *thermo = &g->m->species[k].thermo;
    sm_text_add(g->out,
                "  {\n    const double y_k = y[%d * stride], w_k = w[%d * stride], cp = ", (int)k,
                (int)k);
    sm_generate_capacity(g, k);
    sm_text_add(g->out, ";\n    const double h = ");
    add_sum(g, thermo, make_enthalpy, 5, enthalpy_term);
    sm_text_add(g->out,
                " - less * t;\n    SM_CHEM_A(%d) = y_k;\n    SM_CHEM_G(%d) = h;\n"
                "    heat = SM_CHEM_FMA(h, w_k, heat);\n    moles += y_k;\n    more += w_k;\n"
                "    capacity = SM_CHEM_FMA(y_k, cp, capacity);\n"
                "    made = SM_CHEM_FMA(w_k, cp, made);\n    slope = SM_CHEM_FMA(y_k, ",
                (int)k, (int)k);
    add_sum(g, thermo, make_capacity_slope, 3, capacity_slope_term);
    sm_text_add(g->out, ", slope);\n  }\n");
  }
  sm_text_add(g->out, "  sum->capacity = capacity;\n  sum->made = made;\n"
                      "  sum->slope = slope;\n  sum->heat = heat;\n  sum->moles = moles;\n"
                      "  sum->more = more;\n}\n\n");
}

/* Sums of struct sm_chem_sums for moles y (per mass) and rates w. */
enum sm_status sm_generate_heat(struct sm_generator *g) {
  sm_text_add(g->out, "SM_CHEM_FN void sm_chem_heat(double t, const double *y, const double *w,\n"
                      "                             int64_t stride, struct sm_chem_sums *sum) {\n"
                      "  const double log_t = sm_chem_log(t), per_t = sm_chem_inverse(t);\n"
                      "  double made = 0.0, capacity = 0.0, moles = 0.0, more = 0.0;\n"
                      "  (void)log_t;\n  (void)per_t;\n");
  sm_generate_ranges(g);
  for (int32_t k = 0; k < g->m->species_count; k++) {
    const struct sm_species *s = &g->m->species[k];
    sm_text_add(g->out, "  moles += y[%d * stride];\n", (int)k);
    if (g->reacts[k]) sm_text_add(g->out, "  more += w[%d * stride];\n", (int)k);
    if (s->thermo.range_count == 0) continue;
    sm_text_add(g->out, "  capacity = SM_CHEM_FMA(y[%d * stride], ", (int)k);
    add_sum(g, &s->thermo, make_capacity, 4, capacity_term);
    sm_text_add(g->out, ", capacity);\n");
    if (!g->reacts[k]) continue;
    sm_text_add(g->out, "  made = SM_CHEM_FMA(w[%d * stride], ", (int)k);
    add_sum(g, &s->thermo, make_enthalpy, 5, enthalpy_term);
    sm_text_add(g->out, ", made);\n");
  }
  sm_text_add(g->out, "  sum->made = made;\n  sum->capacity = capacity;\n"
                      "  sum->moles = moles;\n  sum->more = more;\n}\n\n");
  return SM_OK;
}
