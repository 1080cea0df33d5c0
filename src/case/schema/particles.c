/* case/schema/particles.c - keys of particles: motion, turbulent dispersion, outputs. */
#include "case/schema/keys.h"

#define RECEPTOR(field) .at = offsetof(struct sm_draft_particle_receptor, field)
#define LINE_OF_SIGHT(field) .at = offsetof(struct sm_draft_line_of_sight, field)

static const struct sm_schema_key particle_keys[] = {
    {"duration", SM_KEY_NUMBER, AT(c.particles.duration), .unit = "s", ABOVE(0),
     OPTIONAL("until the last wind"),
     .meaning = "duration from the first wind; the last wind persists"},
    {"step", SM_KEY_NUMBER, AT(c.particles.step), .unit = "s", ABOVE(0), WORDS("auto"),
     .word_value = (double)NAN, OPTIONAL("\"auto\": from the cells and the wind"),
     .meaning = "time step"},
    {"scheme", SM_KEY_WORD, AT(c.particles.scheme),
     WORDS("semi-implicit", "euler", "midpoint", "etd2", "etd4"), DEFAULT(2),
     .meaning = "time integration: \"midpoint\" and \"etd2\": exponential, second order, with one "
                "and two winds a step; \"etd4\": exponential, fourth order in a smooth steady wind "
                "(\"bspline\" or the vortex), with four winds a step; \"euler\": exponential, "
                "first order; \"semi-implicit\": "
                "Euler, as Miglio et al. (2016), with steps below twice the relaxation time; in "
                "turbulence \"euler\", \"midpoint\" and \"etd2\" are the same"},
    {"interpolation", SM_KEY_WORD, AT(c.particles.interpolation),
     WORDS("faces", "trilinear", "bspline"), ONLY_WITH(NONE_OF("wind.model", "vortex", NULL)),
     .meaning = "spatial interpolation of the wind: linear between the \"faces\" of a cell, "
                "divergence-free and never into walls; \"trilinear\" between cell centres; cubic "
                "\"bspline\""},
    {"precision", SM_KEY_WORD, AT(c.particles.precision), WORDS("f32", "f64"),
     .meaning =
         "floating-point precision of positions, velocities and drag, 32 or 64 bits; that of "
         "the wind is the option --precision, and particles take it at faces and cell "
         "centres in 32 bits. Turbulent velocities are in 32 bits"},
    {"turbulence", SM_KEY_FLAG, AT(c.particles.turbulence), DEFAULT(0),
     .otherwise = "true where [turbulence] has a model",
     .meaning = "turbulent dispersion with the turbulence of [turbulence] (Langevin equation of "
                "Thomson 1987)"},
    {"mixing_height", SM_KEY_NUMBER, AT(c.particles.mixing_height), .unit = "m", ABOVE(0),
     UNLESS(0, "no lid"),
     .meaning = "mixing height (depth of the boundary layer) above the ground: a lid that reflects "
                "particles from below and from above; grains may settle through it. The "
                "turbulence below is that of [turbulence]"},
    {"entrainment", SM_KEY_NUMBER, AT(c.particles.entrainment), WITHIN(0, 1), DEFAULT(0),
     .needs = "mixing_height",
     .meaning = "fraction of the particles that pass the mixing height where they meet it"},
    {"structure_constant", SM_KEY_NUMBER, AT(c.particles.structure), WITHIN(1, 10),
     OPTIONAL("2 s^4, with s = turbulence.sigma_up: 5.7 for 1.3"),
     ONLY_WITH(ONE_OF("turbulence.model", "local")),
     .meaning = "Kolmogorov constant C0 of the structure function: larger values give shorter "
                "Lagrangian time scales; by default the eddy diffusivity of gas above flat ground "
                "is that of momentum"},
    {"drag", SM_KEY_WORD, AT(c.particles.drag), WORDS("stokes", "schiller-naumann"), DEFAULT(1),
     .meaning = "drag law of particles with inertia"},
    {"hindered_settling", SM_KEY_WORD, AT(c.particles.hindered), WORDS("none", "di-felice"),
     .meaning = "drag and weight of grains in a suspension, by the volume fraction of grains in "
                "their cell: \"di-felice\" (1994)"},
    {"coupling", SM_KEY_WORD, AT(particle_coupling), WORDS("one-way", "two-way"),
     .meaning =
         "momentum exchange with the air of an incompressible flow: \"two-way\": the drag of "
         "grains is given back to the air as a body force; each time step of the flow is "
         "followed by steps of the particles"},
    {"air_density", SM_KEY_NUMBER, AT(c.particles.air_density), .unit = "kg/m3", WITHIN(1e-6, 1e4),
     DEFAULT(1.225), .meaning = "air density in the drag law"},
    {"air_viscosity", SM_KEY_NUMBER, AT(c.particles.air_viscosity), .unit = "Pa s",
     WITHIN(1e-9, 1e3), DEFAULT(1.78e-5), .meaning = "dynamic viscosity of the air"},
    {"mean_free_path", SM_KEY_NUMBER, AT(c.particles.free_path), .unit = "m", AT_LEAST(0),
     DEFAULT(6.6e-8),
     .meaning = "mean free path of air molecules, for the slip correction; 0: none"},
    {"gravity", SM_KEY_NUMBER, AT(c.particles.gravity), .unit = "m/s2", WITHIN(0, 1e4),
     DEFAULT(9.81), .meaning = "gravitational acceleration"},
    {"lateral_boundary", SM_KEY_WORD, AT(c.particles.lateral_boundary),
     WORDS("delete", "periodic", "reflect", "deposit", "reset"),
     .meaning = "boundary condition at the sides of the domain: removal, periodic, reflection, "
                "deposition, or a restart at the source"},
    {"top", SM_KEY_WORD, AT(particle_top), WORDS("delete", "reflect", "reset"),
     .meaning = "boundary condition at the domain top"},
    {"ground", SM_KEY_WORD, AT(c.particles.ground), WORDS("reflect", "deposit", "reset"),
     .meaning = "boundary condition at the ground and roofs (upward faces); with reflection, "
                "species with a deposition_velocity lose part of their mass: where this key is "
                "absent, all with a diameter do"},
    {"walls", SM_KEY_WORD, AT(c.particles.walls), WORDS("reflect", "deposit", "reset"),
     .meaning = "boundary condition at all other faces of solids"},
    {"restitution", SM_KEY_NUMBER, AT(c.particles.restitution), WITHIN(0, 1), DEFAULT(1),
     .meaning = "fraction of the normal velocity after reflection"},
    {"friction", SM_KEY_NUMBER, AT(c.particles.friction), WITHIN(0, 1), DEFAULT(1),
     .meaning = "fraction of the tangential velocity after reflection"},
    {"direction", SM_KEY_WORD, AT(particle_direction), WORDS("forward", "backward"),
     .meaning = "\"backward\": against time from the end of the run, from receptors to sources"},
    {"seed", SM_KEY_NUMBER, AT(c.particles.seed), WITHIN(0, 9007199254740992), DEFAULT(0), WHOLE,
     .meaning = "seed of the random numbers, a whole number: the same seed gives the same result"},
    {"snapshots", SM_KEY_NUMBER, AT(c.particles.interval), .unit = "s", ABOVE(0), OPTIONAL("none"),
     .meaning = "interval of files of all particles"},
    {"trajectories", SM_KEY_NUMBER, AT(c.particles.trajectories), WITHIN(0, 1e9), DEFAULT(0), WHOLE,
     .meaning = "number of particles with trajectory output, evenly sampled from all"},
    {"trajectory_step", SM_KEY_NUMBER, AT(c.particles.trajectory_step), .unit = "s", ABOVE(0),
     DEFAULT(1), .needs = "trajectories", .meaning = "interval between two points of a trajectory"},
    {"checkpoint", SM_KEY_NUMBER, AT(c.particles.checkpoint), .unit = "s", ABOVE(0),
     OPTIONAL("only when the run is stopped"),
     .meaning = "interval of checkpoints, from which a run can be resumed, in time of the run"},
};

