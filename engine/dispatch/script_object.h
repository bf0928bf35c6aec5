// Declares ScriptObject, the box of an object of a TorchScript program. Only torch::jit looks inside.
#pragma once

#include <memory>

namespace modecheck::engine::script {
struct Object;
}
namespace modecheck::engine::jit {
struct SavedSource;
}

namespace c10 {
inline namespace modecheck_v1 {
namespace detail {

struct ScriptObject {
  std::shared_ptr<modecheck::engine::script::Object> object;
  // The source of the archive from which the object was loaded, so that it can be saved again.
  std::shared_ptr<const modecheck::engine::jit::SavedSource> source;
};

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace c10
