/* Description of a weather file: variables of wind, heights and surface fields. Each format fills
 * it; reading is the same for all. */
#include "input/grib.h"
#include "input/weather/internal.h"

#include <math.h>
#include <string.h>

enum { MOST_LEVELS = 10000 };

/* Fails when a member is asked for, but no wind has members. */
static enum sm_status check_member(struct sm_weather_file *file) {
  bool any = file->request->member < 0;
  for (int l = 0; l < file->layer_count; l++) any = any || file->layer[l].u.member >= 0;
  if (any) return SM_OK;
  return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: no member %ld: the file is not of an ensemble",
                 file->data.path, file->request->member);
}

enum sm_status sm_weather_file_open(struct sm_context *ctx,
                                    const struct sm_weather_request *request, const char *path,
                                    bool again, struct sm_weather_file *out) {
  *out = (struct sm_weather_file){.ctx = ctx,
                                  .again = again,
                                  .request = request,
                                  .time_dimension = {-1, -1},
                                  .time_size = {1, 1}};
  const bool is_grib = sm_grib_is(path);
  if (is_grib) out->data = (struct sm_ncdata){.ctx = ctx, .path = path};
  enum sm_status status = is_grib ? SM_OK : sm_ncdata_open(ctx, path, &out->data);
  if (status == SM_OK && is_grib) {
    status = sm_weather_grib_describe(out);
  } else if (status == SM_OK) {
    if (sm_weather_is_wrf(&out->data)) {
      status = sm_weather_wrf_describe(out);
    } else if (sm_weather_is_hrrr(&out->data)) {
      status = sm_weather_hrrr_describe(out);
    } else {
      status = sm_weather_cf_describe(out);
    }
  }
  if (status == SM_OK && !is_grib) status = check_member(out);
  if (status != SM_OK) sm_weather_file_close(out);
  return status;
}

void sm_weather_file_close(struct sm_weather_file *file) {
  for (int l = 0; l < file->layer_count; l++) sm_free(file->layer[l].level);
  sm_free(file->layer);
  sm_free(file->time);
  sm_weather_grid_free(&file->grid);
  sm_weather_grib_free(file->grib);
  sm_ncdata_close(&file->data);
  file->grib = NULL;
  file->layer = NULL;
  file->time = NULL;
  file->layer_count = 0;
}

int sm_weather_file_levels(const struct sm_weather_file *file) {
  size_t levels = 0;
  for (int l = 0; l < file->layer_count; l++) levels += file->layer[l].u.levels;
  return (int)levels;
}

bool sm_weather_field_fits(const struct sm_weather_file *file,
                           const struct sm_ncdata_variable *variable) {
  const struct sm_weather_grid *grid = &file->grid;
  int along_x = 0, along_y = 0;
  for (int d = 0; d < variable->rank; d++) {
    const int id = variable->dimension[d];
    if (id == grid->x_dimension || id == grid->staggered_x)
      along_x++;
    else if (id == grid->y_dimension || id == grid->staggered_y)
      along_y++;
  }
  return along_x == 1 && along_y == (grid->y_dimension >= 0) && variable->numeric;
}

/* Dimensions by their names, NULL-terminated: versions of an archive, final (ERA5) and preliminary
 * values (ERA5T) in turn; other than levels; members. */
static const char *const versions[] = {"expver", NULL};
static const char *const others[] = {
    "expver", "step", "forecast_reference_time", "time", "Time", "valid_time", NULL};
static const char *const ensembles[] = {"number", "realization", "ensemble", "member", "ens", NULL};

static bool is_one_of(const struct sm_weather_file *file, int dimension, const char *const *names) {
  char name[SM_NCDATA_NAME];
  sm_ncdata_dimension_name(&file->data, dimension, name);
  while (*names != NULL && strcmp(name, *names) != 0) names++;
  return *names != NULL;
}

