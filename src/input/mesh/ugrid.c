/* Plane mesh of a UGRID NetCDF file (UGRID conventions, version 1.0). */
#include "input/mesh/internal.h"

#include "input/netcdf/ncdata.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  ROWS = 4096,  /* table rows per read */
  CORNERS = 64, /* maximum number of corners of a face */
  FLAGS = 64,
};

/* Mesh being read, and its file. */
struct ugrid {
  struct sm_context *ctx;
  struct sm_ncdata file;
  struct sm_ncdata_variable topology;
  struct sm_mesh *mesh;
};

/* Connectivity table of faces or edges. */
struct table {
  struct sm_ncdata_variable variable;
  size_t rows, columns;
  bool turned;   /* transposed: columns first */
  double *value; /* work array for the rows of one read */
  double first;  /* index base of the nodes */
};

/* Finds the variable named by an attribute of the mesh; false without the attribute. */
static enum sm_status find_named(struct ugrid *u, const char *attribute, bool needed,
                                 struct sm_ncdata_variable *out, bool *found) {
  char name[SM_NCDATA_TEXT];
  *found = sm_ncdata_text(&u->file, &u->topology, attribute, name);
  if (!*found && needed)
    return sm_fail(u->ctx, SM_ERR_DATA, "%s: error: mesh '%s' has no %s", u->file.path,
                   u->topology.name, attribute);
  if (*found && !sm_ncdata_find(&u->file, name, out))
    return sm_fail(u->ctx, SM_ERR_DATA, "%s: error: there is no variable '%s', the %s of mesh '%s'",
                   u->file.path, name, attribute, u->topology.name);
  return SM_OK;
}

static enum sm_status find_topology(struct ugrid *u) {
  char role[SM_NCDATA_TEXT];
  for (int i = 0; i < u->file.variable_count; i++) {
    double dimension = 0;
    if (!sm_ncdata_inquire(&u->file, i, &u->topology)) continue;
    if (!sm_ncdata_text(&u->file, &u->topology, "cf_role", role) ||
        strcmp(role, "mesh_topology") != 0)
      continue;
    if (sm_ncdata_numbers(&u->file, &u->topology, "topology_dimension", &dimension, 1) == 1 &&
        dimension == 2)
      return SM_OK;
  }
  return sm_ncdata_absent(&u->file, "plane mesh",
                          "a variable with cf_role = \"mesh_topology\" and topology_dimension = 2");
}

/* --- nodes --- */

static enum sm_status read_column(struct ugrid *u, struct sm_ncdata_variable *variable,
                                  double *out) {
  const size_t zero = 0, count = (size_t)u->mesh->nodes;
  if (variable->rank != 1 || variable->size[0] != count)
    return sm_fail(u->ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' does not have one number for "
                   "each of the %zu nodes",
                   u->file.path, variable->name, count);
  SM_TRY(sm_ncdata_convert(&u->file, variable, "m"));
  SM_TRY(sm_ncdata_read(&u->file, variable, &zero, &count, out));
  for (size_t n = 0; n < count; n++)
    if (!isfinite(out[n]))
      return sm_fail(u->ctx, SM_ERR_DATA, "%s: error: variable '%s' has no value at node %zu",
                     u->file.path, variable->name, n + 1);
  return SM_OK;
}

static enum sm_status read_nodes(struct ugrid *u) {
  char names[SM_NCDATA_TEXT], standard[SM_NCDATA_TEXT];
  char name[2][SM_NCDATA_TEXT] = {"", ""};
  struct sm_ncdata_variable variable[2];
  sm_ncdata_text(&u->file, &u->topology, "node_coordinates", names);
  if (sscanf(names, "%255s %255s", name[0], name[1]) != 2 ||
      !sm_ncdata_find(&u->file, name[0], &variable[0]) ||
      !sm_ncdata_find(&u->file, name[1], &variable[1]))
    return sm_fail(u->ctx, SM_ERR_DATA,
                   "%s: error: the node_coordinates of mesh '%s', '%s', do not name two variables",
                   u->file.path, u->topology.name, names);
  sm_ncdata_text(&u->file, &variable[0], "standard_name", standard);
  const int x = strcmp(standard, "projection_y_coordinate") == 0;
  if (variable[x].rank != 1 || variable[x].size[0] > INT_MAX)
    return sm_fail(u->ctx, SM_ERR_DATA, "%s: error: variable '%s' is not a list of places",
                   u->file.path, variable[x].name);
  SM_TRY(sm_mesh_make_nodes(u->ctx, u->mesh, variable[x].size[0]));
  u->mesh->nodes = (int)variable[x].size[0];
  SM_TRY(read_column(u, &variable[x], u->mesh->x));
  return read_column(u, &variable[!x], u->mesh->y);
}

