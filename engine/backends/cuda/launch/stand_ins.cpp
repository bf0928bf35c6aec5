#include "engine/backends/cuda/launch/stand_ins.h"

namespace modecheck::engine::cuda {

StandIns::Storage StandIns::storage_of(c10::StorageImpl& real) {
  for (const StoragePair& known : storages_)
    if (known.real == &real) return known.stand_in;
  storages_.push_back({&real, make_(real)});
  return storages_.back().stand_in;
}

at::Tensor StandIns::of(const at::Tensor& real) {
  if (!real.in_cuda_memory()) return real;
  for (const TensorPair& known : tensors_)
    if (known.real.is_same(real)) return known.stand_in;
  // The stand-in is an inference tensor, because no program sees it. It has no version counter, and no dispatch key
  // except the key of its backend.
  at::Tensor out(c10::intrusive_ptr<c10::TensorImpl>::reclaim(
      new c10::TensorImpl(storage_of(*real.unsafeGetTensorImpl()->storage()), c10::backend_keyset(device_),
                          real.scalar_type(), device_, nullptr)));
  out.unsafeGetTensorImpl()->set_geometry(real.sizes(), real.strides(), real.storage_offset());
  tensors_.push_back({real, out});
  return out;
}

torch::jit::Stack StandIns::replaced(const torch::jit::Stack& stack) {
  torch::jit::Stack out;
  out.reserve(stack.size());
  for (const c10::IValue& value : stack) {
    if (value.isTensor()) {
      out.emplace_back(of(value.toTensor()));
    } else if (value.isTensorList()) {
      std::vector<at::Tensor> tensors;
      for (const at::Tensor& tensor : value.toTensorVector()) tensors.push_back(of(tensor));
      out.emplace_back(std::move(tensors));
    } else if (value.isOptionalTensorList()) {
      std::vector<c10::optional<at::Tensor>> tensors;
      for (const auto& tensor : value.toOptionalTensorVector())
        tensors.push_back(tensor.has_value() ? c10::optional<at::Tensor>(of(*tensor)) : c10::nullopt);
      out.emplace_back(std::move(tensors));
    } else {
      out.push_back(value);
    }
  }
  return out;
}

}  // namespace modecheck::engine::cuda
