/* case/check/internal.h - consistency checks of keys, by table; each adds its problems to the
 * report. */
#ifndef SM_CASE_CHECK_INTERNAL_H
#define SM_CASE_CHECK_INTERNAL_H

#include "case/schema/schema.h"
#include "case/toml/value.h"

/* keys.c: Problems with keys that are common to several checks. */

/* Reports a problem with a key at its value, else at its table. `help`: remedy, or NULL. */
void sm_check_report(struct sm_case_reader *r, const struct sm_toml_node *table, const char *key,
                     const char *help, const char *format, ...) SM_FORMAT(5, 6);

/* Whether the case has a wind from stations or a weather model. */
bool sm_check_has_weather(const struct sm_toml_node *root);

/* Reports an object ("turbine" in the message) without a position, or with a geographic position in
 * a domain without one. `help` names the position keys. */
void sm_check_place(struct sm_case_reader *r, const struct sm_toml_node *root,
                    const struct sm_case_draft *draft, const struct sm_toml_node *node,
                    const char *thing, const char *help);

/* conditions.c: Conditions of keys and tables declared in the schema. */

/* Reports keys and tables whose conditions are not met; the content of such a table is skipped. */
void sm_check_conditions(struct sm_case_reader *r, const struct sm_toml_node *root);

/* surface.c: Consistency of the keys of buildings and vegetation. */

/* Reports inconsistent keys. `root` is the tree that the draft was read from. */
void sm_check_surface(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);

/* rotor.c: Consistency of the keys of rotors, [[wind.rotor]], and of their times. */

/* Reports inconsistent keys. `root` is the tree that the draft was read
 * from. */
void sm_check_rotors(struct sm_case_reader *r, struct sm_toml_node *root,
                     const struct sm_case_draft *draft);
/* The same for rotors in the incompressible solver, which need not be there. */
void sm_check_rotor_forces(struct sm_case_reader *r, struct sm_toml_node *root,
                           const struct sm_case_draft *draft);

/* flow.c: Consistency of the keys of the flow solvers. */

/* Reports inconsistent keys. `root` is the tree that the draft was read from; the model of the case
 * is a flow solver, called `name`. */
void sm_check_flow(struct sm_case_reader *r, struct sm_toml_node *root,
                   const struct sm_case_draft *draft, const char *name);

/* flow_boundary.c: Consistency of the keys of the domain boundaries,
 * [[flow.boundary]]. */

/* Reports inconsistent keys; see sm_check_flow. */
void sm_check_flow_boundaries(struct sm_case_reader *r, struct sm_toml_node *root,
                              const struct sm_case_draft *draft);

/* chemistry.c: Consistency of the scalars of a flow with their reactions. */

/* flow: the table [flow] of the file. */
void sm_check_chemistry(struct sm_case_reader *r, const struct sm_toml_node *flow,
                        const struct sm_case_flow *c);

/* reacting_flow.c: Consistency of the keys of reacting flow. */

/* Reports inconsistent keys. */
void sm_check_reaction(struct sm_case_reader *r, struct sm_toml_node *root,
                       const struct sm_case_draft *draft);

/* particles.c: Consistency of the keys of particles. */

/* Reports inconsistent keys. `root` is the tree that the draft was read
 * from. */
void sm_check_particles(struct sm_case_reader *r, struct sm_toml_node *root,
                        const struct sm_case_draft *draft);

/* particle_coupling.c: Two-way coupling and hindered settling: unsupported
 * combinations. */
void sm_check_particle_coupling(struct sm_case_reader *r, const struct sm_toml_node *root,
                                const struct sm_case_draft *draft, bool any_grains);

/* particle_source.c: Consistency of the keys of species and sources of particles. */

/* Report inconsistent keys. `root` is the tree that the draft was read from, in which [particles]
 * is a table. */
void sm_check_species(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);
void sm_check_sources(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);

/* Whether a species has keys of grains, valid or not; else it is a gas. */
bool sm_check_has_grains(const struct sm_toml_node *species);

/* source.c: Consistency of the keys of a source of particles, of a scalar or of a reacting
 * gas. */

struct sm_source_check {
  struct sm_case_reader *r;
  const struct sm_toml_node *root, *node; /* trees of the case and of the source */
  const struct sm_case_draft *draft;
  const struct sm_schema_table *table;
  const struct sm_case_source *source;
  double duration; /* duration of the run, s */
};

/* Reports inconsistent keys. */
void sm_check_source(const struct sm_source_check *check);

/* Reports the end of a line source that uses other coordinates than its start, or equals it.
 * `label` names the table. */
void sm_check_end(struct sm_case_reader *r, const struct sm_toml_node *node, const char *label,
                  const struct sm_draft_place *place, const double end[2], double height,
                  double end_height);

/* List of a key, if all of its rows were read; NULL: absent, or already reported. */
const struct sm_toml_node *sm_check_whole_list(const struct sm_toml_node *table, const char *key,
                                               size_t count);

/* source_term.c: Consistency of the keys of source terms. */

/* Reports keys that are missing. `root` is the tree that the draft was read from. */
void sm_check_source_terms(struct sm_case_reader *r, struct sm_toml_node *root,
                           const struct sm_case_draft *draft);

/* turbine.c: Consistency of the keys of wind turbines. */

/* Reports inconsistent keys. `root` is the tree that the draft was read
 * from. */
void sm_check_turbines(struct sm_case_reader *r, struct sm_toml_node *root,
                       const struct sm_case_draft *draft);

/* wind_rose.c: Consistency of the keys of a wind rose, of members of a forecast and of
 * statistics. */

/* Report inconsistent keys. `root` is the tree that the draft was read from. */
void sm_check_members(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);
void sm_check_library(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);
void sm_check_rose(struct sm_case_reader *r, struct sm_toml_node *root,
                   const struct sm_case_draft *draft);
void sm_check_statistics(struct sm_case_reader *r, struct sm_toml_node *root,
                         const struct sm_case_draft *draft);

/* prisms.c: Consistency of the keys of a prism case. */

/* Returns whether the case is a prism case, which needs no other checks. Reports inconsistent keys;
 * in other cases reports tables that only prism cases have. */
bool sm_check_prisms(struct sm_case_reader *r, struct sm_toml_node *root,
                     const struct sm_case_draft *draft);

/* prism_wind.c: Keys that a wind on prisms, wind.mesh = "prisms", does not support. */

/* Reports unsupported keys; nothing for a wind on cells. */
void sm_check_prism_wind(struct sm_case_reader *r, struct sm_toml_node *root,
                         const struct sm_case_draft *draft);

#endif
