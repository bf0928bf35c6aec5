#include "spec/model/further/saved_tensors_hooks.h"

namespace modecheck::spec {

// A call passes on what the hook raises.
void check_pack_hook(ModelState& m) {
  if (m.mode->saved_tensors_hooks == SavedTensorsHooks::RaiseInPack) m.reject(ErrorClass::HookRaised, Rule::S7);
}

// A tensor that the hooks keep is checked for later writes (S2). A copy is not.
SavedTensor packed(ModelState& m, SavedTensor saved) {
  const SavedTensorsHooks hooks = m.mode->saved_tensors_hooks;
  if (hooks == SavedTensorsHooks::None) return saved;
  m.cite(Rule::S7);
  if (hooks == SavedTensorsHooks::Copy) saved = {0, 0, 0, 0, saved.is_input, false, saved.edge};
  saved.unpack_raises = hooks == SavedTensorsHooks::RaiseInUnpack;
  return saved;
}

}  // namespace modecheck::spec
