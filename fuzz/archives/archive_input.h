// Declares how an input of the target fuzz_archives is read. Its first byte says what the other bytes are, whether they
// are loaded in InferenceMode, and by which function. They are a whole file, a pickle, the header of a safetensors
// file, or the source of a TorchScript model. All but the first get the rest of a file around them, so that neither a
// CRC nor a length hides their mutations.
#pragma once

#include <cstdint>
#include <string>

namespace modecheck::fuzz {

enum class ArchivePart : std::uint8_t { File, Pickle, Header, Source };
// The number of functions that load an input: of InputArchive, torch::load of tensors, modules and six optimizers,
// pickle_load, torch::jit::load, read_safetensors and load_state_dict.
constexpr unsigned kArchiveWays = 13;

// Returns the input with this part. An archive with the pickle has the storages data/0 to data/7 of 24 bytes, no
// constants, and the source model_source(). An archive with the source has an object of its class Net.
std::string archive_input(ArchivePart part, bool in_mode, unsigned way, const std::string& bytes);

// Returns the source of a small model, the class __torch__.Net.
const std::string& model_source();

// Loads the input as its first byte says. Outside InferenceMode tensors go to the device that the file names, and
// inside to Meta. A loaded optimizer makes a step. Returns true if the input was loaded, and false if it was refused.
// Throws Finding if a c10::Error has a class that no bad file may cause.
bool load_archive_input(const std::uint8_t* data, std::size_t size);

}  // namespace modecheck::fuzz
