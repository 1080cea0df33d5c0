/* domain/grid/top.h - height of the domain top. */
#ifndef SM_DOMAIN_GRID_TOP_H
#define SM_DOMAIN_GRID_TOP_H

#include "domain/domain.h"

/* Height of the domain top above the lowest ground (m), and why. Given by the case, or the highest
 * of highest ground + 4 sqrt(L (H - L / 100)), and + 2 H, for hills of height H and half-length L
 *   (domain/surface/terrain/orography.c): what a hill does to the wind reaches as far up as it is
 * wide, and matters the more the steeper it is, highest roof + 2 times the tallest building,
 * highest ground + 2 times the height that rotors of wind turbines reach, highest ground + 100 m;
 * never from the size of the cells. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_domain_top_find(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain, double *domain_top,
                                             enum sm_domain_top_reason *reason);

/* m above the domain top at which the potential of the wind is 0 when the air goes on above it: so
 * near the domain top it falls off as that of what lies below falls off in unbounded air. */
double sm_domain_top_zero_height(const struct sm_domain *domain);

const char *sm_domain_top_reason_text(enum sm_domain_top_reason reason);

/* Fails when the ground or a building reaches the domain top, with its name. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_domain_top_check(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain, double domain_top);

#endif
