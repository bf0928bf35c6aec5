// The rows of the benchmark table: one operator (or guard) under one mode, written against the libtorch API and
// compiled twice.
#pragma once

#include <ATen/ATen.h>
#include <torch/autograd.h>
#include <torch/types.h>

#include <functional>
#include <string>
#include <vector>

namespace modecheck::bench {

// The columns of the table.
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

// A row calls its operator again and again inside the guards of its mode.
struct Row {
  std::string name;  // "add 4"
  Mode mode = Mode::Normal;
  std::function<void(long iterations)> run;
};

std::vector<Row> make_rows();

}  // namespace modecheck::bench
