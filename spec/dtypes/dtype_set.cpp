#include "spec/dtypes/dtype_set.h"

#include <array>
#include <utility>

namespace modecheck::spec {
namespace {

DTypeSet dtypes_where(bool (*holds)(DType)) {
  DTypeSet out;
  for (std::size_t i = 0; i < kDTypes; ++i) out[i] = holds(dtype_at(i));
  return out;
}

// Names the dtypes of a set. A complete category is named as a whole, such as "floating". A category that lacks one
// dtype is named with its exception, such as "floating but float16". All other dtypes are named one by one.
std::vector<std::string> names_of(DTypeSet set) {
  std::vector<std::string> out;
  std::vector<std::string> with_exception;
  const std::array<std::pair<std::string, DTypeSet>, 3> categories{{{"integer", dtypes_where(is_integer)},
                                                                    {"floating", dtypes_where(is_floating)},
                                                                    {"complex", dtypes_where(is_complex)}}};
  if (set[index_of(DType::Bool)]) out.emplace_back("bool");
  for (const auto& [name, category] : categories) {
    const DTypeSet missing = category & ~set;
    if (missing.none()) {
      out.push_back(name);
      continue;
    }
    const bool has_exception = missing.count() == 1 && category.count() > 2;
    const DTypeSet named = has_exception ? missing : category & set;
    for (std::size_t i = 0; i < kDTypes; ++i) {
      if (!named[i]) continue;
      const std::string dtype(name_of(dtype_at(i)));
      if (has_exception)
        with_exception.push_back(name + " but " + dtype);
      else
        out.push_back(dtype);
    }
  }
  out.insert(out.end(), with_exception.begin(), with_exception.end());
  return out;
}

}  // namespace

std::string joined(const std::vector<std::string>& words, const std::string& last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_last = i > 0 && i + 1 == words.size();
    // A comma separates a phrase such as "floating but float16" from the word before it.
    const bool comma = i > 0 && (!is_last || words[i].find(' ') != std::string::npos);
    out += (comma ? ", " : i > 0 ? " " : "") + (is_last ? last + " " : std::string()) + words[i];
  }
  return out;
}

std::string words_of(DTypeSet set, const std::string& last) {
  if (set.all()) return "any dtype";
  const std::vector<std::string> names = names_of(set);
  const std::vector<std::string> missing = names_of(~set);
  const bool is_shorter =
      missing.size() < names.size() || (missing.size() == names.size() && set.count() > kDTypes / 2);
  const bool is_plain = joined(missing, "and").find(" but ") == std::string::npos;
  return is_shorter && is_plain ? "any dtype but " + joined(missing, "and") : joined(names, last);
}

}  // namespace modecheck::spec
