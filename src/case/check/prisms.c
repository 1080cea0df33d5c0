#include "case/check/internal.h"

#include "case/schema/schema.h"
#include <string.h>

/* Smallest tolerance of relative residuals: rounding in doubles leaves some ten times
 * 2.2e-16. */
static const double finest_residual = 1e-14;

static bool names(const char *const *list, const char *name) {
  for (; *list != NULL; list++)
    if (strcmp(*list, name) == 0) return true;
  return false;
}

/* Reports tables of wind cases. Unknown tables were reported while reading. */
static void refuse_tables(struct sm_case_reader *r, const struct sm_toml_node *root) {
  static const char *const own[] = {"format", "case", "mesh", "prisms", "poisson", "output", NULL};
  for (const struct sm_toml_node *node = root->first; node != NULL; node = node->next)
    if (!names(own, node->key) && sm_schema_find_table(node->key) != NULL)
      sm_report_add(r->report, &node->key_span, "a case with [mesh] is on prisms and has no wind",
                    "'%s' and 'mesh' are mutually exclusive", node->key);
}

static void check_mesh(struct sm_case_reader *r, const struct sm_toml_node *root) {
  const struct sm_toml_node *mesh = sm_toml_get(root, "mesh");
  if (!sm_toml_has(mesh, "file") && !sm_toml_has(mesh, "section") && !sm_toml_has(mesh, "block"))
    sm_check_report(r, mesh, "", "file = \"coast.msh\", or section = 1, or block = [16, 24]",
                    "'mesh' has no file, section or block");
}

static void check_layers(struct sm_case_reader *r, const struct sm_toml_node *root) {
  const struct sm_toml_node *prisms = sm_toml_get(root, "prisms");
  if (prisms != NULL && !sm_toml_has(prisms, "bottom") && !sm_toml_has(prisms, "bottom_map") &&
      !sm_toml_has(sm_toml_get(root, "mesh"), "file"))
    sm_check_report(r, prisms, "", "bottom = \"-0.1 * x\"; only a file of a mesh can have heights",
                    "'prisms.bottom' is missing");
}

static void check_boundary(struct sm_case_reader *r, const struct sm_toml_node *node,
                           const struct sm_case_poisson_boundary *boundary, bool known) {
  for (size_t i = 0; i < boundary->at.count; i++)
    for (size_t j = 0; j < i; j++)
      if (strcmp(boundary->at.item[i], boundary->at.item[j]) == 0)
        sm_check_report(r, node, "at", NULL, "'poisson.boundary.at': \"%s\" is a duplicate",
                        boundary->at.item[i]);
  if (!sm_toml_has(node, "value") && !sm_toml_has(node, "slope") && !known)
    sm_check_report(r, node, "", "value = 0, or slope = \"x + y\"",
                    "this boundary has neither 'value' nor 'slope'");
}

/* Reports a boundary part that appears in two tables. */
static void check_twice(struct sm_case_reader *r, const struct sm_toml_node *node,
                        const struct sm_case_poisson_boundary *all, size_t index) {
  for (size_t i = 0; i < all[index].at.count; i++)
    for (size_t other = 0; other < index; other++)
      for (size_t j = 0; j < all[other].at.count; j++)
        if (strcmp(all[index].at.item[i], all[other].at.item[j]) == 0)
          sm_check_report(r, node, "at", NULL,
                          "'poisson.boundary.at': \"%s\" is already set in line %d",
                          all[index].at.item[i], all[other].line);
}

static void check_poisson(struct sm_case_reader *r, struct sm_toml_node *root,
                          const struct sm_case_poisson *p) {
  struct sm_toml_node *poisson = sm_toml_get(root, "poisson");
  struct sm_toml_node *list = sm_toml_get(poisson, "boundary");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  if (sm_toml_has(poisson, "tolerance") && p->solver == 0 && p->tolerance < finest_residual)
    sm_check_report(
        r, poisson, "tolerance",
        "doubles cannot tell a smaller residual, over the right-hand side, from rounding",
        "'poisson.tolerance' is %g, but must be at least %g with solver \"krylov\"", p->tolerance,
        finest_residual);
  for (size_t i = 0; i < p->boundary_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    check_boundary(r, node, &p->boundary[i], sm_toml_has(poisson, "solution"));
    check_twice(r, node, p->boundary, i);
  }
}

/* Reports outputs that only wind cases have. */
static void check_output(struct sm_case_reader *r, const struct sm_toml_node *root,
                         const struct sm_case_output *wanted) {
  const struct sm_toml_node *output = sm_toml_get(root, "output");
  if (wanted->faces)
    sm_check_report(r, output, "faces", NULL, "'output.faces' has no meaning with prisms");
  if (wanted->geotiff || wanted->geojson)
    sm_check_report(r, output, "formats",
                    "\"netcdf\" (UGRID) and \"vtk\" (VTKHDF) are formats of prisms",
                    "'output.formats': \"%s\" has no meaning with prisms",
                    wanted->geotiff ? "geotiff" : "geojson");
}

bool sm_check_prisms(const struct sm_check *c) {
  const struct sm_toml_node *mesh = sm_toml_get(c->root, "mesh");
  const struct sm_case *own = &c->draft->c;
  if (mesh == NULL) return sm_toml_has(c->root, "prisms") || sm_toml_has(c->root, "poisson");
  if (mesh->type != SM_TOML_TABLE) return true; /* reported while reading */
  refuse_tables(c->r, c->root);
  check_mesh(c->r, c->root);
  check_layers(c->r, c->root);
  check_poisson(c->r, c->root, &own->poisson);
  check_output(c->r, c->root, &own->output);
  return true;
}
