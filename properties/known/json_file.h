// A JSON object in a file of known/, with errors that name the file.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace modecheck::properties {

class JsonFile {
 public:
  // Reads a file that holds one JSON object and nothing else. Throws KnownError if the file holds anything else. Keys
  // from an earlier version of modecheck get their present names (properties/known/retired_keys.h).
  explicit JsonFile(std::filesystem::path file);
  // Parses a text that is part of the file. Throws KnownError if the text is no JSON object.
  JsonFile(std::filesystem::path file, const std::string& text);

  // Returns the string that the JSON object has under the key `key`. Throws KnownError if it has no such string.
  std::string text(const char* key) const;

  const nlohmann::json& object() const { return object_; }
  const std::filesystem::path& path() const { return file_; }

 private:
  std::filesystem::path file_;
  nlohmann::json object_;
};

// Returns the content of the file. Throws KnownError if the file cannot be read.
std::string content_of(const std::filesystem::path& file);

}  // namespace modecheck::properties
