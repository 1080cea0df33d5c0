#define _POSIX_C_SOURCE 200809L
#include "output/plot_draw.h"

#include "base/file.h"
#include "base/module.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum sm_status sm_plot_check_size(struct sm_context *ctx, int width, int height) {
  if (width >= 200 && width <= 20000 && height >= 200 && height <= 20000) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE, "error: a picture must have 200 to 20000 pixels a side");
}

enum sm_status sm_plot_choose_format(struct sm_context *ctx, const char *path,
                                     enum sm_picture_format *out) {
  static const char *const endings[] = {".png", ".svg", ".pdf"};
  const size_t length = strlen(path);
  for (size_t e = 0; e < 3; e++) {
    if (length > 4 && strcmp(path + length - 4, endings[e]) == 0) {
      *out = (enum sm_picture_format)e;
      return SM_OK;
    }
  }
  return sm_fail(ctx, SM_ERR_USAGE,
                 "%s: error: the name of a picture must end in .png, .svg or .pdf", path);
}

/* Cairo does not tell of a full disk: a picture is whole when it ends as its format must. */
static bool drawn_to_its_end(const char *path) {
  static const char *const ends[] = {"IEND", "</svg>", "%%EOF"};
  char tail[65] = "";
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  if (fseek(file, -(long)(sizeof tail - 1), SEEK_END) != 0) rewind(file);
  const size_t size = fread(tail, 1, sizeof tail - 1, file);
  fclose(file);
  for (size_t i = 0; i < size; i++)
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
      if (strncmp(tail + i, ends[e], strlen(ends[e])) == 0) return true;
  return false;
}

enum sm_status sm_plot_draw(struct sm_context *ctx, struct sm_picture *picture, const char *path) {
  char temporary[4096], message[512] = "";
  void *symbol = NULL;
  SM_TRY(sm_module_open(ctx, "simoom_plot", "simoom_plot_module",
                        "PLplot (Debian: libplplot-dev, plplot-driver-cairo)", &symbol));
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  FILE *file = fopen(temporary, "wb"); /* PLplot would ask the user for another name */
  if (file == NULL)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(errno));
  fclose(file);
  picture->path = temporary;
  const struct sm_plot_module *module = symbol;
  if (module->draw(picture, message, sizeof message) != 0) {
    unlink(temporary);
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: %s", path, message);
  }
  if (!drawn_to_its_end(temporary)) {
    unlink(temporary);
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written to its end: is the disk full?",
                   path);
  }
  return sm_file_commit(ctx, temporary, path);
}

enum sm_status sm_plot_chart(struct sm_context *ctx, const struct sm_chart *chart,
                             const char *picture) {
  struct sm_picture p = {.title = chart->title,
                         .subtitle = chart->subtitle,
                         .x_label = chart->x_label,
                         .y_label = chart->y_label,
                         .nx = 1,
                         .ny = 1,
                         .x_edge = chart->x,
                         .y_edge = chart->y,
                         .axis_unit = 1,
                         .stretch = chart->square ? 1 : 0,
                         .chart = chart,
                         .width = chart->width,
                         .height = chart->height};
  SM_TRY(sm_plot_check_size(ctx, chart->width, chart->height));
  if (!(chart->x[0] < chart->x[1] && chart->y[0] < chart->y[1]))
    return sm_fail(ctx, SM_ERR_USAGE, "%s: error: the axes of a chart must rise", picture);
  SM_TRY(sm_plot_choose_format(ctx, picture, &p.format));
  return sm_plot_draw(ctx, &p, picture);
}
