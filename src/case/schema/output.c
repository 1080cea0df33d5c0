/* case/schema/output.c - keys of statistics and outputs. */
#include "case/schema/keys.h"

#define RECEPTOR(field) .at = offsetof(struct sm_draft_receptor, field)

static const struct sm_schema_key statistics_keys[] = {
    {"heights", SM_KEY_LIST, AT(c.statistics.heights), COUNT_AT(c.statistics.height_count),
     .unit = "m", ABOVE(0), REQUIRED, .meaning = "heights of the maps above the ground"},
    {"percentiles", SM_KEY_LIST, AT(c.statistics.percentiles),
     COUNT_AT(c.statistics.percentile_count), .unit = "%", INSIDE(0, 100), .otherwise = "none",
     .meaning = "percentiles of the wind speed"},
    {"exceedance", SM_KEY_LIST, AT(c.statistics.exceedance),
     COUNT_AT(c.statistics.exceedance_count), .unit = "m/s", AT_LEAST(0), .otherwise = "none",
     .meaning = "wind speeds whose frequency of exceedance is mapped"},
    {"comfort", SM_KEY_WORDS, AT(c.statistics.comfort), WORDS("lawson", "london", "nen8100"),
     DEFAULT(0), .otherwise = "none",
     .meaning =
         "criteria of pedestrian wind comfort and danger: \"lawson\" (Lawson 1990), \"london\" "
         "(Lawson as required by the City of London, 2019), \"nen8100\" (NEN 8100:2006)"},
    {"weights", SM_KEY_LIST, AT(c.statistics.weights), COUNT_AT(c.statistics.weight_count),
     AT_LEAST(0), .otherwise = "equal", ONLY_WITH(WITHOUT("weather.rose", NULL)),
     .meaning = "weights of the times of a series, in their order"},
};

const struct sm_schema_table sm_table_statistics = {
    "statistics", "statistics of the wind over all times or directions", KEYS(statistics_keys),
    LINE(c.statistics.line)};

static const struct sm_schema_key receptor_keys[] = {
    {"name", SM_KEY_TEXT, RECEPTOR(receptor.name), .otherwise = "\"receptor 1\" and so on",
     .meaning = "name in the outputs"},
    {POSITION(RECEPTOR, place), IN_DOMAIN},
    {LATITUDE(RECEPTOR, place), IN_DOMAIN},
    {LONGITUDE(RECEPTOR, place)},
    {EASTING(RECEPTOR, place), IN_DOMAIN},
    {NORTHING(RECEPTOR, place)},
    {"height", SM_KEY_NUMBER, RECEPTOR(receptor.height), .unit = "m", ABOVE(0), DEFAULT(1.75),
     .meaning = "height above the ground"},
};

const struct sm_schema_table sm_table_receptor = {
    "statistics.receptor", "point with the wind of every time or direction", KEYS(receptor_keys),
    LIST_OF(sm_draft_receptor, receptor, receptor.line)};

static const struct sm_schema_key output_keys[] = {
    {"prefix", SM_KEY_NAME, AT(c.output.prefix), .otherwise = "the name of the case",
     .meaning = "output file prefix"},
    {"formats", SM_KEY_WORDS, AT(c.output.netcdf), WORDS("netcdf", "vtk", "geotiff", "geojson"),
     DEFAULT(1),
     .meaning =
         "output formats; \"geojson\": areas above particles.concentration.thresholds, also "
         "written by \"geotiff\"; []: none. With prisms \"netcdf\" is UGRID, and \"vtk\" VTKHDF"},
    {"members", SM_KEY_FLAG, AT(c.output.members), DEFAULT(1),
     .otherwise = "true, or false with [weather.rose]",
     .meaning = "winds of every time or direction, besides [statistics]"},
    {"faces", SM_KEY_FLAG, AT(c.output.faces), DEFAULT(0),
     .meaning = "velocities on cell faces in the NetCDF file"},
    {"heights", SM_KEY_LIST, AT(c.output.heights), COUNT_AT(c.output.height_count), .unit = "m",
     ABOVE(0), .otherwise = "none", ONLY_WITH(WITHOUT("mesh", NULL)),
     .meaning = "heights above the ground of maps of wind speed and direction"},
    {"turbulence", SM_KEY_WORDS, AT(c.output.turbulence),
     WORDS("tke", "dissipation", "eddy_viscosity", "mixing_length", "stresses", "wall_distance"),
     DEFAULT(3), ONLY_WITH(WITHOUT("mesh", NULL)),
     .meaning = "turbulence quantities in the NetCDF and VTK files, where a model computes them"},
    {"zones", SM_KEY_FLAG, AT(c.output.zones), DEFAULT(1), ONLY_WITH(MODEL("diagnostic")),
     .meaning =
         "zone of the building, plant or turbine parameterisation of each cell in the NetCDF file"},
    {"compression", SM_KEY_INTEGER, AT(c.output.compression), WITHIN(0, 9), DEFAULT(1),
     .meaning = "compression level of the NetCDF file: 0 none, 1 fast, 9 smallest"},
};

const struct sm_schema_table sm_table_output = {"output", "output files", KEYS(output_keys),
                                                LINE(c.output.line)};
