/* case/schema/particle_source.c - keys of particle species and particle sources. */
#include "case/schema/keys.h"

#define SPECIES(field) .at = offsetof(struct sm_draft_species, field)
#define SOURCE(field) .at = offsetof(struct sm_draft_source, field)
#define SOURCE_COUNT(field) .count_at = offsetof(struct sm_draft_source, field)

static const struct sm_schema_key species_keys[] = {
    {"name", SM_KEY_NAME, SPECIES(species.name), .otherwise = "\"species 1\" and so on", UNIQUE,
     .meaning = "name in the outputs, and for the sources"},
    {"diameter", SM_KEY_NUMBER, SPECIES(diameter), .unit = "m", ABOVE_TO(0, 1), OPTIONAL("a gas"),
     .excludes = "diameters median_diameter", .meaning = "particle diameter: \"10 um\""},
    {"diameters", SM_KEY_ROWS, SPECIES(diameters), .count = 2, WORDS("m", "1"), ANY,
     .count_at = offsetof(struct sm_draft_species, diameter_count), .otherwise = "see diameter",
     .excludes = "diameter median_diameter",
     .meaning = "size classes, each with its mass fraction: [[\"5 um\", 0.25], [\"10 um\", 0.75]]; "
                "the fractions add up to 1"},
    {"median_diameter", SM_KEY_NUMBER, SPECIES(median), .unit = "m", ABOVE_TO(0, 1),
     OPTIONAL("see diameter"), .excludes = "diameter diameters", .needs = "geometric_deviation",
     .meaning = "mass median diameter of a lognormal size distribution"},
    {"geometric_deviation", SM_KEY_NUMBER, SPECIES(deviation), .low = 1, .low_open = true,
     .high = 20, OPTIONAL("see median_diameter"), .needs = "median_diameter",
     .meaning = "geometric standard deviation of the size distribution"},
    {"classes", SM_KEY_INTEGER, SPECIES(classes), WITHIN(1, 256), DEFAULT(8),
     .needs = "median_diameter",
     .meaning = "number of size classes of equal mass, each represented by its median"},
    {"density", SM_KEY_NUMBER, SPECIES(species.density), .unit = "kg/m3", ABOVE_TO(0, 1e5),
     OPTIONAL("required with a diameter"), .meaning = "particle density"},
    {"half_life", SM_KEY_NUMBER, SPECIES(species.half_life), .unit = "s", AT_LEAST(1e-6),
     UNLESS(HUGE_VAL, "no decay"), .meaning = "half-life of exponential decay"},
    {"formation_half_life", SM_KEY_NUMBER, SPECIES(species.formation), .unit = "s", AT_LEAST(1e-6),
     OPTIONAL("primary species"),
     .meaning =
         "half-life of the precursor of a secondary species, such as sulfur dioxide of sulfate. "
         "The sources give the rate of the precursor times the mass formed per kilogram of it"},
    {"deposition_velocity", SM_KEY_NUMBER, SPECIES(species.deposition), .unit = "m/s",
     WITHIN(0, 100), WORDS("resistance"), .word_value = (double)NAN, DEFAULT(0),
     .meaning = "dry deposition velocity to the ground; \"resistance\": from the wind, the "
                "roughness and the sizes"},
    {"schmidt_number", SM_KEY_NUMBER, SPECIES(species.schmidt), ABOVE(0), DEFAULT(1),
     .excludes = "diameter diameters median_diameter",
     .meaning = "Schmidt number of a gas, for resistances"},
    {"extinction", SM_KEY_NUMBER, SPECIES(species.extinction), AT_LEAST(0), DEFAULT(2),
     .meaning = "extinction efficiency: extinction over geometric cross section"},
};

const struct sm_schema_table sm_table_species = {
    "particles.species", "substance transported by the wind", KEYS(species_keys),
    LIST_OF(sm_draft_species, species, species.line)};

