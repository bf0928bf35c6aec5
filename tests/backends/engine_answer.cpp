#include "tests/backends/engine_answer.h"

#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/backends/cpu/random/generator.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/ivalue.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/catalogue.h"
#include "tests/backends/call_text.h"

namespace modecheck::tests {
namespace {

namespace rows = engine::operators;
using rows::schema_of;
using rows::Type;

constexpr std::pair<const char*, c10::ScalarType> dtypes[] = {
    {"float", c10::ScalarType::Float},
    {"double", c10::ScalarType::Double},
    {"int64", c10::ScalarType::Long},
    {"bool", c10::ScalarType::Bool},
    {"uint8", c10::ScalarType::Byte},
    {"int8", c10::ScalarType::Char},
    {"int16", c10::ScalarType::Short},
    {"int32", c10::ScalarType::Int},
    {"half", c10::ScalarType::Half},
    {"bfloat16", c10::ScalarType::BFloat16},
    {"complex64", c10::ScalarType::ComplexFloat},
    {"complex128", c10::ScalarType::ComplexDouble},
};

c10::ScalarType dtype_named(const std::string& name) {
  for (const auto& [known, type] : dtypes)
    if (name == known) return type;
  return c10::ScalarType::Undefined;  // the word "n" stands for None
}

std::string name_of(c10::ScalarType type) {
  for (const auto& [name, known] : dtypes)
    if (type == known) return name;
  return "another";
}

struct Call {
  CallText text;
  std::vector<at::Tensor> storages;  // one flat tensor for each storage
  std::vector<at::Tensor> tensors;
  bool on_device = false;

