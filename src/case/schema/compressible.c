/* case/schema/compressible.c - keys of the compressible solver. */
#include "case/schema/keys.h"

#define FROM_TEMPERATURE "temperature in [flow.reaction], from which the density follows"

static const struct sm_schema_key compressible_keys[] = {
    {"flux", SM_KEY_WORD, AT(c.flow.compressible.flux), WORDS("hllc", "slau2", "kurganov-tadmor"),
     ONLY_WITH(WITHOUT("flow.forward_euler", NULL)),
     .meaning = "flux scheme: \"hllc\" (Toro et al. 1994) with the velocity reconstruction of "
                "Thornber et al. (2008), \"slau2\" (Kitamura and Shima 2013), or the central "
                "scheme of Kurganov and Tadmor (2000), which is dissipative at low Mach numbers"},
    {"integrator", SM_KEY_WORD, AT(c.flow.compressible.integrator), WORDS("rk3", "rk2", "euler"),
     ONLY_WITH(WITHOUT("flow.forward_euler", NULL)),
     .meaning = "time integration: strong-stability-preserving Runge-Kutta (Shu and Osher 1988), "
                "or forward \"euler\", with which sound waves grow"},
    {"limiter", SM_KEY_NUMBER, AT(c.flow.compressible.limiter), WITHIN(1, 2), DEFAULT(1.4),
     .meaning = "parameter theta of the slope limiter: 1 is the most dissipative"},
    {"background", SM_KEY_WORD, AT(c.flow.compressible.background),
     WORDS("neutral", "isothermal", "stratified", "none"),
     ONLY_WITH(WITHOUT("flow.forward_euler", NULL)),
     .meaning = "hydrostatic background state, from which deviations are computed: uniform "
                "potential temperature, uniform temperature, uniform stability, or \"none\", with "
                "which air at rest does not stay at rest"},
    {"stability", SM_KEY_NUMBER, AT(c.flow.compressible.stability), .unit = "s-1", INSIDE(0, 1),
     OPTIONAL("required with \"stratified\""), .needs = "background",
     ONLY_WITH(ONE_OF("background", "stratified")),
     .meaning = "Brunt-Vaisala frequency of the background \"stratified\"; the potential "
                "temperature grows with exp(stability^2 z / gravity)"},
    {"temperature", SM_KEY_NUMBER, AT(c.flow.compressible.temperature), .unit = "K", ABOVE(0),
     OPTIONAL("weather.temperature"), .meaning = "background temperature at the lowest ground"},
    {"pressure", SM_KEY_NUMBER, AT(c.flow.compressible.pressure), .unit = "Pa", ABOVE(0),
     DEFAULT(101325),
     .meaning = "background pressure at the lowest ground; reference of potential temperatures"},
    {"gravity", SM_KEY_NUMBER, AT(c.flow.compressible.gravity), .unit = "m/s2", AT_LEAST(0),
     DEFAULT(9.81), .meaning = "gravitational acceleration"},
    {"potential_temperature", SM_KEY_EXPRESSION, AT(c.flow.compressible.potential), .unit = "K",
     WITHIN(1e-6, 1e6), .otherwise = "that of the background", .excludes = "density",
     ONLY_WITH(WITHOUT("flow.reaction", FROM_TEMPERATURE)),
     .meaning = "initial potential temperature"},
    {"density", SM_KEY_EXPRESSION, AT(c.flow.compressible.density), .unit = "kg/m3", ANY,
     .otherwise = "that of the background", ONLY_WITH(WITHOUT("flow.reaction", FROM_TEMPERATURE)),
     .meaning = "initial density"},
    {"initial_pressure", SM_KEY_EXPRESSION, AT(c.flow.compressible.initial_pressure), .unit = "Pa",
     ANY, .otherwise = "that of the background", .meaning = "initial pressure"},
    {"prandtl", SM_KEY_NUMBER, AT(c.flow.compressible.prandtl), ABOVE(0), DEFAULT(0.71),
     ONLY_WITH(WITHOUT("flow.forward_euler", NULL)), .meaning = "Prandtl number"},
    {"turbulent_prandtl", SM_KEY_NUMBER, AT(c.flow.compressible.turbulent_prandtl), ABOVE(0),
     DEFAULT(0.7), ONLY_WITH(WITHOUT("flow.forward_euler", NULL), SUBGRID),
     .meaning = "subgrid-scale Prandtl number"},
};

const struct sm_schema_table sm_table_compressible = {
    "flow.compressible", "settings of model \"compressible\"", KEYS(compressible_keys),
    LINE(c.flow.compressible.line), ONLY_WITH(MODEL("compressible"))};

static const struct sm_schema_key forward_euler_keys[] = {
    {"solids", SM_KEY_WORD, AT(forward_euler_solids), WORDS("zero-velocity", "no-flux"),
     .meaning =
         "treatment of solid cells: \"zero-velocity\": the velocity in them is set to 0 after "
         "every step, as published, and air leaks through them; \"no-flux\": no flux through "
         "their faces"},
    {"gravity_work", SM_KEY_FLAG, AT(forward_euler_work), DEFAULT(0),
     .meaning = "work of gravity in the energy equation, which the published equations leave out"},
};

const struct sm_schema_table sm_table_forward_euler = {
    "flow.forward_euler",
    "alternative scheme of model \"compressible\", as published by Arkhipov: forward Euler in "
    "time, "
    "central flux of Kurganov and Tadmor, no background; the table switches it on",
    KEYS(forward_euler_keys), ONLY_WITH(MODEL("compressible"))};
