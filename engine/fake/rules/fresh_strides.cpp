#include "engine/fake/rules/fresh_strides.h"

#include <algorithm>
#include <numeric>

#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

bool have_hints(const ShapeEnv& env, const std::vector<Expression>& expressions, c10::IntArrayRef numbers) {
  if (expressions.size() != numbers.size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (env.traced_value(expressions[i]) != numbers[i]) return false;
  return true;
}

bool are_equal(ShapeEnv& env, const std::vector<Expression>& a, const std::vector<Expression>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [&](const Expression& x, const Expression& y) { return env.known(Fact::equal(x, y)) == true; });
}

// Returns the strides of a tensor whose dimensions lie in memory in this order, the fastest first.
std::vector<Expression> strides_in_order(const std::vector<Expression>& sizes, const std::vector<std::size_t>& order) {
  std::vector<Expression> out(sizes.size());
  Expression next = 1;
  for (const std::size_t d : order) {
    out[d] = next;
    if (d != order.back() && sizes[d].constant() != 0) next = next * sizes[d];
  }
  return out;
}

// Returns the strides of a contiguous tensor.
std::vector<Expression> row_by_row(const std::vector<Expression>& sizes) {
  std::vector<Expression> out(sizes.size(), 1);
  for (std::size_t d = sizes.size(); d-- > 1;) out[d - 1] = sizes[d].constant() == 0 ? out[d] : out[d] * sizes[d];
  return out;
}

}  // namespace

std::optional<std::vector<Expression>> fresh_strides(ShapeEnv& env, const at::Tensor& result,
                                                     const std::vector<Expression>& sizes,
                                                     const std::vector<SymbolicGeometry>& arguments,
                                                     std::string_view where) {
  const c10::IntArrayRef strides = result.strides();
  if (strides.size() != sizes.size()) return std::nullopt;
  std::vector<Expression> out = row_by_row(sizes);
  if (have_hints(env, out, strides)) {
    // A kernel may keep the stride that an argument has in a dimension of size 1, whatever the sizes after it are.
    for (const SymbolicGeometry& argument : arguments)
      for (std::size_t d = 0; d < out.size() && argument.strides.size() == out.size(); ++d)
        if (result.size(static_cast<std::int64_t>(d)) == 1 && env.traced_value(argument.strides[d]) == strides[d])
          static_cast<void>(env.decide(Fact::equal(out[d], argument.strides[d]), where));
    return out;
  }
  const auto* const of_argument =
      std::find_if(arguments.data(), arguments.data() + arguments.size(), [&](const SymbolicGeometry& argument) {
        return have_hints(env, argument.strides, strides) && are_equal(env, argument.sizes, sizes);
      });
  const bool is_as_argument = of_argument != arguments.data() + arguments.size();
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.rbegin(), order.rend(), 0);
  // Of two dimensions with the same stride, the one of size 1 comes first. One that is of size 1 for these sizes only
  // may come later for others.
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (result.size(static_cast<std::int64_t>(d)) == 1) static_cast<void>(env.decide(Fact::equal(sizes[d], 1), where));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (strides[a] != strides[b]) return strides[a] < strides[b];
    return result.size(static_cast<std::int64_t>(a)) == 1 && result.size(static_cast<std::int64_t>(b)) != 1;
  });
  out = strides_in_order(sizes, order);
  if (is_as_argument) {
    for (std::size_t d = 0; have_hints(env, out, strides) && d < out.size(); ++d)
      static_cast<void>(env.decide(Fact::equal(out[d], of_argument->strides[d]), where));
    return of_argument->strides;
  }
  if (have_hints(env, out, strides)) return out;
  // An expanded dimension takes no memory. A dimension may have the stride 0 because its size is 1.
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (strides[d] == 0 && !sizes[d].constant()) static_cast<void>(env.decide(Fact::equal(sizes[d], 1), where));
  std::erase_if(order, [&](std::size_t d) { return strides[d] == 0; });
  out = strides_in_order(sizes, order);
  if (have_hints(env, out, strides)) return out;
  return std::nullopt;
}

bool ask_for_layout(ShapeEnv& env, const SymbolicGeometry& geometry, std::string_view where) {
  const std::vector<Expression>& sizes = geometry.sizes;
  const std::vector<Expression>& strides = geometry.strides;
  // A kernel also keeps the order of the dimensions of a tensor without elements.
  static_cast<void>(is_without_elements(env, sizes, where));
  if (lies_row_by_row(env, sizes, strides, where)) return true;
  // A dimension after another one in memory is dense if its stride is the product of the other's stride and size.
  for (std::size_t a = 0; a < sizes.size(); ++a)
    for (std::size_t b = 0; b < sizes.size(); ++b) {
      if (a == b) continue;
      if (a < b && !env.decide(Fact::less(strides[a], strides[b]), where) &&
          !env.decide(Fact::less(strides[b], strides[a]), where) && !env.decide(Fact::less(sizes[b], sizes[a]), where))
        static_cast<void>(env.decide(Fact::less(sizes[a], sizes[b]), where));
      if (env.decide(Fact::at_most(strides[b] * sizes[b], strides[a]), where))
        static_cast<void>(env.decide(Fact::equal(strides[a], strides[b] * sizes[b]), where));
    }
  // Whether a dimension of stride 0 overlaps itself depends on its size.
  for (const Expression& size : sizes)
    if (!env.is_at_least_two(size)) static_cast<void>(env.decide(Fact::equal(size, 1), where));
  for (const Expression& stride : strides) {
    static_cast<void>(env.decide(Fact::equal(stride, 0), where));
    static_cast<void>(env.decide(Fact::equal(stride, 1), where));
  }
  return false;
}

}  // namespace modecheck::engine::fake
