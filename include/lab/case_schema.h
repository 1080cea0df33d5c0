/* lab/case_schema.h - JSON Schema of case files, and the file names in a case: what the service of
 * `simoom serve` describes and checks. Not installed. */
#ifndef SIMOOM_LAB_CASE_SCHEMA_H
#define SIMOOM_LAB_CASE_SCHEMA_H

#include "simoom/context.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm_facts;

/* Adds the JSON Schema of a case (keywords of OpenAPI 3.0) to the open group (lab/facts.h): its
 * tables and keys with types, ranges, words, meanings. */
SM_PUBLIC void sm_case_add_schema(struct sm_facts *facts);

/* Calls `each` for every file name in the text of a case: the key, as "terrain.file", the name as
 * it is written, and the line. case.data, which names a folder, is one of them. Errors: ERR_CASE
 * (not TOML), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_case_list_files(struct sm_context *ctx, const char *text,
                                                       void (*each)(void *user, const char *key,
                                                                    const char *name, int line),
                                                       void *user);

#ifdef __cplusplus
}
#endif
#endif
