/* Input of QES-Plume: sources, species, boxes and boundaries of particles. */
#include "input/convert/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Position of QES-Plume, which counts from the corner of the whole domain, in that without margin.
 */
static void write_place(struct sm_qes *q, const char *key, double x, double y,
                        const char *comment) {
  const double at[2] = {x - q->margin, y - q->margin};
  sm_convert_numbers(q->c, key, at, 2, comment);
}

static void write_height(struct sm_qes *q, const char *key, double z) {
  sm_convert_number(q->c, key, z,
                    q->terrain ? "of QES above the lowest ground; here above the ground" : NULL);
}

/* Species of a plume, and the steps of its sources. */
struct release {
  const char *species;
  double step, duration; /* s */
};

/* Time, number and mass of a release, in g. */
static void write_release(struct sm_qes *q, struct sm_xml_node *source, const struct release *r) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *steady = sm_xml_find(source, "releaseType_continuous");
  struct sm_xml_node *some = sm_xml_find(source, "releaseType_duration");
  struct sm_xml_node *node = steady != NULL ? steady : some;
  if (node == NULL) node = sm_xml_find(source, "releaseType_instantaneous");
  if (node == NULL) {
    sm_convert_wrong(c, source->line,
                     "source without releaseType_continuous, _duration or "
                     "_instantaneous");
    return;
  }
  const bool at_once = node != steady && node != some;
  const double from =
      fmax(sm_xml_number(c, node, at_once ? "releaseTime" : "releaseStartTime", 0), 0);
  const double until = sm_xml_number(c, node, "releaseEndTime", NAN);
  const double lasts = sm_xml_number(c, node, "releaseDuration", NAN);
  double stop = r->duration;
  if (node == some) stop = isnan(until) ? from + lasts : until;
  const double rate = sm_xml_number(c, node, "massPerSec", 0) +
                      sm_xml_number(c, node, "massPerTimestep", 0) / r->step;
  const double mass = sm_xml_number(c, node, "totalMass", 0);
  double count =
      at_once ? sm_xml_required(c, node, "numPar")
              : sm_xml_required(c, node, "particlePerTimestep") * ceil((stop - from) / r->step);
  if (!(stop >= from) || !(count >= 1 && count <= 1e12)) {
    sm_convert_wrong(c, node->line, "%s: no particles between %g s and %g s", node->name, from,
                     stop);
    return;
  }
  char words[96];
  snprintf(words, sizeof words, "particlePerTimestep, a step being %g s", r->step);
  sm_convert_number(c, "count", count, at_once ? "numPar" : words);
  if (from > 0 || at_once) sm_convert_number(c, "start", from, "s");
  if (node == some) sm_convert_number(c, "stop", stop, "s");
  if (rate > 0)
    sm_convert_quantity(c, "rate", rate, "g/s", "massPerSec, or massPerTimestep");
  else if (mass > 0)
    sm_convert_quantity(c, "mass", mass, "g", "totalMass");
  else
    sm_convert_comment(c, "No mass in QES, which counts particles: 1 kg is released here.");
}

static bool write_point(struct sm_qes *q, struct sm_xml_node *source) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *n = sm_xml_find(source, "sourceGeometry_Point");
  if (n == NULL) return false;
  write_place(q, "position", sm_xml_required(c, n, "posX"), sm_xml_required(c, n, "posY"),
              "posX, posY");
  write_height(q, "height", sm_xml_required(c, n, "posZ"));
  return true;
}

static bool write_line(struct sm_qes *q, struct sm_xml_node *source) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *n = sm_xml_find(source, "sourceGeometry_Line");
  if (n == NULL) return false;
  write_place(q, "position", sm_xml_required(c, n, "posX_0"), sm_xml_required(c, n, "posY_0"),
              NULL);
  write_height(q, "height", sm_xml_required(c, n, "posZ_0"));
  write_place(q, "end", sm_xml_required(c, n, "posX_1"), sm_xml_required(c, n, "posY_1"), NULL);
  write_height(q, "end_height", sm_xml_required(c, n, "posZ_1"));
  return true;
}

static bool write_cube(struct sm_qes *q, struct sm_xml_node *source) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *n = sm_xml_find(source, "sourceGeometry_Cube");
  if (n == NULL) return false;
  const double low[3] = {sm_xml_required(c, n, "minX"), sm_xml_required(c, n, "minY"),
                         sm_xml_required(c, n, "minZ")};
  const double high[3] = {sm_xml_required(c, n, "maxX"), sm_xml_required(c, n, "maxY"),
                          sm_xml_required(c, n, "maxZ")};
  const double size[3] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
  write_place(q, "position", (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, "centre of the cube");
  write_height(q, "height", low[2]);
  sm_convert_numbers(c, "size", size, 3, NULL);
  return true;
}

