// Declares the archives of torch::serialize. Saving and loading modules is not implemented, so every function raises.
#pragma once

#include <string>

#include "engine/core/errors/error.h"

namespace torch {
inline namespace modecheck_v1 {
namespace serialize {

namespace detail {
// Raises c10::NotImplementedError with the error class Unsupported. `what` names the function in the message.
[[noreturn]] inline void not_built(const std::string& what) {
  modecheck::engine::raise(modecheck::engine::ErrorClass::Unsupported, what,
                           ": archives are not built into this engine: modules can be neither saved nor loaded. Copy "
                           "named_parameters() and named_buffers() by hand, or save the module with libtorch");
}
}  // namespace detail

class OutputArchive {
 public:
  OutputArchive() { detail::not_built("torch::serialize::OutputArchive"); }
};

class InputArchive {
 public:
  InputArchive() { detail::not_built("torch::serialize::InputArchive"); }
};

}  // namespace serialize
}  // namespace modecheck_v1
}  // namespace torch
