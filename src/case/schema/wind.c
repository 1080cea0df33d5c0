/* case/schema/wind.c - keys of the wind and what acts on it. */
#include "case/schema/keys.h"

static const struct sm_schema_key wind_keys[] = {
    {"model", SM_KEY_WORD, AT(c.wind_source.model),
     WORDS("diagnostic", "vortex", "rotor", "file", "incompressible", "compressible"),
     .meaning =
         "\"diagnostic\": the mass-consistent wind nearest to that of the stations; "
         "\"vortex\": the analytic field of Miglio et al. (2016); \"rotor\": the wakes of "
         "hovering rotors; \"file\": winds that files hold; \"incompressible\": the Navier-Stokes "
         "equations in time, \"compressible\": with sound, heat and weight, see [flow]"},
    {"alpha", SM_KEY_NUMBER, AT(c.wind.alpha_ratio), ABOVE(0), WORDS("stability"),
     .word_value = (double)NAN, DEFAULT(1), .excludes = "stability_class",
     .meaning = "alpha1/alpha2 of Sasaki's functional: above 1 air goes over hills and houses, "
                "below 1 around them; \"stability\": from the Obukhov length"},
    {"stability_class", SM_KEY_WORD, AT(c.wind.stability_class),
     WORDS("none", "weather", "A", "AB", "B", "BC", "C", "CD", "D", "E", "F"), .excludes = "alpha",
     .meaning =
         "Pasquill's class, which gives alpha from 5 (\"A\", unstable) over 1 (\"D\") to 0.2 "
         "(\"F\", stable); \"weather\": from sun, cloud and wind"},
    {"solver", SM_KEY_WORD, AT(c.wind.solver),
     WORDS("multigrid", "red-black-sor", "sor", "sor-global", "sor-shared", "sor-dynamic",
           "sor-graph"),
     .meaning =
         "of the Poisson equation; \"multigrid\" is the fastest by far. For comparison: "
         "\"red-black-sor\", and as published by Bozorgmehr et al. (2021) \"sor\" (one thread "
         "of a CPU), \"sor-global\", and on GPUs \"sor-shared\" and, with the loop there, "
         "\"sor-dynamic\" and \"sor-graph\""},
    {"tolerance", SM_KEY_NUMBER, AT(c.wind.tolerance), INSIDE(0, 1), DEFAULT(1e-6),
     .meaning = "relative residual at which the solver stops"},
    {"max_iterations", SM_KEY_INTEGER, AT(c.wind.max_iterations), WITHIN(1, 10000000),
     .otherwise = "200, or 100000 with SOR",
     .meaning = "then the run ends as not converged; multigrid takes 4096 at most"},
    {"omega", SM_KEY_NUMBER, AT(c.wind.omega), INSIDE(0, 2), WORDS("optimal"),
     .word_value = (double)NAN, DEFAULT(1.78),
     .meaning = "over-relaxation of the SOR solvers; \"optimal\": the best for the box without "
                "obstacles"},
    {"check_every", SM_KEY_INTEGER, AT(c.wind.check_every), WITHIN(1, 10000000),
     .otherwise = "20, or 1 with the solvers of Bozorgmehr et al.",
     .meaning = "iterations of SOR between two measures of convergence"},
    {"lee", SM_KEY_WORD, AT(c.wind.lee), WORDS("none", "separated"),
     .meaning =
         "behind steep crests the first guess follows the ground (\"none\"), or is slow where "
         "the flow has \"separated\" from it"},
    {"lee_slope", SM_KEY_NUMBER, AT(c.wind.lee_slope), ABOVE(0), DEFAULT(0.3), .needs = "lee",
     .meaning = "slope along the wind, m per m, behind which the flow separates"},
    {"top", SM_KEY_WORD, AT(c.wind.top), WORDS("unbounded", "zero"),
     .meaning = "above the lid the potential falls off as in \"unbounded\" air, or is \"zero\" one "
                "cell above it"},
    {"history", SM_KEY_FLAG, AT(c.wind.history), DEFAULT(0),
     .meaning = "print the residual after every iteration"},
    {"interval", SM_KEY_NUMBER, AT(c.wind_source.interval), .unit = "s", AT_LEAST(1e-6),
     OPTIONAL("with model \"rotor\" required; with \"incompressible\" the duration"),
     .meaning = "between two winds that are written"},
    {"duration", SM_KEY_NUMBER, AT(c.wind_source.duration), .unit = "s", ABOVE(0),
     OPTIONAL("with models \"rotor\" and \"incompressible\" required"),
     .meaning = "from the first wind that is written to the last"},
    {"spin_up", SM_KEY_NUMBER, AT(c.wind_source.spin_up), .unit = "s", WITHIN(0, 1e6), DEFAULT(0),
     .meaning = "before the first wind that is written: rotors begin in still air, the flow "
                "with flow.initial"},
    {"ambient", SM_KEY_VECTOR, AT(c.wind_source.ambient), .count = 2, .unit = "m/s",
     WITHIN(-100, 100), DEFAULT(0),
     .meaning = "[u, v] along x and y, added everywhere to the wind of rotors"},
};

