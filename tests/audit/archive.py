"""Writes small TorchScript archives and files of inputs without torch, for tests of `modecheck audit MODEL`."""
import collections
import io
import pickle
import struct
import sys
import types
import zipfile


class Tensor:
    """A float32 tensor of given sizes and values. Its place in the pickle is a persistent id, as torch.jit.save has it."""

    def __init__(self, sizes, values, requires_grad=False, device="cpu"):
        self.sizes = tuple(sizes)
        self.values = list(values)
        self.requires_grad = requires_grad
        self.device = device

    def strides(self):
        strides, step = [], 1
        for size in reversed(self.sizes):
            strides.insert(0, step)
            step *= size
        return tuple(strides)


def named(module, name):
    """Returns an object that pickles as the global MODULE.NAME."""
    parts = module.split(".")
    for end in range(1, len(parts) + 1):  # pickle imports the packages around a module, too
        package = ".".join(parts[:end])
        holder = sys.modules.setdefault(package, types.ModuleType(package))
    if not hasattr(holder, name):
        setattr(holder, name, type(name, (), {"__module__": module}))
    return getattr(holder, name)


class Storage:
    def __init__(self, key, tensor):
        self.key = key
        self.tensor = tensor


class Pickler(pickle.Pickler):
    """Writes tensors as calls of _rebuild_tensor_v2 and numbers their storages."""

    def __init__(self, stream, storages):
        super().__init__(stream, protocol=2)
        self.storages = storages

    def persistent_id(self, value):
        if not isinstance(value, Storage):
            return None
        return ("storage", named("torch", "FloatStorage"), value.key, value.tensor.device, len(value.tensor.values))

    def reducer_override(self, value):
        if not isinstance(value, Tensor):
            return NotImplemented
        key = str(len(self.storages))
        self.storages.append(value)
        rebuild = named("torch._utils", "_rebuild_tensor_v2")
        return rebuild, (Storage(key, value), 0, value.sizes, value.strides(), value.requires_grad,
                         collections.OrderedDict())


def pickled(value):
    """Returns the pickle of a value, and the tensors in it."""
    storages = []
    stream = io.BytesIO()
    Pickler(stream, storages).dump(value)
    return stream.getvalue(), storages


def write_zip(file, folder, pickle_bytes, storages, **others):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(f"{folder}/data.pkl", pickle_bytes)
        for name, content in others.items():
            archive.writestr(f"{folder}/{name}", content)
        for number, tensor in enumerate(storages):
            archive.writestr(f"{folder}/data/{number}", struct.pack(f"<{len(tensor.values)}f", *tensor.values))
        archive.writestr(f"{folder}/version", "3\n")


def write_inputs(file, value):
    """Writes a value as Python's torch.save does."""
    write_zip(file, "archive", *pickled(value))


def instance(name, **attributes):
    """Returns an object of the class `__torch__.NAME`, which a code declares."""
    value = named("__torch__", name)()
    value.__dict__.update(attributes)
    return value


def write(file, code, **attributes):
    """Writes an archive to FILE. CODE declares the class `__torch__.Model`, whose attributes are `attributes`."""
    others = {"code/__torch__.py": code, "constants.pkl": pickle.dumps((), protocol=2)}
    write_zip(file, "model", *pickled(instance("Model", **attributes)), **others)
