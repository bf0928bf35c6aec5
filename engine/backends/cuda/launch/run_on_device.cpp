// Runs operators that have no kernel for the CUDA device, by means of their CPU kernel.
//
// On the simulated device, the CPU kernel runs twice. The first run happens at once, on Meta tensors of the same
// geometry (stand-ins). It checks the call and finds the sizes of the results. The second run happens when the stream
// reaches it, as host work on the device's bytes.
//
// On a GPU, which has no host work, the CPU kernel runs once, before the call returns. The bytes that the kernel reads
// are copied to the host before, and the bytes that it writes are copied back. The simulated device does the same for
// operators whose shapes or errors depend on values, and for operators with results on the host.
#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/backends/cuda/launch/by_values.h"
#include "engine/backends/cuda/launch/stand_ins.h"
#include "engine/backends/cuda/launch/starts_work.h"
#include "engine/backends/cuda/runtime/current_call.h"
#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/errors/error.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/device_hooks.h"
#include "engine/dispatch/device_kernel.h"

namespace modecheck::engine {
namespace cuda {
namespace {

using torch::jit::Stack;

const c10::Device kDevice(c10::kCUDA, 0);

// While a NeutralState exists, kernels allocate inference tensors, whatever mode the program has set. These tensors are
// internal to the kernel, so no program can see them.
class NeutralState {
 public:
  NeutralState() : kept_(thread_state) {
    thread_state = ModeState{};
    thread_state.inference = true;
  }
  ~NeutralState() { thread_state = kept_; }
  NeutralState(const NeutralState&) = delete;
  NeutralState& operator=(const NeutralState&) = delete;

 private:
  ModeState kept_;
};

template <typename Visit>
void each_tensor(const c10::IValue& value, const Visit& visit) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) visit(value.toTensor());
  } else if (value.isTensorList()) {
    for (const at::Tensor& tensor : value.toTensorVector()) visit(tensor);
  } else if (value.isOptionalTensorList()) {
    for (const auto& tensor : value.toOptionalTensorVector())
      if (tensor.has_value() && tensor->defined()) visit(*tensor);
  }
}

bool may_write(const BoxedKernel& kernel, std::size_t argument) { return (kernel.writes >> argument & 1) != 0; }

Operands operands_of(const BoxedKernel& kernel, const Stack& stack) {
  Operands out;
  for (std::size_t i = 0; i < stack.size(); ++i)
    each_tensor(stack[i], [&](const at::Tensor& tensor) {
      out.add(tensor.sizes(), tensor.scalar_type(), may_write(kernel, i) ? Access::Writes : Access::Reads);
    });
  return out;
}

// Makes the results that the program gets. `model` is the stand-in from which a result takes its geometry. The mode
// decides whether a result is an inference tensor (rule K1). If two stand-ins share a storage, so do their results.
class Results {
 public:
  explicit Results(const StandIns& arguments) : arguments_(arguments) {}

  at::Tensor of(const at::Tensor& model) {
    if (!model.defined()) return model;
    for (const auto& [real, stand_in] : arguments_.tensors())
      if (stand_in.is_same(model)) return real;
    const c10::intrusive_ptr<c10::StorageImpl>& source = model.unsafeGetTensorImpl()->storage();
    for (const auto& known : storages_)
      if (known.model == source.get()) return on(known.real, model);
    for (const auto& known : arguments_.storages())
      MODECHECK_CHECK(known.stand_in.get() != source.get(), ErrorClass::Internal,
                      "a kernel returned an alias of its argument, which its operator does not say");
    storages_.push_back({source.get(), c10::StorageImpl::create(source->nbytes(), kDevice)});
    return on(storages_.back().real, model);
  }

  c10::IValue of(const c10::IValue& model) {
    if (model.isTensor()) return of(model.toTensor());
    if (!model.isTensorList()) return model;
    std::vector<at::Tensor> out;
    for (const at::Tensor& tensor : model.toTensorVector()) out.push_back(of(tensor));
    return out;
  }

  struct Pair {
    c10::StorageImpl* model;
    c10::intrusive_ptr<c10::StorageImpl> real;
  };
  const std::vector<Pair>& storages() const { return storages_; }

