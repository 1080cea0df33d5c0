/* parity.c - every kernel on every back end against a plain serial loop over its cell function.
 *
 * Also: a cell function is order-free, so that a sweep backwards gives the same bits; a reduction
 * depends on the box alone, not on the number of threads; the way of a particle depends on no other
 * one. All back ends agree bit for bit; but a GPU, for which the compiler contracts to fused
 * multiply-add, only within rounding, unless the build is the strict one. */
#include "arguments.h"
#include "device/device_profile.h"
#include "exact.h"
#include "judge.h"
#include "kernels.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Runs kernel k on a device with the contents of `from`; the arrays come back in `to`. */
static bool run_on(struct sm_device *device, const struct kernel *k, const struct shape *s,
                   struct pool *from, struct pool *to) {
  struct pool on = {0};
  struct array a[ARRAYS], b[ARRAYS], c[ARRAYS];
  list_arrays(&on, s, a);
  list_arrays(from, s, b);
  list_arrays(to, s, c);
  bool good = true;
  for (int m = 0; m < ARRAYS && good; m++) {
    void *there = device->backend->allocate(device, a[m].bytes);
    set_array(&a[m], there);
    good = there != NULL && device->backend->upload(device, there, get_array(&b[m]), a[m].bytes);
  }
  if (good) k->run(device, &on, s);
  good = good && device->backend->sync(device) == NULL;
  for (int m = 0; m < ARRAYS; m++) {
    if (good)
      good = device->backend->download(device, get_array(&c[m]), get_array(&a[m]), a[m].bytes);
    if (get_array(&a[m]) != NULL) device->backend->release(device, get_array(&a[m]));
  }
  return good;
}

/* Largest difference between the arrays of two pools, by the kind of their numbers. */
struct gap {
  double halves, floats, doubles, particles;
};

/* Widens `worst` by arrays of numbers of TYPE, unless they hold the same bytes and nobody asks
 * whether they are numbers at all. */
#define WIDEN_BY(NAME, TYPE, WIDE)                                                                 \
  static void widen_by_##NAME(double *worst, const TYPE *a, const TYPE *b, size_t count,           \
                              bool thorough) {                                                     \
    if (!thorough && memcmp(a, b, count * sizeof *a) == 0) return;                                 \
    for (size_t m = 0; m < count; m++) widen(worst, WIDE(a[m]), WIDE(b[m]));                       \
  }
#define SAME(X) (X)
#define FROM_FLOAT(X) ((double)(X))
#define FROM_HALF(X) ((double)sm_half_to_float(X))
WIDEN_BY(halves, sm_half, FROM_HALF)
WIDEN_BY(floats, float, FROM_FLOAT)
WIDEN_BY(doubles, double, SAME)

/* thorough: a NaN in both is a difference. */
static struct gap difference(const struct pool *a, const struct pool *b, const struct shape *s,
                             bool thorough) {
  struct gap worst = {0, 0, 0, particle_difference(a, b, s)};
  if (memcmp(a->open, b->open, s->size) != 0 || memcmp(a->surface, b->surface, s->size) != 0)
    worst.halves = 1;
  for (int i = 0; i < HALVES; i++)
    widen_by_halves(&worst.halves, a->h[i], b->h[i], s->size, thorough);
  for (int i = 0; i < FLOATS; i++)
    widen_by_floats(&worst.floats, a->f[i], b->f[i], s->size, thorough);
  for (int i = 0; i < DOUBLES; i++)
    widen_by_doubles(&worst.doubles, a->d[i], b->d[i], s->size, thorough);
  for (int i = 0; i < FIELDS; i++) {
    widen_by_floats(&worst.floats, a->fields.f[i], b->fields.f[i], field_size(s), thorough);
    widen_by_doubles(&worst.doubles, a->fields.d[i], b->fields.d[i], field_size(s), thorough);
  }
  for (int m = 0; m < BLOCKS * SM_BLOCK_STRIPS; m++) {
    const struct sm_street_canyon *p = &a->block[m / SM_BLOCK_STRIPS].street[m % SM_BLOCK_STRIPS];
    const struct sm_street_canyon *q = &b->block[m / SM_BLOCK_STRIPS].street[m % SM_BLOCK_STRIPS];
    widen(&worst.floats, (double)p->across, (double)q->across);
    widen(&worst.floats, (double)p->along, (double)q->along);
  }
  widen_by_doubles(&worst.doubles, a->scalars, b->scalars, NUMBERS, thorough);
  return worst;
}

static const struct kernel *kernel_of(const char *name) {
  size_t m = 0;
  while (strcmp(kernels[m].name, name) != 0) m++;
  return &kernels[m];
}

