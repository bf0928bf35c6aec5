#include "subjects/operators/state_checks.h"

#include <algorithm>

namespace modecheck::operators {
namespace {

constexpr const char* kNoViewKernel = "a kernel for ADInplaceOrView";

class StateCheck {
 public:
  StateCheck(const Operator& op, const DrawnCall& drawn, std::vector<Violation>& out)
      : op_(op), drawn_(drawn), out_(out) {}

  void check() {
    judge("normal tensors in normal mode", {TensorKind::Plain, false});
    judge("inference tensors in InferenceMode", {TensorKind::Inference, true});
    judge("normal tensors in InferenceMode", {TensorKind::Plain, true});
    judge("recorded tensors in InferenceMode", {TensorKind::Recorded, true});
    judge("inference tensors in normal mode", {TensorKind::Inference, false});
    judge("leaves that require grad, in normal mode", {TensorKind::Leaf, false});
  }

 private:
  void judge(const char* text, const Situation& situation) {
    situation_ = text;
    in_mode_ = situation.in_mode;
    call_ = op_.call(drawn_, situation);
    if (!call_.succeeded) {
      check_rejected(op_, drawn_, call_, situation_, in_mode_, out_);
      return;
    }
    for (const ArgumentTensor& one : call_.arguments) judge_argument(one, situation);
    // A result may share a part of a tensor of another layout, such as the values of a sparse one.
    for (const ArgumentTensor& one : call_.arguments)
      if (one.tensor.layout() != c10::kStrided) return;
    for (const ResultTensor& one : call_.results) judge_result(one);
    earlier_.push_back(call_);
  }

  const SchemaArgument& schema_of(const ArgumentTensor& one) const { return op_.schema().arguments[one.argument]; }

  void fail(const char* rule, const std::string& what, const std::string& missing) {
    add(out_, {rule, what, missing, situation_, drawn_.text(op_.schema())});
  }

  void judge_argument(const ArgumentTensor& one, const Situation& situation) {
    const SchemaArgument& argument = schema_of(one);
    const std::string name = "`" + argument.name + "`";
    const bool changed = one.before.differs(one.after);
    const bool bumped = !one.before.inference && one.after.version != one.before.version;
    if (one.before.inference != one.after.inference)
      fail("K3", "turns " + name + " into a tensor of the other kind", "");
    if (in_mode_ && one.before.grad_fn != one.after.grad_fn)
      fail("S5", "records the write of " + name + " in InferenceMode", "");
    if (!argument.writes()) {
      if (changed)
        fail("V4", "writes " + name + ", which the schema does not declare", "the annotation (a!) of " + name);
      else if (bumped)
        fail("V4", "bumps the version of " + name + " without a write", "");
      return;
    }
    if (!changed) return;
    if (one.before.inference && !in_mode_)
      fail("M2", "writes " + name + ", an inference tensor, in normal mode", kNoViewKernel);
    if (!one.before.inference && !bumped)
      fail("V3", "writes " + name + " and does not bump its version", kNoViewKernel);
    if (situation.kind == TensorKind::Leaf && !in_mode_ && one.before.requires_grad)
      fail("W4", "writes " + name + ", a leaf that requires grad", "a kernel for Autograd");
  }

  // An argument whose storage the result has, preferably itself.
  const ArgumentTensor* aliased_by(const at::Tensor& result) const {
    const ArgumentTensor* out = nullptr;
    for (const ArgumentTensor& one : call_.arguments) {
      if (one.tensor.is_same(result)) return &one;
      if (storage_of(result) != nullptr && storage_of(result) == one.after.storage) out = &one;
    }
    return out;
  }

  void judge_result(const ResultTensor& one) {
    const std::vector<SchemaArgument>& results = op_.schema().results;
    if (one.result >= results.size()) return;
    const SchemaArgument& declared = results[one.result];
    const ArgumentTensor* source = aliased_by(one.tensor);
    if (source == nullptr) {
      judge_fresh(one.tensor, declared);
      return;
    }
    const std::string name = "`" + schema_of(*source).name + "`";
    if (!declared.may_alias(schema_of(*source))) {
      fail("W1",
           std::string(one.tensor.is_same(source->tensor) ? "returns " : "returns memory of ") + name +
               ", which the schema does not declare",
           "the same annotation, such as (a), at " + name + " and at the result");
      return;
    }
    if (one.tensor.is_same(source->tensor)) return;
    if (declared.writes()) {
      fail("K4", "returns another tensor than " + name + ", which it writes", "");
      return;
    }
    judge_view(one.tensor, *source, name);
  }

