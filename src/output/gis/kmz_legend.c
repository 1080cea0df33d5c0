/* kmz_legend.c - legend of a KMZ: a picture with the colour scale, its numbers and what they are.
 */
#include "output/gis/export.h"
#include "output/picture/module_interface.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ASCII from ' ' to '~' in the usual letters of dot-matrix displays: five columns of seven pixels,
 * the lowest bit on top. */
static const uint8_t glyphs[95][5] = {
    {0, 0, 0, 0, 0},       {0, 0, 95, 0, 0},       {0, 7, 0, 7, 0},       {20, 127, 20, 127, 20},
    {36, 42, 127, 42, 18}, {35, 19, 8, 100, 98},   {54, 73, 85, 34, 80},  {0, 5, 3, 0, 0},
    {0, 28, 34, 65, 0},    {0, 65, 34, 28, 0},     {8, 42, 28, 42, 8},    {8, 8, 62, 8, 8},
    {0, 80, 48, 0, 0},     {8, 8, 8, 8, 8},        {0, 96, 96, 0, 0},     {32, 16, 8, 4, 2},
    {62, 81, 73, 69, 62},  {0, 66, 127, 64, 0},    {66, 97, 81, 73, 70},  {33, 65, 69, 75, 49},
    {24, 20, 18, 127, 16}, {39, 69, 69, 69, 57},   {60, 74, 73, 73, 48},  {1, 113, 9, 5, 3},
    {54, 73, 73, 73, 54},  {6, 73, 73, 41, 30},    {0, 54, 54, 0, 0},     {0, 86, 54, 0, 0},
    {8, 20, 34, 65, 0},    {20, 20, 20, 20, 20},   {0, 65, 34, 20, 8},    {2, 1, 81, 9, 6},
    {50, 73, 121, 65, 62}, {126, 17, 17, 17, 126}, {127, 73, 73, 73, 54}, {62, 65, 65, 65, 34},
    {127, 65, 65, 34, 28}, {127, 73, 73, 73, 65},  {127, 9, 9, 9, 1},     {62, 65, 73, 73, 122},
    {127, 8, 8, 8, 127},   {0, 65, 127, 65, 0},    {32, 64, 65, 63, 1},   {127, 8, 20, 34, 65},
    {127, 64, 64, 64, 64}, {127, 2, 12, 2, 127},   {127, 4, 8, 16, 127},  {62, 65, 65, 65, 62},
    {127, 9, 9, 9, 6},     {62, 65, 81, 33, 94},   {127, 9, 25, 41, 70},  {70, 73, 73, 73, 49},
    {1, 1, 127, 1, 1},     {63, 64, 64, 64, 63},   {31, 32, 64, 32, 31},  {63, 64, 56, 64, 63},
    {99, 20, 8, 20, 99},   {7, 8, 112, 8, 7},      {97, 81, 73, 69, 67},  {0, 127, 65, 65, 0},
    {2, 4, 8, 16, 32},     {0, 65, 65, 127, 0},    {4, 2, 1, 2, 4},       {64, 64, 64, 64, 64},
    {0, 1, 2, 4, 0},       {32, 84, 84, 84, 120},  {127, 72, 68, 68, 56}, {56, 68, 68, 68, 32},
    {56, 68, 68, 72, 127}, {56, 84, 84, 84, 24},   {8, 126, 9, 1, 2},     {12, 82, 82, 82, 62},
    {127, 8, 4, 4, 120},   {0, 68, 125, 64, 0},    {32, 64, 68, 61, 0},   {127, 16, 40, 68, 0},
    {0, 65, 127, 64, 0},   {124, 4, 24, 4, 120},   {124, 8, 4, 4, 120},   {56, 68, 68, 68, 56},
    {124, 20, 20, 20, 8},  {8, 20, 20, 24, 124},   {124, 8, 4, 4, 8},     {72, 84, 84, 84, 32},
    {4, 63, 68, 64, 32},   {60, 64, 64, 32, 124},  {28, 32, 64, 32, 28},  {60, 64, 48, 64, 60},
    {68, 40, 16, 40, 68},  {12, 80, 80, 80, 60},   {68, 100, 84, 76, 68}, {0, 8, 54, 65, 0},
    {0, 0, 127, 0, 0},     {0, 65, 54, 8, 0},      {16, 8, 8, 16, 8}};

