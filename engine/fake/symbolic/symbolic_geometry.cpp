#include "engine/fake/symbolic/symbolic_geometry.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "engine/core/errors/error.h"

namespace modecheck::engine::fake {
namespace {

template <typename T>
void check_length(const std::vector<T>& of_context, std::size_t rank, const std::string& source, const char* what) {
  if (!of_context.empty() && of_context.size() != rank)
    throw c10::ValueError(ErrorClass::Argument, "The symbolic context of " + source + " has " +
                                                    std::to_string(of_context.size()) + " entries in " + what +
                                                    ", but the tensor has " + std::to_string(rank) +
                                                    " dimensions. Give one entry for each dimension, or none.");
}

Expression symbol_of(ShapeEnv& env, std::int64_t value, const std::string& source, DimDynamic dynamic,
                     const std::optional<SizeConstraint>& constraint, SymbolicContext& context) {
  if (const std::optional<Expression> known = context.remembered(env, source)) {
    if (env.size_hint(*known) != value)
      throw c10::ValueError(ErrorClass::Argument, source + " is " + std::to_string(value) +
                                                      ", but the context remembers " + env.atoms().text(*known) +
                                                      " for it, which stood for another number. Use the context " +
                                                      "for the same input only.");
    env.bind(source, *known);
    return *known;
  }
  const Expression out = env.create_symbol(value, source, dynamic, constraint);
  context.remember(env, source, out);
  return out;
}

bool product_is(std::int64_t a, std::int64_t b, std::int64_t expected) {
  std::int64_t product = 0;
  return !__builtin_mul_overflow(a, b, &product) && product == expected;
}

// Returns the dimensions in the order of their strides. Of equal strides, the later dimension comes first, as in a
// contiguous tensor with a size of one.
std::vector<std::size_t> by_stride(const std::vector<std::int64_t>& strides) {
  std::vector<std::size_t> order(strides.size());
  std::iota(order.rbegin(), order.rend(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strides[a] < strides[b]; });
  return order;
}

}  // namespace

std::size_t hash_of(const SymbolicGeometry& geometry) {
  std::size_t out = geometry.sizes.size();
  const auto add = [&](const Expression& one) { out = 31 * out + one.hash(); };
  for (const Expression& size : geometry.sizes) add(size);
  for (const Expression& stride : geometry.strides) add(stride);
  add(geometry.storage_offset);
  return out;
}

Expression end_of(const SymbolicGeometry& geometry) {
  Expression out = geometry.storage_offset + 1;
  for (std::size_t i = 0; i < geometry.sizes.size(); ++i) out = out + (geometry.sizes[i] - 1) * geometry.strides[i];
  return out;
}

SymbolicGeometry create_symbolic_sizes_strides_storage_offset(ShapeEnv& env, const std::vector<std::int64_t>& sizes,
                                                              const std::vector<std::int64_t>& strides,
                                                              std::int64_t storage_offset, const std::string& source,
                                                              SymbolicContext& context) {
  const std::size_t rank = sizes.size();
  if (strides.size() != rank)
    throw c10::ValueError(ErrorClass::Argument, source + " has " + std::to_string(rank) + " sizes, but " +
                                                    std::to_string(strides.size()) + " strides. Give as many of both.");
  check_length(context.dynamic_sizes, rank, source, "dynamic_sizes");
  check_length(context.dynamic_strides, rank, source, "dynamic_strides");
  check_length(context.constraint_sizes, rank, source, "constraint_sizes");
  SymbolicGeometry out;
  for (std::size_t i = 0; i < rank; ++i)
    out.sizes.push_back(symbol_of(env, sizes[i], source + ".size()[" + std::to_string(i) + "]",
                                  context.dynamic_sizes.empty() ? DimDynamic::DUCK : context.dynamic_sizes[i],
                                  context.constraint_sizes.empty() ? std::nullopt : context.constraint_sizes[i],
                                  context));
  out.strides.resize(rank);
  std::vector<std::size_t> done;
  for (const std::size_t i : by_stride(strides)) {
    std::optional<Expression> stride;
    if (strides[i] < 2) stride = strides[i];
    for (const std::size_t j : done)
      if (!stride && product_is(sizes[j], strides[j], strides[i])) stride = out.sizes[j] * out.strides[j];
    const DimDynamic dynamic = context.dynamic_strides.empty() ? DimDynamic::DYNAMIC : context.dynamic_strides[i];
    if (dynamic == DimDynamic::STATIC) stride = strides[i];
    const std::string source_of_stride = source + ".stride()[" + std::to_string(i) + "]";
    if (stride) env.bind(source_of_stride, *stride);
    out.strides[i] = stride ? *stride : symbol_of(env, strides[i], source_of_stride, dynamic, std::nullopt, context);
    done.push_back(i);
  }
  out.storage_offset =
      symbol_of(env, storage_offset, source + ".storage_offset()", DimDynamic::DYNAMIC, std::nullopt, context);
  return out;
}

}  // namespace modecheck::engine::fake
