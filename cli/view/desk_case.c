/* desk_case.c - case of a release from the request of a page: every member is known, finite and
 * within its limits, and no text can end a string of TOML. */
#define _POSIX_C_SOURCE 200809L
#include "desk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENSORS = 30, NAME = 40, INTERVALS = 40 };

enum {
  X,
  Y,
  HEIGHT,
  RATE,
  MASS,
  DURATION,
  LENGTH,
  SPEED,
  FROM,
  WIND_HEIGHT,
  STABILITY,
  COUNT,
  OVERVIEW
};
enum { NUMBERS = OVERVIEW + 1 };

/* Numbers of a request. */
static const struct {
  const char *key, *name, *unit;
  double least, most;
  bool optional;
} numbers[NUMBERS] = {
    [X] = {"x", "place of the source, x", "m", 0, 1e7, false},
    [Y] = {"y", "place of the source, y", "m", 0, 1e7, false},
    [HEIGHT] = {"height", "height of the source", "m", 0, 500, false},
    [RATE] = {"rate", "rate", "kg/s", 1e-9, 1e5, true},
    [MASS] = {"mass", "mass", "kg", 1e-9, 1e9, true},
    [DURATION] = {"duration", "duration of the release", "s", 0, 86400, false},
    [LENGTH] = {"length", "time that is computed", "s", 60, 21600, false},
    [SPEED] = {"speed", "wind speed", "m/s", 0.1, 60, false},
    [FROM] = {"from", "wind direction", "degrees", 0, 360, false},
    [WIND_HEIGHT] = {"wind_height", "height of the wind", "m", 1, 300, false},
    [STABILITY] = {"inverse_length", "inverse Obukhov length", "1/m", -1, 1, false},
    [COUNT] = {"particles", "number of particles", "", 1000, 2e6, false},
    [OVERVIEW] = {"overview", "overview (0 or 1)", "", 0, 1, true},
};

/* Members of a request and of a sensor, NULL after the last. */
static const char *const members[] = {"substance",      "sensors",   "x",        "y",
                                      "height",         "rate",      "mass",     "duration",
                                      "length",         "speed",     "from",     "wind_height",
                                      "inverse_length", "particles", "overview", NULL};
static const char *const sensor_members[] = {"name", "x", "y", "height", NULL};

struct sensor {
  const char *name;
  double x, y, height;
};

struct request {
  double value[NUMBERS]; /* NAN: not given */
  const char *substance;
  struct sensor sensor[SENSORS];
  size_t sensors;
};

static bool fail(char *why, size_t room, const char *text) {
  snprintf(why, room, "%s", text);
  return false;
}

/* Number of a member within its limits. */
static bool read_number(const struct sm_fact *fact, const char *key, const char *name,
                        const char *unit, const double limit[2], double *out, char *why,
                        size_t room) {
  const struct sm_fact *member = sm_fact_at(fact, key);
  const bool is_number =
      member != NULL && (member->kind == SM_FACT_NUMBER || member->kind == SM_FACT_INTEGER);
  *out = is_number ? sm_fact_number(fact, key) : (double)NAN;
  if (isfinite(*out) && *out >= limit[0] && *out <= limit[1]) return true;
  snprintf(why, room, "%s: expected a number from %.6g to %.6g%s%s", name, limit[0], limit[1],
           unit[0] != '\0' ? " " : "", unit);
  return false;
}

/* Whether a text can be the name of a sensor: UTF-8 without control characters, quotes and
 * backslashes. */
static bool is_name(const char *text) {
  const size_t length = strlen(text);
  if (length == 0 || length > NAME) return false;
  for (const char *c = text; *c != '\0'; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f || *c == '"' || *c == '\\') return false;
  /* C1 control characters, U+0080 to U+009F */
  for (const char *c = strchr(text, '\xc2'); c != NULL; c = strchr(c + 1, '\xc2'))
    if ((unsigned char)c[1] < 0xa0) return false;
  return true;
}

