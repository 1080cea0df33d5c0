/* Plume of a QUIC project: QP_source.inp, QP_params.inp. */
#include "input/convert/quic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Geometries of sources. */
enum { SHELL = 1, LINE, CYLINDER, EXPLOSIVE, AREA, MOVING, VOLUME };

enum { RELEASES = 3 }; /* instantaneous, continuous, discrete continuous */

enum { POINTS = 256 }; /* of a line */

/* Points of a line source. */
static int read_line(struct sm_quic *q, struct sm_quic_part part, int line, double at[POINTS][3]) {
  double point[3];
  int count = 0;
  sm_quic_find(part, "Num"); /* of data points */
  for (size_t n = part.from; n < part.to; n++) {
    struct sm_quic_line *row = &part.file->item[n];
    if (row->label[0] != '\0' || sm_quic_numbers(row, point, 3) != 3) continue;
    row->used = true;
    if (count < POINTS) memcpy(at[count], point, sizeof point);
    count++;
  }
  if (count < 2) sm_convert_wrong(q->c, line, "a line source needs two points");
  if (count > POINTS)
    sm_convert_wrong(q->c, line, "a line source has %d points at most", (int)POINTS);
  return count <= POINTS ? count : 0;
}

static void write_piece(struct sm_quic *q, const double from[3], const double to[3]) {
  sm_convert_numbers(q->c, "position", from, 2, NULL);
  sm_convert_number(q->c, "height", from[2], NULL);
  sm_convert_numbers(q->c, "end", to, 2, NULL);
  sm_convert_number(q->c, "end_height", to[2], NULL);
}

static void write_sphere(struct sm_quic *q, struct sm_quic_part part, bool shell) {
  const double at[2] = {sm_quic_required(q, part, "x coord"), sm_quic_required(q, part, "y coord")};
  const double radius = sm_quic_number(q, part, "radius", 0);
  sm_convert_numbers(q->c, "position", at, 2, NULL);
  sm_convert_number(q->c, "height", sm_quic_required(q, part, "z coord"), "of the centre");
  if (!(radius > 0)) return;
  sm_convert_string(q->c, "shape", "sphere", shell ? "a shell in QUIC, filled here" : NULL);
  sm_convert_number(q->c, "radius", radius, NULL);
}

static void write_cylinder(struct sm_quic *q, struct sm_quic_part part) {
  const double at[2] = {sm_quic_required(q, part, "x coord"), sm_quic_required(q, part, "y coord")};
  const double height = sm_quic_number(q, part, "height of cylinder", 0);
  sm_convert_numbers(q->c, "position", at, 2, NULL);
  sm_convert_number(q->c, "height", sm_quic_required(q, part, "z coord") + height / 2,
                    "the middle of a cylinder");
  sm_convert_string(q->c, "shape", "disk", "a cylinder in QUIC");
  sm_convert_number(q->c, "radius", sm_quic_required(q, part, "radius"), NULL);
}

static void write_area(struct sm_quic *q, struct sm_quic_part part, int line) {
  const double size[3] = {sm_quic_required(q, part, "Area source length"),
                          sm_quic_required(q, part, "Area source width"),
                          sm_quic_number(q, part, "Area source height", 0)};
  const double turn =
      sm_quic_number(q, part, "Area source rotation", 0) * 3.14159265358979323846 / 180;
  double at[2] = {sm_quic_required(q, part, "Area source xfo") + size[0] / 2 * cos(turn),
                  sm_quic_required(q, part, "Area source yfo") + size[0] / 2 * sin(turn)};
  if (turn != 0)
    sm_convert_leave(q->c, line, "rotation of an area source", "boxes lie along x and y");
  sm_convert_numbers(q->c, "position", at, 2, "the middle of the area");
  sm_convert_number(q->c, "height", sm_quic_number(q, part, "Area source zfo", 0), NULL);
  sm_convert_numbers(q->c, "size", size, 3, NULL);
}

/* Strength of a source, whose label is the beginning of that of its unit. */
static double strength_of(struct sm_quic *q, struct sm_quic_part part) {
  const struct sm_quic_line *unit = sm_quic_find(part, "Source strength units");
  if (unit != NULL) part.from = (size_t)(unit - part.file->item) + 1;
  return sm_quic_required(q, part, "Source Strength");
}

/* Mass and times of a part of a source. */
static void write_release(struct sm_quic *q, struct sm_quic_part part, double count, double share) {
  struct sm_convert *c = q->c;
  const double unit = sm_quic_number(q, part, "Source strength units", 1);
  const double density = sm_quic_number(q, part, "Source Density", 0);
  double strength = share * strength_of(q, part);
  const double kind = sm_quic_number(q, part, "Release Type", 1);
  const double start = sm_quic_number(q, part, "Source start time", 0);
  const double lasts = sm_quic_number(q, part, "Source duration", 0);
  const bool volume = unit == 3 || unit == 4, rate = unit == 2 || unit == 4;
  if (volume) strength *= density; /* L and kg/m3: g */
  sm_convert_number(c, "count", ceil(share * count), q->count_is_guess ? "a guess" : NULL);
  if (kind == 1) {
    sm_convert_number(c, "start", start, "instantaneous");
  } else {
    if (start > 0) sm_convert_number(c, "start", start, "s");
    if (kind == RELEASES || lasts > 0) sm_convert_number(c, "stop", start + lasts, "s");
  }
  if (!(strength > 0)) return;
  const double whole = lasts > 0 ? lasts : q->duration - start;
  if (rate && kind == 1 && lasts > 0)
    sm_convert_quantity(c, "mass", strength * lasts, "g", "rate times duration");
  else if (rate)
    sm_convert_quantity(c, "rate", strength, "g/s", volume ? "from its volume and density" : NULL);
  else if (kind == 2 && !(lasts > 0) && whole > 0)
    sm_convert_quantity(c, "rate", strength / whole, "g/s", "the mass over the run");
  else
    sm_convert_quantity(c, "mass", strength, "g", volume ? "from its volume and density" : NULL);
}

