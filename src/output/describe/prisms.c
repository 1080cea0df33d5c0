/* output/describe/prisms.c - description of prism files. */
#include "output/describe/describe.h"

#include "input/netcdf/ncdata.h"
#include <math.h>
#include <string.h>

enum { TEXTS = 5 };

static const struct {
  const char *attribute, *key;
} texts[TEXTS] = {{"simoom_version", "simoom_version"},
                  {"title", "title"},
                  {"simoom_device", "device"},
                  {"simoom_converged", "converged"},
                  {"simoom_stopped", "stopped"}};

struct prisms {
  struct sm_ncdata file;
  size_t nodes, faces, layers;
  char text[TEXTS][SM_NCDATA_TEXT];
  double iterations, residual;
  struct sm_value_range side[2]; /* range of node coordinates, x and y */
};

/* Reads the range of a variable layer by layer. */
static enum sm_status read_range(struct prisms *p, const struct sm_ncdata_variable *v,
                                 struct sm_value_range *out) {
  const size_t row = v->rank == 2 ? v->size[1] : v->size[0], rows = v->rank == 2 ? v->size[0] : 1;
  double *value = NULL;
  enum sm_status status = SM_OK;
  *out = sm_value_range_begin();
  SM_TRY(sm_alloc(p->file.ctx, row, sizeof *value, "part of a variable", &value));
  for (size_t r = 0; r < rows && status == SM_OK; r++) {
    const size_t start[2] = {v->rank == 2 ? r : 0, 0}, count[2] = {v->rank == 2 ? 1 : row, row};
    status = sm_ncdata_read(&p->file, v, start, count, value);
    if (status == SM_OK) sm_value_range_add(out, value, row, NAN);
  }
  sm_free(value);
  out->missing = out->nan; /* the reader returns NAN for missing values */
  out->nan = 0;
  sm_value_range_end(out);
  return status;
}

/* True for a variable on nodes, triangles or prisms that is not mesh geometry. */
static bool has_range(const struct prisms *p, const struct sm_ncdata_variable *v) {
  static const char *const of_mesh[] = {"node_x", "node_y",   "face_x",    "face_y",
                                        "sigma",  "triangle", "sigma_face"};
  for (size_t n = 0; n < sizeof of_mesh / sizeof *of_mesh; n++)
    if (strcmp(v->name, of_mesh[n]) == 0) return false;
  if (!v->numeric) return false;
  if (v->rank == 2) return v->size[0] == p->layers && v->size[1] == p->faces;
  return v->rank == 1 && (v->size[0] == p->nodes || v->size[0] == p->faces);
}

static enum sm_status describe_ranges(struct prisms *p, const struct sm_display_units *units,
                                      struct sm_facts *out) {
  char unit[SM_NCDATA_TEXT];
  const struct sm_fact *list = sm_facts_list(out, "variables");
  for (int i = 0; i < p->file.variable_count; i++) {
    struct sm_ncdata_variable v;
    struct sm_value_range range;
    if (!sm_ncdata_inquire(&p->file, i, &v) || !has_range(p, &v)) continue;
    SM_TRY(read_range(p, &v, &range));
    sm_ncdata_text(&p->file, &v, "units", unit);
    const struct sm_display display = sm_display_find(p->file.ctx, units, unit);
    sm_describe_values(out, v.name, &display, &range);
  }
  sm_facts_close(out);
  sm_describe_value_table(out, list);
  return sm_ncdata_check(&p->file);
}

static enum sm_status read_head(struct prisms *p) {
  const char *const names[] = {"node_x", "face_nodes", "sigma"};
  size_t *const lengths[] = {&p->nodes, &p->faces, &p->layers};
  for (int n = 0; n < 3; n++) {
    struct sm_ncdata_variable v;
    if (!sm_ncdata_find(&p->file, names[n], &v) || v.rank < 1)
      return sm_fail(p->file.ctx, SM_ERR_DATA, "%s: error: variable '%s' is missing", p->file.path,
                     names[n]);
    *lengths[n] = v.size[0];
  }
  for (int d = 0; d < 2; d++) {
    struct sm_ncdata_variable v;
    if (!sm_ncdata_find(&p->file, d == 0 ? "node_x" : "node_y", &v) || v.rank != 1)
      return sm_fail(p->file.ctx, SM_ERR_DATA, "%s: error: the nodes have no places", p->file.path);
    SM_TRY(read_range(p, &v, &p->side[d]));
  }
  for (int n = 0; n < TEXTS; n++) sm_ncdata_text(&p->file, NULL, texts[n].attribute, p->text[n]);
  p->iterations = p->residual = NAN;
  sm_ncdata_numbers(&p->file, NULL, "simoom_iterations", &p->iterations, 1);
  sm_ncdata_numbers(&p->file, NULL, "simoom_residual", &p->residual, 1);
  return sm_ncdata_check(&p->file);
}

static enum sm_status describe(struct prisms *p, const struct sm_display_units *units,
                               struct sm_facts *out) {
  static const char *const axes[2] = {"x", "y"};
  SM_TRY(read_head(p));
  sm_describe_origin(out, "prisms", p->file.path, "prisms on triangles", p->text[0]);
  for (int n = 1; n < TEXTS; n++)
    sm_fact_show(sm_facts_text(out, texts[n].key, p->text[n]), texts[n].key, NULL, NULL);
  sm_facts_integer(out, "nodes", (int64_t)p->nodes);
  sm_facts_integer(out, "triangles", (int64_t)p->faces);
  sm_facts_integer(out, "layers", (int64_t)p->layers);
  sm_facts_line(out, "mesh", "%zu triangles of %zu nodes x %zu layers = %zu prisms", p->faces,
                p->nodes, p->layers, p->faces * p->layers);
  for (int d = 0; d < 2; d++) {
    const double range[2] = {p->side[d].least, p->side[d].most};
    struct sm_fact *side = sm_facts_numbers(out, axes[d], range, 2);
    sm_fact_show(side, axes[d], "m", "%.10g")->joint = " to ";
  }
  sm_facts_number(out, "iterations", p->iterations);
  sm_facts_number(out, "residual", p->residual);
  if (isfinite(p->residual))
    sm_facts_line(out, "residual", "%.2e after %.0f iterations", p->residual, p->iterations);
  return describe_ranges(p, units, out);
}

enum sm_status sm_describe_prisms(struct sm_context *ctx, const char *path,
                                  const struct sm_display_units *units, struct sm_facts *out) {
  struct prisms p = {.nodes = 0};
  enum sm_status status = sm_ncdata_open(ctx, path, &p.file);
  if (status == SM_OK) status = describe(&p, units, out);
  sm_ncdata_close(&p.file);
  return status;
}
