/* case/schema/flow.c - keys of the flow solvers. */
#include "case/schema/keys.h"

#define BOUNDARY(field) .at = offsetof(struct sm_draft_boundary, field)
#define SCALAR(field) .at = offsetof(struct sm_case_scalar, field)
#define BODY(field) .at = offsetof(struct sm_case_flow_body, field)

static const struct sm_schema_key flow_keys[] = {
    {"viscosity", SM_KEY_NUMBER, AT(c.flow.viscosity), .unit = "m2/s", AT_LEAST(0),
     DEFAULT(1.46e-5), ONLY_WITH(MODEL(FLOWS)),
     .meaning = "kinematic viscosity of the air; 0: inviscid"},
    {"advection", SM_KEY_WORD, AT(c.flow.advection),
     WORDS("central", "upwind", "weno", "donor-cell"), ONLY_WITH(MODEL("incompressible")),
     .meaning =
         "advection scheme: \"central\": second order, energy-conserving; \"upwind\" and \"weno\": "
         "fifth order; \"donor-cell\": between central and first-order upwind, see gamma"},
    {"gamma", SM_KEY_NUMBER, AT(c.flow.gamma), WITHIN(0, 1), WORDS("stable"),
     .word_value = (double)NAN, OPTIONAL("\"stable\": the least that is stable with the time step"),
     ONLY_WITH(MODEL("incompressible")),
     .meaning = "upwind weight of \"donor-cell\": 0 central, 1 upwind"},
    {"subgrid", SM_KEY_WORD, AT(c.flow.subgrid),
     WORDS("none", "smagorinsky", "vreman", "amd", "tke"), DEFAULT(SM_SUBGRID_VREMAN),
     .otherwise = "\"vreman\", or \"none\" with [flow.mac_sor]", ONLY_WITH(MODEL(FLOWS)),
     .meaning =
         "subgrid-scale model: Smagorinsky (1963), Vreman (2004), anisotropic minimum dissipation "
         "(Rozema et al. 2015), or a prognostic subgrid energy (Deardorff 1980)"},
    {"subgrid_constant", SM_KEY_NUMBER, AT(c.flow.subgrid_constant), WITHIN(0, 1),
     OPTIONAL("that of the model"), .needs = "subgrid",
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL), NONE_OF("subgrid", "none tke", NULL)),
     .meaning = "constant of the subgrid-scale model"},
    {"walls", SM_KEY_WORD, AT(c.flow.walls), WORDS("rough", "smooth", "no-slip"), DEFAULT(-1),
     .otherwise = "as at the bottom", ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "wall model of buildings and terrain, as flow.boundary.wall; roughness lengths are "
                "wind.zones.roughness and, on the ground, [roughness]"},
    {"courant", SM_KEY_NUMBER, AT(c.flow.courant), INSIDE(0, 2), DEFAULT(0.9),
     .excludes = "time_step",
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", "tau in [flow.mac_sor]")),
     .meaning = "CFL number of the time step"},
    {"time_step", SM_KEY_NUMBER, AT(c.flow.time_step), .unit = "s", ABOVE(0),
     OPTIONAL("see courant"), ONLY_WITH(MODEL(FLOWS)), .meaning = "fixed time step"},
    {"max_time_step", SM_KEY_NUMBER, AT(c.flow.max_time_step), .unit = "s", ABOVE(0),
     UNLESS(HUGE_VAL, "no limit"), .excludes = "time_step",
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL)), .meaning = "maximum time step"},
    {"steady", SM_KEY_NUMBER, AT(c.flow.steady), .unit = "s-1", ABOVE(0), OPTIONAL("no check"),
     ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "steady-state criterion: the run ends when the maximum velocity change per second "
                "is below this fraction of the maximum velocity; without scalars the approach is "
                "accelerated and not physical"},
    {"grid_sequencing", SM_KEY_INTEGER, AT(c.flow.grid_sequencing), WITHIN(0, 12), DEFAULT(0),
     .needs = "steady", ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "number of coarser grids, each with twice the spacing of the next, on which the "
                "flow first becomes steady"},
    {"project_every_stage", SM_KEY_FLAG, AT(c.flow.project_every_stage), DEFAULT(0),
     ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "pressure projection in every stage of a time step, not only the last"},
    {"pressure_solver", SM_KEY_WORD, AT(c.flow.pressure_solver),
     WORDS("auto", "direct", "multigrid"),
     ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL)),
     .meaning =
         "solver of the Poisson equation of the pressure: \"direct\": fast Fourier and cosine "
         "transforms along x and y, tridiagonal systems along z, on a CPU, for boxes "
         "without obstacles and with uniform horizontal cell widths; \"multigrid\": "
         "conjugate gradients with multigrid; \"auto\": direct where that can be, else "
         "multigrid"},
    {"divergence", SM_KEY_NUMBER, AT(c.flow.divergence), INSIDE(0, 1),
     OPTIONAL("1e-5 with --precision f32, 1e-10 with f64"),
     ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "maximum residual divergence of a cell times its width, over the maximum velocity"},
    {"acceleration", SM_KEY_VECTOR, AT(c.flow.acceleration), .count = 3, .unit = "m/s2",
     WITHIN(-1000, 1000), DEFAULT(0), ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.forward_euler", NULL)),
     .meaning = "[x, y, z] of a uniform body force, such as a pressure gradient"},
    {"bulk_velocity", SM_KEY_VECTOR, AT(c.flow.bulk_velocity), .count = 2, .unit = "m/s",
     WITHIN(-1000, 1000), OPTIONAL("not prescribed"),
     ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "[u, v], volume mean of the velocity, kept by a uniform body force"},
    {"coriolis", SM_KEY_NUMBER, AT(c.flow.coriolis), .unit = "s-1", WITHIN(-1, 1),
     WORDS("latitude"), .word_value = (double)NAN, DEFAULT(0),
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "Coriolis parameter; \"latitude\": from the place of the domain"},
    {"geostrophic", SM_KEY_VECTOR, AT(c.flow.geostrophic), .count = 2, .unit = "m/s",
     WITHIN(-200, 200), OPTIONAL("none"), .needs = "coriolis",
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL), WITHOUT("flow.forward_euler", NULL)),
     .meaning = "[u, v] of the geostrophic wind of the pressure gradient"},
    {"geostrophic_weather", SM_KEY_FLAG, AT(c.flow.geostrophic_weather), DEFAULT(0),
     .needs = "coriolis", .excludes = "geostrophic",
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL), WITHOUT("flow.forward_euler", NULL)),
     .meaning =
         "the geostrophic wind is the mean wind of the weather at the domain top, and follows "
         "it in time"},
    {"initial", SM_KEY_EXPRESSION, AT(c.flow.initial), .count = 3, .unit = "m/s",
     WITHIN(-1000, 1000),
     .otherwise = "the mass-consistent wind from the weather, or still air without weather",
     ONLY_WITH(MODEL(FLOWS)), .meaning = "[u, v, w] of the initial velocity"},
    {"perturbation", SM_KEY_NUMBER, AT(c.flow.perturbation), .unit = "m/s", WITHIN(0, 100),
     DEFAULT(0), ONLY_WITH(MODEL(FLOWS)),
     .meaning = "amplitude of the random initial perturbation"},
    {"sponge", SM_KEY_NUMBER, AT(c.flow.sponge), .unit = "m", AT_LEAST(0), DEFAULT(0),
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL), WITHOUT("flow.forward_euler", NULL)),
     .meaning = "depth of the absorbing layer below the domain top; 0: off"},
    {"sponge_rate", SM_KEY_NUMBER, AT(c.flow.sponge_rate), .unit = "s-1", ABOVE(0),
     OPTIONAL("five times the velocity at the top over the depth of the layer, at least 0.01"),
     .needs = "sponge", ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "damping rate at the domain top; for sound waves about five times the speed of "
                "sound over the depth"},
    {"inflow_turbulence", SM_KEY_WORD, AT(c.flow.inflow_turbulence), WORDS("none", "surface-layer"),
     DEFAULT(-1), .otherwise = "\"none\", or \"surface-layer\" without wind.duration",
     ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "turbulence of the inflow at sides that follow the weather and have none of their "
                "own: \"none\", or Reynolds stresses and lengths of a neutral surface layer with "
                "the friction velocity of the wind there (\"surface-layer\")"},
    {"nudging_width", SM_KEY_NUMBER, AT(c.flow.nudging_width), .unit = "m", AT_LEAST(0), DEFAULT(0),
     ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL), WITHOUT("flow.forward_euler", NULL)),
     .meaning = "width of the rim in which the flow relaxes towards the weather at the west, east, "
                "south and north sides that follow it; 0: off"},
    {"nudging_time", SM_KEY_NUMBER, AT(c.flow.nudging_time), .unit = "s", ABOVE(0), DEFAULT(60),
     .needs = "nudging_width", ONLY_WITH(MODEL(FLOWS), WITHOUT("flow.mac_sor", NULL)),
     .meaning = "relaxation time at the side; the rate falls linearly to 0 over the rim"},
    {"mean_from", SM_KEY_NUMBER, AT(c.flow.mean_from), .unit = "s", AT_LEAST(0),
     OPTIONAL("none, or 600 s without wind.duration"), ONLY_WITH(MODEL(FLOWS)),
     .meaning = "start of the time averages, after the first output"},
    {"probes", SM_KEY_ROWS, AT(c.flow.probe), COUNT_AT(c.flow.probe_count), .count = 3,
     WORDS("m", "m", "m"), ANY, IN_DOMAIN, IN_COORDINATES("probe_coordinates"), .otherwise = "none",
     ONLY_WITH(MODEL(FLOWS)),
     .meaning = "points with a record of every time step: x, y from the south-west corner of the "
                "domain without margin, and height above the ground"},
    {MAP_COORDINATES("probe_coordinates", AT(c.flow.probe_coordinates), "probes"),
     .needs = "probes", ONLY_WITH(MODEL(FLOWS))},
    {"series", SM_KEY_FLAG, AT(c.flow.series), DEFAULT(0), ONLY_WITH(MODEL(FLOWS)),
     .meaning =
         "volume means of every time step: wind, kinetic energy, enstrophy, viscous dissipation, "
         "and the body force of bulk_velocity"},
    {"checkpoint", SM_KEY_NUMBER, AT(c.flow.checkpoint), .unit = "s", ABOVE(0),
     OPTIONAL("only when the run is stopped"), ONLY_WITH(MODEL(FLOWS)),
     .meaning = "interval of checkpoints, from which a run can be resumed, in time of the run"},
};

