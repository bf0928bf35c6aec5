// This file draws random calls of pointwise operators.
#include "tests/backends/sampler.h"

namespace modecheck::tests {

namespace {

bool has_alpha(const std::string& operation) {
  return operation.rfind("addc", 0) != 0 && (operation.rfind("add", 0) == 0 || operation.rfind("sub", 0) == 0);
}

// Returns whether an operator takes a number that is not an arithmetic operand: the order of polygamma, or the value to
// search for in bucketize and searchsorted. Random programs and tests/parity cover these operators.
bool begins_with_a_number(const spec::Operation& row) {
  return row.schema.name == "polygamma" ||
         (row.schema.overload == "Scalar" && (row.schema.name == "bucketize" || row.schema.name == "searchsorted"));
}

// Returns whether an operator has `self`, two more operands and perhaps a factor. The last operand may be a scalar.
bool is_of_three(const std::string& operation) {
  return operation.rfind("lerp", 0) == 0 || operation.rfind("addcmul", 0) == 0 || operation.rfind("addcdiv", 0) == 0;
}

}  // namespace

bool is_function(const spec::Operation& row) {
  using spec::operators::Family;
  if (begins_with_a_number(row)) return false;
  int tensors = 0;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) tensors += row.schema.arguments[i].is_tensor();
  return row.kind == spec::CommandKind::Operator &&
         (row.family == Family::PointwiseUnary ||
          (row.family == Family::Comparison && tensors == 1 && row.schema.arguments[1].name != "other") ||
          (row.family == Family::Comparison && tensors == 2 && row.schema.arguments[1].name == "out"));
}

// Returns whether an operator has `self` and another operand, which is a tensor or a scalar.
bool is_of_two(const spec::Operation& row) {
  using spec::operators::Family;
  return row.kind == spec::CommandKind::Operator && !is_function(row) && !begins_with_a_number(row) &&
         row.schema.name != "where" && (row.family == Family::PointwiseBinary || row.family == Family::Comparison);
}

std::string Sampler::unary(const std::string& operation) {
  const Sizes sizes = shape();
  const std::string type = dtype();
  std::vector<std::string> arguments{tensor(sizes, type)};
  if (is_out(operation)) arguments.push_back(tensor(chance(60) ? sizes : shape(), like(type)));
  return line(operation, arguments);
}

// Draws a call with one tensor, scalars, and perhaps an output. Strings and omitted arguments have their defaults.
std::string Sampler::function(const spec::operators::Schema& schema) {
  using spec::operators::Type;
  const Sizes sizes = shape();
  const std::string type = dtype();
  std::vector<std::string> arguments{tensor(sizes, type)};
  for (std::size_t i = 1; i < schema.argument_count; ++i) {
    const spec::operators::Argument& argument = schema.arguments[i];
    if (argument.type == Type::Tensor)
      arguments.push_back(schema.name == "threshold"
                              // Give threshold an output of its own with the dtype of the input. libtorch would convert
                              // the dtype of another output, and would let its elements share memory.
                              ? fresh(sizes, type)
                              : tensor(chance(60) ? sizes : shape(), like(type)));
    else if (argument.type == Type::Scalar || (argument.type == Type::OptionalScalar && chance(70)))
      arguments.push_back(number());
    else
      arguments.push_back(argument.type == Type::String ? "qnone" : "n");
  }
  return line(std::string(schema.qualified_name), arguments);
}

std::string Sampler::ternary(const std::string& operation) {
  const Sizes sizes = shape();
  const std::string type = dtype();
  // All operands have one dtype, because an assertion of libtorch fails for addcmul_ with two dtypes
  // (known/out-of-another-dtype-asserts/cause.json).
  const auto more = [&] { return chance(90) ? tensor(broadcasting_with(sizes), type) : std::string("T0"); };
  std::vector<std::string> arguments{tensor(sizes, type), more()};
  const bool by_number = operation.find("Scalar") != std::string::npos;
  arguments.push_back(by_number ? number() : more());
  if (operation.rfind("addc", 0) == 0) arguments.push_back(number());
  // The output has the dtype of the operands. If it had another dtype, libtorch would convert the result, or one of its
  // assertions would fail.
  if (is_out(operation)) arguments.push_back(tensor(chance(60) ? sizes : shape(), type));
  return line(operation, arguments);
}

// Draws a clamp call in which the lower bound, the upper bound or both may be absent.
std::string Sampler::clamp_between(const std::string& operation) {
  const Sizes sizes = shape();
  const std::string type = dtype();
  const auto bound = [&] { return chance(25) ? std::string("n") : tensor(broadcasting_with(sizes), like(type)); };
  std::vector<std::string> arguments{tensor(sizes, type), bound(), bound()};
  if (is_out(operation)) arguments.push_back(tensor(chance(60) ? sizes : shape(), dtype()));
  return line(operation, arguments);
}

std::string Sampler::binary(const std::string& operation) {
  if (is_of_three(operation)) return ternary(operation);
  if (operation == "clamp.Tensor" || operation == "clamp_.Tensor" || operation == "clamp.Tensor_out")
    return clamp_between(operation);
  const Sizes sizes = shape();
  const std::string type = dtype();
  if (operation == "pow.Scalar") return line(operation, {number(), tensor(sizes, type)});
  // Use the scalar 2.5 for pow. If the scalar is one, libtorch checks no dtype.
  if (operation == "pow.Scalar_out") return line(operation, {"sd2.5", tensor(sizes, type), tensor(sizes, dtype())});
  const Sizes others = broadcasting_with(sizes);
  std::vector<std::string> arguments{tensor(sizes, type)};
  if (operation.find("Scalar") != std::string::npos) {
    arguments.push_back(number());
  } else {
    arguments.push_back(chance(90) ? tensor(others, like(type)) : arguments[0]);
  }
  if (operation.find("_mode") != std::string::npos) arguments.push_back(one_of<const char*>({"n", "qtrunc", "qfloor"}));
  if (has_alpha(operation) && (is_out(operation) || chance(40))) arguments.push_back(number());
  if (is_out(operation)) arguments.push_back(chance(10) ? arguments[0] : tensor(chance(60) ? sizes : shape(), dtype()));
  return line(operation, arguments);
}

}  // namespace modecheck::tests
