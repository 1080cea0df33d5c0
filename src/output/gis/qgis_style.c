#include "output/gis/export.h"

#include "base/file.h"
#include "base/text.h"
#include "output/picture/module_interface.h"
#include "output/picture/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char style_mark[] = "<!-- written by simoom -->";

/* True when the style was made by other software, for example saved in QGIS. */
static bool is_foreign(const char *path) {
  char head[256] = "";
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  head[fread(head, 1, sizeof head - 1, file)] = '\0';
  fclose(file);
  return strstr(head, style_mark) == NULL;
}

enum sm_status sm_qgis_style_write(struct sm_context *ctx, const char *tiff,
                                   const struct sm_plot_picture *scale) {
  enum { STEPS = 16 };
  const int stem = (int)(strrchr(tiff, '.') - tiff);
  const double low = scale->low, high = scale->high;
  SM_SCOPED_BY(sm_text_free) struct sm_text path = {0}, text = {0};
  sm_text_add(&path, "%.*s.qml", stem, tiff);
  sm_text_add(&text,
              "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n%s\n"
              "<qgis version=\"3.22\"><pipe><rasterrenderer type=\"singlebandpseudocolor\" "
              "band=\"1\" opacity=\"1\" alphaBand=\"-1\" classificationMin=\"%.9g\" "
              "classificationMax=\"%.9g\"><rastershader><colorrampshader "
              "colorRampType=\"INTERPOLATED\" classificationMode=\"1\" clip=\"0\" "
              "minimumValue=\"%.9g\" maximumValue=\"%.9g\">\n",
              style_mark, low, high, low, high);
  if (scale->logarithmic) /* smaller values are transparent */
    sm_text_add(&text, "<item value=\"%.9g\" color=\"#ffffff\" alpha=\"0\" label=\"\"/>\n",
                0.999 * low);
  for (int n = 0; n <= STEPS; n++) {
    const double part = n / (double)STEPS;
    const double value =
        scale->logarithmic ? low * pow(high / low, part) : low + part * (high - low);
    int rgb[3];
    sm_colour_map_rgb(scale, part, rgb);
    sm_text_add(&text,
                "<item value=\"%.9g\" color=\"#%02x%02x%02x\" alpha=\"255\" label=\"%.3g\"/>\n",
                value, rgb[0], rgb[1], rgb[2], value);
  }
  sm_text_add(&text, "</colorrampshader></rastershader></rasterrenderer></pipe></qgis>\n");
  return path.failed || text.failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s", tiff)
         : is_foreign(path.data)    ? SM_OK
                                    : sm_file_write(ctx, path.data, text.data, text.size);
}

enum sm_status sm_qgis_style_write_map(struct sm_context *ctx, const char *tiff, const float *value,
                                       size_t nx, size_t ny, bool logarithmic) {
  static const struct sm_plot_quantity rising = {
      .name = "", .colours = SM_COLOURS_RISING, .from_zero = true};
  const struct sm_plot_options options = sm_plot_options_default();
  struct sm_plot_picture scale = {.value = value,
                                  .nx = (int)nx,
                                  .ny = (int)ny,
                                  .colours = SM_COLOURS_RISING,
                                  .logarithmic = logarithmic};
  sm_plot_choose_scale(&options, &rising, &scale);
  return sm_qgis_style_write(ctx, tiff, &scale);
}
