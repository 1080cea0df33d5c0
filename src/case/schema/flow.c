/* case/schema/flow.c - keys of the flow solvers. */
#include "case/schema/keys.h"

#define BOUNDARY(field) .at = offsetof(struct sm_draft_boundary, field)
#define SCALAR(field) .at = offsetof(struct sm_case_scalar, field)
#define BODY(field) .at = offsetof(struct sm_case_flow_body, field)
#define SOURCE(field) .at = offsetof(struct sm_case_scalar_source, field)

static const struct sm_schema_key flow_keys[] = {
    {"viscosity", SM_KEY_NUMBER, AT(c.flow.viscosity), .unit = "m2/s", AT_LEAST(0),
     DEFAULT(1.46e-5), .meaning = "kinematic, of the air; 0: none"},
    {"advection", SM_KEY_WORD, AT(c.flow.advection),
     WORDS("central", "upwind", "weno", "donor-cell"),
     .meaning = "\"central\": second order, keeps energy; \"upwind\" and \"weno\": fifth order; "
                "\"donor-cell\": between central and upwind of first order, see gamma"},
    {"gamma", SM_KEY_NUMBER, AT(c.flow.gamma), WITHIN(0, 1), WORDS("stable"),
     .word_value = (double)NAN, OPTIONAL("\"stable\": as little as the time step needs"),
     .meaning = "of \"donor-cell\": 0 central, 1 upwind"},
    {"subgrid", SM_KEY_WORD, AT(c.flow.subgrid),
     WORDS("none", "smagorinsky", "vreman", "amd", "tke"), DEFAULT(SM_SUBGRID_VREMAN),
     .otherwise = "\"vreman\", or \"none\" with [flow.mac_sor]",
     .meaning = "what eddies smaller than the cells do: Smagorinsky (1963), Vreman (2004), "
                "anisotropic minimum dissipation (Rozema et al. 2015), or an equation for their "
                "energy (Deardorff 1980)"},
    {"subgrid_constant", SM_KEY_NUMBER, AT(c.flow.subgrid_constant), WITHIN(0, 1),
     OPTIONAL("the model's own"), .needs = "subgrid", .meaning = "of that model"},
    {"walls", SM_KEY_WORD, AT(c.flow.walls), WORDS("rough", "smooth", "no-slip"), DEFAULT(-1),
     .otherwise = "that of the bottom",
     .meaning = "how buildings and hills drag, as flow.boundary.wall of sides; rough ones have "
                "wind.zones.roughness, and the ground below columns that of [roughness]"},
    {"courant", SM_KEY_NUMBER, AT(c.flow.courant), INSIDE(0, 2), DEFAULT(0.9),
     .excludes = "time_step", .meaning = "number from which the time step follows"},
    {"time_step", SM_KEY_NUMBER, AT(c.flow.time_step), .unit = "s", ABOVE(0),
     OPTIONAL("see courant"), .meaning = "of all steps"},
    {"max_time_step", SM_KEY_NUMBER, AT(c.flow.max_time_step), .unit = "s", ABOVE(0),
     UNLESS(HUGE_VAL, "no limit"), .excludes = "time_step", .meaning = "no step is longer"},
    {"steady", SM_KEY_NUMBER, AT(c.flow.steady), .unit = "s-1", ABOVE(0),
     OPTIONAL("the run goes on to its end"),
     .meaning = "the run ends as soon as the wind changes nowhere by more than this part of the "
                "fastest wind in a second; unless it carries something, it is moved to where it "
                "seems to go: the way there is not one that air takes"},
    {"grid_sequencing", SM_KEY_INTEGER, AT(c.flow.grid_sequencing), WITHIN(0, 12), DEFAULT(0),
     .needs = "steady",
     .meaning = "so many coarser grids, each with cells twice as wide as the next, on which the "
                "flow becomes steady first: it goes on from there"},
    {"project_every_stage", SM_KEY_FLAG, AT(c.flow.project_every_stage), DEFAULT(0),
     .meaning = "make the wind of each stage of a time step free of divergence, not only the last"},
    {"divergence", SM_KEY_NUMBER, AT(c.flow.divergence), INSIDE(0, 1),
     OPTIONAL("1e-5 with --precision f32, 1e-10 with f64"),
     .meaning = "largest of any cell that is left: times the cell's width, over the fastest wind"},
    {"acceleration", SM_KEY_VECTOR, AT(c.flow.acceleration), .count = 3, .unit = "m/s2",
     WITHIN(-1000, 1000), DEFAULT(0),
     .meaning = "[x, y, z], drives the air everywhere, as a gradient of pressure does"},
    {"bulk_velocity", SM_KEY_VECTOR, AT(c.flow.bulk_velocity), .count = 2, .unit = "m/s",
     WITHIN(-1000, 1000), OPTIONAL("not kept"),
     .meaning = "[u, v], mean over all air, kept by such an acceleration"},
    {"coriolis", SM_KEY_NUMBER, AT(c.flow.coriolis), .unit = "s-1", WITHIN(-1, 1),
     WORDS("latitude"), .word_value = (double)NAN, DEFAULT(0),
     .meaning = "parameter; \"latitude\": of the place of the domain"},
    {"geostrophic", SM_KEY_VECTOR, AT(c.flow.geostrophic), .count = 2, .unit = "m/s",
     WITHIN(-200, 200), OPTIONAL("none"), .needs = "coriolis",
     .meaning = "[u, v] of the wind that the gradient of pressure would drive"},
    {"initial", SM_KEY_EXPRESSION, AT(c.flow.initial), .count = 3, .unit = "m/s",
     WITHIN(-1000, 1000),
     .otherwise = "the mass-consistent wind of the weather, or still air without weather",
     .meaning = "[u, v, w] of the wind at the start"},
    {"perturbation", SM_KEY_NUMBER, AT(c.flow.perturbation), .unit = "m/s", WITHIN(0, 100),
     DEFAULT(0), .meaning = "largest of the chance that is added to it"},
    {"sponge", SM_KEY_NUMBER, AT(c.flow.sponge), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "depth below the top in which waves are damped; 0: none"},
    {"sponge_rate", SM_KEY_NUMBER, AT(c.flow.sponge_rate), .unit = "s-1", ABOVE(0),
     OPTIONAL("five times the wind at the top over the sponge, at least 0.01"), .needs = "sponge",
     .meaning = "at which it damps at the top; sound takes about five times its speed over the "
                "sponge"},
    {"mean_from", SM_KEY_NUMBER, AT(c.flow.mean_from), .unit = "s", AT_LEAST(0), OPTIONAL("none"),
     .meaning = "means over time are taken from so long after the first wind that is written"},
    {"probes", SM_KEY_ROWS, AT(c.flow.probe), COUNT_AT(c.flow.probe_count), .count = 3,
     WORDS("m", "m", "m"), ANY, .otherwise = "none",
     .meaning = "points whose values of every step are written: x, y from the south-west corner of "
                "the domain, margin not included, and height above the ground"},
    {MAP_COORDINATES("probe_coordinates", AT(c.flow.probe_coordinates), "probes"),
     .needs = "probes"},
    {"series", SM_KEY_FLAG, AT(c.flow.series), DEFAULT(0),
     .meaning = "write means over all air, of every step: wind, kinetic energy, enstrophy, "
                "dissipation, and what keeps bulk_velocity"},
    {"checkpoint", SM_KEY_NUMBER, AT(c.flow.checkpoint), .unit = "s", ABOVE(0),
     OPTIONAL("only when the run is stopped"),
     .meaning = "time of the run between two checkpoints, from which it can go on"},
};

