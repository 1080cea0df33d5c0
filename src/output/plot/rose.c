/* Wind rose: one wedge per sector with the frequency of the wind as length, divided by speed
 * class. */
#include "output/plot/page.h"
#include <math.h>
#include <stdio.h>

enum { ARC = 12 }; /* points along the arc of a wedge */

static const double turn = 6.283185307179586;

/* Centre and radius of the rose, pixels. */
struct circle {
  double x, y, radius;
};

/* Point at an angle clockwise from north and a distance from the centre. */
static void place(const struct circle *circle, double angle, double distance, double *x,
                  double *y) {
  *x = circle->x + distance * sin(angle);
  *y = circle->y + distance * cos(angle);
}

static void use_class(const struct sm_plot_wind_rose *rose, int class) {
  plcol1(rose->classes > 1 ? class / (double)(rose->classes - 1) : 0.5);
}

static void draw_rings(const struct page *page, const struct circle *circle) {
  static const char *const names[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
  const struct sm_plot_wind_rose *rose = page->picture->rose;
  const double s = page->scale;
  page_line(page, INK_FAINT, 0.8);
  for (double share = rose->ring; share <= rose->most * (1 + 1e-9); share += rose->ring) {
    const double r = circle->radius * share / rose->most;
    plarc(circle->x, circle->y, r, r, 0, 360, 0, 0);
  }
  for (int n = 0; n < 8; n++) {
    double x, y;
    place(circle, n * turn / 8, circle->radius, &x, &y);
    page_line(page, INK_FAINT, 0.8);
    pljoin(circle->x, circle->y, x, y);
    place(circle, n * turn / 8, circle->radius + 22 * s, &x, &y);
    draw_text(page, x, y, 0.5, n % 2 == 0 ? 18 : 14, INK_TEXT, names[n]);
  }
}

/* Frequency of a sector over all classes. */
static double share_of(const struct sm_plot_wind_rose *rose, int sector) {
  double sum = 0;
  for (int c = 0; c < rose->classes; c++)
    sum += rose->share[(sector % rose->sectors) * rose->classes + c];
  return sum;
}

/* Draws ring labels between the two neighbouring wedges that they overlap least. */
static void draw_shares(const struct page *page, const struct circle *circle) {
  const struct sm_plot_wind_rose *rose = page->picture->rose;
  int best = 0;
  for (int n = 1; n < rose->sectors; n++)
    if (fmax(share_of(rose, n), share_of(rose, n + 1)) <
        fmax(share_of(rose, best), share_of(rose, best + 1)))
      best = n;
  const double angle = (best + 0.5) * turn / rose->sectors;
  for (double share = rose->ring; share <= rose->most * (1 + 1e-9); share += rose->ring) {
    char text[24];
    double x, y;
    snprintf(text, sizeof text, "%g %%", share);
    place(circle, angle, circle->radius * share / rose->most, &x, &y);
    draw_text(page, x, y, 0.5, 13, INK_TEXT, text);
  }
}

/* Draws the ring segment of a class in a sector. */
static void draw_wedge(const struct circle *circle, double angle, double half, double inner,
                       double outer) {
  PLFLT x[2 * ARC], y[2 * ARC];
  for (int n = 0; n < ARC; n++) {
    const double at = angle + half * (2.0 * n / (ARC - 1) - 1);
    place(circle, at, inner, &x[n], &y[n]);
    place(circle, at, outer, &x[2 * ARC - 1 - n], &y[2 * ARC - 1 - n]);
  }
  plfill(2 * ARC, x, y);
}

static void draw_wedges(const struct page *page, const struct circle *circle) {
  const struct sm_plot_wind_rose *rose = page->picture->rose;
  for (int n = 0; n < rose->sectors; n++) {
    double inner = 0;
    for (int c = 0; c < rose->classes; c++) {
      const double share = rose->share[n * rose->classes + c];
      const double outer = inner + circle->radius * share / rose->most;
      use_class(rose, c);
      if (share > 0)
        draw_wedge(circle, turn * n / rose->sectors, 0.4 * turn / rose->sectors, inner, outer);
      inner = outer;
    }
  }
}

static void draw_legend(const struct page *page, double x, double y) {
  const struct sm_plot_wind_rose *rose = page->picture->rose;
  const double s = page->scale, high = 26 * s;
  draw_text(page, x, y, 0, 15, INK_TEXT, page->picture->bar_label);
  for (int c = 0; c < rose->classes; c++) {
    const double low = y - (c + 2) * high;
    const PLFLT bx[4] = {x, x + high, x + high, x}, by[4] = {low, low, low + high, low + high};
    char text[48];
    if (c + 1 < rose->classes)
      snprintf(text, sizeof text, "%g to %g", rose->from[c], rose->from[c + 1]);
    else
      snprintf(text, sizeof text, "more than %g", rose->from[c]);
    use_class(rose, c);
    plfill(4, bx, by);
    draw_text(page, x + high + 10 * s, low + 0.5 * high, 0, 14, INK_TEXT, text);
  }
}

void draw_rose(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale, legend = 230 * s, left = 112 * s;
  const double wide = p->width - left - legend, high = p->height - 190 * s;
  struct circle circle = {.radius = 0.5 * fmin(wide, high) - 30 * s};
  circle.x = left + 0.5 * wide;
  circle.y = 50 * s + 0.5 * high;
  page_use_pixels(page);
  draw_rings(page, &circle);
  draw_wedges(page, &circle);
  draw_shares(page, &circle);
  draw_legend(page, p->width - legend + 20 * s, circle.y + circle.radius);
  draw_titles(page, left, p->height - 112 * s, p->width - 1.5 * left);
}
