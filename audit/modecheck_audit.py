#!/usr/bin/env python3
"""Runs a script and tells where inference tensors were made when PyTorch rejects them, or when a guard loses a gradient.

  modecheck_audit.py [--json FILE] [--sarif FILE] [--html FILE] SCRIPT [ARGUMENT...]

Runs SCRIPT unchanged with the installed torch (1.13 or 2.x). The recorder sees every call of torch from Python, and the
guards inference_mode, no_grad, enable_grad and set_grad_enabled. A story names the line that made the tensor, the guard,
the line of the forbidden use, the rule, and the smallest remedy.

Exit codes: 0 nothing was found, 1 a story was told, 2 wrong use. If the script fails for another reason, its traceback
and its exit code are passed on.
"""
import dis
import functools
import gc
import json
import linecache
import os
import re
import runpy
import sys
import threading
import traceback
import weakref

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import modecheck_audit_pages as pages  # noqa: E402
del sys.path[0]

FORMAT = 1
USAGE = 2
INTERRUPTED = 130
NOTES = 64  # the most cuts that the recorder keeps for the next step of an optimizer
CUTS = 8    # the most cuts that a tensor carries
TOLD = 3  # how many parameters without a gradient a title names
STEPS = "steps without a gradient"
CHAIN = 16  # the most births from a tensor's storage to the tensor
try:
    import torch
    from torch.overrides import TorchFunctionMode
except ImportError as missing:
    sys.stderr.write(
        f"modecheck audit: {sys.executable} cannot import torch 1.13 or newer: {missing}. The audit runs the script with "
        "torch's own Python. Install torch for this Python, or set MODECHECK_PYTHON to a python3 that has torch.\n")
    sys.exit(USAGE)

# The statements of the rules are those of `modecheck rules`; a test compares them.
RULES = {
    "G2": "InferenceMode(true) turns inference on, grad and forward-grad off, excludes Autograd and stops including "
          "ADInplaceOrView; InferenceMode(false) is the reverse of each.",
    "G3": "Leaving a guard, also by an exception, restores the whole state as it stood when it was entered.",
    "G4": "NoGradGuard and AutoGradMode set grad mode only; inside the mode operators still record nothing.",
    "K3": "A storage has one kind for life: no command turns a tensor from one kind into the other or lets tensors of "
          "different kinds share storage.",
    "M2": "Outside the mode every mutation of an inference tensor is rejected.",
    "M3": "requires_grad_(true) on an inference tensor is allowed inside the mode and rejected outside; only floating and "
          "complex dtypes can require grad.",
    "S1": "An inference tensor cannot be saved for backward; the forward call is rejected.",
    "S5": "Inside the mode no operator records; a backward may run there, and gradients it allocates are inference "
          "tensors.",
    "V2": "An inference tensor has no version; reading it raises, in and out of the mode.",
    "W4": "A recorded in-place write to a tracked view rebases the base's history if the view's creation meta is DEFAULT; "
          "else it is rejected, as are leaves that require grad and views of leaves.",
    "W5": "A view whose counter moved is regenerated when its grad_fn is read or it is used in a recorded operator, or "
          "raises if its creation meta forbids it.",
}

# Each row: a part of PyTorch's message, the error class of `modecheck rules`, the rule, and what happened in words.
ERRORS = (
    ("Inference tensors cannot be saved for backward", "InferenceSaved", "S1", "an inference tensor is saved for backward"),
    ("Inplace update to inference tensor outside InferenceMode", "InferenceInPlace", "M2",
     "an inference tensor is written outside the mode"),
    ("Setting requires_grad=True on inference tensor outside InferenceMode", "InferenceRequiresGrad", "M3",
     "an inference tensor is to require grad outside the mode"),
    ("Cannot set version_counter for inference tensor", "KindMismatch", "K3",
     "a normal tensor and an inference tensor are to share storage"),
    ("Inference tensors do not track version counter", "InferenceVersion", "V2", "an inference tensor's version is read"),
    ("created in inference mode and is being modified inplace", "ViewMadeInInference", "W4",
     "a view that was made inside the mode is written outside"),
    ("created in inference mode and its base or another view", "ViewMadeInInference", "W5",
     "a view that was made inside the mode is used after its base was written"),
    ("created in no_grad mode and is being modified inplace", "ViewMadeInNoGrad", "W4",
     "a view that was made under no_grad is written with grad mode on"),
    ("created in no_grad mode and its base or another view", "ViewMadeInNoGrad", "W5",
     "a view that was made under no_grad is used after its base was written"),
    ("does not require grad and does not have a grad_fn", "BackwardNoGraph", "S5",
     "backward is asked for, and a guard kept the graph from being recorded"),
)
VIEWS = frozenset(
    "__getitem__ as_strided chunk data detach diagonal expand expand_as flatten imag movedim mT narrow permute real reshape select "
    "split squeeze swapaxes swapdims t tensor_split transpose unbind unflatten unfold unsqueeze view view_as T H".split())
OVERWRITES = frozenset("copy_ zero_ fill_ set_ normal_ uniform_ random_ bernoulli_ exponential_ log_normal_ trunc_normal_".split())
NO_WRITES = frozenset("requires_grad_ detach_ share_memory_ rename_ retain_grad __init__".split())
COPIES = frozenset("clone contiguous cpu cuda double float half bfloat16 to type __deepcopy__".split())

SKIPPED, LIBRARY, USER = 0, 1, 2
OWN = (lambda: 0).__code__.co_filename
OVERRIDES = torch.overrides.__file__  # torch 1.13 calls a mode through a function of this file
TORCH = os.path.dirname(os.path.abspath(torch.__file__)) + os.sep
STANDARD = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
START = os.getcwd()  # the script may change the folder
kinds = {}


def kind_of(file):
    """Whether code in a file is the user's, another library's, or torch's and Python's own."""
    if file.startswith("<") or file.startswith(TORCH) or file == OWN:
        kind = SKIPPED
    elif "site-packages" in file or "dist-packages" in file:
        kind = LIBRARY
    else:
        kind = SKIPPED if file.startswith(STANDARD) else USER
    kinds[file] = kind
    return kind


class Place:
    """A line of the user's code: the first frame outside torch, and the user's own line if that frame is a library's."""
    __slots__ = ("file", "line", "function", "caller")

    def __init__(self, file, line, function, caller=None):
        self.file = file if file.startswith("<") else os.path.join(START, file)
        self.line, self.function, self.caller = line, function, caller

    def text(self):
        return linecache.getline(self.file, self.line).strip()

    def key(self):
        return self.file, self.line

    def facts(self):
        out = {"file": self.file, "line": self.line, "function": self.function, "text": self.text()}
        if self.caller:
            out["called_from"] = self.caller.facts()
        return out


def place_of(frame):
    inner = None
    while frame is not None:
        code = frame.f_code
        kind = kinds.get(code.co_filename)
        if kind is None:
            kind = kind_of(code.co_filename)
        if kind == USER:
            place = Place(code.co_filename, frame.f_lineno, code.co_name)
            if inner is None:
                return place
            inner.caller = place
            return inner
        if kind == LIBRARY and inner is None:
            inner = Place(code.co_filename, frame.f_lineno, code.co_name)
        frame = frame.f_back
    return inner


def here():
    return place_of(sys._getframe(1))


