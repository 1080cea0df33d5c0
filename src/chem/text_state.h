/* text_state.h - where generated kinetics keep the concentrations and activities of a cell. Read as
 * text, between text_prelude.h and the generated functions.
 *
 * SM_CHEM_SHARED: in the shared memory of a block of SM_CHEM_THREADS, one column per thread, g in
 * the second half; c and a are the same column then. Else in registers. */
#ifdef SM_CHEM_SHARED
#define SM_CHEM_AT(k) ((k)*SM_CHEM_THREADS)
#define SM_CHEM_A(k) a[SM_CHEM_AT(k)]
#define SM_CHEM_G(k) g[SM_CHEM_AT(k)]
#define SM_CHEM_C(k) (SM_CHEM_A(k) * SM_CHEM_G(k))
#define SM_CHEM_KEEP(k)
/* What is in shared memory is not to be kept in registers too. */
#define SM_CHEM_NEXT asm volatile("" ::: "memory");
#else
#define SM_CHEM_AT(k) (k)
#define SM_CHEM_A(k) a[k]
#define SM_CHEM_G(k) g[k]
#define SM_CHEM_C(k) c[k]
#define SM_CHEM_KEEP(k) a[k] = c[k];
#define SM_CHEM_NEXT
#endif
/* Sets g of species k and its activity. The inverse of g is e^-x. */
#define SM_CHEM_POTENTIAL(k, value)                                                                \
  {                                                                                                \
    const double potential = value;                                                                \
    SM_CHEM_G(k) = potential;                                                                      \
    SM_CHEM_A(k) = c[SM_CHEM_AT(k)] * sm_chem_per(potential);                                      \
  }                                                                                                \
  SM_CHEM_NEXT

/* Parts of the rates are functions of their own where one would be too long. */
#ifdef SM_CHEM_SHARED
#define SM_CHEM_PART static __device__ __noinline__
#else
#define SM_CHEM_PART SM_CHEM_FN
#endif

/* Adds to the rate of a species. In the memory of a GPU, where nobody else does, as an order that
 * is not waited for. */
#ifdef SM_CHEM_APART
#define SM_CHEM_READ(x) __ldg(x)
#define SM_CHEM_ADD(to, x) atomicAdd(&(to), x)
#else
#define SM_CHEM_ADD(to, x) to += x
#endif

#ifndef __CUDACC__
#define SM_CHEM_UNROLL
#define SM_CHEM_UNROLL_ALL
#else
#ifdef SM_CHEM_SHARED /* a state that registers do not hold is indexed in memory */
#define SM_CHEM_UNROLL _Pragma("unroll 1")
#else
#define SM_CHEM_UNROLL _Pragma("unroll")
#endif
#define SM_CHEM_UNROLL_ALL _Pragma("unroll")
#endif

/* What all reactions of a cell ask for: temperature, K, its logarithm and inverse, ln p, the sum of
 * the concentrations. */
struct sm_chem_warm {
  double t, log_t, per_t, log_p, all;
};

/* Sums over the species of a cell: of h/R times w, of cp/R times y, of y, of w. */
struct sm_chem_sums {
  double made, capacity, moles, more;
};
