#include "tests/support/schema_call.h"

#include <cstdint>
#include <sstream>
#include <utility>

#include "ATen/ATen.h"
#include "spec/operators/catalogue.h"

namespace modecheck::bench {
namespace {

namespace operators = spec::operators;
using at::Tensor;
using operators::Type;
using torch::jit::Stack;

// Describes one operator of the catalogue. An alias, which is another name for an operator, has the family and the kind
// of that operator. The kind of a composite follows from its own schema.
template <typename Row>
SchemaRow row_of() {
  using engine::OperatorKind;
  using operators::Family;
  using operators::schema_of;
  if constexpr (engine::is_operator_alias<Row>)
    return {schema_of<Row>, Row::alias_of::family, engine::kind_of<typename Row::alias_of>};
  else if constexpr (Row::family == Family::Composite)
    // A composite that writes no argument has OperatorKind::Composite, because it may return its argument. A random
    // composite has this kind as well, because it writes only a tensor that it has made itself.
    return {schema_of<Row>, Row::resembles::family,
            !schema_of<Row>.writes() || Row::resembles::family == Family::Random ? OperatorKind::Composite
            : schema_of<Row>.arguments[0].write                                  ? OperatorKind::InPlace
                                                                                 : OperatorKind::Out};
  else if constexpr (Row::family == Family::Random || Row::family == Family::Foreach)
    return {schema_of<Row>, Row::family, schema_of<Row>.writes() ? OperatorKind::InPlace : OperatorKind::Functional};
  else
    return {schema_of<Row>, Row::family, engine::kind_of<Row>};
}

template <typename... Rows>
std::vector<SchemaRow> rows_of(operators::List<Rows...> /*names the rows*/) {
  return {row_of<Rows>()...};
}

bool is_out(const operators::Argument& argument) { return argument.type == Type::Tensor && argument.keyword_only; }

// Returns candidate values for a list argument of a convolution or pooling operator, such as kernel_size. The
// candidates are few, so that all combinations are soon tried. The function returns none for other lists.
std::vector<c10::IValue> candidates_of_window(std::string_view name) {
  const auto ints = [](std::vector<std::int64_t> list) { return c10::IValue(std::move(list)); };
  if (name == "kernel_size" || name == "stride" || name == "dilation") return {ints({1}), ints({1, 1})};
  if (name == "output_padding") return {ints({0})};
  if (name == "padding") return {ints({0}), ints({0, 0}), ints({1, 0, 0, 1}), ints({1, 0, 0, 1, 1, 0})};
  if (name == "output_size") return {ints({2, 2}), ints({2, 1}), ints({2}), ints({2, 2, 2})};
  return {};
}

// Returns candidate values for one argument of an operator, the likeliest first. The first tensor argument and `out`
// need no candidates.
std::vector<c10::IValue> candidates(const operators::Argument& argument, at::ScalarType dtype) {
  const auto ints = [](std::vector<std::int64_t> list) { return c10::IValue(std::move(list)); };
  switch (argument.type) {
    case Type::Tensor:
      // An `out` argument after the first is mostly a tensor of indices, so int64 is tried before `dtype`.
      if (is_out(argument)) return {at::empty({0}, at::kLong), at::empty({0}, dtype)};
      if (argument.name == "mask" || argument.name == "condition") return {at::ones({2, 2}, at::kBool)};
      if (argument.name == "grid") return {at::ones({2, 2, 2, 2}, dtype)};
      if (argument.name == "weight")
        return {at::ones({2, 2, 2}, dtype), at::ones({2, 2}, dtype), at::ones({2, 2, 2, 2}, dtype),
                at::ones({2, 2, 2, 2, 2}, dtype)};
      if (argument.name == "offsets") return {at::zeros({2}, at::kLong)};
      if (argument.name == "index" || argument.name == "indices")
        return {at::zeros({2, 2}, at::kLong), at::zeros({2}, at::kLong)};
      if (argument.name == "target") return {at::ones({2, 2}, dtype), at::ones({2}, dtype), at::zeros({2}, at::kLong)};
      return {at::ones({2, 2}, dtype), at::ones({2}, dtype), at::ones({2, 2, 2}, dtype), at::ones({}, dtype)};
    case Type::OptionalTensor:
      if (argument.name == "sorter" || argument.name == "indices" || argument.name == "offsets") return {c10::IValue()};
      if (argument.name == "lengths") return {at::full({1}, 2, at::kLong)};
      if (argument.name == "bias") return {at::ones({2}, dtype), at::ones({2, 2}, dtype)};
      return {at::ones({2, 2}, dtype), at::ones({2}, dtype)};
    case Type::TensorList:
      return {std::vector<Tensor>{at::ones({2, 2}, dtype), at::ones({2, 2}, dtype)}};
    case Type::OptionalTensorList:
      return {std::vector<c10::optional<Tensor>>{at::zeros({2}, at::kLong)}};
    case Type::Int:
      if (argument.name == "groups") return {std::int64_t{1}};
      if (argument.name == "last_dim_size") return {std::int64_t{2}};
      return {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}};
    case Type::IntList:
      if (std::vector<c10::IValue> list = candidates_of_window(argument.name); !list.empty()) return list;
      return {ints({2, 2}), ints({2, 1}),       ints({0, 1}), ints({0}),       ints({4}),
              ints({1, 1}), ints({1, 0, 0, 1}), ints({1}),    ints({1, 1, 1}), ints({1, 0, 0, 1, 1, 0})};
    case Type::OptionalIntList:
      if (argument.name == "output_size") return {ints({2, 2})};
      return {ints({0}), c10::IValue()};
    case Type::Scalar:
      return {std::int64_t{1}, 0.5};
    case Type::OptionalScalar:
      return {std::int64_t{1}};
    case Type::Float:
      return {1.0, 0.0};
    case Type::Bool:
      return {false, true};
    case Type::String:
      if (argument.name == "equation") return {"ij,jk->ik"};
      if (argument.name == "indexing") return {"ij"};
      if (argument.name == "padding") return {"valid"};
      return {"none", "reflect", "sum"};
    case Type::MemoryFormat:
      return {at::MemoryFormat::Contiguous};
    case Type::ScalarType:
      return {at::kFloat, at::kInt};
    case Type::OptionalScalarType:
      return {c10::IValue(), at::kFloat};
    default:
      return {c10::IValue()};
  }
}

bool is_varied(const operators::Argument& argument) {
  return (argument.type == Type::Tensor && !is_out(argument)) || argument.type == Type::TensorList;
}

}  // namespace