const struct sm_schema_table sm_table_flow = {"flow",
                                              "settings of the models \"incompressible\" and "
                                              "\"compressible\"; scalars also of model \"rans\"",
                                              KEYS(flow_keys), LINE(c.flow.line),
                                              ONLY_WITH(MODEL(FLOWS " rans"))};

static const struct sm_schema_key mac_sor_keys[] = {
    {"tau", SM_KEY_NUMBER, AT(mac_sor_tau), .low = 0, .low_open = true, .high = 1, DEFAULT(0.5),
     .meaning = "fraction of the stable time step"},
    {"omega", SM_KEY_NUMBER, AT(c.flow.omega), INSIDE(0, 2), WORDS("optimal"),
     .word_value = (double)NAN, DEFAULT(1.7),
     .meaning = "over-relaxation factor; \"optimal\": that of the box without obstacles"},
    {"walls", SM_KEY_WORD, AT(c.flow.sor_walls), WORDS("ghost-cells", "coefficients"),
     .meaning = "pressure boundary condition at walls: \"ghost-cells\" copied before each "
                "iteration, as in the program of Niemeyer and Sung; \"coefficients\": zero "
                "coefficients at wall faces, which takes fewer iterations"},
    {"generic", SM_KEY_FLAG, AT(c.flow.sor_generic), DEFAULT(0),
     .meaning = "general kernel with obstacles also in a domain without them, for comparison"},
    {"tolerance", SM_KEY_NUMBER, AT(c.flow.sor_tolerance), INSIDE(0, 1), DEFAULT(1e-3),
     .meaning = "residual at convergence, relative to the pressure of the previous step"},
    {"max_iterations", SM_KEY_INTEGER, AT(c.flow.sor_iterations), WITHIN(1, 100000000),
     DEFAULT(10000000), .otherwise = "10000000",
     .meaning = "iterations of a step after which the run ends as not converged"},
};

