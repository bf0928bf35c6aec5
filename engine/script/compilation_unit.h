// Declares CompilationUnit, the source of a saved model: it reads the files of an archive's folder `code` and compiles
// the classes and functions in them. Nothing runs while it compiles.
//
//   auto unit = CompilationUnit::make(read_file, constants);
//   ClassRef net = unit->find_class("__torch__.Net");
//   ObjectRef object = Object::make(net);
//   ... set object->attributes ...
//   Value result = net->find_method("forward")->call({object, input});
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/script/class_type.h"
#include "engine/script/function.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

class CompilationUnit : public std::enable_shared_from_this<CompilationUnit> {
 public:
  // Returns the text of a file of the archive, such as "code/__torch__/torch/nn/functional.py", or nullopt if the
  // archive has no such file.
  using Reader = std::function<std::optional<std::string>(const std::string& path)>;

  // `constants` are the values of constants.pkl, which the source names CONSTANTS.c0, CONSTANTS.c1 and so on.
  static std::shared_ptr<CompilationUnit> make(Reader reader, std::vector<Value> constants = {});
  ~CompilationUnit();
  CompilationUnit(const CompilationUnit&) = delete;
  CompilationUnit& operator=(const CompilationUnit&) = delete;

  // Returns the class with this qualified name. The first call reads its file and compiles the class, and all that it
  // names. Raises if the archive has no such class, or if the source has a mistake or names an operator that the engine
  // does not have. The error names the file and the line.
  ClassRef find_class(const std::string& name);
  // Does the same for a function.
  const Function& find_function(const std::string& name);
  // Raises if the source calls a method that no operator and no class found until now has. The loader calls this after
  // it has found the classes of all objects. The error names the file and the line.
  void check_methods() const;

 private:
  struct State;
  CompilationUnit();
  friend class Compiler;

  std::unique_ptr<State> state_;
};

}  // namespace modecheck::engine::script
