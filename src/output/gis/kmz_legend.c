/* kmz_legend.c - legends of KMZ files as pictures: a colour scale with its numbers, or the levels
 * of areas with their colours. */
#include "output/gis/export.h"

#include "base/text.h"
#include "output/picture/module_interface.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  PIXEL = 2, /* of a pixel of a glyph */
  STEP = 6 * PIXEL,
  LINE = 10 * PIXEL,
  MARGIN = 10,
  BAR = 24,
  ROWS = 5, /* numbers at the bar, less one */
  LOG_ROWS = 4,
  SCALE_LETTERS = 26, /* of a line */
  AREA_LETTERS = 38,
  MOST_AREAS = 24,   /* that have a line each */
  MOST_LETTERS = 320 /* of a text */
};

struct page {
  uint8_t *rgba;
  int width, height;
};

/* A text in lines, which break at blanks. */
struct lines {
  struct sm_kmz_letter letter[MOST_LETTERS];
  int start[MOST_LETTERS + 1], length[MOST_LETTERS], count;
};

static void set_pixel(const struct page *page, int x, int y, const int rgb[3], int alpha) {
  if (x < 0 || y < 0 || x >= page->width || y >= page->height) return;
  const size_t row = (size_t)(page->height - 1 - y); /* from the lowest */
  uint8_t *to = page->rgba + 4 * (row * (size_t)page->width + (size_t)x);
  for (int k = 0; k < 3; k++) to[k] = (uint8_t)rgb[k];
  to[3] = (uint8_t)alpha;
}

static void fill(const struct page *page, const int from[2], const int to[2], const int rgb[3],
                 int alpha) {
  for (int y = from[1]; y < to[1]; y++)
    for (int x = from[0]; x < to[0]; x++) set_pixel(page, x, y, rgb, alpha);
}

static enum sm_status create_page(struct sm_context *ctx, int width, int height,
                                  struct page *page) {
  static const int white[3] = {255, 255, 255};
  *page = (struct page){.width = width, .height = height};
  SM_TRY(sm_alloc(ctx, (size_t)width * (size_t)height, 4, "legend", &page->rgba));
  fill(page, (const int[2]){0, 0}, (const int[2]){width, height}, white, 220);
  return SM_OK;
}

static void write_letter(const struct page *page, int x, int y, struct sm_kmz_letter letter) {
  static const int black[3] = {0, 0, 0};
  uint16_t column[5];
  sm_kmz_glyph(letter, column);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 16; j++) {
      const int at[2] = {x + i * PIXEL, y + (j - SM_KMZ_ABOVE) * PIXEL};
      if ((column[i] >> j & 1) != 0)
        fill(page, at, (const int[2]){at[0] + PIXEL, at[1] + PIXEL}, black, 255);
    }
}

/* Length of the next line; a word longer than a line is cut into lines. */
static int line_length(const struct sm_kmz_letter *letter, int left, int most) {
  int end = most;
  if (left <= most) return left;
  while (end > 0 && letter[end].base != ' ') end--;
  return end > 0 ? end : most;
}

static void break_lines(const char *text, int most, struct lines *out) {
  const int count = sm_kmz_letters(text, out->letter, MOST_LETTERS);
  out->count = 0;
  for (int at = 0; at < count; out->count++) {
    const int length = line_length(out->letter + at, count - at, most);
    out->start[out->count] = at;
    out->length[out->count] = length;
    at += length;
    at += at < count && out->letter[at].base == ' ';
  }
}

static void write_lines(const struct page *page, int x, int y, const struct lines *lines) {
  for (int l = 0; l < lines->count; l++)
    for (int n = 0; n < lines->length[l]; n++)
      write_letter(page, x + n * STEP, y + l * LINE, lines->letter[lines->start[l] + n]);
}

static void write_scale(const struct page *page, const struct sm_plot_picture *p, int top) {
  for (int y = 0; y <= ROWS * LINE; y++) {
    int rgb[3];
    sm_colour_map_rgb(p, 1 - y / (double)(ROWS * LINE), rgb);
    fill(page, (const int[2]){MARGIN, top + y}, (const int[2]){MARGIN + BAR, top + y + 1}, rgb,
         255);
  }
  const int rows = p->logarithmic ? LOG_ROWS : ROWS;
  for (int row = 0; row <= rows; row++) {
    char number[32];
    struct lines lines;
    const double part = 1 - row / (double)rows;
    const double value =
        p->logarithmic ? p->low * pow(p->high / p->low, part) : p->low + part * (p->high - p->low);
    snprintf(number, sizeof number, "%.4g", value);
    break_lines(number, SCALE_LETTERS, &lines);
    write_lines(page, 2 * MARGIN + BAR, top + row * ROWS * LINE / rows - 7 * PIXEL / 2, &lines);
  }
}

enum sm_status sm_kmz_legend(struct sm_context *ctx, const struct sm_plot_picture *scale,
                             const char *label, uint8_t **rgba, int size[2]) {
  struct lines lines;
  struct page page;
  break_lines(label, SCALE_LETTERS, &lines);
  const int top = 2 * MARGIN + lines.count * LINE + 4 * PIXEL;
  SM_TRY(create_page(ctx, 2 * MARGIN + SCALE_LETTERS * STEP, top + ROWS * LINE + LINE, &page));
  write_lines(&page, MARGIN, MARGIN, &lines);
  write_scale(&page, scale, top);
  *rgba = page.rgba;
  size[0] = page.width;
  size[1] = page.height;
  return SM_OK;
}