enum sm_status sm_weather_member_number(struct sm_weather_file *file, int dimension, size_t index,
                                        double *number) {
  char name[SM_NCDATA_NAME];
  struct sm_ncdata_variable coordinate;
  const size_t one = 1;
  *number = (double)index;
  sm_ncdata_dimension_name(&file->data, dimension, name);
  if (!sm_ncdata_find(&file->data, name, &coordinate) || !coordinate.numeric ||
      coordinate.rank != 1 || coordinate.dimension[0] != dimension)
    return SM_OK;
  return sm_ncdata_read(&file->data, &coordinate, &index, &one, number);
}

/* Chooses the member of the request along dimension d of a variable. */
static enum sm_status choose_member(struct sm_weather_file *file,
                                    const struct sm_ncdata_variable *variable, int d,
                                    struct sm_weather_field *out) {
  const long wanted = file->request->member;
  out->member = d;
  for (size_t n = 0; n < variable->size[d]; n++) {
    double number;
    SM_TRY(sm_weather_member_number(file, variable->dimension[d], n, &number));
    out->chosen = n;
    if (wanted == SM_MEMBER_ANY || number == (double)wanted) return SM_OK;
  }
  if (wanted >= 0)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' has no member %ld among its %zu",
                   file->data.path, variable->name, wanted, variable->size[d]);
  return sm_fail(file->ctx, SM_ERR_DATA,
                 "%s: error: '%s' has %zu members of an ensemble\n"
                 "help: member = 0 or another one, or \"all\", in [weather.model]",
                 file->data.path, variable->name, variable->size[d]);
}

enum sm_status sm_weather_field_bind(struct sm_weather_file *file,
                                     const struct sm_ncdata_variable *variable, const char *unit,
                                     struct sm_weather_field *out) {
  const struct sm_weather_grid *grid = &file->grid;
  *out = (struct sm_weather_field){.variable = *variable,
                                   .t = {-1, -1},
                                   .z = -1,
                                   .y = -1,
                                   .x = -1,
                                   .member = -1,
                                   .version = -1,
                                   .levels = 1};
  if (!sm_weather_field_fits(file, variable))
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s' does not lie on the grid",
                   file->data.path, variable->name);
  for (int d = 0; d < variable->rank; d++) {
    const int id = variable->dimension[d];
    const bool other = is_one_of(file, id, others), is_free = out->z < 0 || out->levels == 1;
    if (id == grid->x_dimension || id == grid->staggered_x) {
      out->x = d;
      out->staggered_x = id == grid->staggered_x;
    } else if (id == grid->y_dimension || id == grid->staggered_y) {
      out->y = d;
      out->staggered_y = id == grid->staggered_y;
    } else if (id == file->time_dimension[0]) {
      out->t[0] = d;
    } else if (id == file->time_dimension[1]) {
      out->t[1] = d;
    } else if (is_one_of(file, id, versions)) {
      out->version = d;
    } else if (is_one_of(file, id, ensembles)) {
      if (variable->size[d] > 1 || file->request->member >= 0)
        SM_TRY(choose_member(file, variable, d, out));
    } else if (variable->size[d] != 1 && (other || !is_free)) {
      char name[SM_NCDATA_NAME];
      sm_ncdata_dimension_name(&file->data, id, name);
      return sm_fail(file->ctx, SM_ERR_DATA,
                     "%s: error: variable '%s' has %zu values along '%s'\n"
                     "help: choose one first, for example with ncks -d %s,0",
                     file->data.path, variable->name, variable->size[d], name, name);
    } else if (is_free && !other) {
      out->z = d;
      out->levels = variable->size[d];
    }
  }
  double values = 1;
  for (int d = 0; d < variable->rank; d++) values *= (double)variable->size[d];
  if (!sm_ncdata_can_hold(&file->data, values))
    return sm_fail(
        file->ctx, SM_ERR_DATA,
        "%s: error: %.3g values of '%s' cannot be in a file of %.0f bytes: it is damaged",
        file->data.path, values, variable->name, file->data.bytes);
  if (out->levels == 0 || out->levels > MOST_LEVELS)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s' has %zu levels",
                   file->data.path, variable->name, out->levels);
  return sm_ncdata_convert(&file->data, &out->variable, unit);
}

