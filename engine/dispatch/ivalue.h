// Declares c10::IValue, a value of any type that a schema can name, and the stack of such values that boxed calls use.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/dispatch/script_object.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {
class Module;
}
}  // namespace modecheck_v1
}  // namespace torch

namespace c10 {
inline namespace modecheck_v1 {

// The part of libtorch's List that boxed lists need. This List is a value, while libtorch's is a shared reference.
template <typename T>
class List : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  List() = default;
  explicit List(ArrayRef<T> values) : std::vector<T>(values.begin(), values.end()) {}
  List(std::vector<T> values) : std::vector<T>(std::move(values)) {}
  T get(std::size_t index) const { return (*this)[index]; }
  void set(std::size_t index, T value) { (*this)[index] = std::move(value); }
  std::vector<T> vec() const { return *this; }
};

namespace detail {
class DictImpl;
}
template <typename Key, typename Value>
class Dict;
namespace ivalue {
class Tuple;
}

class IValue final {
 public:
  IValue() = default;
  // The functions that copy and move values are defined in ivalue.cpp. Copying handles every type of value, so an
  // inline definition would be compiled in every file that uses a schema.
  IValue(const IValue& other);
  IValue& operator=(const IValue& other);
  // Moves the value; the moved-from object is None.
  IValue(IValue&& other) noexcept;
  IValue& operator=(IValue&& other) noexcept;
  ~IValue();
  IValue(std::nullopt_t);
  IValue(at::Tensor value);
  IValue(bool value);
  IValue(double value);
  IValue(complex<double> value);
  template <typename T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  IValue(T value) : value_(static_cast<std::int64_t>(value)) {}
  IValue(const Scalar& value);
  IValue(ScalarType value);
  IValue(MemoryFormat value);
  IValue(Layout value);
  IValue(Device value);
  IValue(std::string value);
  IValue(std::string_view value);
  IValue(const char* value);
  IValue(std::vector<std::int64_t> values);
  IValue(IntArrayRef values);
  IValue(std::vector<double> values);
  IValue(ArrayRef<double> values);
  IValue(std::vector<bool> values);
  IValue(std::vector<std::string> values);
  IValue(std::vector<complex<double>> values);
  IValue(std::vector<at::Tensor> values);
  IValue(at::TensorList values);
  IValue(std::vector<optional<at::Tensor>> values);
  // Boxes a tuple, whose elements are shared with `value`.
  IValue(std::shared_ptr<ivalue::Tuple> value);
  template <typename... Elements>
  IValue(const std::tuple<Elements...>& elements)
      : IValue(
            tuple_of(std::apply([](const auto&... each) { return std::vector<IValue>{IValue(each)...}; }, elements))) {}
  // Boxes an object of a TorchScript program. torch::jit makes such boxes.
  IValue(detail::ScriptObject value);
  // Boxes a list with any other element type, such as lists, dictionaries or optionals.
  template <typename T>
  IValue(const std::vector<T>& values)
      : value_(std::make_shared<const std::vector<IValue>>(values.begin(), values.end())) {}
  template <typename T, std::size_t N>
  IValue(const std::array<T, N>& values) : IValue(std::vector<T>(values.begin(), values.end())) {}
  template <typename T>
  IValue(const List<T>& values) : IValue(static_cast<const std::vector<T>&>(values)) {}
  // Boxes a dictionary, whose entries are shared with `value`. The functions of dictionaries are defined in dict.h.
  template <typename Key, typename Value>
  IValue(const Dict<Key, Value>& value);
  template <typename Key, typename Value>
  IValue(const std::unordered_map<Key, Value>& values);
  template <typename T>
  IValue(const std::optional<T>& value) {
    if (value.has_value()) *this = IValue(*value);
  }
  IValue(const OptionalIntArrayRef& value);

