/* gas_transport.h - thermodynamic and transport properties of a mechanism
 * (cell/compressible/mixture.h): heat capacities, and thermal conductivity and diffusivity by
 * kinetic theory. */
#ifndef SM_CHEM_KINETICS_GAS_TRANSPORT_H
#define SM_CHEM_KINETICS_GAS_TRANSPORT_H

#include "base/context.h"
#include "cell/compressible/mixture.h"
#include "simoom/mechanism.h"

/* Fills SM_MIXTURE_THERMO numbers per species. Errors: ERR_DATA (a species without thermodynamics,
 * or with more than SM_MIXTURE_RANGES ranges). */
SM_CHECKED enum sm_status sm_mixture_thermo(struct sm_context *ctx, const struct sm_mechanism *m,
                                            double *out);

/* Conductivity of a pure species, W/(m K), and binary diffusivity at 1 Pa, m2/s, at a temperature
 * (K); all species must have transport data. */
double sm_mixture_conductivity(const struct sm_mechanism *m, const double *thermo, int32_t k,
                               double T);
double sm_mixture_diffusivity(const struct sm_mechanism *m, int32_t k, int32_t other, double T);

/* Polynomials of sm_mixture_tables, fitted by least squares of the relative error from 200 to 4000
 * K. diffusion: [species][species][SM_MIXTURE_FIT], may be NULL. Errors: ERR_DATA (a species
 * without transport data). */
SM_CHECKED enum sm_status sm_mixture_transport(struct sm_context *ctx, const struct sm_mechanism *m,
                                               const double *thermo, double *conductivity,
                                               double *diffusion);

#endif
