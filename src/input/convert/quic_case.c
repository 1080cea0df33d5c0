/* Domain, buildings and plants of a QUIC project: QU_simparams.inp, QU_buildings.inp. */
#include "input/convert/quic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { CORNERS = 32 }; /* of the polygon that stands for an ellipse */

/* Rows of numbers that follow a heading: first and number of lines. */
static size_t rows_of(struct sm_quic_file *file, const char *heading, size_t *first) {
  const struct sm_quic_line *line = sm_quic_find(sm_quic_whole(file), heading);
  size_t count = 0;
  if (line == NULL) return 0;
  *first = (size_t)(line - file->item) + 1;
  while (*first + count < file->count && file->item[*first + count].label[0] == '\0')
    file->item[*first + count++].used = true;
  return count;
}

/* Layers: uniform ones, or the faces of a list of thicknesses. Returns the smallest thickness. */
static double write_layers(struct sm_quic *q, struct sm_quic_file *file, double layers,
                           struct sm_text *faces, double *top) {
  const struct sm_quic_part whole = sm_quic_whole(file);
  const double stretching = sm_quic_number(q, whole, "Vertical stretching", 0);
  size_t first = 0;
  const size_t rows = rows_of(file, "dz array", &first);
  sm_quic_find(whole, "Surface dz");
  sm_quic_find(whole, "Number of uniform surface cells");
  if (stretching == 0) {
    const double dz = sm_quic_required(q, whole, "dz (meters)");
    *top = layers * dz;
    return dz;
  }
  double least = INFINITY;
  *top = 0;
  sm_text_add(faces, "[0");
  for (size_t k = 0; k < rows && (double)k < layers; k++) {
    double dz = 0;
    if (sm_quic_numbers(&file->item[first + k], &dz, 1) != 1 || !(dz > 0))
      sm_convert_wrong(q->c, file->item[first + k].line, "dz array: a number above 0 is needed");
    *top += dz;
    least = fmin(least, dz);
    sm_text_add(faces, ", %.10g", *top);
  }
  sm_text_add(faces, "]");
  if ((double)rows < layers)
    sm_convert_wrong(q->c, 0, "dz array: %zu of %g thicknesses are there", rows, layers);
  return least;
}

/* Place of the domain: UTM, where it is not turned and has one. */
static void write_place(struct sm_quic *q, struct sm_quic_file *file) {
  struct sm_convert *c = q->c;
  const struct sm_quic_part whole = sm_quic_whole(file);
  q->rotation = sm_quic_number(q, whole, "Domain rotation", 0);
  q->utm[0] = sm_quic_number(q, whole, "UTMX", 0);
  q->utm[1] = sm_quic_number(q, whole, "UTMY", 0);
  const double letter = sm_quic_number(q, whole, "UTM zone l", 0);
  struct sm_quic_line *zone = sm_quic_find(whole, "UTM zone");
  double number = 0;
  if (zone != NULL) sm_quic_numbers(zone, &number, 1);
  const bool placed = q->utm[0] >= 1e5 && q->utm[0] <= 9e5 && q->utm[1] > 0 && number >= 1 &&
                      number <= 60 && letter >= 3 && letter <= 24;
  q->local = !placed || q->rotation != 0;
  if (q->local) {
    sm_convert_string(c, "crs", "local", "m from the south-west corner of QUIC's domain");
    if (placed)
      sm_convert_comment(c,
                         "QUIC's domain is turned by %g degrees clockwise from north, and its "
                         "corner lies at %.10g, %.10g m of UTM zone %g: here y is QUIC's y, and "
                         "wind directions are turned with it.",
                         q->rotation, q->utm[0], q->utm[1], number);
    else if (q->rotation != 0)
      sm_convert_comment(c,
                         "QUIC's domain is turned by %g degrees clockwise from north: here y is "
                         "QUIC's y, and wind directions are turned with it.",
                         q->rotation);
    return;
  }
  char crs[32];
  snprintf(crs, sizeof crs, "EPSG:%d", (letter >= 14 ? 32600 : 32700) + (int)number);
  sm_convert_string(c, "crs", crs, "UTM zone and its letter (1 = A); of letters the hemisphere");
  sm_convert_numbers(c, "origin", q->utm, 2, "UTMX and UTMY of the domain origin");
}