std::vector<SchemaRow> schema_rows() { return rows_of(operators::Catalogue{}); }

torch::jit::Stack arguments(const SchemaRow& row, const Recipe& recipe, const Tensor& self, const Tensor& out) {
  Stack stack;
  bool first = true;
  bool first_out = true;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
    const operators::Argument& argument = row.schema.arguments[i];
    if (is_out(argument) && first_out) {
      first_out = false;
      stack.emplace_back(out);
    } else if (first && is_varied(argument)) {
      first = false;
      if (argument.type == Type::TensorList)
        stack.emplace_back(std::vector<Tensor>{self, at::ones(recipe.sizes, recipe.dtype)});
      else
        stack.emplace_back(self);
    } else {
      stack.push_back(candidates(argument, recipe.dtype)[recipe.choice[i]]);
    }
  }
  return stack;
}

c10::OperatorHandle handle_of(const SchemaRow& row) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(("aten::" + std::string(row.schema.name)).c_str(),
                                                        std::string(row.schema.overload).c_str());
}

std::vector<at::Tensor> call(const SchemaRow& row, torch::jit::Stack stack) {
  handle_of(row).callBoxed(stack);
  std::vector<Tensor> out;
  for (const c10::IValue& result : stack) {
    if (result.isTensor()) out.push_back(result.toTensor());
    if (result.isTensorList())
      for (const Tensor& one : result.toTensorVector()) out.push_back(one);
  }
  return out;
}

at::Tensor fresh_out(const Recipe& recipe) { return at::empty({0}, recipe.out); }

std::optional<Recipe> recipe_for(const SchemaRow& row) {
  const auto taken = [&](const Recipe& recipe) {
    try {
      call(row, arguments(row, recipe, at::ones(recipe.sizes, recipe.dtype), fresh_out(recipe)));
      return true;
    } catch (const std::exception&) {
      return false;
    }
  };
  const bool has_out = row.kind == engine::OperatorKind::Out;
  for (const std::vector<std::int64_t>& sizes :
       std::vector<std::vector<std::int64_t>>{{2, 2}, {2}, {2, 2, 2}, {2, 2, 2, 2}, {1, 1}}) {
    for (const at::ScalarType dtype : {at::kFloat, at::kLong, at::kBool, at::kComplexFloat, at::kDouble}) {
      for (const at::ScalarType out : {at::kFloat, at::kBool, at::kLong, at::kDouble}) {
        Recipe recipe{sizes, dtype, out, std::vector<std::size_t>(row.schema.argument_count)};
        for (bool more = true; more;) {
          if (taken(recipe)) return recipe;
          // Advance to the next combination of candidates, as an odometer advances to the next number.
          more = false;
          for (std::size_t i = 0; i < recipe.choice.size() && !more; ++i) {
            more = ++recipe.choice[i] < candidates(row.schema.arguments[i], dtype).size();
            if (!more) recipe.choice[i] = 0;
          }
        }
        if (!has_out) break;
      }
    }
  }
  return std::nullopt;
}

std::string text_of(const Recipe& recipe) {
  std::ostringstream out;
  out << static_cast<int>(recipe.dtype) << ' ' << static_cast<int>(recipe.out) << ' ' << recipe.sizes.size();
  for (const std::int64_t size : recipe.sizes) out << ' ' << size;
  for (const std::size_t choice : recipe.choice) out << ' ' << choice;
  return out.str();
}

Recipe recipe_of(const std::string& line) {
  std::istringstream in(line);
  int dtype = 0;
  int out_dtype = 0;
  std::size_t dimensions = 0;
  in >> dtype >> out_dtype >> dimensions;
  Recipe out;
  out.dtype = static_cast<at::ScalarType>(dtype);
  out.out = static_cast<at::ScalarType>(out_dtype);
  out.sizes.resize(dimensions);
  for (std::int64_t& size : out.sizes) in >> size;
  for (std::size_t choice = 0; in >> choice;) out.choice.push_back(choice);
  return out;
}

}  // namespace modecheck::bench
