#include "engine/composites/sorting_functions.h"

#include "engine/api/factories.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/dispatch/call.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/selection.h"
#include "spec/operators/sorting.h"
#include "spec/operators/unary.h"
#include "spec/operators/view.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

std::tuple<Tensor, Tensor> Tensor::sort(std::int64_t dim, bool descending) const {
  return call<operators::sort>(*this, dim, descending);
}
std::tuple<Tensor, Tensor> Tensor::sort(c10::optional<bool> stable, std::int64_t dim, bool descending) const {
  return call<operators::sort_stable>(*this, stable, dim, descending);
}
Tensor Tensor::argsort(std::int64_t dim, bool descending) const { return std::get<1>(sort(dim, descending)); }
Tensor Tensor::argsort(bool stable, std::int64_t dim, bool descending) const {
  return std::get<1>(sort(c10::optional<bool>(stable), dim, descending));
}
Tensor Tensor::msort() const { return std::get<0>(sort(0, false)); }
std::tuple<Tensor, Tensor> Tensor::topk(std::int64_t k, std::int64_t dim, bool largest, bool sorted) const {
  return call<operators::topk>(*this, k, dim, largest, sorted);
}
std::tuple<Tensor, Tensor> Tensor::kthvalue(std::int64_t k, std::int64_t dim, bool keepdim) const {
  return call<operators::kthvalue>(*this, k, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::max(std::int64_t dim, bool keepdim) const {
  return call<operators::max_dim>(*this, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::min(std::int64_t dim, bool keepdim) const {
  return call<operators::min_dim>(*this, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::median(std::int64_t dim, bool keepdim) const {
  return call<operators::median_dim>(*this, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::cummax(std::int64_t dim) const { return call<operators::cummax>(*this, dim); }
std::tuple<Tensor, Tensor> Tensor::cummin(std::int64_t dim) const { return call<operators::cummin>(*this, dim); }
Tensor Tensor::median() const { return call<operators::median>(*this); }

std::tuple<Tensor, Tensor> sort(const Tensor& self, std::int64_t dim, bool descending) {
  return self.sort(dim, descending);
}
std::tuple<Tensor, Tensor> sort(const Tensor& self, c10::optional<bool> stable, std::int64_t dim, bool descending) {
  return self.sort(stable, dim, descending);
}
Tensor argsort(const Tensor& self, std::int64_t dim, bool descending) { return self.argsort(dim, descending); }
Tensor argsort(const Tensor& self, bool stable, std::int64_t dim, bool descending) {
  return self.argsort(stable, dim, descending);
}
Tensor msort(const Tensor& self) { return self.msort(); }
std::tuple<Tensor, Tensor> topk(const Tensor& self, std::int64_t k, std::int64_t dim, bool largest, bool sorted) {
  return self.topk(k, dim, largest, sorted);
}
std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, std::int64_t k, std::int64_t dim, bool keepdim) {
  return self.kthvalue(k, dim, keepdim);
}
std::tuple<Tensor, Tensor> max(const Tensor& self, std::int64_t dim, bool keepdim) { return self.max(dim, keepdim); }
std::tuple<Tensor, Tensor> min(const Tensor& self, std::int64_t dim, bool keepdim) { return self.min(dim, keepdim); }
std::tuple<Tensor, Tensor> cummax(const Tensor& self, std::int64_t dim) { return self.cummax(dim); }
std::tuple<Tensor, Tensor> cummin(const Tensor& self, std::int64_t dim) { return self.cummin(dim); }
std::tuple<Tensor, Tensor> median(const Tensor& self, std::int64_t dim, bool keepdim) {
  return self.median(dim, keepdim);
}
Tensor median(const Tensor& self) { return self.median(); }
Tensor Tensor::max(const Tensor& other) const { return at::max(*this, other); }
Tensor Tensor::min(const Tensor& other) const { return at::min(*this, other); }
Tensor max(const Tensor& self, const Tensor& other) { return call<operators::maximum>(self, other); }
Tensor min(const Tensor& self, const Tensor& other) { return call<operators::minimum>(self, other); }

std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool sorted, bool return_inverse, bool return_counts) {
  return call<operators::_unique2>(self, sorted, return_inverse, return_counts);
}
std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool sorted, bool return_inverse) {
  auto [values, inverse, counts] = _unique2(self, sorted, return_inverse, false);
  return {values, inverse};
}

Tensor searchsorted(const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right,
                    c10::optional<std::string_view> side, const c10::optional<Tensor>& sorter) {
  return call<operators::searchsorted_Tensor>(sorted_sequence, self, out_int32, right, side, sorter);
}
Tensor searchsorted(const Tensor& sorted_sequence, const c10::Scalar& self, bool out_int32, bool right,
                    c10::optional<std::string_view> side, const c10::optional<Tensor>& sorter) {
  return call<operators::searchsorted_Scalar>(sorted_sequence, self, out_int32, right, side, sorter);
}
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool out_int32, bool right) {
  return call<operators::bucketize_Tensor>(self, boundaries, out_int32, right);
}
Tensor bucketize(const c10::Scalar& self, const Tensor& boundaries, bool out_int32, bool right) {
  return call<operators::bucketize_Scalar>(self, boundaries, out_int32, right);
}

}  // namespace modecheck_v1
}  // namespace at
