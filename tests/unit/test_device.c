/* Choosing a device. */
#include "harness.h"

#include "device/device.h"
#include "simoom/run.h"
#include <math.h>
#include <string.h>

static struct sm_context *ctx;

static void set_up(void) {
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
}

START_TEST(the_cpu_is_always_there) {
  set_up();
  struct sm_device *device = NULL;
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 3, 64, 0, &device), SM_OK);
  ck_assert_int_eq(device->threads, 3);
  ck_assert(strncmp(device->name, "CPU, 3 threads", 14) == 0);
  double *numbers = NULL, back[4] = {1, 1, 1, 1};
  ck_assert_int_eq(sm_device_allocate(ctx, device, 4, sizeof *numbers, "numbers", &numbers), SM_OK);
  ck_assert_int_eq(sm_device_download(ctx, device, back, numbers, sizeof back), SM_OK);
  ck_assert(back[0] == 0 && back[3] == 0); /* zeroed */
  ck_assert_uint_eq(device->allocated, sizeof back);
  sm_device_release(device, numbers, 4, sizeof *numbers);
  ck_assert_uint_eq(device->allocated, 0);
  ck_assert_uint_eq(device->peak, sizeof back);
  sm_device_close(&device);
  ck_assert_ptr_null(device);
}
END_TEST

/* Small and large copies, also within the device: sizes around those from which a GPU copies in
 * another way. On the CPU without a GPU. */
START_TEST(copies_arrive_whole) {
  set_up();
  const size_t half = (size_t)32 << 20,
               sizes[] = {64, 4096, 4104, 2 * half - 8, 2 * half + 8, 3 * half, 4 * half + 24};
  struct sm_device *device = NULL;
  ck_assert_int_eq(sm_device_open(ctx, "auto", 2, 64, 0, &device), SM_OK);
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const size_t count = sizes[s] / sizeof(uint64_t);
    uint64_t *there = NULL, *beside = NULL, *from = NULL, *back = NULL, different = 0;
    ck_assert_int_eq(sm_device_allocate(ctx, device, count, sizeof *there, "numbers", &there),
                     SM_OK);
    ck_assert_int_eq(sm_device_allocate(ctx, device, count, sizeof *beside, "numbers", &beside),
                     SM_OK);
    ck_assert_int_eq(sm_alloc(ctx, count, sizeof *from, "numbers", &from), SM_OK);
    ck_assert_int_eq(sm_alloc(ctx, count, sizeof *back, "numbers", &back), SM_OK);
    for (size_t i = 0; i < count; i++) different |= from[i] | back[i];
    ck_assert_uint_eq(different, 0); /* zeroed */
    for (size_t i = 0; i < count; i++) from[i] = i * 0x9e3779b97f4a7c15u + s;
    ck_assert_int_eq(sm_device_upload(ctx, device, there, from, sizes[s]), SM_OK);
    ck_assert_int_eq(sm_device_upload(ctx, device, beside, there, sizes[s]), SM_OK);
    ck_assert_int_eq(sm_device_download(ctx, device, back, beside, sizes[s]), SM_OK);
    for (size_t i = 0; i < count; i++) different |= from[i] ^ back[i];
    ck_assert_uint_eq(different, 0);
    sm_device_release(device, there, count, sizeof *there);
    sm_device_release(device, beside, count, sizeof *beside);
    sm_free(from);
    sm_free(back);
  }
  sm_device_close(&device);
}
END_TEST

START_TEST(auto_finds_some_device_whatever_is_needed) {
  set_up();
  struct sm_device *device = NULL;
  ck_assert_int_eq(sm_device_open(ctx, "auto", 0, 32, (size_t)1 << 60, &device), SM_OK);
  ck_assert(sm_device_is_host(device)); /* no GPU has that much */
  sm_device_close(&device);
}
END_TEST

START_TEST(wrong_names_are_refused) {
  set_up();
  static const char *const names[] = {"gpu", "cuda:", "cuda:x", "cuda:0x", "cuda:-1", "", "CPU"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    struct sm_device *device = NULL;
    ck_assert_int_eq(sm_device_open(ctx, names[i], 0, 32, 0, &device), SM_ERR_USAGE);
    ck_assert_ptr_null(device);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "unknown device"));
  }
  struct sm_device *device = NULL;
  ck_assert_int_eq(sm_device_open(ctx, "cuda:99", 0, 32, 0, &device), SM_ERR_DEVICE);
  ck_assert_ptr_null(device);
}
END_TEST

START_TEST(the_list_names_the_cpu_and_says_what_of_cuda) {
  struct sm_text text = {0};
  sm_device_list(&text);
  ck_assert_ptr_nonnull(strstr(sm_text_string(&text), "cpu"));
  ck_assert_ptr_nonnull(strstr(sm_text_string(&text), "cuda"));
  sm_text_free(&text);
}
END_TEST

START_TEST(memory_moves_at_some_rate) {
  set_up();
  double rate = 0;
  ck_assert_int_eq(sm_memory_bandwidth(ctx, "gpu", 0, &rate), SM_ERR_USAGE);
  ck_assert(isnan(rate));
  ck_assert_int_eq(sm_memory_bandwidth(ctx, "cpu", 2, &rate), SM_OK);
  ck_assert_double_gt(rate, 1e8);
  ck_assert_double_lt(rate, 1e13);
  sm_context_fail_allocation(ctx, 2); /* the device is the first */
  ck_assert_int_eq(sm_memory_bandwidth(ctx, "cpu", 1, &rate), SM_ERR_MEMORY);
}
END_TEST

TEST_MAIN(memory_moves_at_some_rate, the_cpu_is_always_there, copies_arrive_whole,
          auto_finds_some_device_whatever_is_needed, wrong_names_are_refused,
          the_list_names_the_cpu_and_says_what_of_cuda)
