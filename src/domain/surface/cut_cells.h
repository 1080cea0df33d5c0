/* domain/surface/cut_cells.h - cells that walls, roofs and slopes cut through. */
#ifndef SM_DOMAIN_SURFACE_CUT_CELLS_H
#define SM_DOMAIN_SURFACE_CUT_CELLS_H

#include "domain/domain.h"

/* Openings smaller than this share of a face are closed, closed parts smaller than it opened: they
 * carry nothing that the grid resolves, and coefficients that differ by orders of magnitude from
 * their neighbours' slow the solver down. */
#define SM_CUT_SLIVER 0.02f
/* The same for a flow, whose walls shall be smooth. */
#define SM_CUT_FINE_SLIVER 0.004f

/* Points per edge of a cell at which ground and roofs are sampled; and where friction asks how far
 * the wall is. */
enum { SM_CUT_SAMPLES = 8, SM_CUT_FINE = 64 };

/* Cut-cell solids: every face is open by the share of its area that lies above the ground (bilinear
 * between column centres) and outside buildings; sampled at `samples` points per cell, at most
 * SM_CUT_FINE, along x and y, exact in z. A cell without an open face is solid. Fills domain->cell,
 * which must be zero, domain->cut and cut_count. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cut_solids(struct sm_context *ctx, int samples,
                                        struct sm_domain *domain);

/* For a flow that goes through sides of the domain: the outermost cells at those sides of x and y
 * (bits of cell/open_faces.h) are air where half of their face there is open, else solid; between
 * them faces are open or closed. What is at the sides then knows no parts. */
void sm_cut_square_sides(unsigned sides, struct sm_domain *domain);

#endif
