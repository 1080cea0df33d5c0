/* lid.h - how high the domain is. */
#ifndef SM_DOMAIN_LID_H
#define SM_DOMAIN_LID_H

#include "domain/domain.h"

/* Height of the lid above the lowest ground (m), and why. Given by the case, or the highest of
 *   highest ground + 6 times the relief (a lid of a few hill heights squeezes the air over the
 *   summit: at 0.3 hill heights Askervein's speed-up falls from 0.5 to 0.1),
 *   highest roof + 2 times the tallest building,
 *   highest ground + 100 m;
 * never from the size of the cells. */
double sm_lid_height(const struct sm_case *c, const struct sm_domain *domain,
                     enum sm_lid_reason *reason);

const char *sm_lid_reason_text(enum sm_lid_reason reason);

/* Fails when the ground or a building reaches the lid, with its name. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_lid_check(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain, double lid);

#endif