const struct sm_schema_table sm_table_flow = {
    "flow", "how the models \"incompressible\" and \"compressible\" compute the wind",
    KEYS(flow_keys), LINE(c.flow.line)};

static const struct sm_schema_key mac_sor_keys[] = {
    {"tau", SM_KEY_NUMBER, AT(mac_sor_tau), .low = 0, .low_open = true, .high = 1, DEFAULT(0.5),
     .meaning = "part of the longest stable time step"},
    {"omega", SM_KEY_NUMBER, AT(c.flow.omega), INSIDE(0, 2), WORDS("optimal"),
     .word_value = (double)NAN, DEFAULT(1.7),
     .meaning = "over-relaxation; \"optimal\": the best for the box without obstacles"},
    {"walls", SM_KEY_WORD, AT(c.flow.sor_walls), WORDS("ghost-cells", "coefficients"),
     .meaning = "pressure boundary condition at walls: \"ghost-cells\" copied before each "
                "iteration, as in the program of Niemeyer and Sung; \"coefficients\": zero "
                "coefficients at wall faces, which takes fewer iterations"},
    {"generic", SM_KEY_FLAG, AT(c.flow.sor_generic), DEFAULT(0),
     .meaning = "for comparison: a domain without obstacles too is swept by the kernel that knows "
                "them"},
    {"tolerance", SM_KEY_NUMBER, AT(c.flow.sor_tolerance), INSIDE(0, 1), DEFAULT(1e-3),
     .meaning = "residual at which it stops, relative to the pressure of the step before"},
    {"max_iterations", SM_KEY_INTEGER, AT(c.flow.sor_iterations), WITHIN(1, 100000000),
     DEFAULT(10000000), .otherwise = "10000000",
     .meaning = "in a step; then the run ends as not converged"},
};

