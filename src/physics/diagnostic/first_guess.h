/* first_guess.h - the wind that the diagnostic model starts from: the weather of a time spread over
 * the domain, column by column, at heights above the ground.
 *
 * Stations are added one after another, each with a table of its profile, and with its shares in
 * some rows of columns at a time: what this takes does not grow with their number. */
#ifndef SM_PHYSICS_DIAGNOSTIC_FIRST_GUESS_H
#define SM_PHYSICS_DIAGNOSTIC_FIRST_GUESS_H

#include "domain/grid/state.h"
#include "physics/urban/urban.h"
#include "solve/poisson.h"

struct sm_first_guess_model;

/* Memory of the device. */
size_t sm_first_guess_bytes(const struct sm_domain *domain);

/* domain and state must outlive it. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_first_guess_create(struct sm_context *ctx,
                                                const struct sm_domain *domain,
                                                struct sm_state *state,
                                                struct sm_first_guess_model **out);
void sm_first_guess_destroy(struct sm_first_guess_model **guess);

/* On the device: height of the ground in padded columns, as in struct sm_first_guess, and of the
 * centres of layers; m above the bottom of the grid. */
const float *sm_first_guess_ground(const struct sm_first_guess_model *guess);
const float *sm_first_guess_layers(const struct sm_first_guess_model *guess);

/* Sets u and v of the state on the open faces of a level, 0 on the others, and w to 0. urban: takes
 * note of the wind over the blocks; may be NULL. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_first_guess_make(struct sm_context *ctx,
                                              struct sm_first_guess_model *guess,
                                              const struct sm_mg_level *level, int time,
                                              struct sm_urban_model *urban);

#endif
