/* case/schema/wind.c - keys of the wind: model, solver, stability, building parameterisations. */
#include "case/schema/keys.h"
#include "cell/urban/zone_list.h"

#define SOR NONE_OF("solver", "multigrid", NULL)

static const struct sm_schema_key wind_keys[] = {
    {"model", SM_KEY_WORD, AT(c.wind_source.model),
     WORDS("diagnostic", "vortex", "rotor", "file", "points", "incompressible", "compressible",
           "rans", "library"),
     .meaning =
         "wind model: \"diagnostic\": mass-consistent wind nearest to the first guess from the "
         "weather; \"vortex\": analytic vortex of Miglio et al. (2016); \"rotor\": wakes of "
         "hovering rotors; \"file\": winds from files; \"points\": winds at scattered points of "
         "files; \"incompressible\": Navier-Stokes equations "
         "in time; \"compressible\": with density, pressure and energy, see [flow]; \"rans\": "
         "steady "
         "Reynolds-averaged equations with a k-epsilon model, see [rans]; \"library\": "
         "interpolated "
         "in a library of winds, by simoom release (docs/wind-library.md)"},
    {"mesh", SM_KEY_WORD, AT(c.wind.mesh), WORDS("cells", "prisms"), ONLY_WITH(MODEL("diagnostic")),
     .meaning = "\"cells\": Cartesian grid with the terrain cut out of it; \"prisms\": columns of "
                "triangular prisms in layers that follow the terrain, without obstacles"},
    {"alpha", SM_KEY_NUMBER, AT(c.wind.alpha_ratio), ABOVE(0), WORDS("stability"),
     .word_value = (double)NAN, DEFAULT(1), .excludes = "stability_class",
     ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "alpha1/alpha2 of the Sasaki functional: above 1 air flows over hills and "
                "buildings, below 1 around them; \"stability\": from the Obukhov length"},
    {"stability_class", SM_KEY_WORD, AT(c.wind.stability_class),
     WORDS("none", "weather", "A", "AB", "B", "BC", "C", "CD", "D", "E", "F"), .excludes = "alpha",
     ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "Pasquill stability class, which sets alpha from 5 (\"A\", unstable) over 1 "
                "(\"D\") to 0.2 (\"F\", stable); \"weather\": from the sun, clouds and wind"},
    {"solver", SM_KEY_WORD, AT(c.wind.solver),
     WORDS("multigrid", "red-black-sor", "sor", "sor-global", "sor-shared", "sor-dynamic",
           "sor-graph", "sor-copied"),
     ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "solver of the Poisson equation; \"multigrid\" is the fastest by far. For "
                "comparison: \"red-black-sor\", and as published by Bozorgmehr et al. (2021) "
                "\"sor\" (one CPU thread), \"sor-global\", the same with copies to the host and "
                "back around every sweep \"sor-copied\", and on GPUs \"sor-shared\" and, with "
                "the iteration loop there, \"sor-dynamic\" and \"sor-graph\""},
    {"tolerance", SM_KEY_NUMBER, AT(c.wind.tolerance), INSIDE(0, 1), DEFAULT(1e-6),
     ONLY_WITH(MODEL(FROM_WEATHER)), .meaning = "relative residual at convergence"},
    {"change_tolerance", SM_KEY_NUMBER, AT(c.wind.change_tolerance), .unit = "m2/s", ABOVE(0),
     .otherwise = "the residual decides", .excludes = "tolerance", ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "stopping criterion of Bozorgmehr et al. (2021, eq. 7) in place of the residual: "
                "largest change of the Lagrange multiplier in one iteration. An iteration that "
                "changes little does not say that the wind is near the converged one"},
    {"max_iterations", SM_KEY_INTEGER, AT(c.wind.max_iterations), WITHIN(1, 10000000),
     .otherwise = "200, or 100000 with SOR", ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning =
         "iterations after which the run ends as not converged; at most 4096 with multigrid"},
    {"omega", SM_KEY_NUMBER, AT(c.wind.omega), INSIDE(0, 2), WORDS("optimal"),
     .word_value = (double)NAN, DEFAULT(1.78), ONLY_WITH(MODEL(FROM_WEATHER), SOR),
     .meaning = "over-relaxation factor of the SOR solvers; \"optimal\": that of the box without "
                "obstacles"},
    {"check_every", SM_KEY_INTEGER, AT(c.wind.check_every), WITHIN(1, 10000000),
     .otherwise = "20, or 1 with the solvers of Bozorgmehr et al.",
     ONLY_WITH(MODEL(FROM_WEATHER), SOR),
     .meaning = "SOR iterations between two convergence checks"},
    {"lee", SM_KEY_WORD, AT(c.wind.lee), WORDS("none", "separated"), ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "first guess behind steep crests: along the ground (\"none\"), or slow in a region "
                "of separated flow (\"separated\")"},
    {"lee_slope", SM_KEY_NUMBER, AT(c.wind.lee_slope), ABOVE(0), DEFAULT(0.3),
     ONLY_WITH(MODEL(FROM_WEATHER), ONE_OF("lee", "separated")),
     .meaning = "slope along the wind, m per m, from which the flow separates"},
    {"internal_boundary_layers", SM_KEY_FLAG, AT(c.wind.internal_boundary_layers), DEFAULT(1),
     ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "first guess behind changes of the roughness length: the wind adapts over a fetch, "
                "from the ground up (true), or at once (false)"},
    {"direction_spread", SM_KEY_NUMBER, AT(c.wind.direction_spread), .unit = "deg", WITHIN(0, 25),
     WORDS("stability"), .word_value = (double)NAN, DEFAULT(0), ONLY_WITH(MODEL("diagnostic")),
     .meaning =
         "standard deviation of the wind direction: the wind is the mean over directions with a "
         "normal distribution, by three solves; \"stability\": of the Pasquill class, from 25 "
         "degrees (\"A\") over 10 (\"D\") to 2.5 (\"F\"); 0: a steady direction, one solve"},
    {"top", SM_KEY_WORD, AT(c.wind.top), WORDS("unbounded", "zero"), ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "boundary condition of the potential at the domain top: decay as in unbounded air "
                "(\"unbounded\"), or \"zero\" one cell above"},
    {"history", SM_KEY_FLAG, AT(c.wind.history), DEFAULT(0), ONLY_WITH(MODEL(FROM_WEATHER)),
     .meaning = "log of the residual and the largest change of every iteration"},
    {"interval", SM_KEY_NUMBER, AT(c.wind_source.interval), .unit = "s", AT_LEAST(1e-6),
     OPTIONAL("required with model \"rotor\"; the duration with \"incompressible\""),
     ONLY_WITH(MODEL("rotor " FLOWS)), .meaning = "output interval of the winds"},
    {"duration", SM_KEY_NUMBER, AT(c.wind_source.duration), .unit = "s", ABOVE(0),
     OPTIONAL("required with model \"rotor\"; with \"incompressible\" and the weather of a single "
              "time 1800 s, else required"),
     ONLY_WITH(MODEL("rotor " FLOWS)), .meaning = "time from the first output to the last"},
    {"spin_up", SM_KEY_NUMBER, AT(c.wind_source.spin_up), .unit = "s", WITHIN(0, 1e6), DEFAULT(0),
     ONLY_WITH(MODEL("rotor " FLOWS)),
     .meaning =
         "time before the first output: rotors start in still air, the flow from flow.initial"},
    {"ambient", SM_KEY_VECTOR, AT(c.wind_source.ambient), .count = 2, .unit = "m/s",
     WITHIN(-100, 100), DEFAULT(0), ONLY_WITH(MODEL("rotor")),
     .meaning =
         "[u, v] along x and y, uniform wind added to that of the rotors; a free wake drifts "
         "with it"},
    {"wake", SM_KEY_WORD, AT(c.wind_source.wake), WORDS("axisymmetric", "free"),
     ONLY_WITH(MODEL("rotor")),
     .meaning = "vortex rings of rotors: \"axisymmetric\": about the upright shaft of a hovering "
                "rotor, without action on other rotors; \"free\": in three dimensions, of all "
                "rotors together, for rotors that move, tilt, turn the air or act on each other"},
};

