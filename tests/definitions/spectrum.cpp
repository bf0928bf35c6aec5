// Compares Fourier transforms with the sums that define them. The last dimension of an array holds a complex number as
// a pair.
#include <cmath>
#include <numbers>
#include <string>

#include "tests/definitions/along.h"
#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

at::Tensor complex_of(const at::Tensor& pairs) {
  return at::view_as_complex(pairs.clone(at::MemoryFormat::Contiguous));
}

// Returns the factor of a Fourier transform. With norm "ortho" both directions divide by the square root of n.
// Otherwise one direction divides by n.
double scale_of(const std::string& norm, bool forward, std::int64_t n) {
  if (norm == "ortho") return 1 / std::sqrt(static_cast<double>(n));
  return (norm == "forward") == forward ? 1 / static_cast<double>(n) : 1;
}

Array as_pairs(const Array& x) {
  Sizes sizes = x.sizes;
  sizes.push_back(2);
  Array out(sizes);
  for (std::int64_t i = 0; i < x.numel(); ++i) out[2 * i] = x[i];
  return out;
}

Sizes changed(Sizes sizes, std::int64_t dim, std::int64_t size) {
  sizes[static_cast<std::size_t>(dim)] = size;
  return sizes;
}

// Computes y[k] = sum over j of x[j] exp(-+ 2 pi i j k / n) along `dim`. If x has fewer than n elements along `dim`,
// the missing elements are zero.
Array transformed(const Array& x, std::int64_t n, std::int64_t dim, bool forward, double scale) {
  const Along from(x.sizes, dim);
  Array out(changed(x.sizes, dim, n));
  const Along to(out.sizes, dim);
  for (std::int64_t o = 0; o < from.outer; ++o)
    for (std::int64_t i = 0; i < from.inner; i += 2)
      for (std::int64_t k = 0; k < n; ++k)
        for (std::int64_t j = 0; j < std::min(n, from.length); ++j) {
          const double angle =
              (forward ? -2 : 2) * std::numbers::pi * static_cast<double>(j * k % n) / static_cast<double>(n);
          const double re = x[from.place(o, j, i)];
          const double im = x[from.place(o, j, i + 1)];
          out[to.place(o, k, i)] += scale * (re * std::cos(angle) - im * std::sin(angle));
          out[to.place(o, k, i + 1)] += scale * (re * std::sin(angle) + im * std::cos(angle));
        }
  return out;
}

// Computes the inverse Fourier transform to real numbers. The elements of x are the first half of the spectrum, and the
// other half mirrors them.
Array real_of_half(const Array& x, std::int64_t n, std::int64_t dim, double scale) {
  const Along from(x.sizes, dim);
  Array whole(changed(x.sizes, dim, n));
  const Along to(whole.sizes, dim);
  for (std::int64_t o = 0; o < from.outer; ++o)
    for (std::int64_t i = 0; i < from.inner; i += 2)
      for (std::int64_t k = 0; k < n; ++k) {
        const std::int64_t mirror = std::min(k, n - k);
        if (mirror >= from.length) continue;
        whole[to.place(o, k, i)] = x[from.place(o, mirror, i)];
        // The first and the middle element of the spectrum mirror themselves, so their imaginary parts are ignored.
        if (k != 0 && 2 * k != n) whole[to.place(o, k, i + 1)] = (k < n - k ? 1 : -1) * x[from.place(o, mirror, i + 1)];
      }
  const Array pairs = transformed(whole, n, dim, false, scale);
  Sizes sizes = pairs.sizes;
  sizes.pop_back();
  Array out(sizes);
  for (std::int64_t i = 0; i < out.numel(); ++i) out[i] = pairs[2 * i];
  return out;
}

// Returns the first n elements along a dimension.
Array cut(const Array& x, std::int64_t n, std::int64_t dim) {
  const Along from(x.sizes, dim);
  Array out(changed(x.sizes, dim, n));
  const Along to(out.sizes, dim);
  for (std::int64_t o = 0; o < to.outer; ++o)
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t i = 0; i < to.inner; ++i) out[to.place(o, k, i)] = x[from.place(o, k, i)];
  return out;
}

struct GivenSignal {
  Sizes sizes;  // the sizes of the signal, which is complex or real
  std::int64_t dim;
  c10::optional<std::int64_t> n;
  std::int64_t length() const { return sizes[static_cast<std::size_t>(dim < 0 ? place() : dim)]; }
  std::int64_t place() const { return dim < 0 ? dim + static_cast<std::int64_t>(sizes.size()) : dim; }
  Sizes pairs() const {
    Sizes out = sizes;
    out.push_back(2);
    return out;
  }
};

