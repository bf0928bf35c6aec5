// What a user asks of `modecheck audit MODEL.pt`.
#pragma once

#include <string>
#include <vector>

namespace modecheck::cli {

struct ModelRequest {
  std::string model;                   // a TorchScript archive
  std::string inputs;                  // a file of torch.save; may be empty
  std::vector<std::string> shapes;     // texts like "1,3,224,224"
  std::vector<std::string> libraries;  // texts like "engine=./liboperators.so"
  double seconds = 0.5;                // time to spend on timing one mode
  double time_limit = 600;             // seconds after which the run on one library is ended
};

}  // namespace modecheck::cli
