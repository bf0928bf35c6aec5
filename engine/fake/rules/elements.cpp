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

std::vector<Sizes> sizes_of_second(const RuleCall& call) { return {call.is_tensor(1) ? call.sizes(1) : Sizes()}; }

// bucketize(self, boundaries), where self may be a number.
std::vector<Sizes> sizes_of_first(const RuleCall& call) { return {call.is_tensor(0) ? call.sizes(0) : Sizes()}; }

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

std::vector<Sizes> matrices_of_same_sizes(const RuleCall& call) {
  if (call.sizes(0).size() < 2) call.reject("a matrix needs two dimensions");
  return same_sizes(call);
}

}  // namespace

const SizeRules& rules_of_elements() {
  static const SizeRules out = {
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
      {"searchsorted", &sizes_of_second},
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
