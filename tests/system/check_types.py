#!/usr/bin/env python3
"""What editors show of the package for Python: every public function, method and property has a docstring, and types of
its parameters and its result.
"""
import inspect
import pathlib

import simoom
import simoom.service


def members(thing):
    """Public functions of a class, with its __init__; of properties the function that reads them."""
    for name, member in vars(thing).items():
        function = member.fget if isinstance(member, property) else member
        if inspect.isfunction(function) and (not name.startswith("_") or name == "__init__"):
            yield f"{thing.__name__}.{name}", function, name != "__init__"


found = []
for module in (simoom, simoom.plot, simoom.service):
    for name in getattr(module, "__all__", ("map", "section", "layer")):
        thing = getattr(module, name)
        if inspect.isclass(thing):
            assert thing.__doc__, name
            found += [member for base in thing.__mro__ if base.__module__.startswith("simoom") for member in members(base)]
        elif inspect.isfunction(thing):
            found.append((name, thing, True))
names = {name for name, _, _ in found}
assert {"Case.run", "Result.at_height", "Simulation.time", "Mechanism.rates", "Job.wait", "map", "probe"} <= names, names
for name, function, needs_words in found:
    assert function.__doc__ or not needs_words, f"{name} has no docstring"
    if name in ("Result.__init__", "Run.__init__"):  # made by runs alone
        continue
    parameters = [p for p in inspect.signature(function).parameters if p != "self"]
    missing = [p for p in [*parameters, "return"] if p not in function.__annotations__]
    assert not missing, f"{name}: no types of {missing}"
    for text in function.__annotations__.values():
        compile(text, name, "eval")
assert pathlib.Path(simoom.__file__).with_name("py.typed").exists(), "no py.typed"
print(f"check_types: {len(found)} functions")