def calling_frame():
    """The frame of the call that a mode sees."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename in (OWN, OVERRIDES):
        frame = frame.f_back
    return frame


def is_read_by_user(frame):
    """Whether the user's code reads the attribute, and does not only compare it with None."""
    if frame is None or kind_of(frame.f_code.co_filename) == SKIPPED:
        return False
    return not is_compared_with_none(frame.f_code, frame.f_lasti)


@functools.lru_cache(maxsize=1024)
def is_compared_with_none(code, offset):
    following = [one for one in dis.get_instructions(code) if one.offset > offset and one.opname != "CACHE"][:2]
    if following and following[0].opname.endswith(("IF_NONE", "IF_NOT_NONE")):
        return True
    is_compared = len(following) == 2 and following[1].opname in ("IS_OP", "COMPARE_OP")
    return is_compared and following[0].opname.startswith("LOAD_") and following[0].argval is None


class Guard:
    """One entering of a guard, with the calls that it kept from recording."""

    def __init__(self, kind, place, decorated, is_torchs):
        self.kind, self.place, self.decorated, self.is_torchs = kind, place, decorated, is_torchs
        self.thread = threading.get_ident()
        self.left = False
        self.is_call = False  # set_grad_enabled as a plain call, which lasts until a guard around it is left
        self.replaced = None  # the plain call before that one
        self.cuts = {}  # by the line of the call

    @property
    def is_inference(self):
        return self.kind.startswith("inference_mode")

    def cut_at(self, place, operator):
        """The cut of a call at a line. A guard keeps as many lines as the recorder keeps notes; the last one serves the rest."""
        key = place and place.key()
        if key not in self.cuts and len(self.cuts) >= NOTES:
            key = next(reversed(self.cuts))
        if key not in self.cuts:
            self.cuts[key] = Cut(self)
            self.cuts[key].place, self.cuts[key].operator = place, operator
        return self.cuts[key]

    @property
    def is_off(self):
        return self.kind in ("inference_mode", "no_grad", "set_grad_enabled(False)")

    def facts(self):
        out = {"kind": self.kind, "decorates": self.decorated, "left": self.left}
        if self.place:
            out.update(self.place.facts())
        return out


class Cut:
    """Where a graph ends. Under a guard that is the first of some calls, each of which uses what another one returned. It
    may also be the use of an inference tensor that requires grad and has no autograd key (K5). The calls read the leaves."""

    def __init__(self, guard, birth=None):
        self.guard, self.birth = guard, birth
        self.place = self.operator = None
        self.leaves = {}
        self.limit = 4096
        self.reached = None
        self.known_as = None

    def holds(self, leaf):
        return self.leaves.get(id(leaf), lambda: None)() is leaf

    def add(self, leaf):
        if self.holds(leaf):
            return
        if len(self.leaves) >= self.limit:
            self.leaves = {key: one for key, one in self.leaves.items() if one() is not None}
            self.limit = max(4096, 2 * len(self.leaves))
        self.leaves[id(leaf)] = weakref.ref(leaf)
        self.known_as = None

    def key(self):
        """What two cuts share if the same lines keep the same leaves from being recorded."""
        if self.known_as is None:
            guard = self.guard and (self.guard.kind, self.guard.place and self.guard.place.key())
            self.known_as = (self.place and self.place.key(), guard, frozenset(self.leaves))
        return self.known_as


def joined(cuts, cut):
    """Adds a cut to those of a tensor. It replaces one with the same key, so that a loop does not collect them."""
    if cut in cuts:
        return cuts
    if cuts:
        cuts = tuple(one for one in cuts if one.key() != cut.key())[1 - CUTS:]
    return cuts + (cut,)


class Birth:
    """Where a tensor was made. A view, a Parameter made of a tensor and a copy have the source as parent."""
    __slots__ = ("how", "operator", "place", "guard", "parent", "depth", "thread", "shape", "dtype", "handovers")

    def __init__(self, how, operator, place, guard, parent, tensor):
        self.how, self.operator, self.place, self.guard = how, operator, place, guard
        # A loop may copy copies and view views without end. The births in between are left out then.
        if parent is not None and how == "copy" and parent.depth >= CHAIN // 2:
            parent = parent.chain()[0]
        elif parent is not None and parent.depth >= CHAIN:
            parent = parent.root()
        self.parent = parent
        self.depth = 1 if parent is None else parent.depth + 1
        self.thread = threading.get_ident()
        self.shape, self.dtype = sizes_of(tensor), str(tensor.dtype)
        self.handovers = []

    def root(self):
        """The birth of the storage."""
        birth = self
        while birth.how != "made" and birth.how != "copy" and birth.parent is not None:
            birth = birth.parent
        return birth

    def chain(self):
        """From the storage's birth to this tensor."""
        out, birth = [], self
        while birth is not None:
            out.append(birth)
            birth = None if birth.how == "made" else birth.parent
        return out[::-1]


def sizes_of(tensor):
    """The sizes, or None for a nested tensor, which has none."""
    try:
        return tuple(tensor.shape)
    except RuntimeError:
        return None


class Table:
    """Facts of tensors that live. A weak reference tells whether an id is still that of the same tensor."""

    def __init__(self):
        self.rows = {}
        self.limit = 4096

    def get(self, tensor):
        row = self.rows.get(id(tensor))
        return row[1] if row is not None and row[0]() is tensor else None

    def put(self, tensor, value):
        if len(self.rows) >= self.limit:
            self.rows = {key: row for key, row in self.rows.copy().items() if row[0]() is not None}
            self.limit = max(4096, 2 * len(self.rows))
        self.rows[id(tensor)] = (weakref.ref(tensor), value)

    def drop(self, tensor):
        self.rows.pop(id(tensor), None)

    def __len__(self):
        return len(self.rows)


def name_of(func):
    """The name of an operator as users write it; `grad.__set__` for the setter of a property."""
    name = getattr(func, "__name__", None) or str(func)
    if name in ("__get__", "__set__"):
        owner = getattr(getattr(func, "__self__", None), "__name__", "")
        return f"{owner}.__set__" if name == "__set__" else owner
    return name


def tensors_in(args, kwargs):
    """The tensors among arguments, and those in lists and tuples of arguments; first those that are written (out=)."""
    for value in ((kwargs["out"],) if kwargs.get("out") is not None else ()) + tuple(args) + tuple(kwargs.values()):
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            for one in value:
                if isinstance(one, torch.Tensor):
                    yield one


def is_write(operator, kwargs):
    """Whether an operator that returns one of its arguments has written it."""
    if kwargs.get("out") is not None or kwargs.get("inplace"):
        return True
    is_inplace = operator.endswith("_") and not operator.endswith("__") or operator.startswith("__i")
    return is_inplace and operator not in NO_WRITES


def is_differentiable(tensor):
    return tensor.is_floating_point() or tensor.is_complex()


def is_trained_leaf(tensor):
    """Whether a tensor is a leaf that requires grad. PyTorch refuses the question, with a RuntimeError, for a view that was
    made without grad mode and then written with its base: that view is no leaf."""
    try:
        return tensor.is_leaf and tensor.requires_grad
    except RuntimeError:
        return False


def shares_storage(one, other):
    try:
        if hasattr(one, "untyped_storage"):
            return one.untyped_storage().data_ptr() == other.untyped_storage().data_ptr() != 0
        return one.storage().data_ptr() == other.storage().data_ptr() != 0
    except (RuntimeError, NotImplementedError):  # sparse tensors and tensors without storage
        return False


