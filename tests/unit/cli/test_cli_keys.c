/* The keys of an entry of the validation: what is unknown, missing or of another kind is refused,
 * at its line. */
#include "harness.h"
#include "validation/runner/keys.h"
#include <string.h>

static char reason[CLI_REASON];

static bool check(const char *text) {
  struct sm_context *ctx = NULL;
  struct sm_toml_document *document = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_toml_open(ctx, "entry.toml", text, &document) == SM_OK, "%s",
                sm_context_message(ctx));
  reason[0] = '\0';
  const bool good = cli_entry_check("entry.toml", sm_toml_root(document), reason);
  sm_toml_close(&document);
  sm_context_destroy(&ctx);
  return good;
}

#define HEAD "remark = 'made here'\nnumbers = [{ name = 'error', value = '1', at_most = 2 }]\n"

START_TEST(right_keys_are_taken) {
  static const char *const right[] = {
      HEAD,
      HEAD
      "slow = true\nset = ['a.b=1']\nprecision = 'f64'\n[constants]\nx = 2\ny = [1, 2]\nz = 'x'\n",
      HEAD "[tables]\na = { file = 'wind.csv', columns = 'x,u' }\n"
           "b = { data = 'a.json', list = 'points', columns = ['x', 'u'], points = 3 }\n"
           "c = { data = 'a.csv', fields = { x = 0, u = 3 } }\n",
      HEAD
      "[[run]]\nset = ['a=${n}']\n[run.for]\nn = [1, 2]\nword = ['a', 'b']\n[run.find]\nu = 'n'\n",
      HEAD "[[picture]]\nkind = 'curve'\nname = 'wind'\nquantity = 'u (m/s)'\nat = 'x'\n",
      "remark = 'made here'\nmeasure = 'cube'\nnumbers = [{ name = 'error', at_most = '1 / 3' "
      "}]\n"};
  for (size_t i = 0; i < sizeof right / sizeof *right; i++)
    ck_assert_msg(check(right[i]), "%s: %s", right[i], reason);
}
END_TEST

START_TEST(wrong_keys_are_refused_at_their_line) {
  static const struct {
    const char *text, *message;
  } wrong[] = {
      {"numbers = []\n", "entry.toml:1: error: no key 'remark'"},
      {"remark = 'made here'\n", "entry.toml:1: error: no key 'numbers'"},
      {HEAD "presicion = 'f64'\n", "entry.toml:3: error: unknown key 'presicion'"},
      {HEAD "precision = 64\n", "entry.toml:3: error: a value of another kind: 'precision'"},
      {HEAD "slow = 'yes'\n", "entry.toml:3: error: a value of another kind: 'slow'"},
      {HEAD "set = ['a=1', 2]\n", "entry.toml:3: error: a value of another kind: 'set'"},
      {HEAD "[constants]\nx = ['a']\n", "entry.toml:4: error: a value of another kind: 'x'"},
      {HEAD "[[run]]\nfind = { u = 1 }\n", "entry.toml:4: error: a value of another kind: 'u'"},
      {HEAD "[[run]]\n[run.for]\nn = 3\n", "entry.toml:5: error: a value of another kind: 'n'"},
      {HEAD "[[picture]]\nkind = 'curve'\nname = 'a'\n", "entry.toml:3: error: no key 'quantity'"},
      {HEAD "[tables]\na = { file = 'a.csv', columns = ['x'] }\n",
       "entry.toml:4: error: either 'file'"},
      {HEAD "[tables]\na = { list = 'points', columns = ['x'] }\n",
       "entry.toml:4: error: either 'file'"},
      {HEAD "[tables]\na = { data = 'a.csv' }\n", "entry.toml:4: error: either 'file'"},
      {HEAD "measure = 'cube'\n", "entry.toml:2: error: 'value' beside 'measure'"},
      {"remark = ''\nnumbers = [\n  { name = 'a' },\n]\n", "entry.toml:3: error: no key 'value'"},
      {"remark = ''\nnumbers = [{ name = 'a', value = '1', at_most = 1, at_least = 0 }]\n",
       "entry.toml:2: error: either 'at_most' or 'at_least'"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ck_assert_msg(!check(wrong[i].text), "%s", wrong[i].text);
    ck_assert_msg(strncmp(reason, wrong[i].message, strlen(wrong[i].message)) == 0, "%s: %s",
                  wrong[i].text, reason);
  }
}
END_TEST

TEST_MAIN(right_keys_are_taken, wrong_keys_are_refused_at_their_line)
