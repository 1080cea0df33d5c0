/* Wind at the points of VTK XML files: unstructured grids and poly data, one or more pieces. */
#include "input/points/internal.h"
#include <stdlib.h>
#include <string.h>

/* Arrays of a piece. */
enum part { PLACE, WIND, U, V, W, PARTS };

struct piece {
  size_t count;
  bool has[PARTS];
  struct sm_vtk_array array[PARTS];
  bool in_cells; /* the wind is cell data */
};

struct reader {
  struct sm_vtk_file file;
  struct sm_xml_scan scan;
  struct piece piece;
  struct sm_wind_points *out;
};

static enum sm_status wrong(const struct reader *r, const char *what, const char *help) {
  return sm_fail(r->file.ctx, SM_ERR_DATA, "%s: error: %s%s%s", r->file.name, what,
                 help != NULL ? "\nhelp: " : "", help != NULL ? help : "");
}

/* --- the head --- */

static enum sm_status read_head(struct reader *r) {
  char text[64];
  const uint16_t one = 1;
  const bool little = *(const unsigned char *)&one == 1;
  if (!sm_xml_next(&r->scan) || !sm_xml_is(&r->scan, "VTKFile"))
    return wrong(r, "no VTK XML file", NULL);
  sm_xml_attribute(&r->scan, "type", text, sizeof text);
  if (strcmp(text, "UnstructuredGrid") != 0 && strcmp(text, "PolyData") != 0)
    return wrong(r, "its type is neither UnstructuredGrid nor PolyData",
                 "save it as .vtu, the parts of a .pvtu or .vtm one by one");
  if (sm_xml_attribute(&r->scan, "byte_order", text, sizeof text))
    r->file.swapped = (strcmp(text, "LittleEndian") == 0) != little;
  sm_xml_attribute(&r->scan, "header_type", text, sizeof text);
  r->file.word = strcmp(text, "UInt64") == 0 ? 8 : 4;
  if (!sm_xml_attribute(&r->scan, "compressor", text, sizeof text) || text[0] == '\0') return SM_OK;
  r->file.zlib = strcmp(text, "vtkZLibDataCompressor") == 0;
  return r->file.zlib ? SM_OK
                      : wrong(r, "its compressor is not zlib", "save it with zlib or without");
}

/* Finds the appended data at the end of the file, after an underscore. */
static void find_appended(struct reader *r) {
  struct sm_xml_scan scan = r->scan;
  char text[16];
  while (sm_xml_next(&scan)) {
    if (!sm_xml_is(&scan, "AppendedData")) continue;
    sm_xml_attribute(&scan, "encoding", text, sizeof text);
    r->file.appended_words = strcmp(text, "base64") == 0;
    size_t at = scan.at;
    while (at < scan.size && strchr(" \t\r\n", scan.text[at]) != NULL) at++;
    if (at < scan.size && scan.text[at] == '_') r->file.appended = at + 1;
    return;
  }
}

/* --- arrays --- */

static enum part part_of(const struct sm_vtk_array *a, bool place) {
  static const char *const vectors[] = {"U", "u", "velocity", "Velocity", "wind", "UMean"};
  static const char *const components[] = {"u", "v", "w"};
  if (place) return PLACE;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    if (a->components == 3 && strcmp(a->label, vectors[i]) == 0) return WIND;
  for (int i = 0; i < 3; i++)
    if (a->components == 1 && strcmp(a->label, components[i]) == 0) return (enum part)(U + i);
  return PARTS;
}

/* Records the array at the current tag. */
static enum sm_status take_array(struct reader *r, bool place, bool cells) {
  struct sm_vtk_array a = {.from = r->scan.at};
  char text[32];
  sm_xml_attribute(&r->scan, "Name", a.label, sizeof a.label);
  const bool counted = sm_xml_attribute(&r->scan, "NumberOfComponents", text, sizeof text);
  a.components = counted ? atoi(text) : 1;
  sm_xml_attribute(&r->scan, "type", text, sizeof text);
  a.bytes = strcmp(text, "Float64") == 0 ? 8 : strcmp(text, "Float32") == 0 ? 4 : 0;
  sm_xml_attribute(&r->scan, "format", a.format, sizeof a.format);
  sm_xml_attribute(&r->scan, "offset", text, sizeof text);
  a.offset = (size_t)strtoull(text, NULL, 10);
  for (a.to = a.from; a.to < r->scan.size && r->scan.text[a.to] != '<';) a.to++;
  const enum part part = part_of(&a, place);
  if (part == PARTS) return SM_OK;
  if (cells) r->piece.in_cells = true;
  if (cells) return SM_OK;
  if (place && a.components != 3) return wrong(r, "its points do not have three coordinates", NULL);
  r->piece.has[part] = true;
  r->piece.array[part] = a;
  return SM_OK;
}

