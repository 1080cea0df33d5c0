/* Format of a wind file, and its grid axes. */
#include "input/netcdf/winds_file.h"

#include <math.h>
#include <string.h>

static const char *const axis_names[3] = {"x", "y", "z"};

static bool is_there(struct sm_winds_file *file, const char *name) {
  struct sm_ncdata_variable unused;
  return sm_ncdata_find(&file->data, name, &unused);
}

/* --- the components --- */

/* Finds a component by one of its names, else by its standard name. */
static bool find_component(struct sm_winds_file *file, int component, const char *const *names) {
  static const char *const standard[3][3] = {{"x_wind", "eastward_wind", NULL},
                                             {"y_wind", "northward_wind", NULL},
                                             {"upward_air_velocity", NULL}};
  struct sm_ncdata_variable *out = &file->wind[component];
  if (sm_ncdata_find_any(&file->data, names, out) && out->numeric && out->rank >= 3) return true;
  for (int i = 0; i < file->data.variable_count; i++) {
    char text[SM_NCDATA_TEXT];
    if (!sm_ncdata_inquire(&file->data, i, out) || !out->numeric || out->rank < 3 ||
        !sm_ncdata_text(&file->data, out, "standard_name", text))
      continue;
    for (int s = 0; standard[component][s] != NULL; s++)
      if (strcmp(text, standard[component][s]) == 0) return true;
  }
  return false;
}

static enum sm_status find_wind(struct sm_winds_file *file) {
  const char *const faces[3][2] = {{sm_field_name(SM_FIELD_U_FACE), NULL},
                                   {sm_field_name(SM_FIELD_V_FACE), NULL},
                                   {sm_field_name(SM_FIELD_W_FACE), NULL}};
  const char *const centres[3][4] = {{sm_field_name(SM_FIELD_U), "U", "ua", NULL},
                                     {sm_field_name(SM_FIELD_V), "V", "va", NULL},
                                     {sm_field_name(SM_FIELD_W), "W", "wa", NULL}};
  char version[SM_NCDATA_TEXT], kind[SM_NCDATA_TEXT];
  const bool ours = sm_ncdata_text(&file->data, NULL, "simoom_version", version);
  if (sm_ncdata_text(&file->data, NULL, "simoom_kind", kind) && kind[0] != '\0')
    return sm_fail(file->data.ctx, SM_ERR_DATA, "%s: error: the file holds %s of simoom, no winds",
                   file->data.path, kind);
  file->on_faces = ours && is_there(file, faces[0][0]);
  for (int c = 0; c < 3; c++) {
    if (find_component(file, c, file->on_faces ? faces[c] : centres[c])) continue;
    return sm_ncdata_absent(&file->data, "wind on a grid (u, v and w over z, y and x)",
                            file->on_faces ? "u_face, v_face and w_face"
                                           : "u, v and w, and the standard names x_wind, y_wind "
                                             "and upward_air_velocity");
  }
  if (ours) {
    file->form = SM_WINDS_FORMAT_SIMOOM;
  } else if (is_there(file, "icellflag") && is_there(file, "dz_array")) {
    file->form = SM_WINDS_FORMAT_QES_FACES;
    file->on_faces = true;
  } else {
    const bool flags = is_there(file, "icellflag") || is_there(file, "icell");
    file->form = flags ? SM_WINDS_FORMAT_QES : SM_WINDS_FORMAT_GRID;
  }
  return SM_OK;
}

/* --- axes --- */

static enum sm_status take_faces(struct sm_winds_file *file, int axis, size_t cells) {
  if (cells < 1 || cells > 1000000)
    return sm_fail(file->data.ctx, SM_ERR_DATA, "%s: error: the grid has %zu cells along %s",
                   file->data.path, cells, axis_names[axis]);
  file->n[axis] = (int)cells;
  return sm_alloc(file->data.ctx, cells + 1, sizeof(double), "an axis of the winds",
                  &file->face[axis]);
}

