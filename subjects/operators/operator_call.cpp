#include "subjects/operators/operator_call.h"

#include <torch/version.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "subjects/operators/current_call.h"

// Dimensions have no names from 2.13 on.
#if TORCH_VERSION_MAJOR < 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR < 13)
#define MODECHECK_NAMED_TENSORS
#endif

namespace modecheck::operators {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

at::ScalarType scalar_type(ElementType dtype, bool doubles) {
  switch (dtype) {
    case ElementType::Float:
      return doubles ? at::kDouble : at::kFloat;
    case ElementType::Double:
      return at::kDouble;
    case ElementType::Long:
      return at::kLong;
    case ElementType::Int:
      return at::kInt;
    case ElementType::Bool:
      return at::kBool;
    case ElementType::QuantizedByte:
      return at::kFloat;  // quantized afterwards
    default:
      return at::kComplexFloat;
  }
}

void name_dimensions([[maybe_unused]] at::Tensor& tensor) {
#ifdef MODECHECK_NAMED_TENSORS
  std::vector<at::Dimname> names;
  for (std::int64_t i = 0; i < tensor.dim(); ++i)
    names.push_back(
        at::Dimname::fromSymbol(c10::Symbol::fromQualString(kDimensionNames.at(static_cast<std::size_t>(i)))));
  at::internal_set_names_inplace(tensor, at::DimnameList(names));
#endif
}

// Makes the elements in float64 and converts them, so that a tensor of floats and one of doubles have the same.
at::Tensor elements_of(const TensorRecipe& recipe, bool doubles) {
  std::int64_t count = 1;
  for (const std::int64_t size : recipe.sizes) count *= size;
  if (count < 0 || count > 100000) throw std::runtime_error("the sizes are negative or too large");
  std::vector<double> values(static_cast<std::size_t>(count));
  std::mt19937 random(recipe.seed);
  const bool whole =
      recipe.dtype == ElementType::Long || recipe.dtype == ElementType::Int || recipe.dtype == ElementType::Bool;
  const std::size_t columns =
      recipe.sizes.empty() ? 1 : static_cast<std::size_t>(std::max<std::int64_t>(1, recipe.sizes.back()));
  // All numbers differ, because a maximum of two equal elements has no derivative. Fifth powers modulo the prime
  // 1009 differ too, because 5 and 1008 have no common divisor. Without the powers the rows of a matrix would depend on
  // each other.
  const std::size_t first = random() % 1009;
  const std::size_t step = 1 + random() % 1008;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t base = (first + i * step) % 1009;
    const std::size_t power = base * base % 1009 * base % 1009 * base % 1009 * base % 1009;
    const double number = 0.25 + 0.7 * static_cast<double>(power) / 1009.0;
    const bool diagonal = recipe.elements == Elements::Definite && (i / columns) % columns == i % columns;
    if (recipe.elements == Elements::Indices)
      values[i] = static_cast<double>(random() % 2);
    else
      values[i] = whole                                   ? static_cast<double>(1 + random() % 3)
                  : diagonal                              ? number + 3
                  : recipe.elements == Elements::Definite ? number / 4
                                                          : number;
  }
  // A copy, because the result of reshape() is a view.
  at::Tensor out =
      torch::tensor(values, at::kDouble).reshape(recipe.sizes).to(scalar_type(recipe.dtype, doubles)).clone();
  if (recipe.named) {
    name_dimensions(out);
    return out;
  }
  if (recipe.dtype == ElementType::QuantizedByte) return at::quantize_per_tensor(out, 0.1, 0, at::kQUInt8);
  return recipe.sparse && out.dim() != 0 ? out.to_sparse() : out;
}

// What lies between the elements of a view that is not contiguous: a number that no element has. It becomes true in a
// tensor of bools, where a write of true is not seen.
constexpr int kGap = 113;

