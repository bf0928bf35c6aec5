// Declares how an input of the target fuzz_archives is read. Its first byte says what the other bytes are: a whole
// file, a pickle, or the header of a safetensors file. The pickle and the header get the rest of a file around them, so
// that neither a CRC nor a length hides their mutations.
#pragma once

#include <cstdint>
#include <string>

namespace modecheck::fuzz {

enum class ArchivePart : std::uint8_t { File, Pickle, Header };

// Returns the input with this part. An archive with the pickle has the storages data/0 and data/1 of 24 bytes.
std::string archive_input(ArchivePart part, const std::string& bytes);

// Loads the input by InputArchive, torch::load, pickle_load and read_safetensors: outside InferenceMode to the device
// that it names, and inside to Meta. Returns in how many of these eight ways it was loaded rather than refused. Throws
// if the engine throws anything but a c10::Error of a class that a bad file may have.
int load_archive_input(const std::uint8_t* data, std::size_t size);

}  // namespace modecheck::fuzz
