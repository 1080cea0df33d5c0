/* Wind vectors, and the key to their length. */
#include "output/plot/page.h"
#include <math.h>
#include <stdio.h>

/* An arrow from a place of the page (pixels) along (dx, dy): a dark casing, then a light core, to
 * be seen on every colour. */
static void arrow(const struct page *page, double x, double y, double dx, double dy, bool light) {
  const double length = hypot(dx, dy), head = fmin(8 * page->scale, 0.55 * length);
  if (!(length > 1.5 * page->scale)) return;
  const double ux = dx / length, uy = dy / length, w = 0.38 * head;
  const double tip_x = x + dx, tip_y = y + dy, neck_x = tip_x - head * ux,
               neck_y = tip_y - head * uy;
  const PLFLT hx[4] = {tip_x, neck_x - w * uy, neck_x + w * uy, tip_x};
  const PLFLT hy[4] = {tip_y, neck_y + w * ux, neck_y - w * ux, tip_y};
  page_line(page, light ? INK_CASING : INK_TEXT, light ? 3.6 : 1.6);
  pljoin(x, y, neck_x, neck_y);
  if (light) plline(4, hx, hy);
  page_line(page, light ? INK_ARROW : INK_TEXT, 1.6);
  pljoin(x, y, neck_x, neck_y);
  plfill(3, hx, hy);
}

/* Index of the cell whose edges hold a position. */
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

void draw_arrows(const struct page *page) {
  const struct sm_picture *p = page->picture;
  const size_t cells = (size_t)p->nx * (size_t)p->ny;
  const double spacing = p->arrow_pixels * page->scale;
  /* What is drawn is larger along y: arrows follow the streamlines on the page. */
  const double rise = page->x_pixel / page->y_pixel;
  double fastest = 0;
  for (size_t c = 0; c < cells; c++) {
    const double speed = hypot((double)p->arrow_x[c], rise * (double)p->arrow_y[c]);
    if (speed > fastest) fastest = speed;
  }
  if (!(fastest > 0)) return;
  const double key = nice_below(fastest), per_speed = 0.95 * spacing / fastest; /* pixels per m/s */
  const double left = page->left * p->width, bottom = page->bottom * p->height;
  const double wide = (page->right - page->left) * p->width,
               high = (page->top - page->bottom) * p->height;
  const int across = (int)fmax(1, floor(wide / spacing)), up = (int)fmax(1, floor(high / spacing));
  page_use_pixels(page);
  for (int b = 0; b < up; b++) {
    for (int a = 0; a < across; a++) {
      const double px = (a + 0.5) / across * wide, py = (b + 0.5) / up * high;
      const int i = find(p->x_edge, p->nx, (page->x0 + px * page->x_pixel) * p->axis_unit);
      const int j = find(p->y_edge, p->ny, (page->y0 + py * page->y_pixel) * p->axis_unit);
      const size_t at = (size_t)i + (size_t)p->nx * (size_t)j;
      const double dx = (double)p->arrow_x[at] * per_speed;
      const double dy = rise * (double)p->arrow_y[at] * per_speed;
      if (isnan(dx) || isnan(dy)) continue;
      if (p->ground != NULL && page->y0 + py * page->y_pixel < (double)p->ground[i] / p->axis_unit)
        continue;
      arrow(page, left + px - dx / 2, bottom + py - dy / 2, dx, dy, true);
    }
  }
  char text[32];
  const double y = bottom - 75 * page->scale, x = page->right * p->width;
  snprintf(text, sizeof text, "%g m/s", key);
  arrow(page, x - key * per_speed, y, key * per_speed, 0, false);
  plcol0(INK_TEXT);
  page_text_size(page, 14);
  plptex(x - key * per_speed - 10 * page->scale, y, 1, 0, 1, text);
}
