// Declares torch::jit::load, which reads TorchScript archives of torch.jit.save and of Module::save.
//
// The values are read first, and nothing of the archive runs. Then the source of every class that the values need is
// compiled, so that an operator or a statement that the engine does not have is refused at once, with file and line.
// A loaded tensor is of the kind that the thread's mode determines (K1): an inference tensor inside InferenceMode, and
// a normal one outside. Hostile files are refused: input_archive.h says what is checked. A class whose objects are made
// by its method __setstate__ is refused too, because the method would run while the archive is read.
#pragma once

#include <istream>
#include <optional>
#include <string>

#include "engine/jit/module.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

// `device` defaults to the device of each saved tensor. These functions raise an Argument error that names the file,
// the entry, and what is wrong. A stream is read to its end. `load_debug_files` has no effect.
Module load(const std::string& filename, std::optional<c10::Device> device = std::nullopt,
            bool load_debug_files = true);
Module load(std::istream& in, std::optional<c10::Device> device = std::nullopt, bool load_debug_files = true);
// They also give each key of `extra_files` the text that the archive has under this name. Keys that the archive does
// not have keep their text.
Module load(const std::string& filename, std::optional<c10::Device> device, ExtraFilesMap& extra_files,
            bool load_debug_files = true);
Module load(std::istream& in, std::optional<c10::Device> device, ExtraFilesMap& extra_files,
            bool load_debug_files = true);

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
