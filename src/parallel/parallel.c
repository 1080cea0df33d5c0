#define _GNU_SOURCE /* sched_getaffinity */
#include "parallel/parallel.h"

#include "base/list.h"
#include "base/module.h"
#include "base/text.h"
#include "parallel/module.h"
#include "simoom/simoom.h"
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A process as the others know it: host, build, processors. */
struct process {
  char host[64];
  char build[64];
  cpu_set_t processors; /* those it may use */
};

/* Status of a process, with its message. */
struct verdict {
  int status;
  char message[4000];
};

struct sm_parallel {
  const struct sm_mpi_module *mpi; /* NULL: one process */
  int rank, count;
  struct process *process; /* [count] */
  double *number;          /* [count] messages of sm_parallel_largest */
  struct verdict *verdict; /* [count] messages of sm_processes_agree */
  bool failed;             /* they have agreed on a failure, and do nothing together any more */
  struct sm_text lines;    /* of another process than 0: level and text of each, with its NUL */
};

struct sm_parallel *sm_parallel_of(const struct sm_context *ctx) {
  return sm_context_parallel(ctx);
}

enum sm_status sm_parallel_create_counting(struct sm_context *ctx, int count,
                                           struct sm_parallel **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the processes", out));
  **out = (struct sm_parallel){.rank = count / 2, .count = count};
  return SM_OK;
}

int sm_parallel_rank(const struct sm_parallel *p) { return p != NULL ? p->rank : 0; }

int sm_parallel_count(const struct sm_parallel *p) { return p != NULL ? p->count : 1; }

int sm_processes_rank(const struct sm_context *ctx) {
  return sm_parallel_rank(sm_parallel_of(ctx));
}

const char *sm_parallel_host(const struct sm_parallel *p, int rank) {
  return p->process[rank].host;
}

int sm_parallel_local_rank(const struct sm_parallel *p) {
  int lower = 0;
  for (int i = 0; i < sm_parallel_rank(p); i++)
    lower += strcmp(p->process[i].host, p->process[p->rank].host) == 0;
  return lower;
}

int sm_parallel_sharing(const struct sm_parallel *p) {
  int sharing = p == NULL;
  for (int i = 0; p != NULL && i < p->count; i++)
    sharing += strcmp(p->process[i].host, p->process[p->rank].host) == 0 &&
               CPU_EQUAL(&p->process[i].processors, &p->process[p->rank].processors);
  return sharing;
}

/* --- messages --- */

void sm_parallel_send(const struct sm_parallel *p, int to, const void *data, size_t size) {
  p->mpi->send(to, data, size);
}

void sm_parallel_receive(const struct sm_parallel *p, int from, void *data, size_t size) {
  p->mpi->receive(from, data, size);
}

void sm_parallel_exchange(const struct sm_parallel *p, const struct sm_message *message,
                          int count) {
  p->mpi->exchange(message, count);
}

void sm_parallel_gather(const struct sm_parallel *p, const void *own, const int *sizes,
                        const int *offsets, void *all) {
  p->mpi->gather(own, sizes, offsets, all);
}

void sm_parallel_share(const struct sm_parallel *p, const void *own, size_t size, void *all) {
  if (p->mpi != NULL)
    p->mpi->share(own, size, all);
  else
    memcpy(all, own, size);
}

void sm_parallel_broadcast(const struct sm_parallel *p, void *data, size_t size) {
  const int rank = sm_parallel_rank(p), count = sm_parallel_count(p);
  int step = 1;
  while (step <= rank) step *= 2; /* a binomial tree: from the process without the highest bit */
  if (rank > 0) sm_parallel_receive(p, rank - step / 2, data, size);
  for (; rank + step < count; step *= 2) sm_parallel_send(p, rank + step, data, size);
}

double sm_parallel_largest(const struct sm_parallel *p, double number) {
  if (p == NULL || p->mpi == NULL) return number;
  sm_parallel_share(p, &number, sizeof number, p->number);
  for (int i = 0; i < p->count; i++)
    if (!isnan(number) && !(p->number[i] <= number)) number = p->number[i];
  return number;
}

double sm_parallel_sum(const struct sm_parallel *p, double number) {
  if (p == NULL || p->mpi == NULL) return number;
  sm_parallel_share(p, &number, sizeof number, p->number);
  number = p->number[0];
  for (int i = 1; i < p->count; i++) number += p->number[i];
  return number;
}

bool sm_parallel_any(const struct sm_parallel *p, bool value) {
  return sm_parallel_largest(p, value) > 0;
}

void sm_parallel_share_stop(struct sm_context *ctx, const struct sm_parallel *p) {
  if (sm_parallel_any(p, sm_context_has_stop(ctx))) sm_context_agree_stop(ctx);
}

/* --- log lines --- */

static void keep_line(void *user, enum sm_log_level level, const char *text) {
  struct sm_parallel *p = user;
  const char mark = (char)('0' + level);
  sm_text_add_bytes(&p->lines, &mark, 1);
  sm_text_add_bytes(&p->lines, text, strlen(text) + 1);
}

size_t sm_parallel_line_bytes(const struct sm_parallel *p) { return p->lines.size; }

void sm_parallel_drop_lines(struct sm_parallel *p, size_t from) {
  if (from < p->lines.size) p->lines.size = from;
  if (from == 0) p->lines.failed = false;
}

void sm_parallel_send_lines(struct sm_parallel *p, int to) {
  const size_t size = p->lines.failed ? SIZE_MAX : p->lines.size;
  sm_parallel_send(p, to, &size, sizeof size);
  if (!p->lines.failed) sm_parallel_send(p, to, p->lines.data, size);
  sm_parallel_drop_lines(p, 0);
}

