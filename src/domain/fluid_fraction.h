/* domain/fluid_fraction.h - how much of a source, of a receptor or of a line lies in the air. */
#ifndef SM_DOMAIN_FLUID_FRACTION_H
#define SM_DOMAIN_FLUID_FRACTION_H

#include "domain/releases.h"

/* Share of a line, box, disk, sphere, path or part of the ground that lies in the air of the
 * domain, estimated with points about half a cell apart; 1 of all else. */
double sm_release_fluid_fraction(const struct sm_domain *domain, const struct sm_release *release);

/* The same of a box around a middle, x, y, z. */
double sm_box_fluid_fraction(const struct sm_domain *domain, const double middle[3],
                             const double size[3]);

/* The same of a straight line. */
double sm_line_fluid_fraction(const struct sm_domain *domain, const double from[3],
                              const double to[3]);

#endif
