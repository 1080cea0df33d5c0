/* case/schema/reference_doc.h - docs/case.md, made from the schema. */
#ifndef SM_CASE_SCHEMA_REFERENCE_DOC_H
#define SM_CASE_SCHEMA_REFERENCE_DOC_H

#include "base/text.h"

/* Adds the page, in Markdown. */
void sm_document_case(struct sm_text *out);

#endif
