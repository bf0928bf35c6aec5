// Reads what an adapter answers after each command, and writes it into a trace. docs/OWN_ENGINE.md describes the
// members.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "spec/interface/trace.h"
#include "spec/program/record.h"

namespace modecheck::subjects {

// Says what is wrong with an answer, and what is expected.
class AnswerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The answers of one run of a program.
class Answers {
 public:
  // Whose messages the adapter's errors have. An error without a class gets the class of its message.
  enum class Messages : std::uint8_t { Unknown, OfLibtorch };

  // `with_values` is false if no elements are compared; the answers may then lack them.
  Answers(spec::Trace& trace, bool with_values, Messages messages = Messages::Unknown)
      : trace_(trace), with_values_(with_values), messages_(messages) {}

  // Reads the state before the first command.
  void read_initial(const std::string& line);
  // Reads the answer to a command. Throws AnswerError and changes no step if the line is no answer.
  void read_step(const std::string& line, const spec::Record& record, spec::Step& step);

 private:
  using Json = nlohmann::json;
  static constexpr std::size_t kCount = spec::kRegisters;
  // The ids that an adapter gives to tensors, storages and nodes, as text. Equal ids are the same object.
  struct Ids {
    std::array<std::string, kCount> tensor, storage, node, base, grad, grad_storage;
  };

  static Json parsed(const std::string& line);
  void read_state(const Json& answer, spec::Observation& out);
  void read_register(const Json& given, std::size_t i, spec::Observation& out, Ids& ids, std::int64_t& version);
  void read_grad(const Json& given, std::size_t i, spec::Observation& out, Ids& ids);
  static void resolve(const Ids& ids, spec::Observation& out);
  spec::ByteRange read_bytes(const Json& given, spec::DType dtype);
  void read_outcome(const Json& answer, spec::Outcome& out);

  spec::Trace& trace_;
  bool with_values_;
  Messages messages_;
  std::array<std::int64_t, kCount> versions_{};  // as the adapter counts them, of the last answer
  std::array<std::int64_t, kCount> taken_{};     // the version that each tensor had when its register took it
};

}  // namespace modecheck::subjects
