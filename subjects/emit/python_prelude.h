// The text of the functions that an emitted Python file needs (python.h).
#pragma once

#include <string_view>

namespace modecheck::subjects {

inline constexpr std::string_view python_helpers = R"(
# What became of each command, by its number.
outcomes = {}


class command:
    """Runs a command; an exception is printed and remembered, and the program goes on."""

    def __init__(self, number, text):
        self.number = number
        print(f"{number:3}  {text}", flush=True)

    def __enter__(self):
        outcomes[self.number] = "no exception"

    def __exit__(self, kind, error, trace):
        if error is None or not isinstance(error, Exception):
            return False
        assertion = "INTERNAL ASSERT FAILED" in str(error)
        outcomes[self.number] = "an internal assertion" if assertion else "an exception"
        print("     -> " + outcomes[self.number] + ": " + (str(error).splitlines() or [""])[0])
        return True


def zero_from(tensor, begin):
    """Sets the bytes of the storage from `begin` on to zero: uninitialised memory would differ from run to run."""
    storage = tensor.untyped_storage()
    if begin < storage.nbytes():
        ctypes.memset(storage.data_ptr() + begin, 0, storage.nbytes() - begin)


def leaf(sizes, values, dtype, requires_grad):
    """A tensor with these values, written without an operator."""
    out = torch.empty(sizes, dtype=dtype)
    given = torch.tensor(values, dtype=dtype)
    ctypes.memmove(out.data_ptr(), given.data_ptr(), given.numel() * given.element_size())
    return out.requires_grad_() if requires_grad else out
)";

// A text of Python code, and the identifier by which the emitted file calls it.
struct PythonCode {
  std::string_view word;
  std::string_view text;
};
inline constexpr PythonCode python_custom_code[] = {
    {"hooks_of_kind", R"(

def hooks_of_kind(kind):
    """Hooks that keep a copy of what autograd saves (1), raise in pack (2) or in unpack (3), or keep the tensor."""

    def pack(tensor):
        if kind == 2:
            raise RuntimeError("modecheck's hook for saved tensors raises")
        return tensor.detach().clone() if kind == 1 else tensor.detach()

    def unpack(packed):
        if kind == 3:
            raise RuntimeError("modecheck's hook for saved tensors raises")
        return packed

    return torch.autograd.graph.saved_tensors_hooks(pack, unpack)
)"},
    {"grad_twice", R"(

def grad_twice(self, input, second, seed):
    """How the sum of the gradient of `self` with respect to `input` changes with `second`: zeros where it does not."""
    second.grad_fn
    if not second.requires_grad:
        torch.autograd.grad([self], [second], [seed], retain_graph=True)
    (first,) = torch.autograd.grad([self], [input], [seed], retain_graph=True, create_graph=True)
    out = None
    if first.requires_grad:
        ones = torch.ones_like(first)
        (out,) = torch.autograd.grad([first], [second], [ones], retain_graph=True, allow_unused=True)
    if out is None:
        return torch.zeros(second.shape, dtype=second.dtype, device=second.device)
    return out.detach().clone(memory_format=torch.contiguous_format)
)"},
    {"CustomSquare", R"(

class CustomSquare(torch.autograd.Function):
    """Saves x and returns x * x."""

    @staticmethod
    def forward(context, x):
        context.save_for_backward(x)
        return x.mul(x)

    @staticmethod
    def backward(context, gradient):
        (x,) = context.saved_tensors
        return gradient.mul(x.conj() if x.is_complex() else x).mul(2)
)"},
    {"CustomIdentity", R"(

class CustomIdentity(torch.autograd.Function):
    """Returns its argument as it is."""

    @staticmethod
    def forward(context, x):
        return x

    @staticmethod
    def backward(context, gradient):
        return gradient
)"},
    {"CustomView", R"(

class CustomView(torch.autograd.Function):
    """Returns a view of its argument."""

    @staticmethod
    def forward(context, x):
        return x.view_as(x)

    @staticmethod
    def backward(context, gradient):
        return gradient
)"},
    {"CustomDirty", R"(

class CustomDirty(torch.autograd.Function):
    """Doubles its argument in place, says so, and returns it."""

    @staticmethod
    def forward(context, x):
        x.mul_(2)
        context.mark_dirty(x)
        return x

    @staticmethod
    def backward(context, gradient):
        return gradient.mul(2)
)"},
    {"fill_with_twos", R"(

def fill_with_twos(tensor):
    """What a hook does with it; it leaves the gradient as it is."""
    tensor.fill_(2)
)"},
    {"save_and_load", R"(

def save_and_load(tensor):
    """A tensor as it comes back from a file."""
    import io

    stream = io.BytesIO()
    torch.save(tensor, stream)
    stream.seek(0)
    return torch.load(stream)
)"},
    {"the_device", R"(

# Where this file's tensors are.
the_device = torch.device("cpu")
)"},
    {"custom_operator", R"(

# An operator with a kernel for backends only, which multiplies x by itself.
library = torch.library.Library("modecheck", "DEF")
library.define("custom_operator(Tensor self) -> Tensor")
library.impl("custom_operator", lambda x: x.mul(x), "CPU")
)"},
};

