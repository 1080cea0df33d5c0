/* wrong_case.h - the message about a case file that must be rejected. */
#ifndef SM_TESTS_WRONG_CASE_H
#define SM_TESTS_WRONG_CASE_H

#include "base/context.h"
#include "case/case.h"
#include "harness.h"
#include <string.h>

#define DOMAIN "[domain]\nsize = 200\ncell_size = 2\n"
#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"
#define MINIMAL DOMAIN STATION

static struct sm_context *ctx;

/* The message about a case that must not be read. */
static const char *message_of(const char *text, size_t size, bool check_files,
                              enum sm_status expected) {
  struct sm_case *c = NULL;
  const enum sm_status status = sm_case_parse(ctx, "case.toml", text, size, NULL, check_files, &c);
  ck_assert_msg(status == expected, "%.*s: status %d, %s", (int)size, text, (int)status,
                sm_context_message(ctx));
  ck_assert_ptr_null(c);
  return sm_context_message(ctx);
}

static void fails_with(const char *text, const char *message) {
  const char *found = message_of(text, strlen(text), false, SM_ERR_CASE);
  ck_assert_msg(strstr(found, message) != NULL, "expected: %s\nfound: %s", message, found);
}

#endif
