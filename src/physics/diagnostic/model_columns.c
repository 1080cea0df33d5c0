/* Weather model columns around the domain: bilinear interpolation between the four columns around a
 * point. */
#include "physics/diagnostic/objective_analysis.h"

#include "base/list.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* Quadrangle of four neighbouring columns: origin + s east + t north + s t skew, 0 <= s, t <= 1.
 * For a single row or column the missing side is taken at a right angle. */
struct quadrangle {
  double origin[2], east[2], north[2], skew[2];
};

static const struct sm_station *column_at(const struct sm_model_columns *p, int i, int j) {
  return &p->station[(size_t)j * (size_t)p->n[0] + (size_t)i];
}

static void subtract(const struct sm_station *a, const struct sm_station *b, double out[2]) {
  out[0] = a->x - b->x;
  out[1] = a->y - b->y;
}

static struct quadrangle quadrangle_of(const struct sm_model_columns *p, int i, int j) {
  const struct sm_station *origin = column_at(p, i, j);
  struct quadrangle q = {.origin = {origin->x, origin->y}};
  if (p->n[0] > 1) subtract(column_at(p, i + 1, j), origin, q.east);
  if (p->n[1] > 1) subtract(column_at(p, i, j + 1), origin, q.north);
  if (p->n[1] == 1) {
    q.north[0] = -q.east[1];
    q.north[1] = q.east[0];
  } else if (p->n[0] == 1) {
    q.east[0] = q.north[1];
    q.east[1] = -q.north[0];
  } else {
    subtract(column_at(p, i + 1, j + 1), origin, q.skew);
    for (int d = 0; d < 2; d++) q.skew[d] -= q.east[d] + q.north[d];
  }
  return q;
}

/* s and t of a point, by Newton's method; grids of weather models are nearly parallelograms. */
static void inverse_bilinear(const struct quadrangle *q, double x, double y, double st[2]) {
  st[0] = st[1] = 0.5;
  for (int n = 0; n < 20; n++) {
    const double s = st[0], t = st[1];
    const double rest[2] = {
        x - q->origin[0] - s * q->east[0] - t * q->north[0] - s * t * q->skew[0],
        y - q->origin[1] - s * q->east[1] - t * q->north[1] - s * t * q->skew[1]};
    const double by_s[2] = {q->east[0] + t * q->skew[0], q->east[1] + t * q->skew[1]};
    const double by_t[2] = {q->north[0] + s * q->skew[0], q->north[1] + s * q->skew[1]};
    const double area = by_s[0] * by_t[1] - by_s[1] * by_t[0];
    if (!(fabs(area) > 0)) return;
    const double ds = (rest[0] * by_t[1] - rest[1] * by_t[0]) / area;
    const double dt = (by_s[0] * rest[1] - by_s[1] * rest[0]) / area;
    st[0] = fmin(fmax(s + ds, -10), 10);
    st[1] = fmin(fmax(t + dt, -10), 10);
    if (fabs(ds) + fabs(dt) < 1e-13) return;
  }
}

static int clamp_index(int i, int most) { return i < 0 ? 0 : i > most ? (most < 0 ? 0 : most) : i; }

/* Walks from quadrangle to quadrangle towards the point. */
void sm_model_columns_find(const struct sm_model_columns *places, double x, double y,
                           double at[2]) {
  const int *n = places->n;
  int cell[2];
  for (int d = 0; d < 2; d++) cell[d] = clamp_index((int)at[d], n[d] - 2);
  for (int step = 0; step < n[0] + n[1] + 4; step++) {
    const struct quadrangle q = quadrangle_of(places, cell[0], cell[1]);
    double st[2];
    bool there = true;
    inverse_bilinear(&q, x, y, st);
    for (int d = 0; d < 2; d++) {
      const int next = clamp_index(cell[d] + (st[d] > 1) - (st[d] < 0), n[d] - 2);
      at[d] = fmin(fmax(cell[d] + st[d], 0), n[d] - 1);
      there &= next == cell[d];
      cell[d] = next;
    }
    if (there) return;
  }
}

static double hat_function(double x) { return fmax(0, 1 - fabs(x)); }

double sm_model_columns_weight(const double at[2], int i, int j) {
  return hat_function(at[0] - i) * hat_function(at[1] - j);
}

