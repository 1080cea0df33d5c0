/* lanes.h - scalar type of the FFT library KISS FFT (kissfft.hh), C++: a number of each of eight
 * lines, in the lanes of a vector. Each x86-64 level has its own type, and so its own instances of
 * the library's templates: the linker, which keeps one of those with the same name, cannot take
 * code of a level that the processor does not have. */
#ifndef SM_SOLVE_DIRECT_LANES_H
#define SM_SOLVE_DIRECT_LANES_H

#include "solve/direct/transforms.h"

#include <complex>
#include <cstddef>

#define INLINE inline __attribute__((always_inline))

namespace sm_direct {

struct v1;
struct v3;
struct v4;

template <class level> struct lanes {
  typedef float vector __attribute__((vector_size(SM_DIRECT_LANES * sizeof(float))));
  alignas(SM_DIRECT_LANES * sizeof(float)) vector v; // whatever the level

  lanes() = default;
  INLINE lanes(double x) : v(vector{} + static_cast<float>(x)) {}
  INLINE explicit lanes(const vector &x) : v(x) {}
  operator double() const { return static_cast<double>(v[0]); } // of a constant

  friend INLINE lanes operator+(const lanes &a, const lanes &b) { return lanes(a.v + b.v); }
  friend INLINE lanes operator-(const lanes &a, const lanes &b) { return lanes(a.v - b.v); }
  friend INLINE lanes operator*(const lanes &a, const lanes &b) { return lanes(a.v * b.v); }
  friend INLINE lanes operator*(std::size_t a, const lanes &b) {
    return lanes(static_cast<float>(a) * b.v);
  }
  friend INLINE lanes operator-(const lanes &a) { return lanes(-a.v); }
};

} // namespace sm_direct

// Complex lanes, as the standard allows for types of a program.
template <class level> class std::complex<sm_direct::lanes<level>> {
public:
  typedef sm_direct::lanes<level> value_type;

  complex() = default;
  INLINE complex(const value_type &real, const value_type &imaginary) : re(real), im(imaginary) {}
  INLINE value_type real() const { return re; }
  INLINE value_type imag() const { return im; }

  INLINE complex &operator+=(const complex &b) { return *this = *this + b; }
  INLINE complex &operator*=(const value_type &b) { return *this = *this * b; }
  friend INLINE complex operator+(const complex &a, const complex &b) {
    return complex(a.re + b.re, a.im + b.im);
  }
  friend INLINE complex operator-(const complex &a, const complex &b) {
    return complex(a.re - b.re, a.im - b.im);
  }
  friend INLINE complex operator*(const complex &a, const complex &b) {
    return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
  }
  friend INLINE complex operator*(const complex &a, const value_type &b) {
    return complex(a.re * b, a.im * b);
  }

private:
  value_type re, im;
};

#undef INLINE

#endif
