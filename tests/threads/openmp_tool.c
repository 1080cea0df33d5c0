/* OpenMP tool (OMPT) for the thread sanitizer: tells it what the OpenMP runtime, which is not built
 * with the sanitizer, puts in order: the start and end of parallel regions, barriers, and locks of
 * critical and ordered sections. OMP_TOOL_LIBRARIES names it; scripts/threads.sh does. Without it
 * loops that read what was written before them are reported by chance. */
#include <omp-tools.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Of the sanitizer's runtime, in the program. */
void AnnotateHappensBefore(const char *file, int line, uintptr_t address);
void AnnotateHappensAfter(const char *file, int line, uintptr_t address);
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
void AnnotateIgnoreWritesBegin(const char *file, int line);
void AnnotateIgnoreWritesEnd(const char *file, int line);

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime);

/* Places that stand for events of a team: its start, and two barriers that take turns, so that a
 * thread at the next barrier is not mixed up with one that is still leaving the last. The runtime
 * copies the data of a team: its value, not its address, names the team. */
enum { START, BARRIER, PLACES = BARRIER + 2, TEAMS = 4096 };
static uint64_t place[TEAMS][PLACES];
static atomic_uint_least64_t teams;

static void before(uintptr_t address) { AnnotateHappensBefore(__FILE__, __LINE__, address); }
static void after(uintptr_t address) { AnnotateHappensAfter(__FILE__, __LINE__, address); }

static void parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel,
                           unsigned int threads, int flags, const void *code) {
  (void)task, (void)frame, (void)threads, (void)flags, (void)code;
  parallel->value = 1 + atomic_fetch_add(&teams, 1) % TEAMS;
  before((uintptr_t)&place[parallel->value - 1][START]);
}

/* A thread's task has twice the number of its team, and its turn of the barriers. */
static void implicit_task(ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task,
                          unsigned int threads, unsigned int index, int flags) {
  (void)threads, (void)index;
  if (end != ompt_scope_begin || (flags & ompt_task_initial) != 0) return;
  if (parallel->value == 0) return;
  task->value = 2 * parallel->value;
  after((uintptr_t)&place[parallel->value - 1][START]);
}

static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t *parallel,
                        ompt_data_t *task, const void *code) {
  (void)parallel, (void)code;
  if (kind == ompt_sync_region_taskwait || kind == ompt_sync_region_taskgroup) return;
  if (task == NULL || task->value == 0) return;
  const uintptr_t at = (uintptr_t)&place[task->value / 2 - 1][BARRIER + task->value % 2];
  if (end == ompt_scope_begin) {
    before(at);
  } else {
    after(at);
    task->value ^= 1;
  }
}

/* Values of a reduction are put together by the runtime, in an order of its own. */
static void reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t *parallel,
                      ompt_data_t *task, const void *code) {
  (void)kind, (void)parallel, (void)task, (void)code;
  if (end == ompt_scope_begin) {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  } else {
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
}

static void acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *code) {
  (void)kind, (void)code;
  after((uintptr_t)id);
}

static void released(ompt_mutex_t kind, ompt_wait_id_t id, const void *code) {
  (void)kind, (void)code;
  before((uintptr_t)id);
}

static int begin(ompt_function_lookup_t lookup, int device, ompt_data_t *tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  if (set == NULL) return 0;
  set(ompt_callback_parallel_begin, (ompt_callback_t)parallel_begin);
  set(ompt_callback_implicit_task, (ompt_callback_t)implicit_task);
  set(ompt_callback_sync_region, (ompt_callback_t)sync_region);
  set(ompt_callback_reduction, (ompt_callback_t)reduction);
  set(ompt_callback_mutex_acquired, (ompt_callback_t)acquired);
  set(ompt_callback_mutex_released, (ompt_callback_t)released);
  return 1;
}

static void end(ompt_data_t *tool) { (void)tool; }

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
  static ompt_start_tool_result_t result = {begin, end, {0}};
  (void)version, (void)runtime;
  return &result;
}
