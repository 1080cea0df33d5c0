// plan.cpp - plans of fast Fourier transforms by KISS FFT: length, twiddle factors, radices.
// Compiled once, for any processor. No exception leaves this file.
#include "solve/direct/transforms.h"

#ifdef SM_HAVE_KISSFFT
#include "solve/direct/lanes.h"
#include <cmath>
#include <new>

// The library takes its twiddle factors from this.
template <class level>
static std::complex<sm_direct::lanes<level>> root(const std::complex<sm_direct::lanes<level>> &z) {
  const double angle = z.imag();
  return {std::cos(angle), std::sin(angle)};
}
#define ROOT_OF(LEVEL)                                                                             \
  template <>                                                                                      \
  inline std::complex<sm_direct::lanes<sm_direct::LEVEL>> std::exp(                                \
      const std::complex<sm_direct::lanes<sm_direct::LEVEL>> &z) {                                 \
    return root(z);                                                                                \
  }
ROOT_OF(v1)
ROOT_OF(v3)
ROOT_OF(v4)

#include <kissfft/kissfft.hh>

bool sm_direct_plan_is_built(void) { return true; }

template <class level> static void *make(int n) {
  return new kissfft<sm_direct::lanes<level>>(static_cast<std::size_t>(n), false);
}

void *sm_direct_plan_make(int level, int n) {
  try {
    return level == 4   ? make<sm_direct::v4>(n)
           : level == 3 ? make<sm_direct::v3>(n)
                        : make<sm_direct::v1>(n);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

template <class level> static void destroy(void *plan) {
  delete static_cast<kissfft<sm_direct::lanes<level>> *>(plan);
}

void sm_direct_plan_free(int level, void *plan) {
  (level == 4   ? destroy<sm_direct::v4>
   : level == 3 ? destroy<sm_direct::v3>
                : destroy<sm_direct::v1>)(plan);
}
#else
bool sm_direct_plan_is_built(void) { return false; }
void *sm_direct_plan_make(int, int) { return nullptr; }
void sm_direct_plan_free(int, void *) {}
#endif