/* Reads a variable with one dimension, in m. */
static enum sm_status read_line(struct sm_winds_file *file, const char *name, size_t count,
                                double *out) {
  struct sm_ncdata_variable variable;
  const size_t start = 0;
  if (!sm_ncdata_find(&file->data, name, &variable))
    return sm_ncdata_absent(&file->data, name, name);
  if (variable.rank != 1 || variable.size[0] != count)
    return sm_fail(file->data.ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' does not have one dimension of %zu values",
                   file->data.path, name, count);
  SM_TRY(sm_ncdata_convert(&file->data, &variable, "m"));
  return sm_ncdata_read(&file->data, &variable, &start, &count, out);
}

static enum sm_status check_axis(const struct sm_winds_file *file, int axis) {
  const double *face = file->face[axis];
  for (int i = 0; i < file->n[axis]; i++)
    if (!(face[i + 1] > face[i]) || !isfinite(face[i]) || !isfinite(face[i + 1]))
      return sm_fail(file->data.ctx, SM_ERR_DATA,
                     "%s: error: the coordinates of the cells along %s do not increase at cell %d",
                     file->data.path, axis_names[axis], i);
  return SM_OK;
}

/* Layer faces from centres, upwards from a first layer that starts or ends at height 0; false when
 * the centres are not consistent with such layers. */
static bool stack(const double *centre, int n, double *face) {
  face[0] = centre[0] < 0 ? 2 * centre[0] : 0;
  for (int k = 0; k < n; k++) {
    face[k + 1] = 2 * centre[k] - face[k];
    const double here = face[k + 1] - face[k], before = k > 0 ? face[k] - face[k - 1] : here;
    if (!(here > before / 3 && here < 3 * before)) return false;
  }
  return true;
}

/* Faces half-way between the centres, which are in face[0..n-1]. */
static enum sm_status faces_between(struct sm_winds_file *file, int axis) {
  const int n = file->n[axis];
  double *face = file->face[axis];
  SM_SCOPED double *centre = NULL;
  if (n < 2)
    return sm_fail(file->data.ctx, SM_ERR_DATA,
                   "%s: error: the grid has one cell along %s, whose size nothing tells",
                   file->data.path, axis_names[axis]);
  SM_TRY(sm_alloc(file->data.ctx, (size_t)n, sizeof *centre, "an axis of the winds", &centre));
  memcpy(centre, face, (size_t)n * sizeof *centre);
  const double mean = (centre[n - 1] - centre[0]) / (n - 1);
  bool uniform = true;
  for (int i = 1; i < n; i++)
    uniform = uniform && fabs(centre[i] - centre[i - 1] - mean) < 1e-3 * mean;
  for (int i = 0; i <= n && uniform; i++) face[i] = centre[0] + (i - 0.5) * mean;
  if (!uniform && !(axis == 2 && stack(centre, n, face))) {
    for (int i = 1; i < n; i++) face[i] = 0.5 * (centre[i - 1] + centre[i]);
    face[0] = 2 * centre[0] - face[1];
    face[n] = 2 * centre[n - 1] - face[n - 1];
  }
  return SM_OK;
}

/* Checks that cell centres given in the file are between the faces. */
static enum sm_status check_middles(struct sm_winds_file *file, int axis, const double *middle) {
  const double *face = file->face[axis];
  for (int i = 0; i < file->n[axis]; i++) {
    const double width = face[i + 1] - face[i], between = face[i] + 0.5 * width;
    if (width > 0 && fabs(middle[i] - between) <= 0.01 * width) continue;
    return sm_fail(file->data.ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' does not fit its cells at index %d: %.10g m, between "
                   "faces at %.10g m and %.10g m",
                   file->data.path, axis_names[axis], i, middle[i], face[i], face[i + 1]);
  }
  return SM_OK;
}

