// Implements the kernels of _cdist_forward and _pdist_forward, the p-norm distances between rows, and their
// derivatives. They are computed in double and rounded once.
#include "spec/operators/distance.h"

#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/distance_kernels.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/functions/distances.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

using Sizes = std::vector<std::int64_t>;

bool is_floating_number(c10::ScalarType type) {
  return type == c10::kFloat || type == c10::kDouble || type == c10::kHalf || type == c10::kBFloat16;
}

// Raises unless the tensor is float32 or float64.
void check_computed(const char* name, const at::Tensor& tensor) {
  MODECHECK_CHECK(tensor.scalar_type() == c10::kFloat || tensor.scalar_type() == c10::kDouble, ErrorClass::Dtype, name,
                  ": not implemented for ", tensor.scalar_type(), "; convert to Float or Double");
}

template <typename Visit>
void visit_rows(c10::ScalarType type, Visit&& visit) {
  if (type == c10::kFloat)
    visit(static_cast<float*>(nullptr));
  else
    visit(static_cast<double*>(nullptr));
}

// The sizes of the arguments x1 and x2 of cdist: two matrices, or two batches of matrices whose batch dimensions
// broadcast. cdist computes the distance between each row of x1 and each row of x2.
struct Pairs {
  Sizes batch;
  std::int64_t batches = 1;
  std::int64_t first = 0;   // the number of rows of x1
  std::int64_t second = 0;  // the number of rows of x2
  std::int64_t columns = 0;
  bool nothing() const { return batches == 0 || first == 0 || second == 0; }

  Sizes with(std::initializer_list<std::int64_t> last) const {
    Sizes out = batch;
    out.insert(out.end(), last);
    return out;
  }
};

Pairs pairs_of(const char* name, const at::Tensor& x1, const at::Tensor& x2) {
  MODECHECK_CHECK(x1.dim() >= 2 && x2.dim() >= 2, ErrorClass::Shape, name,
                  ": expected tensors of at least two dimensions, but their sizes are ", x1.sizes(), " and ",
                  x2.sizes());
  MODECHECK_CHECK(x1.size(-1) == x2.size(-1), ErrorClass::Shape, name, ": expected rows of one length, but they have ",
                  x1.size(-1), " and ", x2.size(-1), " columns");
  Pairs out;
  out.first = x1.size(-2);
  out.second = x2.size(-2);
  out.columns = x1.size(-1);
  const auto batch = [](const at::Tensor& x) { return x.sizes().slice(0, x.sizes().size() - 2); };
  Dims sizes(batch(x1));
  BroadcastMismatch mismatch;
  MODECHECK_CHECK(broadcast_into(sizes, batch(x2), mismatch), ErrorClass::Shape, name, ": batches of sizes ", batch(x1),
                  " and ", batch(x2), " do not broadcast");
  for (int d = 0; d < sizes.size(); ++d) {
    out.batch.push_back(sizes[d]);
    out.batches *= sizes[d];
  }
  return out;
}

