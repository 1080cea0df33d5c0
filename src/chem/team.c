#include "chem/team.h"

#include "chem/guarded.h"

#include "simoom/mechanism.h"
#include <math.h>
#include <stdlib.h>

struct made_row {
  struct sm_team_row row;
  struct sm_team_rare rare;
};

/* Arrays that grow to counts that are known to be enough. */
struct maker {
  struct sm_context *ctx;
  const struct sm_mechanism *m;
  struct made_row *row;
  struct sm_team_change *change;
  struct sm_team_collider *collider;
  double *number;
  struct sm_team_term *term;
  int32_t rows, changes, colliders, numbers, terms;
};

/* Entries of `changes`, in the order of the species in the equation: products minus reactants. */
static void add_net(struct maker *k, const struct sm_reaction *r, double sign, bool fixed_too,
                    int32_t *first, int32_t *count) {
  *first = k->changes;
  for (int side = 0; side < 2; side++) {
    const struct sm_amounts *of = side == 0 ? &r->reactants : &r->products;
    for (int32_t i = 0; i < of->count; i++) {
      const int32_t species = of->list[i].index;
      const double amount = (side == 0 ? -sign : sign) * of->list[i].amount;
      if (!fixed_too && k->m->species[species].fixed) continue;
      int32_t n = *first;
      while (n < k->changes && k->change[n].species != species) n++;
      if (n == k->changes) k->change[k->changes++] = (struct sm_team_change){species, 0, 0};
      k->change[n].amount += amount;
    }
  }
  int32_t kept = *first;
  for (int32_t n = *first; n < k->changes; n++)
    if (k->change[n].amount != 0) k->change[kept++] = k->change[n];
  k->changes = kept;
  *count = kept - *first;
}

/* True where the amounts fit into the slots of one side. */
static bool fits(const struct sm_amounts *of) {
  double sum = 0;
  for (int32_t i = 0; i < of->count; i++) {
    if (of->list[i].amount != rint(of->list[i].amount) || of->list[i].amount < 0) return false;
    sum += of->list[i].amount;
  }
  return sum <= SM_TEAM_SLOTS;
}

static void fill(const struct maker *k, const struct sm_amounts *of, int16_t slot[SM_TEAM_SLOTS]) {
  int filled = 0;
  for (int32_t i = 0; of != NULL && i < of->count; i++)
    for (int n = 0; n < (int)of->list[i].amount; n++) slot[filled++] = (int16_t)of->list[i].index;
  while (filled < SM_TEAM_SLOTS) slot[filled++] = (int16_t)k->m->species_count;
}

static void add_orders(struct maker *k, const struct sm_amounts *of, struct sm_team_rare *row) {
  row->order_first = k->changes;
  row->order_count = of->count;
  for (int32_t i = 0; i < of->count; i++)
    k->change[k->changes++] = (struct sm_team_change){of->list[i].index, 0, of->list[i].amount};
}

static bool uses_collider(const struct sm_reaction *r) {
  return r->kind == SM_RATE_THREE_BODY || r->kind == SM_RATE_FALLOFF ||
         r->kind == SM_RATE_ACTIVATED;
}

static bool same_collider(const struct maker *k, const struct sm_team_collider *c,
                          const struct sm_reaction *r) {
  if (c->base != r->default_efficiency || c->count != r->efficiencies.count) return false;
  for (int32_t i = 0; i < c->count; i++) {
    const struct sm_amount *a = &r->efficiencies.list[i];
    const struct sm_team_change *b = &k->change[c->first + i];
    if (b->species != a->index || b->amount != a->amount - c->base) return false;
  }
  return true;
}

static int32_t collider_of(struct maker *k, const struct sm_reaction *r) {
  for (int32_t i = 0; i < k->colliders; i++)
    if (same_collider(k, &k->collider[i], r)) return i;
  k->collider[k->colliders] =
      (struct sm_team_collider){r->default_efficiency, k->changes, r->efficiencies.count};
  for (int32_t i = 0; i < r->efficiencies.count; i++) {
    const struct sm_amount *a = &r->efficiencies.list[i];
    k->change[k->changes++] =
        (struct sm_team_change){a->index, 0, a->amount - r->default_efficiency};
  }
  return k->colliders++;
}

