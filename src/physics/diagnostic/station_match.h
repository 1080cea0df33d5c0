/* physics/diagnostic/station_match.h - readings corrected until the mass-consistent wind meets the
 * stations ("matched points" of other terrain-wind programs).
 *
 * The conservation of mass, buildings and plants change the wind at the stations after the first
 * guess has met them. The wind is therefore computed again from corrected readings: fixed-point
 * iteration x <- x + f with f the misfit, reading minus wind, accelerated after Anderson (1965). */
#ifndef SM_PHYSICS_DIAGNOSTIC_STATION_MATCH_H
#define SM_PHYSICS_DIAGNOSTIC_STATION_MATCH_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/state.h"

struct sm_station_match;

/* *out is NULL if no station has a place in the domain, or the case does not want it. Borrows
 * domain and state. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_station_match_create(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain,
                                                  struct sm_state *state,
                                                  struct sm_station_match **out);
void sm_station_match_destroy(struct sm_station_match **match);

/* The weather for the first guess. */
const struct sm_weather *sm_station_match_weather(const struct sm_station_match *match);

/* Begins a time, with the readings themselves. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_station_match_begin(struct sm_context *ctx,
                                                 struct sm_station_match *match, int time);

/* Compares the wind of the state with the readings. *again: the wind is to be computed once more,
 * from corrected readings. It ends when all misfits are within the tolerance, or no longer get
 * smaller; the last wind is then that with the smallest. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_station_match_correct(struct sm_context *ctx,
                                                   struct sm_station_match *match, bool *again);

#endif
