/* Gmsh mesh files, versions 2.2 and 4.1, text and binary in either byte order. */
#include "input/mesh/internal.h"

#include "base/file.h"
#include "base/list.h"
#include "base/text.h"
#include <stdio.h>
#include <string.h>

/* HEAD: length of "$MeshFormat" with a byte order mark. */
enum { NAME = 128, HEAD = 14 };

/* Reads the version, which must come before everything else. */
static enum sm_status read_format(struct sm_gmsh *msh) {
  struct sm_mesh_scan *s = &msh->scan;
  char version[SM_MESH_SCAN_WORD];
  long long binary, size, one;
  sm_mesh_scan_word(s, version);
  SM_TRY(sm_mesh_scan_text_integer(s, &binary));
  SM_TRY(sm_mesh_scan_text_integer(s, &size));
  if (strcmp(version, "2.2") == 0 || strcmp(version, "2") == 0) msh->version = 22;
  if (strcmp(version, "4.1") == 0) msh->version = 41;
  if (msh->version == 0)
    return sm_mesh_scan_fail(s,
                             "version '%.20s' of gmsh's mesh file is not read, only 2.2 and 4.1\n"
                             "help: gmsh %s -save -format msh41 -o NEW.msh",
                             version, s->path);
  if (binary != 0 && binary != 1)
    return sm_mesh_scan_fail(s, "%lld is neither text nor binary", binary);
  if (size != 8) return sm_mesh_scan_fail(s, "numbers of %lld bytes are not read, only of 8", size);
  if (binary == 0 && memchr(s->text, '\0', s->size) != NULL)
    return sm_mesh_scan_fail(
        s, "the file says that it is text, but it holds NUL bytes: it is damaged");
  if (binary == 0) return SM_OK;
  sm_mesh_scan_end_line(s);
  s->binary = true;
  SM_TRY(sm_mesh_scan_integer(s, 4, &one));
  s->swapped = one == 1 << 24;
  if (one != 1 && !s->swapped)
    return sm_mesh_scan_fail(s, "the order of the bytes cannot be told from %lld", one);
  return SM_OK;
}

/* A name in quotation marks. */
static enum sm_status read_name(struct sm_mesh_scan *s, char out[NAME]) {
  size_t length = 0;
  sm_mesh_scan_blanks(s);
  if (s->at == s->size || s->text[s->at] != '"')
    return sm_mesh_scan_fail(s, "a name in quotation marks is expected");
  for (s->at++; s->at < s->size && s->text[s->at] != '"'; s->at++) {
    if ((unsigned char)s->text[s->at] < ' ' && s->text[s->at] != '\t')
      return sm_mesh_scan_fail(s, "a name does not end");
    if (length < NAME - 1) out[length++] = s->text[s->at];
  }
  out[length] = '\0';
  if (s->at == s->size) return sm_mesh_scan_fail(s, "a name does not end");
  s->at++;
  return SM_OK;
}

/* Reads the names of physical groups, which are text in binary files too. */
static enum sm_status read_names(struct sm_gmsh *msh) {
  struct sm_mesh_scan *s = &msh->scan;
  long long count, dimension, number;
  char name[NAME];
  int group;
  SM_TRY(sm_mesh_scan_text_integer(s, &count));
  SM_TRY(sm_mesh_scan_check_count(s, count, "names", 6));
  for (; count > 0; count--) {
    SM_TRY(sm_mesh_scan_text_integer(s, &dimension));
    SM_TRY(sm_mesh_scan_text_integer(s, &number));
    SM_TRY(read_name(s, name));
    if (dimension == 1) SM_TRY(sm_gmsh_group(msh, number, name, &group));
  }
  return SM_OK;
}

/* Reads a list of integers; *out is the first one, 0 for an empty list. */
static enum sm_status read_list(struct sm_mesh_scan *s, long long *out) {
  long long count, number;
  *out = 0;
  SM_TRY(sm_mesh_scan_integer(s, 8, &count));
  SM_TRY(sm_mesh_scan_check_count(s, count, "numbers", 2));
  for (long long n = 0; n < count; n++) {
    SM_TRY(sm_mesh_scan_integer(s, 4, &number));
    if (n == 0) *out = number;
  }
  return SM_OK;
}

/* Reads the model entities (version 4.1): physical groups of the curves. */
static enum sm_status read_entities(struct sm_gmsh *msh) {
  struct sm_mesh_scan *s = &msh->scan;
  long long count[4], number, physical, bounding;
  double place;
  if (msh->curve != NULL) return sm_mesh_scan_fail(s, "the entities are there twice");
  for (int d = 0; d < 4; d++) {
    SM_TRY(sm_mesh_scan_integer(s, 8, &count[d]));
    SM_TRY(sm_mesh_scan_check_count(s, count[d], "entities", 8));
  }
  SM_TRY(sm_alloc(s->ctx, (size_t)count[1], sizeof *msh->curve, "curves of the mesh", &msh->curve));
  for (int d = 0; d < 2; d++) /* surfaces and volumes are not needed */
    for (long long n = 0; n < count[d]; n++) {
      SM_TRY(sm_mesh_scan_integer(s, 4, &number));
      for (int p = 0; p < (d == 0 ? 3 : 6); p++) SM_TRY(sm_mesh_scan_real(s, &place));
      SM_TRY(read_list(s, &physical));
      if (d == 0) continue;
      SM_TRY(read_list(s, &bounding));
      struct sm_gmsh_curve *curve = &msh->curve[msh->curve_count++];
      curve->number = number;
      SM_TRY(sm_gmsh_group(msh, physical, NULL, &curve->group));
    }
  return SM_OK;
}

