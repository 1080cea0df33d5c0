/* Weather in GRIB files (HRRR, GFS, NAM, ICON, COSMO, AROME, IFS, ERA5): all files of a request are
 * one set of messages on one grid, as centres put components, levels and times into files of their
 * own. */
#include "input/weather/grib_set.h"

#include "base/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double same_time = 1e-3; /* s */
enum { MESSAGE_SIZE = 1024 };

void sm_weather_grib_free(struct sm_weather_grib *grib) {
  if (grib == NULL) return;
  for (int s = 0; s < grib->series_count; s++) sm_free(grib->series[s]);
  SM_FREE_ALL(grib->series, grib->message, grib->use, grib->row_start, grib->values, grib->edge,
              grib);
}

static const char *path_of(const struct sm_weather_file *file, const struct sm_grib_message *m) {
  return file->request->paths[m->path];
}

/* ---- messages ---- */

void sm_grib_scan_free(struct sm_grib_scan *scan) {
  sm_free(scan->message);
  *scan = (struct sm_grib_scan){0};
}

/* Adds the messages of a file of the request. */
static enum sm_status add_file(struct sm_weather_file *file, size_t path) {
  struct sm_weather_grib *grib = file->grib;
  struct sm_grib_message *found = NULL, *all = NULL;
  size_t count = 0;
  char text[MESSAGE_SIZE] = "";
  const char *name = file->request->paths[path];
  SM_TRY(sm_grib_finish(file->ctx, grib->module->scan(name, &found, &count, text, sizeof text),
                        name, text));
  enum sm_status status =
      sm_alloc(file->ctx, grib->count + count, sizeof *all, "the fields of GRIB files", &all);
  if (status == SM_OK) {
    if (grib->count > 0) memcpy(all, grib->message, grib->count * sizeof *all);
    if (count > 0) memcpy(all + grib->count, found, count * sizeof *all);
    for (size_t n = 0; n < count; n++) all[grib->count + n].path = (int)path;
    sm_free(grib->message);
    grib->message = all;
    grib->count += count;
  }
  free(found);
  return status;
}

/* Lists the messages of all files, or takes the list of an earlier call. */
static enum sm_status list_messages(struct sm_weather_file *file) {
  const struct sm_weather_request *request = file->request;
  struct sm_weather_grib *grib = file->grib;
  struct sm_grib_scan *scan = request->scan;
  const bool known = scan != NULL && scan->count > 0;
  for (size_t f = 0; f < request->path_count && !known; f++)
    if (sm_grib_is(request->paths[f])) SM_TRY(add_file(file, f));
  if (scan == NULL) return SM_OK;
  const size_t count = known ? scan->count : grib->count;
  struct sm_grib_message *copy = NULL;
  SM_TRY(sm_alloc(file->ctx, count, sizeof *copy, "the fields of GRIB files", &copy));
  if (count > 0) memcpy(copy, known ? scan->message : grib->message, count * sizeof *copy);
  if (known) {
    grib->message = copy;
    grib->count = count;
  } else {
    *scan = (struct sm_grib_scan){copy, count};
  }
  return SM_OK;
}

static bool is_wind(const struct sm_weather_grib *grib, size_t n) {
  const int role = grib->use[n].role;
  return role == SM_GRIB_U || role == SM_GRIB_V || role == SM_GRIB_SPEED ||
         role == SM_GRIB_DIRECTION;
}

/* Leaves out accumulated and averaged fields, and names the first of them. */
static void drop_processed(struct sm_weather_file *file) {
  struct sm_weather_grib *grib = file->grib;
  const struct sm_grib_message *first = NULL;
  size_t dropped = 0;
  for (size_t n = 0; n < grib->count; n++) {
    const struct sm_grib_message *m = &grib->message[n];
    if (grib->use[n].role == SM_GRIB_UNUSED || m->step == SM_GRIB_INSTANT) continue;
    grib->use[n].role = SM_GRIB_UNUSED;
    first = first == NULL ? m : first;
    dropped++;
  }
  if (dropped > 0 && !file->again)
    sm_warn(
        file->ctx,
        "%s: warning: %zu accumulated, averaged or extreme GRIB fields are ignored: the first is "
        "'%s' (%s)",
        path_of(file, first), dropped, first->name, first->level_type);
}

