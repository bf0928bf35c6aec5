// Calls the catalogue's operators by name through the dispatcher. A record holds the arguments.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"
#include "spec/program/operator_id.h"
#include "spec/program/program.h"
#include "subjects/adapter/dtypes.h"
#include "subjects/adapter/registers.h"

namespace modecheck::subjects {

class BoxedCalls {
 public:
  explicit BoxedCalls(spec::DeviceKind device) : device_(device) {
    entries_.resize(spec::operations().size());
    for (std::size_t id = 0; id < entries_.size(); ++id) {
      const spec::Operation& row = spec::operations()[id];
      if (row.kind != spec::CommandKind::Operator) continue;
      Entry& entry = entries_[id];
      entry.supported = access::supports(row, device);
      if (entry.supported) {
        const std::string name = "aten::" + std::string(row.schema.name);
        const std::string overload(row.schema.overload);
        entry.handle.emplace(c10::Dispatcher::singleton().findSchemaOrThrow(name.c_str(), overload.c_str()));
      }
    }
    stack_.reserve(spec::operators::Schema::max_arguments);
  }

  bool supported(spec::OperationId id) const { return entries_[id].supported; }

  // Runs the operator of `record` and stores its results in the record's registers. If the operator raises, so does
  // this function. Then no register is written, and the arguments are still held until `forget` drops them.
  [[gnu::always_inline]] inline void call(const spec::Record& record, Registers& registers) {
    const spec::Operation& row = spec::operation(record.operation);
    if (spec::draws_random_numbers(row)) at::manual_seed(spec::rand_seed(record));
    push_arguments(record, row, registers);
    entries_[record.operation].handle->callBoxed(stack_);
    if (spec::keeps_result(row)) take_results(record, row, registers);
    forget();
  }

  // Drops the tensors on the stack. After an error they would keep tensors alive that the program has dropped. A
  // destructor could do this, but then unwinding would stop in this frame, which costs more than the call.
  void forget() { stack_.clear(); }

 private:
  struct Entry {
    bool supported = false;
    c10::optional<c10::OperatorHandle> handle;
  };

  [[gnu::noinline]] void push_arguments(const spec::Record& record, const spec::Operation& row,
                                        const Registers& registers) {
    using spec::operators::Type;
    const spec::Arguments arguments(record);
    for (int i = 0; i < row.schema.argument_count; ++i) {
      switch (row.schema.arguments[static_cast<std::size_t>(i)].type) {
        case Type::Tensor:
          stack_.emplace_back(registers[arguments.reg(i)]);
          break;
        case Type::OptionalTensor:
          if (arguments.present(i))
            stack_.emplace_back(registers[arguments.reg(i)]);
          else
            stack_.emplace_back();
          break;
        case Type::TensorList:
          push_list(arguments, i, registers);
          break;
        case Type::OptionalTensorList:
          push_optional_list(arguments, i, registers);
          break;
        case Type::Int:
          stack_.emplace_back(arguments.integer(i));
          break;
        case Type::OptionalInt:
          push_or_none(arguments.optional_integer(i));
          break;
        case Type::IntList:
          push(arguments.integers(i));
          break;
        case Type::OptionalIntList:
          push_or_none(arguments.optional_integers(i));
          break;
        case Type::Scalar:
          push(arguments.scalar(i));
          break;
        case Type::Bool:
          stack_.emplace_back(arguments.boolean(i));
          break;
        case Type::ScalarType:
          push(arguments.dtype(i));
          break;
        case Type::OptionalScalarType:
          push_or_none(arguments.optional_dtype(i));
          break;
        case Type::OptionalScalar:
          push_or_none(arguments.optional_scalar(i));
          break;
        case Type::OptionalString:
          push_or_none(arguments.optional_word(i));
          break;
        case Type::Float:
          stack_.emplace_back(arguments.floating(i));
          break;
        case Type::OptionalFloatList:
          push_or_none(arguments.optional_floats(i));
          break;
        case Type::String:
        case Type::OptionalBool:
        case Type::OptionalFloat:
        case Type::OptionalDevice:
        case Type::MemoryFormat:
        case Type::OptionalMemoryFormat:
        case Type::OptionalLayout:
        case Type::OptionalGenerator:
          push_by_schema(arguments, row, i);
      }
    }
  }

