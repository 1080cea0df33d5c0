/* case/schema/vegetation.c - keys of vegetation. */
#include "case/schema/keys.h"

#define PLANT(field) .at = offsetof(struct sm_draft_plant, field)
#define PLANTS(table)                                                                              \
  .element_size = sizeof(struct sm_draft_plant), AT(plants[table].item),                           \
  COUNT_AT(plants[table].count), .line_at = offsetof(struct sm_draft_plant, line)

static const struct sm_schema_key vegetation_keys[] = {
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
    {"height", SM_KEY_RULES, AT(c.vegetation.height),
     WORDS("height", "H", "hgt", "canopy_height", "tree_height"),
     .meaning = "rules for the height of plants in the file: an attribute in m, or an attribute "
                "times a number; the first that gives a positive height counts"},
    {"default_height", SM_KEY_NUMBER, AT(c.vegetation.fallback.height), .unit = "m", ABOVE(0),
     OPTIONAL("plants without height are an error"),
     .meaning = "height of plants to which no rule gives one"},
    {"crown", SM_KEY_RULES, AT(c.vegetation.crown),
     WORDS("crown", "crown_diameter", "diameter_crown", "D"),
     .meaning = "rules for the diameter of the crowns of trees in the file"},
    {"default_crown", SM_KEY_NUMBER, AT(c.vegetation.fallback.crown), .unit = "m", ABOVE(0),
     OPTIONAL("0.6 times the height"), .meaning = "diameter of crowns that no rule gives"},
    {"canopy_height", SM_KEY_PATH, AT(c.vegetation.canopy_height),
     .meaning = "raster of the heights of canopies in m above the ground; 0: none"},
    {"canopy_height_band", SM_KEY_BAND, AT(c.vegetation.canopy_height_band),
     .needs = "canopy_height",
     .otherwise = "the only one, or the only one that is described as height of the canopy",
     .meaning = "number or description of the band of canopy_height"},
    {"canopy_height_unit", SM_KEY_WORD, AT(c.vegetation.canopy_height_unit), WORDS(SM_HEIGHT_UNITS),
     .needs = "canopy_height",
     .meaning = "unit of canopy_height; \"file\": as the file says, else m; LANDFIRE has \"dm\""},
    {"canopy_lai", SM_KEY_PATH, AT(c.vegetation.canopy_lai), .otherwise = "lai everywhere",
     .meaning = "raster of the leaf area index of canopies that do not tell"},
    {"canopy_lai_band", SM_KEY_BAND, AT(c.vegetation.canopy_lai_band), .needs = "canopy_lai",
     .otherwise = "the only one, or the only one that is described as leaf area index",
     .meaning = "number or description of the band of canopy_lai"},
    {"lai", SM_KEY_NUMBER, AT(c.vegetation.fallback.lai), WITHIN(0, 20), DEFAULT(3),
     .meaning = "leaf area index of plants that do not tell: m2 of leaves per m2 of ground"},
    {"porosity", SM_KEY_NUMBER, AT(c.vegetation.fallback.porosity), .unit = "1", WITHIN(0, 1),
     DEFAULT(0.5), .meaning = "optical porosity of windbreaks and fences that do not tell"},
    {"wakes", SM_KEY_FLAG, AT(c.vegetation.wakes), DEFAULT(1),
     .meaning = "trees, windbreaks, fences and rows act; without, canopies only"},
    {"shelter", SM_KEY_WORD, AT(c.vegetation.shelter), WORDS("mixing", "perera"), DEFAULT(1),
     .meaning = "behind windbreaks and fences: mixing layers to 11.5 heights (Wang and Takle "
                "1995), or from 5 to 50 heights what was measured (Perera 1981)"},
};

const struct sm_schema_table sm_table_vegetation = {"vegetation",
                                                    "plants, from files or in the case",
                                                    KEYS(vegetation_keys), LINE(c.vegetation.line)};

static const char *const plant_kinds[] = {"canopy", "windbreak", "fence", "rows", NULL};

/* Keys that several tables of plants have. */
#define KIND(list, meant) "kind", SM_KEY_WORD, PLANT(kind), .words = (list), .meaning = (meant)
#define VERTICES(what)                                                                             \
  "vertices", SM_KEY_POINTS, PLANT(vertex),                                                        \
      .count_at = offsetof(struct sm_draft_plant, vertex_count), .unit = "m", ANY, REQUIRED,       \
      .meaning = (what)
#define HEIGHT                                                                                     \
  "height", SM_KEY_NUMBER, PLANT(traits.height), .unit = "m", ABOVE(0), REQUIRED,                  \
                                                 .meaning = "of the top above the ground"
#define BASE                                                                                       \
  "base", SM_KEY_NUMBER, PLANT(traits.base),                                                       \
      .unit = "m", AT_LEAST(0), DEFAULT(0),                                                        \
      .meaning = "where the foliage begins, above the ground"
