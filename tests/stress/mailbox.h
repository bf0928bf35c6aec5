// The parcels that wait for one thread of the stress.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "tests/stress/parcel.h"

namespace modecheck::stress {

class Mailbox {
 public:
  // Puts a parcel into the box, and returns whether the box had room. A full box leaves `parcel` as it is.
  bool put(std::unique_ptr<Parcel>& parcel) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (parcels_.size() >= most_waiting) return false;
    parcels_.push_back(std::move(parcel));
    return true;
  }
  // Returns the oldest parcel, or null if the box is empty.
  std::unique_ptr<Parcel> take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (parcels_.empty()) return nullptr;
    std::unique_ptr<Parcel> out = std::move(parcels_.front());
    parcels_.pop_front();
    return out;
  }

 private:
  static constexpr std::size_t most_waiting = 8;
  std::mutex mutex_;
  std::deque<std::unique_ptr<Parcel>> parcels_;
};

}  // namespace modecheck::stress
