/* case/schema/weather.c - keys of the weather. */
#include "case/schema/keys.h"

#define STATION(field) .at = offsetof(struct sm_draft_station, field)
#define NO_MAC_SOR WITHOUT("flow.mac_sor", "flow.initial, and velocity of [[flow.boundary]]")
#define NO_ROSE WITHOUT("weather.rose", NULL), WITHOUT("weather.library", NULL)
#define NO_LIBRARY NONE_OF("wind.model", "library", NULL)
#define NO_OWN_WIND                                                                                \
  {                                                                                                \
    .on = "wind.model", .words = FROM_WEATHER " library",                                          \
    .help =                                                                                        \
        "without [weather]: winds of this model, and their times, are of its own files or table"   \
  }
#define READING(field) .at = offsetof(struct sm_case_reading, field)

static const struct sm_schema_key weather_keys[] = {
    {"start", SM_KEY_TIME, AT(c.weather.start), OPTIONAL("the first reading"), ONLY_WITH(NO_ROSE),
     .meaning = "start of the period; earlier readings are ignored"},
    {"end", SM_KEY_TIME, AT(c.weather.end), OPTIONAL("the last reading"),
     ONLY_WITH(NO_ROSE, NONE_OF("wind.model", FLOWS, "wind.duration")),
     .meaning = "end of the period; later readings are ignored"},
    {"interpolate", SM_KEY_NUMBER, AT(c.weather.interpolate), .unit = "s", ABOVE(0),
     OPTIONAL("the times of the readings"),
     ONLY_WITH(NO_ROSE,
               NONE_OF("wind.model", FLOWS,
                       "the weather is interpolated linearly to the times of wind.interval")),
     .meaning = "interval between computed winds"},
    {"temperature", SM_KEY_NUMBER, AT(c.weather.temperature), .unit = "K", WITHIN(150, 350),
     DEFAULT(288.15), ONLY_WITH(NO_LIBRARY), .meaning = "air temperature where no station has one"},
    {"cloud", SM_KEY_NUMBER, AT(c.weather.cloud), .unit = "1", WITHIN(0, 1), DEFAULT(0),
     ONLY_WITH(NO_LIBRARY),
     .meaning = "cloud cover (fraction of the sky) where no station has one"},
    {"vertical_scale", SM_KEY_NUMBER, AT(c.weather.vertical_scale), .unit = "m", ABOVE(0),
     OPTIONAL("a twentieth of the spacing of the stations, 100 to 1000 m"),
     ONLY_WITH(NO_ROSE, NO_LIBRARY),
     .meaning = "vertical scale over which differences between stations fade above the highest "
                "reading: exp(-(z / scale)^2)"},
    {"match", SM_KEY_FLAG, AT(c.weather.match), DEFAULT(1), ONLY_WITH(NO_ROSE, NO_LIBRARY),
     .meaning = "compute the wind again, with corrected readings, until it meets the stations"},
    {"match_tolerance", SM_KEY_NUMBER, AT(c.weather.match_tolerance), .unit = "m/s", ABOVE(0),
     DEFAULT(0.1), ONLY_WITH(NO_ROSE, NO_LIBRARY),
     .meaning = "largest difference between the wind and a reading"},
};

const struct sm_schema_table sm_table_weather = {"weather", "period and interval of the winds",
                                                 KEYS(weather_keys), LINE(c.weather.line),
                                                 ONLY_WITH(NO_OWN_WIND)};

static const struct sm_schema_key model_keys[] = {
    {"file", SM_KEY_PATHS, AT(c.weather.model.files), .excludes = "files", .otherwise = "see files",
     .meaning = "GRIB file (HRRR, GFS, ICON, AROME, IFS, ERA5), or NetCDF file of WRF (wrfout), of "
                "wgrib2, or with CF conventions such as ERA5"},
    {"files", SM_KEY_PATHS, AT(c.weather.model.files), .excludes = "file",
     .otherwise = "no weather model",
     .meaning = "several files of one grid: of several times, or of several quantities"},
    {"components", SM_KEY_WORD, AT(c.weather.model.components), WORDS("auto", "grid", "earth"),
     .meaning = "reference of the wind components: \"auto\": as their format says; \"grid\": the "
                "rows of the grid; \"earth\": true east and north"},
    {"stability", SM_KEY_WORD, AT(model_stability), WORDS("neutral", "fluxes"),
     .meaning = "stability of the profiles between and below the levels: \"fluxes\": Obukhov "
                "length from the heat flux and friction velocity of the model"},
    {"roughness", SM_KEY_WORD, AT(model_z0), WORDS("domain", "model"),
     .meaning =
         "roughness length around a column of the model: that of the domain, or that of the model"},
    {"member", SM_KEY_NUMBER, AT(c.weather.model.member), .unit = "1", WITHIN(0, 100000),
     WORDS("all"), .word_value = HUGE_VAL, OPTIONAL("the only one of the files"),
     .meaning = "member of an ensemble forecast, by its number; \"all\": a wind for each member, "
                "and [statistics] over them at every time"},
    {"ground", SM_KEY_NUMBER, AT(c.weather.model.ground), .unit = "m", WITHIN(-1000, 10000),
     OPTIONAL("from the files"),
     .meaning = "elevation of the ground of the model, for files with winds at altitudes or "
                "pressures but without a ground"},
};

