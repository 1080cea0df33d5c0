/* physics/prescribed/internal.h - prescribed winds: rotor wakes, vortex, and wind files. */
#ifndef SM_PHYSICS_PRESCRIBED_INTERNAL_H
#define SM_PHYSICS_PRESCRIBED_INTERNAL_H

#include <stddef.h>

#include "cell/cells.h"
#include "domain/domain.h"
#include "physics/model.h"
#include "physics/prescribed/host_wind.h"

/* wind_sequence.c */

/* As in struct sm_model: fields of the wind and of the case's turbulence. */
unsigned sm_prescribed_wind_fields(const struct sm_case *c);

/* Report of a step without a solver. */
struct sm_step_report sm_prescribed_wind_report(double divergence);

/* vortex_wind.c */

/* Vortex field of a case, and its axis in m from the south-west corner of the grid; its foot is on
 * the flat ground at height 0 of the grid. */
struct sm_vortex_field_f64 sm_vortex_field_of(const struct sm_case *c,
                                              const struct sm_domain *domain, double axis[2]);

/* vortex_rings.c: Wind under a hovering rotor from free vortex rings above the ground. The flow is
 * axisymmetric about the rotor shaft: r is the distance from it (m), z the height above the flat
 * ground (m). Double precision, on the host. Formulas, sources, choices:
 * docs/theory/particles-rotor.md. */

enum { SM_VORTEX_RINGS_MAX = 512 }; /* per rotor; beyond, a new ring replaces the oldest */

/* --- one ring, in air without bounds --- */

struct sm_vortex_ring {
  double radius, height; /* m, positive */
  double circulation;    /* m2/s; positive: upward flow through the ring */
  double core;           /* m2: squared radius of the fastest swirl about the core */
};

/* Smoothing term added to squared distances from the ring, m2, so that its self-induced velocity is
 * that of its core. */
double sm_vortex_ring_smoothing(const struct sm_vortex_ring *ring);

/* Complete elliptic integrals K(m) and E(m) of the parameter m = 1 - m1; 0 < m1 <= 1. */
void sm_elliptic_integrals(double m1, double *k, double *e);

/* Adds the radial and vertical velocity, m/s. On the ring itself: its self-induced velocity. */
void sm_vortex_ring_velocity(const struct sm_vortex_ring *ring, double r, double z,
                             double velocity[2]);

/* --- the wake of a rotor --- */

struct sm_rotor {
  double thrust; /* thrust, N; in hover the weight */
  double radius; /* m */
  double speed;  /* rad/s */
  double height; /* height of the disc above ground, m */
  int blades;
  double density;   /* air density, kg/m3 */
  double viscosity; /* kinematic viscosity of air, m2/s */
};

/* A plain value: a copy continues bit by bit like the original. */
struct sm_vortex_rings {
  struct sm_rotor rotor;
  double time; /* s since the start */
  double due;  /* s until the next ring leaves the rotor */
  int count;   /* rings, from oldest to youngest */
  struct sm_vortex_ring ring[SM_VORTEX_RINGS_MAX];
};

/* Kinematic viscosity of air, m2/s. */
#define SM_AIR_VISCOSITY 1.46e-5

double sm_rotor_induced_velocity(const struct sm_rotor *rotor); /* induced velocity v_h by momentum
                                                                   theory, m/s */
double sm_rotor_circulation(const struct sm_rotor *rotor);      /* circulation of a ring, m2/s;
                                                                   positive */
double sm_rotor_blade_passage(const struct sm_rotor *rotor);    /* time between two blades, s */

/* --- what all rings of rotors do --- */

double sm_vortex_rings_step(const struct sm_rotor *rotor);    /* largest time step, s */
double sm_vortex_ring_lowest(const struct sm_rotor *rotor);   /* smallest height of a ring above
                                                                 ground, m */
double sm_vortex_ring_farthest(const struct sm_rotor *rotor); /* distance at which a ring is
                                                                 dropped, m */

/* New ring at the edge of the disc. */
struct sm_vortex_ring sm_vortex_ring_shed(const struct sm_rotor *rotor);

