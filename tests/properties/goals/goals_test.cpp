// Checks the goals that RFC-0011 states (P1 to P7) on the traces of a subject. The model is used only to find the
// commands that are dropped.

#include <gtest/gtest.h>

#include <cstring>
#include <utility>

#include "properties/lockstep/field.h"
#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"
#include "tests/properties/goals/for_all.h"

namespace modecheck::properties {
namespace {

using spec::ByteRange;
using spec::CommandKind;
using spec::Group;
using spec::Observation;
using spec::OutcomeKind;
using spec::Program;
using spec::Record;
using spec::RegisterObservation;
using spec::Step;
using spec::Trace;

class Goals : public ::testing::Test {
 protected:
  void SetUp() override {
    subject_ = open_property_subject();
    if (subject_ == nullptr) GTEST_SKIP() << "the subject's plug-in is not there";
  }
  void run(const Program& program, Trace& trace) { run_on(*subject_, program, trace); }

  std::unique_ptr<subjects::Runner> subject_;
  std::unique_ptr<Trace> a_ = std::make_unique<Trace>();
  std::unique_ptr<Trace> b_ = std::make_unique<Trace>();
};

bool ran(const Step& step) { return step.outcome.kind == OutcomeKind::Ok; }

const RegisterObservation& reg_of(const Observation& observation, int reg) {
  return observation.registers[static_cast<std::size_t>(reg)];
}

const Observation& before(const Trace& trace, std::size_t step) {
  return step == 0 ? trace.initial.observation : trace.steps[step - 1].observation;
}

bool same_bytes(const Trace& a, ByteRange x, const Trace& b, ByteRange y) {
  return x.size == y.size && std::memcmp(a.bytes.data() + x.begin, b.bytes.data() + y.begin, x.size) == 0;
}

// Returns true if the command puts a new tensor into the register `reg`.
bool replaces(const Record& record, int reg) {
  for (int i = 0; i < spec::result_registers(spec::operation(record.operation)); ++i)
    if (reg == (record.destination + i) % spec::kRegisters) return true;
  return false;
}

std::string at(std::size_t step, int reg, const char* what) {
  return "after command " + std::to_string(step + 1) + ": r" + std::to_string(reg) + " " + what;
}

Record enter(spec::BuiltinCommand guard, bool enabled = true) {
  Record out;
  out.operation = spec::id_of(guard);
  out.immediates[0] = enabled ? 1 : 0;
  spec::canonicalize(out);
  return out;
}

Program guarded(spec::BuiltinCommand guard, const Program& body) {
  Program out;
  out.records.push_back(enter(guard));
  out.records.insert(out.records.end(), body.records.begin(), body.records.end());
  return out;
}

GeneratorOptions computing() {
  GeneratorOptions out;
  out.operations = operations_of({"creation", "pointwise", "reduction", "matrix", "joining", "copy", "view",
                                  "multi_view", "alias", "in_place", "out", "in_place_view", "handle"});
  out.second_thread_one_in = 0;
  return out;
}

// Returns where the bytes of the register's storage begin in the trace. The trace has them at the lowest register that
// shares the storage.
const std::uint8_t* storage_of(const Trace& trace, std::size_t step, int reg) {
  const Observation& observation = trace.steps[step].observation;
  return trace.bytes.data() + reg_of(observation, reg_of(observation, reg).tensor.storage).storage.begin;
}

// Compares element by element, because bytes of the storage between the elements may be uninitialised.
bool same_elements(const Trace& a, const Trace& b, std::size_t step, int reg) {
  const spec::TensorObservation& tensor = reg_of(a.steps[step].observation, reg).tensor;
  const auto item = static_cast<std::size_t>(spec::item_size(tensor.dtype));
  std::array<std::int32_t, spec::kMaxRank> index{};
  // Compare one element along each expanded dimension (stride 0), where all elements are the same. An expanded tensor
  // may have too many elements to compare them all.
  std::array<std::int32_t, spec::kMaxRank> sizes{};
  for (std::size_t i = 0; i < tensor.rank; ++i) {
    if (tensor.sizes[i] == 0) return true;
    sizes[i] = tensor.strides[i] == 0 ? 1 : static_cast<std::int32_t>(tensor.sizes[i]);
  }
  for (;;) {
    std::size_t place = static_cast<std::size_t>(tensor.storage_offset);
    for (std::size_t i = 0; i < tensor.rank; ++i) place += static_cast<std::size_t>(index[i] * tensor.strides[i]);
    if (std::memcmp(storage_of(a, step, reg) + place * item, storage_of(b, step, reg) + place * item, item) != 0)
      return false;
    std::size_t dim = tensor.rank;
    while (dim > 0 && ++index[dim - 1] == sizes[dim - 1]) index[--dim] = 0;
    if (dim == 0) return true;
  }
}

// Compares sizes, dtype and values. Kind, flags and history may differ, because they are what the mode changes.
std::string values_differ(const Trace& a, const Trace& b, std::size_t step) {
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const Observation& x = a.steps[step].observation;
    const Observation& y = b.steps[step].observation;
    for (Field field :
         {Field::DType, Field::Sizes, Field::Strides, Field::StorageOffset, Field::StorageBytes, Field::Storage})
      if (!same(field, x, y, reg)) return at(step, reg, "has other metadata");
    if (!same_elements(a, b, step, reg)) return at(step, reg, "has other values");
  }
  return "";
}

// Returns true if some pair of registers holds one tensor in one run, and two tensors in the other. Later writes then
// have different effects.
bool other_tensors(const Trace& a, const Trace& b, std::size_t step) {
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (!same(Field::SameTensor, a.steps[step].observation, b.steps[step].observation, reg)) return true;
  return false;
}

// Returns true if the command is a view(dtype) to the tensor's own dtype. Inside InferenceMode this command returns its
// argument, and outside it returns a view of the argument. No other command may make the two runs differ in which
// registers hold the same tensor.
bool may_give_its_input(const Record& record, const Observation& before) {
  if (record.operation != spec::id_of<spec::operators::view_dtype>()) return false;
  const spec::Arguments arguments(record);
  return reg_of(before, arguments.reg(0)).tensor.dtype == arguments.dtype(1);
}

TEST_F(Goals, P1_InferenceModeComputesWhatNoGradComputes) {
  std::size_t programs = 0;
  std::size_t cut_short = 0;
  for_all_programs(computing(), [&](const Program& body) {
    Judgement out;
    ++programs;
    const Program inside = guarded(spec::BuiltinCommand::EnterInferenceMode, body);
    run(inside, *a_);
    run(guarded(spec::BuiltinCommand::EnterNoGrad, body), *b_);
    for (std::size_t i = 1; i < inside.records.size(); ++i) {
      // If only one of the two programs raises an error here, the runs cannot be compared any further.
      if (a_->steps[i].outcome.kind != b_->steps[i].outcome.kind) return out;
      if (!ran(a_->steps[i])) continue;
      out.premise = out.premise || i > 1;
      out.complaint = values_differ(*a_, *b_, i);
      if (!out.complaint.empty()) return out;
      if (!other_tensors(*a_, *b_, i)) continue;
      if (!may_give_its_input(inside.records[i], before(*a_, i)))
        out.complaint = "after command " + std::to_string(i + 1) + ": other registers hold the same tensor";
      ++cut_short;
      return out;
    }
    return out;
  });
  // If many comparisons ended early, the property would say little about long programs.
  EXPECT_LT(cut_short * 10, programs) << cut_short << " of " << programs << " programs were compared in part only";
}

TEST_F(Goals, P2_NoStorageIsSharedByBothKinds) {
  for_all_programs(GeneratorOptions{}, [&](const Program& program) {
    Judgement out;
    run(program, *a_);
    for (std::size_t i = 0; i < program.records.size(); ++i) {
      const Observation& now = a_->steps[i].observation;
      bool kinds[2] = {false, false};
      for (int reg = 0; reg < spec::kRegisters; ++reg) {
        const spec::TensorObservation& tensor = reg_of(now, reg).tensor;
        const bool inference = tensor.is_inference != 0;
        kinds[inference ? 1 : 0] = true;
        if ((tensor.version == spec::kNoVersion) != inference)
          out.complaint =
              at(i, reg, inference ? "is an inference tensor with a version" : "is normal without a version");
        if (tensor.storage < spec::kRegisters && reg_of(now, tensor.storage).tensor.is_inference != tensor.is_inference)
          out.complaint = at(i, reg, "shares its storage with a tensor of the other kind");
        if (!out.complaint.empty()) return out;
      }
      out.premise = out.premise || (kinds[0] && kinds[1]);
    }
    return out;
  });
}

TEST_F(Goals, P3_InferenceTensorsAreImmutableOutsideTheMode) {
  GeneratorOptions options;
  // leave out commands that are sanctioned holes: rule H lets them write inference tensors
  options.operations &= ~operations_of({"unsafe_guard", "custom_write"});
  for_all_programs(options, [&](const Program& program) {
    Judgement out;
    run(program, *a_);
    for (std::size_t i = 0; i < program.records.size(); ++i) {
      const Observation& was = before(*a_, i);
      const Observation& is = a_->steps[i].observation;
      if (is.mode.inference_mode != 0 || spec::operation(program.records[i].operation).kind == CommandKind::Leave)
        continue;
      for (int reg = 0; reg < spec::kRegisters; ++reg) {
        const RegisterObservation& x = reg_of(was, reg);
        const RegisterObservation& y = reg_of(is, reg);
        if (x.tensor.is_inference == 0 || replaces(program.records[i], reg)) continue;
        out.premise = true;
        if (y.tensor.is_inference == 0) out.complaint = at(i, reg, "became a normal tensor");
        // Compare the bytes of each storage once, at the lowest register that shares the storage.
        if (x.tensor.storage == reg && y.tensor.storage == reg && !same_bytes(*a_, x.storage, *a_, y.storage))
          out.complaint = at(i, reg, "was written outside InferenceMode");
        if (!out.complaint.empty()) return out;
      }
    }
    return out;
  });
}

// Returns true if the modes are those of a program that uses InferenceMode and no other guard.
bool plainly_inside(const spec::ModeObservation& mode) {
  return mode.inference_mode != 0 && mode.autograd_excluded != 0 && mode.adinplaceorview_included == 0 &&
         mode.adinplaceorview_excluded == 0;
}

std::string route_complaint(const Step& step, std::size_t i, std::initializer_list<std::uint8_t> keys) {
  const spec::RouteObservation& route = step.observation.route;
  if (route.known == 0) return "";
  const bool right = route.length == keys.size() && std::equal(keys.begin(), keys.end(), route.keys.begin());
  return right ? "" : "command " + std::to_string(i + 1) + " went through " + text_of(route);
}

TEST_F(Goals, P4_TheGuaranteesInsideTheMode) {
  for_all_programs(GeneratorOptions{}, [&](const Program& program) {
    Judgement out;
    run(program, *a_);
    for (std::size_t i = 0; i < program.records.size() && out.complaint.empty(); ++i) {
      const Record& record = program.records[i];
      const spec::Operation& row = spec::operation(record.operation);
      const Step& step = a_->steps[i];
      const Observation& was = before(*a_, i);
      if (!ran(step) || row.kind != CommandKind::Operator || row.composite) continue;
      if (!plainly_inside(step.observation.mode)) continue;
      const bool in_place = row.group == Group::InPlace;
      const bool functional = !row.schema.writes() && row.family != spec::operators::Family::View &&
                              row.family != spec::operators::Family::MultiView &&
                              row.family != spec::operators::Family::Alias;
      if (!in_place && !functional) continue;
      out.premise = true;
      const int target = in_place ? record.operands[0] : -1;
      for (int reg = 0; reg < spec::kRegisters; ++reg) {
        if (replaces(record, reg)) continue;
        const spec::TensorObservation& x = reg_of(was, reg).tensor;
        const spec::TensorObservation& y = reg_of(step.observation, reg).tensor;
        const bool written = in_place && reg == target && x.is_inference == 0;
        if (functional && x.version != y.version)
          out.complaint = at(i, reg, "was bumped by a functional operator (V4)");
        if (written && y.version != x.version + 1) out.complaint = at(i, reg, "was written without one bump (V3)");
      }
      if (!out.complaint.empty()) break;
      if (in_place) {
        bool inference = true;  // whether all tensor arguments that are given are inference tensors
        const spec::Arguments arguments(record);
        for (int k = 0; k < row.schema.argument_count; ++k) {
          const spec::operators::Type type = row.schema.arguments[static_cast<std::size_t>(k)].type;
          if (type == spec::operators::Type::Tensor ||
              (type == spec::operators::Type::OptionalTensor && arguments.present(k)))
            inference = inference && reg_of(was, arguments.reg(k)).tensor.is_inference != 0;
          if (type == spec::operators::Type::OptionalTensorList)
            for (int element = 0; element < arguments.list_length(k); ++element)
              if (arguments.list_present(k, element))
                inference = inference && reg_of(was, arguments.list_reg(k, element)).tensor.is_inference != 0;
        }
        out.complaint = inference ? route_complaint(step, i, {spec::kKeyBackend})
                                  : route_complaint(step, i, {spec::kKeyADInplaceOrView, spec::kKeyBackend});
        continue;
      }
      out.complaint = route_complaint(step, i, {spec::kKeyBackend});
      const spec::TensorObservation& result = reg_of(step.observation, record.destination).tensor;
      // A returned argument is not a new tensor (K4), so check only results that are new tensors with their own
      // storage.
      const bool fresh = result.same_tensor == record.destination && result.storage == record.destination;
      if (spec::keeps_result(row) && fresh && result.is_inference != 0 &&
          (result.requires_grad != 0 || result.has_grad_fn != 0) && row.family != spec::operators::Family::Copy)
        out.complaint = at(i, record.destination, "was recorded inside the mode (S5)");
    }
    return out;
  });
}

TEST_F(Goals, P5_ParametersAreAllocatedInsideTheMode) {
  GeneratorOptions options = computing();
  options.operations &= ~operations_of({"creation"});
  options.operations |= operations_of({"leaf"});
  for_all_programs(options, [&](const Program& body) {
    Judgement out;
    const Program program = guarded(spec::BuiltinCommand::EnterInferenceMode, body);
    run(program, *a_);
    for (std::size_t i = 1; i < program.records.size(); ++i) {
      const Record& record = program.records[i];
      if (record.operation != spec::id_of(spec::BuiltinCommand::Leaf)) continue;
      const Step& step = a_->steps[i];
      if (step.outcome.kind == OutcomeKind::Dropped || step.outcome.error == spec::ErrorClass::RequiresGradDtype)
        continue;
      out.premise = true;
      const spec::TensorObservation& leaf = reg_of(step.observation, record.destination).tensor;
      const bool wrong_size =
          step.outcome.error == spec::ErrorClass::Argument || step.outcome.error == spec::ErrorClass::Shape;
      if (!ran(step) && !wrong_size)
        out.complaint = "command " + std::to_string(i + 1) + " allocates no parameter: " + text_of(step.outcome);
      else if (ran(step) && leaf.is_inference == 0)
        out.complaint = at(i, record.destination, "was allocated inside the mode and is normal");
      if (!out.complaint.empty()) return out;
    }
    return out;
  });
}

TEST_F(Goals, P6_TheModeOfAnotherThreadChangesNothing) {
  GeneratorOptions options;
  options.second_thread_one_in = 0;
  options.max_commands = 24;
  for_all_programs(options, [&](const Program& body) {
    Judgement out;
    Program beside;
    std::vector<std::size_t> places;  // for each command of `body`, its index in `beside`
    constexpr spec::BuiltinCommand guards[] = {
        spec::BuiltinCommand::EnterInferenceMode, spec::BuiltinCommand::EnterNoGrad, spec::BuiltinCommand::Leave,
        spec::BuiltinCommand::EnterInferenceMode, spec::BuiltinCommand::EnterBelowADInplaceOrView};
    for (std::size_t i = 0; i < body.records.size(); ++i) {
      if (i % 2 == 0) {
        Record other = enter(guards[(i / 2) % std::size(guards)]);
        other.thread = 1;
        beside.records.push_back(other);
      }
      places.push_back(beside.records.size());
      beside.records.push_back(body.records[i]);
    }
    run(body, *a_);
    run(beside, *b_);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Step& alone = a_->steps[i];
      const Step& together = b_->steps[places[i]];
      out.premise = out.premise || ran(alone);
      if (alone.outcome.kind != together.outcome.kind || alone.outcome.error != together.outcome.error)
        out.complaint = "command " + std::to_string(i + 1) + ": " + text_of(alone.outcome) + " alone, " +
                        text_of(together.outcome) + " beside another thread";
      const Observation& x = alone.observation;
      const Observation& y = together.observation;
      if (std::memcmp(&x.mode, &y.mode, sizeof x.mode) != 0) out.complaint = "the mode leaked into the other thread";
      for (int reg = 0; reg < spec::kRegisters && out.complaint.empty(); ++reg) {
        const RegisterObservation& p = reg_of(x, reg);
        const RegisterObservation& q = reg_of(y, reg);
        if (std::memcmp(&p.tensor, &q.tensor, sizeof p.tensor) != 0 ||
            std::memcmp(&p.grad, &q.grad, sizeof p.grad) != 0 || !same_bytes(*a_, p.storage, *b_, q.storage) ||
            !same_bytes(*a_, p.grad_values, *b_, q.grad_values))
          out.complaint = at(i, reg, "is another tensor beside another thread");
      }
      if (!out.complaint.empty()) return out;
    }
    return out;
  });
}

