/* case/schema/chemistry.c - keys of reactions between scalars of a flow. */
#include "case/schema/keys.h"
#include "simoom/chem.h"

#define HELD(field) .at = offsetof(struct sm_case_fixed_species, field)

static const struct sm_schema_key chemistry_keys[] = {
    {"mechanism", SM_KEY_PATH, AT(c.flow.chemistry.mechanism), .otherwise = "NO, NO2 and O3",
     .meaning = "file of reactions (CHEMKIN, Cantera's YAML, KPP) between the scalars that have "
                "names of its species; without it scalars NO, NO2 and O3 do NO + O3 = NO2 and NO2 "
                "+ light = NO + O3"},
    {"thermo", SM_KEY_PATH, AT(c.flow.chemistry.thermo), .otherwise = "none", .needs = "mechanism",
     .meaning = "file of thermodynamic data of a CHEMKIN mechanism"},
    {"photolysis", SM_KEY_PATH, AT(c.flow.chemistry.photolysis), .otherwise = "none",
     .needs = "mechanism", .meaning = "file of rates of photolysis that a KPP mechanism names"},
    {"no2_photolysis", SM_KEY_NUMBER, AT(c.flow.chemistry.no2_photolysis), .unit = "s-1",
     WITHIN(0, 1), DEFAULT(0), .excludes = "mechanism",
     .meaning = "rate of NO2 + light = NO + O3: 0 at night, 0.009 about noon in summer"},
    {"ozone_rate", SM_KEY_NUMBER, AT(c.flow.chemistry.ozone_rate), .unit = "cm3/s", ABOVE(0),
     OPTIONAL("1.8e-12 exp(-1370 K / temperature)"), .excludes = "mechanism",
     .meaning = "constant of NO + O3 = NO2, per molecule"},
    {"temperature", SM_KEY_NUMBER, AT(c.flow.chemistry.temperature), .unit = "K", WITHIN(100, 1000),
     OPTIONAL("that of the air with [flow.heat], else weather.temperature"),
     .meaning = "at which things react"},
    {"pressure", SM_KEY_NUMBER, AT(c.flow.chemistry.pressure), .unit = "Pa", ABOVE(0),
     DEFAULT(101325), .meaning = "of the air"},
    {"sun", SM_KEY_NUMBER, AT(c.flow.chemistry.sun), WITHIN(0, 1), DEFAULT(1), .needs = "mechanism",
     .meaning = "factor of the rates of photolysis: 0 at night"},
    {"zenith", SM_KEY_NUMBER, AT(c.flow.chemistry.zenith), .unit = "rad", WITHIN(0, 3.15),
     DEFAULT(0), .needs = "mechanism",
     .meaning = "angle of the sun, of rates that follow it: \"30 deg\""},
    {"rtol", SM_KEY_NUMBER, AT(c.flow.chemistry.rtol), RTOL_LIMITED, DEFAULT(1e-4),
     .needs = "mechanism", .meaning = "relative error of chemistry in a step"},
    {"heat", SM_KEY_FLAG, AT(c.flow.chemistry.heat), DEFAULT(0), .needs = "mechanism",
     .excludes = "temperature",
     .meaning =
         "the heat of the reactions warms the air ([flow.heat]), whose density stays that of "
         "weather.temperature: for traces"},
    {"on_failure", SM_KEY_WORD, AT(c.flow.chemistry.goes_on), WORDS("stop", "continue"),
     .needs = "mechanism",
     .meaning =
         "of a cell that cannot be integrated: the run ends, or the cell stays as it is; its "
         "state goes to a file that simoom chem ignite takes"},
};

const struct sm_schema_table sm_table_chemistry = {
    "flow.chemistry", "scalars of the incompressible model react; the table switches it on",
    KEYS(chemistry_keys), LINE(c.flow.chemistry.line)};

static const struct sm_schema_key fixed_species_keys[] = {
    {"species", SM_KEY_TEXT, HELD(species), REQUIRED, .meaning = "of the mechanism"},
    {"fraction", SM_KEY_NUMBER, HELD(fraction), .unit = "1", WITHIN(0, 1), REQUIRED,
     .meaning = "share of all molecules, \"1.8 ppm\""},
};

const struct sm_schema_table sm_table_fixed_species = {
    "flow.chemistry.fixed_species", "a species that no scalar carries and that stays as it is",
    KEYS(fixed_species_keys), LIST_OF(sm_case_fixed_species, c.flow.chemistry.fixed_species, line)};
