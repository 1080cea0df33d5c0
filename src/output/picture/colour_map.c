/* Colour maps.
 *
 * Rising: ten points of viridis (S. van der Walt and N. Smith, 2015, CC0), interpolated linearly.
 * Diverging and cyclic: straight lines and a circle of constant lightness in Oklab (B. Ottosson, "A
 * perceptual color space for image processing", 2020). */
#include "output/picture/colour_map.h"

#include <math.h>

static const unsigned char viridis[10][3] = {
    {68, 1, 84},    {72, 40, 120},  {62, 74, 137},  {49, 104, 142}, {38, 130, 142},
    {31, 158, 137}, {53, 183, 121}, {109, 205, 89}, {180, 222, 44}, {253, 231, 37}};

/* Colours of ordered classes, from mild to severe. */
enum { STEPS = 5 };
static const unsigned char steps[STEPS][3] = {
    {52, 128, 182}, {150, 203, 214}, {248, 240, 176}, {240, 160, 80}, {196, 48, 40}};

static int to_byte(double linear) {
  const double l = fmin(fmax(linear, 0), 1);
  const double s = l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055;
  return (int)(255 * s + 0.5);
}

/* Converts a colour from Oklab (lightness, a, b) to sRGB. */
static void from_oklab(double lightness, double a, double b, int rgb[3]) {
  const double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  rgb[0] = to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  rgb[1] = to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  rgb[2] = to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

void sm_colour_map_rgb(const struct sm_plot_picture *picture, double part, int rgb[3]) {
  const enum sm_plot_colours colours = picture->colours;
  const int classes = picture->classes;
  const double turn = 6.283185307179586;
  if (colours == SM_COLOURS_CLASSES) {
    const int n = part * classes < classes ? (int)(part * classes) : classes - 1;
    const int step = classes > 1 ? (n * (STEPS - 1) + (classes - 1) / 2) / (classes - 1) : 0;
    for (int c = 0; c < 3; c++) rgb[c] = steps[step][c];
  } else if (colours == SM_COLOURS_KINDS) { /* neighbouring classes differ in lightness */
    const int n = part * classes < classes ? (int)(part * classes) : classes - 1;
    const int kind = picture->kind[n];
    const double hue = turn * kind / picture->kinds;
    from_oklab(kind % 2 == 0 ? 0.82 : 0.60, 0.13 * cos(hue), 0.13 * sin(hue), rgb);
  } else if (colours == SM_COLOURS_RISING) {
    const double at = part * 9;
    const int low = at < 9 ? (int)at : 8;
    for (int c = 0; c < 3; c++)
      rgb[c] = (int)(viridis[low][c] + (at - low) * (viridis[low + 1][c] - viridis[low][c]) + 0.5);
  } else if (colours == SM_COLOURS_DIVERGING) {
    const double side = 2 * part - 1, strength = fabs(side);
    const double hue = side < 0 ? 255.0 / 360 * turn : 25.0 / 360 * turn;
    from_oklab(0.97 - 0.50 * strength, 0.15 * strength * cos(hue), 0.15 * strength * sin(hue), rgb);
  } else {
    from_oklab(0.74, 0.12 * cos(turn * part), 0.12 * sin(turn * part), rgb);
  }
}
