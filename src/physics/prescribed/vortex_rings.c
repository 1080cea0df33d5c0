#include "physics/prescribed/internal.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/* Time steps between two blades. */
static const double steps = 4;
/* Radius of a new ring over that of the rotor: slightly inside the tips. */
static const double tip = 0.98;
/* Radius of a new core over that of the rotor. */
static const double new_core = 0.05;
/* Lamb-Oseen vortex: the squared radius of the fastest swirl over 4 nu t. */
static const double oseen = 1.25643121;
/* Turbulent viscosity in a core as a fraction of its circulation (Bhagwat and Leishman
 * 2002). */
static const double squire = 6.5e-5;
/* Squared smoothing length of the kernel over the squared core radius; gives the self-induced
 * velocity of a ring with a Lamb-Oseen core: exp(2 (0.558 - 1)) / oseen. */
static const double smoothing = 0.32881;
/* Rings merge if their squared distance is below this fraction of their squared core radius. */
static const double close = 0.33;
/* Distance from the shaft or above the ground at which a ring is dropped, in rotor radii. */
static const double far_off = 6;
/* Smallest distance of rings from the ground and from the axis, in rotor radii. */
static const double off_ground = 0.01, off_axis = 0.1;

/* --- one ring --- */

/* Coefficients for a ring of radius a and a circle of radius r, symmetric in both; h2 is the
 * smoothed square of their distance along the axis. */
struct pair {
  double far2, near2; /* squares of the largest and the smallest distance, m2 */
  double b, m1;       /* near / far, and its square */
  double k, e;        /* elliptic integrals */
  double tail;        /* sum of 2^(n-1) (c_n / c_1)^2 over n = 1, 2, ...: K - E without
                         cancellation */
};

/* Arithmetic-geometric mean; c_1 = (1 - b) / 2 is an argument to avoid cancellation. */
static void integrate(struct pair *p, double c_1) {
  double mean = 0.5 * (1 + p->b), root = sqrt(p->b), c = c_1, ratio = 1, power = 1;
  p->tail = 1;
  for (int n = 0; n < 16 && c > 1e-9 * mean; n++) {
    const double next = 0.5 * (mean + root);
    root = sqrt(mean * root);
    mean = next;
    ratio *= 0.25 * c / mean;
    c *= 0.25 * c / mean;
    power *= 2;
    p->tail += power * ratio * ratio;
  }
  p->k = 0.5 * pi / mean;
  p->e = p->k * (0.5 * (1 + p->m1) - c_1 * c_1 * p->tail);
}

static struct pair pair_of(double a, double r, double h2) {
  struct pair p = {.far2 = (a + r) * (a + r) + h2, .near2 = (a - r) * (a - r) + h2};
  p.m1 = p.near2 / p.far2;
  p.b = sqrt(p.m1);
  integrate(&p, 2 * a * r / (p.far2 * (1 + p.b)));
  return p;
}

void sm_elliptic_integrals(double m1, double *k, double *e) {
  struct pair p = {.b = sqrt(m1), .m1 = m1};
  integrate(&p, 0.5 * (1 - m1) / (1 + p.b));
  *k = p.k;
  *e = p.e;
}

/* Adds the velocity at r, dz m above the plane of a ring of radius a. */
static void add_velocity(const struct pair *p, double circulation, double a, double r, double dz,
                         double velocity[2]) {
  const double f = circulation / (2 * pi * sqrt(p->far2)), more = 1 + p->b;
  const double s = 2 * a / (p->far2 * more); /* c_1 / r */
  const double turn = 2 * more * more - (1 + p->m1) * p->tail;
  const double less = 2 * a * r / p->far2 + s * s * r * r * p->tail; /* 1 - E / K */
  velocity[0] += 0.5 * f * dz * r * s * s * p->k * turn / p->m1;
  velocity[1] += f * (p->k * less + 2 * a * (a - r) / p->near2 * p->e);
}

double sm_vortex_ring_smoothing(const struct sm_vortex_ring *ring) {
  return smoothing * ring->core;
}

