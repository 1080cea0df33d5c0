#define _POSIX_C_SOURCE 200809L
#include "output/checkpoint.h"

#include "output/netcdf/ncfile.h"

#include "base/file.h"
#include "simoom/simoom.h"
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 22 }; /* bytes per checksum */

static const char kind[] = "checkpoint";

struct sm_checkpoint {
  struct sm_ncfile file;
  char path[4096];
};

static const char *byte_order(void) {
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 1 ? "little" : "big";
}

static const char *overrides_of(const struct sm_case *c) {
  return c->overrides != NULL ? c->overrides : "";
}

/* --- writing --- */

static void define_part(struct sm_ncfile *file, const struct sm_checkpoint_part *part) {
  char dimension[NC_MAX_NAME + 1];
  const size_t bytes = part->count * part->size, chunk = bytes < CHUNK ? bytes : CHUNK;
  const double size = (double)part->size;
  int id;
  if (bytes == 0) { /* NetCDF treats dimension 0 as unlimited */
    id = sm_ncfile_variable(file, part->name, NC_UBYTE, 0, NULL);
    sm_ncfile_text(file, id, "empty", "yes");
  } else {
    snprintf(dimension, sizeof dimension, "bytes_of_%s", part->name);
    const int dim = sm_ncfile_dimension(file, dimension, bytes);
    id = sm_ncfile_variable(file, part->name, NC_UBYTE, 1, &dim);
    sm_ncfile_compress(file, id, &chunk, 0);
    if (file->status == SM_OK)
      sm_ncfile_check(file, nc_def_var_fletcher32(file->id, id, NC_FLETCHER32));
  }
  sm_ncfile_numbers(file, id, "item_size", &size, 1);
}

static void define(struct sm_ncfile *file, const struct sm_case *c,
                   const struct sm_checkpoint_mark *mark) {
  const long long step = mark->step;
  const unsigned long long likeness = mark->likeness;
  sm_ncfile_text(file, NC_GLOBAL, "simoom_kind", kind);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_version", sm_version());
  sm_ncfile_text(file, NC_GLOBAL, "simoom_case", c->text);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_overrides", overrides_of(c));
  sm_ncfile_text(file, NC_GLOBAL, "byte_order", byte_order());
  sm_ncfile_numbers(file, NC_GLOBAL, "time", &mark->time, 1);
  if (file->status != SM_OK) return;
  sm_ncfile_check(file, nc_put_att_longlong(file->id, NC_GLOBAL, "step", NC_INT64, 1, &step));
  if (file->status != SM_OK) return;
  sm_ncfile_check(file,
                  nc_put_att_ulonglong(file->id, NC_GLOBAL, "likeness", NC_UINT64, 1, &likeness));
}

enum sm_status sm_checkpoint_write(struct sm_context *ctx, const char *path,
                                   const struct sm_case *c, const struct sm_checkpoint_mark *mark,
                                   const struct sm_checkpoint_part *parts, int count) {
  char temporary[4096];
  size_t room = ((size_t)1 << 18) + strlen(c->text);
  struct sm_ncfile file;
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  for (int p = 0; p < count; p++) room += parts[p].count * parts[p].size;
  sm_ncfile_create(ctx, temporary, path, room, &file);
  define(&file, c, mark);
  for (int p = 0; p < count; p++) define_part(&file, &parts[p]);
  for (int p = 0; p < count; p++)
    if (parts[p].count * parts[p].size > 0) sm_ncfile_put(&file, parts[p].name, parts[p].data);
  const enum sm_status status = sm_ncfile_close(&file);
  if (status == SM_OK) return sm_file_commit_at_once(ctx, temporary, path);
  unlink(temporary);
  return status;
}

/* --- is it the one? --- */

