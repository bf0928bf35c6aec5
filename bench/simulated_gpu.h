// Gives a program without a GPU a simulated device, on which tensors on c10::kCUDA are then placed.
#pragma once

#include <string>
#include <vector>

namespace modecheck::bench {

// With MODECHECK_SIMULATE=gpu a kernel that libmodecheck_gpu lacks is a misuse, as on a GPU.
void use_simulated_gpu();

// Returns the engine's misuses of the device since the last call. Empty if no device is simulated.
std::vector<std::string> misuses_of_simulated_gpu();

}  // namespace modecheck::bench
