/* prism_device.h - the context and device of a test of prisms: two threads of the CPU, f64. */
#ifndef SM_TESTS_PRISM_DEVICE_H
#define SM_TESTS_PRISM_DEVICE_H

#include "harness.h"
#include "prism_fixture.h"

static struct sm_context *ctx;
static struct sm_device *device;

static void set_up(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, 64, 0, &device), SM_OK);
}

static void tear_down(void) {
  sm_device_close(&device);
  sm_context_destroy(&ctx);
}

#endif
