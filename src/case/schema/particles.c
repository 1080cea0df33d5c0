/* case/schema/particles.c - keys of particles: how they move, and what is kept of them. */
#include "case/schema/keys.h"

#define RECEPTOR(field) .at = offsetof(struct sm_draft_particle_receptor, field)
#define LINE_OF_SIGHT(field) .at = offsetof(struct sm_draft_line_of_sight, field)

static const struct sm_schema_key particle_keys[] = {
    {"duration", SM_KEY_NUMBER, AT(c.particles.duration), .unit = "s", ABOVE(0),
     OPTIONAL("until the last wind"),
     .meaning = "from the first wind on; winds that end earlier stay as they are"},
    {"step", SM_KEY_NUMBER, AT(c.particles.step), .unit = "s", ABOVE(0), WORDS("auto"),
     .word_value = (double)NAN, OPTIONAL("\"auto\": from the cells and the wind"),
     .meaning = "time step"},
    {"scheme", SM_KEY_WORD, AT(c.particles.scheme),
     WORDS("semi-implicit", "euler", "midpoint", "etd2"), DEFAULT(2),
     .meaning = "\"midpoint\" and \"etd2\": exponential, order 2, with one and two winds a step; "
                "\"euler\": exponential, order 1; \"semi-implicit\": Euler, as Miglio et "
                "al. (2016), with steps below twice the relaxation time; in turbulence the three "
                "exponential ones are the same"},
    {"interpolation", SM_KEY_WORD, AT(c.particles.interpolation),
     WORDS("faces", "trilinear", "bspline"),
     .meaning = "of the wind in space: linear between the \"faces\" of a cell, free of divergence "
                "and never into walls; \"trilinear\" between the middles of cells; cubic "
                "\"bspline\""},
    {"turbulence", SM_KEY_FLAG, AT(c.particles.turbulence), DEFAULT(0),
     .otherwise = "true where [turbulence] has a model",
     .meaning = "the eddies of [turbulence] carry the particles too (Langevin equation of Thomson "
                "1987)"},
    {"structure_constant", SM_KEY_NUMBER, AT(c.particles.structure), WITHIN(1, 10),
     OPTIONAL("2 s^4, s that of turbulence.sigma_up: 5.7 of 1.3"),
     .meaning =
         "C0 of Kolmogorov's structure function: larger, and eddies live shorter; by default "
         "the air above flat ground mixes gas as it mixes momentum"},
    {"drag", SM_KEY_WORD, AT(c.particles.drag), WORDS("stokes", "schiller-naumann"), DEFAULT(1),
     .meaning = "law of the drag of grains"},
    {"air_density", SM_KEY_NUMBER, AT(c.particles.air_density), .unit = "kg/m3", WITHIN(1e-6, 1e4),
     DEFAULT(1.225), .meaning = "that the drag sees"},
    {"air_viscosity", SM_KEY_NUMBER, AT(c.particles.air_viscosity), .unit = "Pa s",
     WITHIN(1e-9, 1e3), DEFAULT(1.78e-5), .meaning = "dynamic viscosity"},
    {"mean_free_path", SM_KEY_NUMBER, AT(c.particles.free_path), .unit = "m", AT_LEAST(0),
     DEFAULT(6.6e-8),
     .meaning = "of the air's molecules, between which grains of its size slip; 0: none do"},
    {"gravity", SM_KEY_NUMBER, AT(c.particles.gravity), .unit = "m/s2", WITHIN(0, 1e4),
     DEFAULT(9.81), .meaning = "downwards"},
    {"lateral_boundary", SM_KEY_WORD, AT(c.particles.lateral_boundary),
     WORDS("delete", "periodic", "reflect", "deposit", "reset"),
     .meaning = "what becomes of a particle at a side of the domain: it is gone; comes in again on "
                "the other side; bounces; stays there; begins anew where it began"},
    {"top", SM_KEY_WORD, AT(particle_top), WORDS("delete", "reflect", "reset"),
     .meaning = "the same at the lid"},
    {"ground", SM_KEY_WORD, AT(c.particles.ground), WORDS("reflect", "deposit", "reset"),
     .meaning = "the same on the ground and on roofs, on all that looks up; a species with a "
                "deposition_velocity leaves part of its mass there when it is reflected"},
    {"walls", SM_KEY_WORD, AT(c.particles.walls), WORDS("reflect", "deposit", "reset"),
     .meaning = "the same at all other sides of solids"},
    {"restitution", SM_KEY_NUMBER, AT(c.particles.restitution), WITHIN(0, 1), DEFAULT(1),
     .meaning = "part of the velocity across a wall that a grain keeps when it bounces"},
    {"friction", SM_KEY_NUMBER, AT(c.particles.friction), WITHIN(0, 1), DEFAULT(1),
     .meaning = "part of the velocity along the wall that it keeps"},
    {"direction", SM_KEY_WORD, AT(particle_direction), WORDS("forward", "backward"),
     .meaning = "\"backward\": against time from the end of the run, to find where it came from"},
    {"seed", SM_KEY_NUMBER, AT(c.particles.seed), WITHIN(0, 9007199254740992), DEFAULT(0),
     .meaning = "of chance, a whole number: the same seed gives the same result"},
    {"snapshots", SM_KEY_NUMBER, AT(c.particles.interval), .unit = "s", ABOVE(0), OPTIONAL("none"),
     .meaning = "time between two files of all particles"},
    {"trajectories", SM_KEY_NUMBER, AT(c.particles.trajectories), WITHIN(0, 1e9), DEFAULT(0),
     .meaning = "number of particles whose ways are kept, evenly chosen from all"},
    {"trajectory_step", SM_KEY_NUMBER, AT(c.particles.trajectory_step), .unit = "s", ABOVE(0),
     DEFAULT(1), .needs = "trajectories", .meaning = "time between two points of a way"},
    {"checkpoint", SM_KEY_NUMBER, AT(c.particles.checkpoint), .unit = "s", ABOVE(0),
     OPTIONAL("only when the run is stopped"),
     .meaning = "time of the run between two checkpoints, from which it can go on"},
};

