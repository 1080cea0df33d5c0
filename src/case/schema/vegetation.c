/* case/schema/vegetation.c - keys of vegetation. */
#include "case/schema/keys.h"

#define PLANT(field) .at = offsetof(struct sm_draft_plant, field)
#define PLANTS(table)                                                                              \
  .element_size = sizeof(struct sm_draft_plant), AT(plants[table].item),                           \
  COUNT_AT(plants[table].count), .line_at = offsetof(struct sm_draft_plant, line)

static const struct sm_schema_key vegetation_keys[] = {
    {"file", SM_KEY_PATH, AT(c.vegetation.file),
     .meaning = "plants, in any OGR format: points are trees, lines windbreaks, polygons have the "
                "kind of their attribute \"kind\" or, in OpenStreetMap, of the tags natural, "
                "barrier and landuse; attributes \"base\", \"lai\", \"attenuation\", \"porosity\", "
                "\"width\", \"spacing\", \"direction\" as in [[vegetation.polygon]]"},
    {"layer", SM_KEY_TEXT, AT(c.vegetation.layer), .needs = "file", .otherwise = "all layers",
     .meaning = "layer of the file"},
    {"crs", SM_KEY_EPSG, AT(c.vegetation.crs), .needs = "file canopy_height landscape",
     .otherwise = "that in the file",
     .meaning = "coordinate reference system of files without one"},
    {"kind", SM_KEY_WORD, AT(c.vegetation.kind), WORDS("canopy", "windbreak", "fence", "rows"),
     .needs = "file", .meaning = "kind of polygons without the attribute"},
    {"height", SM_KEY_RULES, AT(c.vegetation.height), .needs = "file",
     WORDS("height", "H", "hgt", "canopy_height", "tree_height"),
     .meaning = "rules for the height of plants in the file: an attribute in m, or an attribute "
                "times a number; the first one with a positive value is used"},
    {"default_height", SM_KEY_NUMBER, AT(c.vegetation.fallback.height), .unit = "m", ABOVE(0),
     OPTIONAL("plants without height are an error"), .needs = "file",
     .meaning = "height of plants without a height from the rules"},
    {"crown", SM_KEY_RULES, AT(c.vegetation.crown), .needs = "file",
     WORDS("crown", "crown_diameter", "diameter_crown", "D"),
     .meaning = "rules for the crown diameter of trees in the file"},
    {"default_crown", SM_KEY_NUMBER, AT(c.vegetation.fallback.crown), .unit = "m", ABOVE(0),
     OPTIONAL("0.6 times the height"), .needs = "file",
     .meaning = "diameter of crowns without one from the rules"},
    {"canopy_height", SM_KEY_PATH, AT(c.vegetation.canopy_height),
     .meaning = "raster of canopy heights in m above the ground; 0: no canopy"},
    {"canopy_height_band", SM_KEY_BAND, AT(c.vegetation.canopy_height_band),
     .needs = "canopy_height landscape",
     .otherwise = "the only one, or the only one described as height of the canopy",
     .meaning = "number or description of the band of canopy heights"},
    {"canopy_height_unit", SM_KEY_WORD, AT(c.vegetation.canopy_height_unit), WORDS(SM_HEIGHT_UNITS),
     .needs = "canopy_height",
     .meaning = "unit of canopy_height; \"file\": as in the file, else m, for bands named as "
                "LANDFIRE's products dm"},
    {"landscape", SM_KEY_PATH, AT(c.vegetation.landscape), .excludes = "canopy_height",
     .meaning = "landscape file (.lcp of FARSITE and FlamMap, GeoTIFF of LANDFIRE) with bands of "
                "canopy height and, where it has them, canopy cover, base height and bulk density, "
                "found by their descriptions in any order; roughness lengths under its canopies "
                "follow from height and leaf area, unless roughness has a file"},
    {"landscape_units", SM_KEY_WORD, AT(c.vegetation.landscape_units),
     WORDS("file", "landfire", "si"), .needs = "landscape",
     .meaning = "units of these bands; \"file\": as in the file (.lcp header, band, metadata, "
                "names of LANDFIRE's products), where an unknown or missing one is an error; "
                "\"landfire\": m x 10, percent, kg/m3 x 100; \"si\": m, percent, kg/m3"},
    {"canopy_cover_band", SM_KEY_BAND, AT(c.vegetation.canopy_cover_band), .needs = "landscape",
     .otherwise = "the only one described as canopy cover, if any",
     .meaning = "number or description of the band of canopy cover"},
    {"canopy_base_height_band", SM_KEY_BAND, AT(c.vegetation.canopy_base_height_band),
     .needs = "landscape", .otherwise = "the only one described as base height, if any",
     .meaning = "number or description of the band of canopy base height"},
    {"canopy_bulk_density_band", SM_KEY_BAND, AT(c.vegetation.canopy_bulk_density_band),
     .needs = "landscape", .otherwise = "the only one described as bulk density, if any",
     .meaning = "number or description of the band of canopy bulk density"},
    {"specific_leaf_area", SM_KEY_NUMBER, AT(c.vegetation.specific_leaf_area), .unit = "m2/kg",
     FROM_BELOW(0.1, 100), DEFAULT(4.1), .needs = "landscape",
     .meaning =
         "leaf area per mass of canopy fuel, which turns canopy bulk density into leaf area; "
         "conifers 4.1, broadleaved trees 16 (White et al. 2000)"},
    {"canopy_lai", SM_KEY_PATH, AT(c.vegetation.canopy_lai), .otherwise = "lai everywhere",
     .meaning = "raster of the leaf area index of canopies without their own"},
    {"canopy_lai_band", SM_KEY_BAND, AT(c.vegetation.canopy_lai_band), .needs = "canopy_lai",
     .otherwise = "the only one, or the only one described as leaf area index",
     .meaning = "number or description of the band of canopy_lai"},
    {"lai", SM_KEY_NUMBER, AT(c.vegetation.fallback.lai), WITHIN(0, 20), DEFAULT(3),
     .meaning = "leaf area index of plants without their own: m2 of leaves per m2 of ground"},
    {"porosity", SM_KEY_NUMBER, AT(c.vegetation.fallback.porosity), .unit = "1", WITHIN(0, 1),
     DEFAULT(0.5), .meaning = "optical porosity of windbreaks and fences without their own"},
    {"wakes", SM_KEY_FLAG, AT(c.vegetation.wakes), DEFAULT(1),
     .meaning = "wakes of trees, windbreaks, fences and rows; false: canopies only"},
    {"shelter", SM_KEY_WORD, AT(c.vegetation.shelter), WORDS("mixing", "perera"), DEFAULT(1),
     .meaning =
         "wind behind windbreaks and fences: \"mixing\": mixing layers to 11.5 heights (Wang and "
         "Takle 1995); \"perera\": measured deficit from 5 to 50 heights (Perera 1981)"},
};

