/* chem/write/writer.h - what the writers of mechanisms share. */
#ifndef SM_CHEM_WRITE_WRITER_H
#define SM_CHEM_WRITE_WRITER_H

#include "base/text.h"
#include "simoom/mechanism.h"

/* A mechanism and its text so far. */
struct sm_mechanism_writer {
  const struct sm_mechanism *m;
  struct sm_text text;
};

/* The shortest number that reads back the same. */
void sm_writer_number(struct sm_text *text, double value);
/* The shortest number that is `value`, to the last bit or two, once it is multiplied by the unit
 * that it is read in. */
void sm_writer_number_in_unit(struct sm_text *text, double value, double unit);

double sm_writer_amount_of(const struct sm_amounts *list, int32_t index);

/* Refuses what neither form has words for: formulas, photolysis, fixed species, negative amounts
 * and sides without species. form: whose it is. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_writer_check(struct sm_context *ctx, const struct sm_mechanism *m,
                                          const char *form);
/* The refusal of a reaction. */
SM_CHECKED enum sm_status sm_writer_refuse(struct sm_context *ctx, const struct sm_reaction *r,
                                           const char *form, const char *what);

/* Writes the text to a file and frees it. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_writer_finish(struct sm_context *ctx, struct sm_text *text,
                                           const char *path);

#endif
