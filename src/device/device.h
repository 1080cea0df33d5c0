/* device.h - choosing a device, its memory, and calling its kernels. */
#ifndef SM_DEVICE_DEVICE_H
#define SM_DEVICE_DEVICE_H

#include "base/context.h"
#include "base/text.h"
#include "device/backend.h"
#include "device/cpu_level.h"

/* Opens "auto" (a GPU that has `need` bytes free, else the CPU with a line in the log), "cpu",
 * "cuda" or "cuda:N". threads: of the CPU, 0: all. Errors: ERR_USAGE (no such name), ERR_DEVICE. */
SM_CHECKED enum sm_status sm_device_open(struct sm_context *ctx, const char *name, int threads,
                                         int bits, size_t need, struct sm_device **out);
/* counting.c: A device of the kind "cpu" or "cuda" that only counts what is allocated. Kernels and
 * copies do nothing; what is read from it is 0. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_device_open_counting(struct sm_context *ctx, const char *kind,
                                                  int bits, struct sm_device **out);

/* device.c: Checks the names of a list "cuda:0,cuda:1" without opening them, and counts them.
 * Errors: ERR_USAGE (a name that is no device's). */
SM_CHECKED enum sm_status sm_device_check_names(struct sm_context *ctx, const char *list,
                                                int *count);
void sm_device_close(struct sm_device **device);

/* One line for every device of the machine. */
void sm_device_list(struct sm_text *out);

/* Zeroed memory of the device. Errors: ERR_DEVICE (GPU) or ERR_MEMORY (CPU). */
SM_CHECKED enum sm_status sm_device_allocate(struct sm_context *ctx, struct sm_device *device,
                                             size_t count, size_t size, const char *what,
                                             void *out_pointer);
void sm_device_release(struct sm_device *device, void *memory, size_t count, size_t size);

SM_CHECKED enum sm_status sm_device_upload(struct sm_context *ctx, struct sm_device *device,
                                           void *to, const void *from, size_t bytes);
SM_CHECKED enum sm_status sm_device_download(struct sm_context *ctx, struct sm_device *device,
                                             void *to, const void *from, size_t bytes);
SM_CHECKED enum sm_status sm_device_sync(struct sm_context *ctx, struct sm_device *device);

/* Memory of the device with a copy of `count` items of the host. When it fails, *out_pointer may be
 * memory all the same, to be released. Errors: as of the two. */
SM_CHECKED enum sm_status sm_device_put(struct sm_context *ctx, struct sm_device *device,
                                        const void *from, size_t count, size_t size,
                                        const char *what, void *out_pointer);

/* Begins to take a profile (profile.h) of the device's kernels and copies; sm_device_sync brings it
 * up to date. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_device_begin_profile(struct sm_context *ctx, struct sm_device *device);

/* Bytes of a number, and element `by` of an array, in the precision of the state. */
size_t sm_device_real_size(const struct sm_device *device);
union sm_reals sm_device_offset(const struct sm_device *device, union sm_reals from, ptrdiff_t by);

/* counting.c: Counts bytes of the host on such a device; less than 0: they are given back. */
void sm_device_count_host(struct sm_device *device, ptrdiff_t bytes);

/* device.c: Whether arrays of the device have content: not those of a device that counts, whose
 * set-up leaves out what it would fill them with. */
bool sm_device_has_data(const struct sm_device *device);

/* True where host code may read and write the device's memory. */
bool sm_device_is_host(const struct sm_device *device);

#endif
