/* case/draft.h - a case that has been read: checks of its keys against each other, and its
 * completion. */
#ifndef SM_CASE_DRAFT_H
#define SM_CASE_DRAFT_H

#include "case/toml/value.h"

/* case/check/check.c: Consistency of the keys. */

/* Coordinate reference of the case: as given, else derived from the position keys. */
enum sm_crs_kind sm_check_crs(const struct sm_toml_node *root, const struct sm_case_draft *draft);

/* Reports inconsistent keys. `root` is the tree that the draft was read from. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_check_draft(struct sm_case_reader *r, struct sm_toml_node *root,
                                         const struct sm_case_draft *draft);

/* case/check/conditions.c: Removes the tables and keys that the schema gives to other wind models,
 * each with a warning: of a case whose model was replaced by another that starts from the weather.
 * A prescribed wind has grid and solids of its own: beside it such keys are errors. */
void sm_drop_other_models(struct sm_case_reader *r, struct sm_toml_node *root);

/* case/check/wind_source.c: Consistency of the keys of prescribed winds, and keys without effect
 * beside them. */

/* Whether the wind comes from files and no [domain] defines the grid. */
bool sm_check_grid_of_file(const struct sm_toml_node *root, const struct sm_case_draft *draft);

/* case/finish/finish.c: Completion of a checked draft. */

/* Sets members of draft->c that depend on several keys: coordinates, inline buildings, stations,
 * names. `name` is the default name of the case. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_draft(struct sm_case_reader *r, const struct sm_toml_node *root,
                                          const char *name, struct sm_case_draft *draft);

/* Position and kind of the given position keys. */
enum sm_position_kind sm_finish_place(const struct sm_draft_place *from, double place[2]);

/* Sets a default name such as "station 2", from kind and index. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_name(struct sm_case_reader *r, const char *kind, size_t index,
                                         char **name);

/* case/finish/source.c */

/* Shape of a source: as given, else derived from its keys; SM_SOURCE_UNSET if they do not determine
 * it. */
enum sm_source_shape sm_source_shape(const struct sm_toml_node *node,
                                     const struct sm_case_source *source);

/* Sets shape, position, times, mass and name of a checked source, number `index` of its list, and
 * what it has from a fire of the case `c` (NULL: none). `start`: default start of a constant rate,
 * s. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_source(struct sm_case_reader *r, const struct sm_case *c,
                                           const struct sm_toml_node *node, size_t index,
                                           double start, struct sm_case_source *source);

/* Source term of a source; NULL: it has none. */
const struct sm_case_source_term *sm_source_term_of(const struct sm_case *c,
                                                    const struct sm_case_source *source);

/* case/finish/flow.c: Completion of the flow settings. */

/* Sets the boundary conditions, as far as the file and the defaults determine them. */
void sm_flow_find_boundaries(const struct sm_case_draft *draft, bool mac_sor,
                             struct sm_case_boundary side[SM_SIDES]);

/* Duration, start of the means and inflow turbulence of a large-eddy simulation without
 * wind.duration, whose weather is of a single time. */
void sm_flow_default_times(struct sm_case_reader *r, const struct sm_toml_node *root,
                           struct sm_case_draft *draft);

/* Fills the flow settings of a checked case. Needs the weather of the case. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_flow(struct sm_case_reader *r, const struct sm_toml_node *root,
                                         struct sm_case_draft *draft);

/* case/finish/explosion.c: Replaces sources with the source term of an explosion by those of the
 * layers of its cloud. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_explosions(struct sm_case_reader *r, struct sm_case *c);
bool sm_is_explosion(const struct sm_case *c, const struct sm_case_source *source);

/* case/finish/particles.c: Completion of the settings of particles. */

/* Index of the daughter of a species; -1: none. */
int sm_particles_daughter(const struct sm_case_draft *draft, size_t species);

/* Index of the species of a source; -1 if there is no species of this name. */
int sm_particles_species(const struct sm_case_draft *draft, const struct sm_case_source *source);

/* Sets draft->c.particles from a checked draft: size classes of species, positions, shapes, times,
 * names. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_particles(struct sm_case_reader *r,
                                              const struct sm_toml_node *root,
                                              struct sm_case_draft *draft);

#endif
