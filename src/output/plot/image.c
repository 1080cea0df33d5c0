/* Raster images in an SVG: a million cells as shapes would make a file too large for most programs.
 * PLplot has no images, so a shape with a unique colour marks the position of each, and is replaced
 * when the file is closed. */
#define _POSIX_C_SOURCE 200809L

#include "base/encoding.h"
#include "output/plot/page.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SM_HAVE_PNG
#include <png.h>
#endif

enum { FINE = 2 }; /* image pixels per page unit */

static const char no_memory[] = "out of memory";

bool image_begin(const struct page *page, struct image *image) {
  const struct sm_plot_picture *p = page->picture;
  *image = (struct image){.width = (int)ceil(FINE * (page->right - page->left) * p->width),
                          .height = (int)ceil(FINE * (page->top - page->bottom) * p->height)};
#ifdef SM_HAVE_PNG
  image->rgba = calloc((size_t)image->width * (size_t)image->height, 4);
  if (image->rgba == NULL) page->images->wrong = no_memory;
#endif
  return image->rgba != NULL;
}

/* Sets one pixel; columns from the left, rows from below. */
void image_set(struct image *image, int column, int row, const int rgb[3]) {
  uint8_t *pixel =
      image->rgba + 4 * ((size_t)column + (size_t)image->width * (size_t)(image->height - 1 - row));
  for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)rgb[c];
  pixel[3] = 255;
}

/* Encodes the image as PNG. */
static bool encode(const struct image *image, void **out, size_t *size, const char **wrong) {
#ifdef SM_HAVE_PNG
  png_image png = {.version = PNG_IMAGE_VERSION,
                   .width = (png_uint_32)image->width,
                   .height = (png_uint_32)image->height,
                   .format = PNG_FORMAT_RGBA};
  png_alloc_size_t bytes = 0;
  if (!png_image_write_to_memory(&png, NULL, &bytes, 0, image->rgba, 0, NULL)) return false;
  *out = malloc(bytes);
  if (*out == NULL) *wrong = no_memory;
  *size = bytes;
  return *out != NULL && png_image_write_to_memory(&png, *out, &bytes, 0, image->rgba, 0, NULL);
#else
  (void)image, (void)out, (void)size, (void)wrong;
  return false;
#endif
}

/* Creates the SVG element of an image. */
static char *make_element(const struct page *page, const struct image *image) {
  enum { HEAD = 400 };
  const struct sm_plot_picture *p = page->picture;
  void *png = NULL;
  size_t size = 0;
  char *text = NULL;
  if (encode(image, &png, &size, &page->images->wrong)) {
    text = malloc(HEAD + sm_base64_size(size) + 8);
    if (text == NULL) page->images->wrong = no_memory;
  }
  if (text != NULL) {
    size_t length = (size_t)snprintf(
        text, HEAD,
        "<image x=\"%.3f\" y=\"%.3f\" width=\"%.3f\" height=\"%.3f\" preserveAspectRatio=\"none\" "
        "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,",
        page->left * p->width, (1 - page->top) * p->height, (page->right - page->left) * p->width,
        (page->top - page->bottom) * p->height);
    length += sm_base64_encode(png, size, text + length);
    memcpy(text + length, "\"/>", 4);
  }
  free(png);
  return text;
}

void image_end(const struct page *page, struct image *image) {
  struct images *all = page->images;
  char *element = all->count < IMAGES ? make_element(page, image) : NULL;
  free(image->rgba);
  image->rgba = NULL;
  if (element == NULL) {
    all->failed = true;
    return;
  }
  const int mark[3] = {1, 2, 3 + all->count};
  const PLFLT x[4] = {page->x0, page->x1, page->x1, page->x0};
  const PLFLT y[4] = {page->y0, page->y0, page->y1, page->y1};
  all->element[all->count++] = element;
  page_ink(mark);
  plfill(4, x, y);
}

/* Finds the element with the marker colour in the file text, from < to the end of />. */
static char *find_mark(char *text, int number, size_t *length) {
  char last[32];
  snprintf(last, sizeof last, "%.6f%%)", (3 + number) / 2.55);
  for (char *at = text; (at = strstr(at, "rgb(0.392157%")) != NULL; at++) {
    char *end = strchr(at, ')'), *from = at;
    if (end == NULL || end - at < (long)strlen(last) ||
        strncmp(end + 1 - strlen(last), last, strlen(last)) != 0)
      continue;
    while (from > text && *from != '<') from--;
    end = strstr(at, "/>");
    if (end == NULL) return NULL;
    *length = (size_t)(end + 2 - from);
    return from;
  }
  return NULL;
}

static char *read_file(const char *path, const char **wrong) {
  char *text = NULL;
  *wrong = "the file cannot be read again";
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (size >= 0) {
    text = malloc((size_t)size + 1);
    *wrong = text != NULL ? NULL : no_memory;
  }
  if (text != NULL) {
    rewind(file);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
      *wrong = "the file cannot be read again";
    text[size] = '\0';
  }
  fclose(file);
  return text;
}

bool images_put(const char *path, struct images *all) {
  if (all->count == 0 || all->failed || all->wrong != NULL) return !all->failed;
  char *text = read_file(path, &all->wrong), *rest = text, *from[IMAGES];
  size_t length[IMAGES];
  bool good = all->wrong == NULL;
  for (int n = 0; n < all->count && good; n++) {
    from[n] = find_mark(rest, n, &length[n]);
    good = from[n] != NULL;
    if (good) rest = from[n] + length[n];
  }
  FILE *file = good ? fopen(path, "wb") : NULL;
  if (file != NULL) {
    rest = text;
    for (int n = 0; n < all->count; n++) {
      fwrite(rest, 1, (size_t)(from[n] - rest), file);
      fputs(all->element[n], file);
      rest = from[n] + length[n];
    }
    fputs(rest, file);
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) all->wrong = "the file cannot be written: is the disk full?";
  } else if (good) {
    all->wrong = "the file cannot be written";
  }
  free(text);
  return good && all->wrong == NULL;
}

void images_free(struct images *all) {
  for (int n = 0; n < all->count; n++) free(all->element[n]);
  *all = (struct images){.count = 0};
}
