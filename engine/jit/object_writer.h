// Declares ObjectWriter, which turns objects and other values of a TorchScript program into pickle values.
#pragma once

#include <string>
#include <unordered_map>

#include "engine/archive/value_writer.h"
#include "engine/script/type.h"
#include "engine/script/value.h"

namespace modecheck::engine::jit {

class ObjectWriter {
 public:
  explicit ObjectWriter(archives::ZipWriter& zip) : tensors_(zip) {}

  // `type` is the declared type, or null. An object, list, dictionary or tensor that occurs again gives the same pickle
  // value, marked as shared. Raises an Argument error for functions, for what contains itself, and for nesting beyond
  // kMostPickleDepth.
  archives::PickleRef value(const script::Value& value, const script::Type* type);

 private:
  archives::PickleRef make_value(const script::Value& value, const script::Type* type);
  archives::PickleRef object(const script::Object& object);
  archives::PickleRef list(const script::List& list, const script::Type* type);
  archives::PickleRef dict(const script::Dict& dict, const script::Type* type);

  archives::ValueWriter tensors_;
  std::unordered_map<const void*, archives::PickleRef> made_;  // null while the value is being made
  std::size_t depth_ = 0;
};

}  // namespace modecheck::engine::jit
