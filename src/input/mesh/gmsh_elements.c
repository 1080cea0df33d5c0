/* Sections $Nodes and $Elements of Gmsh mesh files. */
#include "input/mesh/internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Gmsh element types that are read. */
enum { LINE = 1, TRIANGLE = 2, POINT = 15 };

enum { MOST_GROUPS = 1000 };

enum sm_status sm_gmsh_group(struct sm_gmsh *msh, long long physical, const char *name, int *out) {
  struct sm_gmsh_curve *longer = NULL;
  const size_t count = (size_t)msh->physical_count;
  if (physical < 0) /* a reversed curve */
    physical = physical < -LLONG_MAX ? LLONG_MAX : -physical;
  *out = 0;
  if (physical == 0) return SM_OK;
  for (size_t p = 0; p < count; p++)
    if (msh->physical[p].number == physical) {
      *out = msh->physical[p].group;
      return SM_OK;
    }
  if (count == MOST_GROUPS)
    return sm_mesh_scan_fail(&msh->scan, "there are more than %d groups of lines", MOST_GROUPS);
  SM_TRY(sm_alloc(msh->scan.ctx, count + 1, sizeof *longer, "groups of the mesh", &longer));
  if (count > 0) memcpy(longer, msh->physical, count * sizeof *longer);
  sm_free(msh->physical);
  msh->physical = longer;
  SM_TRY(sm_mesh_add_group(msh->scan.ctx, msh->mesh, name, physical, out));
  msh->physical[msh->physical_count++] = (struct sm_gmsh_curve){physical, *out};
  return SM_OK;
}

/* --- nodes --- */

static int compare_tags(const void *a, const void *b) {
  const struct sm_gmsh_tag *p = a, *q = b;
  return (p->number > q->number) - (p->number < q->number);
}

static enum sm_status make_nodes(struct sm_gmsh *msh, long long count) {
  if (msh->tag != NULL) return sm_mesh_scan_fail(&msh->scan, "the nodes are there twice");
  SM_TRY(sm_mesh_scan_check_count(&msh->scan, count, "nodes", 4));
  SM_TRY(sm_alloc(msh->scan.ctx, (size_t)count, sizeof *msh->tag, "nodes of the mesh", &msh->tag));
  SM_TRY(sm_mesh_make_nodes(msh->scan.ctx, msh->mesh, (size_t)count));
  msh->mesh->nodes = (int)count;
  for (int n = 0; n < msh->mesh->nodes; n++) msh->tag[n].node = n;
  return SM_OK;
}

static enum sm_status read_place(struct sm_gmsh *msh, int n) {
  SM_TRY(sm_mesh_scan_real(&msh->scan, &msh->mesh->x[n]));
  SM_TRY(sm_mesh_scan_real(&msh->scan, &msh->mesh->y[n]));
  return sm_mesh_scan_real(&msh->scan, &msh->mesh->z[n]);
}

/* Skips the parametric coordinates of a node on its model entity. */
static enum sm_status pass_parameters(struct sm_mesh_scan *s) {
  long long dimension, entity;
  double parameter;
  SM_TRY(sm_mesh_scan_integer(s, 4, &dimension));
  SM_TRY(sm_mesh_scan_integer(s, 4, &entity));
  if (dimension == 1 || dimension == 2)
    for (long long p = 0; p < dimension; p++) SM_TRY(sm_mesh_scan_real(s, &parameter));
  return SM_OK;
}

static enum sm_status read_nodes_22(struct sm_gmsh *msh, bool parametric) {
  long long count;
  SM_TRY(sm_mesh_scan_text_integer(&msh->scan, &count));
  SM_TRY(make_nodes(msh, count));
  if (msh->scan.binary) sm_mesh_scan_end_line(&msh->scan);
  for (int n = 0; n < msh->mesh->nodes; n++) {
    SM_TRY(sm_mesh_scan_integer(&msh->scan, 4, &msh->tag[n].number));
    SM_TRY(read_place(msh, n));
    if (parametric) SM_TRY(pass_parameters(&msh->scan));
  }
  return SM_OK;
}

