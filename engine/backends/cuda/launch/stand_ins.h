// Makes stand-ins for the device tensors of a call: tensors with the same geometry on another device. Stand-ins share
// objects and storages where the originals do. On Meta stand-ins a kernel checks the call and computes shapes. On CPU
// stand-ins it computes values.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/dispatch/ivalue.h"

namespace modecheck::engine::cuda {

class StandIns {
 public:
  using Storage = c10::intrusive_ptr<c10::StorageImpl>;
  // A function that makes the storage of a stand-in from the device storage `real`.
  using Make = std::function<Storage(const c10::StorageImpl& real)>;

  StandIns(c10::Device device, Make make) : device_(device), make_(std::move(make)) {}

  // Returns a copy of the stack of arguments in which stand-ins replace all device tensors, also those in lists.
  torch::jit::Stack replaced(const torch::jit::Stack& stack);
  at::Tensor of(const at::Tensor& real);

  struct StoragePair {
    c10::StorageImpl* real;
    Storage stand_in;
  };
  struct TensorPair {
    at::Tensor real;
    at::Tensor stand_in;
  };
  const std::vector<StoragePair>& storages() const { return storages_; }
  const std::vector<TensorPair>& tensors() const { return tensors_; }

 private:
  Storage storage_of(c10::StorageImpl& real);

  c10::Device device_;
  Make make_;
  std::vector<StoragePair> storages_;
  std::vector<TensorPair> tensors_;
};

}  // namespace modecheck::engine::cuda
