#include "engine/dispatch/ivalue.h"

#include <functional>

#include "engine/dispatch/dict.h"
#include "engine/dispatch/tuple.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace {

template <typename T>
constexpr bool is_vector = false;
template <typename T>
constexpr bool is_vector<std::vector<T>> = true;

}  // namespace

IValue::IValue(const IValue& other) = default;
IValue& IValue::operator=(const IValue& other) = default;
IValue::IValue(IValue&& other) noexcept : value_(std::move(other.value_)) { other.value_ = std::monostate(); }
IValue& IValue::operator=(IValue&& other) noexcept {
  if (this == &other) return *this;
  value_ = std::move(other.value_);
  other.value_ = std::monostate();
  return *this;
}
IValue::~IValue() = default;
void IValue::swap(IValue& other) noexcept { std::swap(value_, other.value_); }

IValue::IValue(at::Tensor value) : value_(std::move(value)) {}
IValue::IValue(bool value) : value_(value) {}
IValue::IValue(double value) : value_(value) {}
IValue::IValue(complex<double> value) : value_(value) {}
IValue::IValue(ScalarType value) : value_(static_cast<std::int64_t>(value)) {}
IValue::IValue(MemoryFormat value) : value_(static_cast<std::int64_t>(value)) {}
IValue::IValue(Layout value) : value_(static_cast<std::int64_t>(value)) {}
IValue::IValue(Device value) : value_(value) {}
IValue::IValue(std::string value) : value_(std::move(value)) {}
IValue::IValue(std::string_view value) : value_(std::string(value)) {}
IValue::IValue(const char* value) : value_(std::string(value)) {}
IValue::IValue(std::vector<std::int64_t> values) : value_(std::move(values)) {}
IValue::IValue(IntArrayRef values) : value_(values.vec()) {}
IValue::IValue(std::vector<double> values) : value_(std::move(values)) {}
IValue::IValue(ArrayRef<double> values) : value_(values.vec()) {}
IValue::IValue(std::vector<bool> values) : value_(std::move(values)) {}
IValue::IValue(std::vector<std::string> values) : value_(std::move(values)) {}
IValue::IValue(std::vector<complex<double>> values) : value_(std::move(values)) {}
IValue::IValue(std::vector<at::Tensor> values) : value_(std::move(values)) {}
IValue::IValue(at::TensorList values) : value_(values.vec()) {}
IValue::IValue(std::vector<optional<at::Tensor>> values) : value_(std::move(values)) {}
IValue::IValue(std::shared_ptr<ivalue::Tuple> value) : value_(std::move(value)) {}
IValue::IValue(detail::ScriptObject value) : value_(std::move(value)) {}
IValue::IValue(std::nullopt_t /*none*/) {}
IValue::IValue(const OptionalIntArrayRef& value) {
  if (value.has_value()) *this = IValue(*value);
}
IValue::IValue(const Scalar& value) {
  if (value.isFloatingPoint())
    value_ = value.toDouble();
  else if (value.isComplex())
    value_ = value.toComplexDouble();
  else if (value.isBoolean())
    value_ = value.toBool();
  else
    value_ = value.toLong();
}

const char* IValue::tagKind() const {
  static constexpr const char* names[] = {"None",
                                          "Tensor",
                                          "Int",
                                          "Double",
                                          "Bool",
                                          "Device",
                                          "IntList",
                                          "TensorList",
                                          "String",
                                          "DoubleList",
                                          "BoolList",
                                          "StringList",
                                          "OptionalTensorList",
                                          "ComplexDouble",
                                          "ComplexDoubleList",
                                          "GenericList",
                                          "GenericDict",
                                          "Tuple",
                                          "Object"};
  static_assert(std::size(names) == std::variant_size_v<decltype(value_)>, "a name for each kind");
  return names[value_.index()];
}

std::vector<IValue> IValue::toListRef() const {
  if (!isList()) reject("a list");
  return std::visit(
      [](const auto& held) -> std::vector<IValue> {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, GenericList>) {
          return *held;
        } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
          std::vector<IValue> out;
          for (const bool one : held) out.emplace_back(one);
          return out;
        } else if constexpr (is_vector<T>) {
          return {held.begin(), held.end()};
        } else {
          return {};
        }
      },
      value_);
}

