// Calls every operator of the catalogue that takes integers with the smallest and the largest integer, and with -1. The
// test puts these numbers in each integer argument and in each pair of integer arguments. Sums and products of sizes,
// shifts and paddings must not overflow: the operator raises an error of the engine, or it returns. The sanitizer for
// undefined behaviour reports overflows.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "engine/backends/iterate/dims.h"
#include "tests/engine/support.h"
#include "tests/support/schema_call.h"

namespace modecheck::engine {
namespace {

using bench::Recipe;
using bench::SchemaRow;
using spec::operators::Type;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t extremes[] = {least, least + 1, most, -1};

// Names one integer of a call: an argument, or one element of a list argument.
struct IntegerPlace {
  std::size_t argument;
  std::size_t element;
};

bool is_list(Type type) { return type == Type::IntList || type == Type::OptionalIntList; }

// Returns the list that was found as an argument of the operator, or a list of one integer if the argument is None.
std::vector<std::int64_t> list_at(const torch::jit::Stack& stack, std::size_t argument) {
  return stack[argument].isNone() ? std::vector<std::int64_t>{0} : stack[argument].toIntVector();
}

std::vector<IntegerPlace> integer_places(const SchemaRow& row, const torch::jit::Stack& stack) {
  std::vector<IntegerPlace> out;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
    const Type type = row.schema.arguments[i].type;
    if (type == Type::Int || type == Type::OptionalInt) out.push_back({i, 0});
    if (!is_list(type)) continue;
    for (std::size_t element = 0; element < list_at(stack, i).size(); ++element) out.push_back({i, element});
  }
  return out;
}

void put(const SchemaRow& row, torch::jit::Stack& stack, const IntegerPlace& place, std::int64_t value) {
  if (!is_list(row.schema.arguments[place.argument].type)) {
    stack[place.argument] = value;
    return;
  }
  std::vector<std::int64_t> list = list_at(stack, place.argument);
  list[place.element] = value;
  stack[place.argument] = std::move(list);
}

// Returns whether the call raised an error. The test fails if the error is not one of the engine's.
bool raises(const SchemaRow& row, torch::jit::Stack stack) {
  const std::string text = c10::toString(bench::handle_of(row).schema());
  try {
    bench::call(row, std::move(stack));
    return false;
  } catch (const std::exception& error) {
    EXPECT_NE(classified(error), nullptr) << text << ": " << error.what();
    return true;
  }
}

// Returns how many of the calls with extreme integers raised an error. `make` makes the first tensor.
template <typename Make>
std::size_t call_with_extremes(const SchemaRow& row, const Recipe& recipe, const Make& make) {
  const auto fresh = [&] { return bench::arguments(row, recipe, make(), bench::fresh_out(recipe)); };
  std::size_t raised = 0;
  const std::vector<IntegerPlace> places = integer_places(row, fresh());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i; j < places.size(); ++j)
      for (const std::int64_t first : extremes)
        for (const std::int64_t second : extremes) {
          if (i == j && first != second) continue;
          torch::jit::Stack stack = fresh();
          put(row, stack, places[i], first);
          put(row, stack, places[j], second);
          raised += raises(row, std::move(stack)) ? 1 : 0;
        }
  return raised;
}

TEST(ExtremeIntegersTest, EveryOperatorRaisesOrReturns) {
  std::size_t with_integers = 0;
  std::size_t raised = 0;
  for (const SchemaRow& row : bench::schema_rows()) {
    const std::optional<Recipe> recipe = bench::recipe_for(row);
    ASSERT_TRUE(recipe.has_value()) << row.name();
    const torch::jit::Stack stack =
        bench::arguments(row, *recipe, at::ones(recipe->sizes, recipe->dtype), bench::fresh_out(*recipe));
    if (integer_places(row, stack).empty()) continue;
    ++with_integers;
    raised += call_with_extremes(row, *recipe, [&] { return at::ones(recipe->sizes, recipe->dtype); });
  }
  EXPECT_GT(with_integers, 250U);
  EXPECT_GT(raised, 3000U);
}

// The stride of a dimension of one element is never used, and an empty tensor uses no stride. Such sizes and strides
// may be so large that the sizes of a view overflow.
TEST(ExtremeIntegersTest, ViewsOfExtremeStridesRaiseOrReturn) {
  struct Extreme {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
  };
  std::size_t views = 0;
  for (const SchemaRow& row : bench::schema_rows()) {
    if (row.kind != OperatorKind::View) continue;
    const std::optional<Recipe> recipe = bench::recipe_for(row);
    ASSERT_TRUE(recipe.has_value()) << row.name();
    ++views;
    for (const Extreme& extreme :
         {Extreme{{1, 1}, {most, most}}, Extreme{{0, most}, {most, most}}, Extreme{{most, 0}, {most, most}}}) {
      const auto make = [&] { return at::ones({1}, recipe->dtype).as_strided(extreme.sizes, extreme.strides); };
      static_cast<void>(raises(row, bench::arguments(row, *recipe, make(), bench::fresh_out(*recipe))));
      call_with_extremes(row, *recipe, make);
    }
  }
  EXPECT_GT(views, 20U);
}

// The product of the first two sizes overflows, but the last size is zero, so the tensor has no elements.
TEST(ExtremeIntegersTest, ExtremeSizesWithAZeroHaveNoElements) {
  const std::vector<std::int64_t> sizes{most, most, 0};
  EXPECT_EQ(backends::numel(sizes), 0);
}

TEST(ExtremeIntegersTest, TrianglesOfManyEmptyRowsAreCountedAtOnce) {
  constexpr std::int64_t many = std::int64_t{1} << 50;
  EXPECT_EQ(at::triu_indices(many, 1, 5).size(1), 0);
  EXPECT_EQ(at::tril_indices(1, many, 0).size(1), 1);
  EXPECT_EQ(at::tril_indices(1, most, 0).size(1), 1);
  EXPECT_EQ(at::triu_indices(many, 1, 0).size(1), 1);
  EXPECT_THROW(at::tril_indices(many, many, most), c10::Error);
  EXPECT_TRUE(at::equal(at::tril_indices(3, 2, most), at::tril_indices(3, 2, 1)));
  for (std::int64_t offset = -4; offset <= 4; ++offset) {
    const at::Tensor whole = at::ones({3, 2});
    EXPECT_TRUE(at::equal(at::tril_indices(3, 2, offset), whole.tril(offset).nonzero().t())) << offset;
    EXPECT_TRUE(at::equal(at::triu_indices(3, 2, offset), whole.triu(offset).nonzero().t())) << offset;
  }
}

TEST(ExtremeIntegersTest, TheStrideOfASingleWindowMayBeAnyNumber) {
  EXPECT_EQ(at::ones({4, 3}).unfold(0, 4, most).sizes(), (std::vector<std::int64_t>{1, 3, 4}));
}

}  // namespace
}  // namespace modecheck::engine
