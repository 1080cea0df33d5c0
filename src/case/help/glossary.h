/* case/help/glossary.h - terms of the field, with synonyms, and the keys, commands and pages of
 * the documentation that are about them: for `simoom help WORD` and docs/glossary.md. */
#ifndef SM_CASE_HELP_GLOSSARY_H
#define SM_CASE_HELP_GLOSSARY_H

#include "base/text.h"

struct sm_glossary_term {
  const char *term, *synonyms; /* synonyms: "a, b" */
  const char *meaning;
  const char *keys, *commands, *pages; /* "a b"; pages: files below docs */
};
extern const struct sm_glossary_term sm_glossary[];
extern const size_t sm_glossary_count;

/* How well a term fits words that somebody searches for. Case, plurals and endings do not count. */
enum sm_glossary_fit {
  SM_GLOSSARY_NO_FIT,
  SM_GLOSSARY_IN_MEANING, /* all words are in the term, its synonyms or its meaning */
  SM_GLOSSARY_IN_NAMES,   /* all are in the term or its synonyms */
  SM_GLOSSARY_SYNONYM,    /* they are one of the synonyms */
  SM_GLOSSARY_TERM        /* they are the term */
};
enum sm_glossary_fit sm_glossary_fit(const struct sm_glossary_term *term, const char *words);

/* Adds the terms that fit best, at least as well as `least`. Returns how many. */
int sm_glossary_add_terms(const char *words, enum sm_glossary_fit least, struct sm_text *out);

/* Adds the keys whose name, values or meaning have all the words. Returns how many. */
int sm_glossary_add_keys(const char *words, struct sm_text *out);

/* Adds docs/glossary.md, in Markdown. */
void sm_document_glossary(struct sm_text *out);

/* reference_doc.c: docs/case.md, made from the schema. */

/* Adds the page, in Markdown. */
void sm_document_case(struct sm_text *out);

#endif
