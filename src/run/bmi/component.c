#include "run/bmi/component.h"

#include "base/context.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- variables --- */

/* Variable name: CF standard name, else that of a concentration, else the name in files. */
static void name_variable(const struct sm_array *array, char *out, size_t size) {
  if (array->standard_name[0] != '\0')
    snprintf(out, size, "%s", array->standard_name);
  else if (strcmp(array->unit, "kg m-3") == 0)
    snprintf(out, size, "mass_concentration_of_%.60s_in_air", array->name);
  else
    snprintf(out, size, "%s", array->name);
}

static bool can_be_set(const struct sm_simulation *s, const char *field) {
  const char *name;
  for (int n = 0; (name = sm_simulation_settable(s, n)) != NULL; n++)
    if (strcmp(name, field) == 0) return true;
  return false;
}

enum sm_status sm_bmi_find_variables(struct sm_bmi_component *m) {
  const struct sm_result *result;
  SM_TRY(sm_simulation_result(m->ctx, m->s, &result));
  const int arrays = sm_result_count(result);
  SM_TRY(sm_alloc(m->ctx, (size_t)arrays, sizeof *m->variable, "variables", &m->variable));
  for (int i = 0; i < arrays; i++) {
    struct sm_array array = {.size = sizeof array};
    sm_result_array(result, i, &array);
    if (array.rank < 2 || array.type == SM_ARRAY_U8) continue;
    struct sm_bmi_variable *variable = &m->variable[m->count++];
    name_variable(&array, variable->name, sizeof variable->name);
    snprintf(variable->field, sizeof variable->field, "%s", array.name);
    variable->input = can_be_set(m->s, array.name);
  }
  return SM_OK;
}

const struct sm_bmi_variable *sm_bmi_find(const struct sm_bmi_component *m, const char *name,
                                          struct sm_array *out) {
  for (int v = 0; v < m->count; v++)
    if (strcmp(m->variable[v].name, name) == 0)
      return sm_simulation_field(m->ctx, m->s, m->variable[v].field, out) == SM_OK ? &m->variable[v]
                                                                                   : NULL;
  (void)sm_fail(m->ctx, SM_ERR_USAGE, "error: there is no variable '%s'", name);
  return NULL;
}

/* --- grids --- */

enum sm_bmi_grid sm_bmi_grid_of(const struct sm_array *array) {
  if (array->rank == 2) return SM_BMI_COLUMNS;
  for (int a = 0; a < 3; a++)
    if (array->dimension[a][1] == 'f') return (enum sm_bmi_grid)(SM_BMI_FACES_Z - a);
  return SM_BMI_CELLS;
}

int sm_bmi_grid_axes(int grid) {
  return grid < 0 || grid >= SM_BMI_GRIDS ? 0 : grid == SM_BMI_COLUMNS ? 2 : 3;
}

static double common_width(const struct sm_array *width) {
  const double *w = width->data;
  for (int64_t i = 1; i < width->shape[0]; i++)
    if (fabs(w[i] - w[0]) > 1e-6 * w[0]) return 0;
  return w[0];
}

bool sm_bmi_axis(const struct sm_bmi_component *m, int grid, int a, struct sm_array *positions,
                 double *spacing) {
  static const char *const names[3][3] = {
      {"z", "zf", "z_width"}, {"y", "yf", "y_width"}, {"x", "xf", "x_width"}};
  const int axes = sm_bmi_grid_axes(grid), axis = a + 3 - axes;
  struct sm_array width = {.size = sizeof width};
  if (m->s == NULL || a < 0 || a >= axes) return false;
  const bool faces = axes == 3 && grid == SM_BMI_FACES_Z - axis;
  if (sm_simulation_field(m->ctx, m->s, names[axis][faces], positions) != SM_OK ||
      sm_simulation_field(m->ctx, m->s, names[axis][2], &width) != SM_OK)
    return false;
  *spacing = common_width(&width);
  return true;
}
