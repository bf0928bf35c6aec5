// A Choice is a source of decisions. A generator asks a Choice for every decision, so that one generator serves random
// testing, libFuzzer's bytes and exhaustive enumeration:
//
//   RandomChoice random(program_seed(seed, index));   spec::Program a = generate(random, options);
//   BytesChoice bytes(data, size);                    spec::Program b = generate(bytes, options);
//   OdometerChoice odometer;
//   do { check(generate(odometer, options)); } while (odometer.advance());
#pragma once

#include <cstdint>

namespace modecheck::properties {

class Choice {
 public:
  Choice() = default;
  Choice(const Choice&) = delete;
  Choice& operator=(const Choice&) = delete;
  virtual ~Choice() = default;

  // Returns a number in 0 .. n-1; n is at least 1.
  virtual std::uint32_t below(std::uint32_t n) = 0;
};

}  // namespace modecheck::properties
