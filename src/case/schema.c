#include "case/schema.h"

#include <math.h>
#include <string.h>

#define AT(field) .at = offsetof(struct sm_draft, field)
#define COUNT_AT(field) .count_at = offsetof(struct sm_draft, field)
#define BOX(field) .at = offsetof(struct sm_draft_box, field)
#define POLYGON(field) .at = offsetof(struct sm_draft_polygon, field)
#define PLANT(field) .at = offsetof(struct sm_draft_plant, field)
#define STATION(field) .at = offsetof(struct sm_draft_station, field)
#define RECEPTOR(field) .at = offsetof(struct sm_draft_receptor, field)
#define READING(field) .at = offsetof(struct sm_case_reading, field)
#define WORDS(...)                                                                                 \
  .words = (const char *const[]) { __VA_ARGS__, NULL }

#define ANY .low = -HUGE_VAL, .high = HUGE_VAL
#define ABOVE(limit) .low = (limit), .low_open = true, .high = HUGE_VAL
#define AT_LEAST(limit) .low = (limit), .high = HUGE_VAL
#define WITHIN(least, most) .low = (least), .high = (most)
#define INSIDE(least, most) .low = (least), .low_open = true, .high = (most), .high_open = true
#define REQUIRED .required = true
#define DEFAULT(number) .fallback = (number)
#define UNLESS(number, what) .fallback = (number), .otherwise = (what)
#define OPTIONAL(what) UNLESS((double)NAN, what)

static const struct sm_key top_keys[] = {
    {"format", SM_KEY_INTEGER, AT(format), WITHIN(1, 1), DEFAULT(1),
     .meaning = "version of the layout of case files"},
};

