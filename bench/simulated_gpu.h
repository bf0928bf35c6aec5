// Gives a program without a GPU a simulated device. Tensors on c10::kCUDA then live on that device.
#pragma once

#include <string>
#include <vector>

namespace modecheck::bench {

// Installs the simulated device. If MODECHECK_SIMULATE=gpu is set, a call of a kernel that libmodecheck_gpu lacks is
// reported as a misuse, because a GPU could not run the kernel.
void use_simulated_gpu();

// Returns the mistakes of the engine in using the simulated device since the last call. The list is empty if no device
// is simulated.
std::vector<std::string> misuses_of_simulated_gpu();

}  // namespace modecheck::bench
