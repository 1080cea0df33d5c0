/* case/schema/domain.c - keys of the case, the domain and its ground. */
#include "case/schema/keys.h"

static const struct sm_schema_key top_keys[] = {
    {"format", SM_KEY_INTEGER, AT(format), WITHIN(1, 1), DEFAULT(1),
     .meaning = "version of the layout of case files"},
};

const struct sm_schema_table sm_table_top = {"", "before the first table", KEYS(top_keys)};

static const struct sm_schema_key case_keys[] = {
    {"name", SM_KEY_NAME, AT(c.name),
     .otherwise = "that of the file, or for a case.toml of its folder",
     .meaning = "short name; files that are written begin with it"},
    {"title", SM_KEY_TEXT, AT(c.title), .meaning = "one line for the outputs"},
    {"start", SM_KEY_TIME, AT(c.start), OPTIONAL("no date"),
     .meaning = "date and time of readings that give none; UTC unless it has an offset"},
    {"data", SM_KEY_TEXT, AT(data), .otherwise = "not set",
     .meaning = "folder that \"$data\" at the start of a file name stands for, relative to the "
                "case file; the option --data and the environment variable SIMOOM_DATA win"},
};

const struct sm_schema_table sm_table_case = {"case", "name, date and data folder",
                                              KEYS(case_keys)};

static const struct sm_schema_key domain_keys[] = {
    {"crs", SM_KEY_CRS, AT(crs),
     .otherwise = "\"auto-utm\" with a centre, an origin, or a terrain or buildings file, else "
                  "\"local\"",
     .meaning = "coordinates of the domain: \"auto-utm\" (the UTM zone of the place), "
                "\"EPSG:n\" (a projected one, in metres) or \"local\" (metres, nowhere on Earth)"},
    {"center", SM_KEY_VECTOR, AT(c.domain.center), .count = 2, ANY,
     OPTIONAL("the middle of the buildings, else of the terrain"), .excludes = "origin",
     .meaning = "[latitude, longitude] in degrees with crs \"auto-utm\", else [x, y] in m"},
    {"origin", SM_KEY_VECTOR, AT(c.domain.origin), .count = 2, ANY, OPTIONAL("see center"),
     .excludes = "center", .meaning = "south-west corner, instead of center; written as center"},
    {"latitude", SM_KEY_NUMBER, AT(c.domain.latitude), .unit = "deg", WITHIN(-90, 90),
     OPTIONAL("from crs"), .needs = "longitude",
     .meaning = "of the middle of the domain, for the sun (north is positive)"},
    {"longitude", SM_KEY_NUMBER, AT(c.domain.longitude), .unit = "deg", WITHIN(-180, 360),
     OPTIONAL("from crs"), .needs = "latitude", .meaning = "east is positive"},
    {"size", SM_KEY_EXTENT, AT(c.domain.size), .count = 2, .unit = "m", ABOVE(0),
     OPTIONAL("what the buildings, else the terrain, cover"),
     .meaning = "extent in x and y, without the margin"},
    {"cell_size", SM_KEY_EXTENT, AT(c.domain.cell_size), .count = 3, .unit = "m", ABOVE(0),
     OPTIONAL("required with this table"), .meaning = "edges of a cell; in z, of the lowest layer"},
    {"margin", SM_KEY_NUMBER, AT(c.domain.margin), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "added to the size on every side"},
    {"height", SM_KEY_NUMBER, AT(c.domain.height), .unit = "m", ABOVE(0),
     OPTIONAL("from the relief and the buildings"),
     .meaning = "lid of the domain above its lowest ground"},
    {"stretch", SM_KEY_NUMBER, AT(c.domain.stretch), WITHIN(1, 2), DEFAULT(1.08),
     .meaning = "thickness of a layer over that of the layer below, from stretch_from upwards; 1: "
                "all layers alike"},
    {"stretch_from", SM_KEY_NUMBER, AT(c.domain.stretch_from), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "height above the highest ground or roof where layers begin to grow"},
    {"max_cell_z", SM_KEY_NUMBER, AT(c.domain.max_cell_z), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "no limit"), .meaning = "layers grow no thicker than this"},
    {"layers", SM_KEY_LIST, AT(c.domain.layer), COUNT_AT(c.domain.layer_count), .unit = "m",
     AT_LEAST(0), .excludes = "height stretch stretch_from max_cell_z",
     .otherwise = "from the keys above",
     .meaning = "heights of the faces between the layers above the lowest ground, from 0 to the "
                "lid, in place of these keys and of the z of cell_size"},
    {"solids", SM_KEY_WORD, AT(c.domain.solids), WORDS("stair", "cut"),
     .meaning = "how ground and buildings fill the grid: \"stair\", whole cells; \"cut\", parts of "
                "cells"},
};