const struct sm_schema_table sm_table_wind = {"wind", "the model of the wind and its solver",
                                              KEYS(wind_keys), LINE(c.wind.line)};

static const struct sm_schema_key zones_keys[] = {
    {"on", SM_KEY_FLAG, AT(c.zones.on), DEFAULT(1),
     .meaning = "whether buildings change the first guess; without, the wind only goes round them"},
#define KEY_WORD(NAME, FALLBACK, MEANING, ...)                                                     \
  {#NAME, SM_KEY_WORD, AT(c.zones.NAME), WORDS(__VA_ARGS__), DEFAULT(FALLBACK), .meaning = MEANING},
#define KEY_FLAG(NAME, FALLBACK, MEANING)                                                          \
  {#NAME, SM_KEY_FLAG, AT(c.zones.NAME), DEFAULT(FALLBACK), .meaning = MEANING},
#include "cell/urban/zones.def"
    {"high_rise", SM_KEY_FLAG, AT(c.zones.high_rise), DEFAULT(0),
     .meaning = "cavities of their own for buildings at least twice as high as long"},
    {"sheltering", SM_KEY_FLAG, AT(c.zones.sheltering), DEFAULT(1),
     .meaning = "whether buildings slow the wind downwind and beside their wakes by their drag"},
    {"roughness", SM_KEY_NUMBER, AT(c.zones.roughness), .unit = "m", ABOVE(0), DEFAULT(0.1),
     .meaning = "roughness length of walls and roofs"},
};

const struct sm_schema_table sm_table_zones = {"wind.zones",
                                               "what buildings do to the first guess of the wind",
                                               KEYS(zones_keys), LINE(c.zones.line)};

static const struct sm_schema_key slope_flow_keys[] = {
    {"albedo", SM_KEY_NUMBER, AT(c.slope_flow.albedo), .unit = "1", WITHIN(0, 1), DEFAULT(0.25),
     .meaning = "part of the light that the ground throws back; woods 0.1"},
    {"bowen", SM_KEY_NUMBER, AT(c.slope_flow.bowen), WITHIN(0, 100), DEFAULT(1),
     .meaning = "heat that warms the air over heat that evaporates water"},
    {"storage", SM_KEY_NUMBER, AT(c.slope_flow.storage), .unit = "1", WITHIN(0, 1), DEFAULT(0.15),
     .meaning = "part of the net radiation that goes into the ground"},
    {"depth", SM_KEY_NUMBER, AT(c.slope_flow.depth), INSIDE(0, 1), DEFAULT(0.05),
     .meaning = "of the flow, over the height of the slope above or below"},
    {"downslope_drag", SM_KEY_NUMBER, AT(c.slope_flow.downslope_drag), ABOVE(0), DEFAULT(1e-4),
     .meaning = "coefficient of the ground's drag"},
    {"downslope_entrainment", SM_KEY_NUMBER, AT(c.slope_flow.downslope_entrainment), AT_LEAST(0),
     DEFAULT(0.01), .meaning = "coefficient of the air that is taken in at the top"},
    {"upslope_drag", SM_KEY_NUMBER, AT(c.slope_flow.upslope_drag), ABOVE(0), DEFAULT(0.2),
     .meaning = "see downslope_drag"},
    {"upslope_entrainment", SM_KEY_NUMBER, AT(c.slope_flow.upslope_entrainment), AT_LEAST(0),
     DEFAULT(0.2), .meaning = "see downslope_entrainment"},
    {"shadows", SM_KEY_FLAG, AT(c.slope_flow.shadows), DEFAULT(1),
     .meaning = "hills throw shadows on each other"},
};

const struct sm_schema_table sm_table_slope_flow = {
    "slope_flow", "winds up sunny slopes and down cool ones; the table switches them on",
    KEYS(slope_flow_keys), LINE(c.slope_flow.line)};

/* The least keeps stresses possible (docs/theory/turbulence.md). */
#define SIGMA WITHIN(1.2, 10)

static const struct sm_schema_key turbulence_keys[] = {
    {"model", SM_KEY_WORD, AT(c.turbulence.model), WORDS("none", "local"),
     .meaning = "\"none\", or \"local\": from the shear of the wind and the distance to walls"},
    {"sigma_along", SM_KEY_NUMBER, AT(c.turbulence.sigma[0]), SIGMA, DEFAULT(2.5),
     .meaning = "standard deviation of the wind along the mean wind, over u*, in a neutral surface "
                "layer"},
    {"sigma_across", SM_KEY_NUMBER, AT(c.turbulence.sigma[1]), SIGMA, DEFAULT(2.0),
     .meaning = "the same across the mean wind"},
    {"sigma_up", SM_KEY_NUMBER, AT(c.turbulence.sigma[2]), SIGMA, DEFAULT(1.3),
     .meaning = "the same upwards"},
    {"longest_mixing_length", SM_KEY_NUMBER, AT(c.turbulence.longest), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "no limit"),
     .meaning = "far from walls; near them it is 0.4 times the distance"},
    {"upper_bound", SM_KEY_NUMBER, AT(c.turbulence.bound), ABOVE(0), WORDS("none"),
     .word_value = HUGE_VAL, DEFAULT(20),
     .meaning = "of the kinetic energy that shear makes, in u*^2 of the whole domain"},
    {"background", SM_KEY_NUMBER, AT(c.turbulence.background), .unit = "m/s", WITHIN(0, 20),
     DEFAULT(0), .meaning = "standard deviation of each component of the wind that is everywhere"},
    {"background_length", SM_KEY_NUMBER, AT(c.turbulence.background_length), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "eddies that do not decay"),
     .meaning = "size of the eddies of the background: they dissipate background^3 over it"},
    {"meander", SM_KEY_NUMBER, AT(c.turbulence.meander), .unit = "m/s", WITHIN(0, 20), DEFAULT(0),
     .meaning = "standard deviation along x and along y of gusts so large and slow that they carry "
                "whole plumes to and fro; only particles feel them"},
    {"meander_time", SM_KEY_NUMBER, AT(c.turbulence.meander_time), .unit = "s", ABOVE(0),
     DEFAULT(300), .meaning = "time scale of these gusts"},
    {"wake_friction", SM_KEY_NUMBER, AT(c.turbulence.wakes), WITHIN(0, 1), DEFAULT(0.11),
     .meaning = "behind buildings, with wind.zones.on: u* of eddies as large as the building, over "
                "the difference of the wind across them; 0.11 is that of a plane mixing layer, 0.4 "
                "that of Singh (2005); 0: no such eddies"},
    {"stability", SM_KEY_FLAG, AT(c.turbulence.stability), DEFAULT(1),
     .meaning = "heed the Obukhov lengths of the stations"},
    {"boundary_layer_depth", SM_KEY_NUMBER, AT(c.turbulence.depth), .unit = "m", ABOVE(0),
     DEFAULT(1000), .meaning = "to which heat from the ground drives convection"},
};

const struct sm_schema_table sm_table_turbulence = {"turbulence", "how the wind fluctuates",
                                                    KEYS(turbulence_keys), LINE(c.turbulence.line)};
