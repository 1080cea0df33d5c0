/* NVRTC and the folder that keeps what it has made; no GPU is needed. */
#define _GNU_SOURCE /* mkdtemp */
#include "scratch_folder.h"

#include "chem_reference.h"

#include "base/encoding.h"
#include "chem/generate/internal.h"
#include "device/gpu_program.h"
#include <dirent.h>
#include <unistd.h>

static struct sm_context *ctx;

START_TEST(fingerprints_of_the_standard) {
  static const struct {
    const char *text, *sum;
  } known[] = {{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
               {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
               {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    struct sm_sha256 s;
    char sum[65];
    sm_sha256_begin(&s);
    for (const char *at = known[i].text; *at != '\0'; at++) sm_sha256_add(&s, at, 1);
    sm_sha256_end(&s, sum);
    ck_assert_str_eq(sum, known[i].sum);
  }
}
END_TEST

/* The one file of the folder; its path. */
static void only_file(char *path, size_t size) {
  DIR *directory = opendir(scratch_folder);
  ck_assert_ptr_nonnull(directory);
  int count = 0;
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, size, "%s/%s", scratch_folder, entry->d_name);
    count++;
  }
  closedir(directory);
  ck_assert_int_eq(count, 1);
}

static bool has_nvrtc(void) {
  char what[256];
  const bool there = sm_nvrtc_describe(what, sizeof what);
  if (!there) printf("skipped: %s\n", what);
  return there;
}

START_TEST(kept_programs_are_taken_and_broken_ones_made_again) {
  if (!has_nvrtc()) return;
  const struct sm_nvrtc_source source = {
      "twice", "extern \"C\" __global__ void twice(double *x) { *x *= 2.0; }", 90};
  struct sm_nvrtc_image first, second, third;
  ck_assert_int_eq(sm_nvrtc_compile(ctx, &source, &first), SM_OK);
  ck_assert(!first.cached && first.size > 0);
  ck_assert_int_eq(sm_nvrtc_compile(ctx, &source, &second), SM_OK);
  ck_assert(second.cached);
  ck_assert_uint_eq(second.size, first.size);
  ck_assert_int_eq(memcmp(first.image, second.image, first.size), 0);
  char path[4096];
  only_file(path, sizeof path);
  ck_assert_int_eq(truncate(path, (off_t)first.size / 2), 0);
  ck_assert_int_eq(sm_nvrtc_compile(ctx, &source, &third), SM_OK);
  ck_assert(!third.cached);
  sm_free(first.image);
  sm_free(second.image);
  sm_free(third.image);
  ck_assert_int_eq(sm_nvrtc_compile(ctx, &source, &third), SM_OK);
  ck_assert(third.cached);
  sm_free(third.image);
  ck_assert_int_eq(unlink(path), 0);
}
END_TEST

START_TEST(compiler_errors_are_reported_with_the_log) {
  if (!has_nvrtc()) return;
  const struct sm_nvrtc_source source = {"wrong", "__global__ void wrong() { here; }", 90};
  struct sm_nvrtc_image out;
  ck_assert_int_eq(sm_nvrtc_compile(ctx, &source, &out), SM_ERR_DEVICE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "cannot compile wrong"));
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "identifier \"here\" is undefined"));
}
END_TEST

START_TEST(without_nvrtc_it_says_so) {
  const struct sm_nvrtc_source source = {"any", "", 90};
  struct sm_nvrtc_image out;
  ck_assert_int_eq(setenv("SIMOOM_NVRTC", "/nowhere/libnvrtc.so", 1), 0);
  ck_assert_int_eq(sm_nvrtc_compile(ctx, &source, &out), SM_ERR_DEVICE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "no NVRTC here"));
  ck_assert_int_eq(unsetenv("SIMOOM_NVRTC"), 0);
}
END_TEST

START_TEST(kinetics_of_hydrogen_compile) {
  if (!has_nvrtc()) return;
  struct sm_mechanism *m = chem_reference_read(ctx, "yetter1991");
  if (m == NULL) return;
  struct sm_text text = {0};
  const struct sm_chem_launch_config shape =
      sm_chem_choose_launch(m, SM_CHEM_KERNEL_RATES, 227 * 1024);
  ck_assert_int_eq(
      sm_chem_program_text(ctx, m, &shape, SM_CHEM_KERNEL_RATES | SM_CHEM_KERNEL_STEPS, &text),
      SM_OK);
  const struct sm_nvrtc_source source = {"yetter1991", sm_text_string(&text), 90};
  struct sm_nvrtc_image out;
  const enum sm_status status = sm_nvrtc_compile(ctx, &source, &out);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  sm_free(out.image);
  sm_text_free(&text);
  sm_mechanism_destroy(&m);
}
END_TEST

/* The parts of a step of Rosenbrock, side by side. */
START_TEST(steps_of_hydrogen_compile) {
  if (!has_nvrtc()) return;
  enum { PARTS = 7 };
  static const unsigned kernel[PARTS] = {SM_CHEM_KERNEL_BEGIN,     SM_CHEM_KERNEL_POTENTIALS,
                                         SM_CHEM_KERNEL_CONSTANTS, SM_CHEM_KERNEL_AGAIN,
                                         SM_CHEM_KERNEL_MATRIX,    SM_CHEM_KERNEL_FACTOR,
                                         SM_CHEM_KERNEL_STAGE};
  const struct sm_mechanism_files files = {.mechanism = "cases/flame/hydrogen.inp"};
  struct sm_mechanism *m = NULL;
  struct sm_text text[PARTS] = {{0}};
  struct sm_nvrtc_source source[PARTS];
  struct sm_nvrtc_image out[PARTS];
  ck_assert(sm_mechanism_read(ctx, &files, &m) == SM_OK);
  for (int i = 0; i < PARTS; i++) {
    const struct sm_chem_launch_config shape = sm_chem_choose_launch(m, kernel[i], 99 * 1024);
    ck_assert(sm_chem_program_text(ctx, m, &shape, kernel[i], &text[i]) == SM_OK);
    source[i] = (struct sm_nvrtc_source){"hydrogen", sm_text_string(&text[i]), 90};
  }
  const enum sm_status status = sm_nvrtc_compile_all(ctx, source, PARTS, out);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  for (int i = 0; i < PARTS; i++) {
    ck_assert(out[i].size > 0);
    sm_free(out[i].image);
    sm_text_free(&text[i]);
  }
  source[0].text = "no program";
  ck_assert(sm_nvrtc_compile_all(ctx, source, 1, out) == SM_ERR_DEVICE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "cannot compile hydrogen"));
  sm_mechanism_destroy(&m);
}
END_TEST

int main(void) {
  scratch_open();
  if (setenv("SIMOOM_CACHE", scratch_folder, 1) != 0) return EXIT_FAILURE;
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  const TTest *const tests[] = {fingerprints_of_the_standard,
                                kept_programs_are_taken_and_broken_ones_made_again,
                                compiler_errors_are_reported_with_the_log,
                                without_nvrtc_it_says_so,
                                kinetics_of_hydrogen_compile,
                                steps_of_hydrogen_compile};
  const int result = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
  sm_context_destroy(&ctx);
  scratch_leave();
  return result;
}
