// Bounds on the files that the archive readers accept. A file beyond a bound is refused with an error that names the
// bound, so that a small file cannot make the reader use much memory or time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace modecheck::engine::archives {

// The sum of the unpacked sizes of a zip archive's entries, as a multiple of the archive's own size. PyTorch compresses
// nothing, so its archives unpack to less than their size.
constexpr std::uint64_t kMostUnpackedRatio = 16;
// The number of ends of a zip archive in its last 64 KiB. An archive has one, and each archive that is stored in its
// last entry has another one.
constexpr std::size_t kMostEndRecords = 16;
// The length of an entry's name in bytes.
constexpr std::size_t kMostNameBytes = 4096;
// How deep the values of a pickle may be nested.
constexpr std::size_t kMostPickleDepth = 512;
// The number of values and memo entries that a pickle makes. The number also limits the values that a reader sees when
// it follows every reference, so that a pickle of shared lists cannot grow exponentially.
constexpr std::size_t kMostPickleValues = std::size_t{1} << 21;
// The number of bytes of a pickle.
constexpr std::uint64_t kMostPickleBytes = std::uint64_t{1} << 28;
// The number of bytes of a string or a name in a pickle, and of the class names of all objects of a pickle together.
constexpr std::size_t kMostTextBytes = std::size_t{1} << 24;
// The number of dimensions of a tensor.
constexpr std::size_t kMostDimensions = 64;
// The number of bytes of the header of a safetensors file.
constexpr std::uint64_t kMostHeaderBytes = std::uint64_t{1} << 24;
// The number of bytes of a storage. Only a Meta tensor, which has no bytes, can reach this bound.
constexpr std::int64_t kMostStorageBytes = std::int64_t{1} << 60;

}  // namespace modecheck::engine::archives
