// Tests functions of symbolic sizes beside real tensors: in the traced call, and for other sizes that the guards admit.
#include "engine/fake/symbolic/shape_functions.h"

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/fake/symbolic/stateless_symbolic_context.h"
#include "engine/fake/symbolic/symbolic_geometry.h"
#include "tests/engine/support.h"

namespace modecheck::engine::fake {
namespace {

using Sizes = std::vector<std::int64_t>;

// Draws numbers, and small sizes of which many are 0, 1 or equal.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Sizes sizes(int rank) {
    Sizes out;
    for (int i = 0; i < rank; ++i) out.push_back(below(16) == 0 ? 0 : below(4) == 0 ? 1 : 2 + below(3));
    return out;
  }
  // Returns a tensor with these sizes whose elements often have gaps or another order.
  Tensor tensor(const Sizes& sizes) {
    Tensor out = at::empty(sizes);
    for (int i = 0; i < 2 && out.dim() > 1; ++i)
      if (below(3) == 0) out = out.transpose(0, out.dim() - 1).contiguous().transpose(0, out.dim() - 1);
    if (out.dim() > 0 && below(3) == 0) out = at::cat({out, out}, out.dim() - 1).narrow(out.dim() - 1, 0, sizes.back());
    return out;
  }

 private:
  std::mt19937 random_;
};

SymbolicGeometry geometry_of(ShapeEnv& env, const Tensor& tensor, const std::string& source) {
  StatelessSymbolicContext context;
  context.dynamic_sizes.assign(static_cast<std::size_t>(tensor.dim()), DimDynamic::DYNAMIC);
  return create_symbolic_sizes_strides_storage_offset(env, tensor.sizes().vec(), tensor.strides().vec(),
                                                      tensor.storage_offset(), source, context);
}

void add_inputs(ShapeEnv::Inputs& inputs, const Tensor& tensor, const std::string& source) {
  for (std::int64_t i = 0; i < tensor.dim(); ++i) {
    inputs[source + ".size()[" + std::to_string(i) + "]"] = tensor.size(i);
    inputs[source + ".stride()[" + std::to_string(i) + "]"] = tensor.stride(i);
  }
  inputs[source + ".storage_offset()"] = tensor.storage_offset();
}

// Returns the values of the expressions for the inputs.
Sizes values_of(const ShapeEnv& env, const std::vector<Expression>& expressions, const ShapeEnv::Inputs& inputs) {
  ShapeEnv::Assignment values;
  for (const Symbol& symbol : env.symbols()) values[symbol.atom] = inputs.at(symbol.sources.front());
  Sizes out;
  for (const Expression& one : expressions) out.push_back(env.value_of(one, values).value());
  return out;
}

// What an operator makes of two tensors: numbers, or nothing if it raises or has no result.
using Result = std::optional<Sizes>;

// Traces `symbolic` on two tensors, and compares what it gives with `real`: for these tensors, and for further ones
// that the trace admits. Returns how many further ones there were.
int compare(unsigned seed, int rank_of_a, int rank_of_b,
            const std::function<std::optional<std::vector<Expression>>(ShapeEnv&, const SymbolicGeometry&,
                                                                       const SymbolicGeometry&)>& symbolic,
            const std::function<Result(const Tensor&, const Tensor&)>& real) {
  Draw draw(seed);
  const Tensor a = draw.tensor(draw.sizes(rank_of_a));
  const Tensor b = draw.tensor(draw.sizes(rank_of_b));
  ShapeEnv env;
  const SymbolicGeometry of_a = geometry_of(env, a, "a");
  const SymbolicGeometry of_b = geometry_of(env, b, "b");
  std::optional<std::vector<Expression>> traced;
  try {
    traced = symbolic(env, of_a, of_b);
  } catch (const c10::Error&) {
  }
  int further = 0;
  for (int i = 0; i < 40; ++i) {
    const Tensor x = i == 0 ? a : draw.tensor(draw.sizes(rank_of_a));
    const Tensor y = i == 0 ? b : draw.tensor(draw.sizes(rank_of_b));
    ShapeEnv::Inputs inputs;
    add_inputs(inputs, x, "a");
    add_inputs(inputs, y, "b");
    const bool admitted = env.admits(inputs);
    EXPECT_TRUE(admitted || i > 0);
    if (!admitted) continue;
    further += i > 0 ? 1 : 0;
    const Result expected = real(x, y);
    EXPECT_EQ(traced.has_value(), expected.has_value()) << x.sizes() << y.sizes();
    if (!traced || !expected) continue;
    EXPECT_EQ(values_of(env, *traced, inputs), *expected) << x.sizes() << y.sizes();
  }
  return further;
}

Result or_nothing(const std::function<Sizes()>& numbers) {
  try {
    return numbers();
  } catch (const c10::Error&) {
    return std::nullopt;
  }
}

}  // namespace

