#include "chem/group/device_tables.h"

#include "chem/group/tables.h"
#include "chem/integrate/integrate.h"

/* Empty arrays get one element: devices do not allocate 0 bytes. */
#define PUT(NAME, COUNT)                                                                           \
  SM_TRY(sm_store_put(ctx, store, (COUNT) > 0 ? t->NAME : NULL, (COUNT) > 0 ? (size_t)(COUNT) : 1, \
                      sizeof *t->NAME, &out->NAME))

static enum sm_status put_list(struct sm_context *ctx, struct sm_store *store, int32_t stages,
                               const struct sm_group_update_list *t,
                               const struct sm_group_list_counts *counts,
                               struct sm_group_update_list *out) {
  PUT(stage_first, stages + 1);
  PUT(target, counts->targets);
  PUT(product, counts->products);
  return SM_OK;
}

static enum sm_status put_sparse(struct sm_context *ctx, struct sm_store *store,
                                 const struct sm_group_host_tables *host,
                                 const struct sm_group_sparse **to) {
  const struct sm_group_sparse *t = host->tables.sparse;
  const struct sm_group_sparse_counts *c = &host->sparse;
  struct sm_group_sparse own = *t, *const out = &own;
  const int32_t species = host->tables.species;
  PUT(row_first, species + 1);
  PUT(column, host->tables.values);
  PUT(column_first, species + 1);
  PUT(entry, c->entries);
  PUT(diagonal, t->unknowns);
  PUT(general_first, host->tables.rows - host->tables.plain_rows + 1);
  PUT(general, c->general);
  PUT(pivot_first, t->stages + 1);
  PUT(pivot, t->unknowns);
  PUT(lower_first, t->stages + 1);
  PUT(lower, c->lower);
  SM_TRY(put_list(ctx, store, t->stages, &t->factor, &c->factor, &out->factor));
  SM_TRY(put_list(ctx, store, t->stages, &t->forward, &c->forward, &out->forward));
  SM_TRY(put_list(ctx, store, t->stages, &t->backward, &c->backward, &out->backward));
  return sm_store_put(ctx, store, &own, 1, sizeof own, to);
}

static enum sm_status put_all(struct sm_context *ctx, struct sm_store *store,
                              const struct sm_group_host_tables *host,
                              struct sm_group_tables *out) {
  const struct sm_group_tables *t = &host->tables;
  const size_t species = (size_t)t->species;
  PUT(ranges, host->range_count);
  PUT(range_first, species + 1);
  PUT(log_pressure, species);
  PUT(shift, species);
  PUT(nonnegative, species);
  PUT(row, t->rows);
  PUT(rare, t->rows);
  PUT(changes, host->change_count);
  PUT(collider, t->colliders);
  PUT(gathered, species);
  PUT(gather, species + 1);
  PUT(of, host->of_count);
  PUT(numbers, host->number_count);
  PUT(terms, host->term_count);
  PUT(target_first, host->chunk_count + 1);
  PUT(target, host->target_count);
  PUT(part, host->part_count);
  return t->values > 0 ? put_sparse(ctx, store, host, &out->sparse) : SM_OK;
}
#undef PUT

enum sm_status sm_reacting_tables(struct sm_context *ctx, const struct sm_mechanism *m,
                                  int32_t dense_species, struct sm_store *store,
                                  struct sm_group_tables *out) {
  SM_SCOPED_BY(sm_arena_destroy) struct sm_arena *arena = NULL;
  struct sm_group_host_tables host;
  SM_TRY(sm_arena_create(ctx, &arena));
  SM_TRY(sm_group_tables_create(ctx, arena, m, dense_species, &host));
  *out = host.tables;
  return put_all(ctx, store, &host, out);
}

_Static_assert((int)SM_CHEM_AUTO == (int)SM_REACTING_AUTO &&
                   (int)SM_CHEM_RK4 == (int)SM_REACTING_RK4 &&
                   (int)SM_CHEM_RKCK45 == (int)SM_REACTING_RKCK45 &&
                   (int)SM_CHEM_RKC2 == (int)SM_REACTING_RKC2 &&
                   (int)SM_CHEM_RODAS3 == (int)SM_REACTING_RODAS3 &&
                   (int)SM_CHEM_RODAS4 == (int)SM_REACTING_RODAS4 &&
                   (int)SM_CHEM_VOLUME == SM_GROUP_VOLUME &&
                   (int)SM_CHEM_PRESSURE == SM_GROUP_PRESSURE &&
                   (int)SM_CHEM_ISOTHERMAL == SM_GROUP_ISOTHERMAL,
               "methods and modes have the same numbers for cells");

void sm_reacting_options(const struct sm_chem *chem, const struct sm_chem_options *options,
                         struct sm_reacting_advance_args *out) {
  const struct sm_chem_options o = sm_chem_options_full(options);
  const struct sm_chem_method_limits limits = sm_chem_find_limits(chem);
  out->mode = (int32_t)o.mode;
  out->method = (int32_t)o.method;
  out->control.rtol = o.rtol;
  out->control.atol = o.atol;
  out->control.limit = o.most_steps < INT32_MAX ? (int32_t)o.most_steps : INT32_MAX;
  out->control.fixed_steps = o.fixed_steps < INT32_MAX ? (int32_t)o.fixed_steps : INT32_MAX;
  out->explicit_below = limits.explicit_below;
  out->stabilised_below = limits.stabilised_below;
}
