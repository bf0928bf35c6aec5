"""What became of a command: it returned, or it raised an error of some kind."""

import dataclasses
import re

# Errors that a rule of autograd or of InferenceMode asks for, by their message. The first row that matches counts.
RULES = (
    ("INTERNAL ASSERT FAILED", "an internal assertion"),
    ("output of a function that returns multiple views", "a view of several"),
    ("created inside a custom Function", "a view from a custom Function"),
    ("inside the inference_mode block", "a view made in InferenceMode"),
    ("inside the no_grad block", "a view made without grad"),
    ("leaf Variable that requires grad (is being|has been) used in an in-place", "a leaf written in place"),
    (r"functions with out=\.\.\. arguments don't support automatic", "out= requires grad"),
    ("cannot resize variables that require grad", "resize requires grad"),
    ("Can't detach views in-place", "a view detached in place"),
    ("Inplace update to inference tensor outside InferenceMode", "an inference tensor written outside"),
    ("Inference tensors cannot be saved for backward", "an inference tensor saved"),
    ("Setting requires_grad=True on inference tensor", "an inference tensor requires grad"),
    ("Inference tensors do not track version counter", "an inference tensor has no version"),
    (r"Attempted to call `variable\.set_data", "set_data of another kind"),
    ("can require gradients|data set to a tensor that requires gradients", "requires grad of this dtype"),
    ("only change requires_grad flags of leaf variables", "requires grad of a non-leaf"),
    ("can't retain_grad on Tensor", "retain_grad without grad"),
    ("does not require grad and does not have a grad_fn|differentiated Tensors does not require grad", "no graph"),
    ("appears to not have been used in the graph", "an unused input"),
    ("grad can be implicitly created only for scalar outputs", "backward of a non-scalar"),
    ("backward through the graph a second time", "a freed graph"),
    ("modified by an inplace operation", "a saved tensor was modified"),
    ("unsupported operation: (more than one|some) element", "memory that overlaps"),
    ("not implemented for '", "a dtype that the kernel of the CPU does not have"),
)
# Errors that need the elements of a tensor. A fake tensor has none.
ELEMENTS = re.compile(
    r"out of (bounds|range)|index .* is out|singular|positive[- ](semi-)?definite|not invertible|lengths contains negative|"
    r"lengths along axis|between 0 and 1|probability tensor contains|probability value|Class values|sum of .*probab|"
    r"offsets\[|ill-conditioned|failed to converge|repeats can not be negative|input should not contain|"
    r"all elements of (input|target|lambda)|Found an invalid (max index|index)|must be sorted|monotonic|"
    r"elements of .* must|>= 0\.? && p_in|value cannot be converted|a Tensor with \d+ elements cannot|"
    r"split_size.*sum|sorter index|invalid multinomial", re.IGNORECASE)
DATA = {"DataDependentOutputException", "DynamicOutputShapeException", "GuardOnDataDependentSymNode"}
ARGUMENT = "an argument"


@dataclasses.dataclass(frozen=True)
class Outcome:
    type: str = ""  # the class of the exception; empty if the command returned
    message: str = ""  # the first lines of the message

    @property
    def raised(self):
        return bool(self.type)

    @property
    def kind(self):
        """The rule that rejects the command, or ARGUMENT for everything else. Empty if the command returned."""
        if not self.raised:
            return ""
        return next((kind for pattern, kind in RULES if re.search(pattern, self.message)), ARGUMENT)

    @property
    def needs_elements(self):
        """Whether the message of a real tensor's error is about elements."""
        return self.raised and self.kind == ARGUMENT and bool(ELEMENTS.search(self.message))

    @property
    def stops_a_trace(self):
        """Why a fake run ends here without a mismatch; empty if it goes on."""
        if self.type in DATA:
            return "data-dependent"
        if self.type == "UnsupportedOperatorException" or (
                self.type == "NotImplementedError" and re.search("'?Meta'? backend|meta tensors?", self.message)):
            return "no Meta kernel"
        return {"SavesFakeTensor": "saves a tensor", "CallsBackendKernel": "a custom operator without a kernel for Autograd"}.get(
            self.type, "")

    def text(self):
        return f"{self.type}: {self.message}" if self.raised else "no error"

    def pattern(self):
        """The message without its numbers, so that one cause has one text."""
        text = re.sub(r"\bs\d+\b", "S", self.message.splitlines()[0] if self.message else "")
        text = re.sub(r"0x[0-9a-f]+|-?\d+(\.\d+)?", "N", text)
        return f"{self.type}: {re.sub(r'N(, N)+', 'N', text)[:90]}"
