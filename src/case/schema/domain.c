/* case/schema/domain.c - keys of the case, the domain, the terrain and the roughness. */
#include "case/schema/keys.h"

static const struct sm_schema_key top_keys[] = {
    {"format", SM_KEY_INTEGER, AT(format), WITHIN(1, 1), DEFAULT(1),
     .meaning = "version of the case file format"},
};

const struct sm_schema_table sm_table_top = {"", "before the first table", KEYS(top_keys)};

static const struct sm_schema_key case_keys[] = {
    {"name", SM_KEY_NAME, AT(c.name),
     .otherwise = "the name of the file, or of the folder of a case.toml",
     .meaning = "short name, the prefix of output file names"},
    {"title", SM_KEY_TEXT, AT(c.title), .meaning = "title line of the outputs"},
    {"start", SM_KEY_TIME, AT(c.start), OPTIONAL("no date"),
     .meaning = "date and time of readings without one; UTC unless it has an offset"},
    {"data", SM_KEY_TEXT, AT(data), .otherwise = "not set",
     .meaning = "folder for \"$data\" at the start of file names, relative to the case file; the "
                "option --data and the environment variable SIMOOM_DATA take precedence"},
};

const struct sm_schema_table sm_table_case = {"case", "name, date and data folder",
                                              KEYS(case_keys)};

static const struct sm_schema_key domain_keys[] = {
    {"crs", SM_KEY_CRS, AT(crs),
     .otherwise = "\"auto-utm\" with a centre, an origin, or a terrain or buildings file, else "
                  "\"local\"",
     .meaning =
         "coordinate reference system of the domain: \"auto-utm\" (the UTM zone of its place), "
         "\"EPSG:n\" (a projected one, in metres) or \"local\" (metres, without a place on Earth)"},
    {"center", SM_KEY_VECTOR, AT(c.domain.center), .count = 2, ANY,
     OPTIONAL("the middle of the buildings, else of the terrain"), .excludes = "origin",
     .meaning = "centre of the domain: [latitude, longitude] in degrees with crs \"auto-utm\", "
                "else [x, y] in m"},
    {"origin", SM_KEY_VECTOR, AT(c.domain.origin), .count = 2, ANY, OPTIONAL("see center"),
     .excludes = "center",
     .meaning = "south-west corner of the domain, instead of center and in its form"},
    {"latitude", SM_KEY_NUMBER, AT(c.domain.latitude), .unit = "deg", WITHIN(-90, 90),
     OPTIONAL("from crs"), .needs = "longitude",
     .meaning =
         "latitude of the centre of the domain, for the position of the sun (north is positive)"},
    {"longitude", SM_KEY_NUMBER, AT(c.domain.longitude), .unit = "deg", WITHIN(-180, 360),
     OPTIONAL("from crs"), .needs = "latitude",
     .meaning = "longitude of the centre of the domain (east is positive)"},
    {"size", SM_KEY_EXTENT, AT(c.domain.size), .count = 2, .unit = "m", ABOVE(0),
     OPTIONAL("the extent of the buildings, else of the terrain"),
     .meaning = "extent in x and y, without the margin"},
    {"cell_size", SM_KEY_EXTENT, AT(c.domain.cell_size), .count = 3, .unit = "m", ABOVE(0),
     OPTIONAL("required with this table"),
     .meaning = "grid spacing; in z, thickness of the lowest layer"},
    {"margin", SM_KEY_NUMBER, AT(c.domain.margin), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "additional width on every side"},
    {"height", SM_KEY_NUMBER, AT(c.domain.height), .unit = "m", ABOVE(0),
     OPTIONAL("from the orography and the buildings"),
     .meaning = "height of the domain top above the lowest ground"},
    {"stretch", SM_KEY_NUMBER, AT(c.domain.stretch), WITHIN(1, 2), DEFAULT(1.08),
     .meaning = "ratio of the thickness of a layer to that of the layer below, above stretch_from; "
                "1: uniform layers"},
    {"stretch_from", SM_KEY_NUMBER, AT(c.domain.stretch_from), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "height above the highest ground or roof from which layers grow"},
    {"max_cell_z", SM_KEY_NUMBER, AT(c.domain.max_cell_z), .unit = "m", ABOVE(0),
     UNLESS(HUGE_VAL, "no limit"), .meaning = "maximum thickness of a layer"},
    {"layers", SM_KEY_LIST, AT(c.domain.layer), COUNT_AT(c.domain.layer_count), .unit = "m",
     AT_LEAST(0), .excludes = "height stretch stretch_from max_cell_z",
     .otherwise = "from the keys above",
     .meaning = "heights of the layer faces above the lowest ground, from 0 to the domain top; "
                "replaces these keys and the z of cell_size"},
    {"solids", SM_KEY_WORD, AT(c.domain.solids), WORDS("stair", "cut"),
     .meaning = "representation of terrain and buildings on the grid: \"stair\" (whole cells) or "
                "\"cut\" (cut cells)"},
};