const struct sm_schema_table sm_table_particles = {
    "particles", "Lagrangian dispersion of particles: gas, smoke, dust", KEYS(particle_keys),
    LINE(c.particles.line)};

static const struct sm_schema_key collision_keys[] = {
    {"model", SM_KEY_WORD, AT(c.particles.collisions.model), WORDS("dsmc", "contact"),
     .meaning =
         "\"dsmc\": stochastic pairs of parcels (direct simulation Monte Carlo); \"contact\": "
         "particles are single grains, which collide where they meet"},
    {"restitution", SM_KEY_NUMBER, AT(c.particles.collisions.restitution), WITHIN(0, 1),
     DEFAULT(0.9),
     .meaning = "coefficient of normal restitution of two grains: relative normal velocity after a "
                "collision over that before it"},
    {"friction", SM_KEY_NUMBER, AT(c.particles.collisions.friction), WITHIN(0, 10), DEFAULT(0),
     .meaning = "coefficient of Coulomb friction of two grains; their spin is not kept"},
};

const struct sm_schema_table sm_table_collisions = {
    "particles.collisions",
    "particle-particle collisions: hard spheres, as stochastic pairs of parcels or single grains; "
    "without this table particles do not collide",
    KEYS(collision_keys), LINE(c.particles.collisions.line)};