class Failure:
    """An error of the mode: the call that raised it, and the tensor that it is about."""

    def __init__(self, row, error, operator, tensor, place, guards):
        self.row, self.message, self.operator = row, str(error).strip(), operator
        self.place, self.guards = place, guards
        self.thread = threading.get_ident()
        self.tensor = weakref.ref(tensor) if tensor is not None else lambda: None
        self.birth = None
        self.cut = None
        self.name = None
        self.holders = []
        self.is_training = False
        self.to_out = False
        self.is_gradient = False
        self.is_parameter = False
        self.is_view_of_leaf = False
        self.grad_mode = torch.is_grad_enabled()
        self.caught = True
        self.more = 0


def row_of(message):
    return next((row for row in ERRORS if row[0] in message), None)


class Recorder:
    """Keeps births, guards, cuts and failures of one run."""

    def __init__(self):
        self.births = Table()
        self.taints = Table()
        self.local = threading.local()
        self.failures = []
        self.lock = threading.Lock()
        self.losses = []
        self.lost = set()
        self.reached = {}  # the cuts that a backward came to, by their key
        self.recorded = Table()  # leaves that a backward came to through the graph, since the last step
        self.saved_in_function = ()
        self.misses = 0
        self.first_miss = None

    # ---- the recorder's own failures

    def attempt(self, function, *arguments):
        """Calls a function of the recorder. The script goes on if the recorder fails."""
        try:
            return function(*arguments)
        except Exception as error:
            self.missed(error)
            return None

    def missed(self, error):
        with self.lock:
            self.misses += 1
            if self.first_miss is None:
                at = traceback.extract_tb(error.__traceback__)[-1]
                what = str(error).strip().splitlines() or [""]
                self.first_miss = f"{type(error).__name__}: {what[0][:200]} ({os.path.basename(at.filename)}:{at.lineno})"

    # ---- guards

    def guards(self):
        try:
            return self.local.guards
        except AttributeError:
            self.local.guards = []
            return self.local.guards

    def leave(self, guard):
        """Takes a guard off, and the plain calls of set_grad_enabled in it: leaving restores the state before it."""
        guard.left = True
        guards = self.guards()
        if guard in guards:
            first = guards.index(guard)
            guards[first:] = [one for one in guards[first + 1:] if not one.is_call]

    def set_grad_entered(self, guard):
        """set_grad_enabled was no plain call but a guard, so the plain call before it holds again after it."""
        guards = self.guards()
        if guard.is_call and guard.replaced is not None and guard in guards:
            guards.insert(guards.index(guard), guard.replaced)
        guard.is_call, guard.replaced = False, None

    def guard(self, is_inference):
        """The innermost guard of a kind."""
        return next((guard for guard in reversed(self.guards()) if guard.is_inference == is_inference), None)

    def guard_that_cuts(self):
        """The innermost guard of the user that keeps operators from recording. torch's own code uses guards rightly."""
        return next((guard for guard in reversed(self.guards()) if guard.is_off and not guard.is_torchs), None)

    # ---- calls that succeeded

    def called(self, func, args, kwargs, result):
        inference = torch.is_inference_mode_enabled()
        recording = torch.is_grad_enabled()
        if isinstance(result, torch.Tensor):
            self.note(func, args, kwargs, result, inference, recording)
        elif isinstance(result, (list, tuple)) and type(result) is not torch.Size:
            for one in result:
                if isinstance(one, torch.Tensor):
                    self.note(func, args, kwargs, one, inference, recording)
        elif result is None:
            self.returned_nothing(func, args, inference, recording)

    def note(self, func, args, kwargs, result, inference, recording):
        if args and result is args[0] or kwargs and any(result is value for value in kwargs.values()):
            if (not recording or len(self.taints)) and is_write(name_of(func), kwargs):
                self.taint_written(name_of(func), args, kwargs, result, recording)
            return
        is_inference = result.is_inference()
        if self.births.get(result) is None:
            if is_inference:
                self.birth(func, args, kwargs, result)
            elif not recording and result._is_view():
                self.birth(func, args, kwargs, result, "view")
        if not recording or len(self.taints) or (is_inference and not inference):
            self.taint(func, args, kwargs, result, recording)
        elif not inference and args and not result.requires_grad:
            self.inference_leaf(func, args, kwargs, result)

    def birth(self, func, args, kwargs, result, how=None):
        operator = name_of(func)
        parent, source = None, None
        if how == "view" or operator in VIEWS or operator in COPIES:
            source = next(tensors_in(args, kwargs), None)
            if source is not None:
                how = how or ("view" if shares_storage(source, result) else "copy" if operator in COPIES else None)
                parent = self.births.get(source) if how else None
        guard = self.guard(True) if torch.is_inference_mode_enabled() else self.guard(False)
        self.births.put(result, Birth(how or "made", operator, here(), guard, parent, result))

    def taint(self, func, args, kwargs, result, recording):
        """Follows results of operators that did not record although an argument requires grad."""
        if not is_differentiable(result) or self.taints.get(result):
            return
        operator = name_of(func)
        found = self.cuts_of(operator, tensors_in(args, kwargs), recording)
        if found and operator not in ("detach", "data"):
            self.taints.put(result, found)
        elif recording and not result.requires_grad:
            self.inference_leaf(func, args, kwargs, result)

    def taint_written(self, operator, args, kwargs, result, recording):
        """Follows what an operator writes in place or into out=. A leaf that requires grad begins a graph anew."""
        if not is_differentiable(result) or is_trained_leaf(result):
            return
        is_kept = kwargs.get("out") is None and operator not in OVERWRITES
        before = (self.taints.get(result) or ()) if is_kept else ()
        found = self.cuts_of(operator, (one for one in tensors_in(args, kwargs) if one is not result), recording, before)
        if found:
            self.taints.put(result, found)
            if result._is_view() and not is_trained_leaf(result._base):
                self.taints.put(result._base, functools.reduce(joined, found, self.taints.get(result._base) or ()))
        else:
            self.taints.drop(result)

    def cuts_of(self, operator, tensors, recording, found=()):
        """The cuts that tensors carry, and that of the guard which keeps an operator on them from recording."""
        cut_off = []
        for tensor in tensors:
            for cut in self.taints.get(tensor) or ():
                found = joined(found, cut)
            if not recording and tensor.requires_grad:
                cut_off.append(tensor)
        guard = self.guard_that_cuts() if cut_off else None
        if guard is None:
            return found
        cut = next((one for one in found if one.guard is guard), None) or guard.cut_at(here(), operator)
        for tensor in cut_off:
            if tensor.is_leaf:
                cut.add(tensor)
        return joined(found, cut)

    def inference_leaf(self, func, args, kwargs, result):
        """An operator outside the mode does not record, because what requires grad has no autograd key."""
        for tensor in tensors_in(args, kwargs):
            if tensor.requires_grad and tensor.is_inference() and is_differentiable(result):
                cut = Cut(None, self.births.get(tensor))
                cut.place, cut.operator = here(), name_of(func)
                cut.add(tensor)
                self.taints.put(result, (cut,))
                return

    def returned_nothing(self, func, args, inference, recording):
        operator = name_of(func)
        if operator == "backward":
            self.backward_returned(args, inference)
        elif operator == "__setitem__" and len(args) == 3 and (not recording or len(self.taints)):
            self.taint_written(operator, args, {}, args[0], recording)
        elif operator == "data.__set__" and len(args) == 2 and isinstance(args[1], torch.Tensor):
            self.data_was_set(args[0], args[1])
        elif operator == "grad" and args and not inference and self.reached and not getattr(self.local, "is_judging", False):
            if is_read_by_user(calling_frame()):
                self.judge([args[0]], here(), "its gradient is read, and there is none")

    def data_was_set(self, parameter, data):
        if data.is_inference() and parameter.is_inference():
            place = here()
            birth = Birth("data", "data", place, self.guard(True), self.births.get(data), parameter)
            self.births.put(parameter, birth)

    def backward_returned(self, args, inference):
        place = None
        for root in tensors_in(args[:1], {}):
            for cut in self.taints.get(root) or ():
                place = place or here()
                self.reach(cut, place)
            if not inference and not len(self.taints):
                continue
            for leaf in leaves_of(root):
                self.recorded.put(leaf, True)
                if inference and leaf.grad is not None and leaf.grad.is_inference() and self.births.get(leaf.grad) is None:
                    self.births.put(leaf.grad, Birth("made", "backward", here(), self.guard(True), None, leaf.grad))

    def reach(self, cut, place):
        cut.reached = place
        self.reached.pop(cut.key(), None)
        self.reached[cut.key()] = cut
        if len(self.reached) > NOTES:
            self.reached.pop(next(iter(self.reached)), None)

    # ---- gradients that a guard lost

    def stepped(self, optimizer):
        if self.reached:
            parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
            self.judge(parameters, here(), f"{type(optimizer).__name__} {STEPS}")
        if len(self.recorded):
            for group in optimizer.param_groups:
                for parameter in group["params"]:
                    self.recorded.drop(parameter)

    def judge(self, parameters, place, what):
        """Tells a loss if a guard cut all that these parameters gave to a root, and none of them has a gradient. What one
        guard cut at several lines is one loss, of the first of these lines that gave something to the root."""
        lost = {}
        for key, cut in list(self.reached.items()):
            held = [leaf for leaf in parameters if cut.holds(leaf)]
            if not held:
                continue
            self.reached.pop(key, None)
            known = (cut.place.key(), place.key()) if cut.place and place else None
            self.local.is_judging = True  # what the recorder reads is not read by the script
            try:
                is_lost = known not in self.lost and all(self.is_without_gradient(leaf) for leaf in held)
            finally:
                self.local.is_judging = False
            if is_lost:
                self.lost.add(known)
                _, leaves = lost.setdefault(cut.guard or cut, (cut, []))
                leaves += [leaf for leaf in held if all(leaf is not one for one in leaves)]
        for cut, leaves in lost.values():
            # Finding a name looks through all objects, so only those that are told get one.
            self.losses.append((cut, [name_of_leaf(leaf) for leaf in leaves[:TOLD]], len(leaves), place, what))

    def is_without_gradient(self, leaf):
        """Whether there is no gradient, or one of zeros that no backward computed through the graph."""
        if leaf.grad is None:
            return True
        return self.recorded.get(leaf) is None and not has_values(leaf.grad)

    # ---- calls that failed

    def failed(self, func, args, kwargs, error):
        row = row_of(str(error))
        if row is None or getattr(error, "modecheck_failure", None) is not None:
            return
        operator = name_of(func)
        if self.failures and operator == "backward" and self.failures[-1].message == str(error).strip():
            return
        inner = "a function that backward called" if operator in ("backward", "grad") else operator
        if unseen_failure(self, error, inner) is not None:
            return
        failure = Failure(row, error, operator, None, here(), list(self.guards()))
        failure.to_out = kwargs.get("out") is not None
        self.find_culprit(failure, args, kwargs)
        if row[1] == "BackwardNoGraph" and failure.birth is None and failure.cut is None:
            return  # no guard is the cause
        self.keep(failure, error, sys._getframe(2))

    def keep(self, failure, error, frame):
        """Adds a failure, unless an earlier one at the same line counts it. Returns the one that tells it."""
        with self.lock:
            earlier = self.earlier(failure)
            error.modecheck_failure = earlier or failure
            if earlier is None:
                self.failures.append(failure)
        if earlier is None:
            self.complete(failure, frame)
        return earlier or failure

    def find_culprit(self, failure, args, kwargs):
        candidates = list(tensors_in(args, kwargs))
        kind = failure.row[1]
        if kind == "BackwardNoGraph":
            for root in candidates:
                cuts = self.taints.get(root)
                if cuts:
                    failure.tensor = weakref.ref(root)
                    failure.birth = self.births.get(root) if root.is_inference() else None
                    failure.cut = None if root.is_inference() else cuts[0]
                    return
            return
        if failure.operator == "backward" and candidates:
            candidates = [leaf.grad for leaf in leaves_of(candidates[0]) if leaf.grad is not None]
            failure.is_gradient = True
        if kind == "InferenceSaved" and failure.operator == "apply" and self.saved_in_function:
            failure.tensor, failure.birth = self.saved_in_function[0]
            return
        if failure.operator == "batch_norm" and kind == "InferenceInPlace":
            candidates = candidates[1:]
        if not kind.startswith("View"):
            candidates = [one for one in candidates if one.is_inference()]
        if candidates:
            failure.tensor = weakref.ref(candidates[0])
            failure.birth = self.births.get(candidates[0]) or self.birth_of_storage(candidates[0])

    def birth_of_storage(self, tensor):
        """The birth of another tensor with the same storage, for a view that was made without Python."""
        for reference, birth in list(self.births.rows.values()):
            other = reference()
            if other is not None and shares_storage(other, tensor):
                return birth
        return None

    def complete(self, failure, frame):
        """Adds what can be seen only now: names, holders, and whether an optimizer or a backward made the call."""
        tensor = failure.tensor()
        failure.is_parameter = isinstance(tensor, torch.nn.Parameter)
        failure.is_view_of_leaf = tensor is not None and tensor._is_view() and is_trained_leaf(tensor._base)
        while frame is not None:
            owner = frame.f_locals.get("self")
            if isinstance(owner, torch.optim.Optimizer):
                failure.is_training = True
            if failure.name is None and tensor is not None and kinds.get(frame.f_code.co_filename) == USER:
                named = list(frame.f_locals.items())
                named += [(name, frame.f_globals[name]) for name in frame.f_code.co_names if name in frame.f_globals]
                failure.name = next((name for name, value in named if value is tensor), None)
                break
            frame = frame.f_back
        if tensor is not None:
            failure.holders = holders_of(tensor)

    def earlier(self, failure):
        """A failure of the same kind at the same line, which counts this one; or None."""
        for one in self.failures:
            if one.row is failure.row and one.place and failure.place and one.place.key() == failure.place.key():
                one.more += one.tensor() is None or one.tensor() is not failure.tensor()
                return one
        return None

    def handed_over(self, tensor, owner, name, kind):
        """Notes what a tensor became; a loop says the same again and again, and its first line is kept."""
        birth = self.births.get(tensor) if tensor.is_inference() else None
        how = f"{kind} `{name}` of {type(owner).__name__}"
        if birth is not None and len(birth.handovers) < CHAIN and all(one != how for one, _ in birth.handovers):
            birth.handovers.append((how, here()))

    def function_saved(self, tensors):
        """Notes the births of what a custom Function saves, because Function.apply is no call that a mode sees."""
        saved = [one for one in tensors if isinstance(one, torch.Tensor) and one.is_inference()]
        self.saved_in_function = [(weakref.ref(one), self.births.get(one) or self.birth_of_storage(one)) for one in saved]


