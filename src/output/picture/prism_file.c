/* output/picture/prism_file.c - mesh and field of a file of prisms, and of another less. */
#include "output/picture/plot.h"

#include "output/analyse/analyse.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static enum sm_status read(struct sm_plot_prisms *p, const char *name, int rank, double **out,
                           size_t count) {
  struct sm_ncdata_variable v;
  const size_t zero[2] = {0, 0};
  if (!sm_ncdata_find(&p->file, name, &v) || !v.numeric || v.rank != rank ||
      v.size[0] * (rank == 2 ? v.size[1] : 1) != count)
    return sm_fail(p->ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' is missing, or not as in files of simoom",
                   p->file.path, name);
  SM_TRY(sm_alloc(p->ctx, count, sizeof **out, "prisms", out));
  return sm_ncdata_read(&p->file, &v, zero, v.size, *out);
}

static enum sm_status read_length(struct sm_plot_prisms *p, const char *name, size_t *out) {
  struct sm_ncdata_variable v;
  if (!sm_ncdata_find(&p->file, name, &v) || v.rank < 1 || v.size[0] == 0)
    return sm_fail(p->ctx, SM_ERR_DATA, "%s: error: variable '%s' is missing", p->file.path, name);
  *out = v.size[0];
  return SM_OK;
}

enum sm_status sm_plot_prisms_read_mesh(struct sm_plot_prisms *p) {
  SM_TRY(read_length(p, "node_x", &p->nodes));
  SM_TRY(read_length(p, "face_nodes", &p->faces));
  SM_TRY(read_length(p, "sigma", &p->layers));
  SM_TRY(read(p, "node_x", 1, &p->x, p->nodes));
  SM_TRY(read(p, "node_y", 1, &p->y, p->nodes));
  SM_TRY(read(p, "bottom", 1, &p->bottom, p->nodes));
  SM_TRY(read(p, "surface", 1, &p->surface, p->nodes));
  SM_TRY(read(p, "face_nodes", 2, &p->corner, 3 * p->faces));
  SM_TRY(read(p, "sigma_face", 1, &p->sigma_face, p->layers + 1));
  for (size_t n = 0; n < 3 * p->faces; n++)
    if (!(p->corner[n] >= 0 && p->corner[n] < (double)p->nodes))
      return sm_fail(p->ctx, SM_ERR_DATA,
                     "%s: error: a triangle refers to a node that does not exist", p->file.path);
  return SM_OK;
}

/* Fails with a list of the fields. */
static enum sm_status no_field(struct sm_plot_prisms *p) {
  char have[400] = "bottom, surface";
  for (int i = 0; i < p->file.variable_count; i++) {
    struct sm_ncdata_variable v;
    if (sm_ncdata_inquire(&p->file, i, &v) && v.numeric && v.rank == 2 && v.size[0] == p->layers &&
        v.size[1] == p->faces)
      sm_text_append(have, sizeof have, ", %s", v.name);
  }
  return sm_fail(p->ctx, SM_ERR_USAGE, "%s: error: no field '%s'\nhelp: there are %s", p->file.path,
                 p->field, have);
}

enum sm_status sm_plot_prisms_read_field(struct sm_plot_prisms *p) {
  char words[SM_NCDATA_TEXT], unit[SM_NCDATA_TEXT];
  struct sm_ncdata_variable v;
  SM_SCOPED double *of_nodes = NULL;
  if (!sm_ncdata_find(&p->file, p->field, &v) || !v.numeric) return no_field(p);
  if (!sm_ncdata_text(&p->file, &v, "long_name", words))
    snprintf(words, sizeof words, "%.200s", v.name);
  sm_ncdata_text(&p->file, &v, "units", unit);
  snprintf(p->label, sizeof p->label, unit[0] != '\0' ? "%.200s (%.60s)" : "%.200s", words, unit);
  if (v.rank == 2 && v.size[0] == p->layers && v.size[1] == p->faces)
    return read(p, p->field, 2, &p->value, p->layers * p->faces);
  if (v.rank != 1 || v.size[0] != p->nodes) return no_field(p);
  p->on_nodes = true;
  SM_TRY(read(p, p->field, 1, &of_nodes, p->nodes));
  const enum sm_status status = sm_alloc(p->ctx, p->faces, sizeof *p->value, "prisms", &p->value);
  for (size_t f = 0; status == SM_OK && f < p->faces; f++)
    for (int c = 0; c < 3; c++) p->value[f] += of_nodes[sm_plot_prism_node(p, f, c)] / 3;
  return status;
}

