/* receptors.h - where the receptors of a case stand. */
#ifndef SM_OUTPUT_RECEPTORS_H
#define SM_OUTPUT_RECEPTORS_H

#include "output/statistics.h"

/* Finds the receptors in the domain; freed with sm_free. Warns of those inside buildings. Errors:
 * ERR_CASE (a receptor outside the domain), ERR_DATA (no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_receptors_find(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            struct sm_receptor **out, int *count);

#endif
