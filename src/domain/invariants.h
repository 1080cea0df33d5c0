/* domain/invariants.h - whether a domain keeps the promises of domain.h. */
#ifndef SM_DOMAIN_INVARIANTS_H
#define SM_DOMAIN_INVARIANTS_H

#include "domain/domain.h"

/* True when every invariant holds: rising axes, finite columns, both cells of a face agree on it,
 * side faces as promised, no open face in a solid, cut cells sorted, complete and consistent with
 * the bits, counts that are right, weather for every time. Else the message says what is wrong. */
bool sm_domain_is_valid(struct sm_context *ctx, const struct sm_domain *domain);

#endif