/* Fills a pool with what the kernel needs. */
static void prepare(const char *kernel, struct pool *p, const struct shape *s) {
  fill_pool(p, s);
  if (s->rough) kernel_of("classify")->serial(p, s, false);
  if (s->part) mark_parts(p, s);
  if (strcmp(kernel, "canopy") == 0 || strcmp(kernel, "shelter") == 0 ||
      strncmp(kernel, "plant", 5) == 0)
    fill_plants(p, s);
  if (strncmp(kernel, "turbine", 7) == 0) fill_turbines(p, s);
  if (strncmp(kernel, "slope", 5) == 0) raise_faces(p);
  if (strncmp(kernel, "prism_", 6) == 0) fill_prisms(p, s);
  if (is_turbulence(kernel)) mark_walls(p, s);
  if (strcmp(kernel, "mac_sor_relax") == 0 && is_plain(s)) open_box(p, s);
  if (strncmp(kernel, "level", 5) == 0) fill_levels_of_air(p, s);
  if (is_of_particles(kernel)) fill_particles(p, s, kernel);
  if (strncmp(kernel, "restrict", 8) == 0) memset(p->f[2], 0, s->size * sizeof *p->f[2]);
}

/* The largest differences from the serial loop that a device may show. */
static struct gap limits_of(const struct sm_device *device, const struct kernel *k,
                            const struct shape *s) {
  const bool by_hand = strcmp(k->name, "mac_sor_relax") == 0 && is_plain(s);
  if (is_exact(device) && !by_hand) return (struct gap){0, 0, 0, 0};
  /* The first guess and its zones are computed in float whatever they fill; at the edges of zones
   * are roots of differences, and of wakes that add up little is left: there the last bit counts
   * more. Halves: one unit in the last place. Particles: after some steps. */
  const bool zones = strcmp(k->name, "zone_winds") == 0 || strcmp(k->name, "turbine_wake") == 0;
  return (struct gap){4e-3, zones ? 1e-4 : 2e-5, zones ? 1e-4 : 1e-6, 1e-4};
}

static void compare(const struct kernel *k, const int n[3], int bits, struct sm_device **devices,
                    int device_count) {
  struct shape s = shape_of(n, strstr(k->name, "single") == NULL, bits);
  s.part = strstr(k->name, "part") != NULL;
  s.rough = strstr(k->name, "_coarse") != NULL || strcmp(k->name, "classify") == 0;
  struct pool start = {0}, forwards = {0}, backwards = {0}, got = {0};
  create_pool(&start, &s);
  create_pool(&forwards, &s);
  create_pool(&backwards, &s);
  create_pool(&got, &s);
  prepare(k->name, &start, &s);
  copy_pool(&forwards, &start, &s);
  copy_pool(&backwards, &start, &s);
  const double total = k->serial(&forwards, &s, false), scale = serial_magnitude();
  k->serial(&backwards, &s, true);
  const bool buckets = strcmp(k->name, "collision_keys") == 0;
  const bool ranks = strcmp(k->name, "sort_count") == 0 || buckets;
  if (ranks) {
    sort_ranks(&forwards, &s, buckets);
    sort_ranks(&backwards, &s, buckets);
  }
  struct gap d = difference(&backwards, &forwards, &s, true);
  judge(d.halves == 0 && d.floats == 0 && d.doubles == 0 && d.particles == 0, k->name,
        "order of cells matters", bits, d.floats);
  double first = 0;
  for (int m = 0; m < device_count; m++) {
    devices[m]->bits = bits;
    const bool ran = run_on(devices[m], k, &s, &start, &got);
    judge(ran, k->name, devices[m]->name, bits, NAN);
    if (!ran) continue;
    const struct gap limit = limits_of(devices[m], k, &s);
    if (ranks) sort_ranks(&got, &s, buckets);
    d = difference(&got, &forwards, &s, false);
    judge(d.halves <= limit.halves, k->name, devices[m]->name, bits, d.halves);
    judge(d.floats <= limit.floats, k->name, devices[m]->name, bits, d.floats);
    judge(d.doubles <= limit.doubles, k->name, devices[m]->name, bits, d.doubles);
    judge(d.particles <= limit.particles, k->name, devices[m]->name, bits, d.particles);
    const double relative = fabs(*got.out - total) / (1e-30 + scale);
    const double rounding = is_exact(devices[m]) ? 1e-12 : 1e-5; /* of the order, and of terms */
    if (total != 0)
      judge(relative <= rounding, k->name, "reduction against serial", bits, relative);
    if (m == 0) first = *got.out;
    const double among = fabs(*got.out - first) / (1e-30 + scale);
    if (total != 0) judge(among <= limit.floats, k->name, "reduction among back ends", bits, among);
  }
  free_pool(&start, &s);
  free_pool(&forwards, &s);
  free_pool(&backwards, &s);
  free_pool(&got, &s);
}

