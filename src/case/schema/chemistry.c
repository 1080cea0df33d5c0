/* case/schema/chemistry.c - keys of reactions between scalars of a flow. */
#include "case/schema/keys.h"
#include "simoom/chem.h"

#define FIXED(field) .at = offsetof(struct sm_case_fixed_species, field)

static const struct sm_schema_key chemistry_keys[] = {
    {"mechanism", SM_KEY_PATH, AT(c.flow.chemistry.mechanism), .otherwise = "NO, NO2 and O3",
     .meaning = "mechanism file (CHEMKIN, Cantera YAML, KPP) of reactions between scalars named as "
                "its species; without it: NO + O3 = NO2 and NO2 + light = NO + O3"},
    {"thermo", SM_KEY_PATH, AT(c.flow.chemistry.thermo), .otherwise = "none", .needs = "mechanism",
     .meaning = "file of thermodynamic data of a CHEMKIN mechanism"},
    {"photolysis", SM_KEY_PATH, AT(c.flow.chemistry.photolysis), .otherwise = "none",
     .needs = "mechanism", .meaning = "file of photolysis rates of a KPP mechanism"},
    {"no2_photolysis", SM_KEY_NUMBER, AT(c.flow.chemistry.no2_photolysis), .unit = "s-1",
     WITHIN(0, 1), DEFAULT(0), .excludes = "mechanism",
     .meaning = "rate of NO2 + light = NO + O3: 0 at night, 0.009 about noon in summer"},
    {"ozone_rate", SM_KEY_NUMBER, AT(c.flow.chemistry.ozone_rate), .unit = "cm3/s", ABOVE(0),
     OPTIONAL("1.8e-12 exp(-1370 K / temperature)"), .excludes = "mechanism",
     .meaning = "rate constant of NO + O3 = NO2, per molecule"},
    {"temperature", SM_KEY_NUMBER, AT(c.flow.chemistry.temperature), .unit = "K", WITHIN(100, 1000),
     OPTIONAL("that of the air with [flow.heat], else weather.temperature"),
     .meaning = "temperature of the reactions"},
    {"pressure", SM_KEY_NUMBER, AT(c.flow.chemistry.pressure), .unit = "Pa", ABOVE(0),
     DEFAULT(101325), .meaning = "air pressure"},
    {"sun", SM_KEY_NUMBER, AT(c.flow.chemistry.sun), WITHIN(0, 1), DEFAULT(1), .needs = "mechanism",
     .meaning = "factor of the photolysis rates: 0 at night"},
    {"zenith", SM_KEY_NUMBER, AT(c.flow.chemistry.zenith), .unit = "rad", WITHIN(0, 3.15),
     DEFAULT(0), .needs = "mechanism",
     .meaning = "solar zenith angle, for rates that depend on it: \"30 deg\""},
    {"rtol", SM_KEY_NUMBER, AT(c.flow.chemistry.rtol), RTOL_LIMITED, DEFAULT(1e-4),
     .needs = "mechanism", .meaning = "relative error tolerance of chemistry in a step"},
    {"heat", SM_KEY_FLAG, AT(c.flow.chemistry.heat), DEFAULT(0), .needs = "mechanism",
     .excludes = "temperature",
     .meaning = "heat of reaction in the temperature of [flow.heat], at the density of "
                "weather.temperature: for trace species"},
    {"on_failure", SM_KEY_WORD, AT(c.flow.chemistry.goes_on), WORDS("stop", "continue"),
     .needs = "mechanism",
     .meaning = "failed integration of a cell: end of the run, or the cell stays unchanged; its "
                "state is written to a file for simoom chem ignite"},
};

const struct sm_schema_table sm_table_chemistry = {
    "flow.chemistry",
    "chemistry of the scalars of model \"incompressible\"; the table switches it on",
    KEYS(chemistry_keys), LINE(c.flow.chemistry.line),
    ONLY_WITH(MODEL("incompressible"), WITHOUT("flow.mac_sor", NULL))};

static const struct sm_schema_key fixed_species_keys[] = {
    {"species", SM_KEY_TEXT, FIXED(species), REQUIRED, UNIQUE,
     .meaning = "species of the mechanism"},
    {"fraction", SM_KEY_NUMBER, FIXED(fraction), .unit = "1", WITHIN(0, 1), REQUIRED,
     .meaning = "mole fraction, \"1.8 ppm\""},
};

const struct sm_schema_table sm_table_fixed_species = {
    "flow.chemistry.fixed_species", "species of constant concentration that is not a scalar",
    KEYS(fixed_species_keys), LIST_OF(sm_case_fixed_species, c.flow.chemistry.fixed_species, line),
    ONLY_WITH(GIVEN("flow.chemistry.mechanism", NULL))};