enum {
  PIXEL = 2, /* of a pixel of a glyph */
  STEP = 6 * PIXEL,
  LINE = 10 * PIXEL,
  LETTERS = 26, /* of a line */
  MARGIN = 10,
  BAR = 24,
  ROWS = 5, /* numbers at the bar, less one */
  LOG_ROWS = 4,
  MOST_LINES = 8
};

struct page {
  uint8_t *rgba;
  int width, height;
};

static void set_pixel(const struct page *page, int x, int y, const int rgb[3], int alpha) {
  if (x < 0 || y < 0 || x >= page->width || y >= page->height) return;
  const size_t row = (size_t)(page->height - 1 - y); /* from the lowest */
  uint8_t *to = page->rgba + 4 * (row * (size_t)page->width + (size_t)x);
  for (int k = 0; k < 3; k++) to[k] = (uint8_t)rgb[k];
  to[3] = (uint8_t)alpha;
}

static void write_text(const struct page *page, int x, int y, const char *text, int length) {
  static const int black[3] = {0, 0, 0};
  for (int n = 0; n < length; n++) {
    const unsigned char letter = (unsigned char)text[n];
    const uint8_t *glyph = glyphs[letter >= ' ' && letter <= '~' ? letter - ' ' : '?' - ' '];
    for (int p = 0; p < 5 * PIXEL * 7 * PIXEL; p++) {
      const int i = p % (5 * PIXEL), j = p / (5 * PIXEL);
      if ((glyph[i / PIXEL] >> (j / PIXEL) & 1) != 0)
        set_pixel(page, x + n * STEP + i, y + j, black, 255);
    }
  }
}

/* Length of the next line of a text, which breaks at a blank. */
static int line_length(const char *text) {
  const int length = (int)strlen(text);
  if (length <= LETTERS) return length;
  int end = LETTERS;
  while (end > 0 && text[end] != ' ') end--;
  return end > 0 ? end : LETTERS;
}

static int count_lines(const char *text) {
  int lines = 0;
  for (; *text != '\0' && lines < MOST_LINES; lines++) {
    text += line_length(text);
    text += *text == ' ';
  }
  return lines;
}

static void write_scale(const struct page *page, const struct sm_plot_picture *p, int top) {
  for (int y = 0; y <= ROWS * LINE; y++) {
    int rgb[3];
    sm_colour_map_rgb(p, 1 - y / (double)(ROWS * LINE), rgb);
    for (int x = 0; x < BAR; x++) set_pixel(page, MARGIN + x, top + y, rgb, 255);
  }
  const int rows = p->logarithmic ? LOG_ROWS : ROWS;
  for (int row = 0; row <= rows; row++) {
    char number[32];
    const double part = 1 - row / (double)rows;
    const double value =
        p->logarithmic ? p->low * pow(p->high / p->low, part) : p->low + part * (p->high - p->low);
    const int length = snprintf(number, sizeof number, "%.3g", value);
    write_text(page, 2 * MARGIN + BAR, top + row * ROWS * LINE / rows - 7 * PIXEL / 2, number,
               length);
  }
}

enum sm_status sm_kmz_legend(struct sm_context *ctx, const struct sm_plot_picture *scale,
                             const char *label, uint8_t **rgba, int size[2]) {
  static const int white[3] = {255, 255, 255};
  const int lines = count_lines(label), top = 2 * MARGIN + lines * LINE + 4 * PIXEL;
  struct page page = {.width = 2 * MARGIN + LETTERS * STEP, .height = top + ROWS * LINE + LINE};
  SM_TRY(sm_alloc(ctx, (size_t)page.width * (size_t)page.height, 4, "legend", &page.rgba));
  for (int y = 0; y < page.height; y++)
    for (int x = 0; x < page.width; x++) set_pixel(&page, x, y, white, 220);
  for (int n = 0; n < lines; n++) {
    const int length = line_length(label);
    write_text(&page, MARGIN, MARGIN + n * LINE, label, length);
    label += length;
    label += *label == ' ';
  }
  write_scale(&page, scale, top);
  *rgba = page.rgba;
  size[0] = page.width;
  size[1] = page.height;
  return SM_OK;
}
