/* physics/prescribed/internal.h - prescribed winds: what rotor, vortex and wind files share. */
#ifndef SM_PHYSICS_PRESCRIBED_INTERNAL_H
#define SM_PHYSICS_PRESCRIBED_INTERNAL_H

#include <stddef.h>

#include "cell/cells.h"
#include "domain/domain.h"
#include "physics/model.h"
#include "physics/prescribed/host_wind.h"

/* prescribed_wind.c */

/* As in struct sm_model: the wind, and the turbulence that the case asks for. */
unsigned sm_prescribed_wind_fields(const struct sm_case *c);

/* Of a step in which nothing was solved. */
struct sm_step_report sm_prescribed_wind_report(double divergence);

/* vortex_wind.c */

/* The field of a case, and its axis in m from the south-west corner of the grid; its foot is on the
 * flat ground, at height 0 of the grid. */
struct sm_vortex_field_f64 sm_vortex_field_of(const struct sm_case *c,
                                              const struct sm_domain *domain, double axis[2]);

/* vortex_rings.c: The wind under a hovering rotor, from vortex rings that move freely above the
 * ground. The flow has an axis, the rotor's shaft: r is m from it, z m above the ground, which is
 * flat. All is in double on the host. Formulas, sources, choices: docs/theory/particles-rotor.md.
 */

enum {
  SM_VORTEX_RINGS_MAX = 512
}; /* of a rotor; then each new one takes the place of the oldest */

/* --- one ring, in air without bounds --- */

struct sm_vortex_ring {
  double radius, height; /* m; more than 0 */
  double circulation;    /* m2/s; positive: air goes up through the ring */
  double core;           /* m2: square of the radius at which the swirl about the core is fastest */
};

/* m2: what is added to squares of distances from the ring, so that it travels as its core has it.
 */
double sm_vortex_ring_smoothing(const struct sm_vortex_ring *ring);

/* The complete elliptic integrals K(m) and E(m) of the parameter m = 1 - m1; 0 < m1 <= 1. */
void sm_elliptic_integrals(double m1, double *k, double *e);

/* Adds the velocity, outwards and upwards, m/s. On the ring itself: that with which it travels. */
void sm_vortex_ring_velocity(const struct sm_vortex_ring *ring, double r, double z,
                             double velocity[2]);

/* Stokes' stream function psi over r^2, m/s; on the axis half the velocity upwards. 2 pi psi is
 * what goes up through the circle of radius r, m3/s. */
double sm_vortex_ring_potential(const struct sm_vortex_ring *ring, double r, double z);

/* --- the wake of a rotor --- */

struct sm_rotor {
  double thrust; /* N; in hover the weight */
  double radius; /* m */
  double speed;  /* rad/s */
  double height; /* m, of the disk above the ground */
  int blades;
  double density;   /* of the air, kg/m3 */
  double viscosity; /* of the air, kinematic, m2/s */
};

/* A plain value: a copy of it continues as it would have itself, bit by bit. */
struct sm_vortex_rings {
  struct sm_rotor rotor;
  double time; /* s since the start */
  double due;  /* s until the next ring leaves the rotor */
  int count;   /* rings, from the oldest to the youngest */
  struct sm_vortex_ring ring[SM_VORTEX_RINGS_MAX];
};

/* m2/s, kinematic viscosity of air. */
#define SM_AIR_VISCOSITY 1.46e-5

double sm_rotor_induced_velocity(const struct sm_rotor *rotor); /* m/s, v_h: of momentum theory */
double sm_rotor_circulation(const struct sm_rotor *rotor);      /* m2/s, of a ring; positive */
double sm_rotor_blade_passage(const struct sm_rotor *rotor);    /* s from blade to blade */

/* --- what all rings of rotors do --- */

double sm_vortex_rings_step(const struct sm_rotor *rotor);    /* s: most of a step of time */
double sm_vortex_ring_lowest(const struct sm_rotor *rotor);   /* m above the ground */
double sm_vortex_ring_farthest(const struct sm_rotor *rotor); /* m: then it is forgotten */

/* A new one, at the edge of the disk. */
struct sm_vortex_ring sm_vortex_ring_shed(const struct sm_rotor *rotor);

/* Widens by a speed, m/s; the core grows by diffusion, and thins out as the ring widens. */
void sm_vortex_ring_widen(struct sm_vortex_ring *ring, double spread, double dt,
                          const struct sm_rotor *rotor);

/* Whether rings at a distance, m2, are so near that they merge, and what they become: circulation,
 * impulse, height and the spread of the vorticity stay. */
bool sm_vortex_rings_meet(const struct sm_vortex_ring *a, const struct sm_vortex_ring *b,
                          double distance2);
struct sm_vortex_ring sm_vortex_ring_merged(const struct sm_vortex_ring *a,
                                            const struct sm_vortex_ring *b, double distance2);

/* --- an axisymmetric wake --- */