const struct sm_schema_table sm_table_vegetation = {
    "vegetation", "plants, from files or in the case", KEYS(vegetation_keys),
    LINE(c.vegetation.line), ONLY_WITH(MODEL("diagnostic incompressible"))};

static const char *const plant_kinds[] = {"canopy", "windbreak", "fence", "rows", NULL};

/* Keys common to several tables of plants. */
#define KIND(list, meant) "kind", SM_KEY_WORD, PLANT(kind), .words = (list), .meaning = (meant)
#define VERTICES(what)                                                                             \
  "vertices", SM_KEY_POINTS, PLANT(vertex),                                                        \
      .count_at = offsetof(struct sm_draft_plant, vertex_count), .unit = "m", ANY, ANYWHERE,       \
      IN_COORDINATES("coordinates"), REQUIRED, .meaning = (what)
#define HEIGHT                                                                                     \
  "height", SM_KEY_NUMBER, PLANT(traits.height), .unit = "m", ABOVE(0), REQUIRED,                  \
                                                 .meaning = "height of the top above the ground"
#define BASE                                                                                       \
  "base", SM_KEY_NUMBER, PLANT(traits.base),                                                       \
      .unit = "m", AT_LEAST(0), DEFAULT(0),                                                        \
      .meaning = "height of the base of the foliage above the ground"
#define LAI                                                                                        \
  "lai", SM_KEY_NUMBER, PLANT(traits.lai), WITHIN(0, 20), OPTIONAL("that of [vegetation]"),        \
      .meaning = "leaf area index; of a tree below its crown, of rows over the whole field"
#define ATTENUATION                                                                                \
  "attenuation", SM_KEY_NUMBER, PLANT(traits.attenuation), WITHIN(0, 10),                          \
      OPTIONAL("half the leaf area index"),                                                        \
      .meaning = "attenuation coefficient a of the wind inside, exp(a (z / height - 1))"