  bool isNone() const { return std::holds_alternative<std::monostate>(value_); }
  bool isTensor() const { return std::holds_alternative<at::Tensor>(value_); }
  bool isInt() const { return std::holds_alternative<std::int64_t>(value_); }
  bool isDouble() const { return std::holds_alternative<double>(value_); }
  bool isBool() const { return std::holds_alternative<bool>(value_); }
  bool isComplexDouble() const { return std::holds_alternative<complex<double>>(value_); }
  bool isScalar() const { return isInt() || isDouble() || isBool() || isComplexDouble(); }
  bool isDevice() const { return std::holds_alternative<Device>(value_); }
  bool isString() const { return std::holds_alternative<std::string>(value_); }
  bool isList() const {
    return isIntList() || isDoubleList() || isBoolList() || isTensorList() || isOptionalTensorList() ||
           isComplexDoubleList() || std::holds_alternative<std::vector<std::string>>(value_) ||
           std::holds_alternative<GenericList>(value_);
  }
  bool isTuple() const { return std::holds_alternative<std::shared_ptr<ivalue::Tuple>>(value_); }
  bool isObject() const { return std::holds_alternative<detail::ScriptObject>(value_); }
  // Returns whether the value is an object of a class of modules. The function is defined in engine/jit.
  bool isModule() const;
  bool isGenericDict() const { return std::holds_alternative<std::shared_ptr<detail::DictImpl>>(value_); }
  bool isIntList() const { return std::holds_alternative<std::vector<std::int64_t>>(value_); }
  bool isDoubleList() const { return std::holds_alternative<std::vector<double>>(value_); }
  bool isBoolList() const { return std::holds_alternative<std::vector<bool>>(value_); }
  bool isTensorList() const { return std::holds_alternative<std::vector<at::Tensor>>(value_); }
  bool isComplexDoubleList() const { return std::holds_alternative<std::vector<complex<double>>>(value_); }
  bool isOptionalTensorList() const { return std::holds_alternative<std::vector<optional<at::Tensor>>>(value_); }

  // These functions return the value as the type in their name. They raise if the value has another type, and the error
  // names that type.
  const at::Tensor& toTensor() const& { return as<at::Tensor>("Tensor"); }
  at::Tensor& toTensor() & { return const_cast<at::Tensor&>(as<at::Tensor>("Tensor")); }
  at::Tensor toTensor() && { return std::move(const_cast<at::Tensor&>(as<at::Tensor>("Tensor"))); }
  std::int64_t toInt() const { return as<std::int64_t>("int"); }
  double toDouble() const { return isInt() ? static_cast<double>(toInt()) : as<double>("float"); }
  complex<double> toComplexDouble() const { return as<complex<double>>("complex"); }
  bool toBool() const { return as<bool>("bool"); }
  Device toDevice() const { return as<Device>("Device"); }
  Scalar toScalar() const {
    if (isInt()) return Scalar(toInt());
    if (isBool()) return Scalar(toBool());
    if (isComplexDouble()) return Scalar(toComplexDouble());
    return Scalar(as<double>("Scalar"));
  }
  ScalarType toScalarType() const { return static_cast<ScalarType>(toInt()); }
  MemoryFormat toMemoryFormat() const { return static_cast<MemoryFormat>(toInt()); }
  Layout toLayout() const { return static_cast<Layout>(toInt()); }
  const std::string& toStringRef() const { return as<std::string>("str"); }
  std::string_view toStringView() const { return toStringRef(); }
  const std::vector<std::int64_t>& toIntVector() const { return as<std::vector<std::int64_t>>("int[]"); }
  const std::vector<double>& toDoubleVector() const { return as<std::vector<double>>("float[]"); }
  const std::vector<bool>& toBoolVector() const { return as<std::vector<bool>>("bool[]"); }
  const std::vector<std::string>& toStringVector() const { return as<std::vector<std::string>>("str[]"); }
  const std::vector<at::Tensor>& toTensorVector() const { return as<std::vector<at::Tensor>>("Tensor[]"); }
  const std::vector<optional<at::Tensor>>& toOptionalTensorVector() const {
    return as<std::vector<optional<at::Tensor>>>("Tensor?[]");
  }
  const std::vector<complex<double>>& toComplexDoubleVector() const {
    return as<std::vector<complex<double>>>("complex[]");
  }
  Dict<IValue, IValue> toGenericDict() const;
  // Returns the tuple, which copies of the box share: `value.toTuple()->elements()[0]`.
  std::shared_ptr<ivalue::Tuple> toTuple() const { return as<std::shared_ptr<ivalue::Tuple>>("tuple"); }
  const ivalue::Tuple& toTupleRef() const { return *as<std::shared_ptr<ivalue::Tuple>>("tuple"); }
  // Raises unless the object is a module. The function is defined in engine/jit.
  torch::jit::Module toModule() const;
  const detail::ScriptObject& toScriptObject() const { return as<detail::ScriptObject>("object"); }
  // Returns the elements of a list of any type, each in its own box.
  std::vector<IValue> toListRef() const;
  List<std::int64_t> toIntList() const { return List<std::int64_t>(toIntVector()); }
  List<double> toDoubleList() const { return List<double>(toDoubleVector()); }
  List<bool> toBoolList() const { return List<bool>(toBoolVector()); }
  List<at::Tensor> toTensorList() const { return List<at::Tensor>(toTensorVector()); }
  List<optional<at::Tensor>> toOptionalTensorList() const {
    return List<optional<at::Tensor>>(toOptionalTensorVector());
  }
  // Converts the value to any type that a kernel's signature may contain. The function is defined in boxing.h.
  template <typename T>
  T to() const;

