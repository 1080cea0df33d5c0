/* Index of a library of winds, and interpolation in it. */
#include "domain/weather/weather.h"

#include <math.h>
#include <string.h>

enum { FROM, SPEED, STABILITY };

static const char *const names[3] = {"member_from", "member_speed",
                                     "member_inverse_obukhov_length"};

/* --- the index --- */

static enum sm_status fail_index(struct sm_winds_file *file, const char *why) {
  return sm_fail(file->data.ctx, SM_ERR_DATA,
                 "%s: error: %s\nhelp: simoom run with [weather.library] makes a library",
                 file->data.path, why);
}

static enum sm_status read_index(struct sm_winds_file *file, double *value[3]) {
  const size_t start = 0;
  for (int v = 0; v < 3; v++) {
    struct sm_ncdata_variable variable;
    if (!sm_ncdata_find(&file->data, names[v], &variable))
      return fail_index(file, "it is not a library of winds");
    if (variable.rank != 1 || variable.size[0] != file->time_count)
      return fail_index(file, "the index of the library does not have its number of winds");
    SM_TRY(sm_ncdata_read(&file->data, &variable, &start, &file->time_count, value[v]));
    for (size_t m = 0; m < file->time_count; m++)
      if (!isfinite(value[v][m]) || (v == FROM && !(value[v][m] >= 0 && value[v][m] < 360)) ||
          (v == SPEED && !(value[v][m] > 0)))
        return fail_index(file, "the index of the library has a wrong value");
  }
  return SM_OK;
}

static bool same(double a, double b) { return !(a < b) && !(a > b); }

/* Number of winds from the first one until a value comes back that differs from it; the list of
 * different values replaces value[v]. `stride`: winds over which it is constant. */
static bool shorten(double *value, int count, int stride, int *number) {
  *number = 1;
  while (*number * stride < count && value[*number * stride] > value[(*number - 1) * stride])
    ++*number;
  for (int m = 0; m < count; m++)
    if (!same(value[m], value[m / stride % *number * stride])) return false;
  for (int i = 1; i < *number; i++) value[i] = value[i * stride];
  return true;
}

static enum sm_status find_axes(struct sm_winds_file *file, struct sm_wind_library *library) {
  const int count = (int)file->time_count;
  int stride = 1;
  bool good = true;
  for (int v = 0; v < 3 && good; v++) {
    good = shorten(library->value[v], count, stride, &library->number[v]);
    stride *= library->number[v];
  }
  if (good && stride == count) return SM_OK;
  return fail_index(file, "the index of the library does not hold all combinations of its "
                          "directions, speeds and stabilities: the run that made it has not ended");
}

static enum sm_status read_reference(struct sm_winds_file *file, struct sm_wind_library *out) {
  double number[6];
  const size_t found = sm_ncdata_numbers(&file->data, NULL, "simoom_library", number, 6);
  SM_TRY(sm_ncdata_check(&file->data));
  bool good = found == 6;
  for (size_t i = 0; i < found; i++) good = good && isfinite(number[i]);
  good = good && number[0] > 0 && number[1] >= SM_PROFILE_UNIFORM && number[1] <= SM_PROFILE_TOWER;
  good = good && number[2] > 0 && number[4] >= 0 && number[5] >= 0;
  if (!good) return fail_index(file, "the attribute 'simoom_library' is missing or damaged");
  out->height = number[0];
  out->profile = (int)number[1];
  out->z0 = number[2];
  out->exponent = number[3];
  out->mean_building = number[4];
  out->wake_friction = number[5];
  return SM_OK;
}

enum sm_status sm_wind_library_open(struct sm_context *ctx, struct sm_wind_levels *levels,
                                    struct sm_wind_library **out) {
  struct sm_winds_file *file = &levels->file;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the library", out));
  struct sm_wind_library *library = *out;
  library->path = file->data.path;
  for (int v = 0; v < 3; v++)
    SM_TRY(sm_alloc(ctx, file->time_count, sizeof(double), "the library", &library->value[v]));
  if (file->form != SM_WINDS_FORMAT_SIMOOM || !file->on_faces)
    return fail_index(file, "it is not a library of winds");
  SM_TRY(read_index(file, library->value));
  SM_TRY(find_axes(file, library));
  return read_reference(file, library);
}

void sm_wind_library_close(struct sm_wind_library **library) {
  if (*library == NULL) return;
  for (int v = 0; v < 3; v++) sm_free((*library)->value[v]);
  sm_free(*library);
  *library = NULL;
}

/* --- interpolation --- */

