/* Weather of a QUIC project: QU_metparams.inp, and the files of its sensors. */
#include "base/clock.h"
#include "input/convert/quic.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Boundary layer flags of a sensor. */
enum { LOG = 1, POWER, CANOPY, POINTS };

struct profile {
  int flag;
  double roughness, reciprocal; /* m, or the exponent of a power law; 1/m */
  double canopy, attenuation;   /* m */
};

/* Value of the next line of a single number, labelled or not. */
static double next_number(struct sm_quic_part *part) {
  double v[3];
  for (; part->from < part->to; part->from++) {
    struct sm_quic_line *line = &part->file->item[part->from];
    if (line->value[0] == '\0') continue;
    if (line->label[0] == '\0' && sm_quic_numbers(line, v, 3) == 3) return NAN; /* a reading */
    line->used = true;
    part->from++;
    return sm_quic_numbers(line, v, 1) == 1 ? v[0] : (double)NAN;
  }
  return NAN;
}

/* Profile at the head of the lines of a time. */
static struct profile read_profile(struct sm_quic_part *part) {
  struct profile p = {.reciprocal = 0, .canopy = NAN, .attenuation = NAN};
  const double flag = next_number(part);
  p.flag = flag >= LOG && flag <= POINTS ? (int)flag : 0;
  p.roughness = next_number(part);
  if (p.flag == LOG || p.flag == CANOPY) p.reciprocal = next_number(part);
  if (p.flag == CANOPY) {
    p.canopy = next_number(part);
    p.attenuation = next_number(part);
  }
  if (isnan(p.reciprocal)) p.reciprocal = 0;
  return p;
}

/* Time of a step as a date of TOML; "": none. */
static void date_of(const struct sm_quic_line *line, char out[32]) {
  double seconds = 0;
  out[0] = '\0';
  if (sm_quic_numbers(line, &seconds, 1) == 1 && seconds > 1e6 && seconds < 2e11)
    sm_clock_format(seconds, out, 32);
}

static void write_place(struct sm_quic *q, struct sm_quic_part head) {
  struct sm_convert *c = q->c;
  const double flag = sm_quic_number(q, head, "Site Coordinate Flag", 1);
  if (flag == 3) {
    const double lat = sm_quic_number(q, head, "Lat", NAN),
                 lon = sm_quic_number(q, head, "Lon", NAN);
    if (!q->local && !isnan(lat) && !isnan(lon)) {
      sm_convert_number(c, "latitude", lat, NULL);
      sm_convert_number(c, "longitude", lon, NULL);
    } else {
      sm_convert_leave(c, 0, "latitude and longitude of a sensor",
                       "the domain has no place on Earth, or is turned: give its position");
    }
    return;
  }
  double at[2] = {sm_quic_number(q, head, flag == 2 ? "UTMX" : "X coordinate", NAN),
                  sm_quic_number(q, head, flag == 2 ? "UTMY" : "Y coordinate", NAN)};
  for (int d = 0; d < 2 && flag == 2; d++) {
    if (isnan(at[d]))
      at[d] = sm_quic_number(q, head, d == 0 ? "X coordinate" : "Y coordinate", NAN);
    at[d] -= q->utm[d];
  }
  sm_quic_find(head, "UTM zone l");
  sm_quic_find(head, "UTM zone");
  if (isnan(at[0] + at[1])) {
    sm_convert_wrong(c, 0, "the sensor has no X and Y coordinate");
    return;
  }
  sm_convert_numbers(c, "position", at, 2, flag == 2 ? "UTM less that of the domain" : NULL);
}

static void write_profile(struct sm_quic *q, const struct profile *p, int line) {
  static const char *const profiles[] = {"", "log", "power", "canopy", "tower"};
  struct sm_convert *c = q->c;
  if (p->flag == 0) {
    sm_convert_wrong(c, line, "the boundary layer flag is 1 to 4");
    return;
  }
  sm_convert_string(c, "profile", profiles[p->flag], "site boundary layer flag");
  if (p->roughness > 0 && p->flag != POINTS)
    sm_convert_number(c, p->flag == POWER ? "exponent" : "z0", p->roughness, NULL);
  if (p->flag != CANOPY) return;
  sm_convert_number(c, "canopy_height", p->canopy, NULL);
  sm_convert_number(c, "canopy_attenuation", p->attenuation, NULL);
}