  void judge_fresh(const at::Tensor& result, const SchemaArgument& declared) {
    if (declared.writes()) fail("K4", "returns a new tensor in place of the argument that it writes", "");
    if (result.layout() != c10::kStrided || is_kept(result)) return;
    if (result.is_inference() != in_mode_)
      fail("K4",
           in_mode_ ? "returns a normal tensor with storage of its own"
                    : "returns an inference tensor with storage of its own",
           "");
    if (in_mode_ && (result.requires_grad() || result.grad_fn() != nullptr)) fail("S5", "records in InferenceMode", "");
  }

  // Whether the operator returned the storage before, so that it keeps it and does not allocate it.
  bool is_kept(const at::Tensor& result) const {
    for (const OperatorCall& call : earlier_)
      for (const ResultTensor& one : call.results)
        if (storage_of(one.tensor) != nullptr && storage_of(one.tensor) == storage_of(result)) return true;
    return false;
  }

  void judge_view(const at::Tensor& result, const ArgumentTensor& source, const std::string& name) {
    if (result.is_inference() != source.tensor.is_inference()) {
      fail("K2", "returns an alias of " + name + " of the other kind", kNoViewKernel);
      return;
    }
    if (result.is_inference()) {
      if (result.is_view()) fail("K6", "tracks a view of " + name + ", an inference tensor", "");
      return;
    }
    if (!result.is_view()) {
      if (!untracked_by_rule())
        fail("W1", "returns an alias of " + name + " that is not tracked as a view", kNoViewKernel);
      return;
    }
    if (in_mode_ && result.grad_fn() != nullptr)
      fail("W3", "returns a view of " + name + " that has a grad_fn although it is made in InferenceMode", "");
    const std::int64_t was = result._version();
    source.tensor.unsafeGetTensorImpl()->bump_version();
    if (result._version() == was)
      fail("V1", "returns an alias of " + name + " with a version counter of its own", kNoViewKernel);
  }

  // Rule W1 names the aliases that are not tracked.
  bool untracked_by_rule() const {
    const std::string& name = op_.schema().name;
    return name == "aten::detach" || name == "aten::data" || name == "aten::view.dtype";
  }

  const Operator& op_;
  const DrawnCall& drawn_;
  std::vector<Violation>& out_;
  OperatorCall call_;
  std::vector<OperatorCall> earlier_;  // they keep their results, so that no storage is freed and allocated again
  std::string situation_;
  bool in_mode_ = false;
};

}  // namespace

void add(std::vector<Violation>& out, Violation violation) {
  const bool known = std::any_of(out.begin(), out.end(), [&](const Violation& one) {
    return one.rule == violation.rule && one.what == violation.what;
  });
  if (!known) out.push_back(std::move(violation));
}

void check_rejected(const Operator& op, const DrawnCall& drawn, const OperatorCall& call, const std::string& situation,
                    bool in_mode, std::vector<Violation>& out) {
  for (const ArgumentTensor& one : call.arguments) {
    const bool changed = one.before.differs(one.after);
    if (!changed && one.before.version == one.after.version) continue;
    const std::string name = "`" + op.schema().arguments[one.argument].name + "`";
    Violation violation{"E1", (changed ? "changes " : "bumps the version of ") + name + " and is then rejected", "",
                        situation + "; it is rejected: " + call.error, drawn.text(op.schema())};
    if (one.before.inference && !in_mode) {
      violation.rule = "P3";
      violation.what = "writes " + name + ", an inference tensor, and is then rejected";
    }
    add(out, std::move(violation));
  }
}

void check_states(const Operator& op, const DrawnCall& drawn, std::vector<Violation>& out) {
  StateCheck(op, drawn, out).check();
}

}  // namespace modecheck::operators
