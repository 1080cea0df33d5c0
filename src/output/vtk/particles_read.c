#define _POSIX_C_SOURCE 200809L
#include "output/vtk/particles.h"

#include "base/file.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 8192, BLOCK = 4096 }; /* maximum size of the XML header, bytes; particles per read */

static const struct {
  const char *name, *type;
  size_t size, parts; /* bytes per number; numbers per particle */
} arrays[SM_PARTICLE_ARRAYS] = {{"id", "Int64", 8, 1},         {"species", "Int32", 4, 1},
                                {"diameter", "Float32", 4, 1}, {"mass", "Float32", 4, 1},
                                {"velocity", "Float32", 4, 3}, {"age", "Float32", 4, 1},
                                {"Points", "Float64", 8, 3}};

static enum sm_status foreign(struct sm_context *ctx, const char *path) {
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: contains no particles as simoom writes them\n"
                 "help: of winds, the .nc file of the same run is drawn",
                 path);
}

/* Value of an attribute between `from` and the next
 * '>'; false: absent, or longer. */
static bool attribute(const char *from, const char *name, char *out, size_t size) {
  char wanted[64];
  const char *end = strchr(from, '>');
  snprintf(wanted, sizeof wanted, " %s=\"", name);
  const char *at = strstr(from, wanted);
  if (at == NULL || end == NULL || at > end) return false;
  at += strlen(wanted);
  const size_t length = strcspn(at, "\"");
  if (length >= size) return false;
  memcpy(out, at, length);
  out[length] = '\0';
  return true;
}

/* Offset of an array in the appended data; -1: absent. */
static long find_array(const char *head, enum sm_particle_array array) {
  char text[64];
  for (const char *at = head; (at = strstr(at, "<DataArray")) != NULL; at++) {
    if (!attribute(at, "Name", text, sizeof text) || strcmp(text, arrays[array].name) != 0)
      continue;
    if (!attribute(at, "type", text, sizeof text) || strcmp(text, arrays[array].type) != 0)
      return -1;
    if (!attribute(at, "offset", text, sizeof text)) return -1;
    return strtol(text, NULL, 10);
  }
  return -1;
}

static enum sm_status damaged(const struct sm_particle_snapshot *s, const char *what) {
  return sm_fail(s->ctx, SM_ERR_DATA,
                 "%s: error: '%s' cannot be read: the file is truncated or damaged", s->path, what);
}

static enum sm_status read_head(struct sm_particle_snapshot *s) {
  char head[HEAD + 1], text[64];
  const size_t size = fread(head, 1, HEAD, s->file);
  head[size] = '\0';
  const char *piece = strstr(head, "<Piece"),
             *data = strstr(head, "<AppendedData encoding=\"raw\">");
  const char *start = data != NULL ? strchr(data, '_') : NULL;
  if (piece == NULL || start == NULL || strstr(head, "header_type=\"UInt64\"") == NULL ||
      strstr(head, "LittleEndian") == NULL ||
      !attribute(piece, "NumberOfPoints", text, sizeof text))
    return foreign(s->ctx, s->path);
  const long long points = strtoll(text, NULL, 10);
  s->start = start + 1 - head;
  for (int a = 0; a < SM_PARTICLE_ARRAYS; a++) s->offset[a] = find_array(head, a);
  if (points < 0 || s->offset[SM_PARTICLE_POINTS] < 0) return foreign(s->ctx, s->path);
  const long end = fseek(s->file, 0, SEEK_END) == 0 ? ftell(s->file) : -1;
  if (points > end) return damaged(s, "Points"); /* each point takes more than a byte */
  for (int a = 0; a < SM_PARTICLE_ARRAYS; a++) {
    const long bytes = 8 + (long)points * (long)(arrays[a].size * arrays[a].parts);
    if (s->offset[a] >= 0 && s->offset[a] > end - s->start - bytes)
      return damaged(s, arrays[a].name);
  }
  s->count = (size_t)points;
  return SM_OK;
}

enum sm_status sm_particle_vtk_open(struct sm_context *ctx, const char *path,
                                    struct sm_particle_snapshot *out) {
  *out = (struct sm_particle_snapshot){.ctx = ctx, .path = path, .file = fopen(path, "rb")};
  if (out->file == NULL) return sm_fail(ctx, SM_ERR_DATA, "%s: error: cannot be read", path);
  const enum sm_status status = read_head(out);
  if (status != SM_OK) sm_particle_vtk_close(out);
  return status;
}

void sm_particle_vtk_close(struct sm_particle_snapshot *snapshot) {
  if (snapshot->file != NULL) fclose(snapshot->file);
  snapshot->file = NULL;
}