static bool is_known(const char *key, const char *const *known) {
  while (*known != NULL && strcmp(*known, key) != 0) known++;
  return *known != NULL;
}

/* Every member of an object is known, and given once. */
static bool check_members(const struct sm_fact *object, const char *const *known, char *why,
                          size_t room) {
  if (object == NULL || object->kind != SM_FACT_GROUP)
    return fail(why, room, "expected an object of JSON that is not empty");
  for (const struct sm_fact *m = object->first; m != NULL; m = m->next) {
    if (!is_known(m->key, known)) {
      snprintf(why, room, "'%.40s' is no member of a release", m->key);
      return false;
    }
    for (const struct sm_fact *n = m->next; n != NULL; n = n->next)
      if (strcmp(m->key, n->key) == 0) {
        snprintf(why, room, "'%.40s' is given twice", m->key);
        return false;
      }
  }
  return true;
}

static bool read_sensors(const struct cli_desk_site *site, const struct sm_fact *root,
                         struct request *out, char *why, size_t room) {
  const struct sm_fact *list = sm_fact_at(root, "sensors");
  if (list == NULL) return true;
  if (list->kind != SM_FACT_LIST || sm_fact_count(list) > SENSORS)
    return fail(why, room, "sensors: expected a list of at most 30");
  for (; out->sensors < sm_fact_count(list); out->sensors++) {
    const struct sm_fact *item = sm_fact_item(list, out->sensors);
    struct sensor *sensor = &out->sensor[out->sensors];
    const double height[2] = {0.1, 500}, x[2] = {0, site->size[0]}, y[2] = {0, site->size[1]};
    if (!check_members(item, sensor_members, why, room)) return false;
    sensor->name = sm_fact_text(item, "name");
    if (!is_name(sensor->name))
      return fail(why, room,
                  "sensors: the name of each has 1 to 40 bytes, without quotes, backslashes and "
                  "control characters");
    for (size_t n = 0; n < out->sensors; n++)
      if (strcmp(out->sensor[n].name, sensor->name) == 0)
        return fail(why, room, "sensors: two have the same name");
    if (!read_number(item, "x", "place of a sensor, x", "m", x, &sensor->x, why, room) ||
        !read_number(item, "y", "place of a sensor, y", "m", y, &sensor->y, why, room) ||
        !read_number(item, "height", "height of a sensor", "m", height, &sensor->height, why, room))
      return false;
  }
  return true;
}

/* Name of the substance in the table of levels, for its name or CAS number. */
static bool find_substance(const struct cli_desk_site *site, const char *given, struct request *out,
                           char *why, size_t room) {
  const struct sm_fact *list = sm_fact_at(site->levels.root, "levels");
  for (size_t n = 0; n < sm_fact_count(list); n++) {
    const struct sm_fact *level = sm_fact_item(list, n);
    out->substance = sm_fact_text(level, "substance");
    if (strcmp(out->substance, given) == 0 || strcmp(sm_fact_text(level, "cas"), given) == 0)
      return true;
  }
  return fail(why, room, "substance: not in the table of hazard levels ('simoom hazard' lists it)");
}

/* The stability is within the library, which is not extrapolated. */
static bool check_stability(const struct cli_desk_site *site, const struct request *r, char *why,
                            size_t room) {
  const double *length = site->library.inverse_length;
  const double slack = 1e-9;
  if (r->value[STABILITY] < length[0] - slack || r->value[STABILITY] > length[1] + slack) {
    snprintf(why, room,
             "stability: the library holds inverse Obukhov lengths from %.4g to %.4g 1/m, and "
             "nothing beyond",
             length[0], length[1]);
    return false;
  }
  return true;
}

