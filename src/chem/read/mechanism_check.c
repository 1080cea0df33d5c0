/* Consistency checks of a reaction mechanism after reading. */
#include "chem/read/internal.h"

#include "base/text.h"
#include "chem/read/equation.h"
#include <math.h>
#include <string.h>

enum { LISTED = 400 };

/* --- species --- */

static void weigh(struct sm_mechanism_builder *b, struct sm_species *s) {
  for (int32_t i = 0; i < s->elements.count; i++) {
    const struct sm_amount *a = &s->elements.list[i];
    s->weight += a->amount * b->elements[a->index].weight;
    if (sm_token_is(sm_token_of(b->elements[a->index].name), "E")) s->charge -= a->amount;
  }
}

struct properties {
  double cp, h, s; /* relative to R, R T and R */
};

static struct properties properties_of(const double *a, double t) {
  return (struct properties){
      a[0] / (t * t) + a[1] / t + a[2] + t * (a[3] + t * (a[4] + t * (a[5] + t * a[6]))),
      -a[0] / (t * t) + a[1] * log(t) / t + a[2] +
          t * (a[3] / 2 + t * (a[4] / 3 + t * (a[5] / 4 + t * a[6] / 5))) + a[7] / t,
      -a[0] / (2 * t * t) - a[1] / t + a[2] * log(t) +
          t * (a[3] + t * (a[4] / 2 + t * (a[5] / 3 + t * a[6] / 4))) + a[8]};
}

/* Checks continuity of the polynomials at the range boundaries. */
static void check_gaps(struct sm_mechanism_builder *b, const struct sm_species *s) {
  for (int32_t r = 1; r < s->thermo.range_count; r++) {
    const struct sm_thermo_range *range = &s->thermo.ranges[r];
    const double t = range->low;
    const struct properties below = properties_of(range[-1].a, t),
                            above = properties_of(range->a, t);
    const double cp = fabs(above.cp - below.cp) / fmax(fabs(below.cp), 1e-4);
    const double h = fabs(above.h - below.h) / fmax(fabs(below.cp), 1e-4);
    const double entropy = fabs(above.s - below.s) / (fabs(below.s) + fabs(below.cp) + 1e-4);
    if (cp > 0.01 || h > 0.001 || entropy > 0.001)
      sm_builder_warn(b, s->place,
                      "thermodynamic data of %s jump at %g K: cp by %.2g R, h by %.2g R T, s by "
                      "%.2g R",
                      s->name, t, above.cp - below.cp, above.h - below.h, above.s - below.s);
  }
}

static bool asks_for_thermo(const struct sm_mechanism_builder *b, const char **equation) {
  for (int32_t r = 0; r < b->reaction_count; r++)
    if (b->reactions[r].reverse == SM_REVERSE_EQUILIBRIUM) {
      *equation = b->reactions[r].equation;
      return true;
    }
  return false;
}

static void check_species(struct sm_mechanism_builder *b) {
  const char *equation = NULL;
  for (int32_t i = 0; i < b->species_names.count; i++) {
    struct sm_species *s = &b->species[i];
    weigh(b, s);
    check_gaps(b, s);
    if (s->thermo.form == SM_THERMO_NONE && b->thermo_given)
      sm_builder_problem(b, s->place, "no thermodynamic data of species %s", s->name);
  }
  if (b->thermo_given || b->species_names.count == 0) return;
  if (asks_for_thermo(b, &equation))
    sm_builder_problem(b, (struct sm_file_line){b->source[0].path, 0},
                       "there are no thermodynamic data, but %s is reversible", equation);
}

/* Warns of all species without transport data when other species have some. */
static void check_transport(struct sm_mechanism_builder *b) {
  char list[LISTED] = "";
  int with = 0, without = 0;
  for (int32_t i = 0; i < b->species_names.count; i++) {
    if (b->species[i].transport != NULL) {
      with++;
      continue;
    }
    without++;
    sm_text_append(list, sizeof list, " %s", b->species[i].name);
  }
  if (without > 0 && (with > 0 || b->files->transport != NULL))
    sm_builder_warn(b, (struct sm_file_line){b->source[0].path, 0}, "no transport data of%s", list);
}

/* --- reactions --- */

static double atoms(const struct sm_mechanism_builder *b, const struct sm_amounts *side,
                    int32_t element) {
  double sum = 0;
  for (int32_t i = 0; i < side->count; i++) {
    const struct sm_amounts *of = &b->species[side->list[i].index].elements;
    for (int32_t e = 0; e < of->count; e++)
      if (of->list[e].index == element) sum += side->list[i].amount * of->list[e].amount;
  }
  return sum;
}

static bool composed(const struct sm_mechanism_builder *b, const struct sm_amounts *side) {
  for (int32_t i = 0; i < side->count; i++)
    if (b->species[side->list[i].index].elements.count == 0) return false;
  return true;
}