/* A source for each piece of a line, with the share of its length. */
static void write_line(struct sm_quic *q, struct sm_quic_part part, int line, const char *name,
                       double count) {
  double at[POINTS][3], length[POINTS], whole = 0;
  const int points = read_line(q, part, line, at);
  for (int n = 0; n + 1 < points; n++) {
    length[n] =
        hypot(hypot(at[n + 1][0] - at[n][0], at[n + 1][1] - at[n][1]), at[n + 1][2] - at[n][2]);
    whole += length[n];
  }
  for (int n = 0; n + 1 < points; n++) {
    char numbered[128];
    snprintf(numbered, sizeof numbered, "%.100s %d", name != NULL ? name : "line", n + 1);
    sm_convert_table(q->c, "[[particles.source]]",
                     points > 2 ? "a piece of a line in QUIC, with the share of its length" : NULL);
    if (points > 2 || name != NULL)
      sm_convert_string(q->c, "name", points > 2 ? numbered : name, "source name");
    write_piece(q, at[n], at[n + 1]);
    write_release(q, part, count, points > 2 ? length[n] / whole : 1);
  }
}

static void write_source(struct sm_quic *q, struct sm_quic_part part, double count) {
  struct sm_convert *c = q->c;
  const int line = part.file->item[part.from - 1].line;
  const struct sm_quic_line *name = sm_quic_find(part, "source name");
  const int geometry = (int)fmin(fmax(sm_quic_required(q, part, "Source geometry"), 0), 9);
  if (geometry != SHELL && geometry != LINE && geometry != CYLINDER && geometry != AREA &&
      geometry != VOLUME) {
    sm_convert_leave(c, line, "source", "geometry %d (explosive, moving point, submunitions)",
                     geometry);
    for (size_t n = part.from; n < part.to; n++) part.file->item[n].used = true;
    return;
  }
  if (geometry == LINE) {
    write_line(q, part, line, name != NULL ? name->value : NULL, count);
    return;
  }
  sm_convert_table(c, "[[particles.source]]", NULL);
  if (name != NULL) sm_convert_string(c, "name", name->value, "source name");
  if (geometry == SHELL || geometry == VOLUME) write_sphere(q, part, geometry == SHELL);
  if (geometry == CYLINDER) write_cylinder(q, part);
  if (geometry == AREA) write_area(q, part, line);
  write_release(q, part, count, 1);
}

/* Boxes of the concentration. */
static void write_boxes(struct sm_quic *q, struct sm_quic_file *parameters) {
  static const char *const axes[] = {"x", "y", "z"};
  const struct sm_quic_part whole = sm_quic_whole(parameters);
  double n[3], low[3], high[3], size[3];
  bool good = true;
  for (int d = 0; d < 3; d++) {
    char label[64];
    snprintf(label, sizeof label, "in %s direction", axes[d]);
    n[d] = sm_quic_number(q, whole, label, NAN);
    snprintf(label, sizeof label, "lower limits for collecting boxes in %s", axes[d]);
    low[d] = sm_quic_number(q, whole, label, NAN);
    snprintf(label, sizeof label, "upper limits for collecting boxes in %s", axes[d]);
    high[d] = sm_quic_number(q, whole, label, NAN);
    size[d] = (high[d] - low[d]) / n[d];
    good = good && n[d] >= 1 && size[d] > 0 && isfinite(size[d]);
  }
  const double interval = sm_quic_number(q, whole, "concentration averaging time", NAN);
  sm_quic_find(whole, "starting time for concentration");
  if (!good) return;
  sm_convert_table(q->c, "[particles.concentration]", NULL);
  if (interval > 0)
    sm_convert_number(q->c, "interval", interval, "s, concentration averaging time");
  sm_convert_numbers(q->c, "origin", low, 2, "lower limits of the collecting boxes");
  const double extent[2] = {high[0] - low[0], high[1] - low[1]};
  sm_convert_numbers(q->c, "size", extent, 2, NULL);
  sm_convert_numbers(q->c, "cell_size", size, 3, NULL);
  sm_convert_number(q->c, "height", high[2], NULL);
}

void sm_quic_write_plume(struct sm_quic *q, struct sm_quic_file *source,
                         struct sm_quic_file *parameters) {
  struct sm_convert *c = q->c;
  const char *const before = c->path;
  const struct sm_quic_part whole = sm_quic_whole(parameters);
  struct sm_quic_part rest = sm_quic_whole(source), part;
  const double sources = fmax(sm_quic_number(q, rest, "Number of sources", 1), 1);
  double particles = sm_quic_number(q, whole, "number of particles", 0);
  q->duration = sm_quic_number(q, whole, "duration", 0);
  const bool guessed = !(q->duration > 0);
  if (guessed) q->duration = 600;
  sm_quic_find(rest, "Number of source nodes");
  q->count_is_guess = !(particles >= 1);
  if (q->count_is_guess) particles = 1e5;
  sm_convert_table(c, "[turbulence]", "a plume needs turbulence");
  sm_convert_string(c, "model", "local", "mixing length and shear, as in QUIC");
  sm_convert_table(c, "[particles]", NULL);
  sm_convert_number(c, "duration", q->duration, guessed ? "s: a guess" : "s");
  c->path = parameters->path;
  write_boxes(q, parameters);
  c->path = source->path;
  while (sm_quic_block(&rest, "Start of source", "End of source", &part))
    write_source(q, part, ceil(particles / sources));
  c->path = before;
}
