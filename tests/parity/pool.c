#include "pool.h"
#include "arguments.h"
#include <assert.h>
#include <string.h>

/* Marsaglia 2003, Journal of Statistical Software 8 (14). */
int random_count(void) {
  static uint32_t state = 2463534242;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (int)(state >> 1);
}

struct shape shape_of(const int n[3], bool pair, int bits) {
  struct shape s = {.n = {n[0], n[1], n[2]}, .pair = pair, .bits = bits};
  s.coarse[0] = pair ? (n[0] + 1) / 2 : n[0];
  s.coarse[1] = (n[1] + 1) / 2;
  s.coarse[2] = n[2] > 2 ? n[2] - 1 : n[2]; /* one pair of layers only */
  s.fine = sm_red_black_layout(s.n);
  s.half = sm_red_black_layout(s.coarse);
  s.periodic = sm_red_black_layout_periodic(s.n, (const int[3]){1, 1, 1});
  s.sy = n[0] + 5;
  s.sz = s.sy * (n[1] + 2);
  s.size = s.periodic.size + SM_POISSON_DENSE * SM_POISSON_DENSE + (size_t)(s.sz * (n[2] + 2));
  return s;
}

void *get_array(const struct array *array) {
  void *memory;
  memcpy(&memory, array->slot, sizeof memory);
  return memory;
}
void set_array(const struct array *array, void *memory) {
  memcpy(array->slot, &memory, sizeof memory);
}

static int list_particles(struct particles *f, const struct shape *s, struct array *out) {
  const size_t cells = cells_of(s), columns = (size_t)s->n[0] * (size_t)s->n[1];
  const size_t particles = PARTICLES + BATCH, sums = SPECIES * sizeof(int64_t);
  const struct array list[] = {
      {&f->particle, particles * sizeof *f->particle},
      {&f->particle_to, particles * sizeof *f->particle},
      {&f->particle_f64, particles * sizeof *f->particle_f64},
      {&f->particle_f64_to, particles * sizeof *f->particle_f64},
      {&f->tag, particles * sizeof *f->tag},
      {&f->tag_to, particles * sizeof *f->tag},
      {&f->turbulence, particles * sizeof *f->turbulence},
      {&f->turbulence_to, particles * sizeof *f->turbulence},
      {&f->daughters, particles * sizeof *f->daughters},
      {&f->daughters_to, particles * sizeof *f->daughters},
      {&f->chain, KINDS * sizeof *f->chain},
      {&f->kind, KINDS * sizeof *f->kind},
      {&f->kind_f64, KINDS * sizeof *f->kind_f64},
      {&f->rise, SOURCES * sizeof *f->rise},
      {&f->trajectory, TRAJECTORIES * sizeof *f->trajectory},
      {&f->receptor, RECEPTORS * sizeof *f->receptor},
      {&f->node, (cells + 4) * sizeof *f->node},
      {&f->eddy, (cells + 1) * sizeof *f->eddy},
      {&f->spline, 4 * LONGEST * sizeof *f->spline},
      {&f->spline_f64, 4 * LONGEST * sizeof *f->spline_f64},
      {&f->bin, (cells + 1) * sizeof *f->bin},
      {&f->rank, particles * sizeof *f->rank},
      {&f->bucket, particles * sizeof *f->bucket},
      {&f->order, particles * sizeof *f->order},
      {&f->grain, KINDS * sizeof *f->grain},
      {&f->coupled, KINDS * sizeof *f->coupled},
      {&f->layer, columns * sizeof *f->layer},
      {&f->layer_to, columns * sizeof *f->layer},
      {&f->layer_state, columns * sizeof *f->layer_state},
      {&f->layer_bottom, columns * sizeof *f->layer_bottom},
      {&f->budget, SM_BUDGET_TERMS * sums},
      {&f->deposit, 2 * columns * sums},
      {&f->sum, cells * sums},
      {&f->cross_section, cells * sizeof *f->cross_section},
      {&f->received, RECEPTORS * sums},
      {&f->first, (SOURCES + 1) * sizeof *f->first},
      {&f->impulse, 3 * impulses_of(s) * sizeof *f->impulse},
  };
  const int count = sizeof list / sizeof *list;
  memcpy(out, list, sizeof list);
  return count;
}