static bool write_sphere(struct sm_qes *q, struct sm_xml_node *source) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *n = sm_xml_find(source, "sourceGeometry_SphereShell");
  if (n == NULL) return false;
  sm_convert_string(c, "shape", "sphere", "a sphere; in QES its surface alone");
  write_place(q, "position", sm_xml_required(c, n, "posX"), sm_xml_required(c, n, "posY"), NULL);
  write_height(q, "height", sm_xml_required(c, n, "posZ"));
  sm_convert_number(c, "radius", sm_xml_required(c, n, "radius"), NULL);
  return true;
}

static void write_source(struct sm_qes *q, struct sm_xml_node *source, const struct release *r) {
  struct sm_convert *c = q->c;
  sm_convert_table(c, "[[particles.source]]", NULL);
  if (r->species != NULL) sm_convert_string(c, "species", r->species, NULL);
  if (!write_point(q, source) && !write_line(q, source) && !write_cube(q, source) &&
      !write_sphere(q, source)) {
    if (sm_xml_find(source, "sourceGeometry_FullDomain") == NULL)
      sm_convert_wrong(c, source->line, "source without a geometry");
    sm_convert_string(c, "shape", "domain", "sourceGeometry_FullDomain");
  }
  write_release(q, source, r);
}

/* Species with their sources, and sources of the input of earlier versions. */
static void write_sources(struct sm_qes *q, struct sm_xml_node *root, struct release *r) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *list = sm_xml_find(root, "particleParameters");
  struct sm_xml_node *old = sm_xml_find(root, "sourceParameters");
  for (struct sm_xml_node *p = sm_xml_find(list, "baseParticle"); p != NULL; p = sm_xml_again(p)) {
    r->species = sm_xml_text(p, "tag", "tracer");
    sm_convert_table(c, "[[particles.species]]", "baseParticle, a tracer in QES-Plume 2.3");
    sm_convert_string(c, "name", r->species, "tag");
    const double decay = sm_xml_number(c, p, "decayConst", 0);
    if (decay > 0)
      sm_convert_number(c, "half_life", log(2) / decay,
                        "s; decayConst, which QES-Plume 2.3 ignores");
    for (struct sm_xml_node *s = sm_xml_find(p, "source"); s != NULL; s = sm_xml_again(s))
      write_source(q, s, r);
  }
  r->species = NULL;
  if (old == NULL) return;
  sm_convert_comment(
      c, "The sources below are of sourceParameters, which QES-Plume 2.3 ignores: it would "
         "release nothing.");
  for (struct sm_xml_node *s = sm_xml_find(old, "source"); s != NULL; s = sm_xml_again(s))
    write_source(q, s, r);
}

/* Words of boundary conditions of QES-Plume and of simoom. */
static const char *word_of(struct sm_convert *c, struct sm_xml_node *node, const char *name,
                           const char *const words[][2], const char *otherwise) {
  const char *word = sm_xml_text(node, name, NULL);
  for (size_t i = 0; word != NULL && words[i][0] != NULL; i++)
    if (strcmp(words[i][0], word) == 0) return words[i][1];
  if (word != NULL)
    sm_convert_leave(c, sm_xml_find(node, name)->line, name, "'%.40s' has no counterpart", word);
  return otherwise;
}

static void write_boundaries(struct sm_qes *q, struct sm_xml_node *root) {
  static const char *const sides[][2] = {
      {"exiting", "delete"}, {"periodic", "periodic"}, {"reflection", "reflect"}, {NULL, NULL}};
  static const char *const tops[][2] = {
      {"exiting", "delete"}, {"reflection", "reflect"}, {NULL, NULL}};
  static const char *const walls[][2] = {{"stairstepReflection", "reflect"},
                                         {"meshReflection", "reflect"},
                                         {"setInactive", "deposit"},
                                         {NULL, NULL}};
  struct sm_convert *c = q->c;
  struct sm_xml_node *node = sm_xml_find(root, "boundaryConditions");
  if (node == NULL) return;
  const char *x = word_of(c, node, "xBCtype", sides, "delete");
  const char *y = word_of(c, node, "yBCtype", sides, x);
  if (strcmp(x, y) != 0)
    sm_convert_leave(c, sm_xml_find(node, "yBCtype")->line, "yBCtype",
                     "all four sides are of one kind: that of xBCtype");
  const char *top = word_of(c, node, "zBCtype", tops, "delete");
  const char *wall = word_of(c, node, "wallReflection", walls, "reflect");
  const bool reflects = strcmp(x, "reflect") == 0 || strcmp(top, "reflect") == 0;
  if (reflects && strcmp(wall, "deposit") == 0) {
    sm_convert_leave(c, sm_xml_find(node, "wallReflection")->line, "wallReflection",
                     "particles that end at walls are not together with a reflecting side or top");
    wall = "reflect";
  }
  sm_convert_string(c, "lateral_boundary", x, "xBCtype, yBCtype");
  sm_convert_string(c, "top", top, "zBCtype");
  sm_convert_string(c, "walls", wall, "wallReflection");
  sm_convert_string(c, "ground", wall, "wallReflection");
}

