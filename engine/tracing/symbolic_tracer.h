// What a fake mode with symbolic sizes does around the operators of its tensors (engine/fake/symbolic_sizes.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/sym_int.h"

namespace modecheck::engine {

class CallRecord;

// Returns whether any fake mode of the process has symbolic sizes.
bool any_tracer();

class SymbolicTracer {
 public:
  virtual ~SymbolicTracer() = default;

  // One call of an operator. The constructor of a derived class keeps the symbolic geometry of the arguments, because a
  // kernel may change the geometry of a tensor.
  class Call {
   public:
    virtual ~Call() = default;
    // Gives the results, which are in the record now, their symbolic sizes and strides.
    virtual void has_run() = 0;
    // The kernel has raised an error. What the error depends on becomes a guard. `why` is nothing if code of the
    // program raised it, such as a hook for saved tensors: then the engine had accepted the call.
    virtual void was_rejected(std::optional<ErrorClass> why) = 0;
  };

  // Called before the kernel of an operator runs. The record outlives the call. Returns null only for an operator that
  // is made of other operators, if these are traced in its place.
  virtual std::unique_ptr<Call> begin(const CallRecord& record) = 0;
  // Gives a gradient the symbolic sizes of its tensor. A backward itself is not traced.
  virtual void note_gradient(const at::Tensor& gradient, const at::Tensor& tensor) = 0;
  // Called before a gradient of the tensor is added to the gradient `present`, whose sizes a program may have changed.
  // That the addition is possible becomes a guard.
  virtual void note_sum(const at::Tensor& present, const at::Tensor& tensor) = 0;

  using GradientHook = std::function<at::Tensor(const at::Tensor&)>;
  // Returns a hook that does the same to the gradient of the tensor, which then has the tensor's symbolic sizes. The
  // operators of the hook are traced. That the sizes of its result are those of the gradient becomes a guard.
  virtual GradientHook traced_hook(GradientHook hook, const at::Tensor& tensor) = 0;

  // Returns a number that stands for a size of a result that depends on the elements of the tensor, or nothing if the
  // mode allows no such sizes (size_of_data()).
  virtual std::optional<std::int64_t> size_of_data(const char* op, const at::Tensor& tensor) = 0;

  // Makes the sizes, strides and offset of a tensor numbers, by guards. `where` names what reads them.
  virtual void make_numbers(const at::Tensor& tensor, std::string_view where) = 0;

  // Returns the sizes of a tensor, then its strides, then its offset.
  virtual std::vector<c10::SymInt> symbolic_numbers(const at::Tensor& tensor) const = 0;

  // Returns the tracer of the mode of the calling thread (thread_fake_mode), or null if the mode has no symbolic sizes
  // or tracing is off.
  static SymbolicTracer* active();
  // Returns the tracer of the mode of a fake tensor, even while tracing is off, or null if there is none.
  static SymbolicTracer* of(const at::Tensor& tensor);

  // Returns whether operators of the thread are traced, because no Off exists.
  static bool is_on();
  // While it exists, no operator of the thread is traced.
  class Off {
   public:
    Off();
    ~Off();
    Off(const Off&) = delete;
    Off& operator=(const Off&) = delete;

   private:
    bool before_;
  };
  // While it exists, operators of the thread are traced, even within an Off.
  class On {
   public:
    On();
    ~On();
    On(const On&) = delete;
    On& operator=(const On&) = delete;

   private:
    bool before_;
  };

 protected:
  // Makes this the tracer of the fake mode with the number. A mode has at most one.
  void trace_mode(std::uint32_t number);
  // After this no call of active() returns the tracer.
  void stop_tracing(std::uint32_t number);
};

}  // namespace modecheck::engine
