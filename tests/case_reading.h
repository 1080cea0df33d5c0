/* case_reading.h - cases that must be read. */
#ifndef SM_TESTS_CASE_READING_H
#define SM_TESTS_CASE_READING_H

#include "base/context.h"
#include "case/case.h"
#include "harness.h"
#include <string.h>

#define MINIMAL "[domain]\nsize = 200\ncell_size = 2\n[[weather.station]]\nspeed = 5\nfrom = 270\n"

static struct sm_context *ctx;

static struct sm_case *parse_with(const char *text, const struct sm_case_options *options) {
  struct sm_case *c = NULL;
  const enum sm_status status =
      sm_case_parse(ctx, "town/case.toml", text, strlen(text), options, false, &c);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  return c;
}

static struct sm_case *parse(const char *text) { return parse_with(text, NULL); }

#endif