 private:
  static at::Tensor on(const c10::intrusive_ptr<c10::StorageImpl>& storage, const at::Tensor& model) {
    at::Tensor out = on_storage(storage, model.sizes(), model.strides(), model.scalar_type(), kDevice);
    if (model.storage_offset() != 0)
      out.unsafeGetTensorImpl()->set_geometry(model.sizes(), model.strides(), model.storage_offset());
    return out;
  }

  const StandIns& arguments_;
  std::vector<Pair> storages_;
};

Stack results_of(const Stack& models, Results& results) {
  Stack out;
  out.reserve(models.size());
  for (const c10::IValue& model : models) out.push_back(results.of(model));
  return out;
}

// Gives a tensor that the kernel resized, such as an `out=` argument, the geometry of its stand-in.
void take_geometry(const StandIns::TensorPair& pair) {
  c10::TensorImpl& real = *pair.real.unsafeGetTensorImpl();
  const c10::TensorImpl& wanted = *pair.stand_in.unsafeGetTensorImpl();
  if (real.sizes() == wanted.sizes() && real.strides() == wanted.strides() &&
      real.storage_offset() == wanted.storage_offset())
    return;
  real.set_geometry(wanted.sizes(), wanted.strides(), wanted.storage_offset());
}

// Grows a storage on the CUDA device. The new bytes are zero, as on the CPU.
void take_size(c10::StorageImpl& real, std::size_t nbytes) {
  const std::size_t before = real.nbytes();
  if (nbytes <= before) return;
  real.grow(nbytes);
  device_hooks->clear(real.device_block(), before, nbytes);
}

c10::intrusive_ptr<c10::StorageImpl> meta_storage(const c10::StorageImpl& real) {
  return c10::StorageImpl::create(real.nbytes(), c10::kMeta);
}
c10::intrusive_ptr<c10::StorageImpl> copied_storage(const c10::StorageImpl& real) {
  auto out = c10::StorageImpl::create(real.nbytes(), c10::kCPU);
  copy_to_host(out->data(), real, real.nbytes());
  return out;
}
// Returns a CPU storage that aliases the bytes of a device storage, for host work that runs when the stream reaches it.
c10::intrusive_ptr<c10::StorageImpl> closed_storage(const c10::StorageImpl& real) {
  return c10::StorageImpl::adopt(real.data(), real.nbytes(), c10::kCPU, nullptr);
}

// Replaces every CUDA device among the operator's arguments by `device`, the device of the stand-ins.
void ask_for(Stack& stack, c10::Device device) {
  for (c10::IValue& value : stack)
    if (value.isDevice() && value.toDevice().in_cuda_memory()) value = device;
}

// Replaces the CPU tensors among the arguments by copies, because the host may change them before the stream reaches
// the work.
void keep_host_tensors(Stack& stack) {
  const auto kept = [](const at::Tensor& tensor) {
    if (!tensor.defined() || !tensor.device().in_cpu_memory()) return tensor;
    auto storage = c10::StorageImpl::create(tensor.unsafeGetTensorImpl()->storage()->nbytes(), c10::kCPU);
    if (storage->nbytes() != 0)
      std::memcpy(storage->data(), tensor.unsafeGetTensorImpl()->storage()->data(), storage->nbytes());
    at::Tensor out = on_storage(std::move(storage), tensor.sizes(), tensor.strides(), tensor.scalar_type(), c10::kCPU);
    out.unsafeGetTensorImpl()->set_geometry(tensor.sizes(), tensor.strides(), tensor.storage_offset());
    return out;
  };
  for (c10::IValue& value : stack) {
    if (value.isTensor()) {
      value = kept(value.toTensor());
    } else if (value.isTensorList()) {
      std::vector<at::Tensor> tensors;
      for (const at::Tensor& tensor : value.toTensorVector()) tensors.push_back(kept(tensor));
      value = std::move(tensors);
    }
  }
}

// A run of a CPU kernel that the stream will reach later. The object owns no device memory. The stream keeps the memory
// alive.
class LateRun {
 public:
  struct Target {
    void* data;
    std::size_t bytes;
  };

