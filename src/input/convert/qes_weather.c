/* Weather of a case of QES-Winds: sensors with time series, in the case or in files of their own.
 */
#include "base/clock.h"
#include "base/file.h"
#include "input/convert/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SENSORS = 4096, TIME_SIZE = 32 };

struct sensor {
  struct sm_xml_node *node;
  const char *path; /* of its file */
};

/* Reads a file of a sensor; a wrong one is in c->errors. */
static enum sm_status read_sensor_file(struct sm_qes *q, const struct sm_xml_node *name,
                                       struct sensor *out) {
  struct sm_convert *c = q->c;
  char path[4096], *text = NULL, *copy = NULL;
  size_t size = 0;
  if (!sm_convert_find(c, name->text, path, sizeof path)) {
    sm_convert_wrong(c, name->line, "sensorName: there is no file '%s'", path);
    return SM_OK;
  }
  SM_TRY(sm_arena_copy(c->ctx, c->arena, path, strlen(path), &copy));
  SM_TRY(sm_file_read(c->ctx, path, &text, &size));
  const char *const before = c->path;
  struct sm_xml_node *root = NULL;
  c->path = copy;
  sm_convert_clean(text, size);
  const enum sm_status status = sm_xml_read(c, text, size, &root);
  sm_free(text);
  out->path = copy;
  out->node =
      root != NULL && strcmp(root->name, "sensor") == 0 ? root : sm_xml_find(root, "sensor");
  if (status == SM_OK && root != NULL && out->node == NULL)
    sm_convert_wrong(c, root->line, "no sensor in it");
  c->path = before;
  return status;
}

/* The time of a time series as a date of TOML; "": none. */
static void time_of(struct sm_convert *c, struct sm_xml_node *series, char out[TIME_SIZE]) {
  const struct sm_xml_node *stamp = sm_xml_find(series, "timeStamp");
  const struct sm_xml_node *epoch = sm_xml_find(series, "timeEpoch");
  double seconds = 0;
  out[0] = '\0';
  if (stamp != NULL) {
    if (sm_clock_parse(stamp->text, &seconds))
      sm_clock_format(seconds, out, TIME_SIZE);
    else
      sm_convert_wrong(c, stamp->line,
                       "timeStamp: '%.40s' is not a date such as 2020-01-01T00:00:00", stamp->text);
  } else if (epoch != NULL) {
    if (sm_convert_parse(epoch->text, &seconds) && seconds > -3e10 && seconds < 2e11)
      sm_clock_format(seconds, out, TIME_SIZE);
    else
      sm_convert_wrong(c, epoch->line, "timeEpoch: '%.40s' is not a time in s", epoch->text);
  }
}

static void write_place(struct sm_qes *q, struct sm_xml_node *sensor) {
  struct sm_convert *c = q->c;
  const double flag = sm_xml_number(c, sensor, "site_coord_flag", 1);
  const double local[2] = {sm_xml_number(c, sensor, "site_xcoord", 0),
                           sm_xml_number(c, sensor, "site_ycoord", 0)};
  const double utm[2] = {sm_xml_number(c, sensor, "site_UTM_x", 0),
                         sm_xml_number(c, sensor, "site_UTM_y", 0)};
  const double lon = sm_xml_number(c, sensor, "site_lon", 0);
  const double lat = sm_xml_number(c, sensor, "site_lat", 0);
  sm_xml_find(sensor, "site_UTM_zone");
  if (flag == 3 && !q->local) {
    sm_convert_number(c, "latitude", lat, "site_lat (site_coord_flag = 3)");
    sm_convert_number(c, "longitude", lon, "site_lon");
  } else if (flag == 3) {
    sm_convert_leave(c, sensor->line, "site_lat",
                     "the domain has no place on Earth: give domain.crs "
                     "and origin, and latitude and longitude here");
  } else if (flag == 2 && !q->local) {
    sm_convert_number(c, "easting", utm[0], "site_UTM_x (site_coord_flag = 2)");
    sm_convert_number(c, "northing", utm[1], "site_UTM_y; the zone is that of the domain");
  } else {
    double at[2];
    for (int i = 0; i < 2; i++)
      at[i] = flag == 2 ? utm[i] - q->utm[i] + q->shift[i] : sm_qes_x(q, local[i], i);
    sm_convert_numbers(c, "position", at, 2,
                       flag == 2 ? "site_UTM_x, site_UTM_y less UTMx, UTMy"
                                 : "site_xcoord, site_ycoord");
  }
}

