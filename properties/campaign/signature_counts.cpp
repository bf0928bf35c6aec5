#include "properties/campaign/signature_counts.h"

#include <bit>

#include "properties/lockstep/byte_hash.h"

namespace modecheck::properties {

std::uint64_t SignatureCounts::id_of(const Signature& signature) {
  ByteHash hash;
  hash.add(to_text(signature));
  return hash.value() == 0 ? 1 : hash.value();
}

void SignatureCounts::add(std::uint64_t id, std::uint64_t program) {
  static_assert(std::has_single_bit(std::tuple_size_v<decltype(entries_)>));
  std::size_t at = id % entries_.size();
  while (entries_[at].id != 0 && entries_[at].id != id) at = (at + 1) % entries_.size();
  if (entries_[at].id == 0) {
    if (size_ == kMost) {
      ++left_out_;
      return;
    }
    ++size_;
    entries_[at].id = id;
  }
  entries_[at].shown.add(program);
}

void SignatureCounts::clear() {
  if (size_ != 0) entries_.fill({});
  size_ = 0;
  left_out_ = 0;
}

}  // namespace modecheck::properties
