/* bmi.c - Basic Model Interface (simoom/bmi.h), implemented on simoom/simulation.h. */
#include "base/context.h"
#include "run/bmi/component.h"
#include "run/options.h"
#include "run/simulation.h"
#include <stdlib.h>
#include <string.h>

static int result_of(enum sm_status status) { return status == SM_OK ? BMI_SUCCESS : BMI_FAILURE; }

/* --- model control --- */

static void close_simulation(struct sm_bmi_component *m) {
  sm_simulation_destroy(&m->s);
  sm_case_destroy(&m->c);
  sm_free(m->variable);
  m->variable = NULL;
  m->count = 0;
}

/* Models other than flows have a wind only after the first step. */
static enum sm_status open_simulation(struct sm_bmi_component *m, const char *path) {
  SM_TRY(sm_case_load(m->ctx, path, NULL, &m->c));
  SM_TRY(sm_simulation_create(m->ctx, m->c, &m->options, &m->s));
  if (!sm_simulation_has_wind(m->s)) SM_TRY(sm_simulation_step(m->ctx, m->s));
  return sm_bmi_find_variables(m);
}

static int initialize(Bmi *self, const char *path) {
  struct sm_bmi_component *m = sm_bmi_component(self);
  if (m->s != NULL) {
    (void)sm_fail(m->ctx, SM_ERR_USAGE, "error: the model is initialised already");
    return BMI_FAILURE;
  }
  const enum sm_status status = open_simulation(m, path);
  if (status != SM_OK) close_simulation(m);
  return result_of(status);
}

static bool is_open(const struct sm_bmi_component *m) {
  if (m->s == NULL) (void)sm_fail(m->ctx, SM_ERR_USAGE, "error: the model is not initialised");
  return m->s != NULL;
}

static int update(Bmi *self) {
  struct sm_bmi_component *m = sm_bmi_component(self);
  return is_open(m) ? result_of(sm_simulation_step(m->ctx, m->s)) : BMI_FAILURE;
}

/* Fails for times after the end. */
static enum sm_status check_end(const struct sm_bmi_component *m, double then) {
  const double end = sm_simulation_end_time(m->s), start = sm_simulation_start_time(m->s);
  if (!(end < start ? then < end : then > end)) return SM_OK;
  return sm_fail(m->ctx, SM_ERR_USAGE, "error: %.10g s is after the end of the simulation, %.10g s",
                 then, end);
}

static int update_until(Bmi *self, double then) {
  struct sm_bmi_component *m = sm_bmi_component(self);
  if (!is_open(m) || check_end(m, then) != SM_OK) return BMI_FAILURE;
  return result_of(sm_simulation_advance_to(m->ctx, m->s, then));
}

/* After a failure the message stays until the next call. */
static int finalize(Bmi *self) {
  struct sm_bmi_component *m = sm_bmi_component(self);
  if (m == NULL) return BMI_SUCCESS;
  const enum sm_status status = m->s != NULL ? sm_simulation_finish(m->ctx, m->s, NULL) : SM_OK;
  close_simulation(m);
  if (status != SM_OK) return BMI_FAILURE;
  sm_context_destroy(&m->ctx);
  free(m);
  self->data = NULL;
  return BMI_SUCCESS;
}

/* --- input and output variables --- */

static int get_component_name(Bmi *self, char *name) {
  (void)self;
  sm_bmi_put_text(name, "simoom");
  return BMI_SUCCESS;
}

static int get_input_item_count(Bmi *self, int *count) {
  const struct sm_bmi_component *m = sm_bmi_component(self);
  *count = 0;
  for (int v = 0; v < m->count; v++) *count += m->variable[v].input;
  return BMI_SUCCESS;
}

static int get_output_item_count(Bmi *self, int *count) {
  *count = sm_bmi_component(self)->count;
  return BMI_SUCCESS;
}

static int get_input_var_names(Bmi *self, char **names) {
  const struct sm_bmi_component *m = sm_bmi_component(self);
  for (int v = 0; v < m->count; v++)
    if (m->variable[v].input) sm_bmi_put_text(*names++, m->variable[v].name);
  return BMI_SUCCESS;
}

