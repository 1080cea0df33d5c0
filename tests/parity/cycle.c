/* cycle.c - one multigrid cycle on every back end: what a back end merges, leaves out of the list
 * of steps or runs in another order must not change the result. On a CPU, and in the strict build
 * on all, it is the same bit for bit. */
#include "exact.h"
#include "geometry.h"
#include "solve/poisson.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

/* x = cycle(noise), in the layout of level 0; to be freed. */
static float *run_cycle(struct sm_context *ctx, struct sm_device *device, struct geometry *g,
                        const struct sm_cut_cell *cut, int cut_count, int periodic, size_t *size) {
  const struct sm_poisson_setup setup = {
      .grid = &g->grid,
      .eta = 1,
      .cell = g->cell,
      .cut = cut,
      .cut_count = cut_count,
      .periodic = {periodic & 1, periodic >> 1 & 1, periodic >> 2 & 1}};
  struct sm_poisson *poisson;
  if (sm_poisson_create(ctx, device, &setup, &poisson) != SM_OK) return NULL;
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  *size = s->size;
  float *b = calloc(s->size, sizeof *b), *x = malloc(s->size * sizeof *x);
  uint32_t seed = 5;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++)
        if (!g->solid[geometry_index(g, i, j, k)])
          b[s->origin + sm_red_black_index(s, i, j, k)] = (float)(geometry_random(&seed) - 0.5);
  bool good = sm_device_upload(ctx, device, level->b - s->origin, b, s->size * sizeof *b) == SM_OK;
  if (good) sm_poisson_cycle(poisson);
  if (good) sm_poisson_wrap(poisson, level->x); /* back ends clear more or less of the padding */
  good = good && sm_device_sync(ctx, device) == SM_OK &&
         sm_device_download(ctx, device, x, level->x - s->origin, s->size * sizeof *x) == SM_OK;
  sm_poisson_destroy(&poisson);
  free(b);
  if (good) return x;
  free(x);
  return NULL;
}

/* The lower side of a column opens where the upper one is open, the upper closes where the lower
 * one is solid. */
static void close_or_open(struct geometry *g, int column) {
  uint8_t *low = &g->cell[column], *high = low + (ptrdiff_t)(g->n[2] - 1) * g->n[0] * g->n[1];
  const bool open = !g->solid[column] && *high & SM_OPEN_UP;
  *low = (uint8_t)(open ? *low | SM_OPEN_DOWN : *low & ~SM_OPEN_DOWN);
  *high = (uint8_t)(open ? *high | SM_OPEN_UP : *high & ~SM_OPEN_UP);
}

/* limit: of the difference, as a share of the largest value. */
static void compare(struct sm_context *ctx, struct sm_device *devices[2], double limit,
                    const char *name, const int n[3], const double h[3], double stretch, bool cuts,
                    int periodic) {
  struct geometry g = geometry_create(ctx, n, h, stretch);
  geometry_box(&g, n[0] / 4, n[0] / 2, n[1] / 3, n[1] / 2 + 1, 0, n[2] / 2 + 1, 1);
  geometry_open_faces(&g);
  for (int c = 0; c < n[0] * n[1] && periodic & 4; c++) /* geometry.h closes the ground */
    close_or_open(&g, c);
  const float ground = periodic & 4 ? 1.0f : 0.0f;
  const struct sm_cut_cell cut[] = {
      {geometry_index(&g, 0, 0, 0), {1, 0.5f, 1, 1, ground, 1}, 0.75f},
      {geometry_index(&g, 1, 0, 0), {0.5f, 0.25f, 1, 1, ground, 1}, 0.75f}};
  size_t size = 0;
  float *x[2];
  for (int d = 0; d < 2; d++)
    x[d] = run_cycle(ctx, devices[d], &g, cut, cuts && n[0] > 2 ? 2 : 0, periodic, &size);
  double worst = x[0] == NULL || x[1] == NULL ? NAN : 0, largest = 0;
  for (size_t c = 0; c < size && !isnan(worst); c++) {
    worst = fmax(worst, fabs((double)x[0][c] - (double)x[1][c]));
    largest = fmax(largest, fabs((double)x[0][c]));
  }
  if (!(worst <= limit * largest) || !(largest > 0)) {
    failures++;
    printf("%s: %s differs by %g of %g\n", devices[1]->name, name, worst, largest);
  }
  free(x[0]);
  free(x[1]);
  geometry_free(&g);
}

static void compare_all(struct sm_context *ctx, struct sm_device *devices[2], double limit) {
  static const struct {
    const char *name;
    int n[3];
    double h[3], stretch;
    bool cuts;
    int periodic; /* axes by bits */
  } cases[] = {{"cubes", {40, 38, 36}, {1, 1, 1}, 1, false, 0},
               {"cubes, odd numbers", {41, 39, 37}, {1, 1, 1}, 1, false, 0},
               {"layers", {64, 48, 24}, {4, 4, 0.5}, 1.1, false, 0},
               {"flat cells", {72, 40, 26}, {0.5, 1, 2}, 1, false, 0},
               {"tall cells", {34, 40, 50}, {1, 1, 3}, 1, false, 0},
               {"cut cells", {43, 40, 40}, {1, 1, 1}, 1, true, 0},
               {"cut layers", {61, 50, 22}, {4, 4, 0.5}, 1, true, 0},
               {"a plane", {300, 1, 260}, {1, 1, 1}, 1, false, 0},
               {"a small box", {9, 7, 5}, {1, 1, 1}, 1, false, 0},
               {"joined in x and y", {64, 48, 40}, {1, 1, 1}, 1, false, 3},
               {"joined, odd numbers", {41, 39, 37}, {1, 1, 1}, 1, false, 7},
               {"joined layers", {64, 48, 24}, {4, 4, 0.5}, 1.1, false, 3},
               {"joined in y, cut cells", {43, 40, 40}, {1, 1, 1}, 1, true, 2},
               {"joined, cut cells", {44, 37, 40}, {1, 1, 1}, 1, true, 7},
               {"a joined plane", {300, 1, 260}, {1, 1, 1}, 1, false, 7},
               {"a small joined box", {9, 6, 5}, {1, 1, 1}, 1, false, 7}};
  const int count = (int)(sizeof cases / sizeof *cases);
  for (int m = 0; m < count; m++)
    compare(ctx, devices, limit, cases[m].name, cases[m].n, cases[m].h, cases[m].stretch,
            cases[m].cuts, cases[m].periodic);
  printf("%s: %d cycles, %d failures\n", devices[1]->name, count, failures);
}

int main(void) {
  struct sm_context *ctx = NULL;
  struct sm_device *devices[2];
  if (sm_context_create(NULL, &ctx) != SM_OK) return 1;
  if (sm_device_open(ctx, "cpu", 2, 32, 0, &devices[0]) != SM_OK) return 1;
  for (int threads = 1; threads <= 3; threads++) {
    if (sm_device_open(ctx, "cpu", threads, 32, 0, &devices[1]) != SM_OK) return 1;
    devices[1]->wave_least = 0;
    compare_all(ctx, devices, 0);
    sm_device_close(&devices[1]);
  }
  if (sm_device_open(ctx, "cuda", 1, 32, 0, &devices[1]) == SM_OK)
    compare_all(ctx, devices, is_exact(devices[1]) ? 0 : 1e-5);
  else
    printf("skipped for CUDA: %s\n", sm_context_message(ctx));
  for (int d = 0; d < 2; d++) sm_device_close(&devices[d]);
  sm_context_destroy(&ctx);
  return failures != 0;
}