/* Leaves out the members of an ensemble that are not asked for. */
static enum sm_status choose_member(struct sm_weather_file *file) {
  struct sm_weather_grib *grib = file->grib;
  const long asked = file->request->member;
  long least = 0, most = 0;
  bool any = false, found = false;
  for (size_t n = 0; n < grib->count; n++) {
    const long member = grib->message[n].member;
    if (!is_wind(grib, n) || member < 0) continue;
    least = !any || member < least ? member : least;
    most = !any || member > most ? member : most;
    any = true;
    found |= member == asked;
  }
  const long wanted = asked == SM_MEMBER_ANY && any ? least : asked;
  if (wanted == -1 && most > least)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: the GRIB files hold the members %ld to %ld of an ensemble\n"
                   "help: member = %ld or another one, or \"all\", in [weather.model]",
                   file->data.path, least, most, least);
  if (asked >= 0 && !found)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   any ? "%s: error: no member %ld of the ensemble\nhelp: there are %ld to %ld"
                       : "%s: error: no member %ld: the GRIB files are not of an ensemble",
                   file->data.path, asked, least, most);
  for (size_t n = 0; n < grib->count && wanted >= 0; n++)
    if (grib->message[n].member >= 0 && grib->message[n].member != wanted)
      grib->use[n].role = SM_GRIB_UNUSED;
  return SM_OK;
}

/* ---- grid ---- */

/* Places of a list of points: computed by ecCodes; of an unstructured grid those of GRIB fields of
 * latitudes and longitudes (CLAT, CLON) in the set, else of a grid file. */
static enum sm_status place_cells(struct sm_weather_file *file, const struct sm_grib_message *m) {
  enum { LATITUDES = 191 * 256 + 1, LONGITUDES }; /* of discipline 0 */
  const struct sm_weather_grib *grib = file->grib;
  double *const place[2] = {file->grid.latitude, file->grid.longitude};
  bool found[2] = {false, false};
  char text[MESSAGE_SIZE] = "";
  if (strcmp(m->grid.type, "unstructured_grid") != 0)
    return sm_grib_list_places(file->ctx, grib->module, path_of(file, m), m, place[0], place[1]);
  for (size_t n = 0; n < grib->count; n++) {
    const struct sm_grib_message *o = &grib->message[n];
    const int d = o->parameter == LATITUDES ? 0 : o->parameter == LONGITUDES ? 1 : -1;
    if (d < 0 || found[d] || o->values != m->values) continue;
    SM_TRY(sm_grib_finish(file->ctx,
                          grib->module->values(path_of(file, o), o, place[d], text, sizeof text),
                          path_of(file, o), text));
    found[d] = true;
  }
  if (found[0] && found[1]) return SM_OK;
  return sm_weather_cells_places(file->ctx, file->request, path_of(file, m), m->values, place[0],
                                 place[1]);
}