const void* IValue::internalToPointer() const {
  if (isTensor()) return toTensor().unsafeGetTensorImpl();
  if (const auto* const list = std::get_if<GenericList>(&value_)) return list->get();
  if (const auto* const dict = std::get_if<std::shared_ptr<detail::DictImpl>>(&value_)) return dict->get();
  if (isTuple()) return &toTupleRef();
  if (isObject()) return toScriptObject().object.get();
  return nullptr;
}

std::size_t IValue::use_count() const {
  if (isTensor()) return toTensor().use_count();
  if (const auto* const list = std::get_if<GenericList>(&value_)) return static_cast<std::size_t>(list->use_count());
  if (const auto* const dict = std::get_if<std::shared_ptr<detail::DictImpl>>(&value_))
    return static_cast<std::size_t>(dict->use_count());
  if (const auto* const tuple = std::get_if<std::shared_ptr<ivalue::Tuple>>(&value_))
    return static_cast<std::size_t>(tuple->use_count());
  if (isObject()) return static_cast<std::size_t>(toScriptObject().object.use_count());
  return 1;
}

bool IValue::is(const IValue& other) const {
  const auto nothing = [](const IValue& value) {
    return value.isNone() || (value.isTensor() && !value.toTensor().defined());
  };
  if (nothing(*this) || nothing(other)) return nothing(*this) && nothing(other);
  if (isPtrType() || other.isPtrType()) return internalToPointer() == other.internalToPointer();
  return *this == other;
}

IValue IValue::equals(const IValue& other) const {
  if (isTensor() && other.isTensor()) {
    const at::Tensor& a = toTensor();
    const at::Tensor& b = other.toTensor();
    if (!a.defined() || !b.defined()) return a.defined() == b.defined();
    return a.eq(b);
  }
  if (value_.index() != other.value_.index()) return false;
  if (isObject()) return internalToPointer() == other.internalToPointer();
  if (isList() || isTuple()) {
    const std::vector<IValue> a = isTuple() ? toTupleRef().elements() : toListRef();
    const std::vector<IValue> b = isTuple() ? other.toTupleRef().elements() : other.toListRef();
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!a[i].is(b[i]) && a[i] != b[i]) return false;
    return true;
  }
  if (isGenericDict()) {
    const GenericDict a = toGenericDict();
    const GenericDict b = other.toGenericDict();
    if (a.size() != b.size()) return false;
    for (const auto& entry : a) {
      const auto found = b.find(entry.key());
      if (found == b.end()) return false;
      if (!entry.value().is(found->value()) && entry.value() != found->value()) return false;
    }
    return true;
  }
  return std::visit(
      [&](const auto& held) -> bool {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, std::monostate>)
          return true;
        else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || std::is_same_v<T, Device> ||
                           std::is_same_v<T, complex<double>>)
          return held == std::get<T>(other.value_);
        else
          return false;
      },
      value_);
}

bool operator==(const IValue& a, const IValue& b) {
  const IValue equal = a.equals(b);
  return equal.isBool() ? equal.toBool() : equal.toTensor().is_nonzero();
}

std::size_t IValue::hash(const IValue& value) {
  if (value.isNone()) return 0;
  if (value.isBool()) return std::hash<bool>()(value.toBool());
  if (value.isInt()) return std::hash<std::int64_t>()(value.toInt());
  if (value.isDouble()) return std::hash<double>()(value.toDouble());
  if (value.isString()) return std::hash<std::string>()(value.toStringRef());
  if (value.isTensor()) return std::hash<const void*>()(value.internalToPointer());
  if (value.isComplexDouble()) {
    const complex<double> number = value.toComplexDouble();
    return std::hash<double>()(number.real()) * 31 + std::hash<double>()(number.imag());
  }
  if (value.isDevice()) {
    const Device device = value.toDevice();
    return std::hash<int>()(static_cast<int>(device.type()) * 256 + device.index());
  }
  modecheck::engine::raise(modecheck::engine::ErrorClass::Argument, "unhashable type: '", value.tagKind(), "'");
}

std::shared_ptr<ivalue::Tuple> IValue::tuple_of(std::vector<IValue> elements) {
  return ivalue::Tuple::create(std::move(elements));
}

void IValue::reject(const char* wanted) const {
  modecheck::engine::raise(modecheck::engine::ErrorClass::Argument, "boxed call: expected ", wanted, " but got ",
                           tagKind());
}

}  // namespace modecheck_v1
}  // namespace c10
