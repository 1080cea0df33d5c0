/* case/schema/reacting_flow.c - keys of reacting flow (combustion). */
#include "case/schema/keys.h"
#include "simoom/chem.h"

#define ZONE(field) .at = offsetof(struct sm_case_reaction_zone, field)
#define RELEASE(field) .at = offsetof(struct sm_case_reaction_release, field)

#define DRGEP ONLY_WITH(ONE_OF("reduction", "drgep"))

static const struct sm_schema_key reaction_keys[] = {
    {"mechanism", SM_KEY_PATH, AT(c.flow.reaction.mechanism), REQUIRED,
     .meaning = "mechanism file: CHEMKIN or Cantera YAML"},
    {"thermo", SM_KEY_PATH, AT(c.flow.reaction.thermo), .otherwise = "in the mechanism file",
     .meaning = "CHEMKIN file of thermodynamic data"},
    {"transport", SM_KEY_PATH, AT(c.flow.reaction.transport),
     .otherwise = "in the mechanism file, or none", .meaning = "CHEMKIN file of transport data"},
    {"mixture", SM_KEY_TEXT, AT(c.flow.reaction.mixture), .otherwise = "\"" SM_PLAIN_AIR "\"",
     .meaning = "composition of the air, initial and at inflow"},
    {"fractions", SM_KEY_WORD, AT(c.flow.reaction.by_mass), WORDS("mole", "mass"),
     .meaning = "kind of the fractions of all mixtures"},
    {"temperature", SM_KEY_EXPRESSION, AT(c.flow.reaction.temperature), .unit = "K",
     WITHIN(10, 6000), .otherwise = "that of [flow.compressible]",
     .meaning = "initial temperature"},
    {"bath", SM_KEY_TEXT, AT(c.flow.reaction.bath), .otherwise = "the most abundant one of the air",
     .meaning = "bath species, the remainder of the others"},
    {"diffusion", SM_KEY_WORD, AT(c.flow.reaction.spreading),
     WORDS("unity-lewis", "mixture-averaged", "none"),
     .meaning = "molecular diffusion of heat and species: \"unity-lewis\": conductivity from "
                "kinetic theory, species with the Lewis number 'lewis'; \"mixture-averaged\": "
                "diffusivity of each species in the mixture, with a correction velocity; \"none\": "
                "subgrid-scale diffusion only"},
    {"lewis", SM_KEY_NUMBER, AT(c.flow.reaction.lewis), WITHIN(0.01, 100), DEFAULT(1),
     ONLY_WITH(ONE_OF("diffusion", "unity-lewis")),
     .meaning = "Lewis number of all species, of \"unity-lewis\""},
    {"turbulent_schmidt", SM_KEY_NUMBER, AT(c.flow.reaction.turbulent_schmidt), ABOVE(0),
     DEFAULT(0.7), ONLY_WITH(SUBGRID), .meaning = "subgrid-scale Schmidt number"},
    {"splitting", SM_KEY_WORD, AT(c.flow.reaction.splitting), WORDS("strang", "source", "frozen"),
     .meaning = "operator splitting: \"strang\": half a step of chemistry before the flow, half "
                "after it; \"source\": one step of chemistry with the transport as a constant "
                "source; \"frozen\": no reactions"},
    {"method", SM_KEY_WORD, AT(c.flow.reaction.method),
     WORDS("auto", "rk4", "rkck45", "rkc2", "rodas3", "rodas4"),
     .meaning = "integration method; \"auto\": by the stiffness of each cell; \"rk4\": one step "
                "without error control"},
    {"rtol", SM_KEY_NUMBER, AT(c.flow.reaction.rtol), RTOL_LIMITED, DEFAULT(1e-4),
     .meaning = "relative error tolerance of chemistry in a step"},
    {"atol", SM_KEY_NUMBER, AT(c.flow.reaction.atol), INSIDE(0, 0.1), DEFAULT(1e-9),
     .otherwise = "1e-9", .meaning = "absolute error tolerance of a mole fraction"},
    {"reduction", SM_KEY_WORD, AT(c.flow.reaction.reduction), WORDS("none", "drgep"),
     .meaning = "dynamic mechanism reduction, on a CPU: \"drgep\": a directed relation graph with "
                "error propagation freezes unimportant species while a cell is integrated"},
    {"reduction_threshold", SM_KEY_NUMBER, AT(c.flow.reaction.reduction_threshold), WITHIN(0, 0.99),
     DEFAULT(1e-3), DRGEP, .meaning = "importance below which a species is frozen; 0: none"},
    {"reduction_targets", SM_KEY_TEXTS, AT(c.flow.reaction.reduction_targets),
     .otherwise = "required with reduction = \"drgep\"", DRGEP,
     .meaning = "species for which the others are important: fuel, oxidiser and what matters"},
    {"reduction_tolerance", SM_KEY_NUMBER, AT(c.flow.reaction.reduction_tolerance), WITHIN(0, 0.99),
     DEFAULT(0.5), DRGEP,
     .meaning = "relative change of the temperature or of an active species after which species "
                "are selected anew within a time step; 0: in each chemistry step"},
    {"max_steps", SM_KEY_INTEGER, AT(c.flow.reaction.max_steps), WITHIN(1, 100000000),
     DEFAULT(100000),
     .meaning = "chemistry steps of a cell in half a time step; more are a failure"},
    {"on_failure", SM_KEY_WORD, AT(c.flow.reaction.goes_on), WORDS("stop", "continue"),
     .meaning = "failed integration of a cell, after its state is written to a file: end of the "
                "run, or the cell stays unchanged"},
    {"inert_below", SM_KEY_NUMBER, AT(c.flow.reaction.inert_below), .unit = "K", AT_LEAST(0),
     DEFAULT(400), .meaning = "temperature below which there are no reactions"},
    {"outputs", SM_KEY_TEXTS, AT(c.flow.reaction.output), .otherwise = "none",
     .meaning = "species with mass fractions in the output, as Y_H2"},
};

