// Declares SavedSource, the entries of an archive that hold a model's code and constants. A module that is saved again
// writes them back unchanged.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace modecheck::engine::jit {

struct SavedSource {
  std::string file;                            // the archive's name, for errors
  std::map<std::string, std::string> entries;  // every entry but data.pkl and those of the folders data and extra
};
using SourceRef = std::shared_ptr<const SavedSource>;

}  // namespace modecheck::engine::jit
