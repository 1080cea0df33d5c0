/* case/schema/buildings.c - keys of buildings. */
#include "case/schema/keys.h"

#define BOX(field) .at = offsetof(struct sm_draft_box, field)
#define POLYGON(field) .at = offsetof(struct sm_draft_polygon, field)

static const struct sm_schema_key buildings_keys[] = {
    {"file", SM_KEY_PATH, AT(c.buildings.file),
     .meaning = "building footprints, in any OGR format (shapefile, GeoJSON, GeoPackage, OSM ...)"},
    {"layer", SM_KEY_TEXT, AT(c.buildings.layer), .needs = "file",
     .otherwise = "the first with polygons", .meaning = "layer of the file"},
    {"crs", SM_KEY_EPSG, AT(c.buildings.crs), .needs = "file", .otherwise = "that in the file",
     .meaning = "coordinate reference system of a file without one"},
    {"height", SM_KEY_RULES, AT(c.buildings.height), .needs = "file",
     WORDS("height", "H", "building:height", "bldg_height", "hgt", "building:levels * 3.0",
           "levels * 3.0", "num_floors * 3.0"),
     .meaning = "rules for the height: an attribute in m, or an attribute times a number; the "
                "first one with a positive value is used"},
    {"default_height", SM_KEY_NUMBER, AT(c.buildings.default_height), .unit = "m",
     ABOVE_TO(0, SM_CASE_MAX_HEIGHT), OPTIONAL("a footprint without height is an error"),
     .needs = "file", .meaning = "height of footprints without a height from the rules"},
    {"base", SM_KEY_RULES, AT(c.buildings.base), .needs = "file",
     .otherwise = "min_height, and in OpenStreetMap building:min_level",
     .meaning = "rules for the height of the underside above the ground; 0 without a value"},
    {"porosity", SM_KEY_RULES, AT(c.buildings.porosity), .needs = "file",
     .otherwise = "0, or 0.5 with storeys",
     .meaning = "rules for the porosity, as in [[buildings.box]]: \"porosity\", or \"percent_open "
                "* 0.01\"; 0: solid"},
    {"storey", SM_KEY_RULES, AT(c.buildings.storey), .needs = "file", .otherwise = "none",
     .meaning = "rules for the storey height of open car parks, as in [[buildings.box]]"},
};

const struct sm_schema_table sm_table_buildings = {"buildings", "building footprints and heights",
                                                   KEYS(buildings_keys), LINE(c.buildings.line),
                                                   ONLY_WITH(MODEL(WITH_OBSTACLES))};

/* Keys common to both kinds of inline buildings. */
#define HEIGHT(IN)                                                                                 \
  "height", SM_KEY_NUMBER, IN(height), .unit = "m", ABOVE_TO(0, SM_CASE_MAX_HEIGHT), REQUIRED,     \
                                       .meaning = "height of the roof above the ground"
#define BASE(IN)                                                                                   \
  "base", SM_KEY_NUMBER, IN(base), .unit = "m", AT_LEAST(0), DEFAULT(0),                           \
                                   .meaning = "height of the underside above the ground"
#define POROSITY(IN)                                                                               \
  "porosity", SM_KEY_NUMBER, IN(porosity), WITHIN(0, 1),                                           \
      UNLESS((double)NAN, "0, or 0.5 with storeys"),                                               \
      .meaning = "fraction of the wind that passes through, as in a damaged building or a "        \
                 "scaffold; above "                                                                \
                 "0 the building is a drag, not an obstacle"
#define STOREY(IN)                                                                                 \
  "storey", SM_KEY_NUMBER, IN(storey),                                                             \
      .unit = "m", ABOVE(0), OPTIONAL("none"),                                                     \
      .meaning = "storey height of an open car park: solid floors with air in between"

static const struct sm_schema_key box_keys[] = {
    {"corner", SM_KEY_VECTOR, BOX(corner), .count = 2, .unit = "m", ANY, ANYWHERE,
     IN_COORDINATES("coordinates"), REQUIRED, .meaning = "south-west corner, before rotation"},
    {"size", SM_KEY_EXTENT, BOX(size), .count = 2, .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "length in x and y, before rotation"},
    {HEIGHT(BOX)},
    {BASE(BOX)},
    {"rotation", SM_KEY_NUMBER, BOX(rotation), .unit = "deg", WITHIN(-360, 360), DEFAULT(0),
     .meaning = "rotation about the centre, counter-clockwise"},
    {POROSITY(BOX)},
    {STOREY(BOX)},
    {COORDINATES(BOX)},
};

const struct sm_schema_table sm_table_building_box = {
    "buildings.box", "building with a rectangular footprint", KEYS(box_keys),
    LIST_OF(sm_draft_box, box, line)};

static const struct sm_schema_key polygon_keys[] = {
    {"vertices", SM_KEY_POINTS, POLYGON(vertex),
     .count_at = offsetof(struct sm_draft_polygon, vertex_count), .unit = "m", ANY, ANYWHERE,
     IN_COORDINATES("coordinates"), REQUIRED,
     .meaning = "vertices of the footprint in order; the last one is connected to the first"},
    {HEIGHT(POLYGON)},
    {BASE(POLYGON)},
    {POROSITY(POLYGON)},
    {STOREY(POLYGON)},
    {COORDINATES(POLYGON)},
};

const struct sm_schema_table sm_table_building_polygon = {
    "buildings.polygon", "building with a polygonal footprint", KEYS(polygon_keys),
    LIST_OF(sm_draft_polygon, polygon, line)};