void sm_vortex_ring_velocity(const struct sm_vortex_ring *ring, double r, double z,
                             double velocity[2]) {
  const double dz = z - ring->height;
  const struct pair p = pair_of(ring->radius, r, dz * dz + sm_vortex_ring_smoothing(ring));
  add_velocity(&p, ring->circulation, ring->radius, r, dz, velocity);
}

/* --- the rotor --- */

double sm_rotor_induced_velocity(const struct sm_rotor *rotor) {
  return sqrt(rotor->thrust / (2 * pi * rotor->density)) / rotor->radius;
}

double sm_rotor_circulation(const struct sm_rotor *rotor) {
  return 2 * rotor->thrust /
         (rotor->density * rotor->blades * rotor->speed * rotor->radius * rotor->radius);
}

double sm_rotor_blade_passage(const struct sm_rotor *rotor) {
  return 2 * pi / (rotor->blades * rotor->speed);
}

/* --- what all rings of rotors do --- */

double sm_vortex_rings_step(const struct sm_rotor *rotor) {
  return sm_rotor_blade_passage(rotor) / steps;
}
double sm_vortex_ring_lowest(const struct sm_rotor *rotor) { return off_ground * rotor->radius; }
double sm_vortex_ring_farthest(const struct sm_rotor *rotor) { return far_off * rotor->radius; }

struct sm_vortex_ring sm_vortex_ring_shed(const struct sm_rotor *rotor) {
  const double core = new_core * rotor->radius;
  return (struct sm_vortex_ring){.radius = tip * rotor->radius,
                                 .height = rotor->height,
                                 .circulation = -sm_rotor_circulation(rotor),
                                 .core = core * core};
}

void sm_vortex_ring_widen(struct sm_vortex_ring *ring, double spread, double dt,
                          const struct sm_rotor *rotor) {
  const double viscosity = rotor->viscosity + squire * fabs(ring->circulation);
  const double grown = 0.5 * dt * 4 * oseen * viscosity, before = ring->radius;
  ring->radius = fmax(before + dt * spread, off_axis * rotor->radius);
  ring->core = (ring->core + grown) * before / ring->radius + grown;
}

bool sm_vortex_rings_meet(const struct sm_vortex_ring *a, const struct sm_vortex_ring *b,
                          double distance2) {
  return distance2 <= 0.5 * close * (a->core + b->core);
}

struct sm_vortex_ring sm_vortex_ring_merged(const struct sm_vortex_ring *a,
                                            const struct sm_vortex_ring *b, double distance2) {
  struct sm_vortex_ring sum = {.circulation = a->circulation + b->circulation};
  const double p = a->circulation / sum.circulation, q = 1 - p;
  sum.radius = sqrt(p * a->radius * a->radius + q * b->radius * b->radius);
  sum.height = p * a->height + q * b->height;
  sum.core = p * a->core + q * b->core + oseen * p * q * distance2;
  return sum;
}

/* --- all rings --- */

void sm_vortex_rings_start(struct sm_vortex_rings *rings, const struct sm_rotor *rotor) {
  memset(rings, 0, sizeof *rings);
  rings->rotor = *rotor;
}

static struct sm_vortex_ring image(const struct sm_vortex_ring *ring) {
  struct sm_vortex_ring below = *ring;
  below.height = -ring->height;
  below.circulation = -ring->circulation;
  return below;
}

/* Interaction of two rings with the mean of their cores, which conserves impulse; `side` -1: with
 * the image of the second ring. */
static void act(const struct sm_vortex_ring *a, const struct sm_vortex_ring *b, double side,
                double at_a[2], double at_b[2]) {
  const double dz = a->height - side * b->height;
  const double core = smoothing * 0.5 * (a->core + b->core);
  const struct pair p = pair_of(a->radius, b->radius, dz * dz + core);
  add_velocity(&p, side * b->circulation, b->radius, a->radius, dz, at_a);
  add_velocity(&p, side * a->circulation, a->radius, b->radius, -side * dz, at_b);
}

