#include "properties/generator.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "properties/choice_random.h"
#include "properties/generator_sketch.h"
#include "spec/operator_id.h"
#include "spec/promotion.h"
#include "spec/slots.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Extra;
using spec::Group;
using spec::Record;

constexpr int kMoods = 256;
constexpr int kAttempts = 4;  // proposals for one command before a foreseen failure is accepted

// The writing of one program. `TheChoice` is RandomChoice where speed matters, Choice elsewhere.
template <typename TheChoice>
class Writer {
 public:
  Writer(TheChoice& choice, const GeneratorOptions& options, const OperationMenu& menu)
      : choice_(choice), options_(options), menu_(menu), swarm_(draw_swarm(choice, menu)) {}

  void write(spec::Program& program) {
    program.records.clear();
    if (swarm_.nothing) return;
    sketch_.reset();
    const int most = std::clamp(options_.max_commands, 0, spec::kMaxCommands);
    const int least = std::clamp(options_.min_commands, 0, most);
    const int length = least + draw(most - least + 1);
    program.records.reserve(static_cast<std::size_t>(length));
    two_threads_ = options_.second_thread_one_in > 0 && one_in(options_.second_thread_one_in);
    for (int attempts = 2 * length; attempts > 0 && program.records.size() < at(length); --attempts) {
      Record record;
      if (command(record)) program.records.push_back(record);
    }
  }

 private:
  // What the next commands are meant to be, besides what is drawn.
  enum class Plan : std::uint8_t { None, Write, Use, Backward, Look };

  int draw(int n) { return static_cast<int>(choice_.below(static_cast<std::uint32_t>(n))); }
  bool one_in(int n) { return choice_.below(static_cast<std::uint32_t>(n)) == 0; }
  const SketchTensor& tensor(int reg) const { return sketch_.tensor(reg); }
  bool allowed(spec::OperationId id) const { return options_.operations.test(id); }
  bool allowed(Extra extra) const { return allowed(spec::id_of(extra)); }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // One command that is foreseen to succeed, or one that is meant to fail. False: none that is allowed was found.
  bool command(Record& record) {
    if (two_threads_ && one_in(5)) thread_ ^= 1;
    sketch_.look_from(thread_);
    // One number for all three decisions.
    const int mood = draw(kMoods);
    const bool blind = mood < options_.blind_of_256;
    reckless_ = mood >= kMoods - options_.reckless_of_256;
    const bool keep_wrong = blind || mood % 8 == 0;
    for (int attempt = 0; attempt < kAttempts + 8; ++attempt) {
      record = Record{};
      record.thread = static_cast<std::uint8_t>(thread_);
      if (!(attempt == 0 && propose_planned(record))) {
        record.operation = wanted_ ? *std::exchange(wanted_, std::nullopt) : draw_operation();
        // Of what seldom finds its arguments, blind calls would be nearly all.
        const OperationFacts& facts = facts_of(record.operation);
        // There is little that gives complex numbers.
        if (facts.pattern == Pattern::RealInverse && !one_in(12) &&
            !any([](const SketchTensor& t) { return spec::is_complex(t.dtype) && t.shape.rank > 0; }))
          continue;
        // To most blind calls of bags there is no answer.
        const bool is_seldom = facts.pattern == Pattern::EmbeddingBag ||
                               (adds_product(facts.pattern) && facts.pattern != Pattern::AddMm && !any_sum(facts)) ||
                               ((facts.spatial == 3 || facts.pattern == Pattern::Convolution || wants_batch(facts)) &&
                                !any([&](const SketchTensor& t) { return is_image(facts, t); }));
        if (blind && !is_seldom)
          fill_blindly(record);
        else
          fill(record);
      }
      if (options_.avoid && options_.avoid(record, situation(record))) continue;
      const Foreseen foreseen = sketch_.step(record);
      if (foreseen == Foreseen::Ok) {
        follow_up(record);
        return true;
      }
      if (foreseen == Foreseen::Error && (keep_wrong || reckless_ || attempt >= kAttempts)) return true;
    }
    return false;
  }

  Situation situation(const Record& record) const {
    Situation out;
    const SketchMode& mode = sketch_.mode(record.thread);
    out.inference_mode = mode.inference;
    out.grad_mode = mode.grad;
    out.autograd_excluded = mode.no_autograd;
    for (std::size_t i = 0; i < spec::kMaxOperands; ++i) {
      const SketchTensor& operand = tensor(record.operands[i]);
      out.inference[i] = operand.inference;
      out.requires_grad[i] = operand.requires_grad;
      out.view[i] = operand.view;
    }
    return out;
  }

  spec::OperationId draw_operation() {
    const Group group = swarm_.table[choice_.below(Swarm::kSlots)];
    return menu_.draw(group, choice_);
  }

  // ---- plans ----

  // Guards end after the number of commands that was drawn for them; a write, a backward or a look at what was made
  // comes soon after it.
  bool propose_planned(Record& record) {
    int& until_leave = until_leave_[at(thread_)];
    if (until_leave > 0 && --until_leave == 0 && sketch_.depth(thread_) > 0) {
      const bool by_exception = one_in(10);
      const Extra leave = by_exception ? Extra::LeaveByException : Extra::Leave;
      if (allowed(leave)) {
        record.operation = spec::id_of(leave);
        if (by_exception) record.immediates[0] = static_cast<std::int8_t>(one_in(4) ? 2 : 1);
        if (sketch_.depth(thread_) > 1) until_leave = guard_length();
        return true;
      }
    }
    if (plan_ == Plan::None || delay_-- > 0) return false;
    const Plan plan = std::exchange(plan_, Plan::None);
    reckless_ = reckless_ || bold_plan_;
    switch (plan) {
      case Plan::Write:
        return propose_write(record);
      case Plan::Use: {
        const Group group = one_in(4) ? Group::Matrix : Group::Pointwise;
        return propose_with(record, group);
      }
      case Plan::Backward:
        if (!allowed(Extra::Backward) || !flows_back(tensor(planned_))) return false;
        record.operation = spec::id_of(Extra::Backward);
        fill_backward(record, planned_);
        return true;
      default:
        record.operation = spec::id_of(Extra::GradFn);
        record.operands[0] = static_cast<std::uint8_t>(planned_);
        return allowed(Extra::GradFn);
    }
  }

  bool propose_write(Record& record) {
    // A third of these writes happen under a guard of their own.
    if (!guarded_write_ && one_in(3) && !menu_.empty(Group::ModeGuard)) {
      const std::uint32_t which = choice_.below(4);
      const Extra guard = which < 2    ? Extra::EnterInferenceMode
                          : which == 2 ? Extra::EnterNoGrad
                                       : Extra::EnterAutoGradMode;
      if (allowed(guard)) {
        record.operation = spec::id_of(guard);
        record.immediates[0] = guard == Extra::EnterInferenceMode ? 1 : 0;
        guarded_write_ = true;
        plan_ = Plan::Write;
        delay_ = 0;
        return true;
      }
    }
    guarded_write_ = false;
    return propose_with(record, Group::InPlace);
  }

  // An operation of the group on the register of the plan.
  bool propose_with(Record& record, Group group) {
    if (menu_.empty(group)) return false;
    record.operation = menu_.draw(group, choice_);
    focus_ = planned_;
    forced_self_ = planned_;
    fill(record);
    forced_self_ = -1;
    // What requires grad is what makes an operator keep its other operand.
    if (bold_plan_ && group != Group::InPlace && facts_of(record.operation).tensors == 2) {
      const Shape& shape = tensor(planned_).shape;
      operand(record, 1,
              pick_if([&](const SketchTensor& t, int) { return t.requires_grad && broadcastable(t.shape, shape); }));
    }
    return true;
  }

  void plan(Plan what, int reg, int delay) {
    plan_ = what;
    planned_ = reg;
    delay_ = delay;
    bold_plan_ = false;
  }

  // The command that leaves counts: 2 is a guard around one command.
  int guard_length() {
    const int kind = draw(8);
    return kind < 2 ? 2 : kind < 5 ? 3 + draw(5) : 8 + draw(12);
  }

  // What a successful command suggests for the next ones.
  void follow_up(const Record& record) {
    const OperationFacts& facts = facts_of(record.operation);
    if (facts.kind == spec::CommandKind::EnterGuard) {
      until_leave_[at(record.thread)] = guarded_write_ ? 2 : guard_length();
      return;
    }
    if (facts.kind == spec::CommandKind::Read || facts.kind == spec::CommandKind::Leave) return;
    if (facts.writes) {
      focus_ = record.operands[0];
      // After a write: gradients that flow through it, or through what it spoilt.
      const int what = draw(8);
      if (what < 2) plan(Plan::Backward, result_, draw(2));
      if (what == 2) plan(Plan::Backward, focus_, 0);
      if (what == 3) plan(Plan::Look, draw(spec::kRegisters), 0);
      return;
    }
    if (!facts.keeps_result) return;
    focus_ = record.destination;
    if (facts.kind != spec::CommandKind::Operator) return;
    const int what = draw(12);
    if (what >= 10 && sketch_.mode(record.thread).inference && tensor(record.destination).inference) {
      // What was made inside the mode is used outside it, allowed or not.
      until_leave_[at(record.thread)] = 1;
      plan(what == 10 ? Plan::Write : Plan::Use, record.destination, 0);
      bold_plan_ = true;
      return;
    }
    if (facts.pattern >= Pattern::SameView) {
      if (what < 4) plan(Plan::Write, record.destination, draw(2));
      if (what >= 4 && what < 6) plan(Plan::Write, record.operands[0], draw(2));
    } else if (sketch_.recorded()) {
      result_ = record.destination;
      if (sketch_.kept_something() && what < 3) plan(Plan::Write, record.operands[at(draw(2))], 0);
      if (sketch_.kept_something() && what == 3) plan(Plan::Write, record.destination, 0);
      if (what >= 4 && what < 8) plan(Plan::Backward, record.destination, draw(3));
    }
  }

