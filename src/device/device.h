/* device.h - selection of a device, device memory, and kernel calls. */
#ifndef SM_DEVICE_DEVICE_H
#define SM_DEVICE_DEVICE_H

#include "base/context.h"
#include "base/text.h"
#include "device/backend.h"

/* Opens "auto" (a GPU with `need` bytes free, else the CPU with a log message), "cpu", "cuda" or
 * "cuda:N". threads: CPU threads, 0: all. Errors: ERR_USAGE (no such name), ERR_DEVICE. */
SM_CHECKED enum sm_status sm_device_open(struct sm_context *ctx, const char *name, int threads,
                                         int bits, size_t need, struct sm_device **out);
/* Cells per process of a level above which its messages take less time than half its sweeps. */
enum { SM_SHARE_LEAST_CPU = 4096, SM_SHARE_LEAST_GPU = 1 << 21 };

/* counting.c: Opens a device of kind "cpu" or "cuda" that only counts allocations: of a run, or of
 * one of several processes that compute it together. Kernels and copies do nothing; downloads give
 * 0. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_device_open_counting(struct sm_context *ctx, const char *kind,
                                                  int bits, int processes, struct sm_device **out);

/* device.c: Checks and counts the names of a list "cuda:0,cuda:1" without opening the devices.
 * Errors: ERR_USAGE (not a device name). */
SM_CHECKED enum sm_status sm_device_check_names(struct sm_context *ctx, const char *list,
                                                int *count);
void sm_device_close(struct sm_device **device);

/* Adds one line per device of the machine. */
void sm_device_list(struct sm_text *out);

/* Allocates zeroed device memory. Errors: ERR_DEVICE (GPU) or ERR_MEMORY (CPU). */
SM_CHECKED enum sm_status sm_device_allocate(struct sm_context *ctx, struct sm_device *device,
                                             size_t count, size_t size, const char *what,
                                             void *out_pointer);
void sm_device_release(struct sm_device *device, void *memory, size_t count, size_t size);

SM_CHECKED enum sm_status sm_device_upload(struct sm_context *ctx, struct sm_device *device,
                                           void *to, const void *from, size_t bytes);
SM_CHECKED enum sm_status sm_device_download(struct sm_context *ctx, struct sm_device *device,
                                             void *to, const void *from, size_t bytes);
SM_CHECKED enum sm_status sm_device_sync(struct sm_context *ctx, struct sm_device *device);

/* A stop between two parts of the work: "stopped while WHAT". Processes that share the work stop
 * together, elsewhere. Errors: ERR_STOPPED. */
SM_CHECKED enum sm_status sm_device_check_stop(struct sm_context *ctx,
                                               const struct sm_device *device, const char *what);

/* Allocates device memory with a copy of `count` host items. After a failure *out_pointer may still
 * be memory to release. Errors: as of sm_device_allocate and sm_device_upload. */
SM_CHECKED enum sm_status sm_device_put(struct sm_context *ctx, struct sm_device *device,
                                        const void *from, size_t count, size_t size,
                                        const char *what, void *out_pointer);

/* Starts a profile (device_profile.h) of kernels and copies; sm_device_sync updates it. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_device_begin_profile(struct sm_context *ctx, struct sm_device *device);

/* Size of a number in the precision of the state, bytes; and the address of element `by` of an
   array. */
size_t sm_device_real_size(const struct sm_device *device);
union sm_reals sm_device_offset(const struct sm_device *device, union sm_reals from, ptrdiff_t by);

/* counting.c: Counts bytes of host arrays on a counting device; negative: released bytes. */
void sm_device_count_host(struct sm_device *device, ptrdiff_t bytes);

/* device.c: Whether arrays of the device hold data; false for a counting device, for which set-up
 * skips computing them. */
bool sm_device_has_data(const struct sm_device *device);

/* Whether host code may access the device memory. */
bool sm_device_is_host(const struct sm_device *device);

/* X86-64 level (instruction set) of the processor. */

/* Highest x86-64 level supported by this processor and by a build of the CPU loops: 1, 3 or 4; 0 on
 * other processors. */
int sm_cpu_level(void);

/* nccl.c: Messages between the GPUs of several processes by NCCL, which is found at run time. */

/* Joins the GPUs of all processes of the device's group, which call it together. Without NCCL on
 * one of them, or with a GPU for two, messages remain those of MPI. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_nccl_open(struct sm_context *ctx, struct sm_device *device);
void sm_nccl_close(struct sm_device *device);

/* peers.c: Halo exchange by the memory of the neighbours' GPUs, where all processes have peer
 * access; after sm_nccl_open. SIMOOM_PEER_ACCESS=0 in the environment of one of them keeps to
 * messages. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_peers_open(struct sm_context *ctx, struct sm_device *device);
void sm_peers_close(struct sm_device *device);

/* First error of a message; NULL: none. */
const char *sm_nccl_error(const struct sm_device *device);

#endif