  LateRun(const BoxedKernel& kernel, Stack arguments) : kernel_(kernel), arguments_(std::move(arguments)) {}

  // Adds a block of device memory, which becomes the memory of the next new storage among the results.
  void add_target(const Target& target) { targets_.push_back(target); }

  const char* operator()() {
    const NeutralState neutral;
    try {
      kernel_.run(arguments_);
      move_results();
      arguments_.clear();
      return nullptr;
    } catch (const std::exception& error) {
      arguments_.clear();
      what_ = error.what();
      return what_.c_str();
    }
  }

 private:
  void move_results() {
    std::vector<const c10::StorageImpl*> seen;
    const auto move = [&](const at::Tensor& result) {
      const c10::StorageImpl* const storage = result.unsafeGetTensorImpl()->storage().get();
      if (std::find(seen.begin(), seen.end(), storage) != seen.end()) return;
      const std::size_t i = seen.size();
      seen.push_back(storage);
      MODECHECK_CHECK(i < targets_.size() && targets_[i].bytes == storage->nbytes(), ErrorClass::Internal,
                      "the result is of another size than on Meta");
      if (targets_[i].bytes != 0) std::memcpy(targets_[i].data, storage->data(), targets_[i].bytes);
    };
    for (const c10::IValue& value : arguments_) each_tensor(value, move);
  }

  BoxedKernel kernel_;
  Stack arguments_;
  std::vector<Target> targets_;
  std::string what_;
};

void in_stream(const BoxedKernel& kernel, Stack& stack) {
  StandIns metas(c10::kMeta, meta_storage);
  Stack models;
  {
    const NeutralState neutral;
    models = metas.replaced(stack);
    ask_for(models, c10::kMeta);
    kernel.run(models);
  }
  Results results(metas);
  Stack out = results_of(models, results);
  for (const auto& [real, stand_in] : metas.storages()) take_size(*real, stand_in->nbytes());

  // The CPU stand-ins have the geometry that the tensors had before the call. The kernel changes this geometry itself
  // when it runs later.
  StandIns closed(c10::kCPU, closed_storage);
  Stack arguments;
  {
    const NeutralState neutral;
    arguments = stack;
    keep_host_tensors(arguments);
    arguments = closed.replaced(arguments);
    ask_for(arguments, c10::kCPU);
  }
  auto run = std::make_shared<LateRun>(kernel, std::move(arguments));

  const Stream stream = current_stream();
  std::vector<Touch> touches;
  const auto touch = [&](const c10::StorageImpl& storage, Access access) {
    DeviceMemory* const memory = memory_of(storage);
    if (memory == nullptr) return;
    memory->use(stream, access);
    touches.push_back({memory->data(), access});
  };
  std::vector<const c10::StorageImpl*> written;
  for (std::size_t i = 0; i < stack.size(); ++i)
    if (may_write(kernel, i))
      each_tensor(stack[i],
                  [&](const at::Tensor& tensor) { written.push_back(tensor.unsafeGetTensorImpl()->storage().get()); });
  for (const auto& [real, stand_in] : metas.storages())
    touch(*real, std::find(written.begin(), written.end(), real) != written.end() ? Access::Writes : Access::Reads);
  for (const auto& [model, real] : results.storages()) {
    touch(*real, Access::Writes);
    run->add_target({real->data(), real->nbytes()});
  }
  const Operands operands = operands_of(kernel, stack);
  for (const StandIns::TensorPair& pair : metas.tensors()) take_geometry(pair);
  device().launch({kernel.name, [run] { return (*run)(); }, touches.data(), touches.size(), &operands}, stream);
  stack = std::move(out);
}

bool asks_for_host(const Stack& stack) {
  return std::any_of(stack.begin(), stack.end(),
                     [](const c10::IValue& value) { return value.isDevice() && !value.toDevice().in_cuda_memory(); });
}

