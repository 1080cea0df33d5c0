/* Cut cells: open area fractions of faces and fluid volume
 * fractions at walls, roofs and slopes. */
#include "domain/surface/buildings/buildings.h"

#include "base/list.h"
#include <math.h>
#include <omp.h>
#include <string.h>

/* Tally of solid sample points in the layers of a face, or at the z-faces of a column. */
struct counts {
  int *step;   /* [layers + 1] change of the number of solid points at the bottom of a layer */
  float *part; /* [layers + 1] correction for points that are solid in part of a layer */
};

/* Work arrays of one thread for a row of columns. */
struct strip {
  struct sm_sample_line area[SM_CUT_FINE]; /* lines at the midpoints of the parts of a row */
  struct sm_sample_line west[SM_CUT_FINE]; /* the same lines, sampled at the x-faces */
  struct sm_sample_line side[2];           /* along the south and north y-faces */
  float *ground;                           /* [nx] */
  float *pile;                             /* bottoms and tops of the lifted buildings at a point */
  struct counts counts;
  float *open[6]; /* [layers + 1] open fractions of the faces of a column */
  float *volume;  /* [layers + 1] fluid volume fractions; set in the second pass */
};

struct cutter {
  struct sm_domain *domain;
  uint8_t *is_cut; /* per column; set in the first pass */
  int samples;     /* sample points per cell along x and y */
  float sliver;    /* minimum open or closed fraction of a face */
  int layers;      /* all layers above are air */
  int most;        /* maximum number of lifted buildings on a line */
  struct sm_sample_points area, face;
  struct sm_footprint_scan rows;  /* `samples` lines per row */
  struct sm_footprint_scan sides; /* two lines per y-face, just south and just north of it */
  int64_t *next;           /* by layer and row: number of cut cells, then index of the next one */
  struct sm_cut_cell *cut; /* NULL in the counting pass */
};

/* Counts points that are solid between two heights. */
typedef void count_function(const struct cutter *cutter, double low, double high, int points,
                            const struct counts *counts);

static enum sm_status scan_lines(struct sm_context *ctx, struct cutter *cutter) {
  const struct sm_domain *domain = cutter->domain;
  const struct sm_axis *y = &domain->grid.axis[1];
  const int samples = cutter->samples;
  const size_t count = (size_t)y->n * (size_t)samples,
               room = count > 2 * (size_t)y->n + 2 ? count : 4 * (size_t)samples;
  SM_SCOPED double *line = NULL;
  SM_TRY(sm_alloc(ctx, room, sizeof *line, "lines of the faces", &line));
  for (int q = 0; q < y->n * samples; q++)
    line[q] = y->face[q / samples] + (q % samples + 0.5) / samples * y->width[q / samples];
  enum sm_status status =
      sm_footprint_scan_create(ctx, &domain->footprints, line, y->n * samples, &cutter->rows);
  const double beside = 1e-6 * y->width[0];
  for (int q = 0; q < 2 * (y->n + 1); q++)
    line[q] = y->face[q / 2] + (q % 2 == 0 ? -beside : beside);
  if (status == SM_OK)
    status =
        sm_footprint_scan_create(ctx, &domain->footprints, line, 2 * (y->n + 1), &cutter->sides);
  return status;
}

static int most_intervals(const struct sm_footprint_scan *scan, int lines) {
  size_t most = 0;
  for (int l = 0; l < scan->line_count; l += lines) {
    const size_t count = scan->start[l + lines] - scan->start[l];
    most = count > most ? count : most;
  }
  return (int)most;
}

static enum sm_status create_line(struct sm_context *ctx, int points, int lifted,
                                  struct sm_sample_line *line) {
  SM_TRY(
      sm_alloc(ctx, (size_t)points, sizeof *line->height, "heights of the faces", &line->height));
  return sm_alloc(ctx, (size_t)lifted, sizeof *line->lifted, "buildings of a row", &line->lifted);
}

static enum sm_status create_strip(struct sm_context *ctx, const struct cutter *cutter,
                                   struct strip *strip) {
  for (int s = 0; s < cutter->samples; s++) {
    SM_TRY(create_line(ctx, cutter->area.count, cutter->most, &strip->area[s]));
    SM_TRY(create_line(ctx, cutter->face.count, cutter->most, &strip->west[s]));
  }
  for (int s = 0; s < 2; s++)
    SM_TRY(create_line(ctx, cutter->area.count, cutter->most, &strip->side[s]));
  const size_t layers = (size_t)cutter->layers + 1;
  SM_TRY(sm_alloc(ctx, (size_t)cutter->domain->grid.axis[0].n, sizeof *strip->ground,
                  "heights of a row", &strip->ground));
  SM_TRY(sm_alloc(ctx, 2 * (size_t)cutter->most, sizeof *strip->pile, "buildings of a row",
                  &strip->pile));
  SM_TRY(
      sm_alloc(ctx, layers, sizeof *strip->counts.step, "layers of a face", &strip->counts.step));
  SM_TRY(
      sm_alloc(ctx, layers, sizeof *strip->counts.part, "layers of a face", &strip->counts.part));
  for (int f = 0; f < 6; f++)
    SM_TRY(sm_alloc(ctx, layers, sizeof *strip->open[f], "faces of a column", &strip->open[f]));
  SM_TRY(sm_alloc(ctx, layers, sizeof *strip->volume, "cells of a column", &strip->volume));
  return SM_OK;
}

