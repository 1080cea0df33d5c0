/* Face flags of the cells of a flow (cell/momentum/fields.h). */
#include "physics/flow/walls/walls.h"

enum { REACH_ALL = 0x3f }; /* three cells along each axis */

bool sm_flow_is_solid(const struct sm_flow *flow, const int at[3]) {
  return (sm_domain_cell_bits(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) == 0;
}

/* Faces on solids and on wall sides; all: also those of no-slip sides, which need no wall
 * function. */
static uint8_t walls_of(const struct sm_flow *flow, const int at[3], bool all) {
  const int *n = flow->layout.n;
  if (sm_flow_is_solid(flow, at)) return SM_OPEN_ALL;
  unsigned walls = ~sm_domain_cell_bits(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL;
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2, high = side % 2;
    if (at[d] != (high ? n[d] - 1 : 0)) continue;
    int other[3] = {at[0], at[1], at[2]};
    other[d] = high ? 0 : n[d] - 1;
    bool wall = n[d] > 1 && flow->sides.kind[side] == SM_BOUNDARY_WALL &&
                (all || flow->c->boundary[side].law != SM_WALL_NO_SLIP);
    wall |= flow->sides.periodic[d] && sm_flow_is_solid(flow, other);
    walls = wall ? walls | 1u << side : walls & ~(1u << side);
  }
  return (uint8_t)walls;
}
uint8_t sm_flow_wall_faces(const struct sm_flow *flow, const int at[3]) {
  return walls_of(flow, at, false);
}
uint8_t sm_flow_no_flux_faces(const struct sm_flow *flow, const int at[3]) {
  return walls_of(flow, at, true);
}

/* Smooth walls of solids. */
static uint8_t smooth_of_walls(const struct sm_flow *flow) {
  return flow->c->walls == SM_WALL_SMOOTH ? SM_OPEN_ALL : 0;
}

/* Smooth walls among the faces of a cell. */
static uint8_t smooth_faces(const struct sm_flow *flow, const int at[3]) {
  const int *n = flow->layout.n;
  unsigned smooth = smooth_of_walls(flow);
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2;
    if (at[d] != (side % 2 ? n[d] - 1 : 0) || flow->sides.kind[side] != SM_BOUNDARY_WALL) continue;
    smooth &= ~(1u << side);
    if (flow->c->boundary[side].law == SM_WALL_SMOOTH) smooth |= 1u << side;
  }
  return (uint8_t)smooth;
}

/* Whether a cell is fluid, or a ghost that counts as fluid. */
static bool is_air(const struct sm_flow *flow, const int at[3]) {
  int in[3];
  for (int d = 0; d < 3; d++) {
    const int n = flow->layout.n[d];
    const int side = 2 * d + (at[d] >= n);
    in[d] = at[d];
    if (at[d] >= 0 && at[d] < n) continue;
    if (flow->sides.periodic[d]) {
      in[d] = (at[d] + n) % n;
    } else {
      if (flow->sides.kind[side] == SM_BOUNDARY_WALL && n > 1) return false;
      in[d] = at[d] < 0 ? 0 : n - 1;
    }
  }
  return (sm_domain_cell_bits(flow->domain, in[0], in[1], in[2]) & SM_OPEN_ALL) != 0;
}

/* Whether the face between a cell and the previous one along axis d is open. */
static bool passes(const struct sm_flow *flow, int d, const int at[3]) {
  int before[3] = {at[0], at[1], at[2]}, in[3];
  before[d]--;
  if (!is_air(flow, at) || !is_air(flow, before)) return false;
  for (int e = 0; e < 3; e++) {
    const int n = flow->layout.n[e];
    in[e] = flow->sides.periodic[e] ? (at[e] + n) % n : at[e] < 0 ? 0 : at[e] >= n ? n - 1 : at[e];
  }
  if (at[d] <= 0 || at[d] >= flow->layout.n[d]) return true;
  return sm_domain_face_is_open(flow->domain, d, in[0], in[1], in[2]);
}

/* Number of cells on both sides of the low faces of a cell that a scheme may read
 * (cell/momentum/fields.h). */
