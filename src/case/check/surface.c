/* Consistency of the keys of buildings and vegetation. */
#include "case/check/internal.h"

#include <math.h>
#include <stdio.h>

/* Reports vertices that do not form a polygon; `label` names their key. */
static void check_vertices(const struct sm_check *c, const struct sm_toml_node *node,
                           const char *label, double (*v)[2], size_t n) {
  const struct sm_toml_node *vertices = sm_toml_get(node, "vertices");
  double area = 0;
  if (vertices == NULL || vertices->type != SM_TOML_ARRAY || n != vertices->count) return;
  if (n > 1 && v[0][0] == v[n - 1][0] && v[0][1] == v[n - 1][1]) n--; /* ring closed by the user */
  if (n < 3) {
    sm_report_add(c->r->report, &vertices->span, NULL,
                  "'%s.vertices': a polygon requires at least 3 vertices, this has %zu", label, n);
    return;
  }
  for (size_t i = 1; i + 1 < n; i++)
    area += (v[i][0] - v[0][0]) * (v[i + 1][1] - v[0][1]) -
            (v[i + 1][0] - v[0][0]) * (v[i][1] - v[0][1]);
  if (!(fabs(area) > 0 && isfinite(area)))
    sm_report_add(c->r->report, &vertices->span, NULL, "'%s.vertices': the polygon has no area",
                  label);
}

static void check_buildings(const struct sm_check *c) {
  const struct sm_toml_node *buildings = sm_toml_get(c->root, "buildings");
  const struct sm_toml_node *height = sm_toml_get(buildings, "height");
  if (sm_toml_has(buildings, "file") && !sm_toml_has(buildings, "default_height") &&
      height != NULL && height->type == SM_TOML_ARRAY && height->count == 0)
    sm_report_add(c->r->report, &height->span, NULL,
                  "'buildings.height' has no rule, and 'default_height' is missing");
  struct sm_toml_node *polygons = sm_toml_get(buildings, "polygon");
  const struct sm_toml_node *polygon = sm_toml_element(polygons, 0);
  for (size_t i = 0; i < c->draft->polygon_count && polygon != NULL; i++, polygon = polygon->next)
    check_vertices(c, polygon, "buildings.polygon", c->draft->polygon[i].vertex,
                   c->draft->polygon[i].vertex_count);
}

/* Reports a line with fewer than two points, or with repeated points. */
static void check_line(const struct sm_check *c, const struct sm_toml_node *node,
                       const struct sm_draft_plant *plant) {
  const struct sm_toml_node *vertices = sm_toml_get(node, "vertices");
  const size_t n = plant->vertex_count;
  double(*v)[2] = plant->vertex;
  if (vertices == NULL || vertices->type != SM_TOML_ARRAY || n != vertices->count) return;
  if (n < 2)
    sm_report_add(c->r->report, &vertices->span, NULL,
                  "'vegetation.line.vertices': a line requires at least 2 points, this has %zu", n);
  for (size_t i = 1; i < n; i++)
    if (v[i][0] == v[i - 1][0] && v[i][1] == v[i - 1][1]) {
      sm_report_add(c->r->report, &vertices->span, NULL,
                    "'vegetation.line.vertices': points %zu and %zu coincide", i, i + 1);
      return;
    }
}

static void check_plant(const struct sm_check *c, const struct sm_toml_node *node,
                        const struct sm_draft_plant *plant, const char *label, bool can_be_rows) {
  const struct sm_plant_traits *t = &plant->traits;
  if (t->base >= t->height)
    sm_check_report(c->r, node, "base", NULL, "'%s.base': %g m is not below the top of the plants",
                    label, t->base);
  if (!can_be_rows) return;
  const bool rows = plant->kind == SM_PLANT_ROWS;
  if (rows && !sm_toml_has(node, "spacing"))
    sm_check_report(c->r, node, "kind", "spacing = \"2.5 m\", from row to row",
                    "'%s': kind = \"rows\" requires 'spacing'", label);
  if (rows && t->width >= t->spacing)
    sm_check_report(c->r, node, "width", NULL, "'%s.width' is not less than the spacing", label);
}

static void check_vegetation(const struct sm_check *c) {
  static const char *const names[SM_PLANT_TABLES] = {"tree", "box", "polygon", "line"};
  const struct sm_toml_node *vegetation = sm_toml_get(c->root, "vegetation");
  for (int t = 0; t < SM_PLANT_TABLES; t++) {
    const struct sm_draft_plants *plants = &c->draft->plants[t];
    char label[48];
    snprintf(label, sizeof label, "vegetation.%s", names[t]);
    struct sm_toml_node *list = sm_toml_get(vegetation, names[t]);
    const struct sm_toml_node *node = sm_toml_element(list, 0);
    for (size_t i = 0; i < plants->count && node != NULL; i++, node = node->next) {
      const struct sm_draft_plant *plant = &plants->item[i];
      if (node->type != SM_TOML_TABLE) return; /* reported while reading */
      check_plant(c, node, plant, label, t == SM_PLANT_BOXES || t == SM_PLANT_POLYGONS);
      if (t == SM_PLANT_POLYGONS)
        check_vertices(c, node, label, plant->vertex, plant->vertex_count);
      if (t == SM_PLANT_LINES) check_line(c, node, plant);
    }
  }
  if (sm_toml_has(vegetation, "canopy_lai") && !sm_toml_has(vegetation, "canopy_height") &&
      !sm_toml_has(vegetation, "landscape") && !sm_toml_has(vegetation, "file") &&
      c->draft->plants[SM_PLANT_BOXES].count == 0 &&
      c->draft->plants[SM_PLANT_POLYGONS].count == 0) {
    sm_check_report(c->r, vegetation, "canopy_lai",
                    "canopy_height = \"canopy.tif\", or polygons of kind canopy",
                    "'vegetation.canopy_lai' requires a canopy");
  }
}

void sm_check_surface(const struct sm_check *c) {
  check_buildings(c);
  check_vegetation(c);
}
