"""The tensors at which the fake part of a program begins, and how they become fake."""

import torch
from observation import observe
from torch._dynamo.source import AttrSource, LocalSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import DimDynamic, StatefulSymbolicContext, StatelessSymbolicContext


def has_history(tensor):
    """Whether a tensor is not a leaf, is a view of one that is not, or has hooks. Fake tensors would not have these."""
    return not tensor.is_leaf or (tensor._is_view() and not tensor._base.is_leaf) or bool(tensor._backward_hooks)


def stateless_context(tensor, kind):
    base = stateless_context(tensor._base, kind) if tensor._is_view() else None
    return StatelessSymbolicContext(dynamic_sizes=[kind] * tensor.dim(), view_base_context=base)


class InputTensors:
    """The tensors of all registers, with the contexts that remember their symbols."""

    def __init__(self, tensors):
        self.tensors = tensors
        self.context_of = {}  # by the tensor's id: one tensor has one context, also as the base of a view
        for place, (name, tensor) in enumerate(tensors.items()):
            # Half of the tensors share the symbols of equal sizes, and half have their own.
            kind = DimDynamic.DYNAMIC if place % 2 else DimDynamic.DUCK
            if not tensor._is_view():
                self.make_context(tensor, LocalSource(name), kind)
        for place, (name, tensor) in enumerate(tensors.items()):
            self.make_context(tensor, LocalSource(name), DimDynamic.DYNAMIC if place % 2 else DimDynamic.DUCK)

    def make_context(self, tensor, source, kind):
        base = None
        if id(tensor) in self.context_of:
            return self.context_of[id(tensor)]
        if tensor._is_view():
            base = self.make_context(tensor._base, AttrSource(source, "_base"), kind)
        context = StatefulSymbolicContext(dynamic_sizes=[kind] * tensor.dim(), view_base_context=base, tensor_source=source)
        self.context_of[id(tensor)] = context
        return context

    def in_mode(self, shape_env, names=None):
        """Returns a fresh mode and the fake tensors of the registers. They have symbols if there is a ShapeEnv."""
        mode = FakeTensorMode(shape_env=shape_env)
        out = {}
        for name in names or self.tensors:
            context = self.context_of[id(self.tensors[name])]
            symbolic = {} if shape_env is None else {"source": context.tensor_source, "symbolic_context": context}
            out[name] = mode.from_tensor(self.tensors[name], **symbolic)
        return mode, {name: out[name] for name in self.tensors}

    def with_stateless_contexts(self, shape_env):
        """Returns fake tensors of a fresh mode, with contexts that remember nothing."""
        mode = FakeTensorMode(shape_env=shape_env)
        return {name: mode.from_tensor(tensor, source=LocalSource(name),
                                       symbolic_context=stateless_context(tensor, DimDynamic.DYNAMIC))
                for name, tensor in self.tensors.items()}

    def are_simple(self):
        """Whether each is a contiguous tensor of its own, with a storage of its own."""
        storages = {one.untyped_storage()._cdata for one in self.tensors.values()}
        different = {id(one): one for one in self.tensors.values()}
        return len(storages) == len(different) and all(
            not one._is_view() and one.grad is None and one.storage_offset() == 0 and one._version == 0
            for one in different.values() if not one.is_inference()) and not any(
            one.is_inference() for one in different.values())

    def with_sizes(self, geometry):
        """Returns real tensors with other sizes and strides, and the same numbers over and over. Only if are_simple()."""
        made = {}
        for name, old in self.tensors.items():
            if id(old) in made:
                continue
            sizes, strides = geometry[name]
            new = torch.empty_strided(sizes, strides, dtype=old.dtype)
            numbers = old.detach().reshape(-1)
            if numbers.numel() and new.numel():
                with torch.no_grad():
                    count = new.numel()
                    new.data.copy_(numbers.repeat(count // numbers.numel() + 1)[:count].reshape(sizes))
            made[id(old)] = new.requires_grad_(old.requires_grad)
        return {name: made[id(old)] for name, old in self.tensors.items()}

    def observed(self):
        return {name: observe(one, True) for name, one in self.tensors.items()}