// Returns every second element of the last dimension of a larger tensor, and copies the elements there.
at::Tensor strided(const at::Tensor& elements) {
  if (elements.dim() == 0 || elements.layout() != c10::kStrided || elements.is_quantized() || is_named(elements))
    return elements;
  std::vector<std::int64_t> sizes = elements.sizes().vec();
  sizes.back() = 2 * sizes.back() + 1;
  at::Tensor out = at::full(sizes, kGap, elements.options()).slice(-1, 1, sizes.back(), 2);
  out.copy_(elements);
  return out;
}

at::Tensor make_tensor(const TensorRecipe& recipe, TensorKind kind, bool doubles) {
  if (kind == TensorKind::Inference) {
    const c10::InferenceMode guard;
    return elements_of(recipe, doubles).clone();
  }
  at::Tensor out = elements_of(recipe, doubles);
  if (kind == TensorKind::Plain || !(out.is_floating_point() || out.is_complex())) return out;
  out.requires_grad_(true);
  return kind == TensorKind::Leaf ? out : out.clone();
}

// Calls `use` for each tensor that the values describe, in their order.
template <typename Use>
void for_tensors(const DrawnCall& drawn, Use use) {
  for (std::size_t i = 0; i < drawn.values.size(); ++i) {
    if (const auto* one = std::get_if<TensorRecipe>(&drawn.values[i])) use(*one, i);
    if (const auto* list = std::get_if<std::vector<std::optional<TensorRecipe>>>(&drawn.values[i]))
      for (const auto& element : *list)
        if (element) use(*element, i);
  }
}

// Turns a value into what the dispatcher takes. Tensors come from `tensors`, from the place `next` on.
struct Boxed {
  const SchemaArgument& argument;
  const std::vector<at::Tensor>& tensors;
  std::size_t& next;

  c10::IValue operator()(std::monostate) const {
    if (argument.type == "Device") return c10::Device(c10::kCPU);
    return {};
  }
  c10::IValue operator()(std::int64_t value) const { return value; }
  c10::IValue operator()(double value) const { return value; }
  c10::IValue operator()(bool value) const { return value; }
  c10::IValue operator()(const std::string& value) const { return value; }
  c10::IValue operator()(const std::vector<std::int64_t>& value) const { return c10::List<std::int64_t>(value); }
  c10::IValue operator()(const std::vector<double>& value) const {
    if (argument.type != "Scalar[]") return c10::List<double>(value);
    c10::List<at::Scalar> out;
    for (const double one : value) out.push_back(one);
    return out;
  }
  c10::IValue operator()(const std::vector<bool>& value) const {
    c10::List<bool> out;
    for (const bool one : value) out.push_back(one);
    return out;
  }
  c10::IValue operator()(const std::vector<std::string>& value) const { return c10::List<std::string>(value); }
  c10::IValue operator()(const TensorRecipe&) const { return tensors.at(next++); }
  c10::IValue operator()(const std::vector<std::optional<TensorRecipe>>& value) const {
    if (argument.type == "Tensor?[]") {
      c10::List<c10::optional<at::Tensor>> out;
      for (const auto& one : value) out.push_back(one ? c10::optional<at::Tensor>(tensors.at(next++)) : c10::nullopt);
      return out;
    }
    c10::List<at::Tensor> out;
    for (std::size_t i = 0; i < value.size(); ++i) out.push_back(tensors.at(next++));
    return out;
  }
};

Snapshot snapshot(const at::Tensor& tensor) {
  Snapshot out;
  out.inference = tensor.is_inference();
  out.requires_grad = tensor.requires_grad();
  out.grad_fn = tensor.grad_fn().get();
  if (!out.inference) out.version = tensor._version();
  if (tensor.layout() != c10::kStrided) return out;
  out.sizes = tensor.sizes().vec();
  out.strides = tensor.strides().vec();
  out.offset = tensor.storage_offset();
  out.storage = storage_of(tensor);
  if (out.storage != nullptr && tensor.storage().nbytes() <= kMostBytes && tensor.storage().nbytes() != 0)
    out.bytes.assign(static_cast<const char*>(tensor.storage().data()), tensor.storage().nbytes());
  return out;
}