static void set_arrhenius(struct sm_team_row *row, const struct sm_arrhenius *rate) {
  row->a = rate->a;
  row->b = rate->b;
  row->e = rate->e;
}

static void set_falloff(struct sm_team_rare *row, const struct sm_falloff *f) {
  static const int32_t form[] = {
      [SM_LINDEMANN] = SM_TEAM_LINDEMANN, [SM_TROE] = SM_TEAM_TROE, [SM_SRI] = SM_TEAM_SRI};
  const double *p = f->parameters;
  row->form = form[f->form];
  row->low[0] = f->low.a;
  row->low[1] = f->low.b;
  row->low[2] = f->low.e;
  /* Scales of temperature that are 0 mean: at once, so that nothing is left of the term. */
  const double huge = 1e10;
  if (f->form == SM_TROE) {
    row->parameter[0] = p[0];
    row->parameter[1] = fabs(p[1]) < 1 / huge ? huge : 1 / p[1];
    row->parameter[2] = fabs(p[2]) < 1 / huge ? huge : 1 / p[2];
    row->parameter[3] = f->count == 4 ? p[3] : -1;
  } else if (f->form == SM_SRI) {
    row->parameter[0] = p[0];
    row->parameter[1] = p[1];
    row->parameter[2] = fabs(p[2]) < 1 / huge ? huge : 1 / p[2];
    row->parameter[3] = f->count == 5 ? p[3] : 1;
    row->parameter[4] = f->count == 5 ? p[4] : 0;
  }
}

static void set_chebyshev(struct maker *k, const struct sm_chebyshev *c, struct sm_team_rare *row) {
  const double low = 1 / c->temperature[0], high = 1 / c->temperature[1];
  const double bottom = log10(c->pressure[0]), top = log10(c->pressure[1]);
  const double head[4] = {2 / (high - low), -(low + high) / (high - low), 2 / (top - bottom),
                          -(top + bottom) / (top - bottom)};
  row->rows = c->rows;
  row->columns = c->columns;
  for (int i = 0; i < 4; i++) k->number[k->numbers++] = head[i];
  for (int32_t i = 0; i < c->rows * c->columns; i++) k->number[k->numbers++] = c->coefficient[i];
}

/* What the rate constant is made of. */
static void set_constant(struct maker *k, const struct sm_reaction *r, struct made_row *made) {
  static const int8_t rate[] = {[SM_RATE_ELEMENTARY] = SM_TEAM_ARRHENIUS,
                                [SM_RATE_THREE_BODY] = SM_TEAM_THREE_BODY,
                                [SM_RATE_FALLOFF] = SM_TEAM_FALLOFF,
                                [SM_RATE_ACTIVATED] = SM_TEAM_ACTIVATED,
                                [SM_RATE_PLOG] = SM_TEAM_PLOG,
                                [SM_RATE_CHEBYSHEV] = SM_TEAM_CHEBYSHEV,
                                [SM_RATE_EXPRESSION] = SM_TEAM_EXPRESSION};
  struct sm_team_rare *row = &made->rare;
  made->row.rate = rate[r->kind];
  set_arrhenius(&made->row, &r->rate);
  row->number_first = r->kind == SM_RATE_EXPRESSION ? k->terms : k->numbers;
  if (uses_collider(r)) set_falloff(row, &r->falloff);
  if (r->kind == SM_RATE_CHEBYSHEV) set_chebyshev(k, &r->chebyshev, row);
  for (int32_t i = 0; r->kind == SM_RATE_PLOG && i < r->plog_count; i++) {
    const struct sm_plog *p = &r->plog[i];
    const double entry[4] = {log(p->pressure), p->rate.a, p->rate.b, p->rate.e};
    for (int n = 0; n < 4; n++) k->number[k->numbers++] = entry[n];
  }
  for (int32_t i = 0; r->kind == SM_RATE_EXPRESSION && i < r->term_count; i++)
    k->term[k->terms++] = (struct sm_team_term){(int32_t)r->terms[i].kind, 0, r->terms[i].value};
  row->number_count = (r->kind == SM_RATE_EXPRESSION ? k->terms : k->numbers) - row->number_first;
}

