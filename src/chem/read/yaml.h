/* yaml.h - a YAML file as a tree whose leaves are texts, with the lines they stand in. */
#ifndef SM_CHEM_READ_YAML_H
#define SM_CHEM_READ_YAML_H

#include "chem/read/builder.h"

enum sm_yaml_kind { SM_YAML_TEXT, SM_YAML_LIST, SM_YAML_MAP };

struct sm_yaml {
  enum sm_yaml_kind kind;
  struct sm_file_line place;
  struct sm_token key;  /* inside a map */
  struct sm_token text; /* of a text */
  const struct sm_yaml *first, *next;
  int32_t count; /* children */
};

/* Reads the first document of a file; others are a warning. What is wrong with it is told as a
 * problem, and *out is NULL: also a key that stands in one map twice. No text is taken for anything
 * but a text: the species NO is no "false". Errors: ERR_MEMORY, ERR_DATA (built without libyaml).
 */
SM_CHECKED enum sm_status sm_yaml_read(struct sm_mechanism_builder *b,
                                       const struct sm_builder_file *source,
                                       const struct sm_yaml **out);

/* The entry of a map; NULL: there is none, or it is no map. */
const struct sm_yaml *sm_yaml_get(const struct sm_yaml *map, const char *key);

/* True where the key of an entry of a map is the text. */
bool sm_yaml_has_key(const struct sm_yaml *entry, const char *key);

/* True for an entry that is there and is the text. */
bool sm_yaml_is(const struct sm_yaml *node, const char *text);

#endif