/* Reads the nodes of one model entity, from node `first`. */
static enum sm_status read_node_block(struct sm_gmsh *msh, int first, int *count) {
  struct sm_mesh_scan *s = &msh->scan;
  long long dimension, entity, parametric, nodes;
  double parameter;
  SM_TRY(sm_mesh_scan_integer(s, 4, &dimension));
  SM_TRY(sm_mesh_scan_integer(s, 4, &entity));
  SM_TRY(sm_mesh_scan_integer(s, 4, &parametric));
  SM_TRY(sm_mesh_scan_integer(s, 8, &nodes));
  SM_TRY(sm_mesh_scan_check_count(s, nodes, "nodes", 4));
  if (dimension < 0 || dimension > 3)
    return sm_mesh_scan_fail(s, "nodes of %lld dimensions", dimension);
  if (nodes > msh->mesh->nodes - first)
    return sm_mesh_scan_fail(s, "there are more nodes than the %d that were announced",
                             msh->mesh->nodes);
  *count = (int)nodes;
  for (int n = 0; n < *count; n++) SM_TRY(sm_mesh_scan_integer(s, 8, &msh->tag[first + n].number));
  for (int n = 0; n < *count; n++) {
    SM_TRY(read_place(msh, first + n));
    for (int p = 0; parametric != 0 && p < dimension; p++) SM_TRY(sm_mesh_scan_real(s, &parameter));
  }
  return SM_OK;
}

static enum sm_status read_nodes_41(struct sm_gmsh *msh) {
  struct sm_mesh_scan *s = &msh->scan;
  long long blocks, nodes, limit;
  int done = 0, count = 0;
  SM_TRY(sm_mesh_scan_integer(s, 8, &blocks));
  SM_TRY(sm_mesh_scan_integer(s, 8, &nodes));
  SM_TRY(sm_mesh_scan_integer(s, 8, &limit));
  SM_TRY(sm_mesh_scan_integer(s, 8, &limit));
  SM_TRY(sm_mesh_scan_check_count(s, blocks, "blocks of nodes", 4));
  SM_TRY(make_nodes(msh, nodes));
  for (long long b = 0; b < blocks; b++, done += count) SM_TRY(read_node_block(msh, done, &count));
  if (done == msh->mesh->nodes) return SM_OK;
  return sm_mesh_scan_fail(s, "there are %d nodes, not %d", done, msh->mesh->nodes);
}

enum sm_status sm_gmsh_read_nodes(struct sm_gmsh *msh, bool parametric) {
  SM_TRY(msh->version == 22 ? read_nodes_22(msh, parametric) : read_nodes_41(msh));
  const size_t count = (size_t)msh->mesh->nodes;
  bool rising = true;
  for (size_t n = 1; n < count; n++) rising &= msh->tag[n].number > msh->tag[n - 1].number;
  if (!rising) qsort(msh->tag, count, sizeof *msh->tag, compare_tags);
  for (size_t n = 1; n < count; n++)
    if (msh->tag[n].number == msh->tag[n - 1].number)
      return sm_mesh_scan_fail(&msh->scan, "there are two nodes %lld", msh->tag[n].number);
  return SM_OK;
}

static enum sm_status find_node(const struct sm_gmsh *msh, long long element, long long number,
                                int *out) {
  const struct sm_gmsh_tag key = {number, 0};
  const struct sm_gmsh_tag *found = NULL;
  /* Most files number their nodes without gaps. */
  if (number >= 1 && number <= msh->mesh->nodes && msh->tag[number - 1].number == number)
    found = &msh->tag[number - 1];
  if (found == NULL)
    found = bsearch(&key, msh->tag, (size_t)msh->mesh->nodes, sizeof key, compare_tags);
  if (found == NULL)
    return sm_mesh_scan_fail(&msh->scan, "element %lld: there is no node %lld", element, number);
  *out = found->node;
  return SM_OK;
}

/* --- elements --- */