  // ---- arguments ----

  // Any register, the last one written more often.
  int pick() {
    if (forced_self_ >= 0) return forced_self_;
    const int reg = draw(spec::kRegisters + 3);
    return reg < spec::kRegisters ? reg : focus_;
  }
  // A register of which this holds; any if of none.
  template <typename Holds>
  int pick_if(Holds holds) {
    const int start = pick();
    for (int i = 0, reg = start; i < spec::kRegisters; ++i, reg = reg == spec::kRegisters - 1 ? 0 : reg + 1)
      if (holds(tensor(reg), reg)) return reg;
    return start;
  }

  void immediate(Record& record, int i, int value) { record.immediates[at(i)] = static_cast<std::int8_t>(value); }
  void operand(Record& record, int i, int reg) { record.operands[at(i)] = static_cast<std::uint8_t>(reg); }

  // A dimension of `rank`, from either end.
  int dim(int rank) {
    if (rank == 0) return 0;
    const int span = std::min(rank, 3);
    const int out = draw(2 * span);
    return out < span ? out : out - 2 * span;
  }
  void scalar(Record& record, int i, const SketchTensor& self) {
    const int value = draw(16);
    const bool floating = spec::is_differentiable(self.dtype) && value >= 9;
    immediate(record, i, floating ? 1 : 0);
    immediate(record, i + 1, value < 9 ? value - 4 : floating ? value - 12 : 1);
  }
  // alpha, beta: mostly their default.
  void factor(Record& record, int i) {
    immediate(record, i + 1, 1);
    if (one_in(6)) immediate(record, i + 1, draw(4) - 1);
  }
  void size_list(Record& record, int i, const Shape& shape) {
    const int rank = std::min<int>(shape.rank, spec::kMaxListLength);
    immediate(record, i, rank);
    for (int d = 0; d < rank; ++d) immediate(record, i + 1 + d, std::min(shape.size(d), 4));
  }
  Shape some_shape() {
    if (!one_in(3)) return tensor(draw(spec::kRegisters)).shape;
    Shape out;
    constexpr int kSizes[] = {2, 2, 3, 1, 2, 4, 0, 2};
    out.rank = static_cast<std::uint8_t>(draw(4));
    for (int d = 0; d < out.rank; ++d) out.set(d, kSizes[draw(8)]);
    return out;
  }
  int some_dtype() {
    // Gradients, which most is about, want floating numbers; of the rest each is rare.
    if (one_in(6)) return draw(spec::kDTypes);
    constexpr std::int8_t kDtypes[] = {0, 0, 0, 0, 0, 1, 2, 3};
    return kDtypes[draw(8)];
  }
  int optional_dtype() { return one_in(5) ? some_dtype() : -1; }

  // What the modes and autograd allow. A reckless command does not ask: its operands fit, and the rules are broken.
  bool readable(const SketchTensor& self) const { return reckless_ || !self.stale; }
  bool writable(int reg) const {
    if (!reckless_) return sketch_.writable(reg);
    // Leaves are everywhere; writes to them would be most of what goes wrong.
    const SketchTensor& self = tensor(reg);
    return bold_plan_ || self.view || !(self.leaf && self.requires_grad && !sketch_.mode(thread_).no_autograd);
  }
  bool flows_back(const SketchTensor& self) const {
    return reckless_ ? self.requires_grad : sketch_.backward_works(self);
  }
  // As an argument of a command with `out=`.
  bool writes_out_from(const SketchTensor& self) const {
    return reckless_ || !sketch_.records() || !self.requires_grad;
  }

  void fill_blindly(Record& record) {
    const spec::SlotLayout& layout = spec::slots_of(record.operation);
    record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
    for (int i = 0; i < layout.operand_count; ++i) operand(record, i, draw(spec::kRegisters));
    for (int i = 0; i < layout.immediate_count; ++i) {
      const spec::Range range = layout.ranges[at(i)];
      immediate(record, i, range.low + draw(range.high - range.low + 1));
    }
    spec::canonicalize(record);
  }

  void fill(Record& record) {
    const OperationFacts& facts = facts_of(record.operation);
    if (facts.keeps_result) {
      int destination = draw(spec::kRegisters);
      // What a plan is about is not thrown away before.
      if (plan_ != Plan::None && destination == planned_) destination = (destination + 1) % spec::kRegisters;
      record.destination = static_cast<std::uint8_t>(destination);
    }
    const bool needs_bool = facts.pattern == Pattern::Where || facts.pattern == Pattern::MaskedFill ||
                            facts.pattern == Pattern::MaskedScatter;
    if (((needs_bool && !any_bool()) || (facts.no_floating && !any_without_fraction(facts.in_place))) &&
        forced_self_ < 0 && !one_in(8)) {
      // A comparison first; the condition is then there for the next.
      const spec::OperationId comparison = spec::id_of<spec::operators::gt_Scalar>();
      if (allowed(comparison)) {
        record.operation = comparison;
        return fill(record);
      }
    }
    if ((facts.pattern == Pattern::IndexInto || facts.pattern == Pattern::ScatterInto ||
         facts.pattern == Pattern::ScatterReduce || facts.pattern == Pattern::Index ||
         facts.pattern == Pattern::IndexPut) &&
        !one_in(8) && !any([&](const SketchTensor& t) {
          return t.dtype == DType::Int64 && t.shape.rank == 1 && t.shape.numel() > 0;
        })) {
      // An index first.
      const spec::OperationId range = spec::id_of<spec::operators::arange_start_step>();
      if (allowed(range)) {
        record.operation = range;
        return fill(record);
      }
    }
    const bool of_batches = facts.pattern == Pattern::AddBmm || facts.pattern == Pattern::BaddBmm;
    if ((of_batches || facts.pattern == Pattern::AddMv) && !any_sum(facts)) {
      // What a product can be added to: another product. For something that is to be used or written now it is too
      // late.
      const spec::OperationId scaled =
          facts.in_place ? spec::id_of<spec::operators::mul__Scalar>() : spec::id_of<spec::operators::mul_Scalar>();
      const spec::OperationId product =
          of_batches ? spec::id_of<spec::operators::bmm>() : spec::id_of<spec::operators::mv>();
      const spec::OperationId first = forced_self_ >= 0 ? scaled : product;
      if (allowed(first)) {
        record.operation = first;
        return fill(record);
      }
    }
    // Likewise images, out of what is most like one, and what has three dimensions.
    if (facts.spatial > 0 && !one_in(facts.spatial == 3 || wants_batch(facts) ? 40 : 8)) {
      const int from = grown_to_image(facts);
      const spec::OperationId first = spec::id_of<spec::operators::unsqueeze>();
      if (from >= 0 && allowed(first)) {
        const int forced = std::exchange(forced_self_, from);
        wanted_ = record.operation;
        record.operation = first;
        fill(record);
        forced_self_ = forced;
        return;
      }
    }
    if (facts.pattern == Pattern::Bmm && !any([&](const SketchTensor& a) {
          return a.shape.rank == 3 && (forced_self_ < 0 || a.id == tensor(forced_self_).id) &&
                 any([&](const SketchTensor& b) { return multiplies_batches(a, b); });
        })) {
      for (const spec::OperationId first :
           {spec::id_of<spec::operators::unsqueeze>(), spec::id_of<spec::operators::mm>()})
        if (allowed(first)) {
          record.operation = first;
          return fill(record);
        }
    }
    if (facts.kind == spec::CommandKind::Operator)
      fill_operator(record, facts);
    else
      fill_extra(record, facts.extra);
  }

  template <typename Holds>
  bool any(const Holds& holds) const {
    for (int reg = 0; reg < spec::kRegisters; ++reg)
      if (holds(tensor(reg))) return true;
    return false;
  }

  static bool multiplies_batches(const SketchTensor& a, const SketchTensor& b) {
    return a.shape.rank == 3 && b.shape.rank == 3 && b.shape.size(0) == a.shape.size(0) &&
           b.shape.last(1) == a.shape.last(0) && b.dtype == a.dtype;
  }

  // A window that mostly fits the image: the lists of kernel, stride, padding and dilation, and what follows.
  void window(Record& record, const OperationFacts& facts, const SketchTensor& image) {
    const int room = facts.spatial + 1;
    const bool holes = facts.pattern == Pattern::MaxPool;
    int kernel[3];
    for (int i = 0; i < facts.spatial; ++i) {
      const int size = i < image.shape.rank ? image.shape.last(facts.spatial - 1 - i) : 1;
      kernel[i] = one_in(16) ? 1 + draw(3) : 1 + draw(std::min(std::max(size, 1), 3));
    }
    const bool one_for_all = one_in(4);
    const auto list = [&](int which, int length, const auto& number) {
      immediate(record, which * room, length);
      for (int i = 0; i < length; ++i) immediate(record, which * room + 1 + i, number(i));
    };
    const int length = one_for_all ? 1 : facts.spatial;
    list(0, length, [&](int i) { return kernel[i]; });
    list(1, one_in(3) ? 0 : length, [&](int /*i*/) { return 1 + draw(2); });
    list(2, length, [&](int i) { return one_in(3) ? kernel[one_for_all ? 0 : i] / 2 : 0; });
    if (holes) list(3, length, [&](int i) { return kernel[one_for_all ? 0 : i] == 1 && one_in(2) ? 2 : 1; });
    const int rest = (holes ? 4 : 3) * room;
    immediate(record, rest, one_in(3) ? 1 : 0);
    if (holes) return;
    immediate(record, rest + 1, one_in(3) ? 0 : 1);
    if (facts.spatial == 1) return;
    const bool other_divisor = one_in(4);
    immediate(record, rest + 2, other_divisor ? 1 : 0);
    immediate(record, rest + 3, other_divisor ? (one_in(2) ? -1 : 3) : 0);
  }

