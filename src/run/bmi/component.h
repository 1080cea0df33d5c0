/* component.h - simulation as a BMI component (simoom/bmi.h): its variables and
 * grids. */
#ifndef SM_RUN_BMI_COMPONENT_H
#define SM_RUN_BMI_COMPONENT_H

#include "simoom/bmi.h"

struct sm_bmi_variable {
  char name[128], field[64]; /* BMI name, and name in the simulation */
  bool input;                /* can be set */
};

struct sm_bmi_component {
  struct sm_context *ctx;
  struct sm_run_options options;
  struct sm_case *c;
  struct sm_simulation *s; /* NULL: not initialised */
  struct sm_bmi_variable *variable;
  int count;
};

static inline struct sm_bmi_component *sm_bmi_component(const Bmi *model) { return model->data; }

/* Fills the list of variables; needs a computed wind. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_bmi_find_variables(struct sm_bmi_component *m);

/* Variable with its current values; NULL: unknown name. */
const struct sm_bmi_variable *sm_bmi_find(const struct sm_bmi_component *m, const char *name,
                                          struct sm_array *out);

/* Grids: cell centres, faces normal to x, y, z, columns. */
enum sm_bmi_grid { SM_BMI_CELLS, SM_BMI_FACES_X, SM_BMI_FACES_Y, SM_BMI_FACES_Z, SM_BMI_COLUMNS };
enum { SM_BMI_GRIDS = 5 };
enum sm_bmi_grid sm_bmi_grid_of(const struct sm_array *array);

/* grid.c: Grid functions of `model`; BMI_FAILURE if a count does not fit into the int of the
 * interface. */
void sm_bmi_set_grid_functions(Bmi *model);
int sm_bmi_put_count(const Bmi *model, int64_t count, int *out);
void sm_bmi_put_text(char *out, const char *text);

/* Number of axes, ordered z, y, x; 0: no such grid. */
int sm_bmi_grid_axes(int grid);
/* Coordinates along axis a in that order; *spacing: m, 0 if it varies. False: no such axis. */
bool sm_bmi_axis(const struct sm_bmi_component *m, int grid, int a, struct sm_array *positions,
                 double *spacing);

#endif