const struct sm_schema_table sm_table_mac_sor = {
    "flow.mac_sor",
    "the scheme of Griebel et al. (1998) instead: steps of Euler, donor cells, red-black SOR; the "
    "table switches it on",
    KEYS(mac_sor_keys)};

static const struct sm_schema_key heat_keys[] = {
    {"temperature", SM_KEY_EXPRESSION, AT(c.flow.temperature), .unit = "K", WITHIN(1, 10000),
     .otherwise = "reference, everywhere", .meaning = "potential, of the air at the start"},
    {"reference", SM_KEY_NUMBER, AT(c.flow.reference), .unit = "K", WITHIN(1, 10000),
     OPTIONAL("weather.temperature"), .meaning = "of air that neither rises nor sinks"},
    {"expansion", SM_KEY_NUMBER, AT(c.flow.expansion), .unit = "K-1", AT_LEAST(0),
     OPTIONAL("1 / reference, that of a gas"),
     .meaning = "by how much a degree makes the air lighter"},
    {"gravity", SM_KEY_NUMBER, AT(c.flow.gravity), .unit = "m/s2", AT_LEAST(0), DEFAULT(9.81),
     .meaning = "downwards"},
    {"prandtl", SM_KEY_NUMBER, AT(c.flow.prandtl), ABOVE(0), DEFAULT(0.71),
     .meaning = "number of the air: viscosity over diffusivity of heat"},
    {"turbulent_prandtl", SM_KEY_NUMBER, AT(c.flow.turbulent_prandtl), ABOVE(0), DEFAULT(0.7),
     .meaning = "the same of eddies smaller than the cells"},
};

const struct sm_schema_table sm_table_heat = {
    "flow.heat", "warm air rises (Boussinesq); the table switches it on", KEYS(heat_keys)};