TEST(SymbolicShapes, TensorsBroadcastAsRealOnesDo) {
  int further = 0;
  for (unsigned seed = 0; seed < 300; ++seed)
    further += compare(
        seed, 1 + static_cast<int>(seed % 3), 1 + static_cast<int>(seed / 3 % 3),
        [](ShapeEnv& env, const SymbolicGeometry& a, const SymbolicGeometry& b) {
          return broadcast_sizes(env, a.sizes, b.sizes, "add");
        },
        [](const Tensor& a, const Tensor& b) { return or_nothing([&] { return at::add(a, b).sizes().vec(); }); });
  EXPECT_GT(further, 400);
}

TEST(SymbolicShapes, ContiguityIsDecidedAsForRealTensors) {
  int further = 0;
  for (unsigned seed = 0; seed < 300; ++seed)
    further += compare(
        seed, 1 + static_cast<int>(seed % 3), 1,
        [](ShapeEnv& env, const SymbolicGeometry& a, const SymbolicGeometry& /*b*/) {
          std::vector<Expression> out = contiguous_strides(env, a.sizes, "contiguous");
          out.emplace_back(is_contiguous(env, a.sizes, a.strides, "contiguous") ? 1 : 0);
          return out;
        },
        [](const Tensor& a, const Tensor& /*b*/) {
          Sizes out = at::empty(a.sizes()).strides().vec();
          out.push_back(a.is_contiguous() ? 1 : 0);
          return Result(out);
        });
  EXPECT_GT(further, 500);
}

TEST(SymbolicShapes, ViewsHaveTheStridesOfRealViews) {
  // Each case asks for sizes that depend on those of the tensor: flat, first dimensions merged, one size inferred, all
  // sizes split by two.
  const auto asked_of = [](int which, const auto& sizes) {
    using Size = typename std::decay_t<decltype(sizes)>::value_type;
    std::vector<Size> out;
    switch (which) {
      case 0:
        return std::vector<Size>{Size(-1)};
      case 1:
        out.push_back(sizes[0] * sizes[1]);
        out.insert(out.end(), sizes.begin() + 2, sizes.end());
        return out;
      case 2:
        return std::vector<Size>{sizes.back(), Size(-1)};
      case 3:
        out = sizes;
        out.push_back(Size(1));
        return out;
      default:
        return std::vector<Size>{Size(2), Size(-1), sizes.back()};
    }
  };
  int further = 0;
  for (unsigned seed = 0; seed < 500; ++seed)
    further += compare(
        seed, 2 + static_cast<int>(seed % 2), 1,
        [&](ShapeEnv& env, const SymbolicGeometry& a,
            const SymbolicGeometry& /*b*/) -> std::optional<std::vector<Expression>> {
          const std::vector<Expression> sizes =
              inferred_sizes(env, asked_of(static_cast<int>(seed / 2 % 5), a.sizes), numel(a.sizes), "view");
          const auto strides = view_strides(env, a.sizes, a.strides, sizes, "view");
          if (!strides) return std::nullopt;
          std::vector<Expression> out = sizes;
          out.insert(out.end(), strides->begin(), strides->end());
          return out;
        },
        [&](const Tensor& a, const Tensor& /*b*/) {
          return or_nothing([&] {
            const Tensor view = a.view(asked_of(static_cast<int>(seed / 2 % 5), a.sizes().vec()));
            Sizes out = view.sizes().vec();
            out.insert(out.end(), view.strides().begin(), view.strides().end());
            return out;
          });
        });
  EXPECT_GT(further, 500);
}

TEST(SymbolicShapes, RejectionsNameTheSizesAndGiveAWayOut) {
  ShapeEnv env;
  const Expression a = env.create_symbol(3, "x.size()[0]", DimDynamic::DYNAMIC);
  const Expression b = env.create_symbol(4, "x.size()[1]", DimDynamic::DYNAMIC);
  const auto message = [](const std::function<void()>& action) {
    try {
      action();
    } catch (const c10::Error& error) {
      EXPECT_EQ(error.error_class(), ErrorClass::Shape);
      return std::string(error.what());
    }
    return std::string("nothing was raised");
  };
  EXPECT_EQ(
      message([&] {
        broadcast_sizes(env, {a, 2}, {b, 1}, "add");
      }),
      "add: the sizes [s0, 2] and [s1, 1] do not broadcast, because s0 and s1 differ and neither is 1. Give sizes "
      "that are equal or 1.");
  EXPECT_EQ(message([&] {
              inferred_sizes(env, {-1, -1}, a, "view");
            }),
            "view: only one size can be inferred, but two are -1. Give one of them.");
  EXPECT_EQ(message([&] { inferred_sizes(env, {b}, a, "view"); }),
            "view: the sizes [s1] do not fit s0 elements. Give sizes with this product.");
}

}  // namespace modecheck::engine::fake
