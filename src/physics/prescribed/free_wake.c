/* Free wake of rotors in three dimensions: vortex rings that are advected, stretched and tilted by
 * the velocity of all others and of their images below the ground. Formulas:
 * docs/theory/particles-rotor.md. */
#include "physics/prescribed/internal.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/* Points on a ring at which the velocity of the others is evaluated. */
enum { POINTS = 8 };
/* Lower limit of the half thickness of a disc of swirling air, in rotor radii. */
static const double thin = 0.1;

/* --- vectors --- */

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int d = 0; d < 3; d++) {
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    out[d] = a[e] * b[f] - a[f] * b[e];
  }
}

static void add(double to[3], double times, const double a[3]) {
  for (int d = 0; d < 3; d++) to[d] += times * a[d];
}

static void normalise(double a[3]) {
  const double length = sqrt(dot(a, a));
  for (int d = 0; d < 3; d++) a[d] /= length;
}

/* Two unit vectors in the plane of a ring, the first as close to x as possible. */
static void plane_of(const double normal[3], double e1[3], double e2[3]) {
  const double x[3] = {1, 0, 0};
  memcpy(e1, x, sizeof x);
  add(e1, -normal[0], normal);
  normalise(e1);
  cross(normal, e1, e2);
}

/* --- rotors in time --- */

void sm_wake_rotor_at(const struct sm_case_rotor *rotor, double time, struct sm_wake_rotor *out) {
  const struct sm_rotor_pose pose = sm_case_rotor_at(rotor, time);
  *out = (struct sm_wake_rotor){
      .rotor = {.thrust = pose.thrust,
                .radius = rotor->radius,
                .speed = rotor->speed,
                .height = pose.place[2],
                .blades = rotor->blades,
                .density = rotor->air_density,
                .viscosity = SM_AIR_VISCOSITY},
      .centre = {pose.place[0], pose.place[1], pose.place[2]},
      .normal = {tan(pose.tilt[0] * pi / 180), tan(pose.tilt[1] * pi / 180), 1},
  };
  normalise(out->normal);
  out->torque = rotor->torque == HUGE_VAL
                    ? pose.thrust * sm_rotor_induced_velocity(&out->rotor) / rotor->speed
                    : rotor->torque * pow(pose.thrust / rotor->thrust, 1.5);
  if (rotor->clockwise) out->torque = -out->torque;
}

/* --- the wind of rings --- */

/* Adds the velocity at point x of a ring (side 1) or of its image (side -1). */
static void add_ring(const struct sm_wake_ring *ring, double core, int side, const double x[3],
                     double u[3]) {
  const double sign = side; /* the image has opposite circulation and a mirrored normal */
  const double normal[3] = {sign * ring->normal[0], sign * ring->normal[1], ring->normal[2]};
  const double from[3] = {x[0] - ring->centre[0], x[1] - ring->centre[1],
                          x[2] - sign * ring->centre[2]};
  const double h = dot(from, normal);
  const struct sm_vortex_ring flat = {ring->ring.radius, 0, sign * ring->ring.circulation, core};
  double out[3], speed[2] = {0, 0};
  memcpy(out, from, sizeof out);
  add(out, -h, normal);
  const double r = sqrt(dot(out, out));
  sm_vortex_ring_velocity(&flat, r, h, speed);
  add(u, speed[1], normal);
  if (r > 0) add(u, speed[0] / r, out);
}

void sm_free_wake_velocity(const struct sm_free_wake *wake, const double x[3], double u[3]) {
  u[0] = wake->ambient[0], u[1] = wake->ambient[1], u[2] = 0;
  for (int i = 0; i < wake->count; i++)
    for (int side = 1; side >= -1; side -= 2)
      add_ring(&wake->ring[i], wake->ring[i].ring.core, side, x, u);
}

/* --- motion --- */

struct motion {
  double velocity[3]; /* m/s */
  double turn[3];     /* rate of change of the normal, 1/s */
  double spread;      /* rate of change of the radius, m/s */
};

/* Motion of ring i. Two rings use the mean of their cores, so that their interaction is
 * symmetric. */