  // Pushes an argument onto the dispatcher's stack. The argument is a string, or its value follows from the schema
  // alone.
  void push_by_schema(const spec::Arguments& arguments, const spec::Operation& row, int i) {
    using spec::operators::Type;
    const spec::operators::Argument& argument = row.schema.arguments[static_cast<std::size_t>(i)];
    switch (argument.type) {
      case Type::String: {
        // If the record holds no value, the argument has its default, which the schema writes in quotes.
        const std::string_view text = argument.default_text;
        const std::optional<std::string_view> word = arguments.word(i);
        return push(word ? *word : text.substr(1, text.size() - 2));
      }
      case Type::MemoryFormat:
        stack_.emplace_back(static_cast<std::int64_t>(c10::MemoryFormat::Contiguous));
        return;
      case Type::OptionalDevice:
        if (device_ != spec::DeviceKind::Cpu && row.family == spec::operators::Family::Creation)
          stack_.emplace_back(to_library(device_));
        else
          stack_.emplace_back();
        return;
      case Type::OptionalBool:
        // An optional bool without a default (`stable`) must be passed.
        if (argument.default_text.empty())
          stack_.emplace_back(true);
        else
          stack_.emplace_back();
        return;
      default:
        stack_.emplace_back();
    }
  }

  void push_list(const spec::Arguments& arguments, int i, const Registers& registers) {
    c10::List<at::Tensor> list;
    for (int k = 0; k < arguments.list_length(i); ++k) list.push_back(registers[arguments.list_reg(i, k)]);
    stack_.emplace_back(std::move(list));
  }

  void push_optional_list(const spec::Arguments& arguments, int i, const Registers& registers) {
    c10::List<c10::optional<at::Tensor>> list;
    for (int k = 0; k < arguments.list_length(i); ++k)
      list.push_back(arguments.list_present(i, k) ? c10::optional<at::Tensor>(registers[arguments.list_reg(i, k)])
                                                  : c10::nullopt);
    stack_.emplace_back(std::move(list));
  }

  template <typename Value>
  void push_or_none(const std::optional<Value>& value) {
    if (value)
      push(*value);
    else
      stack_.emplace_back();
  }

  void push(std::int64_t value) { stack_.emplace_back(value); }
  void push(spec::DType dtype) { stack_.emplace_back(static_cast<std::int64_t>(to_library(dtype))); }
  void push(std::string_view word) { stack_.emplace_back(std::string(word)); }

  void push(const spec::FloatList& values) {
    c10::List<double> list;
    for (int k = 0; k < values.size; ++k) list.push_back(values[k]);
    stack_.emplace_back(std::move(list));
  }

  void push(const spec::IntList& values) {
    stack_.emplace_back(c10::IntArrayRef(values.begin(), static_cast<std::size_t>(values.size)));
  }

  void push(const spec::ScalarValue& scalar) {
    switch (scalar.kind) {
      case spec::ScalarValue::Kind::Int:
        stack_.emplace_back(static_cast<std::int64_t>(scalar.value));
        break;
      case spec::ScalarValue::Kind::Float:
        stack_.emplace_back(scalar.value);
        break;
      case spec::ScalarValue::Kind::Bool:
        stack_.emplace_back(scalar.value != 0);
        break;
    }
  }

  [[gnu::noinline]] void take_results(const spec::Record& record, const spec::Operation& row, Registers& registers) {
    if (!spec::returns_list(row)) {
      for (int k = 0; k < spec::result_registers(row); ++k)
        registers.take((record.destination + k) % spec::kRegisters,
                       std::move(stack_[static_cast<std::size_t>(k)]).toTensor());
      return;
    }
    const c10::List<at::Tensor> results = std::move(stack_.back()).toTensorList();
    for (int k = 0; k < spec::kMaxListResults && k < static_cast<int>(results.size()); ++k)
      registers.take((record.destination + k) % spec::kRegisters, results.get(static_cast<std::size_t>(k)));
  }

  spec::DeviceKind device_;
  std::vector<Entry> entries_;
  std::vector<c10::IValue> stack_;
};

}  // namespace modecheck::subjects
