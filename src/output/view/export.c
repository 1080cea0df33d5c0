/* output/view/export.c - viewer page with all data in one file of limited size. */
#define _POSIX_C_SOURCE 200809L
#include "output/view/view.h"

#include "base/encoding.h"
#include "base/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char data_mark[] = "<!--simoom-data-->";

/* Maximum number of times in successive choices; all times only with the finest cells. */
static const size_t times[] = {121, 61, 31, 13, 5, 2};

struct page {
  struct sm_context *ctx;
  struct sm_view *view;
  struct sm_view_choice choice;
  struct sm_text head; /* manifest inside its HTML element */
  FILE *stream;        /* NULL: only the size is counted */
  size_t size, limit;  /* bytes */
};

static void put(struct page *page, const void *bytes, size_t size) {
  page->size += size;
  if (page->stream != NULL) fwrite(bytes, 1, size, page->stream);
}

static void put_base64(struct page *page, const unsigned char *bytes, size_t size) {
  enum { PIECE = 3072 };
  char line[PIECE / 3 * 4];
  if (page->stream == NULL) {
    page->size += sm_base64_size(size);
    return;
  }
  for (size_t at = 0; at < size; at += PIECE)
    put(page, line, sm_base64_encode(bytes + at, size - at < PIECE ? size - at : PIECE, line));
}

/* Writes a block in its HTML element. */
static enum sm_status put_block(struct page *page, const struct sm_view_block_request *want) {
  const struct sm_view_field *field = &page->view->source[want->source]->field[want->field];
  char head[256];
  void *bytes;
  size_t size;
  SM_TRY(sm_view_make_block(page->ctx, page->view, want, &bytes, &size));
  const int length = snprintf(
      head, sizeof head, "<script type=\"application/octet-stream\" data-block=\"%d/%s/%zu/%d\">",
      want->source, field->name, want->record, want->level);
  put(page, head, (size_t)length);
  put_base64(page, bytes, size);
  put(page, "</script>\n", 10);
  free(bytes);
  return SM_OK;
}

/* Lower bound for the size of a field, bytes: a tenth of a byte per value. */
static size_t least_bytes(const struct sm_view_source *source, const struct sm_view_field *field,
                          const struct sm_view_choice *choice) {
  if (strcmp(field->name, "wind") != 0) return 0;
  const struct sm_view_coarsening factors =
      sm_view_level_factors(source->file->n, sm_view_level(source, choice));
  size_t values = (size_t)field->components * sm_view_records(field, choice);
  for (int d = 0; d < 3; d++) values *= sm_view_coarse(source->file->n[d], factors.by[d]);
  return values / 10;
}

/* Writes all blocks; with `sample` one per field, counted once per record. */
static enum sm_status put_blocks(struct page *page, bool sample) {
  for (int s = 0; s < page->view->sources; s++) {
    const struct sm_view_source *source = page->view->source[s];
    for (int f = 0; f < source->fields; f++) {
      const struct sm_view_field *field = &source->field[f];
      const size_t records = sm_view_records(field, &page->choice);
      const bool levels = sm_view_has_levels(source, field);
      if (sample && levels && page->size + least_bytes(source, field, &page->choice) > page->limit)
        page->size = page->limit + 1; /* too large without encoding it */
      if (page->size > page->limit) return SM_OK;
      for (size_t n = sample && records > 0 ? records - 1 : 0; n < records; n++) {
        const struct sm_view_block_request want = {
            .source = s,
            .field = f,
            .level = levels ? sm_view_level(source, &page->choice) : 0,
            .bits = page->choice.bits,
            .effort = sample ? 1 : 6,
            .record = sm_view_record(field, &page->choice, n)};
        const size_t before = page->size;
        SM_TRY(put_block(page, &want));
        if (sample) page->size += (page->size - before) * (records - 1);
        if (page->size > page->limit) return SM_OK; /* the choice is too large */
        if (sm_stop_requested(page->ctx)) return sm_fail(page->ctx, SM_ERR_STOPPED, "stopped");
      }
    }
  }
  return SM_OK;
}

/* Writes the manifest with "<" escaped, which could end its element. */
static void put_manifest(struct page *page) {
  const char *text = sm_text_string(&page->head);
  static const char begin[] = "<script type=\"application/json\" id=\"simoom-manifest\">";
  put(page, begin, sizeof begin - 1);
  for (size_t at = 0, size; text[at] != '\0'; at += size) {
    size = strcspn(text + at, "<");
    put(page, text + at, size);
    if (text[at + size] != '<') continue;
    put(page, "\\u003c", 6);
    size++;
  }
  put(page, "</script>\n", 10);
}

