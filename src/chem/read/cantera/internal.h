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
  double factor; /* of m, kg, s, K, kmol */
  double power[SM_DIMENSIONS];
};

/* False: the word names no unit. */
bool sm_cantera_unit_read(struct sm_token token, struct sm_cantera_unit *out);

bool sm_cantera_unit_compatible(const struct sm_cantera_unit *a, const struct sm_cantera_unit *b);

/* What an activation energy of one unit is as E/R, K: the unit is an energy per quantity, an
 * energy of one molecule, or a temperature; 0: none of these. */
double sm_cantera_unit_activation(const struct sm_cantera_unit *unit);

/* Units of numbers that have none of their own. */
struct sm_cantera_unit_system {
  double length, mass, time, quantity, pressure, energy; /* of m, kg, s, kmol, Pa, J */
  double activation;                                     /* K; 0: energy / quantity */
};

struct sm_rate_units sm_cantera_unit_rate_units(const struct sm_cantera_unit_system *system);

/* species.c */

enum { SM_CANTERA_UNKNOWN = 24 };

/* A key that is not known: how often it stands there, and where first. */
struct sm_cantera_unknown {
  const char *what, *nearest; /* the kind of map, the known key that is nearest to it */
  struct sm_token key;
  struct sm_file_line place;
  const struct sm_yaml *last; /* that was counted: units are looked at several times */
  int32_t count;
};

struct sm_cantera {
  struct sm_mechanism_builder *b;
  const struct sm_yaml *root;    /* of the mechanism's file */
  bool elements_listed;          /* by the phase: there are no others */
  bool skip_elements;            /* species with other elements are left out */
  bool skip_colliders;           /* colliders that are no species are left out */
  struct sm_name_table sections; /* of this file that are used */
  struct sm_cantera_unknown unknown[SM_CANTERA_UNKNOWN];
  int32_t unknown_count, unknown_more;
  const struct sm_yaml *wrong_units; /* that were told */
};

/* A species of the file. */
SM_CHECKED enum sm_status sm_cantera_species(struct sm_cantera *c, const struct sm_yaml *node,
                                             const struct sm_cantera_unit_system *units);

/* reaction.c */

/* A reaction of the file. */
SM_CHECKED enum sm_status sm_cantera_reaction(struct sm_cantera *c, const struct sm_yaml *node,
                                              const struct sm_cantera_unit_system *units);
/* True when all species that it names are known; else it may be left out by "declared-species". */
bool sm_cantera_species_known(struct sm_cantera *c, const struct sm_yaml *node);

/* keys.c */

/* Keys of a map, with NULL behind the last one. */
typedef const char *const sm_cantera_names;

/* Notes the keys of a map that are none of `known`; `what` names the map: "a reaction". A key that
 * stands in many maps is told once, with their number. */
void sm_cantera_check_keys(struct sm_cantera *c, const struct sm_yaml *map, const char *what,
                           sm_cantera_names *known);
/* The same for one key. */
void sm_cantera_key_unknown(struct sm_cantera *c, const struct sm_yaml *at, const char *what,
                            sm_cantera_names *known);
/* Warns of what was noted. */
void sm_cantera_warn_keys(struct sm_cantera *c);

/* A problem where a node is there and is no map, or no list. */
void sm_cantera_expect(struct sm_cantera *c, const struct sm_yaml *node, enum sm_yaml_kind kind,
                       const char *what);

/* A problem for every entry of a list whose text `key` ("name", "symbol") another one had before.
 */
SM_CHECKED enum sm_status sm_cantera_check_unique(struct sm_cantera *c, const struct sm_yaml *first,
                                                  const char *key, const char *what);

/* A number without a unit. */
bool sm_cantera_number(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                       double *out);
/* A number, with a unit or in `unit`, in kmol, m, s, K. `name` is for messages. False, and a
 * problem: not a number. */
bool sm_cantera_value(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                      struct sm_cantera_unit unit, double *out);
/* "true"; absent: false. Anything but true and false is a problem. */
bool sm_cantera_flag(struct sm_cantera *c, const struct sm_yaml *map, const char *key);
/* The units of a map, which are those around it unless it has some of its own. */
struct sm_cantera_unit_system sm_cantera_units(struct sm_cantera *c, const struct sm_yaml *map,
                                               struct sm_cantera_unit_system around);

#endif
