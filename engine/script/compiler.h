// Declares Compiler, which finds the classes and functions of a CompilationUnit and resolves the names in them.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/script/compilation_unit.h"
#include "engine/script/source_file.h"

namespace modecheck::engine::script {

struct CompilationUnit::State {
  // A class or a function that is named and not compiled yet.
  struct Pending {
    std::string name;
    std::string file;  // where it is named
    int line = 0;
  };
  // The source of a function or a method whose body is not compiled yet.
  struct Body {
    Function* function = nullptr;
    FunctionSource* source = nullptr;
    const ClassType* owner = nullptr;
  };

  Reader reader;
  std::vector<Value> constants;
  std::map<std::string, SourceFile> files;
  std::unordered_map<std::string, std::unique_ptr<ClassType>> classes;
  std::unordered_map<std::string, std::unique_ptr<Function>> functions;
  std::set<const ClassType*> declared;
  std::deque<Pending> pending_classes;
  std::deque<Body> pending_bodies;
  // Methods that are called on values whose class is not known, each with the first such call. The name is why the call
  // cannot be one of an operator.
  std::map<std::string, Pending> needed_methods;
  std::unordered_set<std::string> method_names;  // of all declared classes
  std::string failure;                           // the error that ended the compilation of a part
};

class Compiler {
 public:
  explicit Compiler(CompilationUnit& unit) : unit_(unit), state_(*unit.state_) {}

  // Compiles all that is named and not compiled yet.
  void finish();

  // Returns the class with this qualified name, which may have no attributes yet. `file` and `line` say where the name
  // stands.
  ClassType& class_named(const std::string& name, const std::string& file, int line);
  // Reads the attributes and methods of a class, if that has not happened yet.
  const ClassType& declared(const ClassType& type, const std::string& file, int line);
  // Returns the function with this qualified name, or null if the archive has none.
  const Function* find_function(const std::string& name, const std::string& file, int line);
  // Says that a call needs a class with this method, because no operator has the name.
  void need_method(const std::string& method, CompilationUnit::State::Pending call) {
    state_.needed_methods.emplace(method, std::move(call));
  }
  // Returns whether the archive has a class with this qualified name.
  bool has_class(const std::string& name);

  // Returns the type that an annotation names.
  TypeRef type_of(const Node& annotation, const std::string& file);
  // Returns the value of a constant expression, such as a default value.
  Value constant_of(const Node& node, const std::string& file);
  // Returns the value of a default value or a constant that is declared with this type. Raises if it does not have the
  // type.
  Value default_of(const Node& node, const TypeRef& type, const std::string& file);
  const std::vector<Value>& constants() const { return state_.constants; }

 private:
  SourceFile* file_of(const std::string& name, std::string& local_name);
  void read_signature(Function& function, FunctionSource& source, const ClassType* owner);
  void declare(ClassType& type, ClassSource& source, const std::string& file);

  CompilationUnit& unit_;
  CompilationUnit::State& state_;
};

// Returns the text of an expression that is a name with dots, such as "torch.add", or an empty string.
std::string dotted_name(const Node& node);

}  // namespace modecheck::engine::script