static struct made_row *begin_row(struct maker *k, const struct sm_reaction *r, bool forward) {
  struct made_row *made = &k->row[k->rows++];
  *made = (struct made_row){.row = {.collider = -1, .way = SM_TEAM_ONE_WAY}};
  if (uses_collider(r)) made->row.collider = (int16_t)collider_of(k, r);
  if (r->kind == SM_RATE_THREE_BODY) made->row.rate = SM_TEAM_THREE_BODY;
  add_net(k, r, forward ? 1 : -1, false, &made->rare.change_first, &made->rare.change_count);
  fill(k, NULL, made->row.in);
  fill(k, NULL, made->row.out);
  return made;
}

static void add_reaction(struct maker *k, const struct sm_reaction *r) {
  const bool plain = r->orders.count == 0 && r->reverse_orders.count == 0 && fits(&r->reactants) &&
                     fits(&r->products);
  struct made_row *made = begin_row(k, r, true);
  set_constant(k, r, made);
  if (plain) {
    fill(k, &r->reactants, made->row.in);
    if (r->reverse == SM_REVERSE_EQUILIBRIUM) {
      made->row.way = SM_TEAM_BOTH;
      fill(k, &r->products, made->row.out);
    }
  } else {
    add_orders(k, r->orders.count > 0 ? &r->orders : &r->reactants, &made->rare);
  }
  if (r->reverse == SM_REVERSE_NONE || made->row.way == SM_TEAM_BOTH) return;
  made = begin_row(k, r, false);
  if (r->reverse == SM_REVERSE_GIVEN) {
    set_arrhenius(&made->row, &r->reverse_rate);
  } else {
    made->row.way = SM_TEAM_BACKWARDS;
    set_constant(k, r, made);
    add_net(k, r, 1, true, &made->rare.balance_first, &made->rare.balance_count);
  }
  if (plain)
    fill(k, &r->products, made->row.in);
  else
    add_orders(k, r->reverse_orders.count > 0 ? &r->reverse_orders : &r->products, &made->rare);
}

/* Lanes do the like side by side: first what is an exponential alone, then the rest by its kind. */
static int rank_of(const struct made_row *made) {
  const bool general = made->rare.order_count > 0 || made->row.way == SM_TEAM_BACKWARDS;
  return (general ? 1000 : 0) + 100 * made->row.rate + 10 * made->rare.form + made->row.way;
}

static void sort_rows(struct maker *k) {
  for (int32_t i = 1; i < k->rows; i++) {
    const struct made_row row = k->row[i];
    int32_t n = i;
    for (; n > 0 && rank_of(&k->row[n - 1]) > rank_of(&row); n--) k->row[n] = k->row[n - 1];
    k->row[n] = row;
  }
}

/* The rows apart, in their order. */
static enum sm_status make_rows(struct maker *k, struct sm_arena *arena, struct sm_team_host *out) {
  struct sm_team_row *row;
  struct sm_team_rare *rare;
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)k->rows, sizeof *row, &row));
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)k->rows, sizeof *rare, &rare));
  for (int32_t i = 0; i < k->rows; i++) {
    row[i] = k->row[i].row;
    rare[i] = k->row[i].rare;
  }
  struct sm_team_tables *t = &out->tables;
  t->rows = k->rows;
  t->row = row;
  t->rare = rare;
  while (t->plain_rows < k->rows && rank_of(&k->row[t->plain_rows]) < 1000) t->plain_rows++;
  return SM_OK;
}

