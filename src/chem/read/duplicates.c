/* Detection of duplicate reactions in a mechanism. */
#include "chem/read/internal.h"

#include <math.h>
#include <stdlib.h>

/* Reaction with a hash key of its species, for sorting. */
struct entry {
  uint64_t key;
  int32_t reaction;
};

static uint64_t mix(uint64_t x) { /* Steele, Lea, Flood: SplitMix (2014) */
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static uint64_t key_of(const struct sm_reaction *r) {
  uint64_t key = 0;
  for (int32_t i = 0; i < r->reactants.count; i++)
    key += mix((uint64_t)r->reactants.list[i].index + 1);
  for (int32_t i = 0; i < r->products.count; i++)
    key += mix((uint64_t)r->products.list[i].index + 1);
  return key;
}

static int compare(const void *a, const void *b) {
  const struct entry *p = a, *q = b;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return (p->reaction > q->reaction) - (p->reaction < q->reaction);
}

/* Ratio of the amounts of a to those of b; 0 when they are not proportional. */
static double ratio(const struct sm_amounts *a, const struct sm_amounts *b) {
  if (a->count != b->count || a->count == 0) return 0;
  double first = 0;
  for (int32_t i = 0; i < a->count; i++) {
    double r = 0;
    for (int32_t j = 0; j < b->count; j++)
      if (b->list[j].index == a->list[i].index) r = b->list[j].amount / a->list[i].amount;
    if (i == 0) first = r;
    if (r == 0 || fabs(r - first) > 1e-8) return 0;
  }
  return first;
}

static bool same_sides(const struct sm_amounts *a, const struct sm_amounts *b,
                       const struct sm_amounts *c, const struct sm_amounts *d) {
  const double left = ratio(a, b), right = ratio(c, d);
  return left != 0 && fabs(left - right) <= 1e-8;
}

static double efficiency(const struct sm_reaction *r, int32_t species) {
  for (int32_t i = 0; i < r->efficiencies.count; i++)
    if (r->efficiencies.list[i].index == species) return r->efficiencies.list[i].amount;
  return r->default_efficiency;
}

static bool has_colliders(const struct sm_reaction *r) {
  return r->kind == SM_RATE_THREE_BODY || r->kind == SM_RATE_FALLOFF ||
         r->kind == SM_RATE_ACTIVATED;
}

static bool share_collider(const struct sm_mechanism_builder *b, const struct sm_reaction *p,
                           const struct sm_reaction *q) {
  if (!has_colliders(p)) return true;
  for (int32_t s = 0; s < b->species_names.count; s++)
    if (efficiency(p, s) * efficiency(q, s) != 0) return true;
  return false;
}

static bool same_form(const struct sm_reaction *p, const struct sm_reaction *q) {
  if (p->kind != q->kind || p->photolysis != q->photolysis) return false;
  return !has_colliders(p) || p->kind == SM_RATE_THREE_BODY || p->falloff.form == q->falloff.form;
}

static bool conflict(const struct sm_mechanism_builder *b, const struct sm_reaction *p,
                     const struct sm_reaction *q) {
  if (!same_form(p, q)) return false;
  const bool same = same_sides(&p->reactants, &q->reactants, &p->products, &q->products);
  const bool turned = same_sides(&p->reactants, &q->products, &p->products, &q->reactants);
  const bool reversible = p->reverse != SM_REVERSE_NONE || q->reverse != SM_REVERSE_NONE;
  return (same || (turned && reversible)) && share_collider(b, p, q);
}

/* Compares a reaction with the later ones of the same key. */
static void check(struct sm_mechanism_builder *b, const struct entry *list, int32_t count,
                  int32_t at, bool *matched) {
  const struct sm_reaction *p = &b->reactions[list[at].reaction];
  for (int32_t i = at + 1; i < count && list[i].key == list[at].key; i++) {
    const struct sm_reaction *q = &b->reactions[list[i].reaction];
    if (p->duplicate && q->duplicate) {
      matched[list[at].reaction] = matched[list[i].reaction] = true;
    } else if (conflict(b, p, q)) {
      matched[list[at].reaction] = matched[list[i].reaction] = true;
      sm_builder_strict_problem(
          b, q->place, "%s is there already, in line %d, and %s declared a duplicate", q->equation,
          (int)p->place.line,
          p->duplicate || q->duplicate ? "only one of the two is" : "neither is");
    }
  }
}

enum sm_status sm_mechanism_duplicates(struct sm_mechanism_builder *b) {
  const int32_t count = b->reaction_count;
  SM_SCOPED struct entry *list = NULL;
  SM_SCOPED bool *matched = NULL;
  SM_TRY(sm_alloc(b->ctx, (size_t)count, sizeof *list, "reactions", &list));
  SM_TRY(sm_alloc(b->ctx, (size_t)count, sizeof *matched, "reactions", &matched));
  for (int32_t r = 0; r < count; r++) list[r] = (struct entry){key_of(&b->reactions[r]), r};
  if (count > 1) qsort(list, (size_t)count, sizeof *list, compare);
  for (int32_t i = 0; i < count; i++) check(b, list, count, i, matched);
  for (int32_t r = 0; r < count; r++)
    if (b->reactions[r].duplicate && !matched[r])
      sm_builder_warn(b, b->reactions[r].place, "%s is declared a duplicate, but stands alone",
                      b->reactions[r].equation);
  return SM_OK;
}
