// ProgramWriter writes one program. Its members are defined in arguments/<file>.cpp, by family of operators, and in
// commands.cpp and plans.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "properties/choice/choice.h"
#include "properties/choice/choice_random.h"
#include "properties/generate/call_plan.h"
#include "properties/generate/fitting.h"
#include "properties/generate/generator.h"
#include "properties/generate/operation_facts.h"
#include "properties/generate/registers.h"
#include "reference/run/rehearsal.h"
#include "spec/operators/for_each.h"
#include "spec/program/operator_id.h"
#include "spec/program/slots.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {

// `TheChoice` is RandomChoice where speed matters, and Choice elsewhere. Every member is instantiated for both classes.
template <typename TheChoice>
class ProgramWriter {
 public:
  using DType = spec::DType;
  using BuiltinCommand = spec::BuiltinCommand;
  using Group = spec::Group;
  using Record = spec::Record;

  ProgramWriter(TheChoice& choice, const GeneratorOptions& options, const OperationMenu& menu,
                reference::Rehearsal& rehearsal)
      : choice_(choice),
        options_(options),
        menu_(menu),
        swarm_(draw_swarm(choice, menu)),
        rehearsal_(rehearsal),
        registers_(rehearsal.model()) {}

  // Writes one program into the rehearsal, which runs the model.
  void write();

  // Writes the program of the plan into the rehearsal (calls.cpp).
  void write_call(const CallPlan& plan);

 private:
  // After some commands the generator plans what a later command does with the register `planned_`: it writes the
  // tensor, uses it, runs backward from it, looks at its grad_fn, or reads a gradient that backward has written.
  enum class Plan : std::uint8_t { None, Write, Use, Backward, Look, Gradient };
  // How the commands of a program are chosen. A free program draws them one by one. A program that aims chooses modes,
  // an operation and a kind of tensor, and steers to them. A program of a family works on tensors of one storage. A
  // program of derivatives differentiates the results of operators, often twice. A program of few operations draws its
  // commands from a handful of operations, which so meet each other again and again.
  enum class Style : std::uint8_t { Free, Aims, Family, Derivatives, Few };
  // The next command that makes a family's first tensor: a view whose elements share memory, a tensor that is no view
  // and has the same geometry, or requires_grad_ for it.
  enum class FamilyBegin : std::uint8_t { SharedPlaces, NoView, RequiresGrad, Over };
  // Some commands of a program that aims, which run in the same modes.
  struct Segment {
    int wanted = -1;     // the modes to be reached (mode_bits); -1: the present modes, whatever they are
    int commands = 0;    // the number of commands that are left
    bool makes = false;  // whether the commands make tensors of further kinds
  };
  int draw(int n) { return static_cast<int>(choice_.below(static_cast<std::uint32_t>(n))); }
  bool one_in(int n) { return choice_.below(static_cast<std::uint32_t>(n)) == 0; }
  const Candidate& tensor(int reg) const { return registers_[reg]; }
  const spec::ModeState& mode() const { return registers_.queries().mode(thread_); }
  int open_guards() const { return registers_.queries().open_guards(thread_); }
  bool records() const { return mode().grad && !mode().autograd_excluded; }
  bool allowed(spec::OperationId id) const { return options_.operations.test(id); }
  bool allowed(BuiltinCommand builtin) const { return allowed(spec::id_of(builtin)); }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // Says how the generator draws the arguments of the next command.
  struct Mood {
    bool blind = false;        // whether all arguments are drawn at random
    bool nearly = false;       // whether one argument is changed after fitting arguments were drawn
    bool keeps_wrong = false;  // whether the command is kept if the model rejects it
  };

  // Appends a command that succeeds or is meant to fail. Returns false if it found no such command.
  bool command();
  // Proposes a command that was not planned. Returns false if no tensor suits the command. Sets `nudged` if the command
  // is meant to fail.
  bool propose_any(Record& record, const Mood& mood, bool& nudged);
  // Whether the operator needs a complex tensor, or mostly gets one.
  static bool is_of_complex(const OperationFacts& facts) {
    return facts.call_shape == CallShape::AsReal || facts.call_shape == CallShape::RealInverse ||
           facts.call_shape == CallShape::ComplexTransform;
  }
  bool has_nothing_to_work_on(const OperationFacts& facts, bool of_complex) const;
  bool is_seldom_possible(const OperationFacts& facts) const;
  spec::OperationId draw_operation();

