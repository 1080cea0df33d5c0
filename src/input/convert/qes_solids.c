/* Buildings, their parameterisation, and plants of a case of QES-Winds. */
#include "input/convert/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A flag of buildingsParams, the key of [wind.zones] that it stands for, and its default in QES. */
static const struct {
  const char *name, *key;
  int otherwise;
} flags[] = {{"upwindCavityFlag", "upwind", 2}, {"wakeFlag", "wake", 2},
             {"streetCanyonFlag", "canyon", 1}, {"streetIntersectionFlag", "intersection", 0},
             {"rooftopFlag", "rooftop", 1},     {"sidewallFlag", "sidewall", 1},
             {"highRiseFlag", "high_rise", 0}};

/* Values of keys of [wind.zones], by the numbers that QUIC and QES have for them. */
static const struct {
  const char *key, *values[4]; /* in TOML; NULL: no such value */
} zones[] = {{"upwind", {"\"none\"", "\"roeckle\"", "\"mvp\"", "\"high-rise\""}},
             {"wake", {"\"none\"", "\"roeckle\"", "\"modified\"", NULL}},
             {"canyon", {"\"none\"", "\"roeckle\"", "\"modified\"", NULL}},
             {"intersection", {"\"none\"", "\"blended\"", NULL, NULL}},
             {"rooftop", {"\"none\"", "\"log\"", "\"vortex\"", NULL}},
             {"sidewall", {"false", "true", NULL, NULL}},
             {"high_rise", {"false", "true", NULL, NULL}}};

const char *sm_convert_zone(const char *key, double number) {
  if (!(number >= 0 && number < 4 && number == floor(number))) return NULL;
  for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
    if (strcmp(zones[i].key, key) == 0) return zones[i].values[(int)number];
  return NULL;
}

/* Flags of the zones are in buildingsParams, in early versions of QES-Winds in
 * simulationParameters. */
static void write_zones(struct sm_qes *q, struct sm_xml_node *node,
                        struct sm_xml_node *parameters) {
  struct sm_convert *c = q->c;
  sm_convert_table(c, "[wind.zones]", NULL);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    const char *name = flags[i].name;
    struct sm_xml_node *where = sm_xml_find(node, name) != NULL ? node : parameters;
    const double value = sm_xml_number(c, where, name, flags[i].otherwise);
    const char *own = sm_convert_zone(flags[i].key, value);
    char comment[96];
    snprintf(comment, sizeof comment, "%s = %g", name, value);
    if (own == NULL) {
      sm_convert_leave(c, sm_xml_find(where, name)->line, name,
                       "%g has no counterpart: the default of QES-Winds stands in the case", value);
      own = sm_convert_zone(flags[i].key, flags[i].otherwise);
    }
    sm_convert_key(c, flags[i].key, own, comment);
  }
  const double roughness = sm_xml_number(c, node, "wallRoughness", NAN);
  if (roughness > 0) sm_convert_number(c, "roughness", roughness, "wallRoughness");
  sm_convert_key(c, "downwash", "false", "QES-Winds has no such zone; the default here is true");
  sm_convert_key(c, "sheltering", "false", "QES-Winds has none; the default here is true");
}

/* Height of the roof and base above the ground: in QES the height counts from the base, and over a
 * DEM the base is the lowest ground below the building. */
static void write_heights(struct sm_qes *q, struct sm_xml_node *node) {
  struct sm_convert *c = q->c;
  const double height = sm_xml_required(c, node, "height");
  const double base = sm_xml_number(c, node, "baseHeight", 0);
  if (q->terrain && base != 0)
    sm_convert_leave(c, sm_xml_find(node, "baseHeight")->line, "baseHeight",
                     "over a DEM QES replaces it by the lowest ground below the building");
  const bool raised = base > 0 && !q->terrain;
  sm_convert_number(c, "height", raised ? height + base : height,
                    raised ? "of the roof: height plus baseHeight" : NULL);
  if (raised) sm_convert_number(c, "base", base, "baseHeight");
}