static void log_line(struct sm_context *ctx, const char *line) {
  if (line[0] <= '0' + SM_LOG_WARNING)
    sm_warn(ctx, "%s", line + 1);
  else if (line[0] == '0' + SM_LOG_INFO)
    sm_info(ctx, "%s", line + 1);
  else
    sm_debug(ctx, "%s", line + 1);
}

enum sm_status sm_parallel_receive_lines(struct sm_context *ctx, int from) {
  const struct sm_parallel *p = sm_parallel_of(ctx);
  size_t size;
  SM_SCOPED char *lines = NULL;
  sm_parallel_receive(p, from, &size, sizeof size);
  if (size == SIZE_MAX)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: log lines of process %d", from);
  SM_TRY(sm_alloc(ctx, size, 1, "log lines", &lines));
  sm_parallel_receive(p, from, lines, size);
  for (size_t at = 0; at < size; at += strlen(lines + at) + 1) log_line(ctx, lines + at);
  return SM_OK;
}

/* --- common errors --- */

enum sm_status sm_processes_agree(struct sm_context *ctx, enum sm_status status) {
  struct sm_parallel *p = sm_parallel_of(ctx);
  if (sm_parallel_count(p) == 1 || p->failed) return status;
  if (!sm_parallel_any(p, status != SM_OK))
    return SM_OK; /* a byte; messages after a failure only */
  struct verdict own = {.status = (int)status};
  snprintf(own.message, sizeof own.message, "%s", sm_context_message(ctx));
  sm_parallel_share(p, &own, sizeof own, p->verdict);
  int first = 0;
  while (first < p->count - 1 && p->verdict[first].status == SM_OK) first++;
  p->failed = true;
  if (first == p->rank) return status;
  return sm_fail(ctx, (enum sm_status)p->verdict[first].status,
                 "%s\nnote: on process %d of %d, host %s", p->verdict[first].message, first,
                 p->count, sm_parallel_host(p, first));
}

/* --- joining and leaving --- */

static void describe_self(struct process *own) {
  struct stat program;
  if (gethostname(own->host, sizeof own->host - 1) != 0)
    snprintf(own->host, sizeof own->host, "unknown");
  const long long bytes = stat("/proc/self/exe", &program) == 0 ? (long long)program.st_size : 0;
  snprintf(own->build, sizeof own->build, "%s, %lld bytes", sm_version(), bytes);
  if (sched_getaffinity(0, sizeof own->processors, &own->processors) != 0)
    CPU_ZERO(&own->processors);
}

static enum sm_status meet(struct sm_context *ctx, struct sm_parallel *p) {
  struct process own = {.host = ""};
  describe_self(&own);
  SM_TRY(sm_alloc(ctx, (size_t)p->count, sizeof *p->process, "the processes", &p->process));
  SM_TRY(sm_alloc(ctx, (size_t)p->count, sizeof *p->number, "the processes", &p->number));
  SM_TRY(sm_alloc(ctx, (size_t)p->count, sizeof *p->verdict, "the processes", &p->verdict));
  sm_parallel_share(p, &own, sizeof own, p->process);
  for (int i = 1; i < p->count; i++)
    if (strcmp(p->process[i].build, p->process[0].build) != 0)
      return sm_fail(
          ctx, SM_ERR_DATA,
          "error: the processes are different programs: simoom %s on %s, simoom %s on %s\n"
          "help: install the same simoom on every host",
          p->process[0].build, p->process[0].host, p->process[i].build, p->process[i].host);
  return SM_OK;
}

static enum sm_status open_mpi(struct sm_context *ctx, struct sm_parallel *p, int count) {
  void *address = NULL;
  SM_TRY(sm_module_open(ctx, "simoom_mpi", "simoom_mpi_module",
                        "MPI, to run in several processes (Debian: libopenmpi-dev)", &address));
  p->mpi = address;
  p->mpi->open(&p->rank, &p->count);
  if (p->count == count) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA,
                 "error: the launcher started %d processes, of which MPI knows %d\n"
                 "help: the launcher must belong to the MPI library that simoom was built with",
                 count, p->count);
}

static enum sm_status check_ranks(struct sm_context *ctx, int ranks, int launched) {
  if (ranks == 0 || ranks == launched || (ranks == 1 && launched == 0)) return SM_OK;
  if (launched == 0)
    return sm_fail(ctx, SM_ERR_USAGE, "error: %d processes need a launcher, as mpirun", ranks);
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: --ranks %d, but the launcher started %d\nhelp: leave --ranks out", ranks,
                 launched);
}

enum sm_status sm_processes_join(struct sm_context *ctx, int ranks) {
  const struct sm_launch launch = sm_launch_find();
  struct sm_parallel *p = NULL;
  SM_TRY(check_ranks(ctx, ranks, launch.count));
  if (launch.count == 0 && ranks == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof *p, "the processes", &p));
  sm_context_set_parallel(ctx, p);
  p->count = 1;
  if (launch.count > 1) SM_TRY(open_mpi(ctx, p, launch.count));
  if (p->rank > 0) sm_context_divert_log(ctx, keep_line, p);
  return meet(ctx, p);
}

void sm_processes_leave(struct sm_context *ctx) {
  struct sm_parallel *p = sm_parallel_of(ctx);
  if (p == NULL) return;
  if (p->mpi != NULL) p->mpi->close();
  sm_context_divert_log(ctx, NULL, NULL);
  sm_context_set_parallel(ctx, NULL);
  sm_text_free(&p->lines);
  SM_FREE_ALL(p->process, p->number, p->verdict, p);
}