  // If a guard has enclosed as many commands as its drawn length says, proposes to leave it. If the time of the planned
  // command has come, proposes that command. Otherwise returns false.
  bool propose_planned(Record& record);
  bool propose_write(Record& record);

  // Proposes a command as the program's style wants it. Returns false if the command is to be drawn freely.
  bool propose_in_style(Record& record);

  // These functions belong to a program that aims (aims.cpp).
  bool propose_aimed(Record& record);
  void begin_segment();
  bool propose_guard(Record& record);
  bool propose_maker(Record& record);
  // Returns a register that holds a tensor of a kind. All kinds that registers hold are equally likely.
  int register_of_some_kind();
  // Returns a register whose kind of tensor another register has, too, if there is one.
  int spare_register();
  void share_storage(Record& record, const OperationFacts& facts);
  // Proposes the operation with the register as its first operand.
  bool propose_on(Record& record, spec::OperationId operation, int reg);

  // These functions belong to a program of a sweep (calls.cpp).
  void keep(const Record& record);
  void run_and_keep(const Record& record);
  void propose_call(Record& record, spec::OperationId operation, int reg);
  int call_on(spec::OperationId operation, int reg, int& result);
  void end_with(Ending ending, int argument, int result);

  // Chooses the operations of a program of few operations.
  void begin_few();

  // These functions belong to a program of a family (families.cpp).
  void begin_family();
  bool propose_in_family(Record& record);
  bool propose_family_begin(Record& record);
  void fill_shared_places(Record& record);
  int member_of_family();

  // These functions belong to a program of derivatives (derivatives.cpp).
  void begin_derivatives();
  bool propose_derivative(Record& record);
  bool propose_source(Record& record);
  bool propose_product_with(Record& record, int reg);
  bool propose_gradient_of(Record& record, int root);
  // Returns the first register from `reg` on whose tensor requires grad, but sometimes just `reg`.
  int with_grad(int reg);
  // Plans to differentiate the result of a successful operator.
  void differentiate_result_of(const Record& record, const OperationFacts& facts);

  // Proposes an operation of the group whose first argument is the register `planned_`, which an earlier command has
  // chosen.
  bool propose_with(Record& record, Group group);

  void plan(Plan what, int reg, int delay) {
    plan_ = what;
    planned_ = reg;
    delay_ = delay;
    bold_plan_ = false;
  }

  // Draws the length of a guard. The command that leaves the guard counts, so a guard of length 2 encloses one command.
  int guard_length();

  // Plans the commands that follow a successful command.
  void follow_up(const Record& record);

  // Draws a register. The register that was written last is drawn more often.
  int pick() {
    if (forced_self_ >= 0) return forced_self_;
    const int drawn = draw(spec::kRegisters + 3);
    const int reg = drawn < spec::kRegisters ? drawn : focus_;
    return style_ == Style::Derivatives ? with_grad(reg) : reg;
  }

  // Draws a register for which `holds` is true. Draws any register if `holds` is true for none.
  template <typename Holds>
  int pick_if(Holds holds) {
    const int start = pick();
    for (int i = 0, reg = start; i < spec::kRegisters; ++i, reg = reg == spec::kRegisters - 1 ? 0 : reg + 1)
      if (holds(tensor(reg), reg)) return reg;
    return start;
  }

  void immediate(Record& record, int i, int value) { record.immediates[at(i)] = static_cast<std::int8_t>(value); }
  void operand(Record& record, int i, int reg) { record.operands[at(i)] = static_cast<std::uint8_t>(reg); }

  // Draws a dimension for a tensor of this rank. The dimension is often negative.
  int dim(int rank) {
    if (rank == 0) return 0;
    const int span = std::min(rank, 3);
    const int out = draw(2 * span);
    return out < span ? out : out - 2 * span;
  }

  void scalar(Record& record, int i, const Candidate& self) {
    const int value = draw(16);
    const bool floating = spec::is_differentiable(self.dtype) && value >= 9;
    immediate(record, i, floating ? 1 : 0);
    immediate(record, i + 1, value < 9 ? value - 4 : floating ? value - 12 : 1);
  }

