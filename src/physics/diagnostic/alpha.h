/* alpha.h - how readily the wind yields upwards: alpha1 / alpha2 of Sasaki's functional. */
#ifndef SM_PHYSICS_DIAGNOSTIC_ALPHA_H
#define SM_PHYSICS_DIAGNOSTIC_ALPHA_H

#include "case/case.h"
#include "domain/domain.h"

/* Pasquill's class by day from the short-wave radiation (W/m2), by night from the cloud (0 to 1),
 * and from the wind (m/s at 10 m), with the limits of WindNinja. */
enum sm_stability_class sm_stability_class_of(double short_wave, double cloud, double speed);

/* alpha1 / alpha2 of a class: from 5 (A, very unstable) over 1 (D, neutral) to 0.2 (F, stable),
 * after Homicz (2002), as in WindNinja. */
double sm_stability_alpha(enum sm_stability_class stability);

/* alpha1 / alpha2 at a time of the weather, as the case wants it: given; of a class, given or from
 * sun, cloud and wind; or from stability, 1 / phi(z / L) at 10 m, the factor by which
 * stratification changes vertical against horizontal mixing, mean over the stations. Errors:
 * ERR_CASE (no date or place for the sun). */
SM_CHECKED enum sm_status sm_alpha_find(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain, int time, double *alpha);

#endif