static const char *const profiles[] = {"uniform", "log", "power", "canopy", "tower"};

/* Profile of a station, which is that of its first time. */
static void write_profile(struct sm_qes *q, struct sm_xml_node *series) {
  struct sm_convert *c = q->c;
  const double flag = sm_xml_number(c, series, "boundaryLayerFlag", 1);
  const double z0 = sm_xml_required(c, series, "siteZ0");
  if (!(flag >= 0 && flag <= 4 && flag == floor(flag))) {
    sm_convert_wrong(c, series->line, "boundaryLayerFlag is 0 to 4, not %g", flag);
    return;
  }
  sm_convert_string(c, "profile", profiles[(int)flag], "boundaryLayerFlag");
  if (flag == 2)
    sm_convert_number(c, "exponent", z0, "siteZ0, which is the exponent of a power law in QES");
  else if (flag != 0)
    sm_convert_number(c, "z0", z0, "siteZ0");
  if (flag == 3) {
    sm_convert_number(c, "canopy_height", sm_xml_required(c, series, "canopyHeight"),
                      "canopyHeight");
    sm_convert_number(c, "canopy_attenuation", sm_xml_required(c, series, "attenuationCoefficient"),
                      "attenuationCoefficient");
  }
  for (struct sm_xml_node *other = sm_xml_again(series); other != NULL;
       other = sm_xml_again(other)) {
    if (sm_xml_number(c, other, "boundaryLayerFlag", 1) != flag)
      sm_convert_leave(c, other->line, "boundaryLayerFlag", "a station has one profile: the first");
    if (sm_xml_required(c, other, "siteZ0") != z0)
      sm_convert_leave(c, other->line, "siteZ0", "a station has one roughness: the first");
  }
}

/* Readings of one time series, one for each height. */
static void write_readings(struct sm_qes *q, struct sm_xml_node *series) {
  struct sm_convert *c = q->c;
  char time[TIME_SIZE];
  time_of(c, series, time);
  const double reciprocal = sm_xml_required(c, series, "reciprocal");
  struct sm_xml_node *height = sm_xml_find(series, "height");
  struct sm_xml_node *speed = sm_xml_find(series, "speed");
  struct sm_xml_node *direction = sm_xml_find(series, "direction");
  if (height == NULL)
    sm_convert_wrong(c, series->line, "timeSeries has no height, speed and direction");
  while (height != NULL && speed != NULL && direction != NULL) {
    double z = 0, u = 0, from = 0;
    if (!sm_convert_parse(height->text, &z) || !sm_convert_parse(speed->text, &u) ||
        !sm_convert_parse(direction->text, &from))
      sm_convert_wrong(c, height->line, "height, speed or direction is not a number");
    from = fmod(fmod(from, 360) + 360, 360);
    sm_text_add(&c->text, "  { ");
    if (time[0] != '\0') sm_text_add(&c->text, "time = %s, ", time);
    sm_text_add(&c->text, "height = %.10g, speed = %.10g, from = %.10g", z, u, from);
    if (reciprocal != 0) sm_text_add(&c->text, ", obukhov_length = %.10g", 1 / reciprocal);
    sm_text_add(&c->text, " },\n");
    height = sm_xml_again(height);
    speed = sm_xml_again(speed);
    direction = sm_xml_again(direction);
  }
  if (height != NULL || speed != NULL || direction != NULL)
    sm_convert_wrong(c, series->line, "as many heights as speeds and directions are needed");
}

static void write_station(struct sm_qes *q, const struct sensor *sensor) {
  struct sm_convert *c = q->c;
  const char *const before = c->path;
  struct sm_xml_node *series = sm_xml_find(sensor->node, "timeSeries");
  c->path = sensor->path;
  sm_convert_table(c, "[[weather.station]]", NULL);
  write_place(q, sensor->node);
  if (series == NULL) {
    sm_convert_wrong(c, sensor->node->line, "sensor without timeSeries");
  } else {
    write_profile(q, series);
    sm_convert_comment(c,
                       "Directions are from true north; QES takes them from the north of its grid. "
                       "The Obukhov length is 1 over reciprocal, 0 being neutral.");
    sm_text_add(&c->text, "readings = [\n");
    for (; series != NULL; series = sm_xml_again(series)) write_readings(q, series);
    sm_text_add(&c->text, "]\n");
  }
  if (sensor->path != before) sm_qes_list_left(c, sensor->node->child);
  c->path = before;
}

