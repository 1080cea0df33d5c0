#include "chem/reacting.h"

#include "chem/team.h"

static enum sm_status put_all(struct sm_context *ctx, struct sm_store *store,
                              const struct sm_team_host *host, struct sm_team_tables *out) {
  const struct sm_team_tables *t = &host->tables;
  const size_t species = (size_t)t->species;
  /* No device gives memory for nothing. */
#define PUT(NAME, COUNT)                                                                           \
  SM_TRY(sm_store_put(ctx, store, (COUNT) > 0 ? t->NAME : NULL, (COUNT) > 0 ? (size_t)(COUNT) : 1, \
                      sizeof *t->NAME, &out->NAME))
  PUT(ranges, host->range_count);
  PUT(range_first, species + 1);
  PUT(log_pressure, species);
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
                                  struct sm_store *store, struct sm_team_tables *out) {
  struct sm_arena *arena = NULL;
  struct sm_team_host host;
  enum sm_status status;
  SM_TRY(sm_arena_create(ctx, &arena));
  SM_TRY_DONE(sm_team_tables_make(ctx, arena, m, &host));
  *out = host.tables;
  status = put_all(ctx, store, &host, out);
done:
  sm_arena_destroy(&arena);
  return status;
}