  // Two dimensions behind a batch and channels, no fewer.
  static bool wants_batch(const OperationFacts& facts) {
    return facts.pattern == Pattern::Upsample || facts.pattern == Pattern::GridSampler;
  }

  static bool is_image(const OperationFacts& facts, const SketchTensor& t) {
    // Some take no image without a batch.
    if (facts.pattern == Pattern::Convolution && (t.shape.rank < 3 || spec::item_size(t.dtype) < 4)) return false;
    if (facts.pattern == Pattern::Convolution && t.shape.rank > 3)
      return t.shape.rank == 4 && t.shape.numel() > 0 && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
    if (wants_batch(facts) && t.shape.rank != 4) return false;
    return (t.shape.rank == facts.spatial + 1 || t.shape.rank == facts.spatial + 2) && t.shape.numel() > 0 &&
           takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
  }

  // Whether an image of these channels can be convolved with them.
  static bool are_kernels(const SketchTensor& kernels, const SketchTensor& image, bool transposed) {
    if (kernels.dtype != image.dtype || kernels.shape.rank != image.shape.rank || kernels.shape.numel() == 0)
      return false;
    if (image.shape.rank < 3 || image.shape.size(1) != kernels.shape.size(transposed ? 0 : 1)) return false;
    for (int d = 2; d < image.shape.rank && !transposed; ++d)
      if (kernels.shape.size(d) > image.shape.size(d)) return false;
    return true;
  }

  // The register that needs the fewest dimensions more to be an image; -1 if one is there, or none can become one.
  int grown_to_image(const OperationFacts& facts) const {
    int best = -1;
    for (int reg = 0; reg < spec::kRegisters; ++reg) {
      if (forced_self_ >= 0 && reg != forced_self_) continue;
      const SketchTensor& t = tensor(reg);
      if (is_image(facts, t)) return -1;
      const int wanted = facts.spatial + (facts.pattern == Pattern::Convolution || wants_batch(facts) ? 2 : 1);
      const bool grows = t.shape.rank < wanted && t.shape.numel() > 0 && readable(t) && takes(facts, t.dtype) &&
                         spec::is_differentiable(t.dtype);
      if (grows && (best < 0 || t.shape.rank > tensor(best).shape.rank)) best = reg;
    }
    return best;
  }

  // Whether a part along a dimension may have this shape.
  static bool replaces_slice(const Shape& self, int along, const Shape& part) {
    if (part.rank != self.rank || along >= self.rank || part.size(along) > self.size(along)) return false;
    Shape other = part;
    other.set(along, self.size(along));
    return other == self;
  }
  static bool replaces_row(const Shape& self, int along, const Shape& row) {
    if (along >= self.rank) return false;
    Shape rest = self;
    rest.erase(along);
    return row == rest;
  }

  // Whether the product of `a` and `b` can be added to what the register holds.
  bool adds_to(const OperationFacts& facts, int reg, const SketchTensor& a, const SketchTensor& b) const {
    Shape shape;
    const SketchTensor& self = tensor(reg);
    if (!product_of(facts.pattern, a, b, shape) || self.dtype != a.dtype) return false;
    if (facts.in_place)
      return writable(reg) && self.shape == shape && self.storage != a.storage && self.storage != b.storage;
    return readable(self) && (facts.out < 0 || writes_out_from(self)) && expands_to(self.shape, shape);
  }
  bool any_adds_to(const OperationFacts& facts, const SketchTensor& a, const SketchTensor& b) const {
    for (int reg = 0; reg < spec::kRegisters; ++reg)
      if ((forced_self_ < 0 || reg == forced_self_) && adds_to(facts, reg, a, b)) return true;
    return false;
  }
  // Two factors, and something for their product.
  bool any_sum_of(const OperationFacts& facts, const SketchTensor& a) const {
    return readable(a) && takes(facts, a.dtype) && has_target(facts, a) &&
           any([&](const SketchTensor& b) { return readable(b) && any_adds_to(facts, a, b); });
  }
  bool any_sum(const OperationFacts& facts) const {
    return any([&](const SketchTensor& a) { return any_sum_of(facts, a); });
  }

  // Where the operator has an output: there is one for these arguments.
  bool has_target(const OperationFacts& facts, const SketchTensor& a) const { return has_target(facts, a, a); }
  bool has_target(const OperationFacts& facts, const SketchTensor& a, const SketchTensor& b) const {
    if (facts.out < 0) return true;
    if (!writes_out_from(a) || !writes_out_from(b)) return false;
    for (int reg = 0; reg < spec::kRegisters; ++reg) {
      const SketchTensor& out = tensor(reg);
      if (out.dtype == a.dtype && out.storage != a.storage && out.storage != b.storage && writable(reg) &&
          writes_out_from(out))
        return true;
    }
    return false;
  }

  static bool is_number_for(const SketchTensor& number, const SketchTensor& self) {
    const bool rounded =
        spec::is_differentiable(number.dtype) && number.dtype != self.dtype && self.dtype != DType::Float64;
    return number.shape.rank == 0 && spec::can_cast(number.dtype, self.dtype) && !rounded;
  }

  // A tensor without dimensions that `self` can take, made of it first if none is there; then the record is that
  // command.
  bool made_number_first(Record& record, const SketchTensor& self) {
    if (any([&](const SketchTensor& t) { return is_number_for(t, self); })) return false;
    const spec::OperationId sum = spec::id_of<spec::operators::sum>();
    if (!allowed(sum) || self.dtype == DType::Bool) return false;
    const auto has_room = [](const SketchTensor& t) { return t.dtype != DType::Bool; };
    if (!any([&](const SketchTensor& t) { return has_room(t) && t.id != self.id; })) return false;
    const std::uint8_t of = record.operands[0];
    record = Record{};
    record.operation = sum;
    record.thread = static_cast<std::uint8_t>(thread_);
    record.operands[0] = of;
    // Neither `self` nor a mask is thrown away for it.
    int destination = draw(spec::kRegisters);
    while (destination == of || tensor(destination).dtype == DType::Bool)
      destination = (destination + 1) % spec::kRegisters;
    record.destination = static_cast<std::uint8_t>(destination);
    immediate(record, 0, -1);
    return true;
  }

  // The form of `masked_fill` that takes a number.
  void as_number_form(Record& record, const OperationFacts& facts, const SketchTensor& self) {
    const spec::OperationId form = facts.in_place ? spec::id_of<spec::operators::masked_fill__Scalar>()
                                                  : spec::id_of<spec::operators::masked_fill_Scalar>();
    if (!allowed(form)) return;
    record.operation = form;
    scalar(record, 0, self);
  }

  bool any_without_fraction(bool to_be_written) const {
    for (int reg = 0; reg < spec::kRegisters; ++reg)
      if (!spec::is_floating(tensor(reg).dtype) && (!to_be_written || writable(reg))) return true;
    return false;
  }

  // A mask for `self`, if it is there.
  bool any_mask(const Shape& self, bool in_place) const {
    for (int reg = 0; reg < spec::kRegisters; ++reg) {
      const SketchTensor& mask = tensor(reg);
      if (mask.dtype == DType::Bool && (in_place ? expands_to(mask.shape, self) : broadcastable(self, mask.shape)))
        return true;
    }
    return false;
  }

  bool any_bool() const {
    for (int reg = 0; reg < spec::kRegisters; ++reg)
      if (tensor(reg).dtype == DType::Bool) return true;
    return false;
  }

  static bool takes(const OperationFacts& facts, DType dtype) {
    return !(facts.no_bool && dtype == DType::Bool) && !(facts.no_half && dtype == DType::Float16) &&
           !(facts.no_complex && spec::is_complex(dtype)) && !(facts.no_floating && spec::is_differentiable(dtype));
  }

  // What else a masked fill of this tensor needs is there.
  bool can_be_filled(const OperationFacts& facts, const SketchTensor& self) const {
    if (facts.pattern == Pattern::MaskedScatter) return any_mask(self.shape, facts.in_place);
    if (facts.pattern != Pattern::MaskedFill) return true;
    return any_mask(self.shape, facts.in_place) &&
           (facts.immediates > 0 || any([&](const SketchTensor& t) { return is_number_for(t, self); }));
  }

  // The first argument: written if the operator is in-place.
  int self_of(const OperationFacts& facts) {
    if (facts.in_place)
      return pick_if([&](const SketchTensor& t, int reg) {
        return writable(reg) && takes(facts, t.dtype) && !(facts.parts && spec::is_complex(t.dtype)) &&
               can_be_filled(facts, t) && !(facts.result == Result::Floating && !spec::is_differentiable(t.dtype));
      });
    return pick_if([&](const SketchTensor& t, int) {
      return readable(t) && takes(facts, t.dtype) && !(facts.needs_floating && !spec::is_differentiable(t.dtype)) &&
             (facts.out < 0 || writes_out_from(t)) && can_be_filled(facts, t);
    });
  }

