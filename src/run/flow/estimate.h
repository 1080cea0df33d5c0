/* run/flow/estimate.h - how many time steps a flow will take. */
#ifndef SM_RUN_FLOW_ESTIMATE_H
#define SM_RUN_FLOW_ESTIMATE_H

#include "domain/domain.h"

/* All 0 where the case has no flow; steps is 0, and the speed NAN, where nothing tells how fast the
 * air will be. */
struct sm_flow_estimate {
  double speed; /* m/s, the largest that sides, begin, forces and weather tell of */
  double step;  /* s */
  double steps;
  double host_bytes; /* of the host, wherever the flow is computed */
};

/* Errors: ERR_CASE (an expression without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_estimate_steps(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_flow_estimate *out);

#endif