/* In air at rest; all values of the rotor are more than 0. */
void sm_vortex_rings_start(struct sm_vortex_rings *rings, const struct sm_rotor *rotor);

/* The rings move, grow, merge and are shed. Same calls, same bits; other parts of the same time
 * give other pairings of rings, and the same flow only in the mean. */
void sm_vortex_rings_advance(struct sm_vortex_rings *rings, double seconds);

/* As those of one ring, of all of them with the ground. The velocity is set, not added. */
void sm_vortex_rings_velocity(const struct sm_vortex_rings *rings, double r, double z,
                              double velocity[2]);
double sm_vortex_rings_potential(const struct sm_vortex_rings *rings, double r, double z);

/* --- samples --- */

/* psi / r^2 at r = 0, dr, 2 dr, ... and at given heights. Between the radii it is cubic; beyond the
 * last one it stays as it is, so that a table should reach beyond the corners of the grid. */
struct sm_vortex_rings_table {
  int nr, nz;        /* 4 and 2 at least */
  double dr;         /* m; half a cell or less */
  const double *z;   /* [nz] m above the ground */
  double *potential; /* [nr][nz] m/s */
};
void sm_vortex_rings_tabulate(const struct sm_vortex_rings *rings,
                              const struct sm_vortex_rings_table *table);

/* A grid of nx, ny, table->nz - 1 cells, whose horizontal faces are at the heights of a table. */
struct sm_vortex_rings_grid {
  int n[2];               /* cells */
  const double *place[2]; /* [n + 1] m, of faces */
  ptrdiff_t sy, sz;       /* of u, v, w: component d of the low face of cell i, j, k is at
                             i + j sy + k sz */
  double *u, *v, *w;      /* m/s: means over faces */
};

/* Adds the wind of a table whose axis is at a place (m) of the grid: the fluxes out of every cell
 * cancel to rounding, and nothing goes through the face at height 0. Rotors side by side add up,
 * each with its own rings. */
void sm_vortex_rings_add_wind(const struct sm_vortex_rings_table *table, const double axis[2],
                              const struct sm_vortex_rings_grid *grid);

/* free_wake.c: The wake of rotors that move, lean and act on each other: vortex rings anywhere
 * above flat ground, circles that move, widen and lean in the wind of all. */

enum { SM_FREE_WAKE_MAX = 1024 }; /* rings; then each new one takes the place of the oldest */

struct sm_wake_ring {
  struct sm_vortex_ring ring; /* of height 0: in its own plane */
  double centre[3];           /* m; the last above the ground */
  double normal[3];           /* unit vector, about which the circulation turns */
  double volume;              /* m3, of the air that passed the disk with it */
  double spin;                /* m5/s: angular momentum of that air about the normal over density */
};

/* A rotor at a time. */
struct sm_wake_rotor {
  struct sm_rotor rotor;
  double centre[3]; /* m; from the south-west corner without margin, above the ground */
  double normal[3]; /* unit vector along the thrust */
  double torque;    /* N m; positive: counter-clockwise about the normal */
};

struct sm_free_wake {
  const struct sm_case_wind_source *source;
  struct sm_rotor largest;    /* widest of all; with the largest height so far */
  double ambient[2];          /* m/s, in which the rings drift */
  double time;                /* s since the first wind */
  double due[SM_FREE_ROTORS]; /* s until the next ring leaves each rotor */
  int count;                  /* rings, from the oldest to the youngest */
  struct sm_wake_ring *ring;  /* [3 SM_FREE_WAKE_MAX]; two thirds are scratch */
};

void sm_wake_rotor_at(const struct sm_case_rotor *rotor, double time, struct sm_wake_rotor *out);

/* At a time, without rings; `ring` is the caller's. */
void sm_free_wake_start(struct sm_free_wake *wake, const struct sm_case_wind_source *source,
                        double time);

/* As sm_vortex_rings_advance; any number of threads gives the same bits. */
void sm_free_wake_advance(struct sm_free_wake *wake, double seconds);

/* m/s, of all rings with the ground, and of the ambient wind, without swirl. */
void sm_free_wake_velocity(const struct sm_free_wake *wake, const double x[3], double u[3]);

/* A ring (side 1) or its image (side -1) for the kernel wake_edges along axis d; `origin` is the
 * place (m) of the rings' origin on the grid. */
struct sm_wake_element sm_wake_element_of(const struct sm_free_wake *wake, int index, int side,
                                          int d, const double origin[2]);

/* free_wake_wind.c: The wind of a free wake on the grid of a state. */

struct sm_free_wake_wind;
SM_CHECKED enum sm_status sm_free_wake_wind_create(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_domain *domain,
                                                   struct sm_state *state,
                                                   struct sm_free_wake_wind **out);
void sm_free_wake_wind_destroy(struct sm_free_wake_wind **wind);

/* The wind of a weather time, enqueued. Any order of times gives the same bits. */
void sm_free_wake_wind_make(struct sm_free_wake_wind *wind, int time);

#endif