/* Elements of a field; lines of the metric lie in some of them. */
size_t field_size(const struct shape *s) { return sm_flow_layout_of(s->n).size + 7 * LONGEST; }

int64_t wall_tiles_of(const struct shape *s) {
  return (int64_t)((s->n[0] - 1) / SM_WALL_TILE + 1) * s->n[1] * s->n[2];
}

static int list_fields(struct fields *f, const struct shape *s, struct array *out) {
  const size_t size = field_size(s);
  int m = 0;
  for (int i = 0; i < FIELDS; i++) out[m++] = (struct array){&f->f[i], size * sizeof(float)};
  for (int i = 0; i < FIELDS; i++) out[m++] = (struct array){&f->d[i], size * sizeof(double)};
  out[m++] = (struct array){&f->faces, size * sizeof *f->faces};
  out[m++] = (struct array){&f->clock, sizeof *f->clock};
  out[m++] = (struct array){&f->point, POINTS * sizeof *f->point};
  const size_t tiles = (size_t)sm_wall_tiles(wall_tiles_of(s));
  out[m++] = (struct array){&f->wall, tiles * sizeof *f->wall};
  out[m++] = (struct array){&f->still, tiles * sizeof *f->still};
  return m;
}

void list_arrays(struct pool *p, const struct shape *s, struct array out[ARRAYS]) {
  int m = 0;
  for (int i = 0; i < FLOATS; i++) out[m++] = (struct array){&p->f[i], s->size * 4};
  for (int i = 0; i < DOUBLES; i++) out[m++] = (struct array){&p->d[i], s->size * 8};
  for (int i = 0; i < HALVES; i++) out[m++] = (struct array){&p->h[i], s->size * 2};
  out[m++] = (struct array){&p->open, s->size};
  out[m++] = (struct array){&p->surface, s->size};
  out[m++] = (struct array){&p->start, 768 * sizeof(int)};
  out[m++] = (struct array){&p->parent, 768 * sizeof(int)};
  out[m++] = (struct array){&p->place, SM_POISSON_DENSE * sizeof(int)};
  out[m++] = (struct array){&p->row, (s->size + 1) * sizeof(uint32_t)};
  out[m++] = (struct array){&p->link, DEGREE * s->size * sizeof(struct sm_csr_link)};
  out[m++] = (struct array){&p->part, s->size * sizeof(uint32_t)};
  out[m++] = (struct array){&p->order, s->size / 2 * sizeof(int32_t)};
  out[m++] = (struct array){&p->site, s->size * sizeof(struct sm_distance_parabola)};
  out[m++] = (struct array){&p->block, BLOCKS * sizeof(struct sm_urban_block)};
  out[m++] = (struct array){&p->reach, BLOCKS * sizeof(struct sm_block_extent)};
  out[m++] = (struct array){&p->drag, BLOCKS * sizeof(struct sm_drag_wake)};
  out[m++] = (struct array){&p->block_tile, (2 + BLOCKS) * sizeof(int)};
  out[m++] = (struct array){&p->block_top, sizeof(float)};
  out[m++] = (struct array){&p->line, 512 * sizeof(float)};
  out[m++] = (struct array){&p->zone, ZONES * sizeof(struct sm_plant_zone)};
  out[m++] = (struct array){&p->turbine, ZONES * sizeof(struct sm_turbine_zone)};
  out[m++] = (struct array){&p->tile, (MOST_TILES * (ZONES + 1) + 1) * sizeof(uint32_t)};
  out[m++] = (struct array){&p->cell, ZONES * sizeof(int64_t)};
  out[m++] = (struct array){&p->row_first, s->size * sizeof(int64_t)};
  out[m++] = (struct array){&p->listed, s->size * sizeof(int64_t)};
  out[m++] = (struct array){&p->listed_layer, s->size * sizeof(int32_t)};
  out[m++] = (struct array){&p->cut, CUTS * sizeof(struct sm_cut_face_cell)};
  m += list_particles(&p->particles, s, &out[m]);
  m += list_fields(&p->fields, s, &out[m]);
  out[m++] = (struct array){&p->scalars, NUMBERS * sizeof(double)};
  out[m++] = (struct array){&p->out, sizeof(double)};
  assert(m == ARRAYS);
}

