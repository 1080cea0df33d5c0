/* case/schema/particle_source.c - keys of the species that the wind carries, and of their sources.
 */
#include "case/schema/keys.h"

#define SPECIES(field) .at = offsetof(struct sm_draft_species, field)
#define SOURCE(field) .at = offsetof(struct sm_draft_source, field)
#define SOURCE_COUNT(field) .count_at = offsetof(struct sm_draft_source, field)

static const struct sm_schema_key species_keys[] = {
    {"name", SM_KEY_NAME, SPECIES(species.name), .otherwise = "\"species 1\" and so on",
     .meaning = "name in the outputs, and for the sources"},
    {"diameter", SM_KEY_NUMBER, SPECIES(diameter), .unit = "m", ABOVE_TO(0, 1), OPTIONAL("a gas"),
     .excludes = "diameters median_diameter", .meaning = "of the grains: \"10 um\""},
    {"diameters", SM_KEY_ROWS, SPECIES(diameters), .count = 2, WORDS("m", "1"), ANY,
     .count_at = offsetof(struct sm_draft_species, diameter_count), .otherwise = "see diameter",
     .excludes = "diameter median_diameter",
     .meaning = "several sizes, each with its share of the mass: [[\"5 um\", 0.25], [\"10 um\", "
                "0.75]]; the shares add up to 1"},
    {"median_diameter", SM_KEY_NUMBER, SPECIES(median), .unit = "m", ABOVE_TO(0, 1),
     OPTIONAL("see diameter"), .excludes = "diameter diameters", .needs = "geometric_deviation",
     .meaning = "of a lognormal distribution of sizes: half of the mass is in smaller grains"},
    {"geometric_deviation", SM_KEY_NUMBER, SPECIES(deviation), .low = 1, .low_open = true,
     .high = 20, OPTIONAL("see median_diameter"), .needs = "median_diameter",
     .meaning = "of that distribution: the factor of one standard deviation"},
    {"classes", SM_KEY_INTEGER, SPECIES(classes), WITHIN(1, 256), DEFAULT(8),
     .needs = "median_diameter",
     .meaning = "of equal mass, into which the distribution is cut; the median of each stands for "
                "it"},
    {"density", SM_KEY_NUMBER, SPECIES(species.density), .unit = "kg/m3", ABOVE_TO(0, 1e5),
     OPTIONAL("required with a diameter"), .meaning = "of the grains themselves"},
    {"half_life", SM_KEY_NUMBER, SPECIES(species.half_life), .unit = "s", AT_LEAST(1e-6),
     UNLESS(HUGE_VAL, "no decay"), .meaning = "after which half of the mass has decayed"},
    {"formation_half_life", SM_KEY_NUMBER, SPECIES(species.formation), .unit = "s", AT_LEAST(1e-6),
     OPTIONAL("it is there when it is released"),
     .meaning = "of what it is made of on its way, as sulfate of sulfur dioxide: half of what its "
                "sources release has turned into it by then. They give the rate of what it is made "
                "of, times the mass that becomes of a kilogram of that"},
    {"deposition_velocity", SM_KEY_NUMBER, SPECIES(species.deposition), .unit = "m/s",
     WITHIN(0, 100), WORDS("resistance"), .word_value = (double)NAN, DEFAULT(0),
     .meaning = "of dry deposition to the ground; \"resistance\": from the wind, the roughness and "
                "the sizes"},
    {"schmidt_number", SM_KEY_NUMBER, SPECIES(species.schmidt), ABOVE(0), DEFAULT(1),
     .excludes = "diameter diameters median_diameter",
     .meaning = "of a gas: viscosity of the air over its diffusivity, for resistances"},
    {"extinction", SM_KEY_NUMBER, SPECIES(species.extinction), AT_LEAST(0), DEFAULT(2),
     .meaning = "light that grains take out, over their cross section"},
};

const struct sm_schema_table sm_table_species = {
    "particles.species", "one thing that the wind carries", KEYS(species_keys),
    LIST_OF(sm_draft_species, species, species.line)};

