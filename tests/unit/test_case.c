/* The schema of the case file: help, docs/case.md, renamed keys. */
#include "base/file.h"
#include "case/help/glossary.h"
#include "case/schema/schema.h"
#include "case_reading.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(help_shows_tables_and_keys) {
  static const char *const shown[][3] = {
      {NULL, "[domain]", "[[weather.station]]"},
      {"domain", "cell_size", "default: 1.08"},
      {"buildings", "default_height", "[[buildings.box]]"},
      {"domain.cell_size", "more than 0 m", "required"},
      {"weather.station.from", "0 to 360 deg", "only with speed"},
      {"cell_size", "cell_size in [domain]", "[xy, z]"},
      {"format", "format in top of the file", "1"},
      {"station", "[[weather.station]]: measured wind", "obukhov_length"},
      {"source", "source in [poisson]", "[[particles.source]]: source of particles"},
      {"receptor", "[[particles.receptor]]: box with", "(simoom help statistics.receptor)"},
  };
  char *text = NULL;
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
    ck_assert_int_eq(sm_case_help(ctx, shown[i][0], &text), SM_OK);
    ck_assert_msg(strstr(text, shown[i][1]) != NULL, "%s", text);
    ck_assert_msg(strstr(text, shown[i][2]) != NULL, "%s", text);
    ck_assert_int_eq(text[strlen(text) - 1], '\n');
    free(text);
  }
  ck_assert_int_eq(sm_case_help(ctx, "domain.cellsize", &text), SM_ERR_USAGE);
  ck_assert_ptr_null(text);
  ck_assert_str_eq(sm_context_message(ctx),
                   "no key or table 'domain.cellsize'; did you mean 'domain.cell_size'?");
  ck_assert_int_eq(sm_case_help(ctx, "nonsense", &text), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "'simoom help keys' lists the tables"));
  ck_assert_int_eq(sm_case_help(ctx, "", &text), SM_OK);
  free(text);
  ck_assert_int_eq(sm_case_help(ctx, "..", &text), SM_ERR_USAGE);
}
END_TEST

/* A dotted name before and after; its table is that of today, which has the new one only. */
static void check_renamed(const struct sm_schema_renamed *name) {
  char table[64], text[192], known[128], shown[128], *dot = NULL;
  struct sm_case *c = NULL;
  snprintf(table, sizeof table, "%s", name->after);
  ck_assert_ptr_nonnull(dot = strrchr(table, '.'));
  *dot = '\0';
  ck_assert_msg(sm_schema_find_table(name->after) != NULL ||
                    sm_schema_find_key(sm_schema_find_table(table), dot + 1) != NULL,
                "%s", name->after);
  const char *old = strrchr(name->before, '.') + 1;
  snprintf(text, sizeof text, MINIMAL "[%s]\n%s = 1\n", table, old);
  ck_assert_int_eq(sm_case_parse(ctx, "case.toml", text, strlen(text), NULL, false, &c),
                   SM_ERR_CASE);
  snprintf(known, sizeof known, "error: unknown key '%s.%s'", table, old);
  snprintf(shown, sizeof shown, "help: it is now called '%s' (simoom help %s)", name->after,
           name->after);
  /* A list of tables has the number of the table in the name of the key. */
  ck_assert_msg(strstr(sm_context_message(ctx), "case.toml:8:1: error: unknown key") != NULL &&
                    strstr(sm_context_message(ctx), shown) != NULL,
                "%s", sm_context_message(ctx));
  if (sm_schema_find_table(table)->element_size == 0)
    ck_assert_msg(strstr(sm_context_message(ctx), known) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(a_renamed_key_is_reported_with_its_new_name) {
  static const char *const asked[][2] = {
      {"flow.side.velocity", "flow.boundary.velocity"},
      {"griebel", "flow.mac_sor"},
      {"flow.griebel.iterations", "flow.mac_sor.max_iterations"},
      {"particles.sight.end", "particles.line_of_sight.end"},
  };
  char *text = NULL, told[128];
  for (size_t i = 0; i < sm_schema_renamed_count; i++) {
    check_renamed(&sm_schema_renamed[i]);
    ck_assert_int_eq(sm_case_help(ctx, sm_schema_renamed[i].before, &text), SM_ERR_USAGE);
    snprintf(told, sizeof told, "it is now called '%s'", sm_schema_renamed[i].after);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), told));
  }
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    ck_assert_int_eq(sm_case_help(ctx, asked[i][0], &text), SM_ERR_USAGE);
    snprintf(told, sizeof told, "it is now called '%s'", asked[i][1]);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), told));
  }
}
END_TEST

