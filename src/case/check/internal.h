/* case/check/internal.h - consistency checks between the keys of a case, by their tables; each adds
 * its problems to the report. */
#ifndef SM_CASE_CHECK_INTERNAL_H
#define SM_CASE_CHECK_INTERNAL_H

#include "case/schema/schema.h"
#include "case/toml/value.h"

/* keys.c: Problems with keys that several checks find. */

/* Reports a problem with a key: at its value, else at its table. `help`: the remedy, or NULL. */
void sm_check_report(struct sm_case_reader *r, const struct sm_toml_node *table, const char *key,
                     const char *help, const char *format, ...) SM_FORMAT(5, 6);

/* Reports a thing without a place, called "turbine" in the message, or with one on Earth where the
 * domain has none. `help` tells which keys give it a place. */
void sm_check_place(struct sm_case_reader *r, const struct sm_toml_node *root,
                    const struct sm_case_draft *draft, const struct sm_toml_node *node,
                    const char *thing, const char *help);

/* conditions.c: Conditions of keys and tables that the schema declares. */

/* Reports keys and tables that have no meaning beside others; not what is in such a table. */
void sm_check_conditions(struct sm_case_reader *r, const struct sm_toml_node *root);

/* rotor.c: What must hold between the keys of rotors, [[wind.rotor]], and their times. */

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 */
void sm_check_rotors(struct sm_case_reader *r, struct sm_toml_node *root,
                     const struct sm_case_draft *draft);

/* flow.c: What must hold between the keys of the flow solvers. */

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from;
 * the case's model is a flow solver, called `name`. */
void sm_check_flow(struct sm_case_reader *r, struct sm_toml_node *root,
                   const struct sm_case_draft *draft, const char *name);

/* flow_boundary.c: What must hold between the keys of the sides of the domain, [[flow.boundary]].
 */

/* Adds what does not fit together to the report; see sm_check_flow. */
void sm_check_flow_boundaries(struct sm_case_reader *r, struct sm_toml_node *root,
                              const struct sm_case_draft *draft);

/* chemistry.c: What must hold between the scalars of a flow and their reactions. */

/* flow: the table of the file. */
void sm_check_chemistry(struct sm_case_reader *r, const struct sm_toml_node *flow,
                        const struct sm_case_flow *c);

/* reacting_flow.c: What may be wrong with air that reacts. */

/* Problems go to the report. */
void sm_check_reaction(struct sm_case_reader *r, struct sm_toml_node *root,
                       const struct sm_case_draft *draft);

/* particles.c: What must hold between the keys of particles. */

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 */
void sm_check_particles(struct sm_case_reader *r, struct sm_toml_node *root,
                        const struct sm_case_draft *draft);

/* particle_coupling.c: Two-way coupling and hindered settling: what they cannot be combined with.
 */
void sm_check_particle_coupling(struct sm_case_reader *r, const struct sm_toml_node *root,
                                const struct sm_case_draft *draft, bool any_grains);

/* particle_source.c: What must hold between the keys of a species, and of a source of particles. */

/* Add what does not fit together to the report. `root` is the tree that the draft was read from,
 * in which [particles] is a table. */
void sm_check_species(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);
void sm_check_sources(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);

/* True when the keys of a species tell of grains, be it wrongly; false: a gas. */
bool sm_check_has_grains(const struct sm_toml_node *species);

/* source.c: What must hold between the keys of a source, of particles, of a scalar or of a
 * reacting gas. */

struct sm_source_check {
  struct sm_case_reader *r;
  const struct sm_toml_node *root, *node; /* of the case, of the source */
  const struct sm_case_draft *draft;
  const struct sm_schema_table *table;
  const struct sm_case_source *source;
  double duration; /* s, of the run */
};

/* Adds what does not fit together to the report. */
void sm_check_source(const struct sm_source_check *check);

/* Reports the end of a line source that is given in another way than its start, or equals it.
 * `label` names the table. */
void sm_check_end(struct sm_case_reader *r, const struct sm_toml_node *node, const char *label,
                  const struct sm_draft_place *place, const double end[2], double height,
                  double end_height);

/* The list that a key holds, if all of its rows could be read; else NULL: absent, or reported. */
const struct sm_toml_node *sm_check_whole_list(const struct sm_toml_node *table, const char *key,
                                               size_t count);

/* turbine.c: What must hold between the keys of wind turbines. */

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 */
void sm_check_turbines(struct sm_case_reader *r, struct sm_toml_node *root,
                       const struct sm_case_draft *draft);

/* wind_rose.c: What must hold between the keys of a wind rose and of statistics. */

/* Add what does not fit together to the report. `root` is the tree that the draft was read from. */
void sm_check_rose(struct sm_case_reader *r, struct sm_toml_node *root,
                   const struct sm_case_draft *draft);
void sm_check_statistics(struct sm_case_reader *r, struct sm_toml_node *root,
                         const struct sm_case_draft *draft);

/* prisms.c: What must hold between the keys of a case of prisms. */

/* True when the case is one of prisms, of which nothing else is to be checked. Adds what does not
 * fit together to the report; of other cases, tables that only prisms have. */
bool sm_check_prisms(struct sm_case_reader *r, struct sm_toml_node *root,
                     const struct sm_case_draft *draft);

/* prism_wind.c: What a wind on prisms, wind.mesh = "prisms", cannot have. */

/* Adds it to the report; nothing where the wind is on cells. */
void sm_check_prism_wind(struct sm_case_reader *r, struct sm_toml_node *root,
                         const struct sm_case_draft *draft);

#endif