void take(const c10::IValue& value, std::size_t place, std::vector<ResultTensor>& out) {
  if (value.isTensor() && value.toTensor().defined()) out.push_back({value.toTensor(), place});
  if (!value.isTensorList()) return;
  const auto list = value.toTensorVector();
  for (const at::Tensor& one : list)
    if (one.defined()) out.push_back({one, place});
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

const void* storage_of(const at::Tensor& tensor) {
  if (tensor.layout() != c10::kStrided || !tensor.has_storage()) return nullptr;
  return tensor.storage().unsafeGetStorageImpl();
}

bool is_named([[maybe_unused]] const at::Tensor& tensor) {
#ifdef MODECHECK_NAMED_TENSORS
  return tensor.has_names();
#else
  return false;
#endif
}

bool gaps_are_untouched(const at::Tensor& tensor) {
  if (!tensor.is_view() || tensor.dim() == 0) return true;
  const at::Tensor gaps = at::Tensor(tensor._base()).slice(-1, 0, c10::nullopt, 2);
  return at::equal(gaps, at::full(gaps.sizes(), kGap, gaps.options()));
}

bool Snapshot::differs(const Snapshot& other) const {
  return sizes != other.sizes || strides != other.strides || offset != other.offset || storage != other.storage ||
         bytes != other.bytes;
}

Operator::Operator(const c10::OperatorName& name)
    : handle_(c10::Dispatcher::singleton().findSchemaOrThrow(name.name.c_str(), name.overload_name.c_str())),
      written_(toString(handle_.schema())),
      schema_(parse_schema_text(written_)) {}

std::vector<at::Tensor> Operator::tensors(const DrawnCall& drawn, const Situation& situation) const {
  std::vector<at::Tensor> out;
  for_tensors(drawn, [&](const TensorRecipe& recipe, std::size_t argument) {
    const bool other = static_cast<int>(out.size()) == situation.other;
    TensorKind kind = other ? situation.other_kind : situation.kind;
    // out= arguments never require grad, because all operators reject that (rule M4).
    if (schema_.arguments[argument].keyword_only && schema_.arguments[argument].writes() &&
        kind != TensorKind::Inference)
      kind = TensorKind::Plain;
    out.push_back(make_tensor(recipe, kind, situation.doubles));
    if (situation.strided) out.back() = strided(out.back());
  });
  return out;
}

OperatorCall Operator::call(const DrawnCall& drawn, const Situation& situation) const {
  std::vector<at::Tensor> made;
  try {
    made = tensors(drawn, situation);
  } catch (const std::exception& error) {
    OperatorCall out;
    out.error = first_line(error.what());
    return out;
  }
  return call_with(drawn, made, situation.in_mode);
}

OperatorCall Operator::call_with(const DrawnCall& drawn, const std::vector<at::Tensor>& tensors, bool in_mode) const {
  OperatorCall out;
  note_call(drawn.text(schema_));
  for_tensors(drawn, [&](const TensorRecipe&, std::size_t argument) {
    const at::Tensor& tensor = tensors.at(out.arguments.size());
    out.arguments.push_back({tensor, argument, snapshot(tensor), {}});
  });
  at::manual_seed(1);
  try {
    torch::jit::Stack stack;
    std::size_t next = 0;
    for (std::size_t i = 0; i < drawn.values.size(); ++i)
      stack.push_back(std::visit(Boxed{schema_.arguments[i], tensors, next}, drawn.values[i]));
    const TimeLimit limit;
    const c10::InferenceMode guard(in_mode);
    handle_.callBoxed(&stack);
    for (std::size_t i = 0; i < stack.size(); ++i) take(stack[i], i, out.results);
    out.succeeded = true;
  } catch (const c10::Error& error) {
    out.error = first_line(error.what_without_backtrace());
  } catch (const std::exception& error) {
    out.error = first_line(error.what());
  }
  for (ArgumentTensor& one : out.arguments) one.after = snapshot(one.tensor);
  return out;
}

}  // namespace modecheck::operators