  // Weight and bias of a normalisation, if there are such; `present` is where it says so.
  void fill_parameters(Record& record, const SketchTensor& self, const Shape& sizes, int present) {
    const auto fits = [&](const SketchTensor& t) { return t.shape == sizes && t.dtype == self.dtype && readable(t); };
    for (int i = 0; i < 2; ++i) {
      if (!any(fits) || one_in(4)) continue;
      immediate(record, present + i, 1);
      const int forced = std::exchange(forced_self_, -1);
      operand(record, 1 + i, pick_if([&](const SketchTensor& t, int) { return fits(t); }));
      forced_self_ = forced;
    }
  }

  void fill_operator(Record& record, const OperationFacts& facts) {
    fill_inputs(record, facts);
    if (facts.out >= 0) {
      const SketchTensor& a = tensor(record.operands[0]);
      const SketchTensor& b = tensor(record.operands[1]);
      operand(record, facts.out, pick_if([&](const SketchTensor& t, int reg) {
                const bool is_product = facts.pattern >= Pattern::Mm && facts.pattern <= Pattern::Bmm;
                return t.storage != a.storage && (facts.tensors < 2 || t.storage != b.storage) &&
                       (facts.tensors < 3 || t.storage != tensor(record.operands[2]).storage) && writable(reg) &&
                       writes_out_from(t) && (!is_product || t.dtype == a.dtype) &&
                       (facts.result == Result::Bool ? t.dtype == DType::Bool || spec::is_differentiable(t.dtype)
                                                     : t.dtype == a.dtype || (spec::is_differentiable(t.dtype) &&
                                                                              spec::can_cast(a.dtype, t.dtype)));
              }));
    }
  }

