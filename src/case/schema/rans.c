/* case/schema/rans.c - keys of the steady Reynolds-averaged wind model. */
#include "case/schema/keys.h"

static const struct sm_schema_key rans_keys[] = {
    {"production", SM_KEY_WORD, AT(c.rans.production), WORDS("durbin", "kato-launder", "standard"),
     .meaning =
         "production of turbulence where the air stagnates: \"durbin\": limited by a "
         "realisable time scale (Durbin 1996); \"kato-launder\": by strain rate times "
         "vorticity (Kato and Launder 1993); \"standard\": not limited (Launder and Spalding "
         "1974)"},
    {"inflow_tke", SM_KEY_EXPRESSION, AT(c.rans.inflow_tke), .unit = "m2/s2", WITHIN(0, 10000),
     .otherwise = "in equilibrium with the wind profile (Richards and Hoxey 1993)",
     .meaning = "turbulent kinetic energy of the inflow; its dissipation is then its production, "
                "as in Tominaga et al. (2008)"},
    {"tolerance", SM_KEY_NUMBER, AT(c.rans.tolerance), INSIDE(0, 1), DEFAULT(0.001),
     .meaning = "estimated distance from the steady wind at which the iterations end: root mean "
                "square over the air cells, over the maximum velocity (docs/theory/rans.md)"},
    {"max_iterations", SM_KEY_INTEGER, AT(c.rans.max_iterations), WITHIN(1, 1000000), DEFAULT(3000),
     .meaning =
         "iterations of the wind, and of each scalar, after which a weather time ends as not "
         "converged"},
    {"scalar_tolerance", SM_KEY_NUMBER, AT(c.rans.scalar_tolerance), INSIDE(0, 1), DEFAULT(0.001),
     .meaning = "residual of a steady scalar at which its iterations end: sum of the imbalances of "
                "all cells over the emission and what decays and "
                "deposits of the inflow"},
    {"grid_sequencing", SM_KEY_INTEGER, AT(c.rans.grid_sequencing), WITHIN(0, 12), DEFAULT(12),
     .meaning =
         "largest number of coarser grids, each with twice the spacing of the next, on which "
         "the steady wind is sought first: as many as have a half of the cells along each "
         "axis, at least 16"},
};

const struct sm_schema_table sm_table_rans = {
    "rans", "steady Reynolds-averaged equations with the k-epsilon model, of model \"rans\"",
    KEYS(rans_keys), LINE(c.rans.line), ONLY_WITH(MODEL("rans"))};
