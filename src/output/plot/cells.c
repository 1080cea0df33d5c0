/* Plane of cells: colours, solids, ground, contours. */
#include "output/picture/module_interface.h"
#include "output/plot/page.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  SHADES = 256,
  PAPER = SHADES, /* background, shaded where there is terrain light */
  BUILDING,
  GROUND,
  COLOURS,
  LIGHTS = 64, /* number of light levels */
  FLAT = 40,   /* level of unchanged colours (light 1) */
  NOTHING = -1,
  MOST_CORNERS = 4
};

/* Colours of a picture before shading. */
struct tones {
  int rgb[COLOURS][3];
};

static void mix_tones(const struct sm_plot_picture *p, struct tones *out) {
  static const int fixed[3][3] = {{244, 244, 242}, {130, 130, 136}, {164, 146, 122}};
  // cppcheck-suppress uninitvar ; set here
  for (int n = 0; n < SHADES; n++) sm_colour_map_rgb(p, n / (double)(SHADES - 1), out->rgb[n]);
  memcpy(out->rgb[PAPER], fixed, sizeof fixed);
}

/* Colour index of a value; PAPER or NOTHING where it is not painted. */
static int tone_of(const struct sm_plot_picture *p, double value, bool lit) {
  const int none = lit ? PAPER : NOTHING;
  if (isnan(value)) return none;
  const double part = page_part(p, value);
  if (p->logarithmic && part < 0) return none;
  return (int)(fmin(fmax(part, 0), 1) * (SHADES - 1) + 0.5);
}

/* Encodes colour index and light level in one number. */
static int mix(int tone, double light) {
  return tone * LIGHTS + (int)(fmin(fmax(FLAT * light, 0), LIGHTS - 1) + 0.5);
}

/* Shade of a cell; NOTHING where it is not painted. */
static int shade_of(const struct sm_plot_picture *p, size_t at) {
  if (p->solid != NULL && p->solid[at] == 1) return mix(BUILDING, 1);
  if (p->solid != NULL && p->solid[at] == 2) return mix(GROUND, 1);
  const int tone = tone_of(p, (double)p->value[at], p->light != NULL);
  return tone == NOTHING ? NOTHING : mix(tone, p->light != NULL ? (double)p->light[at] : 1);
}

/* Less light darkens a colour; more light mixes it with white. */
static void find_shade(const struct tones *tones, int shade, int rgb[3]) {
  const int *tone = tones->rgb[shade / LIGHTS];
  const double light = shade % LIGHTS / (double)FLAT;
  for (int c = 0; c < 3; c++)
    rgb[c] = (int)(light <= 1 ? tone[c] * light : tone[c] + (255 - tone[c]) * (light - 1) + 0.5);
}

static void use_shade(const struct tones *tones, int shade) {
  int rgb[3];
  find_shade(tones, shade, rgb);
  page_ink(rgb);
}

/* Index of the cell that contains a position, searched upwards from `from`; edges rise. */
static int cell_at(const double *edge, int n, double place, int from) {
  while (from + 1 < n && place >= edge[from + 1]) from++;
  return from;
}

/* Paints the cells into one image. */
static void paint_cells(const struct page *page, const struct tones *tones, bool solids,
                        struct image *image) {
  const struct sm_plot_picture *p = page->picture;
  const double unit = p->axis_unit;
  for (int row = 0, j = 0; row < image->height; row++) {
    const double y = page->y0 + (row + 0.5) / image->height * (page->y1 - page->y0);
    j = cell_at(p->y_edge, p->ny, y * unit, j);
    for (int column = 0, i = 0; column < image->width; column++) {
      const double x = page->x0 + (column + 0.5) / image->width * (page->x1 - page->x0);
      int rgb[3];
      i = cell_at(p->x_edge, p->nx, x * unit, i);
      const int shade = shade_of(p, (size_t)i + (size_t)p->nx * (size_t)j);
      if (shade == NOTHING || (shade >= BUILDING * LIGHTS) != solids) continue;
      find_shade(tones, shade, rgb);
      image_set(image, column, row, rgb);
    }
  }
  image_end(page, image);
}

/* World coordinates snapped to pixel borders, so that shapes meet without seams. */
static double snap_x(const struct page *page, double metres) {
  const double left = page->left * page->picture->width;
  const double at = left + (metres / page->picture->axis_unit - page->x0) / page->x_pixel;
  return page->x0 + (floor(at + 0.5) - left) * page->x_pixel;
}

static double snap_y(const struct page *page, double metres) {
  const double bottom = page->bottom * page->picture->height;
  const double at = bottom + (metres / page->picture->axis_unit - page->y0) / page->y_pixel;
  return page->y0 + (floor(at + 0.5) - bottom) * page->y_pixel;
}

/* Paints runs of equal colour, row by row from below. Boxes overlap their right and upper
 * neighbours, which are painted later, since PLplot rounds its coordinates. */