const struct sm_schema_table sm_table_weather_model = {
    "weather.model", "wind from the files of a weather model", KEYS(model_keys),
    LINE(c.weather.model.line), ONLY_WITH(NO_MAC_SOR, NO_LIBRARY)};

static const struct sm_schema_key nest_keys[] = {
    {"file", SM_KEY_PATHS, AT(c.weather.nest.files), .excludes = "files", .otherwise = "see files",
     .meaning = "wind file of simoom (NetCDF) of a coarser run around the domain"},
    {"files", SM_KEY_PATHS, AT(c.weather.nest.files), .excludes = "file",
     .otherwise = "no coarser run", .meaning = "several files, in the order of their times"},
    {"offset", SM_KEY_NUMBER, AT(c.weather.nest.offset), .unit = "s", WITHIN(-1e10, 1e10),
     DEFAULT(0), .meaning = "added to the times of the files"},
};

const struct sm_schema_table sm_table_weather_nest = {
    "weather.nest", "one-way nesting: the wind around the domain from a coarser run",
    KEYS(nest_keys), LINE(c.weather.nest.line),
    ONLY_WITH(MODEL("diagnostic " FLOWS), NO_MAC_SOR, NO_ROSE, WITHOUT("weather.model", NULL),
              WITHOUT("weather.station", NULL))};

static const struct sm_schema_key station_keys[] = {
    {"name", SM_KEY_TEXT, STATION(station.name), .otherwise = "\"station 1\" and so on",
     .meaning = "name in messages and outputs"},
    {"file", SM_KEY_PATH, STATION(station.file),
     .excludes = "readings speed from height position latitude longitude easting northing "
                 "temperature cloud",
     .otherwise = "readings in the case",
     .meaning = "CSV of stations and readings with places and heights, in the layout of WindNinja "
                "(docs/data.md)"},
    {"position", SM_KEY_VECTOR, STATION(place.position), .count = 2, .unit = "m", ANY, ANYWHERE,
     OPTIONAL("not needed for a single station"), .excludes = "latitude longitude easting northing",
     .meaning = "[x, y] from the south-west corner of the domain without margin"},
    {LATITUDE(STATION, place), ANYWHERE},
    {LONGITUDE(STATION, place)},
    {EASTING(STATION, place), ANYWHERE},
    {NORTHING(STATION, place)},
    {"radius", SM_KEY_NUMBER, STATION(station.radius), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "everywhere"), .meaning = "radius of influence"},
    {"speed", SM_KEY_NUMBER, STATION(only.speed), .unit = "m/s", WITHIN(0, 200),
     OPTIONAL("see readings"), .needs = "from", .excludes = "readings", .meaning = "wind speed"},
    {"from", SM_KEY_NUMBER, STATION(only.from), .unit = "deg", WITHIN(0, 360),
     OPTIONAL("see readings"), .needs = "speed",
     .meaning = "direction the wind comes from, clockwise from true north: 270 is a west wind"},
    {"height", SM_KEY_NUMBER, STATION(only.height), .unit = "m", ABOVE(0), DEFAULT(10),
     .meaning = "height of the instrument above the ground"},
    {"profile", SM_KEY_WORD, STATION(station.profile),
     WORDS("uniform", "log", "power", "canopy", "tower"), DEFAULT(SM_PROFILE_LOG),
     .meaning = "vertical wind profile: \"uniform\", \"log\" (with Monin-Obukhov stability), "
                "\"power\" (power law), \"canopy\" (exponential below its top), \"tower\" "
                "(interpolation of the readings)"},
    {"z0", SM_KEY_NUMBER, STATION(station.z0), .unit = "m", INSIDE(0, 100),
     OPTIONAL("that of the domain"), .meaning = "roughness length around the station"},
    {"exponent", SM_KEY_NUMBER, STATION(station.exponent), WITHIN(0, 1), DEFAULT(0.143),
     ONLY_WITH(ONE_OF("profile", "power")), .meaning = "exponent of profile \"power\""},
    {"canopy_height", SM_KEY_NUMBER, STATION(station.canopy_height), .unit = "m", ABOVE(0),
     DEFAULT(10), ONLY_WITH(ONE_OF("profile", "canopy")),
     .meaning = "height of the plants or roofs, of profile \"canopy\""},
    {"canopy_attenuation", SM_KEY_NUMBER, STATION(station.canopy_attenuation), WITHIN(0, 10),
     DEFAULT(1), ONLY_WITH(ONE_OF("profile", "canopy")),
     .meaning = "attenuation coefficient below the canopy top, of profile \"canopy\""},
    {"obukhov_length", SM_KEY_NUMBER, STATION(only.obukhov), .unit = "m", ANY, .not_zero = true,
     WORDS("neutral"), .word_value = HUGE_VAL, UNLESS(HUGE_VAL, "\"neutral\""),
     .meaning = "Obukhov length: positive in stable air, negative in unstable air"},
    {"temperature", SM_KEY_NUMBER, STATION(only.temperature), .unit = "K", WITHIN(150, 350),
     OPTIONAL("unknown"), .meaning = "air temperature, such as \"20 degC\""},
    {"cloud", SM_KEY_NUMBER, STATION(only.cloud), .unit = "1", WITHIN(0, 1), OPTIONAL("unknown"),
     .meaning = "cloud cover (fraction of the sky), 0 to 1 or \"50 %\""},
};