const struct sm_schema_table sm_table_domain = {"domain", "where, how large and how fine",
                                                KEYS(domain_keys), LINE(c.domain.line)};

static const struct sm_schema_key terrain_keys[] = {
    {"file", SM_KEY_PATHS, AT(c.terrain.files), .excludes = "files elevation",
     .otherwise = "flat ground", .meaning = "raster of ground heights in m, in any GDAL format"},
    {"files", SM_KEY_PATHS, AT(c.terrain.files), .excludes = "file elevation",
     .otherwise = "see file",
     .meaning = "several rasters, joined; the first that covers a point counts"},
    {"crs", SM_KEY_EPSG, AT(c.terrain.crs), .otherwise = "that in the file",
     .meaning = "coordinates of files that do not name their own"},
    {"band", SM_KEY_BAND, AT(c.terrain.band),
     .otherwise = "the only one, or the only one that is described as elevation",
     .meaning = "number or description of the band of the files that holds the heights"},
    {"unit", SM_KEY_WORD, AT(c.terrain.unit), WORDS(SM_HEIGHT_UNITS),
     .meaning = "unit of the heights; \"file\": as the files say, else m; \"us-ft\": US survey "
                "feet"},
    {"fill", SM_KEY_WORD, AT(c.terrain.fill), WORDS("none", "interpolate"),
     .meaning =
         "points without data: \"none\" makes them an error; \"interpolate\" fills them from "
         "their neighbours, and voids and spikes that the file does not declare, too"},
    {"elevation", SM_KEY_NUMBER, AT(c.terrain.elevation), .unit = "m", WITHIN(-1000, 10000),
     DEFAULT(0), .meaning = "height of flat ground, without a file"},
    {"smooth", SM_KEY_INTEGER, AT(c.terrain.smooth), WITHIN(0, 100), DEFAULT(0),
     .meaning = "how often a mean over 3 x 3 points smooths the ground"},
};

const struct sm_schema_table sm_table_terrain = {"terrain", "the ground", KEYS(terrain_keys),
                                                 LINE(c.terrain.line)};

static const struct sm_schema_key roughness_keys[] = {
    {"z0", SM_KEY_NUMBER, AT(c.roughness.z0), .unit = "m", INSIDE(0, 100), DEFAULT(0.1),
     .meaning = "roughness length, everywhere or where the file has none"},
    {"file", SM_KEY_PATH, AT(c.roughness.file),
     .meaning = "raster of roughness lengths in m, or of classes"},
    {"band", SM_KEY_BAND, AT(c.roughness.band), .needs = "file",
     .otherwise = "the only one, or the only one that is described as land cover or roughness",
     .meaning = "number or description of the band of the file"},
    {"classes", SM_KEY_CLASSES, AT(c.roughness.class_table), COUNT_AT(c.roughness.class_count),
     .unit = "m", INSIDE(0, 100), .needs = "file", .otherwise = "the file holds lengths",
     .meaning = "roughness length of every class of the file: { 10 = 0.5, 50 = \"1.5 m\" }"},
};

const struct sm_schema_table sm_table_roughness = {"roughness", "roughness of the ground",
                                                   KEYS(roughness_keys), LINE(c.roughness.line)};
