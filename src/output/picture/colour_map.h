/* output/picture/colour_map.h - the colours of a picture; part of the library and of the module
 * that draws. */
#ifndef SM_OUTPUT_PICTURE_COLOUR_MAP_H
#define SM_OUTPUT_PICTURE_COLOUR_MAP_H

#include "output/picture/module_interface.h"

/* Red, green and blue, 0..255, at a part 0..1 of the scale. */
void sm_colour_map_rgb(const struct sm_plot_picture *picture, double part, int rgb[3]);

#endif
