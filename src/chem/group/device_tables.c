#include "chem/group/device_tables.h"

#include "chem/group/tables.h"
#include "chem/integrate/integrate.h"

static enum sm_status put_all(struct sm_context *ctx, struct sm_store *store,
                              const struct sm_group_host_tables *host,
                              struct sm_group_tables *out) {
  const struct sm_group_tables *t = &host->tables;
  const size_t species = (size_t)t->species;
  /* No device gives memory for nothing. */
#define PUT(NAME, COUNT)                                                                           \
  SM_TRY(sm_store_put(ctx, store, (COUNT) > 0 ? t->NAME : NULL, (COUNT) > 0 ? (size_t)(COUNT) : 1, \
                      sizeof *t->NAME, &out->NAME))
  PUT(ranges, host->range_count);
  PUT(range_first, species + 1);
  PUT(log_pressure, species);
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
#undef PUT
  return SM_OK;
}

enum sm_status sm_reacting_tables(struct sm_context *ctx, const struct sm_mechanism *m,
                                  struct sm_store *store, struct sm_group_tables *out) {
  struct sm_arena *arena = NULL;
  struct sm_group_host_tables host;
  enum sm_status status;
  SM_TRY(sm_arena_create(ctx, &arena));
  SM_TRY_DONE(sm_group_tables_create(ctx, arena, m, &host));
  *out = host.tables;
  status = put_all(ctx, store, &host, out);
done:
  sm_arena_destroy(&arena);
  return status;
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