/* Every condition is about a table, a key beside it, or a key by its path, and its words are those
 * of the key. */
static void conditions_are_known(const struct sm_schema_table *table,
                                 const struct sm_schema_condition *c) {
  for (; c != NULL && c->on != NULL; c++) {
    char words[128], *save = NULL;
    const struct sm_schema_key *key = sm_schema_find_key(table, c->on);
    if (key == NULL) key = sm_schema_find_dotted(c->on);
    ck_assert_msg(key != NULL || (c->words == NULL && sm_schema_find_table(c->on) != NULL), "%s",
                  c->on);
    snprintf(words, sizeof words, "%s", c->words != NULL ? c->words : "");
    for (char *word = strtok_r(words, " ", &save); word != NULL;
         word = strtok_r(NULL, " ", &save)) {
      size_t i = 0;
      while (key->words[i] != NULL && strcmp(key->words[i], word) != 0) i++;
      ck_assert_msg(key->words[i] != NULL, "%s = %s", c->on, word);
    }
  }
}

START_TEST(the_schema_is_consistent) {
  char names[128], *save = NULL;
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const struct sm_schema_table *table = sm_schema_tables[i];
    ck_assert_ptr_eq(sm_schema_find_table(table->path), table);
    conditions_are_known(sm_schema_find_table(""), table->only_with);
    for (size_t j = 0; j < table->key_count; j++) {
      const struct sm_schema_key *key = &table->keys[j];
      ck_assert_ptr_eq(sm_schema_find_key(table, key->name), key);
      conditions_are_known(table, key->only_with);
      ck_assert_msg(key->meaning != NULL && key->meaning[0] != '\0', "%s", key->name);
      snprintf(names, sizeof names, "%s %s", key->excludes != NULL ? key->excludes : "",
               key->needs != NULL ? key->needs : "");
      for (char *name = strtok_r(names, " ", &save); name != NULL;
           name = strtok_r(NULL, " ", &save))
        ck_assert_msg(sm_schema_find_key(table, name) != NULL || strcmp(name, "readings") == 0,
                      "%s excludes or needs %s", key->name, name);
    }
  }
  ck_assert_ptr_null(sm_schema_find_table("nothing"));
}
END_TEST

START_TEST(the_page_is_that_of_the_schema) {
  struct sm_text page = {0};
  char *committed = NULL;
  size_t size = 0;
  sm_document_case(&page);
  ck_assert(!page.failed);
  if (getenv("SIMOOM_WRITE_DOCS") != NULL)
    ck_assert_int_eq(sm_file_write(ctx, "docs/case.md", page.data, page.size), SM_OK);
  ck_assert_int_eq(sm_file_read(ctx, "docs/case.md", &committed, &size), SM_OK);
  ck_assert_msg(strcmp(committed, page.data) == 0,
                "docs/case.md is not what the schema says; run SIMOOM_WRITE_DOCS=1 test_case");
  sm_free(committed);
  sm_text_free(&page);
}
END_TEST

START_TEST(the_examples_of_the_page_are_cases) {
  struct sm_text page = {0};
  int count = 0;
  sm_document_case(&page);
  for (char *at = page.data; (at = strstr(at, "```toml\n")) != NULL; count++) {
    at += strlen("```toml\n");
    char *end = strstr(at, "```");
    *end = '\0';
    struct sm_case *c = parse(at);
    sm_case_destroy(&c);
    at = end + 3;
  }
  ck_assert_int_eq(count, 2);
  sm_text_free(&page);
}
END_TEST

CONTEXT_TEST_MAIN(help_shows_tables_and_keys, a_renamed_key_is_reported_with_its_new_name,
                  the_schema_is_consistent, the_page_is_that_of_the_schema,
                  the_examples_of_the_page_are_cases)