at::Tensor expanded(const at::Tensor& x, const Sizes& sizes) {
  return dense(Kernel<operators::expand>::call(x, sizes, false));
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::_cdist_forward>::call(const at::Tensor& x1, const at::Tensor& x2, double p,
                                                   c10::optional<std::int64_t> compute_mode) {
  constexpr const char* name = "cdist";
  for (const at::Tensor* x : {&x1, &x2})
    MODECHECK_CHECK(is_floating_number(x->scalar_type()), ErrorClass::Dtype, name,
                    ": only floating-point dtypes are supported, but got ", x->scalar_type());
  MODECHECK_CHECK(p >= 0, ErrorClass::Argument, name, ": expected a norm of an order that is not negative, but got ",
                  p);
  const std::int64_t mode = compute_mode.value_or(0);
  MODECHECK_CHECK(mode >= 0 && mode <= 2, ErrorClass::Argument, name, ": possible modes are 0, 1, 2, but got ", mode);
  check_same_device(name, x1, x2);
  const Pairs pairs = pairs_of(name, x1, x2);
  const at::Tensor out = empty(pairs.with({pairs.first, pairs.second}), x1.scalar_type(), x1.device());
  if (pairs.nothing()) return out;
  if (pairs.columns > 0) {
    check_computed(name, x1);
    MODECHECK_CHECK(x1.scalar_type() == x2.scalar_type(), ErrorClass::Dtype, name,
                    ": expected tensors of one dtype, but got ", x1.scalar_type(), " and ", x2.scalar_type());
  }
  if (!has_bytes(out)) return out;
  if (pairs.columns == 0) {
    fill_elements(out, 0);
    return out;
  }
  const at::Tensor a = expanded(x1, pairs.with({pairs.first, pairs.columns}));
  const at::Tensor b = expanded(x2, pairs.with({pairs.second, pairs.columns}));
  visit_rows(out.scalar_type(), [&]<typename T>(T* /*names the type*/) {
    const T* const from = static_cast<const T*>(a.data_ptr());
    const T* const against = static_cast<const T*>(b.data_ptr());
    T* to = static_cast<T*>(out.data_ptr());
    if (out.in_cuda_memory()) {
      cuda::RangeLaunch launch(name);
      launch.writes(out).reads(a).reads(b);
      return launch.run(cuda::PairDistanceKernel<T>{{from, against, pairs.first, pairs.second, pairs.columns}, {p}, to},
                        out.numel());
    }
    for (std::int64_t row = 0; row < pairs.batches * pairs.first; ++row)
      for (std::int64_t j = 0; j < pairs.second; ++j)
        *to++ = static_cast<T>(
            DistanceNorm{p}.distance(from + row * pairs.columns,
                                     against + (row / pairs.first * pairs.second + j) * pairs.columns, pairs.columns));
  });
  return out;
}

template <>
at::Tensor Kernel<operators::_cdist_backward>::call(const at::Tensor& grad, const at::Tensor& x1, const at::Tensor& x2,
                                                    double p, const at::Tensor& cdist) {
  constexpr const char* name = "_cdist_backward";
  const Pairs pairs = pairs_of(name, x1, x2);
  const Sizes sizes = pairs.with({pairs.first, pairs.columns});
  const Sizes distances = pairs.with({pairs.first, pairs.second});
  MODECHECK_CHECK(grad.sizes() == c10::IntArrayRef(distances) && cdist.sizes() == c10::IntArrayRef(distances),
                  ErrorClass::Shape, name, ": expected a gradient and distances of sizes ", c10::IntArrayRef(distances),
                  ", but got ", grad.sizes(), " and ", cdist.sizes());
  const bool nothing = pairs.nothing() || pairs.columns == 0;
  if (!nothing) {
    check_computed(name, x1);
    for (const at::Tensor* other : {&grad, &x2, &cdist})
      MODECHECK_CHECK(other->scalar_type() == x1.scalar_type(), ErrorClass::Dtype, name,
                      ": expected tensors of one dtype, but got ", x1.scalar_type(), " and ", other->scalar_type());
  }
  const at::Tensor out = empty(nothing ? x1.sizes() : c10::IntArrayRef(sizes), x1.scalar_type(), x1.device());
  if (!has_bytes(out)) return out;
  fill_elements(out, 0);
  if (nothing) return out;
  const at::Tensor a = expanded(x1, sizes);
  const at::Tensor b = expanded(x2, pairs.with({pairs.second, pairs.columns}));
  const at::Tensor flow = dense(grad);
  const at::Tensor norms = dense(cdist);
  visit_rows(out.scalar_type(), [&]<typename T>(T* /*names the type*/) {
    const T* const from = static_cast<const T*>(a.data_ptr());
    const T* const against = static_cast<const T*>(b.data_ptr());
    const T* const arriving = static_cast<const T*>(flow.data_ptr());
    const T* const distance = static_cast<const T*>(norms.data_ptr());
    T* const to = static_cast<T*>(out.data_ptr());
    if (out.in_cuda_memory()) {
      cuda::RangeLaunch launch(name);
      launch.writes(out).reads(a).reads(b).reads(flow).reads(norms);
      return launch.run(
          cuda::PairSlopeKernel<T>{
              {from, against, pairs.first, pairs.second, pairs.columns}, {p}, arriving, distance, to},
          out.numel());
    }
    for (std::int64_t row = 0; row < pairs.batches * pairs.first; ++row) {
      const T* const others = against + row / pairs.first * pairs.second * pairs.columns;
      for (std::int64_t k = 0; k < pairs.columns; ++k) {
        double total = 0;
        for (std::int64_t j = 0; j < pairs.second; ++j) {
          const std::int64_t pair = row * pairs.second + j;
          const T apart = from[row * pairs.columns + k] - others[j * pairs.columns + k];
          total += static_cast<double>(arriving[pair]) *
                   DistanceNorm{p}.slope(static_cast<double>(apart), static_cast<double>(distance[pair]));
        }
        to[row * pairs.columns + k] = static_cast<T>(total);
      }
    }
  });
  return out;
}

template <>
at::Tensor Kernel<operators::_pdist_forward>::call(const at::Tensor& self, double p) {
  constexpr const char* name = "pdist";
  MODECHECK_CHECK(self.is_contiguous(), ErrorClass::Strides, name, ": expected a contiguous input, but its sizes are ",
                  self.sizes(), " and its strides ", self.strides(), "; call contiguous() first");
  MODECHECK_CHECK(self.dim() >= 2, ErrorClass::Dimension, name, ": expected a matrix, but its sizes are ",
                  self.sizes());
  MODECHECK_CHECK(self.dim() == 2, ErrorClass::Shape, name, ": expected a matrix, but its sizes are ", self.sizes());
  const std::int64_t rows = self.size(0);
  const std::int64_t columns = self.size(1);
  if (rows > 1 && columns > 0) check_computed(name, self);
  const at::Tensor out = empty(rows < 2 ? 0 : rows * (rows - 1) / 2, self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  fill_elements(out, 0);
  if (columns == 0 || rows < 2) return out;
  visit_rows(out.scalar_type(), [&]<typename T>(T* /*names the type*/) {
    const T* const from = static_cast<const T*>(self.data_ptr());
    T* to = static_cast<T*>(out.data_ptr());
    if (out.in_cuda_memory()) {
      cuda::RangeLaunch launch(name);
      launch.writes(out).reads(self);
      return launch.run(cuda::OwnDistanceKernel<T>{from, rows, columns, {p}, to}, rows * rows);
    }
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = i + 1; j < rows; ++j)
        *to++ = static_cast<T>(DistanceNorm{p}.distance(from + i * columns, from + j * columns, columns));
  });
  return out;
}

template <>
at::Tensor Kernel<operators::_pdist_backward>::call(const at::Tensor& grad, const at::Tensor& self, double p,
                                                    const at::Tensor& pdist) {
  constexpr const char* name = "_pdist_backward";
  MODECHECK_CHECK(self.dim() == 2, ErrorClass::Shape, name, ": expected a matrix, but its sizes are ", self.sizes());
  check_computed(name, self);
  for (const at::Tensor* other : {&grad, &pdist})
    MODECHECK_CHECK(other->scalar_type() == self.scalar_type(), ErrorClass::Dtype, name,
                    ": expected tensors of one dtype, but got ", self.scalar_type(), " and ", other->scalar_type());
  const std::int64_t rows = self.size(0);
  const std::int64_t columns = self.size(1);
  const std::int64_t count = rows < 2 ? 0 : rows * (rows - 1) / 2;
  MODECHECK_CHECK(grad.sizes() == c10::IntArrayRef(count) && pdist.sizes() == c10::IntArrayRef(count),
                  ErrorClass::Shape, name, ": expected a gradient and distances of ", count, " elements, but got ",
                  grad.sizes(), " and ", pdist.sizes());
  const at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  fill_elements(out, 0);
  const at::Tensor values = dense(self);
  const at::Tensor flow = dense(grad);
  const at::Tensor norms = dense(pdist);
  visit_rows(out.scalar_type(), [&]<typename T>(T* /*names the type*/) {
    const T* const from = static_cast<const T*>(values.data_ptr());
    T* const to = static_cast<T*>(out.data_ptr());
    if (out.in_cuda_memory()) {
      cuda::RangeLaunch launch(name);
      launch.writes(out).reads(values).reads(flow).reads(norms);
      return launch.run(cuda::OwnSlopeKernel<T>{from,
                                                rows,
                                                columns,
                                                {p},
                                                static_cast<const T*>(flow.data_ptr()),
                                                static_cast<const T*>(norms.data_ptr()),
                                                to},
                        out.numel());
    }
    std::vector<double> totals(static_cast<std::size_t>(rows * columns), 0.0);
    std::int64_t pair = 0;
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = i + 1; j < rows; ++j, ++pair)
        for (std::int64_t k = 0; k < columns; ++k) {
          const T apart = from[i * columns + k] - from[j * columns + k];
          const double part = static_cast<double>(static_cast<const T*>(flow.data_ptr())[pair]) *
                              DistanceNorm{p}.slope(static_cast<double>(apart),
                                                    static_cast<double>(static_cast<const T*>(norms.data_ptr())[pair]));
          totals[static_cast<std::size_t>(i * columns + k)] += part;
          totals[static_cast<std::size_t>(j * columns + k)] -= part;
        }
    for (std::size_t i = 0; i < totals.size(); ++i) to[i] = static_cast<T>(totals[i]);
  });
  return out;
}

}  // namespace modecheck::engine
