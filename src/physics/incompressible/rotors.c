/* physics/incompressible/rotors.c - actuator disks of rotors: uniform thrust over the disk, spread
 * over two cells ahead of it and behind it; torque as a solid-body swirl of the same shape
 * (docs/theory/incompressible.md). The force of a face is found on the host and is a number of
 * quanta, as is the momentum from particles (cell/momentum/forces.h). */
#include "physics/incompressible/model.h"

#include "cell/momentum/forces.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Force over density of a quantum, m4/s2: a rotor of 100 t has 2^50 of them. */
#define QUANTUM 0x1p-30

/* A rotor at a time, in the coordinates of the grid. */
struct disk {
  double centre[3], axis[3]; /* axis: direction of the thrust */
  double radius, edge;       /* edge: width of a cell at the centre, m */
  double force, torque;      /* over density, m4/s2 and m5/s2; on the air, about `axis` */
};

struct rotor {
  const struct sm_case_rotor *from;
  int64_t *component[3]; /* device: quanta on the faces of `box`, x fastest */
  struct sm_box box;
  double longest; /* step, s */
  bool placed;    /* for a rotor that does not change: once */
};

struct sm_flow_rotors {
  const struct sm_flow *flow;
  double margin;
  int count;
  struct rotor *rotor;
  int64_t *host; /* one component of any rotor */
};

/* --- the disk --- */

static int cell_at(const struct sm_axis *axis, double at) {
  int low = 0, high = axis->n;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (axis->face[middle] <= at)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Shaft torque, N m; "ideal": thrust times the induced velocity of momentum theory over the rotor
 * speed. */
static double torque_of(const struct sm_case_rotor *from, double thrust) {
  const double area = pi * from->radius * from->radius;
  const double ideal = thrust * sqrt(thrust / (2 * from->air_density * area)) / from->speed;
  const double torque =
      from->torque == HUGE_VAL ? ideal : from->torque * pow(thrust / from->thrust, 1.5);
  return from->clockwise ? -torque : torque;
}

static struct disk disk_at(const struct sm_flow_rotors *m, const struct sm_case_rotor *from,
                           double time) {
  const struct sm_domain *domain = m->flow->domain;
  const struct sm_rotor_pose pose = sm_case_rotor_at(from, time);
  struct disk disk = {.centre = {pose.place[0] + m->margin, pose.place[1] + m->margin},
                      .axis = {tan(pose.tilt[0] * pi / 180), tan(pose.tilt[1] * pi / 180), 1},
                      .radius = from->radius,
                      .force = pose.thrust / from->air_density,
                      .torque = torque_of(from, pose.thrust) / from->air_density};
  disk.centre[2] = sm_domain_ground(domain, disk.centre[0], disk.centre[1]) + pose.place[2];
  const double length =
      sqrt(disk.axis[0] * disk.axis[0] + disk.axis[1] * disk.axis[1] + disk.axis[2] * disk.axis[2]);
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    disk.axis[d] /= length;
    if (axis->n > 1) disk.edge = fmax(disk.edge, axis->width[cell_at(axis, disk.centre[d])]);
  }
  return disk;
}

/* Half of the depth of the force along the axis. */
static double depth_of(const struct disk *disk) { return 2 * disk->edge; }

/* Share of the force at a place, and its distance vector from the axis. */
static double weight_at(const struct disk *disk, const double place[3], double from_axis[3]) {
  double along = 0, square = 0;
  for (int d = 0; d < 3; d++) along += (place[d] - disk->centre[d]) * disk->axis[d];
  for (int d = 0; d < 3; d++) {
    from_axis[d] = place[d] - disk->centre[d] - along * disk->axis[d];
    square += from_axis[d] * from_axis[d];
  }
  const double depth = depth_of(disk);
  if (fabs(along) >= depth) return 0;
  const double inside = (disk->radius + 0.5 * disk->edge - sqrt(square)) / disk->edge;
  return (1 + cos(pi * along / depth)) * fmin(fmax(inside, 0), 1);
}

