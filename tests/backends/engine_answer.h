// Returns the answer of the engine's kernels to a call in text form (call_text.h).
#pragma once

#include <string>

namespace modecheck::tests {

enum class On { Cpu, Meta, Device };

// Calls the kernel directly, without the dispatcher. An answer on Meta has no values. On::Device is the device set with
// cuda::set_device.
std::string engine_answer(const std::string& line, On device = On::Cpu);

}  // namespace modecheck::tests
