#include "subjects/operators/gradient_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "subjects/operators/current_call.h"
#include "subjects/operators/judge.h"
#include "subjects/operators/state_checks.h"

namespace modecheck::operators {
namespace {

using Tensors = std::vector<at::Tensor>;

constexpr std::int64_t kMostElements = 4;  // of each tensor, that are moved for a difference
constexpr const char* kNoAutograd = "a kernel for Autograd";

// A sum of all elements of the results, each with its own weight. A result that is no floating-point number does not
// count, nor does one that `counts` leaves out.
at::Tensor weighted_sum(const std::vector<ResultTensor>& results, const std::vector<bool>& counts) {
  at::Tensor out;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!counts[i]) continue;
    const at::Tensor& one = results[i].tensor;
    const at::Tensor weights = torch::linspace(0.5, 1.5, one.numel(), at::kDouble).reshape(one.sizes());
    const at::Tensor part = (one.to(at::kDouble) * weights).sum();
    out = out.defined() ? out + part : part;
  }
  return out;
}

// Operators whose gradient is not the derivative of what they compute, by their own documents, or for arguments that
// fit.
struct LeftOut {
  std::string_view begin;  // of the name without namespace
  const char* reason;
};
constexpr std::array kLeftOut{
    LeftOut{"detach", "it cuts the history"},
    LeftOut{"data", "it cuts the history"},
    LeftOut{"normal", "its random numbers are not differentiated"},
    LeftOut{"_standard_gamma", "its gradient is that of the distribution"},
    LeftOut{"fake_quantize", "its gradient ignores the rounding"},
    LeftOut{"_fake_quantize", "its gradient ignores the rounding"},
    LeftOut{"index_put", "the drawn indices are equal, so that the order of writes counts"},
    LeftOut{"_index_put_impl", "the drawn indices are equal"},
    LeftOut{"put", "the drawn indices are equal"},
    LeftOut{"scatter", "the drawn indices are equal"},
    LeftOut{"max_unpool", "the drawn indices are equal"},
    LeftOut{"cholesky", "it reads a triangle of its argument, whose gradient is symmetric"},
    LeftOut{"linalg_cholesky", "it reads a triangle of its argument, whose gradient is symmetric"},
    LeftOut{"linalg_eigh", "it reads a triangle of its argument, whose gradient is symmetric"},
    LeftOut{"_linalg_eigh", "it reads a triangle of its argument, whose gradient is symmetric"},
    LeftOut{"linalg_eigvalsh", "it reads a triangle of its argument, whose gradient is symmetric"},
    LeftOut{"linalg_svd", "the signs of its results are free"},
    LeftOut{"_linalg_svd", "the signs of its results are free"},
    LeftOut{"embedding", "its gradient may be scaled by frequencies"},
    LeftOut{"ctc_loss", "drawn lengths do not fit"},
    LeftOut{"_test_", "its gradient is wrong, for PyTorch's own tests"},
};

bool is_left_out(std::string_view name) {
  if (name.substr(0, 6) != "aten::") return false;
  name.remove_prefix(6);
  // The arguments of a backward operator must be those of a forward call.
  if (name.find("_backward") != std::string_view::npos) return true;
  return std::any_of(kLeftOut.begin(), kLeftOut.end(),
                     [&](const LeftOut& one) { return name.substr(0, one.begin.size()) == one.begin; });
}

class GradientCheck {
 public:
  GradientCheck(const Operator& op, const DrawnCall& drawn, Judgement& out) : op_(op), drawn_(drawn), out_(out) {}

  void check() {
    situation_ = "recorded tensors in normal mode";
    if (is_left_out(op_.schema().name)) return skip(out_, "gradients: they are not meant to be the derivative");
    if (!choose_dtype()) return;
    call();
    if (!call_.succeeded) return skip(out_, "gradients: recorded tensors are rejected: " + call_.error);
    bool records = false;
    for (const ResultTensor& one : call_.results) {
      const bool number = is_number(one.tensor);
      counts_.push_back(number && one.tensor.requires_grad());
      numbers_.push_back(number);
      records = records || counts_.back();
    }
    if (!records) {
      if (doubles_) check_silence();
      return;
    }
    const std::optional<Tensors> gradients = backward(sum_of_results());
    if (!gradients) return skip(out_, "gradients: the backward is refused");
    if (doubles_) check_differences(*gradients);
    check_saved(*gradients);
    check_saved_inference();
  }