/* Loads the grid of the first wind; leaves out messages on other grids. */
static enum sm_status choose_grid(struct sm_weather_file *file) {
  struct sm_weather_grib *grib = file->grib;
  size_t first = 0, other = 0, winds = 0;
  while (first < grib->count && !is_wind(grib, first)) first++;
  if (first == grib->count)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: none of the %zu GRIB fields is a wind (u, v, 10u, 10v; speed and "
                   "direction) at an "
                   "instant",
                   file->data.path, grib->count);
  grib->grid = (int)first;
  struct sm_grib_message columns;
  const size_t staggered = sm_grib_find_staggered(grib, &columns);
  const struct sm_grib_message *m = staggered > 0 ? &columns : &grib->message[first];
  const struct sm_grib_message *strange = NULL;
  SM_TRY(sm_grib_grid_load(file->ctx, grib->module, path_of(file, m), m, &file->grid));
  if (file->grid.is_list) SM_TRY(place_cells(file, m));
  for (size_t n = 0; n < grib->count; n++) {
    const struct sm_grib_message *o = &grib->message[n];
    if (grib->use[n].role == SM_GRIB_UNUSED || (staggered > 0 && grib->use[n].is_placed) ||
        sm_grib_same_grid(o, m))
      continue;
    winds += is_wind(grib, n) ? 1 : 0;
    grib->use[n].role = SM_GRIB_UNUSED;
    strange = strange == NULL ? o : strange;
    other++;
  }
  if (winds > 0)
    return sm_fail(
        file->ctx, SM_ERR_DATA,
        "%s: error: %zu GRIB winds lie on another grid than the first one, the first of "
        "these is '%s' at %s %g\n"
        "help: files that are read together have one grid, or u and v half a step beside "
        "the columns (staggered) on latitudes and longitudes; interpolate others first: "
        "cdo remapbil,GRID IN OUT",
        path_of(file, strange), winds, strange->name, strange->level_type, strange->level);
  if (staggered > 0 && !file->again)
    sm_info(
        file->ctx,
        "%s: %zu GRIB winds half a step beside the columns (staggered): means of both neighbours",
        path_of(file, m), staggered);
  if (other > 0 && !file->again)
    sm_warn(file->ctx,
            "%s: warning: %zu GRIB fields on another grid than the winds are ignored: the first is "
            "'%s' (%s)",
            path_of(file, strange), other, strange->name, strange->level_type);
  return SM_OK;
}

/* Finds the rows of a reduced grid among its values. */
static enum sm_status find_rows(struct sm_weather_file *file) {
  struct sm_weather_grib *grib = file->grib;
  const struct sm_grib_message *m = &grib->message[grib->grid];
  if (!sm_grib_is_reduced(&m->grid)) return SM_OK;
  const size_t rows = file->grid.ny;
  char text[MESSAGE_SIZE] = "";
  SM_SCOPED long *length = NULL;
  SM_TRY(sm_alloc(file->ctx, rows, sizeof *length, "the rows of a grid", &length));
  enum sm_status status = sm_alloc(file->ctx, rows + 1, sizeof *grib->row_start,
                                   "the rows of a grid", &grib->row_start);
  if (status == SM_OK)
    status = sm_grib_finish(file->ctx,
                            grib->module->rows(path_of(file, m), m, length, text, sizeof text),
                            path_of(file, m), text);
  for (size_t j = 0; j < rows && status == SM_OK; j++) {
    if (length[j] < 1)
      status = sm_fail(file->ctx, SM_ERR_DATA, "%s: error: an empty row of a reduced grid",
                       path_of(file, m));
    grib->row_start[j + 1] = grib->row_start[j] + (size_t)(length[j] > 0 ? length[j] : 0);
  }
  if (status == SM_OK && grib->row_start[rows] != m->values)
    status =
        sm_fail(file->ctx, SM_ERR_DATA,
                "%s: error: the rows of the reduced grid have %zu points, the field %zu: parts "
                "of the globe are not supported\n"
                "help: interpolate it: cdo setgridtype,regular IN OUT",
                path_of(file, m), grib->row_start[rows], m->values);
  return status;
}

/* ---- times ---- */