void sm_quic_write_domain(struct sm_quic *q, struct sm_quic_file *simulation) {
  struct sm_convert *c = q->c;
  const struct sm_quic_part whole = sm_quic_whole(simulation);
  const double n[3] = {sm_quic_required(q, whole, "nx"), sm_quic_required(q, whole, "ny"),
                       sm_quic_required(q, whole, "nz")};
  double cell[3] = {sm_quic_required(q, whole, "dx"), sm_quic_required(q, whole, "dy"), 0};
  SM_SCOPED_BY(sm_text_free) struct sm_text faces = {0};
  double top = 0;
  size_t first;
  cell[2] = write_layers(q, simulation, n[2], &faces, &top);
  rows_of(simulation, "Begin", &first); /* times of steps: those of the sensors */
  sm_quic_find(whole, "total time increments");
  sm_convert_table(c, "[domain]", NULL);
  write_place(q, simulation);
  const double size[2] = {n[0] * cell[0], n[1] * cell[1]};
  sm_convert_numbers(c, "size", size, 2, "nx dx, ny dy");
  sm_convert_numbers(c, "cell_size", cell, faces.size > 0 ? 2 : 3,
                     faces.size > 0 ? NULL : "dx, dy, dz");
  if (faces.size > 0) {
    sm_convert_key(c, "layers", sm_text_string(&faces), NULL);
    sm_convert_comment(c, "Layers: sums of the dz array.");
  } else {
    sm_convert_number(c, "height", top, "nz dz");
    sm_convert_number(c, "stretch", 1, "uniform layers");
  }
  for (int d = 0; d < 2; d++)
    if (!(n[d] >= 1 && cell[d] > 0) && c->errors == 0)
      sm_convert_wrong(c, 0, "the domain has no cells along %c", "xy"[d]);
  c->failed = c->failed || faces.failed;
}

/* --- buildings --- */

struct building {
  int line, geometry, type; /* as in version 6 */
  double height, base, size[2], centre[2], rotation, attenuation;
  bool garage;
};

/* Vertices of an ellipse around its centre. */
static void write_ellipse(struct sm_quic *q, const struct building *b) {
  const double s = sin(b->rotation * pi / 180), t = cos(b->rotation * pi / 180);
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  for (int n = 0; n < CORNERS; n++) {
    const double x = b->size[0] / 2 * cos(2 * pi * n / CORNERS);
    const double y = b->size[1] / 2 * sin(2 * pi * n / CORNERS);
    sm_text_add(&text, "%s[%.8g, %.8g]", n > 0 ? ", " : "[", b->centre[0] + x * t - y * s,
                b->centre[1] + x * s + y * t);
  }
  sm_text_add(&text, "]");
  q->c->failed = q->c->failed || text.failed;
  sm_convert_key(q->c, "vertices", sm_text_string(&text), NULL);
}

/* Vertices of the first of the polygons in a part. */
static void write_polygon(struct sm_quic *q, struct sm_quic_part part, const struct building *b) {
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  struct sm_quic_part ring;
  double start[2] = {0, 0}, at[2];
  int count = 0;
  sm_quic_find(part, "Number of Polygons");
  for (int n = 0; sm_quic_block(&part, "Start Polygon", "End Polygon", &ring); n++) {
    sm_quic_find(ring, "Number of Nodes");
    for (size_t i = ring.from; i < ring.to; i++) {
      struct sm_quic_line *row = &ring.file->item[i];
      if (row->label[0] != '\0' || sm_quic_numbers(row, at, 2) != 2) continue;
      row->used = true;
      if (n > 0) continue;
      if (count == 0) memcpy(start, at, sizeof start);
      if (count > 0 && at[0] == start[0] && at[1] == start[1]) continue; /* closes the ring */
      sm_text_add(&text, "%s[%.10g, %.10g]", count++ > 0 ? ", " : "[", at[0], at[1]);
    }
    if (n > 0)
      sm_convert_leave(q->c, b->line, "further polygon of a building",
                       "a building has one polygon here: a courtyard in it is filled");
  }
  if (count < 3) sm_convert_wrong(q->c, b->line, "a polygon needs three nodes");
  sm_text_add(&text, "]");
  q->c->failed = q->c->failed || text.failed;
  sm_convert_key(q->c, "vertices", sm_text_string(&text), NULL);
}