static struct motion motion_of(const struct sm_free_wake *wake, const struct sm_wake_ring *ring,
                               int i) {
  const struct sm_wake_ring *own = &ring[i];
  struct motion m = {{0}, {0}, 0};
  double e1[3], e2[3], self[2] = {0, 0};
  plane_of(own->normal, e1, e2);
  for (int p = 0; p < POINTS; p++) {
    double out[3] = {0}, x[3], u[3] = {wake->ambient[0], wake->ambient[1], 0};
    add(out, cos(2 * pi * p / POINTS), e1);
    add(out, sin(2 * pi * p / POINTS), e2);
    memcpy(x, own->centre, sizeof x);
    add(x, own->ring.radius, out);
    for (int j = 0; j < wake->count; j++) {
      const double core = 0.5 * (own->ring.core + ring[j].ring.core);
      if (j != i) add_ring(&ring[j], core, 1, x, u);
      add_ring(&ring[j], core, -1, x, u);
    }
    add(m.velocity, 1.0 / POINTS, u);
    add(m.turn, -2 * dot(u, own->normal) / (POINTS * own->ring.radius), out);
    m.spread += dot(u, out) / POINTS;
  }
  sm_vortex_ring_velocity(&own->ring, own->ring.radius, 0, self);
  add(m.velocity, self[1], own->normal);
  return m;
}

/* Turns a ring towards the horizontal if its edge would reach into the ground. */
static void lie_down(struct sm_wake_ring *ring, double low) {
  const double lean = hypot(ring->normal[0], ring->normal[1]);
  ring->centre[2] = fmax(ring->centre[2], low);
  if (ring->ring.radius * lean <= ring->centre[2] - low) return;
  const double sine = (ring->centre[2] - low) / ring->ring.radius;
  for (int d = 0; d < 2; d++) ring->normal[d] *= sine / lean;
  ring->normal[2] = copysign(sqrt(1 - sine * sine), ring->normal[2]);
}

static void place(const struct sm_free_wake *wake, struct sm_wake_ring *ring,
                  const struct sm_wake_ring *from, const struct motion *m, double dt) {
  *ring = *from;
  sm_vortex_ring_widen(&ring->ring, m->spread, dt, &wake->largest);
  add(ring->centre, dt, m->velocity);
  add(ring->normal, dt, m->turn);
  normalise(ring->normal);
  lie_down(ring, sm_vortex_ring_lowest(&wake->largest));
}

/* Half step of the midpoint rule: `to` is `from` moved by the velocity of `ring`. */
static void advance_rings(const struct sm_free_wake *wake, const struct sm_wake_ring *ring,
                          const struct sm_wake_ring *from, struct sm_wake_ring *to, double dt) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < wake->count; i++) {
    const struct motion m = motion_of(wake, ring, i);
    place(wake, &to[i], &from[i], &m, dt);
  }
}

static void move(struct sm_free_wake *wake, double dt) {
  struct sm_wake_ring *half = wake->ring + SM_FREE_WAKE_MAX, *end = half + SM_FREE_WAKE_MAX;
  advance_rings(wake, wake->ring, wake->ring, half, 0.5 * dt);
  advance_rings(wake, half, wake->ring, end, dt);
  memcpy(wake->ring, end, (size_t)wake->count * sizeof *end);
  wake->time += dt;
}

/* --- rings come and go --- */

/* Squared distance of two rings in position, radius and orientation, m2. */
static double distance2(const struct sm_wake_ring *a, const struct sm_wake_ring *b) {
  double apart[3], lean[3];
  memcpy(apart, a->centre, sizeof apart);
  memcpy(lean, a->normal, sizeof lean);
  add(apart, -1, b->centre);
  add(lean, -1, b->normal);
  const double dr = a->ring.radius - b->ring.radius;
  return dot(apart, apart) + dr * dr + 0.5 * a->ring.radius * b->ring.radius * dot(lean, lean);
}

static struct sm_wake_ring merged(const struct sm_wake_ring *a, const struct sm_wake_ring *b) {
  struct sm_wake_ring sum = {.volume = a->volume + b->volume, .spin = a->spin + b->spin};
  const double p = a->ring.circulation / (a->ring.circulation + b->ring.circulation);
  sum.ring = sm_vortex_ring_merged(&a->ring, &b->ring, distance2(a, b));
  add(sum.centre, p, a->centre);
  add(sum.centre, 1 - p, b->centre);
  add(sum.normal, p, a->normal);
  add(sum.normal, 1 - p, b->normal);
  normalise(sum.normal);
  return sum;
}

static void take_out(struct sm_free_wake *wake, int i) {
  wake->count--;
  memmove(&wake->ring[i], &wake->ring[i + 1], (size_t)(wake->count - i) * sizeof *wake->ring);
}

static void merge(struct sm_free_wake *wake) {
  struct sm_wake_ring *ring = wake->ring;
  for (int i = 0; i < wake->count; i++)
    for (int j = i + 1; j < wake->count; j++) {
      if (!sm_vortex_rings_meet(&ring[i].ring, &ring[j].ring, distance2(&ring[i], &ring[j])))
        continue;
      ring[i] = merged(&ring[i], &ring[j]);
      take_out(wake, j--);
    }
}

