"""Runs one program on real tensors and on fake ones, and tells where they differ from the properties."""

import dataclasses

import plants
import symbols
from comparison import compare
from execution import Execution
from input_tensors import InputTensors, has_history
from mismatch import Mismatch
from observation import expressions, observe
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from verdict import Verdict

REAL = "fake predicts real"
SECOND = "a second trace equals the first"
INPUTS = "fake inputs equal real ones"
UNIFORM = "a source has one symbol"
GUARDS = "guards are true"
OTHER = "other sizes give the same"
NUMBERS = ("bytes of the storage", "grad")  # fields with sizes that have no expressions


class Judge:
    """Judges one program. `seed` chooses where tensors become fake, and `say` is told what begins. `plant` is a fault of
    plants.py, or empty."""

    def __init__(self, program, seed, say, plant=""):
        self.program, self.say, self.plant = program, say, plant
        # Asking a view for its grad_fn regenerates it, so half of the programs do not.
        self.asks_views = seed % 2 == 0
        self.verdict = Verdict([])
        self.ignored = set()
        self.env = self.inputs = self.switched = None
        places = []
        say("the real run")
        run = Execution(program, self.asks_views, lambda number, tensors: self.note_place(places, run, number, tensors))
        self.real = run.run()
        self.place = places[seed // 2 % len(places)]
        self.verdict.begins = program.places[self.place]

    @staticmethod
    def note_place(places, run, number, tensors):
        """An error of a real tensor may depend on its elements, so no place after one counts."""
        after_error = any(step.outcome.raised for step in run.steps)
        if not places or not after_error and not any(has_history(one) for one in tensors.values()):
            places.append(number)

    def judge(self):
        static = self.run_fake(None, "the fake run")
        if static is not None:
            self.compare_with_real(static)
        self.env = ShapeEnv()
        first = self.run_fake(self.env, "the symbolic run")
        if first is None:
            return self.verdict
        self.compare_with_real(first)
        self.verdict.symbols = len(self.env.backed_var_to_val)
        if self.plant == plants.LOST_CONTEXTS:
            plants.forget_symbols(self.inputs)
        second = self.run_fake(self.env, "the second trace", again=True)
        if second is not None:
            self.compare_traces(first, second)
        self.check_symbols()
        if self.plant == plants.LOST_GUARDS:
            plants.forget_guards(self.env)
        self.check_guards()
        self.check_other_sizes(first)
        return self.verdict

    def note(self, mismatch):
        known = {(one.operator, one.what) for one in self.verdict.mismatches}
        if (mismatch.operator, mismatch.what) not in known:
            self.verdict.mismatches.append(mismatch)

    def run_fake(self, env, name, again=False):
        """Returns the steps of a run on fake tensors, or None if its inputs could not become fake."""
        self.say(name)
        failed = []

        def at_place(number, tensors):
            if number != self.place:
                return None
            if again and self.plant == plants.SAME_MODE:
                return self.switched
            if not again:
                self.inputs = InputTensors(tensors)
            before = self.inputs.observed()
            try:
                mode, fakes = self.inputs.in_mode(env)
            except Exception as error:  # any error is a mismatch
                failed.append(Mismatch(INPUTS, "from_tensor", f"raises {type(error).__name__}", str(error)[:300], number))
                run.ended = True
                return None
            self.compare_inputs(before, fakes)
            run.ignored = self.ignored
            self.switched = mode, fakes
            return self.switched

        run = Execution(self.program, self.asks_views, at_place)
        run.expressions_wanted = env is not None
        steps = run.run()
        for mismatch in failed:
            self.note(mismatch)
        return None if failed else steps

    def compare_inputs(self, before, fakes):
        """A field in which the inputs differ is not looked at any more in this program."""
        for name, fields in before.items():
            seen = observe(fakes[name], True)
            for field in fields:
                if seen.get(field) != fields[field]:
                    detail = f"{name}: {seen.get(field)} of the fake tensor, {fields[field]} of the real one"
                    self.note(Mismatch(INPUTS, "from_tensor", field, detail, self.verdict.begins))
                    self.ignored.add(field)
        if self.inputs.observed() != before:
            self.note(Mismatch(INPUTS, "from_tensor", "a real tensor has changed", "", self.verdict.begins))

    def compare_with_real(self, steps):
        mismatch, ended, agreed = compare(REAL, steps, self.real, unseen=self.ignored)
        self.verdict.agreed += agreed
        self.verdict.ended = self.verdict.ended or ended
        if mismatch:
            self.note(mismatch)

    def compare_traces(self, first, second):
        mismatch, _, agreed = compare(SECOND, second, first, looks_at_elements=False, unseen=self.ignored)
        if mismatch:
            return self.note(mismatch)
        samples = [symbols.hints(self.env), *filter(None, [symbols.other_values(self.env, symbols.hints(self.env))])]
        for one, other in zip(first[:agreed], second):
            for name, geometry in one.expressions.items():
                field = symbols.differing_geometry(self.env, geometry, other.expressions[name], samples)
                if field:
                    detail = f"{name}: {field} {other.expressions[name][field]}, in the first trace {geometry[field]}"
                    return self.note(Mismatch(SECOND, one.operator, f"symbolic {field}", detail, one.number))
        return None

    def check_symbols(self):
        """The same contexts give the same symbols in another order; contexts that remember nothing give fresh ones."""
        self.say("the symbols")
        before = set(self.env.backed_var_to_val)
        names = list(self.inputs.tensors)
        first = {name: expressions(one) for name, one in self.inputs.in_mode(self.env)[1].items()}
        backward = {name: expressions(one) for name, one in self.inputs.in_mode(self.env, names[::-1])[1].items()}
        for name in names:
            if first[name] != backward[name]:
                detail = f"{name}: {backward[name]} in the other order, before {first[name]}"
                self.note(Mismatch(UNIFORM, "from_tensor", "the order of the inputs counts", detail))
        if set(self.env.backed_var_to_val) != before:
            more = sorted(map(str, set(self.env.backed_var_to_val) - before))
            self.note(Mismatch(UNIFORM, "from_tensor", "a fresh mode makes new symbols", ", ".join(more)))
        # The numbers of the call that made a view become symbols too, and equal numbers share one. So do strides.
        if any(one._is_view() for one in self.inputs.tensors.values()):
            return
        other_env = ShapeEnv()
        known = set()
        for _ in range(2):
            fresh = set()
            for one in self.inputs.with_stateless_contexts(other_env).values():
                fresh |= symbols.symbols_of({"sizes": expressions(one)["sizes"]})
            if fresh & known:
                self.note(Mismatch(UNIFORM, "from_tensor", "a stateless context gives an old symbol", str(fresh & known)))
            known |= fresh

    def check_guards(self):
        """What the trace needs is true of the numbers of the traced call."""
        self.say("the guards")
        for text in symbols.untrue(self.env, symbols.hints(self.env)):
            self.note(Mismatch(GUARDS, "ShapeEnv", "a guard is not true of the hints", text))
        if not self.inputs.are_simple():
            return
        placeholders, tensors = self.placeholders()
        if not self.guards_admit(placeholders, tensors):
            self.note(Mismatch(GUARDS, "ShapeEnv", "evaluate_guards_for_args refuses the traced inputs"))

    def placeholders(self):
        """Fresh fake tensors and the real ones, each tensor once."""
        fakes = self.inputs.in_mode(self.env)[1]
        once = {id(one): name for name, one in self.inputs.tensors.items()}
        return [fakes[name] for name in once.values()], [self.inputs.tensors[name] for name in once.values()]

    def guards_admit(self, placeholders, tensors):
        try:
            return self.env.evaluate_guards_for_args(placeholders, tensors)
        except Exception as error:  # any error is a mismatch
            self.note(Mismatch(GUARDS, "ShapeEnv", f"evaluate_guards_for_args raises {type(error).__name__}", str(error)[:300]))
            return True

    def check_other_sizes(self, traced):
        """With other sizes of which all guards are true, a real run does what the expressions of the trace say."""
        if not self.inputs.are_simple():
            return
        geometry = {name: expressions(one) for name, one in self.inputs.in_mode(self.env)[1].items()}
        of_inputs = {symbol for one in geometry.values() for symbol in symbols.symbols_of({"sizes": one["sizes"]})}
        values = symbols.other_values(self.env, of_inputs)
        if values is None:
            return
        self.say("the run with other sizes")
        self.verdict.other_sizes = True
        numbers = {name: [[symbols.value_of(one, values) for one in field["sizes"]],
                          [symbols.value_of(one, values) for one in field["strides"]]] for name, field in geometry.items()}
        others = self.inputs.with_sizes(numbers)
        fakes = self.inputs.in_mode(self.env)[1]
        once = {id(one): name for name, one in self.inputs.tensors.items()}
        if not self.guards_admit([fakes[name] for name in once.values()], [others[name] for name in once.values()]):
            return  # produce_guards also holds what the sources of the inputs need
        steps = self.run_with(others)
        self.compare_other_sizes(traced, steps, values, numbers)

    def run_with(self, others):
        def at_place(number, tensors):
            return (None, others) if number == self.place else None

        return Execution(self.program, self.asks_views, at_place).run()

    def compare_other_sizes(self, traced, steps, values, numbers):
        expected = []
        for step in traced:
            registers = {}
            for name, fields in step.registers.items():
                geometry = {field: [symbols.value_of(one, values) for one in step.expressions[name][field]]
                            for field in ("sizes", "strides", "storage offset")}
                geometry["storage offset"] = geometry["storage offset"][0]
                registers[name] = {**fields, **geometry}
                for field in NUMBERS:
                    registers[name].pop(field, None)
            expected.append(dataclasses.replace(step, registers=registers))
        mismatch, _, _ = compare(OTHER, expected, steps, unseen={*self.ignored, *NUMBERS})
        if mismatch:
            sizes = "; ".join(f"{name} {sizes}" for name, (sizes, _) in numbers.items())
            self.note(dataclasses.replace(mismatch, detail=f"with sizes {sizes}: {mismatch.detail}"))