static void write_box(struct sm_quic *q, const struct building *b) {
  double corner[2];
  for (int d = 0; d < 2; d++) corner[d] = b->centre[d] - b->size[d] / 2;
  sm_convert_numbers(q->c, "corner", corner, 2, NULL);
  sm_convert_numbers(q->c, "size", b->size, 2, NULL);
  if (b->rotation != 0)
    sm_convert_number(q->c, "rotation", b->rotation, "about the centre, counter-clockwise");
}

/* Writes a building or a canopy. part: where its polygons are. */
static void write_building(struct sm_quic *q, const struct building *b, struct sm_quic_part part) {
  struct sm_convert *c = q->c;
  static const char *const shapes[] = {"",        "rectangle", "ellipse", "pentagon",
                                       "stadium", "stadium",   "polygon"};
  const bool plants = b->type == 2, box = b->geometry == 1;
  char head[40], name[64];
  if (b->type == 0 || b->geometry < 1 || b->geometry > 6 || (b->geometry > 2 && b->geometry < 6)) {
    snprintf(name, sizeof name, "building, %s",
             b->type == 0                           ? "removed from others"
             : b->geometry >= 1 && b->geometry <= 6 ? shapes[b->geometry]
                                                    : "of an unknown shape");
    sm_convert_leave(c, b->line, name, "draw it as [[buildings.polygon]]");
    return;
  }
  snprintf(head, sizeof head, "[[%s.%s]]", plants ? "vegetation" : "buildings",
           box ? "box" : "polygon");
  sm_convert_table(c, head, b->geometry == 2 ? "an ellipse in QUIC" : NULL);
  if (box)
    write_box(q, b);
  else if (b->geometry == 2)
    write_ellipse(q, b);
  else
    write_polygon(q, part, b);
  sm_convert_number(c, "height", b->height + b->base,
                    b->base > 0 ? "Height plus base height" : NULL);
  if (b->base > 0) sm_convert_number(c, "base", b->base, "Base Height (Zfo)");
  if (plants) sm_convert_number(c, "attenuation", b->attenuation, "Attenuation Coefficient");
  if (b->garage) sm_convert_number(c, "storey", 3, "a guess: a parking garage in QUIC");
}

/* Centre of a shape of length and width whose west side has the middle (x, y), turned about it. */
static void centre_of(struct building *b, double x, double y) {
  b->centre[0] = x + b->size[0] / 2 * cos(b->rotation * pi / 180);
  b->centre[1] = y + b->size[0] / 2 * sin(b->rotation * pi / 180);
}

/* Building of version 5.9 and later, a block of lines. */
static void read_block(struct sm_quic *q, struct sm_quic_part part) {
  struct building b = {.line = part.file->item[part.from - 1].line};
  const struct sm_quic_line *type = sm_quic_find(part, "Building Type");
  double number = 1;
  if (type != NULL) sm_quic_numbers(type, &number, 1);
  sm_quic_find(part, "Group ID");
  sm_quic_find(part, "Centroid X");
  sm_quic_find(part, "Centroid Y");
  b.geometry = (int)fmin(fmax(sm_quic_required(q, part, "Geometry"), 0), 9);
  b.type = (int)fmin(fmax(number, 0), 9);
  b.garage = type != NULL && strstr(type->label, "arage") != NULL;
  b.attenuation = sm_quic_number(q, part, "Attenuation", 0);
  b.height = sm_quic_required(q, part, "Height");
  b.base = sm_quic_number(q, part, "Base Height", 0);
  if (b.geometry >= 1 && b.geometry < 6) {
    const double x = sm_quic_required(q, part, "Xfo"), y = sm_quic_required(q, part, "Yfo");
    b.size[0] = sm_quic_required(q, part, "Length");
    b.size[1] = sm_quic_required(q, part, "Width");
    b.rotation = sm_quic_number(q, part, "Rotation", 0);
    centre_of(&b, x, y);
  }
  write_building(q, &b, part);
}

