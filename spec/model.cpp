#include "spec/model.h"

namespace modecheck::spec {

// Replaced below as the families arrive.
class ModelState {};

Model::Model(const ModelOptions&, EffectSink*, const ValueWitness*) : state_(std::make_unique<ModelState>()) {}
Model::~Model() = default;
void Model::reset() {}
void Model::step(const Record&, Step& out) {
  out = {};
  out.outcome.kind = OutcomeKind::Unsupported;
}
void Model::observe(int, Observation& out) const { out = {}; }
StorageId Model::storage_of(int) const { return 0; }
std::uint32_t Model::storage_bytes(int) const { return 0; }
bool Model::gradient_of(int, Geometry&) const { return false; }
bool Model::exempt(int) const { return false; }
RuleSet Model::rules() const { return {}; }

}  // namespace modecheck::spec