static uint8_t reach_at(const struct sm_flow *flow, const int cell[3]) {
  unsigned reach = 0;
  for (int d = 0; d < 3; d++) {
    int cells = 0;
    bool open = true;
    while (cells < 3 && open) {
      for (int side = 0; side < 2 && open; side++) {
        int at[3] = {cell[0], cell[1], cell[2]};
        at[d] += side ? cells : -cells;
        open = passes(flow, d, at);
      }
      if (open) cells++;
    }
    reach |= (cells >= 2 ? 1u : 0u) << 2 * d | (cells >= 3 ? 1u : 0u) << (2 * d + 1);
  }
  return (uint8_t)reach;
}

int32_t sm_flow_faces_at(const struct sm_flow *flow, const int at[3]) {
  return sm_flow_wall_faces(flow, at) << SM_FACES_CLOSED |
         smooth_faces(flow, at) << SM_FACES_SMOOTH |
         sm_flow_no_flux_faces(flow, at) << SM_FACES_NO_FLUX;
}

/* Whether a cell and those around it that its flags depend on are open, and none is at a side. */
static bool is_open_around(const struct sm_flow *flow, const int cell[3]) {
  enum { LOW = -3, HIGH = 2 };
  const int *n = flow->layout.n;
  const int64_t step[3] = {1, n[0], (int64_t)n[0] * n[1]};
  for (int d = 0; d < 3; d++)
    if (cell[d] + LOW < 0 || cell[d] + HIGH >= n[d]) return false;
  const uint8_t *bits = flow->domain->cell + cell[0] + step[1] * cell[1] + step[2] * cell[2];
  unsigned open = SM_OPEN_ALL;
  for (int d = 0; d < 3; d++)
    for (int at = LOW; at <= HIGH; at++) open &= bits[at * step[d]];
  return open == SM_OPEN_ALL;
}

/* Face flags of a cell: beyond periodic sides those of the image; beyond others only the reach. */
static int32_t with_reach(const void *self, const int cell[3]) {
  const struct sm_flow *flow = self;
  if (is_open_around(flow, cell))
    return REACH_ALL << SM_FACES_REACH | smooth_of_walls(flow) << SM_FACES_SMOOTH;
  const int32_t reach = reach_at(flow, cell) << SM_FACES_REACH;
  int at[3];
  for (int d = 0; d < 3; d++) {
    const int n = flow->layout.n[d];
    if ((cell[d] < 0 || cell[d] >= n) && !flow->sides.periodic[d]) return reach;
    at[d] = (cell[d] + n) % n;
  }
  return reach | sm_flow_faces_at(flow, at);
}

enum sm_status sm_flow_faces_put(struct sm_context *ctx, const struct sm_flow *flow, int beyond,
                                 int32_t (*word)(const void *self, const int at[3]),
                                 const void *self) {
  const struct sm_flow_layout *s = &flow->layout;
  SM_SCOPED int32_t *host = NULL;
  int low[3], high[3];
  if (!sm_device_has_data(flow->device)) return SM_OK;
  SM_TRY(sm_alloc(ctx, s->size, sizeof *host, "walls", &host));
  for (int d = 0; d < 3; d++) {
    low[d] = s->n[d] > 1 ? -beyond : 0;
    high[d] = s->n[d] > 1 ? s->n[d] + beyond : 1;
  }
#pragma omp parallel for schedule(dynamic) /* layers among buildings take longer */
  for (int k = low[2]; k < high[2]; k++)
    for (int j = low[1]; j < high[1]; j++)
      for (int i = low[0]; i < high[0]; i++)
        host[s->origin + i + j * s->step[1] + k * s->step[2]] = word(self, (const int[3]){i, j, k});
  return sm_device_upload(ctx, flow->device, flow->faces - s->origin, host, s->size * sizeof *host);
}

enum sm_status sm_flow_faces_make(struct sm_context *ctx, struct sm_flow *flow) {
  int32_t *memory = NULL;
  SM_TRY(sm_flow_put(ctx, flow, NULL, flow->layout.size, sizeof *memory, "walls", &memory));
  flow->faces = memory + flow->layout.origin;
  return flow->winds > 0 ? sm_flow_faces_put(ctx, flow, 1, with_reach, flow) : SM_OK;
}
