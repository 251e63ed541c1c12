"""The table of our plugins names each plugin module of ours, with its hooks."""

from importlib import import_module

from parlour.hooks.own import OWN
from parlour.hooks.specifications import HOOKS
from tests.packages import FRAMEWORK, MODULES


def test_each_plugin_module_stands_in_the_table_with_its_hooks() -> None:
    found = {
        ".".join(path.relative_to(FRAMEWORK).with_suffix("").parts)
        for path in MODULES
        if path.name == "plugin.py"
    }
    hooks = {
        name: {
            hook
            for hook in HOOKS
            if hasattr(getattr(import_module(name), hook, None), "parlour_impl")
        }
        for name in found
    }

    assert hooks == {name: set(hooks) for name, hooks in OWN.items()}
