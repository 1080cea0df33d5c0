/* Evenly spaced streamlines with arrow heads. */
#include "output/analyse/analyse.h"
#include "output/plot/page.h"
#include <math.h>

static bool wind_at(const void *data, double x, double y, double out[2]) {
  return page_wind(data, x, y, out);
}

/* Draws arrow heads along a line, the first one half a spacing from its start. */
static void draw_heads(const struct page *page, const double *x, const double *y, size_t count,
                       double apart, bool filled) {
  double way = 0.5 * apart;
  for (size_t n = 1; n < count; n++) {
    const double dx = x[n] - x[n - 1], dy = y[n] - y[n - 1], length = hypot(dx, dy);
    way += length;
    if (way < apart || !(length > 0)) continue;
    draw_head(x[n], y[n], dx / length, dy / length, 8 * page->scale, filled);
    way = 0;
  }
}

/* Draws all lines in one colour: the dark casings of all lines are below the light cores. */
static void draw_lines(const struct page *page, const struct sm_streamlines *lines, bool light) {
  const double apart = fmax(90, 4.0 * page->picture->arrow_pixels) * page->scale;
  for (size_t l = 0; l < lines->lines; l++) {
    const size_t from = lines->first[l], count = lines->first[l + 1] - from;
    page_line(page, light ? INK_ARROW : INK_CASING, light ? 1.3 : 2.9);
    plline((PLINT)count, lines->x + from, lines->y + from);
    draw_heads(page, lines->x + from, lines->y + from, count, apart, light);
  }
}

void draw_streamlines(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double left = page->left * p->width, bottom = page->bottom * p->height;
  const struct sm_streamlines_request want = {(page->right - page->left) * p->width,
                                              (page->top - page->bottom) * p->height,
                                              p->arrow_pixels * page->scale, wind_at, page};
  struct sm_streamlines lines;
  if (!sm_streamlines_find(&want, &lines)) return;
  for (size_t n = 0; lines.lines > 0 && n < lines.first[lines.lines]; n++) {
    lines.x[n] += left;
    lines.y[n] += bottom;
  }
  page_use_pixels(page);
  draw_lines(page, &lines, false);
  draw_lines(page, &lines, true);
  sm_streamlines_free(&lines);
}