/* --- a piece --- */

static enum sm_status check_piece(const struct reader *r) {
  const struct piece *p = &r->piece;
  const size_t deflated = r->file.zlib ? 1100 : 1; /* zlib compresses by at most 1032 */
  if (!p->has[PLACE]) return wrong(r, "a piece without an array of points", NULL);
  if (p->has[WIND] || (p->has[U] && p->has[V] && p->has[W]))
    return p->count <= r->file.size * deflated / 6
               ? SM_OK
               : wrong(r, "more points than the file can hold; it is truncated", NULL);
  return p->in_cells
             ? wrong(r, "its wind is that of cells, not of points",
                     "in ParaView: filter Cell Data to Point Data, then save the file anew")
             : wrong(r,
                     "no wind: no array of points 'U', 'velocity' or 'wind' of 3 components, nor "
                     "'u', 'v' and 'w'",
                     "rename the array, in ParaView with the filter Calculator");
}

static enum sm_status take_components(struct reader *r, size_t before) {
  const size_t count = r->piece.count;
  SM_SCOPED double *one = NULL;
  enum sm_status status = sm_alloc(r->file.ctx, count, sizeof *one, "an array of a file", &one);
  for (int d = 0; d < 3 && status == SM_OK; d++) {
    status = sm_vtk_array_read(&r->file, &r->piece.array[U + d], count, one);
    for (size_t i = 0; i < count && status == SM_OK; i++) r->out->u[before + i][d] = one[i];
  }
  return status;
}

static enum sm_status take_piece(struct reader *r) {
  const size_t count = r->piece.count, before = r->out->count;
  if (count == 0) return SM_OK;
  SM_TRY(check_piece(r));
  SM_TRY(sm_wind_points_reserve(r->file.ctx, r->out, before + count));
  SM_TRY(sm_vtk_array_read(&r->file, &r->piece.array[PLACE], count, r->out->x[before]));
  if (r->piece.has[WIND])
    SM_TRY(sm_vtk_array_read(&r->file, &r->piece.array[WIND], count, r->out->u[before]));
  else
    SM_TRY(take_components(r, before));
  r->out->count = before + count;
  return SM_OK;
}

enum sm_status sm_wind_points_vtk(struct sm_context *ctx, const char *name, const char *text,
                                  size_t size, struct sm_wind_points *out) {
  struct reader r = {.file = {.ctx = ctx, .name = name, .text = text, .size = size},
                     .scan = {.text = text, .size = size},
                     .out = out};
  bool place = false, points = false, cells = false, pieces = false;
  char number[32];
  SM_TRY(read_head(&r));
  find_appended(&r);
  while (sm_xml_next(&r.scan) && !sm_xml_is(&r.scan, "AppendedData")) {
    const struct sm_xml_scan *s = &r.scan;
    if (sm_xml_is(s, "Piece")) {
      r.piece = (struct piece){0};
      sm_xml_attribute(s, "NumberOfPoints", number, sizeof number);
      r.piece.count = (size_t)strtoull(number, NULL, 10);
      pieces = true;
    }
    if (sm_xml_is(s, "Points") || sm_xml_is(s, "/Points")) place = sm_xml_is(s, "Points");
    if (sm_xml_is(s, "PointData") || sm_xml_is(s, "/PointData")) points = sm_xml_is(s, "PointData");
    if (sm_xml_is(s, "CellData") || sm_xml_is(s, "/CellData")) cells = sm_xml_is(s, "CellData");
    if (sm_xml_is(s, "DataArray") && (place || points || cells))
      SM_TRY(take_array(&r, place, cells));
    if (sm_xml_is(s, "/Piece")) SM_TRY(take_piece(&r));
    if (sm_xml_is(s, "/Piece")) r.piece = (struct piece){0};
  }
  if (!pieces || r.piece.count > 0) return wrong(&r, "no whole piece; the file is truncated", NULL);
  return SM_OK;
}
