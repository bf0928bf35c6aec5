// Declares how an input of the target fuzz_archives is read. Its first byte says what the other bytes are: a whole
// file, a pickle, the header of a safetensors file, or the source of a TorchScript model. All but the first get the
// rest of a file around them, so that neither a CRC nor a length hides their mutations.
#pragma once

#include <cstdint>
#include <string>

namespace modecheck::fuzz {

enum class ArchivePart : std::uint8_t { File, Pickle, Header, Source };

// Returns the input with this part. An archive with the pickle has the storages data/0 to data/7 of 24 bytes, no
// constants, and the source model_source(). An archive with the source has an object of its class Net.
std::string archive_input(ArchivePart part, const std::string& bytes);

// Returns the source of a small model, the class __torch__.Net.
const std::string& model_source();

// Loads the input by InputArchive, torch::load of tensors, modules and optimizers, pickle_load, torch::jit::load,
// read_safetensors and load_state_dict: outside InferenceMode to the device that it names, and inside to Meta. A loaded
// optimizer makes a step. Returns in how many of these ways it was loaded rather than refused. Throws if the engine
// throws anything but a c10::Error of a class that a bad file may have.
int load_archive_input(const std::uint8_t* data, std::size_t size);

}  // namespace modecheck::fuzz