/* Reads or skips the section with a name. */
static enum sm_status read_section(struct sm_gmsh *msh, const char *name) {
  struct sm_mesh_scan *s = &msh->scan;
  const bool is_format = strcmp(name, "$MeshFormat") == 0;
  if (msh->version == 0 && strcmp(name, "$NOD") == 0)
    return sm_mesh_scan_fail(s,
                             "version 1 of gmsh's mesh file is not read, only 2.2 and 4.1\n"
                             "help: gmsh %s -save -format msh41 -o NEW.msh",
                             s->path);
  if (is_format && msh->version != 0) return sm_mesh_scan_fail(s, "the format is there twice");
  if (is_format) return read_format(msh);
  if (strcmp(name, "$Comments") == 0) return SM_OK;
  if (msh->version == 0) return sm_mesh_scan_fail(s, "$MeshFormat must come before %.40s", name);
  if (s->binary && strcmp(name, "$PhysicalNames") != 0) sm_mesh_scan_end_line(s);
  if (strcmp(name, "$PhysicalNames") == 0) return read_names(msh);
  if (strcmp(name, "$Entities") == 0) return read_entities(msh);
  if (strcmp(name, "$PartitionedEntities") == 0)
    return sm_mesh_scan_fail(s, "the mesh is cut into partitions\n"
                                "help: save it before it is partitioned");
  if (strcmp(name, "$Nodes") == 0) return sm_gmsh_read_nodes(msh, false);
  if (strcmp(name, "$ParametricNodes") == 0) return sm_gmsh_read_nodes(msh, true);
  if (strcmp(name, "$Elements") == 0) return sm_gmsh_read_elements(msh);
  return SM_OK;
}

/* True for sections that are not read to their end: unknown ones, and $Entities, of which surfaces
 * are skipped. */
static bool is_passed_over(const char *name) {
  static const char *const read[] = {"$MeshFormat", "$PhysicalNames", "$Nodes", "$ParametricNodes",
                                     "$Elements"};
  for (size_t n = 0; n < sizeof read / sizeof *read; n++)
    if (strcmp(name, read[n]) == 0) return false;
  return true;
}

static enum sm_status end_section(struct sm_mesh_scan *s, const char *name) {
  char end[SM_MESH_SCAN_WORD + 8], word[SM_MESH_SCAN_WORD];
  snprintf(end, sizeof end, "$End%s", name + 1);
  if (is_passed_over(name))
    return sm_mesh_scan_find(s, end) ? SM_OK : sm_mesh_scan_fail(s, "the file ends before %s", end);
  sm_mesh_scan_word(s, word);
  if (strcmp(word, end) == 0) return SM_OK;
  if (word[0] == '\0') return sm_mesh_scan_fail(s, "the file ends before %s", end);
  return sm_mesh_scan_fail(s, "%s is expected, not '%.40s'", end, word);
}

static enum sm_status read_sections(struct sm_gmsh *msh) {
  struct sm_mesh_scan *s = &msh->scan;
  char name[SM_MESH_SCAN_WORD];
  while (sm_mesh_scan_blanks(s)) {
    if (s->text[s->at] != '$')
      return sm_mesh_scan_fail(
          s, msh->version == 0 ? "neither a mesh file of gmsh nor of NetCDF: it does not begin "
                                 "with $MeshFormat"
                               : "a section, $Name, is expected");
    sm_mesh_scan_word(s, name);
    SM_TRY(read_section(msh, name));
    SM_TRY(end_section(s, name));
  }
  if (msh->version == 0) return sm_mesh_scan_fail(s, "the file is empty");
  if (msh->mesh->triangles > 0) return SM_OK;
  return sm_mesh_scan_fail(s, "the file has no triangles%s",
                           msh->has_elements
                               ? "\nhelp: gmsh saves what is in a physical group alone, "
                                 "once there is one: put the surface into one too"
                               : "");
}

enum sm_status sm_mesh_gmsh_parse(struct sm_context *ctx, const char *path, const char *text,
                                  size_t size, struct sm_mesh *out) {
  const size_t head = size < HEAD ? size : HEAD; /* text in binary files too */
  const char *unreadable = sm_text_unreadable(text, head);
  int outline;
  *out = (struct sm_mesh){0};
  if (unreadable != NULL) return sm_fail(ctx, SM_ERR_DATA, "%s: error: %s", path, unreadable);
  if (sm_text_encoding(text, head) == SM_ENCODING_MARKED) { /* a byte order mark */
    text += 3;
    size -= 3;
  }
  struct sm_gmsh msh = {.scan = {.ctx = ctx, .path = path, .text = text, .size = size, .line = 1},
                        .mesh = out};
  enum sm_status status = sm_mesh_add_group(ctx, out, "outline", 0, &outline);
  if (status == SM_OK) status = read_sections(&msh);
  SM_FREE_ALL(msh.curve, msh.physical, msh.tag);
  if (status != SM_OK) sm_mesh_free(out);
  return status;
}

enum sm_status sm_mesh_gmsh_read(struct sm_context *ctx, const char *path, struct sm_mesh *out) {
  SM_SCOPED char *text = NULL;
  size_t size = 0;
  *out = (struct sm_mesh){0};
  enum sm_status status = sm_file_read(ctx, path, &text, &size);
  if (status == SM_OK) status = sm_mesh_gmsh_parse(ctx, path, text, size, out);
  return status == SM_ERR_IO ? SM_ERR_DATA : status;
}