static void find_velocities(const struct sm_vortex_ring *ring, int count, double velocity[][2]) {
  for (int i = 0; i < count; i++) {
    const struct sm_vortex_ring below = image(&ring[i]);
    velocity[i][0] = velocity[i][1] = 0;
    sm_vortex_ring_velocity(&ring[i], ring[i].radius, ring[i].height, velocity[i]);
    sm_vortex_ring_velocity(&below, ring[i].radius, ring[i].height, velocity[i]);
    for (int j = 0; j < i; j++) {
      act(&ring[i], &ring[j], 1, velocity[i], velocity[j]);
      act(&ring[i], &ring[j], -1, velocity[i], velocity[j]);
    }
  }
}

/* Moves a ring from its previous state with a velocity. */
static void place(const struct sm_vortex_rings *rings, struct sm_vortex_ring *ring,
                  const struct sm_vortex_ring *from, const double velocity[2], double dt) {
  *ring = *from;
  ring->height = fmax(from->height + dt * velocity[1], sm_vortex_ring_lowest(&rings->rotor));
  sm_vortex_ring_widen(ring, velocity[0], dt, &rings->rotor);
}

/* Step of the midpoint rule. */
static void move(struct sm_vortex_rings *rings, double dt) {
  struct sm_vortex_ring half[SM_VORTEX_RINGS_MAX];
  double velocity[SM_VORTEX_RINGS_MAX][2];
  memcpy(half, rings->ring, (size_t)rings->count * sizeof *half);
  find_velocities(rings->ring, rings->count, velocity);
  for (int i = 0; i < rings->count; i++)
    place(rings, &half[i], &rings->ring[i], velocity[i], 0.5 * dt);
  find_velocities(half, rings->count, velocity);
  for (int i = 0; i < rings->count; i++)
    place(rings, &rings->ring[i], &rings->ring[i], velocity[i], dt);
}

static void merge(struct sm_vortex_rings *rings) {
  struct sm_vortex_ring *ring = rings->ring;
  for (int i = 0; i < rings->count; i++)
    for (int j = i + 1; j < rings->count; j++) {
      const double dr = ring[i].radius - ring[j].radius, dz = ring[i].height - ring[j].height;
      const double distance2 = dr * dr + dz * dz;
      if (!sm_vortex_rings_meet(&ring[i], &ring[j], distance2)) continue;
      ring[i] = sm_vortex_ring_merged(&ring[i], &ring[j], distance2);
      rings->count--;
      memmove(&ring[j], &ring[j + 1], (size_t)(rings->count - j) * sizeof *ring);
      j--;
    }
}

static void drop_far_rings(struct sm_vortex_rings *rings) {
  const double end = sm_vortex_ring_farthest(&rings->rotor), top = rings->rotor.height + end;
  int kept = 0;
  for (int i = 0; i < rings->count; i++)
    if (rings->ring[i].radius < end && rings->ring[i].height < top)
      rings->ring[kept++] = rings->ring[i];
  rings->count = kept;
  if (kept < SM_VORTEX_RINGS_MAX) return;
  rings->count--;
  memmove(rings->ring, rings->ring + 1, (size_t)rings->count * sizeof *rings->ring);
}

static void shed(struct sm_vortex_rings *rings) {
  drop_far_rings(rings);
  merge(rings);
  rings->ring[rings->count++] = sm_vortex_ring_shed(&rings->rotor);
}

void sm_vortex_rings_advance(struct sm_vortex_rings *rings, double seconds) {
  const double passage = sm_rotor_blade_passage(&rings->rotor), none = 1e-9 * passage;
  double left = seconds;
  while (left > none) {
    if (rings->due <= none) {
      shed(rings);
      rings->due += passage;
    }
    const double step = fmin(sm_vortex_rings_step(&rings->rotor), fmin(left, rings->due));
    move(rings, step);
    left -= step;
    rings->due -= step;
  }
  rings->time += seconds;
}
