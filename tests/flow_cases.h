/* flow_cases.h - reads cases of the flow solvers and checks error messages of invalid ones. For one
 * test program at a time. */
#ifndef SM_TESTS_FLOW_CASES_H
#define SM_TESTS_FLOW_CASES_H

#include "base/context.h"
#include "case/case.h"
#include "case/expression.h"
#include "harness.h"
#include <stdio.h>
#include <string.h>

#define DOMAIN "[domain]\nsize = [200, 100]\ncell_size = 2\nheight = 80\nmargin = 10\n"
#define WIND "[wind]\nmodel = 'incompressible'\nduration = 60\n" /* lines 6 to 8 after DOMAIN */
#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"   /* lines 9 to 11 */
#define BASE DOMAIN WIND STATION
#define FLOW "[flow]\n" /* line 12 */
#define GAS "[wind]\nmodel = 'compressible'\nduration = 60\n" STATION "[flow.compressible]\n"
#define SIDE "[[flow.boundary]]\n"
#define CLOSED                                                                                     \
  SIDE "at = ['west', 'east', 'south', 'north', 'bottom', 'top']\nkind = 'wall'\nwall = "          \
       "'no-slip'\n"
#define SMOKE "[[flow.scalar]]\nname = 'smoke'\n"
#define SOURCE "[[flow.scalar.source]]\nposition = [10, 10]\nrate = '1 g/s'\n"
#define MAC_SOR DOMAIN WIND "[flow.mac_sor]\n" CLOSED

static struct sm_context *ctx;

static inline enum sm_status try_case(const char *text, struct sm_case **c) {
  *c = NULL;
  return sm_case_parse(ctx, "c", text, strlen(text), NULL, false, c);
}

static inline struct sm_case *read_case(const char *text) {
  struct sm_case *c;
  ck_assert_msg(try_case(text, &c) == SM_OK, "%s: %s", text, sm_context_message(ctx));
  return c;
}

static inline void fails_with(const char *text, const char *message) {
  struct sm_case *c;
  const enum sm_status status = try_case(text, &c);
  ck_assert_msg(status == SM_ERR_CASE && strstr(sm_context_message(ctx), message) != NULL,
                "%s\nexpected: %s\nfound: %s", text, message,
                status == SM_OK ? "nothing wrong" : sm_context_message(ctx));
}

static inline void all_fail(const char *const (*wrong)[2], size_t count) {
  for (size_t i = 0; i < count; i++) fails_with(wrong[i][0], wrong[i][1]);
}
#define ALL_FAIL(wrong) all_fail(wrong, sizeof(wrong) / sizeof *(wrong))

static inline bool have_expressions(void) {
  struct sm_expression_facts facts;
  const bool have = sm_expression_read(ctx, "x", &facts) == SM_OK;
  if (!have) printf("skipped: built without muParser\n");
  return have;
}

static inline bool is_number(const struct sm_case_expression *e, double number) {
  return sm_expression_given(e) && e->text == NULL && e->number == number;
}

static inline bool is_absent(const struct sm_case_expression *e) {
  return !sm_expression_given(e) && e->text == NULL && isnan(e->number);
}

#endif
