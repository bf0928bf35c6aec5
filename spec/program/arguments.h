// Reads the arguments of a record as typed values. An argument is named by its position in the schema.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "spec/program/dtype.h"
#include "spec/program/operation.h"
#include "spec/program/record.h"
#include "spec/program/slots.h"
#include "spec/program/string_arguments.h"

namespace modecheck::spec {

struct IntList {
  std::array<std::int64_t, kMaxListRoom> values{};
  int size = 0;
  const std::int64_t* begin() const { return values.data(); }
  const std::int64_t* end() const { return values.data() + size; }
  std::int64_t operator[](int i) const { return values[static_cast<std::size_t>(i)]; }
};

struct FloatList {
  std::array<double, kMaxListRoom> values{};
  int size = 0;
  double operator[](int i) const { return values[static_cast<std::size_t>(i)]; }
};

// A float argument, stored in its slot as a number of halves. In the slot of the order `p` of a norm, kInfinity stands
// for infinity.
struct Halves {
  std::int64_t count = 0;
};

struct ScalarValue {
  enum class Kind : std::uint8_t { Int, Float, Bool };
  Kind kind = Kind::Int;
  double value = 0;  // the number; a double holds every number of a record exactly

  Halves halves() const { return {static_cast<std::int64_t>(value * 2)}; }
};

// A Scalar argument in the form in which the slots of a record hold it (slots.h).
struct ScalarSlots {
  std::int64_t kind = 0;
  std::int64_t value = 0;
};
constexpr int kWhole = 0;
constexpr int kFloat = 1;

// Scalars that sub-operations of composites need, but programs cannot write. The slot of the Scalar's kind then holds
// kConstant or kOver + n. With kConstant the value is a NamedConstant; with kOver + n the Scalar is the float value /
// n.
constexpr int kConstant = 15;
constexpr int kOver = 16;
enum NamedConstant : std::int8_t {
  kTiny,  // the lower bound that keeps cosine_embedding_loss from dividing by zero
  kSeluAlpha,
  kSeluScale,
  kInfinite,
};
constexpr std::array<double, 4> kConstants{1e-12, 1.6732632423543772, 1.0507009873554805,
                                           std::numeric_limits<double>::infinity()};

// The arguments of one record, which must be canonical. `argument` is the index in
// `operation(record.operation).schema.arguments`.
class Arguments {
 public:
  explicit Arguments(const Record& record) : record_(record), layout_(slots_of(record.operation)) {}

  int reg(int argument) const { return record_.operands[at(layout_.arguments[index(argument)].operand)]; }
  // whether the call passes the argument, which has the type Tensor? or int?
  bool present(int argument) const { return immediate(argument, 0) != 0; }
  // the number of elements of an argument that has the type Tensor[] or Tensor?[]
  int list_length(int argument) const { return immediate(argument, 0); }
  bool list_present(int argument, int element) const {
    return layout_.arguments[index(argument)].immediates == 1 || immediate(argument, 1 + element) != 0;
  }
  int list_reg(int argument, int element) const {
    return record_.operands[at(layout_.arguments[index(argument)].operand + element)];
  }
  std::int64_t integer(int argument) const { return immediate(argument, 0); }
  std::optional<std::int64_t> optional_integer(int argument) const {
    if (immediate(argument, 0) == 0) return std::nullopt;
    return immediate(argument, 1);
  }
  bool boolean(int argument) const { return immediate(argument, 0) != 0; }
  DType dtype(int argument) const { return static_cast<DType>(immediate(argument, 0)); }
  std::optional<DType> optional_dtype(int argument) const {
    if (immediate(argument, 0) < 0) return std::nullopt;
    return static_cast<DType>(immediate(argument, 0));
  }
  IntList integers(int argument) const {
    IntList out;
    out.size = immediate(argument, 0) < 0 ? 0 : immediate(argument, 0);
    for (int i = 0; i < out.size; ++i) out.values[index(i)] = static_cast<int>(immediate(argument, 1 + i));
    return out;
  }
  std::optional<IntList> optional_integers(int argument) const {
    if (immediate(argument, 0) < 0) return std::nullopt;
    return integers(argument);
  }
  double floating(int argument) const {
    const int raw = immediate(argument, 0);
    return raw == kInfinity ? std::numeric_limits<double>::infinity() : raw / 2.0;
  }
  Halves halves(int argument) const { return {immediate(argument, 0)}; }  // the value of an argument of type float
  // Returns the value of an argument of type float[]?, or std::nullopt if the argument is None. The slots count
  // quarters.
  std::optional<FloatList> optional_floats(int argument) const {
    if (immediate(argument, 0) < 0) return std::nullopt;
    FloatList out;
    out.size = immediate(argument, 0);
    for (int i = 0; i < out.size; ++i) out.values[index(i)] = immediate(argument, 1 + i) / 4.0;
    return out;
  }
  ScalarValue scalar(int argument) const {
    ScalarValue out;
    const auto kind = static_cast<int>(immediate(argument, 0));
    const auto raw = static_cast<int>(immediate(argument, 1));
    if (kind >= kConstant) {
      out.kind = ScalarValue::Kind::Float;
      out.value = kind == kConstant ? kConstants[at(raw)] : static_cast<double>(raw) / (kind - kOver);
      return out;
    }
    out.kind = static_cast<ScalarValue::Kind>(kind);
    out.value = out.kind == ScalarValue::Kind::Float ? raw / 2.0 : out.kind == ScalarValue::Kind::Bool ? raw != 0 : raw;
    return out;
  }
  ScalarSlots scalar_slots(int argument) const { return {immediate(argument, 0), immediate(argument, 1)}; }
  std::optional<ScalarValue> optional_scalar(int argument) const {
    if (immediate(argument, 0) < 0) return std::nullopt;
    return scalar(argument);
  }
  // Returns the value of an argument of type str?, or std::nullopt if the argument is None.
  std::optional<std::string_view> optional_word(int argument) const {
    if (immediate(argument, 0) == 0) return std::nullopt;
    return string_arguments_of(declared(argument))[immediate(argument, 0)];
  }
  // Returns the value of an argument of type str. Returns std::nullopt if the argument has no slot, so that it always
  // has its default value.
  std::optional<std::string_view> word(int argument) const {
    if (layout_.arguments[index(argument)].immediate < 0) return std::nullopt;
    return string_arguments_of(declared(argument))[immediate(argument, 0)];
  }

 private:
  const operators::Argument& declared(int argument) const {
    return operation(record_.operation).schema.arguments[index(argument)];
  }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::int8_t immediate(int argument, int offset) const {
    return record_.immediates[at(layout_.arguments[index(argument)].immediate + offset)];
  }

  const Record& record_;
  const SlotLayout& layout_;
};

}  // namespace modecheck::spec