  // Draws alpha or beta, mostly the default 1. Sometimes it is a half-integer, which integers reject, or a bool.
  void factor(Record& record, int i) {
    immediate(record, i + 1, 1);
    if (!one_in(6)) return;
    const int kind = draw(8);
    const bool floating = kind < 3 && spec::is_differentiable(tensor(record.operands[0]).dtype);
    immediate(record, i, floating ? 1 : kind == 7 ? 2 : 0);
    immediate(record, i + 1, floating ? draw(7) - 3 : kind == 7 ? draw(2) : draw(4) - 1);
  }

  void size_list(Record& record, int i, const Shape& shape) {
    const int rank = std::min<int>(shape.rank, spec::kMaxListLength);
    immediate(record, i, rank);
    for (int d = 0; d < rank; ++d) immediate(record, i + 1 + d, std::min(shape.size(d), 4));
  }

  Shape some_shape();

  int some_dtype() {
    // The program's preferred dtype is mostly used. Otherwise float32 and float64 prevail, because most rules are about
    // gradients.
    if (preferred_ && !one_in(3)) return *preferred_;
    if (one_in(6)) return draw(spec::kDTypes);
    constexpr std::int8_t kDtypes[] = {0, 0, 0, 0, 0, 1, 2, 3};
    return kDtypes[draw(8)];
  }

  int optional_dtype() { return one_in(5) ? some_dtype() : -1; }

  // Whether modes and autograd allow a read of the tensor `self`. A reckless command may break their rules, so it may
  // read any tensor.
  bool readable(const Candidate& self) const { return reckless_ || !self.stale; }

  bool writable(int reg) const {
    if (!reckless_) return may_write(tensor(reg));
    // For a write, exclude leaves that require grad. Such leaves are so common that most rejected writes would write to
    // them.
    const Candidate& self = tensor(reg);
    return bold_plan_ || self.view || !(self.leaf && self.requires_grad && !mode().autograd_excluded);
  }

  // Whether the tensor `self` may be written if no other operand requires grad. Rule M2 excludes inference tensors
  // outside InferenceMode. While autograd records, rule W4 excludes leaves that require grad and views that forbid the
  // write.
  bool may_write(const Candidate& self) const {
    if (self.overlapping) return false;
    if (self.inference && !mode().inference && !mode().adinplaceorview_excluded) return false;
    if (!records() || self.inference || !self.requires_grad) return true;
    return self.view ? !self.fixed && !self.of_leaf : !self.leaf;
  }

  // Whether the operator is binary_cross_entropy, whose prediction and target are probabilities.
  static bool is_weighted_loss(const OperationFacts& facts) {
    return facts.call_shape == CallShape::Loss && facts.tensors > 2;
  }

  // Whether the tensor is floating-point and all its elements are in [0, 1]. On the device Meta, which has no values,
  // every floating-point tensor is accepted.
  bool holds_probabilities(int reg) const {
    if (!spec::is_floating(tensor(reg).dtype)) return false;
    return !spec::has_values(options_.device) ||
           rehearsal_.expected_run().player().all_between(*registers_.queries().held(reg).geometry, 0, 1);
  }

  // Whether backward from the register `reg` can succeed.
  bool flows_back(int reg) const {
    if (!tensor(reg).requires_grad) return false;
    return reckless_ || registers_.past(reg).backward_is_possible;
  }

  // Whether an out variant accepts the tensor as output: it must not require grad while autograd records.
  bool writes_out_from(const Candidate& self) const { return reckless_ || !records() || !self.requires_grad; }

  void fill_blindly(Record& record);
  // These functions look whether a register suits an argument of the record. If none does, they replace the record by a
  // command that makes such a tensor, and return true.
  bool made_something_first(Record& record, const OperationFacts& facts);
  bool made_selector_first(Record& record, const OperationFacts& facts);
  bool made_probabilities_first(Record& record, const OperationFacts& facts);
  bool made_wide_first(Record& record, const OperationFacts& facts);
  bool made_spectrum_first(Record& record, const OperationFacts& facts);
  bool made_product_first(Record& record, const OperationFacts& facts);
  bool made_image_first(Record& record, const OperationFacts& facts);
  bool made_batch_first(Record& record, const OperationFacts& facts);
  void fill(Record& record);
  // Changes one argument, so that the command probably fails. An operand becomes a tensor of another shape, or one that
  // overlaps the first operand. A number changes, mostly by one.
  void nudge(Record& record);

  template <typename Holds>
  bool any(const Holds& holds) const {
    for (int reg = 0; reg < spec::kRegisters; ++reg)
      if (holds(tensor(reg))) return true;
    return false;
  }

