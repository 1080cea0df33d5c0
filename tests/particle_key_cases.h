/* particle_key_cases.h - cases of particles, read, and what is said of wrong ones. Used by one test
 * program at a time. */
#ifndef SM_TESTS_PARTICLE_KEY_CASES_H
#define SM_TESTS_PARTICLE_KEY_CASES_H

#include "base/context.h"
#include "case/case.h"
#include "harness.h"
#include <stdio.h>
#include <string.h>

#define BASE "[domain]\nsize = 200\ncell_size = 2\n[[weather.station]]\nspeed = 5\nfrom = 270\n"
#define EARTH                                                                                      \
  "[domain]\nsize = 200\ncell_size = 2\ncenter = [47, 10]\n[[weather.station]]\nspeed = 5\n"       \
  "from = 270\n"
#define MODEL "[turbulence]\nmodel = 'local'\n"
#define SOURCE "[[particles.source]]\ncount = 1000\n" /* lines 7 and 8 after BASE */
#define POINT SOURCE "position = [10, 20]\n"
#define DUST "[[particles.species]]\nname = 'dust'\ndiameter = '10 um'\ndensity = 2650\n"
#define PARTICLES "[particles]\n"
#define SPECIES "[[particles.species]]\n"

static struct sm_context *ctx;

static inline struct sm_case *parse(const char *text) {
  struct sm_case *c = NULL;
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const enum sm_status status =
      sm_case_parse(ctx, "town/case.toml", text, strlen(text), NULL, false, &c);
  ck_assert_msg(status == SM_OK, "%s\n%s", sm_context_message(ctx), text);
  return c;
}

static inline void fails_with(const char *text, const char *message) {
  struct sm_case *c = NULL;
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_case_parse(ctx, "case.toml", text, strlen(text), NULL, false, &c) == SM_ERR_CASE,
                "no error, but expected: %s\n%s", message, text);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "expected: %s\nfound: %s",
                message, sm_context_message(ctx));
}

static inline void finish(struct sm_case **c) {
  sm_case_destroy(c);
  sm_context_destroy(&ctx);
}

#endif