static const struct sm_schema_key concentration_keys[] = {
    {"cell_size", SM_KEY_EXTENT, AT(c.particles.concentration.cell_size), .count = 3, .unit = "m",
     ABOVE(0), OPTIONAL("the cells of the domain"), .meaning = "size of the sampling boxes"},
    {"origin", SM_KEY_VECTOR, AT(c.particles.concentration.origin), .count = 2, .unit = "m", ANY,
     IN_DOMAIN, OPTIONAL("the whole domain"), .needs = "size",
     .meaning = "[x, y] of the south-west corner of the sampling grid, from that of the domain "
                "without margin"},
    {"size", SM_KEY_EXTENT, AT(c.particles.concentration.size), .count = 2, .unit = "m", ABOVE(0),
     OPTIONAL("the whole domain"), .needs = "origin", .meaning = "extent of the sampling grid"},
    {"height", SM_KEY_NUMBER, AT(c.particles.concentration.height), .unit = "m", ABOVE(0),
     OPTIONAL("up to the domain top"),
     .meaning = "height of the sampling grid above the lowest ground"},
    {"interval", SM_KEY_NUMBER, AT(c.particles.concentration.interval), .unit = "s", ABOVE(0),
     OPTIONAL("the whole run"), .meaning = "averaging and output interval"},
    {"sample", SM_KEY_NUMBER, AT(c.particles.concentration.sample), .unit = "s", ABOVE(0),
     WORDS("auto"), .word_value = (double)NAN, OPTIONAL("\"auto\": from the boxes and the wind"),
     .meaning = "sampling interval"},
    {"thresholds", SM_KEY_LIST, AT(c.particles.concentration.thresholds),
     COUNT_AT(c.particles.concentration.threshold_count), .unit = "kg/m3", ABOVE(0),
     .otherwise = "none", .meaning = "concentration thresholds for arrival times and areas"},
};

const struct sm_schema_table sm_table_concentration = {
    "particles.concentration", "sampling grid of concentration: mass in boxes, averaged over time",
    KEYS(concentration_keys), LINE(c.particles.concentration.line)};

static const struct sm_schema_key receptor_keys[] = {
    {"name", SM_KEY_TEXT, RECEPTOR(receptor.name), .otherwise = "\"receptor 1\" and so on", UNIQUE,
     .meaning = "name in the outputs"},
    {POSITION(RECEPTOR, place), IN_DOMAIN},
    {LATITUDE(RECEPTOR, place), IN_DOMAIN},
    {LONGITUDE(RECEPTOR, place)},
    {EASTING(RECEPTOR, place), IN_DOMAIN},
    {NORTHING(RECEPTOR, place)},
    {"height", SM_KEY_NUMBER, RECEPTOR(receptor.height), .unit = "m", ABOVE_TO(0, 1e5),
     DEFAULT(1.75), .meaning = "height of the centre of the box above the ground"},
    {"size", SM_KEY_EXTENT, RECEPTOR(receptor.size), .count = 3, .unit = "m", ABOVE_TO(0, 1e6),
     OPTIONAL("[10, 10] m, and twice the height, at most 3.5 m"),
     .meaning = "size of the box; solids inside do not count"},
    {"threshold", SM_KEY_NUMBER, RECEPTOR(receptor.threshold), .unit = "kg/m3", ABOVE(0),
     OPTIONAL("none"), .meaning = "concentration threshold for the arrival time"},
};

const struct sm_schema_table sm_table_particle_receptor = {
    "particles.receptor", "box with a time series of concentration", KEYS(receptor_keys),
    LIST_OF(sm_draft_particle_receptor, particle_receptor, receptor.line)};

static const struct sm_schema_key line_of_sight_keys[] = {
    {"name", SM_KEY_TEXT, LINE_OF_SIGHT(line_of_sight.name),
     .otherwise = "\"line of sight 1\" and so on", UNIQUE, .meaning = "name in the outputs"},
    {POSITION(LINE_OF_SIGHT, place), IN_DOMAIN},
    {LATITUDE(LINE_OF_SIGHT, place), IN_DOMAIN},
    {LONGITUDE(LINE_OF_SIGHT, place)},
    {EASTING(LINE_OF_SIGHT, place), IN_DOMAIN},
    {NORTHING(LINE_OF_SIGHT, place)},
    {"height", SM_KEY_NUMBER, LINE_OF_SIGHT(line_of_sight.height), .unit = "m", AT_LEAST(0),
     DEFAULT(1.75), .meaning = "height of the observer above the ground"},
    {"end", SM_KEY_VECTOR, LINE_OF_SIGHT(line_of_sight.end), .count = 2, .unit = "m", ANY,
     IN_DOMAIN, REQUIRED,
     .meaning = "end of the line: [x, y] as position, or [easting, northing], or [latitude, "
                "longitude] in degrees, in the form of the start"},
    {"end_height", SM_KEY_NUMBER, LINE_OF_SIGHT(line_of_sight.end_height), .unit = "m", AT_LEAST(0),
     OPTIONAL("height"), .meaning = "height of the end above the ground"},
};

const struct sm_schema_table sm_table_line_of_sight = {
    "particles.line_of_sight",
    "line of sight through dust or smoke: optical depth, averaged over "
    "particles.concentration.interval, or the whole run without it",
    KEYS(line_of_sight_keys), LIST_OF(sm_draft_line_of_sight, line_of_sight, line_of_sight.line)};
