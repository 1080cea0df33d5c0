/* Mechanism tables for GPU thread groups, built on the host. */
#include "chem/group/tables.h"

#include "chem/integrate/sparse_lu.h"
#include "chem/kinetics/kinetics.h"

#include <stdlib.h>

struct made_row {
  struct sm_group_row row;
  struct sm_group_row_extra rare;
  int32_t number; /* number of the step in the mechanism */
};

/* Arrays under construction, sized for known upper bounds. */
struct maker {
  const struct sm_kinetics *k;
  struct made_row *row;
  struct sm_group_change *change;
  struct sm_group_collider *collider;
  double *number;
  struct sm_group_term *term;
  int32_t changes, numbers;
};

/* Appends amounts times `sign`; returns the index of the first one. */
static int32_t add_amounts(struct maker *t, const struct sm_amount *from, int32_t count,
                           double sign) {
  const int32_t first = t->changes;
  for (int32_t i = 0; i < count; i++)
    t->change[t->changes++] = (struct sm_group_change){from[i].index, 0, sign * from[i].amount};
  return first;
}

static void add_colliders(struct maker *t) {
  for (int32_t i = 0; i < t->k->collider_count; i++) {
    const struct sm_kinetics_collider *c = &t->k->colliders[i];
    t->collider[i] = (struct sm_group_collider){
        c->base, add_amounts(t, t->k->extras + c->first, c->count, 1), c->count};
  }
}

static void set_falloff(struct sm_group_row_extra *rare, const struct sm_kinetics_special *s) {
  static const int32_t form[] = {
      [SM_LINDEMANN] = SM_GROUP_LINDEMANN, [SM_TROE] = SM_GROUP_TROE, [SM_SRI] = SM_GROUP_SRI};
  rare->form = form[s->form];
  for (int i = 0; i < 3; i++) rare->low[i] = s->low[i];
  for (int i = 0; i < 5; i++) rare->parameter[i] = s->parameter[i];
}

/* Sets the rate constant of a special step. */
static void set_special(struct maker *t, const struct sm_kinetics_special *s,
                        struct made_row *made) {
  static const int8_t rate[] = {[SM_RATE_FALLOFF] = SM_GROUP_FALLOFF,
                                [SM_RATE_ACTIVATED] = SM_GROUP_ACTIVATED,
                                [SM_RATE_PLOG] = SM_GROUP_PLOG,
                                [SM_RATE_CHEBYSHEV] = SM_GROUP_CHEBYSHEV,
                                [SM_RATE_EXPRESSION] = SM_GROUP_EXPRESSION};
  struct sm_group_row_extra *rare = &made->rare;
  made->row.rate = rate[s->kind];
  made->row.a = s->high[0];
  made->row.b = s->high[1];
  made->row.e = s->high[2];
  if (s->kind == SM_RATE_FALLOFF || s->kind == SM_RATE_ACTIVATED) {
    set_falloff(rare, s);
    return;
  }
  if (s->kind == SM_RATE_EXPRESSION) {
    rare->number_first = s->first;
    rare->number_count = s->count;
    return;
  }
  rare->number_first = t->numbers;
  if (s->kind == SM_RATE_CHEBYSHEV) {
    const double head[4] = {s->temperature[0], s->temperature[1], s->pressure[0], s->pressure[1]};
    for (int i = 0; i < 4; i++) t->number[t->numbers++] = head[i];
    rare->rows = s->rows;
    rare->columns = s->columns;
  }
  const int32_t count = s->kind == SM_RATE_PLOG ? 4 * s->count : s->count;
  for (int32_t i = 0; i < count; i++) t->number[t->numbers++] = t->k->numbers[s->first + i];
  rare->number_count = t->numbers - rare->number_first;
}

static void fill(int16_t slot[SM_GROUP_SLOTS], const int32_t rows[SM_CHEM_SIDES]) {
  for (int i = 0; i < SM_GROUP_SLOTS; i++) slot[i] = (int16_t)rows[i];
}

