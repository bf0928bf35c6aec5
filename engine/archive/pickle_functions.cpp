#include "engine/archive/pickle_functions.h"

#include <fstream>
#include <utility>

#include "engine/archive/file_bytes.h"
#include "engine/archive/limits.h"
#include "engine/archive/pickle_reader.h"
#include "engine/archive/pickle_writer.h"
#include "engine/archive/value_reader.h"
#include "engine/archive/value_writer.h"

namespace torch {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;
using modecheck::engine::archives::kMostPickleBytes;
using modecheck::engine::archives::PickleKind;
using modecheck::engine::archives::PickleRef;
using modecheck::engine::archives::PickleValue;
using modecheck::engine::archives::ValueReader;
using modecheck::engine::archives::ValueWriter;
using modecheck::engine::archives::ZipReader;
using modecheck::engine::archives::ZipWriter;

namespace {

constexpr const char* kPickleEntry = "data.pkl";

PickleRef read_root(const ZipReader& zip) {
  return modecheck::engine::archives::read_pickle(zip.read(kPickleEntry, kMostPickleBytes), zip.place(kPickleEntry));
}

}  // namespace

std::vector<char> pickle_save(const c10::IValue& ivalue) {
  ZipWriter zip("archive");
  ValueWriter writer(zip);
  const PickleRef value = writer.value(ivalue, true);
  zip.add(kPickleEntry, modecheck::engine::archives::write_pickle(*value));
  const std::string bytes = zip.finish();
  return {bytes.begin(), bytes.end()};
}

c10::IValue pickle_load(const std::vector<char>& data) {
  const ZipReader zip(std::string(data.begin(), data.end()), "the bytes");
  const PickleRef root = read_root(zip);
  zip.place(kPickleEntry)
      .require(!root->is(PickleKind::Object),
               "the archive has a TorchScript module; torch::load and InputArchive read it");
  return ValueReader(zip, kPickleEntry, std::nullopt).value(root);
}

void save_state_dict(const StateDict& state_dict, const std::string& filename) {
  ZipWriter zip("archive");
  ValueWriter writer(zip);
  PickleRef dict = PickleValue::make(PickleKind::Dict);
  dict->is_ordered = true;
  for (const auto& entry : state_dict) {
    dict->items.push_back(PickleValue::string(entry.key()));
    dict->items.push_back(writer.tensor(entry.value()));
  }
  zip.add(kPickleEntry, modecheck::engine::archives::write_pickle(*dict));
  modecheck::engine::archives::write_file(filename, zip.finish());
}

StateDict load_state_dict(const std::string& filename, std::optional<c10::Device> device) {
  const ZipReader zip(modecheck::engine::archives::read_file(filename), filename);
  const PickleRef root = read_root(zip);
  ValueReader reader(zip, kPickleEntry, device);
  reader.place().require(root->is(PickleKind::Dict), "a state dict was expected, and the file has ",
                         phrase(root->kind));
  StateDict out;
  for (std::size_t i = 0; i + 1 < root->items.size(); i += 2) {
    const PickleValue& key = *root->items[i];
    reader.place().require(key.is(PickleKind::String), "a key of the state dict is ", phrase(key.kind), ", not a str");
    reader.place().require(root->items[i + 1]->is(PickleKind::Call), "the value of ",
                           modecheck::engine::archives::in_quotes(key.text), " is ", phrase(root->items[i + 1]->kind),
                           ", not a tensor; torch::pickle_load reads other values");
    reader.place().require(out.insert(key.text, reader.tensor(root->items[i + 1])).second, "the state dict has ",
                           modecheck::engine::archives::in_quotes(key.text), " twice");
  }
  return out;
}

}  // namespace modecheck_v1
}  // namespace torch
