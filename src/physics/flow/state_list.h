/* physics/flow/state_list.h - prognostic members of a struct, listed once (X-macro).
 *
 * The members that the next steps depend on are declared by a list beside the struct,
 *
 *   #define SM_X_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                          \
 *     VALUE(double, time)   FIELD(pressure, )   FIELD(u, [3])   ARRAY(double, budget, , SM_BOOKS)
 *
 *   struct sm_x {
 *     SM_STATE_MEMBERS(SM_X_STATE)
 *     ... members that sm_x_create makes anew, or that last for a step ...
 *   };
 *
 * and saved by the same list: SM_STATE_PARTS(SM_X_STATE, "x", -1) in a function with `self`, a
 * pointer to the struct, and `view` adds a part "x_time" and so on for each member, so that a
 * checkpoint is complete. Arrays that are NULL are left out. Counts may use `self`.
 *
 * VALUE(type, name): value on the host; HOST(type, name, count): array on the host. On the device:
 * FIELD(name, dimensions): fields in the flow's layout; REALS(name, dimensions, count): numbers in
 * the precision of the run; ARRAY(type, name, dimensions, count): other arrays. */
#ifndef SM_PHYSICS_FLOW_STATE_LIST_H
#define SM_PHYSICS_FLOW_STATE_LIST_H

#include "cell/cells.h"
#include <stdbool.h>
#include <stddef.h>

#define SM_MEMBER_VALUE(type, name) type name;
#define SM_MEMBER_FIELD(name, dimensions) union sm_reals name dimensions;
#define SM_MEMBER_REALS(name, dimensions, count) union sm_reals name dimensions;
#define SM_MEMBER_ARRAY(type, name, dimensions, count) type *name dimensions;
#define SM_MEMBER_HOST(type, name, count) type *name;
#define SM_STATE_MEMBERS(LIST)                                                                     \
  LIST(SM_MEMBER_VALUE, SM_MEMBER_FIELD, SM_MEMBER_REALS, SM_MEMBER_ARRAY, SM_MEMBER_HOST)

struct sm_flow_view;

/* Owner of the added parts; number: index among several of a kind, -1: only one. */
struct sm_state_owner {
  struct sm_flow_view *view;
  const char *name;
  int number;
};

/* Add parts to a view. `pointers`: `number` consecutive arrays. */
void sm_state_value(const struct sm_state_owner *owner, const char *name, void *value, size_t size);
void sm_state_fields(const struct sm_state_owner *owner, const char *name, const void *pointers,
                     size_t number);
void sm_state_reals(const struct sm_state_owner *owner, const char *name, const void *pointers,
                    size_t number, size_t count);
void sm_state_arrays(const struct sm_state_owner *owner, const char *name, const void *pointers,
                     size_t number, size_t count, size_t size, bool on_host);

#define SM_PART_VALUE(type, name) sm_state_value(&list_owner, #name, &self->name, sizeof(type));
#define SM_PART_FIELD(name, dimensions)                                                            \
  sm_state_fields(&list_owner, #name, &self->name, sizeof self->name / sizeof(void *));
#define SM_PART_REALS(name, dimensions, count)                                                     \
  sm_state_reals(&list_owner, #name, &self->name, sizeof self->name / sizeof(void *),              \
                 (size_t)(count));
#define SM_PART_ARRAY(type, name, dimensions, count)                                               \
  sm_state_arrays(&list_owner, #name, &self->name, sizeof self->name / sizeof(void *),             \
                  (size_t)(count), sizeof(type), false);
#define SM_PART_HOST(type, name, count)                                                            \
  sm_state_arrays(&list_owner, #name, &self->name, 1, (size_t)(count), sizeof(type), true);
#define SM_STATE_PARTS(LIST, NAME, NUMBER)                                                         \
  do {                                                                                             \
    const struct sm_state_owner list_owner = {view, NAME, NUMBER};                                 \
    LIST(SM_PART_VALUE, SM_PART_FIELD, SM_PART_REALS, SM_PART_ARRAY, SM_PART_HOST)                 \
  } while (0)

#endif
