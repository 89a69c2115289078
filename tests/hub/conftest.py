"""The hub's tests share the suite's rules: no network, and a browser that must be there."""

pytest_plugins = ["tests.conftest"]
