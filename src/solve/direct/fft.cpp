// fft.cpp - fast Fourier transforms of eight complex lines by KISS FFT. Compiled once per x86-64
// level.
#include "solve/direct/transforms.h"

#ifdef SM_HAVE_KISSFFT
#include "solve/direct/lanes.h"
#include <kissfft/kissfft.hh>
#include <new>

#ifdef SM_LEVEL
typedef sm_direct::lanes<sm_direct::SM_LEVEL> lanes;
#else
typedef sm_direct::lanes<sm_direct::v1> lanes;
#endif

bool OF_LEVEL(sm_direct_transform)(void *plan, const float *from, float *to) {
  try {
    static_cast<kissfft<lanes> *>(plan)->transform(
        reinterpret_cast<const std::complex<lanes> *>(from),
        reinterpret_cast<std::complex<lanes> *>(to));
  } catch (const std::bad_alloc &) {
    return false;
  }
  return true;
}
#else
bool OF_LEVEL(sm_direct_transform)(void *, const float *, float *) { return false; }
#endif