const struct sm_schema_table sm_table_station = {
    "weather.station", "measured wind; at least one station, unless there is a weather model",
    KEYS(station_keys), LIST_OF(sm_draft_station, station, station.line), ONLY_WITH(NO_MAC_SOR)};

static const struct sm_schema_key reading_keys[] = {
    {"time", SM_KEY_TIME, READING(time), OPTIONAL("case.start"), .meaning = "date and time"},
    {"speed", SM_KEY_NUMBER, READING(speed), .unit = "m/s", WITHIN(0, 200), REQUIRED,
     .meaning = "wind speed"},
    {"from", SM_KEY_NUMBER, READING(from), .unit = "deg", WITHIN(0, 360), REQUIRED,
     .meaning = "direction the wind comes from, clockwise from true north"},
    {"height", SM_KEY_NUMBER, READING(height), .unit = "m", ABOVE(0),
     OPTIONAL("the station's height"),
     .meaning = "height above the ground; a tower has several readings at one time"},
    {"obukhov_length", SM_KEY_NUMBER, READING(obukhov), .unit = "m", ANY, .not_zero = true,
     WORDS("neutral"), .word_value = HUGE_VAL, OPTIONAL("the station's obukhov_length"),
     .meaning = "Obukhov length"},
    {"temperature", SM_KEY_NUMBER, READING(temperature), .unit = "K", WITHIN(150, 350),
     OPTIONAL("the station's temperature"), .meaning = "air temperature"},
    {"cloud", SM_KEY_NUMBER, READING(cloud), .unit = "1", WITHIN(0, 1),
     OPTIONAL("the station's cloud"), .meaning = "cloud cover (fraction of the sky)"},
};

const struct sm_schema_table sm_table_reading = {
    "weather.station.readings",
    "measurement: one of a time series, or one height of a tower",
    KEYS(reading_keys),
    .element_size = sizeof(struct sm_case_reading),
    .at = offsetof(struct sm_draft_station, station.reading),
    .count_at = offsetof(struct sm_draft_station, station.reading_count)};

