// Declares PointwiseCall, the general path of a pointwise operator. It checks every precondition (overlap,
// broadcasting, dtypes, device) before anything is written (rule E1). Then it runs the operator's loop, which takes
// contiguous operands of one dtype. Other operands are copied to a buffer, a piece of a row at a time.
#pragma once

#include "engine/backends/cpu/pointwise/operand.h"
#include "engine/backends/cpu/pointwise/pointwise_form.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"

namespace modecheck::engine::backends {

class PointwiseCall {
 public:
  static constexpr int max_inputs = Plan::max_operands - 1;

  // Checks a call that returns a new tensor. `op` points to the operator's parameters.
  PointwiseCall(const char* name, const PointwiseOperator& kind, const void* op, const Operand* inputs, int count)
      : name_(name), kind_(kind), op_(op), inputs_(inputs), count_(count) {
    check(nullptr);
  }
  // Checks a call that writes `out`. `out` is one of the inputs (in-place), or an `out=` argument, which may be
  // resized.
  PointwiseCall(const char* name, const PointwiseOperator& kind, const void* op, const Operand* inputs, int count,
                const at::Tensor& out)
      : name_(name), kind_(kind), op_(op), inputs_(inputs), count_(count) {
    check(&out);
  }

  // Computes the result in a new tensor, and returns it.
  at::Tensor result();
  // Computes the result and writes it to `out`. `out` is resized if it has another shape than the result.
  void write(const at::Tensor& out);

 private:
  // The operands of a device kernel, converted to one dtype. If an operand is a number, its tensor is undefined.
  struct DeviceOperands {
    at::Tensor result;
    at::Tensor inputs[max_inputs];
  };

  void check(const at::Tensor* out);
  void find_device(const at::Tensor* out);
  void find_compute_dtype(const at::Tensor* out);
  c10::ScalarType result_dtype() const;
  // Returns true if the result must be computed in a separate tensor, because writing `out` could change an input. See
  // SafeOutput.
  bool needs_own_memory(const at::Tensor& out) const;
  void run(const at::Tensor& out);
  void run_on_host(const at::Tensor& out, PointwiseForm::Part part);
  void bind(Loop& loop, const at::Tensor& out);
  void launch(const at::Tensor& out, cuda::Launch::OnHost on_host);
  DeviceOperands device_operands(const at::Tensor& out, cuda::PointwiseArguments& arguments);
  void bind(Loop& loop, const DeviceOperands& operands, cuda::PointwiseLaunch& launch);

  const char* name_;
  const PointwiseOperator& kind_;
  const void* op_;
  const Operand* inputs_;
  int count_;
  c10::ScalarType compute_ = c10::kFloat;
  c10::Device device_ = c10::kCPU;
  bool resizes_ = false;
  Plan plan_;
  Dims converted_strides_[max_inputs];
  // each number among the inputs, converted to the dtype of the computation
  alignas(16) char number_storage_[max_inputs][16];
};

}  // namespace modecheck::engine::backends
