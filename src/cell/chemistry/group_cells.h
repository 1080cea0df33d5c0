/* cell/chemistry/group_cells.h - batch of reacting cells, one thread group each
 * (cell/chemistry/group_steps.h). */
#ifndef SM_CELL_CHEMISTRY_GROUP_CELLS_H
#define SM_CELL_CHEMISTRY_GROUP_CELLS_H

#include "cell/chemistry/group_rkc.h"

/* Species k of cell i is element k stride + i. */
struct sm_reacting_cells {
  struct sm_group_tables tables;
  int64_t count, stride;
  double *concentrations;             /* kmol/m3 */
  double *temperature;                /* K */
  const double *pressure;             /* Pa; NULL: of an ideal gas, also where temperature varies */
  const double *sun, *zenith, *water; /* inputs of rate formulas: 0..1, rad, molec/cm3; NULL: 0 */
};

/* Production rates, kmol/(m3 s), in the layout of the concentrations. */
struct sm_reacting_rates_args {
  struct sm_reacting_cells cells;
  double *rates;
  double *workspace; /* size: sm_reacting_workspace_doubles */
};

/* In the order of enum sm_chem_method (simoom/chem.h). */
enum sm_reacting_method {
  SM_REACTING_AUTO,
  SM_REACTING_RK4,
  SM_REACTING_RKCK45,
  SM_REACTING_RKC2,
  SM_REACTING_RODAS3,
  SM_REACTING_RODAS4
};

/* Kernel variant that a method needs. */
enum sm_reacting_kind {
  SM_REACTING_RUNGE_KUTTA,
  SM_REACTING_STABILISED,
  SM_REACTING_ROSENBROCK,
  SM_REACTING_ANY /* chosen per cell */
};
SM_FN int sm_reacting_kind_of(int method) {
  return method == SM_REACTING_AUTO     ? SM_REACTING_ANY
         : method == SM_REACTING_RKC2   ? SM_REACTING_STABILISED
         : method <= SM_REACTING_RKCK45 ? SM_REACTING_RUNGE_KUTTA
                                        : SM_REACTING_ROSENBROCK;
}

struct sm_reacting_advance_args {
  struct sm_reacting_cells cells;
  struct sm_group_control control; /* its `first` is not used */
  int32_t mode;                    /* SM_GROUP_VOLUME, ... */
  int32_t method;                  /* enum sm_reacting_method */
  /* For a method chosen per cell: limits of stiffness times dt; below the first RKCK45, below the
   * second RKC2, else RODAS4 (sm_chem_limits). */
  double explicit_below, stabilised_below;
  /* Set by sm_reacting_advance: [0] Runge-Kutta, [1] Rosenbrock. */
  struct sm_chem_tableau tableau[2];
  /* Constant sources per volume at the start; NULL: none. */
  const double *source;     /* layout of the concentrations, kmol/(m3 s) */
  const double *energy;     /* per cell, W/m3, including energy of formation */
  double *first;            /* s, in: first step of each cell, 0: unknown; out: the next */
  int32_t *steps;           /* out: steps per cell; -1: the integration failed and the cell is
                               unchanged */
  int32_t *rejected;        /* out */
  const int32_t *order;     /* sequence of the cells; NULL: memory order */
  unsigned long long *next; /* counter of processed cells, 0 at the start */
  double *workspace;        /* size: sm_reacting_workspace_doubles */
};

/* Sorting bin of a cell by its number of steps: more steps come first. */
SM_FN int sm_reacting_work_bin(int32_t steps, int bins) {
  return steps < 0 ? 0 : steps >= bins - 1 ? 0 : bins - 1 - steps;
}

/* Parts of a group's work space: rates (struct sm_group_memory), rates of progress, stages or
 * output rates, and the matrix. */
struct sm_reacting_room {
  double *memory, *progress, *stage, *matrix;
};
SM_FN struct sm_group_memory sm_reacting_memory(const struct sm_group_tables *t,
                                                const struct sm_reacting_room *room) {
  struct sm_group_memory m = sm_group_memory_at(t, room->memory);
  m.q = room->progress;
  return m;
}

