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
  const double part = page_part(p, value);
  if (p->logarithmic && part < 0) return NOTHING;
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

/* World coordinates moved to the nearest border between pixels: shapes then meet without seams. */
static double snap_x(const struct page *page, double metres) {
  const double left = page->left * page->picture->width;
  const double at = left + (metres / page->picture->axis_unit - page->x0) / page->x_pixel;
  return page->x0 + (floor(at + 0.5) - left) * page->x_pixel;
}

static double snap_y(const struct page *page, double metres) {
  const double bottom = page->bottom * page->picture->height;
  const double at = bottom + (metres / page->picture->axis_unit - page->y0) / page->y_pixel;
  return page->y0 + (floor(at + 0.5) - bottom) * page->y_pixel;
}

/* Runs of equal colour, row by row from below. Every box reaches a little under its right and
 * upper neighbours, which are painted later, because PLplot's own coordinates are rounded. */
void draw_cells(const struct page *page, bool solids) {
  const struct sm_picture *p = page->picture;
  const bool pixels = p->format == SM_PICTURE_PNG;
  for (int j = 0; j < p->ny; j++) {
    const double low = p->y_edge[j], high = p->y_edge[j + 1];
    const double y0 = pixels ? snap_y(page, low) : low / p->axis_unit;
    const double y1 = (pixels ? snap_y(page, high) : high / p->axis_unit) + 0.5 * page->y_pixel;
    for (int i = 0; i < p->nx;) {
      const int shade = shade_of(p, (size_t)i + (size_t)p->nx * (size_t)j);
      const double from = p->x_edge[i];
      do i++;
      while (i < p->nx && shade_of(p, (size_t)i + (size_t)p->nx * (size_t)j) == shade);
      if (shade == NOTHING || (shade >= BUILDING) != solids) continue;
      const double x0 = pixels ? snap_x(page, from) : from / p->axis_unit;
      const double x1 =
          (pixels ? snap_x(page, p->x_edge[i]) : p->x_edge[i] / p->axis_unit) + 0.5 * page->x_pixel;
      const PLFLT x[4] = {x0, x1, x1, x0}, y[4] = {y0, y0, y1, y1};
      use_shade(shade);
      plfill(4, x, y);
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

/* What lines of levels are drawn of: decades of the level. Nothing is taken for a tenth of it, so
 * that lines run between what is above and boxes without anything. */
struct levels {
  struct sm_picture picture;
  double level;
};

static double decades_at(const struct levels *from, int i, int j) {
  const struct sm_picture *p = &from->picture;
  if (i < 0 || i >= p->nx || j < 0 || j >= p->ny) return NAN;
  const double value = (double)p->value[(size_t)i + (size_t)p->nx * (size_t)j];
  if (isnan(value)) return NAN;
  return value > 0.1 * from->level ? log10(value / from->level) : -1;
}

/* Solids are as the highest of their neighbours, so that lines end at their walls. */
static PLFLT level_value(PLINT i, PLINT j, PLPointer data) {
  const struct levels *from = data;
  double most = decades_at(from, i, j);
  if (!isnan(most)) return most;
  most = -1;
  for (int n = 0; n < 4; n++)
    most = fmax(most, decades_at(from, i + (n == 0) - (n == 1), j + (n == 2) - (n == 3)));
  return most;
}

void draw_levels(const struct page *page) {
  const struct sm_picture *p = page->picture;
  if (p->nx < 2 || p->ny < 2) return;
  struct levels from = {.picture = *p};
  page_line(page, INK_TEXT, 2);
  for (int n = 0; n < p->levels; n++) {
    const PLFLT zero[1] = {0};
    from.level = p->level[n];
    plfcont(level_value, &from, p->nx, p->ny, 1, p->nx, 1, p->ny, zero, 1, to_world, &from.picture);
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