/* Box of all faces with a force; empty where the rotor is outside the grid. */
static struct sm_box box_of(const struct sm_flow_rotors *m, const struct disk *disk) {
  const double reach = hypot(disk->radius + disk->edge, depth_of(disk));
  struct sm_box box = {{0, 0, 0}, {0, 0, 0}};
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &m->flow->domain->grid.axis[d];
    const double low = disk->centre[d] - reach, high = disk->centre[d] + reach;
    if (high <= axis->face[0] || low >= axis->face[axis->n]) return (struct sm_box){{0}, {0}};
    box.lo[d] = low <= axis->face[0] ? 0 : cell_at(axis, low);
    box.hi[d] = high >= axis->face[axis->n] ? axis->n : cell_at(axis, high) + 1;
  }
  return box;
}

static size_t faces_in(const struct sm_box *box) {
  size_t count = 1;
  for (int d = 0; d < 3; d++) count *= (size_t)(box->hi[d] - box->lo[d]);
  return count;
}

/* --- its force --- */

/* Place and volume of the low face of a cell, of component d; faces on sides have no volume. */
static double face_at(const struct sm_flow *flow, int d, const int cell[3], double place[3]) {
  double volume = 1;
  for (int e = 0; e < 3; e++) {
    const struct sm_axis *axis = &flow->domain->grid.axis[e];
    const int i = cell[e];
    place[e] = e == d ? axis->face[i] : axis->centre[i];
    volume *= e != d ? axis->width[i] : i == 0 ? 0 : axis->centre[i] - axis->centre[i - 1];
  }
  return volume;
}

/* Of all faces of a component: weight, moment of inertia, and swirl, which leaves no net force when
 * its mean is subtracted. */
struct sums {
  double weight, inertia, swirl;
};

/* Visits the faces of a component for their sums or, with those, for their quanta. */
static struct sums visit(const struct sm_flow_rotors *m, const struct disk *disk,
                         const struct sm_box *box, int d, const struct sums *all, int64_t *quanta) {
  const int b = (d + 1) % 3, e = (d + 2) % 3;
  struct sums sums = {0, 0, 0};
  size_t at = 0;
  int c[3];
  for (c[2] = box->lo[2]; c[2] < box->hi[2]; c[2]++)
    for (c[1] = box->lo[1]; c[1] < box->hi[1]; c[1]++)
      for (c[0] = box->lo[0]; c[0] < box->hi[0]; c[0]++, at++) {
        double place[3], r[3];
        const double volume = face_at(m->flow, d, c, place);
        const double weight = volume * weight_at(disk, place, r);
        sums.weight += weight;
        sums.inertia += weight * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        const double swirl = disk->axis[b] * r[e] - disk->axis[e] * r[b];
        sums.swirl += weight * swirl;
        if (quanta == NULL) continue;
        const double turn = (swirl - all->swirl / all->weight) * disk->torque;
        const double force = -disk->force * disk->axis[d] / all->weight +
                             (all->inertia > 0 ? turn / all->inertia : 0);
        quanta[at] = llrint(weight * force / QUANTUM);
      }
  return sums;
}

static enum sm_status place(struct sm_context *ctx, const struct sm_flow_rotors *m,
                            struct rotor *rotor, double time) {
  const struct disk disk = disk_at(m, rotor->from, time);
  const struct sm_box box = box_of(m, &disk);
  const size_t count = faces_in(&box);
  double strongest = 0; /* m/s2 */
  rotor->box = box;
  rotor->longest = INFINITY;
  if (count == 0) return SM_OK;
  for (int d = 0; d < 3; d++) {
    const struct sums all = visit(m, &disk, &box, d, NULL, NULL);
    if (!(all.weight > 0)) {
      memset(m->host, 0, count * sizeof *m->host);
    } else {
      visit(m, &disk, &box, d, &all, m->host);
      strongest = fmax(strongest, 2 * disk.force / all.weight); /* the largest weight is 2 */
    }
    SM_TRY(sm_device_upload(ctx, m->flow->device, rotor->component[d], m->host,
                            count * sizeof *m->host));
  }
  if (strongest > 0) rotor->longest = sqrt(disk.edge / strongest);
  return SM_OK;
}

