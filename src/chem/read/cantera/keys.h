/* chem/read/cantera/keys.h - keys of Cantera's YAML files that are not known, and names that come
 * twice. */
#ifndef SM_CHEM_READ_CANTERA_KEYS_H
#define SM_CHEM_READ_CANTERA_KEYS_H

#include "chem/read/cantera/internal.h"

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

#endif
