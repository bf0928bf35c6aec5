// Implements the loss functions. `sub` computes the differences. The loss of each difference is computed in double and
// rounded once.
#include "spec/operators/losses.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/loss_kernels.h"
#include "engine/backends/cuda/launch/raised_flag.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/functions/losses.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

// The values of at::Reduction, the argument `reduction` of loss functions.
constexpr std::int64_t kNone = 0;
constexpr std::int64_t kMean = 1;
constexpr std::int64_t kSum = 2;

void check_reduction(const char* name, std::int64_t reduction) {
  MODECHECK_CHECK(reduction >= kNone && reduction <= kSum, ErrorClass::Argument, name,
                  ": reduction has to be None, Mean or Sum, but got ", reduction);
}

// Converts a bool tensor to the dtype of the other operand, `beside`, if that dtype is floating.
at::Tensor as_number(const at::Tensor& tensor, const at::Tensor& beside) {
  const bool mixed = tensor.scalar_type() == c10::kBool && c10::isFloatingType(beside.scalar_type());
  return mixed ? read_as(tensor, beside.scalar_type()) : tensor;
}

at::Tensor difference_of(const char* name, const at::Tensor& self, const at::Tensor& target) {
  MODECHECK_CHECK(self.scalar_type() != c10::kBool || target.scalar_type() != c10::kBool, ErrorClass::Dtype, name,
                  ": not implemented for Bool; convert the tensors to a floating dtype");
  at::Tensor out = Kernel<operators::sub_Tensor>::call(as_number(self, target), as_number(target, self), 1);
  MODECHECK_CHECK(c10::isFloatingType(out.scalar_type()), ErrorClass::Dtype, name, ": not implemented for ",
                  out.scalar_type(), "; convert the tensors to a floating dtype");
  return out;
}

// Replaces each difference in the tensor by its loss. The tensor was allocated for this call, and is dense.
template <typename Loss>
void replace_each(const char* name, const at::Tensor& fresh, const Loss& loss) {
  if (!has_bytes(fresh)) return;
  visit_real_dtype(fresh.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (!std::is_integral_v<T>) {
      T* const elements = static_cast<T*>(fresh.data_ptr());
      if (fresh.in_cuda_memory()) {
        cuda::RangeLaunch launch(name);
        launch.writes(fresh);
        return launch.run(cuda::LossKernel<Loss, T>{loss, elements}, fresh.numel());
      }
      for (std::int64_t i = 0; i < fresh.numel(); ++i) elements[i] = convert<T>(loss(static_cast<double>(elements[i])));
    }
  });
}

at::Tensor mean_or_sum(const at::Tensor& losses, std::int64_t reduction) {
  return reduction == kMean ? Kernel<operators::mean>::call(losses, c10::nullopt)
                            : Kernel<operators::sum>::call(losses, c10::nullopt);
}

// Reduces the losses to their mean or sum, or returns them if `reduction` is kNone. As in libtorch, the storage of the
// mean or sum has space for all losses.
at::Tensor reduced_with_room(const at::Tensor& losses, std::int64_t reduction) {
  if (reduction == kNone) return losses;
  const at::Tensor number = mean_or_sum(losses, reduction);
  const at::Tensor out = empty(std::max<std::int64_t>(losses.numel(), 1), losses.scalar_type(), losses.device());
  if (has_bytes(out)) fill_elements(out, 0);
  out.unsafeGetTensorImpl()->set_contiguous_geometry(c10::IntArrayRef());
  if (has_bytes(out)) copy_elements(out, number);
  return out;
}

// nll_loss on the CUDA device: checks the class indices, and raises for an invalid one. This synchronises with the
// stream.
void check_classes(const char* name, const at::Tensor& which, std::int64_t classes, std::int64_t ignored) {
  const bool any = cuda::raises_flag(name, which, [&](const Strided& part, std::int64_t* flag) {
    return cuda::NoClassKernel{part, classes, ignored, flag};
  });
  if (!any) return;
  const at::Tensor host = on_host(which);
  for (std::int64_t i = 0; i < which.numel(); ++i) {
    const std::int64_t one = static_cast<const std::int64_t*>(host.data_ptr())[i];
    MODECHECK_CHECK(one == ignored || (one >= 0 && one < classes), ErrorClass::Index, name, ": Target ", one,
                    " is out of bounds.");
  }
}

