"""Graphs of millions of states: the arrays of a compiled search, gone through by whole arrays.

Start reading in :mod:`checker.explore.sparse.graph`. ``sweeps`` goes through edges level by level,
``parts`` finds components, fair parts and forks, ``marks`` shows arrays as the sets and mappings that
:class:`~checker.explore.graph_interface.Graph` speaks of. numpy and scipy are needed.
"""
