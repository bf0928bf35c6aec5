// What the worker is asked to do: its command line.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace modecheck::audit {

struct Request {
  std::string model;                              // a TorchScript archive
  std::string inputs;                             // a file of torch.save; empty if `shapes` gives the inputs
  std::vector<std::vector<std::int64_t>> shapes;  // one input of float32 for each
  std::vector<std::string> libraries;             // shared libraries that register custom operators
  std::string save_inputs;                        // where the inputs are saved; may be empty
  std::string save_outputs;                       // where the outputs of normal mode are saved; may be empty
  std::string compare_outputs;                    // saved outputs to compare with; may be empty
  double seconds = 0.5;                           // time to spend on timing one mode
};

// Reads the command line. Throws std::invalid_argument with a message that names the word.
Request read_request(int count, const char* const* words);

}  // namespace modecheck::audit
