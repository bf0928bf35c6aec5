// A call of one operator with which its dtypes are probed: small tensors of sizes that fit, and fitting other
// arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "spec/program/dtype.h"
#include "spec/program/program.h"

namespace modecheck::spec {

// A tensor of the call; register r_i holds the i-th tensor. A list argument has one or two tensors, which share its
// name.
struct ProbedTensor {
  std::string_view argument;
  Record leaf;             // the command that makes the tensor
  int new_dimension = -1;  // where a dimension of size 1 is inserted, because a leaf has at most four; -1: nowhere
  bool out = false;        // the tensor is an `out=` argument
  bool self = false;       // an in-place operator writes the tensor

  int rank() const;
};

struct DtypeProbe {
  std::vector<ProbedTensor> tensors;  // the `out=` tensors come last
  Record call;

  std::size_t inputs() const;
  // The program that makes the tensors with these dtypes and then runs `command`.
  Program program(const std::vector<DType>& dtypes, const Record& command) const;
  // The call itself, and the same call with numbers of other kinds: integers, floats and bools.
  std::vector<Record> calls() const;
};

// The specification's answer to a probe's call with one combination of dtypes.
enum class DtypeAnswer : std::uint8_t {
  Accepted,
  Rejected,
  Unspecified,
  RejectedForSizes,  // for example, larger elements do not fit into the storage; this answer says nothing about dtypes
};

// A model that takes the values of every tensor to suit the call: no index is out of range, and no divisor is zero.
class ProbingModel {
 public:
  ProbingModel();
  ~ProbingModel();
  ProbingModel(const ProbingModel&) = delete;
  ProbingModel& operator=(const ProbingModel&) = delete;

  // Runs `program`, and returns the answer to its last command.
  DtypeAnswer answer_of(const Program& program);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Returns a call that the specification accepts with some dtypes. std::nullopt if the operator takes no tensor, or if
// none of the sizes and arguments that the function tries is accepted.
std::optional<DtypeProbe> probe_of(OperationId operation);

}  // namespace modecheck::spec