/* Axis of a simoom file: from its faces, else from centres and widths. */
static enum sm_status simoom_axis(struct sm_winds_file *file, int axis) {
  static const char *const faces[3] = {"xf", "yf", "zf"}, *const widths[3] = {"x_width", "y_width",
                                                                              "z_width"};
  struct sm_ncdata_variable centre;
  if (!sm_ncdata_find(&file->data, axis_names[axis], &centre) || centre.rank != 1)
    return sm_ncdata_absent(&file->data, "coordinates of the cells", axis_names[axis]);
  const size_t n = centre.size[0];
  SM_SCOPED double *middle = NULL;
  double *width;
  SM_TRY(take_faces(file, axis, n));
  double *face = file->face[axis];
  SM_TRY(sm_alloc(file->data.ctx, 2 * n, sizeof *middle, "an axis of the winds", &middle));
  width = middle + n;
  SM_TRY(read_line(file, axis_names[axis], n, middle));
  if (is_there(file, faces[axis])) {
    SM_TRY(read_line(file, faces[axis], n + 1, face));
  } else {
    SM_TRY(read_line(file, widths[axis], n, width));
    face[0] = middle[0] - 0.5 * width[0];
    for (size_t i = 0; i < n; i++) face[i + 1] = face[i] + width[i];
  }
  return check_middles(file, axis, middle);
}

/* Axis of a QES-Winds file: uniform x and y; the lowest layer is below the ground. */
static enum sm_status qes_axis(struct sm_winds_file *file, int axis) {
  static const char *const centres[3][3] = {
      {"x", "x_cc", NULL}, {"y", "y_cc", NULL}, {"z", "z_cc", NULL}};
  struct sm_ncdata_variable centre;
  if (!sm_ncdata_find_any(&file->data, centres[axis], &centre) || centre.rank != 1)
    return sm_ncdata_absent(&file->data, "coordinates of the cells", axis_names[axis]);
  if (axis < 2) {
    SM_TRY(take_faces(file, axis, centre.size[0]));
    SM_TRY(read_line(file, centre.name, centre.size[0], file->face[axis]));
    return faces_between(file, axis);
  }
  const size_t layers = centre.size[0];
  SM_SCOPED double *face = NULL;
  double lowest;
  SM_TRY(sm_alloc(file->data.ctx, layers + 1, sizeof *face, "an axis of the winds", &face));
  enum sm_status status = read_line(file, centre.name, layers, face);
  lowest = face[0];
  if (status == SM_OK) status = read_line(file, "dz_array", layers, face + 1);
  if (status == SM_OK && (layers < 2 || !(lowest < 0)))
    status = sm_fail(file->data.ctx, SM_ERR_DATA,
                     "%s: error: the lowest layer of QES-Winds is below the ground, but z begins "
                     "with %g m",
                     file->data.path, lowest);
  if (status == SM_OK) status = take_faces(file, 2, layers - 1);
  for (int k = 0; k < file->n[2] && status == SM_OK; k++)
    file->face[2][k + 1] = file->face[2][k] + face[k + 2];
  file->below = 1;
  return status;
}

/* Reads cell bounds of the CF conventions: a variable [n][2] named by an attribute. */
static enum sm_status read_bounds(struct sm_winds_file *file, int axis,
                                  const struct sm_ncdata_variable *centre, bool *found) {
  char name[SM_NCDATA_TEXT];
  struct sm_ncdata_variable bounds;
  const size_t n = centre->size[0], start[2] = {0, 0}, count[2] = {n, 2};
  SM_SCOPED double *pair = NULL;
  *found = sm_ncdata_text(&file->data, centre, "bounds", name) &&
           sm_ncdata_find(&file->data, name, &bounds) && bounds.rank == 2 && bounds.size[0] == n &&
           bounds.size[1] == 2;
  if (!*found) return SM_OK;
  SM_TRY(sm_ncdata_convert(&file->data, &bounds, "m"));
  SM_TRY(sm_alloc(file->data.ctx, 2 * n, sizeof *pair, "an axis of the winds", &pair));
  const enum sm_status status = sm_ncdata_read(&file->data, &bounds, start, count, pair);
  for (size_t i = 0; i < n && status == SM_OK; i++) {
    file->face[axis][i] = pair[2 * i];
    file->face[axis][i + 1] = pair[2 * i + 1];
  }
  return status;
}

