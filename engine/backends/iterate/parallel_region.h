// Records for the current thread that it runs a piece of at::parallel_for, and the number of that piece. The record
// lasts as long as the object.
#pragma once

namespace modecheck::engine::backends {

class ParallelRegion final {
 public:
  explicit ParallelRegion(int number) : outer_number_(number_), outer_inside_(inside_) {
    number_ = number;
    inside_ = true;
  }
  ~ParallelRegion() {
    number_ = outer_number_;
    inside_ = outer_inside_;
  }
  ParallelRegion(const ParallelRegion&) = delete;
  ParallelRegion& operator=(const ParallelRegion&) = delete;

  static int thread_number() { return number_; }
  static bool is_inside() { return inside_; }

 private:
  inline static thread_local int number_ = 0;
  inline static thread_local bool inside_ = false;

  const int outer_number_;
  const bool outer_inside_;
};

}  // namespace modecheck::engine::backends
