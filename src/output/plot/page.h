/* page.h - page layout of a PLplot picture, and its colours. Internal to the module. */
#ifndef SM_OUTPUT_PLOT_PAGE_H
#define SM_OUTPUT_PLOT_PAGE_H

#include <plplot.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "output/picture/module_interface.h"

/* Fixed colours: indices of colour map 0 of PLplot. */
enum {
  INK_PAPER,
  INK_TEXT,
  INK_FAINT,
  INK_BUILDING,
  INK_GROUND,
  INK_EDGE,
  INK_CONTOUR,
  INK_CASING,
  INK_ARROW,
  INK_DOT,
  INK_LINE,
  INK_MARK,
  INK_OWN,         /* set by page_ink */
  INK_OTHER_LINES, /* further chart lines, after INK_LINE */
  INK_LAST_LINE = INK_OTHER_LINES + 6,
  INKS
};

/* Layout of the plane of cells, in normalised page coordinates and world coordinates. */
struct page {
  const struct sm_plot_picture *picture;
  double scale;                    /* scale of text and lines, 1 at 1200 x 900 */
  double left, right, bottom, top; /* fractions of the page, 0..1 */
  double x0, x1, y0, y1;           /* world coordinates, in axis units */
  double x_pixel, y_pixel;         /* world units per pixel */
  struct images *images;           /* images of an SVG; NULL: cells are drawn as shapes */
};

/* Records that memory ran out; the picture then fails. */
void page_out_of_memory(void);

/* Sets the text height, in pixels of a picture of 1200 x 900. */
void page_text_size(const struct page *page, double pixels);
void page_line(const struct page *page, int ink, double pixels);

/* Switches to world coordinates of the plane of cells. */
void page_use_plane(const struct page *page);
/* Transformation of PLplot from cell indices of a picture, `data`, to world coordinates. */
void page_to_world(PLFLT i, PLFLT j, PLFLT *x, PLFLT *y, PLPointer data);
/* Switches to page coordinates in pixels, from the lower left. */
void page_use_pixels(const struct page *page);

/* Draws a text centred vertically at a page position in pixels; align 0 left, 0.5 centre, 1
 * right. */
void draw_text(const struct page *page, double x, double y, double align, double size, int ink,
               const char *text);
/* Draws dark text of size 14 with a light rim, for contrast on every colour. */
void draw_name(const struct page *page, double x, double y, double align, const char *name);
/* Draws title and subtitle above y1, between x and x + room; pixels. */
void draw_titles(const struct page *page, double x, double y1, double room);

/* Sets the drawing colour, 0..255. */
void page_ink(const int rgb[3]);

/* Wind at a point in pixels from the lower left corner of the plane, with the vertical exaggeration
 * of the plot. False where there is none. */
bool page_wind(const struct page *page, double x, double y, double out[2]);

/* 1, 2 or 5 times a power of ten, not above x. */
double nice_below(double x);

/* Position of a value on the colour scale, 0..1; other values are beyond its ends. */
double page_part(const struct sm_plot_picture *picture, double value);

void colours_set(const struct sm_plot_picture *picture); /* fills colour map 1 of 256 colours */

void draw_cells(const struct page *page, bool solids); /* fluid cells, or solid cells */
void draw_shapes(const struct page *page);

void draw_ground(const struct page *page);
void draw_contours(const struct page *page);
void draw_levels(const struct page *page);
void draw_level_names(const struct page *page);
void draw_outlines(const struct page *page);
void draw_trajectories(const struct page *page);
void draw_marks(const struct page *page);
void draw_frame(const struct page *page);
void draw_bar(const struct page *page);
void draw_arrows(const struct page *page);
void draw_streamlines(const struct page *page);
/* Draws an arrow head: tip in page pixels, unit vector along it, length. */
void draw_head(double x, double y, double ux, double uy, double length, bool filled);
void draw_map_marks(const struct page *page);
void draw_chart(const struct page *page);
/* Number of legend lines of a chart in a width of `room` page pixels. */
int chart_key_rows(const struct page *page, double room);
/* Formats m 10^e with superscripts; moderate numbers in plain form. Returns the text length. */
double power_text(char *out, size_t size, int m, int e);
void draw_stretch(const struct page *page);
void draw_rose(const struct page *page); /* complete wind rose */

/* image.c: Raster images in an SVG. Internal to the module. */

struct page;

enum { IMAGES = 2 };

/* Images of a page. */
struct images {
  char *element[IMAGES]; /* SVG elements */
  int count;
  bool failed;       /* too many images, or encoding failed */
  const char *wrong; /* error that prevents any picture; may be NULL */
};

/* Image being painted; it covers the plane. */
struct image {
  uint8_t *rgba;
  int width, height;
};

/* Starts an image. False without libpng or out of memory; the latter is recorded in the page. */
bool image_begin(const struct page *page, struct image *image);
void image_set(struct image *image, int column, int row,
               const int rgb[3]); /* row and column from the lower left */
void image_end(const struct page *page, struct image *image);

/* Inserts the images into the file that PLplot has closed. False: unexpected contents or, with
 * all->wrong, the file cannot be read or written. */
bool images_put(const char *path, struct images *all);
void images_free(struct images *all);

/* sink.c: Output stream of a picture. Internal to the module. */

/* Stream written and closed by PLplot. PLplot and cairo ignore
 * write errors, so it records them. */
struct sink {
  FILE *stream; /* NULL once it is closed */
  int descriptor;
  int reason; /* errno of the first failure; 0: none */
};

/* Truncates an existing file and opens the stream. Errors are kept in `reason`. */
void sink_open(const char *path, struct sink *sink);

/* Closes the stream if it is still open. */
void sink_close(struct sink *sink);

#endif
