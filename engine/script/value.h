// Declares Value, a value of a TorchScript program. Lists, dictionaries, tuples and objects are shared references, as
// in TorchScript: a program that appends to a list changes it for everybody who holds it. Dtypes, layouts and memory
// formats are integers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::script {

struct List;
struct Dict;
struct Tuple;
struct Object;
struct Function;
using ListRef = std::shared_ptr<List>;
using DictRef = std::shared_ptr<Dict>;
using TupleRef = std::shared_ptr<const Tuple>;
using ObjectRef = std::shared_ptr<Object>;

class Value {
 public:
  Value() = default;
  Value(at::Tensor value) : held_(std::move(value)) {}
  Value(std::int64_t value) : held_(value) {}
  Value(int value) : held_(std::int64_t{value}) {}
  Value(double value) : held_(value) {}
  Value(c10::complex<double> value) : held_(value) {}
  Value(bool value) : held_(value) {}
  Value(std::string value) : held_(std::make_shared<const std::string>(std::move(value))) {}
  Value(std::string_view value) : Value(std::string(value)) {}
  Value(const char* value) : Value(std::string(value)) {}
  Value(c10::Device value) : held_(value) {}
  Value(ListRef value) : held_(std::move(value)) {}
  Value(DictRef value) : held_(std::move(value)) {}
  Value(TupleRef value) : held_(std::move(value)) {}
  Value(ObjectRef value) : held_(std::move(value)) {}
  Value(const Function* value) : held_(value) {}
  static Value list(std::vector<Value> items);
  static Value tuple(std::vector<Value> items);

  bool is_none() const { return held_.index() == 0; }
  bool is_tensor() const { return holds<at::Tensor>(); }
  bool is_int() const { return holds<std::int64_t>(); }
  bool is_float() const { return holds<double>(); }
  bool is_complex() const { return holds<c10::complex<double>>(); }
  bool is_bool() const { return holds<bool>(); }
  bool is_number() const { return is_int() || is_float() || is_bool() || is_complex(); }
  bool is_string() const { return holds<Text>(); }
  bool is_device() const { return holds<c10::Device>(); }
  bool is_list() const { return holds<ListRef>(); }
  bool is_dict() const { return holds<DictRef>(); }
  bool is_tuple() const { return holds<TupleRef>(); }
  bool is_object() const { return holds<ObjectRef>(); }
  bool is_function() const { return holds<const Function*>(); }

  // These functions return the value as the type in their name. They raise if the value has another type.
  const at::Tensor& tensor() const { return as<at::Tensor>("a Tensor"); }
  std::int64_t integer() const { return as<std::int64_t>("an int"); }
  bool boolean() const { return as<bool>("a bool"); }
  c10::complex<double> complex_number() const { return as<c10::complex<double>>("a complex"); }
  // Takes an int or a bool too.
  double real() const;
  // Takes any number.
  c10::Scalar scalar() const;
  const std::string& string() const { return *as<Text>("a str"); }
  c10::Device device() const { return as<c10::Device>("a Device"); }
  const ListRef& list() const { return as<ListRef>("a list"); }
  const DictRef& dict() const { return as<DictRef>("a dictionary"); }
  const TupleRef& tuple() const { return as<TupleRef>("a tuple"); }
  const ObjectRef& object() const { return as<ObjectRef>("an object"); }
  const Function* function() const { return as<const Function*>("a function"); }
  // Returns the elements of a list or a tuple.
  const std::vector<Value>& elements() const;

  // Returns the type's name as TorchScript writes it: "Tensor", "int", "List", "NoneType" or the name of a class.
  std::string type_name() const;

 private:
  using Text = std::shared_ptr<const std::string>;

  template <typename T>
  bool holds() const {
    return std::holds_alternative<T>(held_);
  }
  template <typename T>
  const T& as(const char* wanted) const {
    const T* const value = std::get_if<T>(&held_);
    if (value == nullptr) [[unlikely]]
      reject(wanted);
    return *value;
  }
  [[noreturn]] void reject(const char* wanted) const;

  std::variant<std::monostate, at::Tensor, std::int64_t, double, c10::complex<double>, bool, Text, c10::Device, ListRef,
               DictRef, TupleRef, ObjectRef, const Function*>
      held_;
};

}  // namespace modecheck::engine::script