static bool read_request(const struct cli_desk_site *site, const struct sm_fact *root,
                         struct request *out, char *why, size_t room) {
  if (!check_members(root, members, why, room)) return false;
  for (int n = 0; n < NUMBERS; n++) {
    const double limit[2] = {numbers[n].least, n <= Y ? site->size[n] : numbers[n].most};
    out->value[n] = (double)NAN;
    if (numbers[n].optional && sm_fact_at(root, numbers[n].key) == NULL) continue;
    if (!read_number(root, numbers[n].key, numbers[n].name, numbers[n].unit, limit, &out->value[n],
                     why, room))
      return false;
  }
  if (isnan(out->value[RATE]) == isnan(out->value[MASS]))
    return fail(why, room, "expected a rate or a mass, not both");
  if (isnan(out->value[MASS]) && !(out->value[DURATION] >= 1))
    return fail(why, room, "duration of the release: at least 1 s with a rate");
  return find_substance(site, sm_fact_text(root, "substance"), out, why, room) &&
         check_stability(site, out, why, room) && read_sensors(site, root, out, why, room);
}

static void write_source(FILE *out, const struct request *r) {
  const double *v = r->value;
  fprintf(out, "[[particles.source]]\nname = \"source\"\nposition = [%.10g, %.10g]\n", v[X], v[Y]);
  fprintf(out, "height = %.10g\ncount = %.0f\n", v[HEIGHT], v[COUNT]);
  fprintf(out, isnan(v[MASS]) ? "rate = %.10g\n" : "mass = %.10g\n",
          isnan(v[MASS]) ? v[RATE] : v[MASS]);
  if (v[DURATION] > 0) fprintf(out, "stop = %.10g\n", v[DURATION]);
}

static void write_case(FILE *out, const struct cli_desk_site *site, const struct request *r) {
  const double *v = r->value, *ground = site->library.ground;
  const double interval = fmax(10, 5 * ceil(v[LENGTH] / INTERVALS / 5));
  /* boxes are above the lowest ground: they hold the lowest air everywhere */
  const double top = ceil(ground[1] - ground[0] + fmax(30, 2 * v[HEIGHT]));
  fprintf(out, "[case]\nname = \"desk\"\ntitle = \"Release of %s\"\n", r->substance);
  fprintf(out, "\n[[weather.station]]\nspeed = %.10g\nfrom = %.10g\nheight = %.10g\n", v[SPEED],
          v[FROM], v[WIND_HEIGHT]);
  if (fabs(v[STABILITY]) > 1e-9) fprintf(out, "obukhov_length = %.10g\n", 1 / v[STABILITY]);
  fprintf(out, "\n[turbulence]\nmodel = \"local\"\n");
  fprintf(out, "\n[particles]\nduration = %.10g\n", v[LENGTH]);
  fprintf(out, "\n[[particles.species]]\nname = \"%s\"\n\n", r->substance);
  write_source(out, r);
  for (size_t n = 0; n < r->sensors; n++) {
    const struct sensor *s = &r->sensor[n];
    fprintf(out, "\n[[particles.receptor]]\nname = \"%s\"\nposition = [%.10g, %.10g]\n", s->name,
            s->x, s->y);
    fprintf(out, "height = %.10g\nthreshold = 1e-12 # the first gas\n", s->height);
  }
  fprintf(out, "\n[particles.concentration]\ninterval = %.10g\nheight = %.10g\n", interval, top);
  if (v[OVERVIEW] > 0) fprintf(out, "\n[wind.library]\noverview = true\n");
  fprintf(out, "\n[output]\nformats = [\"netcdf\"]\nmembers = false\n");
}

char *cli_desk_case(const struct cli_desk_site *site, const char *json, char *why, size_t room) {
  struct sm_facts facts = {0};
  struct request request = {.sensors = 0};
  const char *reason = "";
  char *text = NULL;
  size_t size;
  if (!sm_facts_read(&facts, json, &reason))
    snprintf(why, room, "the request is no JSON: %s", reason);
  else if (read_request(site, facts.root, &request, why, room)) {
    FILE *out = open_memstream(&text, &size);
    if (out != NULL) write_case(out, site, &request);
    if (out == NULL || fclose(out) != 0) {
      fail(why, room, "out of memory");
      free(text);
      text = NULL;
    }
  }
  sm_facts_free(&facts);
  return text;
}
