/* lab/metrics.h - statistical metrics of computed against measured values. Not installed.
 *
 * Definitions: Chang & Hanna, Meteorology and Atmospheric Physics 87 (2004) 167-196; hit rate: VDI
 * 3783 part 9. O is the measured (observed), P the computed (predicted) value, <> a mean. */
#ifndef SIMOOM_LAB_METRICS_H
#define SIMOOM_LAB_METRICS_H

#include "simoom/status.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Pairs of finite numbers. */
struct sm_pairs {
  const double *computed, *measured;
  size_t count;
};

/* All are NAN without pairs, and on division by zero. */

SM_PUBLIC double sm_metric_rmse(struct sm_pairs pairs);        /* <(P - O)^2>^(1/2) */
SM_PUBLIC double sm_metric_bias(struct sm_pairs pairs);        /* <P> - <O> */
SM_PUBLIC double sm_metric_correlation(struct sm_pairs pairs); /* Pearson correlation r */
SM_PUBLIC double sm_metric_fac2(struct sm_pairs pairs);        /* fraction with 1/2 <= P/O <= 2 */
SM_PUBLIC double sm_metric_fb(struct sm_pairs pairs);          /* 2 (<O> - <P>) / (<O> + <P>) */
SM_PUBLIC double sm_metric_nmse(struct sm_pairs pairs);        /* <(O - P)^2> / (<O> <P>) */
SM_PUBLIC double sm_metric_nad(struct sm_pairs pairs);         /* <|O - P|> / (<O> + <P>) */

/* Number and fraction of pairs with |P - O| <= relative |O| or |P - O| <= absolute. */
SM_PUBLIC double sm_metric_hits(struct sm_pairs pairs, double relative, double absolute);
SM_PUBLIC double sm_metric_hit_rate(struct sm_pairs pairs, double relative, double absolute);

/* exp<ln O/P> and exp<(ln O/P)^2>; values below the floor (> 0) are replaced by it. */
SM_PUBLIC double sm_metric_mg(struct sm_pairs pairs, double floor);
SM_PUBLIC double sm_metric_vg(struct sm_pairs pairs, double floor);

#ifdef __cplusplus
}
#endif
#endif