static void write_boxes(struct sm_qes *q, struct sm_xml_node *root) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *n = sm_xml_find(root, "collectionParameters");
  static const char axes[] = "XYZ";
  double low[3], size[3], cell[3];
  if (n == NULL) return;
  for (int i = 0; i < 3; i++) {
    char name[24];
    snprintf(name, sizeof name, "boxBounds%c1", axes[i]);
    low[i] = sm_xml_required(c, n, name);
    name[10] = '2';
    size[i] = sm_xml_required(c, n, name) - low[i];
    snprintf(name, sizeof name, "nBoxes%c", axes[i]);
    const double boxes = sm_xml_required(c, n, name);
    cell[i] = boxes >= 1 ? size[i] / boxes : 0;
    if (!(cell[i] > 0) && c->errors == 0)
      sm_convert_wrong(c, n->line, "collectionParameters: no boxes along %c", axes[i]);
  }
  sm_convert_table(c, "[particles.concentration]", NULL);
  write_place(q, "origin", low[0], low[1], "boxBoundsX1, boxBoundsY1");
  sm_convert_numbers(c, "size", size, 2, "boxBounds");
  sm_convert_number(c, "height", low[2] + size[2], "boxBoundsZ2, above the lowest ground");
  sm_convert_numbers(c, "cell_size", cell, 3, "boxBounds over nBoxes");
  const double interval = sm_xml_number(c, n, "timeAvgFreq", 0);
  if (interval > 0) sm_convert_number(c, "interval", interval, "s; timeAvgFreq");
  if (low[2] != 0)
    sm_convert_leave(c, sm_xml_find(n, "boxBoundsZ1")->line, "boxBoundsZ1",
                     "boxes begin at the lowest ground");
  if (sm_xml_number(c, n, "timeAvgStart", 0) != 0)
    sm_convert_leave(c, sm_xml_find(n, "timeAvgStart")->line, "timeAvgStart",
                     "intervals begin with the release: the first ones may be left out afterwards");
}

void sm_qes_write_plume(struct sm_qes *q, struct sm_xml_node *root) {
  struct sm_convert *c = q->c;
  struct sm_xml_node *n = sm_xml_find(root, "plumeParameters");
  if (n == NULL) {
    sm_convert_wrong(c, root->line, "no plumeParameters");
    return;
  }
  struct release r = {NULL, sm_xml_required(c, n, "timeStep"), sm_xml_required(c, n, "simDur")};
  if (!(r.step > 0) || !(r.duration > 0)) {
    sm_convert_wrong(c, n->line, "timeStep and simDur are above 0");
    return;
  }
  sm_convert_table(c, "[particles]", NULL);
  sm_convert_number(c, "duration", r.duration, "s; simDur");
  char words[80];
  snprintf(words, sizeof words, "from cells and wind; timeStep = %g s in QES", r.step);
  sm_convert_string(c, "step", "auto", words);
  const char *method = sm_xml_text(n, "interpolationMethod", NULL);
  if (method != NULL && strcmp(method, "triLinear") == 0)
    sm_convert_string(c, "interpolation", "trilinear", "interpolationMethod");
  else if (method != NULL)
    sm_convert_leave(c, sm_xml_find(n, "interpolationMethod")->line, "interpolationMethod",
                     "'%.40s' has no counterpart", method);
  const double often =
      sm_xml_number(c, sm_xml_find(root, "particleOutputParameters"), "outputFrequency", 0);
  if (often > 0)
    sm_convert_number(c, "snapshots", often, "s; outputFrequency: files of all particles");
  write_boundaries(q, root);
  write_sources(q, root, &r);
  write_boxes(q, root);
}
