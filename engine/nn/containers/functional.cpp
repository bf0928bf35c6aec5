#include "engine/nn/containers/functional.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

FunctionalImpl::FunctionalImpl(Function function) : function_(std::move(function)) {}

void FunctionalImpl::reset() {}

void FunctionalImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Functional()"; }

at::Tensor FunctionalImpl::forward(at::Tensor input) { return function_(std::move(input)); }

at::Tensor FunctionalImpl::operator()(at::Tensor input) { return forward(std::move(input)); }

bool FunctionalImpl::is_serializable() const { return false; }

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