/* Axis of any grid: coordinate variable of the dimension, in the order z, y, x. */
static enum sm_status grid_axis(struct sm_winds_file *file, int axis) {
  const struct sm_ncdata_variable *u = &file->wind[0];
  char name[SM_NCDATA_NAME], unit[SM_NCDATA_TEXT];
  struct sm_ncdata_variable centre;
  bool bounded;
  sm_ncdata_dimension_name(&file->data, u->dimension[u->rank - 1 - axis], name);
  if (!sm_ncdata_find(&file->data, name, &centre) || centre.rank != 1)
    return sm_fail(file->data.ctx, SM_ERR_DATA,
                   "%s: error: dimension '%s' of variable '%s' has no coordinates: a variable '%s' "
                   "in m",
                   file->data.path, name, u->name, name);
  if (sm_ncdata_text(&file->data, &centre, "positive", unit) && strcmp(unit, "down") == 0)
    return sm_fail(file->data.ctx, SM_ERR_DATA, "%s: error: coordinate '%s' is positive downwards",
                   file->data.path, name);
  SM_TRY(take_faces(file, axis, centre.size[0]));
  SM_TRY(read_bounds(file, axis, &centre, &bounded));
  if (bounded) return SM_OK;
  SM_TRY(read_line(file, name, centre.size[0], file->face[axis]));
  SM_TRY(faces_between(file, axis));
  return SM_OK;
}

/* Drops the lowest layer of QES-Winds, which lies below height 0. */
static void drop_below(struct sm_winds_file *file) {
  double *z = file->face[2];
  if (file->form != SM_WINDS_FORMAT_QES || file->n[2] < 2 || !(z[0] < 0) ||
      fabs(z[1]) > 1e-3 * (z[2] - z[1]))
    return;
  file->below = 1;
  memmove(z, z + 1, (size_t)file->n[2] * sizeof *z);
  file->n[2]--;
}

/* --- shapes --- */

static enum sm_status check_shapes(struct sm_winds_file *file) {
  for (int c = 0; c < 3; c++) {
    const struct sm_ncdata_variable *v = &file->wind[c];
    const bool one_size = file->form == SM_WINDS_FORMAT_QES_FACES;
    bool fits = v->rank == file->wind[0].rank && (v->rank == 3 || v->rank == 4);
    size_t expected[3];
    for (int a = 0; a < 3; a++) {
      expected[a] = (size_t)file->n[a] + (size_t)(file->on_faces && (one_size || a == c));
      if (a == 2) expected[a] += (size_t)file->below;
      fits = fits && v->size[v->rank - 1 - a] == expected[a];
    }
    if (fits && v->rank == 4) fits = v->dimension[0] == file->wind[0].dimension[0];
    if (!fits)
      return sm_fail(file->data.ctx, SM_ERR_DATA,
                     "%s: error: variable '%s' does not lie over (time,) z, y, x with %zu, %zu and "
                     "%zu values, as the coordinates have it",
                     file->data.path, v->name, expected[2], expected[1], expected[0]);
  }
  file->has_time = file->wind[0].rank == 4;
  return SM_OK;
}

enum sm_status sm_winds_format_find(struct sm_winds_file *file) {
  SM_TRY(find_wind(file));
  for (int c = 0; c < 3; c++) SM_TRY(sm_ncdata_convert(&file->data, &file->wind[c], "m s-1"));
  for (int axis = 0; axis < 3; axis++) {
    SM_TRY(file->form == SM_WINDS_FORMAT_SIMOOM      ? simoom_axis(file, axis)
           : file->form == SM_WINDS_FORMAT_QES_FACES ? qes_axis(file, axis)
                                                     : grid_axis(file, axis));
    SM_TRY(check_axis(file, axis));
  }
  drop_below(file);
  return check_shapes(file);
}