const struct sm_schema_table sm_table_particles = {
    "particles", "Lagrangian dispersion of particles: gas, smoke, dust", KEYS(particle_keys),
    LINE(c.particles.line)};

static const struct sm_schema_key concentration_keys[] = {
    {"cell_size", SM_KEY_EXTENT, AT(c.particles.concentration.cell_size), .count = 3, .unit = "m",
     ABOVE(0), OPTIONAL("the cells of the domain"), .meaning = "of the boxes that are counted in"},
    {"origin", SM_KEY_VECTOR, AT(c.particles.concentration.origin), .count = 2, .unit = "m", ANY,
     OPTIONAL("all of the domain"), .needs = "size",
     .meaning = "[x, y] of the boxes' south-west corner, from that of the domain, margin not "
                "included"},
    {"size", SM_KEY_EXTENT, AT(c.particles.concentration.size), .count = 2, .unit = "m", ABOVE(0),
     OPTIONAL("all of the domain"), .needs = "origin", .meaning = "of all boxes together"},
    {"height", SM_KEY_NUMBER, AT(c.particles.concentration.height), .unit = "m", ABOVE(0),
     OPTIONAL("up to the lid"), .meaning = "of the highest boxes above the lowest ground"},
    {"interval", SM_KEY_NUMBER, AT(c.particles.concentration.interval), .unit = "s", ABOVE(0),
     OPTIONAL("the whole run"), .meaning = "over which is averaged, and after which is written"},
    {"sample", SM_KEY_NUMBER, AT(c.particles.concentration.sample), .unit = "s", ABOVE(0),
     WORDS("auto"), .word_value = (double)NAN, OPTIONAL("\"auto\": from boxes and wind"),
     .meaning = "time between two counts"},
    {"thresholds", SM_KEY_LIST, AT(c.particles.concentration.thresholds),
     COUNT_AT(c.particles.concentration.threshold_count), .unit = "kg/m3", ABOVE(0),
     .otherwise = "none", .meaning = "concentrations: when each box first exceeds them"},
};

const struct sm_schema_table sm_table_concentration = {
    "particles.concentration", "mass in boxes, averaged over time", KEYS(concentration_keys),
    LINE(c.particles.concentration.line)};

static const struct sm_schema_key receptor_keys[] = {
    {"name", SM_KEY_TEXT, RECEPTOR(receptor.name), .otherwise = "\"receptor 1\" and so on",
     .meaning = "name in the outputs"},
    {POSITION(RECEPTOR)},
    {LATITUDE(RECEPTOR)},
    {LONGITUDE(RECEPTOR)},
    {EASTING(RECEPTOR)},
    {NORTHING(RECEPTOR)},
    {"height", SM_KEY_NUMBER, RECEPTOR(receptor.height), .unit = "m", ABOVE_TO(0, 1e5),
     DEFAULT(1.75), .meaning = "of the box's middle above the ground"},
    {"size", SM_KEY_EXTENT, RECEPTOR(receptor.size), .count = 3, .unit = "m", ABOVE_TO(0, 1e6),
     OPTIONAL("[10, 10] m, and twice the height, 3.5 m at most"),
     .meaning = "of the box; only its air counts"},
    {"threshold", SM_KEY_NUMBER, RECEPTOR(receptor.threshold), .unit = "kg/m3", ABOVE(0),
     OPTIONAL("none"), .meaning = "concentration: when it is first exceeded here"},
};

const struct sm_schema_table sm_table_particle_receptor = {
    "particles.receptor", "a box whose concentration is kept in time", KEYS(receptor_keys),
    LIST_OF(sm_draft_particle_receptor, particle_receptor, receptor.line)};

static const struct sm_schema_key line_of_sight_keys[] = {
    {"name", SM_KEY_TEXT, LINE_OF_SIGHT(line_of_sight.name),
     .otherwise = "\"line of sight 1\" and so on", .meaning = "name in the outputs"},
    {POSITION(LINE_OF_SIGHT)},
    {LATITUDE(LINE_OF_SIGHT)},
    {LONGITUDE(LINE_OF_SIGHT)},
    {EASTING(LINE_OF_SIGHT)},
    {NORTHING(LINE_OF_SIGHT)},
    {"height", SM_KEY_NUMBER, LINE_OF_SIGHT(line_of_sight.height), .unit = "m", AT_LEAST(0),
     DEFAULT(1.75), .meaning = "of the eye above the ground"},
    {"end", SM_KEY_VECTOR, LINE_OF_SIGHT(line_of_sight.end), .count = 2, .unit = "m", ANY, REQUIRED,
     .meaning = "where the eye looks to: [x, y] as position, or [easting, northing], or [latitude, "
                "longitude] in degrees, as the place is given"},
    {"end_height", SM_KEY_NUMBER, LINE_OF_SIGHT(line_of_sight.end_height), .unit = "m", AT_LEAST(0),
     OPTIONAL("as height"), .meaning = "of that end above the ground"},
};

const struct sm_schema_table sm_table_line_of_sight = {
    "particles.line_of_sight",
    "a line along which somebody looks through dust or smoke: the mean of each "
    "particles.concentration.interval, without it of the whole run",
    KEYS(line_of_sight_keys), LIST_OF(sm_draft_line_of_sight, line_of_sight, line_of_sight.line)};