static int get_output_var_names(Bmi *self, char **names) {
  const struct sm_bmi_component *m = sm_bmi_component(self);
  for (int v = 0; v < m->count; v++) sm_bmi_put_text(names[v], m->variable[v].name);
  return BMI_SUCCESS;
}

/* --- variable information --- */

static bool find(const Bmi *self, const char *name, struct sm_array *out) {
  return is_open(sm_bmi_component(self)) && sm_bmi_find(sm_bmi_component(self), name, out) != NULL;
}

static int item_size(const struct sm_array *array) { return array->type == SM_ARRAY_F32 ? 4 : 8; }

static int64_t item_count(const struct sm_array *array) {
  int64_t count = 1;
  for (int a = 0; a < array->rank; a++) count *= array->shape[a];
  return count;
}

static int get_var_grid(Bmi *self, const char *name, int *grid) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  *grid = sm_bmi_grid_of(&array);
  return BMI_SUCCESS;
}

static int get_var_type(Bmi *self, const char *name, char *type) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  sm_bmi_put_text(type, array.type == SM_ARRAY_F32 ? "float" : "double");
  return BMI_SUCCESS;
}

static int get_var_units(Bmi *self, const char *name, char *units) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  sm_bmi_put_text(units, array.unit);
  return BMI_SUCCESS;
}

static int get_var_itemsize(Bmi *self, const char *name, int *size) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  *size = item_size(&array);
  return BMI_SUCCESS;
}

static int get_var_nbytes(Bmi *self, const char *name, int *nbytes) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  const int64_t bytes = item_size(&array) * item_count(&array);
  return sm_bmi_put_count(self, bytes, nbytes);
}

/* Each grid has its values at its nodes. */
static int get_var_location(Bmi *self, const char *name, char *location) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  sm_bmi_put_text(location, "node");
  return BMI_SUCCESS;
}

/* --- time --- */

static int get_time(const Bmi *self, double (*of)(const struct sm_simulation *s), double *out) {
  if (!is_open(sm_bmi_component(self))) return BMI_FAILURE;
  *out = of(sm_bmi_component(self)->s);
  return BMI_SUCCESS;
}

static int get_current_time(Bmi *self, double *time) {
  return get_time(self, sm_simulation_time, time);
}

static int get_start_time(Bmi *self, double *time) {
  return get_time(self, sm_simulation_start_time, time);
}

static int get_end_time(Bmi *self, double *time) {
  return get_time(self, sm_simulation_end_time, time);
}

static int get_time_units(Bmi *self, char *units) {
  (void)self;
  sm_bmi_put_text(units, "s");
  return BMI_SUCCESS;
}

static int get_time_step(Bmi *self, double *step) {
  return get_time(self, sm_simulation_time_step, step);
}

/* --- values --- */

/* Address of value n of an array, in the order of its shape. */
static const char *value_at(const struct sm_array *array, int64_t n) {
  const char *at = array->data;
  for (int a = array->rank - 1; a >= 0; n /= array->shape[a--])
    at += n % array->shape[a] * array->stride[a];
  return at;
}

static int get_value(Bmi *self, const char *name, void *dest) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  const size_t size = (size_t)item_size(&array);
  for (int64_t n = 0; n < item_count(&array); n++)
    memcpy((char *)dest + (size_t)n * size, value_at(&array, n), size);
  return BMI_SUCCESS;
}

/* Only for values that are contiguous in memory. */
static int get_value_ptr(Bmi *self, const char *name, void **dest) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  const int64_t last = item_count(&array) - 1;
  if (value_at(&array, last) != (const char *)array.data + last * item_size(&array)) {
    (void)sm_fail(sm_bmi_component(self)->ctx, SM_ERR_USAGE,
                  "error: '%s' has gaps in memory: get_value copies it, sm_simulation_field tells "
                  "where it is",
                  name);
    return BMI_FAILURE;
  }
  memcpy(dest, &array.data, sizeof *dest);
  return BMI_SUCCESS;
}

static bool is_index(const Bmi *self, const struct sm_array *array, const char *name, int n) {
  const bool is = n >= 0 && n < item_count(array);
  if (!is)
    (void)sm_fail(sm_bmi_component(self)->ctx, SM_ERR_USAGE, "error: '%s' has no value %d", name,
                  n);
  return is;
}

