"""The second lowering: the same rules, with the depth of stacks and the number of players left open."""
