/* Contour lines of levels, such as concentration thresholds, and their labels. */
#include "output/plot/page.h"
#include <math.h>
#include <string.h>

/* Data of the contour lines: log10 of the value over the level. Values up to a tenth of the level,
 * and empty boxes, count as a tenth. */
struct levels {
  struct sm_plot_picture picture;
  double level;
};

static double decades_at(const struct levels *from, int i, int j) {
  const struct sm_plot_picture *p = &from->picture;
  if (i < 0 || i >= p->nx || j < 0 || j >= p->ny) return NAN;
  const double value = (double)p->value[(size_t)i + (size_t)p->nx * (size_t)j];
  if (isnan(value)) return NAN;
  return value > 0.1 * from->level ? log10(value / from->level) : -1;
}

/* Solid cells get the highest value of their neighbours, so that contour lines end at walls. */
static PLFLT level_value(PLINT i, PLINT j, PLPointer data) {
  const struct levels *from = data;
  double most = decades_at(from, i, j);
  if (!isnan(most)) return most;
  most = -1;
  for (int n = 0; n < 4; n++)
    most = fmax(most, decades_at(from, i + (n == 0) - (n == 1), j + (n == 2) - (n == 3)));
  return most;
}

/* Place of the label of a contour line: the uppermost row that has cells above the level of which
 * five of the eight neighbours are above it too, at the mean of their columns. False: none. */
static bool find_upper_end(const struct levels *from, int *i, int *j) {
  const struct sm_plot_picture *p = &from->picture;
  for (*j = p->ny - 1; *j >= 0; (*j)--) {
    int count = 0;
    long sum = 0;
    for (int c = 0; c < p->nx; c++) {
      int above = 0;
      for (int n = 0; n < 9; n++)
        above += decades_at(from, c + n % 3 - 1, *j + n / 3 - 1) >= 0 ? 1 : 0;
      if (above < 6 || !(decades_at(from, c, *j) >= 0)) continue;
      sum += c;
      count++;
    }
    *i = count > 0 ? (int)(sum / count) : 0;
    if (count > 0) return true;
  }
  return false;
}

/* Writes the label of each contour line above its upper end, within the map. */
void draw_level_names(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  struct levels from = {.picture = *p};
  const double s = page->scale, left = page->left * p->width, bottom = page->bottom * p->height;
  const double right = left + (page->x1 - page->x0) / page->x_pixel;
  const double top = bottom + (page->y1 - page->y0) / page->y_pixel - 12 * s;
  if (p->level_name == NULL || p->value == NULL || p->nx < 2 || p->ny < 2) return;
  page_use_pixels(page);
  for (int n = 0; n < p->levels; n++) {
    int i, j;
    from.level = p->level[n];
    if (!find_upper_end(&from, &i, &j)) continue;
    const double x = 0.5 * (p->x_edge[i] + p->x_edge[i + 1]) / p->axis_unit;
    const double y = p->y_edge[j + 1] / p->axis_unit;
    const double half = 4.2 * s * (double)strlen(p->level_name[n]); /* width, in pixels */
    draw_name(page, fmax(fmin(left + (x - page->x0) / page->x_pixel, right - half), left + half),
              fmin(bottom + (y - page->y0) / page->y_pixel + 12 * s, top), 0.5, p->level_name[n]);
  }
  page_use_plane(page);
}

void draw_levels(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  if (p->nx < 2 || p->ny < 2) return;
  struct levels from = {.picture = *p};
  page_line(page, INK_TEXT, 2);
  for (int n = 0; n < p->levels; n++) {
    const PLFLT zero[1] = {0};
    from.level = p->level[n];
    plfcont(level_value, &from, p->nx, p->ny, 1, p->nx, 1, p->ny, zero, 1, page_to_world,
            &from.picture);
  }
}