static void drop_far_rings(struct sm_free_wake *wake) {
  const double end = sm_vortex_ring_farthest(&wake->largest);
  for (int i = 0; i < wake->count; i++)
    if (wake->ring[i].ring.radius >= end || wake->ring[i].centre[2] >= wake->largest.height + end)
      take_out(wake, i--);
}

/* Sheds a ring with the air volume that passes the disc between two blades by momentum theory, and
 * the angular momentum of the torque in that time. */
static void shed(struct sm_free_wake *wake, const struct sm_wake_rotor *r) {
  const double passage = sm_rotor_blade_passage(&r->rotor),
               area = pi * r->rotor.radius * r->rotor.radius;
  if (wake->count == SM_FREE_WAKE_MAX) take_out(wake, 0);
  struct sm_wake_ring *ring = &wake->ring[wake->count++];
  *ring = (struct sm_wake_ring){.ring = sm_vortex_ring_shed(&r->rotor),
                                .volume = area * sm_rotor_induced_velocity(&r->rotor) * passage,
                                .spin = r->torque * passage / r->rotor.density};
  ring->ring.height = 0;
  memcpy(ring->centre, r->centre, sizeof r->centre);
  memcpy(ring->normal, r->normal, sizeof r->normal);
}

/* --- the wake --- */

void sm_free_wake_start(struct sm_free_wake *wake, const struct sm_case_wind_source *source,
                        double time) {
  struct sm_wake_ring *ring = wake->ring;
  *wake = (struct sm_free_wake){.source = source, .ring = ring, .time = time};
  memcpy(wake->ambient, source->ambient, sizeof wake->ambient);
  for (size_t r = 0; r < source->rotor_count; r++) {
    struct sm_wake_rotor at;
    sm_wake_rotor_at(&source->rotor[r], time, &at);
    if (at.rotor.radius > wake->largest.radius) wake->largest = at.rotor;
  }
}

/* Sheds the rings that are due, for all rotors at once and after merging, so that no rotor is
 * favoured. Returns the time to the next step. */
static double shed_all(struct sm_free_wake *wake, double left) {
  double step = left;
  bool tidy = false;
  for (size_t r = 0; r < wake->source->rotor_count; r++) {
    struct sm_wake_rotor at;
    sm_wake_rotor_at(&wake->source->rotor[r], wake->time, &at);
    const double passage = sm_rotor_blade_passage(&at.rotor);
    wake->largest.height = fmax(wake->largest.height, at.rotor.height);
    if (wake->due[r] <= 1e-9 * passage) {
      if (!tidy) drop_far_rings(wake);
      if (!tidy) merge(wake);
      tidy = true;
      shed(wake, &at);
      wake->due[r] += passage;
    }
    step = fmin(step, fmin(sm_vortex_rings_step(&at.rotor), wake->due[r]));
  }
  return step;
}

void sm_free_wake_advance(struct sm_free_wake *wake, double seconds) {
  const double end = wake->time + seconds, none = 1e-9 * seconds;
  for (double left = seconds; left > none; left = end - wake->time) {
    const double step = shed_all(wake, left);
    move(wake, step);
    for (size_t r = 0; r < wake->source->rotor_count; r++) wake->due[r] -= step;
  }
  wake->time = end;
}

/* --- elements for the kernel --- */

/* Wake element for edges along axis `d`: a ring (side 1) or its image (side -1). An image has the
 * same swirl and opposite circulation. */
struct sm_wake_element sm_wake_element_of(const struct sm_free_wake *wake, int index, int side,
                                          int d, const double origin[2]) {
  const struct sm_wake_ring *ring = &wake->ring[index];
  const double sign = side, a = ring->ring.radius, area = pi * a * a;
  const double b = fmax(ring->volume / area, thin * wake->largest.radius);
  const double normal[3] = {sign * ring->normal[0], sign * ring->normal[1], ring->normal[2]};
  double edge[3] = {0}, turn[3];
  edge[d] = 1;
  cross(edge, normal, turn);
  return (struct sm_wake_element){.x = ring->centre[0] + origin[0],
                                  .y = ring->centre[1] + origin[1],
                                  .z = sign * ring->centre[2],
                                  .nx = normal[0],
                                  .ny = normal[1],
                                  .nz = normal[2],
                                  .tx = turn[0],
                                  .ty = turn[1],
                                  .tz = turn[2],
                                  .radius = a,
                                  .core = sm_vortex_ring_smoothing(&ring->ring),
                                  .strength = sign * ring->ring.circulation / (2 * pi),
                                  .swirl = normal[d] * 2 * ring->spin / area * 15 / (16 * b),
                                  .per_radius2 = 1 / (a * a),
                                  .per_width2 = 1 / (b * b)};
}
