// Declares the last part of a message about an inference tensor: where the tensor was made (engine/provenance).
#pragma once

#include <string>

#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {
class TensorImpl;
}
}  // namespace c10

namespace modecheck::engine {

// Names the tensor that an error is about. `impl` may be null if the tensor is not known.
struct Origin {
  ErrorClass error_class;
  const c10::TensorImpl* impl = nullptr;
};

// Appends the story of the tensor if MODECHECK_PROVENANCE is set, and nothing otherwise. `out` must hold the message.
void append_part(std::string& out, const Origin& origin);

}  // namespace modecheck::engine