static const struct sm_schema_key boundary_keys[] = {
    {"at", SM_KEY_WORDS, BOUNDARY(at), WORDS("west", "east", "south", "north", "bottom", "top"),
     REQUIRED, .meaning = "which sides of the domain this is about"},
    {"kind", SM_KEY_WORD, BOUNDARY(kind),
     WORDS("weather", "periodic", "wall", "slip", "inflow", "outflow"), DEFAULT(-1),
     .otherwise = "\"wall\" of the bottom, \"slip\" of the top, else \"weather\"",
     .meaning = "\"weather\": the wind of the stations blows in and out; \"periodic\": what leaves "
                "comes in at the opposite side; \"slip\": a wall that drags nothing; \"inflow\": a "
                "velocity that is given, which may lead out somewhere; \"outflow\": air leaves by "
                "itself, and comes in from still air outside in the model \"compressible\""},
    {"wall", SM_KEY_WORD, BOUNDARY(law), WORDS("rough", "smooth", "no-slip"), DEFAULT(-1),
     .otherwise = "\"rough\", or \"no-slip\" with [flow.mac_sor]",
     .meaning = "how a wall drags: by the logarithmic law of its \"roughness\" or of a \"smooth\" "
                "wall, or \"no-slip\", resolved by the cells"},
    {"velocity", SM_KEY_EXPRESSION, BOUNDARY(boundary.velocity), .count = 3, .unit = "m/s",
     WITHIN(-1000, 1000), .otherwise = "a wall stands still; inflow has the wind of the weather",
     .meaning = "[u, v, w] of a wall, along it, or of the air that flows in"},
    {"roughness", SM_KEY_NUMBER, BOUNDARY(boundary.roughness), .unit = "m", INSIDE(0, 100),
     OPTIONAL("[roughness] of the bottom, else wind.zones.roughness"),
     .meaning = "length, of a rough wall"},
    {"temperature", SM_KEY_EXPRESSION, BOUNDARY(boundary.temperature), .unit = "K",
     WITHIN(1, 10000),
     .otherwise = "no heat goes through a wall; air that comes in has that of the start",
     .meaning = "potential, of a wall or of the air that comes in; of outflow, in the model "
                "\"compressible\""},
    {"heat_flux", SM_KEY_NUMBER, BOUNDARY(boundary.heat_flux), .unit = "K m/s", WITHIN(-100, 100),
     DEFAULT(0), .excludes = "temperature", .meaning = "kinematic, of a wall into the air"},
    {"turbulence", SM_KEY_EXPRESSION, BOUNDARY(boundary.turbulence), .unit = "1", WITHIN(0, 1),
     .otherwise = "none",
     .meaning = "of air that flows in: standard deviation of each component over the speed"},
    {"reynolds_stress", SM_KEY_EXPRESSION, BOUNDARY(boundary.stress), .count = SM_STRESSES,
     .unit = "m2/s2", WITHIN(-1e6, 1e6), .otherwise = "none", .excludes = "turbulence",
     .meaning = "of air that flows in, as measured: [uu, vv, ww, uv, uw, vw], variances and "
                "covariances of the components along x, y and z"},
    {"turbulence_length", SM_KEY_EXPRESSION, BOUNDARY(boundary.length), .count = 3, .least = 1,
     .unit = "m", ABOVE(0), .otherwise = "a tenth of the domain's height",
     .meaning = "of the eddies that flow in, along x, y and z; one stands for all"},
    {"recycle", SM_KEY_NUMBER, BOUNDARY(boundary.recycle), .unit = "m", ABOVE(0), OPTIONAL("none"),
     .excludes = "turbulence reynolds_stress",
     .meaning = "fluctuations that pass so far inside come in again with the mean wind"},
    {"mixture", SM_KEY_TEXT, BOUNDARY(boundary.mixture), .otherwise = "that of [flow.reaction]",
     .meaning = "of a gas that reacts and comes in: \"H2:2, O2:1, N2:3.76\""},
};

const struct sm_schema_table sm_table_boundary = {
    "flow.boundary", "what is at sides of the domain", KEYS(boundary_keys),
    LIST_OF(sm_draft_boundary, boundary, boundary.line)};

static const struct sm_schema_key body_keys[] = {
    {"name", SM_KEY_NAME, BODY(name), REQUIRED, .meaning = "in the file of forces"},
    {"from", SM_KEY_VECTOR, BODY(from), .count = 3, .unit = "m", ANY, REQUIRED,
     .meaning = "[x, y, z] of the low corner of the box: x, y from the south-west corner of the "
                "domain, margin not included, z above the ground at its middle"},
    {"to", SM_KEY_VECTOR, BODY(to), .count = 3, .unit = "m", ANY, REQUIRED,
     .meaning = "its high corner; its sides are moved to the nearest faces of cells"},
};

