// Replaces operator new by a function that fails when the engine's allocation gate says so. The plug-in exports one
// function only, so no other code uses this operator.
#include <dlfcn.h>

#include <new>

#include "engine/core/memory/allocation_gate.h"

namespace {

// Returns the program's own operator new, so that any code can delete the block.
using New = void* (*)(std::size_t);
New new_of_program(const char* symbol) {
  void* const found = dlsym(RTLD_DEFAULT, symbol);
  if (found == nullptr) throw std::bad_alloc();
  return reinterpret_cast<New>(found);
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (modecheck::engine::AllocationGate::refuses()) throw std::bad_alloc();
  static const New allocate = new_of_program("_Znwm");
  return allocate(bytes);
}

void* operator new[](std::size_t bytes) {
  if (modecheck::engine::AllocationGate::refuses()) throw std::bad_alloc();
  static const New allocate = new_of_program("_Znam");
  return allocate(bytes);
}
