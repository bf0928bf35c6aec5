// A JSON object in a file of known/, with errors that name the file.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace modecheck::properties {

class JsonFile {
 public:
  // Of a file that holds nothing else. Throws KnownError if it cannot be read or is no JSON object.
  explicit JsonFile(std::filesystem::path file);
  // Of a text that stands somewhere in the file. Throws KnownError if it is no JSON object.
  JsonFile(std::filesystem::path file, const std::string& text);

  // The text under that key. Throws KnownError if there is none.
  std::string text(const char* key) const;

  const nlohmann::json& object() const { return object_; }
  const std::filesystem::path& path() const { return file_; }

 private:
  std::filesystem::path file_;
  nlohmann::json object_;
};

// What the file holds. Throws KnownError if it cannot be read.
std::string content_of(const std::filesystem::path& file);

}  // namespace modecheck::properties
