#include "engine/nn/modules/padding.h"

#include "engine/nn/functional/padding.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

std::vector<std::int64_t> numbers_of(c10::IntArrayRef padding) { return padding.vec(); }

}  // namespace

template <std::size_t D, typename Derived>
void ReflectionPadImpl<D, Derived>::reset() {}

template <std::size_t D, typename Derived>
void ReflectionPadImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::ReflectionPad" << D << "d(padding=" << options.padding() << ")";
}

template <std::size_t D, typename Derived>
Tensor ReflectionPadImpl<D, Derived>::forward(const Tensor& input) {
  return functional::pad(input, functional::PadFuncOptions(numbers_of(options.padding())).mode(torch::kReflect));
}

template class ReflectionPadImpl<1, ReflectionPad1dImpl>;
template class ReflectionPadImpl<2, ReflectionPad2dImpl>;
template class ReflectionPadImpl<3, ReflectionPad3dImpl>;

template <std::size_t D, typename Derived>
void ReplicationPadImpl<D, Derived>::reset() {}

template <std::size_t D, typename Derived>
void ReplicationPadImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::ReplicationPad" << D << "d(padding=" << options.padding() << ")";
}

template <std::size_t D, typename Derived>
Tensor ReplicationPadImpl<D, Derived>::forward(const Tensor& input) {
  return functional::pad(input, functional::PadFuncOptions(numbers_of(options.padding())).mode(torch::kReplicate));
}

template class ReplicationPadImpl<1, ReplicationPad1dImpl>;
template class ReplicationPadImpl<2, ReplicationPad2dImpl>;
template class ReplicationPadImpl<3, ReplicationPad3dImpl>;

template <std::size_t D, typename Derived>
void ConstantPadImpl<D, Derived>::reset() {}

template <std::size_t D, typename Derived>
void ConstantPadImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::ConstantPad" << D << "d(padding=" << options.padding() << ", value=" << options.value() << ")";
}

template <std::size_t D, typename Derived>
Tensor ConstantPadImpl<D, Derived>::forward(const Tensor& input) {
  return functional::pad(
      input, functional::PadFuncOptions(numbers_of(options.padding())).mode(torch::kConstant).value(options.value()));
}

template class ConstantPadImpl<1, ConstantPad1dImpl>;
template class ConstantPadImpl<2, ConstantPad2dImpl>;
template class ConstantPadImpl<3, ConstantPad3dImpl>;

ZeroPad2dImpl::ZeroPad2dImpl(const ZeroPad2dOptions& options_) : options(options_) {}

void ZeroPad2dImpl::reset() {}

void ZeroPad2dImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::ZeroPad2d(padding=" << options.padding() << ")";
}

Tensor ZeroPad2dImpl::forward(const Tensor& input) {
  return functional::pad(input, functional::PadFuncOptions(numbers_of(options.padding())));
}

ZeroPad2dImpl::ZeroPad2dImpl(ExpandingArray<4> padding) : ZeroPad2dImpl(ZeroPad2dOptions(padding)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
