/* compare.c - results against measurements (docs/commands.md). */
#include "output/compare/internal.h"

#include "base/list.h"
#include <math.h>
#include <stdlib.h>

struct sm_compare_options sm_compare_options_default(void) {
  return (struct sm_compare_options){.reference = NAN, .hit_relative = 0.25, .hit_absolute = NAN};
}

static enum sm_status compare(struct sm_comparison *c, const char *const *path, size_t count) {
  SM_TRY(sm_measured_read(c->ctx, c->options->measured, &c->table));
  for (size_t p = 0; p < count; p++) SM_TRY(sm_comparison_add_file(c, path[p]));
  if (c->options->direction != NULL && c->options->directions != c->results)
    return sm_fail(c->ctx, SM_ERR_USAGE, "error: %zu directions are given for %zu results",
                   c->options->directions, c->results);
  SM_TRY(sm_comparison_make_pairs(c));
  return c->options->picture != NULL ? sm_comparison_draw(c) : SM_OK;
}

static enum sm_status print(const struct sm_comparison *c, int json, char **out) {
  SM_SCOPED_BY(sm_facts_free) struct sm_facts facts = {0};
  sm_facts_schema(&facts, "compare");
  sm_comparison_describe(c, &facts);
  *out = facts.failed ? NULL : json ? sm_facts_json(&facts, true) : sm_facts_print(&facts);
  return *out != NULL ? SM_OK : sm_fail(c->ctx, SM_ERR_MEMORY, "out of memory");
}

enum sm_status sm_compare_measured(struct sm_context *ctx, const char *const *path, size_t count,
                                   const struct sm_compare_options *options, int json, char **out) {
  struct sm_comparison c = {.ctx = ctx, .options = options};
  *out = NULL;
  enum sm_status status = compare(&c, path, count);
  if (status == SM_OK) status = print(&c, json, out);
  sm_measured_free(&c.table);
  free(c.result);
  SM_FREE_ALL(c.pair, c.computed, c.measured);
  return status;
}
