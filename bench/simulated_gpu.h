// A simulated device for a program that has no GPU: tensors on c10::kCUDA live there from then on.
#pragma once

#include <string>
#include <vector>

namespace modecheck::bench {

// MODECHECK_SIMULATE=gpu: a kernel that libmodecheck_gpu does not have is a misuse, as on a GPU.
void use_simulated_gpu();

// What the engine has done wrong on it since this was last asked; empty as well where no device is simulated.
std::vector<std::string> misuses_of_simulated_gpu();

}  // namespace modecheck::bench
