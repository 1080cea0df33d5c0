/* case.h - case file: the user's input, read and checked.
 *
 * A case is TOML 1.0 (docs/case.md lists every key). It is read as a whole, checked as a whole,
 * and never changed afterwards. */
#ifndef SIMOOM_CASE_H
#define SIMOOM_CASE_H

#include "simoom/context.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_case;

/* A member that is 0 or NULL has its default. */
struct sm_case_options {
  size_t size;            /* of this struct, so that later versions can add to it */
  const char *const *set; /* "table.key=value" texts that replace or add keys; may be NULL */
  size_t set_count;
  const char *data; /* folder that "$data" in a path stands for; NULL: the environment variable
                       SIMOOM_DATA, else the case's own `data` key */
};

/* Reads and checks a case file. All problems (at most 20) are in the message, one block each,
 *   case.toml:14:1: error: unknown key 'domain.cellsize'
 *      14 | cellsize = "2 m"
 *         | ^~~~~~~~
 *   help: did you mean 'cell_size'?
 * Errors: ERR_CASE; ERR_DATA (all that is wrong is that files are missing); ERR_IO (no such
 * case file); ERR_USAGE (options without a size); ERR_MEMORY. options: NULL: defaults. */
SM_PUBLIC SM_CHECKED enum sm_status sm_case_load(struct sm_context *ctx, const char *path,
                                                 const struct sm_case_options *options,
                                                 struct sm_case **out);
SM_PUBLIC void sm_case_destroy(struct sm_case **c);

/* Name of the case: key `case.name`, else the name of its folder. */
SM_PUBLIC const char *sm_case_name(const struct sm_case *c);

/* With what the names of its files begin: output.prefix. */
SM_PUBLIC const char *sm_case_prefix(const struct sm_case *c);

/* The whole text of its file, and the texts of sm_case_options.set, a line each. */
SM_PUBLIC const char *sm_case_text(const struct sm_case *c);
SM_PUBLIC const char *sm_case_overrides(const struct sm_case *c);

/* Help on a key ("domain.cell_size"), a table ("domain"), or the list of tables (NULL): unit,
 * range, default, meaning. Other words are searched for in the glossary ("emission", "boundary
 * condition") and in the explanations of keys. *out is freed with free(). Errors: ERR_USAGE
 * (nothing found; the message suggests the nearest key), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_case_help(struct sm_context *ctx, const char *key,
                                                 char **out);

#ifdef __cplusplus
}
#endif
#endif
