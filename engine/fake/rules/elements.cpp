// Sizes of operators that work on each element, or on each line of elements, and keep the sizes.
#include "engine/fake/rules/size_rules.h"
#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

std::vector<Sizes> same_sizes_along_a_dimension(const RuleCall& call) {
  static_cast<void>(call.dimension(call.number_or(1, -1), call.sizes(0).size()));
  return same_sizes(call);
}

std::vector<Sizes> two_of_same_sizes_along_a_dimension(const RuleCall& call) {
  static_cast<void>(call.dimension(call.number_or(1, -1), call.sizes(0).size()));
  return two_of_same_sizes(call);
}

// searchsorted(sorted_sequence, self, ..., sorter): self may be a number. There is one sequence, or one for each row.
std::vector<Sizes> searchsorted(const RuleCall& call) {
  const Sizes& sequence = call.sizes(0);
  const Sizes values = call.is_tensor(1) ? call.sizes(1) : Sizes();
  if (sequence.empty()) call.reject("the sequence needs a dimension");
  if (sequence.size() > 1) {
    if (values.size() != sequence.size()) call.reject("the values have another number of dimensions");
    for (std::size_t i = 0; i + 1 < sequence.size(); ++i)
      call.require(Fact::equal(sequence[i], values[i]), "the values have other sizes");
  }
  if (call.is_tensor(5)) call.require_equal(call.sizes(5), sequence, "the sorter has other sizes");
  return {values};
}

// bucketize(self, boundaries), where self may be a number.
std::vector<Sizes> sizes_of_first(const RuleCall& call) { return {call.is_tensor(0) ? call.sizes(0) : Sizes()}; }

// set_data(tensor, data) has no result. The tensor's history has the old sizes.
std::vector<Sizes> equal_or_not(const RuleCall& call) {
  const Sizes& a = call.sizes(0);
  const Sizes& b = call.sizes(1);
  for (std::size_t i = 0; i < a.size() && a.size() == b.size(); ++i)
    if (!call.holds(Fact::equal(a[i], b[i]))) break;
  return {};
}

// backward(root, gradient) has no result. It asks whether the root broadcasts to the gradient, or has one element.
std::vector<Sizes> backward(const RuleCall& call) {
  const Sizes& root = call.sizes(0);
  if (call.count() == 1) {
    static_cast<void>(call.holds(Fact::equal(numel(root), 1)));
    return {};
  }
  const Sizes& gradient = call.sizes(1);
  for (std::size_t i = 1; i <= root.size() && i <= gradient.size(); ++i) {
    const Expression& of_root = root[root.size() - i];
    if (!call.holds(Fact::equal(of_root, gradient[gradient.size() - i])) && !call.holds(Fact::equal(of_root, 1))) break;
  }
  return {};
}

// A tensor without elements need not be a matrix.
std::vector<Sizes> matrices_of_same_sizes(const RuleCall& call) {
  if (call.sizes(0).size() < 2 && !is_without_elements(call.env(), call.sizes(0), call.where()))
    call.reject("a matrix needs two dimensions");
  return same_sizes(call);
}

// _unsafe_view(self, size) gives a tensor of its own other sizes.
std::vector<Sizes> unsafe_view(const RuleCall& call) {
  return {inferred_sizes(call.env(), call.expressions(1), numel(call.sizes(0)), call.where())};
}

}  // namespace

const SizeRules& rules_of_elements() {
  static const SizeRules out = {
      {"_unsafe_view", &unsafe_view},
      {"cumsum", &same_sizes_along_a_dimension},
      {"cumprod", &same_sizes_along_a_dimension},
      {"logcumsumexp", &same_sizes_along_a_dimension},
      {"cummax", &two_of_same_sizes_along_a_dimension},
      {"cummin", &two_of_same_sizes_along_a_dimension},
      {"flip", &same_sizes},
      {"roll", &same_sizes},
      {"tril", &matrices_of_same_sizes},
      {"triu", &matrices_of_same_sizes},
      {"native_dropout", &two_of_same_sizes},
      {"searchsorted", &searchsorted},
      {"set_data", &equal_or_not},
      {"bucketize", &sizes_of_first},
      {"backward", &backward},
      {"_fft_c2c", &same_sizes},
      {"masked_fill", &broadcast},
      {"rand_like", &same_sizes},
      {"randn_like", &same_sizes},
      {"full_like", &same_sizes},
  };
  return out;
}

}  // namespace modecheck::engine::fake