static double spacing_of(const struct sm_model_columns *p) {
  double sum = 0;
  int count = 0;
  for (int j = 0; j < p->n[1]; j++)
    for (int i = 0; i < p->n[0]; i++) {
      double gap[2];
      if (i + 1 < p->n[0]) {
        subtract(column_at(p, i + 1, j), column_at(p, i, j), gap);
        sum += hypot(gap[0], gap[1]);
        count++;
      }
      if (j + 1 < p->n[1]) {
        subtract(column_at(p, i, j + 1), column_at(p, i, j), gap);
        sum += hypot(gap[0], gap[1]);
        count++;
      }
    }
  return sum / count;
}

/* Extends the boxes of the model columns with a weight in a padded column so that they contain
 * it. */
static void extend_box(struct sm_model_columns *p, const double at[2], int i, int j) {
  for (int b = (int)at[1]; b <= (int)at[1] + 1 && b < p->n[1]; b++)
    for (int a = (int)at[0]; a <= (int)at[0] + 1 && a < p->n[0]; a++) {
      struct sm_column_box *box = &p->box[(size_t)b * (size_t)p->n[0] + (size_t)a];
      const int here[2] = {i, j};
      for (int d = 0; d < 2; d++) {
        box->lo[d] = here[d] < box->lo[d] ? here[d] : box->lo[d];
        box->hi[d] = here[d] + 1 > box->hi[d] ? here[d] + 1 : box->hi[d];
      }
    }
}

static double centre_of(const struct sm_axis *axis, int padded) {
  return axis->centre[clamp_index(padded - 1, axis->n - 1)];
}

static void find_columns(struct sm_model_columns *p, const struct sm_grid *grid) {
  const size_t count = (size_t)p->n[0] * (size_t)p->n[1];
  const int rows = grid->axis[1].n + 2;
  double first[2] = {0, 0};
  for (size_t m = 0; m < count; m++) p->box[m] = (struct sm_column_box){{INT_MAX, INT_MAX}, {0, 0}};
  for (int j = 0; j < rows; j++) {
    const double y = centre_of(&grid->axis[1], j);
    double at[2] = {first[0], first[1]};
    for (int i = 0; i < p->row; i++) {
      sm_model_columns_find(p, centre_of(&grid->axis[0], i), y, at);
      if (i == 0) memcpy(first, at, sizeof first);
      for (int d = 0; d < 2; d++) p->at[d][(size_t)j * (size_t)p->row + (size_t)i] = (float)at[d];
      extend_box(p, at, i, j);
    }
  }
}

enum sm_status sm_model_columns_create(struct sm_context *ctx, const struct sm_domain *domain,
                                       struct sm_model_columns **out) {
  const struct sm_weather *w = &domain->weather;
  const size_t count = (size_t)w->grid[0] * (size_t)w->grid[1];
  const size_t row = (size_t)domain->grid.axis[0].n + 3;
  const size_t columns = row * ((size_t)domain->grid.axis[1].n + 2);
  struct sm_model_columns *p = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  if (count < 2) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof *p, "the places of the weather", &p));
  p->first = w->station_count - (int)count;
  p->station = w->station + p->first;
  for (int d = 0; d < 2; d++) p->n[d] = w->grid[d];
  p->row = (int)row;
  p->spacing = spacing_of(p);
  for (int d = 0; d < 2; d++)
    SM_TRY_DONE(sm_alloc(ctx, columns, sizeof(float), "the places of the weather", &p->at[d]));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *p->box, "the places of the weather", &p->box));
  find_columns(p, &domain->grid);
  *out = p;
done:
  if (status != SM_OK) sm_model_columns_destroy(&p);
  return status;
}

void sm_model_columns_destroy(struct sm_model_columns **places) {
  struct sm_model_columns *p = *places;
  if (p == NULL) return;
  SM_FREE_ALL(p->at[0], p->at[1], p->box, p);
  *places = NULL;
}

bool sm_model_columns_valid(const struct sm_model_columns *places, int time) {
  return places->station->reading[(size_t)time * (size_t)places->station->level_count].valid;
}

void sm_model_columns_weights(const struct sm_model_columns *places, int m, int j0, int j1,
                              float *weight) {
  const struct sm_column_box *box = &places->box[m];
  const size_t row = (size_t)places->row;
  memset(weight, 0, (size_t)(j1 - j0) * row * sizeof *weight);
  for (int j = j0 > box->lo[1] ? j0 : box->lo[1]; j < j1 && j < box->hi[1]; j++)
    for (int i = box->lo[0]; i < box->hi[0]; i++) {
      const size_t column = (size_t)j * row + (size_t)i;
      const double at[2] = {(double)places->at[0][column], (double)places->at[1][column]};
      weight[(size_t)(j - j0) * row + (size_t)i] =
          (float)sm_model_columns_weight(at, m % places->n[0], m / places->n[0]);
    }
}