/* Work space of a group in doubles. */
SM_FN size_t sm_reacting_rates_doubles(const struct sm_group_tables *t) {
  return sm_group_memory_doubles(t) + (size_t)t->species;
}
SM_FN struct sm_reacting_room sm_reacting_rates_room(const struct sm_group_tables *t,
                                                     double *from) {
  struct sm_reacting_room room;
  room.memory = from;
  room.progress = from + sm_group_state_doubles(t);
  room.stage = from + sm_group_memory_doubles(t);
  room.matrix = NULL;
  return room;
}
/* Number of stage vectors, and whether there is a matrix. */
SM_FN int sm_reacting_stages(const struct sm_reacting_advance_args *s, int kind) {
  const int explicit_stages = s->tableau[0].stages, stages = s->tableau[1].stages;
  if (kind == SM_REACTING_RUNGE_KUTTA) return explicit_stages;
  if (kind == SM_REACTING_STABILISED) return SM_GROUP_RKC_STAGES;
  return kind == SM_REACTING_ANY && explicit_stages > stages ? explicit_stages : stages;
}
SM_FN size_t sm_reacting_stage_doubles(const struct sm_reacting_advance_args *s, int kind) {
  return sm_group_stage_doubles(&s->cells.tables, sm_reacting_stages(s, kind),
                                kind >= SM_REACTING_ROSENBROCK,
                                s->source != NULL || s->energy != NULL);
}
SM_FN size_t sm_reacting_matrix_doubles(const struct sm_reacting_advance_args *s, int kind) {
  return kind >= SM_REACTING_ROSENBROCK ? sm_group_matrix_doubles(&s->cells.tables) : 0;
}
SM_FN size_t sm_reacting_advance_doubles(const struct sm_reacting_advance_args *s, int kind) {
  return sm_group_memory_doubles(&s->cells.tables) + sm_reacting_stage_doubles(s, kind) +
         sm_reacting_matrix_doubles(s, kind);
}
/* Work space parts, contiguous from `from` on. */
SM_FN struct sm_reacting_room sm_reacting_room_at(const struct sm_reacting_advance_args *s,
                                                  int kind, double *from) {
  struct sm_reacting_room room;
  room.memory = from;
  room.progress = from + sm_group_state_doubles(&s->cells.tables);
  room.stage = from + sm_group_memory_doubles(&s->cells.tables);
  room.matrix = room.stage + sm_reacting_stage_doubles(s, kind);
  return room;
}

/* Ambient conditions of cell i; the pressure, if not given, is that of an ideal gas. */
SM_FN struct sm_group_ambient sm_reacting_ambient(const struct sm_reacting_cells *s, int64_t i,
                                                  double pressure) {
  const struct sm_group_ambient air = {
      s->pressure != NULL ? s->pressure[i] : pressure, s->sun != NULL ? s->sun[i] : 0.0,
      s->zenith != NULL ? s->zenith[i] : 0.0, s->water != NULL ? s->water[i] : 0.0};
  return air;
}

/* Loads the concentrations of cell i into c; returns their sum. */
SM_FN double sm_reacting_load(const struct sm_reacting_cells *s,
                              const struct sm_thread_group *group, int64_t i, double *c) {
  double part = 0.0;
  for (int k = group->lane; k < s->tables.species; k += group->lanes) {
    c[k] = s->concentrations[k * s->stride + i];
    part += c[k];
  }
  SM_GROUP_SYNC(group);
  return sm_group_sum(group, part);
}

SM_FN void sm_reacting_cell_rates(const struct sm_reacting_rates_args *s,
                                  const struct sm_thread_group *group, int64_t i,
                                  const struct sm_reacting_room *room) {
  const struct sm_group_tables *t = &s->cells.tables;
  const struct sm_group_memory m = sm_reacting_memory(t, room);
  const double T = s->cells.temperature[i], moles = sm_reacting_load(&s->cells, group, i, m.a);
  const struct sm_group_ambient air = sm_reacting_ambient(&s->cells, i, SM_GROUP_R * T * moles);
  double *const w = room->stage;
  sm_group_rates(t, group, T, &air, &m, w);
  for (int k = group->lane; k < t->species; k += group->lanes)
    s->rates[k * s->cells.stride + i] = w[k];
  SM_GROUP_SYNC(group);
}

/* Sources of cell i per mole of gas at the start. */
SM_GROUP_CALL const double *sm_reacting_source(const struct sm_reacting_advance_args *s,
                                               struct sm_thread_group own, int64_t i, double moles,
                                               double *source) {
  const struct sm_thread_group *const group = &own;
  const int n = s->cells.tables.species;
  if (s->source == NULL && s->energy == NULL) return NULL;
  SM_GROUP_SHARED(source);
  for (int k = group->lane; k < n; k += group->lanes)
    source[k] = s->source != NULL ? s->source[k * s->cells.stride + i] / moles : 0.0;
  if (group->lane == 0) source[n] = s->energy != NULL ? s->energy[i] / (SM_GROUP_R * moles) : 0.0;
  SM_GROUP_SYNC(group);
  return source;
}

