/* run/estimate/extent_check.h - whether what a case asks for lies in the air of its domain, and can
 * be written. */
#ifndef SM_RUN_ESTIMATE_EXTENT_CHECK_H
#define SM_RUN_ESTIMATE_EXTENT_CHECK_H

#include "case/case.h"
#include "domain/domain.h"

/* Fails where a source or a height of statistics has no air, a probe is not in it, nothing of a
 * body is solid, a flow has too few cells, or there is no GDAL to write maps with; warns of maps
 * without air. Errors: ERR_CASE, ERR_DATA. */
SM_CHECKED enum sm_status sm_run_check_extent(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain);

#endif
