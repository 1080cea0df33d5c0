/* output/describe/prisms.c - description of files of prisms. */
#include "output/describe/describe.h"

#include "base/memory.h"
#include "input/netcdf/ncdata.h"
#include <math.h>
#include <string.h>

enum { TEXTS = 5 };

static const struct {
  const char *attribute, *key, *words;
} texts[TEXTS] = {{"simoom_version", "simoom_version", NULL},
                  {"title", "title", "title"},
                  {"simoom_device", "device", "device"},
                  {"simoom_converged", "converged", "converged"},
                  {"simoom_stopped", "stopped", "stopped"}};

/* Least, mean and most of a variable. */
struct range {
  double least, mean, most;
  size_t missing;
};

struct prisms {
  struct sm_ncdata file;
  size_t nodes, faces, layers;
  char text[TEXTS][SM_NCDATA_TEXT];
  double iterations, residual;
  struct range side[2]; /* of the nodes, x and y */
};

/* Reads a variable a layer at a time. */
static enum sm_status read_range(struct prisms *p, const struct sm_ncdata_variable *v,
                                 struct range *out) {
  const size_t row = v->rank == 2 ? v->size[1] : v->size[0], rows = v->rank == 2 ? v->size[0] : 1;
  double *value = NULL;
  size_t values = 0;
  enum sm_status status = SM_OK;
  *out = (struct range){INFINITY, 0, -INFINITY, 0};
  SM_TRY(sm_alloc(p->file.ctx, row, sizeof *value, "part of a variable", &value));
  for (size_t r = 0; r < rows && status == SM_OK; r++) {
    const size_t start[2] = {v->rank == 2 ? r : 0, 0}, count[2] = {v->rank == 2 ? 1 : row, row};
    status = sm_ncdata_read(&p->file, v, start, count, value);
    for (size_t n = 0; n < row && status == SM_OK; n++) {
      if (isnan(value[n])) continue;
      out->least = fmin(out->least, value[n]);
      out->most = fmax(out->most, value[n]);
      out->mean += value[n];
      values++;
    }
  }
  sm_free(value);
  out->missing = rows * row - values;
  out->mean /= (double)values;
  if (values == 0) out->least = out->mean = out->most = NAN;
  return status;
}

/* True for a variable on nodes, triangles or prisms that is not part of the mesh itself. */
static bool has_range(const struct prisms *p, const struct sm_ncdata_variable *v) {
  static const char *const of_mesh[] = {"node_x", "node_y",   "face_x",    "face_y",
                                        "sigma",  "triangle", "sigma_face"};
  for (size_t n = 0; n < sizeof of_mesh / sizeof *of_mesh; n++)
    if (strcmp(v->name, of_mesh[n]) == 0) return false;
  if (!v->numeric) return false;
  if (v->rank == 2) return v->size[0] == p->layers && v->size[1] == p->faces;
  return v->rank == 1 && (v->size[0] == p->nodes || v->size[0] == p->faces);
}

static enum sm_status add_ranges(struct prisms *p, bool json, struct sm_text *out) {
  char unit[SM_NCDATA_TEXT];
  int told = 0;
  if (!json)
    sm_text_add(out, "\n  %-20s %-7s %12s %12s %12s %10s\n", "variable", "unit", "least", "mean",
                "most", "missing");
  for (int i = 0; i < p->file.variable_count; i++) {
    struct sm_ncdata_variable v;
    struct range range;
    if (!sm_ncdata_inquire(&p->file, i, &v) || !has_range(p, &v)) continue;
    SM_TRY(read_range(p, &v, &range));
    sm_ncdata_text(&p->file, &v, "units", unit);
    if (!json) {
      sm_text_add(out, "  %-20s %-7s %12.6g %12.6g %12.6g %10zu\n", v.name, unit, range.least,
                  range.mean, range.most, range.missing);
      continue;
    }
    sm_text_add(out, told++ > 0 ? ",{" : "{");
    sm_describe_string(out, "name", v.name);
    sm_text_add(out, ",");
    sm_describe_string(out, "units", unit);
    sm_text_add(out, ",");
    sm_describe_number(out, "least", range.least);
    sm_text_add(out, ",");
    sm_describe_number(out, "mean", range.mean);
    sm_text_add(out, ",");
    sm_describe_number(out, "most", range.most);
    sm_text_add(out, ",\"missing\":%zu,\"nan\":0}", range.missing);
  }
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

static enum sm_status describe(struct prisms *p, bool json, struct sm_text *out) {
  const char *path = p->file.path;
  SM_TRY(read_head(p));
  if (json) {
    sm_text_add(out, "{\"schema\":\"simoom-info-1\",\"kind\":\"prisms\",");
    sm_describe_string(out, "file", path);
    for (int n = 0; n < TEXTS; n++) {
      sm_text_add(out, ",");
      sm_describe_string(out, texts[n].key, p->text[n]);
    }
    sm_text_add(out, ",\"nodes\":%zu,\"triangles\":%zu,\"layers\":%zu,", p->nodes, p->faces,
                p->layers);
    for (int d = 0; d < 2; d++)
      sm_text_add(out, "\"%c\":[%.17g,%.17g],", "xy"[d], p -> side[d].least, p->side[d].most);
    sm_describe_number(out, "iterations", p->iterations);
    sm_text_add(out, ",");
    sm_describe_number(out, "residual", p->residual);
    sm_text_add(out, ",\"variables\":[");
    SM_TRY(add_ranges(p, true, out));
    sm_text_add(out, "]}\n");
    return SM_OK;
  }
  sm_text_add(out, "%s: prisms on triangles, written by simoom %s\n", path, p->text[0]);
  for (int n = 1; n < TEXTS; n++)
    if (p->text[n][0] != '\0') sm_text_add(out, "  %-10s %s\n", texts[n].words, p->text[n]);
  sm_text_add(out, "  %-10s %zu triangles of %zu nodes x %zu layers = %zu prisms\n", "mesh",
              p->faces, p->nodes, p->layers, p->faces * p->layers);
  for (int d = 0; d < 2; d++)
    sm_text_add(out, "  %-10c %.10g to %.10g m\n", "xy"[d], p -> side[d].least, p->side[d].most);
  if (isfinite(p->residual))
    sm_text_add(out, "  %-10s %.2e after %.0f iterations\n", "residual", p->residual,
                p->iterations);
  return add_ranges(p, false, out);
}

enum sm_status sm_describe_prisms(struct sm_context *ctx, const char *path, bool json,
                                  struct sm_text *out) {
  struct prisms p = {.nodes = 0};
  enum sm_status status = sm_ncdata_open(ctx, path, &p.file);
  if (status == SM_OK) status = describe(&p, json, out);
  sm_ncdata_close(&p.file);
  return status;
}