static int get_value_at_indices(Bmi *self, const char *name, void *dest, int *inds, int count) {
  struct sm_array array = {.size = sizeof array};
  if (!find(self, name, &array)) return BMI_FAILURE;
  const size_t size = (size_t)item_size(&array);
  for (int n = 0; n < count; n++) {
    if (!is_index(self, &array, name, inds[n])) return BMI_FAILURE;
    memcpy((char *)dest + (size_t)n * size, value_at(&array, inds[n]), size);
  }
  return BMI_SUCCESS;
}

static double number_at(const void *values, int size, int64_t n) {
  return size == 4 ? (double)((const float *)values)[n] : ((const double *)values)[n];
}

/* Sets a variable: all values, or with `inds` only those at `count` indices. */
static int set_values(Bmi *self, const char *name, const int *inds, int64_t count,
                      const void *src) {
  struct sm_bmi_component *m = sm_bmi_component(self);
  struct sm_array array = {.size = sizeof array};
  double *values = NULL;
  const struct sm_bmi_variable *variable = is_open(m) ? sm_bmi_find(m, name, &array) : NULL;
  if (variable == NULL) return BMI_FAILURE;
  const int64_t all = item_count(&array);
  const int size = item_size(&array);
  enum sm_status status = sm_alloc(m->ctx, (size_t)all, sizeof *values, "values", &values);
  for (int64_t n = 0; n < all && status == SM_OK; n++)
    values[n] = inds == NULL ? number_at(src, size, n) : number_at(value_at(&array, n), size, 0);
  for (int64_t n = 0; inds != NULL && n < count && status == SM_OK; n++) {
    if (is_index(self, &array, name, inds[n]))
      values[inds[n]] = number_at(src, size, n);
    else
      status = SM_ERR_USAGE;
  }
  if (status == SM_OK) status = sm_simulation_set_field(m->ctx, m->s, variable->field, values);
  sm_free(values);
  return result_of(status);
}

static int set_value(Bmi *self, const char *name, void *src) {
  return set_values(self, name, NULL, 0, src);
}

static int set_value_at_indices(Bmi *self, const char *name, int *inds, int count, void *src) {
  return set_values(self, name, inds, count, src);
}

/* --- registration --- */

Bmi *sm_bmi_register(Bmi *model, const struct sm_run_options *options,
                     const struct sm_context_options *messages) {
  const struct sm_run_options usual = sm_run_options_default();
  struct sm_bmi_component *m = calloc(1, sizeof *m);
  if (m == NULL || sm_context_create(messages, &m->ctx) != SM_OK) {
    free(m);
    return NULL;
  }
  m->options = sm_run_options_complete(options != NULL ? options : &usual);
  *model = (Bmi){.data = m,
                 .initialize = initialize,
                 .update = update,
                 .update_until = update_until,
                 .finalize = finalize,
                 .get_component_name = get_component_name,
                 .get_input_item_count = get_input_item_count,
                 .get_output_item_count = get_output_item_count,
                 .get_input_var_names = get_input_var_names,
                 .get_output_var_names = get_output_var_names,
                 .get_var_grid = get_var_grid,
                 .get_var_type = get_var_type,
                 .get_var_units = get_var_units,
                 .get_var_itemsize = get_var_itemsize,
                 .get_var_nbytes = get_var_nbytes,
                 .get_var_location = get_var_location,
                 .get_current_time = get_current_time,
                 .get_start_time = get_start_time,
                 .get_end_time = get_end_time,
                 .get_time_units = get_time_units,
                 .get_time_step = get_time_step,
                 .get_value = get_value,
                 .get_value_ptr = get_value_ptr,
                 .get_value_at_indices = get_value_at_indices,
                 .set_value = set_value,
                 .set_value_at_indices = set_value_at_indices};
  sm_bmi_set_grid_functions(model);
  return model;
}

const char *sm_bmi_message(const Bmi *model) {
  return model->data != NULL ? sm_context_message(sm_bmi_component(model)->ctx) : "";
}

int sm_bmi_warning_count(const Bmi *model) {
  return model->data != NULL ? sm_context_warning_count(sm_bmi_component(model)->ctx) : 0;
}

const char *sm_bmi_warning(const Bmi *model, int i) {
  return model->data != NULL ? sm_context_warning(sm_bmi_component(model)->ctx, i) : "";
}
