/* cut.h - cells that walls, roofs and slopes cut through. */
#ifndef SM_DOMAIN_CUT_H
#define SM_DOMAIN_CUT_H

#include "domain/domain.h"

/* Openings smaller than this share of a face are closed, closed parts smaller than it opened: they
 * carry nothing that the grid resolves, and coefficients that differ by orders of magnitude from
 * their neighbours' slow the solver down. */
#define SM_CUT_SLIVER 0.02f

/* Points per edge of a cell at which ground and roofs are sampled. */
enum { SM_CUT_SAMPLES = 8 };

/* Cut-cell solids: every face is open by the share of its area that lies above the ground (bilinear
 * between column centres) and outside buildings; sampled at SM_CUT_SAMPLES points per cell along
 * x and y, exact in z. A cell without an open face is solid. Fills domain->cell, which must be
 * zero, domain->cut and cut_count. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cut_solids(struct sm_context *ctx, struct sm_domain *domain);

#endif