/* Building of earlier versions, a row: number, group, type, height, width, length, xfo, yfo, zfo,
 * gamma, attenuation. */
static void read_row(struct sm_quic *q, struct sm_quic_line *row) {
  double v[11] = {0};
  struct building b = {.line = row->line};
  if (sm_quic_numbers(row, v, 11) < 10) return;
  row->used = true;
  const int type = (int)fmin(fmax(v[2], 0), 9);
  b.type = type == 9 ? 2 : 1;
  b.geometry = type == 6 || type == 9 ? 1 : type > 3 ? 7 : type;
  b.height = v[3];
  b.size[0] = v[5];
  b.size[1] = v[4];
  b.base = v[8];
  b.rotation = v[9];
  b.attenuation = v[10];
  if (b.geometry == 2 && b.size[0] == 0) b.size[0] = b.size[1]; /* a circle */
  centre_of(&b, v[6], v[7]);
  write_building(q, &b, (struct sm_quic_part){0});
}

/* Flags of QU_simparams.inp and the keys of [wind.zones] that they stand for. */
static const char *const flags[][2] = {
    {"upwind cavity flag", "upwind"}, {"wake flag", "wake"},
    {"street canyon flag", "canyon"}, {"street intersection flag", "intersection"},
    {"rooftop flag", "rooftop"},      {"sidewall flag", "sidewall"}};

static void write_zones(struct sm_quic *q, struct sm_quic_file *simulation, double roughness) {
  struct sm_convert *c = q->c;
  sm_convert_table(c, "[wind.zones]", NULL);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    const struct sm_quic_line *line = sm_quic_find(sm_quic_whole(simulation), flags[i][0]);
    double value = NAN;
    char comment[96];
    if (line == NULL || sm_quic_numbers(line, &value, 1) != 1) continue;
    const char *own = sm_convert_zone(flags[i][1], value);
    snprintf(comment, sizeof comment, "%s = %g", flags[i][0], value);
    if (own != NULL)
      sm_convert_key(c, flags[i][1], own, comment);
    else
      sm_convert_leave(c, line->line, flags[i][0], "%g has no counterpart: the default stands",
                       value);
  }
  if (roughness > 0) sm_convert_number(c, "roughness", roughness, "Wall roughness length");
  sm_convert_key(c, "downwash", "false", "QUIC has no such zone; the default here is true");
  sm_convert_key(c, "sheltering", "false", "QUIC has none; the default here is true");
}

void sm_quic_write_buildings(struct sm_quic *q, struct sm_quic_file *simulation,
                             struct sm_quic_file *buildings) {
  const char *const before = q->c->path;
  struct sm_quic_part whole = sm_quic_whole(buildings), block;
  q->c->path = buildings->path;
  const double roughness = sm_quic_number(q, whole, "Wall roughness", NAN);
  static const char *const counts[] = {"Number of Buildings", "Number of Structures",
                                       "Number of Polygon Building Nodes"};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) sm_quic_find(whole, counts[i]);
  const struct sm_quic_line *heading = sm_quic_find(whole, "Bld");
  if (heading != NULL && strstr(heading->label, "(m)") == NULL && heading->line > 0)
    sm_convert_wrong(q->c, heading->line,
                     "buildings in cells, of QUIC before 5.5, are not read: save the project with "
                     "a later version");
  for (size_t n = 0; heading != NULL && n < buildings->count; n++)
    if (buildings->item[n].label[0] == '\0') read_row(q, &buildings->item[n]);
  while (sm_quic_block(&whole, "Start Building", "End Building", &block)) read_block(q, block);
  q->c->path = before;
  if (buildings->count > 0) write_zones(q, simulation, roughness);
}