const struct sm_schema_table sm_table_reaction = {
    "flow.reaction",
    "reacting flow: the gas of model \"compressible\" is a reacting mixture; the table switches it "
    "on",
    KEYS(reaction_keys), LINE(c.flow.reaction.line),
    ONLY_WITH(MODEL("compressible"), WITHOUT("flow.forward_euler", NULL))};

static const struct sm_schema_key zone_keys[] = {
    {"mass_fraction", SM_KEY_EXPRESSION, ZONE(mass_fraction), WITHIN(0, 1), REQUIRED,
     .meaning = "mass fraction of this gas: 1 for this gas alone"},
    {"mixture", SM_KEY_TEXT, ZONE(mixture), .otherwise = "that of [flow.reaction]",
     .meaning = "composition of this gas"},
    {"temperature", SM_KEY_NUMBER, ZONE(temperature), .unit = "K", WITHIN(10, 6000),
     OPTIONAL("that of the air there"), .meaning = "temperature of this gas"},
    {"burnt", SM_KEY_FLAG, ZONE(burnt), DEFAULT(0),
     .meaning = "burnt gas: in equilibrium, at the same enthalpy and pressure"},
};

const struct sm_schema_table sm_table_reaction_zone = {
    "flow.reaction.zone", "region with another initial gas; later ones lie over earlier ones",
    KEYS(zone_keys), LIST_OF(sm_case_reaction_zone, c.flow.reaction.zone, line)};

static const struct sm_schema_key release_keys[] = {
#include "case/source_keys.def"
    {"mixture", SM_KEY_TEXT, RELEASE(mixture), REQUIRED,
     .meaning = "composition of the released gas"},
    {"temperature", SM_KEY_NUMBER, RELEASE(temperature), .unit = "K", WITHIN(10, 6000),
     DEFAULT(300), .meaning = "temperature of the released gas"},
};

const struct sm_schema_table sm_table_reaction_release = {
    "flow.reaction.release", "source of gas at rest: place, shape, time and mass",
    KEYS(release_keys), LIST_OF(sm_case_reaction_release, c.flow.reaction.release, source.line)};
