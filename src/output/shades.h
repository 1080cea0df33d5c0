/* shades.h - the colours of a picture; part of the library and of the module that draws. */
#ifndef SM_OUTPUT_SHADES_H
#define SM_OUTPUT_SHADES_H

#include "output/plot_module.h"

/* Red, green and blue, 0..255, at a part 0..1 of the scale. */
void sm_picture_shade(const struct sm_picture *picture, double part, int rgb[3]);

#endif
