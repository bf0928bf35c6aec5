#include "spec/program/program.h"

#include "spec/program/arguments.h"

namespace modecheck::spec {

LeafSpec initial_leaf(int reg) {
  LeafSpec out;
  out.seed = reg;
  out.sizes[0] = 2;
  out.sizes[1] = 2;
  out.rank = reg == 1 || reg == 4 || reg == 5 ? 1 : 2;
  out.dtype = reg == 5 ? DType::Int64 : DType::Float32;
  out.requires_grad = reg < 3;
  if (reg == 5) out.seed = 0;
  if (out.rank == 1) out.sizes[1] = 0;
  return out;
}

LeafSpec leaf_of(const Record& command) {
  const Arguments arguments(command);
  const IntList sizes = arguments.integers(0);
  LeafSpec out;
  out.rank = sizes.size;
  out.sizes = sizes.values;
  out.dtype = arguments.dtype(1);
  out.requires_grad = arguments.boolean(2);
  out.seed = static_cast<int>(arguments.integer(3));
  return out;
}

Program meant(const Program& program) {
  Program out = program;
  for (Record& record : out.records)
    if (const OperationId alias_of = operation(record.operation).alias_of; alias_of != 0) record.operation = alias_of;
  return out;
}

double leaf_value(DType dtype, int seed, int index) {
  switch (dtype) {
    case DType::Float32:
    case DType::Float64:
    case DType::Float16:
    case DType::BFloat16:
    case DType::Complex64:
    case DType::Complex128:
      // The values of a leaf are multiples of 1/4. 5 and 7 are coprime to 17, so all multiples from -8/4 to 8/4 occur.
      // Neighbouring elements have different values, and so have leaves with different seeds.
      return ((5 * index + 7 * seed + 3) % 17 - 8) / 4.0;
    case DType::Int64:
    case DType::UInt8:
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
      return (index + seed) % 3;
    case DType::Bool:
      return (index + seed) % 2;
  }
  return 0;
}

double leaf_imaginary(int seed, int index) { return ((4 * index + 2 * seed + 5) % 9 - 4) / 4.0; }

}  // namespace modecheck::spec