  void fill_inputs(Record& record, const OperationFacts& facts) {
    const bool from_nothing = facts.pattern == Pattern::Sized || facts.pattern == Pattern::Arange ||
                              facts.pattern == Pattern::ScalarTensor || facts.pattern == Pattern::Strided;
    const int self = from_nothing ? 0 : first_of(facts);
    const SketchTensor& a = tensor(self);
    const int rank = a.shape.rank;
    operand(record, 0, self);
    const auto any_fit = [&](auto fits) {
      return pick_if(
          [&](const SketchTensor& t, int) { return readable(t) && (facts.out < 0 || writes_out_from(t)) && fits(t); });
    };
    const auto other = [&](int i, auto fits) {
      const int forced = std::exchange(forced_self_, -1);
      operand(record, i, any_fit(fits));
      forced_self_ = forced;
    };
    switch (facts.pattern) {
      case Pattern::Sized: {
        operand(record, 0, 0);
        size_list(record, 0, some_shape());
        const bool full = record.operation == spec::id_of<spec::operators::full>();
        const bool rand = record.operation == spec::id_of<spec::operators::rand>();
        if (full) {
          immediate(record, 5, 1);
          immediate(record, 6, draw(9) - 4);
        }
        immediate(record, full ? 7 : 5, rand ? (one_in(6) ? some_dtype() : draw(3) - 1) : optional_dtype());
        break;
      }
      case Pattern::Strided: {
        operand(record, 0, 0);
        const Shape shape = some_shape();
        size_list(record, 0, shape);
        immediate(record, 5, one_in(32) ? draw(3) : shape.rank);
        // Without gaps in one of two orders, mostly; now and then with gaps, or with elements that share a place.
        const bool last_first = one_in(2);
        int step = 1;
        const int rank_told = std::min<int>(shape.rank, spec::kMaxListLength);
        for (int i = 0; i < record.immediates[5] && i < rank_told; ++i) {
          const int d = last_first ? rank_told - 1 - i : i;
          immediate(record, 6 + d, one_in(12) ? draw(5) : std::min(4, step));
          step = step * std::max(1, shape.size(d)) + (one_in(8) ? 1 : 0);
        }
        immediate(record, 10, optional_dtype());
        break;
      }
      case Pattern::Arange: {
        const int start = draw(3);
        immediate(record, 1, start);
        immediate(record, 3, start + draw(5 - start));
        immediate(record, 4, one_in(4) ? 1 : 0);
        immediate(record, 5, 1 + (one_in(4) ? 1 : 0));
        immediate(record, 6, one_in(3) ? (one_in(4) ? some_dtype() : draw(3)) : -1);
        break;
      }
      case Pattern::ScalarTensor:
        operand(record, 0, 0);
        immediate(record, 0, draw(2));
        immediate(record, 1, draw(9) - 4);
        immediate(record, 2, optional_dtype());
        break;
      case Pattern::FullLike:
        scalar(record, 0, a);
        immediate(record, 2, optional_dtype());
        break;
      case Pattern::ClampBetween: {
        const int missing = draw(6);  // 0: the lower bound, 1: the upper
        for (int i = 1; i < 3; ++i) {
          immediate(record, i - 1, missing != i - 1 ? 1 : 0);
          if (missing == i - 1) continue;
          other(i, [&](const SketchTensor& t) {
            if (!(facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape))) return false;
            if (facts.in_place && t.storage == a.storage && t.id != a.id) return false;
            return (!facts.in_place || spec::can_cast(t.dtype, a.dtype)) && takes(facts, t.dtype);
          });
        }
        break;
      }
      case Pattern::Binary:
        other(1, [&](const SketchTensor& t) {
          if (!(facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape))) return false;
          if (facts.out >= 0 && !writes_out_from(t)) return false;
          if (facts.in_place && t.storage == a.storage && t.id != a.id) return false;
          return (!facts.in_place || spec::can_cast(t.dtype, a.dtype)) && takes(facts, t.dtype);
        });
        if (facts.immediates == 1)
          immediate(record, 0, draw(3));  // a rounding mode
        else if (facts.immediates > 0)
          factor(record, 0);
        break;
      case Pattern::Ternary:
        for (int i = 1; i < facts.tensors; ++i)
          other(i, [&](const SketchTensor& t) {
            if (!(facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape))) return false;
            if (facts.in_place && t.storage == a.storage && t.id != a.id) return false;
            return t.dtype == a.dtype;
          });
        if (facts.immediates > 0) factor(record, 0);
        break;
      case Pattern::Unary:
        for (int i = 0; i + 1 < facts.immediates; i += 2) scalar(record, i, a);
        break;
      case Pattern::BinaryScalar:
        scalar(record, 0, a);
        if (facts.immediates == 3)
          immediate(record, 2, draw(3));  // a rounding mode
        else if (facts.immediates > 2)
          factor(record, 2);
        break;
      case Pattern::Where: {
        other(1, [&](const SketchTensor& t) { return broadcastable(a.shape, t.shape); });
        const SketchTensor& b = tensor(record.operands[1]);
        other(2, [&](const SketchTensor& t) { return broadcastable(b.shape, t.shape) && t.dtype == b.dtype; });
        break;
      }
      case Pattern::ReduceAll:
        if (facts.immediates > 0) immediate(record, 0, one_in(8) ? some_dtype() : -1);
        break;
      case Pattern::ReduceOne:
        immediate(record, 0, dim(rank));
        immediate(record, 1, draw(2));
        if (facts.immediates > 2) immediate(record, 2, one_in(8) ? draw(2) : -1);
        break;
      case Pattern::ReduceOptional:
        immediate(record, 0, draw(4) == 0 ? 0 : 1);
        if (record.immediates[0] != 0) immediate(record, 1, dim(rank));
        if (facts.immediates > 2) immediate(record, 2, draw(2));
        break;
      case Pattern::Cumulate:
        immediate(record, 0, dim(rank));
        if (facts.immediates > 1) immediate(record, 1, one_in(8) && !facts.writes ? draw(2) : -1);
        break;
      case Pattern::Sort:
        immediate(record, 0, dim(rank));
        immediate(record, 1, draw(2));
        break;
      case Pattern::TopK:
      case Pattern::KthValue: {
        const int along = dim(rank);
        const int length = rank == 0 ? 1 : a.shape.size(along < 0 ? along + rank : along);
        immediate(record, 0, std::min(4, length == 0 ? 0 : 1 + draw(length)));
        immediate(record, 1, along);
        immediate(record, 2, draw(2));
        if (facts.immediates > 3) immediate(record, 3, one_in(4) ? 0 : 1);
        break;
      }
      case Pattern::ReduceDims:
      case Pattern::Spread: {
        const bool spread = facts.pattern == Pattern::Spread;
        const bool amax = !spread && facts.immediates < 7;  // a list that cannot be left out, and no dtype
        const int length = draw(4) == 0 ? (amax ? 0 : -1) : rank >= 2 && one_in(4) ? 2 : rank > 0 ? 1 : 0;
        immediate(record, 0, length);
        if (length == 2) {
          immediate(record, 1, one_in(2) ? 0 : 1 - rank);
          immediate(record, 2, one_in(2) ? 0 : -1);
          if (record.immediates[2] == record.immediates[1]) immediate(record, 2, -1);
        } else if (length == 1) {
          immediate(record, 1, dim(rank));
        }
        if (spread) {
          const int keepdim = facts.immediates - 1;
          immediate(record, 5, draw(4) == 0 ? 0 : 1);
          if (keepdim > 6 && record.immediates[5] != 0) immediate(record, 6, draw(3));  // a correction
          immediate(record, keepdim, draw(2));
          break;
        }
        immediate(record, 5, draw(2));
        if (!amax) immediate(record, 6, one_in(8) ? draw(2) : -1);
        break;
      }
      case Pattern::Softmax:
        immediate(record, 0, dim(rank));
        if (record.operation != spec::id_of<spec::operators::_softmax>() &&
            record.operation != spec::id_of<spec::operators::_log_softmax>())
          immediate(record, 1, one_in(8) ? draw(2) : -1);
        break;
      case Pattern::Mm:
        other(1, [&](const SketchTensor& t) {
          return t.shape.rank == 2 && t.shape.last(1) == a.shape.last(0) && t.dtype == a.dtype &&
                 (facts.out < 0 || writes_out_from(t));
        });
        break;
      case Pattern::MatMul:
        other(1, [&](const SketchTensor& t) {
          const int r = t.shape.rank;
          return (r == 1 || r == 2) && t.shape.last(r == 1 ? 0 : 1) == a.shape.last(0) && t.dtype == a.dtype;
        });
        break;
      case Pattern::Mv:
      case Pattern::Dot:
        other(1, [&](const SketchTensor& t) {
          return rank > 0 && t.shape.rank == 1 && t.shape.last(0) == a.shape.last(0) && t.dtype == a.dtype;
        });
        break;
      case Pattern::Bmm:
        other(1, [&](const SketchTensor& t) { return multiplies_batches(a, t) && has_target(facts, a, t); });
        break;
      case Pattern::Flip: {
        const int length = rank == 0 ? draw(2) : 1 + draw(std::min(rank, 2));
        immediate(record, 0, length);
        for (int i = 0; i < length; ++i) immediate(record, 1 + i, rank == 0 ? 0 : (dim(rank) + i) % rank);
        break;
      }
      case Pattern::Pad: {
        const int length = 2 * std::min(rank, 1 + draw(2));
        immediate(record, 0, length);
        for (int i = 0; i < length; ++i) immediate(record, 1 + i, draw(4) - 1);
        scalar(record, 5, a);
        break;
      }
      case Pattern::Border: {
        immediate(record, 0, 2 * facts.spatial);
        for (int i = 0; i < 2 * facts.spatial; ++i) {
          const int size = i / 2 < rank ? a.shape.last(i / 2) : 1;
          immediate(record, 1 + i, one_in(6) ? -1 : std::min(draw(3), std::max(size - 1, 0)));
        }
        break;
      }
      case Pattern::AdaptivePool:
        immediate(record, 0, facts.spatial);
        for (int i = 0; i < facts.spatial; ++i) immediate(record, 1 + i, one_in(12) ? 0 : 1 + draw(3));
        break;
      case Pattern::AvgPool:
      case Pattern::MaxPool:
        window(record, facts, a);
        break;
      case Pattern::Convolution: {
        const bool transposed = one_in(3);
        immediate(record, 10, transposed ? 1 : 0);
        other(1, [&](const SketchTensor& t) { return are_kernels(t, a, transposed); });
        const Shape& kernels = tensor(record.operands[1]).shape;
        const bool biased = one_in(3);
        immediate(record, 0, biased ? 1 : 0);
        if (biased && kernels.rank > 1)
          other(2, [&](const SketchTensor& t) {
            return t.dtype == a.dtype && t.shape.rank == 1 && t.shape.last(0) == kernels.size(transposed ? 1 : 0);
          });
        const int spatial = std::clamp(rank - 2, 1, 2);
        for (const int list : {1, 4, 7, 11}) {
          const bool one_for_all = rank > 4 || one_in(2);
          immediate(record, list, one_for_all ? 1 : spatial);
          for (int i = 0; i < (one_for_all ? 1 : spatial); ++i) {
            const int more = one_in(3) ? 1 : 0;
            immediate(record, list + 1 + i,
                      list == 11  ? (transposed && one_in(8) ? 1 : 0)
                      : list == 4 ? more
                                  : 1 + more);
          }
        }
        immediate(record, 14, one_in(16) ? 2 : 1);
        break;
      }
      case Pattern::Upsample: {
        const bool sized = one_in(2);
        const int factors = facts.immediates - 3;
        immediate(record, 0, sized ? 2 : -1);
        for (int i = 0; i < 2 && sized; ++i) immediate(record, 1 + i, 1 + draw(3));
        if (factors > 5) immediate(record, 5, one_in(3) ? 1 : 0);
        immediate(record, factors, sized ? -1 : 2);
        for (int i = 0; i < 2 && !sized; ++i)
          immediate(record, factors + 1 + i, one_in(4) ? 2 + draw(2) : one_in(2) ? 4 + 2 * draw(3) : draw(11));
        break;
      }
      case Pattern::GridSampler:
        other(1, [&](const SketchTensor& t) { return is_grid_of(a, t); });
        immediate(record, 0, draw(3));
        immediate(record, 1, draw(3));
        immediate(record, 2, draw(2));
        break;
      case Pattern::Col2Im: {
        // A kernel whose elements are there, over an image that has so many places for it.
        const int elements = rank >= 2 ? a.shape.last(1) : 1;
        const int places = rank >= 2 ? a.shape.last(0) : 1;
        const int down = elements % 2 == 0 && one_in(2) ? 2 : 1;
        const int right = elements % (2 * down) == 0 && one_in(2) ? 2 : 1;
        const int rows = places % 2 == 0 && one_in(2) ? 2 : 1;
        const int columns = places / rows;
        const int numbers[5][2] = {{rows + down - 1, columns + right - 1}, {down, right}, {1, 1}, {0, 0}, {1, 1}};
        for (int list = 0; list < 5; ++list) {
          immediate(record, 3 * list, 2);
          for (int i = 0; i < 2; ++i) immediate(record, 3 * list + 1 + i, std::min(numbers[list][i], 3));
        }
        break;
      }
      case Pattern::LayerNorm: {
        const int length = rank > 1 && one_in(4) ? 2 : 1;
        immediate(record, 0, length);
        Shape parameters;
        for (int i = 0; i < length; ++i) {
          const int size = i < rank ? a.shape.last(length - 1 - i) : 1;
          immediate(record, 1 + i, std::min(size, 4));
          parameters.insert(i, size);
        }
        fill_parameters(record, a, parameters, 5);
        immediate(record, 7, one_in(6) ? draw(7) : 1 + draw(2));
        break;
      }
      case Pattern::GroupNorm: {
        // Of what has no such dimensions: any that give as many elements.
        const bool image = rank >= 2 && a.shape.size(0) <= 8 && a.shape.size(1) <= 8;
        const int numel = a.shape.numel();
        const int batch = image ? a.shape.size(0) : 1;
        const int channels = image ? a.shape.size(1) : std::min(numel, numel % 2 == 0 ? 2 : 1);
        const int pixels = batch * channels == 0 ? 1 : numel / (batch * channels);
        immediate(record, 2, batch);
        immediate(record, 3, channels);
        immediate(record, 4, std::min(pixels, 8));
        immediate(record, 5, channels % 2 == 0 && channels > 0 && one_in(2) ? 2 : 1);
        Shape parameters;
        parameters.insert(0, channels);
        fill_parameters(record, a, parameters, 0);
        immediate(record, 6, one_in(6) ? draw(7) : 1 + draw(2));
        break;
      }
      case Pattern::RealTransform:
      case Pattern::RealInverse: {
        const int last = draw(std::clamp(rank, 1, 4));
        const int length = rank > 1 && one_in(3) ? 2 : 1;
        immediate(record, 0, one_in(32) ? 0 : length);
        for (int i = 0; i < record.immediates[0]; ++i)
          immediate(record, 1 + i, i + 1 == length ? last : one_in(16) ? last : (last + 1) % std::min(rank, 4));
        immediate(record, 5, one_in(24) ? 3 : draw(3));
        const int elements = last < rank ? a.shape.size(last) : 1;
        if (facts.pattern == Pattern::RealTransform)
          immediate(record, 6, one_in(3) ? 0 : 1);
        else
          immediate(record, 6, std::clamp(2 * elements - 2 + draw(2), 1, 6));
        break;
      }
      case Pattern::CDist:
        other(1, [&](const SketchTensor& t) { return are_measured(a, t); });
        immediate(record, 0, one_in(3) ? draw(spec::kInfinity + 1) : 2 * draw(4));
        if (record.immediates[0] == 6) immediate(record, 0, spec::kInfinity);
        immediate(record, 1, one_in(2) ? 1 : 0);
        if (record.immediates[1] != 0) immediate(record, 2, one_in(12) ? 3 : draw(3));
        break;
      case Pattern::PDist:
        immediate(record, 0, one_in(3) ? draw(spec::kInfinity + 1) : 2 * draw(4));
        if (record.immediates[0] == 6) immediate(record, 0, spec::kInfinity);
        break;
      case Pattern::Repeat: {
        const int length = std::min(rank + (one_in(3) ? 1 : 0), spec::kMaxListLength);
        immediate(record, 0, length);
        for (int i = 0; i < length; ++i) immediate(record, 1 + i, one_in(8) ? 0 : 1 + draw(2));
        break;
      }
      case Pattern::SliceScatter: {
        const int along = draw(std::clamp(rank, 1, 3));
        other(1, [&](const SketchTensor& t) { return replaces_slice(a.shape, along, t.shape); });
        const SketchTensor& part = tensor(record.operands[1]);
        immediate(record, 0, one_in(2) || along - rank < -3 ? along : along - rank);
        immediate(record, 5, 1);
        if (!replaces_slice(a.shape, along, part.shape)) break;
        const int length = part.shape.size(along);
        const int room = a.shape.size(along) - length;
        const int start = std::min(3, draw(room + 1));
        immediate(record, 1, start > 0 || one_in(2) ? 1 : 0);
        if (record.immediates[1] != 0) immediate(record, 2, start);
        immediate(record, 3, start < room || one_in(2) ? 1 : 0);
        if (record.immediates[3] != 0) immediate(record, 4, std::min(4, start + length));
        break;
      }
      case Pattern::SelectScatter: {
        const int along = draw(std::clamp(rank, 1, 3));
        other(1, [&](const SketchTensor& t) { return replaces_row(a.shape, along, t.shape); });
        immediate(record, 0, one_in(2) || along - rank < -3 ? along : along - rank);
        if (rank > 0) immediate(record, 1, index_below(a.shape.size(along)));
        break;
      }
      case Pattern::Triangle:
        immediate(record, 0, draw(5) - 2);
        break;
      case Pattern::AddMm: {
        other(1, [&](const SketchTensor& t) {
          return t.shape.rank == 2 && t.dtype == a.dtype && (rank < 2 || t.shape.last(1) == a.shape.last(1));
        });
        const SketchTensor& b = tensor(record.operands[1]);
        other(2, [&](const SketchTensor& t) {
          return t.shape.rank == 2 && t.dtype == a.dtype && t.shape.last(1) == b.shape.last(0) &&
                 (rank == 0 || t.shape.last(0) == a.shape.last(0));
        });
        factor(record, 0);
        factor(record, 2);
        break;
      }
      case Pattern::AddMv:
      case Pattern::AddBmm:
      case Pattern::BaddBmm: {
        // The factors are chosen for what is used or written now; else that is chosen for the factors.
        const auto factor_of = [&](int i, auto fits) {
          const int start = draw(spec::kRegisters);
          for (int k = 0; k < spec::kRegisters; ++k) {
            const int reg = (start + k) % spec::kRegisters;
            operand(record, i, reg);
            if (fits(tensor(reg))) return;
          }
        };
        factor_of(1, [&](const SketchTensor& t) { return any_sum_of(facts, t); });
        const SketchTensor& b = tensor(record.operands[1]);
        factor_of(2, [&](const SketchTensor& t) { return readable(t) && any_adds_to(facts, b, t); });
        const SketchTensor& c = tensor(record.operands[2]);
        operand(record, 0, pick_if([&](const SketchTensor&, int reg) { return adds_to(facts, reg, b, c); }));
        factor(record, 0);
        factor(record, 2);
        break;
      }
      case Pattern::Cat:
      case Pattern::Stack: {
        const int length = 1 + draw(spec::kMaxTensorList);
        immediate(record, 0, length);
        immediate(record, 1, dim(facts.pattern == Pattern::Stack ? rank + 1 : rank));
        for (int i = 1; i < length; ++i)
          other(i, [&](const SketchTensor& t) { return t.shape == a.shape && (facts.out < 0 || writes_out_from(t)); });
        break;
      }
      case Pattern::IndexSelect:
        immediate(record, 0, dim(rank));
        other(1, [&](const SketchTensor& t) {
          return (t.dtype == DType::Int64 || t.dtype == DType::Int32) && t.shape.rank <= 1;
        });
        break;
      case Pattern::Embedding:
        other(1, [&](const SketchTensor& t) {
          return (t.dtype == DType::Int64 || t.dtype == DType::Int32) && t.shape.rank <= 2;
        });
        immediate(record, 0, one_in(4) ? draw(3) : -1);
        immediate(record, 1, one_in(4) ? 1 : 0);
        break;
      case Pattern::EmbeddingBag: {
        const auto is_list = [](const SketchTensor& t) {
          return (t.dtype == DType::Int64 || t.dtype == DType::Int32) && t.shape.rank == 1 && t.contiguous;
        };
        other(1, is_list);
        const SketchTensor& indices = tensor(record.operands[1]);
        const int count = indices.shape.numel();
        other(2,
              [&](const SketchTensor& t) { return is_list(t) && t.shape.numel() > 0 && t.shape.numel() <= count + 1; });
        const auto weighs = [&](const SketchTensor& t) { return t.dtype == a.dtype && t.shape == indices.shape; };
        const bool weighted = one_in(2) && any(weighs);
        immediate(record, 0, one_in(4) ? 1 : 0);
        immediate(record, 1, weighted && !one_in(8) ? 0 : draw(3));
        immediate(record, 3, weighted ? 1 : 0);
        if (weighted) other(3, weighs);
        immediate(record, 4, tensor(record.operands[2]).shape.numel() == count + 1 && one_in(2) ? 1 : 0);
        immediate(record, 5, one_in(4) ? draw(3) : -1);
        break;
      }
      case Pattern::Gather:
        immediate(record, 0, dim(rank));
        other(1, [&](const SketchTensor& t) { return t.dtype == DType::Int64 && t.shape.rank == rank; });
        break;
      case Pattern::IndexInto:
      case Pattern::ScatterInto:
      case Pattern::ScatterReduce: {
        const int along = dim(rank);
        const bool from_source = facts.tensors > 2;
        immediate(record, 0, along);
        const auto apart = [&](const SketchTensor& t) { return !facts.in_place || t.storage != a.storage; };
        other(1, [&](const SketchTensor& t) {
          return apart(t) && takes_index(facts.pattern, a, along, t) &&
                 (!from_source || any([&](const SketchTensor& source) {
                   return apart(source) && takes_source(facts.pattern, a, along, t, source);
                 }));
        });
        const SketchTensor& index = tensor(record.operands[1]);
        if (from_source)
          other(2, [&](const SketchTensor& t) {
            return rank > 0 && apart(t) && takes_source(facts.pattern, a, along, index, t);
          });
        if (facts.pattern == Pattern::ScatterReduce) {
          // No mean or sum of truth values, and no greatest complex number.
          const int known = static_cast<int>(spec::kReductions.size()) - 1;
          const int how = spec::is_complex(a.dtype) ? draw(3) : a.dtype == DType::Bool ? 3 + draw(2) : draw(known);
          immediate(record, 1, one_in(32) ? draw(known + 1) : how);
          immediate(record, 2, draw(2));
        } else if (facts.immediates > 1) {
          if (from_source)
            factor(record, 1);
          else
            scalar(record, 1, a);
        }
        break;
      }
      case Pattern::Index:
      case Pattern::IndexPut: {
        const int length = std::min<int>(std::max(rank, 1), 1 + draw(spec::kMaxTensorList));
        immediate(record, 0, length);
        std::array<const SketchTensor*, spec::kMaxTensorList> indices{};
        const auto apart = [&](const SketchTensor& t) { return !facts.in_place || t.storage != a.storage; };
        const bool by_mask = one_in(4);
        Shape named = a.shape;
        for (int k = 0; k < length; ++k) {
          if (length > 1 && one_in(3)) continue;
          const auto fits = [&](const SketchTensor& t) {
            if (!apart(t) || t.dtype != (by_mask ? DType::Bool : DType::Int64)) return false;
            indices[at(k)] = &t;
            Shape shape;
            const bool out = indexed_shape(a.shape, indices, k + 1, shape);
            indices[at(k)] = nullptr;
            return out;
          };
          if (!any(fits) && !one_in(16)) continue;
          other(1 + k, fits);
          immediate(record, 1 + k, 1);
          indices[at(k)] = &tensor(record.operands[at(1 + k)]);
        }
        if (facts.pattern == Pattern::Index) break;
        if (!indexed_shape(a.shape, indices, length, named)) named = a.shape;
        other(1 + spec::kMaxTensorList,
              [&](const SketchTensor& t) { return t.dtype == a.dtype && apart(t) && expands_to(t.shape, named); });
        immediate(record, 1 + spec::kMaxTensorList, one_in(3) ? 1 : 0);
        break;
      }
      case Pattern::MaskedFill:
        if ((forced_self_ < 0 || facts.tensors > 2) && !any_mask(a.shape, facts.in_place) && !one_in(16)) {
          // The mask first.
          const spec::OperationId comparison = spec::id_of<spec::operators::gt_Scalar>();
          if (allowed(comparison)) {
            record.operation = comparison;
            record.operands = {};
            record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
            return fill_inputs(record, facts_of(comparison));
          }
        }
        other(1, [&](const SketchTensor& t) {
          return t.dtype == DType::Bool &&
                 (facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape));
        });
        if (facts.immediates > 0)
          scalar(record, 0, a);
        else if (made_number_first(record, a))
          break;
        else if (!any([&](const SketchTensor& t) { return is_number_for(t, a); }) && !one_in(8))
          as_number_form(record, facts, a);
        else
          other(2, [&](const SketchTensor& t) { return is_number_for(t, a); });
        break;
      case Pattern::MaskedScatter: {
        if (!any_mask(a.shape, facts.in_place) && !one_in(16)) {
          // The mask first.
          const spec::OperationId comparison = spec::id_of<spec::operators::gt_Scalar>();
          if (allowed(comparison)) {
            record.operation = comparison;
            record.operands = {};
            record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
            return fill_inputs(record, facts_of(comparison));
          }
        }
        const auto apart = [&](const SketchTensor& t) { return !facts.in_place || t.storage != a.storage; };
        other(1, [&](const SketchTensor& t) {
          return t.dtype == DType::Bool && apart(t) &&
                 (facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape));
        });
        const int needed = one_in(4) ? 1 : a.shape.numel();
        const auto gives = [&](const SketchTensor& t) {
          return t.dtype == a.dtype && apart(t) && t.shape.numel() >= needed;
        };
        const spec::OperationId copies = spec::id_of<spec::operators::masked_scatter>();
        // What is read where it is written has no answer: then rather a copy is made.
        if (facts.in_place && !any(gives) && allowed(copies)) {
          record.operation = copies;
          record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
        }
        other(2, gives);
        break;
      }
      case Pattern::ToDtype:
        immediate(record, 0, some_dtype());
        immediate(record, 2, one_in(3) ? 1 : 0);
        break;
      case Pattern::ToCopy:
        immediate(record, 0, optional_dtype());
        break;
      case Pattern::CopyLike:
        other(1, [&](const SketchTensor& t) { return expands_to(t.shape, a.shape); });
        break;
      case Pattern::CopyInto:
        other(1, [&](const SketchTensor& t) {
          return expands_to(t.shape, a.shape) && (t.storage != a.storage || t.id == a.id);
        });
        break;
      case Pattern::Fill:
        if (facts.immediates > 0) scalar(record, 0, a);
        if (facts.tensors > 1 && !made_number_first(record, a))
          other(1, [&](const SketchTensor& t) { return is_number_for(t, a); });
        break;
      case Pattern::Resize:
        fill_sizes_of_view(record, a.shape);
        break;
      case Pattern::Transpose:
        immediate(record, 0, dim(rank));
        immediate(record, 1, dim(rank));
        break;
      case Pattern::Permute: {
        const int length = std::min(rank, spec::kMaxListLength);
        immediate(record, 0, length);
        for (int i = 0; i < length; ++i) immediate(record, 1 + i, i);
        for (int i = length - 1; i > 0; --i)
          std::swap(record.immediates[at(1 + i)], record.immediates[at(1 + draw(i + 1))]);
        break;
      }
      case Pattern::Select: {
        const int d = dim(rank);
        immediate(record, 0, d);
        if (rank > 0) immediate(record, 1, index_below(a.shape.size(d < 0 ? d + rank : d)));
        break;
      }
      case Pattern::Slice: {
        const int d = dim(rank);
        const int size = rank > 0 ? a.shape.size(d < 0 ? d + rank : d) : 0;
        immediate(record, 0, d);
        if (!one_in(3)) {
          immediate(record, 1, 1);
          immediate(record, 2, index_below(size));
        }
        if (one_in(3)) {
          immediate(record, 3, 1);
          immediate(record, 4, std::min(4, size));
        }
        immediate(record, 5, one_in(4) ? 2 : 1);
        break;
      }
      case Pattern::Narrow: {
        const int d = dim(rank);
        const int size = rank > 0 ? a.shape.size(d < 0 ? d + rank : d) : 0;
        const int start = std::min(3, draw(size + 1));
        immediate(record, 0, d);
        immediate(record, 1, start);
        immediate(record, 2, std::min(3, draw(size - start + 1)));
        break;
      }
      case Pattern::Expand: {
        const int front = rank < 3 && one_in(2) ? 1 : 0;
        const int length = std::min(rank + front, spec::kMaxListLength);
        immediate(record, 0, length);
        for (int i = 0; i < length; ++i) {
          const int had = i < front ? 1 : a.shape.size(i - front);
          immediate(record, 1 + i, had == 1 ? 1 + draw(3) : one_in(2) ? -1 : std::min(had, 4));
        }
        if (front != 0 && record.immediates[1] < 0) immediate(record, 1, 2);
        break;
      }
      case Pattern::SqueezeDim:
        immediate(record, 0, dim(rank));
        break;
      case Pattern::Unsqueeze:
        immediate(record, 0, dim(rank + 1));
        break;
      case Pattern::Diagonal:
        immediate(record, 0, one_in(3) ? draw(5) - 2 : 0);
        immediate(record, 2, 1);
        if (one_in(3)) std::swap(record.immediates[1], record.immediates[2]);
        break;
      case Pattern::AsStrided:
        fill_as_strided(record, a);
        break;
      case Pattern::ViewAs:
        other(1, [&](const SketchTensor& t) { return t.shape.numel() == a.shape.numel(); });
        break;
      case Pattern::Split:
      case Pattern::Chunk:
        immediate(record, 0, 1 + draw(2));
        immediate(record, 1, dim(rank));
        break;
      case Pattern::SplitWithSizes: {
        const int d = dim(rank);
        int left = rank > 0 ? a.shape.size(d < 0 ? d + rank : d) : 0;
        const int length = 1 + draw(3);
        immediate(record, 0, length);
        for (int i = 0; i < length; ++i) {
          const int part = std::min(3, i + 1 == length ? left : draw(left + 1));
          immediate(record, 1 + i, part);
          left -= part;
        }
        immediate(record, 5, d);
        break;
      }
      case Pattern::Unbind:
        immediate(record, 0, dim(rank));
        break;
      case Pattern::ViewDtype: {
        // To one that needs as many bytes, itself included, mostly.
        int to = draw(spec::kDTypes);
        if (!one_in(4))
          while (spec::item_size(static_cast<DType>(to)) != spec::item_size(a.dtype)) to = (to + 1) % spec::kDTypes;
        immediate(record, 0, to);
        break;
      }
      case Pattern::ResizeStorage:
        size_list(record, 0, some_shape());
        break;
      case Pattern::SetSource:
        other(1,
              [&](const SketchTensor& t) { return (reckless_ || t.inference == a.inference) && t.dtype == a.dtype; });
        break;
      default:
        break;
    }
  }

  int first_of(const OperationFacts& facts) {
    switch (facts.pattern) {
      case Pattern::Where:
        return pick_if([&](const SketchTensor& t, int) { return t.dtype == DType::Bool; });
      case Pattern::Mm:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank == 2 && t.dtype != DType::Bool && (facts.out < 0 || writes_out_from(t)) && readable(t);
        });
      case Pattern::MatMul:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank >= 1 && t.shape.rank <= 2 && t.dtype != DType::Bool && readable(t);
        });
      case Pattern::Mv:
      case Pattern::Dot:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank == (facts.pattern == Pattern::Mv ? 2 : 1) && t.dtype != DType::Bool && readable(t) &&
                 has_target(facts, t) && any([&](const SketchTensor& b) {
                   return b.shape.rank == 1 && b.shape.last(0) == t.shape.last(0) && b.dtype == t.dtype;
                 });
        });
      case Pattern::Bmm:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank == 3 && t.dtype != DType::Bool && readable(t) && takes(facts, t.dtype) &&
                 (facts.out < 0 || writes_out_from(t)) && t.shape.numel() > 0 &&
                 any([&](const SketchTensor& b) { return multiplies_batches(t, b) && has_target(facts, t, b); });
        });
      case Pattern::IndexInto:
      case Pattern::ScatterInto:
      case Pattern::ScatterReduce:
        return pick_if([&](const SketchTensor& t, int reg) {
          return t.shape.rank >= 1 && (facts.in_place ? writable(reg) : readable(t)) && takes(facts, t.dtype) &&
                 (facts.out < 0 || writes_out_from(t)) &&
                 any([&](const SketchTensor& index) { return takes_index(facts.pattern, t, 0, index); });
        });
      case Pattern::Index:
      case Pattern::IndexPut:
        return pick_if([&](const SketchTensor& t, int reg) {
          return t.shape.rank >= 1 && (facts.in_place ? writable(reg) : readable(t));
        });
      case Pattern::SliceScatter:
      case Pattern::SelectScatter:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank >= 1 && readable(t) && any([&](const SketchTensor& part) {
                   return facts.pattern == Pattern::SelectScatter ? replaces_row(t.shape, 0, part.shape)
                                                                  : replaces_slice(t.shape, 0, part.shape);
                 });
        });
      case Pattern::Border:
      case Pattern::AdaptivePool:
      case Pattern::AvgPool:
      case Pattern::MaxPool:
      case Pattern::Convolution:
      case Pattern::Upsample:
        return pick_if([&](const SketchTensor& t, int) { return is_image(facts, t) && readable(t); });
      case Pattern::GridSampler:
        return pick_if([&](const SketchTensor& t, int) {
          return is_image(facts, t) && readable(t) && (!any([&](const SketchTensor& grid) {
                   return is_image(facts, grid) && grid.shape.last(0) == 2;
                 }) || any([&](const SketchTensor& grid) { return is_grid_of(t, grid); }));
        });
      case Pattern::Col2Im:
        return pick_if([&](const SketchTensor& t, int) {
          return (t.shape.rank == 2 || t.shape.rank == 3) && t.shape.numel() > 0 && readable(t) &&
                 spec::is_differentiable(t.dtype) && t.shape.last(0) <= 3;
        });
      case Pattern::EmbeddingBag:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank == 2 && readable(t) && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
        });
      case Pattern::Embedding:
        return pick_if([&](const SketchTensor& t, int) { return t.shape.rank == 2 && readable(t); });
      case Pattern::LayerNorm:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank >= 1 && readable(t) && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
        });
      case Pattern::GroupNorm:
        return pick_if([&](const SketchTensor& t, int) {
          return t.contiguous && readable(t) && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
        });
      case Pattern::RealTransform:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank >= 1 && t.shape.numel() > 0 && readable(t) &&
                 (t.dtype == DType::Float32 || t.dtype == DType::Float64);
        });
      case Pattern::RealInverse:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank >= 1 && t.shape.numel() > 0 && readable(t) && spec::is_complex(t.dtype);
        });
      case Pattern::CDist:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank >= 2 && readable(t) && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
        });
      case Pattern::PDist:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank == 2 && t.contiguous && readable(t) &&
                 (t.dtype == DType::Float32 || t.dtype == DType::Float64);
        });
      case Pattern::Triangle:
        return pick_if([&](const SketchTensor& t, int reg) {
          return t.shape.rank >= 2 && (facts.in_place ? writable(reg) : readable(t)) && takes(facts, t.dtype);
        });
      case Pattern::Select:
      case Pattern::Slice:
      case Pattern::Narrow:
      case Pattern::Split:
      case Pattern::SplitWithSizes:
      case Pattern::Chunk:
      case Pattern::Unbind:
      case Pattern::IndexSelect:
      case Pattern::Cat:
        return pick_if([&](const SketchTensor& t, int) {
          return t.shape.rank >= 1 && readable(t) && (facts.out < 0 || writes_out_from(t));
        });
      case Pattern::Gather:
        return pick_if([&](const SketchTensor& t, int) { return t.shape.rank == 1 && readable(t); });
      case Pattern::Diagonal:
        return pick_if([&](const SketchTensor& t, int) { return t.shape.rank >= 2 && readable(t); });
      case Pattern::Matrix:
        if (facts.in_place)
          return pick_if([&](const SketchTensor& t, int reg) { return writable(reg) && t.shape.rank <= 2; });
        return pick_if([&](const SketchTensor& t, int) { return t.shape.rank <= 2 && readable(t); });
      case Pattern::Resize:
      case Pattern::ViewAs:
        return pick_if([&](const SketchTensor& t, int) { return t.contiguous && readable(t); });
      case Pattern::Detach:
        if (facts.in_place)
          return pick_if([&](const SketchTensor& t, int reg) {
            return !t.view && (t.requires_grad || writable(reg)) && !(t.inference && !sketch_.mode(thread_).inference);
          });
        return pick();
      case Pattern::ResizeStorage:
      case Pattern::SetSource:
        return pick_if([&](const SketchTensor& t, int reg) {
          return writable(reg) && (!t.requires_grad || sketch_.mode(thread_).no_autograd);
        });
      default:
        return self_of(facts);
    }
  }

  int index_below(int size) {
    if (size == 0) return 0;
    const int span = std::min(size, 3);
    const int index = draw(2 * span);
    return index < span ? index : index - 2 * span;
  }

  // The same elements in other sizes.
  void fill_sizes_of_view(Record& record, const Shape& shape) {
    const int numel = shape.numel();
    const int form = draw(4);
    if (form == 0 || numel == 0) {
      size_list(record, 0, shape);
    } else if (form == 1 || numel % 2 != 0) {
      immediate(record, 0, 1);
      immediate(record, 1, -1);
    } else {
      immediate(record, 0, 2);
      immediate(record, 1, form == 2 ? 2 : -1);
      immediate(record, 2, form == 2 ? -1 : numel % 4 == 0 && one_in(2) ? 4 : 2);
    }
  }

  void fill_as_strided(Record& record, const SketchTensor& self) {
    const int elements = sketch_.storage_bytes(self.storage) / spec::item_size(self.dtype);
    const int length = draw(3);
    immediate(record, 0, length);
    immediate(record, 5, length);
    int room = elements;
    for (int i = length - 1; i >= 0; --i) {
      const int size = std::max(1, std::min(2, room));
      immediate(record, 1 + i, size);
      immediate(record, 6 + i, i == length - 1 ? 1 : 2);
      room /= 2;
    }
    if (one_in(6) && length > 0) immediate(record, 6, draw(5));
    if (one_in(3)) {
      immediate(record, 10, 1);
      immediate(record, 11, one_in(2) ? 0 : 1);
    }
  }

  void fill_backward(Record& record, int root) {
    operand(record, 0, root);
    const SketchTensor& self = tensor(root);
    int seeding = self.shape.numel() == 1 && one_in(2) ? 0 : 1;
    if (one_in(6)) {
      const int gradient = pick_if([&](const SketchTensor& t, int) {
        return t.shape == self.shape && t.dtype == self.dtype && !t.requires_grad;
      });
      if (tensor(gradient).shape == self.shape && tensor(gradient).dtype == self.dtype) {
        seeding = 2;
        operand(record, 1, gradient);
      }
    }
    immediate(record, 0, seeding);
    immediate(record, 1, one_in(3) ? 1 : 0);
  }

  void fill_grad(Record& record, int root) {
    operand(record, 0, root);
    const std::uint64_t history = tensor(root).history;
    operand(record, 1,
            pick_if([&](const SketchTensor& t, int) { return t.requires_grad && (history >> (t.id & 63) & 1) != 0; }));
    immediate(record, 0, tensor(root).shape.numel() == 1 && one_in(2) ? 0 : 1);
    immediate(record, 1, draw(2));
    immediate(record, 2, one_in(3) ? 1 : 0);
  }

  int root() {
    return pick_if([&](const SketchTensor& t, int) { return !t.leaf && flows_back(t); });
  }

  void fill_extra(Record& record, Extra extra) {
    switch (extra) {
      case Extra::Leaf: {
        const int dtype = some_dtype();
        size_list(record, 0, some_shape());
        immediate(record, 5, dtype);
        immediate(record, 6, spec::is_differentiable(static_cast<DType>(dtype)) ? draw(2) : 0);
        immediate(record, 7, draw(8));
        break;
      }
      case Extra::RequiresGrad_: {
        const bool wanted = !one_in(4);
        immediate(record, 0, wanted ? 1 : 0);
        operand(record, 0, pick_if([&](const SketchTensor& t, int) {
                  return t.leaf && (!wanted || (spec::is_differentiable(t.dtype) &&
                                                (reckless_ || !t.inference || sketch_.mode(thread_).inference)));
                }));
        break;
      }
      case Extra::SetData: {
        operand(record, 0, pick());
        const SketchTensor& self = tensor(record.operands[0]);
        operand(record, 1, pick_if([&](const SketchTensor& t, int) {
                  return (reckless_ || t.inference == self.inference) && t.dtype == self.dtype && t.id != self.id;
                }));
        break;
      }
      case Extra::RetainGrad:
        operand(record, 0, pick_if([&](const SketchTensor& t, int) { return t.requires_grad && !t.leaf && !t.stale; }));
        break;
      case Extra::GradOf:
      case Extra::ClearGrad:
        operand(record, 0, pick_if([&](const SketchTensor& t, int) { return t.has_grad; }));
        break;
      case Extra::Version:
        operand(record, 0, pick_if([&](const SketchTensor& t, int) { return reckless_ || !t.inference; }));
        break;
      case Extra::Backward:
      case Extra::Grad: {
        const int from = root();
        if (!tensor(from).requires_grad && allowed(Extra::RequiresGrad_) && !one_in(4)) {
          // There is nothing to go back from: first there must be.
          record = Record{};
          record.thread = static_cast<std::uint8_t>(thread_);
          record.operation = spec::id_of(Extra::RequiresGrad_);
          return fill_extra(record, Extra::RequiresGrad_);
        }
        if (extra == Extra::Backward)
          fill_backward(record, from);
        else
          fill_grad(record, from);
        break;
      }
      case Extra::EnterInferenceMode:
        // Back to normal inside the mode, mostly on otherwise.
        immediate(record, 0, sketch_.mode(thread_).inference ? draw(2) : one_in(8) ? 0 : 1);
        break;
      case Extra::EnterAutoGradMode:
        immediate(record, 0, draw(2));
        break;
      case Extra::EnterCapturedState:
        if (!sketch_.captured() && allowed(Extra::CaptureState)) record.operation = spec::id_of(Extra::CaptureState);
        break;
      case Extra::Leave:
      case Extra::LeaveByException:
        if (extra == Extra::LeaveByException) immediate(record, 0, 1 + draw(2));
        if (sketch_.depth(thread_) == 0 && allowed(Extra::EnterInferenceMode)) {
          record.operation = spec::id_of(Extra::EnterInferenceMode);
          immediate(record, 0, 1);
        }
        break;
      case Extra::Assign:
      case Extra::Data:
      case Extra::GradFn:
        operand(record, 0, pick());
        break;
      default:
        break;
    }
  }

  TheChoice& choice_;
  const GeneratorOptions& options_;
  const OperationMenu& menu_;
  const Swarm swarm_;
  Sketch sketch_;
  std::array<int, spec::kThreads> until_leave_{};
  int thread_ = 0;
  int focus_ = 0;
  int result_ = 0;        // of the last recorded operator
  int forced_self_ = -1;  // the register that the next operator writes
  // What had no image to work on; one was made for it.
  std::optional<spec::OperationId> wanted_;
  int planned_ = 0;
  int delay_ = 0;
  Plan plan_ = Plan::None;
  bool guarded_write_ = false;
  bool reckless_ = false;
  bool bold_plan_ = false;  // the planned command is reckless
  bool two_threads_ = false;
};

}  // namespace

Generator::Generator(GeneratorOptions options) : options_(std::move(options)), menu_(options_.operations) {}

void Generator::generate_into(spec::Program& program, Choice& choice) const {
  Writer<Choice>(choice, options_, menu_).write(program);
}

spec::Program Generator::generate(Choice& choice) const {
  spec::Program out;
  generate_into(out, choice);
  return out;
}

void Generator::program_into(spec::Program& program, std::uint64_t seed, std::uint64_t index) const {
  RandomChoice choice(program_seed(seed, index));
  Writer<RandomChoice>(choice, options_, menu_).write(program);
}

spec::Program Generator::program_of(std::uint64_t seed, std::uint64_t index) const {
  spec::Program out;
  program_into(out, seed, index);
  return out;
}

spec::Program generate(Choice& choice, const GeneratorOptions& options) { return Generator(options).generate(choice); }

spec::Program program_of(std::uint64_t seed, std::uint64_t index, const GeneratorOptions& options) {
  return Generator(options).program_of(seed, index);
}

}  // namespace modecheck::properties
