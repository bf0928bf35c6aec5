// Declares the parser of TorchScript sources, which are a part of Python: the part that torch.jit.save writes.
#pragma once

#include <string>

#include "engine/script/source_file.h"

namespace modecheck::engine::script {

// Parses the text of a file. Raises for what the language lacks; the error names the file and the line. `path` is the
// path inside the archive.
SourceFile parse_file(const std::string& path, const std::string& text);

}  // namespace modecheck::engine::script
