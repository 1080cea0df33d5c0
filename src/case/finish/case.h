/* case/finish/case.h - from a checked draft to the case. */
#ifndef SM_CASE_FINISH_CASE_H
#define SM_CASE_FINISH_CASE_H

#include "case/toml/value.h"

/* Sets in draft->c what follows from several keys: coordinates, inline buildings, stations, names.
 * `name` is that of a case that does not name itself. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_draft(struct sm_case_reader *r, const struct sm_toml_node *root,
                                          const char *name, struct sm_case_draft *draft);

/* The place that is given, of the three kinds, and which one. */
enum sm_position_kind sm_finish_place(const struct sm_draft_place *from, double place[2]);

/* Calls a nameless thing "station 2", after its kind and its index. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_name(struct sm_case_reader *r, const char *kind, size_t index,
                                         char **name);

/* source.c */

/* The shape of a source: as given, else as its keys ask for; SM_SOURCE_UNSET where they do not
 * tell. */
enum sm_source_shape sm_source_shape(const struct sm_toml_node *node,
                                     const struct sm_case_source *source);

/* Sets shape, place, times, mass and name of a checked source, number `index` of its list. `start`:
 * of a constant rate without one, s. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_source(struct sm_case_reader *r,
                                           const struct sm_toml_node *node, size_t index,
                                           double start, struct sm_case_source *source);

/* flow.c: From what the file has of the flow to what the case holds. */

/* What is at each side, as far as the file and the defaults tell. */
void sm_flow_find_boundaries(const struct sm_case_draft *draft, bool mac_sor,
                             struct sm_case_boundary side[SM_SIDES]);

/* Fills the flow of the case, which has passed its checks. Needs its weather. Errors: ERR_MEMORY.
 */
SM_CHECKED enum sm_status sm_finish_flow(struct sm_case_reader *r, const struct sm_toml_node *root,
                                         struct sm_case_draft *draft);

/* particles.c: What follows from the keys of particles. */

/* Index of the species of a source; -1 where none has its name. */
int sm_particles_species(const struct sm_case_draft *draft, const struct sm_case_source *source);

/* Sets draft->c.particles from a checked draft: sizes of species, places, shapes, times, names.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_particles(struct sm_case_reader *r,
                                              const struct sm_toml_node *root,
                                              struct sm_case_draft *draft);

#endif
