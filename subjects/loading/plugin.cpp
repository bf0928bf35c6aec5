#include "subjects/loading/plugin.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "subjects/loading/worker.h"

namespace modecheck::subjects {

struct PluginFacts {
  WorkerBlock::Greeting greeting;
};

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "modecheck_subject_";
constexpr std::string_view kSuffix = ".so";

const spec::SubjectTable* checked(const spec::SubjectTable* table, const std::string& file) {
  if (table == nullptr) throw PluginError(file + ": " + spec::kSubjectEntryName + " returned nothing");
  if (table->abi != spec::kSubjectAbi) {
    std::ostringstream what;
    what << file << ": built for version " << table->abi << " of the subject interface, this program needs "
         << spec::kSubjectAbi << "; build the plug-in again";
    throw PluginError(what.str());
  }
  return table;
}

// Returns the file of the shared library that holds this code, or "" if the running program itself holds it.
std::string own_library() {
  Dl_info info{};
  link_map* library = nullptr;
  if (dladdr1(reinterpret_cast<const void*>(&find_plugin), &info, reinterpret_cast<void**>(&library),
              RTLD_DL_LINKMAP) == 0 ||
      library == nullptr)
    return {};
  return library->l_name;  // the file's name, which is empty for the running program
}

}  // namespace

std::vector<std::string> own_folders() {
  std::vector<std::string> out;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) out.push_back(program.parent_path().string());
  if (const std::string library = own_library(); !library.empty()) {
    const fs::path file = fs::canonical(library, error);
    if (!error) out.push_back(file.parent_path().string());
  }
  return out;
}

std::vector<std::string> search_path() {
  std::vector<std::string> out;
  if (const char* const variable = std::getenv("MODECHECK_SUBJECT_PATH")) {
    std::istringstream folders{std::string(variable)};
    for (std::string folder; std::getline(folders, folder, ':');)
      if (!folder.empty()) out.push_back(folder);
  }
  for (const std::string& own : own_folders()) {
    out.push_back(own);
    fs::path folder = own;
    for (int level = 0; level < 4; ++level) {
      out.push_back((folder / "subjects").string());
      out.push_back((folder / "lib" / "modecheck").string());
      folder = folder.parent_path();
    }
  }
  return out;
}

std::string find_plugin(std::string_view name) {
  const std::string file = std::string(kPrefix) + std::string(name) + std::string(kSuffix);
  for (const std::string& folder : search_path()) {
    std::error_code error;
    const fs::path candidate = fs::path(folder) / file;
    if (fs::is_regular_file(candidate, error)) return candidate.string();
  }
  return {};
}

std::vector<std::string> available_plugins() {
  std::vector<std::string> out;
  for (const std::string& folder : search_path()) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const std::string file = at->path().filename().string();
      if (file.size() <= kPrefix.size() + kSuffix.size() || file.compare(0, kPrefix.size(), kPrefix) != 0 ||
          file.compare(file.size() - kSuffix.size(), kSuffix.size(), kSuffix) != 0)
        continue;
      out.push_back(file.substr(kPrefix.size(), file.size() - kPrefix.size() - kSuffix.size()));
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Plugin Plugin::load(const std::string& name_or_file) {
  std::string file = name_or_file;
  if (file.find('/') == std::string::npos) {
    file = find_plugin(name_or_file);
    if (file.empty()) {
      std::string what = "no subject '" + name_or_file + "': " + std::string(kPrefix) + name_or_file +
                         std::string(kSuffix) + " is in none of";
      for (const std::string& folder : search_path()) what += "\n  " + folder;
      throw PluginError(what + "\nSet MODECHECK_SUBJECT_PATH to the folder that holds it.");
    }
    if (names_version(name_or_file)) return asked(std::move(file));
  }
  // RTLD_LOCAL, because two plug-ins may define the same names (libtorch's and our engine's), and must not see each
  // other's.
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    // Libraries that are loaded at run time share a small block of static thread-local storage. If other libraries have
    // used up that block, this plug-in runs in a process of its own.
    if (why != nullptr && std::strstr(why, "static TLS block") != nullptr) return asked(std::move(file));
    throw PluginError("cannot load subject " + file + ": " + (why != nullptr ? why : "unknown reason"));
  }
  const auto entry = reinterpret_cast<spec::SubjectEntry>(dlsym(library, spec::kSubjectEntryName));
  if (entry == nullptr)
    throw PluginError(file + " is not a subject: it does not export " + std::string(spec::kSubjectEntryName));
  return Plugin(checked(entry(), file), file);
}

Plugin Plugin::asked(std::string file) {
  const Worker worker(file, spec::SubjectOptions{});
  Plugin out(nullptr, std::move(file));
  out.facts_ = std::make_shared<const PluginFacts>(PluginFacts{worker.greeting()});
  return out;
}

std::string Plugin::name() const { return runs_in_worker() ? facts_->greeting.name.data() : table_->name; }
std::string Plugin::version() const { return runs_in_worker() ? facts_->greeting.version.data() : table_->version; }
std::string Plugin::identity() const { return runs_in_worker() ? facts_->greeting.identity.data() : table_->identity; }

bool Plugin::has_device(spec::DeviceKind device) const {
  return runs_in_worker() ? facts_->greeting.devices[static_cast<std::size_t>(device)] != 0
                          : table_->has_device(device);
}

bool Plugin::supports(spec::OperationId operation, spec::DeviceKind device) const {
  return runs_in_worker() ? facts_->greeting.supports[static_cast<std::size_t>(device)][operation] != 0
                          : table_->supports(operation, device);
}

const spec::SubjectTable& Plugin::table() const {
  if (runs_in_worker()) throw std::logic_error(file_ + " runs in a worker process and is not loaded into this one");
  return *table_;
}

bool names_version(std::string_view name) {
  const std::size_t dash = name.rfind('-');
  return dash != std::string_view::npos && dash + 1 < name.size() &&
         std::isdigit(static_cast<unsigned char>(name[dash + 1])) != 0;
}

Plugin Plugin::linked(spec::SubjectEntry entry) { return Plugin(checked(entry(), "the linked subject"), {}); }

}  // namespace modecheck::subjects
