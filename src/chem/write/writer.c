/* Functions shared by the mechanism writers. */
#include "chem/write/internal.h"

#include "base/context.h"
#include "base/file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void sm_writer_number_in_unit(struct sm_text *text, double value, double unit) {
  const double allowed = unit == 1 ? 0 : 4e-16 * fabs(value); /* product is rounded */
  char digits[32];
  for (int precision = 6; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, value / unit);
    if (fabs(strtod(digits, NULL) * unit - value) <= allowed) break;
  }
  sm_text_add(text, "%s", digits);
}

void sm_writer_number(struct sm_text *text, double value) {
  sm_writer_number_in_unit(text, value, 1);
}

double sm_writer_amount_of(const struct sm_amounts *list, int32_t index) {
  for (int32_t i = 0; i < list->count; i++)
    if (list->list[i].index == index) return list->list[i].amount;
  return 0;
}

enum sm_status sm_writer_refuse(struct sm_context *ctx, const struct sm_reaction *r,
                                const char *form, const char *what) {
  return sm_fail(ctx, SM_ERR_DATA, "%s:%d: error: %s has no words for %s: %s", r->place.file,
                 (int)r->place.line, form, what, r->equation);
}

enum sm_status sm_writer_check(struct sm_context *ctx, const struct sm_mechanism *m,
                               const char *form) {
  for (int32_t i = 0; i < m->species_count; i++)
    if (m->species[i].fixed)
      return sm_fail(ctx, SM_ERR_DATA, "%s:%d: error: %s has no words for a fixed species: %s",
                     m->species[i].place.file, (int)m->species[i].place.line, form,
                     m->species[i].name);
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    const char *what = NULL;
    if (r->kind == SM_RATE_EXPRESSION) what = "a rate that is a formula";
    if (r->photolysis) what = "photolysis";
    if (r->reactants.count == 0 || r->products.count == 0) what = "a side without species";
    for (int32_t p = 0; p < r->products.count; p++)
      if (r->products.list[p].amount < 0) what = "negative amounts";
    if (what != NULL) return sm_writer_refuse(ctx, r, form, what);
  }
  return SM_OK;
}

enum sm_status sm_writer_finish(struct sm_context *ctx, struct sm_text *text, const char *path) {
  const enum sm_status status = text->failed
                                    ? sm_fail(ctx, SM_ERR_MEMORY, "%s: out of memory", path)
                                    : sm_file_write(ctx, path, sm_text_string(text), text->size);
  sm_text_free(text);
  return status;
}
