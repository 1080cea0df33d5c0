#define _POSIX_C_SOURCE 200809L
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT_BYTES = 512 << 20 };

void cli_put_bytes(struct cli_http_answer *answer, const char *type, const void *bytes, size_t size,
                   enum cli_http_memory memory) {
  *answer = (struct cli_http_answer){
      .code = 200, .type = type, .bytes = bytes, .size = size, .memory = memory};
}

void cli_put_refusal(struct cli_http_answer *answer, unsigned code, const char *text) {
  cli_put_bytes(answer, "text/plain; charset=utf-8", text, strlen(text), CLI_HTTP_COPIED);
  answer->code = code;
}

/* Sends the error to the page and prints it in the terminal. */
static void put_failure(struct cli_blocks *blocks, struct cli_http_answer *answer,
                        enum sm_status status) {
  cli_session_fail(blocks->session, status);
  cli_put_refusal(answer, 500, sm_context_message(blocks->session->ctx));
}

static const struct cli_block *find(const struct cli_blocks *blocks, const char *name) {
  for (int n = 0; n < blocks->count; n++)
    if (blocks->kept[n].bytes != NULL && strcmp(blocks->kept[n].name, name) == 0)
      return &blocks->kept[n];
  return NULL;
}

static void drop(struct cli_blocks *blocks, struct cli_block *old) {
  blocks->bytes -= old->size;
  free(old->bytes);
  *old = (struct cli_block){.size = 0};
}

/* Adds a block to the cache and drops the oldest ones. */
static const struct cli_block *cache_block(struct cli_blocks *blocks, const char *name, void *bytes,
                                           size_t size) {
  struct cli_block *place = &blocks->kept[blocks->next];
  drop(blocks, place);
  for (int n = 1; n < CLI_BLOCKS_KEPT && blocks->bytes + size > MOST_KEPT_BYTES; n++)
    drop(blocks, &blocks->kept[(blocks->next + n) % CLI_BLOCKS_KEPT]);
  snprintf(place->name, sizeof place->name, "%s", name);
  place->bytes = bytes;
  place->size = size;
  blocks->bytes += size;
  blocks->next = (blocks->next + 1) % CLI_BLOCKS_KEPT;
  if (blocks->count < CLI_BLOCKS_KEPT) blocks->count++;
  return place;
}

static void put_block(struct cli_blocks *blocks, const char *name, struct cli_http_answer *answer) {
  const struct cli_block *block = find(blocks, name);
  if (block == NULL) {
    void *bytes;
    size_t size;
    const enum sm_status status =
        blocks->view != NULL && strlen(name) < CLI_BLOCKS_NAME
            ? sm_view_block(blocks->session->ctx, blocks->view, name, &bytes, &size)
            : SM_ERR_USAGE;
    if (status == SM_ERR_USAGE) {
      cli_put_refusal(answer, 404, "no such block\n");
      return;
    }
    if (status != SM_OK) {
      put_failure(blocks, answer, status);
      return;
    }
    block = cache_block(blocks, name, bytes, size);
  }
  cli_put_bytes(answer, "application/octet-stream", block->bytes, block->size, CLI_HTTP_COPIED);
}

/* Answers a box of cells; boxes differ with every view and are not cached. */
static void put_box(struct cli_blocks *blocks, const char *name, struct cli_http_answer *answer) {
  void *bytes;
  size_t size;
  const enum sm_status status =
      blocks->view != NULL ? sm_view_box(blocks->session->ctx, blocks->view, name, &bytes, &size)
                           : SM_ERR_USAGE;
  if (status == SM_OK)
    cli_put_bytes(answer, "application/octet-stream", bytes, size, CLI_HTTP_OWNED);
  else if (status == SM_ERR_USAGE)
    cli_put_refusal(answer, 400, "no such box\n");
  else
    put_failure(blocks, answer, status);
}

static void put_manifest(struct cli_blocks *blocks, struct cli_http_answer *answer) {
  static const char nothing[] = "{\"sources\": []}";
  char *text;
  if (blocks->view == NULL) {
    cli_put_bytes(answer, "application/json", nothing, strlen(nothing), CLI_HTTP_STATIC);
    return;
  }
  const enum sm_status status = sm_view_manifest(blocks->session->ctx, blocks->view, &text);
  if (status == SM_OK)
    cli_put_bytes(answer, "application/json", text, strlen(text), CLI_HTTP_OWNED);
  else
    put_failure(blocks, answer, status);
}

bool cli_blocks_answer(struct cli_blocks *blocks, const char *path,
                       struct cli_http_answer *answer) {
  if (strcmp(path, "/manifest.json") == 0)
    put_manifest(blocks, answer);
  else if (strncmp(path, "/block/", 7) == 0)
    put_block(blocks, path + 7, answer);
  else if (strncmp(path, "/box/", 5) == 0)
    put_box(blocks, path + 5, answer);
  else
    return false;
  return true;
}

void cli_blocks_show(struct cli_blocks *blocks, struct sm_view *view) {
  blocks->view = view;
  for (int n = 0; n < blocks->count; n++) drop(blocks, &blocks->kept[n]);
}

void cli_put_view_page(struct cli_http_answer *answer) {
  size_t size;
  const char *page = sm_view_page(&size);
  cli_put_bytes(answer, "text/html; charset=utf-8", page, size, CLI_HTTP_STATIC);
}
