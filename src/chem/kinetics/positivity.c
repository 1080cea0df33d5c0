/* Positivity of concentrations: species that no reaction can make negative. */
#include "chem/kinetics/kinetics.h"

static double amount_of(const struct sm_amounts *of, int32_t species) {
  double sum = 0;
  for (int32_t i = 0; i < of->count; i++)
    if (of->list[i].index == species) sum += of->list[i].amount;
  return sum;
}

/* Checks the losses of one direction, by explicit orders where there are some. */
static void check_losses(const struct sm_amounts *from, const struct sm_amounts *to,
                         const struct sm_amounts *orders, int32_t *out) {
  const struct sm_amounts *by = orders->count > 0 ? orders : from;
  for (int32_t side = 0; side < 2; side++) {
    const struct sm_amounts *of = side == 0 ? from : to; /* amounts may be negative */
    for (int32_t i = 0; i < of->count; i++) {
      const int32_t k = of->list[i].index;
      if (amount_of(to, k) < amount_of(from, k) && amount_of(by, k) < 1) out[k] = 0;
    }
  }
}

void sm_mechanism_nonnegative(const struct sm_mechanism *m, int32_t *out) {
  for (int32_t k = 0; k < m->species_count; k++) out[k] = 1;
  for (int32_t r = 0; r < m->reaction_count; r++) {
    const struct sm_reaction *x = &m->reactions[r];
    check_losses(&x->reactants, &x->products, &x->orders, out);
    if (x->reverse != SM_REVERSE_NONE)
      check_losses(&x->products, &x->reactants, &x->reverse_orders, out);
  }
}