static const char *kind_name(long long kind) {
  static const struct {
    int kind;
    const char *name;
  } all[] = {{3, "a quadrangle"},
             {4, "a tetrahedron"},
             {5, "a hexahedron"},
             {6, "a prism"},
             {7, "a pyramid"},
             {8, "a line of second order"},
             {9, "a triangle of second order"},
             {10, "a quadrangle of second order"},
             {11, "a tetrahedron of second order"},
             {12, "a hexahedron of second order"},
             {13, "a prism of second order"},
             {14, "a pyramid of second order"},
             {16, "a quadrangle of second order"},
             {17, "a hexahedron of second order"},
             {18, "a prism of second order"},
             {19, "a pyramid of second order"},
             {20, "a triangle of third order"},
             {21, "a triangle of third order"},
             {22, "a triangle of fourth order"},
             {23, "a triangle of fourth order"},
             {24, "a triangle of fifth order"},
             {25, "a triangle of fifth order"},
             {26, "a line of third order"},
             {27, "a line of fourth order"},
             {28, "a line of fifth order"},
             {29, "a tetrahedron of third order"}};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++)
    if (all[n].kind == kind) return all[n].name;
  return "of an unknown kind";
}

static enum sm_status check_kind(const struct sm_gmsh *msh, long long element, long long kind) {
  if (kind == LINE || kind == TRIANGLE || kind == POINT) return SM_OK;
  const char *help = "only the plane is meshed, the layers come from the case: gmsh -2";
  if (kind == 3 || kind == 10 || kind == 16)
    help = "gmsh makes triangles where nothing recombines them";
  if (strstr(kind_name(kind), "order") != NULL)
    help = "gmsh -order 1 makes elements of first order";
  return sm_mesh_scan_fail(&msh->scan,
                           "element %lld is %s (type %lld); the mesh may have triangles, lines and "
                           "points\nhelp: %s",
                           element, kind_name(kind), kind, help);
}

/* Element without its nodes. */
struct element {
  long long number, kind;
  int group;   /* physical group of a line */
  int surface; /* surface of a triangle */
};

/* Adds an element with the nodes that follow in the file. */
static enum sm_status read_element(struct sm_gmsh *msh, const struct element *element, int bytes) {
  struct sm_mesh *mesh = msh->mesh;
  const bool is_triangle = element->kind == TRIANGLE, is_line = element->kind == LINE;
  const int corners = is_triangle ? 3 : is_line ? 2 : 1;
  int node[3];
  for (int n = 0; n < corners; n++) {
    long long tag;
    SM_TRY(sm_mesh_scan_integer(&msh->scan, bytes, &tag));
    SM_TRY(find_node(msh, element->number, tag, &node[n]));
  }
  if (is_triangle) {
    memcpy(&mesh->triangle[3 * mesh->triangles], node, 3 * sizeof *node);
    mesh->surface[mesh->triangles] = element->surface;
    mesh->number[mesh->triangles++] = element->number;
  } else if (is_line) {
    memcpy(&mesh->line[2 * mesh->lines], node, 2 * sizeof *node);
    mesh->group[mesh->lines++] = element->group;
  }
  return SM_OK;
}

/* Reads the tags of an element (version 2.2): physical group, model entity, and others. */
static enum sm_status read_tags(struct sm_gmsh *msh, long long tags, struct element *element) {
  SM_TRY(sm_mesh_scan_check_count(&msh->scan, tags, "tags of an element", 1));
  element->group = element->surface = 0;
  for (long long t = 0; t < tags; t++) {
    long long tag;
    SM_TRY(sm_mesh_scan_integer(&msh->scan, 4, &tag));
    if (t == 0 && element->kind == LINE) SM_TRY(sm_gmsh_group(msh, tag, NULL, &element->group));
    if (t == 1) element->surface = (int)(tag % INT_MAX);
  }
  return SM_OK;
}

static enum sm_status make_elements(struct sm_gmsh *msh, long long count) {
  if (msh->has_elements) return sm_mesh_scan_fail(&msh->scan, "the elements are there twice");
  if (msh->tag == NULL) return sm_mesh_scan_fail(&msh->scan, "the elements come before the nodes");
  msh->has_elements = true;
  SM_TRY(sm_mesh_scan_check_count(&msh->scan, count, "elements", 4));
  if (count > INT_MAX / 3)
    return sm_mesh_scan_fail(&msh->scan, "%lld elements are too many", count);
  SM_TRY(sm_mesh_make_triangles(msh->scan.ctx, msh->mesh, (size_t)count));
  return sm_mesh_make_lines(msh->scan.ctx, msh->mesh, (size_t)count);
}

