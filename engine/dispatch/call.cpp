#include "engine/dispatch/call.h"

namespace modecheck::engine::detail {

void reject_undefined(std::string_view op) {
  raise(ErrorClass::UndefinedTensor, op,
        ": expected a tensor but got an undefined one; assign a tensor to the handle before using it");
}

}  // namespace modecheck::engine::detail
