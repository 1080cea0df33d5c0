/* rose.h - a wind rose as the weather of a domain: one wind from every direction. */
#ifndef SM_DOMAIN_WEATHER_ROSE_H
#define SM_DOMAIN_WEATHER_ROSE_H

#include "domain/domain.h"

/* Fills domain->weather for a case with weather.rose: one station, whose wind holds everywhere, and
 * instead of times (which are NAN) the directions of the case, or else of the sectors in its file,
 * rising; and its climate. Needs the grid, terrain, z0 and convergence. Warns of wide gaps between
 * directions. Errors: ERR_CASE (a height that cannot be), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_rose_read(struct sm_context *ctx, const struct sm_case *c,
                                       struct sm_domain *domain);

#endif