  const char* tagKind() const;

  void swap(IValue& other) noexcept;
  // Returns true if copies share the value: for a tensor, a dictionary, a tuple, an object, or a list of boxes.
  bool isPtrType() const { return internalToPointer() != nullptr; }
  const void* internalToPointer() const;
  // Returns the number of references to a shared value. The result is 1 for a value that is not shared, and 0 for an
  // undefined tensor.
  std::size_t use_count() const;
  // Returns whether both are the same tensor, dictionary, tuple or object, or equal values of another type. None and an
  // undefined tensor count as the same.
  bool is(const IValue& other) const;
  // Compares two values. Tensors are compared element by element, which gives a tensor; for all other types the result
  // is a bool.
  IValue equals(const IValue& other) const;
  // Returns the value's hash. The hash of a tensor depends on the object and not on its elements. Raises for lists,
  // dictionaries, tuples and objects.
  static std::size_t hash(const IValue& value);
  std::size_t hash() const { return hash(*this); }

 private:
  using GenericList = std::shared_ptr<const std::vector<IValue>>;

  template <typename T>
  const T& as(const char* wanted) const {
    const T* const value = std::get_if<T>(&value_);
    if (value == nullptr) [[unlikely]]
      reject(wanted);
    return *value;
  }
  [[noreturn]] void reject(const char* wanted) const;
  static std::shared_ptr<ivalue::Tuple> tuple_of(std::vector<IValue> elements);

  std::variant<std::monostate, at::Tensor, std::int64_t, double, bool, Device, std::vector<std::int64_t>,
               std::vector<at::Tensor>, std::string, std::vector<double>, std::vector<bool>, std::vector<std::string>,
               std::vector<optional<at::Tensor>>, complex<double>, std::vector<complex<double>>, GenericList,
               std::shared_ptr<detail::DictImpl>, std::shared_ptr<ivalue::Tuple>, detail::ScriptObject>
      value_;
};

// Returns whether the values are equal. Raises for tensors with more than one element, because their comparison has no
// single truth value.
bool operator==(const IValue& a, const IValue& b);
inline bool operator!=(const IValue& a, const IValue& b) { return !(a == b); }

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::IValue;
}
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {
using c10::IValue;
using c10::List;
namespace jit {
using c10::IValue;
using Stack = std::vector<c10::IValue>;
}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch

namespace c10 {
inline namespace modecheck_v1 {
using torch::jit::Stack;
}
}  // namespace c10
