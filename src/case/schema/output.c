/* case/schema/output.c - keys of statistics and outputs. */
#include "case/schema/keys.h"

#define RECEPTOR(field) .at = offsetof(struct sm_draft_receptor, field)

static const struct sm_schema_key statistics_keys[] = {
    {"heights", SM_KEY_LIST, AT(c.statistics.heights), COUNT_AT(c.statistics.height_count),
     .unit = "m", ABOVE(0), .otherwise = "required with this table",
     .meaning = "above the ground: maps are made there"},
    {"percentiles", SM_KEY_LIST, AT(c.statistics.percentiles),
     COUNT_AT(c.statistics.percentile_count), .unit = "%", INSIDE(0, 100), .otherwise = "none",
     .meaning = "the speed that is not exceeded in so much of the time"},
    {"exceedance", SM_KEY_LIST, AT(c.statistics.exceedance),
     COUNT_AT(c.statistics.exceedance_count), .unit = "m/s", AT_LEAST(0), .otherwise = "none",
     .meaning = "speeds: in how much of the time the wind is faster"},
    {"comfort", SM_KEY_WORDS, AT(c.statistics.comfort), WORDS("lawson", "london", "nen8100"),
     DEFAULT(0), .otherwise = "none",
     .meaning = "criteria of comfort and danger for pedestrians: \"lawson\" (Lawson 1990), "
                "\"london\" (Lawson's as the City of London asks for them, 2019), \"nen8100\" "
                "(NEN 8100:2006)"},
    {"weights", SM_KEY_LIST, AT(c.statistics.weights), COUNT_AT(c.statistics.weight_count),
     AT_LEAST(0), .otherwise = "all alike", .meaning = "of the times of a series, in their order"},
};

const struct sm_schema_table sm_table_statistics = {
    "statistics", "how often the wind is how fast, over all times or directions",
    KEYS(statistics_keys), LINE(c.statistics.line)};

static const struct sm_schema_key receptor_keys[] = {
    {"name", SM_KEY_TEXT, RECEPTOR(receptor.name), .otherwise = "\"receptor 1\" and so on",
     .meaning = "name in the outputs"},
    {POSITION(RECEPTOR)},
    {LATITUDE(RECEPTOR)},
    {LONGITUDE(RECEPTOR)},
    {EASTING(RECEPTOR)},
    {NORTHING(RECEPTOR)},
    {"height", SM_KEY_NUMBER, RECEPTOR(receptor.height), .unit = "m", ABOVE(0), DEFAULT(1.75),
     .meaning = "above the ground"},
};

const struct sm_schema_table sm_table_receptor = {
    "statistics.receptor", "a point where the wind of every time or direction is kept",
    KEYS(receptor_keys), LIST_OF(sm_draft_receptor, receptor, receptor.line)};

static const struct sm_schema_key output_keys[] = {
    {"prefix", SM_KEY_NAME, AT(c.output.prefix), .otherwise = "the name of the case",
     .meaning = "begin of the names of the files"},
    {"formats", SM_KEY_WORDS, AT(c.output.netcdf), WORDS("netcdf", "vtk", "geotiff", "geojson"),
     DEFAULT(1),
     .meaning =
         "what to write; \"geojson\": areas above particles.concentration.thresholds, which "
         "\"geotiff\" writes too; [] writes nothing. Of prisms \"netcdf\" is UGRID, and \"vtk\" "
         "VTKHDF"},
    {"members", SM_KEY_FLAG, AT(c.output.members), DEFAULT(1),
     .otherwise = "true, or false with [weather.rose]",
     .meaning = "write the wind of every time or direction, besides [statistics]"},
    {"faces", SM_KEY_FLAG, AT(c.output.faces), DEFAULT(0),
     .meaning = "also the velocities on the faces of the cells, in the NetCDF file"},
    {"heights", SM_KEY_LIST, AT(c.output.heights), COUNT_AT(c.output.height_count), .unit = "m",
     ABOVE(0), .otherwise = "none",
     .meaning = "above the ground: maps of speed and direction there"},
    {"turbulence", SM_KEY_WORDS, AT(c.output.turbulence),
     WORDS("tke", "dissipation", "eddy_viscosity", "mixing_length", "stresses", "wall_distance"),
     DEFAULT(3),
     .meaning = "what of the turbulence, where a model computes it, the NetCDF and VTK files hold"},
    {"zones", SM_KEY_FLAG, AT(c.output.zones), DEFAULT(1),
     .meaning =
         "also which zone of buildings, plants or turbines has made each cell, in the NetCDF file"},
    {"compression", SM_KEY_INTEGER, AT(c.output.compression), WITHIN(0, 9), DEFAULT(1),
     .meaning = "of the NetCDF file: 0 none, 1 fast, 9 smallest"},
};

const struct sm_schema_table sm_table_output = {"output", "what is written", KEYS(output_keys),
                                                LINE(c.output.line)};
