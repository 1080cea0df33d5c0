/* Tiles of columns: blocks of buildings are listed where their reach may meet them, however far
 * away they are. */
#include "harness.h"
#include "physics/urban/internal.h"

START_TEST(blocks_far_away_or_of_any_size_are_listed_right) {
  enum { N = 32, BLOCKS = 4 };
  struct sm_context *ctx;
  struct sm_device *device;
  struct sm_grid grid;
  struct sm_block_tiles tiles;
  double face[N + 1];
  for (int i = 0; i <= N; i++) face[i] = i;
  const int n[3] = {N, N, N};
  const double *const faces[3] = {face, face, face};
  const double origin[3] = {0, 0, 0};
  static const struct sm_block_extent reach[BLOCKS] = {
      {.x = 1e30f, .y = 1e30f, .wind = {1, 0}, .low = {-1, -1}, .high = {1, 1}},
      {.x = -1e30f, .y = 5, .wind = {1, 0}, .low = {-1, -1}, .high = {1, 1}},
      {.x = 16, .y = 16, .wind = {1, 0}, .low = {-1e30f, -1e30f}, .high = {1e30f, 1e30f}, .top = 5},
      {.x = 12, .y = 4, .wind = {1, 0}, .low = {-1, -1}, .high = {1, 1}, .top = 9}};
  const size_t order[BLOCKS] = {0, 1, 2, 3};
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 1, 64, 0, &device), SM_OK);
  ck_assert_int_eq(sm_grid_create(ctx, n, faces, origin, &grid), SM_OK);
  ck_assert_int_eq(sm_block_tiles_create(ctx, device, &grid, 8, &tiles), SM_OK);
  ck_assert_int_eq(sm_block_tiles_fill(ctx, &tiles, reach, order, BLOCKS), SM_OK);
  const int all = tiles.n[0] * tiles.n[1];
  ck_assert_int_eq(all, 16);
  ck_assert_int_eq(tiles.start[all], all + 1); /* the third everywhere, the fourth in one */
  for (int t = 0; t < all; t++) {
    ck_assert_int_eq(tiles.block[tiles.start[t]], 2);
    ck_assert_int_eq(tiles.start[t + 1] - tiles.start[t], t == 1 ? 2 : 1);
    ck_assert(tiles.top[t] == (t == 1 ? 9 : 5));
  }
  ck_assert_int_eq(tiles.block[tiles.start[1] + 1], 3);
  sm_block_tiles_destroy(&tiles);
  sm_grid_free(&grid);
  sm_device_close(&device);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(blocks_far_away_or_of_any_size_are_listed_right)
