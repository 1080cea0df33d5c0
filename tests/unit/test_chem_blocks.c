/* Thread groups of several warps, a block of a GPU, with the sparse matrix of large mechanisms. */
#define SM_GROUP_SPARSE
#include "test_chem_thread_groups.c"
