#include "audit/model/request.h"

#include <charconv>
#include <stdexcept>
#include <string_view>

namespace modecheck::audit {
namespace {

std::vector<std::int64_t> shape_of(std::string_view text) {
  std::vector<std::int64_t> sizes;
  const std::string whole(text);
  while (!text.empty()) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    const bool ended = end == text.data() + text.size();
    if (error != std::errc{} || size < 0 || (!ended && *end != ','))
      throw std::invalid_argument("--shape: expected sizes like 1,3,224,224, not '" + whole + "'");
    sizes.push_back(size);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + (ended ? 0 : 1));
  }
  return sizes;
}

}  // namespace

Request read_request(int count, const char* const* words) {
  Request request;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word.rfind("--", 0) != 0) {
      request.model = word;
      continue;
    }
    if (++i == count) throw std::invalid_argument(word + ": a value is missing");
    const std::string value = words[i];
    if (word == "--inputs") {
      request.inputs = value;
    } else if (word == "--shape") {
      request.shapes.push_back(shape_of(value));
    } else if (word == "--library") {
      request.libraries.push_back(value);
    } else if (word == "--save-inputs") {
      request.save_inputs = value;
    } else if (word == "--save-outputs") {
      request.save_outputs = value;
    } else if (word == "--compare-outputs") {
      request.compare_outputs = value;
    } else if (word == "--seconds") {
      request.seconds = std::stod(value);
    } else {
      throw std::invalid_argument(word + ": there is no such option");
    }
  }
  if (request.model.empty()) throw std::invalid_argument("no model is named");
  return request;
}

}  // namespace modecheck::audit
