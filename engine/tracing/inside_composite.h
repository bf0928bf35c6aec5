// Tells a tracer that the operators of a thread belong to the body of a composite that it does not follow as a whole.
// A number that such a body gives to view or reshape can be a size that it has read.
#pragma once

namespace modecheck::engine {

class InsideComposite {
 public:
  InsideComposite();
  ~InsideComposite();
  InsideComposite(const InsideComposite&) = delete;
  InsideComposite& operator=(const InsideComposite&) = delete;

  // Returns whether one exists on the calling thread.
  static bool any();

 private:
  bool before_;
};

}  // namespace modecheck::engine
