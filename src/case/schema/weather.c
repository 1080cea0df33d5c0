/* case/schema/weather.c - keys of the weather. */
#include "case/schema/keys.h"

#define STATION(field) .at = offsetof(struct sm_draft_station, field)
#define READING(field) .at = offsetof(struct sm_case_reading, field)

static const struct sm_schema_key weather_keys[] = {
    {"start", SM_KEY_TIME, AT(c.weather.start), OPTIONAL("the first reading"),
     .meaning = "earlier readings are left out"},
    {"end", SM_KEY_TIME, AT(c.weather.end), OPTIONAL("the last reading"),
     .meaning = "later readings are left out"},
    {"interpolate", SM_KEY_NUMBER, AT(c.weather.interpolate), .unit = "s", ABOVE(0),
     OPTIONAL("the times of the readings"), .meaning = "time between computed winds"},
    {"temperature", SM_KEY_NUMBER, AT(c.weather.temperature), .unit = "K", WITHIN(150, 350),
     DEFAULT(288.15), .meaning = "of the air, where no station tells"},
    {"cloud", SM_KEY_NUMBER, AT(c.weather.cloud), .unit = "1", WITHIN(0, 1), DEFAULT(0),
     .meaning = "part of the sky covered by cloud, where no station tells"},
};

const struct sm_schema_table sm_table_weather = {"weather", "which times to compute",
                                                 KEYS(weather_keys), LINE(c.weather.line)};

static const struct sm_schema_key model_keys[] = {
    {"file", SM_KEY_PATHS, AT(c.weather.model.files), .excludes = "files", .otherwise = "see files",
     .meaning = "NetCDF file of WRF (wrfout), of HRRR or other GRIB2 through wgrib2, or of the CF "
                "conventions such as ERA5's"},
    {"files", SM_KEY_PATHS, AT(c.weather.model.files), .excludes = "file",
     .otherwise = "no weather model",
     .meaning = "several files of one grid: of several times, or of several quantities"},
    {"components", SM_KEY_WORD, AT(c.weather.model.components), WORDS("auto", "grid", "earth"),
     .meaning = "what the wind in the files is measured from: \"auto\", what their format says; "
                "\"grid\", the rows of the grid; \"earth\", true east and north"},
    {"stability", SM_KEY_WORD, AT(model_stability), WORDS("neutral", "fluxes"),
     .meaning = "of the profiles between the levels and below them: \"fluxes\" takes the "
                "Monin-Obukhov length from the model's heat flux and friction velocity"},
    {"roughness", SM_KEY_WORD, AT(model_z0), WORDS("domain", "model"),
     .meaning = "roughness length around a column of the model: that of the domain there, or the "
                "model's own"},
    {"ground", SM_KEY_NUMBER, AT(c.weather.model.ground), .unit = "m", WITHIN(-1000, 10000),
     OPTIONAL("that in the files"),
     .meaning = "height of the model's ground above sea, for files that give winds at altitudes or "
                "pressures, but no ground"},
};

const struct sm_schema_table sm_table_weather_model = {
    "weather.model", "wind from the files of a weather model", KEYS(model_keys),
    LINE(c.weather.model.line)};

static const struct sm_schema_key station_keys[] = {
    {"name", SM_KEY_TEXT, STATION(station.name), .otherwise = "\"station 1\" and so on",
     .meaning = "name in messages and outputs"},
    {"file", SM_KEY_PATH, STATION(station.file),
     .excludes = "readings speed from height position latitude longitude easting northing "
                 "temperature cloud",
     .otherwise = "the readings are in the case",
     .meaning = "CSV of stations and readings, in WindNinja's layout (docs/data.md); gives "
                "places and heights"},
    {"position", SM_KEY_VECTOR, STATION(place.position), .count = 2, .unit = "m", ANY,
     OPTIONAL("anywhere, when it is the only station"),
     .excludes = "latitude longitude easting northing",
     .meaning = "[x, y] from the south-west corner of the domain, margin not included"},
    {LATITUDE(STATION)},
    {LONGITUDE(STATION)},
    {EASTING(STATION)},
    {NORTHING(STATION)},
    {"radius", SM_KEY_NUMBER, STATION(station.radius), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "everywhere"), .meaning = "the station counts no farther than this"},
    {"speed", SM_KEY_NUMBER, STATION(only.speed), .unit = "m/s", WITHIN(0, 200),
     OPTIONAL("see readings"), .needs = "from", .excludes = "readings", .meaning = "wind speed"},
    {"from", SM_KEY_NUMBER, STATION(only.from), .unit = "deg", WITHIN(0, 360),
     OPTIONAL("see readings"), .needs = "speed",
     .meaning = "where the wind comes from, clockwise from true north: 270 is a west wind"},
    {"height", SM_KEY_NUMBER, STATION(only.height), .unit = "m", ABOVE(0), DEFAULT(10),
     .meaning = "of the instrument above the ground"},
    {"profile", SM_KEY_WORD, STATION(station.profile),
     WORDS("uniform", "log", "power", "canopy", "tower"), DEFAULT(SM_PROFILE_LOG),
     .meaning = "wind over height: \"uniform\", \"log\" (with Monin-Obukhov stability), \"power\" "
                "(law), \"canopy\" (exponential below its top), \"tower\" (as measured)"},
    {"z0", SM_KEY_NUMBER, STATION(station.z0), .unit = "m", INSIDE(0, 100),
     OPTIONAL("that of the domain"), .meaning = "roughness length around the station"},
    {"exponent", SM_KEY_NUMBER, STATION(station.exponent), WITHIN(0, 1), DEFAULT(0.143),
     .meaning = "of profile \"power\""},
    {"canopy_height", SM_KEY_NUMBER, STATION(station.canopy_height), .unit = "m", ABOVE(0),
     DEFAULT(10), .meaning = "top of the plants or roofs, of profile \"canopy\""},
    {"canopy_attenuation", SM_KEY_NUMBER, STATION(station.canopy_attenuation), WITHIN(0, 10),
     DEFAULT(1), .meaning = "of the exponential below the top, of profile \"canopy\""},
    {"obukhov_length", SM_KEY_NUMBER, STATION(only.obukhov), .unit = "m", ANY, .not_zero = true,
     WORDS("neutral"), .word_value = HUGE_VAL, UNLESS(HUGE_VAL, "\"neutral\""),
     .meaning = "Monin-Obukhov length: positive at night, negative under strong sun"},
    {"temperature", SM_KEY_NUMBER, STATION(only.temperature), .unit = "K", WITHIN(150, 350),
     OPTIONAL("not known"), .meaning = "of the air; \"20 degC\" is easier to write"},
    {"cloud", SM_KEY_NUMBER, STATION(only.cloud), .unit = "1", WITHIN(0, 1), OPTIONAL("not known"),
     .meaning = "part of the sky covered by cloud, 0 to 1 or \"50 %\""},
};

