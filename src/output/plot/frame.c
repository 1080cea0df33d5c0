/* Frame of a plot: axes, titles, colour bar, and the marks of a map. */
#include "output/plot/page.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void draw_text(const struct page *page, double x, double y, double align, double size, int ink,
               const char *text) {
  plcol0(ink);
  page_text_size(page, size);
  plptex(x, y, 1, 0, align, text);
}

/* Length of a text in pixels. PLplot has no text metrics: a letter
 * is taken as 0.57 times as wide as the text is high: the mean of DejaVu Sans is 0.55, that of
 * figures is more. */
static double text_length(const struct page *page, double size, const char *text) {
  return 0.57 * size * page->scale * (double)strlen(text);
}

/* Draws a text, reduced in size if it exceeds `room` pixels. */
static void text_within(const struct page *page, double x, double y, double room, double size,
                        const char *text) {
  plcol0(INK_TEXT);
  const double length = text_length(page, size, text);
  page_text_size(page, length > room ? size * room / length : size);
  plptex(x, y, 1, 0, 0, text);
}

/* Position after the comma that is nearest to the middle of a text; 0: it has none. */
static size_t middle_comma(const char *text) {
  const size_t length = strlen(text);
  size_t best = 0;
  for (size_t i = 1; i + 1 < length; i++)
    if (text[i - 1] == ',' && text[i] == ' ' &&
        (best == 0 || labs(2 * (long)i - (long)length) < labs(2 * (long)best - (long)length)))
      best = i;
  return best;
}

/* Draws the line below the title, as two smaller ones where it is too long. */
static void draw_subtitle(const struct page *page, double x, double y1, double room) {
  const double s = page->scale;
  const char *const text = page->picture->subtitle;
  const size_t half = middle_comma(text);
  char first[512];
  if (!(text_length(page, 14.5, text) > 1.15 * room) || half == 0) {
    text_within(page, x, y1 + 24 * s, room, 14.5, text);
    return;
  }
  snprintf(first, sizeof first, "%.*s", (int)half, text);
  text_within(page, x, y1 + 31 * s, room, 13, first);
  text_within(page, x, y1 + 12 * s, room, 13, text + half + 1);
}

void draw_titles(const struct page *page, double x, double y1, double room) {
  text_within(page, x, y1 + 56 * page->scale, room, 22, page->picture->title);
  draw_subtitle(page, x, y1, room);
}

static double left_of(const struct page *page) { return page->left * page->picture->width; }
static double right_of(const struct page *page) { return page->right * page->picture->width; }
static double bottom_of(const struct page *page) { return page->bottom * page->picture->height; }
static double top_of(const struct page *page) { return page->top * page->picture->height; }

/* Formats a number with a true minus sign and the decimals that the step needs; "2e-06" with many
 * decimals. */
static void number(char *out, size_t size, double value, double step) {
  const int decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
  const double shown = fabs(value) < 1e-9 * step ? 0 : value;
  if (decimals > 4)
    snprintf(out, size, "%s%g", shown < 0 ? "\xe2\x88\x92" : "", fabs(shown));
  else
    snprintf(out, size, "%s%.*f", shown < 0 ? "\xe2\x88\x92" : "", decimals, fabs(shown));
}

/* The minus sign is one character of three bytes. */
static double letters_of(const char *number) {
  return (double)strlen(number) - (number[0] == '\xe2' ? 2 : 0);
}