  const at::Tensor& tensor_named(const std::string& word) const {
    return tensors.at(static_cast<std::size_t>(std::atoi(word.c_str() + 1)));
  }
};

std::string geometry(const Call& call, const at::Tensor& tensor) {
  std::string where = "new";
  for (std::size_t i = 0; i < call.storages.size(); ++i)
    if (tensor.is_alias_of(call.storages[i])) where = "S" + std::to_string(i);
  return name_of(tensor.scalar_type()) + " [" + joined(tensor.sizes().vec()) + "] [" + joined(tensor.strides().vec()) +
         "] +" + std::to_string(tensor.storage_offset()) + " " + where;
}

std::string values(const at::Tensor& tensor) {
  if (tensor.is_meta()) return "{}";
  if (tensor.is_cuda()) {
    // Copy the whole storage from the device, because a copy of the tensor alone would have another layout.
    const auto elements = static_cast<std::int64_t>(tensor.storage().nbytes() / tensor.element_size());
    const at::Tensor flat = engine::make_alias(tensor, {elements}, {1}, 0);
    // Copy bool elements as bytes, because a copy of a bool turns each byte into 0 or 1.
    const at::Tensor copy = flat.scalar_type() == c10::kBool ? flat.view(c10::kByte).cpu() : flat.cpu();
    return read_values(copy.storage().data(), name_of(tensor.scalar_type()),
                       {0, tensor.sizes().vec(), tensor.strides().vec(), tensor.storage_offset()});
  }
  return read_values(tensor.storage().data(), name_of(tensor.scalar_type()),
                     {0, tensor.sizes().vec(), tensor.strides().vec(), tensor.storage_offset()});
}

c10::Scalar number(const std::string& word) {
  if (word[1] == 'i') return {std::int64_t{std::atoll(word.c_str() + 2)}};
  if (word[1] == 'b') return {word[2] == '1'};
  return {std::atof(word.c_str() + 2)};
}

// Converts one word of the call's text to the argument that it stands for. The returned value lives until the call has
// ended.
template <Type type>
auto argument(const Call& call, const std::string& word) {
  const bool absent = word == "n";
  const std::string rest = word.substr(1);
  const auto unless_absent = [&](auto value) { return absent ? std::nullopt : std::optional(value); };
  const auto integer = [&] { return std::int64_t{std::atoll(rest.c_str())}; };
  if constexpr (type == Type::Tensor) {
    return call.tensor_named(word);
  } else if constexpr (type == Type::OptionalTensor) {
    return absent ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(call.tensor_named(word));
  } else if constexpr (type == Type::TensorList) {
    std::vector<at::Tensor> list;
    for (const std::string& name : split(word.substr(1, word.size() - 2), ',')) list.push_back(call.tensor_named(name));
    return list;
  } else if constexpr (type == Type::OptionalTensorList) {
    c10::List<c10::optional<at::Tensor>> list;
    for (const std::string& name : split(word.substr(1, word.size() - 2), ','))
      list.push_back(name == "n" ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(call.tensor_named(name)));
    return list;
  } else if constexpr (type == Type::Int) {
    return integer();
  } else if constexpr (type == Type::OptionalInt) {
    return unless_absent(integer());
  } else if constexpr (type == Type::IntList) {
    return integers(rest);
  } else if constexpr (type == Type::OptionalIntList) {
    return unless_absent(integers(rest));
  } else if constexpr (type == Type::Scalar) {
    return number(word);
  } else if constexpr (type == Type::OptionalScalar) {
    return absent ? std::optional<c10::Scalar>() : std::optional<c10::Scalar>(number(word));
  } else if constexpr (type == Type::Float) {
    return std::atof(rest.c_str());
  } else if constexpr (type == Type::OptionalFloatList) {
    std::optional<std::vector<double>> list;
    if (absent) return list;
    list.emplace();
    if (!rest.empty())
      for (const std::string& element : split(rest, ',')) list->push_back(std::atof(element.c_str()));
    return list;
  } else if constexpr (type == Type::OptionalFloat) {
    return std::optional<double>();
  } else if constexpr (type == Type::String) {
    return std::string(absent ? "none" : rest);
  } else if constexpr (type == Type::OptionalString) {
    return absent ? std::optional<std::string>() : std::optional<std::string>(rest);
  } else if constexpr (type == Type::Bool) {
    return rest == "1";
  } else if constexpr (type == Type::OptionalBool) {
    return unless_absent(rest == "1");
  } else if constexpr (type == Type::ScalarType) {
    return dtype_named(rest);
  } else if constexpr (type == Type::OptionalScalarType) {
    return unless_absent(dtype_named(rest));
  } else if constexpr (type == Type::OptionalLayout) {
    return std::optional<c10::Layout>();
  } else if constexpr (type == Type::OptionalDevice) {
    return call.on_device ? std::optional(c10::Device(c10::kCUDA, 0)) : std::optional<c10::Device>();
  } else if constexpr (type == Type::OptionalGenerator) {
    return std::optional<at::Generator>();
  } else {
    static_assert(type == Type::OptionalMemoryFormat);
    return unless_absent(static_cast<c10::MemoryFormat>(std::atoi(rest.c_str())));
  }
}

// Returns an argument's default value in the notation of call_text.h.
std::string default_word(const rows::Argument& argument) {
  const std::string text(argument.default_text);
  if (text == "None" || text.empty()) return "n";
  if (text[0] == '[') return "l";
  if (text == "False") return "b0";
  return (argument.type == Type::Scalar ? "si" : "i") + text;
}

template <typename Value>
decltype(auto) as_parameter(Value& value) {
  if constexpr (std::is_same_v<Value, std::optional<std::vector<std::int64_t>>>) {
    return value.has_value() ? c10::OptionalIntArrayRef(*value) : c10::OptionalIntArrayRef();
  } else if constexpr (std::is_same_v<Value, std::optional<std::vector<double>>>) {
    return value.has_value() ? c10::optional<c10::ArrayRef<double>>(*value) : c10::optional<c10::ArrayRef<double>>();
  } else {
    return (value);
  }
}

template <typename Op, std::size_t... I>
std::vector<at::Tensor> invoke(const Call& call, std::index_sequence<I...>) {
  const std::string words[] = {
      (I < call.text.arguments.size() ? call.text.arguments[I] : default_word(schema_of<Op>.arguments[I]))...};
  auto arguments = std::make_tuple(argument<schema_of<Op>.arguments[I].type>(call, words[I])...);
  const auto kernel = [&] { return engine::KernelAnywhere<Op>::call(as_parameter(std::get<I>(arguments))...); };
  if constexpr (std::is_void_v<decltype(kernel())>) {
    kernel();
    std::vector<at::Tensor> written;
    for (std::size_t i = 0; i < schema_of<Op>.argument_count; ++i)
      if (schema_of<Op>.arguments[i].write) written.push_back(call.tensor_named(words[i]));
    return written;
  } else if constexpr (std::is_same_v<decltype(kernel()), at::Tensor>) {
    return {kernel()};
  } else if constexpr (schema_of<Op>.return_count > 1) {
    return std::apply([](const auto&... each) { return std::vector<at::Tensor>{each...}; }, kernel());
  } else {
    return kernel();
  }
}

// Returns the function that calls the kernel of `Op`, or null if `Op` is a composite, which has no kernel.
using Invoker = std::vector<at::Tensor> (*)(const Call& call);
template <typename Op>
constexpr Invoker invoker() {
  if constexpr (Op::composite)
    return nullptr;
  else
    return [](const Call& call) { return invoke<Op>(call, std::make_index_sequence<schema_of<Op>.argument_count>()); };
}

template <typename... Ops>
std::vector<at::Tensor> invoke_named(const Call& call, rows::List<Ops...>) {
  constexpr std::string_view names[] = {schema_of<Ops>.qualified_name...};
  constexpr Invoker invokers[] = {invoker<Ops>()...};
  for (std::size_t i = 0; i < sizeof...(Ops); ++i)
    if (names[i] == call.text.operation && invokers[i] != nullptr) return invokers[i](call);
  throw std::invalid_argument("no kernel for " + call.text.operation);
}

}  // namespace

std::string engine_answer(const std::string& line, On device) {
  Call call{CallText(line), {}, {}, device == On::Device};
  const c10::Device where = device == On::Meta ? c10::kMeta : c10::kCPU;
  for (const StorageText& storage : call.text.storages) {
    at::Tensor flat = engine::empty({storage.elements}, dtype_named(storage.dtype), where);
    for (std::int64_t i = 0; i < storage.elements && device != On::Meta; ++i)
      write_value(flat.data_ptr(), storage.dtype, i, storage.value(i));
    call.storages.push_back(device == On::Device ? flat.to(c10::Device(c10::kCUDA, 0)) : flat);
  }
  std::vector<std::string> geometries;
  for (const TensorText& tensor : call.text.tensors) {
    call.tensors.push_back(
        engine::make_alias(call.storages.at(tensor.storage), tensor.sizes, tensor.strides, tensor.offset));
    geometries.push_back(geometry(call, call.tensors.back()));
  }
  std::vector<std::string> bytes;
  for (const at::Tensor& storage : call.storages) bytes.push_back(values(storage));
  engine::backends::manual_seed(42);

  std::string answer = "ok";
  try {
    for (const at::Tensor& result : invoke_named(call, rows::Catalogue{}))
      answer += " | " + geometry(call, result) + " " + values(result);
  } catch (const std::exception& error) {
    // Catch std::exception, because the engine and libtorch throw some errors that do not derive from c10::Error. If
    // the exception is none of the engine's errors, throw it again.
    const engine::Classified* const known = engine::classified(error);
    if (known == nullptr) throw;
    answer = "error " + std::string(engine::name_of(known->error_class())) + ": " + error.what();
  }
  for (std::size_t i = 0; i < call.tensors.size(); ++i)
    if (geometry(call, call.tensors[i]) != geometries[i])
      answer += " | T" + std::to_string(i) + " " + geometry(call, call.tensors[i]);
  for (std::size_t i = 0; i < call.storages.size(); ++i)
    if (values(call.storages[i]) != bytes[i]) answer += " | S" + std::to_string(i) + " " + values(call.storages[i]);
  return answer;
}

}  // namespace modecheck::tests