/* Kind of method for a cell, from the largest loss rate of a part of its state. */
SM_GROUP_CALL int sm_reacting_choose_method(const struct sm_reacting_advance_args *s,
                                            struct sm_thread_group own, struct sm_group_reactor p,
                                            struct sm_group_memory m, struct sm_group_stage stage) {
  const struct sm_thread_group *const group = &own;
  sm_group_stage_assume_shared(&stage);
  const struct sm_group_matrix *j = &stage.j;
  double most = 0.0;
  sm_group_jacobian(&s->cells.tables, group, &p, stage.y, &m, stage.room, stage.f, j);
  for (int k = group->lane; k < j->n; k += group->lanes) {
    const double rate = fabs(*sm_group_diagonal(&s->cells.tables, j, k));
    most = rate > most ? rate : most;
  }
  const double stiffness = sm_group_max(group, most) * s->control.dt;
  return stiffness < s->explicit_below     ? SM_REACTING_RUNGE_KUTTA
         : stiffness < s->stabilised_below ? SM_REACTING_STABILISED
                                           : SM_REACTING_ROSENBROCK;
}

SM_FN struct sm_group_result
sm_reacting_integrate(const struct sm_reacting_advance_args *s, const struct sm_thread_group *group,
                      int kind, const struct sm_group_reactor *p, const struct sm_group_control *c,
                      const struct sm_group_memory *m, const struct sm_group_stage *stage) {
  const struct sm_group_tables *t = &s->cells.tables;
  const int by =
      kind == SM_REACTING_ANY ? sm_reacting_choose_method(s, *group, *p, *m, *stage) : kind;
  if (by == SM_REACTING_STABILISED) return sm_group_advance_rkc(t, group, p, c, m, *stage);
  if (by == SM_REACTING_RUNGE_KUTTA)
    return sm_group_advance_runge_kutta(t, group, p, c, &s->tableau[0], m, *stage);
  return sm_group_advance_rosenbrock(t, group, p, c, &s->tableau[1], m, *stage);
}

/* Advances cell i. kind: that of the method of s, a constant where kernels are specialised. */
SM_FN void sm_reacting_cell_advance(const struct sm_reacting_advance_args *s,
                                    const struct sm_thread_group *group, int kind, int64_t i,
                                    const struct sm_reacting_room *room) {
  const struct sm_group_tables *t = &s->cells.tables;
  const struct sm_group_memory m = sm_reacting_memory(t, room);
  const struct sm_group_stage stage =
      sm_group_stage_at(t, s->source != NULL || s->energy != NULL, room->stage, room->matrix);
  const double T = s->cells.temperature[i], moles = sm_reacting_load(&s->cells, group, i, stage.y);
  for (int k = group->lane; k < t->species; k += group->lanes) stage.y[k] /= moles;
  if (group->lane == 0) stage.y[t->species] = T;
  SM_GROUP_SYNC(group);
  const struct sm_group_reactor p = {s->mode, moles,
                                     sm_reacting_ambient(&s->cells, i, SM_GROUP_R * T * moles),
                                     sm_reacting_source(s, *group, i, moles, stage.source)};
  struct sm_group_control c = s->control;
  c.first = s->first != NULL ? s->first[i] : 0.0;
  const struct sm_group_result r = sm_reacting_integrate(s, group, kind, &p, &c, &m, &stage);
  double part = 0.0;
  for (int k = group->lane; k < t->species; k += group->lanes) part += stage.y[k];
  const double gas = SM_GROUP_R * stage.y[t->species] * sm_group_sum(group, part);
  const double density = s->mode == SM_GROUP_PRESSURE ? p.air.pressure / gas : p.density;
  for (int k = group->lane; !r.failed && k < t->species; k += group->lanes)
    s->cells.concentrations[k * s->cells.stride + i] = stage.y[k] * density;
  if (group->lane == 0) {
    if (!r.failed) s->cells.temperature[i] = stage.y[t->species];
    if (s->first != NULL) s->first[i] = r.failed ? 0.0 : r.next;
    s->steps[i] = r.failed ? -1 : r.steps;
    s->rejected[i] = r.rejected;
  }
  SM_GROUP_SYNC(group);
}

#endif
