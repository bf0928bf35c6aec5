#include "engine/jit/load.h"

#include <ostream>
#include <utility>
#include <vector>

#include "engine/archive/file_bytes.h"
#include "engine/archive/limits.h"
#include "engine/archive/pickle_reader.h"
#include "engine/archive/pickle_writer.h"
#include "engine/jit/object_reader.h"
#include "engine/jit/object_writer.h"
#include "engine/jit/saved_source.h"
#include "engine/script/object.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

namespace archives = modecheck::engine::archives;
namespace script_types = modecheck::engine::script;
using archives::PickleKind;
using archives::PickleRef;
using archives::ZipReader;
using modecheck::engine::ErrorClass;
using modecheck::engine::jit::ObjectReader;
using modecheck::engine::jit::ObjectWriter;
using modecheck::engine::jit::SavedSource;

namespace {

constexpr const char* kData = "data.pkl";
constexpr const char* kConstants = "constants.pkl";
const std::string kExtra = "extra/";

bool begins_with(const std::string& text, const std::string& head) { return text.compare(0, head.size(), head) == 0; }

PickleRef root_of(const ZipReader& zip, const char* entry) {
  return archives::read_pickle(zip.read(entry, archives::kMostPickleBytes), zip.place(entry));
}

std::shared_ptr<const SavedSource> source_of(const ZipReader& zip, const std::string& file) {
  auto out = std::make_shared<SavedSource>();
  out->file = file;
  for (const std::string& name : zip.names())
    if (name != kData && !begins_with(name, "data/") && !begins_with(name, kExtra))
      out->entries.emplace(name, zip.read(name, zip.size(name)));
  return out;
}

std::vector<script_types::Value> constants_of(const ZipReader& zip, std::optional<c10::Device> device) {
  const PickleRef root = root_of(zip, kConstants);
  archives::ValueReader values(zip, kConstants, device, "constants/");
  values.place().require(root->is(PickleKind::Tuple), "the constants are ", phrase(root->kind), ", not a tuple");
  ObjectReader reader(values, nullptr);
  std::vector<script_types::Value> out;
  for (const PickleRef& item : root->items) out.push_back(reader.value(item));
  return out;
}

Module load_bytes(std::string bytes, const std::string& file, std::optional<c10::Device> device,
                  ExtraFilesMap* extra_files) {
  const ZipReader zip(std::move(bytes), file);
  zip.place(kConstants)
      .require(zip.contains(kConstants),
               "the archive has no such entry, so it has no TorchScript model. torch::load reads what torch::save "
               "wrote, and torch::pickle_load what Python's torch.save wrote");
  const std::shared_ptr<const SavedSource> source = source_of(zip, file);
  const auto reader = [source](const std::string& path) -> std::optional<std::string> {
    const auto found = source->entries.find(path);
    return found == source->entries.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
  const auto unit = script_types::CompilationUnit::make(reader, constants_of(zip, device));
  archives::ValueReader values(zip, kData, device);
  const PickleRef root = root_of(zip, kData);
  values.place().require(root->is(PickleKind::Object), "the archive has ", phrase(root->kind), ", not a module");
  script_types::Value object;
  try {
    object = ObjectReader(values, unit.get()).value(root);
    unit->check_methods();
  } catch (c10::Error& error) {
    error.add_context("while loading " + file);
    throw;
  }
  if (extra_files != nullptr)
    for (auto& [name, text] : *extra_files)
      if (zip.contains(kExtra + name)) text = zip.read(kExtra + name, zip.size(kExtra + name));
  return Module(c10::detail::ScriptObject{object.object(), source});
}

std::string saved_bytes(const c10::detail::ScriptObject& module, const ExtraFilesMap& extra_files) {
  MODECHECK_CHECK(module.source != nullptr, ErrorClass::Argument,
                  "torch::jit::Module::save: the source of the module is not known; save the module that "
                  "torch::jit::load returned");
  archives::ZipWriter zip("archive");
  ObjectWriter writer(zip);
  zip.add(kData, archives::write_pickle(*writer.value(script_types::Value(module.object), nullptr)));
  bool has_byte_order = false;
  for (const auto& [name, bytes] : module.source->entries) {
    zip.add(name, bytes.data(), bytes.size());
    has_byte_order = has_byte_order || name == "byteorder";
  }
  if (!has_byte_order) zip.add("byteorder", "little");
  for (const auto& [name, text] : extra_files) zip.add(kExtra + name, text.data(), text.size());
  return zip.finish(true);
}

}  // namespace

Module load(const std::string& filename, std::optional<c10::Device> device, bool /*load_debug_files*/) {
  return load_bytes(archives::read_file(filename), filename, device, nullptr);
}
Module load(std::istream& in, std::optional<c10::Device> device, bool /*load_debug_files*/) {
  return load_bytes(archives::read_stream(in, "the stream"), "the stream", device, nullptr);
}
Module load(const std::string& filename, std::optional<c10::Device> device, ExtraFilesMap& extra_files,
            bool /*load_debug_files*/) {
  return load_bytes(archives::read_file(filename), filename, device, &extra_files);
}
Module load(std::istream& in, std::optional<c10::Device> device, ExtraFilesMap& extra_files,
            bool /*load_debug_files*/) {
  return load_bytes(archives::read_stream(in, "the stream"), "the stream", device, &extra_files);
}

void Module::save(const std::string& filename, const ExtraFilesMap& extra_files) const {
  archives::write_file(filename, saved_bytes(held(), extra_files));
}

void Module::save(std::ostream& out, const ExtraFilesMap& extra_files) const {
  const std::string bytes = saved_bytes(held(), extra_files);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  MODECHECK_CHECK(out.good(), ErrorClass::Argument, "torch::jit::Module::save: the stream did not take ", bytes.size(),
                  " bytes");
}

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