static void free_strip(struct strip *strip) {
  for (int s = 0; s < SM_CUT_FINE; s++) {
    SM_FREE_ALL(strip->area[s].height, strip->area[s].lifted, strip->west[s].height,
                strip->west[s].lifted);
  }
  for (int s = 0; s < 2; s++) {
    SM_FREE_ALL(strip->side[s].height, strip->side[s].lifted);
  }
  SM_FREE_ALL(strip->ground, strip->pile, strip->counts.step, strip->counts.part);
  for (int f = 0; f < 6; f++) sm_free(strip->open[f]);
  sm_free(strip->volume);
}

/* Samples ground and buildings along the lines of row j. */
static void sample_row(const struct cutter *cutter, int j, struct strip *strip) {
  const struct sm_domain *domain = cutter->domain;
  const struct sm_axis *y = &domain->grid.axis[1];
  const int samples = cutter->samples;
  for (int s = 0; s < samples; s++) {
    const double at = y->face[j] + (s + 0.5) / samples * y->width[j];
    const int l = j * samples + s;
    sm_sample_fill(domain, &cutter->area, at, &cutter->rows, l, l + 1, strip->ground,
                   &strip->area[s]);
    sm_sample_fill(domain, &cutter->face, at, &cutter->rows, l, l + 1, strip->ground,
                   &strip->west[s]);
  }
  for (int s = 0; s < 2; s++)
    sm_sample_fill(domain, &cutter->area, y->face[j + s], &cutter->sides, 2 * (j + s),
                   2 * (j + s) + 2, strip->ground, &strip->side[s]);
}

/* Layer that contains z >= 0: face[k] <= z < face[k + 1], at most `layers`. Layers below the
 * highest solid are usually uniform, so the first guess is exact or close. */
static int layer_of(const struct cutter *cutter, double z) {
  const struct sm_axis *axis = &cutter->domain->grid.axis[2];
  const double guess = z / axis->width[0];
  int k = guess < cutter->layers ? (int)guess : cutter->layers;
  while (k > 0 && axis->face[k] > z) k--;
  while (k < cutter->layers && axis->face[k + 1] <= z) k++;
  return k;
}

/* Counts `points` solid points from `low` (negative: from the bottom) to `high` by layers, for
 * lateral faces and volumes. */
static void count_layers(const struct cutter *cutter, double low, double high, int points,
                         const struct counts *counts) {
  const struct sm_axis *z = &cutter->domain->grid.axis[2];
  const int first = low > 0 ? layer_of(cutter, low) : 0, last = layer_of(cutter, high);
  const double below = fmax(low, 0) - z->face[first]; /* open height in the first layer */
  const double above = high - z->face[last];          /* solid height in the last layer */
  if (first < cutter->layers) counts->part[first] -= (float)(points * below / z->width[first]);
  if (last < cutter->layers) counts->part[last] += (float)(points * above / z->width[last]);
  counts->step[first] += points;
  counts->step[last] -= points;
}

/* Counts solid points at the z-faces (bottoms of the layers). A surface in a face closes it. */
static void count_faces(const struct cutter *cutter, double low, double high, int points,
                        const struct counts *counts) {
  const double slack = 1e-4 * cutter->domain->grid.axis[2].width[0]; /* heights are float */
  const int first = low > slack ? layer_of(cutter, low - slack) + 1 : 0;
  const int end = layer_of(cutter, high + slack) + 1;
  if (first >= end) return;
  counts->step[first] += points;
  if (end <= cutter->layers) counts->step[end] -= points;
}