static void write_shapes(struct sm_qes *q, struct sm_xml_node *node, const char *file) {
  struct sm_convert *c = q->c;
  const char *field = sm_xml_text(node, "SHPHeightField", "H");
  const char *layer = sm_xml_text(node, "SHPBuildingLayer", NULL);
  const double factor = sm_xml_number(c, node, "heightFactor", 1);
  SM_SCOPED_BY(sm_text_free) struct sm_text rule = {0};
  sm_convert_table(c, "[buildings]", NULL);
  sm_convert_file(c, "file", file, "SHPFile, placed by its own coordinates");
  if (layer != NULL) sm_convert_string(c, "layer", layer, "SHPBuildingLayer");
  sm_text_add(&rule, "[\"");
  for (; *field != '\0'; field++)
    if (*field != '"' && *field != '\\') sm_text_add_bytes(&rule, field, 1);
  if (factor != 1) sm_text_add(&rule, " * %.10g", factor);
  sm_text_add(&rule, "\"]");
  c->failed = c->failed || rule.failed;
  sm_convert_key(c, "height", sm_text_string(&rule),
                 factor != 1 ? "SHPHeightField times heightFactor" : "SHPHeightField");
}

void sm_qes_write_buildings(struct sm_qes *q, struct sm_xml_node *root) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *node = sm_xml_find(root, "buildingsParams");
  if (node == NULL) node = sm_xml_find(root, "buildings"); /* early versions */
  if (node == NULL) return;
  const char *file = sm_xml_text(node, "SHPFile", NULL);
  if (file != NULL) write_shapes(q, node, file);
  for (struct sm_xml_node *b = sm_xml_find(node, "rectangularBuilding"); b != NULL;
       b = sm_xml_again(b)) {
    const double start[2] = {sm_xml_required(c, b, "xStart"), sm_xml_required(c, b, "yStart")};
    const double size[2] = {sm_xml_required(c, b, "length"), sm_xml_required(c, b, "width")};
    sm_convert_table(c, "[[buildings.box]]", NULL);
    sm_qes_rectangle(q, start, size, sm_xml_number(c, b, "buildingRotation", 0));
    write_heights(q, b);
  }
  for (struct sm_xml_node *b = sm_xml_find(node, "QUICBuilding"); b != NULL; b = sm_xml_again(b)) {
    sm_convert_table(c, "[[buildings.polygon]]", NULL);
    if (!sm_qes_vertices(q, b)) sm_convert_wrong(c, b->line, "QUICBuilding has no vertices");
    write_heights(q, b);
  }
  write_zones(q, node, sm_xml_find(root, "simulationParameters"));
}

/* Top of plants above the ground, and the base of their foliage. */
static void write_plant_heights(struct sm_qes *q, struct sm_xml_node *node) {
  sm_convert_number(q->c, "height", sm_xml_required(q->c, node, "height"), NULL);
  const double base = sm_xml_number(q->c, node, "baseHeight", 0);
  if (base > 0) sm_convert_number(q->c, "base", base, "baseHeight");
}

static void write_canopy(struct sm_qes *q, struct sm_xml_node *node) {
  struct sm_convert *c = q->c;
  const double size[2] = {sm_xml_number(c, node, "length", 0), sm_xml_number(c, node, "width", 0)};
  const double start[2] = {sm_xml_number(c, node, "xStart", 0),
                           sm_xml_number(c, node, "yStart", 0)};
  const double rotation = sm_xml_number(c, node, "canopyRotation", 0);
  const bool box = size[0] > 0 && size[1] > 0;
  sm_convert_table(c, box ? "[[vegetation.box]]" : "[[vegetation.polygon]]", "Homogeneous");
  if (box)
    sm_qes_rectangle(q, start, size, rotation);
  else if (!sm_qes_vertices(q, node))
    sm_convert_wrong(c, node->line, "Homogeneous has neither length and width nor vertices");
  write_plant_heights(q, node);
  sm_convert_number(c, "attenuation", sm_xml_required(c, node, "attenuationCoefficient"),
                    "attenuationCoefficient");
}

