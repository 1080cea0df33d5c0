/* chem_compare.h - checks that two mechanisms are equal, whatever their file formats. */
#ifndef SM_TESTS_CHEM_COMPARE_H
#define SM_TESTS_CHEM_COMPARE_H

#include "harness.h"
#include "simoom/mechanism.h"
#include <math.h>
#include <string.h>

static double chem_tolerance = 1e-12; /* relative tolerance of numbers after unit conversion */

static inline void chem_near(double a, double b, const char *what) {
  ck_assert_msg(fabs(a - b) <= chem_tolerance * (fabs(a) + fabs(b)), "%s: %.17g and %.17g", what, a,
                b);
}

static inline void chem_same_rate(const struct sm_arrhenius *a, const struct sm_arrhenius *b,
                                  const char *what) {
  chem_near(a->a, b->a, what);
  chem_near(a->b, b->b, what);
  chem_near(a->e, b->e, what);
}

/* Compares amounts of species, or of elements if `elements`, in any order. */
static inline void chem_same_amounts(const struct sm_mechanism *k, const struct sm_amounts *a,
                                     const struct sm_mechanism *n, const struct sm_amounts *b,
                                     bool elements, const char *what) {
  ck_assert_msg(a->count == b->count, "%s: %d and %d amounts", what, a->count, b->count);
  for (int32_t i = 0; i < a->count; i++) {
    const int32_t index = a->list[i].index;
    const int32_t other = elements ? sm_mechanism_find_element(n, k->elements[index].name)
                                   : sm_mechanism_find_species(n, k->species[index].name);
    double amount = NAN;
    for (int32_t j = 0; j < b->count; j++)
      if (b->list[j].index == other) amount = b->list[j].amount;
    chem_near(a->list[i].amount, amount, what);
  }
}

static inline const double *chem_range(const struct sm_thermo *t, double temperature) {
  int32_t r = 0;
  while (r + 1 < t->range_count && temperature > t->ranges[r].high) r++;
  return t->ranges[r].a;
}

static inline void chem_same_species(const struct sm_mechanism *k, const struct sm_mechanism *n) {
  ck_assert_int_eq(k->species_count, n->species_count);
  for (int32_t s = 0; s < k->species_count; s++) {
    const struct sm_species *p = &k->species[s], *q = &n->species[s];
    ck_assert_str_eq(p->name, q->name);
    chem_near(p->weight, q->weight, p->name);
    chem_near(p->charge, q->charge, p->name);
    ck_assert_int_eq(p->fixed, q->fixed);
    chem_same_amounts(k, &p->elements, n, &q->elements, true, p->name);
    chem_near(p->thermo.pressure, q->thermo.pressure, p->name);
    ck_assert_msg((p->transport == NULL) == (q->transport == NULL), "transport of %s", p->name);
    for (double t = 250; p->thermo.range_count > 0 && t < 5000; t += 500)
      for (int i = 0; i < 9; i++)
        chem_near(chem_range(&p->thermo, t)[i], chem_range(&q->thermo, t)[i], p->name);
    if (p->transport == NULL) continue;
    ck_assert_int_eq(p->transport->geometry, q->transport->geometry);
    chem_near(p->transport->diameter, q->transport->diameter, p->name);
    chem_near(p->transport->dipole, q->transport->dipole, p->name);
    chem_near(p->transport->polarizability, q->transport->polarizability, p->name);
  }
}

static inline void chem_same_falloff(const struct sm_reaction *p, const struct sm_reaction *q) {
  ck_assert_int_eq(p->falloff.form, q->falloff.form);
  ck_assert_int_eq(p->falloff.form == SM_TROE ? p->falloff.count : 0,
                   q->falloff.form == SM_TROE ? q->falloff.count : 0);
  chem_same_rate(&p->falloff.low, &q->falloff.low, p->equation);
  for (int i = 0; i < 5; i++)
    chem_near(p->falloff.parameters[i], q->falloff.parameters[i], p->equation);
}

static inline void chem_same_pressures(const struct sm_reaction *p, const struct sm_reaction *q) {
  const struct sm_chebyshev *a = &p->chebyshev, *b = &q->chebyshev;
  ck_assert_int_eq(p->plog_count, q->plog_count);
  for (int32_t i = 0; i < p->plog_count; i++) {
    chem_near(p->plog[i].pressure, q->plog[i].pressure, p->equation);
    chem_same_rate(&p->plog[i].rate, &q->plog[i].rate, p->equation);
  }
  if (p->kind != SM_RATE_CHEBYSHEV) return;
  ck_assert(a->rows == b->rows && a->columns == b->columns);
  for (int32_t i = 0; i < a->rows * a->columns; i++)
    chem_near(a->coefficient[i], b->coefficient[i], p->equation);
  for (int i = 0; i < 2; i++) {
    chem_near(a->temperature[i], b->temperature[i], p->equation);
    chem_near(a->pressure[i], b->pressure[i], p->equation);
  }
}

static inline void chem_same_reaction(const struct sm_mechanism *k, const struct sm_reaction *p,
                                      const struct sm_mechanism *n, const struct sm_reaction *q) {
  ck_assert_msg(p->kind == q->kind && p->reverse == q->reverse, "kinds of %s", p->equation);
  ck_assert_msg(p->duplicate == q->duplicate, "%s", p->equation);
  ck_assert_msg(p->photolysis == q->photolysis, "%s", p->equation);
  chem_same_amounts(k, &p->reactants, n, &q->reactants, false, p->equation);
  chem_same_amounts(k, &p->products, n, &q->products, false, p->equation);
  chem_same_amounts(k, &p->orders, n, &q->orders, false, p->equation);
  chem_same_amounts(k, &p->efficiencies, n, &q->efficiencies, false, p->equation);
  chem_near(p->default_efficiency, q->default_efficiency, p->equation);
  if (p->kind <= SM_RATE_ACTIVATED) chem_same_rate(&p->rate, &q->rate, p->equation);
  if (p->kind == SM_RATE_FALLOFF || p->kind == SM_RATE_ACTIVATED) chem_same_falloff(p, q);
  chem_same_pressures(p, q);
}

#endif
