#include "engine/nn/modules/upsampling.h"

#include "engine/nn/functional/upsampling.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

template <typename Number>
void print_list(std::ostream& stream, const std::vector<Number>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) stream << (i == 0 ? "[" : ", ") << numbers[i];
  stream << "]";
}

}  // namespace

UpsampleImpl::UpsampleImpl(UpsampleOptions options_) : options(std::move(options_)) {}
void UpsampleImpl::reset() {}
void UpsampleImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Upsample(";
  if (options.scale_factor().has_value())
    print_list(stream << "scale_factor=", *options.scale_factor());
  else if (options.size().has_value())
    print_list(stream << "size=", *options.size());
  stream << ", mode=" << enumtype::get_enum_name(options.mode()) << ")";
}
Tensor UpsampleImpl::forward(const Tensor& input) {
  functional::InterpolateFuncOptions how;
  how.size(options.size()).scale_factor(options.scale_factor()).align_corners(options.align_corners());
  how.mode(functional::InterpolateFuncOptions::mode_t::of(options.mode().number()));
  return functional::interpolate(input, how);
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