void create_pool(struct pool *p, const struct shape *s) {
  struct array list[ARRAYS];
  list_arrays(p, s, list);
  for (int m = 0; m < ARRAYS; m++) set_array(&list[m], calloc(1, list[m].bytes));
}

void copy_pool(struct pool *to, struct pool *from, const struct shape *s) {
  struct array a[ARRAYS], b[ARRAYS];
  list_arrays(to, s, a);
  list_arrays(from, s, b);
  for (int m = 0; m < ARRAYS; m++) memcpy(get_array(&a[m]), get_array(&b[m]), a[m].bytes);
}

void free_pool(struct pool *p, const struct shape *s) {
  struct array list[ARRAYS];
  list_arrays(p, s, list);
  for (int m = 0; m < ARRAYS; m++) free(get_array(&list[m]));
}

static void fill_numbers(struct pool *p, const struct shape *s) {
  for (int i = 0; i < FLOATS; i++)
    for (size_t m = 0; m < s->size; m++)
      p->f[i][m] = (float)(i >= 4 && i <= 12 ? random_number() + 0.5001 : random_number());
  for (int i = 0; i < HALVES; i++)
    for (size_t m = 0; m < s->size; m++)
      p->h[i][m] = sm_half_from_float((float)(i < 4                      ? random_number()
                                              : random_count() % 40 == 0 ? random_number() + 0.5001
                                                                         : random_count() % 3 > 0));
  for (int i = 0; i < DOUBLES; i++)
    for (size_t m = 0; m < s->size; m++)
      p->d[i][m] = i >= 9 ? random_number() + 0.6 : random_number();
  for (int m = 0; m < CENTRES; m++) {
    p->d[11][m] = 0.7 * m;
    p->d[11][CENTRES + m] = 0.7 * m + 0.35;
  }
  for (size_t m = 0; m < s->size; m++) {
    p->open[m] = (uint8_t)(random_count() % 256);
    p->surface[m] = (uint8_t)(random_count() % 3);
  }
}

/* Which cells of the fine level the cells of the coarse level join. */
static void fill_levels(struct pool *p, const struct shape *s) {
  for (int d = 0; d < 3; d++) {
    int fine = 0;
    for (int c = 0; c <= s->coarse[d]; c++) {
      p->start[256 * d + c] = fine;
      const bool two = d == 0 ? s->pair && fine + 1 < s->n[0]
                              : s->n[d] - fine > s->coarse[d] - c && fine + 1 < s->n[d];
      for (int f = fine; d > 0 && f < fine + 1 + two && f < s->n[d]; f++)
        p->parent[256 * (d - 1) + f] = c;
      fine += c < s->coarse[d] ? 1 + two : 0;
    }
  }
  for (int m = 0; m < SM_POISSON_DENSE; m++) p->place[m] = m;
}

/* The unknowns of the first half have no links among themselves. */
static void fill_graph(struct pool *p, const struct shape *s) {
  const size_t half = s->size / 2;
  for (size_t m = 0; m <= s->size; m++) p->row[m] = (uint32_t)(DEGREE * m);
  for (size_t m = 0; m < DEGREE * s->size; m++) {
    const size_t other = (size_t)random_count() % half + (m / DEGREE < half ? half : 0);
    p->link[m] = (struct sm_csr_link){(int32_t)other, (float)(random_number() + 0.5001)};
  }
  for (size_t m = 0; m < s->size; m++) p->part[m] = (uint32_t)(s->size - 1 - m);
  for (size_t m = 0; m < half; m++) p->order[m] = (int32_t)(2 * m);
}