def has_values(gradient):
    try:
        return bool(gradient.any())
    except (RuntimeError, NotImplementedError):  # a sparse gradient of torch 1.13, for example
        return True


def leaves_of(root):
    """The leaves that a backward from a root would reach."""
    seen, todo, out = set(), [root.grad_fn], []
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if hasattr(node, "variable"):
            out.append(node.variable)
        todo += [following for following, _ in node.next_functions]
    return out


def owners_of(value):
    """The objects that refer to a value, also by their dictionary of attributes, and the lists and dictionaries."""
    for holder in gc.get_referrers(value):
        if type(holder) is dict:
            yield from (owner for owner in gc.get_referrers(holder) if getattr(owner, "__dict__", None) is holder)
        yield holder


def holders_of(tensor):
    """What holds a tensor, in words: attributes of objects, and elements of lists and dictionaries that those hold."""
    found = []
    for holder in owners_of(tensor):
        for owner in [holder] + (list(owners_of(holder)) if isinstance(holder, (list, dict)) else []):
            if isinstance(owner, (torch.Tensor, dict, list, tuple, Failure)) or kind_of_owner(owner) == SKIPPED:
                continue
            for name, value in list(getattr(owner, "__dict__", {}).items()):
                if value is tensor:
                    text = f"attribute `{name}` of {label_of(owner)}"
                elif value is holder and name in ("_parameters", "_buffers"):
                    key = next((key for key, one in holder.items() if one is tensor), "?")
                    text = f"{name[1:-1]} `{key}` of {label_of(owner)}"
                elif value is holder and isinstance(holder, (list, dict)) and not name.startswith("_"):
                    text = f"an element of `{name}` of {label_of(owner)}"
                else:
                    continue
                if text not in found:
                    found.append(text)
    return found[:3]


