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

// Returns what the context remembers for the source. Raises c10::ValueError if it stood for another number.
std::optional<Expression> remembered(const ShapeEnv& env, std::int64_t value, const std::string& source,
                                     const SymbolicContext& context) {
  std::optional<Expression> known = context.remembered(env, source);
  if (known && env.size_hint(*known) != value)
    throw c10::ValueError(ErrorClass::Argument, source + " is " + std::to_string(value) +
                                                    ", but the context remembers " + env.atoms().text(*known) +
                                                    " for it, which stood for another number. Use the context " +
                                                    "for the same input only.");
  return known;
}

// Binds the source to an expression, and remembers that.
void give_source(ShapeEnv& env, const std::string& source, const Expression& expression, SymbolicContext& context) {
  env.bind(source, expression);
  context.remember(env, source, expression);
}

Expression symbol_of(ShapeEnv& env, std::int64_t value, const std::string& source, DimDynamic dynamic,
                     const std::optional<SizeConstraint>& constraint, SymbolicContext& context) {
  if (const std::optional<Expression> known = remembered(env, value, source, context)) {
    env.bind(source, *known);
    return *known;
  }
  Expression out = env.create_symbol(value, source, dynamic, constraint);
  context.remember(env, source, out);
  return out;
}

std::string source_of_size(const std::string& source, std::size_t d) {
  return source + ".size()[" + std::to_string(d) + "]";
}
std::string source_of_stride(const std::string& source, std::size_t d) {
  return source + ".stride()[" + std::to_string(d) + "]";
}
std::string source_of_offset(const std::string& source) { return source + ".storage_offset()"; }

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

void bind_numbers(ShapeEnv& env, const std::string& source, const SymbolicGeometry& numbers) {
  for (std::size_t i = 0; i < numbers.sizes.size(); ++i) {
    env.bind(source_of_size(source, i), numbers.sizes[i]);
    env.bind(source_of_stride(source, i), numbers.strides[i]);
  }
  env.bind(source_of_offset(source), numbers.storage_offset);
}

void check_symbolic_context(const ShapeEnv& env, const std::vector<std::int64_t>& sizes,
                            const std::vector<std::int64_t>& strides, std::int64_t storage_offset,
                            const std::string& source, const SymbolicContext& context) {
  const std::size_t rank = sizes.size();
  if (strides.size() != rank)
    throw c10::ValueError(ErrorClass::Argument, source + " has " + std::to_string(rank) + " sizes, but " +
                                                    std::to_string(strides.size()) + " strides. Give as many of both.");
  check_length(context.dynamic_sizes, rank, source, "dynamic_sizes");
  check_length(context.dynamic_strides, rank, source, "dynamic_strides");
  check_length(context.constraint_sizes, rank, source, "constraint_sizes");
  for (std::size_t i = 0; i < rank; ++i) {
    static_cast<void>(remembered(env, sizes[i], source_of_size(source, i), context));
    static_cast<void>(remembered(env, strides[i], source_of_stride(source, i), context));
    if (!context.constraint_sizes.empty()) check_constraint(context.constraint_sizes[i], source_of_size(source, i));
  }
  static_cast<void>(remembered(env, storage_offset, source_of_offset(source), context));
}

SymbolicGeometry create_symbolic_sizes_strides_storage_offset(ShapeEnv& env, const std::vector<std::int64_t>& sizes,
                                                              const std::vector<std::int64_t>& strides,
                                                              std::int64_t storage_offset, const std::string& source,
                                                              SymbolicContext& context,
                                                              const std::vector<Expression>& known_sizes) {
  check_symbolic_context(env, sizes, strides, storage_offset, source, context);
  const std::size_t rank = sizes.size();
  SymbolicGeometry out;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::string of_size = source_of_size(source, i);
    if (!known_sizes.empty() && !context.remembered(env, of_size) && env.size_hint(known_sizes[i]) == sizes[i]) {
      give_source(env, of_size, known_sizes[i], context);
      out.sizes.push_back(known_sizes[i]);
      continue;
    }
    out.sizes.push_back(
        symbol_of(env, sizes[i], of_size, context.dynamic_sizes.empty() ? DimDynamic::DUCK : context.dynamic_sizes[i],
                  context.constraint_sizes.empty() ? std::nullopt : context.constraint_sizes[i], context));
  }
  out.strides.resize(rank);
  std::vector<std::size_t> done;
  for (const std::size_t i : by_stride(strides)) {
    std::optional<Expression> stride;
    if (strides[i] < 2) stride = strides[i];
    for (const std::size_t j : done)
      if (!stride && product_is(sizes[j], strides[j], strides[i])) stride = out.sizes[j] * out.strides[j];
    const DimDynamic dynamic = context.dynamic_strides.empty() ? DimDynamic::DYNAMIC : context.dynamic_strides[i];
    if (dynamic == DimDynamic::STATIC) stride = strides[i];
    const std::string of_stride = source_of_stride(source, i);
    if (stride) give_source(env, of_stride, *stride, context);
    out.strides[i] = stride ? *stride : symbol_of(env, strides[i], of_stride, dynamic, std::nullopt, context);
    done.push_back(i);
  }
  out.storage_offset =
      symbol_of(env, storage_offset, source_of_offset(source), DimDynamic::DYNAMIC, std::nullopt, context);
  return out;
}

}  // namespace modecheck::engine::fake