static int open_devices(struct sm_context *ctx, struct sm_device *devices[8]) {
  int count = 0;
  if (sm_device_open(ctx, "cpu", 1, 32, 0, &devices[count]) == SM_OK) count++;
  if (sm_device_open(ctx, "cpu", 3, 32, 0, &devices[count]) == SM_OK) count++;
  devices[0]->backend = sm_backend_cpu(); /* the plain build, beside the one for this processor */
  snprintf(devices[0]->name, sizeof devices[0]->name, "CPU, 1 thread, plain build");
#ifdef SM_HAVE_X86_LEVELS
  if (sm_cpu_level() == 4 && sm_device_open(ctx, "cpu", 2, 32, 0, &devices[count]) == SM_OK) {
    snprintf(devices[count]->name, sizeof devices[count]->name, "CPU, 2 threads, x86-64-v3");
    devices[count++]->backend = sm_backend_cpu_v3();
  }
#endif
  if (sm_device_open(ctx, "cuda", 1, 32, 0, &devices[count]) == SM_OK) {
    count++;
  } else {
    printf("skipped for CUDA: %s\n", sm_context_message(ctx));
  }
  return count;
}

/* Sums of what is before each of some numbers: few, and so many that threads share them. */
static void compare_scan(struct sm_device *device) {
  static const int64_t counts[] = {1, 2, 1000, 100003};
  for (size_t m = 0; m < sizeof counts / sizeof *counts; m++) {
    const size_t bytes = (size_t)counts[m] * sizeof(uint32_t);
    uint32_t *number = malloc(bytes), *got = malloc(bytes), sum = 0;
    uint32_t *there = device->backend->allocate(device, bytes);
    for (int64_t i = 0; i < counts[m]; i++) number[i] = (uint32_t)(random_count() % 40000);
    bool good = there != NULL && device->backend->upload(device, there, number, bytes);
    if (good) device->backend->scan(device, there, counts[m]);
    good = good && device->backend->sync(device) == NULL &&
           device->backend->download(device, got, there, bytes);
    for (int64_t i = 0; i < counts[m]; i++) {
      good = good && got[i] == sum;
      sum += number[i];
    }
    judge(good, "scan", device->name, 32, (double)counts[m]);
    if (there != NULL) device->backend->release(device, there);
    free(number);
    free(got);
  }
}

/* Every kernel and both kinds of copies were counted. */
static void check_profile(struct sm_device *device, int64_t calls) {
  device->backend->sync(device);
  const struct sm_device_profile *profile = device->profile;
  int64_t counted = 0;
  for (int m = 0; m < profile->count; m++)
    if (profile->row[m].bytes == 0) counted += profile->row[m].calls;
  judge(counted == calls, "profile", device->name, device->bits, (double)counted);
  const int rows = (int)(kernel_count) + 2;
  judge(profile->count == rows, "rows of the profile", device->name, device->bits,
        (double)profile->count);
}

/* Bits of the first comparison of a kernel: 32, unless it is in double on a state of both. */
static int bits_of(const struct kernel *k) {
  return strstr(k->name, "_wide_") != NULL || strcmp(k->name, "prism_correction") == 0 ? 64 : 32;
}

int main(void) {
  struct sm_context *ctx = NULL;
  struct sm_device *devices[8];
  if (sm_context_create(NULL, &ctx) != SM_OK) return 1;
  const int count = open_devices(ctx, devices);
  static const int sizes[][3] = {{37, 6, 5}, {70, 5, 4}, {1, 3, 2}, {2, 1, 1}};
  int compared = 0;
  int64_t calls = 0;
  for (int m = 0; m < count; m++)
    if (sm_device_begin_profile(ctx, devices[m]) != SM_OK) return 1;
  for (size_t k = 0; k < kernel_count; k++)
    for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++) {
      compare(&kernels[k], sizes[z], bits_of(&kernels[k]), devices, count);
      if (kernels[k].real) compare(&kernels[k], sizes[z], 64, devices, count);
      compared++;
      calls += kernels[k].real ? 2 : 1;
    }
  for (int m = 0; m < count; m++) {
    check_profile(devices[m], calls);
    compare_loops(devices[m]);
    compare_scan(devices[m]);
    compare_independence(devices[m]);
    compare_prisms_on(ctx, devices[m]);
    printf("%s\n", devices[m]->name);
    sm_device_close(&devices[m]);
  }
  sm_context_destroy(&ctx);
  printf("%d comparisons over %zu kernels, %d back ends: %d failures\n", compared, kernel_count,
         count, judge_failures());
  return judge_failures() != 0;
}
