/* case/schema/reacting_flow.c - keys of air that reacts. */
#include "case/schema/keys.h"
#include "simoom/chem.h"

#define ZONE(field) .at = offsetof(struct sm_case_reaction_zone, field)
#define RELEASE(field) .at = offsetof(struct sm_case_reaction_release, field)

static const struct sm_schema_key reaction_keys[] = {
    {"mechanism", SM_KEY_PATH, AT(c.flow.reaction.mechanism), .otherwise = "must be given",
     .meaning = "file of species and reactions: CHEMKIN or Cantera YAML"},
    {"thermo", SM_KEY_PATH, AT(c.flow.reaction.thermo), .otherwise = "in that file",
     .meaning = "file of thermodynamic data, CHEMKIN"},
    {"transport", SM_KEY_PATH, AT(c.flow.reaction.transport), .otherwise = "in that file, or none",
     .meaning = "file of transport data, CHEMKIN"},
    {"mixture", SM_KEY_TEXT, AT(c.flow.reaction.mixture), .otherwise = "\"" SM_PLAIN_AIR "\"",
     .meaning = "of the air, at the start and of what flows in"},
    {"fractions", SM_KEY_WORD, AT(c.flow.reaction.by_mass), WORDS("mole", "mass"),
     .meaning = "what the parts of all mixtures are of"},
    {"temperature", SM_KEY_EXPRESSION, AT(c.flow.reaction.temperature), .unit = "K",
     WITHIN(10, 6000), .otherwise = "that of [flow.compressible]", .meaning = "at the start"},
    {"bath", SM_KEY_TEXT, AT(c.flow.reaction.bath), .otherwise = "what the air has most of",
     .meaning = "species that is not carried, but what the others leave"},
    {"diffusion", SM_KEY_WORD, AT(c.flow.reaction.spreading),
     WORDS("unity-lewis", "mixture-averaged", "none"),
     .meaning = "of heat and species: conductivity by kinetic theory, and all species by it and "
                "'lewis'; each species by its own diffusivity among the others, with a correction "
                "that keeps the sum; or neither heat nor species spread, by eddies alone"},
    {"lewis", SM_KEY_NUMBER, AT(c.flow.reaction.lewis), WITHIN(0.01, 100), DEFAULT(1),
     .meaning = "number of all species, of \"unity-lewis\""},
    {"turbulent_schmidt", SM_KEY_NUMBER, AT(c.flow.reaction.turbulent_schmidt), ABOVE(0),
     DEFAULT(0.7), .meaning = "viscosity over diffusivity of eddies smaller than the cells"},
    {"splitting", SM_KEY_WORD, AT(c.flow.reaction.splitting), WORDS("strang", "source", "frozen"),
     .meaning = "\"strang\": half of the chemistry before the flow of a step, half after it; "
                "\"source\": once, with what flow brings as a constant source; \"frozen\": no "
                "reactions"},
    {"method", SM_KEY_WORD, AT(c.flow.reaction.method),
     WORDS("auto", "rk4", "rkck45", "rkc2", "rodas3", "rodas4"),
     .meaning = "of integration; \"auto\": chosen by stiffness in each cell; \"rk4\": one step, "
                "whatever its error"},
    {"rtol", SM_KEY_NUMBER, AT(c.flow.reaction.rtol), RTOL_LIMITED, DEFAULT(1e-4),
     .meaning = "relative error of chemistry in a step"},
    {"atol", SM_KEY_NUMBER, AT(c.flow.reaction.atol), INSIDE(0, 0.1), DEFAULT(1e-9),
     .otherwise = "1e-9", .meaning = "the same of a species' share of all molecules"},
    {"max_steps", SM_KEY_INTEGER, AT(c.flow.reaction.max_steps), WITHIN(1, 100000000),
     DEFAULT(100000),
     .meaning = "of chemistry, in a cell and a half of a step; more are a failure"},
    {"on_failure", SM_KEY_WORD, AT(c.flow.reaction.goes_on), WORDS("stop", "continue"),
     .meaning = "where the chemistry of a cell cannot be integrated, after it was written to a "
                "file: the run ends, or the cell stays as it was"},
    {"inert_below", SM_KEY_NUMBER, AT(c.flow.reaction.inert_below), .unit = "K", AT_LEAST(0),
     DEFAULT(400), .meaning = "colder gas does not react"},
    {"outputs", SM_KEY_TEXTS, AT(c.flow.reaction.output), .otherwise = "none",
     .meaning = "species whose mass fractions are written, as Y_H2"},
};

const struct sm_schema_table sm_table_reaction = {
    "flow.reaction",
    "the air of model \"compressible\" is a mixture of gases that react; the table switches it on",
    KEYS(reaction_keys), LINE(c.flow.reaction.line)};

static const struct sm_schema_key zone_keys[] = {
    {"mass_fraction", SM_KEY_EXPRESSION, ZONE(mass_fraction), WITHIN(0, 1), REQUIRED,
     .meaning = "of this gas, by mass: 1 where there is nothing else"},
    {"mixture", SM_KEY_TEXT, ZONE(mixture), .otherwise = "that of [flow.reaction]",
     .meaning = "of this gas"},
    {"temperature", SM_KEY_NUMBER, ZONE(temperature), .unit = "K", WITHIN(10, 6000),
     OPTIONAL("that of the air there"), .meaning = "of this gas"},
    {"burnt", SM_KEY_FLAG, ZONE(burnt), DEFAULT(0),
     .meaning = "the gas has burnt: in equilibrium, of the same enthalpy and pressure"},
};

const struct sm_schema_table sm_table_reaction_zone = {
    "flow.reaction.zone", "where the gas at the start is another, each over those before",
    KEYS(zone_keys), LIST_OF(sm_case_reaction_zone, c.flow.reaction.zone, line)};

static const struct sm_schema_key release_keys[] = {
    {"from", SM_KEY_VECTOR, RELEASE(box.from), .count = 3, .unit = "m", ANY, REQUIRED,
     .meaning = "[x, y, z] of the low corner of a box: x, y from the south-west corner of the "
                "domain, margin not included, z above the ground"},
    {"to", SM_KEY_VECTOR, RELEASE(box.to), .count = 3, .unit = "m", ANY, REQUIRED,
     .meaning = "its high corner"},
    {MAP_COORDINATES("coordinates", RELEASE(box.coordinates), "from and to")},
    {"rate", SM_KEY_NUMBER, RELEASE(box.rate), .unit = "kg/s", AT_LEAST(0), REQUIRED,
     .meaning = "of the whole box"},
    {"start", SM_KEY_NUMBER, RELEASE(box.start), .unit = "s", ANY,
     UNLESS(-HUGE_VAL, "the start of the run"),
     .meaning = "after the first wind that is written; below 0: in spin_up"},
    {"stop", SM_KEY_NUMBER, RELEASE(box.stop), .unit = "s", ANY,
     UNLESS(HUGE_VAL, "the end of the run"), .meaning = "the same of its end"},
    {"mixture", SM_KEY_TEXT, RELEASE(mixture), REQUIRED, .meaning = "of what is given off"},
    {"temperature", SM_KEY_NUMBER, RELEASE(temperature), .unit = "K", WITHIN(10, 6000),
     DEFAULT(300), .meaning = "of it"},
};

const struct sm_schema_table sm_table_reaction_release = {
    "flow.reaction.release", "a box that gives off gas, at rest", KEYS(release_keys),
    LIST_OF(sm_case_reaction_release, c.flow.reaction.release, box.line)};
