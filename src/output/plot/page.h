/* page.h - page layout of a plot with PLplot, and its colours. Internal to the module. */
#ifndef SM_OUTPUT_PLOT_PAGE_H
#define SM_OUTPUT_PLOT_PAGE_H

#include <plplot.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "output/picture/module_interface.h"

/* Fixed colours; indices of PLplot's map 0. */
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
  INK_OWN,         /* as page_ink sets it */
  INK_OTHER_LINES, /* of a chart, beside INK_LINE */
  INK_LAST_LINE = INK_OTHER_LINES + 6,
  INKS
};

/* Where the plane of cells lies: normalised page coordinates and world coordinates. */
struct page {
  const struct sm_plot_picture *picture;
  double scale;                    /* of text and lines: 1 at 1200 x 900 */
  double left, right, bottom, top; /* 0..1 of the page */
  double x0, x1, y0, y1;           /* world, in axis units */
  double x_pixel, y_pixel;         /* world units per pixel */
  struct images *images;           /* of an SVG; NULL: cells are shapes */
};

/* What is drawn lacks something: the picture fails. */
void page_out_of_memory(void);

/* Text height in pixels of a picture of 1200 x 900. */
void page_text_size(const struct page *page, double pixels);
void page_line(const struct page *page, int ink, double pixels);

/* Draws in world coordinates of the plane of cells again. */
void page_use_plane(const struct page *page);
/* Draws in pixels of the whole page, from the lower left. */
void page_use_pixels(const struct page *page);

/* Text with its middle line at a place of the page, in pixels; align 0 left, 0.5 centre, 1 right.
 */
void draw_text(const struct page *page, double x, double y, double align, double size, int ink,
               const char *text);
/* Title and subtitle above y1, between x and x + room; pixels. */
void draw_titles(const struct page *page, double x, double y1, double room);

/* Draws in a colour 0..255 from now on. */
void page_ink(const int rgb[3]);

/* The wind at a point of the plane, in pixels from its lower left corner, with the vertical
 * exaggeration of the plot. False: no wind there. */
bool page_wind(const struct page *page, double x, double y, double out[2]);

/* 1, 2 or 5 times a power of ten, not above x. */
double nice_below(double x);

/* Part 0..1 of the colour scale at which a value lies; less or more beyond its ends. */
double page_part(const struct sm_plot_picture *picture, double value);

void colours_set(const struct sm_plot_picture *picture); /* map 1 of 256 colours */

void draw_cells(const struct page *page, bool solids); /* only the air, or only the solids */
void draw_shapes(const struct page *page);

void draw_ground(const struct page *page);
void draw_contours(const struct page *page);
void draw_levels(const struct page *page);
void draw_outlines(const struct page *page);
void draw_trajectories(const struct page *page);
void draw_marks(const struct page *page);
void draw_frame(const struct page *page);
void draw_bar(const struct page *page);
void draw_arrows(const struct page *page);
void draw_streamlines(const struct page *page);
/* The head of an arrow: its tip in pixels of the page, the unit vector along it, its length. */
void draw_head(double x, double y, double ux, double uy, double length, bool filled);
void draw_map_marks(const struct page *page);
void draw_chart(const struct page *page);
/* How many lines the key of a chart takes in so much room, pixels of the page. */
int chart_key_rows(const struct page *page, double room);
/* m 10^e, with superscripts; small and large enough numbers as they are. Returns its letters. */
double power_text(char *out, size_t size, int m, int e);
void draw_stretch(const struct page *page);
void draw_rose(const struct page *page); /* all of a picture of a rose */

/* image.c: Pictures of the plane within an SVG. Internal to the module. */

struct page;

enum { IMAGES = 2 };

/* Those of a page. */
struct images {
  char *element[IMAGES]; /* of SVG */
  int count;
  bool failed;       /* they are too many, or cannot be made */
  const char *wrong; /* why there is no picture at all; NULL: it may be drawn without */
};

/* One that is being painted: it covers the plane. */
struct image {
  uint8_t *rgba;
  int width, height;
};

/* False where there are none: not built with libpng, or no memory, of which the page is told. */
bool image_begin(const struct page *page, struct image *image);
void image_set(struct image *image, int column, int row,
               const int rgb[3]); /* from the lower left */
void image_end(const struct page *page, struct image *image);

/* Puts them into the file that PLplot has closed. False: it is not as it should be, or, with
 * all->wrong, cannot be read or written. */
bool images_put(const char *path, struct images *all);
void images_free(struct images *all);

/* sink.c: The file of a picture. Internal to the module. */

/* A stream that PLplot writes and closes: it and cairo look at no error, so the stream remembers.
 */
struct sink {
  FILE *stream; /* NULL once it is closed */
  int descriptor;
  int reason; /* errno of the first failure; 0: none */
};

/* Empties the file, which must be there. A failure is in `reason`. */
void sink_open(const char *path, struct sink *sink);

/* Closes it where nobody has. */
void sink_close(struct sink *sink);

#endif
