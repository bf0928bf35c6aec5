// This program runs the API samples with libtorch and prints what each of them prints, as one line per sample.
#include <iostream>

#include "tests/engine/api/api_samples.h"

namespace {

struct Silent : c10::WarningHandler {
  void process(const c10::SourceLocation&, const std::string&, bool) override {}
};

}  // namespace

int main() {
  c10::SetStackTraceFetcher([] { return std::string(); });
  at::set_num_threads(1);
  Silent silent;
  c10::Warning::set_warning_handler(&silent);
  for (const api_samples::Sample& sample : api_samples::all()) std::cout << api_samples::as_line(sample) << '\n';
  c10::Warning::set_warning_handler(nullptr);
}
