#include "engine/archive/output_archive.h"

#include <algorithm>
#include <vector>

#include "engine/archive/file_bytes.h"
#include "engine/archive/limits.h"
#include "engine/archive/pickle_writer.h"
#include "engine/archive/value_writer.h"
#include "engine/core/errors/error.h"

namespace torch {
inline namespace modecheck_v1 {
namespace serialize {

using modecheck::engine::ErrorClass;
using modecheck::engine::archives::kMostPickleDepth;
using modecheck::engine::archives::PickleKind;
using modecheck::engine::archives::PickleRef;
using modecheck::engine::archives::PickleValue;
using modecheck::engine::archives::ValueWriter;
using modecheck::engine::archives::ZipWriter;

namespace detail {

struct SavedAttribute {
  std::string key;
  c10::IValue value;                        // unless `nested` is set
  std::shared_ptr<SavedAttributes> nested;  // the attributes of a nested archive
  bool is_buffer = false;
  bool is_tuple = false;  // the list `value` is written as a tuple
};

struct SavedAttributes {
  void add(SavedAttribute attribute) {
    const bool is_new =
        std::none_of(list.begin(), list.end(), [&](const SavedAttribute& one) { return one.key == attribute.key; });
    MODECHECK_CHECK(is_new, ErrorClass::Argument, "OutputArchive::write: the archive has the key '", attribute.key,
                    "' already");
    list.push_back(std::move(attribute));
  }
  std::vector<SavedAttribute> list;
};

}  // namespace detail

namespace {

// Returns the text as a string literal of TorchScript.
std::string literal(const std::string& text) {
  constexpr char digits[] = "01234567";
  std::string out = "\"";
  for (const char one : text) {
    const auto code = static_cast<unsigned char>(one);
    if (one == '"' || one == '\\') {
      out += std::string("\\") + one;
    } else if (code < 0x20 || code == 0x7f) {
      out += std::string("\\") + digits[code >> 6] + digits[code >> 3 & 7] + digits[code & 7];
    } else {
      out += one;
    }
  }
  return out + "\"";
}

// Writes the values and the classes of an archive and of the archives in it.
class ModuleWriter {
 public:
  explicit ModuleWriter(ZipWriter& zip) : zip_(zip), values_(zip) {}

  PickleRef object(const detail::SavedAttributes& attributes, std::size_t depth) {
    // Each archive makes two levels of the pickle, and an archive can contain itself.
    MODECHECK_CHECK(2 * depth + 4 <= kMostPickleDepth, ErrorClass::Argument,
                    "OutputArchive::save_to: archives are nested more than ", depth, " deep, which is the bound");
    const std::string module =
        classes_ == 0 ? "__torch__" : "__torch__.___torch_mangle_" + std::to_string(classes_ - 1);
    ++classes_;
    PickleRef out = PickleValue::make(PickleKind::Object);
    out->text = module + " Module";
    out->state = PickleValue::make(PickleKind::Dict);
    std::string parameters, buffers, types;
    for (const detail::SavedAttribute& one : attributes.list) {
      PickleRef value = one.nested != nullptr ? object(*one.nested, depth + 1)
                        : one.is_tuple        ? tuple(one.value)
                                              : values_.value(one.value, true);
      std::string type = one.is_tuple ? tuple_type(one.value) : modecheck::engine::archives::script_type(one.value);
      if (one.nested != nullptr) {
        type = value->text;
        std::replace(type.begin(), type.end(), ' ', '.');
      } else if (one.value.isTensor()) {
        (one.is_buffer ? buffers : parameters) += literal(one.key) + ", ";
      }
      types += "  __annotations__[" + literal(one.key) + "] = " + type + "\n";
      out->state->items.push_back(PickleValue::string(one.key));
      out->state->items.push_back(std::move(value));
    }
    std::string path = "code/" + module + ".py";
    std::replace(path.begin(), path.end() - 3, '.', '/');
    zip_.add(path, "class Module(Module):\n  __parameters__ = [" + parameters + "]\n  __buffers__ = [" + buffers +
                       "]\n  __annotations__ = []\n" + types);
    return out;
  }

 private:
  PickleRef tuple(const c10::IValue& list) {
    std::vector<PickleRef> items;
    for (const c10::IValue& item : list.toListRef()) items.push_back(values_.value(item, true));
    return PickleValue::tuple(std::move(items));
  }
  static std::string tuple_type(const c10::IValue& list) {
    std::string types;
    for (const c10::IValue& item : list.toListRef())
      types += (types.empty() ? "" : ", ") + modecheck::engine::archives::script_type(item);
    return "Tuple[" + types + "]";
  }

  ZipWriter& zip_;
  ValueWriter values_;
  std::size_t classes_ = 0;
};

// Returns the name of the root folder, which is the file's name without folders and extension, as PyTorch has it.
std::string root_of(const std::string& filename) {
  std::string out = filename.substr(filename.find_last_of('/') + 1);
  out = out.substr(0, out.find_last_of('.'));
  const bool is_usable = !out.empty() && out != "." && out != ".." &&
                         std::all_of(out.begin(), out.end(), [](char one) { return one > ' ' && one < 127; }) &&
                         out.find('\\') == std::string::npos;
  return is_usable ? out : "archive";
}

}  // namespace

OutputArchive::OutputArchive() : attributes_(std::make_shared<detail::SavedAttributes>()) {}
OutputArchive::~OutputArchive() = default;

void OutputArchive::write(const std::string& key, const c10::IValue& ivalue) {
  if (ivalue.isTensor()) return write(key, ivalue.toTensor());
  attributes_->add({key, ivalue, nullptr, false, false});
}

void OutputArchive::write(const std::string& key, const at::Tensor& tensor, bool is_buffer) {
  MODECHECK_CHECK(tensor.defined(), ErrorClass::Argument, "torch::save: an undefined tensor has nothing to save, as '",
                  key, "'");
  attributes_->add({key, tensor, nullptr, is_buffer, false});
}

void OutputArchive::write(const std::string& key, OutputArchive& nested_archive) {
  MODECHECK_CHECK(nested_archive.attributes_ != attributes_, ErrorClass::Argument,
                  "OutputArchive::write: the archive would contain itself, as '", key, "'");
  attributes_->add({key, {}, nested_archive.attributes_, false, false});
}

void detail::write_tuple(OutputArchive& archive, const std::string& key, const std::vector<c10::IValue>& items) {
  archive.attributes_->add({key, c10::IValue(items), nullptr, false, true});
}

std::string OutputArchive::bytes(const std::string& root) const {
  ZipWriter zip(root);
  ModuleWriter writer(zip);
  const PickleRef object = writer.object(*attributes_, 0);
  zip.add("data.pkl", modecheck::engine::archives::write_pickle(*object));
  zip.add("constants.pkl", modecheck::engine::archives::write_pickle(*PickleValue::tuple({})));
  return zip.finish();
}

void OutputArchive::save_to(const std::string& filename) {
  modecheck::engine::archives::write_file(filename, bytes(root_of(filename)));
}

void OutputArchive::save_to(std::ostream& stream) {
  const std::string archive = bytes("archive");
  stream.write(archive.data(), static_cast<std::streamsize>(archive.size()));
  MODECHECK_CHECK(stream.good(), ErrorClass::Argument, "torch::save: the stream did not take ", archive.size(),
                  " bytes");
}

void OutputArchive::save_to(const std::function<std::size_t(const void*, std::size_t)>& func) {
  const std::string archive = bytes("archive");
  const std::size_t taken = func(archive.data(), archive.size());
  MODECHECK_CHECK(taken == archive.size(), ErrorClass::Argument, "torch::save: the function took ", taken, " of ",
                  archive.size(), " bytes");
}

OutputArchive& operator<<(OutputArchive& archive, const at::Tensor& tensor) {
  archive.write("0", tensor);
  return archive;
}

}  // namespace serialize
}  // namespace modecheck_v1
}  // namespace torch
