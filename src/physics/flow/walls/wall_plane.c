/* Plane of a wall that cuts a cell, from the open fractions of its faces; cell/momentum/cut_cells.h
 * needs distances from it. */
#include "physics/flow/walls/walls.h"

#include <math.h>

/* Sampling lines of an area, along each of two axes; bisection steps for a distance. */
enum { LINES = 12, HALVINGS = 30 };

/* A box within the cell and its sampling: exact along axis `along`, by lines along the other two,
 * of which one suffices where the normal has no component. */
struct box {
  double low[3], high[3];
  int along, lines[3];
};

static int steepest(const double normal[3]) {
  int axis = 0;
  for (int d = 1; d < 3; d++)
    if (fabs(normal[d]) > fabs(normal[axis])) axis = d;
  return axis;
}

static struct box box_of(const double width[3], const double normal[3]) {
  struct box box = {.along = steepest(normal)};
  for (int d = 0; d < 3; d++) {
    box.high[d] = 0.5 * width[d];
    box.low[d] = -box.high[d];
    box.lines[d] = fabs(normal[d]) > 1e-9 && d != box.along ? LINES : 1;
  }
  return box;
}

/* Part of a box above the plane normal x = offset: its fraction and centroid; number of lines that
 * cross the plane, and mean crossing point. */
struct part {
  double share, middle[3];
  int crossed;
  double wall[3];
};

static struct part part_above(const struct box *box, const double normal[3], double offset) {
  const int a = box->along, b = (a + 1) % 3, e = (a + 2) % 3;
  const double length = box->high[a] - box->low[a];
  struct part part = {.share = 0};
  for (int q = 0; q < box->lines[e]; q++)
    for (int p = 0; p < box->lines[b]; p++) {
      double at[3];
      at[b] = box->low[b] + (p + 0.5) / box->lines[b] * (box->high[b] - box->low[b]);
      at[e] = box->low[e] + (q + 0.5) / box->lines[e] * (box->high[e] - box->low[e]);
      const double level = (offset - normal[b] * at[b] - normal[e] * at[e]) / normal[a];
      const double wall = fmin(fmax(level, box->low[a]), box->high[a]);
      const double from = normal[a] > 0 ? wall : box->low[a];
      const double to = normal[a] > 0 ? box->high[a] : wall;
      at[a] = 0.5 * (from + to);
      for (int d = 0; d < 3; d++) part.middle[d] += (to - from) * at[d];
      part.share += to - from;
      if (wall < level || wall > level) continue; /* crossing outside the box */
      at[a] = wall;
      for (int d = 0; d < 3; d++) part.wall[d] += at[d];
      part.crossed++;
    }
  for (int d = 0; d < 3; d++) {
    part.middle[d] = part.share > 0 ? part.middle[d] / part.share : 0;
    part.wall[d] = part.crossed > 0 ? part.wall[d] / part.crossed : 0;
  }
  part.share /= length * box->lines[b] * box->lines[e];
  return part;
}

/* Offset of the plane that leaves the fraction `open` of a box. */
static double find_offset(const struct box *box, const double normal[3], double open) {
  double reach = 0;
  for (int d = 0; d < 3; d++)
    reach += fmax(fabs(box->low[d]), fabs(box->high[d])) * fabs(normal[d]);
  double low = -reach, high = reach;
  for (int m = 0; m < HALVINGS; m++) {
    const double middle = 0.5 * (low + high);
    if (part_above(box, normal, middle).share > open)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/* A face of the cell as a box of zero depth. */
static struct box face_of(const struct box *cell, const double normal[3], int face) {
  struct box box = *cell;
  const int d = face / 2;
  const double at = face % 2 ? cell->high[d] : cell->low[d];
  double along[3] = {normal[0], normal[1], normal[2]};
  along[d] = 0;
  box.along = steepest(along) == d ? (d + 1) % 3 : steepest(along);
  for (int e = 0; e < 3; e++) box.lines[e] = e == d || e == box.along ? 1 : LINES;
  box.low[d] = box.high[d] = at;
  return box;
}

/* Centroid of the open part of a face; the plane is shifted to match the open fraction. */
static void find_middle(const struct box *cell, const double normal[3], int face, double open,
                        double out[3]) {
  const int d = face / 2;
  const struct box box = face_of(cell, normal, face);
  double along[3] = {normal[0], normal[1], normal[2]};
  along[d] = 0;
  for (int e = 0; e < 3; e++) out[e] = 0.5 * (box.low[e] + box.high[e]);
  if (!(open > 0) || open >= 1 || !(fabs(along[box.along]) > 1e-9)) return;
  const struct part part = part_above(&box, along, find_offset(&box, along, open));
  for (int e = 0; e < 3; e++)
    if (e != d) out[e] = part.middle[e];
}

void sm_wall_plane_find(const double width[3], const double fraction[6], const bool flat[3],
                        struct sm_wall_plane *out) {
  double across[3], size = 0, open = 1, least = HUGE_VAL;
  *out = (struct sm_wall_plane){.area = 0};
  for (int d = 0; d < 3; d++) {
    const double area = width[(d + 1) % 3] * width[(d + 2) % 3];
    const double low = fraction[2 * d], high = fraction[2 * d + 1];
    across[d] = flat[d] ? 0 : area * (high - low);
    size += across[d] * across[d];
    const double slope = flat[d] ? 0 : fabs(high - low);
    if (slope >= least)
      continue; /* the axis most parallel to the wall: all sections across it are
                   alike */
    least = slope;
    open = flat[d] ? fmax(low, high) : 0.5 * (low + high);
  }
  out->area = sqrt(size);
  if (!(out->area > 1e-6 * width[0] * width[0])) {
    out->area = 0;
    for (int f = 0; f < 6; f++) {
      out->half[f] = 1;
      out->middle[f][f / 2] = (f % 2 ? 0.5 : -0.5) * width[f / 2];
    }
    return;
  }
  for (int d = 0; d < 3; d++) out->normal[d] = across[d] / out->area;
  const struct box cell = box_of(width, out->normal);
  const double offset = find_offset(&cell, out->normal, open);
  const struct part part = part_above(&cell, out->normal, offset);
  for (int d = 0; d < 3; d++) {
    out->point[d] = part.crossed > 0 ? part.wall[d] : offset * out->normal[d];
    out->centre[d] = part.middle[d];
  }
  for (int f = 0; f < 6; f++) {
    struct box half = cell;
    if (f % 2)
      half.low[f / 2] = 0;
    else
      half.high[f / 2] = 0;
    out->half[f] = part_above(&half, out->normal, offset).share;
    find_middle(&cell, out->normal, f, fraction[f], out->middle[f]);
  }
}
