// Declares c10::Warning::WarnAlways, a guard under which warnings that normally appear only once appear every time.
#pragma once

#include "engine/core/errors/warning.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace Warning {

struct WarnAlways {
 public:
  explicit WarnAlways(bool setting = true) : saved_(get_warnAlways()) { set_warnAlways(setting); }
  ~WarnAlways() { set_warnAlways(saved_); }
  WarnAlways(const WarnAlways&) = delete;
  WarnAlways& operator=(const WarnAlways&) = delete;

 private:
  bool saved_;
};

}  // namespace Warning
}  // namespace modecheck_v1
}  // namespace c10