/* The n-th time of the first sensor, if there are more: "" else. */
static void last_time(struct sm_qes *q, const struct sensor *sensor, double n,
                      char out[TIME_SIZE]) {
  double count = 0;
  char time[TIME_SIZE];
  out[0] = '\0';
  for (struct sm_xml_node *s = sm_xml_find(sensor->node, "timeSeries"); s != NULL;
       s = sm_xml_again(s)) {
    time_of(q->c, s, time);
    if (++count == n) snprintf(out, TIME_SIZE, "%s", time);
  }
  if (count <= n) out[0] = '\0';
}

static void write_period(struct sm_qes *q, struct sm_xml_node *root, const struct sensor *first) {
  struct sm_xml_node *parameters = sm_xml_find(root, "simulationParameters");
  const double increments = sm_xml_number(q->c, parameters, "totalTimeIncrements", 0);
  char end[TIME_SIZE];
  last_time(q, first, increments, end);
  sm_convert_table(q->c, "[weather]", NULL);
  if (end[0] != '\0')
    sm_convert_key(q->c, "end", end, "totalTimeIncrements: the first times only; 0: all");
  sm_convert_key(q->c, "match", "false", "as in QES: readings are in the first guess, not met");
}

/* QES takes the roughness of the whole domain from the first sensor. */
static void write_roughness(struct sm_qes *q, const struct sensor *first) {
  struct sm_xml_node *series = sm_xml_find(first->node, "timeSeries");
  const double flag = sm_xml_number(q->c, series, "boundaryLayerFlag", 1);
  const double z0 = sm_xml_number(q->c, series, "siteZ0", NAN);
  if (!(z0 > 0)) return;
  sm_convert_table(q->c, "[roughness]", NULL);
  if (flag == 2)
    sm_convert_number(q->c, "z0", 0.1, "a guess: siteZ0 is the exponent of a power law here");
  else
    sm_convert_number(q->c, "z0", z0, "siteZ0 of the first sensor, as in QES");
}

static enum sm_status read_sensors(struct sm_qes *q, struct sm_xml_node *met, struct sensor *sensor,
                                   size_t *count) {
  for (struct sm_xml_node *n = sm_xml_find(met, "sensor"); n != NULL; n = sm_xml_again(n))
    if (*count < SENSORS) sensor[(*count)++] = (struct sensor){n, q->c->path};
  for (struct sm_xml_node *n = sm_xml_find(met, "sensorName"); n != NULL; n = sm_xml_again(n)) {
    struct sensor read = {NULL, NULL};
    SM_TRY(read_sensor_file(q, n, &read));
    if (read.node != NULL && *count < SENSORS) sensor[(*count)++] = read;
  }
  if (*count == SENSORS) sm_convert_wrong(q->c, met->line, "more than %d sensors", SENSORS - 1);
  return SM_OK;
}

enum sm_status sm_qes_write_weather(struct sm_qes *q, struct sm_xml_node *root) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *met = sm_xml_find(root, "metParams");
  struct sm_xml_node *parameters = sm_xml_find(root, "simulationParameters");
  struct sensor *sensor = NULL;
  size_t count = 0;
  SM_TRY(sm_arena_alloc(c->ctx, c->arena, SENSORS, sizeof *sensor, &sensor));
  if (met != NULL) SM_TRY(read_sensors(q, met, sensor, &count));
  if (count == 0) {
    if (c->errors == 0 && sm_xml_find(parameters, "WRF") == NULL)
      sm_convert_wrong(c, root->line, "no sensor in metParams");
    return SM_OK;
  }
  write_roughness(q, &sensor[0]);
  write_period(q, root, &sensor[0]);
  for (size_t i = 0; i < count; i++) write_station(q, &sensor[i]);
  return SM_OK;
}
