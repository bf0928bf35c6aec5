// Declares ObjectReader, which makes objects and other values of a TorchScript program from an archive's pickle.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "engine/archive/value_reader.h"
#include "engine/script/compilation_unit.h"

namespace modecheck::engine::jit {

class ObjectReader {
 public:
  // `unit` compiles the classes of the objects. It is null for constants, among which no objects may be.
  ObjectReader(archives::ValueReader& values, script::CompilationUnit* unit) : values_(values), unit_(unit) {}

  // The same pickle value gives the same list, dictionary, tuple, tensor or object. Raises an Argument error that names
  // the class and the attribute if a value is not of the declared type, or if the class is missing.
  script::Value value(const archives::PickleRef& value);

 private:
  script::Value make_value(const archives::PickleRef& value);
  script::Value object(const archives::PickleValue& value);
  script::Value call(const archives::PickleRef& value);
  script::Value tagged(const archives::PickleValue& call);
  script::Value dict(const archives::PickleValue& value);
  std::vector<script::Value> items(const archives::PickleValue& value);

  archives::ValueReader& values_;
  script::CompilationUnit* unit_;
  std::unordered_map<const archives::PickleValue*, script::Value> made_;
};

}  // namespace modecheck::engine::jit
