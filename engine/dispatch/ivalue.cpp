#include "engine/dispatch/ivalue.h"

namespace c10 {
inline namespace modecheck_v1 {

const char* IValue::tagKind() const {
  static constexpr const char* names[] = {"None",
                                          "Tensor",
                                          "Int",
                                          "Double",
                                          "Bool",
                                          "Device",
                                          "IntList",
                                          "TensorList",
                                          "String",
                                          "DoubleList",
                                          "BoolList",
                                          "StringList",
                                          "OptionalTensorList"};
  return names[value_.index()];
}

void IValue::reject(const char* wanted) const {
  modecheck::engine::raise(modecheck::engine::ErrorClass::Argument, "boxed call: expected ", wanted, " but got ",
                           tagKind());
}

}  // namespace modecheck_v1
}  // namespace c10