const struct sm_schema_table sm_table_station = {
    "weather.station", "measured wind; at least one, unless there is a weather model",
    KEYS(station_keys), LIST_OF(sm_draft_station, station, station.line)};

static const struct sm_schema_key reading_keys[] = {
    {"time", SM_KEY_TIME, READING(time), OPTIONAL("case.start"), .meaning = "when"},
    {"speed", SM_KEY_NUMBER, READING(speed), .unit = "m/s", WITHIN(0, 200), REQUIRED,
     .meaning = "wind speed"},
    {"from", SM_KEY_NUMBER, READING(from), .unit = "deg", WITHIN(0, 360), REQUIRED,
     .meaning = "where the wind comes from, clockwise from true north"},
    {"height", SM_KEY_NUMBER, READING(height), .unit = "m", ABOVE(0),
     OPTIONAL("the station's height"),
     .meaning = "above the ground; a tower has several with one time"},
    {"obukhov_length", SM_KEY_NUMBER, READING(obukhov), .unit = "m", ANY, .not_zero = true,
     WORDS("neutral"), .word_value = HUGE_VAL, OPTIONAL("the station's obukhov_length"),
     .meaning = "Monin-Obukhov length"},
    {"temperature", SM_KEY_NUMBER, READING(temperature), .unit = "K", WITHIN(150, 350),
     OPTIONAL("the station's temperature"), .meaning = "of the air"},
    {"cloud", SM_KEY_NUMBER, READING(cloud), .unit = "1", WITHIN(0, 1),
     OPTIONAL("the station's cloud"), .meaning = "part of the sky covered by cloud"},
};

const struct sm_schema_table sm_table_reading = {
    "weather.station.readings",
    "one measurement: a series in time, or a tower",
    KEYS(reading_keys),
    .element_size = sizeof(struct sm_case_reading),
    .at = offsetof(struct sm_draft_station, station.reading),
    .count_at = offsetof(struct sm_draft_station, station.reading_count)};

static const struct sm_schema_key rose_keys[] = {
    {"file", SM_KEY_PATH, AT(c.weather.rose.file), .otherwise = "required with this table",
     .meaning = "CSV with a line for each sector: frequencies of classes of speed, or a frequency "
                "and Weibull's A and k (docs/theory/statistics.md)"},
    {"directions", SM_KEY_LIST, AT(c.weather.rose.direction),
     COUNT_AT(c.weather.rose.direction_count), .unit = "deg", WITHIN(0, 360),
     .otherwise = "the middles of the sectors in the file",
     .meaning = "how many winds to compute, evenly from north on, as 36; or a list of where they "
                "come from"},
    {"speed", SM_KEY_NUMBER, AT(c.weather.rose.speed), .unit = "m/s", ABOVE(0), DEFAULT(5),
     .meaning = "of the winds that are computed; no statistic depends on it"},
    {"height", SM_KEY_NUMBER, AT(c.weather.rose.height), .unit = "m", ABOVE(0), DEFAULT(10),
     .meaning = "above the ground, of the speeds in the file"},
    {"profile", SM_KEY_WORD, AT(c.weather.rose.profile), WORDS("uniform", "log", "power"),
     DEFAULT(SM_PROFILE_LOG),
     .meaning = "wind over height: \"uniform\", \"log\" (neutral), \"power\" (law)"},
    {"z0", SM_KEY_NUMBER, AT(c.weather.rose.z0), .unit = "m", INSIDE(0, 100),
     OPTIONAL("that of the middle of the domain"),
     .meaning = "roughness length where the speeds in the file hold"},
    {"exponent", SM_KEY_NUMBER, AT(c.weather.rose.exponent), WITHIN(0, 1), DEFAULT(0.143),
     .meaning = "of profile \"power\""},
};

const struct sm_schema_table sm_table_rose = {
    "weather.rose", "a climate instead of stations: neutral winds from many directions",
    KEYS(rose_keys), LINE(c.weather.rose.line)};
