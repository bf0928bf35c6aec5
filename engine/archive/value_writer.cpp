#include "engine/archive/value_writer.h"

#include <utility>

#include "engine/archive/limits.h"
#include "engine/archive/pickle_names.h"
#include "engine/core/errors/error.h"
#include "engine/core/memory/allocate.h"
#include "engine/modes/grad_mode.h"

namespace modecheck::engine::archives {

namespace {

PickleRef integers(c10::IntArrayRef values) {
  std::vector<PickleRef> items;
  for (const std::int64_t value : values) items.push_back(PickleValue::number(value));
  return PickleValue::tuple(std::move(items));
}

PickleRef ordered_dict() {
  PickleRef out = PickleValue::make(PickleKind::Dict);
  out->is_ordered = true;
  return out;
}

// Returns the type that all values have, or "Any".
std::string common_type(const std::vector<c10::IValue>& values) {
  if (values.empty()) return "Any";
  std::string out = script_type(values.front());
  for (const c10::IValue& value : values)
    if (script_type(value) != out) return "Any";
  return out;
}

}  // namespace

std::string script_type(const c10::IValue& value) {
  if (value.isNone()) return "NoneType";
  if (value.isTensor()) return "Tensor";
  if (value.isInt()) return "int";
  if (value.isDouble()) return "float";
  if (value.isBool()) return "bool";
  if (value.isString()) return "str";
  if (value.isDevice()) return "Device";
  if (value.isIntList()) return "List[int]";
  if (value.isDoubleList()) return "List[float]";
  if (value.isBoolList()) return "List[bool]";
  if (value.isTensorList()) return "List[Tensor]";
  if (value.isList()) return "List[" + common_type(value.toListRef()) + "]";
  if (value.isGenericDict()) {
    std::vector<c10::IValue> keys, values;
    for (const auto& entry : value.toGenericDict()) {
      keys.push_back(entry.key());
      values.push_back(entry.value());
    }
    return "Dict[" + (keys.empty() ? std::string("str") : common_type(keys)) + ", " + common_type(values) + "]";
  }
  return "Any";
}

std::string ValueWriter::key_of(const at::Tensor& tensor) {
  const auto [place, is_new] = keys_.emplace(tensor.storage().unsafeGetStorageImpl(), std::to_string(keys_.size()));
  kept_.push_back(tensor);
  if (!is_new) return place->second;
  const bool is_meta = !tensor.device().has_bytes();
  const auto size = is_meta ? 0 : static_cast<std::int64_t>(tensor.storage().nbytes());
  if (!tensor.device().in_cpu_memory() && !is_meta) {
    const at::NoGradGuard no_grad;
    const std::int64_t one = 1;
    kept_.push_back(another_on(tensor.storage(), size, one, 0, c10::ScalarType::Byte).cpu());
  }
  const void* const data = size == 0 ? "" : kept_.back().storage().data();
  zip_.add("data/" + place->second, data, static_cast<std::size_t>(size));
  return place->second;
}

PickleRef ValueWriter::tensor(const at::Tensor& tensor) {
  MODECHECK_CHECK(tensor.defined(), ErrorClass::Argument, "torch::save: an undefined tensor has nothing to save");
  MODECHECK_CHECK(!tensor.is_fake(), ErrorClass::Unsupported,
                  "torch::save: a fake tensor has no elements to save; save the real tensor");
  const std::size_t item = c10::elementSize(tensor.scalar_type());
  PickleRef storage = PickleValue::make(PickleKind::PersistentId);
  storage->items = {
      PickleValue::tuple({PickleValue::string("storage"), PickleValue::global(storage_of_dtype(tensor.scalar_type())),
                          PickleValue::string(key_of(tensor)), PickleValue::string(tensor.device().str()),
                          PickleValue::number(static_cast<std::int64_t>(tensor.storage().nbytes() / item))})};
  return PickleValue::call("torch._utils _rebuild_tensor_v2",
                           {std::move(storage), PickleValue::number(tensor.storage_offset()), integers(tensor.sizes()),
                            integers(tensor.strides()), PickleValue::boolean(tensor.requires_grad()), ordered_dict()});
}

PickleRef ValueWriter::list(const c10::IValue& value, bool has_tags) {
  std::vector<PickleRef> items;
  for (const c10::IValue& item : value.toListRef()) items.push_back(this->value(item, has_tags));
  PickleRef out = PickleValue::list(std::move(items));
  if (!has_tags) return out;
  if (value.isIntList()) return PickleValue::call("torch.jit._pickle build_intlist", {out});
  if (value.isDoubleList()) return PickleValue::call("torch.jit._pickle build_doublelist", {out});
  if (value.isBoolList()) return PickleValue::call("torch.jit._pickle build_boollist", {out});
  if (value.isTensorList()) return PickleValue::call("torch.jit._pickle build_tensorlist", {out});
  return PickleValue::call("torch.jit._pickle restore_type_tag", {out, PickleValue::string(script_type(value))});
}

PickleRef ValueWriter::dict(const c10::IValue& value, bool has_tags) {
  PickleRef out = PickleValue::make(PickleKind::Dict);
  for (const auto& entry : value.toGenericDict()) {
    out->items.push_back(this->value(entry.key(), has_tags));
    out->items.push_back(this->value(entry.value(), has_tags));
  }
  if (!has_tags) return out;
  return PickleValue::call("torch.jit._pickle restore_type_tag", {out, PickleValue::string(script_type(value))});
}

PickleRef ValueWriter::value(const c10::IValue& value, bool has_tags) {
  // A dictionary can contain itself, so the nesting must be bounded.
  MODECHECK_CHECK(depth_ < kMostPickleDepth, ErrorClass::Argument, "torch::save: values are nested more than ",
                  kMostPickleDepth, " deep, which is the bound");
  if (value.isNone()) return PickleValue::none();
  if (value.isTensor()) return tensor(value.toTensor());
  if (value.isInt()) return PickleValue::number(value.toInt());
  if (value.isDouble()) return PickleValue::real(value.toDouble());
  if (value.isBool()) return PickleValue::boolean(value.toBool());
  if (value.isString()) return PickleValue::string(value.toStringRef());
  if (value.isDevice()) return PickleValue::call("torch device", {PickleValue::string(value.toDevice().str())});
  MODECHECK_CHECK(value.isGenericDict() || value.isList(), ErrorClass::Unsupported, "torch::save: a value of kind ",
                  value.tagKind(), " cannot be saved; save tensors, numbers, strings, lists and dictionaries");
  ++depth_;
  PickleRef out = value.isGenericDict() ? dict(value, has_tags) : list(value, has_tags);
  --depth_;
  return out;
}

}  // namespace modecheck::engine::archives