/* Directions and profile of the winds of a rose or library. */
#define REFERENCE_WIND(of, directions)                                                             \
  {"directions",                                                                                   \
   SM_KEY_LIST,                                                                                    \
   AT(c.weather.of.wind.direction),                                                                \
   COUNT_AT(c.weather.of.wind.direction_count),                                                    \
   .unit = "deg",                                                                                  \
   WITHIN(0, 360),                                                                                 \
   .otherwise = (directions),                                                                      \
   .meaning = "number of directions, evenly spaced from north, such as 36; or a list of "          \
              "directions the wind comes from"},                                                   \
      {"height",                                                                                   \
       SM_KEY_NUMBER,                                                                              \
       AT(c.weather.of.wind.height),                                                               \
       .unit = "m",                                                                                \
       ABOVE(0),                                                                                   \
       DEFAULT(10),                                                                                \
       .meaning = "height above the ground of the speeds, in the middle of the domain"},           \
      {"profile",                                                                                  \
       SM_KEY_WORD,                                                                                \
       AT(c.weather.of.wind.profile),                                                              \
       WORDS("uniform", "log", "power"),                                                           \
       DEFAULT(SM_PROFILE_LOG),                                                                    \
       .meaning = "vertical wind profile: \"uniform\", \"log\" (with Monin-Obukhov stability, "    \
                  "neutral for a rose), \"power\" (power law)"},                                   \
      {"z0",                                                                                       \
       SM_KEY_NUMBER,                                                                              \
       AT(c.weather.of.wind.z0),                                                                   \
       .unit = "m",                                                                                \
       INSIDE(0, 100),                                                                             \
       OPTIONAL("that of the centre of the domain"),                                               \
       .meaning = "roughness length at the site of the speeds"},                                   \
  {                                                                                                \
    "exponent", SM_KEY_NUMBER, AT(c.weather.of.wind.exponent), WITHIN(0, 1), DEFAULT(0.143),       \
        ONLY_WITH(ONE_OF("profile", "power")), .meaning = "exponent of profile \"power\""          \
  }

static const struct sm_schema_key rose_keys[] = {
    {"file", SM_KEY_PATH, AT(c.weather.rose.file), REQUIRED,
     .meaning = "CSV with a row for each sector: frequencies of speed classes, or a frequency and "
                "Weibull A and k (docs/theory/statistics.md)"},
    {"speed", SM_KEY_NUMBER, AT(c.weather.rose.speed), .unit = "m/s", ABOVE(0), DEFAULT(5),
     .meaning = "speed of the computed winds; the statistics do not depend on it"},
    REFERENCE_WIND(rose, "the centres of the sectors in the file"),
};

const struct sm_schema_table sm_table_rose = {
    "weather.rose", "wind rose instead of stations: neutral winds from many directions",
    KEYS(rose_keys), LINE(c.weather.rose.wind.line),
    ONLY_WITH(WITHOUT("weather.station", "remove one of them"),
              WITHOUT("weather.model", "remove one of them"),
              NONE_OF("wind.model", FLOWS " library", "[[weather.station]]"))};

static const struct sm_schema_key library_keys[] = {
    {"speeds", SM_KEY_LIST, AT(c.weather.library.speed), COUNT_AT(c.weather.library.speed_count),
     .unit = "m/s", ABOVE(0), .otherwise = "5 m/s",
     .meaning = "wind speeds, rising; one serves all speeds, since the diagnostic wind is "
                "proportional to it"},
    {"obukhov_lengths", SM_KEY_LIST, AT(c.weather.library.obukhov),
     COUNT_AT(c.weather.library.obukhov_count), .unit = "m", ANY, .not_zero = true,
     WORDS("neutral"), .word_value = HUGE_VAL, .otherwise = "neutral",
     .meaning = "stabilities: Obukhov lengths, such as [-100, \"neutral\", 100]"},
    {"significant_bits", SM_KEY_INTEGER, AT(c.weather.library.significant_bits), WITHIN(4, 52),
     DEFAULT(12),
     .meaning = "bits to which the mantissas of the stored velocities are rounded, for a smaller "
                "file: 12 are a relative error of at most 2^-13; 23 (of double precision 52): not "
                "rounded"},
    REFERENCE_WIND(library, "36"),
};

const struct sm_schema_table sm_table_library = {
    "weather.library",
    "library of winds instead of stations: winds of many directions, speeds and stabilities, for "
    "simoom release",
    KEYS(library_keys), LINE(c.weather.library.wind.line),
    ONLY_WITH(MODEL("diagnostic"), WITHOUT("weather.station", "remove one of them"),
              WITHOUT("weather.model", "remove one of them"),
              WITHOUT("weather.rose", "remove one of them"), WITHOUT("slope_flow", NULL),
              WITHOUT("statistics", "[weather.rose]"),
              WITHOUT("particles", "[particles] in the file for simoom release"))};

