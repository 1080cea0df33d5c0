/* parallel.h - processes of a distributed run: their number, messages, common errors.
 *
 * parallel.c joins and leaves them (lab/processes.h), launch.c reads the environment of the
 * launcher, rows.c divides a grid among them. */
#ifndef SM_PARALLEL_PARALLEL_H
#define SM_PARALLEL_PARALLEL_H

#include "base/context.h"
#include "lab/processes.h"
#include "parallel/module.h"

/* Processes of a run that a launcher or --ranks started; a context of any other run has none. */
struct sm_parallel;

/* Those of a context; may be NULL, for which all of the following are those of one process. */
struct sm_parallel *sm_parallel_of(const struct sm_context *ctx);

/* Processes that send nothing: this one, in their middle, counts its memory (device/counting.c).
 * Freed with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_parallel_create_counting(struct sm_context *ctx, int count,
                                                      struct sm_parallel **out);

int sm_parallel_rank(const struct sm_parallel *parallel);
int sm_parallel_count(const struct sm_parallel *parallel);

/* Number of this process among those of its host. */
int sm_parallel_local_rank(const struct sm_parallel *parallel);

/* Processes that may use the same processors as this one, with itself. */
int sm_parallel_sharing(const struct sm_parallel *parallel);

/* Host of a process. */
const char *sm_parallel_host(const struct sm_parallel *parallel, int rank);

/* Messages between two processes. */
void sm_parallel_send(const struct sm_parallel *parallel, int to, const void *data, size_t size);
void sm_parallel_receive(const struct sm_parallel *parallel, int from, void *data, size_t size);

/* Messages of this process to and from others, all at the same time. */
void sm_parallel_exchange(const struct sm_parallel *parallel, const struct sm_message *message,
                          int count);

/* Collects sizes[p] bytes of every process p at offsets[p], on all of them. */
void sm_parallel_gather(const struct sm_parallel *parallel, const void *own, const int *sizes,
                        const int *offsets, void *all);

/* Collects `size` bytes of every process, in their order, on all of them. */
void sm_parallel_share(const struct sm_parallel *parallel, const void *own, size_t size, void *all);

/* Copies `size` bytes of process 0 to all others. All call it together. */
void sm_parallel_broadcast(const struct sm_parallel *parallel, void *data, size_t size);

/* All processes call it together: agrees to stop if one of them is asked to (sm_context_hold_stop).
 */
void sm_parallel_share_stop(struct sm_context *ctx, const struct sm_parallel *parallel);

/* All processes call it together: whether it is so on any of them. */
bool sm_parallel_any(const struct sm_parallel *parallel, bool value);

/* All processes call it together: the largest of their numbers, or NAN; and their sum. */
double sm_parallel_largest(const struct sm_parallel *parallel, double number);
double sm_parallel_sum(const struct sm_parallel *parallel, double number);

/* Log lines of a process other than 0, which keeps them until they are sent, or dropped from a
 * number of bytes on. */
void sm_parallel_send_lines(struct sm_parallel *parallel, int to);
size_t sm_parallel_line_bytes(const struct sm_parallel *parallel);
void sm_parallel_drop_lines(struct sm_parallel *parallel, size_t from);

/* Logs the lines of process `from` in this context. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_parallel_receive_lines(struct sm_context *ctx, int from);

#endif
