// Defines c10::UndefinedTensorImpl. Its singleton is a null pointer, because an undefined tensor points to no object
// here.
#pragma once

#include "engine/core/tensor/tensor_impl.h"

namespace c10 {
inline namespace modecheck_v1 {

struct UndefinedTensorImpl final {
  static constexpr TensorImpl* singleton() { return nullptr; }
};

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::UndefinedTensorImpl;
}
}  // namespace at
