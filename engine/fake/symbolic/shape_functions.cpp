#include "engine/fake/symbolic/shape_functions.h"

#include <algorithm>
#include <string>

#include "engine/core/errors/error.h"

namespace modecheck::engine::fake {
namespace {

std::string text(const ShapeEnv& env, const std::vector<Expression>& sizes) {
  std::string out;
  for (const Expression& size : sizes) out += (out.empty() ? "" : ", ") + env.atoms().text(size);
  return "[" + out + "]";
}

[[noreturn]] void reject(std::string_view where, const std::string& what) {
  throw c10::Error(ErrorClass::Shape, std::string(where) + ": " + what);
}

bool are_equal(ShapeEnv& env, const std::vector<Expression>& a, const std::vector<Expression>& b,
               std::string_view where) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [&](const Expression& x, const Expression& y) { return env.decide(Fact::equal(x, y), where); });
}

}  // namespace

Expression numel(const std::vector<Expression>& sizes) {
  Expression product = 1;
  for (const Expression& size : sizes) product = product * size;
  return product;
}

std::vector<Expression> contiguous_strides(ShapeEnv& env, const std::vector<Expression>& sizes,
                                           std::string_view where) {
  std::vector<Expression> strides(sizes.size());
  Expression stride = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    if (!env.decide(Fact::equal(sizes[i], 0), where) && i > 0) stride = stride * sizes[i];
  }
  return strides;
}

bool is_contiguous(ShapeEnv& env, const std::vector<Expression>& sizes, const std::vector<Expression>& strides,
                   std::string_view where) {
  return is_without_elements(env, sizes, where) || lies_row_by_row(env, sizes, strides, where);
}

bool is_without_elements(ShapeEnv& env, const std::vector<Expression>& sizes, std::string_view where) {
  return std::any_of(sizes.begin(), sizes.end(), [&](const Expression& size) {
    return !env.is_at_least_two(size) && env.decide(Fact::equal(size, 0), where);
  });
}

bool lies_row_by_row(ShapeEnv& env, const std::vector<Expression>& sizes, const std::vector<Expression>& strides,
                     std::string_view where) {
  Expression expected = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    if (!env.is_at_least_two(sizes[i]) && env.decide(Fact::equal(sizes[i], 1), where)) continue;
    if (strides[i] != expected && !env.decide(Fact::equal(strides[i], expected), where)) return false;
    if (i > 0) expected = expected * sizes[i];
  }
  return true;
}

std::vector<Expression> broadcast_sizes(ShapeEnv& env, const std::vector<Expression>& a,
                                        const std::vector<Expression>& b, std::string_view where) {
  const std::vector<Expression>& longer = a.size() < b.size() ? b : a;
  const std::vector<Expression>& shorter = a.size() < b.size() ? a : b;
  std::vector<Expression> out = longer;
  // The last dimensions belong together. A dimension that is missing has the size 1.
  const std::size_t missing = longer.size() - shorter.size();
  for (std::size_t i = missing; i < longer.size(); ++i) {
    const Expression& of_longer = longer[i];
    const Expression& of_shorter = shorter[i - missing];
    if (of_longer == of_shorter) continue;
    const auto is_one = [&](const Expression& size) {
      return !env.is_at_least_two(size) && env.decide(Fact::equal(size, 1), where);
    };
    if (is_one(of_longer))
      out[i] = of_shorter;
    else if (!is_one(of_shorter) && !env.decide(Fact::equal(of_longer, of_shorter), where))
      reject(where, "the sizes " + text(env, a) + " and " + text(env, b) + " do not broadcast, because " +
                        env.atoms().text(of_longer) + " and " + env.atoms().text(of_shorter) +
                        " differ and neither is 1. Give sizes that are equal or 1.");
  }
  return out;
}

std::vector<Expression> inferred_sizes(ShapeEnv& env, const std::vector<Expression>& asked, const Expression& elements,
                                       std::string_view where) {
  std::vector<Expression> out = asked;
  std::optional<std::size_t> open;
  Expression known = 1;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i].constant() != -1) {
      if (env.decide(Fact::less(asked[i], 0), where))
        reject(where,
               "the size " + env.atoms().text(asked[i]) + " is negative. Give -1 for one size that is inferred.");
      known = known * asked[i];
    } else if (open) {
      reject(where, "only one size can be inferred, but two are -1. Give one of them.");
    } else {
      open = i;
    }
  }
  const auto do_not_fit = [&] {
    reject(where, "the sizes " + text(env, asked) + " do not fit " + env.atoms().text(elements) +
                      " elements. Give sizes with this product.");
  };
  if (!open) {
    if (!env.decide(Fact::equal(known, elements), where)) do_not_fit();
    return out;
  }
  if (env.decide(Fact::equal(known, 0), where))
    reject(where,
           "a size of " + text(env, asked) + " cannot be inferred, because another one is zero. Give all sizes.");
  if (!env.decide(Fact::equal(env.remainder(elements, known, where), 0), where)) do_not_fit();
  out[*open] = env.floor_divided(elements, known, where);
  return out;
}

// Dimensions of the tensor that lie in memory like one dimension form a chunk. Every chunk must be the product of some
// of the sizes asked for; these then share its stride.
std::optional<std::vector<Expression>> view_strides(ShapeEnv& env, const std::vector<Expression>& sizes,
                                                    const std::vector<Expression>& strides,
                                                    const std::vector<Expression>& asked, std::string_view where) {
  for (const Expression& size : sizes)
    if (env.decide(Fact::equal(size, 0), where)) {
      if (are_equal(env, sizes, asked, where)) return strides;
      return contiguous_strides(env, asked, where);
    }
  std::vector<Expression> out(asked.size(), 1);
  if (sizes.empty()) return out;
  std::size_t open = asked.size();  // how many of the sizes asked for have no stride yet
  Expression base = strides.back();
  Expression of_tensor = 1;
  Expression of_view = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    of_tensor = of_tensor * sizes[i];
    const bool goes_on = i > 0 && (env.decide(Fact::equal(sizes[i - 1], 1), where) ||
                                   env.decide(Fact::equal(strides[i - 1], of_tensor * base), where));
    if (goes_on) continue;
    // Of an unbacked size u0 the first question is u0 <= 1, which is answered by no.
    while (open > 0 && (!env.decide(Fact::at_most(of_tensor, of_view), where) ||
                        env.decide(Fact::equal(asked[open - 1], 1), where))) {
      --open;
      out[open] = of_view * base;
      of_view = of_view * asked[open];
    }
    if (!env.decide(Fact::equal(of_view, of_tensor), where)) return std::nullopt;
    if (i > 0) base = strides[i - 1];
    of_tensor = 1;
    of_view = 1;
  }
  if (open > 0) return std::nullopt;
  return out;
}

}  // namespace modecheck::engine::fake