/* Reads a global text attribute, freed with sm_free; "" when absent. */
static enum sm_status read_text(struct sm_ncfile *file, const char *name, char **out) {
  size_t length = 0;
  nc_type type = NC_NAT;
  const int code = nc_inq_att(file->id, NC_GLOBAL, name, &type, &length);
  const bool there = code == NC_NOERR && type == NC_CHAR;
  if (code != NC_ENOTATT) sm_ncfile_check(file, code);
  SM_TRY(sm_alloc(file->ctx, (there ? length : 0) + 1, 1, name, out));
  if (there) sm_ncfile_check(file, nc_get_att_text(file->id, NC_GLOBAL, name, *out));
  return file->status;
}

/* Next line of a case file that is neither blank nor a comment, without surrounding blanks. Returns
 * its length; *at moves past it, *line is its number. 0 at the end. */
static size_t next_line(const char **at, int *line, const char **start) {
  while (**at != '\0') {
    const char *from = *at, *end = from + strcspn(from, "\n");
    *at = *end == '\n' ? end + 1 : end;
    (*line)++;
    while (from < end && strchr(" \t\r", *from) != NULL) from++;
    while (end > from && strchr(" \t\r", end[-1]) != NULL) end--;
    *start = from;
    if (end > from && *from != '#') return (size_t)(end - from);
  }
  *start = *at;
  return 0;
}

/* Fails at the first line in which two texts differ. `what` names them. */
static enum sm_status compare(struct sm_ncfile *file, const char *what, const char *is,
                              const char *was) {
  const char *a, *b;
  int line = 0, other = 0;
  for (;;) {
    const size_t m = next_line(&is, &line, &a), n = next_line(&was, &other, &b);
    if (m == 0 && n == 0) return SM_OK;
    if (m == n && memcmp(a, b, m) == 0) continue;
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: the checkpoint is of another case\n"
                   "  now, line %d of %s: %.*s\n  then, line %d: %.*s\n"
                   "help: go on with the case as it was, or start anew",
                   file->name, line, what, m > 0 ? (int)m : 7, m > 0 ? a : "nothing", other,
                   n > 0 ? (int)n : 7, n > 0 ? b : "nothing");
  }
}

/* Fails unless the text attribute equals `expected`; `what` is for the message. */
static enum sm_status expect(struct sm_ncfile *file, const char *name, const char *expected,
                             const char *what) {
  SM_SCOPED char *is = NULL;
  SM_TRY(read_text(file, name, &is));
  enum sm_status status = SM_OK;
  if (strcmp(is, expected) != 0)
    status = sm_fail(file->ctx, SM_ERR_DATA, "%s: error: %s '%s', not '%s'", file->name, what,
                     is[0] != '\0' ? is : "unknown", expected);
  return status;
}

static enum sm_status check_case(struct sm_ncfile *file, const struct sm_case *c) {
  SM_SCOPED char *text = NULL, *overrides = NULL;
  SM_TRY(read_text(file, "simoom_case", &text));
  SM_TRY(read_text(file, "simoom_overrides", &overrides));
  SM_TRY(compare(file, c->path, c->text, text));
  return compare(file, "the --set options", overrides_of(c), overrides);
}

static enum sm_status check_mark(struct sm_ncfile *file, struct sm_checkpoint_mark *mark) {
  long long step = 0;
  unsigned long long likeness = 0;
  sm_ncfile_check(file, sm_nc_integer(file->id, NC_GLOBAL, "step", &step));
  if (file->status == SM_OK)
    sm_ncfile_check(file, sm_nc_number(file->id, NC_GLOBAL, "time", &mark->time));
  if (file->status == SM_OK)
    sm_ncfile_check(file, sm_nc_natural(file->id, NC_GLOBAL, "likeness", &likeness));
  SM_TRY(file->status);
  if (mark->likeness != 0 && likeness != mark->likeness)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: what the case reads or the options of the run are not those of the "
                   "checkpoint (maps, winds, precision)\n"
                   "help: go on with the files as they were, or start anew",
                   file->name);
  mark->step = step;
  mark->likeness = likeness;
  return SM_OK;
}

