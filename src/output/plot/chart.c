/* Series of points: dots, lines, boxes; and their key. */
#include "output/plot/page.h"
#include <math.h>
#include <string.h>

enum { CORNERS = 12 }; /* of a dot */

static double x_at(const struct page *page, double x) {
  return page->left * page->picture->width + (x - page->x0) / page->x_pixel;
}

static double y_at(const struct page *page, double y) {
  return page->bottom * page->picture->height + (y - page->y0) / page->y_pixel;
}

static bool inside(const struct page *page, double x, double y) {
  return x >= page->x0 && x <= page->x1 && y >= page->y0 && y <= page->y1;
}

/* A dot at a place of the page, in pixels. */
static void dot(const struct page *page, double x, double y) {
  PLFLT px[CORNERS], py[CORNERS];
  const double radius = 2.6 * page->scale;
  for (int m = 0; m < CORNERS; m++) {
    px[m] = x + radius * cos(6.283185307179586 * m / CORNERS);
    py[m] = y + radius * sin(6.283185307179586 * m / CORNERS);
  }
  plfill(CORNERS, px, py);
}

static void draw_dots(const struct page *page, const struct sm_series *s) {
  page_use_pixels(page);
  plcol0(INK_DOT);
  for (size_t m = 0; m < s->count; m++)
    if (inside(page, s->x[m], s->y[m])) dot(page, x_at(page, s->x[m]), y_at(page, s->y[m]));
}

/* In world coordinates, where PLplot cuts at the frame. */
static void draw_line(const struct page *page, const struct sm_series *s) {
  page_use_plane(page);
  page_line(page, INK_LINE, 1.8);
  for (size_t m = 1; m < s->count; m++)
    if (isfinite(s->x[m - 1] + s->y[m - 1] + s->x[m] + s->y[m]))
      pljoin(s->x[m - 1], s->y[m - 1], s->x[m], s->y[m]);
}

static void draw_boxes(const struct page *page, const struct sm_series *s) {
  page_use_plane(page);
  plcol0(INK_FAINT);
  for (size_t m = 0; m + 1 < s->count; m += 2) {
    const PLFLT x[4] = {s->x[m], s->x[m + 1], s->x[m + 1], s->x[m]};
    const PLFLT y[4] = {s->y[m], s->y[m], s->y[m + 1], s->y[m + 1]};
    plfill(4, x, y);
  }
}

/* y = x, and the lines beyond which numbers differ by more than a factor of two. */
static void draw_twofold(const struct page *page) {
  static const double slopes[] = {1, 2, 0.5};
  const double far =
      2 * fmax(fmax(fabs(page->x0), fabs(page->x1)), fmax(fabs(page->y0), fabs(page->y1)));
  page_use_plane(page);
  for (int m = 0; m < 3; m++) {
    page_line(page, m == 0 ? INK_TEXT : INK_FAINT, 1.2);
    pljoin(-far, -far * slopes[m], far, far * slopes[m]);
  }
}

/* The names of dots and lines, in the lower left corner of the page. */
static void draw_key(const struct page *page) {
  const struct sm_chart *chart = page->picture->chart;
  const double s = page->scale, y = page->bottom * page->picture->height - 76 * s;
  double x = page->left * page->picture->width;
  page_use_pixels(page);
  for (int m = 0; m < chart->series_count; m++) {
    const struct sm_series *series = &chart->series[m];
    if (series->name == NULL || series->kind == SM_SERIES_BOXES) continue;
    if (series->kind == SM_SERIES_DOTS) {
      plcol0(INK_DOT);
      dot(page, x + 10 * s, y);
    } else {
      page_line(page, INK_LINE, 1.8);
      pljoin(x, y, x + 20 * s, y);
    }
    plcol0(INK_TEXT);
    page_text_size(page, 14);
    plptex(x + 28 * s, y, 1, 0, 0, series->name);
    x += (28 + 0.6 * 14 * (double)strlen(series->name) + 24) * s;
  }
}

void draw_chart(const struct page *page) {
  const struct sm_chart *chart = page->picture->chart;
  if (chart->twofold) draw_twofold(page);
  for (int m = 0; m < chart->series_count; m++) {
    const struct sm_series *series = &chart->series[m];
    switch (series->kind) {
    case SM_SERIES_DOTS: draw_dots(page, series); break;
    case SM_SERIES_LINE: draw_line(page, series); break;
    case SM_SERIES_BOXES: draw_boxes(page, series); break;
    }
  }
  draw_key(page);
}