 private:
  static bool same_results(const OperatorCall& a, const OperatorCall& b) {
    if (a.results.size() != b.results.size()) return false;
    for (std::size_t i = 0; i < a.results.size(); ++i) {
      const at::Tensor& x = a.results[i].tensor;
      const at::Tensor& y = b.results[i].tensor;
      if (x.layout() != c10::kStrided || x.sizes() != y.sizes() || !at::equal(x, y)) return false;
    }
    return true;
  }

  void fail(const char* rule, const std::string& what, const std::string& missing) {
    add(out_.violations, {rule, what, missing, situation_, drawn_.text(op_.schema())});
  }
  std::string name(std::size_t tensor) const {
    return "`" + op_.schema().arguments[call_.arguments[tensor].argument].name + "`";
  }
  bool writes(std::size_t tensor) const { return op_.schema().arguments[call_.arguments[tensor].argument].writes(); }

  // Float64 elements, because differences need them. An operator that takes float32 only is judged without differences.
  // Returns false if neither can be judged.
  bool choose_dtype() {
    for (const bool doubles : {true, false}) {
      doubles_ = doubles;
      const OperatorCall plain = op_.call(drawn_, {TensorKind::Plain, false, doubles});
      if (!plain.succeeded) continue;
      if (!doubles) skip(out_, "differences: it takes no float64 tensors");
      if (same_results(plain, op_.call(drawn_, {TensorKind::Plain, false, doubles}))) return true;
      skip(out_, "gradients: its results differ from call to call, or are not dense");
      return false;
    }
    return false;
  }

  // Whether a tensor has elements whose gradients are judged.
  bool is_number(const at::Tensor& tensor) const {
    return tensor.layout() == c10::kStrided && tensor.scalar_type() == (doubles_ ? at::kDouble : at::kFloat) &&
           tensor.numel() != 0;
  }

  // Makes leaves and calls the operator with copies of them, so that it may write its arguments.
  void call() {
    leaves_ = op_.tensors(drawn_, {TensorKind::Leaf, false, doubles_});
    Tensors given;
    for (const at::Tensor& leaf : leaves_) given.push_back(leaf.clone());
    call_ = op_.call_with(drawn_, given, false);
  }

  at::Tensor sum_of_results() const { return weighted_sum(call_.results, counts_); }

  // The gradients of the leaves; none if the backward is refused.
  std::optional<Tensors> backward(const at::Tensor& sum) const {
    Tensors inputs;
    for (const at::Tensor& leaf : leaves_)
      if (leaf.requires_grad()) inputs.push_back(leaf);
    try {
      const TimeLimit limit;
      Tensors out = torch::autograd::grad({sum}, inputs, {}, c10::nullopt, false, true);
      for (std::size_t i = 0; i < out.size(); ++i)
        if (!out[i].defined()) out[i] = torch::zeros_like(inputs[i]);
      return out;
    } catch (const std::exception&) {
      return std::nullopt;
    }
  }

  // How the sum of the results changes with an element of a tensor; none if that is not smooth, or cannot be called.
  std::optional<double> difference(std::size_t tensor, std::int64_t element, const std::vector<bool>& counts) const {
    const auto slope = [&](double step) -> std::optional<double> {
      double ends[2] = {0, 0};
      for (const int side : {0, 1}) {
        Tensors given = op_.tensors(drawn_, {TensorKind::Plain, false, true});
        given[tensor].view({-1})[element] += side == 0 ? step : -step;
        const OperatorCall moved = op_.call_with(drawn_, given, false);
        if (!moved.succeeded || moved.results.size() != counts.size()) return std::nullopt;
        for (std::size_t i = 0; i < counts.size(); ++i)
          if (counts[i] && moved.results[i].tensor.sizes() != call_.results[i].tensor.sizes()) return std::nullopt;
        ends[side] = weighted_sum(moved.results, counts).item<double>();
      }
      return (ends[0] - ends[1]) / (2 * step);
    };
    const std::optional<double> wide = slope(1e-4);
    const std::optional<double> narrow = slope(3e-5);
    if (!wide || !narrow || !std::isfinite(*wide)) return std::nullopt;
    if (std::abs(*wide - *narrow) > 1e-3 * (1 + std::abs(*wide))) return std::nullopt;
    return narrow;
  }