/* Readings of a time, which begins behind its line. */
static void write_readings(struct sm_quic *q, struct sm_quic_part part, const char *date,
                           const struct profile *p) {
  for (size_t n = part.from; n < part.to; n++) {
    struct sm_quic_line *row = &part.file->item[n];
    double v[3];
    if (row->value[0] == '\0') continue;
    row->used = true;
    if (sm_quic_numbers(row, v, 3) != 3) {
      sm_convert_wrong(q->c, row->line, "height, speed and direction are needed");
      continue;
    }
    const double from = fmod(fmod(v[2] - q->rotation, 360) + 360, 360);
    sm_text_add(&q->c->text, "  { ");
    if (date[0] != '\0') sm_text_add(&q->c->text, "time = %s, ", date);
    sm_text_add(&q->c->text, "height = %.10g, speed = %.10g, from = %.10g", v[0], v[1], from);
    if (p->reciprocal != 0) sm_text_add(&q->c->text, ", obukhov_length = %.10g", 1 / p->reciprocal);
    sm_text_add(&q->c->text, " },\n");
  }
}

/* First line from n on that begins a time step; file->count: none. */
static size_t find_step(const struct sm_quic_file *file, size_t n) {
  static const char *const labels[] = {"Begin", "Time in unix", "Decimal", "time"};
  for (; n < file->count; n++)
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
      if (strncasecmp(file->item[n].label, labels[i], strlen(labels[i])) == 0) return n;
  return n;
}

static void write_station(struct sm_quic *q, struct sm_quic_file *file) {
  struct sm_convert *c = q->c;
  size_t step = find_step(file, 0);
  const struct sm_quic_part head = {file, 0, step};
  const struct sm_quic_line *name = sm_quic_find(head, "Site Name");
  struct profile first = {0};
  sm_convert_table(c, "[[weather.station]]", NULL);
  if (name != NULL) sm_convert_string(c, "name", name->value, "Site Name");
  write_place(q, head);
  if (step == file->count) sm_convert_wrong(c, 0, "the sensor has no time step");
  for (int n = 0; step < file->count; n++) {
    const size_t next = find_step(file, step + 1);
    struct sm_quic_part part = {file, step + 1, next};
    char date[32];
    date_of(&file->item[step], date);
    file->item[step].used = true;
    const struct profile own = read_profile(&part);
    if (n == 0) {
      first = own;
      write_profile(q, &own, file->item[step].line);
      sm_text_add(&c->text, "readings = [\n");
    } else if (own.flag != first.flag || own.roughness != first.roughness) {
      sm_convert_leave(c, file->item[step].line, "profile of a later time",
                       "a station has one profile and roughness: the first");
    }
    write_readings(q, part, date, &own);
    step = next;
  }
  sm_text_add(&c->text, "]\n");
}

/* [weather] and [roughness], whose length is that of the first sensor. */
static void write_head(struct sm_quic *q, struct sm_quic_file *first) {
  const size_t step = find_step(first, 0);
  struct sm_quic_part part = {first, step + 1, first->count};
  const struct profile p = read_profile(&part);
  if (step < first->count && p.roughness > 0) {
    sm_convert_table(q->c, "[roughness]", NULL);
    sm_convert_number(q->c, "z0", p.flag == POWER ? 0.1 : p.roughness,
                      p.flag == POWER ? "a guess: the sensor has a power law"
                                      : "site zo of the first sensor");
  }
  sm_convert_table(q->c, "[weather]", NULL);
  sm_convert_key(q->c, "match", "false", "as in QUIC: readings are in the first guess, not met");
  if (q->rotation != 0)
    sm_convert_comment(q->c, "Directions are those of the sensors less %g degrees.", q->rotation);
}

enum sm_status sm_quic_write_weather(struct sm_quic *q, struct sm_quic_file *weather) {
  const char *const before = q->c->path;
  const struct sm_quic_part whole = sm_quic_whole(weather);
  enum sm_status status = SM_OK;
  bool any = false;
  if (sm_quic_number(q, whole, "Met input flag", 0) != 0)
    sm_convert_leave(q->c, 0, "Met input flag",
                     "winds of a weather model: give them as [weather.model] file");
  sm_quic_find(whole, "Number of measuring sites");
  sm_quic_find(whole, "Maximum size of data");
  for (size_t n = 0; n < weather->count && status == SM_OK; n++) {
    struct sm_quic_line *line = &weather->item[n];
    struct sm_quic_file sensor;
    if (strncasecmp(line->label, "Site Name", 9) == 0) line->used = true;
    if (strncasecmp(line->label, "File name", 9) != 0 || n + 1 == weather->count) continue;
    weather->item[n + 1].used = true;
    status = sm_quic_read(q->c, weather->item[n + 1].value, &sensor);
    if (status != SM_OK) break;
    if (sensor.count == 0) {
      sm_convert_wrong(q->c, 0, "%s:%d: there is no sensor file '%.200s'", weather->path,
                       line->line, weather->item[n + 1].value);
      continue;
    }
    q->c->path = sensor.path;
    if (!any) write_head(q, &sensor);
    write_station(q, &sensor);
    sm_quic_list_left(q, &sensor);
    q->c->path = before;
    any = true;
  }
  if (status == SM_OK && !any && q->c->errors == 0)
    sm_convert_comment(q->c, "No sensor in QU_metparams.inp: give a [[weather.station]].");
  return status;
}