double power_text(char *out, size_t size, int m, int e) {
  static const char *const digit[] = {
      "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
      "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
  if (e >= -2 && e <= 3) return snprintf(out, size, "%g", m * pow(10, e));
  const int ten = abs(e) / 10;
  snprintf(out, size, "%.0d%s10%s%s%s", m > 1 ? m : 0, m > 1 ? "\xc2\xb7" : "",
           e < 0 ? "\xe2\x81\xbb" : "", ten > 0 ? digit[ten % 10] : "", digit[abs(e) % 10]);
  return (m > 1 ? 2 : 0) + 2 + (e < 0 ? 0.7 : 0) + (ten > 0 ? 1.4 : 0.7);
}

/* Draws a tick of an axis (0 x, 1 y); text NULL: a short tick. */
static void draw_tick(const struct page *page, int axis, double value, const char *text) {
  const double s = page->scale, length = (text != NULL ? 7 : 4) * s;
  const double x = left_of(page) + (axis == 0 ? (value - page->x0) / page->x_pixel : 0);
  const double y = bottom_of(page) + (axis == 1 ? (value - page->y0) / page->y_pixel : 0);
  page_line(page, INK_TEXT, 1.2);
  pljoin(x, y, axis == 0 ? x : x - length, axis == 0 ? y - length : y);
  if (text != NULL && axis == 0) draw_text(page, x, y - 20 * s, 0.5, 14, INK_TEXT, text);
  if (text != NULL && axis == 1) draw_text(page, x - 12 * s, y, 1, 14, INK_TEXT, text);
}

/* Draws ticks at round numbers. Returns the length of the longest label. */
static double draw_numbers(const struct page *page, int axis, double tick) {
  const double low = axis == 0 ? page->x0 : page->y0, high = axis == 0 ? page->x1 : page->y1;
  double widest = 1;
  for (double at = ceil(low / tick - 1e-9) * tick; at <= high + 1e-9 * tick; at += tick) {
    char text[32];
    number(text, sizeof text, at, tick);
    widest = fmax(widest, letters_of(text));
    draw_tick(page, axis, at, text);
  }
  return widest;
}

/* Draws ticks of a logarithmic axis: powers of ten, 2 and 5 times these where there is room, and
 * short ticks between them. apart: space per label, pixels. */
static double draw_powers(const struct page *page, int axis, double pixels, double apart) {
  const double low = axis == 0 ? page->x0 : page->y0, high = axis == 0 ? page->x1 : page->y1;
  const double decade = pixels / (high - low);
  const int every = (int)fmax(1, ceil(apart / decade));
  double widest = 1;
  for (int e = (int)floor(low); e <= (int)ceil(high); e++) {
    for (int m = 1; m <= 9; m++) {
      const double at = e + log10(m);
      char text[48];
      if (at < low - 1e-9 || at > high + 1e-9 || (m > 1 && decade < apart / 2)) continue;
      const bool named = m == 1 ? e % every == 0 : (m == 2 || m == 5) && 0.3 * decade > apart;
      if (named) widest = fmax(widest, power_text(text, sizeof text, m, e));
      draw_tick(page, axis, at, named ? text : NULL);
    }
  }
  return widest;
}

/* Tick spacing that leaves room for the labels. */
static double tick_of(double length, double pixels, double apart) {
  double tick = nice_below(length);
  while (tick > 0 && pixels * nice_below(tick * 0.51) / length >= apart)
    tick = nice_below(tick * 0.51);
  return tick;
}

static void draw_axis(const struct page *page, int axis, double pixels, double apart) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale;
  const double length = axis == 0 ? page->x1 - page->x0 : page->y1 - page->y0;
  const bool powers = p->chart != NULL && (axis == 0 ? p->chart->log_x : p->chart->log_y);
  const double least = axis == 0 && p->chart != NULL && p->chart->whole_x ? 1 : 0;
  const double widest = powers
                            ? draw_powers(page, axis, pixels, apart)
                            : draw_numbers(page, axis, fmax(tick_of(length, pixels, apart), least));
  if (axis == 0) {
    draw_text(page, 0.5 * (left_of(page) + right_of(page)), bottom_of(page) - 48 * s, 0.5, 15,
              INK_TEXT, p->x_label);
    return;
  }
  plcol0(INK_TEXT);
  page_text_size(page, 15);
  plptex(fmax(left_of(page) - (34 + 9 * widest) * s, 14 * s),
         0.5 * (bottom_of(page) + top_of(page)), 0, 1, 0.5, p->y_label);
}