#define POROSITY                                                                                   \
  "porosity", SM_KEY_NUMBER, PLANT(traits.porosity),                                               \
      .unit = "1", WITHIN(0, 1), OPTIONAL("that of [vegetation]; of rows from the leaf area"),     \
      .meaning = "optical porosity of a windbreak, fence or row"
#define WIDTH                                                                                      \
  "width", SM_KEY_NUMBER, PLANT(traits.width),                                                     \
      .unit = "m", ABOVE(0),                                                                       \
      OPTIONAL("that of the shape; of a line 1 m, of rows a third of the spacing"),                \
      .meaning = "thickness of a windbreak, fence or row"
#define SPACING                                                                                    \
  "spacing", SM_KEY_NUMBER, PLANT(traits.spacing), ONLY_WITH(ONE_OF("kind", "rows")),              \
      .unit = "m", ABOVE(0), OPTIONAL("required with kind \"rows\""),                              \
      .meaning = "distance between rows, of kind \"rows\""
#define DIRECTION                                                                                  \
  "direction", SM_KEY_NUMBER, PLANT(traits.direction),                                             \
      .unit = "deg", WITHIN(-360, 360), DEFAULT(0),                                                \
      .meaning = "direction of rows, clockwise from the north of the domain: 0 north-south, 90 "   \
                 "west-east"

#define AREA                                                                                       \
  {HEIGHT}, {BASE}, {LAI}, {ATTENUATION}, {POROSITY}, {WIDTH}, {SPACING}, { DIRECTION }

static const struct sm_schema_key tree_keys[] = {
    {"position", SM_KEY_VECTOR, PLANT(corner), .count = 2, .unit = "m", ANY, ANYWHERE,
     IN_COORDINATES("coordinates"), REQUIRED, .meaning = "position of the trunk"},
    {HEIGHT},
    {BASE},
    {"crown", SM_KEY_NUMBER, PLANT(traits.crown), .unit = "m", ABOVE(0),
     OPTIONAL("default_crown of [vegetation], else 0.6 times the height"),
     .meaning = "diameter of the crown"},
    {LAI},
    {ATTENUATION},
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_tree = {"vegetation.tree", "single tree", KEYS(tree_keys),
                                              PLANTS(SM_PLANT_TREES)};

static const char plant_kind_text[] =
    "\"canopy\": homogeneous, such as a forest; \"windbreak\": hedge or row of trees; "
    "\"fence\": thin barrier; \"rows\": rows of crops or trees";

static const struct sm_schema_key plant_box_keys[] = {
    {KIND(plant_kinds, plant_kind_text)},
    {"corner", SM_KEY_VECTOR, PLANT(corner), .count = 2, .unit = "m", ANY, ANYWHERE,
     IN_COORDINATES("coordinates"), REQUIRED, .meaning = "south-west corner, before rotation"},
    {"size", SM_KEY_EXTENT, PLANT(size), .count = 2, .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "length in x and y, before rotation"},
    {"rotation", SM_KEY_NUMBER, PLANT(rotation), .unit = "deg", WITHIN(-360, 360), DEFAULT(0),
     .meaning = "rotation about the centre, counter-clockwise; rows keep their direction"},
    AREA,
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_plant_box = {"vegetation.box", "plants in a rectangle",
                                                   KEYS(plant_box_keys), PLANTS(SM_PLANT_BOXES)};

static const struct sm_schema_key plant_polygon_keys[] = {
    {KIND(plant_kinds, plant_kind_text)},
    {VERTICES("vertices in order; the last one is connected to the first")},
    AREA,
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_plant_polygon = {"vegetation.polygon", "plants in a polygon",
                                                       KEYS(plant_polygon_keys),
                                                       PLANTS(SM_PLANT_POLYGONS)};

static const struct sm_schema_key plant_line_keys[] = {
    {KIND(plant_kinds + SM_PLANT_WINDBREAK, "kind of a line: \"windbreak\" or \"fence\"")},
    {VERTICES("points in order")},
    {HEIGHT},
    {BASE},
    {POROSITY},
    {WIDTH},
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_plant_line = {"vegetation.line",
                                                    "hedge, row of trees or fence along a line",
                                                    KEYS(plant_line_keys), PLANTS(SM_PLANT_LINES)};
