"""Faults that are planted to show that the checks find them. `scripts/fake-python --smoke` plants each."""

SAME_MODE = "the second trace begins with the fake tensors of the first"
LOST_CONTEXTS = "the contexts forget the symbols of the first trace"
LOST_GUARDS = "the trace forgets its guards"
PLANTS = (SAME_MODE, LOST_CONTEXTS, LOST_GUARDS)


def forget_symbols(inputs):
    for context in inputs.context_of.values():
        context.shape_env_to_source_to_symbol_cache.clear()


def forget_guards(shape_env):
    shape_env.guards.clear()
    shape_env.replacements.clear()
