// This file declares how a test gets the answer of the engine's kernels to a call in text form (call_text.h).
#pragma once

#include <string>

namespace modecheck::tests {

enum class On { Cpu, Meta, Device };

// Reads the call in `line` and calls the kernel directly, without the dispatcher. Returns the answer in text form. An
// answer on Meta has no values. On::Device is the device that cuda::set_device has set.
std::string engine_answer(const std::string& line, On device = On::Cpu);

}  // namespace modecheck::tests
