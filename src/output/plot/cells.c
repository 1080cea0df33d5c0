/* The plane of cells: colours, solids, ground, contours. */
#include "output/plot/page.h"
#include <math.h>
#include <stdlib.h>

enum { NOTHING = -1, BUILDING = 1000, GROUND = 1001 }; /* beside shades 0..255 */

static int shade_of(const struct sm_picture *p, size_t at) {
  if (p->solid != NULL && p->solid[at] == 1) return BUILDING;
  if (p->solid != NULL && p->solid[at] == 2) return GROUND;
  const double value = (double)p->value[at];
  if (isnan(value)) return NOTHING;
  const double part = (value - p->low) / (p->high - p->low);
  return (int)(fmin(fmax(part, 0), 1) * 255 + 0.5);
}

static void use_shade(int shade) {
  if (shade == BUILDING) {
    plcol0(INK_BUILDING);
  } else if (shade == GROUND) {
    plcol0(INK_GROUND);
  } else {
    plcol1(shade / 255.0);
  }
}

/* Runs of equal colour, row by row from below. Every box reaches a pixel under its right and upper
 * neighbours, which are painted later: no seams of the smoothed edges show. */
void draw_cells(const struct page *page) {
  const struct sm_picture *p = page->picture;
  const double unit = p->axis_unit;
  for (int j = 0; j < p->ny; j++) {
    const double y0 = p->y_edge[j] / unit;
    const double y1 = fmin(p->y_edge[j + 1] / unit + page->y_pixel, page->y1);
    for (int i = 0; i < p->nx;) {
      const int shade = shade_of(p, (size_t)i + (size_t)p->nx * (size_t)j);
      int end = i + 1;
      while (end < p->nx && shade_of(p, (size_t)end + (size_t)p->nx * (size_t)j) == shade) end++;
      if (shade != NOTHING) {
        const double x0 = p->x_edge[i] / unit;
        const double x1 = fmin(p->x_edge[end] / unit + page->x_pixel, page->x1);
        const PLFLT x[4] = {x0, x1, x1, x0}, y[4] = {y0, y0, y1, y1};
        use_shade(shade);
        plfill(4, x, y);
      }
      i = end;
    }
  }
}

/* The ground of a section, as the terrain has it and not its stairs. */
void draw_ground(const struct page *page) {
  const struct sm_picture *p = page->picture;
  const double unit = p->axis_unit;
  const size_t points = (size_t)p->nx + 4;
  PLFLT *x = calloc(points, sizeof *x), *y = calloc(points, sizeof *y);
  if (x != NULL && y != NULL) {
    for (int i = 0; i < p->nx; i++) {
      x[i + 1] = 0.5 * (p->x_edge[i] + p->x_edge[i + 1]) / unit;
      y[i + 1] = (double)p->ground[i] / unit;
    }
    x[0] = page->x0;
    y[0] = y[1];
    x[p->nx + 1] = page->x1;
    y[p->nx + 1] = y[p->nx];
    x[p->nx + 2] = page->x1;
    x[p->nx + 3] = page->x0;
    y[p->nx + 2] = y[p->nx + 3] = page->y0;
    plcol0(INK_GROUND);
    plfill((PLINT)points, x, y);
    page_line(page, INK_EDGE, 1.5);
    plline(p->nx + 2, x, y);
  }
  free(x);
  free(y);
}

/* Cell index to world coordinates, for plcont. */
static void to_world(PLFLT i, PLFLT j, PLFLT *x, PLFLT *y, PLPointer data) {
  const struct sm_picture *p = data;
  const int low_i = (int)fmin(fmax(floor(i), 0), p->nx - 1),
            low_j = (int)fmin(fmax(floor(j), 0), p->ny - 1);
  *x = (p->x_edge[low_i] + (i - low_i + 0.5) * (p->x_edge[low_i + 1] - p->x_edge[low_i])) /
       p->axis_unit;
  *y = (p->y_edge[low_j] + (j - low_j + 0.5) * (p->y_edge[low_j + 1] - p->y_edge[low_j])) /
       p->axis_unit;
}

static PLFLT contour_value(PLINT i, PLINT j, PLPointer data) {
  const struct sm_picture *p = data;
  return (double)p->contour[(size_t)i + (size_t)p->nx * (size_t)j];
}

void draw_contours(const struct page *page) {
  const struct sm_picture *p = page->picture;
  const size_t cells = (size_t)p->nx * (size_t)p->ny;
  double least = INFINITY, most = -INFINITY;
  if (p->nx < 2 || p->ny < 2) return;
  for (size_t c = 0; c < cells; c++) {
    least = fmin(least, (double)p->contour[c]);
    most = fmax(most, (double)p->contour[c]);
  }
  page_line(page, INK_CONTOUR, 1);
  struct sm_picture copy = *p; /* PLplot takes no pointer to const */
  for (double level = ceil(least / p->contour_step) * p->contour_step; level < most;
       level += p->contour_step) {
    const PLFLT levels[1] = {level};
    plfcont(contour_value, &copy, p->nx, p->ny, 1, p->nx, 1, p->ny, levels, 1, to_world, &copy);
  }
}

/* Lines between solids and air. */
void draw_outlines(const struct page *page) {
  const struct sm_picture *p = page->picture;
  const double unit = p->axis_unit;
  if (p->solid == NULL) return;
  page_line(page, INK_EDGE, 1.2);
  for (int j = 0; j < p->ny; j++) {
    for (int i = 0; i < p->nx; i++) {
      const size_t at = (size_t)i + (size_t)p->nx * (size_t)j;
      const bool here = p->solid[at] == 1;
      if (i > 0 && here != (p->solid[at - 1] == 1))
        pljoin(p->x_edge[i] / unit, p->y_edge[j] / unit, p->x_edge[i] / unit,
               p->y_edge[j + 1] / unit);
      if (j > 0 && here != (p->solid[at - (size_t)p->nx] == 1))
        pljoin(p->x_edge[i] / unit, p->y_edge[j] / unit, p->x_edge[i + 1] / unit,
               p->y_edge[j] / unit);
    }
  }
}