/* Arrays split by colour hold 0 in their padding (cell/poisson/red_black.h). */
static void clear_padding(struct pool *p, const struct shape *s) {
  bool *cell = calloc(s->size, sizeof *cell);
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++)
        cell[s->fine.origin + sm_red_black_index(&s->fine, i, j, k)] = true;
  for (size_t m = 0; m < s->size; m++) {
    if (cell[m]) continue;
    for (int i = 0; i < 4; i++) p->h[i][m] = 0;
    for (int i = 0; i < 3; i++) p->f[i][m] = 0;
    for (int i = 0; i < 2; i++) p->d[i][m] = 0;
    p->open[m] &= SM_GHOST | SM_GHOST_X;
  }
  free(cell);
}

/* 32 bits of which about a third are set. */
static uint32_t some_bits(void) {
  uint32_t bits = 0;
  for (int b = 0; b < 32; b++) bits |= (uint32_t)(random_count() % 3 == 0) << b;
  return bits;
}

/* All tiles of the rows, in which cells of the row alone are wanted. */
static void fill_tiles(struct fields *f, const struct shape *s) {
  const int per_row = (s->n[0] - 1) / SM_WALL_TILE + 1;
  const int64_t count = wall_tiles_of(s);
  for (int64_t t = 0; t < count; t++) {
    const int i = (int)(t % per_row) * SM_WALL_TILE, row = (int)(t / per_row);
    const int j = row % s->n[1], k = row / s->n[1], left = s->n[0] - i;
    const uint32_t in = left < SM_WALL_TILE ? (1u << left) - 1 : (1u << SM_WALL_TILE) - 1;
    f->still[t] = (struct sm_zero_tile){i, j, k, some_bits() & in};
    f->wall[t] = (struct sm_wall_tile){.i = i, .j = j, .k = k};
    for (int e = 0; e < 4; e++) {
      f->wall[t].wall[e] = some_bits() & (in | in << SM_WALL_TILE);
      f->wall[t].smooth[e] = f->wall[t].wall[e] & some_bits();
    }
  }
  for (int64_t t = count; t < sm_wall_tiles(count); t++) { /* those that are empty lie beyond */
    f->still[t] = (struct sm_zero_tile){.k = s->n[2] > 1 ? -2 : 0};
    f->wall[t] = (struct sm_wall_tile){.k = s->n[2] > 1 ? -2 : 0};
  }
}

static void fill_fields(struct fields *f, const struct shape *s) {
  const size_t size = field_size(s);
  for (int i = 0; i < FIELDS; i++)
    for (size_t m = 0; m < size; m++) {
      f->d[i][m] = random_number() + (i < POSITIVE ? 0.6 : i < LARGE ? 0 : 50);
      f->f[i][m] = (float)f->d[i][m];
    }
  for (size_t m = 0; m < size; m++)
    f->faces[m] =
        (int32_t)(random_count() % 3 ? 0 : random_count() % (1 << SM_FACES_COMPRESSIBLE_BITS));
  fill_tiles(f, s);
  *f->clock = (struct sm_flow_clock){.rate = 3, .time = 0.2, .step = 0.1, .last_step = 0.1};
  for (int p = 0; p < POINTS; p++) {
    f->point[p].at = p;
    for (int c = 0; c < SM_FLOW_CORNERS; c++) f->point[p].weight[c] = random_number();
  }
}

size_t impulses_of(const struct shape *s) {
  return (size_t)(s->n[0] + 1) * (size_t)(s->n[1] + 1) * (size_t)(s->n[2] + 1);
}

void fill_pool(struct pool *p, const struct shape *s) {
  fill_blocks(p, s);
  fill_numbers(p, s);
  fill_levels(p, s);
  fill_graph(p, s);
  for (int m = 0; m < NUMBERS; m++) p->scalars[m] = random_number() + 1;
  clear_padding(p, s);
  fill_fields(&p->fields, s);
  for (int z = 0; z < ZONES; z++) p->cell[z] = z;
  for (size_t m = 0; m < 3 * impulses_of(s); m++)
    p->particles.impulse[m] = random_count() - (int64_t)1000000000;
  for (int row = 0; row < s->n[1] * s->n[2]; row++) p->row_first[row] = (int64_t)row * s->n[0];
}
