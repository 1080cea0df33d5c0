/* domain/grid/top.h - height of the domain top. */
#ifndef SM_DOMAIN_GRID_TOP_H
#define SM_DOMAIN_GRID_TOP_H

#include "domain/domain.h"

/* Finds the height of the domain top above the lowest ground (m) and the criterion that sets it. A
 * prescribed height is used as it is. Else the maximum of: highest ground + 4 sqrt(L (H - L / 100))
 * and + 2 H, for hills of height H and half-length L (domain/surface/terrain/orography.c; the
 * disturbance by a hill is as deep as it is wide and grows with its slope); highest roof + 2 times
 * the tallest building; highest ground + 2 times the height of the rotors of wind turbines; highest
 * ground + 100 m. It does not depend on the cell size. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_domain_top_find(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain, double *domain_top,
                                             enum sm_domain_top_reason *reason);

/* Height above the domain top (m) where the velocity potential is zero when the air continues above
 * the top. Near the top the potential then decays as in unbounded air. */
double sm_domain_top_zero_height(const struct sm_domain *domain);

const char *sm_domain_top_reason_text(enum sm_domain_top_reason reason);

/* Fails when the ground or a building (named) reaches the domain top. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_domain_top_check(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain, double domain_top);

#endif
