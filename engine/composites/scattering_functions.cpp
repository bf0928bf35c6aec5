#include "engine/composites/scattering_functions.h"

#include "engine/dispatch/call.h"
#include "spec/operators/scattering.h"

namespace at {
inline namespace modecheck_v1 {

namespace operators = modecheck::spec::operators;
using modecheck::engine::call;

Tensor scatter_reduce(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                      std::string_view reduce, bool include_self) {
  return call<operators::scatter_reduce_two>(self, dim, index, src, reduce, include_self);
}

Tensor& scatter_reduce_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                           std::string_view reduce, bool include_self) {
  call<operators::scatter_reduce_two_out>(self, dim, index, src, reduce, include_self, out);
  return out;
}

Tensor& scatter_reduce_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                            std::string_view reduce, bool include_self, Tensor& out) {
  return scatter_reduce_out(out, self, dim, index, src, reduce, include_self);
}

Tensor Tensor::scatter_reduce(std::int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                              bool include_self) const {
  return at::scatter_reduce(*this, dim, index, src, reduce, include_self);
}

Tensor& Tensor::scatter_reduce_(std::int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                                bool include_self) const {
  call<operators::scatter_reduce__two>(*this, dim, index, src, reduce, include_self);
  return itself();
}

}  // namespace modecheck_v1
}  // namespace at