static enum sm_status read_heights(struct ugrid *u) {
  static const char *const names[] = {"altitude", "surface_altitude", "bedrock_altitude"};
  char text[SM_NCDATA_TEXT];
  for (int i = 0; i < u->file.variable_count; i++) {
    struct sm_ncdata_variable variable;
    if (!sm_ncdata_inquire(&u->file, i, &variable) || !variable.numeric || variable.rank != 1 ||
        !sm_ncdata_text(&u->file, &variable, "location", text) || strcmp(text, "node") != 0)
      continue;
    bool wanted = strcmp(variable.name, "bottom") == 0;
    sm_ncdata_text(&u->file, &variable, "standard_name", text);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
      wanted = wanted || strcmp(text, names[n]) == 0;
    if (wanted) return read_column(u, &variable, u->mesh->z);
  }
  return SM_OK;
}

/* --- tables of nodes --- */

static enum sm_status open_table(struct ugrid *u, const char *dimension, struct table *t) {
  char name[SM_NCDATA_TEXT], first[SM_NCDATA_NAME];
  if (t->variable.rank != 2)
    return sm_fail(u->ctx, SM_ERR_DATA, "%s: error: variable '%s' is not a table of node indices",
                   u->file.path, t->variable.name);
  if (sm_ncdata_text(&u->file, &u->topology, dimension, name)) {
    sm_ncdata_dimension_name(&u->file, t->variable.dimension[0], first);
    t->turned = strcmp(name, first) != 0;
  }
  t->rows = t->variable.size[t->turned ? 1 : 0];
  t->columns = t->variable.size[t->turned ? 0 : 1];
  if (t->rows > INT_MAX / 3 || t->columns < 2 || t->columns > CORNERS)
    return sm_fail(u->ctx, SM_ERR_DATA, "%s: error: variable '%s' has %zu rows of %zu nodes",
                   u->file.path, t->variable.name, t->rows, t->columns);
  if (sm_ncdata_numbers(&u->file, &t->variable, "start_index", &t->first, 1) != 1) t->first = 0;
  const size_t rows = t->rows < ROWS ? t->rows : ROWS;
  return sm_alloc(u->ctx, rows * t->columns, sizeof *t->value, "nodes of faces", &t->value);
}

/* Reads rows [begin, begin + count) into value[row][column], with node indices from 0. */
static enum sm_status read_rows(struct ugrid *u, const struct table *t, size_t begin,
                                size_t count) {
  double *value = t->value;
  if (!t->turned) {
    SM_TRY(sm_ncdata_read(&u->file, &t->variable, (const size_t[]){begin, 0},
                          (const size_t[]){count, t->columns}, value));
  } else {
    double column[ROWS];
    for (size_t c = 0; c < t->columns; c++) {
      SM_TRY(sm_ncdata_read(&u->file, &t->variable, (const size_t[]){c, begin},
                            (const size_t[]){1, count}, column));
      for (size_t r = 0; r < count; r++) value[r * t->columns + c] = column[r];
    }
  }
  for (size_t i = 0; i < count * t->columns; i++) value[i] -= t->first;
  return SM_OK;
}

/* Checks and copies the first `corners` nodes of a row. */
static enum sm_status take_nodes(const struct ugrid *u, const char *what, size_t row,
                                 const double *value, int corners, int *out) {
  for (int c = 0; c < corners; c++) {
    if (!isfinite(value[c]))
      return sm_fail(u->ctx, SM_ERR_DATA, "%s: error: %s %zu has %d nodes, not %d", u->file.path,
                     what, row + 1, c, corners);
    if (!(value[c] >= 0 && value[c] < u->mesh->nodes) || value[c] != floor(value[c]))
      return sm_fail(u->ctx, SM_ERR_DATA,
                     "%s: error: %s %zu: there is no node %g, counted from 0; there are %d",
                     u->file.path, what, row + 1, value[c], u->mesh->nodes);
    out[c] = (int)value[c];
  }
  return SM_OK;
}

static enum sm_status take_face(struct ugrid *u, size_t row, const double *value, size_t columns) {
  struct sm_mesh *mesh = u->mesh;
  size_t corners = 3;
  while (corners < columns && value[corners] >= 0) corners++;
  if (corners > 3)
    return sm_fail(u->ctx, SM_ERR_DATA,
                   "%s: error: face %zu is %s of %zu nodes; the mesh may have triangles only",
                   u->file.path, row + 1, corners == 4 ? "a quadrangle" : "a polygon", corners);
  SM_TRY(take_nodes(u, "face", row, value, 3, &mesh->triangle[3 * row]));
  mesh->number[row] = (long long)row + 1;
  mesh->triangles++;
  return SM_OK;
}

static enum sm_status read_faces(struct ugrid *u) {
  struct table t = {0};
  enum sm_status status = SM_OK;
  bool found;
  SM_TRY_DONE(find_named(u, "face_node_connectivity", true, &t.variable, &found));
  SM_TRY_DONE(open_table(u, "face_dimension", &t));
  if (t.rows == 0 || t.columns < 3)
    SM_TRY_DONE(sm_fail(u->ctx, SM_ERR_DATA, "%s: error: mesh '%s' has no triangles", u->file.path,
                        u->topology.name));
  SM_TRY_DONE(sm_mesh_make_triangles(u->ctx, u->mesh, t.rows));
  for (size_t begin = 0; begin < t.rows; begin += ROWS) {
    const size_t count = t.rows - begin < ROWS ? t.rows - begin : ROWS;
    SM_TRY_DONE(read_rows(u, &t, begin, count));
    for (size_t r = 0; r < count; r++)
      SM_TRY_DONE(take_face(u, begin + r, t.value + r * t.columns, t.columns));
  }
done:
  sm_free(t.value);
  return status;
}