  // Chooses as first operand a readable tensor for which `fits` is true.
  template <typename Fits>
  void choose_first(Record& record, const Fits& fits) {
    operand(record, 0, pick_if([&](const Candidate& t, int) { return readable(t) && fits(t); }));
  }
  // Chooses operand `i`, where `i` is not 0, among the tensors for which `fits` is true.
  template <typename Fits>
  void choose_other(Record& record, const OperationFacts& facts, int i, const Fits& fits) {
    const int forced = std::exchange(forced_self_, -1);
    operand(record, i, pick_if([&](const Candidate& t, int) {
              return readable(t) && (facts.out < 0 || writes_out_from(t)) && fits(t);
            }));
    forced_self_ = forced;
  }

  static bool multiplies_batches(const Candidate& a, const Candidate& b);

  // Draws the arguments of a pooling window that mostly fits the image: kernel, stride, padding, dilation and the flags
  // that follow.
  void window(Record& record, const OperationFacts& facts, const Candidate& image);

  // Whether the operator accepts only images with a batch dimension: (batch, channels, height, width).
  static bool wants_batch(const OperationFacts& facts) {
    return facts.call_shape == CallShape::Upsample || facts.call_shape == CallShape::GridSampler;
  }

  static bool is_image(const OperationFacts& facts, const Candidate& t);

  // Whether a convolution accepts `image` as input and `kernels` as weight.
  static bool are_kernels(const Candidate& kernels, const Candidate& image, bool transposed);

  // Returns the register that lacks the fewest dimensions of an image. Returns -1 if a register holds an image, or if
  // no tensor can become an image.
  int grown_to_image(const OperationFacts& facts) const;

  void fill_lists(Record& record, const OperationFacts& facts);
  void fill_selection(Record& record, const OperationFacts& facts);

  // These functions fill the arguments of composites. `fill_as` fills the arguments of a composite like those of the
  // operator `row`, which has its arguments at the same positions.
  void fill_composite(Record& record, const OperationFacts& facts);
  void fill_as(Record& record, spec::OperationId row);
  void fill_sizes_composite(Record& record, const OperationFacts& facts);
  void fill_convolution(Record& record, const OperationFacts& facts);
  void fill_composed(Record& record, const OperationFacts& facts);
  void fill_einsum(Record& record, const OperationFacts& facts);
  void fill_product(Record& record, const OperationFacts& facts);
  void fill_transform(Record& record);

  // Whether slice_scatter or select_scatter along this dimension accepts a source of this shape.
  static bool replaces_slice(const Shape& self, int along, const Shape& part);
  static bool replaces_row(const Shape& self, int along, const Shape& row);

  // Whether the product of `a` and `b`, which has the shape `shape`, can be added to the tensor of the register `reg`.
  bool adds_to(const OperationFacts& facts, int reg, const Shape& shape, const Candidate& a, const Candidate& b) const;
  bool adds_product_to(const OperationFacts& facts, int reg, const Candidate& a, const Candidate& b) const;
  bool any_adds_to(const OperationFacts& facts, const Candidate& a, const Candidate& b) const;

  // Whether registers hold a second factor for the factor `a`, and a tensor to which the product of both factors can be
  // added.
  bool any_sum_of(const OperationFacts& facts, const Candidate& a) const;
  bool any_sum(const OperationFacts& facts) const;

  // Whether registers can hold the operator's outputs for these arguments. Returns true if the operator has no `out=`.
  bool has_target(const OperationFacts& facts, const Candidate& a) const { return has_target(facts, a, a); }

  bool has_target(const OperationFacts& facts, const Candidate& a, const Candidate& b) const {
    if (facts.out < 0) return true;
    if (!writes_out_from(a) || !writes_out_from(b)) return false;
    for (int reg = 0; reg < spec::kRegisters; ++reg) {
      const Candidate& out = tensor(reg);
      if (out.dtype == a.dtype && out.storage != a.storage && out.storage != b.storage && is_output(reg) &&
          (facts.second_out < 0 || second_output(facts, a, out) >= 0))
        return true;
    }
    return false;
  }

  bool is_output(int reg) const { return writable(reg) && writes_out_from(tensor(reg)); }