/* Severity of a kind of level: 0 of "AEGL-1" to 2 of "AEGL-3"; -1: it has no number. */
static int severity_of(const char *kind, size_t length) {
  const char digit = length > 2 && kind[length - 2] == '-' ? kind[length - 1] : '0';
  return digit >= '1' && digit <= '3' ? digit - '1' : -1;
}

/* Gives the areas of each kind of level, "AEGL-1" of "AEGL-1, 10 min", a colour: yellow, orange and
 * red by severity, others in turn. */
static void choose_colours(int count, struct sm_contour_map *map) {
  static const int severe[3][3] = {{255, 255, 0}, {255, 165, 0}, {255, 0, 0}};
  static const int others[3][3] = {{255, 0, 255}, {0, 128, 255}, {0, 192, 0}};
  const char *kind = "";
  size_t length = 0, kinds = 0;
  for (int n = 0; n < count; n++) {
    const size_t own = strcspn(map[n].label, ",");
    const int severity = severity_of(map[n].label, own);
    if (severity < 0 && (own != length || strncmp(map[n].label, kind, own) != 0)) {
      kind = map[n].label;
      length = own;
      kinds++;
    }
    memcpy(map[n].colour, severity >= 0 ? severe[severity] : others[(kinds + 2) % 3],
           sizeof map[n].colour);
  }
}

static bool is_reached(const struct sm_contour_grid *common, const struct sm_contour_map *map) {
  const struct sm_contour_grid *grid = map->grid != NULL ? map->grid : common;
  for (size_t c = 0; c < (size_t)grid->nx * (size_t)grid->ny; c++)
    if ((double)map->value[c] > map->level) return true;
  return false;
}

/* Line of a level, with its value unless the label ends with it; without a page its height alone.
 */
static int write_area(const struct page *page, int y, const struct sm_contour_grid *grid,
                      const struct sm_contour_map *map) {
  char value[64], text[256];
  struct lines lines;
  const bool reached = is_reached(grid, map);
  const int first[2] = {MARGIN, y}, last[2] = {MARGIN + BAR, y + 7 * PIXEL};
  snprintf(value, sizeof value, "%g %s", map->level, map->unit);
  const bool has_value = sm_text_ends_with(map->label, value);
  snprintf(text, sizeof text, "%s%s%s%s", map->label, has_value ? "" : ": ", has_value ? "" : value,
           reached ? "" : ", not reached");
  break_lines(text, AREA_LETTERS, &lines);
  if (page != NULL) write_lines(page, 2 * MARGIN + BAR, y, &lines);
  if (page != NULL && reached) fill(page, first, last, map->colour, 255);
  return lines.count * LINE;
}

/* Lines of all levels; of many, those that are not reached are counted. Returns their end. */
static int write_areas(const struct page *page, int y, const struct sm_contour_grid *grid,
                       int count, const struct sm_contour_map *map) {
  char text[64];
  struct lines lines;
  int left = 0;
  for (int n = 0; n < count; n++) {
    if (count > MOST_AREAS && !is_reached(grid, &map[n]))
      left++;
    else
      y += write_area(page, y, grid, &map[n]);
  }
  if (left == 0) return y;
  snprintf(text, sizeof text, "%d others are not reached", left);
  break_lines(text, AREA_LETTERS, &lines);
  if (page != NULL) write_lines(page, 2 * MARGIN + BAR, y, &lines);
  return y + lines.count * LINE;
}

static enum sm_status draw_areas(struct sm_context *ctx, const struct sm_contour_grid *grid,
                                 int count, const struct sm_contour_map *map,
                                 struct sm_contour_legend *out) {
  char title[256];
  struct lines lines;
  struct page page;
  snprintf(title, sizeof title, "%s: %s", map[0].name, map[0].quantity);
  break_lines(title, AREA_LETTERS, &lines);
  const int top = 2 * MARGIN + lines.count * LINE;
  const int height = write_areas(NULL, top, grid, count, map) + MARGIN;
  SM_TRY(create_page(ctx, 3 * MARGIN + BAR + AREA_LETTERS * STEP, height, &page));
  write_lines(&page, MARGIN, MARGIN, &lines);
  write_areas(&page, top, grid, count, map);
  *out = (struct sm_contour_legend){page.rgba, {page.width, page.height}};
  return SM_OK;
}

enum sm_status sm_areas_write(struct sm_context *ctx, const char *path, const struct sm_crs *crs,
                              const struct sm_contour_grid *grid, int count,
                              struct sm_contour_map *map) {
  struct sm_contour_legend legend = {NULL, {0, 0}};
  choose_colours(count, map);
  if (count > 0 && sm_text_ends_with(path, ".kmz"))
    SM_TRY(draw_areas(ctx, grid, count, map, &legend));
  const enum sm_status status = sm_gis_write_contours(ctx, path, crs, grid, count, map, &legend);
  sm_free(legend.rgba);
  return status;
}
