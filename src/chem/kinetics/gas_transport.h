/* gas_transport.h - thermodynamic and transport properties of a mechanism
 * (cell/compressible/mixture.h): heat capacities, and thermal conductivity and diffusion by the
 * kinetic theory of gases. */
#ifndef SM_CHEM_KINETICS_GAS_TRANSPORT_H
#define SM_CHEM_KINETICS_GAS_TRANSPORT_H

#include "base/context.h"
#include "cell/compressible/mixture.h"
#include "simoom/mechanism.h"

/* SM_MIXTURE_THERMO numbers of each species. Errors: ERR_DATA (a species has no thermodynamics, or
 * more than SM_MIXTURE_RANGES ranges). */
SM_CHECKED enum sm_status sm_mixture_thermo(struct sm_context *ctx, const struct sm_mechanism *m,
                                            double *out);

/* Of pure species: conductivity, W/(m K), and diffusivity of a pair at 1 Pa, m2/s, at a temperature
 * (K); the mechanism has transport data of all species. */
double sm_mixture_conductivity(const struct sm_mechanism *m, const double *thermo, int32_t k,
                               double T);
double sm_mixture_diffusivity(const struct sm_mechanism *m, int32_t k, int32_t other, double T);

/* Their polynomials of sm_mixture_tables, by least squares of the relative error from 200 to 4000
 * K; diffusion: [species][species][SM_MIXTURE_FIT], NULL: not wanted. Errors: ERR_DATA (a species
 * has no transport data). */
SM_CHECKED enum sm_status sm_mixture_transport(struct sm_context *ctx, const struct sm_mechanism *m,
                                               const double *thermo, double *conductivity,
                                               double *diffusion);

#endif
