/* Colour maps.
 *
 * Rising: ten points of viridis, plasma, inferno or magma (S. van der Walt and N. Smith, 2015,
 * CC0), or black to white, interpolated linearly. Diverging and cyclic: straight lines and a circle
 * of constant lightness in Oklab (B. Ottosson, "A perceptual color space for image processing",
 * 2020). */
#include "output/picture/module_interface.h"

#include <math.h>
#include <string.h>

/* The default first; their numbers are even, and one more of the same reversed. */
enum { POINTS = 10 };
static const struct {
  const char *name;
  unsigned char rgb[POINTS][3];
} rising[] = {
    {"viridis",
     {{68, 1, 84},
      {72, 40, 120},
      {62, 74, 137},
      {49, 104, 142},
      {38, 130, 142},
      {31, 158, 137},
      {53, 183, 121},
      {109, 205, 89},
      {180, 222, 44},
      {253, 231, 37}}},
    {"plasma",
     {{13, 8, 135},
      {70, 3, 159},
      {114, 1, 168},
      {156, 23, 158},
      {189, 55, 134},
      {216, 87, 107},
      {237, 121, 83},
      {251, 159, 58},
      {253, 202, 38},
      {240, 249, 33}}},
    {"inferno",
     {{0, 0, 4},
      {27, 12, 65},
      {74, 12, 107},
      {120, 28, 109},
      {165, 44, 96},
      {207, 68, 70},
      {237, 105, 37},
      {251, 155, 6},
      {247, 209, 61},
      {252, 255, 164}}},
    {"magma",
     {{0, 0, 4},
      {24, 15, 61},
      {68, 15, 118},
      {114, 31, 129},
      {158, 47, 127},
      {205, 64, 113},
      {241, 96, 93},
      {253, 150, 104},
      {254, 202, 141},
      {252, 253, 191}}},
    {"gray",
     {{0, 0, 0},
      {28, 28, 28},
      {57, 57, 57},
      {85, 85, 85},
      {113, 113, 113},
      {142, 142, 142},
      {170, 170, 170},
      {198, 198, 198},
      {227, 227, 227},
      {255, 255, 255}}},
};

bool sm_colour_map_find(const char *name, int *out) {
  const size_t length = strlen(name);
  const bool reversed = length > 2 && strcmp(name + length - 2, "_r") == 0;
  const size_t stem = reversed ? length - 2 : length;
  for (size_t m = 0; m < sizeof rising / sizeof *rising; m++) {
    if (strlen(rising[m].name) != stem || strncmp(rising[m].name, name, stem) != 0) continue;
    *out = (int)(2 * m) + reversed;
    return true;
  }
  return false;
}

static void rise(int map, double part, int rgb[3]) {
  const double at = (map % 2 == 0 ? part : 1 - part) * (POINTS - 1);
  const int low = at < POINTS - 1 ? (int)at : POINTS - 2;
  const unsigned char(*point)[3] = rising[map / 2].rgb + low;
  for (int c = 0; c < 3; c++)
    rgb[c] = (int)(point[0][c] + (at - low) * (point[1][c] - point[0][c]) + 0.5);
}

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
    rise(picture->colour_map, part, rgb);
  } else if (colours == SM_COLOURS_DIVERGING) {
    const double side = 2 * part - 1, strength = fabs(side);
    const double hue = side < 0 ? 255.0 / 360 * turn : 25.0 / 360 * turn;
    from_oklab(0.97 - 0.50 * strength, 0.15 * strength * cos(hue), 0.15 * strength * sin(hue), rgb);
  } else {
    from_oklab(0.74, 0.12 * cos(turn * part), 0.12 * sin(turn * part), rgb);
  }
}
