/* Rates, Jacobians and steps by the sparse matrix of large mechanisms, against the reference. */
#define SM_GROUP_SPARSE
#include "test_chem_group_tables.c"
