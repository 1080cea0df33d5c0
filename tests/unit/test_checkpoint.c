/* Checkpoints: what was written comes back, and what is not it is refused with its reason. */
#define _DEFAULT_SOURCE /* mount */
#include "base/file.h"
#include "cf_rules.h"
#include "output/checkpoint.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"
#include <math.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY = 3000001 };

static struct sm_context *ctx;
static const char *path;
static char part[80];

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("run.checkpoint");
  snprintf(part, sizeof part, "%s.part", path);
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static char text[] = "# a plume\n[case]\nname = \"plume\"\n\n[particles]\nduration = \"10 min\"\n";

static struct sm_case make_case(void) {
  return (struct sm_case){.path = "plume/case.toml", .text = text, .name = "plume", .title = ""};
}

/* Places of two kinds, one of many, and one of none. */
static double small[5] = {1, -0.0, 1e-310, (double)NAN, (double)INFINITY};
static uint32_t *many;

static enum sm_status write_one(const struct sm_case *c) {
  const struct sm_checkpoint_part parts[3] = {{"clock", small, 5, sizeof *small},
                                              {"particles", many, MANY, sizeof *many},
                                              {"nothing", NULL, 0, 24}};
  const struct sm_checkpoint_mark mark = {
      .step = INT64_MIN + 5, .time = 0.1, .likeness = UINT64_MAX - 1};
  return sm_checkpoint_write(ctx, path, c, &mark, parts, 3);
}

static void fill(void) {
  many = malloc(MANY * sizeof *many);
  for (uint32_t n = 0; n < MANY; n++) many[n] = n * 2654435761U;
}

START_TEST(all_comes_back_to_the_last_bit) {
  setup();
  fill();
  const struct sm_case c = make_case();
  ck_assert_msg(write_one(&c) == SM_OK, "%s", sm_context_message(ctx));
  struct sm_checkpoint *checkpoint = NULL;
  struct sm_checkpoint_mark mark = {.likeness = UINT64_MAX - 1};
  ck_assert_msg(sm_checkpoint_open(ctx, path, &c, &mark, &checkpoint) == SM_OK, "%s",
                sm_context_message(ctx));
  ck_assert(mark.step == INT64_MIN + 5 && mark.time == 0.1 && mark.likeness == UINT64_MAX - 1);
  size_t count = 0;
  ck_assert_int_eq(sm_checkpoint_count(ctx, checkpoint, "particles", sizeof *many, &count), SM_OK);
  ck_assert_uint_eq(count, MANY);
  ck_assert_int_eq(sm_checkpoint_count(ctx, checkpoint, "nothing", 24, &count), SM_OK);
  ck_assert_uint_eq(count, 0);
  double clock[5] = {0};
  uint32_t *particles = calloc(MANY, sizeof *particles);
  const struct sm_checkpoint_part parts[3] = {{"nothing", NULL, 0, 24},
                                              {"particles", particles, MANY, sizeof *particles},
                                              {"clock", clock, 5, sizeof *clock}};
  ck_assert_int_eq(sm_checkpoint_read(ctx, checkpoint, parts, 3), SM_OK);
  ck_assert_int_eq(memcmp(clock, small, sizeof clock), 0);
  ck_assert_int_eq(memcmp(particles, many, MANY * sizeof *particles), 0);
  sm_checkpoint_close(&checkpoint);
  ck_assert_ptr_null(checkpoint);
  free(particles);
  free(many);
  teardown();
}
END_TEST