def name_of_leaf(leaf):
    """What holds a leaf, such as "parameter `weight` of Linear"; or its variable in the script, or its sizes."""
    for how in holders_of(leaf):
        return how.replace("parameter ", "", 1)
    scripts = (module for name, module in list(sys.modules.items()) if name == "__main__")
    return next((f"`{name}`" for module in scripts for name, value in list(vars(module).items()) if value is leaf),
                f"one of {list(sizes_of(leaf))}")


def kind_of_owner(owner):
    module = sys.modules.get(getattr(type(owner), "__module__", ""), None)
    if isinstance(owner, type):
        module = sys.modules.get(owner.__module__)
    if isinstance(owner, torch.nn.Module):
        return USER
    file = getattr(module, "__file__", None) or "<none>"
    return kind_of(file)


def label_of(owner):
    return owner.__name__ if isinstance(owner, type) else type(owner).__name__


class Watcher(TorchFunctionMode):
    """Sees every call of torch from Python in one thread."""

    def __init__(self, recorder):
        super().__init__()
        self.recorder = recorder

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        recorder = self.recorder
        try:
            result = func(*args, **kwargs)
        except RuntimeError as error:
            recorder.attempt(recorder.failed, func, args, kwargs, error)
            raise
        try:
            recorder.called(func, args, kwargs, result)
        except Exception as error:
            recorder.missed(error)
        return result


# ---- what is watched beside calls: guards, threads, modules, optimizers, custom Functions


def watch_guard(recorder, cls, kind):
    enter, leave = cls.__enter__, cls.__exit__

    def note(self, frame):
        name = kind if getattr(self, "mode", True) else f"{kind}(False)"
        guard = Guard(name, *guard_place(frame))
        recorder.guards().append(guard)
        self.__dict__.setdefault("modecheck_guards", []).append(guard)

    @functools.wraps(enter)
    def entered(self):
        result = enter(self)
        recorder.attempt(note, self, sys._getframe(1))
        return result

    @functools.wraps(leave)
    def left(self, *arguments):
        opened = self.__dict__.get("modecheck_guards")
        if opened:
            recorder.attempt(recorder.leave, opened.pop())
        return leave(self, *arguments)

    cls.__enter__, cls.__exit__ = entered, left


def watch_set_grad_enabled(recorder):
    """set_grad_enabled acts when it is made, and may be a call, a guard or a decorator.

    torch's own calls are no guards of the user: no_grad calls it to enter and to leave, and an optimizer's step does too.
    A guard that decorates is cloned by torch at each call of the function, and that clone counts.
    """
    cls = torch.set_grad_enabled
    make, enter, leave = cls.__init__, cls.__enter__, cls.__exit__

    @functools.wraps(make)
    def made(self, mode):
        make(self, mode)
        self.modecheck_guard = None
        recorder.attempt(note, self, mode, sys._getframe(1))

    def note(self, mode, frame):
        code = frame.f_code
        if code.co_filename.startswith(TORCH) and code.co_name != "clone":
            return
        guards = recorder.guards()
        replaced = guards.pop() if guards and guards[-1].is_call else None
        if replaced is not None:
            replaced.replaced = None
        guard = Guard(f"set_grad_enabled({bool(mode)})", *guard_place(frame))
        guard.is_call, guard.replaced = True, replaced
        guards.append(guard)
        self.modecheck_guard = guard

    @functools.wraps(enter)
    def entered(self):
        if self.modecheck_guard is not None:
            recorder.attempt(recorder.set_grad_entered, self.modecheck_guard)
        return enter(self)

    @functools.wraps(leave)
    def left(self, *arguments):
        if self.modecheck_guard is not None:
            recorder.attempt(recorder.leave, self.modecheck_guard)
        return leave(self, *arguments)

    cls.__init__, cls.__enter__, cls.__exit__ = made, entered, left
    if "__call__" not in cls.__dict__:
        return  # torch 1.13 leaves grad mode as the decorator set it
    decorate = cls.__call__

    @functools.wraps(decorate)
    def decorated(self, function):
        if self.modecheck_guard is not None:
            recorder.attempt(recorder.set_grad_entered, self.modecheck_guard)
            recorder.attempt(recorder.leave, self.modecheck_guard)
        return decorate(self, function)

    cls.__call__ = decorated


def guard_place(frame):
    """Where a guard was entered, whether it decorates a function, and whether torch's own code entered it."""
    if kind_of(frame.f_code.co_filename) != SKIPPED:
        return place_of(frame), False, False
    if frame.f_code.co_name == "__enter__" or frame.f_code.co_filename == OWN:
        return guard_place(frame.f_back)
    decorating = frame
    for _ in range(4):
        func = decorating.f_locals.get("func")
        code = getattr(func, "__code__", None)
        if code is not None and "context" in os.path.basename(decorating.f_code.co_filename) + decorating.f_code.co_name:
            if kind_of(code.co_filename) == SKIPPED:
                return place_of(frame), False, True
            return Place(code.co_filename, code.co_firstlineno, code.co_name), True, False
        decorating = decorating.f_back
        if decorating is None:
            break
    return place_of(frame), False, True


def watch_threads(recorder):
    start = threading.Thread.start

    @functools.wraps(start)
    def started(self):
        run = self.run

        def watched():
            with Watcher(recorder):
                run()

        self.run = watched
        return start(self)

    threading.Thread.start = started
    hook = threading.excepthook

    def told(arguments):
        recorder.attempt(mark_uncaught, recorder, arguments.exc_value)
        hook(arguments)

    threading.excepthook = told