static enum sm_status read_elements_text_22(struct sm_gmsh *msh, long long count) {
  struct sm_mesh_scan *s = &msh->scan;
  for (long long n = 0; n < count; n++) {
    struct element element;
    long long tags;
    SM_TRY(sm_mesh_scan_integer(s, 4, &element.number));
    SM_TRY(sm_mesh_scan_integer(s, 4, &element.kind));
    SM_TRY(sm_mesh_scan_integer(s, 4, &tags));
    SM_TRY(check_kind(msh, element.number, element.kind));
    SM_TRY(read_tags(msh, tags, &element));
    SM_TRY(read_element(msh, &element, 4));
  }
  return SM_OK;
}

/* In binary files elements of one type are consecutive. */
static enum sm_status read_elements_binary_22(struct sm_gmsh *msh, long long count) {
  struct sm_mesh_scan *s = &msh->scan;
  for (long long n = 0; n < count;) {
    struct element element;
    long long here, tags;
    SM_TRY(sm_mesh_scan_integer(s, 4, &element.kind));
    SM_TRY(sm_mesh_scan_integer(s, 4, &here));
    SM_TRY(sm_mesh_scan_integer(s, 4, &tags));
    if (here < 1 || here > count - n)
      return sm_mesh_scan_fail(s, "%lld elements where %lld are left", here, count - n);
    for (n += here; here > 0; here--) {
      SM_TRY(sm_mesh_scan_integer(s, 4, &element.number));
      SM_TRY(check_kind(msh, element.number, element.kind));
      SM_TRY(read_tags(msh, tags, &element));
      SM_TRY(read_element(msh, &element, 4));
    }
  }
  return SM_OK;
}

/* Reads the elements of one model entity. */
static enum sm_status read_element_block(struct sm_gmsh *msh, long long *left) {
  struct sm_mesh_scan *s = &msh->scan;
  struct element element = {0};
  long long dimension, entity, here;
  SM_TRY(sm_mesh_scan_integer(s, 4, &dimension));
  SM_TRY(sm_mesh_scan_integer(s, 4, &entity));
  SM_TRY(sm_mesh_scan_integer(s, 4, &element.kind));
  SM_TRY(sm_mesh_scan_integer(s, 8, &here));
  if (here < 0 || here > *left)
    return sm_mesh_scan_fail(s, "%lld elements where %lld are left", here, *left);
  *left -= here;
  element.surface = (int)(entity % INT_MAX);
  for (int c = 0; c < msh->curve_count && element.kind == LINE; c++)
    if (msh->curve[c].number == entity) element.group = msh->curve[c].group;
  for (; here > 0; here--) {
    SM_TRY(sm_mesh_scan_integer(s, 8, &element.number));
    SM_TRY(check_kind(msh, element.number, element.kind));
    SM_TRY(read_element(msh, &element, 8));
  }
  return SM_OK;
}

static enum sm_status read_elements_41(struct sm_gmsh *msh) {
  struct sm_mesh_scan *s = &msh->scan;
  long long blocks, count, limit;
  SM_TRY(sm_mesh_scan_integer(s, 8, &blocks));
  SM_TRY(sm_mesh_scan_integer(s, 8, &count));
  SM_TRY(sm_mesh_scan_integer(s, 8, &limit));
  SM_TRY(sm_mesh_scan_integer(s, 8, &limit));
  SM_TRY(sm_mesh_scan_check_count(s, blocks, "blocks of elements", 4));
  SM_TRY(make_elements(msh, count));
  for (long long b = 0; b < blocks; b++) SM_TRY(read_element_block(msh, &count));
  return count == 0 ? SM_OK : sm_mesh_scan_fail(s, "%lld elements are missing", count);
}

enum sm_status sm_gmsh_read_elements(struct sm_gmsh *msh) {
  long long count;
  if (msh->version == 41) return read_elements_41(msh);
  SM_TRY(sm_mesh_scan_text_integer(&msh->scan, &count));
  SM_TRY(make_elements(msh, count));
  if (!msh->scan.binary) return read_elements_text_22(msh, count);
  sm_mesh_scan_end_line(&msh->scan);
  return read_elements_binary_22(msh, count);
}
