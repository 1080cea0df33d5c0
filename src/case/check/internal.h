/* case/check/internal.h - consistency checks of keys, by table; each adds its problems to the
 * report. */
#ifndef SM_CASE_CHECK_INTERNAL_H
#define SM_CASE_CHECK_INTERNAL_H

#include "case/schema/schema.h"
#include "case/toml/value.h"

/* A case that is checked. Functions that take it report inconsistent keys. */
struct sm_check {
  struct sm_case_reader *r;
  struct sm_toml_node *root; /* the tree that the draft was read from */
  const struct sm_toml_node *wind, *flow;
  const struct sm_case_draft *draft;
  enum sm_wind_model model;
  const char *name; /* of the model */
  bool mac_sor;
  struct sm_case_boundary side[SM_SIDES]; /* set and used by flow_boundary.c */
};

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

/* wind_source.c: Consistency of the keys of prescribed winds, and keys without effect beside them.
 */

void sm_check_wind_source(const struct sm_check *c);

/* surface.c: Consistency of the keys of buildings and vegetation. */

void sm_check_surface(const struct sm_check *c);

/* decay_chain.c: Daughters of species and scalars. */

void sm_check_decay_chains(const struct sm_check *c);

/* rain.c: Consistency of the keys of rain. */

void sm_check_rain(const struct sm_check *c);

/* rotor.c: Consistency of the keys of rotors, [[wind.rotor]], and of their times. */

void sm_check_rotors(const struct sm_check *c);
/* The same for rotors in the incompressible solver, which need not be there. */
void sm_check_rotor_forces(const struct sm_check *c);

/* flow.c: Consistency of the keys of the flow solvers. */

void sm_check_flow(const struct sm_check *c);
/* The same of its scalars alone; duration: of their sources, s. */
void sm_check_scalars(const struct sm_check *c, double duration);

/* flow_boundary.c: Consistency of the keys of the domain boundaries,
 * [[flow.boundary]]. */

void sm_check_flow_boundaries(const struct sm_check *c);

/* chemistry.c: Consistency of the scalars of a flow with their reactions. */

/* flow: the table [flow] of the file. */
void sm_check_chemistry(struct sm_case_reader *r, const struct sm_toml_node *flow,
                        const struct sm_case_flow *c);

/* reacting_flow.c: Consistency of the keys of reacting flow. */

void sm_check_reaction(const struct sm_check *c);

/* particles.c: Consistency of the keys of particles. */

void sm_check_particles(const struct sm_check *c);

/* particle_coupling.c: Two-way coupling and hindered settling: unsupported
 * combinations. */
void sm_check_particle_coupling(struct sm_case_reader *r, const struct sm_toml_node *root,
                                const struct sm_case_draft *draft, bool any_grains);

/* particle_source.c: Consistency of the keys of species and sources of particles. */

/* [particles] is a table of the tree. */
void sm_check_species(const struct sm_check *c);
void sm_check_sources(const struct sm_check *c);

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

void sm_check_source_terms(const struct sm_check *c);

/* turbine.c: Consistency of the keys of wind turbines. */

void sm_check_turbines(const struct sm_check *c);

/* wind_rose.c: Consistency of the keys of a wind rose, of members of a forecast and of
 * statistics. */

void sm_check_members(const struct sm_check *c);
void sm_check_library(const struct sm_check *c);
void sm_check_rose(const struct sm_check *c);
void sm_check_statistics(const struct sm_check *c);

/* prisms.c: Consistency of the keys of a prism case. */

/* Returns whether the case is a prism case, which needs no other checks. Reports inconsistent keys;
 * in other cases reports tables that only prism cases have. */
bool sm_check_prisms(const struct sm_check *c);

/* prism_wind.c: Keys that a wind on prisms, wind.mesh = "prisms", does not support. */

/* Reports unsupported keys; nothing for a wind on cells. */
void sm_check_prism_wind(const struct sm_check *c);

#endif
