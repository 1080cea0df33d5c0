#include "arguments.h"

#include "cli/options/numbers.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

bool cli_plot_read_section(const char *text, struct sm_plot_options *options) {
  options->kind = SM_PLOT_SECTION;
  const bool ns = strcmp(text, "ns") == 0;
  if (ns || strcmp(text, "ew") == 0) { /* through the middle, from edge to edge */
    options->from[!ns] = options->to[!ns] = NAN;
    options->from[ns] = -INFINITY;
    options->to[ns] = INFINITY;
    return true;
  }
  double line[4];
  if (!cli_read_numbers(text, ',', 4, line)) return false;
  memcpy(options->from, line, sizeof options->from);
  memcpy(options->to, line + 2, sizeof options->to);
  return line[0] < line[2] || line[0] > line[2] || line[1] < line[3] || line[1] > line[3];
}

bool cli_plot_read_extent(const char *text, double out[4]) {
  return cli_read_numbers(text, ',', 4, out) && out[0] < out[2] && out[1] < out[3];
}

bool cli_plot_read_size(const char *text, struct sm_plot_options *options) {
  double size[2];
  if (!cli_read_numbers(text, 'x', 2, size)) return false;
  for (int i = 0; i < 2; i++)
    if (size[i] < 200 || size[i] > 20000 || size[i] > floor(size[i])) return false;
  options->width = (int)size[0];
  options->image_height = (int)size[1];
  return true;
}

bool cli_plot_read_heights(const char *text, double out[2]) {
  char low[64];
  const char *comma = strchr(text, ',');
  const size_t length = comma != NULL ? (size_t)(comma - text) : 0;
  if (comma == NULL || length >= sizeof low - 16) return false;
  const char *unit = comma + 1 + strspn(comma + 1, "+-.0123456789eE \t");
  const bool bare =
      strspn(text, "+-.0123456789eE \t") >= length; /* its unit is that of the other */
  snprintf(low, sizeof low, bare ? "%.*s %.14s" : "%.*s", (int)length, text, unit);
  return cli_read_height(low, &out[0]) && cli_read_height(comma + 1, &out[1]) && out[0] < out[1];
}