def watch_modules(recorder):
    module = torch.nn.Module
    set_attribute, register_buffer = module.__setattr__, module.register_buffer

    @functools.wraps(set_attribute)
    def attribute_set(self, name, value):
        set_attribute(self, name, value)
        if isinstance(value, torch.Tensor):
            kind = "parameter" if isinstance(value, torch.nn.Parameter) else "attribute"
            recorder.attempt(recorder.handed_over, value, self, name, kind)

    @functools.wraps(register_buffer)
    def buffer_registered(self, name, tensor, *arguments, **options):
        register_buffer(self, name, tensor, *arguments, **options)
        if tensor is not None:
            recorder.attempt(recorder.handed_over, tensor, self, name, "buffer")

    module.__setattr__, module.register_buffer = attribute_set, buffer_registered


def watch_parameters(recorder):
    """torch.nn.Parameter makes a tensor without a call that a mode sees."""
    make = torch.nn.Parameter.__new__

    @functools.wraps(make)
    def made(cls, data=None, requires_grad=True):
        try:
            result = make(cls, data, requires_grad)
        except RuntimeError as error:
            recorder.attempt(recorder.failed, torch.nn.Parameter, (data,), {}, error)
            raise
        recorder.attempt(note, cls, data, result)
        return result

    def note(cls, data, result):
        if data is not None and data.is_inference() and result is not data:
            guard = recorder.guard(True) if torch.is_inference_mode_enabled() else None
            birth = Birth("parameter", cls.__name__, here(), guard, recorder.births.get(data), result)
            recorder.births.put(result, birth)

    torch.nn.Parameter.__new__ = made


def watch_optimizers(recorder):
    """Looks at the gradients before each step of each class of optimizers."""
    make = torch.optim.Optimizer.__init__

    def hooked(step):
        @functools.wraps(step)
        def stepped(self, *arguments, **options):
            recorder.attempt(recorder.stepped, self)
            return step(self, *arguments, **options)

        stepped.modecheck_is_watched = True
        return stepped

    @functools.wraps(make)
    def made(self, *arguments, **options):
        make(self, *arguments, **options)
        if not getattr(type(self).step, "modecheck_is_watched", False):
            type(self).step = hooked(type(self).step)

    torch.optim.Optimizer.__init__ = made


def watch_functions(recorder):
    context = torch.autograd.function.FunctionCtx
    save = context.save_for_backward

    @functools.wraps(save)
    def saved(self, *tensors):
        recorder.attempt(recorder.function_saved, tensors)
        return save(self, *tensors)

    context.save_for_backward = saved
    node = torch.autograd.function.BackwardCFunction
    apply = node.apply

    @functools.wraps(apply)
    def applied(self, *arguments):
        with Watcher(recorder):  # no mode is active while the engine runs a backward
            return apply(self, *arguments)

    node.apply = applied


def watch_hooks(recorder):
    """No mode is active while the engine runs a backward, and so none in the hooks that the engine calls."""

    def watched(hook):
        if getattr(hook, "modecheck_is_watched", False) or not callable(hook):
            return hook

        @functools.wraps(hook)
        def called(*arguments, **options):
            with Watcher(recorder):
                return hook(*arguments, **options)

        called.modecheck_is_watched = True
        return called

    def watching(register):
        @functools.wraps(register)
        def registered(self, hook, *arguments, **options):
            return register(self, watched(hook), *arguments, **options)

        return registered

    for owner, names in ((torch.Tensor, ("register_hook", "register_post_accumulate_grad_hook")),
                         (torch.nn.Module, ("register_full_backward_hook", "register_full_backward_pre_hook"))):
        for name in names:
            if hasattr(owner, name):
                setattr(owner, name, watching(getattr(owner, name)))


def watch_fast_paths():
    """TransformerEncoder and MultiheadAttention ask whether a mode is active, and leave their fast paths then."""
    ask = torch.overrides.has_torch_function
    modules = tuple(os.path.join(TORCH, "nn", "modules", file) for file in ("transformer.py", "activation.py"))
    if not hasattr(torch.overrides, "_get_current_function_mode") or not hasattr(torch.overrides, "_pop_mode_temporarily"):
        return

    @functools.wraps(ask)
    def asked(arguments):
        is_fast_path = sys._getframe(1).f_code.co_filename in modules
        if not is_fast_path or not isinstance(torch.overrides._get_current_function_mode(), Watcher):
            return ask(arguments)
        with torch.overrides._pop_mode_temporarily():
            return ask(arguments)

    torch.overrides.has_torch_function = asked


