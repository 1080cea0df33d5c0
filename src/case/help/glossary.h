/* case/help/glossary.h - glossary: terms with synonyms, related keys, commands and pages; source of
 * `simoom help WORD` and docs/glossary.md. */
#ifndef SM_CASE_HELP_GLOSSARY_H
#define SM_CASE_HELP_GLOSSARY_H

#include "base/text.h"

struct sm_glossary_term {
  const char *term, *synonyms; /* synonyms: "a, b" */
  const char *meaning;
  const char *keys, *commands, *pages; /* "a b"; pages: files in docs */
};
/* Terms of the field and of the program, and what is asked for and is not in simoom. */
extern const struct sm_glossary_term sm_glossary[], sm_glossary_program[], sm_glossary_absent[];
extern const size_t sm_glossary_count, sm_glossary_program_count, sm_glossary_absent_count;

/* The n-th of all terms; NULL after the last. */
const struct sm_glossary_term *sm_glossary_term_at(size_t n);

/* Quality of the match of a term with search words. Case, plurals and suffixes are ignored. */
enum sm_glossary_fit {
  SM_GLOSSARY_NO_FIT,
  SM_GLOSSARY_IN_MEANING, /* all words occur in the term, its synonyms or its meaning */
  SM_GLOSSARY_IN_NAMES,   /* all words occur in the term or its synonyms */
  SM_GLOSSARY_SYNONYM,    /* the words are a synonym */
  SM_GLOSSARY_TERM        /* the words are the term */
};
enum sm_glossary_fit sm_glossary_fit(const struct sm_glossary_term *term, const char *words);

/* Adds the best-matching terms, with a match of at least `least`. Returns their number. */
int sm_glossary_add_terms(const char *words, enum sm_glossary_fit least, struct sm_text *out);

/* Adds the keys whose name, values or meaning contain all the words. Returns their number. */
int sm_glossary_add_keys(const char *words, struct sm_text *out);

/* Adds docs/glossary.md, in Markdown. */
void sm_document_glossary(struct sm_text *out);

/* reference_doc.c: docs/case.md, generated from the schema. */

/* Adds the page, in Markdown. */
void sm_document_case(struct sm_text *out);

#endif
