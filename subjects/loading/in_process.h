// A plug-in that runs in this process. That is the fastest way, but a crash of the plug-in ends this process.
#pragma once

#include <string>
#include <utility>

#include "subjects/interface/runner.h"
#include "subjects/loading/plugin.h"

namespace modecheck::subjects {

class InProcess final : public Runner {
 public:
  // Opens the plug-in. Throws PluginError if the plug-in does not have the device.
  InProcess(Plugin plugin, const spec::SubjectOptions& options) : plugin_(std::move(plugin)), options_(options) {
    session_ = plugin_.has_device(options.device) ? plugin_.table().open(&options_) : nullptr;
    if (session_ == nullptr) throw PluginError("subject '" + plugin_.name() + "' does not have this device");
  }
  ~InProcess() override { plugin_.table().close(session_); }

  std::string name() const override { return plugin_.name(); }
  std::string version() const override { return plugin_.version(); }
  std::string identity() const override { return plugin_.identity(); }
  spec::DeviceKind device() const override { return options_.device; }
  bool supports(spec::OperationId operation) const override { return plugin_.supports(operation, options_.device); }
  void run(const spec::ProgramView& program, spec::Trace& trace) override {
    plugin_.table().run(session_, &program, &trace);
  }

 private:
  Plugin plugin_;
  spec::SubjectOptions options_;
  void* session_;
};

}  // namespace modecheck::subjects