static enum sm_status make_thermo(struct maker *k, struct sm_arena *arena,
                                  struct sm_team_host *out) {
  const int32_t count = k->m->species_count;
  struct sm_team_range *range;
  int32_t *first, *guarded, ranges = 0;
  double *pressure;
  for (int32_t i = 0; i < count; i++) ranges += k->m->species[i].thermo.range_count;
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)ranges, sizeof *range, &range));
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)count + 1, sizeof *first, &first));
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)count, sizeof *pressure, &pressure));
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)count, sizeof *guarded, &guarded));
  sm_mechanism_guarded(k->m, guarded);
  out->tables.guarded = guarded;
  int32_t n = 0;
  out->tables.energy = 1;
  for (int32_t i = 0; i < count; i++) {
    const struct sm_thermo *t = &k->m->species[i].thermo;
    first[i] = n;
    if (t->range_count > 0)
      pressure[i] = log(t->pressure / SM_GAS_CONSTANT);
    else
      out->tables.energy = 0;
    for (int32_t j = 0; j < t->range_count; j++, n++) {
      range[n].high = t->ranges[j].high;
      for (int a = 0; a < 9; a++) range[n].a[a] = t->ranges[j].a[a];
    }
  }
  first[count] = n;
  out->range_count = ranges;
  out->tables.species = count;
  out->tables.ranges = range;
  out->tables.range_first = first;
  out->tables.log_pressure = pressure;
  return SM_OK;
}

/* How many rows change each species, and the species in the order of that. */
static void count_rows(const struct maker *k, int32_t *count, int32_t *species) {
  for (int32_t r = 0; r < k->rows; r++)
    for (int32_t c = 0; c < k->row[r].rare.change_count; c++)
      count[k->change[k->row[r].rare.change_first + c].species]++;
  for (int32_t i = 0; i < k->m->species_count; i++) {
    int32_t n = i;
    for (; n > 0 && count[species[n - 1]] < count[i]; n--) species[n] = species[n - 1];
    species[n] = i;
  }
}

/* From species to the rows that change them. */
static enum sm_status make_gather(struct maker *k, struct sm_arena *arena,
                                  struct sm_team_host *out) {
  const size_t count = (size_t)k->m->species_count;
  int32_t *gathered, *gather, *rows, n = 0;
  struct sm_team_change *of;
  SM_TRY(sm_arena_take(k->ctx, arena, count, sizeof *gathered, &gathered));
  SM_TRY(sm_arena_take(k->ctx, arena, count, sizeof *rows, &rows));
  SM_TRY(sm_arena_take(k->ctx, arena, count + 1, sizeof *gather, &gather));
  count_rows(k, rows, gathered);
  for (size_t i = 0; i < count; i++) n += rows[i];
  out->of_count = n;
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)n, sizeof *of, &of));
  n = 0;
  for (size_t i = 0; i < count; i++) {
    gather[i] = n;
    for (int32_t r = 0; r < k->rows; r++)
      for (int32_t c = 0; c < k->row[r].rare.change_count; c++) {
        const struct sm_team_change *change = &k->change[k->row[r].rare.change_first + c];
        if (change->species == gathered[i]) of[n++] = (struct sm_team_change){r, 0, change->amount};
      }
  }
  gather[count] = n;
  out->tables.gathered = gathered;
  out->tables.gather = gather;
  out->tables.of = of;
  return SM_OK;
}

/* A part of an entry of dw/dC, by the chunk of rows that it comes from. */
struct piece {
  int32_t chunk, at, slope;
  double amount;
};

static int compare_pieces(const void *a, const void *b) {
  const struct piece *x = a, *y = b;
  if (x->chunk != y->chunk) return x->chunk < y->chunk ? -1 : 1;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return (x->slope > y->slope) - (x->slope < y->slope);
}

/* What row r adds: to the entries of its slots, and by its colliders; what all concentrations do
 * alike, to the column after the last species, what the temperature does, to that after it. */