const struct sm_schema_table sm_table_body = {
    "flow.body", "a box in which the force of the air on what is solid is found, of every step",
    KEYS(body_keys), LIST_OF(sm_case_flow_body, c.flow.body, line)};

static const struct sm_schema_key scalar_keys[] = {
    {"name", SM_KEY_NAME, SCALAR(name), REQUIRED, .meaning = "in the outputs"},
    {"diffusivity", SM_KEY_NUMBER, SCALAR(diffusivity), .unit = "m2/s", AT_LEAST(0),
     DEFAULT(1.5e-5), .meaning = "of molecules"},
    {"turbulent_schmidt", SM_KEY_NUMBER, SCALAR(turbulent_schmidt), ABOVE(0), DEFAULT(0.7),
     .meaning = "viscosity over diffusivity of eddies smaller than the cells"},
    {"half_life", SM_KEY_NUMBER, SCALAR(half_life), .unit = "s", ABOVE(0),
     UNLESS(HUGE_VAL, "no decay"), .meaning = "of what decays"},
    {"deposition_velocity", SM_KEY_NUMBER, SCALAR(deposition), .unit = "m/s", WITHIN(0, 100),
     DEFAULT(0), .meaning = "with which it settles on ground, roofs and walls"},
    {"initial", SM_KEY_EXPRESSION, SCALAR(initial), .unit = "kg/m3", AT_LEAST(0), .otherwise = "0",
     .meaning = "at the start"},
    {"inflow", SM_KEY_NUMBER, SCALAR(inflow), .unit = "kg/m3", AT_LEAST(0), DEFAULT(0),
     .meaning = "of air that comes in"},
    {"background", SM_KEY_NUMBER, SCALAR(background), .unit = "1", WITHIN(0, 1),
     OPTIONAL("see initial and inflow"), .excludes = "initial inflow",
     .meaning = "both of them, as the share of all molecules, \"40 ppb\"; at the temperature and "
                "the pressure of [flow.chemistry], or of the weather and 1 atm"},
    {"molar_mass", SM_KEY_NUMBER, SCALAR(molar_mass), .unit = "g/mol", ABOVE(0),
     OPTIONAL("that of the mechanism's species, else of the formula that is its name"),
     .meaning = "of what reacts, or has a background"},
};

const struct sm_schema_table sm_table_scalar = {
    "flow.scalar", "what the air carries and does not feel: gas, smoke", KEYS(scalar_keys),
    LIST_OF(sm_case_scalar, c.flow.scalar, line)};

static const struct sm_schema_key scalar_source_keys[] = {
    {"from", SM_KEY_VECTOR, SOURCE(from), .count = 3, .unit = "m", ANY, REQUIRED,
     .meaning = "[x, y, z] of the low corner of a box: x, y from the south-west corner of the "
                "domain, margin not included, z above the ground"},
    {"to", SM_KEY_VECTOR, SOURCE(to), .count = 3, .unit = "m", ANY,
     OPTIONAL("from, so that it is a point"), .meaning = "its high corner"},
    {MAP_COORDINATES("coordinates", SOURCE(coordinates), "from and to")},
    {"rate", SM_KEY_NUMBER, SOURCE(rate), .unit = "kg/s", AT_LEAST(0), REQUIRED,
     .meaning = "of the whole box"},
    {"start", SM_KEY_NUMBER, SOURCE(start), .unit = "s", ANY,
     UNLESS(-HUGE_VAL, "the start of the run"),
     .meaning = "after the first wind that is written; below 0: in spin_up"},
    {"stop", SM_KEY_NUMBER, SOURCE(stop), .unit = "s", ANY, UNLESS(HUGE_VAL, "the end of the run"),
     .meaning = "the same of its end"},
};

const struct sm_schema_table sm_table_scalar_source = {
    "flow.scalar.source",
    "a box that releases it",
    KEYS(scalar_source_keys),
    .element_size = sizeof(struct sm_case_scalar_source),
    .at = offsetof(struct sm_case_scalar, source),
    .count_at = offsetof(struct sm_case_scalar, source_count),
    .line_at = offsetof(struct sm_case_scalar_source, line)};
