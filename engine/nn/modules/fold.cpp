#include "engine/nn/modules/fold.h"

#include "engine/nn/functional/fold.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

FoldImpl::FoldImpl(const FoldOptions& options_) : options(options_) {}
void FoldImpl::reset() {}
void FoldImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Fold(output_size=" << options.output_size() << ", kernel_size=" << options.kernel_size()
         << ", dilation=" << options.dilation() << ", padding=" << options.padding() << ", stride=" << options.stride()
         << ")";
}
Tensor FoldImpl::forward(const Tensor& input) { return functional::fold(input, options); }

UnfoldImpl::UnfoldImpl(const UnfoldOptions& options_) : options(options_) {}
void UnfoldImpl::reset() {}
void UnfoldImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Unfold(kernel_size=" << options.kernel_size() << ", dilation=" << options.dilation()
         << ", padding=" << options.padding() << ", stride=" << options.stride() << ")";
}
Tensor UnfoldImpl::forward(const Tensor& input) { return functional::unfold(input, options); }

FoldImpl::FoldImpl(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size)
    : FoldImpl(FoldOptions(output_size, kernel_size)) {}
UnfoldImpl::UnfoldImpl(ExpandingArray<2> kernel_size) : UnfoldImpl(UnfoldOptions(kernel_size)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
