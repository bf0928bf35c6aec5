// Declares the rows of the benchmark table. Each row runs one operator or guard under one mode. The code uses the
// libtorch API and is compiled twice, for the engine and for libtorch.
#pragma once

#include <ATen/ATen.h>
#include <torch/autograd.h>
#include <torch/types.h>

#include <functional>
#include <string>
#include <vector>

namespace modecheck::bench {

// The columns of the benchmark table: the mode under which a row runs, and the kind of its input.
enum class Mode { Grad, Normal, NoGrad, InferenceNormal, Inference };
inline constexpr Mode kModes[] = {Mode::Grad, Mode::Normal, Mode::NoGrad, Mode::InferenceNormal, Mode::Inference};

inline const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::Grad:
      return "requires grad";
    case Mode::Normal:
      return "normal";
    case Mode::NoGrad:
      return "NoGrad";
    case Mode::InferenceNormal:
      return "InferenceMode, normal input";
    case Mode::Inference:
      return "InferenceMode, inference input";
  }
  return "";
}

// A row of the benchmark table. Its body calls one operator again and again inside the guards of the row's mode.
struct Row {
  std::string name;  // the operator and the number of elements, for example "add 4"
  Mode mode = Mode::Normal;
  std::function<void(long iterations)> run;
};

std::vector<Row> make_rows();

}  // namespace modecheck::bench
