// Prints Fourier transforms along several dimensions, windows, and the functions named after SciPy's `special`. This
// file is built against the engine and against libtorch; both builds must print the same.

#include <vector>

#include "tests/parity/everywhere.h"
#include "tests/parity/part.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::transforms {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace
using at::Tensor;
using Sizes = c10::IntArrayRef;

#define NUMBERS(inputs, expression) \
  in_dtypes(                        \
      #expression, Tensors inputs, [=](const Tensors& in) { return expression; }, Dtypes::Numbers)
#define FLOATING(inputs, expression) \
  in_dtypes(#expression, Tensors inputs, [=](const Tensors& in) { return expression; })

void transforms() {
  for (const Tensor& t : {filled({2, 3, 4}, 1), filled({3, 2}, 2).t(), filled({5}, 1)}) {
    NUMBERS(({t}), at::fft_fftn(in[0]));
    FLOATING(({t}), at::fft_fftn(in[0], Sizes({3, 2})));
    FLOATING(({t}), at::fft_ifftn(in[0], Sizes({5, -1}), Sizes({-1, 0}), "ortho"));
    FLOATING(({t}), at::fft_fftn(in[0], c10::nullopt, Sizes({0, 0})));
    FLOATING(({t}), at::fft_fftn(in[0], Sizes({2}), Sizes({0, 1})));
    FLOATING(({t}), at::fft_fftn(in[0], Sizes({0, 2})));
    FLOATING(({t}), at::fft_fftn(in[0], c10::nullopt, c10::nullopt, "none"));
    FLOATING(({t}), at::fft_fft2(in[0]));
    FLOATING(({t}), at::fft_ifft2(in[0], c10::nullopt, {0, 1}, "forward"));
    NUMBERS(({t}), at::fft_rfftn(in[0]));
    FLOATING(({t}), at::fft_rfft2(in[0], Sizes({2, 5})));
    FLOATING(({t}), at::fft_irfftn(in[0]));
    FLOATING(({t}), at::fft_irfft2(in[0], Sizes({2, 5}), {-1, 0}));
    FLOATING(({t}), at::fft_irfftn(in[0], c10::nullopt, Sizes({0})));
    FLOATING(({t}), at::fft_hfft(in[0]));
    FLOATING(({t}), at::fft_ihfft(in[0], 4, 0, "ortho").clone());
    NUMBERS(({t}), at::fft_fftshift(in[0]));
    NUMBERS(({t}), at::fft_ifftshift(in[0], Sizes({0})));
    NUMBERS(({t}), at::fft_ifftshift(in[0]));
  }
  raises("nothing to shift", [] { at::fft_fftshift(filled({}, 1)); });
  raises("complex numbers", [] { at::fft_rfftn(at::view_as_complex(filled({3, 2}, 1))); });
  for (const std::int64_t n : {1, 4, 5}) {
    print("fftfreq", at::fft_fftfreq(n));
    print("fftfreq", at::fft_fftfreq(n, 0.5, at::kDouble));
    print("rfftfreq", at::fft_rfftfreq(n, 2));
  }
  raises("whole frequencies", [] { at::fft_fftfreq(3, 1.0, at::kLong); });
}

template <typename Made>
void in_modes(const char* name, const Made& made) {
  std::printf("%s\n", name);
  raises("outside", [&] { describe(made()); });
  const c10::InferenceMode mode;
  raises("inside", [&] { describe(made()); });
}
#define MADE(expression) in_modes(#expression, [=] { return expression; })

void windows() {
  for (const std::int64_t n : {0, 1, 2, 5, 6, -1}) {
    MADE(at::hann_window(n));
    MADE(at::hann_window(n, false, at::kDouble));
    MADE(at::hamming_window(n));
    MADE(at::hamming_window(n, false));
    MADE(at::hamming_window(n, true, 0.6));
    MADE(at::hamming_window(n, true, 0.6, 0.3, at::kDouble));
    MADE(at::bartlett_window(n));
    MADE(at::bartlett_window(n, false, at::kDouble));
    MADE(at::blackman_window(n));
    MADE(at::blackman_window(n, false, at::kDouble));
    MADE(at::kaiser_window(n));
    MADE(at::kaiser_window(n, false));
    MADE(at::kaiser_window(n, true, 5.0, at::kDouble));
  }
  MADE(at::hann_window(4, at::kLong));
  MADE(at::kaiser_window(4, at::kLong));
}

void special() {
  const Tensor t = filled({2, 3}, 1).add(2);
  FLOATING(({t}), at::special_digamma(in[0]));
  FLOATING(({t}), at::special_psi(in[0]));
  FLOATING(({t}), at::special_gammaln(in[0]));
  FLOATING(({t}), at::special_polygamma(1, in[0]));
  FLOATING(({t}), at::special_multigammaln(in[0], 2));
  NUMBERS(({t}), at::special_erf(in[0]));
  NUMBERS(({t}), at::special_erfc(in[0]));
  NUMBERS(({t}), at::special_exp2(in[0]));
  NUMBERS(({t}), at::special_expit(in[0]));
  NUMBERS(({t}), at::special_expm1(in[0]));
  NUMBERS(({t}), at::special_log1p(in[0]));
  FLOATING(({t.div(4)}), at::special_logit(in[0]));
  FLOATING(({t}), at::special_sinc(in[0]));
  FLOATING(({t, t}), at::special_xlogy(in[0], in[1]));
  FLOATING(({t}), at::special_softmax(in[0], 1));
  FLOATING(({t}), at::special_log_softmax(in[0], 1));
  FLOATING(({t}), at::special_logsumexp(in[0], 1));
}

MODECHECK_PARITY(transforms) {
  transforms();
  windows();
  special();
}

#undef NUMBERS
#undef FLOATING
#undef MADE

}  // namespace modecheck::parity::transforms
