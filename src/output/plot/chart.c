/* Data series of a chart (dots, lines, boxes), and its legend. */
#include "output/plot/page.h"
#include <math.h>
#include <string.h>

enum { CORNERS = 12 }; /* corners of a dot */

static double x_at(const struct page *page, double x) {
  return page->left * page->picture->width + (x - page->x0) / page->x_pixel;
}

static double y_at(const struct page *page, double y) {
  return page->bottom * page->picture->height + (y - page->y0) / page->y_pixel;
}

static bool inside(const struct page *page, double x, double y) {
  return x >= page->x0 && x <= page->x1 && y >= page->y0 && y <= page->y1;
}

/* Draws a dot at a page position in pixels. */
static void dot(const struct page *page, double x, double y) {
  PLFLT px[CORNERS], py[CORNERS];
  const double radius = 2.6 * page->scale;
  for (int m = 0; m < CORNERS; m++) {
    px[m] = x + radius * cos(6.283185307179586 * m / CORNERS);
    py[m] = y + radius * sin(6.283185307179586 * m / CORNERS);
  }
  plfill(CORNERS, px, py);
}

/* How many series of a kind there are before a place of the list. */
static int count_series(const struct sm_chart *chart, enum sm_chart_series_kind kind, int before) {
  int count = 0;
  for (int m = 0; m < before; m++) count += chart->series[m].kind == kind ? 1 : 0;
  return count;
}

/* The first dots have the colour of measurements, further ones those of lines. */
static void use_dots(const struct page *page, int series) {
  const int before = count_series(page->picture->chart, SM_SERIES_DOTS, series);
  static const int first[] = {INK_DOT, INK_LINE};
  enum { COLOURS = INK_LAST_LINE - INK_OTHER_LINES + 1 };
  plcol0(before < 2 ? first[before] : INK_OTHER_LINES + (before - 2) % COLOURS);
}

static void draw_dots(const struct page *page, int series) {
  const struct sm_chart_series *s = &page->picture->chart->series[series];
  page_use_pixels(page);
  use_dots(page, series);
  for (size_t m = 0; m < s->count; m++)
    if (inside(page, s->x[m], s->y[m])) dot(page, x_at(page, s->x[m]), y_at(page, s->y[m]));
}

/* Selects the pen of a line: distinct colours while there are enough; else a colour ramp over all
 * lines. */
static void use_line(const struct page *page, int series) {
  enum { COLOURS = INK_LAST_LINE - INK_OTHER_LINES + 2 };
  const struct sm_chart *chart = page->picture->chart;
  const int before = count_series(chart, SM_SERIES_LINE, series);
  const int lines = count_series(chart, SM_SERIES_LINE, chart->series_count);
  page_line(page, before == 0 ? INK_LINE : INK_OTHER_LINES + (before - 1) % (COLOURS - 1), 1.8);
  if (lines > COLOURS) plcol1(0.9 * before / (lines - 1)); /* the brightest are too pale on white */
}

static bool is_point(const struct sm_chart_series *s, size_t m) {
  return m < s->count && isfinite(s->x[m] + s->y[m]);
}

static bool has_dots(const struct sm_chart *chart) {
  return count_series(chart, SM_SERIES_DOTS, chart->series_count) > 0;
}

/* Draws a line in world coordinates, where PLplot clips at the frame. Isolated points become dots,
 * and so do short series when there are no other dots. */
static void draw_line(const struct page *page, int series) {
  enum { FEW = 40 };
  const struct sm_chart_series *s = &page->picture->chart->series[series];
  const bool dots = s->count <= FEW && !has_dots(page->picture->chart);
  page_use_plane(page);
  use_line(page, series);
  for (size_t m = 0, from = 0; m <= s->count; m++) {
    if (is_point(s, m)) continue;
    if (m > from + 1) plline((PLINT)(m - from), s->x + from, s->y + from);
    from = m + 1;
  }
  page_use_pixels(page);
  for (size_t m = 0; m < s->count; m++)
    if (is_point(s, m) && inside(page, s->x[m], s->y[m]) &&
        (dots || (!is_point(s, m + 1) && (m == 0 || !is_point(s, m - 1)))))
      dot(page, x_at(page, s->x[m]), y_at(page, s->y[m]));
}

