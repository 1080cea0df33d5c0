/* check_reaction.h - what may be wrong with air that reacts. */
#ifndef SM_CASE_CHECK_REACTION_H
#define SM_CASE_CHECK_REACTION_H

#include "case/schema.h"
#include "case/value.h"

/* Problems go to the report. */
void sm_check_reaction(struct sm_reader *r, struct sm_toml_node *root,
                       const struct sm_draft *draft);

#endif
