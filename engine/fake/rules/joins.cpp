// Sizes of operators that join tensors, or repeat or embed one.
#include <algorithm>

#include "engine/fake/rules/size_rules.h"

namespace modecheck::engine::fake {
namespace {

// A tensor of sizes [0] takes part in no join, as in PyTorch.
bool is_left_out(const RuleCall& call, const Sizes& sizes) {
  return sizes.size() == 1 && call.holds(Fact::equal(sizes[0], 0));
}

std::vector<Sizes> cat(const RuleCall& call) {
  const Sizes* first = nullptr;
  for (const SymbolicGeometry& tensor : call.tensors(0))
    if (first == nullptr && !is_left_out(call, tensor.sizes)) first = &tensor.sizes;
  if (first == nullptr) return {{0}};
  const std::size_t d = call.dimension(call.number_or(1, 0), first->size());
  if (first->empty()) call.reject("a tensor without dimensions cannot be joined");
  Expression length = 0;
  for (const SymbolicGeometry& tensor : call.tensors(0)) {
    if (is_left_out(call, tensor.sizes)) continue;
    if (tensor.sizes.size() != first->size()) call.reject("the tensors have different numbers of dimensions");
    for (std::size_t i = 0; i < first->size(); ++i)
      if (i != d) call.require(Fact::equal(tensor.sizes[i], (*first)[i]), "the tensors have different sizes");
    length = length + tensor.sizes[d];
  }
  Sizes out = *first;
  out[d] = length;
  return {out};
}

std::vector<Sizes> stack(const RuleCall& call) {
  const c10::ArrayRef<SymbolicGeometry> tensors = call.tensors(0);
  if (tensors.empty()) call.reject("there is no tensor to stack");
  Sizes out = tensors.front().sizes;
  const std::size_t d = call.dimension(call.number_or(1, 0), out.size() + 1);
  for (const SymbolicGeometry& tensor : tensors)
    call.require_equal(tensor.sizes, out, "the tensors have different sizes");
  out.insert(out.begin() + static_cast<std::ptrdiff_t>(d), static_cast<std::int64_t>(tensors.size()));
  return {out};
}

// diag_embed(self, offset, dim1, dim2): the last dimension becomes the diagonal of a matrix.
std::vector<Sizes> diag_embed(const RuleCall& call) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("diag_embed needs a dimension");
  const std::int64_t offset = call.number_or(1, 0);
  const std::size_t a = call.dimension(call.number_or(2, -2), out.size() + 1);
  const std::size_t b = call.dimension(call.number_or(3, -1), out.size() + 1);
  if (a == b) call.reject("the two dimensions are the same");
  const Expression size = out.back() + (offset < 0 ? -offset : offset);
  out.pop_back();
  for (const std::size_t d : {std::min(a, b), std::max(a, b)})
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(d), size);
  return {out};
}

std::vector<Sizes> repeat(const RuleCall& call) {
  const Sizes times = call.expressions(1);
  const Sizes& sizes = call.sizes(0);
  if (times.size() < sizes.size()) call.reject("there are fewer numbers of repeats than dimensions");
  Sizes out;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const bool is_new = i + sizes.size() < times.size();
    out.push_back((is_new ? Expression(1) : sizes[i + sizes.size() - times.size()]) * times[i]);
  }
  return {out};
}

}  // namespace

const SizeRules& rules_of_joins() {
  static const SizeRules out = {{"cat", &cat}, {"stack", &stack}, {"diag_embed", &diag_embed}, {"repeat", &repeat}};
  return out;
}

}  // namespace modecheck::engine::fake