/* --- parts of the outline --- */

/* Meaning of flag values: group, or -1 for edges not on the boundary. */
struct flags {
  double value[FLAGS];
  int group[FLAGS];
  size_t count;
};

/* Reads the flags of a variable, if it has any. */
static enum sm_status read_flags(struct ugrid *u, const struct sm_ncdata_variable *variable,
                                 struct flags *flags) {
  SM_SCOPED_BY(sm_text_free) struct sm_text words = {0};
  enum sm_status status = SM_OK;
  char *rest = NULL;
  const size_t count = sm_ncdata_numbers(&u->file, variable, "flag_values", flags->value, FLAGS);
  flags->count = 0;
  if (count == 0) return SM_OK;
  SM_TRY(sm_ncdata_long_text(&u->file, variable, "flag_meanings", &words));
  for (rest = words.data; rest != NULL && flags->count < count && status == SM_OK;) {
    rest += strspn(rest, " ");
    const size_t length = strcspn(rest, " ");
    if (length == 0) break;
    char *word = rest;
    rest += length + (rest[length] != '\0');
    word[length] = '\0';
    int *group = &flags->group[flags->count++];
    *group = strcmp(word, "inside") == 0 ? -1 : 0;
    if (*group == 0 && strcmp(word, u->mesh->name[0]) != 0)
      status = sm_mesh_add_group(u->ctx, u->mesh, word, 0, group);
  }
  return status;
}

/* Finds an edge variable with flags. */
static enum sm_status find_flags(struct ugrid *u, size_t edges, struct sm_ncdata_variable *out,
                                 struct flags *flags) {
  char text[SM_NCDATA_TEXT];
  flags->count = 0;
  for (int i = 0; i < u->file.variable_count && flags->count == 0; i++) {
    if (!sm_ncdata_inquire(&u->file, i, out) || !out->numeric || out->rank != 1 ||
        out->size[0] != edges || !sm_ncdata_text(&u->file, out, "location", text) ||
        strcmp(text, "edge") != 0)
      continue;
    SM_TRY(read_flags(u, out, flags));
  }
  return SM_OK;
}

static enum sm_status take_edge(struct ugrid *u, size_t row, const double *node, double part,
                                const struct flags *flags) {
  struct sm_mesh *mesh = u->mesh;
  int group = 0;
  for (size_t f = 0; f < flags->count; f++)
    if (flags->value[f] == part) group = flags->group[f];
  if (group < 0) return SM_OK;
  SM_TRY(take_nodes(u, "edge", row, node, 2, &mesh->line[2 * (size_t)mesh->lines]));
  mesh->group[mesh->lines++] = group;
  return SM_OK;
}

static enum sm_status read_edges(struct ugrid *u) {
  struct table t = {0};
  struct sm_ncdata_variable part;
  struct flags flags;
  enum sm_status status = SM_OK;
  double of[ROWS];
  bool found;
  SM_TRY_DONE(find_named(u, "edge_node_connectivity", false, &t.variable, &found));
  if (!found) return SM_OK;
  SM_TRY_DONE(open_table(u, "edge_dimension", &t));
  SM_TRY_DONE(find_flags(u, t.rows, &part, &flags));
  if (flags.count == 0) goto done;
  SM_TRY_DONE(sm_mesh_make_lines(u->ctx, u->mesh, t.rows));
  for (size_t begin = 0; begin < t.rows; begin += ROWS) {
    const size_t count = t.rows - begin < ROWS ? t.rows - begin : ROWS;
    SM_TRY_DONE(read_rows(u, &t, begin, count));
    SM_TRY_DONE(sm_ncdata_read(&u->file, &part, &begin, &count, of));
    for (size_t r = 0; r < count; r++)
      SM_TRY_DONE(take_edge(u, begin + r, t.value + r * t.columns, of[r], &flags));
  }
done:
  sm_free(t.value);
  return status;
}

enum sm_status sm_mesh_ugrid_read(struct sm_context *ctx, const char *path, struct sm_mesh *out) {
  struct ugrid u = {.ctx = ctx, .mesh = out};
  enum sm_status status = SM_OK;
  int outline;
  *out = (struct sm_mesh){0};
  SM_TRY_DONE(sm_ncdata_open(ctx, path, &u.file));
  SM_TRY_DONE(sm_mesh_add_group(ctx, out, "outline", 0, &outline));
  SM_TRY_DONE(find_topology(&u));
  SM_TRY_DONE(read_nodes(&u));
  SM_TRY_DONE(read_heights(&u));
  SM_TRY_DONE(read_faces(&u));
  SM_TRY_DONE(read_edges(&u));
done:
  sm_ncdata_close(&u.file);
  if (status != SM_OK) sm_mesh_free(out);
  return status;
}