static int32_t add_pieces(const struct maker *k, int32_t r, int32_t lanes, struct piece *to) {
  const struct sm_team_row *row = &k->row[r].row;
  const struct sm_team_rare *rare = &k->row[r].rare;
  const int32_t species = k->m->species_count, ld = sm_team_ld(species + 1);
  const int32_t chunk = r / lanes, slope = r % lanes * SM_TEAM_SLOPES;
  int32_t n = 0;
  for (int32_t c = rare->change_first; c < rare->change_first + rare->change_count; c++) {
    const int32_t line = k->change[c].species * ld;
    const double amount = k->change[c].amount;
    for (int32_t i = 0; i < 2 * SM_TEAM_SLOTS; i++) {
      const int32_t by = i < SM_TEAM_SLOTS ? row->in[i] : row->out[i - SM_TEAM_SLOTS];
      if (by < species) to[n++] = (struct piece){chunk, line + by, slope + i, amount};
    }
    to[n++] = (struct piece){chunk, line + species + 1, slope + SM_TEAM_BY_TEMPERATURE, amount};
    const int32_t last = slope + SM_TEAM_BY_COLLIDERS;
    if (row->collider < 0) { /* such rates may follow the pressure */
      if (row->rate >= SM_TEAM_PLOG) to[n++] = (struct piece){chunk, line + species, last, amount};
      continue;
    }
    const struct sm_team_collider *m = &k->collider[row->collider];
    to[n++] = (struct piece){chunk, line + species, last, amount * m->base};
    for (int32_t e = m->first; e < m->first + m->count; e++)
      to[n++] =
          (struct piece){chunk, line + k->change[e].species, last, amount * k->change[e].amount};
  }
  return n;
}

static int32_t pieces_at_most(const struct maker *k, int32_t rows) {
  int32_t n = 0;
  for (int32_t r = 0; r < rows; r++) {
    const int32_t collider = k->row[r].row.collider;
    const int32_t extras = 2 + (collider < 0 ? 0 : k->collider[collider].count);
    n += k->row[r].rare.change_count * (2 * SM_TEAM_SLOTS + extras);
  }
  return n;
}

/* From entries of dw/dC to the slopes of rows, chunk by chunk. */
static enum sm_status make_targets(struct maker *k, struct sm_arena *arena, int32_t lanes,
                                   struct sm_team_host *out) {
  const int32_t rows = out->tables.plain_rows, chunks = (rows + lanes - 1) / lanes;
  const int32_t most = pieces_at_most(k, rows);
  struct piece *piece;
  struct sm_team_target *target;
  struct sm_team_part *part;
  int32_t *first, count = 0, targets = 0;
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)most, sizeof *piece, &piece));
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)most + 1, sizeof *target, &target));
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)most, sizeof *part, &part));
  SM_TRY(sm_arena_take(k->ctx, arena, (size_t)chunks + 1, sizeof *first, &first));
  for (int32_t r = 0; r < rows; r++) count += add_pieces(k, r, lanes, piece + count);
  if (count > 0) qsort(piece, (size_t)count, sizeof *piece, compare_pieces);
  for (int32_t i = 0, chunk = 0; i < count; i++) {
    while (chunk <= piece[i].chunk) first[chunk++] = targets;
    if (i == 0 || piece[i].chunk != piece[i - 1].chunk || piece[i].at != piece[i - 1].at)
      target[targets++] = (struct sm_team_target){piece[i].at, i};
    part[i] = (struct sm_team_part){piece[i].slope, (float)piece[i].amount};
    for (int32_t rest = chunk; i == count - 1 && rest <= chunks; rest++) first[rest] = targets;
  }
  target[targets] = (struct sm_team_target){0, count};
  out->tables.chunk = lanes;
  out->tables.target_first = first;
  out->tables.target = target;
  out->tables.part = part;
  out->chunk_count = chunks;
  out->target_count = targets + 1;
  out->part_count = count;
  return SM_OK;
}