void sm_plot_prisms_free(struct sm_plot_prisms *p) {
  double *const numbers[] = {p->x,          p->y,     p->bottom,  p->surface, p->corner,
                             p->sigma_face, p->value, p->shape_x, p->shape_y};
  for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) sm_free(numbers[n]);
  sm_free(p->shape_value);
  sm_free(p->light);
  sm_ncdata_close(&p->file);
}

static bool are_same(const double *a, const double *b, size_t count, double slack) {
  size_t n = 0;
  while (n < count && fabs(a[n] - b[n]) <= slack) n++;
  return n == count;
}

/* True when both files have the same mesh, with equal surfaces. */
static bool has_same_mesh(const struct sm_plot_prisms *a, const struct sm_plot_prisms *b) {
  return a->nodes == b->nodes && a->faces == b->faces && a->layers == b->layers &&
         are_same(a->x, b->x, a->nodes, 1e-6) && are_same(a->y, b->y, a->nodes, 1e-6) &&
         are_same(a->bottom, b->bottom, a->nodes, 1e-6) &&
         are_same(a->surface, b->surface, a->nodes, 1e-6) &&
         are_same(a->corner, b->corner, 3 * a->faces, 0) &&
         are_same(a->sigma_face, b->sigma_face, a->layers + 1, 1e-9);
}

static enum sm_status take_away(struct sm_plot_prisms *p, const struct sm_plot_prisms *b) {
  char label[sizeof p->label], of_a[SM_DIFFERENCE_NAME], of_b[SM_DIFFERENCE_NAME];
  if (!has_same_mesh(p, b))
    return sm_fail(
        p->ctx, SM_ERR_USAGE,
        "error: %s has %zu nodes, %zu triangles and %zu layers, and %s %zu, %zu and %zu, "
        "or they lie elsewhere: differences are of prisms on one mesh",
        p->file.path, p->nodes, p->faces, p->layers, b->file.path, b->nodes, b->faces, b->layers);
  if (strcmp(p->label, b->label) != 0)
    return sm_fail(p->ctx, SM_ERR_USAGE, "error: '%s' is %s in %s, and %s in %s", p->field,
                   p->label, p->file.path, b->label, b->file.path);
  const size_t count = p->on_nodes ? p->faces : p->layers * p->faces;
  for (size_t n = 0; n < count; n++) p->value[n] -= b->value[n];
  snprintf(label, sizeof label, "difference of %.200s", p->label);
  memcpy(p->label, label, sizeof label);
  sm_difference_names(p->file.path, b->file.path, of_a, of_b);
  snprintf(p->title, sizeof p->title, "%.120s minus %.120s", of_a, of_b);
  return SM_OK;
}

enum sm_status sm_plot_prisms_subtract(struct sm_plot_prisms *p) {
  SM_SCOPED_BY(sm_plot_prisms_free)
  struct sm_plot_prisms b = {.ctx = p->ctx, .options = p->options, .field = p->field};
  SM_TRY(sm_ncdata_open(p->ctx, p->options->minus, &b.file));
  SM_TRY(sm_plot_prisms_read_mesh(&b));
  SM_TRY(sm_plot_prisms_read_field(&b));
  return take_away(p, &b);
}