static void add_row(struct maker *t, const struct sm_kinetics_step *s, struct made_row *made) {
  static const int8_t direction[] = {[SM_STEP_IRREVERSIBLE] = SM_GROUP_IRREVERSIBLE,
                                     [SM_STEP_REVERSIBLE] = SM_GROUP_REVERSIBLE,
                                     [SM_STEP_ORDERS] = SM_GROUP_IRREVERSIBLE,
                                     [SM_STEP_REVERSE] = SM_GROUP_REVERSE};
  const struct sm_kinetics *k = t->k;
  struct sm_group_row *row = &made->row;
  struct sm_group_row_extra *rare = &made->rare;
  const int32_t none = k->species_count, nothing[SM_CHEM_SIDES] = {none, none, none};
  *made =
      (struct made_row){.row = {.direction = direction[s->kind], .collider = (int16_t)s->collider},
                        .number = 2 * s->reaction + s->backward};
  if (s->special) {
    set_special(t, &k->specials[s->factor], made);
  } else {
    row->rate = s->collider < 0 ? SM_GROUP_ARRHENIUS : SM_GROUP_THREE_BODY;
    row->a = s->a;
    row->b = k->factors[s->factor].b;
    row->e = k->factors[s->factor].e;
  }
  const bool slots = s->kind == SM_STEP_IRREVERSIBLE || s->kind == SM_STEP_REVERSIBLE;
  fill(row->in, slots ? s->in : nothing);
  fill(row->out, s->kind == SM_STEP_REVERSIBLE ? s->out : nothing);
  rare->change_first = add_amounts(t, k->changes + s->change_first, s->change_count, 1);
  rare->change_count = s->change_count;
  if (slots) return;
  rare->order_first = t->changes;
  rare->order_count = s->order_count;
  for (int32_t i = 0; i < s->order_count; i++) {
    const struct sm_kinetics_order *o = &k->orders[s->order_first + i];
    t->change[t->changes++] = (struct sm_group_change){o->index, o->taken, o->amount};
  }
  if (s->kind != SM_STEP_REVERSE) return;
  rare->balance_first = add_amounts(t, k->changes + s->balance_first, s->balance_count, -1);
  rare->balance_count = s->balance_count;
}

/* Sort order for similar work in neighbouring lanes: plain exponentials first, rest by kind. */
enum { RANK_GENERAL = 1000 };
static int rank_of(const struct made_row *made) {
  const bool general = made->rare.order_count > 0 || made->row.direction == SM_GROUP_REVERSE;
  return (general ? RANK_GENERAL : 0) + 100 * made->row.rate + 10 * made->rare.form +
         made->row.direction;
}

static int compare_rows(const void *a, const void *b) {
  const struct made_row *x = a, *y = b;
  const int rank = rank_of(x) - rank_of(y);
  return rank != 0 ? rank : x->number - y->number;
}

/* Sorts the rows and separates them from their rare parts. */
static enum sm_status make_rows(struct sm_context *ctx, struct sm_arena *arena, struct maker *t,
                                struct sm_group_tables *out) {
  const int32_t count = t->k->step_count;
  struct sm_group_row *row;
  struct sm_group_row_extra *rare;
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)count, sizeof *row, &row));
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)count, sizeof *rare, &rare));
  for (int32_t i = 0; i < count; i++) add_row(t, &t->k->steps[i], &t->row[i]);
  if (count > 0) qsort(t->row, (size_t)count, sizeof *t->row, compare_rows);
  for (int32_t i = 0; i < count; i++) {
    row[i] = t->row[i].row;
    rare[i] = t->row[i].rare;
    if (rank_of(&t->row[i]) < RANK_GENERAL) out->plain_rows = i + 1;
  }
  out->rows = count;
  out->row = row;
  out->rare = rare;
  return SM_OK;
}

static enum sm_status make_thermo(struct sm_context *ctx, struct sm_arena *arena,
                                  const struct sm_kinetics *k, struct sm_group_host_tables *out) {
  const size_t count = (size_t)k->species_count;
  struct sm_group_range *range;
  int32_t *first, *nonnegative;
  double *pressure, *shift;
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)k->range_count, sizeof *range, &range));
  SM_TRY(sm_arena_alloc(ctx, arena, count + 1, sizeof *first, &first));
  SM_TRY(sm_arena_alloc(ctx, arena, count, sizeof *pressure, &pressure));
  SM_TRY(sm_arena_alloc(ctx, arena, count, sizeof *shift, &shift));
  SM_TRY(sm_arena_alloc(ctx, arena, count, sizeof *nonnegative, &nonnegative));
  for (size_t i = 0; i < count; i++) {
    const struct sm_kinetics_thermo *gas = &k->gases[i];
    first[i + 1] = first[i] + gas->count;
    pressure[i] = gas->log_pressure + gas->shift[1];
    shift[i] = gas->shift[0];
    nonnegative[i] = k->nonnegative[i];
  }
  for (int32_t i = 0; i < k->range_count; i++) {
    range[i].high = k->ranges[i].high;
    for (int a = 0; a < 9; a++) range[i].a[a] = k->ranges[i].a[a];
  }
  out->range_count = k->range_count;
  out->tables.species = k->species_count;
  out->tables.energy = k->energy;
  out->tables.ranges = range;
  out->tables.range_first = first;
  out->tables.log_pressure = pressure;
  out->tables.shift = shift;
  out->tables.nonnegative = nonnegative;
  return SM_OK;
}

