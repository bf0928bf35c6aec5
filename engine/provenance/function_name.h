// Reads the names of functions: whether one belongs to the engine, and how a program writes it.
#pragma once

#include <string>
#include <string_view>

namespace modecheck::engine::provenance {

// Returns whether the function belongs to the engine, to the C or C++ library or to oneTBB, and not to the program.
// `name` is the name that the linker sees. All names of the engine's interface are in the inline namespace
// modecheck_v1.
bool is_of_a_library(std::string_view name);

// Returns whether the source file belongs to the engine's headers or to a library.
bool is_file_of_a_library(std::string_view file);

// Returns whether the function belongs to the engine.
bool is_of_the_engine(std::string_view name);

// Returns the name as a program writes it: `zeros` for at::zeros(...), `SGD::step` for torch::optim::SGD::step(...).
std::string written_name(const std::string& name);

}  // namespace modecheck::engine::provenance