// nll_loss on the CUDA device: computes the losses of all samples, or their reduction, and the sum of the weights. All
// tensors are contiguous.
void write_class_losses(const at::Tensor& numbers, const at::Tensor& which, const at::Tensor& weights,
                        std::int64_t classes, std::int64_t ignored, bool each, bool mean, const at::Tensor& out,
                        const at::Tensor& total) {
  const at::Tensor losses = empty(which.numel(), c10::kDouble, out.device());
  const at::Tensor factors = empty(which.numel(), c10::kDouble, out.device());
  visit_real_dtype(out.scalar_type(), [&](auto element) {
    using T = decltype(element);
    if constexpr (!std::is_integral_v<T> && !std::is_same_v<T, c10::Half>) {
      cuda::RangeLaunch launch("nll_loss");
      launch.writes(losses).writes(factors).reads(numbers).reads(which);
      if (weights.defined()) launch.reads(weights);
      launch.run(cuda::ClassLossKernel<T>{static_cast<const T*>(numbers.data_ptr()),
                                          static_cast<const std::int64_t*>(which.data_ptr()),
                                          weights.defined() ? static_cast<const T*>(weights.data_ptr()) : nullptr,
                                          classes, ignored, static_cast<double*>(losses.data_ptr()),
                                          static_cast<double*>(factors.data_ptr())},
                 which.numel());
      if (each) {
        copy_elements(out, losses);
        return fill_elements(total, 0);
      }
      const at::Tensor loss = Kernel<operators::sum>::call(losses, c10::nullopt);
      const at::Tensor factor = Kernel<operators::sum>::call(factors, c10::nullopt);
      cuda::RangeLaunch whole("nll_loss");
      whole.writes(out).writes(total).reads(loss).reads(factor);
      whole.run(cuda::WholeClassLossKernel<T>{static_cast<const double*>(loss.data_ptr()),
                                              static_cast<const double*>(factor.data_ptr()), mean,
                                              static_cast<T*>(out.data_ptr()), static_cast<T*>(total.data_ptr())},
                1);
    }
  });
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::mse_loss>::call(const at::Tensor& self, const at::Tensor& target, std::int64_t reduction) {
  constexpr const char* name = "mse_loss";
  check_reduction(name, reduction);
  const at::Tensor losses = difference_of(name, self, target);
  MODECHECK_CHECK(losses.scalar_type() != c10::kBFloat16, ErrorClass::Dtype, name,
                  ": not implemented for BFloat16; convert the tensors to Float");
  replace_each(name, losses, SquaredLoss{});
  return reduced_with_room(losses, reduction);
}

template <>
at::Tensor Kernel<operators::smooth_l1_loss>::call(const at::Tensor& self, const at::Tensor& target,
                                                   std::int64_t reduction, double beta) {
  constexpr const char* name = "smooth_l1_loss";
  check_reduction(name, reduction);
  MODECHECK_CHECK(beta >= 0, ErrorClass::Argument, name, " does not support negative values for beta, but got ", beta);
  const at::Tensor losses = difference_of(name, self, target);
  replace_each(name, losses, SmoothLoss{beta});
  return reduced_with_room(losses, reduction);
}

template <>
at::Tensor Kernel<operators::huber_loss>::call(const at::Tensor& self, const at::Tensor& target, std::int64_t reduction,
                                               double delta) {
  constexpr const char* name = "huber_loss";
  check_reduction(name, reduction);
  MODECHECK_CHECK(delta > 0, ErrorClass::Argument, name, " does not support non-positive values for delta, but got ",
                  delta);
  at::Tensor losses = difference_of(name, self, target);
  MODECHECK_CHECK(c10::canCast(losses.scalar_type(), self.scalar_type()), ErrorClass::Dtype, name, ": result type ",
                  losses.scalar_type(), " can't be cast to the desired output type ", self.scalar_type());
  replace_each(name, losses, HuberLoss{delta});
  if (losses.is_same_size(self)) {
    // binary_cross_entropy: the result has the strides of the prediction.
    Dims strides;
    preserved_strides(self.sizes(), self.strides(), strides);
    const at::Tensor out = empty_strided(self.sizes(), strides, self.scalar_type(), self.device());
    if (has_bytes(out)) copy_elements(out, losses);
    losses = out;
  }
  losses = read_as(losses, self.scalar_type());
  return reduction == kNone ? losses : mean_or_sum(losses, reduction);
}

template <>
at::Tensor Kernel<operators::binary_cross_entropy>::call(const at::Tensor& self, const at::Tensor& target,
                                                         const c10::optional<at::Tensor>& weight,
                                                         std::int64_t reduction) {
  constexpr const char* name = "binary_cross_entropy";
  check_reduction(name, reduction);
  MODECHECK_CHECK(self.is_same_size(target), ErrorClass::Shape, name, ": Using a target size ", target.sizes(),
                  " that is different to the input size ", self.sizes(), " is not supported");
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK((type == c10::kFloat || type == c10::kDouble) && target.scalar_type() == type, ErrorClass::Dtype,
                  name, ": expected two tensors of Float or of Double, but got ", type, " and ", target.scalar_type());
  check_same_device(name, self, target);
  const bool weighted = weight.has_value() && weight->defined();
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  const at::Tensor losses = empty_strided(self.sizes(), strides, type, self.device());
  if (has_bytes(losses)) {
    const at::Tensor probabilities = dense(self);
    const at::Tensor wanted = dense(target);
    const at::Tensor rows = empty(self.sizes(), type, self.device());
    visit_real_dtype(type, [&](auto element) {
      using T = decltype(element);
      const T* const p = static_cast<const T*>(probabilities.data_ptr());
      const T* const t = static_cast<const T*>(wanted.data_ptr());
      T* const out = static_cast<T*>(rows.data_ptr());
      const auto check = [&](bool all, const char* of) {
        MODECHECK_CHECK(all, ErrorClass::Argument, name, ": all elements of ", of, " should be between 0 and 1");
      };
      if (rows.in_cuda_memory()) {
        if constexpr (std::is_floating_point_v<T>) {
          const auto all_in = [&](const at::Tensor& numbers) {
            return !cuda::raises_flag(name, numbers, [](const Strided& part, std::int64_t* flag) {
              return cuda::NoProbabilityKernel<T>{part, flag};
            });
          };
          check(all_in(probabilities), "input");
          check(all_in(wanted), "target");
          cuda::RangeLaunch launch(name);
          launch.writes(rows).reads(probabilities).reads(wanted);
          launch.run(cuda::CrossEntropyKernel<T>{p, t, out}, rows.numel());
        }
        return;
      }
      for (std::int64_t i = 0; i < rows.numel(); ++i) {
        const auto x = static_cast<double>(p[i]);
        const auto y = static_cast<double>(t[i]);
        check(CrossEntropy::is_probability(x), "input");
        check(CrossEntropy::is_probability(y), "target");  // libtorch lacks this check (PyTorch issue #87373)
        out[i] = convert<T>(CrossEntropy{}(x, y));
      }
    });
    copy_elements(losses, rows);
  }
  if (weighted) Kernel<operators::mul__Tensor>::call(losses, *weight);
  return reduced_with_room(losses, reduction);
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::nll_loss_forward>::call(const at::Tensor& self,
                                                                             const at::Tensor& target,
                                                                             const c10::optional<at::Tensor>& weight,
                                                                             std::int64_t reduction,
                                                                             std::int64_t ignore_index) {
  constexpr const char* name = "nll_loss";
  check_reduction(name, reduction);
  MODECHECK_CHECK(self.dim() == 1 || self.dim() == 2, ErrorClass::Shape, name,
                  ": input tensor should be 1D or 2D, but its sizes are ", self.sizes());
  MODECHECK_CHECK(target.dim() == self.dim() - 1 && (self.dim() == 1 || self.size(0) == target.size(0)),
                  ErrorClass::Shape, name, ": size mismatch (got input: ", self.sizes(), ", target: ", target.sizes(),
                  ")");
  MODECHECK_CHECK(target.scalar_type() == c10::kLong || target.scalar_type() == c10::kByte, ErrorClass::Dtype, name,
                  ": expected targets of dtype Long, got ", target.scalar_type());
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble || type == c10::kBFloat16, ErrorClass::Dtype, name,
                  ": not implemented for ", type, "; convert the tensor to Float");
  const std::int64_t classes = self.size(-1);
  const bool weighted = weight.has_value() && weight->defined();
  if (weighted) {
    MODECHECK_CHECK(weight->dim() == 1 && weight->numel() == classes, ErrorClass::Shape, name,
                    ": weight tensor should be defined either for all ", classes,
                    " classes or no classes but got weight tensor of shape: ", weight->sizes());
    MODECHECK_CHECK(weight->scalar_type() == type, ErrorClass::Dtype, name, ": expected a weight of dtype ", type,
                    ", but got ", weight->scalar_type());
  }
  const bool one_by_one = reduction == kNone && self.dim() == 2;
  const at::Tensor out =
      empty(one_by_one ? c10::IntArrayRef(self.sizes().data(), 1) : c10::IntArrayRef(), type, self.device());
  const at::Tensor weights = empty(c10::IntArrayRef(), type, self.device());
  if (!has_bytes(out)) return {out, weights};
  const at::Tensor numbers = dense(self);
  const at::Tensor places = dense(read_as(target, c10::kLong));
  const at::Tensor factors = weighted ? dense(*weight) : at::Tensor();
  if (out.in_cuda_memory()) {
    check_classes(name, places, classes, ignore_index);
    write_class_losses(numbers, places, factors, classes, ignore_index, one_by_one, reduction == kMean, out, weights);
    return {out, weights};
  }
  const auto* const place = static_cast<const std::int64_t*>(places.data_ptr());
  visit_real_dtype(type, [&](auto element) {
    using T = decltype(element);
    const T* const from = static_cast<const T*>(numbers.data_ptr());
    T* const to = static_cast<T*>(out.data_ptr());
    double total = 0;
    double loss = 0;
    for (std::int64_t i = 0; i < places.numel(); ++i) {
      if (place[i] == ignore_index) {
        if (one_by_one) to[i] = convert<T>(0.0);
        continue;
      }
      MODECHECK_CHECK(place[i] >= 0 && place[i] < classes, ErrorClass::Index, name, ": Target ", place[i],
                      " is out of bounds.");
      const double factor = weighted ? static_cast<double>(static_cast<const T*>(factors.data_ptr())[place[i]]) : 1;
      const double one = -factor * static_cast<double>(from[i * classes + place[i]]);
      total += factor;
      loss += one;
      if (one_by_one) to[i] = convert<T>(one);
    }
    if (!one_by_one) to[0] = convert<T>(reduction == kMean ? loss / total : loss);
    *static_cast<T*>(weights.data_ptr()) = convert<T>(one_by_one ? 0.0 : total);
  });
  return {out, weights};
}

}  // namespace modecheck::engine