void draw_frame(const struct page *page) {
  const double s = page->scale;
  page_use_pixels(page);
  const double x0 = left_of(page), x1 = right_of(page), y0 = bottom_of(page), y1 = top_of(page);
  const PLFLT x[5] = {x0, x1, x1, x0, x0}, y[5] = {y0, y0, y1, y1, y0};
  page_line(page, INK_TEXT, 1.2);
  plline(5, x, y);
  draw_axis(page, 0, x1 - x0, 80 * s);
  draw_axis(page, 1, y1 - y0, 55 * s);
  const double start = fmin(x0, 112 * s), room = x1 + 22 * s - start; /* north arrow on the right */
  draw_titles(page, start, y1, room);
}

/* Draws class names beside the colours of the bar, from y0 to y1, and the label of the bar. */
static void draw_classes(const struct page *page, double x, double y0, double y1) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale, step = (y1 - y0) / p->classes;
  for (int n = 0; n < p->classes; n++) {
    plcol0(INK_TEXT);
    page_text_size(page, p->classes > 6 ? 11 : 14);
    plptex(x + 16 * s, y0 + (n + 0.5) * step, 0, 1, 0.5, p->class_names[n]);
  }
  page_text_size(page, 15);
  plptex(x + 48 * s, 0.5 * (y0 + y1), 0, 1, 0.5, p->bar_label);
}

/* Draws labels of the bar from y0 to y1, right of x. Returns the length of the longest label. */
static double draw_ticks(const struct page *page, double x, double y0, double y1) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale;
  const double tick =
      p->colours == SM_COLOURS_CIRCLE ? 45 : tick_of(p->high - p->low, y1 - y0, 50 * s);
  double widest = 1;
  for (double v = ceil(p->low / tick - 1e-9) * tick; v <= p->high + 1e-9 * tick; v += tick) {
    const double at = y0 + (v - p->low) / (p->high - p->low) * (y1 - y0);
    char text[32];
    number(text, sizeof text, v, tick);
    widest = fmax(widest, letters_of(text));
    page_line(page, INK_TEXT, 1.2);
    pljoin(x, at, x + 6 * s, at);
    draw_text(page, x + 11 * s, at, 0, 14, INK_TEXT, text);
  }
  return widest;
}

/* Draws labels of a logarithmic bar: decades, with marks at the numbers between them. */
static double draw_decades(const struct page *page, double x, double y0, double y1) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale, decades = log10(p->high / p->low);
  double widest = 1;
  for (int e = (int)floor(log10(p->low)); e <= (int)ceil(log10(p->high)); e++) {
    for (int m = 1; m <= 9; m++) {
      char text[48];
      const double part = page_part(p, m * pow(10, e)), at = y0 + part * (y1 - y0);
      if (part < -1e-9 || part > 1 + 1e-9) continue;
      const bool named = m == 1 || (decades < 2.5 && (m == 2 || m == 5));
      page_line(page, INK_TEXT, 1.2);
      if (decades < 7 || m == 1) pljoin(x, at, x + (named ? 6 : 3) * s, at);
      if (!named || (decades > 12 && e % 5 != 0)) continue;
      widest = fmax(widest, power_text(text, sizeof text, m, e));
      draw_text(page, x + 11 * s, at, 0, 14, INK_TEXT, text);
    }
  }
  return widest;
}

/* Draws marks on the bar at the levels of contour lines. */
static void draw_bar_levels(const struct page *page, double x0, double x1, double y0, double y1) {
  const struct sm_plot_picture *p = page->picture;
  for (int n = 0; n < p->levels; n++) {
    const double part = page_part(p, p->level[n]), at = y0 + part * (y1 - y0);
    if (part < 0 || part > 1) continue;
    page_line(page, INK_TEXT, 2);
    pljoin(x0, at, x1, at);
  }
}

