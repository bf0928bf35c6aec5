#include "engine/provenance/debug_lines.h"

#include <mutex>
#include <vector>

#include "engine/provenance/function_name.h"

// The functions of libbacktrace that are used here. Only GCC has the header backtrace.h, but the library links with
// clang, too.
extern "C" {
struct backtrace_state;
using backtrace_error_callback = void (*)(void* data, const char* message, int error);
using backtrace_full_callback = int (*)(void* data, std::uintptr_t pc, const char* file, int line,
                                        const char* function);
using backtrace_syminfo_callback = void (*)(void* data, std::uintptr_t pc, const char* symbol, std::uintptr_t value,
                                            std::uintptr_t size);
backtrace_state* backtrace_create_state(const char* file, int threaded, backtrace_error_callback on_error, void* data);
int backtrace_pcinfo(backtrace_state* state, std::uintptr_t pc, backtrace_full_callback on_frame,
                     backtrace_error_callback on_error, void* data);
int backtrace_syminfo(backtrace_state* state, std::uintptr_t pc, backtrace_syminfo_callback on_symbol,
                      backtrace_error_callback on_error, void* data);
}

namespace modecheck::engine::provenance {
namespace {

// A function at an address. Several functions are at one address if calls were inlined.
struct FunctionAt {
  std::string name;
  std::string file;
  int line = 0;
  std::uintptr_t begin = 0;  // the address of the function's first instruction, 0 if that is not known
};

void ignore_error(void* /*data*/, const char* /*message*/, int /*error*/) {}

// Returns the path of a source file. For programs of clang, libbacktrace puts the compiler's working directory before
// an absolute path.
std::string path_of(const char* file) {
  const std::string path = file == nullptr ? "" : file;
  const std::size_t twice = path.rfind("//");
  return twice == std::string::npos ? path : path.substr(twice + 1);
}

int add_function(void* data, std::uintptr_t /*pc*/, const char* file, int line, const char* function) {
  if (function != nullptr) static_cast<std::vector<FunctionAt>*>(data)->push_back({function, path_of(file), line, 0});
  return 0;
}

void add_symbol(void* data, std::uintptr_t /*pc*/, const char* symbol, std::uintptr_t value, std::uintptr_t /*size*/) {
  if (symbol != nullptr) static_cast<std::vector<FunctionAt>*>(data)->push_back({symbol, "", 0, value});
}

backtrace_state* debug_information() {
  static backtrace_state* const state = backtrace_create_state(nullptr, 1, ignore_error, nullptr);
  return state;
}

// Returns the functions at the address, the innermost first. Without debug information that is the one function that
// the symbol table names.
std::vector<FunctionAt> functions_at(std::uintptr_t address) {
  std::vector<FunctionAt> out;
  backtrace_state* const state = debug_information();
  if (state == nullptr) return out;
  backtrace_pcinfo(state, address, add_function, ignore_error, &out);
  if (out.empty()) backtrace_syminfo(state, address, add_symbol, ignore_error, &out);
  return out;
}

// Returns the name that the symbol table gives to the function at the address, or "" if it has none.
std::string symbol_at(std::uintptr_t address) {
  std::vector<FunctionAt> out;
  if (debug_information() != nullptr) backtrace_syminfo(debug_information(), address, add_symbol, ignore_error, &out);
  return out.empty() ? "" : out.front().name;
}

// Says whose a function is.
struct Owner {
  bool is_library = false;  // the engine, or another library
  std::string engine_name;  // the linker's name of the function of the engine, or ""
};

// Debug information of lines only (clang's -gline-tables-only) gives functions no linkage names, but the symbol table
// does. The symbol is that of the function into which a call was inlined, and a lambda has no linkage name either. So
// the file tells whose an inlined function without a linkage name is.
Owner owner_of(const FunctionAt& function, std::uintptr_t address, bool is_inlined) {
  const bool is_linked = function.name.rfind("_Z", 0) == 0;
  const std::string symbol = is_linked ? function.name : symbol_at(address);
  const std::string& name = symbol.empty() ? function.name : symbol;
  Owner out;
  if (is_of_the_engine(name)) out.engine_name = name;
  out.is_library =
      !is_linked && is_inlined && out.engine_name.empty() ? is_file_of_a_library(function.file) : is_of_a_library(name);
  return out;
}

}  // namespace

SourcePlace place_of(const Frames& frames) {
  static std::mutex reading;
  const std::lock_guard<std::mutex> lock(reading);
  std::string called;
  for (const std::uintptr_t address : frames.addresses()) {
    const std::vector<FunctionAt> functions = functions_at(address);
    for (const FunctionAt& function : functions) {
      const Owner owner = owner_of(function, address, &function != &functions.back());
      if (!owner.engine_name.empty()) called = owner.engine_name;
      if (owner.is_library) continue;
      SourcePlace out;
      out.function = written_name(function.name);
      out.file = function.file;
      out.line = function.line;
      out.offset = function.begin == 0 ? 0 : address - function.begin;
      if (!called.empty()) out.called = written_name(called);
      return out;
    }
  }
  return {};
}

}  // namespace modecheck::engine::provenance
