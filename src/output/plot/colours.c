#include "output/picture/module_interface.h"
#include "output/plot/page.h"

enum { SHADES = 256 };

void colours_set(const struct sm_plot_picture *picture) {
  PLINT r[SHADES], g[SHADES], b[SHADES];
  for (int i = 0; i < SHADES; i++) {
    int rgb[3];
    sm_colour_map_rgb(picture, i / (double)(SHADES - 1), rgb);
    r[i] = rgb[0];
    g[i] = rgb[1];
    b[i] = rgb[2];
  }
  plscmap1n(SHADES);
  plscmap1(r, g, b, SHADES);
}
