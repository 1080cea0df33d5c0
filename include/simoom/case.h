/* case.h - case file: reads and checks the user's input.
 *
 * A case is TOML 1.0 (docs/case.md lists every key). It is constant after it is read and
 * checked. */
#ifndef SIMOOM_CASE_H
#define SIMOOM_CASE_H

#include "simoom/context.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_case;

/* Options of reading a case; members that are 0 or NULL take their defaults. */
struct sm_case_options {
  size_t size;            /* sizeof this struct, for compatibility with later versions */
  const char *const *set; /* "table.key=value" texts that replace or add keys; may be NULL */
  size_t set_count;
  const char *data; /* folder that replaces "$data" in paths; NULL: the environment variable
                       SIMOOM_DATA, else the key `data` of the case */
};

/* Reads and checks a case file. The message lists all problems (at most 20), one block each:
 *
 *   case.toml:14:1: error: unknown key 'domain.cellsize'
 *     14 | cellsize = "2 m"
 *          | ^~~~~~~~
 *   help: did you mean 'cell_size'?
 *
 * Of a folder it is the case.toml in it. Errors: ERR_CASE; ERR_DATA (only input files are missing);
 * ERR_IO (no such case file); ERR_USAGE (options without a size); ERR_MEMORY. options: NULL for the
 * defaults. */
SM_PUBLIC SM_CHECKED enum sm_status sm_case_load(struct sm_context *ctx, const char *path,
                                                 const struct sm_case_options *options,
                                                 struct sm_case **out);
SM_PUBLIC void sm_case_destroy(struct sm_case **c);

/* Name of the case: key `case.name`, else the name of its folder. */
SM_PUBLIC const char *sm_case_name(const struct sm_case *c);

/* Output file prefix: key output.prefix. */
SM_PUBLIC const char *sm_case_prefix(const struct sm_case *c);

/* Full text of the case file, followed by the texts of sm_case_options.set, one a line. */
SM_PUBLIC const char *sm_case_text(const struct sm_case *c);
SM_PUBLIC const char *sm_case_overrides(const struct sm_case *c);

/* Help on a key ("domain.cell_size"), a table ("domain"), or the list of tables (NULL): unit,
 * range, default, meaning. Other words ("emission", "boundary condition") are looked up in the
 * glossary and in the help of the keys. *out is freed with free(). Errors: ERR_USAGE (nothing
 * found; the message suggests the nearest key), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_case_help(struct sm_context *ctx, const char *key,
                                                 char **out);

#ifdef __cplusplus
}
#endif
#endif