/* Number `n` of a block in file format. */
static double number(const unsigned char *block, enum sm_particle_array array, size_t n) {
  int64_t id;
  int32_t whole;
  double d;
  float f;
  switch (array) {
  case SM_PARTICLE_ID: memcpy(&id, block + n * sizeof id, sizeof id); return (double)id;
  case SM_PARTICLE_SPECIES: memcpy(&whole, block + n * sizeof whole, sizeof whole); return whole;
  case SM_PARTICLE_POINTS: memcpy(&d, block + n * sizeof d, sizeof d); return d;
  default: memcpy(&f, block + n * sizeof f, sizeof f); return (double)f;
  }
}

/* True for about one in `every` particles, by a hash of the id as in splitmix64 (S. Vigna). */
static bool is_chosen(uint64_t id, size_t every) {
  uint64_t x = id + 0x9E3779B97F4A7C15U;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return (x ^ x >> 31) % every == 0;
}

/* Reads `n` particles of an array from `at` on; fails on a truncated file. */
static bool read_block(const struct sm_particle_snapshot *s, enum sm_particle_array array,
                       size_t at, size_t n, void *out) {
  const size_t one = arrays[array].size * arrays[array].parts;
  const long start = s->start + s->offset[array];
  uint64_t bytes = 0;
  if (at == 0 && (fseek(s->file, start, SEEK_SET) != 0 ||
                  fread(&bytes, sizeof bytes, 1, s->file) != 1 || bytes != s->count * one))
    return false;
  return fseek(s->file, start + (long)(sizeof bytes + at * one), SEEK_SET) == 0 &&
         fread(out, one, n, s->file) == n;
}

enum sm_status sm_particle_vtk_some(const struct sm_particle_snapshot *s,
                                    enum sm_particle_array array, size_t every, size_t room,
                                    double *out, size_t *count) {
  const size_t parts = arrays[array].parts, one = arrays[array].size * parts;
  const bool speed = array == SM_PARTICLE_VELOCITY;
  const bool named = every > 1 && s->offset[SM_PARTICLE_ID] >= 0;
  SM_SCOPED unsigned char *block = NULL;
  uint64_t id[BLOCK];
  bool good = true;
  *count = 0;
  SM_TRY(sm_alloc(s->ctx, BLOCK, one, "particles", &block));
  for (size_t at = 0; good && at < s->count; at += BLOCK) {
    const size_t n = s->count - at < BLOCK ? s->count - at : BLOCK;
    good =
        (!named || read_block(s, SM_PARTICLE_ID, at, n, id)) && read_block(s, array, at, n, block);
    for (size_t p = 0; good && p < n && *count < room; p++) {
      if (!is_chosen(named ? id[p] : at + p, every)) continue;
      double value[3] = {0, 0, 0};
      for (size_t c = 0; c < parts; c++) value[c] = number(block, array, p * parts + c);
      if (speed) value[0] = hypot(hypot(value[0], value[1]), value[2]);
      const size_t kept = speed ? 1 : parts;
      memcpy(out + *count * kept, value, kept * sizeof *out);
      ++*count;
    }
  }
  return good ? SM_OK : damaged(s, arrays[array].name);
}

enum sm_status sm_particle_vtk_read(const struct sm_particle_snapshot *s,
                                    enum sm_particle_array array, double *out) {
  size_t count;
  return sm_particle_vtk_some(s, array, 1, s->count, out, &count);
}

enum sm_status sm_particle_vtk_list(struct sm_context *ctx, const char *path, int index, int *count,
                                    char *file, size_t size, double *time) {
  char *text = NULL, name[2048], when[64];
  size_t length = 0;
  const char *slash = strrchr(path, '/');
  const int folder = slash != NULL ? (int)(slash + 1 - path) : 0;
  *count = 0;
  if (sm_file_read(ctx, path, &text, &length) != SM_OK)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: cannot be read", path);
  bool found = false;
  for (const char *at = text; (at = strstr(at, "<DataSet")) != NULL; at++) {
    if (!attribute(at, "file", name, sizeof name) || !attribute(at, "timestep", when, sizeof when))
      continue;
    if (strcmp(name + strlen(name) - (strlen(name) > 4 ? 4 : 0), ".vtp") != 0) continue;
    if (index < 0 || index == *count) {
      found = snprintf(file, size, "%.*s%s", folder, path, name) < (int)size;
      *time = strtod(when, NULL);
    }
    ++*count;
  }
  sm_free(text);
  if (*count == 0) return foreign(ctx, path);
  return found ? SM_OK
               : sm_fail(ctx, SM_ERR_USAGE, "%s: error: no time %d: there are %d, from 0", path,
                         index, *count);
}
