/* case/schema/particle_source.c - keys of particle species and particle sources. */
#include "case/schema/keys.h"

#define SPECIES(field) .at = offsetof(struct sm_draft_species, field)

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
    {"daughter", SM_KEY_TEXT, SPECIES(species.daughter_name), .otherwise = "none is followed",
     .needs = "half_life",
     .meaning = "name of the species that forms by decay (a decay chain, such as kr-88 and rb-88) "
                "or by a reaction of first order (sulfur dioxide to sulfate). It moves with the "
                "particles of its parent and deposits by its own keys; at most 3 in a row"},
    {"branching_fraction", SM_KEY_NUMBER, SPECIES(species.branching), .unit = "1", ABOVE_TO(0, 1),
     DEFAULT(1), .needs = "daughter", .meaning = "fraction of the decays that form the daughter"},
    {"molar_mass", SM_KEY_NUMBER, SPECIES(species.molar_mass), .unit = "g/mol", ABOVE_TO(0, 1e4),
     OPTIONAL("that of its parent and daughter"),
     .meaning =
         "molar mass: with a half-life for the specific activity, Bq/kg, and for the mass of "
         "a daughter"},
    {"deposition_velocity", SM_KEY_NUMBER, SPECIES(species.deposition), .unit = "m/s",
     WITHIN(0, 100), WORDS("resistance"), .word_value = (double)NAN,
     UNLESS(SM_DEPOSITION_BY_KIND, "0 for a gas, and with 'particles.ground'; else \"resistance\""),
     .meaning = "dry deposition velocity to the ground; \"resistance\": from the wind, the "
                "roughness and the sizes, and at least the settling velocity"},
    SCAVENGING(SPECIES(species.scavenging), SPECIES(species.scavenging_exponent)),
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
    {"species", SM_KEY_TEXT, SOURCE(species_name),
     .otherwise = "the first, or a gas where there is no [[particles.species]]",
     .meaning = "name of one of [[particles.species]]"},
    {"count", SM_KEY_NUMBER, SOURCE(count), WITHIN(1, 1099511627776), REQUIRED,
     .meaning = "number of particles, a whole number"},
#include "case/source_keys.def"
    {"placement", SM_KEY_WORD, SOURCE(placement),
     WORDS("random", "uniform", "published-random", "published-uniform"),
     .meaning = "distribution within a line, a box or the domain: at random, or on a lattice; "
                "\"published-\": as printed by Miglio et al. (2016), in a box"},
    {"velocity", SM_KEY_VECTOR, SOURCE(velocity), .count = 3, .unit = "m/s", WITHIN(-1e4, 1e4),
     OPTIONAL("that of the wind"), .excludes = "exit_velocity exit_temperature exit_diameter",
     .meaning = "[u, v, w], initial velocity of particles"},
    {"exit_velocity", SM_KEY_NUMBER, SOURCE(exit_velocity), .unit = "m/s", ABOVE_TO(0, 1e3),
     OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_temperature",
     .meaning = "exit velocity of a stack, upwards, for plume rise"},
    {"exit_temperature", SM_KEY_NUMBER, SOURCE(exit_temperature), .unit = "K", WITHIN(150, 5000),
     OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_diameter",
     .meaning = "temperature of the stack gas"},
    {"exit_diameter", SM_KEY_NUMBER, SOURCE(exit_diameter), .unit = "m", ABOVE_TO(0, 1e3),
     OPTIONAL("no plume rise"), .excludes = "velocity", .needs = "exit_velocity",
     .meaning = "inner diameter of the stack exit"},
    {"dense_gas", SM_KEY_FLAG, SOURCE(dense_gas), DEFAULT(0), .excludes = "velocity exit_velocity",
     .meaning =
         "computes the slumping of a gas heavier than air, in a shallow layer over terrain and "
         "round buildings that moves the particles while it is dense "
         "(docs/theory/source-terms.md); substance: that of the term, or the species' name"},
    {"temperature", SM_KEY_NUMBER, SOURCE(temperature), .unit = "K", WITHIN(1, 10000),
     OPTIONAL("that of the term, else of the air"), .needs = "dense_gas", .excludes = "term",
     .meaning = "temperature at which the gas is released"},
    {"grain_diameter", SM_KEY_NUMBER, SOURCE(grain), .unit = "m", ABOVE_TO(0, 1), DEFAULT(1e-4),
     .meaning = "diameter of saltating sand grains, whose impact releases dust"},
    {"clay", SM_KEY_NUMBER, SOURCE(clay), .unit = "1", WITHIN(0, 0.2), DEFAULT(0.1),
     .meaning = "clay fraction of the soil, by mass (Marticorena and Bergametti 1995)"},
    {"moisture", SM_KEY_NUMBER, SOURCE(moisture), .unit = "1", WITHIN(0, 1), DEFAULT(0),
     .meaning =
         "gravimetric soil moisture, which raises the threshold of saltation (Fecan et al. 1999)"},
};

const struct sm_schema_table sm_table_source = {
    "particles.source", "source of particles: place, time, mass and number", KEYS(source_keys),
    LIST_OF(sm_case_source, c.particles.source, line)};
