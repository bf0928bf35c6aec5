// The tensor registers of a running program.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include MODECHECK_ACCESS_HEADER
#include "spec/program/limits.h"

namespace modecheck::subjects {

class Registers {
 public:
  const at::Tensor& operator[](int i) const { return tensors_[static_cast<std::size_t>(i)]; }
  // Returns the version that the tensor had when the register took it. Versions are compared as differences from this
  // one (rule V5).
  std::int32_t version_when_taken(int i) const { return versions_[static_cast<std::size_t>(i)]; }

  void take(int i, at::Tensor tensor) {
    const c10::TensorImpl& impl = *tensor.unsafeGetTensorImpl();
    versions_[static_cast<std::size_t>(i)] = access::has_version(impl) ? access::version_of(impl) : 0;
    tensors_[static_cast<std::size_t>(i)] = std::move(tensor);
  }

  // Puts another tensor with the same version in the place of the register's tensor.
  void replace(int i, at::Tensor tensor) { tensors_[static_cast<std::size_t>(i)] = std::move(tensor); }

  void drop_all() {
    for (at::Tensor& tensor : tensors_) tensor.reset();
  }

 private:
  std::array<at::Tensor, spec::kRegisters> tensors_;
  std::array<std::int32_t, spec::kRegisters> versions_{};
};

}  // namespace modecheck::subjects
