// Declares the lexer of TorchScript sources: Python's words, with indentation as tokens of its own.
#pragma once

#include <string>
#include <vector>

#include "engine/script/token.h"

namespace modecheck::engine::script {

// Splits the text of a file into tokens. The last token is End. Raises for a character or a literal that Python does
// not have, and if a limit is exceeded. `file` is named in errors.
std::vector<Token> tokenize(const std::string& file, const std::string& text);

// Raises an error about a line of a source: "code/__torch__.py:12: ...".
[[noreturn]] void reject_source(const std::string& file, int line, const std::string& what);

}  // namespace modecheck::engine::script