enum sm_status sm_checkpoint_open(struct sm_context *ctx, const char *path, const struct sm_case *c,
                                  struct sm_checkpoint_mark *mark, struct sm_checkpoint **out) {
  struct sm_checkpoint *checkpoint = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *checkpoint, "checkpoint", &checkpoint));
  snprintf(checkpoint->path, sizeof checkpoint->path, "%s", path);
  struct sm_ncfile *file = &checkpoint->file;
  sm_ncfile_open(ctx, checkpoint->path, checkpoint->path, false, file);
  SM_TRY_DONE(file->status);
  SM_TRY_DONE(expect(file, "simoom_kind", kind, "it is not a checkpoint: its kind is"));
  SM_TRY_DONE(expect(file, "simoom_version", sm_version(), "the checkpoint is of simoom"));
  SM_TRY_DONE(
      expect(file, "byte_order", byte_order(), "the bytes of its numbers are in the order"));
  SM_TRY_DONE(check_case(file, c));
  SM_TRY_DONE(check_mark(file, mark));
  *out = checkpoint;
done:
  if (status != SM_OK) sm_checkpoint_close(&checkpoint);
  return status;
}

/* --- reading --- */

/* Finds the id and the number of items of a part. */
static enum sm_status find_part(struct sm_context *ctx, const struct sm_checkpoint *checkpoint,
                                const char *name, size_t size, int *id, size_t *count) {
  const int file = checkpoint->file.id;
  int rank = 0, dimension, type = NC_NAT;
  size_t bytes = 0;
  double is = 0;
  if (nc_inq_varid(file, name, id) != NC_NOERR ||
      sm_nc_number(file, *id, "item_size", &is) != NC_NOERR ||
      nc_inq_vartype(file, *id, &type) != NC_NOERR || type != NC_UBYTE ||
      nc_inq_varndims(file, *id, &rank) != NC_NOERR || rank > 1 ||
      (rank == 1 && (nc_inq_vardimid(file, *id, &dimension) != NC_NOERR ||
                     nc_inq_dimlen(file, dimension, &bytes) != NC_NOERR)))
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the checkpoint has no part '%s'", checkpoint->path,
                   name);
  if (is != (double)size || bytes % size != 0)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: items of '%s' have %g bytes in the checkpoint and %zu here",
                   checkpoint->path, name, is, size);
  *count = bytes / size;
  return SM_OK;
}

enum sm_status sm_checkpoint_count(struct sm_context *ctx, const struct sm_checkpoint *checkpoint,
                                   const char *name, size_t size, size_t *count) {
  int id;
  return find_part(ctx, checkpoint, name, size, &id, count);
}

enum sm_status sm_checkpoint_read(struct sm_context *ctx, const struct sm_checkpoint *checkpoint,
                                  const struct sm_checkpoint_part *parts, int count) {
  for (int p = 0; p < count; p++) {
    int id;
    size_t items = 0;
    SM_TRY(find_part(ctx, checkpoint, parts[p].name, parts[p].size, &id, &items));
    if (items != parts[p].count)
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: '%s' has %zu items in the checkpoint and %zu here",
                     checkpoint->path, parts[p].name, items, parts[p].count);
    if (items == 0) continue;
    const int code = nc_get_var(checkpoint->file.id, id, parts[p].data);
    if (code != NC_NOERR)
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: '%s' cannot be read, the file is damaged: %s\n"
                     "help: start anew, or go on from an earlier checkpoint",
                     checkpoint->path, parts[p].name, nc_strerror(code));
  }
  return SM_OK;
}

void sm_checkpoint_close(struct sm_checkpoint **checkpoint) {
  if (*checkpoint == NULL) return;
  if ((*checkpoint)->file.open) sm_ncfile_close(&(*checkpoint)->file);
  sm_free(*checkpoint);
  *checkpoint = NULL;
}
