/* case/toml/lists.h - keys of a case that hold a list. Each reads a node into the key's place;
 * problems go to the report, and the list then lacks the item. Errors: ERR_MEMORY. */
#ifndef SM_CASE_TOML_LISTS_H
#define SM_CASE_TOML_LISTS_H

#include "case/toml/value.h"

SM_CHECKED enum sm_status sm_list_paths(const struct sm_case_value *v,
                                        const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_texts(const struct sm_case_value *v,
                                        const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_numbers(const struct sm_case_value *v,
                                          const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_points(const struct sm_case_value *v,
                                         const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_rows(const struct sm_case_value *v,
                                       const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_rules(const struct sm_case_value *v,
                                        const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_classes(const struct sm_case_value *v,
                                          const struct sm_toml_node *node);

/* The rules that the key's words are. */
SM_CHECKED enum sm_status sm_list_default_rules(const struct sm_case_value *v);

#endif
