/* Kinetics tables: a mechanism as arrays for rate evaluation. */
#include "base/arena.h"
#include "base/context.h"
#include "chem/kinetics/kinetics.h"

#include <math.h>
#include <string.h>

/* Upper bounds of the list sizes, for a single allocation. */
static void bound(const struct sm_mechanism *m, struct sm_kinetics *b) {
  for (int32_t r = 0; r < m->reaction_count; r++) {
    const struct sm_reaction *x = &m->reactions[r];
    const int32_t sides = x->reactants.count + x->products.count;
    b->step_count += 2;
    b->change_count += 4 * sides;
    b->order_count += 2 * (sides + x->orders.count + x->reverse_orders.count);
    b->extra_count += x->efficiencies.count;
    b->number_count += 4 * x->plog_count + x->chebyshev.rows * x->chebyshev.columns;
    b->term_count += x->term_count;
  }
  for (int32_t s = 0; s < m->species_count; s++) b->range_count += m->species[s].thermo.range_count;
}

#define TAKE(ARRAY, COUNT)                                                                         \
  SM_TRY(sm_arena_alloc(ctx, k->arena, (size_t)(COUNT), sizeof *k->ARRAY, &k->ARRAY))

static enum sm_status allocate_arrays(struct sm_context *ctx, const struct sm_mechanism *m,
                                      struct sm_kinetics *k) {
  struct sm_kinetics most = {0};
  bound(m, &most);
  TAKE(gases, m->species_count);
  TAKE(weights, m->species_count);
  TAKE(atoms, m->species_count * m->element_count);
  TAKE(nonnegative, m->species_count);
  TAKE(steps, most.step_count);
  TAKE(factors, most.step_count);
  TAKE(specials, most.step_count);
  TAKE(colliders, m->reaction_count);
  TAKE(changes, most.change_count);
  TAKE(orders, most.order_count);
  TAKE(extras, most.extra_count);
  TAKE(ranges, most.range_count);
  TAKE(numbers, most.number_count);
  TAKE(terms, most.term_count);
  return SM_OK;
}

/* Converts NASA-7 with one or two ranges to the fast form. */
static void add_gas(struct sm_kinetics *k, struct sm_kinetics_thermo *gas,
                    const struct sm_thermo *thermo) {
  const int32_t n = thermo->range_count;
  if (n == 0) return;
  gas->given = 1;
  gas->log_pressure = log(thermo->pressure / SM_GAS_CONSTANT);
  gas->first = k->range_count;
  gas->count = n;
  gas->quick = n <= 2;
  for (int32_t i = 0; i < n; i++) {
    k->ranges[k->range_count++] = thermo->ranges[i];
    if (thermo->ranges[i].a[0] != 0 || thermo->ranges[i].a[1] != 0) gas->quick = 0;
  }
  if (!gas->quick) return;
  gas->middle = n == 2 ? thermo->ranges[0].high : thermo->ranges[0].low;
  for (int side = 0; side < 2; side++)
    memcpy(gas->two[side], thermo->ranges[side < n ? side : 0].a + 2, sizeof gas->two[side]);
}

/* Solves a symmetric system a x = r of n unknowns by elimination, for two right-hand sides. */
static void solve_two(double *a, double *r, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      const double f = a[j * n + i] / a[i * n + i];
      for (int l = i; l < n; l++) a[j * n + l] -= f * a[i * n + l];
      for (int c = 0; c < 2; c++) r[2 * j + c] -= f * r[2 * i + c];
    }
  for (int i = n - 1; i >= 0; i--)
    for (int c = 0; c < 2; c++) {
      for (int j = i + 1; j < n; j++) r[2 * i + c] -= a[i * n + j] * r[2 * j + c];
      r[2 * i + c] /= a[i * n + i];
    }
}

/* Subtracts element contributions from enthalpy and entropy, by least squares, so that exp(-g/RT)
 * neither overflows nor underflows. Balanced reactions are not affected. */
static enum sm_status shift_gases(struct sm_context *ctx, struct sm_kinetics *k) {
  const int n = k->element_count;
  SM_SCOPED double *a = NULL;
  if (n == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)(n * n + 2 * n), sizeof *a, "elements", &a));
  double *r = a + n * n;
  for (int e = 0; e < n; e++) a[e * n + e] = 1e-6;
  for (int32_t s = 0; s < k->species_count; s++) {
    if (!k->gases[s].quick) continue;
    const double *atoms = k->atoms + s * n, *g = k->gases[s].two[0];
    for (int e = 0; e < n; e++) {
      for (int f = 0; f < n; f++) a[e * n + f] += atoms[e] * atoms[f];
      r[2 * e] += atoms[e] * g[5];
      r[2 * e + 1] -= atoms[e] * (g[6] + 6.0 * g[0]); /* at about 400 K */
    }
  }
  solve_two(a, r, n);
  for (int32_t s = 0; s < k->species_count; s++)
    for (int e = 0; e < n; e++)
      for (int c = 0; c < 2; c++) k->gases[s].shift[c] += k->atoms[s * n + e] * r[2 * e + c];
  return SM_OK;
}

/* True when the element contributions cancel in all equilibrium constants. */
static bool is_balanced(const struct sm_kinetics *k) {
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_kinetics_step *s = &k->steps[i];
    if (s->kind != SM_STEP_REVERSIBLE && s->kind != SM_STEP_REVERSE) continue;
    for (int32_t e = 0; e < k->element_count; e++) {
      double sum = 0;
      for (int32_t j = 0; j < s->balance_count; j++) {
        const struct sm_amount *x = &k->changes[s->balance_first + j];
        sum += x->amount * k->atoms[x->index * k->element_count + e];
      }
      if (fabs(sum) > 1e-9) return false;
    }
  }
  return true;
}

static enum sm_status fill(struct sm_context *ctx, const struct sm_mechanism *m,
                           struct sm_kinetics *k) {
  k->species_count = m->species_count;
  k->element_count = m->element_count;
  k->reaction_count = m->reaction_count;
  SM_TRY(allocate_arrays(ctx, m, k));
  k->energy = 1;
  for (int32_t s = 0; s < m->species_count; s++) {
    const struct sm_species *species = &m->species[s];
    add_gas(k, &k->gases[s], &species->thermo);
    if (!k->gases[s].given) k->energy = 0;
    k->weights[s] = species->weight;
    for (int32_t e = 0; e < species->elements.count; e++) {
      const struct sm_amount *x = &species->elements.list[e];
      k->atoms[s * m->element_count + x->index] += x->amount;
    }
  }
  sm_mechanism_nonnegative(m, k->nonnegative);
  SM_TRY(sm_kinetics_add_steps(ctx, m, k));
  return is_balanced(k) ? shift_gases(ctx, k) : SM_OK;
}

enum sm_status sm_kinetics_create(struct sm_context *ctx, const struct sm_mechanism *m,
                                  struct sm_kinetics **out) {
  struct sm_arena *arena = NULL;
  enum sm_status status = sm_arena_create(ctx, &arena);
  struct sm_kinetics *k = NULL;
  if (status == SM_OK) status = sm_arena_alloc(ctx, arena, 1, sizeof *k, &k);
  if (status == SM_OK) {
    k->arena = arena;
    status = fill(ctx, m, k);
  }
  if (status != SM_OK) {
    sm_arena_destroy(&arena);
    return status;
  }
  *out = k;
  return SM_OK;
}

void sm_kinetics_destroy(struct sm_kinetics **kinetics) {
  if (*kinetics == NULL) return;
  struct sm_arena *arena = (*kinetics)->arena;
  *kinetics = NULL;
  sm_arena_destroy(&arena);
}
