/* Tiles of velocity faces on walls or next to walls
 * (cell/momentum/walls.h). */
#include "physics/flow/walls/walls.h"

#include "base/list.h"

enum { TILE = SM_WALL_TILE };

/* Face flags of the cells on the host, at cell (0, 0, 0), and the faces of a component. */
struct walls {
  const struct sm_flow *flow;
  const int32_t *word; /* or NULL */
  struct sm_box faces;
  int d;
};

struct tiles {
  struct sm_wall_tile wall;
  struct sm_zero_tile zero_tile;
};

static bool has_walls(const struct sm_wall_tile *tile) {
  return (tile->wall[0] | tile->wall[1] | tile->wall[2] | tile->wall[3]) != 0;
}

static int word_at(const struct walls *w, int i, int j, int k) {
  const ptrdiff_t *step = w->flow->layout.step;
  const int *n = w->flow->layout.n;
  int at[3] = {i, j, k};
  if (w->word != NULL) return w->word[i + j * step[1] + k * step[2]];
  for (int d = 0; d < 3; d++) {
    if ((at[d] < 0 || at[d] >= n[d]) && !w->flow->sides.periodic[d]) return 0;
    at[d] = (at[d] + n[d]) % n[d];
  }
  return sm_flow_wall_faces(w->flow, at) << SM_FACES_CLOSED;
}

/* Whether cells of a row are inside the domain, and open on all sides. */
static bool is_open(const struct walls *w, int i, int j, int k) {
  const int *n = w->flow->layout.n;
  if (i <= 0 || j <= 0 || k <= 0 || i + TILE >= n[0] || j >= n[1] - 1 || k >= n[2] - 1)
    return false;
  const uint8_t *cell = w->flow->domain->cell + i + n[0] * (j + (int64_t)n[1] * k);
  unsigned open = SM_OPEN_ALL;
  for (int l = 0; l < TILE; l++) open &= cell[l];
  return open == SM_OPEN_ALL;
}

/* Whether no cell of a tile has a closed face, by the flags on the host. */
static bool is_open_by_word(const struct walls *w, int i, int j, int k) {
  const ptrdiff_t *step = w->flow->layout.step;
  const int32_t *word = w->word + i + j * step[1] + k * step[2];
  int32_t any = 0;
  for (int l = 0; l < TILE && i + l < w->faces.hi[0]; l++) any |= word[l];
  return sm_closed_of(any) == 0;
}

/* Tile that starts at cell i of a row. */
static struct tiles tiles_at(const struct walls *w, int i, int j, int k) {
  const int d = w->d, x = d == 0, y = d == 1, z = d == 2;
  struct tiles t = {.wall = {.i = i, .j = j, .k = k}, .zero_tile = {.i = i, .j = j, .k = k}};
  bool (*const open)(const struct walls *, int, int, int) =
      w->word != NULL ? is_open_by_word : is_open;
  if (open(w, i, j, k) && open(w, i - x, j - y, k - z)) return t;
  for (int l = 0; l < TILE && i + l < w->faces.hi[0]; l++) {
    const int here = word_at(w, i + l, j, k), before = word_at(w, i + l - x, j - y, k - z);
    const unsigned own = (unsigned)sm_closed_of(here), other = (unsigned)sm_closed_of(before);
    if ((own | other) == 0 || i + l < w->faces.lo[0]) continue;
    if ((own & SM_OPEN_WEST << 2 * d) != 0) {
      t.zero_tile.faces |= 1u << l;
      continue;
    }
    const unsigned smooth = own & (unsigned)sm_smooth_of(here);
    const unsigned beside = other & (unsigned)sm_smooth_of(before);
    for (int e = 0; e < 4; e++) {
      const int bit = 2 * ((d + 1 + e / 2) % 3) + e % 2;
      t.wall.wall[e] |= (own >> bit & 1) << l | (other >> bit & 1) << (l + TILE);
      t.wall.smooth[e] |= (smooth >> bit & 1) << l | (beside >> bit & 1) << (l + TILE);
    }
  }
  return t;
}

/* Start of each row of cells in the tile lists; the last entry is the number of tiles. */
struct starts {
  int64_t wall, zero_tile;
};

/* Counts the tiles of a row, and stores them if lists are given. */
static struct starts visit_row(const struct walls *w, int j, int k, struct sm_wall_tile *wall,
                               struct sm_zero_tile *zero_tile) {
  struct starts count = {0, 0};
  for (int i = 0; i < w->faces.hi[0]; i += TILE) {
    const struct tiles t = tiles_at(w, i, j, k);
    if (has_walls(&t.wall)) {
      if (wall != NULL) wall[count.wall] = t.wall;
      count.wall++;
    }
    if (t.zero_tile.faces != 0) {
      if (zero_tile != NULL) zero_tile[count.zero_tile] = t.zero_tile;
      count.zero_tile++;
    }
  }
  return count;
}

/* start: one entry per row of faces, and one more. */
static void find_starts(const struct walls *w, struct starts *start) {
  const int ny = w->faces.hi[1] - w->faces.lo[1], nz = w->faces.hi[2] - w->faces.lo[2];
  start[0] = (struct starts){0, 0};
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      start[1 + j + (int64_t)ny * k] =
          visit_row(w, w->faces.lo[1] + j, w->faces.lo[2] + k, NULL, NULL);
  for (int64_t row = 0; row < (int64_t)ny * nz; row++) {
    start[row + 1].wall += start[row].wall;
    start[row + 1].zero_tile += start[row].zero_tile;
  }
}

