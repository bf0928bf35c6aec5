#include "reference/values/values.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace modecheck::reference {
namespace {

void check_size(std::uint32_t bytes) {
  if (bytes > spec::kMaxStorageBytes)
    throw std::length_error("reference: a storage of " + std::to_string(bytes) + " bytes; at most " +
                            std::to_string(spec::kMaxStorageBytes) + " are allowed");
}

}  // namespace

void Values::create(spec::StorageId id, std::uint32_t bytes) {
  check_size(bytes);
  if (id >= storages_.size()) storages_.resize(std::max<std::size_t>(std::size_t{id} + 1, storages_.size() * 2));
  used_ = std::max<std::size_t>(used_, std::size_t{id} + 1);
  StorageValues& storage = storages_[id];
  storage.size = bytes;
  storage.state = {};
  std::memset(storage.bytes.data(), 0, bytes);
  touch(storage);
}

void Values::resize(spec::StorageId id, std::uint32_t bytes) {
  check_size(bytes);
  StorageValues& storage = storages_[id];
  if (bytes > storage.size) std::memset(storage.bytes.data() + storage.size, 0, bytes - storage.size);
  storage.size = bytes;
  touch(storage);
}

}  // namespace modecheck::reference
