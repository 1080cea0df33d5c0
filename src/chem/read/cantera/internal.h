/* chem/read/cantera/internal.h - reader of Cantera YAML mechanisms: declarations shared by its
 * files. */
#ifndef SM_CHEM_READ_CANTERA_INTERNAL_H
#define SM_CHEM_READ_CANTERA_INTERNAL_H

#include "chem/read/equation.h"
#include "chem/read/internal.h"
#include "chem/read/tokens.h"

/* units.c */

enum { SM_LENGTH, SM_MASS, SM_TIME, SM_TEMPERATURE, SM_QUANTITY, SM_DIMENSIONS };

struct sm_cantera_unit {
  double factor; /* in m, kg, s, K, kmol */
  double power[SM_DIMENSIONS];
};

/* Parses a unit; false for an unknown one. */
bool sm_cantera_unit_read(struct sm_token token, struct sm_cantera_unit *out);

bool sm_cantera_unit_compatible(const struct sm_cantera_unit *a, const struct sm_cantera_unit *b);

/* Converts an activation energy of one unit to E/R, K. The unit is an energy per quantity, an
 * energy per molecule, or a temperature; 0 for other units. */
double sm_cantera_unit_activation(const struct sm_cantera_unit *unit);

/* Default units of numbers without a unit. */
struct sm_cantera_unit_system {
  double length, mass, time, quantity, pressure, energy; /* in m, kg, s, kmol, Pa, J */
  double activation;                                     /* K; 0 for energy / quantity */
};

struct sm_rate_units sm_cantera_unit_rate_units(const struct sm_cantera_unit_system *system);

/* species.c */

enum { SM_CANTERA_UNKNOWN = 24 };

/* An unknown key: number of occurrences and first location. */
struct sm_cantera_unknown {
  const char *what, *nearest; /* kind of map; nearest known key */
  struct sm_token key;
  struct sm_file_line place;
  const struct sm_yaml *last; /* last counted node, as units are parsed several times */
  int32_t count;
};

struct sm_cantera {
  struct sm_mechanism_builder *b;
  const struct sm_yaml *root;    /* root of the mechanism file */
  bool elements_listed;          /* the phase lists its elements; others are not permitted */
  bool skip_elements;            /* ignore species with undeclared elements */
  bool skip_colliders;           /* ignore undeclared colliders */
  struct sm_name_table sections; /* sections of this file in use */
  struct sm_cantera_unknown unknown[SM_CANTERA_UNKNOWN];
  int32_t unknown_count, unknown_more;
  const struct sm_yaml *wrong_units; /* invalid units already reported */
};

/* Reads a species of the file. */
SM_CHECKED enum sm_status sm_cantera_species(struct sm_cantera *c, const struct sm_yaml *node,
                                             const struct sm_cantera_unit_system *units);

/* reaction.c */

/* Reads a reaction of the file. */
SM_CHECKED enum sm_status sm_cantera_reaction(struct sm_cantera *c, const struct sm_yaml *node,
                                              const struct sm_cantera_unit_system *units);
/* True when all species of the reaction are known; otherwise "declared-species" may skip it. */
bool sm_cantera_species_known(struct sm_cantera *c, const struct sm_yaml *node);

/* keys.c */

/* Key names of a map, terminated by NULL. */
typedef const char *const sm_cantera_names;

/* Records the keys of a map that are not in `known`; `what` describes the map, e.g. "a reaction". A
 * key in many maps is reported once, with the number of maps. */
void sm_cantera_check_keys(struct sm_cantera *c, const struct sm_yaml *map, const char *what,
                           sm_cantera_names *known);
/* Records one unknown key. */
void sm_cantera_key_unknown(struct sm_cantera *c, const struct sm_yaml *at, const char *what,
                            sm_cantera_names *known);
/* Reports the recorded keys as warnings. */
void sm_cantera_warn_keys(struct sm_cantera *c);

/* Adds a problem when a node is present but is not a map, or not a list. */
void sm_cantera_expect(struct sm_cantera *c, const struct sm_yaml *node, enum sm_yaml_kind kind,
                       const char *what);

/* Adds a problem for each entry of a list with the same `key` ("name", "symbol") as an earlier
 * one. */
SM_CHECKED enum sm_status sm_cantera_check_unique(struct sm_cantera *c, const struct sm_yaml *first,
                                                  const char *key, const char *what);

/* Reads a number without a unit. */
bool sm_cantera_number(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                       double *out);
/* Reads a number with its own unit or in `unit`, in kmol, m, s, K. `name` is for messages. False,
 * with a problem, when it is not a number. */
bool sm_cantera_value(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                      struct sm_cantera_unit unit, double *out);
/* Reads a boolean, default false. Values other than true and false are a problem. */
bool sm_cantera_flag(struct sm_cantera *c, const struct sm_yaml *map, const char *key);
/* Units of a map: its own, otherwise those of the enclosing map. */
struct sm_cantera_unit_system sm_cantera_units(struct sm_cantera *c, const struct sm_yaml *map,
                                               struct sm_cantera_unit_system around);

/* rates.c */

/* State of the reader for one reaction. */
struct sm_cantera_reading {
  struct sm_cantera *c;
  const struct sm_yaml *node;
  struct sm_rate_units units;
  struct sm_cantera_unit_system system;
  struct sm_equation equation;
  struct sm_reaction *r;
};

/* Reports a problem at a node, or at the reaction. */
void sm_cantera_wrong(struct sm_cantera_reading *g, const struct sm_yaml *at, const char *what);

/* Read {A: 1, b: 2, Ea: 3} or [1, 2, 3]; false with a problem: not understood. Falloff and
 * chemically activated, PLOG and Chebyshev rates of the reaction. order: of the reactants. */
bool sm_cantera_read_arrhenius(struct sm_cantera_reading *g, const struct sm_yaml *node,
                               const char *name, double order, struct sm_arrhenius *out);
void sm_cantera_read_falloff(struct sm_cantera_reading *g, double order, bool activated);
SM_CHECKED enum sm_status sm_cantera_read_plog(struct sm_cantera_reading *g, double order);
SM_CHECKED enum sm_status sm_cantera_read_chebyshev(struct sm_cantera_reading *g, double order);

#endif
