/* Rows of a suite, from their text: what is wrong in it is refused at its line. */
#include "bench/runner/row.h"
#include "harness.h"
#include <string.h>

static const char *read_own(const struct sm_toml_node *row, void *out) {
  const struct sm_toml_node *cells = sm_toml_get(row, "cells");
  *(double *)out = cells->number;
  return cells->number > 0 ? NULL : "name";
}

static const struct cli_key own_keys[] = {{"cells", "n!", NULL}, {NULL, NULL, NULL}};
static const struct cli_suite suite = {
    .name = "made", .keys = own_keys, .own_size = sizeof(double), .read_own = read_own};
static char reason[CLI_REASON];

/* Reads the first row of a text, whose names stay only until the end of this. */
static bool read(const char *text, void (*look)(const struct cli_row *row)) {
  struct sm_context *ctx = NULL;
  struct sm_toml_document *document = NULL;
  struct cli_row row;
  double own;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_toml_open(ctx, "made.toml", text, &document) == SM_OK, "%s",
                sm_context_message(ctx));
  const struct sm_toml_node *root = sm_toml_root(document);
  const bool good =
      cli_rows_check(&suite, "made.toml", root, reason) &&
      cli_row_read(&suite, "made.toml", root, sm_toml_get(root, "row")->first, &row, &own, reason);
  if (good && look != NULL) look(&row);
  sm_toml_close(&document);
  sm_context_destroy(&ctx);
  return good;
}

#define HEAD                                                                                       \
  "[sources.peer]\nwith = 'theirs'\nsource = 'a paper'\n[[row]]\nname = 'a'\nremark = 'b'\n"
#define ROW HEAD "on = 'both'\ncells = 3\n"

static void look(const struct cli_row *row) {
  ck_assert_str_eq(row->name, "a");
  ck_assert_uint_eq(row->devices, CLI_ON_CPU | CLI_ON_CUDA);
  ck_assert_str_eq(row->set[1], "c.d=2");
  ck_assert_int_eq(row->reference[0].figure, CLI_FIGURE_WALL);
  ck_assert_str_eq(row->reference[0].source, "a paper");
  ck_assert_str_eq(row->reference[1].with, "goal");
  ck_assert_double_eq(row->reference[1].value, 2);
  ck_assert_ptr_null(row->reference[2].with);
  ck_assert_double_eq(*(const double *)row->own, 3);
}

START_TEST(a_row_is_read) {
  const bool good = read(ROW "set = ['a.b=1', 'c.d=2']\nbeside = [\n"
                             "  { figure = 'wall_s', on = 'cpu', value = 1, of = 'peer' },\n"
                             "  { figure = 'wall_s', on = 'cuda', goal = 2 },\n]\n",
                         look);
  ck_assert_msg(good, "%s", reason);
}
END_TEST

#define BESIDE(TEXT) ROW "beside = [{ " TEXT " }]\n"
#define FIGURE "{ figure = 'wall_s', on = 'cpu', goal = 1 }, "

START_TEST(wrong_rows_are_refused_at_their_line) {
  static const struct {
    const char *text, *message;
  } wrong[] = {
      {"", "made.toml:1: error: no key 'row'"},
      {HEAD "cells = 3\n", "made.toml:4: error: no key 'on'"},
      {HEAD "on = 'cpu'\n", "made.toml:4: error: no key 'cells'"},
      {ROW "remarks = 'c'\n", "made.toml:9: error: unknown key 'remarks'"},
      {ROW "limited = 1\n", "made.toml:9: error: a value of another kind: 'limited'"},
      {HEAD "on = 'gpu'\ncells = 3\n", "made.toml:7: error: on 'gpu' is not known"},
      {HEAD "on = 'cpu'\ncells = 0\n", "made.toml:5: error: name 'a' is not known"},
      {ROW "also = 'gpu'\n", "made.toml:9: error: also 'gpu' is not known"},
      {ROW "set = ['a=1', 'a=2', 'a=3', 'a=4',\n'a=5']\n",
       "made.toml:10: error: more than 4 settings"},
      {ROW "beside = [" FIGURE FIGURE FIGURE FIGURE FIGURE FIGURE FIGURE FIGURE "\n" FIGURE "]\n",
       "made.toml:10: error: more than 8 references"},
      {BESIDE("figure = 'wall', on = 'cpu', goal = 1"),
       "made.toml:9: error: figure 'wall' is not known"},
      {BESIDE("figure = 'wall_s', on = 'cpu', value = 1, of = 'pear'"),
       "made.toml:9: error: of 'pear' is not known"},
      {BESIDE("figure = 'wall_s', on = 'cpu', value = 1"),
       "made.toml:9: error: no key 'of' or 'with'"},
      {BESIDE("figure = 'wall_s', on = 'cpu'"), "made.toml:9: error: either 'goal' or 'value'"},
      {BESIDE("figure = 'wall_s', on = 'cpu', gaol = 1"),
       "made.toml:9: error: unknown key 'gaol'"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ck_assert_msg(!read(wrong[i].text, NULL), "%s", wrong[i].text);
    ck_assert_msg(strcmp(reason, wrong[i].message) == 0, "%s: %s", wrong[i].text, reason);
  }
}
END_TEST

TEST_MAIN(a_row_is_read, wrong_rows_are_refused_at_their_line)