static const struct sm_key case_keys[] = {
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

static const struct sm_key domain_keys[] = {
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
    {"longitude", SM_KEY_NUMBER, AT(c.domain.longitude), .unit = "deg", WITHIN(-180, 180),
     OPTIONAL("from crs"), .needs = "latitude", .meaning = "east is positive"},
    {"size", SM_KEY_EXTENT, AT(c.domain.size), .count = 2, .unit = "m", ABOVE(0),
     OPTIONAL("what the buildings, else the terrain, cover"),
     .meaning = "extent in x and y, without the margin"},
    {"cell_size", SM_KEY_EXTENT, AT(c.domain.cell_size), .count = 3, .unit = "m", ABOVE(0),
     REQUIRED, .meaning = "edges of a cell; in z, of the lowest layer"},
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
    {"solids", SM_KEY_WORD, AT(c.domain.solids), WORDS("stair", "cut"),
     .meaning = "how ground and buildings fill the grid: \"stair\", whole cells; \"cut\", parts of "
                "cells"},
};

static const struct sm_key terrain_keys[] = {
    {"file", SM_KEY_PATHS, AT(c.terrain.files), .excludes = "files elevation",
     .otherwise = "flat ground", .meaning = "raster of ground heights in m, in any GDAL format"},
    {"files", SM_KEY_PATHS, AT(c.terrain.files), .excludes = "file elevation",
     .otherwise = "see file",
     .meaning = "several rasters, joined; the first that covers a point counts"},
    {"crs", SM_KEY_EPSG, AT(c.terrain.crs), .otherwise = "that in the file",
     .meaning = "coordinates of files that do not name their own"},
    {"fill", SM_KEY_WORD, AT(c.terrain.fill), WORDS("none", "interpolate"),
     .meaning = "points without data: \"none\" makes them an error"},
    {"elevation", SM_KEY_NUMBER, AT(c.terrain.elevation), .unit = "m", WITHIN(-1000, 10000),
     DEFAULT(0), .meaning = "height of flat ground, without a file"},
    {"smooth", SM_KEY_INTEGER, AT(c.terrain.smooth), WITHIN(0, 100), DEFAULT(0),
     .meaning = "how often a mean over 3 x 3 points smooths the ground"},
};

static const struct sm_key buildings_keys[] = {
    {"file", SM_KEY_PATH, AT(c.buildings.file),
     .meaning = "footprints, in any OGR format (shapefile, GeoJSON, GeoPackage, OSM ...)"},
    {"layer", SM_KEY_TEXT, AT(c.buildings.layer), .needs = "file",
     .otherwise = "the first with polygons", .meaning = "layer of the file"},
    {"crs", SM_KEY_EPSG, AT(c.buildings.crs), .needs = "file", .otherwise = "that in the file",
     .meaning = "coordinates of a file that does not name its own"},
    {"height", SM_KEY_RULES, AT(c.buildings.rule), COUNT_AT(c.buildings.rule_count),
     WORDS("height", "H", "building:height", "bldg_height", "hgt", "building:levels * 3.0",
           "levels * 3.0", "num_floors * 3.0"),
     .meaning = "rules for the height: an attribute in m, or an attribute times a number; the "
                "first that gives a positive height counts"},
    {"default_height", SM_KEY_NUMBER, AT(c.buildings.default_height), .unit = "m", ABOVE(0),
     OPTIONAL("a footprint without height is an error"),
     .meaning = "height of footprints to which no rule gives one"},
};

static const char *const coordinates[] = {"domain", "crs", NULL};
#define COORDINATES                                                                                \
  .words = coordinates, .meaning = "\"domain\": m from the south-west corner of the domain, "      \
                                   "margin not included; \"crs\": coordinates of the domain's crs"

static const struct sm_key box_keys[] = {
    {"corner", SM_KEY_VECTOR, BOX(corner), .count = 2, .unit = "m", ANY, REQUIRED,
     .meaning = "its south-west corner, before it is turned"},
    {"size", SM_KEY_EXTENT, BOX(size), .count = 2, .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "its length in x and y, before it is turned"},
    {"height", SM_KEY_NUMBER, BOX(height), .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "height of the roof above the ground"},
    {"base", SM_KEY_NUMBER, BOX(base), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "height of its underside above the ground"},
    {"rotation", SM_KEY_NUMBER, BOX(rotation), .unit = "deg", WITHIN(-360, 360), DEFAULT(0),
     .meaning = "turn about its centre, counter-clockwise"},
    {"porosity", SM_KEY_NUMBER, BOX(porosity), WITHIN(0, 1),
     UNLESS((double)NAN, "0, or 0.5 with storeys"),
     .meaning = "part of the wind that passes through, as through a damaged building or a "
                "scaffold; above 0 it is no obstacle but slows the wind"},
    {"storey", SM_KEY_NUMBER, BOX(storey), .unit = "m", ABOVE(0), OPTIONAL("none"),
     .meaning = "height of a storey of an open car park: floors are solid, air passes between"},
    {"coordinates", SM_KEY_WORD, BOX(in_crs), COORDINATES},
};

static const struct sm_key polygon_keys[] = {
    {"vertices", SM_KEY_POINTS, POLYGON(vertex),
     .count_at = offsetof(struct sm_draft_polygon, vertex_count), .unit = "m", ANY, REQUIRED,
     .meaning = "its corners in order; the last is joined to the first"},
    {"height", SM_KEY_NUMBER, POLYGON(height), .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "height of the roof above the ground"},
    {"base", SM_KEY_NUMBER, POLYGON(base), .unit = "m", AT_LEAST(0), DEFAULT(0),
     .meaning = "height of its underside above the ground"},
    {"porosity", SM_KEY_NUMBER, POLYGON(porosity), WITHIN(0, 1),
     UNLESS((double)NAN, "0, or 0.5 with storeys"),
     .meaning = "part of the wind that passes through, as through a damaged building or a "
                "scaffold; above 0 it is no obstacle but slows the wind"},
    {"storey", SM_KEY_NUMBER, POLYGON(storey), .unit = "m", ABOVE(0), OPTIONAL("none"),
     .meaning = "height of a storey of an open car park: floors are solid, air passes between"},
    {"coordinates", SM_KEY_WORD, POLYGON(in_crs), COORDINATES},
};

static const struct sm_key vegetation_keys[] = {
    {"file", SM_KEY_PATH, AT(c.vegetation.file),
     .meaning = "plants, in any OGR format: points are trees, lines windbreaks, polygons what the "
                "attribute \"kind\" says, in OpenStreetMap what the tags natural, barrier and "
                "landuse say; attributes \"base\", \"lai\", \"attenuation\", \"porosity\", "
                "\"width\", \"spacing\", \"direction\" are as in [[vegetation.polygon]]"},
    {"layer", SM_KEY_TEXT, AT(c.vegetation.layer), .needs = "file", .otherwise = "all layers",
     .meaning = "layer of the file"},
    {"crs", SM_KEY_EPSG, AT(c.vegetation.crs), .otherwise = "that in the file",
     .meaning = "coordinates of files that do not name their own"},
    {"kind", SM_KEY_WORD, AT(c.vegetation.kind), WORDS("canopy", "windbreak", "fence", "rows"),
     .needs = "file", .meaning = "what polygons of the file are that do not tell"},
    {"height", SM_KEY_RULES, AT(c.vegetation.rule), COUNT_AT(c.vegetation.rule_count),
     WORDS("height", "H", "hgt", "canopy_height", "tree_height"),
     .meaning = "rules for the height of plants in the file: an attribute in m, or an attribute "
                "times a number; the first that gives a positive height counts"},
    {"default_height", SM_KEY_NUMBER, AT(c.vegetation.fallback.height), .unit = "m", ABOVE(0),
     OPTIONAL("plants without height are an error"),
     .meaning = "height of plants to which no rule gives one"},
    {"crown", SM_KEY_RULES, AT(c.vegetation.crown_rule), COUNT_AT(c.vegetation.crown_rule_count),
     WORDS("crown", "crown_diameter", "diameter_crown", "D"),
     .meaning = "rules for the diameter of the crowns of trees in the file"},
    {"default_crown", SM_KEY_NUMBER, AT(c.vegetation.fallback.crown), .unit = "m", ABOVE(0),
     OPTIONAL("0.6 times the height"), .meaning = "diameter of crowns that no rule gives"},
    {"canopy_height", SM_KEY_PATH, AT(c.vegetation.canopy_height),
     .meaning = "raster of the heights of canopies in m above the ground; 0: none"},
    {"canopy_lai", SM_KEY_PATH, AT(c.vegetation.canopy_lai), .otherwise = "lai everywhere",
     .meaning = "raster of the leaf area index of canopies that do not tell"},
    {"lai", SM_KEY_NUMBER, AT(c.vegetation.fallback.lai), WITHIN(0, 20), DEFAULT(3),
     .meaning = "leaf area index of plants that do not tell: m2 of leaves per m2 of ground"},
    {"porosity", SM_KEY_NUMBER, AT(c.vegetation.fallback.porosity), .unit = "1", WITHIN(0, 1),
     DEFAULT(0.5), .meaning = "optical porosity of windbreaks and fences that do not tell"},
    {"wakes", SM_KEY_FLAG, AT(c.vegetation.wakes), DEFAULT(1),
     .meaning = "trees, windbreaks, fences and rows act; without, canopies only"},
};

static const char *const plant_kinds[] = {"canopy", "windbreak", "fence", "rows", NULL};
#define PLANT_HEIGHT                                                                               \
  {                                                                                                \
    "height", SM_KEY_NUMBER, PLANT(traits.height), .unit = "m", ABOVE(0), REQUIRED,                \
                                                   .meaning = "of the top above the ground"        \
  }
#define PLANT_BASE                                                                                 \
  {                                                                                                \
    "base", SM_KEY_NUMBER, PLANT(traits.base),                                                     \
        .unit = "m", AT_LEAST(0), DEFAULT(0),                                                      \
        .meaning = "where the foliage begins, above the ground"                                    \
  }
#define PLANT_LEAVES                                                                               \
  {"lai",                                                                                          \
   SM_KEY_NUMBER,                                                                                  \
   PLANT(traits.lai),                                                                              \
   WITHIN(0, 20),                                                                                  \
   OPTIONAL("that of [vegetation]"),                                                               \
   .meaning = "leaf area index; of a tree under its crown, of rows over the whole field"},         \
  {                                                                                                \
    "attenuation", SM_KEY_NUMBER, PLANT(traits.attenuation), WITHIN(0, 10),                        \
        OPTIONAL("half the leaf area index"),                                                      \
        .meaning = "of the wind inside, exp(a (z / height - 1))"                                   \
  }
#define PLANT_POROSITY                                                                             \
  {                                                                                                \
    "porosity", SM_KEY_NUMBER, PLANT(traits.porosity),                                             \
        .unit = "1", WITHIN(0, 1), OPTIONAL("that of [vegetation]; of rows from their leaves"),    \
        .meaning = "part of a windbreak, fence or row that one can look through"                   \
  }
#define PLANT_WIDTH                                                                                \
  {                                                                                                \
    "width", SM_KEY_NUMBER, PLANT(traits.width),                                                   \
        .unit = "m", ABOVE(0),                                                                     \
        OPTIONAL("as it is drawn; of a line 1 m, of rows a third of the spacing"),                 \
        .meaning = "thickness of a windbreak, fence or row"                                        \
  }
#define PLANT_ROWS                                                                                 \
  {"spacing",                                                                                      \
   SM_KEY_NUMBER,                                                                                  \
   PLANT(traits.spacing),                                                                          \
   .unit = "m",                                                                                    \
   ABOVE(0),                                                                                       \
   OPTIONAL("kind \"rows\" needs it"),                                                             \
   .meaning = "from row to row, of kind \"rows\""},                                                \
  {                                                                                                \
    "direction", SM_KEY_NUMBER, PLANT(traits.direction),                                           \
        .unit = "deg", WITHIN(-360, 360), DEFAULT(0),                                              \
        .meaning =                                                                                 \
            "along which rows run, clockwise from the domain's north: 0 north and south, 90 "      \
            "west and east"                                                                        \
  }
#define PLANT_VERTICES(what)                                                                       \
  {                                                                                                \
    "vertices", SM_KEY_POINTS, PLANT(vertex),                                                      \
        .count_at = offsetof(struct sm_draft_plant, vertex_count), .unit = "m", ANY, REQUIRED,     \
        .meaning = (what)                                                                          \
  }
#define PLANT_KIND(list, meant)                                                                    \
  { "kind", SM_KEY_WORD, PLANT(kind), .words = (list), .meaning = (meant) }
#define PLANT_COORDINATES                                                                          \
  { "coordinates", SM_KEY_WORD, PLANT(in_crs), COORDINATES }

static const struct sm_key tree_keys[] = {
    {"position", SM_KEY_VECTOR, PLANT(corner), .count = 2, .unit = "m", ANY, REQUIRED,
     .meaning = "of the trunk"},
    PLANT_HEIGHT,
    PLANT_BASE,
    {"crown", SM_KEY_NUMBER, PLANT(traits.crown), .unit = "m", ABOVE(0),
     OPTIONAL("default_crown of [vegetation], else 0.6 times the height"),
     .meaning = "diameter of the crown"},
    PLANT_LEAVES,
    PLANT_COORDINATES,
};

static const char plant_kind_text[] =
    "\"canopy\": homogeneous, such as a forest; \"windbreak\": a hedge or row of trees; "
    "\"fence\": thin; \"rows\": of crops or trees";

static const struct sm_key plant_box_keys[] = {
    PLANT_KIND(plant_kinds, plant_kind_text),
    {"corner", SM_KEY_VECTOR, PLANT(corner), .count = 2, .unit = "m", ANY, REQUIRED,
     .meaning = "its south-west corner, before it is turned"},
    {"size", SM_KEY_EXTENT, PLANT(size), .count = 2, .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "its length in x and y, before it is turned"},
    {"rotation", SM_KEY_NUMBER, PLANT(rotation), .unit = "deg", WITHIN(-360, 360), DEFAULT(0),
     .meaning = "turn about its centre, counter-clockwise; rows keep their direction"},
    PLANT_HEIGHT,
    PLANT_BASE,
    PLANT_LEAVES,
    PLANT_POROSITY,
    PLANT_WIDTH,
    PLANT_ROWS,
    PLANT_COORDINATES,
};

static const struct sm_key plant_polygon_keys[] = {
    PLANT_KIND(plant_kinds, plant_kind_text),
    PLANT_VERTICES("its corners in order; the last is joined to the first"),
    PLANT_HEIGHT,
    PLANT_BASE,
    PLANT_LEAVES,
    PLANT_POROSITY,
    PLANT_WIDTH,
    PLANT_ROWS,
    PLANT_COORDINATES,
};

static const struct sm_key plant_line_keys[] = {
    PLANT_KIND(plant_kinds + SM_PLANT_WINDBREAK, "of a line \"windbreak\" or \"fence\""),
    PLANT_VERTICES("its points in order"),
    PLANT_HEIGHT,
    PLANT_BASE,
    PLANT_POROSITY,
    PLANT_WIDTH,
    PLANT_COORDINATES,
};

static const struct sm_key roughness_keys[] = {
    {"z0", SM_KEY_NUMBER, AT(c.roughness.z0), .unit = "m", INSIDE(0, 100), DEFAULT(0.1),
     .meaning = "roughness length, everywhere or where the file has none"},
    {"file", SM_KEY_PATH, AT(c.roughness.file),
     .meaning = "raster of roughness lengths in m, or of classes"},
    {"classes", SM_KEY_CLASSES, AT(c.roughness.class_table), COUNT_AT(c.roughness.class_count),
     .unit = "m", INSIDE(0, 100), .needs = "file", .otherwise = "the file holds lengths",
     .meaning = "roughness length of every class of the file: { 10 = 0.5, 50 = \"1.5 m\" }"},
};

static const struct sm_key weather_keys[] = {
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

static const struct sm_key model_keys[] = {
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

static const struct sm_key station_keys[] = {
    {"name", SM_KEY_TEXT, STATION(station.name), .otherwise = "\"station 1\" and so on",
     .meaning = "name in messages and outputs"},
    {"file", SM_KEY_PATH, STATION(station.file),
     .excludes = "readings speed from height position latitude longitude easting northing "
                 "temperature cloud",
     .otherwise = "the readings are in the case",
     .meaning = "CSV of stations and readings, in WindNinja's layout; gives places and heights"},
    {"position", SM_KEY_VECTOR, STATION(position), .count = 2, .unit = "m", ANY,
     OPTIONAL("anywhere, when it is the only station"),
     .excludes = "latitude longitude easting northing",
     .meaning = "[x, y] from the south-west corner of the domain, margin not included"},
    {"latitude", SM_KEY_NUMBER, STATION(latitude), .unit = "deg", WITHIN(-90, 90),
     OPTIONAL("see position"), .needs = "longitude", .excludes = "easting northing",
     .meaning = "place, with longitude (WGS 84, north is positive)"},
    {"longitude", SM_KEY_NUMBER, STATION(longitude), .unit = "deg", WITHIN(-180, 180),
     OPTIONAL("see position"), .needs = "latitude", .meaning = "east is positive"},
    {"easting", SM_KEY_NUMBER, STATION(easting), .unit = "m", ANY, OPTIONAL("see position"),
     .needs = "northing", .meaning = "place in the domain's crs, with northing"},
    {"northing", SM_KEY_NUMBER, STATION(northing), .unit = "m", ANY, OPTIONAL("see position"),
     .needs = "easting", .meaning = "see easting"},
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

static const struct sm_key reading_keys[] = {
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

static const struct sm_key rose_keys[] = {
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

static const struct sm_key statistics_keys[] = {
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

static const struct sm_key receptor_keys[] = {
    {"name", SM_KEY_TEXT, RECEPTOR(receptor.name), .otherwise = "\"receptor 1\" and so on",
     .meaning = "name in the outputs"},
    {"position", SM_KEY_VECTOR, RECEPTOR(position), .count = 2, .unit = "m", ANY,
     OPTIONAL("see latitude and easting"), .excludes = "latitude longitude easting northing",
     .meaning = "[x, y] from the south-west corner of the domain, margin not included"},
    {"latitude", SM_KEY_NUMBER, RECEPTOR(latitude), .unit = "deg", WITHIN(-90, 90),
     OPTIONAL("see position"), .needs = "longitude", .excludes = "easting northing",
     .meaning = "place, with longitude (WGS 84, north is positive)"},
    {"longitude", SM_KEY_NUMBER, RECEPTOR(longitude), .unit = "deg", WITHIN(-180, 180),
     OPTIONAL("see position"), .needs = "latitude", .meaning = "east is positive"},
    {"easting", SM_KEY_NUMBER, RECEPTOR(easting), .unit = "m", ANY, OPTIONAL("see position"),
     .needs = "northing", .meaning = "place in the domain's crs, with northing"},
    {"northing", SM_KEY_NUMBER, RECEPTOR(northing), .unit = "m", ANY, OPTIONAL("see position"),
     .needs = "easting", .meaning = "see easting"},
    {"height", SM_KEY_NUMBER, RECEPTOR(receptor.height), .unit = "m", ABOVE(0), DEFAULT(1.75),
     .meaning = "above the ground"},
};

static const struct sm_key wind_keys[] = {
    {"model", SM_KEY_WORD, AT(wind_model), WORDS("diagnostic"),
     .meaning = "\"diagnostic\": the mass-consistent wind nearest to that of the stations"},
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
};

static const struct sm_key zones_keys[] = {
    {"on", SM_KEY_FLAG, AT(c.zones.on), DEFAULT(1),
     .meaning = "whether buildings change the first guess; without, the wind only goes round them"},
    {"upwind", SM_KEY_WORD, AT(c.zones.upwind), WORDS("none", "roeckle", "mvp", "high-rise"),
     DEFAULT(3),
     .meaning = "ahead of buildings: still air (Roeckle 1990), slower air and a vortex (Bagal et "
                "al. 2004), the same for tall ones (Nelson et al. 2008)"},
    {"wake", SM_KEY_WORD, AT(c.zones.wake), WORDS("none", "roeckle", "modified"), DEFAULT(2),
     .meaning = "behind buildings: cavity and wake (Roeckle 1990; Singh 2005), \"modified\" with "
                "the cavity's end further out"},
    {"high_rise", SM_KEY_FLAG, AT(c.zones.high_rise), DEFAULT(0),
     .meaning = "cavities of their own for buildings at least twice as high as long"},
    {"canyon", SM_KEY_WORD, AT(c.zones.canyon), WORDS("none", "roeckle", "modified", "vortex"),
     DEFAULT(3),
     .meaning = "in streets across the wind: a vortex (Roeckle 1990; Singh et al. 2008), "
                "\"modified\" with layers of mixing (Margairaz et al. 2023), \"vortex\" with these "
                "and the flow of Hotchkiss and Harlow (1973)"},
    {"sidewall", SM_KEY_FLAG, AT(c.zones.sidewall), DEFAULT(1),
     .meaning = "air that runs back along walls beside the wind (Hayati et al. 2017)"},
    {"rooftop", SM_KEY_WORD, AT(c.zones.rooftop), WORDS("none", "log", "vortex"), DEFAULT(2),
     .meaning = "over roofs: a logarithmic layer, or air that runs back (Pol et al. 2006)"},
    {"roughness", SM_KEY_NUMBER, AT(c.zones.roughness), .unit = "m", ABOVE(0), DEFAULT(0.1),
     .meaning = "roughness length of walls and roofs"},
};

static const struct sm_key slope_flow_keys[] = {
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

/* The least keeps stresses possible (docs/theory/turbulence.md). */
#define SIGMA WITHIN(1.2, 10)

static const struct sm_key turbulence_keys[] = {
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
    {"wake_friction", SM_KEY_NUMBER, AT(c.turbulence.wakes), WITHIN(0, 1), DEFAULT(0.11),
     .meaning = "behind buildings, with wind.zones.on: u* of eddies as large as the building, over "
                "the difference of the wind across them; 0.11 is that of a plane mixing layer, 0.4 "
                "that of Singh (2005); 0: no such eddies"},
    {"stability", SM_KEY_FLAG, AT(c.turbulence.stability), DEFAULT(1),
     .meaning = "heed the Obukhov lengths of the stations"},
    {"boundary_layer_depth", SM_KEY_NUMBER, AT(c.turbulence.depth), .unit = "m", ABOVE(0),
     DEFAULT(1000), .meaning = "to which heat from the ground drives convection"},
};

static const struct sm_key output_keys[] = {
    {"prefix", SM_KEY_NAME, AT(c.output.prefix), .otherwise = "the name of the case",
     .meaning = "begin of the names of the files"},
    {"formats", SM_KEY_WORDS, AT(c.output.netcdf), WORDS("netcdf", "vtk", "geotiff"), DEFAULT(1),
     .meaning = "what to write: a list of \"netcdf\", \"vtk\", \"geotiff\"; [] writes nothing"},
    {"members", SM_KEY_FLAG, AT(c.output.members), DEFAULT(1),
     .otherwise = "true, or false with [weather.rose]",
     .meaning = "write the wind of every time or direction, besides [statistics]"},
    {"faces", SM_KEY_FLAG, AT(c.output.faces), DEFAULT(0),
     .meaning = "also the velocities on the faces of the cells, in the NetCDF file"},
    {"heights", SM_KEY_LIST, AT(c.output.heights), COUNT_AT(c.output.height_count), .unit = "m",
     ABOVE(0), .otherwise = "none",
     .meaning = "above the ground: maps of speed and direction there"},
    {"turbulence", SM_KEY_WORDS, AT(c.output.turbulence),
     WORDS("tke", "dissipation", "viscosity", "mixing_length", "stresses", "wall_distance"),
     DEFAULT(3),
     .meaning = "what of the turbulence, where a model computes it, the NetCDF and VTK files hold"},
    {"zones", SM_KEY_FLAG, AT(c.output.zones), DEFAULT(1),
     .meaning = "also which zone of buildings or plants has made each cell, in the NetCDF file"},
    {"compression", SM_KEY_INTEGER, AT(c.output.compression), WITHIN(0, 9), DEFAULT(1),
     .meaning = "of the NetCDF file: 0 none, 1 fast, 9 smallest"},
};

#define KEYS(array) .keys = (array), .key_count = sizeof(array) / sizeof *(array)
#define LINE(field) .line_at = offsetof(struct sm_draft, field)
#define PLANTS(table)                                                                              \
  .element_size = sizeof(struct sm_draft_plant), AT(plants[table].item),                           \
  COUNT_AT(plants[table].count), .line_at = offsetof(struct sm_draft_plant, line)

const struct sm_table sm_tables[] = {
    {"", "before the first table", KEYS(top_keys)},
    {"case", "name, date and data folder", KEYS(case_keys)},
    {"domain", "where, how large and how fine", KEYS(domain_keys), LINE(c.domain.line)},
    {"terrain", "the ground", KEYS(terrain_keys), LINE(c.terrain.line)},
    {"buildings", "footprints and their heights", KEYS(buildings_keys), LINE(c.buildings.line)},
    {"buildings.box", "a building with a rectangular plan", KEYS(box_keys),
     .element_size = sizeof(struct sm_draft_box), AT(box), COUNT_AT(box_count),
     .line_at = offsetof(struct sm_draft_box, line)},
    {"buildings.polygon", "a building with any plan", KEYS(polygon_keys),
     .element_size = sizeof(struct sm_draft_polygon), AT(polygon), COUNT_AT(polygon_count),
     .line_at = offsetof(struct sm_draft_polygon, line)},
    {"vegetation", "plants, from files or in the case", KEYS(vegetation_keys),
     LINE(c.vegetation.line)},
    {"vegetation.tree", "a tree that stands alone", KEYS(tree_keys), PLANTS(SM_PLANT_TREES)},
    {"vegetation.box", "plants with a rectangular plan", KEYS(plant_box_keys),
     PLANTS(SM_PLANT_BOXES)},
    {"vegetation.polygon", "plants with any plan", KEYS(plant_polygon_keys),
     PLANTS(SM_PLANT_POLYGONS)},
    {"vegetation.line", "a hedge, row of trees or fence along a line", KEYS(plant_line_keys),
     PLANTS(SM_PLANT_LINES)},
    {"roughness", "roughness of the ground", KEYS(roughness_keys), LINE(c.roughness.line)},
    {"weather", "which times to compute", KEYS(weather_keys), LINE(c.weather.line)},
    {"weather.model", "wind from the files of a weather model", KEYS(model_keys),
     LINE(c.weather.model.line)},
    {"weather.station", "measured wind; at least one, unless there is a weather model",
     KEYS(station_keys), .element_size = sizeof(struct sm_draft_station), AT(station),
     COUNT_AT(station_count), .line_at = offsetof(struct sm_draft_station, station.line)},
    {"weather.station.readings", "one measurement: a series in time, or a tower",
     KEYS(reading_keys), .element_size = sizeof(struct sm_case_reading),
     .at = offsetof(struct sm_draft_station, station.reading),
     .count_at = offsetof(struct sm_draft_station, station.reading_count)},
    {"weather.rose", "a climate instead of stations: neutral winds from many directions",
     KEYS(rose_keys), LINE(c.weather.rose.line)},
    {"wind", "the model of the wind and its solver", KEYS(wind_keys), LINE(c.wind.line)},
    {"wind.zones", "what buildings do to the first guess of the wind", KEYS(zones_keys),
     LINE(c.zones.line)},
    {"slope_flow", "winds up sunny slopes and down cool ones; the table switches them on",
     KEYS(slope_flow_keys), LINE(c.slope_flow.line)},
    {"turbulence", "how the wind fluctuates", KEYS(turbulence_keys), LINE(c.turbulence.line)},
    {"statistics", "how often the wind is how fast, over all times or directions",
     KEYS(statistics_keys), LINE(c.statistics.line)},
    {"statistics.receptor", "a point where the wind of every time or direction is kept",
     KEYS(receptor_keys), .element_size = sizeof(struct sm_draft_receptor), AT(receptor),
     COUNT_AT(receptor_count), .line_at = offsetof(struct sm_draft_receptor, receptor.line)},
    {"output", "what is written", KEYS(output_keys), LINE(c.output.line)},
};
const size_t sm_table_count = sizeof sm_tables / sizeof *sm_tables;

const struct sm_table *sm_table_find(const char *path) {
  for (size_t i = 0; i < sm_table_count; i++)
    if (strcmp(sm_tables[i].path, path) == 0) return &sm_tables[i];
  return NULL;
}

const struct sm_key *sm_table_key(const struct sm_table *table, const char *name) {
  for (size_t i = 0; i < table->key_count; i++)
    if (strcmp(table->keys[i].name, name) == 0) return &table->keys[i];
  return NULL;
}

bool sm_table_is_child(const struct sm_table *parent, const struct sm_table *child,
                       const char **name) {
  const size_t length = strlen(parent->path);
  if (parent == child || strncmp(child->path, parent->path, length) != 0) return false;
  if (length > 0 && child->path[length] != '.') return false;
  *name = child->path + length + (length > 0);
  return strchr(*name, '.') == NULL;
}

const char *sm_solver_name(enum sm_solver solver) {
  return sm_table_key(sm_table_find("wind"), "solver")->words[solver];
}
