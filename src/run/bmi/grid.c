/* grid.c - grid functions of the Basic Model Interface. */
#include "base/context.h"
#include "run/bmi/component.h"
#include <limits.h>
#include <string.h>

/* Counts in the interface have type int. */
int sm_bmi_put_count(const Bmi *self, int64_t count, int *out) {
  if (count > INT_MAX) {
    (void)sm_fail(sm_bmi_component(self)->ctx, SM_ERR_USAGE,
                  "error: %lld does not fit an int of the interface", (long long)count);
    return BMI_FAILURE;
  }
  *out = (int)count;
  return BMI_SUCCESS;
}

/* The interface gives no length of a text: a caller has room for BMI_MAX_COMPONENT_NAME and the
 * like.
 */
void sm_bmi_put_text(char *out, const char *text) {
  strcpy(out, text); // NOLINT(clang-analyzer-security.insecureAPI.strcpy): no length is given
}

static int get_grid_rank(Bmi *self, int grid, int *rank) {
  (void)self;
  *rank = sm_bmi_grid_axes(grid);
  return *rank > 0 ? BMI_SUCCESS : BMI_FAILURE;
}

/* For each axis, z first: length, spacing (0: varying) and origin. */
struct axes {
  int count, length[3];
  double spacing[3], origin[3];
  bool uniform;
};

static bool find_axes(const Bmi *self, int grid, struct axes *out) {
  *out = (struct axes){.count = sm_bmi_grid_axes(grid), .uniform = true};
  for (int a = 0; a < out->count; a++) {
    struct sm_array positions = {.size = sizeof positions};
    if (!sm_bmi_axis(sm_bmi_component(self), grid, a, &positions, &out->spacing[a])) return false;
    out->length[a] = (int)positions.shape[0];
    out->origin[a] = *(const double *)positions.data;
    out->uniform = out->uniform && out->spacing[a] > 0;
  }
  return out->count > 0;
}

static int get_grid_shape(Bmi *self, int grid, int *shape) {
  struct axes axes;
  if (!find_axes(self, grid, &axes)) return BMI_FAILURE;
  memcpy(shape, axes.length, (size_t)axes.count * sizeof *shape);
  return BMI_SUCCESS;
}

static int get_grid_size(Bmi *self, int grid, int *size) {
  struct axes axes;
  if (!find_axes(self, grid, &axes)) return BMI_FAILURE;
  int64_t count = 1;
  for (int a = 0; a < axes.count; a++) count *= axes.length[a];
  return sm_bmi_put_count(self, count, size);
}

static int get_grid_type(Bmi *self, int grid, char *type) {
  struct axes axes;
  if (!find_axes(self, grid, &axes)) return BMI_FAILURE;
  sm_bmi_put_text(type, axes.uniform ? "uniform_rectilinear" : "rectilinear");
  return BMI_SUCCESS;
}

static int get_grid_spacing(Bmi *self, int grid, double *spacing) {
  struct axes axes;
  if (!find_axes(self, grid, &axes) || !axes.uniform) return BMI_FAILURE;
  memcpy(spacing, axes.spacing, (size_t)axes.count * sizeof *spacing);
  return BMI_SUCCESS;
}

static int get_grid_origin(Bmi *self, int grid, double *origin) {
  struct axes axes;
  if (!find_axes(self, grid, &axes) || !axes.uniform) return BMI_FAILURE;
  memcpy(origin, axes.origin, (size_t)axes.count * sizeof *origin);
  return BMI_SUCCESS;
}

/* from_last: 0 for x, 1 for y, 2 for z. */
static int get_positions(const Bmi *self, int grid, int from_last, double *out) {
  struct sm_array positions = {.size = sizeof positions};
  double spacing;
  const int a = sm_bmi_grid_axes(grid) - 1 - from_last;
  if (!sm_bmi_axis(sm_bmi_component(self), grid, a, &positions, &spacing)) return BMI_FAILURE;
  memcpy(out, positions.data, (size_t)positions.shape[0] * sizeof *out);
  return BMI_SUCCESS;
}

static int get_grid_x(Bmi *self, int grid, double *x) { return get_positions(self, grid, 0, x); }

static int get_grid_y(Bmi *self, int grid, double *y) { return get_positions(self, grid, 1, y); }

static int get_grid_z(Bmi *self, int grid, double *z) { return get_positions(self, grid, 2, z); }

/* Rectilinear grids have no edge and face lists. */
static int no_list(Bmi *self, int grid, int *out) {
  (void)grid;
  (void)out;
  (void)sm_fail(sm_bmi_component(self)->ctx, SM_ERR_USAGE, "error: the grid is not unstructured");
  return BMI_FAILURE;
}

void sm_bmi_set_grid_functions(Bmi *model) {
  model->get_grid_rank = get_grid_rank;
  model->get_grid_size = get_grid_size;
  model->get_grid_type = get_grid_type;
  model->get_grid_shape = get_grid_shape;
  model->get_grid_spacing = get_grid_spacing;
  model->get_grid_origin = get_grid_origin;
  model->get_grid_x = get_grid_x;
  model->get_grid_y = get_grid_y;
  model->get_grid_z = get_grid_z;
  model->get_grid_node_count = get_grid_size;
  model->get_grid_edge_count = no_list;
  model->get_grid_face_count = no_list;
  model->get_grid_edge_nodes = no_list;
  model->get_grid_face_edges = no_list;
  model->get_grid_face_nodes = no_list;
  model->get_grid_nodes_per_face = no_list;
}