static enum sm_status allocate(struct sm_context *ctx, struct sm_arena *arena, struct maker *t) {
  const struct sm_kinetics *k = t->k;
  const size_t steps = (size_t)k->step_count,
               changes =
                   (size_t)k->extra_count + 2 * (size_t)k->change_count + (size_t)k->order_count;
  const size_t numbers = (size_t)k->number_count + 4 * (size_t)k->special_count;
  SM_TRY(sm_arena_alloc(ctx, arena, steps, sizeof *t->row, &t->row));
  SM_TRY(sm_arena_alloc(ctx, arena, changes, sizeof *t->change, &t->change));
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)k->collider_count, sizeof *t->collider, &t->collider));
  SM_TRY(sm_arena_alloc(ctx, arena, numbers, sizeof *t->number, &t->number));
  return sm_arena_alloc(ctx, arena, (size_t)k->term_count, sizeof *t->term, &t->term);
}

/* Cells use the kinds of terms as numbers. */
_Static_assert(SM_TERM_NUMBER == 0 && SM_TERM_WATER == 6 && SM_TERM_ADD == 7 &&
                   SM_TERM_POWER == 11 && SM_TERM_NEGATE == 12 && SM_TERM_EXP == 13 &&
                   SM_TERM_COS == 17 && SM_TERM_MIN == 18 && SM_TERM_MAX == 19 &&
                   SM_TERM_SELECT == 20,
               "sm_group_expression counts on it");
_Static_assert((int)SM_GROUP_SLOTS == (int)SM_CHEM_SIDES &&
                   (int)SM_GROUP_STACK == (int)SM_CHEM_STACK,
               "rows and stacks of both kinds of tables");

/* Makes the lists of the matrix, dense or sparse. */
static enum sm_status make_matrix(struct sm_context *ctx, struct sm_arena *arena,
                                  const struct sm_kinetics *k, int32_t dense_species,
                                  struct sm_group_host_tables *out) {
  SM_SCOPED_BY(sm_sparse_lu_destroy) struct sm_sparse_lu *lu = NULL;
  if (k->species_count <= dense_species) return sm_group_make_jacobian_lists(ctx, arena, NULL, out);
  SM_TRY(sm_reactor_jacobian_pattern(ctx, k, &lu));
  SM_TRY(sm_group_make_jacobian_lists(ctx, arena, lu, out));
  return sm_group_make_sparse_lists(ctx, arena, lu, out);
}

static enum sm_status fill_tables(struct sm_context *ctx, struct sm_arena *arena,
                                  const struct sm_kinetics *k, int32_t dense_species,
                                  struct sm_group_host_tables *out) {
  struct maker t = {.k = k};
  SM_TRY(allocate(ctx, arena, &t));
  add_colliders(&t);
  for (int32_t i = 0; i < k->term_count; i++)
    t.term[i] = (struct sm_group_term){(int32_t)k->terms[i].kind, 0, k->terms[i].value};
  SM_TRY(make_rows(ctx, arena, &t, &out->tables));
  SM_TRY(make_thermo(ctx, arena, k, out));
  out->tables.colliders = k->collider_count;
  out->tables.changes = t.change;
  out->tables.collider = t.collider;
  out->tables.numbers = t.number;
  out->tables.terms = t.term;
  out->change_count = t.changes;
  out->number_count = t.numbers;
  out->term_count = k->term_count;
  SM_TRY(sm_group_make_gather_lists(ctx, arena, out));
  return make_matrix(ctx, arena, k, dense_species, out);
}

enum sm_status sm_group_tables_create(struct sm_context *ctx, struct sm_arena *arena,
                                      const struct sm_mechanism *m, int32_t dense_species,
                                      struct sm_group_host_tables *out) {
  SM_SCOPED_BY(sm_kinetics_destroy) struct sm_kinetics *k = NULL;
  *out = (struct sm_group_host_tables){0};
  SM_TRY(sm_kinetics_create(ctx, m, &k));
  return fill_tables(ctx, arena, k, dense_species, out);
}
