#include "engine/script/compilation_unit.h"

#include "engine/core/errors/error.h"
#include "engine/script/compiler.h"
#include "engine/script/lexer.h"

namespace modecheck::engine::script {

CompilationUnit::CompilationUnit() : state_(std::make_unique<State>()) {}
CompilationUnit::~CompilationUnit() = default;

std::shared_ptr<CompilationUnit> CompilationUnit::make(Reader reader, std::vector<Value> constants) {
  const std::shared_ptr<CompilationUnit> out(new CompilationUnit);
  out->state_->reader = std::move(reader);
  out->state_->constants = std::move(constants);
  return out;
}

ClassRef CompilationUnit::find_class(const std::string& name) {
  Compiler compiler(*this);
  const ClassType& type = compiler.class_named(name, "data.pkl", 0);
  compiler.finish();
  return type.reference();
}

const Function& CompilationUnit::find_function(const std::string& name) {
  Compiler compiler(*this);
  const Function* const out = compiler.find_function(name, "data.pkl", 0);
  MODECHECK_CHECK(out != nullptr, ErrorClass::Argument, "TorchScript: the archive has no function ", name);
  compiler.finish();
  return *out;
}

void CompilationUnit::check_methods() const {
  for (const auto& [method, call] : state_->needed_methods)
    if (!state_->method_names.contains(method))
      reject_source(call.file, call.line, "a method " + method + " is called, which no class has, and " + call.name);
}

}  // namespace modecheck::engine::script