void draw_cells(const struct page *page, bool solids) {
  const struct sm_plot_picture *p = page->picture;
  const bool pixels = p->format == SM_PICTURE_PNG;
  struct image image;
  struct tones tones;
  mix_tones(p, &tones);
  if (page->images != NULL && image_begin(page, &image)) {
    paint_cells(page, &tones, solids, &image);
    return;
  }
  for (int j = 0; j < p->ny; j++) {
    const double low = p->y_edge[j], high = p->y_edge[j + 1];
    const double y0 = pixels ? snap_y(page, low) : low / p->axis_unit;
    const double y1 = (pixels ? snap_y(page, high) : high / p->axis_unit) + 0.5 * page->y_pixel;
    for (int i = 0; i < p->nx;) {
      const int shade = shade_of(p, (size_t)i + (size_t)p->nx * (size_t)j);
      const double from = p->x_edge[i];
      do i++;
      while (i < p->nx && shade_of(p, (size_t)i + (size_t)p->nx * (size_t)j) == shade);
      if (shade == NOTHING || (shade >= BUILDING * LIGHTS) != solids) continue;
      const double x0 = pixels ? snap_x(page, from) : from / p->axis_unit;
      const double x1 =
          (pixels ? snap_x(page, p->x_edge[i]) : p->x_edge[i] / p->axis_unit) + 0.5 * page->x_pixel;
      const PLFLT x[4] = {x0, x1, x1, x0}, y[4] = {y0, y0, y1, y1};
      use_shade(&tones, shade);
      plfill(4, x, y);
    }
  }
}

/* Corners of a polygon in axis coordinates; the first one is repeated at the end. */
static void corners_of(const struct page *page, size_t n, PLFLT *x, PLFLT *y) {
  const struct sm_plot_shapes *shapes = page->picture->shapes;
  const size_t corners = (size_t)shapes->corners;
  for (size_t c = 0; c <= corners; c++) {
    x[c] = shapes->x[n * corners + c % corners] / page->picture->axis_unit;
    y[c] = shapes->y[n * corners + c % corners] / page->picture->axis_unit;
  }
}

static int shape_shade(const struct page *page, size_t n) {
  const struct sm_plot_shapes *shapes = page->picture->shapes;
  const int tone = tone_of(page->picture, (double)shapes->value[n], false);
  if (tone == NOTHING) return NOTHING;
  return mix(tone, shapes->light != NULL ? (double)shapes->light[n] : 1);
}

/* Paints the pixels with centres inside a polygon, row by row between the sides that cross it. */
static void paint_shape(const struct page *page, int corners, PLFLT *x, PLFLT *y, const int rgb[3],
                        struct image *image) {
  const double wide = image->width / (page->x1 - page->x0);
  const double high = image->height / (page->y1 - page->y0);
  double low = INFINITY, most = -INFINITY;
  for (int c = 0; c <= corners; c++) {
    x[c] = (x[c] - page->x0) * wide;
    y[c] = (y[c] - page->y0) * high;
    low = fmin(low, y[c]);
    most = fmax(most, y[c]);
  }
  for (int row = (int)fmax(ceil(low - 0.5), 0); row <= most - 0.5 && row < image->height; row++) {
    double from = INFINITY, to = -INFINITY;
    for (int c = 0; c < corners; c++) {
      const double part = (row + 0.5 - y[c]) / (y[c + 1] - y[c]);
      if (!(part >= 0 && part <= 1)) continue;
      from = fmin(from, x[c] + part * (x[c + 1] - x[c]));
      to = fmax(to, x[c] + part * (x[c + 1] - x[c]));
    }
    for (int column = (int)fmax(ceil(from - 0.5), 0); column <= to - 0.5 && column < image->width;
         column++)
      image_set(image, column, row, rgb);
  }
}

/* Paints polygons into one image, when they are too many to show their edges. */
static void paint_shapes(const struct page *page, const struct tones *tones, struct image *image) {
  const struct sm_plot_shapes *shapes = page->picture->shapes;
  for (size_t n = 0; n < shapes->count; n++) {
    const int shade = shape_shade(page, n);
    PLFLT x[MOST_CORNERS + 1], y[MOST_CORNERS + 1];
    int rgb[3];
    if (shade == NOTHING) continue;
    find_shade(tones, shade, rgb);
    corners_of(page, n, x, y);
    paint_shape(page, shapes->corners, x, y, rgb, image);
  }
  image_end(page, image);
}

/* Paints each polygon with its outline, against gaps between neighbours. */
void draw_shapes(const struct page *page) {
  const struct sm_plot_shapes *shapes = page->picture->shapes;
  struct tones tones;
  mix_tones(page->picture, &tones);
  page_use_plane(page);
  struct image image;
  if (page->images != NULL && !shapes->edges && image_begin(page, &image)) {
    paint_shapes(page, &tones, &image);
    return;
  }
  for (int pass = 0; pass < (shapes->edges ? 2 : 1); pass++) {
    for (size_t n = 0; n < shapes->count; n++) {
      const int shade = shape_shade(page, n);
      PLFLT x[MOST_CORNERS + 1], y[MOST_CORNERS + 1];
      corners_of(page, n, x, y);
      page_line(page, INK_CONTOUR, pass == 0 ? 1 : 0.6);
      if (pass == 0 && shade != NOTHING) {
        use_shade(&tones, shade);
        plfill(shapes->corners, x, y);
      }
      if (pass == 1 || shade != NOTHING) plline(shapes->corners + 1, x, y);
    }
  }
}