inline constexpr std::string_view python_judging = R"(

mismatched = False

NAMES = {torch.float32: "Float", torch.float64: "Double", torch.int64: "Long", torch.bool: "Bool",
         torch.uint8: "Byte", torch.int8: "Char", torch.int16: "Short", torch.int32: "Int", torch.float16: "Half",
         torch.bfloat16: "BFloat16", torch.complex64: "ComplexFloat", torch.complex128: "ComplexDouble"}
LETTERS = {torch.float32: "f", torch.float64: "d", torch.int64: "q", torch.bool: "B", torch.uint8: "B",
           torch.int8: "b", torch.int16: "h", torch.int32: "i", torch.float16: "e", torch.bfloat16: "H",
           torch.complex64: "2f", torch.complex128: "2d"}


def number(value, digits):
    # As C prints it.
    return "%.*g" % (digits, value)


def element(dtype, raw):
    parts = struct.unpack("<" + LETTERS[dtype], raw)
    if dtype is torch.bfloat16:
        parts = struct.unpack("<f", b"\0\0" + raw)
    digits = 17 if dtype in (torch.float64, torch.complex128) else 9
    if dtype.is_complex:
        return number(parts[0], digits) + "%+.*gi" % (digits, parts[1])
    return number(parts[0], digits) if dtype.is_floating_point else str(parts[0])


def raw_bytes(tensor):
    storage = tensor.untyped_storage()
    return ctypes.string_at(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else b""


def storage_values(tensor):
    """Elements as they lie in memory; no operator is called."""
    raw, item = raw_bytes(tensor), tensor.element_size()
    return "[" + ", ".join(element(tensor.dtype, raw[at:at + item])
                           for at in range(0, len(raw) - item + 1, item)) + "]"


def values(tensor):
    raw, item = raw_bytes(tensor), tensor.element_size()
    out = []
    for index in itertools.product(*(range(size) for size in tensor.size())):
        at = item * (tensor.storage_offset() + sum(i * s for i, s in zip(index, tensor.stride())))
        out.append(element(tensor.dtype, raw[at:at + item]))
    return "[" + ", ".join(out) + "]"


def has_grad_fn(tensor):
    # `grad_fn` would refresh a stale view, and Python's `is_leaf` asks for it; the operator does not.
    return not torch.ops.aten.is_leaf.default(tensor)


def creation_meta(tensor):
    if not tensor._is_view():
        return "no tracked view"
    return torch._C._autograd._get_creation_meta(tensor).name


def has_version(tensor):
    try:
        return tensor._version >= 0
    except RuntimeError:
        return False


def version(tensor):
    return tensor._version if has_version(tensor) else 0


def expect(subject, expected, observed):
    global mismatched
    seen = str(observed).lower() if isinstance(observed, bool) else str(observed)
    same = seen == expected
    print(f"     {subject}: expected {expected}, observed {seen}: {'as the rules say' if same else 'MISMATCH'}")
    mismatched = mismatched or not same
)";

// The text that is used if a program has two threads. It makes their commands run in the program's order.
inline constexpr std::string_view python_turns = R"(

turn_changed = threading.Condition()
turn = 0


def wait_for_turn(number):
    """Waits until all commands before `number` are done."""
    with turn_changed:
        turn_changed.wait_for(lambda: turn == number)


def pass_turn(following):
    global turn
    with turn_changed:
        turn = following
        turn_changed.notify_all()
)";

inline constexpr std::string_view python_child = R"(
# The rest runs in a child process, whose death is a mismatch.
child = os.fork()
if child != 0:
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        print(f"     expected to go on, died of signal {os.WTERMSIG(status)}: MISMATCH")
        sys.exit(0)
    sys.exit(os.WEXITSTATUS(status))
)";

}  // namespace modecheck::subjects
