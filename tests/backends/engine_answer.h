// What the engine's kernels answer to a call in text form (call_text.h).
#pragma once

#include <string>

namespace modecheck::tests {

enum class On { Cpu, Meta, Device };

// Calls the kernel itself, without the dispatcher. Values of Meta tensors are left out. Device: the one that
// cuda::set_device has set.
std::string engine_answer(const std::string& line, On device = On::Cpu);

}  // namespace modecheck::tests
