#include "output/analyse/analyse.h"

#include <math.h>
#include <stdlib.h>

/* In units of the line separation: step along a line, minimum distance of lines, minimum length. */
static const double step = 0.1, closest = 0.5, shortest = 1.5;
enum { MOST_STEPS = 20000 }; /* per line and direction */

/* Points of all lines, with a grid of squares of the width of the line separation for searches. */
struct finder {
  const struct sm_streamlines_request *want;
  struct sm_streamlines *out;
  size_t points, room, room_lines;
  int nx, ny;
  size_t *newest;     /* [ny][nx] 1 + index of the last point in a square; 0: none */
  size_t *older;      /* [room] 1 + index of the previous point in the same square */
  double *side[2][2]; /* [backward, forward][x, y] current line */
  int steps[2];
};

static void *grow(void *old, size_t count, size_t size, bool *failed) {
  void *new = realloc(old, count * size);
  if (new != NULL) return new;
  *failed = true;
  return old;
}

static int square(double at, double apart, int n) {
  const int i = (int)floor(at / apart);
  return i < 0 ? 0 : i < n ? i : n - 1;
}

static bool closer(double x, double y, double distance) {
  return x * x + y * y < distance * distance;
}

/* True when a point of another line is closer than `distance`. */
static bool is_near(const struct finder *f, double x, double y, double distance) {
  const double apart = f->want->apart;
  const int i = square(x, apart, f->nx), j = square(y, apart, f->ny);
  for (int b = j > 0 ? j - 1 : 0; b <= j + 1 && b < f->ny; b++)
    for (int a = i > 0 ? i - 1 : 0; a <= i + 1 && a < f->nx; a++)
      for (size_t p = f->newest[a + f->nx * b]; p > 0; p = f->older[p - 1])
        if (closer(f->out->x[p - 1] - x, f->out->y[p - 1] - y, distance)) return true;
  return false;
}

/* Unit vector along the wind; false without wind. */
static bool heading(const struct finder *f, double x, double y, double out[2]) {
  const struct sm_streamlines_request *w = f->want;
  double wind[2];
  if (!(x >= 0 && x <= w->width && y >= 0 && y <= w->height) || !w->wind(w->data, x, y, wind))
    return false;
  const double speed = hypot(wind[0], wind[1]);
  if (!(speed > 0) || isinf(speed)) return false;
  for (int d = 0; d < 2; d++) out[d] = wind[d] / speed;
  return true;
}

/* True when a line returns to one of its points, `from` or more steps back. */
static bool meets_itself(const struct finder *f, int side, int n, double x, double y) {
  const int lately = (int)(1 / step);
  const double distance = closest * f->want->apart;
  for (int s = 0; s <= side; s++)
    for (int m = 0; m < (s == side ? n - lately : f->steps[s]); m++)
      if ((s == side || m + n > lately) &&
          closer(f->side[s][0][m] - x, f->side[s][1][m] - y, distance))
        return true;
  return false;
}

/* Integrates forward (side 1) or backward (side 0) along the wind from a point by the midpoint
 * rule. */
static void follow(struct finder *f, int side, double x, double y) {
  const double length = (side == 1 ? step : -step) * f->want->apart;
  int n = 0;
  for (f->steps[side] = 0; n < MOST_STEPS; f->steps[side] = ++n) {
    double first[2], middle[2];
    f->side[side][0][n] = x;
    f->side[side][1][n] = y;
    if (!heading(f, x, y, first) ||
        !heading(f, x + 0.5 * length * first[0], y + 0.5 * length * first[1], middle))
      break;
    if (first[0] * middle[0] + first[1] * middle[1] < 0) break; /* converging or diverging wind */
    x += length * middle[0];
    y += length * middle[1];
    if (!heading(f, x, y, first) || is_near(f, x, y, closest * f->want->apart) ||
        meets_itself(f, side, n, x, y))
      break;
  }
  f->steps[side] = n + (n < MOST_STEPS ? 1 : 0);
}

