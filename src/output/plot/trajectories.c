/* Particle trajectories and named positions. */
#include "output/plot/page.h"
#include <math.h>
#include <string.h>

/* Draws particles as squares, smaller for large numbers. */
static void draw_particles(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const struct sm_trajectory_picture *w = p->trajectories;
  const double size = (w->count > 20000 ? 0.8 : w->count > 2000 ? 1.2 : 2.2) * page->scale;
  const double a = size * page->x_pixel, b = size * page->y_pixel;
  page_use_plane(page);
  for (size_t n = 0; n < w->count; n++) {
    const double x = w->x[n] / p->axis_unit, y = w->y[n] / p->axis_unit;
    const PLFLT px[4] = {x - a, x + a, x + a, x - a}, py[4] = {y - b, y - b, y + b, y + b};
    if (!(x >= page->x0 && x <= page->x1 && y >= page->y0 && y <= page->y1)) continue;
    plcol1(fmin(fmax(page_part(p, (double)w->value[n]), 0), 1));
    plfill(4, px, py);
  }
}

void draw_trajectories(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const struct sm_trajectory_picture *w = p->trajectories;
  if (w->dots) {
    draw_particles(page);
    return;
  }
  page_use_plane(page);
  plwidth(1.3 * page->scale);
  for (size_t n = 1; n < w->count; n++) {
    if (isnan(w->x[n - 1]) || isnan(w->x[n])) continue;
    plcol1(fmin(fmax(page_part(p, (double)w->value[n]), 0), 1));
    pljoin(w->x[n - 1] / p->axis_unit, w->y[n - 1] / p->axis_unit, w->x[n] / p->axis_unit,
           w->y[n] / p->axis_unit);
  }
}

void draw_name(const struct page *page, double x, double y, double align, const char *name) {
  const double r = 1.5 * page->scale;
  for (int n = 0; n < 8; n++)
    draw_text(page, x + r * cos(0.785398 * n), y + r * sin(0.785398 * n), align, 14, INK_PAPER,
              name);
  draw_text(page, x, y, align, 14, INK_TEXT, name);
}

/* Draws a cross or a ring of a radius, pixels. */
static void draw_symbol(double x, double y, double r, bool ring) {
  enum { SIDES = 24 };
  PLFLT px[SIDES + 1], py[SIDES + 1];
  if (!ring) {
    pljoin(x - r, y - r, x + r, y + r);
    pljoin(x - r, y + r, x + r, y - r);
    return;
  }
  for (int n = 0; n <= SIDES; n++) {
    px[n] = x + r * cos(6.283185307 * n / SIDES);
    py[n] = y + r * sin(6.283185307 * n / SIDES);
  }
  plline(SIDES + 1, px, py);
}

/* Draws crosses and rings with names on the right, or on the left near the frame. */
void draw_marks(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale, left = page->left * p->width, right = page->right * p->width;
  page_use_pixels(page);
  for (int n = 0; n < p->marks; n++) {
    const double x = left + (p->mark[n].x / p->axis_unit - page->x0) / page->x_pixel;
    const double y =
        page->bottom * p->height + (p->mark[n].y / p->axis_unit - page->y0) / page->y_pixel;
    const double length = 0.6 * 14 * s * (double)strlen(p->mark[n].name);
    const bool before = x + 14 * s + length > right;
    for (int light = 1; light >= 0; light--) {
      const double r = (light ? 8 : 7) * s;
      page_line(page, light ? INK_PAPER : INK_MARK, light ? 5.5 : 2.6);
      draw_symbol(x, y, r, p->mark[n].ring);
    }
    draw_name(page, x + (before ? -13 : 13) * s, y + 11 * s, before ? 1 : 0, p->mark[n].name);
  }
  page_use_plane(page);
}
