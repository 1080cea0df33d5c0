/* image.h - pictures of the plane within an SVG. Internal to the module. */
#ifndef SM_OUTPUT_PLOT_IMAGE_H
#define SM_OUTPUT_PLOT_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
