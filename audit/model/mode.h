// Names the modes in which the worker runs a model.
#pragma once

#include <array>

namespace modecheck::audit {

enum class Mode {
  Normal,
  NoGrad,
  Inference,
  BelowADInplaceOrView,
};

inline constexpr std::array<Mode, 4> every_mode = {Mode::Normal, Mode::NoGrad, Mode::Inference,
                                                   Mode::BelowADInplaceOrView};

// Returns the name in the report's JSON, such as "inference_mode".
constexpr const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::Normal:
      return "normal";
    case Mode::NoGrad:
      return "no_grad";
    case Mode::Inference:
      return "inference_mode";
    case Mode::BelowADInplaceOrView:
      return "below_adinplaceorview";
  }
  return "";
}

}  // namespace modecheck::audit
