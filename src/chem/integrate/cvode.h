/* cvode.h - CVODE of SUNDIALS as one more integrator of reacting cells, where simoom was built with
 * it: A. C. Hindmarsh et al., ACM TOMS 31 (2005) 363. */
#ifndef SM_CHEM_INTEGRATE_CVODE_H
#define SM_CHEM_INTEGRATE_CVODE_H

#include "chem/batch/batch.h"

/* Whether simoom was built with it. */
bool sm_cvode_available(void);

/* One thread's solver of problems of so many unknowns. Errors: ERR_DATA (built without),
 * ERR_MEMORY.
 */
struct sm_cvode;
SM_CHECKED enum sm_status sm_cvode_create(struct sm_context *ctx,
                                          const struct sm_batch_problem *problem,
                                          struct sm_cvode **out);
void sm_cvode_destroy(struct sm_cvode **cvode);

/* Integrates the cell of rows of one by BDF with the dense Jacobian of the problem. */
void sm_cvode_run(struct sm_cvode *cvode, struct sm_batch_run *run);

#endif