/* Counts one point of a line: the union of the solid below its height and lifted buildings. */
static void count_point(const struct cutter *cutter, const struct sm_sample_line *line, int point,
                        int points, count_function *add, struct strip *strip) {
  float *bottom = strip->pile, *top = strip->pile + cutter->most;
  int count = 0;
  for (int l = 0; l < line->lifted_count; l++) {
    const struct sm_sample_lifted *lifted = &line->lifted[l];
    if (point < lifted->begin || point >= lifted->end) continue;
    int at = count++;
    for (; at > 0 && bottom[at - 1] > lifted->bottom; at--) {
      bottom[at] = bottom[at - 1];
      top[at] = top[at - 1];
    }
    bottom[at] = lifted->bottom;
    top[at] = lifted->top;
  }
  double low = -1, high = (double)line->height[point];
  for (int l = 0; l < count; l++) {
    if ((double)bottom[l] > high) {
      add(cutter, low, high, points, &strip->counts);
      low = (double)bottom[l];
    }
    high = fmax(high, (double)top[l]);
  }
  add(cutter, low, high, points, &strip->counts);
}

/* Counts `points` points from `first` on for each line; a single count where all are equal. */
static void count_points(const struct cutter *cutter, const struct sm_sample_line *line, int lines,
                         int first, int points, count_function *count, struct strip *strip) {
  const float height = line->height[first];
  bool alike = true;
  for (int l = 0; l < lines && alike; l++) {
    alike = line[l].lifted_count == 0;
    for (int s = first; s < first + points; s++) alike &= line[l].height[s] == height;
  }
  if (alike) {
    count_point(cutter, line, first, lines * points, count, strip);
    return;
  }
  for (int l = 0; l < lines; l++)
    for (int s = first; s < first + points; s++) count_point(cutter, &line[l], s, 1, count, strip);
}

/* Converts the counts of `points` points to open fractions, removes slivers and clears the counts.
 */
static void finish(const struct cutter *cutter, int points, const struct counts *counts,
                   float *open) {
  int whole = 0;
  for (int k = 0; k <= cutter->layers; k++) {
    whole += counts->step[k];
    const float share = 1 - ((float)whole + counts->part[k]) / (float)points;
    open[k] = share < cutter->sliver ? 0 : share > 1 - cutter->sliver ? 1 : share;
  }
  memset(counts->step, 0, ((size_t)cutter->layers + 1) * sizeof *counts->step);
  memset(counts->part, 0, ((size_t)cutter->layers + 1) * sizeof *counts->part);
}

/* Open fractions of x-face i. */
static void open_west(const struct cutter *cutter, int i, struct strip *strip, float *open) {
  count_points(cutter, strip->west, cutter->samples, i, 1, count_layers, strip);
  finish(cutter, cutter->samples, &strip->counts, open);
}

/* Open fractions of the other faces of column i: south, north, and the z-faces at the bottoms of
 * the layers; in the second pass also the fluid volumes. */
static void open_column(const struct cutter *cutter, int i, struct strip *strip) {
  const int samples = cutter->samples;
  for (int side = 0; side < 2; side++) {
    count_points(cutter, &strip->side[side], 1, i * samples, samples, count_layers, strip);
    finish(cutter, samples, &strip->counts, strip->open[2 + side]);
  }
  count_points(cutter, strip->area, samples, i * samples, samples, count_faces, strip);
  finish(cutter, samples * samples, &strip->counts, strip->open[4]);
  strip->open[4][0] = 0; /* bottom of the domain */
  if (cutter->cut == NULL) return;
  count_points(cutter, strip->area, samples, i * samples, samples, count_layers, strip);
  finish(cutter, samples * samples, &strip->counts, strip->volume);
}

/* Type of a solid cell: building where a roof stands above the ground, else terrain. */
static enum sm_cell_type solid_type(const struct cutter *cutter, const struct strip *strip, int i,
                                    int j, int k) {
  const struct sm_domain *domain = cutter->domain;
  const int64_t nx = domain->grid.axis[0].n;
  const float ground = domain->terrain[i + nx * j];
  if ((float)domain->grid.axis[2].centre[k] < ground) return SM_CELL_TERRAIN;
  const int samples = cutter->samples, middle = i * samples + samples / 2;
  const bool built =
      domain->building[i + nx * j] > 0 || strip->area[samples / 2].height[middle] > ground;
  return built ? SM_CELL_BUILDING : SM_CELL_TERRAIN;
}

/* Writes the bytes of column i of row j, and counts or writes its cut cells. */
static void write_column(const struct cutter *cutter, const struct strip *strip, int i, int j) {
  struct sm_domain *domain = cutter->domain;
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  for (int k = 0; k < cutter->layers; k++) {
    const int64_t cell = i + nx * (j + ny * k);
    struct sm_cut_cell cut = {.cell = cell, .volume = strip->volume[k]};
    int open = 0;
    bool partly = false;
    for (int f = 0; f < 6; f++) {
      cut.fraction[f] = f < 5 ? strip->open[f][k] : strip->open[4][k + 1];
      open |= cut.fraction[f] > 0 ? 1 << f : 0;
      partly |= cut.fraction[f] > 0 && cut.fraction[f] < 1;
    }
    domain->cell[cell] = open != 0 ? (uint8_t)open : SM_SOLID(solid_type(cutter, strip, i, j, k));
    if (!partly) continue;
    cutter->is_cut[i + nx * j] = 1;
    int64_t *next = &cutter->next[j + ny * k];
    if (cutter->cut != NULL) cutter->cut[*next] = cut;
    (*next)++;
  }
}

