/* case/schema/source_term.c - keys of source terms: leaks, pools, fires, explosions. */
#include "case/schema/keys.h"

#define TERM(field) .at = offsetof(struct sm_case_source_term, field)
#define LEAKS ONLY_WITH(ONE_OF("model", "gas-leak liquid-leak two-phase-leak"))
#define LIQUIDS ONLY_WITH(ONE_OF("model", "liquid-leak two-phase-leak"))
#define POOLS ONLY_WITH(ONE_OF("model", "liquid-leak pool"))
#define FIRES ONLY_WITH(ONE_OF("model", "fire"))
#define EXPLOSIONS ONLY_WITH(ONE_OF("model", "explosion"))

static const struct sm_schema_key term_keys[] = {
    {"name", SM_KEY_NAME, TERM(name), REQUIRED, UNIQUE,
     .meaning = "name, for the key term of sources"},
    {"model", SM_KEY_WORD, TERM(model), REQUIRED,
     WORDS("gas-leak", "liquid-leak", "two-phase-leak", "pool", "fire", "explosion"),
     .meaning =
         "\"gas-leak\": compressed gas through a hole, choked or not, while the pressure "
         "falls; \"liquid-leak\": liquid through a hole into a pool, which evaporates; "
         "\"two-phase-leak\": liquefied gas that flashes in the hole; \"pool\": a spill that "
         "spreads and evaporates or boils; \"fire\": emission factor and plume rise; "
         "\"explosion\": cloud of a detonation"},
    {"substance", SM_KEY_TEXT, TERM(substance),
     .otherwise = "required except for a fire and an explosion",
     ONLY_WITH(NONE_OF("model", "fire explosion", NULL)),
     .meaning = "substance of the table substances.csv, by name or CAS number"},
    {"start", SM_KEY_NUMBER, TERM(start), .unit = "s", AT_LEAST(0), DEFAULT(0),
     .meaning = "begin, after the first wind"},
    {"duration", SM_KEY_NUMBER, TERM(duration), .unit = "s", ABOVE(0),
     OPTIONAL("until nothing is left; required for a fire"),
     ONLY_WITH(NONE_OF("model", "pool explosion", NULL)),
     .meaning = "time until the hole is closed, or the fire is out"},
    {"hole_diameter", SM_KEY_NUMBER, TERM(hole_diameter), .unit = "m", ABOVE_TO(0, 10),
     OPTIONAL("required for a leak"), LEAKS, .meaning = "diameter of a round hole"},
    {"discharge_coefficient", SM_KEY_NUMBER, TERM(discharge_coefficient), ABOVE_TO(0, 1),
     OPTIONAL("0.62 of a liquid, 0.85 of gas and two phases"), LEAKS,
     .meaning = "discharge coefficient of the hole"},
    {"tank_volume", SM_KEY_NUMBER, TERM(tank_volume), .unit = "m3", ABOVE(0),
     OPTIONAL("required for a gas leak"), ONLY_WITH(ONE_OF("model", "gas-leak")),
     .meaning = "volume of the gas"},
    {"tank_pressure", SM_KEY_NUMBER, TERM(tank_pressure), .unit = "Pa", ABOVE_TO(0, 1e9),
     OPTIONAL("required for a gas leak; of a liquid that of the air, of a liquefied gas its vapour "
              "pressure"),
     LEAKS, .meaning = "absolute pressure in the tank"},
    {"tank_temperature", SM_KEY_NUMBER, TERM(tank_temperature), .unit = "K", WITHIN(20, 1500),
     OPTIONAL("weather.temperature; of a liquid at most its boiling point"), LEAKS,
     .meaning = "temperature in the tank"},
    {"liquid_mass", SM_KEY_NUMBER, TERM(liquid_mass), .unit = "kg", ABOVE_TO(0, 1e12),
     OPTIONAL("required for leaks of liquid"), LIQUIDS,
     .meaning = "mass of the liquid above the hole"},
    {"liquid_level", SM_KEY_NUMBER, TERM(liquid_level), .unit = "m", AT_LEAST(0), DEFAULT(0),
     ONLY_WITH(ONE_OF("model", "liquid-leak")), .meaning = "level of the liquid above the hole"},
    {"pool_mass", SM_KEY_NUMBER, TERM(pool_mass), .unit = "kg", ABOVE_TO(0, 1e12),
     OPTIONAL("required for a pool"), ONLY_WITH(ONE_OF("model", "pool")),
     .meaning = "mass spilled at once"},
    {"pool_temperature", SM_KEY_NUMBER, TERM(pool_temperature), .unit = "K", WITHIN(20, 1000),
     OPTIONAL("weather.temperature, at most the boiling point"), ONLY_WITH(ONE_OF("model", "pool")),
     .meaning = "temperature of the liquid at first"},
    {"bund_area", SM_KEY_NUMBER, TERM(bund_area), .unit = "m2", ABOVE(0),
     OPTIONAL("it spreads freely"), POOLS,
     .meaning = "area within the bund, which a pool fills at most"},
    {"pool_depth", SM_KEY_NUMBER, TERM(pool_depth), .unit = "m", WITHIN(1e-4, 10), DEFAULT(0.01),
     POOLS, .meaning = "least depth of a pool: 5 mm on concrete, 1 cm on soil, 2 mm on water"},
    {"ground", SM_KEY_WORD, TERM(ground), WORDS("concrete", "soil", "water", "insulated"), POOLS,
     .meaning = "what the pool lies on, and takes heat from"},
    {"ground_temperature", SM_KEY_NUMBER, TERM(ground_temperature), .unit = "K", WITHIN(200, 400),
     OPTIONAL("weather.temperature"), POOLS, .meaning = "temperature of the ground or water"},
    {"solar_radiation", SM_KEY_NUMBER, TERM(solar_radiation), .unit = "W m-2", WITHIN(0, 1400),
     DEFAULT(0), POOLS, .meaning = "solar radiation that the pool absorbs"},
    {"wind_speed", SM_KEY_NUMBER, TERM(wind_speed), .unit = "m/s", WITHIN(0, 100),
     OPTIONAL("that of the first station, by its logarithmic profile"), POOLS,
     .meaning = "wind speed 10 m above the ground, for evaporation"},
    {"air_pressure", SM_KEY_NUMBER, TERM(air_pressure), .unit = "Pa", WITHIN(3e4, 1.2e5),
     DEFAULT(101325), ONLY_WITH(NONE_OF("model", "fire explosion", NULL)),
     .meaning = "pressure of the air"},
    {"heat_release_rate", SM_KEY_NUMBER, TERM(heat_release_rate), .unit = "W", ABOVE_TO(0, 1e13),
     OPTIONAL("required for a fire"), FIRES, .meaning = "heat release rate, of radiation too"},
    {"radiative_fraction", SM_KEY_NUMBER, TERM(radiative_fraction), WITHIN(0, 0.95), DEFAULT(0.3),
     FIRES, .meaning = "part of the heat that is radiated and lifts no plume"},
    {"fire_diameter", SM_KEY_NUMBER, TERM(fire_diameter), .unit = "m", ABOVE_TO(0, 1e3),
     OPTIONAL("required for a fire"), FIRES, .meaning = "diameter of the fire"},
    {"fuel_rate", SM_KEY_NUMBER, TERM(fuel_rate), .unit = "kg/s", ABOVE_TO(0, 1e9),
     OPTIONAL("required for a fire"), FIRES, .meaning = "mass of fuel that burns per time"},
    {"emission_factor", SM_KEY_NUMBER, TERM(emission_factor), .unit = "1", ABOVE_TO(0, 10),
     OPTIONAL("required for a fire"), FIRES,
     .meaning = "mass emitted per mass of fuel: \"15 g/kg\" of soot"},
    {"explosive_mass", SM_KEY_NUMBER, TERM(explosive_mass), .unit = "kg", ABOVE_TO(0, 1e5),
     OPTIONAL("required for an explosion"), EXPLOSIONS,
     .meaning = "mass of high explosive, as TNT, which gives the height of the cloud"},
    {"released_mass", SM_KEY_NUMBER, TERM(released_mass), .unit = "kg", ABOVE_TO(0, 1e6),
     OPTIONAL("required for an explosion"), EXPLOSIONS,
     .meaning = "mass of the material that the cloud has as aerosol"},
    {"respirable_fraction", SM_KEY_NUMBER, TERM(respirable_fraction), .unit = "1", ABOVE_TO(0, 1),
     DEFAULT(1), EXPLOSIONS,
     .meaning =
         "part of released_mass that the sources release: that of the sizes of their species"},
    {"cloud_radius", SM_KEY_NUMBER, TERM(cloud_radius), .unit = "m", ABOVE_TO(0, 1e4),
     OPTIONAL("required for an explosion"), EXPLOSIONS, .meaning = "radius of the cloud"},
    {"cloud_layers", SM_KEY_ROWS, TERM(cloud_layers),
     .count_at = offsetof(struct sm_case_source_term, cloud_layer_count), .count = 3,
     WORDS("1", "1", "1"), ANY, .otherwise = "required for an explosion", EXPLOSIONS,
     .meaning = "layers of the cloud, [bottom, top, mass fraction] each, the first two as parts of "
                "the height of the cloud top: [[0, 0.3, 0.2], [0.3, 1, 0.8]]; the mass fractions "
                "add up to 1"},
};

const struct sm_schema_table sm_table_source_term = {
    "source_term", "emission of sources from a leak, a pool, a fire or an explosion",
    KEYS(term_keys), LIST_OF(sm_case_source_term, c.source_term, line)};
