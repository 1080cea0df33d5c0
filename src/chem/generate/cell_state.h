/* chem/generate/cell_state.h - storage of the concentrations and activities of a cell in generated
 * kinetics. Included as text between chem/generate/prelude.h and the generated functions.
 *
 * SM_CHEM_SHARED: in shared memory of a block of SM_CHEM_THREADS, one column per thread, with g in
 * the second half; c and a then share a column. Otherwise in registers. */
#ifdef SM_CHEM_SHARED
#define SM_CHEM_AT(k) ((k)*SM_CHEM_THREADS)
#define SM_CHEM_A(k) a[SM_CHEM_AT(k)]
#define SM_CHEM_G(k) g[SM_CHEM_AT(k)]
#define SM_CHEM_C(k) (SM_CHEM_A(k) * SM_CHEM_G(k))
#define SM_CHEM_KEEP(k)
/* Compiler barrier: data in shared memory must not be cached in registers. */
#define SM_CHEM_NEXT asm volatile("" ::: "memory");
#else
#define SM_CHEM_AT(k) (k)
#define SM_CHEM_A(k) a[k]
#define SM_CHEM_G(k) g[k]
#define SM_CHEM_C(k) c[k]
#define SM_CHEM_KEEP(k) a[k] = c[k];
#define SM_CHEM_NEXT
#endif
/* Sets g and the activity of species k. The inverse of g is e^-x. */
#define SM_CHEM_POTENTIAL(k, value)                                                                \
  {                                                                                                \
    const double potential = value;                                                                \
    SM_CHEM_G(k) = potential;                                                                      \
    SM_CHEM_A(k) = c[SM_CHEM_AT(k)] * sm_chem_inverse(potential);                                  \
  }                                                                                                \
  SM_CHEM_NEXT

/* Parts of the rates become separate functions where one function would be too long. */
#ifdef SM_CHEM_SHARED
#define SM_CHEM_PART static __device__ __noinline__
#else
#define SM_CHEM_PART SM_CHEM_FN
#endif

/* Adds to the rate of a species. On a GPU an atomic instruction whose result is not waited for;
 * there are no conflicts. */
#if defined SM_CHEM_APART && defined __CUDACC__
#define SM_CHEM_READ(x) __ldg(x)
#define SM_CHEM_ADD(to, x) atomicAdd(&(to), x)
#else
#define SM_CHEM_READ(x) *(x)
#define SM_CHEM_ADD(to, x) to += x
#endif

#ifndef __CUDACC__
#define SM_CHEM_UNROLL
#define SM_CHEM_UNROLL_ALL
#else
#ifdef SM_CHEM_SHARED /* a state too large for registers is indexed in memory */
#define SM_CHEM_UNROLL _Pragma("unroll 1")
#else
#define SM_CHEM_UNROLL _Pragma("unroll")
#endif
#define SM_CHEM_UNROLL_ALL _Pragma("unroll")
#endif

/* Quantities used by all reactions of a cell: temperature (K), its logarithm and inverse, ln p,
 * total concentration. */
struct sm_chem_temperature_state {
  double t, log_t, per_t, log_p, all;
};

/* Sums over the species of a cell: h/R times w, cp/R times y, y, w. */
struct sm_chem_sums {
  double made, capacity, moles, more;
};

/* Sums of cp/R times y, cp/R times w, d(cp/R)/dT times y; of (h/R - less T) times w, y, w. */
struct sm_chem_capacities {
  double capacity, made, slope, heat, moles, more;
};

/* Terms of the matrix 1/(h gamma) - df/dy of a cell (cell/chemistry/group_rhs.h). */
struct sm_chem_matrix {
  double t, per_t;
  double volume;       /* m3/kmol: f = volume w */
  double by_n, by_t;   /* derivatives of the volume at constant pressure: volume/N and /T, or 0 */
  double excess;       /* K: energies over R minus those in d ln Kc/dT: h/R - T */
  double heating;      /* K/s; 0 at constant temperature */
  double less;         /* subtracted from cp/R: 1 at constant volume, else 0 */
  double per_capacity; /* 1 / (sum of cp/R times y); 0 at constant temperature */
  double own;          /* derivative of capacities and energies by temperature */
  double shift;        /* 1/(h gamma) */
};

/* Data of a cell are interleaved with stride of a warp, so that all addresses are known at compile
 * time. */
#define SM_CHEM_TILE 32
#define SM_CHEM_V(i) v[(i)*SM_CHEM_TILE]
#define SM_CHEM_S(i) s[(i)*SM_CHEM_TILE]

/* Functions that are not inlined, to have all registers. Their arguments are in global memory,
 * except for the columns of a block. */
#ifdef __CUDACC__
#define SM_CHEM_ALONE static __device__ __noinline__
#define SM_CHEM_LIES(pointer) __builtin_assume(__isGlobal(pointer));
#else
#define SM_CHEM_ALONE SM_CHEM_FN
#define SM_CHEM_LIES(pointer)
#endif
#ifdef SM_CHEM_SHARED
extern __shared__ double sm_chem_column[];
#define SM_CHEM_COLUMN(pointer) pointer = sm_chem_column + threadIdx.x;
#define SM_CHEM_COLUMN_AFTER(pointer)                                                              \
  pointer = sm_chem_column + threadIdx.x + SM_CHEM_AT(SM_CHEM_PLACES);
#else
#define SM_CHEM_COLUMN(pointer)
#define SM_CHEM_COLUMN_AFTER(pointer)
#endif

/* Optimisation barrier: returns x, but opaque to the compiler, so that expressions of it are
 * recomputed. */
SM_CHEM_FN double sm_chem_opaque(double x) {
#ifdef __CUDACC__
  asm volatile("" : "+d"(x));
#endif
  return x;
}
