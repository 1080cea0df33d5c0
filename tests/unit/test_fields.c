/* The list of fields, simoom/fields.def: its names against the CF table, docs/fields.md, and the
 * sources, which name no field themselves. */
#define _XOPEN_SOURCE 700
#include "base/context.h"
#include "base/file.h"
#include "base/machine/machine.h"
#include "base/text.h"
#include "cf_rules.h"
#include "harness.h"
#include "simoom/fields.h"
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

static const struct sm_field_info *info_of(int f) { return sm_field_get((enum sm_field)f); }

START_TEST(names_are_found_and_differ) {
  for (int f = 0; f < SM_FIELD_COUNT; f++) {
    ck_assert_str_eq(sm_field_name((enum sm_field)f), info_of(f)->name);
    ck_assert_int_eq(sm_field_find(info_of(f)->name), f);
    ck_assert(info_of(f)->long_name[0] != '\0' && info_of(f)->where[0] != '\0');
  }
  ck_assert_int_eq(sm_field_find("nonsense"), SM_FIELD_COUNT);
  ck_assert_int_eq(sm_field_find(""), SM_FIELD_COUNT);
}
END_TEST

START_TEST(standard_names_and_units_are_those_of_cf) {
  for (int f = 0; f < SM_FIELD_COUNT; f++)
    check_standard_name(info_of(f)->name, info_of(f)->standard_name, info_of(f)->unit);
  static const char *const species[] = {"ammonia", "benzene", "co2", "CO", "dust",
                                        "methane", "NO2",     "no",  "O3", "sulfur dioxide"};
  for (size_t s = 0; s < sizeof species / sizeof *species; s++) {
    const char *name = sm_field_concentration_name(species[s]);
    ck_assert_msg(name[0] != '\0', "%s", species[s]);
    check_standard_name(species[s], name, "kg m-3");
  }
  ck_assert_str_eq(sm_field_concentration_name("smoke"), "");
}
END_TEST

static void document(struct sm_text *out) {
  sm_text_add(out, "# Fields of result files\n\n"
                   "Made from include/simoom/fields.def, the list that writers, readers, pictures, "
                   "the viewer and the C interface\nshare. [files.md](files.md) says more of each "
                   "file. Scalars and species have the names that the case gives them; means\n"
                   "over time (`<prefix>_mean.nc`) have the fields of the wind file, and "
                   "`<name>_variance` and `<name>_maximum` of scalars.\n\n"
                   "| name | CF standard name | unit | dimensions | long name | where |\n"
                   "|---|---|---|---|---|---|\n");
  for (int f = 0; f < SM_FIELD_COUNT; f++) {
    const struct sm_field_info *i = info_of(f);
    sm_text_add(out, "| `%s` | %s%s%s | %s | %s | %s | %s |\n", i->name,
                i->standard_name[0] != '\0' ? "`" : "", i->standard_name,
                i->standard_name[0] != '\0' ? "`" : "", i->unit,
                i->dimensions[0] != '\0' ? i->dimensions : "y x, or ground_y ground_x",
                i->long_name, i->where);
  }
}

START_TEST(the_page_of_fields_is_that_of_the_list) {
  struct sm_context *ctx = NULL;
  struct sm_text page = {0};
  char *committed = NULL;
  size_t size = 0;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  document(&page);
  ck_assert(!page.failed);
  if (getenv("SIMOOM_WRITE_DOCS") != NULL)
    ck_assert_int_eq(sm_file_write(ctx, "docs/fields.md", page.data, page.size), SM_OK);
  ck_assert_int_eq(sm_file_read(ctx, "docs/fields.md", &committed, &size), SM_OK);
  ck_assert_msg(strcmp(committed, page.data) == 0,
                "docs/fields.md is not what the list says; run SIMOOM_WRITE_DOCS=1 test_fields");
  sm_free(committed);
  sm_text_free(&page);
  sm_context_destroy(&ctx);
}
END_TEST

static int literals;

/* Names that a source writes itself, in place of taking them from the list. */
static int look_at(const char *path, const struct stat *info, int type, struct FTW *walk) {
  char line[4096];
  const char *dot = strrchr(path, '.');
  (void)info, (void)walk;
  if (type != FTW_F || dot == NULL || (strcmp(dot, ".c") != 0 && strcmp(dot, ".h") != 0)) return 0;
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  for (int n = 1; fgets(line, sizeof line, file) != NULL; n++) {
    const char *text = line + strspn(line, " ");
    if (strncmp(text, "/*", 2) == 0 || *text == '*') continue;
    if (strstr(text, "\"canopy\"") != NULL) continue; /* the values of cell_type */
    for (int f = 0; f < SM_FIELD_COUNT; f++) {
      char literal[64];
      snprintf(literal, sizeof literal, "\"%s\"", info_of(f)->name);
      if (strstr(text, literal) == NULL) continue;
      printf("%s:%d: %s stands in simoom/fields.def\n", path, n, literal);
      literals++;
    }
  }
  fclose(file);
  return 0;
}

/* Not of other formats and of cases, whose words are their own. */
START_TEST(no_source_names_a_field_itself) {
  static const char *const folders[] = {"src/domain/grid", "src/domain/weather", "src/input/netcdf",
                                        "src/output",      "src/physics",        "src/run"};
  for (size_t n = 0; n < sizeof folders / sizeof *folders; n++)
    ck_assert_int_eq(nftw(folders[n], look_at, 8, FTW_PHYS), 0);
  ck_assert_int_eq(literals, 0);
}
END_TEST

TEST_MAIN(names_are_found_and_differ, standard_names_and_units_are_those_of_cf,
          the_page_of_fields_is_that_of_the_list, no_source_names_a_field_itself)
