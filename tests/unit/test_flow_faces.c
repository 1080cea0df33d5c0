/* Face flags of the cells of a flow. */
#include "physics/flow/walls/walls.h"

#include "base/context.h"
#include "harness.h"
#include <stdio.h>
#include <string.h>

static struct sm_context *ctx;

static void assert_good(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

/* 8 x 6 x 6 cells, joined along y; a block of 2 x 2 x 2 cells at y = 0. Rough walls, a smooth
 * bottom, a top without a law; outflow in the west and the east. */
static const char *const text =
    "[domain]\nsize = [8, 6]\nheight = 6\ncell_size = 1\nstretch = 1\n"
    "[[buildings.box]]\ncorner = [3, 0]\nsize = [2, 2]\nheight = 2\n"
    "[wind]\nmodel = 'incompressible'\nduration = 1\n"
    "[flow]\nsubgrid = 'none'\nviscosity = 0.1\nwalls = 'rough'\ninitial = [1, 0, 0]\n"
    "[[flow.boundary]]\nat = ['west', 'east']\nkind = 'outflow'\n"
    "[[flow.boundary]]\nat = ['south', 'north']\nkind = 'periodic'\n"
    "[[flow.boundary]]\nat = 'bottom'\nkind = 'wall'\nwall = 'smooth'\n"
    "[[flow.boundary]]\nat = 'top'\nkind = 'wall'\nwall = 'no-slip'\n";

/* The bits of so many cells of air on both sides of the low face across an axis. */
static int reach(int along, int cells) {
  return (cells >= 2 ? 1 : 0) << 2 * along | (cells >= 3 ? 1 : 0) << (2 * along + 1);
}

START_TEST(a_word_tells_what_the_faces_of_a_cell_are) {
  const struct {
    int at[3], closed, smooth, shut, reach;
  } cells[] = {
      /* free air: three cells everywhere */
      {{4, 3, 3}, 0, 0, 0, reach(0, 3) | reach(1, 3) | reach(2, 3)},
      /* inside of the block, and beyond the side that joins it to itself */
      {{3, 1, 1}, SM_OPEN_ALL, 0, SM_OPEN_ALL, 0},
      {{3, 6, 1}, SM_OPEN_ALL, 0, SM_OPEN_ALL, 0},
      /* west of it, on the ground */
      {{2, 0, 0}, SM_OPEN_EAST | SM_OPEN_DOWN, SM_OPEN_DOWN, SM_OPEN_EAST | SM_OPEN_DOWN, -1},
      /* south of it, across the joined sides */
      {{3, 5, 1}, SM_OPEN_NORTH, 0, SM_OPEN_NORTH, -1},
      {{3, -1, 1}, SM_OPEN_NORTH, 0, SM_OPEN_NORTH, -1},
      /* on it */
      {{4, 1, 2}, SM_OPEN_DOWN, 0, SM_OPEN_DOWN, reach(0, 3) | reach(1, 3)},
      /* a wall without a wall function exerts no stress, and no air passes it */
      {{1, 3, 5}, 0, 0, SM_OPEN_UP, -1},
      /* beyond open sides: nothing but the reach */
      {{-1, 3, 3}, 0, 0, 0, -1},
      {{8, 3, 3}, 0, 0, 0, -1},
  };
  struct sm_case *c;
  struct sm_domain *domain = NULL;
  struct sm_device *device = NULL;
  struct sm_flow *flow = NULL;
  assert_good(sm_case_parse(ctx, "c", text, strlen(text), NULL, true, &c));
  assert_good(sm_domain_build(ctx, c, &domain));
  assert_good(sm_device_open(ctx, "cpu", 2, 32, 0, &device));
  assert_good(sm_flow_create(ctx, c, domain, device, NULL, SM_FLOW_WINDS, &flow));
  for (size_t m = 0; m < sizeof cells / sizeof *cells; m++) {
    const int *at = cells[m].at;
    const int word =
        flow->faces[at[0] + at[1] * flow->layout.step[1] + at[2] * flow->layout.step[2]];
    ck_assert_msg(sm_closed_of(word) == cells[m].closed && sm_no_flux_of(word) == cells[m].shut,
                  "%d %d %d: closed %d, shut %d", at[0], at[1], at[2], sm_closed_of(word),
                  sm_no_flux_of(word));
    if (cells[m].closed != SM_OPEN_ALL)
      ck_assert_int_eq(sm_smooth_of(word) & cells[m].closed, cells[m].smooth);
    if (cells[m].reach >= 0) ck_assert_int_eq(sm_reach_of(word) & SM_OPEN_ALL, cells[m].reach);
    ck_assert_int_eq(word >> SM_FACES_BITS, 0);
  }
  sm_flow_destroy(&flow);
  sm_device_close(&device);
  sm_domain_destroy(&domain);
  sm_case_destroy(&c);
}
END_TEST

/* Counts what tiles write, and fails where two write a face that one of them changes. */
struct writes {
  const struct sm_flow *flow;
  unsigned char *count;
  bool *changed;
};

static void write_tile(struct writes *w, int i, int j, int k, uint32_t bits) {
  const struct sm_flow_layout *s = &w->flow->layout;
  const ptrdiff_t c = s->origin + i + j * s->step[1] + k * s->step[2];
  ck_assert(c >= 0 && (size_t)c + SM_WALL_TILE <= s->size);
  for (int l = 0; l < SM_WALL_TILE; l++) {
    if (w->count[c + l] < 2) w->count[c + l]++;
    w->changed[c + l] = w->changed[c + l] || (bits >> l & 1) != 0;
  }
}

static void judge_and_clear(struct writes *w) {
  for (size_t e = 0; e < w->flow->layout.size; e++) ck_assert(!w->changed[e] || w->count[e] == 1);
  memset(w->count, 0, w->flow->layout.size);
  memset(w->changed, 0, w->flow->layout.size * sizeof *w->changed);
}

/* Whether there were empty ones, which fill the list. */
static bool check_tiles(struct writes *w, const struct sm_flow_tiles *t) {
  for (int64_t m = 0; m < sm_wall_tiles(t->walls); m++) {
    const struct sm_wall_tile *tile = &t->wall[m];
    const uint32_t any = tile->wall[0] | tile->wall[1] | tile->wall[2] | tile->wall[3];
    ck_assert(m < t->walls || any == 0);
    write_tile(w, tile->i, tile->j, tile->k, any | any >> SM_WALL_TILE);
  }
  judge_and_clear(w);
  for (int64_t m = 0; m < sm_wall_tiles(t->zero_tiles); m++) {
    const struct sm_zero_tile *tile = &t->zero_tile[m];
    write_tile(w, tile->i, tile->j, tile->k, tile->faces);
  }
  judge_and_clear(w);
  return sm_wall_tiles(t->walls) > t->walls || sm_wall_tiles(t->zero_tiles) > t->zero_tiles;
}

/* Threads of a GPU write whole tiles at a time: in space, and in planes of both kinds. */
START_TEST(no_two_tiles_write_a_face_that_one_changes) {
  static const char *const domains[] = {
      "[domain]\nsize = [8, 600]\nheight = 4\ncell_size = 1\nstretch = 1\n"
      "[[buildings.box]]\ncorner = [0, 0]\nsize = [3, 600]\nheight = 2\n",
      "[domain]\nsize = [8, 1]\nheight = 600\ncell_size = 1\nstretch = 1\n",
      "[domain]\nsize = [8, 600]\nheight = 1\ncell_size = 1\nstretch = 1\n"};
  for (size_t m = 0; m < sizeof domains / sizeof *domains; m++) {
    char all[1024];
    struct sm_case *c;
    struct sm_domain *domain = NULL;
    struct sm_device *device = NULL;
    struct sm_flow *flow = NULL;
    snprintf(all, sizeof all,
             "%s[wind]\nmodel = 'incompressible'\nduration = 1\n"
             "[flow]\nsubgrid = 'none'\nviscosity = 0.1\ninitial = [1, 0, 0]\n"
             "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north', 'bottom', 'top']\n"
             "kind = 'wall'\nwall = 'smooth'\n",
             domains[m]);
    assert_good(sm_case_parse(ctx, "c", all, strlen(all), NULL, true, &c));
    assert_good(sm_domain_build(ctx, c, &domain));
    assert_good(sm_device_open(ctx, "cpu", 2, 32, 0, &device));
    assert_good(sm_flow_create(ctx, c, domain, device, NULL, SM_FLOW_WINDS, &flow));
    assert_good(sm_flow_walls_make(ctx, flow));
    const size_t size = flow->layout.size;
    struct writes w = {flow, calloc(size, 1), calloc(size, sizeof *w.changed)};
    ck_assert(w.count != NULL && w.changed != NULL);
    int filled = 0;
    for (int d = 0; d < 3; d++) filled += check_tiles(&w, &flow->tiles[d]);
    ck_assert_int_gt(filled, 0);
    free(w.count);
    free(w.changed);
    sm_flow_destroy(&flow);
    sm_device_close(&device);
    sm_domain_destroy(&domain);
    sm_case_destroy(&c);
  }
}
END_TEST

CONTEXT_TEST_MAIN(a_word_tells_what_the_faces_of_a_cell_are,
                  no_two_tiles_write_a_face_that_one_changes)
