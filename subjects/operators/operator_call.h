// Calls an operator with drawn arguments, and keeps what the tensors were before and after.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/torch.h>

#include <cstdint>
#include <string>
#include <vector>

#include "subjects/operators/drawn_call.h"
#include "subjects/operators/schema_text.h"

namespace modecheck::operators {

enum class TensorKind : std::uint8_t {
  Plain,      // a normal tensor without gradient
  Leaf,       // a leaf that requires grad, if the dtype can
  Recorded,   // a recorded result
  Inference,  // an inference tensor
};

// What a tensor is at one moment.
struct Snapshot {
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;
  std::int64_t offset = 0;
  const void* storage = nullptr;
  std::string bytes;         // of the whole storage
  std::int64_t version = 0;  // of a normal tensor
  bool inference = false;
  bool requires_grad = false;
  const void* grad_fn = nullptr;

  // Whether the elements or the geometry differ.
  bool differs(const Snapshot& other) const;
};

// Returns the storage of a tensor that has one, else nullptr.
const void* storage_of(const at::Tensor& tensor);

// Whether the dimensions of a tensor have names. Tensors of later versions of libtorch have none.
bool is_named(const at::Tensor& tensor);

// Returns whether the elements of the base between those of a view of Situation::strided are as they were made. The
// tensor must be such a view, or no view.
bool gaps_are_untouched(const at::Tensor& tensor);

struct ArgumentTensor {
  at::Tensor tensor;
  std::size_t argument = 0;  // its place in the schema
  Snapshot before;
  Snapshot after;
};

struct ResultTensor {
  at::Tensor tensor;
  std::size_t result = 0;  // its place in the schema
};

struct OperatorCall {
  std::vector<ArgumentTensor> arguments;
  std::vector<ResultTensor> results;
  bool succeeded = false;
  std::string error;  // the first line of the message
};

// How a call is made.
struct Situation {
  TensorKind kind = TensorKind::Plain;
  bool in_mode = false;  // in InferenceMode; the tensors are made before, unless they are inference tensors
  bool doubles = false;  // float32 tensors have float64 elements instead
  int other = -1;        // if not -1, the tensor of this number is of the kind `other_kind`
  TensorKind other_kind = TensorKind::Plain;
  bool strided = false;  // dense tensors are views that are not contiguous
};

class Operator {
 public:
  // Throws c10::Error if there is no such operator.
  explicit Operator(const c10::OperatorName& name);

  const SchemaText& schema() const { return schema_; }
  const std::string& schema_as_written() const { return written_; }

  // Makes the tensors and calls the operator. Random numbers are the same in each call.
  OperatorCall call(const DrawnCall& drawn, const Situation& situation) const;
  // Calls it with tensors that exist. They take the places of the drawn ones, in their order.
  OperatorCall call_with(const DrawnCall& drawn, const std::vector<at::Tensor>& tensors, bool in_mode) const;
  // Makes the tensors of a call.
  std::vector<at::Tensor> tensors(const DrawnCall& drawn, const Situation& situation) const;

 private:
  c10::OperatorHandle handle_;
  std::string written_;
  SchemaText schema_;
};

}  // namespace modecheck::operators
