/* case/schema/wind_source.c - keys of prescribed winds. */
#include "case/schema/keys.h"

#define ROTOR(field) .at = offsetof(struct sm_draft_rotor, field)
#define ROTOR_COUNT(field) .count_at = offsetof(struct sm_draft_rotor, field)

static const struct sm_schema_key file_keys[] = {
    {"files", SM_KEY_PATHS, AT(c.wind_source.file.files), REQUIRED,
     .meaning = "NetCDF files of simoom, of QES-Winds, or with winds on a rectangular grid, in the "
                "order of time (docs/theory/wind-sources.md)"},
    {"times", SM_KEY_VECTOR, AT(c.wind_source.file.times), .count = 2, .unit = "s", AT_LEAST(0),
     OPTIONAL("all"), .meaning = "[from, to] after the first wind of the files"},
    {"offset", SM_KEY_NUMBER, AT(c.wind_source.file.offset), .unit = "s", ANY, DEFAULT(0),
     .meaning = "offset of the times of the files"},
};

const struct sm_schema_table sm_table_wind_file = {
    "wind.file",
    "winds of model \"file\"; without [domain] the grid and solids are those of the file",
    KEYS(file_keys),
    LINE(c.wind_source.file.line),
    ONLY_WITH(MODEL("file")),
    REQUIRED};

static const struct sm_schema_key library_keys[] = {
    {"file", SM_KEY_PATHS, AT(c.wind_source.file.files), REQUIRED,
     .meaning = "NetCDF file of a run with [weather.library]"},
    {"overview", SM_KEY_FLAG, AT(c.wind_source.file.overview), DEFAULT(0),
     .meaning = "a coarse answer, of the overview in the library (docs/wind-library.md)"},
};

const struct sm_schema_table sm_table_wind_library = {
    "wind.library",
    "library of model \"library\", which has the grid, ground, solids and roughness",
    KEYS(library_keys),
    LINE(c.wind_source.file.line),
    ONLY_WITH(MODEL("library")),
    REQUIRED};

static const struct sm_schema_key points_keys[] = {
    {"files", SM_KEY_PATHS, AT(c.wind_source.points.files), REQUIRED,
     .meaning = "CSV files with columns x, y, z, u, v, w, or VTK XML files (.vtu, .vtp), one for "
                "each time (docs/theory/wind-points.md)"},
    {"times", SM_KEY_LIST, AT(c.wind_source.points.times),
     COUNT_AT(c.wind_source.points.time_count), .unit = "s", ANY,
     .otherwise = "one file: a steady wind",
     .meaning = "time of each file, rising; the wind of particles is linear in between"},
    {MAP_COORDINATES("coordinates", AT(c.wind_source.points.coordinates), "the points"),
     .otherwise = "domain: z above the lowest ground; else above sea level"},
};

const struct sm_schema_table sm_table_wind_points = {
    "wind.points",
    "winds of model \"points\", interpolated onto the grid of [domain]",
    KEYS(points_keys),
    LINE(c.wind_source.points.line),
    ONLY_WITH(MODEL("points")),
    REQUIRED};

static const struct sm_schema_key vortex_keys[] = {
    {"strength", SM_KEY_NUMBER, AT(c.wind_source.vortex.strength), .unit = "m2/s", ABOVE(0),
     REQUIRED,
     .meaning =
         "strength A of the vortex; the maximum velocity of the published field is pi A / L"},
    {"size", SM_KEY_NUMBER, AT(c.wind_source.vortex.size), .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "length L: radius and height of the vortex, the period of the field"},
    {"form", SM_KEY_WORD, AT(c.wind_source.vortex.solenoidal), WORDS("divergent", "solenoidal"),
     .meaning = "\"divergent\": as published by Miglio et al. (2016), with divergence; "
                "\"solenoidal\": its divergence-free counterpart"},
    {"reverse", SM_KEY_FLAG, AT(vortex_reverse), DEFAULT(0),
     .meaning =
         "reversed circulation: down on the axis and outwards on the ground, as under a rotor"},
    {"center", SM_KEY_VECTOR, AT(c.wind_source.vortex.center), .count = 2, .unit = "m", ANY,
     ANYWHERE, OPTIONAL("the centre of the domain"),
     .meaning = "[x, y] of the axis, from the south-west corner of the domain without margin"},
};

const struct sm_schema_table sm_table_vortex = {"wind.vortex",
                                                "vortex of model \"vortex\", over flat ground",
                                                KEYS(vortex_keys),
                                                LINE(c.wind_source.vortex.line),
                                                ONLY_WITH(MODEL("vortex")),
                                                REQUIRED};

