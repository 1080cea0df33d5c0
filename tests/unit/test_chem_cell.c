/* Reacting cells in files: what is written is read again, to the last bit; wrong files. */
#define _POSIX_C_SOURCE 200809L
#include "scratch_folder.h"

#include "base/context.h"
#include "simoom/chem_cell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct sm_context *ctx;

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void end(void) { sm_context_destroy(&ctx); }

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert(fputs(text, file) >= 0);
  ck_assert_int_eq(fclose(file), 0);
}

/* The tests are in a folder of their own. */
START_TEST(enter_folder) {
  scratch_enter();
  put("h2.inp", "");
}
END_TEST

START_TEST(round_trip) {
  static const char *const species[4] = {"H2", "CH2(S)", "a \"b\"\\", "N2"};
  const double fractions[4] = {0.1, 1.0 / 3, 0, 0.7e-300}, source[4] = {0, -1e-3 / 7, 5, 0};
  const struct sm_chem_cell cell = {.mechanism = "h2.inp",
                                    .thermo = "not there.dat",
                                    .phase = "gas",
                                    .temperature = 1000.0 / 3,
                                    .pressure = 101325,
                                    .dt = 1e-7 / 3,
                                    .species_count = 4,
                                    .species = species,
                                    .fractions = fractions,
                                    .source = source,
                                    .energy = -3e9,
                                    .mode = SM_CHEM_PRESSURE,
                                    .method = SM_CHEM_RODAS3,
                                    .rtol = 1e-5,
                                    .atol = 1e-11,
                                    .zenith = 0.5,
                                    .placed = true,
                                    .cell = {12, 0, 3000000000},
                                    .position = {1.5, -2.25, 0.1},
                                    .time = 12.5};
  struct sm_chem_cell *got = NULL;
  char folder[1024], path[1100];
  begin();
  ck_assert_msg(sm_chem_cell_write(ctx, "cell.toml", &cell) == SM_OK, "%s",
                sm_context_message(ctx));
  ck_assert_msg(sm_chem_cell_read(ctx, "cell.toml", &got) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(getcwd(folder, sizeof folder));
  snprintf(path, sizeof path, "%s/h2.inp", folder);
  ck_assert_str_eq(got->mechanism, path);
  ck_assert_str_eq(got->thermo, "not there.dat");
  ck_assert_str_eq(got->phase, "gas");
  ck_assert(got->photolysis == NULL);
  ck_assert(got->temperature == cell.temperature && got->pressure == cell.pressure);
  ck_assert(got->dt == cell.dt && got->energy == cell.energy && got->time == cell.time);
  ck_assert(got->mode == cell.mode && got->method == cell.method);
  ck_assert(got->rtol == cell.rtol && got->atol == cell.atol && got->zenith == cell.zenith);
  ck_assert(got->sun == 0 && got->placed);
  for (int d = 0; d < 3; d++)
    ck_assert(got->cell[d] == cell.cell[d] && got->position[d] == cell.position[d]);
  ck_assert_int_eq(got->species_count, 4);
  for (int k = 0; k < 4; k++) {
    int32_t at = 0;
    while (at < 4 && strcmp(got->species[at], species[k]) != 0) at++;
    ck_assert_msg(at < 4, "%s is lost", species[k]);
    ck_assert(got->fractions[at] == fractions[k] && got->source[at] == source[k]);
  }
  sm_chem_cell_destroy(&got);
  ck_assert_ptr_null(got);
  sm_chem_cell_destroy(&got);
  end();
}
END_TEST

#define GOOD                                                                                       \
  "mechanism = \"sub/h2.inp\"\ntemperature = 1000\npressure = 1e5\ndt = 1e-6\n"                    \
  "fractions = { H2 = 2, O2 = 1 }\n"

/* By hand: whole numbers, few keys, names of files relative to the folder. */
START_TEST(by_hand) {
  struct sm_chem_cell *got = NULL;
  begin();
  put("hand.toml", GOOD);
  ck_assert_msg(sm_chem_cell_read(ctx, "./hand.toml", &got) == SM_OK, "%s",
                sm_context_message(ctx));
  ck_assert_str_eq(got->mechanism, "./sub/h2.inp");
  ck_assert(got->temperature == 1000 && got->source == NULL && !got->placed);
  ck_assert(got->mode == SM_CHEM_VOLUME && got->method == SM_CHEM_AUTO && got->rtol == 0);
  ck_assert(got->species_count == 2 && got->fractions[0] + got->fractions[1] == 3);
  sm_chem_cell_destroy(&got);
  end();
}
END_TEST

static void fails(const char *text, const char *const *expected) {
  struct sm_chem_cell *got = NULL;
  begin();
  put("wrong.toml", text);
  ck_assert_int_eq(sm_chem_cell_read(ctx, "wrong.toml", &got), SM_ERR_CASE);
  ck_assert_ptr_null(got);
  for (; *expected != NULL; expected++)
    ck_assert_msg(strstr(sm_context_message(ctx), *expected) != NULL, "'%s' is not in: %s",
                  *expected, sm_context_message(ctx));
  end();
}
#define FAILS(TEXT, ...) fails(TEXT, (const char *const[]){__VA_ARGS__, NULL})

START_TEST(wrong_files) {
  struct sm_chem_cell *got = NULL;
  FAILS("", "wrong.toml: error: 'mechanism' is missing", "'fractions' is missing", "'dt' is");
  FAILS(GOOD "temprature = 3\n", "wrong.toml:6:1: error: unknown key 'temprature'",
        "help: did you mean 'temperature'?");
  FAILS("mechanism = 3\ntemperature = -1\npressure = \"1 atm\"\ndt = inf\nfractions = [1]\n",
        "wrong.toml:1:13: error: 'mechanism': expected the name of a file",
        "wrong.toml:2:15: error: 'temperature': expected a number above 0",
        "wrong.toml:3:12: error: 'pressure': expected a number above 0",
        "wrong.toml:4:6: error: 'dt'", "wrong.toml:5:13: error: 'fractions': expected species");
  FAILS("mechanism = \"m\"\ntemperature = 1\npressure = 1\ndt = 1\nfractions = { H2 = -1 }\n",
        "wrong.toml:5:20: error: 'H2': expected a number, 0 or above");
  FAILS("mechanism = \"m\"\ntemperature = 1\npressure = 1\ndt = 1\nfractions = { H2 = 0 }\n",
        "wrong.toml:5:13: error: 'fractions': expected a gas");
  FAILS(GOOD "mode = \"fixed\"\nmethod = \"euler\"\n", "expected one of \"volume\", \"pressure\"",
        "expected one of \"auto\", \"rk4\"");
  FAILS(GOOD "cell = [1, 2]\nposition = [1, nan, 2]\nsource = { H2 = \"a\" }\nsun = -1\n",
        "wrong.toml:6:8: error: 'cell': expected three whole numbers",
        "wrong.toml:7:12: error: 'position': expected three numbers",
        "'H2': expected a finite number", "'sun': expected a number, 0 or above");
  FAILS(GOOD "cell = [1.5, 2, 3]\n", "three whole numbers");
  FAILS("mechanism = \"m\n", "wrong.toml:1:");
  begin();
  ck_assert_int_eq(sm_chem_cell_read(ctx, "nowhere.toml", &got), SM_ERR_IO);
  ck_assert_ptr_null(got);
  end();
}
END_TEST

/* Every allocation fails once: nothing is lost, nothing is left behind. */
START_TEST(memory) {
  struct sm_chem_cell *got = NULL;
  enum sm_status status = SM_ERR_MEMORY;
  put("memory.toml", GOOD);
  for (long n = 1; n < 50 && status != SM_OK; n++) {
    begin();
    sm_context_fail_allocation(ctx, n);
    status = sm_chem_cell_read(ctx, "memory.toml", &got);
    ck_assert(status == SM_OK || (status == SM_ERR_MEMORY && got == NULL));
    sm_context_fail_allocation(ctx, 0);
    sm_chem_cell_destroy(&got);
    end();
  }
  ck_assert_int_eq(status, SM_OK);
}
END_TEST

TEST_MAIN(enter_folder, round_trip, by_hand, wrong_files, memory)
