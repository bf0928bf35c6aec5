// Where the libraries of CUDA lie that are loaded while a program runs: where the system looks for them, or in a Python
// package.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace modecheck::engine::cuda {

// Files to try, in this order. `folders`: where a folder of Python packages keeps them, as "nvidia/cudnn/lib".
std::vector<std::string> library_places(std::initializer_list<const char*> names,
                                        std::initializer_list<const char*> folders);

// A function of a loaded library; false if it has none of that name.
bool look_up(void* library, const char* name, void*& function);

template <typename Function>
bool look_up(void* library, const char* name, Function*& function) {
  void* found = nullptr;
  const bool there = look_up(library, name, found);
  function = reinterpret_cast<Function*>(found);
  return there;
}

}  // namespace modecheck::engine::cuda