/* Two neighbouring values of an axis and their weights; one: weight[1] is 0. */
struct pair {
  int index[2];
  double weight[2];
};

/* Places `at` on an axis by linear weights. False: outside. */
static bool place(const double *value, int number, double at, double tolerance, struct pair *out) {
  *out = (struct pair){{0, 0}, {1, 0}};
  for (int i = 0; i < number; i++)
    if (fabs(at - value[i]) <= tolerance) {
      out->index[0] = out->index[1] = i;
      return true;
    }
  for (int i = 0; i + 1 < number; i++) {
    if (!(at > value[i] && at < value[i + 1])) continue;
    const double share = (at - value[i]) / (value[i + 1] - value[i]);
    *out = (struct pair){{i, i + 1}, {1 - share, share}};
    return true;
  }
  return false;
}

/* Weights with which the vectors of the neighbouring directions add up to that of `from`: the
 * diagnostic wind without building zones is linear in the vector. Returns the angle between them;
 * 0: the direction is one of the library. */
static double place_direction(const struct sm_wind_library *library, double from,
                              struct pair *out) {
  const double radians = acos(-1.0) / 180, tolerance = 1e-9;
  const double *value = library->value[FROM];
  const int n = library->number[FROM];
  double gap = 360, after = 0;
  *out = (struct pair){{0, 0}, {1, 0}};
  for (int i = 0; i < n; i++) {
    const double turn = fmod(from - value[i] + 720, 360);
    const double next = i + 1 < n ? value[i + 1] - value[i] : value[0] + 360 - value[i];
    if (turn <= tolerance || turn >= 360 - tolerance) {
      out->index[0] = out->index[1] = i;
      return 0;
    }
    if (!(turn < next)) continue;
    out->index[0] = i;
    out->index[1] = (i + 1) % n;
    gap = next;
    after = turn;
  }
  out->weight[0] = sin((gap - after) * radians) / sin(gap * radians);
  out->weight[1] = sin(after * radians) / sin(gap * radians);
  return gap;
}

static enum sm_status outside(struct sm_context *ctx, const struct sm_wind_library *library,
                              const char *name, int line, int axis, double wanted) {
  const bool speed = axis == SPEED;
  const char *unit = speed ? "m/s" : "1/m";
  const double *value = library->value[axis];
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: the wind has %s of %.6g %s, and the library %s has those from %.6g "
                 "to %.6g %s\nhelp: make a library that holds it, by '%s' of [weather.library]",
                 name, line, speed ? "a speed" : "an inverse Obukhov length", wanted, unit,
                 library->path, value[0], value[library->number[axis] - 1], unit,
                 speed ? "speeds" : "obukhov_lengths");
}

enum sm_status sm_wind_library_parts(struct sm_context *ctx, const struct sm_wind_library *library,
                                     const struct sm_library_wind *wind, const char *name, int line,
                                     struct sm_library_part part[SM_LIBRARY_PARTS], int *count,
                                     double *gap) {
  const double widest = 120; /* deg: further apart, parts nearly cancel each other */
  const int *n = library->number;
  struct pair pair[3] = {{{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}};
  *count = 0;
  *gap = 0;
  if (n[SPEED] > 1 &&
      !place(library->value[SPEED], n[SPEED], wind->speed, 1e-9 * wind->speed, &pair[SPEED]))
    return outside(ctx, library, name, line, SPEED, wind->speed);
  if (!place(library->value[STABILITY], n[STABILITY], wind->per_obukhov, 1e-9, &pair[STABILITY]))
    return outside(ctx, library, name, line, STABILITY, wind->per_obukhov);
  if (!(wind->speed > 0)) return SM_OK;
  *gap = place_direction(library, wind->from, &pair[FROM]);
  if (*gap > widest)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the wind comes from %.6g deg, and the directions of the library "
                   "%s beside it are %.4g deg apart\n"
                   "help: make a library of more directions: 36",
                   name, line, wind->from, library->path, *gap);
  for (int p = 0; p < SM_LIBRARY_PARTS; p++) {
    const int a = p & 1, b = p >> 1 & 1, s = p >> 2;
    const int speed = pair[SPEED].index[b];
    const double weight = pair[FROM].weight[a] * pair[SPEED].weight[b] * pair[STABILITY].weight[s];
    if (!(fabs(weight) > 0)) continue;
    part[(*count)++] = (struct sm_library_part){
        pair[FROM].index[a] + n[FROM] * (speed + n[SPEED] * pair[STABILITY].index[s]),
        weight * (wind->speed / library->value[SPEED][speed])};
  }
  return SM_OK;
}