static void fill(const struct walls *w, const struct starts *start, struct sm_wall_tile *wall,
                 struct sm_zero_tile *zero_tile) {
  const int ny = w->faces.hi[1] - w->faces.lo[1], nz = w->faces.hi[2] - w->faces.lo[2];
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++) {
      const struct starts *from = &start[j + (int64_t)ny * k];
      visit_row(w, w->faces.lo[1] + j, w->faces.lo[2] + k, wall + from->wall,
                zero_tile + from->zero_tile);
    }
}

/* Padding tiles at the end of the lists change nothing, but write back what they read. They lie
 * beyond a side, where no other tile writes. */
static void add_empty(const struct sm_flow *flow, const struct sm_flow_tiles *tiles,
                      struct sm_wall_tile *wall, struct sm_zero_tile *zero_tile) {
  const int *n = flow->layout.n, beyond = -(SM_FLOW_GHOSTS - 1);
  const int k = n[2] > 1 ? beyond : 0, j = n[2] == 1 && n[1] > 1 ? beyond : 0;
  for (int64_t t = tiles->walls; t < sm_wall_tiles(tiles->walls); t++)
    wall[t] = (struct sm_wall_tile){.j = j, .k = k};
  for (int64_t t = tiles->zero_tiles; t < sm_wall_tiles(tiles->zero_tiles); t++)
    zero_tile[t] = (struct sm_zero_tile){.j = j, .k = k};
}

/* Copies the lists to the device. */
static enum sm_status put(struct sm_context *ctx, const struct sm_flow *flow,
                          const struct sm_wall_tile *wall, const struct sm_zero_tile *zero_tile,
                          struct sm_flow_tiles *out) {
  static const char what[] = "tiles of walls";
  const size_t walls = (size_t)sm_wall_tiles(out->walls);
  const size_t zero_tiles = (size_t)sm_wall_tiles(out->zero_tiles);
  if (walls > 0) SM_TRY(sm_flow_put(ctx, flow, wall, walls, sizeof *wall, what, &out->wall));
  if (zero_tiles == 0) return SM_OK;
  return sm_flow_put(ctx, flow, zero_tile, zero_tiles, sizeof *zero_tile, what, &out->zero_tile);
}

static enum sm_status make_lists(struct sm_context *ctx, const struct walls *w,
                                 struct sm_flow_tiles *out) {
  const size_t rows =
      (size_t)(w->faces.hi[1] - w->faces.lo[1]) * (size_t)(w->faces.hi[2] - w->faces.lo[2]);
  SM_SCOPED struct starts *start = NULL;
  SM_SCOPED struct sm_wall_tile *wall = NULL;
  SM_SCOPED struct sm_zero_tile *zero_tile = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_alloc(ctx, rows + 1, sizeof *start, "tiles of walls", &start));
  find_starts(w, start);
  out->walls = start[rows].wall;
  out->zero_tiles = start[rows].zero_tile;
  const size_t walls = (size_t)sm_wall_tiles(out->walls);
  const size_t zero_tiles = (size_t)sm_wall_tiles(out->zero_tiles);
  if (w->word == NULL) {
    status = put(ctx, w->flow, NULL, NULL, out);
    return status;
  }
  SM_TRY(sm_alloc(ctx, walls + 1, sizeof *wall, "tiles of walls", &wall));
  SM_TRY(sm_alloc(ctx, zero_tiles + 1, sizeof *zero_tile, "tiles of walls", &zero_tile));
  fill(w, start, wall, zero_tile);
  add_empty(w->flow, out, wall, zero_tile);
  return put(ctx, w->flow, wall, zero_tile, out);
}

enum sm_status sm_flow_walls_make(struct sm_context *ctx, struct sm_flow *flow) {
  const struct sm_flow_layout *s = &flow->layout;
  const bool fills = sm_device_has_data(flow->device);
  SM_SCOPED int32_t *copy = NULL;
  const int32_t *word = fills ? flow->faces : NULL;
  if (fills && !sm_device_is_host(flow->device)) {
    SM_TRY(sm_alloc(ctx, s->size, sizeof *copy, "walls", &copy));
    SM_TRY(sm_device_download(ctx, flow->device, copy, flow->faces - s->origin,
                              s->size * sizeof *copy));
    word = copy + s->origin;
  }
  for (int d = 0; d < 3; d++) {
    const struct walls w = {flow, word, sm_flow_faces(flow, d), d};
    if (s->n[d] > 1) SM_TRY(make_lists(ctx, &w, &flow->tiles[d]));
  }
  return SM_OK;
}

void sm_flow_walls_apply(const struct sm_flow *flow, int d, int now, int to, double share) {
  const struct sm_backend *be = flow->device->backend;
  const struct sm_flow_tiles *tiles = &flow->tiles[d];
  void (*const change[3])(struct sm_device *, const struct sm_box *,
                          const struct sm_flow_walls *) = {be->flow_walls_x, be->flow_walls_y,
                                                           be->flow_walls_z};
  if (tiles->walls > 0) {
    struct sm_flow_walls args = {.m = flow->metric,
                                 .to = flow->u[to][d],
                                 .eddy = flow->eddy,
                                 .drag = flow->drag,
                                 .tile = tiles->wall,
                                 .clock = flow->clock,
                                 .share = share,
                                 .viscosity = flow->c->viscosity};
    for (int e = 0; e < 3; e++) args.u[e] = flow->u[now][e];
    const struct sm_box box = sm_wall_box(tiles->walls);
    change[d](flow->device, &box, &args);
  }
  if (tiles->zero_tiles > 0) {
    const struct sm_flow_zero_walls args = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                            .to = flow->u[to][d],
                                            .tile = tiles->zero_tile};
    const struct sm_box box = sm_wall_box(tiles->zero_tiles);
    be->flow_zero_walls(flow->device, &box, &args);
  }
}
