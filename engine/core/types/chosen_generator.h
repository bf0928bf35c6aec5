// Selects the random number generator from which operators draw. The internal operators that fill a tensor with random
// numbers have no generator argument. A public operator with such an argument therefore selects the generator while it
// calls them.
#pragma once

#include "engine/core/types/array_ref.h"
#include "engine/core/types/generator.h"

namespace modecheck::engine {

// Returns the calling thread's selected generator. Null means the device's default generator.
c10::GeneratorImpl* chosen_generator();

class GeneratorScope {
 public:
  // Selects `generator` for the lifetime of this object, which `generator` must outlive. An absent or undefined
  // generator selects the device's default one.
  explicit GeneratorScope(const c10::optional<at::Generator>& generator);
  GeneratorScope(const GeneratorScope&) = delete;
  GeneratorScope& operator=(const GeneratorScope&) = delete;
  ~GeneratorScope();

 private:
  c10::GeneratorImpl* before_;
};

}  // namespace modecheck::engine
