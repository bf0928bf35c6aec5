#include <torch/library.h>

#include <string>
#include <variant>

#include "fuzz/finding.h"
#include "fuzz/target.h"

namespace modecheck::fuzz {
namespace {

using engine::ErrorClass;

// Throws Finding unless a text that cannot be parsed is a wrong argument.
void require_refusal(const c10::Error& error) {
  if (error.error_class() == ErrorClass::Argument) return;
  throw Finding(std::string("a schema is refused by an error of the class ") + engine::name_of(error.error_class()),
                error.what());
}

}  // namespace

void judge_schema(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(torch::jit::parseName(text));
  } catch (const c10::Error& error) {
    require_refusal(error);
  }
  std::string written;
  try {
    const auto parsed = torch::jit::parseSchemaOrName(text);
    if (const auto* const schema = std::get_if<c10::FunctionSchema>(&parsed)) written = c10::toString(*schema);
  } catch (const c10::Error& error) {
    require_refusal(error);
  }
  if (written.empty()) return;
  try {
    if (c10::toString(torch::jit::parseSchema(written)) == written) return;
  } catch (const c10::Error& error) {
    throw Finding("a schema is written in a form that is refused", written + "\n" + error.what());
  }
  throw Finding("a schema is written in a form that is read as another schema", written);
}

}  // namespace modecheck::fuzz