static const struct sm_schema_key source_keys[] = {
    {"name", SM_KEY_TEXT, SOURCE(source.name), .otherwise = "\"source 1\" and so on",
     .meaning = "name in messages and outputs"},
    {"species", SM_KEY_TEXT, SOURCE(species),
     .otherwise = "the first, or a gas where there is no [[particles.species]]",
     .meaning = "name of one of [[particles.species]]"},
    {"count", SM_KEY_NUMBER, SOURCE(source.count), WITHIN(1, 1099511627776), REQUIRED,
     .meaning = "particles in all, a whole number"},
    {"shape", SM_KEY_WORD, SOURCE(shape),
     WORDS("point", "line", "box", "disk", "sphere", "domain", "path", "ground"),
     UNLESS(-1, "by the keys that are given"),
     .meaning = "\"point\": a place; \"line\": with end; \"box\": with size; \"disk\": with "
                "radius; \"sphere\": the same, around place and height; \"domain\": all air; "
                "\"path\": moving, with path or path_file; \"ground\": dust that the wind lifts, "
                "from all the ground, or from a disk or box of it"},
    {POSITION(SOURCE)},
    {LATITUDE(SOURCE)},
    {LONGITUDE(SOURCE)},
    {EASTING(SOURCE)},
    {NORTHING(SOURCE)},
    {"height", SM_KEY_NUMBER, SOURCE(source.height), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning =
         "above the ground below each particle, 0 on it; of a box, of its floor; of a sphere, "
         "of its middle; of the ground, of the layer in which grains hop and out of which dust "
         "comes"},
    {"end", SM_KEY_VECTOR, SOURCE(source.end), .count = 2, .unit = "m", ANY, OPTIONAL("see shape"),
     .meaning = "other end of a line: [x, y] as position, or [easting, northing], or [latitude, "
                "longitude] in degrees, as the place is given"},
    {"end_height", SM_KEY_NUMBER, SOURCE(source.end_height), .unit = "m", AT_LEAST(0),
     OPTIONAL("as height"), .needs = "end", .meaning = "of that end above the ground"},
    {"size", SM_KEY_VECTOR, SOURCE(source.size), .count = 3, .least = 2, .unit = "m", AT_LEAST(0),
     OPTIONAL("see shape"),
     .meaning = "[x, y] or [x, y, z] of a box around the place, which is the middle of its floor"},
    {"radius", SM_KEY_NUMBER, SOURCE(source.radius), .unit = "m", ABOVE(0), OPTIONAL("see shape"),
     .meaning = "of a horizontal disk, or of a sphere"},
    {"inner_radius", SM_KEY_NUMBER, SOURCE(source.inner_radius), .unit = "m", AT_LEAST(0),
     DEFAULT(0), .needs = "radius", .meaning = "makes a disk a ring"},
    {"path", SM_KEY_ROWS, SOURCE(source.path), SOURCE_COUNT(source.path_count), .count = 4,
     WORDS("s", "m", "m", "m"), ANY, .otherwise = "see shape", .excludes = "path_file",
     .meaning = "where a moving source is at which time: [[0, x, y, height], [60, ...]], straight "
                "between them; before and after it stands"},
    {"path_file", SM_KEY_PATH, SOURCE(source.path_file), .otherwise = "see shape",
     .excludes = "path",
     .meaning = "CSV of the same four columns: without a first line, or with one that names them "
                "time, x (or easting, or latitude), y (northing, longitude) and height"},
    {MAP_COORDINATES("coordinates", SOURCE(coordinates), "path and path_file")},
    {"placement", SM_KEY_WORD, SOURCE(source.placement),
     WORDS("random", "uniform", "published-random", "published-uniform"),
     .meaning =
         "within the shape: by chance, or on a lattice; \"published-\": as printed by Miglio et "
         "al. (2016), in a box"},
    {"start", SM_KEY_NUMBER, SOURCE(source.start), .unit = "s", AT_LEAST(0),
     OPTIONAL("0 s; of a path and of rates, their first time"),
     .meaning = "of the release, after the first wind"},
    {"stop", SM_KEY_NUMBER, SOURCE(source.stop), .unit = "s", AT_LEAST(0),
     OPTIONAL("at once; with a rate, and from the ground, the end of the run; of a path and of "
              "rates, their last time"),
     .meaning = "end of the release"},
    {"mass", SM_KEY_NUMBER, SOURCE(source.mass), .unit = "kg", ABOVE_TO(0, 1e15),
     OPTIONAL("1 kg; from the ground, as the wind lifts it"), .excludes = "rate rates rate_file",
     .meaning = "released in all"},
    {"rate", SM_KEY_NUMBER, SOURCE(source.rate), .unit = "kg/s", ABOVE_TO(0, 1e15),
     OPTIONAL("see mass"), .excludes = "mass rates rate_file",
     .meaning = "mass in time, always the same"},
    {"rates", SM_KEY_ROWS, SOURCE(source.rates), SOURCE_COUNT(source.rate_count), .count = 2,
     WORDS("s", "kg/s"), ANY, .otherwise = "see mass", .excludes = "mass rate rate_file start stop",
     .meaning = "mass in time at some times, linear between them and 0 before and after"},
    {"rate_file", SM_KEY_PATH, SOURCE(source.rate_file), .otherwise = "see mass",
     .excludes = "mass rate rates start stop",
     .meaning = "CSV of the same two columns: without a first line, or with one that names them "
                "time and rate"},
    {"velocity", SM_KEY_VECTOR, SOURCE(source.velocity), .count = 3, .unit = "m/s",
     WITHIN(-1e4, 1e4), OPTIONAL("that of the wind"),
     .excludes = "exit_velocity exit_temperature exit_diameter",
     .meaning = "[u, v, w] with which particles begin"},
    {"exit_velocity", SM_KEY_NUMBER, SOURCE(source.exit_velocity), .unit = "m/s", ABOVE_TO(0, 1e3),
     OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_temperature",
     .meaning = "of a stack's gas, upwards: the plume rises"},
    {"exit_temperature", SM_KEY_NUMBER, SOURCE(source.exit_temperature), .unit = "K",
     WITHIN(150, 5000), OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_diameter",
     .meaning = "of a stack's gas"},
    {"exit_diameter", SM_KEY_NUMBER, SOURCE(source.exit_diameter), .unit = "m", ABOVE_TO(0, 1e3),
     OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_velocity",
     .meaning = "of a stack's mouth"},
    {"grain_diameter", SM_KEY_NUMBER, SOURCE(source.grain), .unit = "m", ABOVE_TO(0, 1),
     DEFAULT(1e-4),
     .meaning = "of the sand on the ground that the wind moves first, and that sets the dust free"},
    {"clay", SM_KEY_NUMBER, SOURCE(source.clay), .unit = "1", WITHIN(0, 0.2), DEFAULT(0.1),
     .meaning = "part of the ground's mass (Marticorena and Bergametti 1995)"},
    {"moisture", SM_KEY_NUMBER, SOURCE(source.moisture), .unit = "1", WITHIN(0, 1), DEFAULT(0),
     .meaning = "water in the ground over its dry mass, which holds the sand (Fecan et al. 1999)"},
};

const struct sm_schema_table sm_table_source = {
    "particles.source", "where particles begin, when, and how many", KEYS(source_keys),
    LIST_OF(sm_draft_source, source, source.line)};