  // Nothing is recorded. That is right only if the results do not depend on the elements, or are no numbers.
  void check_silence() {
    bool any = false;
    for (const bool number : numbers_) any = any || number;
    if (!any) return;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (!leaves_[i].requires_grad() || leaves_[i].numel() == 0 || leaves_[i].layout() != c10::kStrided) continue;
      const std::optional<double> slope = difference(i, 0, numbers_);
      if (slope && std::abs(*slope) > 1e-2)
        fail("S3", "records nothing, though its result depends on " + name(i) + ", which requires grad", kNoAutograd);
    }
  }

  void check_differences(const Tensors& gradients) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (!leaves_[i].requires_grad()) continue;
      if (leaves_[i].layout() != c10::kStrided) {
        ++next;
        continue;
      }
      const at::Tensor gradient = gradients[next++];
      if (gradient.layout() != c10::kStrided || gradient.sizes() != leaves_[i].sizes()) continue;
      const at::Tensor flat = gradient.to(at::kDouble).reshape({-1});
      for (std::int64_t element = 0; element < std::min(flat.numel(), kMostElements); ++element) {
        const std::optional<double> slope = difference(i, element, counts_);
        const double given = flat[element].item<double>();
        if (!slope || std::abs(*slope - given) <= 1e-3 * (1 + std::abs(*slope))) continue;
        fail("S3", "gives a gradient of " + name(i) + " that is not the derivative", "");
        return;
      }
    }
  }

  static bool close(const Tensors& a, const Tensors& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i].layout() == c10::kStrided && b[i].layout() == c10::kStrided &&
          (a[i].sizes() != b[i].sizes() || !at::allclose(a[i], b[i], 1e-6, 1e-9, true)))
        return false;
    return true;
  }

  // Writes `tensor` where no gradient is recorded, which its version tells. Returns whether it could be written.
  static bool overwrite(at::Tensor tensor, bool in_mode) {
    try {
      const c10::InferenceMode mode(in_mode);
      const at::NoGradGuard guard;
      tensor.mul_(3).add_(1);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  // Each argument and each result is written between the call and the backward. Then the backward must be refused, or
  // give the same gradients as without the write (rule S2).
  void check_saved(const Tensors& gradients) {
    const std::size_t arguments = call_.arguments.size();
    for (std::size_t i = 0; i < arguments + call_.results.size(); ++i) {
      call();
      if (!call_.succeeded || call_.results.size() != counts_.size()) return;
      const bool argument = i < arguments;
      const at::Tensor target = argument ? call_.arguments[i].tensor : call_.results[i - arguments].tensor;
      if (!is_number(target) || (argument && writes(i))) continue;
      // The sum is recorded before the write, so that the write concerns only what the operator saved.
      const at::Tensor sum = sum_of_results();
      if (!overwrite(target, false)) continue;
      const std::optional<Tensors> after = backward(sum);
      if (!after || close(gradients, *after)) continue;
      fail("S2",
           "computes a gradient from " + (argument ? name(i) : "result " + std::to_string(i - arguments)) +
               " as it was written after the call",
           "saving it with save_for_backward");
    }
  }

  // One argument is an inference tensor and is written in InferenceMode between the call and the backward (rule S1).
  void check_saved_inference() {
    situation_ = "recorded tensors and one inference tensor, in normal mode";
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (!leaves_[i].requires_grad() || leaves_.size() < 2 || writes(i)) continue;
      std::optional<Tensors> before;
      for (const bool write : {false, true}) {
        leaves_ = op_.tensors(drawn_, {TensorKind::Leaf, false, doubles_, static_cast<int>(i), TensorKind::Inference});
        Tensors given;
        for (const at::Tensor& leaf : leaves_) given.push_back(leaf.is_inference() ? leaf : leaf.clone());
        call_ = op_.call_with(drawn_, given, false);
        if (!call_.succeeded || call_.results.size() != counts_.size()) break;
        for (std::size_t k = 0; k < counts_.size(); ++k)
          counts_[k] = is_number(call_.results[k].tensor) && call_.results[k].tensor.requires_grad();
        if (write && !overwrite(given[i], true)) break;
        const std::optional<Tensors> gradients = backward(sum_of_results());
        if (!gradients) break;
        if (write && before && !close(*before, *gradients))
          fail("S1", "saves " + name(i) + ", an inference tensor, for backward", "saving it with save_for_backward");
        before = gradients;
      }
      call();
      if (!call_.succeeded || call_.results.size() != counts_.size()) return;
      for (std::size_t k = 0; k < counts_.size(); ++k)
        counts_[k] = is_number(call_.results[k].tensor) && call_.results[k].tensor.requires_grad();
    }
  }

  const Operator& op_;
  const DrawnCall& drawn_;
  Judgement& out_;
  bool doubles_ = true;
  std::string situation_;
  Tensors leaves_;
  OperatorCall call_;
  std::vector<bool> counts_;   // results that are recorded numbers
  std::vector<bool> numbers_;  // results that are numbers
};

}  // namespace

void check_gradients(const Operator& op, const DrawnCall& drawn, Judgement& out) {
  GradientCheck(op, drawn, out).check();
}

}  // namespace modecheck::operators