const struct sm_schema_table sm_table_domain = {
    "domain", "extent, resolution and coordinate reference system of the grid", KEYS(domain_keys),
    LINE(c.domain.line)};

static const struct sm_schema_key terrain_keys[] = {
    {"file", SM_KEY_PATHS, AT(c.terrain.files), .excludes = "files elevation",
     .otherwise = "flat ground", ONLY_WITH(MODEL(WITH_OBSTACLES)),
     .meaning = "raster of ground elevation in m, in any GDAL format"},
    {"files", SM_KEY_PATHS, AT(c.terrain.files), .excludes = "file elevation",
     .otherwise = "see file", ONLY_WITH(MODEL(WITH_OBSTACLES)),
     .meaning = "several rasters, merged; the first one that covers a point is used"},
    {"crs", SM_KEY_EPSG, AT(c.terrain.crs), .needs = "file files", .otherwise = "that in the file",
     .meaning = "coordinate reference system of files without one"},
    {"band", SM_KEY_BAND, AT(c.terrain.band), .needs = "file files",
     .otherwise = "the only one, or the only one described as elevation",
     .meaning = "number or description of the elevation band"},
    {"unit", SM_KEY_WORD, AT(c.terrain.unit), WORDS(SM_HEIGHT_UNITS), .needs = "file files",
     .meaning =
         "unit of the elevation; \"file\": as in the file, else m; \"us-ft\": US survey feet"},
    {"fill", SM_KEY_WORD, AT(c.terrain.fill), WORDS("none", "interpolate"), .needs = "file files",
     .meaning = "points without data: \"none\": an error; \"interpolate\": filled from their "
                "neighbours, as are voids and spikes that the file does not declare"},
    {"elevation", SM_KEY_NUMBER, AT(c.terrain.elevation), .unit = "m", WITHIN(-1000, 10000),
     DEFAULT(0), .meaning = "elevation of flat ground without a file"},
    {"smooth", SM_KEY_INTEGER, AT(c.terrain.smooth), WITHIN(0, 100), DEFAULT(0),
     .needs = "file files", .meaning = "number of passes of a 3 x 3 mean over the elevation"},
};

const struct sm_schema_table sm_table_terrain = {"terrain", "ground elevation (orography)",
                                                 KEYS(terrain_keys), LINE(c.terrain.line)};

static const struct sm_schema_key roughness_keys[] = {
    {"z0", SM_KEY_NUMBER, AT(c.roughness.z0), .unit = "m", INSIDE(0, 100), DEFAULT(0.1),
     .meaning = "roughness length, everywhere or where the file has none"},
    {"file", SM_KEY_PATH, AT(c.roughness.file),
     .meaning = "raster of roughness lengths in m, or of land-cover classes"},
    {"band", SM_KEY_BAND, AT(c.roughness.band), .needs = "file",
     .otherwise = "the only one, or the only one described as land cover or roughness",
     .meaning = "number or description of the band of the file"},
    {"classes", SM_KEY_CLASSES, AT(c.roughness.class_table), COUNT_AT(c.roughness.class_count),
     .unit = "m", INSIDE(0, 100), .needs = "file", .otherwise = "the file contains lengths",
     .meaning = "roughness length of every land-cover class: { 10 = 0.5, 50 = \"1.5 m\" }"},
};

const struct sm_schema_table sm_table_roughness = {"roughness", "roughness length of the ground",
                                                   KEYS(roughness_keys), LINE(c.roughness.line)};
