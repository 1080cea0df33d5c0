/* team.h - the tables of cell/chem_team.h of a mechanism: those of kinetics.h, as lanes side by
 * side read them. */
#ifndef SM_CHEM_TEAM_H
#define SM_CHEM_TEAM_H

#include "base/arena.h"
#include "base/context.h"
#include "cell/chem_team.h"

struct sm_mechanism;

struct sm_team_host {
  struct sm_team_tables tables; /* arrays of the arena */
  int32_t range_count, change_count, of_count, number_count, term_count;
  int32_t chunk_count, target_count, part_count;
};

/* Errors: ERR_DATA (something that needs thermodynamics has none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_team_tables_make(struct sm_context *ctx, struct sm_arena *arena,
                                              const struct sm_mechanism *m,
                                              struct sm_team_host *out);

/* The last two steps of it: from species to the rows that change them, and from entries of dw/dC to
 * the slopes of rows, chunk by chunk. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_team_make_gather(struct sm_context *ctx, struct sm_arena *arena,
                                              struct sm_team_host *out);
SM_CHECKED enum sm_status sm_team_make_targets(struct sm_context *ctx, struct sm_arena *arena,
                                               struct sm_team_host *out);

#endif
