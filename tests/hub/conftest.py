"""The hub's tests share the suite's rules: no network, and a browser that must be there."""

pytest_plugins = ["tests.conftest"]
collect_ignore = ["jupyterhub_config.py"]  # a configuration, which only JupyterHub can read
collect_ignore_glob = ["roles/*", "node_modules/*"]