  // Returns a register for the second output that shares no storage with `a` or `first`. Returns -1 if there is none.
  int second_output(const OperationFacts& facts, const Candidate& a, const Candidate& first) const {
    for (int reg = 0; reg < spec::kRegisters; ++reg) {
      const Candidate& out = tensor(reg);
      if (out.dtype == dtype_of_second(facts, a.dtype) && out.storage != a.storage && out.storage != first.storage &&
          is_output(reg))
        return reg;
    }
    return -1;
  }

  // If no register suits the second of two outputs, replaces the record by a command that makes the missing tensor, and
  // returns true.
  bool made_output_first(Record& record, const OperationFacts& facts);

  static bool is_number_for(const Candidate& number, const Candidate& self);

  // If no 0-dimensional tensor can fill `self`, replaces the record by a command that makes one from `self`, and
  // returns true.
  bool made_number_first(Record& record, const Candidate& self);

  // Changes the record to the overload of masked_fill that takes a Scalar.
  void as_number_form(Record& record, const OperationFacts& facts, const Candidate& self);
  bool any_without_fraction(bool to_be_written) const;

  // Whether some register holds a mask for a tensor of this shape.
  bool any_mask(const Shape& self, bool in_place) const;
  bool any_bool() const;
  bool any_bool_output() const;

  static bool takes(const OperationFacts& facts, DType dtype) {
    return !(facts.no_bool && dtype == DType::Bool) && !(facts.no_half && dtype == DType::Float16) &&
           !(facts.no_complex && spec::is_complex(dtype)) && !(facts.no_floating && spec::is_differentiable(dtype));
  }

  // Whether registers hold a mask and a value with which masked_fill can fill the tensor `self`.
  bool can_be_filled(const OperationFacts& facts, const Candidate& self) const;

  // Chooses the operator's first argument. An in-place operator writes this argument.
  int self_of(const OperationFacts& facts);

  // Chooses weight and bias of a normalisation. The numeric arguments of the record from index `present` on say whether
  // the call passes a weight and a bias.
  void fill_parameters(Record& record, const Candidate& self, const Shape& sizes, int present);
  void fill_operator(Record& record, const OperationFacts& facts);
  void fill_inputs(Record& record, const OperationFacts& facts);
  int first_of(const OperationFacts& facts);

  int index_below(int size) {
    if (size == 0) return 0;
    const int span = std::min(size, 3);
    const int index = draw(2 * span);
    return index < span ? index : index - 2 * span;
  }

  // Draws the argument `size` of view or reshape for a tensor of this shape.
  void fill_sizes_of_view(Record& record, const Shape& shape);
  void fill_as_strided(Record& record, const Candidate& self);
  void fill_backward(Record& record, int root);
  void fill_grad(Record& record, int root);
  void fill_double_backward(Record& record, int root);
  int root();
  void fill_builtin(Record& record, BuiltinCommand builtin);
  // Each of these functions fills the arguments of one family of operators.
  void fill_creation(Record& record, const OperationFacts& facts);
  void fill_pointwise(Record& record, const OperationFacts& facts);
  void fill_reduction(Record& record, const OperationFacts& facts);
  void fill_matrix(Record& record, const OperationFacts& facts);
  void fill_image(Record& record, const OperationFacts& facts);
  void fill_normalization(Record& record, const OperationFacts& facts);
  void fill_moving(Record& record, const OperationFacts& facts);
  void fill_indexing(Record& record, const OperationFacts& facts);
  void fill_view(Record& record, const OperationFacts& facts);