START_TEST(parts_that_do_not_fit_are_reported) {
  setup();
  fill();
  const struct sm_case c = make_case();
  ck_assert_int_eq(write_one(&c), SM_OK);
  struct sm_checkpoint *checkpoint = NULL;
  struct sm_checkpoint_mark mark = {.likeness = 0};
  ck_assert_int_eq(sm_checkpoint_open(ctx, path, &c, &mark, &checkpoint), SM_OK);
  double clock[6];
  const struct {
    struct sm_checkpoint_part part;
    const char *text;
  } wrong[] = {{{"clocks", clock, 5, 8}, "has no part 'clocks'"},
               {{"clock", clock, 6, 8}, "'clock' has 5 items in the checkpoint and 6 here"},
               {{"clock", clock, 10, 4}, "'clock' have 8 bytes in the checkpoint and 4 here"},
               {{"nothing", clock, 1, 24}, "'nothing' has 0 items in the checkpoint and 1 here"}};
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
    ck_assert_int_eq(sm_checkpoint_read(ctx, checkpoint, &wrong[n].part, 1), SM_ERR_DATA);
    ck_assert_msg(strstr(sm_context_message(ctx), wrong[n].text) != NULL, "%s",
                  sm_context_message(ctx));
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), path));
  }
  sm_checkpoint_close(&checkpoint);
  sm_checkpoint_close(&checkpoint); /* nothing */
  free(many);
  teardown();
}
END_TEST

static void refused(const struct sm_case *c, uint64_t likeness, const char *expected) {
  struct sm_checkpoint *checkpoint = NULL;
  struct sm_checkpoint_mark mark = {.likeness = likeness};
  ck_assert_int_eq(sm_checkpoint_open(ctx, path, c, &mark, &checkpoint), SM_ERR_DATA);
  ck_assert_ptr_null(checkpoint);
  ck_assert_msg(strstr(sm_context_message(ctx), expected) != NULL, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), path));
}

START_TEST(another_case_is_reported_with_the_line_that_differs) {
  setup();
  fill();
  struct sm_case c = make_case();
  ck_assert_int_eq(write_one(&c), SM_OK);
  struct sm_checkpoint *checkpoint = NULL;
  struct sm_checkpoint_mark mark = {.likeness = 0};
  char commented[] =
      "[case]\n# what it is\n  name = \"plume\"\r\n[particles]\nduration = \"10 min\"";
  c.text = commented;
  ck_assert_msg(sm_checkpoint_open(ctx, path, &c, &mark, &checkpoint) == SM_OK, "%s",
                sm_context_message(ctx));
  sm_checkpoint_close(&checkpoint);
  char longer[] = "[case]\nname = \"plume\"\n[particles]\nduration = \"11 min\"\n";
  c.text = longer;
  refused(&c, 0,
          "now, line 4 of plume/case.toml: duration = \"11 min\"\n"
          "  then, line 6: duration = \"10 min\"");
  char shorter[] = "[case]\nname = \"plume\"\n[particles]\n";
  c.text = shorter;
  refused(&c, 0, "now, line 3 of plume/case.toml: nothing\n  then, line 6: duration");
  c.text = text;
  char overrides[] = "particles.seed=2\n";
  c.overrides = overrides;
  refused(&c, 0, "now, line 1 of the --set options: particles.seed=2\n  then, line 0: nothing");
  c.overrides = NULL;
  refused(&c, 7, "not those of the checkpoint (maps, winds, precision)");
  free(many);
  teardown();
}
END_TEST

/* Changes an attribute of text. */
static void set_text(const char *name, const char *value) {
  int id;
  ck_assert_int_eq(nc_open(path, NC_WRITE, &id), NC_NOERR);
  ck_assert_int_eq(nc_put_att_text(id, NC_GLOBAL, name, strlen(value), value), NC_NOERR);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
}

START_TEST(other_versions_orders_and_files_are_refused) {
  setup();
  fill();
  const struct sm_case c = make_case();
  refused(&c, 0, "cannot be read: No such file or directory");
  ck_assert_int_eq(sm_file_write(ctx, path, "nothing of the kind", 19), SM_OK);
  refused(&c, 0, "cannot be read");
  int id;
  ck_assert_int_eq(nc_create(path, NC_NETCDF4 | NC_CLOBBER, &id), NC_NOERR);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
  refused(&c, 0, "it is not a checkpoint: its kind is 'unknown'");
  ck_assert_int_eq(write_one(&c), SM_OK);
  set_text("byte_order", "big");
  refused(&c, 0, "in the order 'big', not 'little'");
  set_text("simoom_version", "0.0.7");
  refused(&c, 0, "the checkpoint is of simoom '0.0.7', not '");
  free(many);
  teardown();
}
END_TEST