const struct sm_schema_table sm_table_mac_sor = {
    "flow.mac_sor",
    "alternative scheme of model \"incompressible\", by Griebel et al. (1998): marker-and-cell "
    "grid, forward Euler, donor cells, red-black SOR; the table switches it on",
    KEYS(mac_sor_keys), ONLY_WITH(MODEL("incompressible"))};

static const struct sm_schema_key heat_keys[] = {
    {"temperature", SM_KEY_EXPRESSION, AT(c.flow.temperature), .unit = "K", WITHIN(1, 10000),
     .otherwise = "the reference", .meaning = "initial potential temperature"},
    {"reference", SM_KEY_NUMBER, AT(c.flow.reference), .unit = "K", WITHIN(1, 10000),
     OPTIONAL("weather.temperature"), .meaning = "reference temperature of neutral buoyancy"},
    {"expansion", SM_KEY_NUMBER, AT(c.flow.expansion), .unit = "K-1", AT_LEAST(0),
     OPTIONAL("1 / reference, an ideal gas"), .meaning = "thermal expansion coefficient"},
    {"pressure", SM_KEY_NUMBER, AT(c.flow.air_pressure), .unit = "Pa", ABOVE(0), DEFAULT(101325),
     .meaning = "pressure of the air, for its density, with which density of scalars is compared"},
    {"gravity", SM_KEY_NUMBER, AT(c.flow.gravity), .unit = "m/s2", AT_LEAST(0), DEFAULT(9.81),
     .meaning = "gravitational acceleration"},
    {"prandtl", SM_KEY_NUMBER, AT(c.flow.prandtl), ABOVE(0), DEFAULT(0.71),
     .meaning = "Prandtl number"},
    {"turbulent_prandtl", SM_KEY_NUMBER, AT(c.flow.turbulent_prandtl), ABOVE(0), DEFAULT(0.7),
     ONLY_WITH(SUBGRID), .meaning = "subgrid-scale Prandtl number"},
};