static void check_balance(struct sm_mechanism_builder *b, const struct sm_reaction *r) {
  if (!composed(b, &r->reactants) || !composed(b, &r->products)) return;
  for (int32_t e = 0; e < b->element_names.count; e++) {
    const double left = atoms(b, &r->reactants, e), right = atoms(b, &r->products, e);
    if (fabs(left - right) <= 1e-4 * (fabs(left) + fabs(right))) continue;
    sm_builder_problem(b, r->place, "%s is not balanced: %g %s on the left, %g on the right",
                       r->equation, left, b->elements[e].name, right);
    return;
  }
}

/* Checks PLOG rates: the sum at each pressure must not be negative; single terms may be. */
static void check_pressures(struct sm_mechanism_builder *b, const struct sm_reaction *r) {
  static const double temperatures[] = {200, 500, 1000, 2000, 5000, 10000};
  for (int32_t i = 0; i < r->plog_count; i++)
    for (size_t n = 0; n < sizeof temperatures / sizeof *temperatures; n++) {
      const double t = temperatures[n];
      double sum = 0;
      for (int32_t j = 0; j < r->plog_count; j++) {
        const struct sm_plog *p = &r->plog[j];
        if (p->pressure == r->plog[i].pressure)
          sum += p->rate.a * pow(t, p->rate.b) * exp(-p->rate.e / t);
      }
      if (!(sum < 0)) continue;
      sm_builder_problem(b, r->place, "the rate of %s is negative at %g Pa and %g K", r->equation,
                         r->plog[i].pressure, t);
      return;
    }
}

/* Checks negative rates, which are only valid with another rate of the same reaction. */
static void check_sign(struct sm_mechanism_builder *b, const struct sm_reaction *r) {
  const char *what = NULL;
  if (r->kind == SM_RATE_PLOG) {
    check_pressures(b, r);
  } else if (r->kind != SM_RATE_CHEBYSHEV && r->kind != SM_RATE_EXPRESSION) {
    const bool falloff = r->kind == SM_RATE_FALLOFF || r->kind == SM_RATE_ACTIVATED;
    const double low = falloff ? r->falloff.low.a : r->rate.a;
    if ((r->rate.a < 0 || low < 0) && !r->negative_a) what = "A";
    if (falloff && r->rate.a * low < 0) what = "one of the two A";
  }
  if (what != NULL)
    sm_builder_problem(
        b, r->place, "%s of %s is negative: only that of a declared duplicate may be%s", what,
        r->equation, strcmp(b->format, "Cantera YAML") == 0 ? ", with 'negative-A: true'" : "");
}

static bool is_finite(const struct sm_arrhenius *k) {
  return isfinite(k->a) && isfinite(k->b) && isfinite(k->e);
}

/* Checks for overflow after conversion to kmol, m and s. */
static void check_finite(struct sm_mechanism_builder *b, const struct sm_reaction *r) {
  bool good = is_finite(&r->rate) && is_finite(&r->reverse_rate) && is_finite(&r->falloff.low);
  for (int32_t i = 0; i < r->plog_count; i++)
    good = good && is_finite(&r->plog[i].rate) && isfinite(r->plog[i].pressure);
  for (int32_t i = 0; i < r->chebyshev.rows * r->chebyshev.columns; i++)
    good = good && isfinite(r->chebyshev.coefficient[i]);
  if (!good)
    sm_builder_problem(b, r->place,
                       "a constant of the rate of %s is not a finite number in kmol, m and s",
                       r->equation);
}

/* True for air chemistry, which omits O2 and H2O, lumps species and splits reactions. */
static bool lumped(const struct sm_mechanism_builder *b) { return strcmp(b->format, "KPP") == 0; }

static void check_reaction(struct sm_mechanism_builder *b, const struct sm_reaction *r) {
  check_sign(b, r);
  check_finite(b, r);
  if (lumped(b)) return;
  check_balance(b, r);
  if (sm_amounts_sum(&r->reactants) > 3)
    sm_builder_warn(b, r->place, "%s has more than three reactants: no step of molecules",
                    r->equation);
}

enum sm_status sm_mechanism_check(struct sm_mechanism_builder *b) {
  if (b->species_names.count == 0 && b->problem_count == 0)
    sm_builder_problem(b, (struct sm_file_line){b->source[0].path, 0}, "no species");
  check_species(b);
  check_transport(b);
  if (b->reaction_count == 0 && b->problem_count == 0 && lumped(b))
    sm_builder_warn(b, (struct sm_file_line){b->source[0].path, 0}, "there are no reactions");
  for (int32_t r = 0; r < b->reaction_count; r++) check_reaction(b, &b->reactions[r]);
  return lumped(b) ? SM_OK : sm_mechanism_duplicates(b);
}