  // Each of these functions fills the arguments of operators with one call shape (operation_facts.h).
  int first_product_of(const OperationFacts& facts);
  void fill_conversion(Record& record, const OperationFacts& facts);
  void fill_views_composite(Record& record, const OperationFacts& facts);
  void fill_reads_composite(Record& record, const OperationFacts& facts);
  void fill_larger_inputs(Record& record, const OperationFacts& facts);
  void fill_factors(Record& record, const OperationFacts& facts);
  void fill_meshgrid(Record& record, const OperationFacts& facts);
  void fill_diff(Record& record, const OperationFacts& facts);
  void fill_repeated(Record& record, const OperationFacts& facts);
  void fill_trapezoid(Record& record, const OperationFacts& facts);
  void fill_composed_loss(Record& record, const OperationFacts& facts);
  void fill_instance_norm(Record& record);
  void fill_spectrum(Record& record, const OperationFacts& facts);
  void fill_leaf(Record& record);
  void fill_gradient_command(Record& record, BuiltinCommand builtin);
  void fill_guard(Record& record, BuiltinCommand builtin);
  int first_image_of(const OperationFacts& facts);
  int first_numbers_of(const OperationFacts& facts);
  int first_view_of(const OperationFacts& facts);
  void fill_whole_convolution(Record& record, const OperationFacts& facts);
  void fill_bags(Record& record, const OperationFacts& facts);
  void fill_index_along(Record& record, const OperationFacts& facts);
  void fill_segments(Record& record, const OperationFacts& facts);
  void fill_index_list(Record& record, const OperationFacts& facts);
  void fill_class_loss(Record& record, const OperationFacts& facts);
  void fill_statistics(Record& record, const OperationFacts& facts);
  void fill_parts_composite(Record& record, const OperationFacts& facts);
  void fill_vectors(Record& record, const OperationFacts& facts);
  void fill_where_scalar(Record& record, const OperationFacts& facts);
  void fill_linear(Record& record, const OperationFacts& facts);
  void fill_float_power(Record& record, const OperationFacts& facts);
  void fill_drawn_composite(Record& record, const OperationFacts& facts);
  void fill_loss_composite(Record& record, const OperationFacts& facts);
  void fill_group_norm(Record& record);
  void fill_broadcast_tensors(Record& record, const OperationFacts& facts);
  void fill_batch_norm(Record& record);
  void fill_spectral(Record& record, const OperationFacts& facts);
  void fill_bounds(Record& record, const OperationFacts& facts);
  void fill_masked_fill(Record& record, const OperationFacts& facts);
  void fill_masked_scatter(Record& record, const OperationFacts& facts);
  void fill_draw(Record& record, const OperationFacts& facts);
  void fill_reduced_dims(Record& record, const OperationFacts& facts);
  void fill_norm(Record& record, const OperationFacts& facts);
  void fill_loss(Record& record, const OperationFacts& facts);
  void fill_places(Record& record, const OperationFacts& facts);
  void fill_solve(Record& record, const OperationFacts& facts);
  void fill_permutation(Record& record);
  void fill_part_of_dimension(Record& record, const OperationFacts& facts);
  void fill_expand(Record& record);
  void fill_split(Record& record, const OperationFacts& facts);

  TheChoice& choice_;
  const GeneratorOptions& options_;
  const OperationMenu& menu_;
  const Swarm swarm_;
  reference::Rehearsal& rehearsal_;
  Registers registers_;
  std::array<int, spec::kThreads> until_leave_{};
  int thread_ = 0;
  int focus_ = 0;
  int result_ = 0;        // the register of the last result that autograd recorded
  int forced_self_ = -1;  // the register that the next operator must take as first argument; -1: no such register
  // The next operation to propose, for example an operation whose missing argument has just been made.
  std::optional<spec::OperationId> wanted_;
  // The dtype that this program prefers. Most programs prefer none.
  std::optional<int> preferred_;
  int wanted_leaves_ = 0;
  int planned_ = 0;
  int delay_ = 0;
  Plan plan_ = Plan::None;
  Style style_ = Style::Free;
  Segment segment_;
  std::array<spec::OperationId, 9> few_{};  // the operations of a program of few operations
  int few_count_ = 0;                       // how many of `few_` are used; 0 in programs of another style
  int family_ = 0;                          // a register that holds a tensor of the family
  FamilyBegin family_begin_ = FamilyBegin::Over;
  spec::OperationId operation_ = 0;  // the operator that a program of derivatives tries to call
  int tries_ = 0;                    // how many more proposals may call it
  int root_ = -1;                    // the register that is to be differentiated next; -1: none
  bool multiplied_ = false;          // whether `root_` is a product of an operator's result
  bool guarded_write_ = false;
  bool reckless_ = false;
  bool bold_plan_ = false;  // whether the planned command is reckless: it may break the rules of modes and autograd
  bool two_threads_ = false;
};

}  // namespace modecheck::properties

// Instantiates the named members of ProgramWriter for both kinds of Choice. The members must have the same result type
// and parameters. Use the macro in the file that defines the members.
#define MODECHECK_FOR_BOTH_CHOICES(result, parameters, ...) \
  MODECHECK_FOR_EACH(MODECHECK_FOR_BOTH, (result, parameters), __VA_ARGS__)
#define MODECHECK_FOR_BOTH(member, result, parameters)      \
  template result ProgramWriter<Choice>::member parameters; \
  template result ProgramWriter<RandomChoice>::member parameters;
