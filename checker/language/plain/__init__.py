"""The plain interpreter: an author's own rule functions, run on ints, enums, members and lists.

It replays every play before it is shown, and is the naive engine that the others are tested against. It
shares the declarations of the language with tracing, and nothing else.
"""