static enum sm_status take(struct maker *k, struct sm_arena *arena) {
  size_t changes = 0, numbers = 0, terms = 0;
  const size_t rows = 2 * (size_t)k->m->reaction_count;
  for (int32_t i = 0; i < k->m->reaction_count; i++) {
    const struct sm_reaction *r = &k->m->reactions[i];
    const int32_t sides = r->reactants.count + r->products.count;
    changes +=
        (size_t)(5 * sides + r->orders.count + r->reverse_orders.count + 2 * r->efficiencies.count);
    numbers += 2 * (size_t)(4 * r->plog_count + 4 + r->chebyshev.rows * r->chebyshev.columns);
    terms += 2 * (size_t)r->term_count;
  }
  SM_TRY(sm_arena_take(k->ctx, arena, rows, sizeof *k->row, &k->row));
  SM_TRY(sm_arena_take(k->ctx, arena, changes, sizeof *k->change, &k->change));
  SM_TRY(sm_arena_take(k->ctx, arena, rows, sizeof *k->collider, &k->collider));
  SM_TRY(sm_arena_take(k->ctx, arena, numbers, sizeof *k->number, &k->number));
  return sm_arena_take(k->ctx, arena, terms, sizeof *k->term, &k->term);
}

/* The kinds of terms are told to the cells as numbers. */
_Static_assert(SM_TERM_NUMBER == 0 && SM_TERM_WATER == 6 && SM_TERM_ADD == 7 &&
                   SM_TERM_POWER == 11 && SM_TERM_NEGATE == 12 && SM_TERM_EXP == 13 &&
                   SM_TERM_COS == 17 && SM_TERM_MIN == 18 && SM_TERM_MAX == 19,
               "sm_team_expression counts on it");

/* Reverse rates by equilibrium need thermodynamics, programs a stack that is deep enough. */
static enum sm_status check(struct maker *k) {
  for (int32_t i = 0; i < k->m->reaction_count; i++) {
    const struct sm_reaction *r = &k->m->reactions[i];
    for (int side = 0; r->reverse == SM_REVERSE_EQUILIBRIUM && side < 2; side++) {
      const struct sm_amounts *of = side == 0 ? &r->reactants : &r->products;
      for (int32_t n = 0; n < of->count; n++)
        if (k->m->species[of->list[n].index].thermo.range_count == 0)
          return sm_fail(k->ctx, SM_ERR_DATA,
                         "error: %s: the reverse rate asks for the equilibrium of %s, which has no "
                         "thermodynamics\nhelp: give them, or the reverse rate (REV)",
                         r->equation, k->m->species[of->list[n].index].name);
    }
    int depth = 0;
    for (int32_t n = 0; n < r->term_count; n++) {
      const enum sm_term_kind kind = r->terms[n].kind;
      if (kind <= SM_TERM_WATER)
        depth++;
      else if (kind <= SM_TERM_POWER || kind >= SM_TERM_MIN)
        depth--;
      if (depth > SM_TEAM_STACK)
        return sm_fail(k->ctx, SM_ERR_DATA, "error: %s: the formula of its rate is too deep",
                       r->equation);
    }
  }
  return SM_OK;
}

enum sm_status sm_team_tables_make(struct sm_context *ctx, struct sm_arena *arena,
                                   const struct sm_mechanism *m, struct sm_team_host *out) {
  struct maker k = {.ctx = ctx, .m = m};
  *out = (struct sm_team_host){0};
  SM_TRY(check(&k));
  SM_TRY(take(&k, arena));
  for (int32_t i = 0; i < m->reaction_count; i++) add_reaction(&k, &m->reactions[i]);
  sort_rows(&k);
  SM_TRY(make_thermo(&k, arena, out));
  SM_TRY(make_gather(&k, arena, out));
  SM_TRY(make_rows(&k, arena, out));
  struct sm_team_tables *t = &out->tables;
  t->colliders = k.colliders;
  t->changes = k.change;
  t->collider = k.collider;
  t->numbers = k.number;
  t->terms = k.term;
  out->change_count = k.changes;
  out->number_count = k.numbers;
  out->term_count = k.terms;
  return make_targets(&k, arena, sm_team_lanes(m->species_count), out);
}
