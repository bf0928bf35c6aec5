// Defects that the stress can plant in itself, to show that its checks and the sanitizer find them. Each of them is
// what a mistake in an engine would look like.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace modecheck::stress {

enum class Planted : std::uint8_t {
  Nothing,
  // The stress itself finds these.
  GuardLeaksOnException,     // InferenceMode restores nothing if an exception leaves its scope (G3)
  GuardRestoresOnlyGrad,     // InferenceMode restores grad mode, and not the keys (G3)
  ExcludeGuardRemovesAll,    // a guard of G5 removes keys that an outer guard has added
  HandOffIsLost,             // ThreadLocalStateGuard leaves the thread as it is (G6)
  StateOutlivesThread,       // a new thread starts in the state of the thread before it (G6)
  BackwardKeepsHooksState,   // backward leaves the state in which a hook has thrown (G6)
  ReentrantBackwardForgets,  // a backward inside backward leaves grad mode off
  LastReferenceStays,        // a tensor that another thread drops is never released
  GradientIsLost,            // one of two gradients that arrive at once is lost
  // A sanitizer finds these.
  UnsynchronisedCounter,  // threads count their steps in one number without an atomic: the thread sanitizer
  ReadAfterRelease,       // elements are read after another thread has dropped the tensor: the address sanitizer
  UndefinedOverflow,      // a signed sum overflows: the undefined behaviour sanitizer
  UninitialisedElement,   // a branch depends on an element that was never written: the memory sanitizer, valgrind
};

// Returns the names for the option --plant, which `planted_of` understands.
std::vector<std::string> planted_names();
// Returns the defect of that name. Raises std::invalid_argument for another name.
Planted planted_of(const std::string& name);

}  // namespace modecheck::stress
