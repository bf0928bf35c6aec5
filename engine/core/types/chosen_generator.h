// The random number generator from which operators draw. The schemas here have no generator argument, so a function
// that is given one selects it for the duration of a call.
#pragma once

#include "engine/core/types/array_ref.h"
#include "engine/core/types/generator.h"

namespace modecheck::engine {

// The calling thread's selected generator; null means the device's default generator.
c10::GeneratorImpl* chosen_generator();

class GeneratorScope {
 public:
  // An absent or undefined generator selects the device's default one. `generator` must outlive the scope.
  explicit GeneratorScope(const c10::optional<at::Generator>& generator);
  GeneratorScope(const GeneratorScope&) = delete;
  GeneratorScope& operator=(const GeneratorScope&) = delete;
  ~GeneratorScope();

 private:
  c10::GeneratorImpl* before_;
};

}  // namespace modecheck::engine