/* Changes the radius with a speed, m/s; the core grows by diffusion and shrinks as the ring is
 * stretched. */
void sm_vortex_ring_widen(struct sm_vortex_ring *ring, double spread, double dt,
                          const struct sm_rotor *rotor);

/* Whether rings at a squared distance (m2) merge, and the merged ring: circulation, impulse, height
 * and spread of the vorticity are conserved. */
bool sm_vortex_rings_meet(const struct sm_vortex_ring *a, const struct sm_vortex_ring *b,
                          double distance2);
struct sm_vortex_ring sm_vortex_ring_merged(const struct sm_vortex_ring *a,
                                            const struct sm_vortex_ring *b, double distance2);

/* --- an axisymmetric wake --- */

/* Starts in air at rest; all values of the rotor are positive. */
void sm_vortex_rings_start(struct sm_vortex_rings *rings, const struct sm_rotor *rotor);

/* Advances the rings: advection, core growth, merging, shedding. The same calls give the same bits;
 * a different division of the time merges other pairs and gives the same flow only in the mean. */
void sm_vortex_rings_advance(struct sm_vortex_rings *rings, double seconds);

/* free_wake.c: Free wake of moving, tilted and interacting rotors: circular vortex rings anywhere
 * above flat ground, which are advected, stretched and tilted by the velocity of all. */

enum { SM_FREE_WAKE_MAX = 1024 }; /* rings; beyond, a new ring replaces the oldest */

struct sm_wake_ring {
  struct sm_vortex_ring ring; /* its height is 0: in its own plane */
  double centre[3];           /* m; [2] above ground */
  double normal[3];           /* unit vector, axis of the circulation */
  double volume;              /* volume of air that passed the disc with it, m3 */
  double spin;                /* angular momentum of that air about the normal over density, m5/s */
};

/* Rotor at one time. */
struct sm_wake_rotor {
  struct sm_rotor rotor;
  double centre[3]; /* m; from the south-west corner without margin, and above ground */
  double normal[3]; /* unit vector along the thrust */
  double torque;    /* N m; positive: counter-clockwise about the normal */
};

struct sm_free_wake {
  const struct sm_case_wind_source *source;
  struct sm_rotor largest;    /* rotor with the largest radius; its height is the largest so far */
  double ambient[2];          /* ambient wind that advects the rings, m/s */
  double time;                /* s since the first wind */
  double due[SM_FREE_ROTORS]; /* s until each rotor sheds the next ring */
  int count;                  /* rings, from oldest to youngest */
  struct sm_wake_ring *ring;  /* [3 SM_FREE_WAKE_MAX]; two thirds are scratch */
};

void sm_wake_rotor_at(const struct sm_case_rotor *rotor, double time, struct sm_wake_rotor *out);

/* Starts at a time, without rings; `ring` belongs to the caller. */
void sm_free_wake_start(struct sm_free_wake *wake, const struct sm_case_wind_source *source,
                        double time);

/* As sm_vortex_rings_advance; the result does not depend on the number of threads. */
void sm_free_wake_advance(struct sm_free_wake *wake, double seconds);

/* Velocity of all rings with the ground and of the ambient wind, without swirl, m/s. */
void sm_free_wake_velocity(const struct sm_free_wake *wake, const double x[3], double u[3]);

/* A ring (side 1) or its image (side -1) for the kernel wake_edges along axis d; `origin`: position
 * of the rings' origin on the grid, m. */
struct sm_wake_element sm_wake_element_of(const struct sm_free_wake *wake, int index, int side,
                                          int d, const double origin[2]);

/* free_wake_wind.c: Wind of a free wake on the grid of a state. */

struct sm_free_wake_wind;
SM_CHECKED enum sm_status sm_free_wake_wind_create(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_domain *domain,
                                                   struct sm_state *state,
                                                   struct sm_free_wake_wind **out);
void sm_free_wake_wind_destroy(struct sm_free_wake_wind **wind);

/* Computes the wind of a weather time, enqueued. The order of times does not change the bits. */
void sm_free_wake_wind_make(struct sm_free_wake_wind *wind, int time);

#endif