const struct sm_schema_table sm_table_wind = {"wind", "wind model and Poisson solver",
                                              KEYS(wind_keys), LINE(c.wind.line)};

static const struct sm_schema_key zones_keys[] = {
    {"on", SM_KEY_FLAG, AT(c.zones.on), DEFAULT(1),
     .meaning = "building parameterisation in the first guess; false: the projection alone turns "
                "the wind around buildings"},
#define KIND(CONSTANT, WORD) WORD,
#define KEY_WORD(NAME, FALLBACK, MEANING, ...)                                                     \
  {#NAME,                                                                                          \
   SM_KEY_WORD,                                                                                    \
   AT(c.zones.NAME),                                                                               \
   .words = (const char *const[]){__VA_ARGS__ NULL},                                               \
   DEFAULT(FALLBACK),                                                                              \
   .meaning = MEANING},
#define KEY_FLAG(NAME, FALLBACK, MEANING)                                                          \
  {#NAME, SM_KEY_FLAG, AT(c.zones.NAME), DEFAULT(FALLBACK), .meaning = MEANING},
#include "cell/urban/zones.def"
    {"high_rise", SM_KEY_FLAG, AT(c.zones.high_rise), DEFAULT(0),
     .meaning = "separate recirculation zones for buildings at least twice as high as long"},
    {"sheltering", SM_KEY_FLAG, AT(c.zones.sheltering), DEFAULT(1),
     .meaning = "upstream momentum deficit: slower wind downwind of buildings and beside their "
                "wakes, from their drag"},
    {"roughness", SM_KEY_NUMBER, AT(c.zones.roughness), .unit = "m", ABOVE(0), DEFAULT(0.1),
     .meaning = "roughness length of walls and roofs"},
};

const struct sm_schema_table sm_table_zones = {
    "wind.zones",
    "building parameterisation: zones around buildings in the first guess of the wind",
    KEYS(zones_keys), LINE(c.zones.line), ONLY_WITH(MODEL(FROM_WEATHER))};

static const struct sm_schema_key slope_flow_keys[] = {
    {"albedo", SM_KEY_NUMBER, AT(c.slope_flow.albedo), .unit = "1", WITHIN(0, 1), DEFAULT(0.25),
     .meaning = "albedo of the ground; woods 0.1"},
    {"bowen", SM_KEY_NUMBER, AT(c.slope_flow.bowen), WITHIN(0, 100), DEFAULT(1),
     .meaning = "Bowen ratio: sensible over latent heat flux"},
    {"storage", SM_KEY_NUMBER, AT(c.slope_flow.storage), .unit = "1", WITHIN(0, 1), DEFAULT(0.15),
     .meaning = "fraction of the net radiation that heats the ground"},
    {"depth", SM_KEY_NUMBER, AT(c.slope_flow.depth), INSIDE(0, 1), DEFAULT(0.05),
     .meaning = "depth of the flow, relative to the height of the slope above or below"},
    {"downslope_drag", SM_KEY_NUMBER, AT(c.slope_flow.downslope_drag), ABOVE(0), DEFAULT(1e-4),
     .meaning = "drag coefficient of the ground"},
    {"downslope_entrainment", SM_KEY_NUMBER, AT(c.slope_flow.downslope_entrainment), AT_LEAST(0),
     DEFAULT(0.01), .meaning = "entrainment coefficient at the top of the flow"},
    {"upslope_drag", SM_KEY_NUMBER, AT(c.slope_flow.upslope_drag), ABOVE(0), DEFAULT(0.2),
     .meaning = "drag coefficient of the ground"},
    {"upslope_entrainment", SM_KEY_NUMBER, AT(c.slope_flow.upslope_entrainment), AT_LEAST(0),
     DEFAULT(0.2), .meaning = "entrainment coefficient at the top of the flow"},
    {"shadows", SM_KEY_FLAG, AT(c.slope_flow.shadows), DEFAULT(1),
     .meaning = "shadows of the orography"},
};

const struct sm_schema_table sm_table_slope_flow = {
    "slope_flow",
    "slope flow: winds up heated slopes and down cooled ones; the table switches it on",
    KEYS(slope_flow_keys), LINE(c.slope_flow.line),
    ONLY_WITH(MODEL("diagnostic"), WITHOUT("weather.rose", NULL))};

/* The minimum keeps the stresses realisable (docs/theory/turbulence.md). */
#define SIGMA WITHIN(1.2, 10)

#define LOCAL ONLY_WITH(ONE_OF("model", "local"))

static const struct sm_schema_key turbulence_keys[] = {
    {"model", SM_KEY_WORD, AT(c.turbulence.model), WORDS("none", "local"),
     .meaning =
         "turbulence model: \"none\", or \"local\": from the wind shear and the distance to walls; "
         "the wind model \"rans\" has its own, see [rans]"},
    {"sigma_along", SM_KEY_NUMBER, AT(c.turbulence.sigma[0]), SIGMA, DEFAULT(2.5), LOCAL,
     .meaning = "standard deviation of the wind along its mean direction, over u*, in a neutral "
                "surface layer; in wakes of buildings all three components have the same"},
    {"sigma_across", SM_KEY_NUMBER, AT(c.turbulence.sigma[1]), SIGMA, DEFAULT(2.0), LOCAL,
     .meaning = "standard deviation across the mean direction, over u*"},
    {"sigma_up", SM_KEY_NUMBER, AT(c.turbulence.sigma[2]), SIGMA, DEFAULT(1.3), LOCAL,
     .meaning = "standard deviation of the vertical velocity, over u*"},
    {"longest_mixing_length", SM_KEY_NUMBER, AT(c.turbulence.longest), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "no limit"), LOCAL,
     .meaning = "maximum mixing length, far from walls; near them it is 0.4 times the distance"},
    {"upper_bound", SM_KEY_NUMBER, AT(c.turbulence.bound), ABOVE(0), WORDS("none"),
     .word_value = HUGE_VAL, DEFAULT(20), LOCAL,
     .meaning = "maximum of the turbulent kinetic energy from shear, in u*^2 of the whole domain"},
    {"background", SM_KEY_NUMBER, AT(c.turbulence.background), .unit = "m/s", WITHIN(0, 20),
     DEFAULT(0), LOCAL,
     .meaning = "standard deviation of each wind component in uniform background turbulence"},
    {"background_length", SM_KEY_NUMBER, AT(c.turbulence.background_length), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "no dissipation"), .needs = "background", LOCAL,
     .meaning =
         "length scale of the background turbulence: its dissipation is background^3 over it"},
    {"meander", SM_KEY_NUMBER, AT(c.turbulence.meander), .unit = "m/s", WITHIN(0, 20), DEFAULT(0),
     LOCAL,
     .meaning = "standard deviation along x and along y of plume meander by eddies larger than a "
                "plume; acts on particles only"},
    {"meander_time", SM_KEY_NUMBER, AT(c.turbulence.meander_time), .unit = "s", ABOVE(0),
     .needs = "meander", DEFAULT(300), LOCAL, .meaning = "time scale of the meander"},
    {"wake_friction", SM_KEY_NUMBER, AT(c.turbulence.wakes), WITHIN(0, 1), DEFAULT(0.11), LOCAL,
     .meaning = "turbulence in the wakes of buildings, with wind.zones.on: u* of eddies of the "
                "size of the building over the velocity difference across them; 0.11: plane mixing "
                "layer; 0.4: Singh (2005); 0: off"},
    {"stability", SM_KEY_FLAG, AT(c.turbulence.stability), DEFAULT(1), LOCAL,
     .meaning = "use of the Obukhov lengths of the stations"},
    {"boundary_layer_depth", SM_KEY_NUMBER, AT(c.turbulence.depth), .unit = "m", ABOVE(0),
     DEFAULT(1000), LOCAL, .meaning = "depth of the convective boundary layer"},
};

const struct sm_schema_table sm_table_turbulence = {"turbulence", "turbulence of the wind",
                                                    KEYS(turbulence_keys), LINE(c.turbulence.line)};