def watch_indexing(recorder):
    """Torch 1.13 does not show indexing to a mode."""
    seen = []

    class Probe(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    one = torch.zeros(1)
    with Probe():
        one[0]
    if seen:
        return
    get, put = torch.Tensor.__getitem__, torch.Tensor.__setitem__

    def got(self, index):
        result = get(self, index)
        recorder.attempt(recorder.called, get, (self, index), {}, result)
        return result

    def written(self, index, value):
        try:
            put(self, index, value)
        except RuntimeError as error:
            recorder.attempt(recorder.failed, put, (self, index, value), {}, error)
            raise
        recorder.attempt(recorder.called, put, (self, index, value), {}, None)

    torch.Tensor.__getitem__, torch.Tensor.__setitem__ = got, written


def watch(recorder):
    watch_indexing(recorder)
    watch_guard(recorder, torch.inference_mode, "inference_mode")
    watch_guard(recorder, torch.no_grad, "no_grad")
    watch_guard(recorder, torch.enable_grad, "enable_grad")
    watch_set_grad_enabled(recorder)
    watch_threads(recorder)
    watch_modules(recorder)
    watch_parameters(recorder)
    watch_optimizers(recorder)
    watch_functions(recorder)
    watch_hooks(recorder)
    watch_fast_paths()


def mark_uncaught(recorder, error):
    """Marks the failure that ended the script or a thread. Returns it, or None if the error is not the mode's."""
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        failure = getattr(error, "modecheck_failure", None)
        if failure is None and row_of(str(error)):
            failure = next((one for one in recorder.failures if one.message in str(error)), None)
            failure = failure or unseen_failure(recorder, error, "apply")
        if failure is not None:
            failure.caught = False
            return failure
        error = error.__cause__ or error.__context__
    return None


def unseen_failure(recorder, error, operator):
    """The failure of an error that no watched call raised, for example Function.apply, which saves its tensors itself.

    Returns None if the error came through no frame of the user's.
    """
    row = row_of(str(error))
    frames = [(frame, Place(frame.f_code.co_filename, line, frame.f_code.co_name))
              for frame, line in traceback.walk_tb(error.__traceback__) if kind_of(frame.f_code.co_filename) != SKIPPED]
    if not frames or row[1] == "BackwardNoGraph":
        return None
    frame, place = frames[-1]
    failure = Failure(row, error, operator, None, place, list(recorder.guards()))
    recorder.find_culprit(failure, named_in(place.text(), frame) + tuple(frame.f_locals.values()), {})
    return recorder.keep(failure, error, frame)


def named_in(text, frame):
    """The values that a line names, also as attributes. No property of the script is run."""
    out = []
    for name in re.findall(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", text):
        first, *attributes = name.split(".")
        value = frame.f_locals.get(first, frame.f_globals.get(first))
        out.append(value)
        for attribute in attributes:
            fields = getattr(value, "__dict__", {})
            value = next((one[attribute] for one in (fields, fields.get("_buffers", {}), fields.get("_parameters", {}))
                          if attribute in one), None)
            out.append(value)
    return tuple(out)


# ---- the story


def shown(place):
    return f"{pages.short(place.file)}:{place.line}" if place else "a place that the recorder did not see"


def near(place, use):
    """A place as a sentence names it: by its line if the use is in the same file."""
    return f"line {place.line}" if place and use and place.file == use.file else shown(place)


PROGRAMS = {
    "InferenceSaved": """weight = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    made = torch.ones(2)
weight * made              # rejected: the product saves `made`
weight * made.clone()      # allowed""",
    "InferenceInPlace": """with torch.inference_mode():
    made = torch.ones(2)
    made.zero_()           # allowed
made.zero_()               # rejected""",
    "InferenceRequiresGrad": """with torch.inference_mode():
    made = torch.ones(2)
made.requires_grad_()          # rejected
made.clone().requires_grad_()  # allowed""",
    "InferenceVersion": """with torch.inference_mode():
    made = torch.ones(2)
made._version              # rejected""",
    "ViewMadeInInference": """base = torch.ones(2, requires_grad=True).clone()
with torch.inference_mode():
    view = base[:1]
base[:1].zero_()           # allowed
view.zero_()               # rejected""",
    "ViewMadeInNoGrad": """base = torch.ones(2, requires_grad=True).clone()
with torch.no_grad():
    view = base[:1]
base[:1].zero_()           # allowed
view.zero_()               # rejected""",
    "BackwardNoGraph": """weight = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    loss = weight.sum()
loss.backward()            # rejected: the graph was not recorded""",
    "KindMismatch": """layer = torch.nn.Linear(2, 2)
with torch.inference_mode():
    layer.weight.data = torch.ones(2, 2)   # turns the parameter into an inference tensor""",
    "LostGradient": """weight = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    half = weight * 2
(half.clone() * torch.ones(2, requires_grad=True)).sum().backward()
print(weight.grad)         # None, and PyTorch reports nothing""",
    "LostGradientOfInferenceParameter": """layer = torch.nn.Linear(2, 2, bias=False)
with torch.inference_mode():
    layer.weight.data = torch.ones(2, 2)
loss = layer(torch.ones(1, 2)).sum()   # not recorded: an inference tensor has no autograd key
loss.backward()                        # rejected: there is no graph""",
}


PROGRAMS["ViewOfLeaf"] = """weight = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    view = weight[:1]
view.zero_()               # rejected
with torch.no_grad():
    weight[:1].zero_()     # allowed"""


def program_of(kind, guard):
    """The program that shows a rule, with the user's guard where each guard that turns grad mode off would do."""
    program = PROGRAMS[kind]
    if guard is None or guard.is_inference or kind not in ("BackwardNoGraph", "LostGradient", "ViewOfLeaf"):
        return program
    return program.replace("inference_mode()", "no_grad()" if guard.kind == "no_grad" else guard.kind)


class Story:
    """All that is told of one failure or loss."""

    def __init__(self):
        self.kind = self.rule = self.title = self.message = self.operator = self.tensor = self.name = None
        self.made = self.made_by = self.guard = self.use = self.remedy = self.remedy_text = self.program = None
        self.steps = []
        self.more = 0
        self.caught = self.silent = False

    def facts(self):
        return {
            "class": self.kind, "rule": self.rule, "statement": RULES[self.rule], "title": self.title,
            "message": self.message, "silent": self.silent, "caught": self.caught, "more": self.more,
            "tensor": self.tensor, "made": self.made and dict(self.made.facts(), operator=self.made_by),
            "guard": self.guard and self.guard.facts(),
            "handed_over": [dict(place.facts() if place else {}, how=how) for how, place in self.steps],
            "use": self.use and dict(self.use.facts(), operator=self.operator, name=self.name),
            "remedy": {"id": self.remedy, "text": self.remedy_text}, "program": self.program,
        }


def tell_origin(story, birth, failure=None):
    """Fills in where a tensor was made, and what it became until the forbidden use."""
    if birth is None:
        return
    root = birth.root()
    story.made, story.made_by, story.guard = root.place, root.operator, root.guard or birth.guard
    story.tensor = {"shape": None if root.shape is None else list(root.shape), "dtype": root.dtype}
    names = {"view": "a view by {}", "copy": "a copy by {}", "parameter": "became a {}", "data": "became `data` of a parameter"}
    seen = set()
    for one in birth.chain():
        if one is not root and one.place and one.place.key() != root.place.key():
            story.steps.append((names[one.how].format(one.operator), one.place))
        elif one is not root and one.how == "data":
            story.steps.append((names["data"], one.place))
        for how, place in one.handovers:
            if how not in seen and not how.startswith("parameter"):
                story.steps.append((how, place))
            elif how not in seen and place and place.key() != root.place.key():
                story.steps.append((how, place))
            seen.add(how)
    for how in failure.holders if failure else ():
        plain = how.split(" of ")[0].replace("attribute ", "")
        if not any(plain in said for said in seen):
            story.steps.append((f"held as {how}", None))
    story.steps = story.steps[:4]


def tell_failure(failure):
    story = Story()
    _, story.kind, story.rule, story.title = failure.row
    story.message = failure.message.splitlines()[0] if story.kind != "BackwardNoGraph" else failure.message
    story.operator, story.name, story.use = failure.operator, failure.name, failure.place
    story.more, story.caught = failure.more, failure.caught
    story.program = PROGRAMS[story.kind]
    birth = failure.birth
    if failure.cut is not None:
        birth = failure.cut.birth
        if birth is None:
            story.made, story.made_by, story.guard = failure.cut.place, failure.cut.operator, failure.cut.guard
            story.rule = "S5" if story.guard.is_inference else "G4"
        else:
            story.steps.append((f"not recorded by {failure.cut.operator}, because what requires grad is an inference tensor",
                                failure.cut.place))
            story.rule, story.program = "K3", PROGRAMS["LostGradientOfInferenceParameter"]
    steps, story.steps = story.steps, []
    tell_origin(story, birth, failure)
    story.steps += steps
    if story.rule != "K3":
        story.program = program_of("ViewOfLeaf" if failure.is_view_of_leaf else story.kind, story.guard)
    if failure.is_gradient and story.kind == "InferenceInPlace":
        story.title = "a gradient that was made inside the mode is added to outside"
    story.remedy, story.remedy_text = remedy_of(failure, birth, story)
    return story


def was_left_open(failure, guard):
    """Whether the function that entered a guard by hand has returned without leaving the guard."""
    if guard is None or guard.left or guard.decorated:
        return False
    return guard in failure.guards and guard.place and guard.place.function not in ("<module>", failure.place.function)


def remedy_of(failure, birth, story):
    """The smallest change that makes the script right, as an id and a sentence."""
    given = [how for one in birth.chain() for how, _ in one.handovers] if birth else []
    name = failure.name or next((how.split("`")[1] for how in given + [how for how, _ in story.steps] if "`" in how), None)
    name = f"`{name}`" if name else "the tensor"
    made, use, guard = near(story.made, story.use), near(story.use, story.use), story.guard
    opened = near(guard.place, story.use) if guard and guard.place else "an unknown place"
    if story.kind == "BackwardNoGraph":
        if was_left_open(failure, guard):
            return "leave-guard", f"Leave the guard of {opened} on every path: enter it by `with` instead of by hand."
        if failure.cut is not None and failure.cut.birth is not None:
            return "use-no-grad", f"Use torch.no_grad() at {opened}: then the parameter stays a normal tensor that autograd records."
        return "move-call", out_of_guard(made, opened, guard) + " Autograd records it there." if guard else f"Move the call at {made} out of its guard."
    if story.kind in ("InferenceSaved", "InferenceRequiresGrad", "InferenceVersion"):
        if failure.is_parameter and story.kind == "InferenceSaved":
            return "move-call", f"Move the call at {made} out of the guard of {opened}: parameters to train must be normal tensors."
        return "clone-outside", f"Write `{name.strip('`')}.clone()` in place of {name} at {use}." if failure.name else (
            f"Clone {name} outside the guard, before its use at {use}.")
    if story.kind.startswith("View"):
        if failure.is_view_of_leaf:
            return "use-no-grad", (f"Make the view and write it inside `with torch.no_grad():`. Outside any guard {use} would be rejected, "
                                   "too, because it writes a leaf that requires grad.")
        return "move-view", f"Make the view outside the guard of {opened}, where it is written ({use})."
    if story.kind == "KindMismatch":
        return "move-call", f"Move the call at {made} out of the guard of {opened}."
    if failure.is_gradient or failure.is_training or failure.is_parameter and failure.grad_mode:
        what = "backward" if failure.is_gradient else "the call"
        return "move-call", f"Move {what} at {made} out of the guard of {opened}: what is trained must be made of normal tensors."
    if birth is not None and failure.thread != birth.root().thread:
        return "enter-guard", f"Enter torch.inference_mode() in the thread that runs {use}: the mode belongs to a thread."
    if failure.to_out:
        return "move-call", f"Allocate the buffer of {made} outside the guard of {opened}; a normal tensor may be written in both."
    return "write-inside", f"Write {name} inside the mode: put `with torch.inference_mode():` around {use}."


def leaves_in_words(names, count):
    """How a title names parameters: the first ones, and how many there are."""
    listed = ", ".join(names) + (", ..." if count > len(names) else "")
    return f"1 parameter ({listed}) gets" if count == 1 else f"{count} parameters ({listed}) get"


def tell_loss(loss):
    cut, names, count, place, what = loss
    story = Story()
    story.silent, story.kind, story.use, story.operator = True, "LostGradient", place, what
    story.title = f"{leaves_in_words(names, count)} no gradient, because a guard ended the graph; PyTorch reports nothing"
    story.made, story.made_by, story.guard = cut.place, cut.operator, cut.guard
    story.program = program_of("LostGradient", cut.guard)
    story.steps = [("backward is called on what was computed from the result", cut.reached)]
    if cut.guard is None:
        story.rule, story.program = "K3", PROGRAMS["LostGradientOfInferenceParameter"]
        tell_origin(story, cut.birth)
        story.remedy, story.remedy_text = "move-call", f"Move the call at {near(story.made, place)} out of its guard."
        return story
    story.rule = "S5" if cut.guard.is_inference else "G4"
    story.remedy = "move-call"
    story.remedy_text = out_of_guard(near(cut.place, place), near(cut.guard.place, place), cut.guard)
    if what.endswith(STEPS):
        story.remedy_text += " If these parameters are not to be trained, leave them out of the optimizer."
    return story


def out_of_guard(made, opened, guard):
    """A sentence that tells how a call is taken out of a guard."""
    if guard.decorated:
        return f"Take the decorator of {opened} off, or move the call at {made} to a function without it."
    return f"Move the call at {made} out of the guard of {opened}."


def stories_of(recorder):
    told = [recorder.attempt(tell_failure, one) for one in recorder.failures]
    told += [recorder.attempt(tell_loss, one) for one in recorder.losses]
    return [story for story in told if story is not None]


# ---- the run


def read_arguments(arguments):
    files = {"--json": None, "--sarif": None, "--html": None}
    while arguments and arguments[0].startswith("-"):
        option, arguments = arguments[0], arguments[1:]
        if option in ("-h", "--help"):
            print(__doc__.strip())
            sys.exit(0)
        if option not in files:
            pages.wrong_use(f"there is no option {option}; there are --json FILE, --sarif FILE and --html FILE, before the script")
        if not arguments:
            pages.wrong_use(f"{option} needs a file to write")
        files[option], arguments = os.path.abspath(arguments[0]), arguments[1:]
    if not arguments:
        pages.wrong_use("no script is named: modecheck_audit.py [--json FILE] [--sarif FILE] [--html FILE] SCRIPT [ARGUMENT...]")
    if not os.path.isfile(arguments[0]):
        pages.wrong_use(f"there is no file {arguments[0]}; name the Python script to run")
    return files, arguments


def run_script(recorder, arguments):
    """Runs the script as `python3 SCRIPT` would, with the threads that it leaves behind. Returns its exit code."""
    script = os.path.abspath(arguments[0])
    sys.argv = arguments
    sys.path[0] = os.path.dirname(script)
    try:
        code = code_of(recorder, lambda: run_watched(recorder, script))
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
        return code
    except KeyboardInterrupt as error:
        sys.stdout.flush()
        print_traceback(error)
        return INTERRUPTED


def run_watched(recorder, script):
    with Watcher(recorder):
        runpy.run_path(script, run_name="__main__")


def code_of(recorder, run):
    """Runs the script, or its sys.excepthook. Returns the exit code, after the script's error was printed."""
    try:
        run()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
        return 1
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        recorder.attempt(mark_uncaught, recorder, error)
        sys.stdout.flush()
        if sys.excepthook is sys.__excepthook__:
            print_traceback(error)
            return 1
        trace = error.__traceback__
        while trace.tb_next is not None and is_above_script(trace.tb_frame.f_code.co_filename):
            trace = trace.tb_next
        hook, sys.excepthook = sys.excepthook, sys.__excepthook__  # its own error is printed as Python prints one
        return code_of(recorder, lambda: hook(type(error), error, trace)) or 1
    return 0


def is_above_script(file):
    return file == OWN or "runpy" in file


def print_traceback(error):
    """Prints the script's traceback as Python would, without the frames of this file and of runpy that called it."""
    told = traceback.TracebackException(type(error), error, error.__traceback__)
    todo = [told]
    while todo:
        one = todo.pop()
        kept = [frame for frame in one.stack if not is_above_script(frame.filename)]
        one.stack[:] = kept or one.stack
        todo += [other for other in (one.__cause__, one.__context__) if other is not None]
    sys.stderr.write("".join(told.format()))


def main(arguments):
    global START
    START = pages.START = os.getcwd()
    files, arguments = read_arguments(arguments)
    recorder = Recorder()
    watch(recorder)
    code = run_script(recorder, arguments)
    stories = [story.facts() for story in stories_of(recorder)]
    sys.stdout.flush()
    for story in stories:
        sys.stderr.write("\n" + "\n".join(pages.lines_of(story)) + "\n")
    if recorder.misses:
        times = f"{recorder.misses} time{'s' if recorder.misses > 1 else ''}"
        sys.stderr.write(f"modecheck: the recorder itself failed {times}, so a story may be missing or wrong; "
                         f"first: {recorder.first_miss}\n")
    if stories:
        code = 1
    facts = {"modecheck_audit": FORMAT, "script": arguments[0], "torch": torch.__version__, "exit_code": code,
             "recorder_failures": recorder.misses, "stories": stories}
    if files["--json"]:
        pages.write(files["--json"], json.dumps(facts, indent=2) + "\n")
    if files["--sarif"]:
        pages.write(files["--sarif"], json.dumps(pages.sarif_of(stories), indent=2) + "\n")
    if files["--html"]:
        pages.write(files["--html"], pages.page_of(facts))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
