"""Nothing but what `IPython.core.interactiveshell` is looked for in."""
