/* wall_distance.h - exact distance to the nearest wall, along grid lines.
 *
 * The squared distance of a point to a box is the sum over the axes of the squared distances to the
 * box's intervals, so that the minimum over all boxes is found axis by axis, each line of cells
 * independently: along x from the solid cells alone, along y and z from the result of the previous
 * axes,
 *
 *   f'(p) = min over cells q of [ f(q) + (distance of centre p to the interval of cell q)^2 ].
 *
 * The intervals end at faces. The parabola with its vertex at a face of q is nowhere below the
 * required value, and for a centre outside of q that of the nearer face is equal to it. Hence
 *
 *   f'(p) = min { f(p), min over faces m of [ min(f(m - 1), f(m)) + (centre p - face m)^2 ] }:
 *
 * the lower envelope of parabolas of equal width, which Felzenszwalb & Huttenlocher (Theory of
 * Computing 8, 2012, 415) find in a time proportional to the length of the line. Cells may be of
 * any widths. Positions are in double, since differences of a fraction of a metre are needed
 * kilometres from the origin. */
#ifndef SM_CELL_DIAGNOSTIC_WALL_DISTANCE_H
#define SM_CELL_DIAGNOSTIC_WALL_DISTANCE_H

#include "cell/open_faces.h"
#include "cell/port.h"

/* Sweep along x, from the face bytes of the domain; a cell without open face is solid. Box: (n_y,
 * n_z, 1). */
struct sm_distance_rows {
  int n;                       /* cells of a row */
  ptrdiff_t open_sy, open_sz;  /* strides of the bytes */
  ptrdiff_t sy, sz;            /* strides of the distances */
  const uint8_t *open;         /* per cell, bits as in cell/open_faces.h */
  const double *face, *centre; /* m */
  float *squared;              /* squared distance, m2; 0 in solid cells, INFINITY in rows without
                                  any */
};

SM_FN void sm_cell_distance_rows(const struct sm_distance_rows *s, int j, int k, int unused) {
  (void)unused;
  const uint8_t *open = s->open + j * s->open_sy + k * s->open_sz;
  float *squared = s->squared + j * s->sy + k * s->sz;
  double wall = -INFINITY;
  for (int i = 0; i < s->n; i++) {
    const int solid = (open[i] & SM_OPEN_ALL) == 0;
    wall = solid ? s->face[i + 1] : wall;
    const double d = solid ? 0.0 : s->centre[i] - wall;
    squared[i] = (float)(d * d);
  }
  wall = INFINITY;
  for (int i = s->n - 1; i >= 0; i--) {
    wall = (open[i] & SM_OPEN_ALL) == 0 ? s->face[i] : wall;
    const double d = wall - s->centre[i];
    const float ahead = (float)(d * d);
    squared[i] = ahead < squared[i] ? ahead : squared[i];
  }
}

/* A parabola of the envelope: height + (position - face at)^2. */
struct sm_distance_parabola {
  float height; /* m2 */
  int32_t at;
};

/* Sweep along y or z, in place. A row of lines has n_x of them; each has its own stack for the
 * envelope, n + 1 entries. Box: (n_x, rows, 1), first row `first`. */
struct sm_distance_lines {
  int n;                  /* cells of a line */
  ptrdiff_t step, across; /* strides to the next cell of a line, to the next row of lines */
  const double *face, *centre;
  float *squared;
  float below; /* value before the first face: 0 where lines start at a wall, else INFINITY */
  int root;    /* last axis: computes the distance instead of its square */
  int first, nx;
  ptrdiff_t stack_step, stack_line; /* sites */
  struct sm_distance_parabola *stack;
};

/* Whether parabola b, with its vertex between those of a and c, is nowhere the lowest: its
 * intersection with c is not beyond that with a. */
SM_FN int sm_distance_hidden(const double *face, struct sm_distance_parabola a,
                             struct sm_distance_parabola b, struct sm_distance_parabola c) {
  const double u = face[b.at] - face[a.at], v = face[c.at] - face[b.at];
  const double before = (double)b.height - (double)a.height;
  const double after = (double)c.height - (double)b.height;
  return before * v - after * u >= u * v * (u + v);
}

SM_FN double sm_distance_value(const double *face, struct sm_distance_parabola a, double position) {
  const double d = position - face[a.at];
  return (double)a.height + d * d;
}

/* Computes the envelope of a line on its stack, in the order of the faces; returns its length. */
SM_FN int sm_distance_envelope(const struct sm_distance_lines *s, const float *line,
                               struct sm_distance_parabola *stack) {
  int count = 0;
  float before = s->below;
  for (int m = 0; m <= s->n; m++) {
    const float after = m < s->n ? line[m * s->step] : INFINITY;
    struct sm_distance_parabola site;
    site.height = before < after ? before : after;
    site.at = m;
    before = after;
    if (isinf(site.height)) continue;
    while (count > 1 && sm_distance_hidden(s->face, stack[(count - 2) * s->stack_step],
                                           stack[(count - 1) * s->stack_step], site))
      count--;
    stack[count * s->stack_step] = site;
    count++;
  }
  return count;
}

SM_FN void sm_cell_distance_lines(const struct sm_distance_lines *s, int i, int row, int unused) {
  (void)unused;
  float *line = s->squared + i + row * s->across;
  struct sm_distance_parabola *stack =
      s->stack + (i + (row - s->first) * (ptrdiff_t)s->nx) * s->stack_line;
  const int count = sm_distance_envelope(s, line, stack);
  int at = 0;
  for (int p = 0; p < s->n; p++) {
    double least = count > 0 ? sm_distance_value(s->face, stack[at * s->stack_step], s->centre[p])
                             : (double)INFINITY;
    while (at + 1 < count) {
      const double next = sm_distance_value(s->face, stack[(at + 1) * s->stack_step], s->centre[p]);
      if (next > least) break;
      least = next;
      at++;
    }
    const double own = (double)line[p * s->step], f = own < least ? own : least;
    line[p * s->step] = (float)(s->root ? sqrt(f) : f);
  }
}

#endif