bool sm_weather_find_standard(struct sm_weather_file *file, const char *standard, const char *unit,
                              struct sm_ncdata_variable *out) {
  for (int i = 0; i < file->data.variable_count; i++) {
    char name[SM_NCDATA_TEXT];
    struct sm_weather_field field;
    if (sm_ncdata_inquire(&file->data, i, out) &&
        sm_ncdata_text(&file->data, out, "standard_name", name) && strcmp(name, standard) == 0 &&
        sm_weather_field_fits(file, out) &&
        sm_weather_field_bind(file, out, unit, &field) == SM_OK && field.levels == 1)
      return true;
  }
  return false;
}

enum sm_status sm_weather_field_bind_altitude(struct sm_weather_file *file,
                                              const struct sm_ncdata_variable *variable,
                                              double gravity, struct sm_weather_field *out) {
  char unit[SM_NCDATA_TEXT];
  sm_ncdata_text(&file->data, variable, "units", unit);
  const bool is_potential = strchr(unit, '2') != NULL; /* m2 s-2, m**2 s**-2, J kg-1:
                                                        * geopotential */
  if (!is_potential && strchr(unit, 'J') == NULL)
    return sm_weather_field_bind(file, variable, "m", out);
  SM_TRY(sm_weather_field_bind(file, variable, "m2 s-2", out));
  out->variable.factor /= gravity;
  out->variable.offset /= gravity;
  return SM_OK;
}

/* Warns of the assumed unit of a wind without units. */
static void warn_without_units(struct sm_weather_file *file,
                               const struct sm_ncdata_variable *variable) {
  char unit[SM_NCDATA_TEXT];
  const bool told = sm_ncdata_text(&file->data, variable, "units", unit) && unit[0] != '\0';
  if (!told && !file->again)
    sm_warn(file->ctx, "%s: warning: variable '%s' has no units: m s-1 is assumed", file->data.path,
            variable->name);
}

enum sm_status sm_weather_file_keep_layer(struct sm_weather_file *file,
                                          const struct sm_weather_layer *layer,
                                          struct sm_weather_layer **out) {
  const size_t levels = layer->u.levels;
  if (file->layer_count == file->layer_room) {
    struct sm_weather_layer *more = NULL;
    const int room = 2 * file->layer_room + 4;
    SM_TRY(sm_alloc(file->ctx, (size_t)room, sizeof *more, "the layers of a file", &more));
    if (file->layer_count > 0) memcpy(more, file->layer, (size_t)file->layer_count * sizeof *more);
    sm_free(file->layer);
    file->layer = more;
    file->layer_room = room;
  }
  double *level = NULL;
  SM_TRY(sm_alloc(file->ctx, levels, sizeof *level, "the heights of levels", &level));
  for (size_t z = 0; z < levels; z++) level[z] = NAN;
  *out = &file->layer[file->layer_count++];
  **out = *layer;
  (*out)->level = level;
  return SM_OK;
}

void sm_weather_file_drop_layer(struct sm_weather_file *file) {
  sm_free(file->layer[--file->layer_count].level);
}

enum sm_status sm_weather_file_add_layer(struct sm_weather_file *file,
                                         const struct sm_ncdata_variable *u,
                                         const struct sm_ncdata_variable *v,
                                         struct sm_weather_layer **out) {
  struct sm_weather_layer layer = {0};
  SM_TRY(sm_weather_field_bind(file, u, "m s-1", &layer.u));
  SM_TRY(sm_weather_field_bind(file, v, "m s-1", &layer.v));
  warn_without_units(file, u);
  warn_without_units(file, v);
  if (layer.u.levels != layer.v.levels)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' has %zu levels, but '%s' %zu",
                   file->data.path, u->name, layer.u.levels, v->name, layer.v.levels);
  if (sm_weather_file_levels(file) + (int)layer.u.levels > MOST_LEVELS)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: winds of more than %d levels",
                   file->data.path, MOST_LEVELS);
  return sm_weather_file_keep_layer(file, &layer, out);
}
