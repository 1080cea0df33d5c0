/* Wind vectors with a reference arrow. */
#include "output/plot/page.h"
#include <math.h>
#include <stdio.h>

void draw_head(double x, double y, double ux, double uy, double length, bool filled) {
  const double neck_x = x - length * ux, neck_y = y - length * uy, w = 0.38 * length;
  const PLFLT hx[4] = {x, neck_x - w * uy, neck_x + w * uy, x};
  const PLFLT hy[4] = {y, neck_y + w * ux, neck_y - w * ux, y};
  if (filled) plfill(3, hx, hy);
  if (!filled) plline(4, hx, hy);
}

/* Arrow from a point of the page (pixels) along (dx, dy): a dark casing below a light core, for
 * contrast on every colour. */
static void arrow(const struct page *page, double x, double y, double dx, double dy, bool light) {
  const double length = hypot(dx, dy), head = fmin(8 * page->scale, 0.55 * length);
  if (!(length > 1.5 * page->scale)) return;
  const double ux = dx / length, uy = dy / length;
  const double tip_x = x + dx, tip_y = y + dy, neck_x = tip_x - head * ux,
               neck_y = tip_y - head * uy;
  page_line(page, light ? INK_CASING : INK_TEXT, light ? 3.6 : 1.6);
  pljoin(x, y, neck_x, neck_y);
  if (light) draw_head(tip_x, tip_y, ux, uy, head, false);
  page_line(page, light ? INK_ARROW : INK_TEXT, 1.6);
  pljoin(x, y, neck_x, neck_y);
  draw_head(tip_x, tip_y, ux, uy, head, true);
}

/* Index of the cell that contains a position. */
static int find(const double *edge, int n, double position) {
  int low = 0, high = n - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (edge[middle] <= position) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/* Cell with the last centre below a position, and the relative distance (part, 0..1) to the next
 * centre; part is 0 beyond the outer centres. */
static int find_centre(const double *edge, int n, double position, double *part) {
  const int i = find(edge, n, position);
  const double centre = 0.5 * (edge[i] + edge[i + 1]);
  const int low = position >= centre ? i : i - 1;
  *part = 0;
  if (low < 0 || low + 1 >= n) return i;
  const double from = 0.5 * (edge[low] + edge[low + 1]), to = 0.5 * (edge[low + 1] + edge[low + 2]);
  *part = (position - from) / (to - from);
  return low;
}

/* Bilinear wind between cell centres; beside solids the value of the cell. */
bool page_wind(const struct page *page, double x, double y, double out[2]) {
  const struct sm_plot_picture *p = page->picture;
  const double at_x = (page->x0 + x * page->x_pixel) * p->axis_unit;
  const double at_y = (page->y0 + y * page->y_pixel) * p->axis_unit;
  const int near_i = find(p->x_edge, p->nx, at_x), near_j = find(p->y_edge, p->ny, at_y);
  const size_t near = (size_t)near_i + (size_t)p->nx * (size_t)near_j;
  double part[2], sum[2] = {0, 0};
  if (isnan(p->arrow_x[near]) || (p->ground != NULL && at_y < (double)p->ground[near_i]))
    return false;
  const int i = find_centre(p->x_edge, p->nx, at_x, &part[0]);
  const int j = find_centre(p->y_edge, p->ny, at_y, &part[1]);
  for (int n = 0; n < 4; n++) {
    const int a = n % 2, b = n / 2;
    const double weight = (a == 1 ? part[0] : 1 - part[0]) * (b == 1 ? part[1] : 1 - part[1]);
    if (!(weight > 0)) continue;
    const size_t at = (size_t)(i + a) + (size_t)p->nx * (size_t)(j + b);
    sum[0] += weight * (double)p->arrow_x[at];
    sum[1] += weight * (double)p->arrow_y[at];
  }
  out[0] = isnan(sum[0] + sum[1]) ? (double)p->arrow_x[near] : sum[0];
  out[1] = isnan(sum[0] + sum[1]) ? (double)p->arrow_y[near] : sum[1];
  out[1] *= page->x_pixel / page->y_pixel; /* vertical exaggeration */
  return !isnan(out[0] + out[1]);
}

void draw_arrows(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const size_t cells = (size_t)p->nx * (size_t)p->ny;
  const double spacing = p->arrow_pixels * page->scale;
  /* Vertical exaggeration of a section: arrows are tangent to the streamlines as drawn. */
  const double rise = page->x_pixel / page->y_pixel;
  double fastest = 0;
  for (size_t c = 0; c < cells; c++) {
    const double speed = hypot((double)p->arrow_x[c], rise * (double)p->arrow_y[c]);
    if (speed > fastest) fastest = speed;
  }
  if (!(fastest > 0)) return;
  const double times = p->arrow_unit != NULL ? p->arrow_in_unit : 1;
  const double key = nice_below(fastest * times) / times,
               per_speed = 0.95 * spacing / fastest; /* pixels per m/s */
  const double left = page->left * p->width, bottom = page->bottom * p->height;
  const double wide = (page->right - page->left) * p->width,
               high = (page->top - page->bottom) * p->height;
  const int across = (int)fmax(1, floor(wide / spacing)), up = (int)fmax(1, floor(high / spacing));
  page_use_pixels(page);
  for (int b = 0; b < up; b++) {
    for (int a = 0; a < across; a++) {
      const double px = (a + 0.5) / across * wide, py = (b + 0.5) / up * high;
      double wind[2];
      if (!page_wind(page, px, py, wind)) continue;
      const double dx = wind[0] * per_speed, dy = wind[1] * per_speed;
      arrow(page, left + px - dx / 2, bottom + py - dy / 2, dx, dy, true);
    }
  }
  char text[32];
  const double y = bottom - 75 * page->scale, bar = p->is_map ? 400 * page->scale : 0;
  const double x = fmin(fmax(page->right * p->width, left + bar), /* right of the scale bar */
                        p->width - 14 * page->scale);
  snprintf(text, sizeof text, "%g %s", key * times, p->arrow_unit != NULL ? p->arrow_unit : "m/s");
  arrow(page, x - key * per_speed, y, key * per_speed, 0, false);
  plcol0(INK_TEXT);
  page_text_size(page, 14);
  plptex(x - key * per_speed - 10 * page->scale, y, 1, 0, 1, text);
}