// Returns the program without the commands that the specification drops on either device. If a command is removed, the
// specification may drop a later command, so the function repeats this.
Program taken_by_both(const Program& program) {
  Program out = program;
  for (std::size_t before = 0; before != out.records.size();) {
    before = out.records.size();
    const auto on_cpu = dropped_of(out, spec::DeviceKind::Cpu);
    const auto on_meta = dropped_of(out, spec::DeviceKind::Meta);
    Program left;
    for (std::size_t i = 0; i < before; ++i)
      if (on_cpu[i] == 0 && on_meta[i] == 0) left.records.push_back(out.records[i]);
    out = std::move(left);
  }
  return out;
}

TEST_F(Goals, P7_CpuAndMetaShowTheSameMetadata) {
  const auto meta = open_property_subject(spec::DeviceKind::Meta);
  if (meta == nullptr) GTEST_SKIP() << "the subject has no Meta device";
  // The Meta device has no values, so leave out operators that reject some values: bernoulli rejects what is not a
  // probability.
  GeneratorOptions options;
  options.operations.reset(spec::id_of<spec::operators::bernoulli>());
  options.operations.reset(spec::id_of<spec::operators::inverse>());  // inverse rejects singular matrices
  options.operations.reset(spec::id_of<spec::operators::bernoulli__Tensor>());
  // leave out segment_reduce, which rejects lengths that do not add up to the number of rows
  options.operations.reset(spec::id_of<spec::operators::segment_reduce>());
  for_all_programs(options, [&](const Program& program) {
    Judgement out;
    const Program common = taken_by_both(program);
    run(common, *a_);
    run_on(*meta, common, *b_);
    for (std::size_t i = 0; i < common.records.size(); ++i) {
      const Step& x = a_->steps[i];
      const Step& y = b_->steps[i];
      // The Meta device has no values, so it cannot reject an index that is out of range.
      if (x.outcome.kind == OutcomeKind::Unsupported || y.outcome.kind == OutcomeKind::Unsupported) return out;
      if (x.outcome.error == spec::ErrorClass::Range && ran(y)) return out;
      // A wrong output is checked after the indices, so the CPU reports the index and the Meta device reports the
      // output.
      if (x.outcome.error == spec::ErrorClass::Range && spec::operation(common.records[i].operation).out_of != 0 &&
          (y.outcome.error == spec::ErrorClass::Dtype || y.outcome.error == spec::ErrorClass::Overlap))
        return out;
      // Without values, the Meta device cannot know how many elements a mask selects, or whether the mask's bytes are 0
      // and 1.
      const spec::OperationId operation = common.records[i].operation;
      if ((operation == spec::id_of<spec::operators::masked_scatter>() ||
           operation == spec::id_of<spec::operators::masked_scatter_>()) &&
          (x.outcome.error == spec::ErrorClass::Shape || x.outcome.error == spec::ErrorClass::Dtype) && ran(y))
        return out;
      // Without values, the Meta device cannot check that `offsets` of embedding_bag begins with 0. So it may accept a
      // call that the CPU rejects.
      if ((operation == spec::id_of<spec::operators::_embedding_bag>() ||
           operation == spec::id_of<spec::operators::embedding_bag>()) &&
          x.outcome.error == spec::ErrorClass::Argument && ran(y))
        return out;
      out.premise = out.premise || i > 2;
      if (x.outcome.kind != y.outcome.kind || x.outcome.error != y.outcome.error)
        out.complaint = "command " + std::to_string(i + 1) + ": " + text_of(x.outcome) + " on CPU, " +
                        text_of(y.outcome) + " on Meta";
      for (int field = 0; field < kFields && out.complaint.empty(); ++field) {
        const auto which = static_cast<Field>(field);
        if (which == Field::Device) continue;
        for (int reg = 0; reg < spec::kRegisters; ++reg)
          if (!same(which, x.observation, y.observation, reg))
            out.complaint = at(i, reg,
                               (std::string(name_of(which)) + " is " + text_of(which, x.observation, reg) +
                                " on CPU, " + text_of(which, y.observation, reg) + " on Meta")
                                   .c_str());
      }
      if (!out.complaint.empty()) return out;
    }
    return out;
  });
}

}  // namespace
}  // namespace modecheck::properties
