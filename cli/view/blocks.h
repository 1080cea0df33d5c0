/* blocks.h - manifest and data blocks of a view as answers of a server, with a cache. */
#ifndef CLI_VIEW_BLOCKS_H
#define CLI_VIEW_BLOCKS_H

#include "cli/http/http.h"
#include "cli/session/session.h"

enum { CLI_BLOCKS_KEPT = 512, CLI_BLOCKS_NAME = 192 };

/* Blocks of a view; used by the thread of the server only. Starts as {.session = ...}. */
struct cli_blocks {
  struct cli_session *session; /* prints failures */
  struct sm_view *view;        /* NULL: nothing to show yet */
  struct cli_block {
    char name[CLI_BLOCKS_NAME];
    void *bytes;
    size_t size;
  } kept[CLI_BLOCKS_KEPT];
  int count, next;
  size_t bytes;
};

/* Answers "/manifest.json", "/block/NAME" and "/box/NAME"; false: another path. */
bool cli_blocks_answer(struct cli_blocks *blocks, const char *path, struct cli_http_answer *answer);

/* Shows another view, or NULL, and drops the blocks of the former one. */
void cli_blocks_show(struct cli_blocks *blocks, struct sm_view *view);

/* The page of `simoom view`. */
void cli_put_view_page(struct cli_http_answer *answer);

void cli_put_bytes(struct cli_http_answer *answer, const char *type, const void *bytes, size_t size,
                   enum cli_http_memory memory);
void cli_put_refusal(struct cli_http_answer *answer, unsigned code, const char *text);

#endif
