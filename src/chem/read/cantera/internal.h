/* chem/read/cantera/internal.h - what the readers of the parts of a Cantera file share. */
#ifndef SM_CHEM_READ_CANTERA_INTERNAL_H
#define SM_CHEM_READ_CANTERA_INTERNAL_H

#include "chem/read/builder.h"
#include "chem/read/cantera/units.h"
#include "chem/read/yaml.h"

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

/* The units of a map, which are those around it unless it has some of its own. */
struct sm_cantera_unit_system sm_cantera_units(struct sm_cantera *c, const struct sm_yaml *map,
                                               struct sm_cantera_unit_system around);

/* A number, with a unit or in `unit`, in kmol, m, s, K. `name` is for messages. False, and a
 * problem: there is none. */
bool sm_cantera_value(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                      struct sm_cantera_unit unit, double *out);
/* A number without a unit. */
bool sm_cantera_number(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                       double *out);
/* "true"; absent: false. Anything but true and false is a problem. */
bool sm_cantera_flag(struct sm_cantera *c, const struct sm_yaml *map, const char *key);

/* A species of the file. */
SM_CHECKED enum sm_status sm_cantera_species(struct sm_cantera *c, const struct sm_yaml *node,
                                             const struct sm_cantera_unit_system *units);
/* Its thermodynamic data; `node` is the map "thermo". */
SM_CHECKED enum sm_status sm_cantera_thermo(struct sm_cantera *c, const struct sm_yaml *node,
                                            const struct sm_cantera_unit_system *units,
                                            struct sm_species *out);

/* A reaction of the file. */
SM_CHECKED enum sm_status sm_cantera_reaction(struct sm_cantera *c, const struct sm_yaml *node,
                                              const struct sm_cantera_unit_system *units);
/* True when all species that it names are known; else it may be left out by "declared-species". */
bool sm_cantera_species_known(struct sm_cantera *c, const struct sm_yaml *node);

#endif