static const struct sm_schema_key source_keys[] = {
    {"name", SM_KEY_TEXT, SOURCE(source.name), .otherwise = "\"source 1\" and so on",
     .meaning = "name in messages and outputs"},
    {"species", SM_KEY_TEXT, SOURCE(species),
     .otherwise = "the first, or a gas where there is no [[particles.species]]",
     .meaning = "name of one of [[particles.species]]"},
    {"count", SM_KEY_NUMBER, SOURCE(source.count), WITHIN(1, 1099511627776), REQUIRED,
     .meaning = "number of particles, a whole number"},
    {"shape", SM_KEY_WORD, SOURCE(shape),
     WORDS("point", "line", "box", "disk", "sphere", "domain", "path", "ground"),
     UNLESS(-1, "from the keys present"),
     .meaning = "\"point\"; \"line\": with end; \"box\": with size; \"disk\": with radius; "
                "\"sphere\": the same, around position and height; \"domain\": all air; \"path\": "
                "moving, with path or path_file; \"ground\": dust emission from all the ground, or "
                "from a disk or box of it"},
    {POSITION(SOURCE)},
    {LATITUDE(SOURCE)},
    {LONGITUDE(SOURCE)},
    {EASTING(SOURCE)},
    {NORTHING(SOURCE)},
    {"height", SM_KEY_NUMBER, SOURCE(source.height), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "height above the ground below each particle; of a box, of its floor; of a sphere, "
                "of its centre; of the ground, of the saltation layer from which dust is released"},
    {"end", SM_KEY_VECTOR, SOURCE(source.end), .count = 2, .unit = "m", ANY, OPTIONAL("see shape"),
     .meaning = "end of a line: [x, y] as position, or [easting, northing], or [latitude, "
                "longitude] in degrees, in the form of the start"},
    {"end_height", SM_KEY_NUMBER, SOURCE(source.end_height), .unit = "m", AT_LEAST(0),
     OPTIONAL("height"), .needs = "end", .meaning = "height of the end above the ground"},
    {"size", SM_KEY_VECTOR, SOURCE(source.size), .count = 3, .least = 2, .unit = "m", AT_LEAST(0),
     OPTIONAL("see shape"),
     .meaning =
         "[x, y] or [x, y, z] of a box around the position, which is the centre of its floor"},
    {"radius", SM_KEY_NUMBER, SOURCE(source.radius), .unit = "m", ABOVE(0), OPTIONAL("see shape"),
     .meaning = "radius of a horizontal disk, or of a sphere"},
    {"inner_radius", SM_KEY_NUMBER, SOURCE(source.inner_radius), .unit = "m", AT_LEAST(0),
     DEFAULT(0), .needs = "radius", .meaning = "inner radius of a ring"},
    {"path", SM_KEY_ROWS, SOURCE(source.path), SOURCE_COUNT(source.path_count), .count = 4,
     WORDS("s", "m", "m", "m"), ANY, .otherwise = "see shape", .excludes = "path_file",
     .meaning = "path of a moving source: [[0, x, y, height], [60, ...]], linear in between; at "
                "rest before and after"},
    {"path_file", SM_KEY_PATH, SOURCE(source.path_file), .otherwise = "see shape",
     .excludes = "path",
     .meaning = "CSV of these four columns, without a header or with one that names them time, x "
                "(or easting, or latitude), y (northing, longitude) and height"},
    {MAP_COORDINATES("coordinates", SOURCE(coordinates), "path and path_file")},
    {"placement", SM_KEY_WORD, SOURCE(source.placement),
     WORDS("random", "uniform", "published-random", "published-uniform"),
     .meaning = "distribution within the shape: at random, or on a lattice; \"published-\": as "
                "printed by Miglio et al. (2016), in a box"},
    {"start", SM_KEY_NUMBER, SOURCE(source.start), .unit = "s", AT_LEAST(0),
     OPTIONAL("0 s; with a path or rates, their first time"),
     .meaning = "start of the release, after the first wind"},
    {"stop", SM_KEY_NUMBER, SOURCE(source.stop), .unit = "s", AT_LEAST(0),
     OPTIONAL("instantaneous; with a rate, and from the ground, the end of the run; with a path or "
              "rates, their last time"),
     .meaning = "end of the release"},
    {"mass", SM_KEY_NUMBER, SOURCE(source.mass), .unit = "kg", ABOVE_TO(0, 1e15),
     OPTIONAL("1 kg; from the ground, by the wind"), .excludes = "rate rates rate_file",
     .meaning = "total mass released"},
    {"rate", SM_KEY_NUMBER, SOURCE(source.rate), .unit = "kg/s", ABOVE_TO(0, 1e15),
     OPTIONAL("see mass"), .excludes = "mass rates rate_file", .meaning = "constant emission rate"},
    {"rates", SM_KEY_ROWS, SOURCE(source.rates), SOURCE_COUNT(source.rate_count), .count = 2,
     WORDS("s", "kg/s"), ANY, .otherwise = "see mass", .excludes = "mass rate rate_file start stop",
     .meaning = "emission rates at given times, linear in between and 0 before and after"},
    {"rate_file", SM_KEY_PATH, SOURCE(source.rate_file), .otherwise = "see mass",
     .excludes = "mass rate rates start stop",
     .meaning =
         "CSV of these two columns, without a header or with one that names them time and rate"},
    {"velocity", SM_KEY_VECTOR, SOURCE(source.velocity), .count = 3, .unit = "m/s",
     WITHIN(-1e4, 1e4), OPTIONAL("that of the wind"),
     .excludes = "exit_velocity exit_temperature exit_diameter",
     .meaning = "[u, v, w], initial velocity of particles"},
    {"exit_velocity", SM_KEY_NUMBER, SOURCE(source.exit_velocity), .unit = "m/s", ABOVE_TO(0, 1e3),
     OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_temperature",
     .meaning = "exit velocity of a stack, upwards, for plume rise"},
    {"exit_temperature", SM_KEY_NUMBER, SOURCE(source.exit_temperature), .unit = "K",
     WITHIN(150, 5000), OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_diameter",
     .meaning = "temperature of the stack gas"},
    {"exit_diameter", SM_KEY_NUMBER, SOURCE(source.exit_diameter), .unit = "m", ABOVE_TO(0, 1e3),
     OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_velocity",
     .meaning = "inner diameter of the stack exit"},
    {"grain_diameter", SM_KEY_NUMBER, SOURCE(source.grain), .unit = "m", ABOVE_TO(0, 1),
     DEFAULT(1e-4), .meaning = "diameter of saltating sand grains, whose impact releases dust"},
    {"clay", SM_KEY_NUMBER, SOURCE(source.clay), .unit = "1", WITHIN(0, 0.2), DEFAULT(0.1),
     .meaning = "clay fraction of the soil, by mass (Marticorena and Bergametti 1995)"},
    {"moisture", SM_KEY_NUMBER, SOURCE(source.moisture), .unit = "1", WITHIN(0, 1), DEFAULT(0),
     .meaning =
         "gravimetric soil moisture, which raises the threshold of saltation (Fecan et al. 1999)"},
};

const struct sm_schema_table sm_table_source = {
    "particles.source", "source of particles: place, time, mass and number", KEYS(source_keys),
    LIST_OF(sm_draft_source, source, source.line)};
