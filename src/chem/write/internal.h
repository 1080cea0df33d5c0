/* chem/write/internal.h - writers of reaction mechanisms: Cantera YAML and CHEMKIN. */
#ifndef SM_CHEM_WRITE_INTERNAL_H
#define SM_CHEM_WRITE_INTERNAL_H

#include "base/text.h"
#include "simoom/mechanism.h"

/* writer.c */

/* A mechanism and its output text. */
struct sm_mechanism_writer {
  const struct sm_mechanism *m;
  struct sm_text text;
};

/* Writes the shortest decimal that reads back exactly. */
void sm_writer_number(struct sm_text *text, double value);
/* Writes the shortest decimal that, multiplied by the unit on reading, gives `value` to within a
 * bit or two. */
void sm_writer_number_in_unit(struct sm_text *text, double value, double unit);

double sm_writer_amount_of(const struct sm_amounts *list, int32_t index);

/* Rejects features that neither format supports: formulas, photolysis, fixed species, negative
 * amounts and sides without species. form: format name. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_writer_check(struct sm_context *ctx, const struct sm_mechanism *m,
                                          const char *form);
/* Error for an unsupported reaction. */
SM_CHECKED enum sm_status sm_writer_refuse(struct sm_context *ctx, const struct sm_reaction *r,
                                           const char *form, const char *what);

/* Writes the text to a file and frees it. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_writer_finish(struct sm_context *ctx, struct sm_text *text,
                                           const char *path);

/* chemkin_data.c */

#define SM_CHEMKIN_FORM "CHEMKIN"

enum { SM_CHEMKIN_ATOMS = 5 }; /* maximum elements of a species */

/* Rejects elements, species and thermodynamic data that do not fit the columns. Errors:
 * ERR_DATA. */
SM_CHECKED enum sm_status sm_chemkin_write_check(struct sm_context *ctx,
                                                 const struct sm_mechanism *m);
/* True when species have thermodynamic data (all or none), and transport data (some). */
bool sm_chemkin_has_thermo(const struct sm_mechanism *m);
bool sm_chemkin_has_transport(const struct sm_mechanism *m);

/* Write the thermodynamic and transport files. *rounded: species with coefficients of more digits
 * than the columns hold. */
void sm_chemkin_write_thermo(struct sm_mechanism_writer *w, int32_t *rounded);
void sm_chemkin_write_transport(struct sm_mechanism_writer *w);

#endif