void along_one(Judge& judge) {
  for (const char* norm : {"backward", "ortho", "forward"})
    for (const GivenSignal& given :
         {GivenSignal{{1}, 0, {}}, GivenSignal{{2}, -1, {}}, GivenSignal{{5}, 0, {}}, GivenSignal{{2, 6}, 1, {}},
          GivenSignal{{6, 2}, -2, {}}, GivenSignal{{2, 3, 2}, 1, {}}, GivenSignal{{4}, 0, 7}, GivenSignal{{7}, 0, 4},
          GivenSignal{{7}, 0, 1}, GivenSignal{{0, 3}, 1, {}}, GivenSignal{{3, 64}, -1, {}},
          GivenSignal{{50, 2}, 0, 49}}) {
      const std::int64_t dim = given.place();
      const std::int64_t n = given.n.value_or(given.length());
      for (const bool forward : {true, false}) {
        const char* const name = forward ? "fft_fft(Tensor,optional<int64_t>,int64_t,optional<string_view>)"
                                         : "fft_ifft(Tensor,optional<int64_t>,int64_t,optional<string_view>)";
        const auto transform = [=](const at::Tensor& x) {
          const at::Tensor out =
              forward ? at::fft_fft(x, given.n, given.dim, norm) : at::fft_ifft(x, given.n, given.dim, norm);
          return Tensors{at::view_as_real(out)};
        };
        const double scale = scale_of(norm, forward, n);
        judge(
            name, {real(given.pairs())}, [=](const Tensors& in) { return transform(complex_of(in[0])); },
            [=](const Arrays& in) { return Arrays{transformed(in[0], n, dim, forward, scale)}; });
        // The imaginary part of a real signal is zero. The transform converts an integer signal to float32 first.
        judge(
            name, {real(given.sizes, 2)}, [=](const Tensors& in) { return transform(in[0]); },
            [=](const Arrays& in) { return Arrays{transformed(as_pairs(in[0]), n, dim, forward, scale)}; },
            {.dtypes = Dtypes::Divided});
      }
      judge(
          "fft_rfft(Tensor,optional<int64_t>,int64_t,optional<string_view>)", {real(given.sizes, 3)},
          [=](const Tensors& in) { return Tensors{at::view_as_real(at::fft_rfft(in[0], given.n, given.dim, norm))}; },
          [=](const Arrays& in) {
            const Array whole = transformed(as_pairs(in[0]), n, dim, true, scale_of(norm, true, n));
            return Arrays{cut(whole, n / 2 + 1, dim)};
          },
          {.dtypes = Dtypes::Divided});
      // fft_irfft returns an even number of elements unless n is given.
      const std::int64_t back = given.n.value_or(2 * (given.length() - 1));
      if (back == 0) continue;
      judge(
          "fft_irfft(Tensor,optional<int64_t>,int64_t,optional<string_view>)", {real(given.pairs(), 4)},
          [=](const Tensors& in) { return Tensors{at::fft_irfft(complex_of(in[0]), given.n, given.dim, norm)}; },
          [=](const Arrays& in) { return Arrays{real_of_half(in[0], back, dim, scale_of(norm, false, back))}; });
    }
}

void along_several(Judge& judge) {
  struct Dims {
    Sizes sizes;
    Index dims;
  };
  for (const Dims& given : {Dims{{3, 2, 2}, {0}}, Dims{{3, 2, 2}, {2, 0}}, Dims{{2, 3, 2}, {0, 1, 2}},
                            Dims{{0, 3}, {1}}, Dims{{5}, {0}}, Dims{{16, 9}, {0, 1}}})
    for (const std::int64_t normalization : {0, 1, 2})
      for (const bool forward : {true, false}) {
        Sizes pairs = given.sizes;
        pairs.push_back(2);
        judge(
            "_fft_c2c(Tensor,IntArrayRef,int64_t,bool)", {real(pairs, 5)},
            [=](const Tensors& in) {
              return Tensors{at::view_as_real(at::_fft_c2c(complex_of(in[0]), given.dims, normalization, forward))};
            },
            [=](const Arrays& in) {
              Array out = in[0];
              for (const std::int64_t dim : given.dims) {
                const std::int64_t n = out.size(dim);
                const auto count = static_cast<double>(n);
                const double scale = normalization == 0 ? 1 : normalization == 1 ? 1 / std::sqrt(count) : 1 / count;
                out = transformed(out, n, dim, forward, scale);
              }
              return Arrays{out};
            });
      }
}

}  // namespace

void spectrum(Judge& judge) {
  along_one(judge);
  along_several(judge);
}

}  // namespace modecheck::definitions