/* Lists the valid times of the winds. */
static enum sm_status find_times(struct sm_weather_file *file) {
  const struct sm_weather_grib *grib = file->grib;
  size_t count = 0, kept = 0;
  SM_TRY(sm_alloc(file->ctx, grib->count, sizeof *file->time, "the times", &file->time));
  for (size_t n = 0; n < grib->count; n++)
    if (is_wind(grib, n) && isfinite(grib->message[n].time))
      file->time[count++] = grib->message[n].time;
  if (count == 0)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: the GRIB winds have no valid time",
                   file->data.path);
  qsort(file->time, count, sizeof *file->time, sm_by_value);
  for (size_t t = 0; t < count; t++)
    if (kept == 0 || file->time[t] > file->time[kept - 1] + same_time)
      file->time[kept++] = file->time[t];
  file->time_count = kept;
  return SM_OK;
}

bool sm_weather_grib_is_reduced(const struct sm_weather_grib *grib) {
  return grib->row_start != NULL;
}

enum sm_status sm_weather_grib_describe(struct sm_weather_file *file) {
  SM_TRY(sm_alloc(file->ctx, 1, sizeof *file->grib, "GRIB files", &file->grib));
  struct sm_weather_grib *grib = file->grib;
  SM_TRY(sm_grib_open(file->ctx, &grib->module));
  SM_TRY(list_messages(file));
  SM_TRY(sm_alloc(file->ctx, grib->count, sizeof *grib->use, "GRIB files", &grib->use));
  sm_grib_find_roles(file);
  drop_processed(file);
  SM_TRY(choose_member(file));
  SM_TRY(choose_grid(file));
  SM_TRY(find_rows(file));
  SM_TRY(find_times(file));
  SM_TRY(sm_alloc(file->ctx, grib->message[grib->grid].values, sizeof *grib->values,
                  "the values of a GRIB field", &grib->values));
  return sm_grib_make_layers(file);
}

/* ---- values ---- */

enum sm_status sm_weather_grib_read(struct sm_weather_file *file,
                                    const struct sm_weather_field *field, size_t time,
                                    double *out) {
  struct sm_weather_grib *grib = file->grib;
  const struct sm_weather_grid *grid = &file->grid;
  const size_t columns = grid->nj * grid->ni;
  char text[MESSAGE_SIZE] = "";
  for (size_t z = 0; z < field->levels; z++) {
    const int n = field->message[time * field->levels + z];
    const struct sm_grib_message *m = n >= 0 ? &grib->message[n] : NULL;
    if (m != NULL)
      SM_TRY(sm_grib_finish(
          file->ctx, grib->module->values(path_of(file, m), m, grib->values, text, sizeof text),
          path_of(file, m), text));
    for (size_t p = 0; p < columns; p++) {
      const size_t j = grid->j0 + p / grid->ni, i = (grid->i0 + p % grid->ni) % grid->nx;
      out[z * columns + p] =
          m == NULL ? (double)NAN
                    : field->variable.factor * sm_grib_column_value(grib, grid, n, j, i) +
                          field->variable.offset;
    }
  }
  return SM_OK;
}

enum sm_status sm_weather_grib_quantity(struct sm_weather_file *file,
                                        const struct sm_weather_quantity *quantity,
                                        struct sm_weather_field *out, bool *found) {
  const int role = SM_GRIB_QUANTITY + (int)(quantity - file->quantity);
  const double level = 0;
  size_t count = 0;
  SM_TRY(sm_grib_make_field(file, role, SM_GRIB_NO_LEVEL, &level, 1, quantity->unit, false, out,
                            &count));
  *found = count > 0;
  return SM_OK;
}

/* ---- members ---- */

enum sm_status sm_weather_grib_members(const struct sm_weather_file *file, long *out, int most,
                                       int *count) {
  const struct sm_weather_grib *grib = file->grib;
  *count = 0;
  for (size_t n = 0; n < grib->count; n++) {
    const struct sm_grib_message *m = &grib->message[n];
    int known = 0;
    if (m->member < 0) continue;
    while (known < *count && out[known] != m->member) known++;
    if (known == *count && *count == most)
      return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: more than %d members", file->data.path,
                     most);
    if (known == *count) out[(*count)++] = m->member;
  }
  return SM_OK;
}
