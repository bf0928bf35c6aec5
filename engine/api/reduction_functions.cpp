#include "engine/api/reduction_functions.h"

#include "engine/dispatch/call.h"
#include "spec/operators/reduction.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

Tensor mean(const Tensor& self, c10::optional<c10::ScalarType> dtype) { return call<operators::mean>(self, dtype); }
Tensor prod(const Tensor& self, c10::optional<c10::ScalarType> dtype) { return call<operators::prod>(self, dtype); }
Tensor prod(const Tensor& self, std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::prod_dim_int>(self, dim, keepdim, dtype);
}
Tensor nansum(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::nansum>(self, dim, keepdim, dtype);
}
Tensor& amax_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  call<operators::amax_out>(self, dim, keepdim, out);
  return out;
}
Tensor amin(const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return call<operators::amin>(self, dim, keepdim);
}
Tensor& amin_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  call<operators::amin_out>(self, dim, keepdim, out);
  return out;
}
Tensor max(const Tensor& self) { return self.max(); }
Tensor min(const Tensor& self) { return self.min(); }
Tensor argmax(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  return call<operators::argmax>(self, dim, keepdim);
}
Tensor argmin(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  return call<operators::argmin>(self, dim, keepdim);
}
Tensor any(const Tensor& self) { return call<operators::any>(self); }
Tensor any(const Tensor& self, std::int64_t dim, bool keepdim) { return call<operators::any_dim>(self, dim, keepdim); }
Tensor all(const Tensor& self) { return call<operators::all>(self); }
Tensor all(const Tensor& self, std::int64_t dim, bool keepdim) { return call<operators::all_dim>(self, dim, keepdim); }
Tensor count_nonzero(const Tensor& self, c10::optional<std::int64_t> dim) {
  return call<operators::count_nonzero>(self, dim);
}
Tensor cumsum(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::cumsum>(self, dim, dtype);
}
Tensor& cumsum_out(Tensor& out, const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  call<operators::cumsum_out>(self, dim, dtype, out);
  return out;
}
Tensor logsumexp(const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return call<operators::logsumexp>(self, dim, keepdim);
}

#define MODECHECK_SPREAD(name)                                                                                    \
  Tensor name(const Tensor& self, bool unbiased) { return name(self, c10::nullopt, unbiased); }                   \
  Tensor name(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {                    \
    return name(self, dim, c10::optional<std::int64_t>(unbiased ? 1 : 0), keepdim);                               \
  }                                                                                                               \
  Tensor name(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,           \
              bool keepdim) {                                                                                     \
    return call<operators::name##_correction>(self, dim, correction, keepdim);                                    \
  }                                                                                                               \
  Tensor Tensor::name(bool unbiased) const { return at::name(*this, unbiased); }                                  \
  Tensor Tensor::name(c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {                          \
    return at::name(*this, dim, unbiased, keepdim);                                                               \
  }                                                                                                               \
  Tensor Tensor::name(c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim) const { \
    return at::name(*this, dim, correction, keepdim);                                                             \
  }
MODECHECK_SPREAD(var)
MODECHECK_SPREAD(std)
#undef MODECHECK_SPREAD
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased) {
  return at::var_mean(self, c10::nullopt, c10::optional<std::int64_t>(unbiased ? 1 : 0));
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return at::var_mean(self, dim, c10::optional<std::int64_t>(unbiased ? 1 : 0), keepdim);
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased) {
  return at::std_mean(self, c10::nullopt, c10::optional<std::int64_t>(unbiased ? 1 : 0));
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return at::std_mean(self, dim, c10::optional<std::int64_t>(unbiased ? 1 : 0), keepdim);
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim) {
  return call<operators::var_mean_correction>(self, dim, correction, keepdim);
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim) {
  return call<operators::std_mean_correction>(self, dim, correction, keepdim);
}

Tensor Tensor::mean(c10::optional<c10::ScalarType> dtype) const { return at::mean(*this, dtype); }
Tensor Tensor::prod(c10::optional<c10::ScalarType> dtype) const { return at::prod(*this, dtype); }
Tensor Tensor::prod(std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return at::prod(*this, dim, keepdim, dtype);
}
Tensor Tensor::nansum(c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return at::nansum(*this, dim, keepdim, dtype);
}
Tensor Tensor::amin(c10::IntArrayRef dim, bool keepdim) const { return at::amin(*this, dim, keepdim); }
Tensor Tensor::argmax(c10::optional<std::int64_t> dim, bool keepdim) const { return at::argmax(*this, dim, keepdim); }
Tensor Tensor::argmin(c10::optional<std::int64_t> dim, bool keepdim) const { return at::argmin(*this, dim, keepdim); }
Tensor Tensor::any() const { return at::any(*this); }
Tensor Tensor::any(std::int64_t dim, bool keepdim) const { return at::any(*this, dim, keepdim); }
Tensor Tensor::all() const { return at::all(*this); }
Tensor Tensor::all(std::int64_t dim, bool keepdim) const { return at::all(*this, dim, keepdim); }
Tensor Tensor::count_nonzero(c10::optional<std::int64_t> dim) const { return at::count_nonzero(*this, dim); }
Tensor Tensor::cumsum(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return at::cumsum(*this, dim, dtype);
}
Tensor& Tensor::cumsum_(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  call<operators::cumsum_>(*this, dim, dtype);
  return itself();
}
Tensor Tensor::logsumexp(c10::IntArrayRef dim, bool keepdim) const { return at::logsumexp(*this, dim, keepdim); }

}  // namespace modecheck_v1
}  // namespace at
