/* case_prisms.h - the prisms of a case. */
#ifndef SM_DOMAIN_MESH_CASE_PRISMS_H
#define SM_DOMAIN_MESH_CASE_PRISMS_H

#include "case/case.h"
#include "domain/mesh/prisms.h"

/* Reads or makes the mesh of a case, and puts its layers on it.
 * Errors: ERR_DATA (what is no mesh, with a triangle's number; no heights; a surface that is not
 * above the bottom), ERR_CASE (an expression without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_case_prisms_make(struct sm_context *ctx, const struct sm_case *c,
                                              struct sm_prisms **out);

#endif