/* --- all rotors --- */

/* Number of faces that a rotor reaches wherever it is. */
static size_t room_for(const struct sm_flow *flow, const struct sm_case_rotor *from) {
  double widest = 0;
  size_t room = 1;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &flow->domain->grid.axis[d];
    for (int i = 0; i < axis->n && axis->n > 1; i++) widest = fmax(widest, axis->width[i]);
  }
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &flow->domain->grid.axis[d];
    double least = axis->width[0];
    for (int i = 1; i < axis->n; i++) least = fmin(least, axis->width[i]);
    const double cells = 2 * hypot(from->radius + widest, 2 * widest) / least + 3;
    room *= (size_t)fmin(cells, axis->n);
  }
  return room;
}

enum sm_status sm_flow_rotors_create(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow *flow, struct sm_flow_rotors **out) {
  const struct sm_case_wind_source *from = &c->wind_source;
  size_t most = 0;
  *out = NULL;
  if (from->rotor_count == 0) return SM_OK;
  SM_TRY(sm_flow_host(ctx, flow, 1, sizeof **out, "rotors", out));
  struct sm_flow_rotors *m = *out;
  m->flow = flow;
  m->margin = c->domain.margin;
  m->count = (int)from->rotor_count;
  SM_TRY(sm_flow_host(ctx, flow, from->rotor_count, sizeof *m->rotor, "rotors", &m->rotor));
  for (int r = 0; r < m->count; r++) {
    struct rotor *rotor = &m->rotor[r];
    const size_t room = room_for(flow, &from->rotor[r]);
    rotor->from = &from->rotor[r];
    most = room > most ? room : most;
    for (int d = 0; d < 3; d++)
      SM_TRY(sm_flow_put(ctx, flow, NULL, room, sizeof(int64_t), "rotors", &rotor->component[d]));
  }
  return sm_flow_host(ctx, flow, most, sizeof *m->host, "rotors", &m->host);
}

enum sm_status sm_flow_rotors_place(struct sm_context *ctx, struct sm_flow_rotors *m, double time) {
  for (int r = 0; m != NULL && r < m->count; r++) {
    struct rotor *rotor = &m->rotor[r];
    const struct sm_case_rotor *from = rotor->from;
    if (rotor->placed && from->path_count + from->tilt_count + from->thrust_count == 0) continue;
    SM_TRY(place(ctx, m, rotor, time));
    rotor->placed = true;
  }
  return SM_OK;
}

double sm_flow_rotors_step(const struct sm_flow_rotors *m) {
  double longest = INFINITY;
  for (int r = 0; m != NULL && r < m->count; r++) longest = fmin(longest, m->rotor[r].longest);
  return longest;
}

void sm_flow_rotors_apply(const struct sm_flow_rotors *m, int wind) {
  for (int r = 0; m != NULL && r < m->count; r++) {
    const struct rotor *rotor = &m->rotor[r];
    const struct sm_box *box = &rotor->box;
    for (int d = 0; d < 3; d++) {
      if (faces_in(box) == 0 || m->flow->layout.n[d] == 1) continue;
      struct sm_flow_impulse args = sm_flow_impulse_on(m->flow, d, wind);
      args.from = rotor->component[d];
      args.from_sy = box->hi[0] - box->lo[0];
      args.from_sz = args.from_sy * (box->hi[1] - box->lo[1]);
      args.from_origin = box->lo[0] + box->lo[1] * args.from_sy + box->lo[2] * args.from_sz;
      args.quantum = QUANTUM;
      args.clock = m->flow->clock;
      m->flow->device->backend->flow_impulse(m->flow->device, box, &args);
    }
  }
}