static const struct sm_schema_key rain_keys[] = {
    {"rate", SM_KEY_NUMBER, AT(c.rain.rate), .unit = "mm/h", ABOVE_TO(0, 500),
     OPTIONAL("see rates"), .excludes = "rates from_weather",
     .meaning = "rain rate (precipitation intensity) of the whole run: light 1, moderate 4, heavy "
                "more than 10 mm/h"},
    {"rates", SM_KEY_ROWS, AT(c.rain.rates), COUNT_AT(c.rain.rate_count), .count = 2,
     WORDS("s", "mm/h"), ANY, .otherwise = "see rate", .excludes = "rate from_weather",
     .meaning = "rain rates at times after the first wind, linear in between and 0 before and "
                "after: [[0, 0], [600, 5], [3600, 5]]"},
    {"from_weather", SM_KEY_FLAG, AT(c.rain.from_weather), DEFAULT(0), .excludes = "rate rates",
     ONLY_WITH(GIVEN("weather.model", "[weather.model] with files")),
     .meaning = "rain rates of the weather files, the mean over the columns of the model: "
                "precipitation rates, not sums since the start of a forecast"},
    {"cloud_base", SM_KEY_NUMBER, AT(c.rain.cloud_base), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "rain falls through the whole domain"),
     ONLY_WITH(GIVEN("particles", "scalars are washed out at all heights")),
     .meaning = "height above the ground from which rain falls: particles above are not washed "
                "out"},
};

const struct sm_schema_table sm_table_rain = {
    "rain",
    "rain, which washes particles and scalars with a scavenging_coefficient out of the air (wet "
    "deposition)",
    KEYS(rain_keys), LINE(c.rain.line), ONLY_WITH(WITHOUT("flow.mac_sor", NULL))};

static const struct sm_schema_key ensemble_keys[] = {
    {"members", SM_KEY_INTEGER, AT(c.ensemble.members), WITHIN(2, 10000), DEFAULT(50),
     .meaning =
         "number of members, winds drawn by Latin hypercube sampling; each takes the time of "
         "a release"},
    {"winds", SM_KEY_ROWS, AT(c.ensemble.wind), COUNT_AT(c.ensemble.wind_count), .count = 2,
     WORDS("deg", "m/s"), AT_LEAST(0), .otherwise = "the wind of the station",
     .meaning = "winds of the members of a forecast, [[from, speed], ...] at the height of the "
                "station, which the members take in turn; the spreads are about them"},
    {"direction_spread", SM_KEY_NUMBER, AT(c.ensemble.direction_spread), .unit = "deg",
     WITHIN(0, 180), DEFAULT(0),
     .meaning = "standard deviation of the wind direction (normal distribution)"},
    {"speed_factor", SM_KEY_NUMBER, AT(c.ensemble.speed_factor), WITHIN(1, 10), DEFAULT(1),
     .meaning = "geometric standard deviation of the wind speed (lognormal distribution with the "
                "median of the station): 1.3: two thirds of the speeds are within a factor of 1.3"},
    {"stability_spread", SM_KEY_NUMBER, AT(c.ensemble.stability_spread), .unit = "1/m", AT_LEAST(0),
     DEFAULT(0),
     .meaning = "standard deviation of the inverse Obukhov length (normal distribution)"},
    {"rate_factor", SM_KEY_NUMBER, AT(c.ensemble.rate_factor), WITHIN(1, 1000), DEFAULT(1),
     ONLY_WITH(WITHOUT("particles.collisions", "concentrations are not proportional to the rate"),
               NONE_OF("particles.hindered_settling", "di-felice", NULL)),
     .meaning = "geometric standard deviation of the rate of all sources together (lognormal "
                "distribution with the median of the case)"},
    {"seed", SM_KEY_NUMBER, AT(c.ensemble.seed), WITHIN(0, 9007199254740992), DEFAULT(0), WHOLE,
     .meaning = "seed of the sampling, a whole number"},
};

const struct sm_schema_table sm_table_ensemble = {
    "ensemble",
    "ensemble of a release in a library of winds: uncertainty of wind and rate, and the "
    "probability "
    "that hazard levels are exceeded (docs/wind-library.md)",
    KEYS(ensemble_keys), LINE(c.ensemble.line),
    ONLY_WITH({.on = "wind.model",
               .words = "library",
               .help = "simoom release LIBRARY CASE runs it, simoom check CASE --library LIBRARY "
                       "checks it"},
              GIVEN("particles.concentration", NULL))};
