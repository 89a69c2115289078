"""Pyodide's script, changed where it opens compiled libraries; ``book/static/image.mjs`` says what for."""

PATCHES = (
    # where a library's data comes to lie, and in which order libraries are opened and asked for what they hold
    (
        "var getMemory=size=>{",
        "var getMemory=size=>Module.placed?Module.placed(size,newMemory):newMemory(size);var newMemory=size=>{",
    ),
    ("var dlopenInternal=(handle,jsflags)=>{", "var dlopenInternal=(handle,jsflags)=>{Module.opened?.(handle);"),
    (
        'result=lib.exports[symbol];if(typeof result=="function"){',
        'Module.asked?.(handle,symbol);result=lib.exports[symbol];if(typeof result=="function"){',
    ),
    # a place of Python's table of JavaScript's objects that is free again
    (
        'if(!["object","function"].includes(typeof l))throw',
        'l??=null;if(!["object","function"].includes(typeof l))throw',
    ),
    # names whose place is unknown: for each library it looked through all names, tens of thousands, where new ones do
    ("var GOT={};", "var GOT={},unknown={};"),
    (
        "var rtn=GOT[symName];if(!rtn){rtn=GOT[symName]=",
        "var rtn=GOT[symName];if(!rtn){rtn=unknown[symName]=GOT[symName]=",
    ),
    (
        "for(var[symName,entry]of Object.entries(GOT)){",
        "var looked=unknown;unknown={};for(var[symName,entry]of Object.entries(looked)){",
    ),
)


def patched(text):
    """Pyodide's script with `PATCHES`; a ValueError if it is another script than the one they were written for."""
    for old, new in PATCHES:
        if text.count(old) != 1:
            raise ValueError(f"Pyodide's script must have {old!r} once, and has it {text.count(old)} times")
        text = text.replace(old, new)
    return text
