// A JSON object in a file of known/, with errors that name the file.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace modecheck::properties {

class JsonFile {
 public:
  // Throws KnownError if it cannot be read or is no JSON object.
  explicit JsonFile(std::filesystem::path file);

  // The text under that key. Throws KnownError if there is none.
  std::string text(const char* key) const;

  // The "id", which must be the file's name.
  std::string id() const;

  const nlohmann::json& object() const { return object_; }
  const std::filesystem::path& path() const { return file_; }

 private:
  std::filesystem::path file_;
  nlohmann::json object_;
};

// What the file holds. Throws KnownError if it cannot be read.
std::string content_of(const std::filesystem::path& file);

}  // namespace modecheck::properties
