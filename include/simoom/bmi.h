/* bmi.h - the Basic Model Interface, version 2.0, of the Community Surface Dynamics Modeling System
 * (https://bmi.csdms.io; Hutton, Piper and Tucker 2020, J. Open Source Softw. 5, 2317), in its C
 * form: a struct of functions through which coupling frameworks call a model.
 *
 *   Bmi model;
 *   char name[BMI_MAX_VAR_NAME];
 *   sm_bmi_register(&model, NULL, NULL);
 *   model.initialize(&model, "case.toml");
 *   model.update_until(&model, 60);
 *   model.get_value(&model, "x_wind", values);
 *   model.finalize(&model);
 *
 * All functions return BMI_SUCCESS or BMI_FAILURE; sm_bmi_message returns the reason. update_until
 * fails for a time before the current one or after the end (get_end_time); update fails at the end.
 * Variables have CF standard names where they exist (x_wind, y_wind and upward_air_velocity through
 * cell faces, air_potential_temperature, surface_altitude), scalars
 * mass_concentration_of_NAME_in_air, others the names in the result files (docs/files.md). Units
 * are those of the result files; times are s after the first wind that is written. Grid 0 has the
 * cell centres, grids 1 to 3 the faces normal to x, y and z, grid 4 the columns; arrays are in the
 * order [z][y][x]. */
#ifndef SIMOOM_BMI_H
#define SIMOOM_BMI_H

#include "simoom/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef BMI_SUCCESS /* unless the header of CSDMS was included before */
#define BMI_SUCCESS (0)
#define BMI_FAILURE (1)
#define BMI_MAX_UNITS_NAME (2048)
#define BMI_MAX_TYPE_NAME (2048)
#define BMI_MAX_COMPONENT_NAME (2048)
#define BMI_MAX_VAR_NAME (2048)

typedef struct Bmi {
  void *data;
  /* Model control. */
  int (*initialize)(struct Bmi *self, const char *config_file);
  int (*update)(struct Bmi *self);
  int (*update_until)(struct Bmi *self, double then);
  int (*finalize)(struct Bmi *self);
  /* Input and output variables. */
  int (*get_component_name)(struct Bmi *self, char *name);
  int (*get_input_item_count)(struct Bmi *self, int *count);
  int (*get_output_item_count)(struct Bmi *self, int *count);
  int (*get_input_var_names)(struct Bmi *self, char **names);
  int (*get_output_var_names)(struct Bmi *self, char **names);
  /* Variable information. */
  int (*get_var_grid)(struct Bmi *self, const char *name, int *grid);
  int (*get_var_type)(struct Bmi *self, const char *name, char *type);
  int (*get_var_units)(struct Bmi *self, const char *name, char *units);
  int (*get_var_itemsize)(struct Bmi *self, const char *name, int *size);
  int (*get_var_nbytes)(struct Bmi *self, const char *name, int *nbytes);
  int (*get_var_location)(struct Bmi *self, const char *name, char *location);
  /* Time. */
  int (*get_current_time)(struct Bmi *self, double *time);
  int (*get_start_time)(struct Bmi *self, double *time);
  int (*get_end_time)(struct Bmi *self, double *time);
  int (*get_time_units)(struct Bmi *self, char *units);
  int (*get_time_step)(struct Bmi *self, double *time_step);
  /* Get and set values. */
  int (*get_value)(struct Bmi *self, const char *name, void *dest);
  int (*get_value_ptr)(struct Bmi *self, const char *name, void **dest_ptr);
  int (*get_value_at_indices)(struct Bmi *self, const char *name, void *dest, int *inds, int count);
  int (*set_value)(struct Bmi *self, const char *name, void *src);
  int (*set_value_at_indices)(struct Bmi *self, const char *name, int *inds, int count, void *src);
  /* Grid information. */
  int (*get_grid_rank)(struct Bmi *self, int grid, int *rank);
  int (*get_grid_size)(struct Bmi *self, int grid, int *size);
  int (*get_grid_type)(struct Bmi *self, int grid, char *type);
  int (*get_grid_shape)(struct Bmi *self, int grid, int *shape);
  int (*get_grid_spacing)(struct Bmi *self, int grid, double *spacing);
  int (*get_grid_origin)(struct Bmi *self, int grid, double *origin);
  int (*get_grid_x)(struct Bmi *self, int grid, double *x);
  int (*get_grid_y)(struct Bmi *self, int grid, double *y);
  int (*get_grid_z)(struct Bmi *self, int grid, double *z);
  int (*get_grid_node_count)(struct Bmi *self, int grid, int *count);
  int (*get_grid_edge_count)(struct Bmi *self, int grid, int *count);
  int (*get_grid_face_count)(struct Bmi *self, int grid, int *count);
  int (*get_grid_edge_nodes)(struct Bmi *self, int grid, int *edge_nodes);
  int (*get_grid_face_edges)(struct Bmi *self, int grid, int *face_edges);
  int (*get_grid_face_nodes)(struct Bmi *self, int grid, int *face_nodes);
  int (*get_grid_nodes_per_face)(struct Bmi *self, int grid, int *nodes_per_face);
} Bmi;
#endif

/* Sets the functions of a BMI model; its `initialize` takes a case file. options: run options, NULL
 * for the defaults; their texts must live until `initialize` returns. messages: receives warnings
 * and log messages, as for a context; NULL drops them (sm_bmi_warning lists the warnings). Returns
 * the model, or NULL if out of memory. `finalize` frees everything; if it fails, its message stays
 * until a second call. After `initialize` the wind of the first time is available. */
SM_PUBLIC Bmi *sm_bmi_register(Bmi *model, const struct sm_run_options *options,
                               const struct sm_context_options *messages);

/* Message of the last failure; "" if there was no failure. */
SM_PUBLIC const char *sm_bmi_message(const Bmi *model);

/* Number of warnings so far, and the text of warning i. */
SM_PUBLIC int sm_bmi_warning_count(const Bmi *model);
SM_PUBLIC const char *sm_bmi_warning(const Bmi *model, int i);

#ifdef __cplusplus
}
#endif
#endif