#define LAI                                                                                        \
  "lai", SM_KEY_NUMBER, PLANT(traits.lai), WITHIN(0, 20), OPTIONAL("that of [vegetation]"),        \
      .meaning = "leaf area index; of a tree under its crown, of rows over the whole field"
#define ATTENUATION                                                                                \
  "attenuation", SM_KEY_NUMBER, PLANT(traits.attenuation), WITHIN(0, 10),                          \
      OPTIONAL("half the leaf area index"),                                                        \
      .meaning = "of the wind inside, exp(a (z / height - 1))"
#define POROSITY                                                                                   \
  "porosity", SM_KEY_NUMBER, PLANT(traits.porosity),                                               \
      .unit = "1", WITHIN(0, 1), OPTIONAL("that of [vegetation]; of rows from their leaves"),      \
      .meaning = "part of a windbreak, fence or row that one can look through"
#define WIDTH                                                                                      \
  "width", SM_KEY_NUMBER, PLANT(traits.width),                                                     \
      .unit = "m", ABOVE(0),                                                                       \
      OPTIONAL("as it is drawn; of a line 1 m, of rows a third of the spacing"),                   \
      .meaning = "thickness of a windbreak, fence or row"
#define SPACING                                                                                    \
  "spacing", SM_KEY_NUMBER, PLANT(traits.spacing), .unit = "m", ABOVE(0),                          \
                                                   OPTIONAL("kind \"rows\" needs it"),             \
                                                   .meaning = "from row to row, of kind \"rows\""
#define DIRECTION                                                                                  \
  "direction", SM_KEY_NUMBER, PLANT(traits.direction),                                             \
      .unit = "deg", WITHIN(-360, 360), DEFAULT(0),                                                \
      .meaning = "along which rows run, clockwise from the domain's north: 0 north and south, 90 " \
                 "west and east"

static const struct sm_schema_key tree_keys[] = {
    {"position", SM_KEY_VECTOR, PLANT(corner), .count = 2, .unit = "m", ANY, REQUIRED,
     .meaning = "of the trunk"},
    {HEIGHT},
    {BASE},
    {"crown", SM_KEY_NUMBER, PLANT(traits.crown), .unit = "m", ABOVE(0),
     OPTIONAL("default_crown of [vegetation], else 0.6 times the height"),
     .meaning = "diameter of the crown"},
    {LAI},
    {ATTENUATION},
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_tree = {"vegetation.tree", "a tree that stands alone",
                                              KEYS(tree_keys), PLANTS(SM_PLANT_TREES)};

static const char plant_kind_text[] =
    "\"canopy\": homogeneous, such as a forest; \"windbreak\": a hedge or row of trees; "
    "\"fence\": thin; \"rows\": of crops or trees";

static const struct sm_schema_key plant_box_keys[] = {
    {KIND(plant_kinds, plant_kind_text)},
    {"corner", SM_KEY_VECTOR, PLANT(corner), .count = 2, .unit = "m", ANY, REQUIRED,
     .meaning = "its south-west corner, before it is turned"},
    {"size", SM_KEY_EXTENT, PLANT(size), .count = 2, .unit = "m", ABOVE(0), REQUIRED,
     .meaning = "its length in x and y, before it is turned"},
    {"rotation", SM_KEY_NUMBER, PLANT(rotation), .unit = "deg", WITHIN(-360, 360), DEFAULT(0),
     .meaning = "turn about its centre, counter-clockwise; rows keep their direction"},
    {HEIGHT},
    {BASE},
    {LAI},
    {ATTENUATION},
    {POROSITY},
    {WIDTH},
    {SPACING},
    {DIRECTION},
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_plant_box = {"vegetation.box",
                                                   "plants with a rectangular plan",
                                                   KEYS(plant_box_keys), PLANTS(SM_PLANT_BOXES)};

static const struct sm_schema_key plant_polygon_keys[] = {
    {KIND(plant_kinds, plant_kind_text)},
    {VERTICES("its corners in order; the last is joined to the first")},
    {HEIGHT},
    {BASE},
    {LAI},
    {ATTENUATION},
    {POROSITY},
    {WIDTH},
    {SPACING},
    {DIRECTION},
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_plant_polygon = {"vegetation.polygon", "plants with any plan",
                                                       KEYS(plant_polygon_keys),
                                                       PLANTS(SM_PLANT_POLYGONS)};

static const struct sm_schema_key plant_line_keys[] = {
    {KIND(plant_kinds + SM_PLANT_WINDBREAK, "of a line \"windbreak\" or \"fence\"")},
    {VERTICES("its points in order")},
    {HEIGHT},
    {BASE},
    {POROSITY},
    {WIDTH},
    {COORDINATES(PLANT)},
};

const struct sm_schema_table sm_table_plant_line = {"vegetation.line",
                                                    "a hedge, row of trees or fence along a line",
                                                    KEYS(plant_line_keys), PLANTS(SM_PLANT_LINES)};