static const struct sm_schema_key rotor_keys[] = {
    {"position", SM_KEY_VECTOR, ROTOR(rotor.place), .count = 2, .unit = "m", ANY, IN_DOMAIN,
     OPTIONAL("required without path"), .excludes = "path",
     .meaning = "[x, y] of the shaft, from the south-west corner of the domain without margin"},
    {"height", SM_KEY_NUMBER, ROTOR(rotor.height), .unit = "m", ABOVE(0),
     OPTIONAL("required without path"), .excludes = "path",
     .meaning = "height of the rotor disk above the ground"},
    {"path", SM_KEY_ROWS, ROTOR(rotor.path), ROTOR_COUNT(rotor.path_count), .count = 4,
     WORDS("s", "m", "m", "m"), ANY, ANYWHERE, .otherwise = "see position",
     .meaning =
         "path of a rotor that flies: [[time, x, y, height], ...], time after the first "
         "output, linear in between; at rest before and after. Not for wake = \"axisymmetric\""},
    {"tilts", SM_KEY_ROWS, ROTOR(rotor.tilts), ROTOR_COUNT(rotor.tilt_count), .count = 3,
     WORDS("s", "deg", "deg"), ANY, .otherwise = "upright",
     .meaning =
         "attitude of the disk in time: [[time, toward x, toward y], ...], angles between the "
         "vertical and the thrust, linear in between; one row holds always. Not for wake = "
         "\"axisymmetric\""},
    {"radius", SM_KEY_NUMBER, ROTOR(rotor.radius), .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "radius of the rotor disk"},
    {"thrust", SM_KEY_NUMBER, ROTOR(rotor.thrust), .unit = "N", ABOVE(0),
     OPTIONAL("the weight, see mass"), .excludes = "mass thrusts",
     .meaning = "thrust of the rotor"},
    {"mass", SM_KEY_NUMBER, ROTOR(mass), .unit = "kg", ABOVE(0),
     OPTIONAL("mass, thrust or thrusts is required"), .excludes = "thrusts",
     .meaning = "mass supported by the rotor"},
    {"thrusts", SM_KEY_ROWS, ROTOR(rotor.thrusts), ROTOR_COUNT(rotor.thrust_count), .count = 2,
     WORDS("s", "N"), ANY, .otherwise = "see thrust",
     .meaning = "thrust in time: [[time, thrust], ...], linear in between. Not for wake = "
                "\"axisymmetric\""},
    {"torque", SM_KEY_NUMBER, ROTOR(rotor.torque), .unit = "N m", AT_LEAST(0), WORDS("ideal"),
     .word_value = HUGE_VAL, UNLESS(0, "no swirl"),
     .meaning =
         "torque of the shaft, which makes the wake swirl; with thrusts it varies as their "
         "power 3/2. \"ideal\": thrust times induced velocity over rotor speed. Not for wake "
         "= \"axisymmetric\""},
    {"rotation", SM_KEY_WORD, ROTOR(rotor.clockwise), WORDS("counterclockwise", "clockwise"),
     .meaning = "how the rotor turns, seen from above; its wake turns with it"},
    {"rotor_speed", SM_KEY_NUMBER, ROTOR(rotor.speed), .unit = "rad/s", ABOVE(0),
     OPTIONAL("required with wind.model = \"rotor\" and with an ideal torque"),
     .meaning = "angular velocity of the shaft, or as \"395 rpm\""},
    {"blades", SM_KEY_INTEGER, ROTOR(rotor.blades), WITHIN(1, 16),
     UNLESS(0, "required with wind.model = \"rotor\""), ONLY_WITH(MODEL("rotor")),
     .meaning = "number of blades; each sheds one vortex ring per turn"},
    {"air_density", SM_KEY_NUMBER, ROTOR(rotor.air_density), .unit = "kg/m3", ABOVE(0),
     DEFAULT(1.225), .meaning = "air density"},
};

const struct sm_schema_table sm_table_rotor = {
    "wind.rotor",
    "rotor: its wake over flat ground by model "
    "\"rotor\", or its force on the air of "
    "\"incompressible\" as an actuator disk, over "
    "terrain and beside buildings too",
    KEYS(rotor_keys), LIST_OF(sm_draft_rotor, rotor, rotor.line),
    ONLY_WITH(MODEL("rotor incompressible"), WITHOUT("flow.mac_sor", NULL))};