/* Draws the ground of a section from the terrain, not from the stair steps of the cells. */
void draw_ground(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double unit = p->axis_unit;
  const size_t points = (size_t)p->nx + 4;
  PLFLT *x = calloc(points, sizeof *x), *y = calloc(points, sizeof *y);
  if (x != NULL && y != NULL) {
    for (int i = 0; i < p->nx; i++) {
      x[i + 1] = 0.5 * (p->x_edge[i] + p->x_edge[i + 1]) / unit;
      y[i + 1] = (double)p->ground[i] / unit;
    }
    x[0] = page->x0;
    y[0] = y[1];
    x[p->nx + 1] = page->x1;
    y[p->nx + 1] = y[p->nx];
    x[p->nx + 2] = page->x1;
    x[p->nx + 3] = page->x0;
    y[p->nx + 2] = y[p->nx + 3] = page->y0;
    plcol0(INK_GROUND);
    plfill((PLINT)points, x, y);
    page_line(page, INK_EDGE, 1.5);
    plline(p->nx + 2, x, y);
  } else {
    page_out_of_memory();
  }
  free(x);
  free(y);
}

/* Maps cell indices to world coordinates, for plcont. */
void page_to_world(PLFLT i, PLFLT j, PLFLT *x, PLFLT *y, PLPointer data) {
  const struct sm_plot_picture *p = data;
  const int low_i = (int)fmin(fmax(floor(i), 0), p->nx - 1),
            low_j = (int)fmin(fmax(floor(j), 0), p->ny - 1);
  *x = (p->x_edge[low_i] + (i - low_i + 0.5) * (p->x_edge[low_i + 1] - p->x_edge[low_i])) /
       p->axis_unit;
  *y = (p->y_edge[low_j] + (j - low_j + 0.5) * (p->y_edge[low_j + 1] - p->y_edge[low_j])) /
       p->axis_unit;
}

static PLFLT contour_value(PLINT i, PLINT j, PLPointer data) {
  const struct sm_plot_picture *p = data;
  return (double)p->contour[(size_t)i + (size_t)p->nx * (size_t)j];
}

void draw_contours(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const size_t cells = (size_t)p->nx * (size_t)p->ny;
  double least = INFINITY, most = -INFINITY;
  if (p->nx < 2 || p->ny < 2) return;
  for (size_t c = 0; c < cells; c++) {
    least = fmin(least, (double)p->contour[c]);
    most = fmax(most, (double)p->contour[c]);
  }
  page_line(page, INK_CONTOUR, 1);
  struct sm_plot_picture copy = *p; /* PLplot takes no pointer to const */
  for (double level = ceil(least / p->contour_step) * p->contour_step; level < most;
       level += p->contour_step) {
    const PLFLT levels[1] = {level};
    plfcont(contour_value, &copy, p->nx, p->ny, 1, p->nx, 1, p->ny, levels, 1, page_to_world,
            &copy);
  }
}

/* True when a wall of a kind of solid separates a cell from
 * the previous one along an axis. */
static bool is_wall(const struct sm_plot_picture *p, int kind, int axis, int i, int j) {
  const size_t at = (size_t)i + (size_t)p->nx * (size_t)j;
  if ((axis == 0 ? i : j) == 0) return false;
  return (p->solid[at] == kind) != (p->solid[at - (axis == 0 ? 1 : (size_t)p->nx)] == kind);
}

/* Draws the outlines of a kind of solid, with straight parts as one line. */
static void outline(const struct page *page, int kind) {
  const struct sm_plot_picture *p = page->picture;
  const double unit = p->axis_unit;
  for (int axis = 0; axis < 2; axis++) {
    const double *across = axis == 0 ? p->x_edge : p->y_edge;
    const double *along = axis == 0 ? p->y_edge : p->x_edge;
    const int lines = axis == 0 ? p->nx : p->ny, cells = axis == 0 ? p->ny : p->nx;
    for (int line = 1; line < lines; line++)
      for (int from = 0, to = 0; from < cells; from = ++to) {
        while (to < cells && is_wall(p, kind, axis, axis == 0 ? line : to, axis == 0 ? to : line))
          to++;
        if (to == from) continue;
        const double at = across[line] / unit, low = along[from] / unit, high = along[to] / unit;
        pljoin(axis == 0 ? at : low, axis == 0 ? low : at, axis == 0 ? at : high,
               axis == 0 ? high : at);
      }
  }
}

void draw_outlines(const struct page *page) {
  if (page->picture->solid == NULL) return;
  page_line(page, INK_CONTOUR, 1); /* roofs below the map height */
  outline(page, 3);
  page_line(page, INK_EDGE, 1.2);
  outline(page, 1);
}