const struct sm_schema_table sm_table_heat = {
    "flow.heat", "temperature and buoyancy (Boussinesq approximation); the table switches them on",
    KEYS(heat_keys), ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL))};

static const struct sm_schema_key boundary_keys[] = {
    {"at", SM_KEY_WORDS, BOUNDARY(at), WORDS("west", "east", "south", "north", "bottom", "top"),
     REQUIRED, .meaning = "boundaries of the domain"},
    {"kind", SM_KEY_WORD, BOUNDARY(kind),
     WORDS("weather", "periodic", "wall", "slip", "inflow", "outflow"), DEFAULT(-1),
     .otherwise = "\"wall\" at the bottom, \"slip\" at the top without [weather.nest], else "
                  "\"weather\"",
     .meaning = "boundary condition: \"weather\": inflow and outflow with the wind from the "
                "weather; \"periodic\"; \"wall\"; \"slip\": no flux and no stress; \"inflow\": "
                "prescribed velocity (Dirichlet), which may point outwards; \"outflow\": zero "
                "gradient, with inflow of outside air at rest in the model \"compressible\""},
    {"wall", SM_KEY_WORD, BOUNDARY(law), WORDS("rough", "smooth", "no-slip"), DEFAULT(-1),
     .otherwise = "\"rough\", or \"no-slip\" with [flow.mac_sor]",
     .meaning = "wall model: logarithmic law with \"roughness\" (\"rough\") or of a \"smooth\" "
                "wall, or \"no-slip\", resolved by the grid"},
    {"velocity", SM_KEY_EXPRESSION, BOUNDARY(boundary.velocity), .count = 3, .unit = "m/s",
     WITHIN(-1000, 1000), .otherwise = "0 at a wall; at an inflow the wind from the weather",
     .meaning = "[u, v, w] of a wall, tangential, or of the inflow"},
    {"roughness", SM_KEY_NUMBER, BOUNDARY(boundary.roughness), .unit = "m", INSIDE(0, 100),
     OPTIONAL("[roughness] at the bottom, else wind.zones.roughness"),
     .meaning = "roughness length of a rough wall"},
    {"temperature", SM_KEY_EXPRESSION, BOUNDARY(boundary.temperature), .unit = "K",
     WITHIN(1, 10000), .otherwise = "adiabatic wall; inflow with the initial temperature",
     ONLY_WITH(WITHOUT("flow.forward_euler", NULL)),
     .meaning = "potential temperature of a wall or of the inflow; at an outflow, of entering air "
                "in the model \"compressible\""},
    {"heat_flux", SM_KEY_NUMBER, BOUNDARY(boundary.heat_flux), .unit = "K m/s", WITHIN(-100, 100),
     DEFAULT(0), .excludes = "temperature", ONLY_WITH(WITHOUT("flow.forward_euler", NULL)),
     .meaning = "kinematic heat flux from a wall into the air"},
    {"turbulence", SM_KEY_EXPRESSION, BOUNDARY(boundary.turbulence), .unit = "1", WITHIN(0, 1),
     .otherwise = "none", ONLY_WITH(WITHOUT("flow.mac_sor", NULL)),
     .meaning =
         "turbulence intensity of the inflow: standard deviation of each component over the speed"},
    {"reynolds_stress", SM_KEY_EXPRESSION, BOUNDARY(boundary.stress), .count = SM_STRESSES,
     .unit = "m2/s2", WITHIN(-1e6, 1e6), .otherwise = "none", .excludes = "turbulence",
     ONLY_WITH(WITHOUT("flow.mac_sor", NULL)),
     .meaning = "Reynolds stresses of the inflow: [uu, vv, ww, uv, uw, vw], variances and "
                "covariances along x, y and z"},
    {"turbulence_length", SM_KEY_EXPRESSION, BOUNDARY(boundary.length), .count = 3, .least = 1,
     .unit = "m", ABOVE(0), .otherwise = "a tenth of the height of the domain",
     ONLY_WITH(WITHOUT("flow.mac_sor", NULL)),
     .meaning = "integral length scales of the inflow turbulence along x, y and z, or one for all"},
    {"recycle", SM_KEY_NUMBER, BOUNDARY(boundary.recycle), .unit = "m", ABOVE(0), OPTIONAL("none"),
     .excludes = "turbulence reynolds_stress", ONLY_WITH(WITHOUT("flow.mac_sor", NULL)),
     .meaning = "distance to the recycling plane whose fluctuations are added to the mean inflow"},
    {"mixture", SM_KEY_TEXT, BOUNDARY(boundary.mixture), .otherwise = "that of [flow.reaction]",
     ONLY_WITH(GIVEN("flow.reaction", "[flow.reaction] switches it on")),
     .meaning = "composition of the inflow of a reacting flow: \"H2:2, O2:1, N2:3.76\""},
};