/* Processes all columns; the second pass only columns with cut cells. */
static void cut_rows(const struct cutter *cutter, struct strip *strips) {
  const struct sm_domain *domain = cutter->domain;
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
#pragma omp parallel for schedule(dynamic, 4)
  for (int j = 0; j < ny; j++) {
    struct strip *strip = &strips[omp_get_thread_num()];
    const uint8_t *is_cut = cutter->is_cut + (size_t)nx * (size_t)j;
    if (cutter->cut != NULL && memchr(is_cut, 1, (size_t)nx) == NULL) continue;
    sample_row(cutter, j, strip);
    int east = -1; /* index of the x-face in open[1] */
    for (int i = 0; i < nx; i++) {
      if (cutter->cut != NULL && !is_cut[i]) continue;
      if (east != i) open_west(cutter, i, strip, strip->open[1]);
      float *west = strip->open[1];
      strip->open[1] = strip->open[0];
      strip->open[0] = west;
      east = i + 1;
      open_west(cutter, east, strip, strip->open[1]);
      open_column(cutter, i, strip);
      write_column(cutter, strip, i, j);
    }
  }
}

/* Opens the layers above all solids. */
static void open_above(const struct cutter *cutter) {
  const struct sm_domain *domain = cutter->domain;
  const size_t layer = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
#pragma omp parallel for schedule(static)
  for (int k = cutter->layers; k < domain->grid.axis[2].n; k++)
    memset(domain->cell + layer * (size_t)k, SM_OPEN_ALL, layer);
}

/* Counts the cut cells, allocates them, and writes them sorted by cell. */
static enum sm_status cut_all(struct sm_context *ctx, struct cutter *cutter, struct strip *strips) {
  struct sm_domain *domain = cutter->domain;
  const size_t rows = (size_t)cutter->layers * (size_t)domain->grid.axis[1].n;
  SM_TRY(sm_alloc(ctx, rows, sizeof *cutter->next, "counts of cut cells", &cutter->next));
  SM_TRY(sm_alloc(ctx, (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n, 1,
                  "flags of cut columns", &cutter->is_cut));
  cut_rows(cutter, strips);
  int64_t total = 0;
  for (size_t row = 0; row < rows; row++) {
    const int64_t count = cutter->next[row];
    cutter->next[row] = total;
    total += count;
  }
  SM_TRY(sm_alloc(ctx, (size_t)total, sizeof *domain->cut, "the cut cells", &domain->cut));
  domain->cut_count = total;
  cutter->cut = domain->cut;
  if (total > 0) cut_rows(cutter, strips);
  open_above(cutter);
  return SM_OK;
}

enum sm_status sm_cut_solids(struct sm_context *ctx, int samples, struct sm_domain *domain) {
  const struct sm_axis *z = &domain->grid.axis[2];
  const double highest = fmax(domain->highest_ground, domain->highest_roof);
  struct cutter cutter = {.domain = domain,
                          .samples = samples,
                          .sliver = samples > SM_CUT_SAMPLES ? SM_CUT_FINE_SLIVER : SM_CUT_SLIVER};
  const int below = sm_count_below(z->face, z->n, highest * (1 + 1e-6) + 1e-3 * z->width[0]);
  cutter.layers = below < 1 ? 1 : below;
  const int threads = omp_get_max_threads();
  struct strip *strips = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_sample_points_create(ctx, &domain->grid.axis[0], samples, &cutter.area));
  SM_TRY_DONE(sm_sample_points_create(ctx, &domain->grid.axis[0], 0, &cutter.face));
  SM_TRY_DONE(scan_lines(ctx, &cutter));
  const int rows = most_intervals(&cutter.rows, 1), sides = most_intervals(&cutter.sides, 2);
  cutter.most = rows > sides ? rows : sides;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)threads, sizeof *strips, "rows of cells", &strips));
  for (int t = 0; t < threads; t++) SM_TRY_DONE(create_strip(ctx, &cutter, &strips[t]));
  SM_TRY_DONE(cut_all(ctx, &cutter, strips));
done:
  for (int t = 0; strips != NULL && t < threads; t++) free_strip(&strips[t]);
  SM_FREE_ALL(strips, cutter.next, cutter.is_cut);
  sm_sample_points_free(&cutter.area);
  sm_sample_points_free(&cutter.face);
  sm_footprint_scan_free(&cutter.rows);
  sm_footprint_scan_free(&cutter.sides);
  return status;
}
