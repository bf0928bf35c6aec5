#include "engine/derivatives/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/types/differentiable_dtype.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/internal_composites.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/unary.h"

namespace modecheck::engine::formula {
namespace {

at::Tensor dense(const at::Tensor& a) {
  return a.is_contiguous() ? a : Kernel<operators::clone>::call(a, c10::MemoryFormat::Contiguous);
}

template <typename T>
T sign(T value) {
  // As in libtorch the sign of NaN is 0: both comparisons are false.
  return static_cast<T>(static_cast<float>((value > 0) - (value < 0)));
}

at::Tensor as_int64(const at::Tensor& index) {
  if (index.scalar_type() == c10::kLong) return index;
  return Kernel<operators::_to_copy>::call(index, c10::kLong, {}, {}, {}, false, {});
}

struct Extents {
  std::int64_t outer = 1, along = 1, inner = 1;
  Extents(c10::IntArrayRef sizes, std::int64_t dim) {
    for (std::size_t i = 0; i < sizes.size(); ++i)
      (static_cast<std::int64_t>(i) < dim ? outer : static_cast<std::int64_t>(i) == dim ? along : inner) *= sizes[i];
  }
};

}  // namespace

at::Tensor complex_conj(const at::Tensor& a) { return call<internal::_conj_physical>(a); }

at::Tensor as_type(const at::Tensor& a, c10::ScalarType type) {
  if (a.scalar_type() == type) return a;
  return call<operators::_to_copy>(a, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

at::Tensor index_tensor(c10::IntArrayRef numbers, const at::Tensor& like) {
  const at::Tensor out = empty(static_cast<std::int64_t>(numbers.size()), c10::kLong, host_of(like.device()));
  if (out.has_bytes()) std::copy(numbers.begin(), numbers.end(), out.data_ptr<std::int64_t>());
  return placed(out, like.device());
}

at::Tensor without_zeros(const at::Tensor& a) { return where(call<operators::eq_Scalar>(a, 0), number(1, a), a); }
at::Tensor zeros_only(const at::Tensor& a) { return where(call<operators::eq_Scalar>(a, 0), a, number(0, a)); }

at::Tensor other_factors(const at::Tensor& own, const at::Tensor& product, const at::Tensor& rest,
                         const at::Tensor& zeros, const at::Tensor& zero_sum) {
  const auto equals = [](const at::Tensor& a, int value) { return call<operators::eq_Scalar>(a, value); };
  const at::Tensor other_zero = sub(zero_sum, zeros_only(own));
  const at::Tensor share = where(equals(zeros, 1), number(1, own), where(equals(zeros, 2), other_zero, number(0, own)));
  return where(equals(own, 0), mul(rest, share), div(product, without_zeros(own)));
}

at::Tensor sign_of(const at::Tensor& a) {
  if (a.in_cuda_memory() && !a.is_complex()) return KernelAnywhere<operators::sign>::call(a);
  at::Tensor out = empty(a.sizes(), a.scalar_type(), host_of(a.device()));
  if (!out.has_bytes()) return out;
  const at::Tensor in = dense(on_host(a));
  visit_differentiable_dtype(in.scalar_type(), [&]<typename T>(T*) {
    const T* const from = in.data_ptr<T>();
    T* const to = out.data_ptr<T>();
    if constexpr (!c10::is_complex_number<T>)
      for (std::int64_t i = 0; i < in.numel(); ++i) to[i] = sign(from[i]);
  });
  return placed(out, a.device());
}

at::Tensor not_positive(const at::Tensor& a) {
  if (a.in_cuda_memory() && !a.is_complex()) return KernelAnywhere<operators::le_Scalar>::call(a, 0);
  at::Tensor out = empty(a.sizes(), c10::kBool, host_of(a.device()));
  if (!out.has_bytes()) return out;
  const at::Tensor in = dense(on_host(a));
  visit_differentiable_dtype(in.scalar_type(), [&]<typename T>(T*) {
    const T* const from = in.data_ptr<T>();
    bool* const to = out.data_ptr<bool>();
    if constexpr (!c10::is_complex_number<T>)
      for (std::int64_t i = 0; i < in.numel(); ++i) to[i] = from[i] <= 0;
  });
  return placed(out, a.device());
}

at::Tensor index_added(c10::IntArrayRef sizes, std::int64_t dim, const at::Tensor& index, const at::Tensor& source) {
  return call<internal::_index_added>(source, index, sizes, dim);
}
at::Tensor scatter_added(c10::IntArrayRef sizes, std::int64_t dim, const at::Tensor& index, const at::Tensor& source) {
  return call<internal::_scatter_added>(source, index, sizes, dim);
}

}  // namespace modecheck::engine::formula

namespace modecheck::engine {

using namespace formula;  // NOLINT: the kernels of the two sums above

template <>
at::Tensor Kernel<internal::_index_added>::call(const at::Tensor& source, const at::Tensor& index,
                                                c10::IntArrayRef sizes, std::int64_t dim) {
  at::Tensor out = zeros(sizes, source);
  if (!out.has_bytes() || source.numel() == 0) return out;
  if (out.in_cuda_memory()) {
    KernelAnywhere<operators::index_add_>::call(out, dim, index, source, 1);
    return out;
  }
  const at::Tensor from = dense(source);
  const at::Tensor places = dense(as_int64(index));
  const Extents in(source.sizes(), dim);
  const Extents to(sizes, dim);
  visit_differentiable_dtype(from.scalar_type(), [&]<typename T>(T*) {
    for (std::int64_t outer = 0; outer < in.outer; ++outer)
      for (std::int64_t i = 0; i < in.along; ++i) {
        std::int64_t place = places.data_ptr<std::int64_t>()[i];
        MODECHECK_CHECK(place >= -to.along && place < to.along, ErrorClass::Index, "index_select: the saved index ",
                        place, " is out of range of ", to.along);
        if (place < 0) place += to.along;
        for (std::int64_t inner = 0; inner < in.inner; ++inner) {
          T& total = out.data_ptr<T>()[(outer * to.along + place) * to.inner + inner];
          total = T(total + from.data_ptr<T>()[(outer * in.along + i) * in.inner + inner]);
        }
      }
  });
  return out;
}

template <>
at::Tensor Kernel<internal::_scatter_added>::call(const at::Tensor& source, const at::Tensor& index,
                                                  c10::IntArrayRef sizes, std::int64_t dim) {
  at::Tensor out = zeros(sizes, source);
  if (!out.has_bytes() || source.numel() == 0) return out;
  if (out.in_cuda_memory()) {
    KernelAnywhere<operators::scatter_add_>::call(out, dim, as_int64(index), source);
    return out;
  }
  const at::Tensor from = dense(source);
  const at::Tensor places = dense(as_int64(index));
  const std::size_t rank = sizes.size();
  visit_differentiable_dtype(from.scalar_type(), [&]<typename T>(T*) {
    std::vector<std::int64_t> at(rank, 0);
    for (std::int64_t i = 0; i < from.numel(); ++i) {
      std::int64_t place = 0;
      for (std::size_t d = 0; d < rank; ++d) {
        const std::int64_t here = static_cast<std::int64_t>(d) == dim ? places.data_ptr<std::int64_t>()[i] : at[d];
        MODECHECK_CHECK(here >= 0 && here < sizes[d], ErrorClass::Index, "gather: the saved index ", here,
                        " is out of range of ", sizes[d]);
        place = place * sizes[d] + here;
      }
      T& total = out.data_ptr<T>()[place];
      total = T(total + from.data_ptr<T>()[i]);
      for (std::size_t d = rank; d-- > 0;) {
        if (++at[d] < from.sizes()[d]) break;
        at[d] = 0;
      }
    }
  });
  return out;
}

}  // namespace modecheck::engine