const struct sm_schema_table sm_table_boundary = {
    "flow.boundary", "boundary conditions of the flow", KEYS(boundary_keys),
    LIST_OF(sm_draft_boundary, boundary, boundary.line), ONLY_WITH(MODEL(FLOWS))};

static const struct sm_schema_key body_keys[] = {
    {"name", SM_KEY_NAME, BODY(name), REQUIRED, UNIQUE, .meaning = "name in the file of forces"},
    {"from", SM_KEY_VECTOR, BODY(from), .count = 3, .unit = "m", ANY, IN_DOMAIN, REQUIRED,
     .meaning = "[x, y, z] of the low corner of the box: x, y from the south-west corner of the "
                "domain without margin, z above the ground at its centre"},
    {"to", SM_KEY_VECTOR, BODY(to), .count = 3, .unit = "m", ANY, IN_DOMAIN, REQUIRED,
     .meaning = "[x, y, z] of the high corner; the box is fitted to cell faces"},
};

const struct sm_schema_table sm_table_body = {
    "flow.body", "box with a record of the force of the air on the solids inside, every time step",
    KEYS(body_keys), LIST_OF(sm_case_flow_body, c.flow.body, line),
    ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL))};

static const struct sm_schema_key scalar_keys[] = {
    {"name", SM_KEY_NAME, SCALAR(name), REQUIRED, UNIQUE, .meaning = "name in the outputs"},
    {"diffusivity", SM_KEY_NUMBER, SCALAR(diffusivity), .unit = "m2/s", AT_LEAST(0),
     DEFAULT(1.5e-5), .meaning = "molecular diffusivity"},
    {"turbulent_schmidt", SM_KEY_NUMBER, SCALAR(turbulent_schmidt), ABOVE(0), DEFAULT(0.7),
     ONLY_WITH(WITHOUT("flow.forward_euler", NULL), SUBGRID),
     .meaning =
         "Schmidt number of subgrid-scale eddies, or of the eddy viscosity of model \"rans\""},
    {"half_life", SM_KEY_NUMBER, SCALAR(half_life), .unit = "s", ABOVE(0),
     UNLESS(HUGE_VAL, "no decay"), .meaning = "half-life of exponential decay"},
    {"daughter", SM_KEY_TEXT, SCALAR(daughter_name), .otherwise = "none is followed",
     .needs = "half_life", ONLY_WITH(MODEL(FLOWS)),
     .meaning = "name of the scalar that forms by decay; at most 3 in a row"},
    {"branching_fraction", SM_KEY_NUMBER, SCALAR(branching), .unit = "1", ABOVE_TO(0, 1),
     DEFAULT(1), .needs = "daughter", ONLY_WITH(MODEL(FLOWS)),
     .meaning = "fraction of the decays that form the daughter; its mass also goes by the molar "
                "masses of both, if they are known"},
    {"deposition_velocity", SM_KEY_NUMBER, SCALAR(deposition), .unit = "m/s", WITHIN(0, 100),
     DEFAULT(0), .meaning = "dry deposition velocity on ground, roofs and walls"},
    SCAVENGING(SCALAR(scavenging), SCALAR(scavenging_exponent)),
    {"initial", SM_KEY_EXPRESSION, SCALAR(initial), .unit = "kg/m3", AT_LEAST(0), .otherwise = "0",
     ONLY_WITH(MODEL(FLOWS)), .meaning = "initial concentration"},
    {"inflow", SM_KEY_NUMBER, SCALAR(inflow), .unit = "kg/m3", AT_LEAST(0), DEFAULT(0),
     .meaning = "concentration of inflowing air"},
    {"background", SM_KEY_NUMBER, SCALAR(background), .unit = "1", WITHIN(0, 1),
     OPTIONAL("see initial and inflow"), .excludes = "initial inflow",
     .meaning = "initial and inflow concentration as a mole fraction, \"40 ppb\"; at the "
                "temperature and pressure of [flow.chemistry], or of the weather and 1 atm"},
    {"molar_mass", SM_KEY_NUMBER, SCALAR(molar_mass), .unit = "g/mol", ABOVE(0),
     OPTIONAL("from the mechanism, else from a name that is a formula"),
     .meaning = "molar mass, for reactions and background"},
    {"density", SM_KEY_NUMBER, SCALAR(density), .unit = "kg/m3", ABOVE(0),
     OPTIONAL("no effect on the air"),
     ONLY_WITH(MODEL("incompressible"), GIVEN("flow.heat", "a table [flow.heat]")),
     .meaning = "density of the pure gas at the temperature of its release, of which dense and "
                "light gases have buoyancy (Boussinesq approximation)"},
    {"temperature", SM_KEY_NUMBER, SCALAR(temperature), .unit = "K", WITHIN(1, 10000),
     OPTIONAL("that of the air"), .needs = "density",
     .meaning = "temperature at which the sources release the gas, which cools or warms the air"},
};

const struct sm_schema_table sm_table_scalar = {
    "flow.scalar", "passive scalar, such as a gas or smoke (Eulerian dispersion)",
    KEYS(scalar_keys), LIST_OF(sm_case_scalar, c.flow.scalar, line),
    ONLY_WITH(WITHOUT("flow.mac_sor", NULL))};

static const struct sm_schema_key scalar_source_keys[] = {
#include "case/source_keys.def"
};

const struct sm_schema_table sm_table_scalar_source = {
    "flow.scalar.source",
    "source of the scalar: place, shape, time and mass",
    KEYS(scalar_source_keys),
    .element_size = sizeof(struct sm_case_source),
    .at = offsetof(struct sm_case_scalar, source),
    .count_at = offsetof(struct sm_case_scalar, source_count),
    .line_at = offsetof(struct sm_case_source, line)};