static bool keep_point(struct finder *f, double x, double y) {
  struct sm_streamlines *o = f->out;
  if (f->points == f->room) {
    bool failed = false;
    f->room = 2 * f->room + 1024;
    o->x = grow(o->x, f->room, sizeof *o->x, &failed);
    o->y = grow(o->y, f->room, sizeof *o->y, &failed);
    f->older = grow(f->older, f->room, sizeof *f->older, &failed);
    if (failed) return false;
  }
  const double apart = f->want->apart;
  size_t *newest = &f->newest[square(x, apart, f->nx) + f->nx * square(y, apart, f->ny)];
  o->x[f->points] = x;
  o->y[f->points] = y;
  f->older[f->points] = *newest;
  *newest = ++f->points;
  return true;
}

static bool keep_line(struct finder *f) {
  struct sm_streamlines *o = f->out;
  if (o->lines + 1 >= f->room_lines) {
    bool failed = false;
    f->room_lines = 2 * f->room_lines + 64;
    o->first = grow(o->first, f->room_lines, sizeof *o->first, &failed);
    if (failed) return false;
  }
  o->first[o->lines++] = f->points;
  for (int n = f->steps[0] - 1; n > 0; n--)
    if (!keep_point(f, f->side[0][0][n], f->side[0][1][n])) return false;
  for (int n = 0; n < f->steps[1]; n++)
    if (!keep_point(f, f->side[1][0][n], f->side[1][1][n])) return false;
  o->first[o->lines] = f->points;
  return true;
}

/* Adds the streamline through a point if it fits between the others. */
static bool try_line(struct finder *f, double x, double y) {
  double along[2];
  if (!heading(f, x, y, along) || is_near(f, x, y, f->want->apart)) return true;
  follow(f, 0, x, y);
  follow(f, 1, x, y);
  return f->steps[0] + f->steps[1] < shortest / step || keep_line(f);
}

/* Adds lines beside existing ones, in turn, until no more fit. */
static bool fill_sides(struct finder *f, size_t *line) {
  for (; *line < f->out->lines; ++*line) {
    for (size_t p = f->out->first[*line]; p < f->out->first[*line + 1]; p++) {
      double along[2];
      const double x = f->out->x[p], y = f->out->y[p], apart = 1.001 * f->want->apart;
      if (!heading(f, x, y, along)) continue;
      if (!try_line(f, x - apart * along[1], y + apart * along[0]) ||
          !try_line(f, x + apart * along[1], y - apart * along[0]))
        return false;
    }
  }
  return true;
}

static bool find_all(struct finder *f) {
  const double apart = f->want->apart, finer = 0.5 * apart;
  size_t line = 0;
  if (!try_line(f, 0.5 * f->want->width, 0.5 * f->want->height)) return false;
  for (double y = 0.5 * finer; y < f->want->height; y += finer)
    for (double x = 0.5 * finer; x < f->want->width; x += finer)
      if (!fill_sides(f, &line) || !try_line(f, x, y)) return false;
  return fill_sides(f, &line);
}

bool sm_streamlines_find(const struct sm_streamlines_request *want, struct sm_streamlines *out) {
  *out = (struct sm_streamlines){.lines = 0};
  struct finder f = {.want = want, .out = out};
  f.nx = (int)fmax(1, ceil(want->width / want->apart));
  f.ny = (int)fmax(1, ceil(want->height / want->apart));
  f.newest = calloc((size_t)f.nx * (size_t)f.ny, sizeof *f.newest);
  bool good = f.newest != NULL;
  for (int s = 0; s < 4; s++) {
    f.side[s / 2][s % 2] = malloc(MOST_STEPS * sizeof(double));
    good = good && f.side[s / 2][s % 2] != NULL;
  }
  good = good && find_all(&f);
  for (int s = 0; s < 4; s++) free(f.side[s / 2][s % 2]);
  free(f.newest);
  free(f.older);
  if (!good) sm_streamlines_free(out);
  return good;
}

void sm_streamlines_free(struct sm_streamlines *lines) {
  free(lines->first);
  free(lines->x);
  free(lines->y);
  *lines = (struct sm_streamlines){.lines = 0};
}