static void write_tree(struct sm_qes *q, struct sm_xml_node *node) {
  struct sm_convert *c = q->c;
  const double at[2] = {sm_qes_x(q, sm_xml_required(c, node, "xCenter"), 0),
                        sm_qes_x(q, sm_xml_required(c, node, "yCenter"), 1)};
  sm_convert_table(c, "[[vegetation.tree]]", "IsolatedTree");
  sm_convert_numbers(c, "position", at, 2, "xCenter, yCenter");
  write_plant_heights(q, node);
  sm_convert_number(c, "crown", sm_xml_required(c, node, "width"), "width");
  sm_convert_number(c, "attenuation", sm_xml_required(c, node, "attenuationCoefficient"),
                    "attenuationCoefficient, half the leaf area index");
}

static void write_windbreak(struct sm_qes *q, struct sm_xml_node *node) {
  struct sm_convert *c = q->c;
  const double size[2] = {sm_xml_required(c, node, "width"), sm_xml_required(c, node, "length")};
  const double start[2] = {sm_xml_required(c, node, "xStart"), sm_xml_required(c, node, "yStart")};
  const bool fence = sm_xml_number(c, node, "fenceModel", 0) == 1;
  sm_convert_table(c, "[[vegetation.box]]",
                   "Windbreak: in QES its width is along x, its length along y");
  sm_convert_string(c, "kind", fence ? "fence" : "windbreak", "fenceModel");
  sm_qes_rectangle(q, start, size, sm_xml_number(c, node, "canopyRotation", 0));
  write_plant_heights(q, node);
  sm_convert_number(c, "porosity", sm_xml_required(c, node, "opticalPorosity"), "opticalPorosity");
}

static void write_rows(struct sm_qes *q, struct sm_xml_node *node) {
  struct sm_convert *c = q->c;
  sm_convert_table(c, "[[vegetation.polygon]]", "ROC");
  sm_convert_string(c, "kind", "rows", NULL);
  if (!sm_qes_vertices(q, node)) sm_convert_wrong(c, node->line, "ROC has no vertices");
  write_plant_heights(q, node);
  sm_convert_number(c, "spacing", sm_xml_required(c, node, "rowSpacing"), "rowSpacing");
  sm_convert_number(c, "width", sm_xml_required(c, node, "rowWidth"), "rowWidth");
  sm_convert_number(c, "direction", sm_xml_required(c, node, "rowAngle"),
                    "rowAngle; here clockwise from north, 0 being rows from south to north");
  sm_convert_number(c, "porosity", sm_xml_required(c, node, "opticalPorosity"), "opticalPorosity");
  sm_convert_number(c, "lai",
                    sm_xml_number(c, node, "LAD_eff", 0) * sm_xml_required(c, node, "height"),
                    "LAD_eff times height");
}

void sm_qes_write_vegetation(struct sm_qes *q, struct sm_xml_node *root) {
  static const struct {
    const char *name;
    void (*write)(struct sm_qes *q, struct sm_xml_node *node);
  } kinds[] = {{"Homogeneous", write_canopy},
               {"IsolatedTree", write_tree},
               {"Windbreak", write_windbreak},
               {"ROC", write_rows}};
  struct sm_convert *c = q->c;
  struct sm_xml_node *node = sm_xml_find(root, "vegetationParams");
  if (node == NULL) return;
  const char *file = sm_xml_text(node, "SHPFile", NULL);
  const char *layer = sm_xml_text(node, "SHPTreeLayer", NULL);
  const double wakes = sm_xml_number(c, node, "wakeFlag", 0);
  sm_convert_table(c, "[vegetation]", NULL);
  if (file != NULL) {
    sm_convert_file(c, "file", file, "SHPFile; heights from H, crowns from D");
    if (layer != NULL) sm_convert_string(c, "layer", layer, "SHPTreeLayer");
  }
  sm_convert_key(c, "wakes", wakes != 0 ? "true" : "false", "wakeFlag");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    for (struct sm_xml_node *n = sm_xml_find(node, kinds[i].name); n != NULL; n = sm_xml_again(n))
      kinds[i].write(q, n);
}