static enum sm_status put_page(struct page *page, bool sample) {
  size_t size;
  const char *html = sm_view_page(&size), *mark = strstr(html, data_mark);
  if (mark == NULL) return sm_fail(page->ctx, SM_ERR_FAILED, "the page has no place for its data");
  page->size = 0;
  sm_text_clear(&page->head);
  SM_TRY(sm_view_describe(page->view, &page->choice, &page->head));
  put(page, html, (size_t)(mark - html));
  put_manifest(page);
  SM_TRY(put_blocks(page, sample));
  put(page, mark + sizeof data_mark - 1, size - (size_t)(mark - html) - (sizeof data_mark - 1));
  return page->head.failed ? sm_fail(page->ctx, SM_ERR_MEMORY, "out of memory") : SM_OK;
}

static enum sm_status write_page(struct page *page, const char *path) {
  char part[4096];
  SM_TRY(sm_file_temporary(page->ctx, path, part, sizeof part));
  SM_TRY(sm_file_create(page->ctx, part, path, &page->stream));
  enum sm_status status = put_page(page, false);
  if (status == SM_OK)
    status = sm_file_close(page->ctx, part, path, page->stream);
  else
    fclose(page->stream);
  page->stream = NULL;
  if (status == SM_OK && page->size <= page->limit) return sm_file_commit(page->ctx, part, path);
  remove(part);
  return status;
}

static bool has_many_times(const struct sm_view *view) {
  for (int s = 0; s < view->sources; s++)
    for (int f = 0; f < view->source[s]->fields; f++)
      if (view->source[s]->field[f].records > times[0]) return true;
  return false;
}

/* The n-th choice of resolution and times; false after the last. */
static bool choose(const struct sm_view *view, int n, struct sm_view_choice *out) {
  int levels = 1;
  if (has_many_times(view)) {
    *out = (struct sm_view_choice){.bits = n % 2 == 0 ? 16 : 8, .times = SIZE_MAX};
    if (n < 2) return true;
    n -= 2;
  }
  for (int s = 0; s < view->sources; s++) {
    const int own = view->source[s]->coarsest - view->source[s]->finest + 1;
    if (own > levels) levels = own;
  }
  const int all = 2 * levels, spread = n / all;
  if (spread >= (int)(sizeof times / sizeof *times)) return false;
  *out = (struct sm_view_choice){
      .bits = n % 2 == 0 ? 16 : 8, .coarser = n % all / 2, .times = times[spread]};
  return true;
}

static void log_choice(const struct page *page) {
  const struct sm_view *view = page->view;
  for (int s = 0; s < view->sources; s++) {
    const struct sm_view_source *source = view->source[s];
    const int level = sm_view_level(source, &page->choice);
    if (source->kind == SM_VIEW_PARTICLES) {
      sm_info(page->ctx, "%s: 1 in %zu particles", source->path, source->shots.every << level);
    } else if (source->kind == SM_VIEW_GRID && source->file->n[2] > 0) {
      const struct sm_view_coarsening factors = sm_view_level_factors(source->file->n, level);
      sm_info(page->ctx, "%s: cells joined %zu x %zu x %zu, numbers of %d bits", source->path,
              factors.by[0], factors.by[1], factors.by[2], page->choice.bits);
    }
    for (int f = 0; f < source->fields; f++)
      if (sm_view_records(&source->field[f], &page->choice) < source->field[f].records)
        sm_warn(page->ctx, "%s: the page has %zu of %zu times of '%s'", source->path,
                sm_view_records(&source->field[f], &page->choice), source->field[f].records,
                source->field[f].name);
  }
}

enum sm_status sm_view_export(struct sm_context *ctx, struct sm_view *view, const char *path,
                              size_t limit) {
  struct page page = {.ctx = ctx, .view = view, .limit = limit};
  enum sm_status status = SM_OK;
  bool done = false;
  for (int n = 0; status == SM_OK && !done && choose(view, n, &page.choice); n++) {
    status = put_page(&page, true);
    if (status != SM_OK || page.size > limit) continue;
    status = write_page(&page, path);
    done = status == SM_OK && page.size <= limit;
  }
  if (status == SM_OK && !done)
    status = sm_fail(ctx, SM_ERR_USAGE,
                     "%s: error: the page does not become smaller than %.1f MB\n"
                     "help: fewer files or fields (--field) at a time",
                     path, 1e-6 * (double)limit);
  if (done) log_choice(&page);
  sm_text_free(&page.head);
  return status;
}