void through_host(const BoxedKernel& kernel, Stack& stack) {
  StandIns copies(c10::kCPU, copied_storage);
  Stack arguments = copies.replaced(stack);
  // If the operator copies to the host, the program gets the kernel's own result, so the kernel runs in the program's
  // mode. The results of other operators are internal, and their kernels run in NeutralState.
  const bool to_host = asks_for_host(stack);
  ask_for(arguments, c10::kCPU);
  if (to_host) {
    kernel.run(arguments);
    stack = std::move(arguments);
    return;
  }
  {
    const NeutralState neutral;
    kernel.run(arguments);
  }
  Results results(copies);
  Stack out = results_of(arguments, results);
  for (const auto& [model, real] : results.storages()) copy_from_host(*real, model->data(), model->nbytes());
  for (std::size_t i = 0; i < stack.size(); ++i) {
    if (!may_write(kernel, i)) continue;
    each_tensor(stack[i], [&](const at::Tensor& tensor) {
      if (!tensor.in_cuda_memory()) return;
      c10::StorageImpl& real = *tensor.unsafeGetTensorImpl()->storage();
      for (const auto& pair : copies.storages())
        if (pair.real == &real) {
          take_size(real, pair.stand_in->nbytes());
          copy_from_host(real, pair.stand_in->data(), pair.stand_in->nbytes());
        }
    });
  }
  for (const StandIns::TensorPair& pair : copies.tensors()) take_geometry(pair);
  stack = std::move(out);
}

// Returns true if the operator writes a tensor that is not on the CUDA device. The host then has to wait for the
// result.
bool writes_host(const BoxedKernel& kernel, const Stack& stack) {
  bool out = false;
  for (std::size_t i = 0; i < stack.size(); ++i)
    if (may_write(kernel, i)) each_tensor(stack[i], [&](const at::Tensor& tensor) { out |= !tensor.in_cuda_memory(); });
  return out;
}

}  // namespace
}  // namespace cuda

void run_on_device(const BoxedKernel& kernel, torch::jit::Stack& stack) {
  using namespace cuda;  // NOLINT: this file implements functions of the namespace cuda
  if (starts_work(kernel.name)) {
    const CurrentCall call(kernel.name, operands_of(kernel, stack));
    return kernel.run(stack);
  }
  if (!device().has_host_work() || goes_by_values(kernel.name) || asks_for_host(stack) || writes_host(kernel, stack))
    through_host(kernel, stack);
  else
    in_stream(kernel, stack);
}

at::Tensor on_host(const at::Tensor& tensor) {
  if (!tensor.in_cuda_memory()) return tensor;
  const c10::StorageImpl& real = *tensor.unsafeGetTensorImpl()->storage();
  auto storage = c10::StorageImpl::create(real.nbytes(), c10::kCPU);
  cuda::copy_to_host(storage->data(), real, real.nbytes());
  at::Tensor out = on_storage(std::move(storage), tensor.sizes(), tensor.strides(), tensor.scalar_type(), c10::kCPU);
  out.unsafeGetTensorImpl()->set_geometry(tensor.sizes(), tensor.strides(), tensor.storage_offset());
  return out;
}

at::Tensor placed(const at::Tensor& host, c10::Device device) {
  if (!device.in_cuda_memory() || host.in_cuda_memory()) return host;
  at::Tensor out = empty_strided(host.sizes(), host.strides(), host.scalar_type(), device);
  cuda::copy_from_host(*out.unsafeGetTensorImpl()->storage(), host.data_ptr(),
                       out.unsafeGetTensorImpl()->storage()->nbytes());
  return out;
}

at::Tensor number_on_device(std::string_view name, const at::Tensor& host) {
  if (host.dim() != 0 || !host.device().in_cpu_memory()) refuse_host_tensor(name, host);
  return placed(host, c10::Device(c10::kCUDA, 0));
}

void refuse_host_tensor(std::string_view name, const at::Tensor& host) {
  raise(ErrorClass::DeviceMismatch, name, ": Expected all tensors to be on the same device, but found at least two ",
        "devices, cuda:0 and ", host.device(), "! (a tensor of sizes ", host.sizes(),
        "; move it there with .to(device))");
}

void give_back(const at::Tensor& tensor, const at::Tensor& host) {
  if (tensor.is_same(host)) return;
  const c10::StorageImpl& source = *host.unsafeGetTensorImpl()->storage();
  cuda::copy_from_host(*tensor.unsafeGetTensorImpl()->storage(), source.data(), source.nbytes());
}

}  // namespace modecheck::engine