START_TEST(a_truncated_or_damaged_file_is_reported) {
  setup();
  fill();
  const struct sm_case c = make_case();
  ck_assert_int_eq(write_one(&c), SM_OK);
  char *bytes = NULL;
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, path, &bytes, &size), SM_OK);
  for (size_t kept = 0; kept < size; kept += size / 7)
    if (kept < size) {
      ck_assert_int_eq(sm_file_write(ctx, path, bytes, kept), SM_OK);
      refused(&c, 0, "cannot be read");
    }
  bytes[size / 2] ^= 1; /* among the numbers */
  ck_assert_int_eq(sm_file_write(ctx, path, bytes, size), SM_OK);
  struct sm_checkpoint *checkpoint = NULL;
  struct sm_checkpoint_mark mark = {.likeness = 0};
  ck_assert_int_eq(sm_checkpoint_open(ctx, path, &c, &mark, &checkpoint), SM_OK);
  uint32_t *particles = calloc(MANY, sizeof *particles);
  const struct sm_checkpoint_part one = {"particles", particles, MANY, sizeof *particles};
  ck_assert_int_eq(sm_checkpoint_read(ctx, checkpoint, &one, 1), SM_ERR_DATA);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx), "'particles' cannot be read, the file is damaged"));
  sm_checkpoint_close(&checkpoint);
  free(particles);
  sm_free(bytes);
  free(many);
  teardown();
}
END_TEST

static void fails_and_keeps(const struct sm_case *c) {
  struct stat info;
  ck_assert_int_eq(write_one(c), SM_ERR_IO);
  ck_assert_msg(strstr(sm_context_message(ctx), "cannot be written") != NULL, "%s",
                sm_context_message(ctx));
  ck_assert_int_eq(stat(path, &info), 0);
  ck_assert_int_eq(info.st_size, 3);
  ck_assert_int_ne(access(part, F_OK), 0);
}

START_TEST(a_full_disk_is_reported_and_the_earlier_checkpoint_stays) {
  setup();
  fill();
  const struct sm_case c = make_case();
  ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  for (rlim_t size = 0; size < 4 * MANY; size += MANY / 2) {
    const struct rlimit tight = {size, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    fails_and_keeps(&c);
    setrlimit(RLIMIT_FSIZE, &old);
  }
  unlink(path);
  for (int size = 1; size < 12; size += 5) {
    char options[32];
    snprintf(options, sizeof options, "size=%dm", size);
    if (mount("none", scratch_folder, "tmpfs", 0, options) != 0) {
      printf("a full disk: skipped: cannot mount a small one\n");
      break;
    }
    ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
    fails_and_keeps(&c);
    unlink(path);
    ck_assert_int_eq(umount(scratch_folder), 0);
  }
  free(many);
  teardown();
}
END_TEST

START_TEST(out_of_memory_is_reported) {
  setup();
  fill();
  const struct sm_case c = make_case();
  ck_assert_int_eq(write_one(&c), SM_OK);
  int failures = 0;
  for (long n = 1; n < 40; n++, failures++) {
    struct sm_checkpoint *checkpoint = NULL;
    struct sm_checkpoint_mark mark = {.likeness = 0};
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status = sm_checkpoint_open(ctx, path, &c, &mark, &checkpoint);
    sm_context_fail_allocation(ctx, 0);
    sm_checkpoint_close(&checkpoint);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
  }
  ck_assert_int_ge(failures, 5);
  ck_assert_int_lt(failures, 20);
  free(many);
  teardown();
}
END_TEST

TEST_MAIN(all_comes_back_to_the_last_bit, parts_that_do_not_fit_are_reported,
          another_case_is_reported_with_the_line_that_differs,
          other_versions_orders_and_files_are_refused, a_truncated_or_damaged_file_is_reported,
          a_full_disk_is_reported_and_the_earlier_checkpoint_stays, out_of_memory_is_reported)