void draw_bar(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale, x0 = right_of(page) + 28 * s, x1 = x0 + 24 * s;
  const double y0 = bottom_of(page), y1 = top_of(page), step = (y1 - y0) / 256;
  page_use_pixels(page);
  for (int i = 0; i < 256; i++) {
    const double a = y0 + i * step, b = fmin(a + step + 1, y1);
    const PLFLT x[4] = {x0, x1, x1, x0}, y[4] = {a, a, b, b};
    plcol1(i / 255.0);
    plfill(4, x, y);
  }
  const PLFLT x[5] = {x0, x1, x1, x0, x0}, y[5] = {y0, y0, y1, y1, y0};
  page_line(page, INK_TEXT, 1.2);
  plline(5, x, y);
  if (p->classes > 0) {
    draw_classes(page, x1, y0, y1);
    return;
  }
  draw_bar_levels(page, x0, x1, y0, y1);
  const double widest =
      p->logarithmic ? draw_decades(page, x1, y0, y1) : draw_ticks(page, x1, y0, y1);
  page_text_size(page, 15);
  const double beside = x1 + (32 + 9 * widest) * s, last = p->width - 14 * s; /* on the page */
  plptex(fmin(beside, last), 0.5 * (y0 + y1), 0, 1, 0.5, p->bar_label);
}

/* Draws the scale bar below the map, and an arrow to true north in the upper right margin. */
void draw_map_marks(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale, metres = p->axis_unit * page->x_pixel; /* per pixel */
  const double length = nice_below(190 * s * metres), x0 = left_of(page);
  const double y = bottom_of(page) - 78 * s, x1 = x0 + length / metres;
  char text[48];
  const double unit = length >= 1000 ? 1000 : length < 0.1 ? 1e-3 : 1;
  snprintf(text, sizeof text, "%g %s", length / unit, unit > 1 ? "km" : unit < 1 ? "mm" : "m");
  page_use_pixels(page);
  const PLFLT bx[5] = {x0, x1, x1, x0, x0}, by[5] = {y, y, y + 6 * s, y + 6 * s, y};
  const PLFLT hx[4] = {x0, 0.5 * (x0 + x1), 0.5 * (x0 + x1), x0};
  plcol0(INK_TEXT);
  plfill(4, hx, by);
  page_line(page, INK_TEXT, 1.2);
  plline(5, bx, by);
  draw_text(page, x1 + 10 * s, y + 3 * s, 0, 14, INK_TEXT, text);

  const double turn = p->north * 0.017453292519943295, c = cos(turn), sn = sin(turn);
  const double nx = right_of(page) + 40 * s, ny = top_of(page) + 34 * s;
  static const double shape[4][2] = {{0, 20}, {8, -10}, {0, -4}, {-8, -10}};
  PLFLT ax[5], ay[5];
  for (int i = 0; i < 5; i++) {
    const double px = shape[i % 4][0] * s, py = shape[i % 4][1] * s;
    ax[i] = nx + px * c + py * sn;
    ay[i] = ny - px * sn + py * c;
  }
  plcol0(INK_TEXT);
  const PLFLT fx[3] = {ax[0], ax[2], ax[3]}, fy[3] = {ay[0], ay[2], ay[3]};
  plfill(3, fx, fy);
  page_line(page, INK_TEXT, 1.2);
  plline(5, ax, ay);
  draw_text(page, nx + 32 * s * sn, ny + 32 * s * c, 0.5, 15, INK_TEXT, "N");
}

/* Notes the vertical exaggeration of sections; on narrow maps the stretch of the vertical axis,
 * below the scale bar. */
void draw_stretch(const struct page *page) {
  char text[64];
  const double s = page->scale, rise = page->x_pixel / page->y_pixel;
  if (rise < 1.05 && rise > 1 / 1.05) return;
  const bool map = page->picture->is_map;
  const double times = fmax(rise, 1 / rise), tenth = pow(10, floor(log10(times)) - 1);
  snprintf(text, sizeof text, "%s drawn %g times %s", map ? "the upright axis is" : "heights are",
           floor(times / tenth + 0.5) * tenth, rise > 1 ? "larger" : "smaller");
  page_use_pixels(page);
  const double start = fmin(left_of(page), 112 * s); /* the reference arrow is to the right */
  draw_text(page, start, bottom_of(page) - (map ? 96 : 75) * s, 0, 14, INK_TEXT, text);
}