static void draw_boxes(const struct page *page, const struct sm_chart_series *s) {
  page_use_plane(page);
  plcol0(INK_FAINT);
  for (size_t m = 0; m + 1 < s->count; m += 2) {
    const PLFLT x[4] = {s->x[m], s->x[m + 1], s->x[m + 1], s->x[m]};
    const PLFLT y[4] = {s->y[m], s->y[m], s->y[m + 1], s->y[m + 1]};
    plfill(4, x, y);
  }
}

/* Draws y = x and the factor-of-two lines; on logarithmic axes, whose world coordinates are
 * exponents of 10, they are parallel. */
static void draw_twofold(const struct page *page) {
  static const double slopes[] = {1, 2, 0.5};
  const double far =
      2 * fmax(fmax(fabs(page->x0), fabs(page->x1)), fmax(fabs(page->y0), fabs(page->y1)));
  const bool logarithmic = page->picture->chart->log_x && page->picture->chart->log_y;
  page_use_plane(page);
  for (int m = 0; m < 3; m++) {
    const double slope = logarithmic ? 1 : slopes[m], shift = logarithmic ? log10(slopes[m]) : 0;
    page_line(page, m == 0 ? INK_TEXT : INK_FAINT, 1.2);
    pljoin(-far, shift - far * slope, far, shift + far * slope);
  }
}

/* Width of a legend entry, pixels; 0 without a name. */
static double key_width(const struct page *page, const struct sm_chart_series *series) {
  if (series->name == NULL || series->kind == SM_SERIES_BOXES) return 0;
  return (28 + 0.6 * 14 * (double)strlen(series->name) + 24) * page->scale;
}

int chart_key_rows(const struct page *page, double room) {
  const struct sm_chart *chart = page->picture->chart;
  double x = 0;
  int rows = 0;
  for (int m = 0; m < chart->series_count; m++) {
    const double width = key_width(page, &chart->series[m]);
    if (width > 0 && (rows == 0 || x + width > room)) {
      rows++;
      x = 0;
    }
    x += width;
  }
  return rows;
}

/* Draws the legend below the axis. */
static void draw_key(const struct page *page) {
  const struct sm_chart *chart = page->picture->chart;
  const double s = page->scale, left = page->left * page->picture->width;
  const double room = page->right * page->picture->width - left;
  double x = left, y = page->bottom * page->picture->height - 76 * s;
  page_use_pixels(page);
  for (int m = 0; m < chart->series_count; m++) {
    const struct sm_chart_series *series = &chart->series[m];
    const double width = key_width(page, series);
    if (!(width > 0)) continue;
    if (x > left && x + width > left + room) {
      x = left;
      y -= 24 * s;
    }
    if (series->kind == SM_SERIES_DOTS) {
      use_dots(page, m);
      dot(page, x + 10 * s, y);
    } else {
      use_line(page, m);
      pljoin(x, y, x + 20 * s, y);
    }
    plcol0(INK_TEXT);
    page_text_size(page, 14);
    plptex(x + 28 * s, y, 1, 0, 0, series->name);
    x += width;
  }
}

void draw_chart(const struct page *page) {
  const struct sm_chart *chart = page->picture->chart;
  if (chart->twofold) draw_twofold(page);
  for (int m = 0; m < chart->series_count; m++) {
    const struct sm_chart_series *series = &chart->series[m];
    switch (series->kind) {
    case SM_SERIES_DOTS: draw_dots(page, m); break;
    case SM_SERIES_LINE: draw_line(page, m); break;
    case SM_SERIES_BOXES: draw_boxes(page, series); break;
    }
  }
  draw_key(page);
}
